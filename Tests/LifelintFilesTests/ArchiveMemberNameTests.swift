// SPDX-License-Identifier: MIT

import LifelintFiles
import TestSupport
import Testing

/// Names and kinds, for which no library is needed.
@Suite struct ArchiveMemberNameTests {
    @Test(
        "A name is shown without what names no place inside the archive",
        arguments: [
            ("a/b.log", "a/b.log", false, false), ("./a//b.log", "a/b.log", false, false),
            ("/etc/x", "etc/x", false, false), ("../../etc/x", "etc/x", false, true), ("..", "?", false, true),
            ("", "?", false, false), (".hidden", ".hidden", true, false), ("a/.b/c", "a/.b/c", true, false),
            ("__MACOSX/a", "__MACOSX/a", true, false), ("a/._b", "a/._b", true, false), ("...", "...", true, false),
        ])
    func names(row: (name: String, shown: String, isHidden: Bool, leadsOut: Bool)) {
        let name = ArchiveMemberName(Array(row.name.utf8))
        #expect(name.shown == row.shown)
        #expect(name.isHidden == row.isHidden)
        #expect(name.leadsOut == row.leadsOut)
    }

    @Test("A long name is shown cut, and a broken one with replacements")
    func strange() {
        #expect(ArchiveMemberName([UInt8](repeating: 0x61, count: 5_000)).shown.utf8.count < 1_100)
        #expect(ArchiveMemberName([0xFF, 0x61]).shown == "\u{FFFD}a")
    }

    @Test("Containers are told by their first bytes")
    func kinds() {
        #expect(ArchiveKind(head: ArchiveBytes.tar([ArchiveBytes.Member("a", "b")])) == .tar)
        #expect(ArchiveKind(head: ArchiveBytes.zip([])) == .zip)
        #expect(ArchiveKind(head: ArchiveBytes.gzip([])) == .gzip)
        #expect(ArchiveKind(head: ArchiveBytes.xz([])) == .xz)
        #expect(ArchiveKind(head: ArchiveBytes.zstd([])) == .zstd)
        for text in [
            "", "PK", "BZh9 is a magic and this is none", "10:00:00 process.launch", "{\"time\":1}", "P", "\u{1F}",
        ] {
            #expect(ArchiveKind(head: Array(text.utf8)) == nil)
        }
        #expect(ArchiveKind(head: [UInt8](repeating: 0, count: 1_024)) == nil)
        #expect(ArchiveKind(head: [UInt8](repeating: 0x20, count: 1_024)) == nil)
    }
}
