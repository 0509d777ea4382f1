// SPDX-License-Identifier: MIT

import LifelintFiles
import TestSupport
import Testing

/// Archives are read through libarchive: what is in them, and what they may cost.
@Suite(.enabled(if: ArchiveLibrary.installed != nil, "libarchive is not installed"))
struct ArchiveReaderTests {
    /// What was read of an archive, and how it ended.
    private struct Reading {
        var names: [String] = []
        var contents: [[UInt8]] = []
        var areBare: [Bool] = []
        var error: FileError?
    }

    private func read(_ archive: [UInt8], isSeekable: Bool = true, limits: ArchiveLimits = ArchiveLimits()) -> Reading {
        var reading = Reading()
        do throws(FileError) {
            let stream = ByteStream(bytes: archive, path: "a")
            let reader = try ArchiveReader(
                stream, path: "a", library: ArchiveLibrary.installed, limits: limits, isSeekable: isSeekable)
            while let member = try reader.next() {
                reading.names.append(member.name.shown)
                reading.areBare.append(member.isBare)
                reading.contents.append([])
                var bytes: [UInt8] = []
                defer { reading.contents[reading.contents.count - 1] = bytes }
                while try reader.read(upTo: 1_000, into: &bytes) > 0 {}
            }
        } catch {
            reading.error = error
        }
        return reading
    }

    private static let texts = [
        ArchiveBytes.Member("b/two.log", String(repeating: "two\n", count: 30_000)),
        ArchiveBytes.Member("a/one.log", "one\n"), ArchiveBytes.Member("empty", []),
    ]

    /// Archives that tests are run on, by name: their bytes are nothing to look at.
    enum Container: String, CaseIterable {
        case tar, zip, gzip, xz, zstd

        /// An archive of those members.
        func archive(_ members: [ArchiveBytes.Member] = texts) -> [UInt8] {
            self == .zip ? ArchiveBytes.zip(members) : compress(ArchiveBytes.tar(members))
        }

        /// The bytes, compressed where it is a compression.
        func compress(_ bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .tar, .zip: bytes
            case .gzip: ArchiveBytes.gzip(bytes)
            case .xz: ArchiveBytes.xz(bytes)
            case .zstd: ArchiveBytes.zstd(bytes)
            }
        }
    }

    @Test(
        "Members of every container come in the archive's order, sought or piped", arguments: Container.allCases,
        [true, false])
    func members(container: Container, isSeekable: Bool) {
        let archive = container.archive()
        #expect(ArchiveKind(head: archive)?.rawValue == container.rawValue)
        let reading = read(archive, isSeekable: isSeekable)
        #expect(reading.error == nil)
        #expect(reading.names == ["b/two.log", "a/one.log", "empty"])
        let isSame = reading.contents == Self.texts.map(\.bytes)
        #expect(isSame)
        #expect(!reading.areBare.contains(true))
    }

    @Test("What is merely compressed is one bare member", arguments: [Container.gzip, .xz, .zstd])
    func bare(container: Container) {
        let text = Array(String(repeating: "10:00 a line of a log\n", count: 20_000).utf8)
        let reading = read(container.compress(text))
        #expect(reading.error == nil)
        #expect(reading.areBare == [true])
        let isSame = reading.contents == [text]
        #expect(isSame)
    }

    @Test("Names beyond ASCII are read, whatever the locale", arguments: [Container.tar, .zip])
    func names(container: Container) {
        let names = ["Geräte/日本.log", "Geräte/中国.log"]
        #expect(read(container.archive(names.map { ArchiveBytes.Member($0, "text") })).names == names)
    }

    @Test("Members without a name stay apart")
    func nameless() {
        let reading = read(ArchiveBytes.zip([ArchiveBytes.Member("", "one"), ArchiveBytes.Member("", "two")]))
        #expect(Set(reading.names).count == reading.names.count)
    }

    @Test("Several gzip files in a row are one")
    func concatenated() {
        let reading = read(ArchiveBytes.gzip(Array("one\n".utf8)) + ArchiveBytes.gzip(Array("two\n".utf8)))
        #expect(reading.contents == [Array("one\ntwo\n".utf8)])
    }

    @Test("Folders, links and devices are passed over")
    func special() {
        let members = [
            ArchiveBytes.Member("folder/", [], type: "5"),
            ArchiveBytes.Member("soft", [], type: "2", link: "/etc/passwd"),
            ArchiveBytes.Member("hard", [], type: "1", link: "kept"),
            ArchiveBytes.Member("device", [], type: "3"), ArchiveBytes.Member("pipe", [], type: "6"),
            ArchiveBytes.Member("kept", "text"),
        ]
        #expect(read(ArchiveBytes.tar(members)).names == ["kept"])
        #expect(read(ArchiveBytes.zip([members[1], members[5]])).names == ["kept"])
    }

    @Test("An archive of nothing has no members")
    func nothing() {
        for archive in [ArchiveBytes.tar([]), ArchiveBytes.zip([]), ArchiveBytes.gzip([]), ArchiveBytes.xz([])] {
            let reading = read(archive)
            #expect(reading.names.isEmpty)
            #expect(reading.error == nil)
        }
    }

    @Test("Cut off anywhere, an archive gives what stands before the cut", arguments: Container.allCases)
    func cutOff(container: Container) {
        let archive = container.archive()
        for end in stride(from: 0, to: archive.count, by: 64 * 31) {
            let reading = read(Array(archive.prefix(end)))
            let isPrefix = zip(reading.contents, Self.texts).allSatisfy { $1.bytes.starts(with: $0) }
            #expect(isPrefix, "cut at \(end)")
        }
    }

    @Test("Cut off at every 64th byte, a small archive neither traps nor hangs", arguments: Container.allCases)
    func cutOffSmall(container: Container) {
        let members = (0..<6).map { ArchiveBytes.Member("m\($0)", "member \($0)\n") }
        let archive = container.archive(members)
        for end in stride(from: 0, to: archive.count, by: 64) {
            #expect(read(Array(archive.prefix(end))).names.count <= members.count)
        }
    }

    @Test("Garbage after the magic is damage", arguments: ArchiveKind.allCases)
    func garbage(kind: ArchiveKind) {
        let magics: [ArchiveKind: [UInt8]] = [
            .zip: [0x50, 0x4B, 0x03, 0x04], .gzip: [0x1F, 0x8B, 0x08, 0], .bzip2: Array("BZh9".utf8) + [0x31, 0x41],
            .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .zstd: [0x28, 0xB5, 0x2F, 0xFD], .tar: Array("name".utf8),
        ]
        for seed in 0..<64 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let noise = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // Whatever it is taken for, it ends.
            let reading = read((magics[kind] ?? []) + noise)
            #expect(reading.names.count < 4_096)
        }
    }

    @Test("What breaks off before its first byte is damage, not nothing")
    func brokenStart() {
        for container in [Container.gzip, .xz, .zstd] {
            let reading = read(container.archive().prefix(10) + [UInt8](repeating: 0xFF, count: 100))
            #expect(reading.error?.code == .damaged, "\(container)")
        }
        let text = Array(String(repeating: "10:00 a line of a log\n", count: 10_000).utf8)
        let cut = read(Array(ArchiveBytes.gzip(text).prefix(150_000)))
        #expect(cut.error?.code == .damaged)
        #expect(cut.error?.reason.contains("truncated") == true)
        // libarchive unpacks 64 KiB at a time, and gives none of a piece that breaks off.
        #expect(cut.contents.map(\.count) == [131_072])
    }

    @Test("A checksum that does not fit is damage behind the bytes, and the next member is read")
    func checksum() throws {
        let texts = ["one one one", "two two two"]
        var archive = ArchiveBytes.zip([ArchiveBytes.Member("one", texts[0]), ArchiveBytes.Member("two", texts[1])])
        archive[30 + 3] ^= 0x20
        let reader = try ArchiveReader(
            ByteStream(bytes: archive), path: "a", library: ArchiveLibrary.installed, limits: ArchiveLimits())
        var bytes: [UInt8] = []
        #expect(try reader.next()?.name.shown == "one")
        #expect(try reader.read(upTo: 100, into: &bytes) == texts[0].utf8.count)
        #expect(throws: FileError.self) { try reader.read(upTo: 100, into: &bytes) }
        #expect(try reader.next()?.name.shown == "two")
        #expect(try reader.read(upTo: 100, into: &bytes) == texts[1].utf8.count)
        #expect(try reader.read(upTo: 100, into: &bytes) == 0)
        #expect(try reader.next()?.name.shown == nil)
    }

    @Test("Flipped bits neither trap nor hang", arguments: Container.allCases)
    func flipped(container: Container) {
        let archive = container.archive()
        for seed in 0..<64 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var bytes = archive
            for _ in 0..<8 {
                let place = Int.random(in: 0..<min(2_048, bytes.count), using: &generator)
                bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
            #expect(read(bytes).names.count < 4_096)
        }
    }

    @Test("Too many members end it")
    func memberLimit() {
        var limits = ArchiveLimits()
        limits.members = 3
        let members = (0..<5).map { ArchiveBytes.Member("m\($0)", "text") }
        for archive in [ArchiveBytes.tar(members), ArchiveBytes.zip(members)] {
            let reading = read(archive, limits: limits)
            #expect(reading.error?.code == .archiveLimit)
            #expect(reading.names.count == 3)
        }
        #expect(read(ArchiveBytes.tar(Array(members.prefix(2))), limits: limits).error == nil)
    }

    @Test("Too many bytes end it, also where nobody wants them")
    func sizeLimit() throws {
        var limits = ArchiveLimits()
        limits.unpackedBytes = 10_000
        let archive = ArchiveBytes.tar(Self.texts)
        let reading = read(archive, limits: limits)
        #expect(reading.error?.code == .archiveLimit)
        #expect(reading.contents.first?.count ?? 0 <= 11_000)
        let reader = try ArchiveReader(
            ByteStream(bytes: archive), path: "a", library: ArchiveLibrary.installed, limits: limits)
        #expect(try reader.next() != nil)
        #expect(throws: FileError.self) { try reader.next() }
        // What exceeded its limit once gives nothing more.
        #expect(throws: FileError.self) { try reader.next() }
    }

    @Test("A bomb ends at the ratio")
    func bomb() {
        let bomb = ArchiveBytes.bomb(repetitions: 40_000)
        let whole = read(bomb.gzip)
        #expect(whole.contents.first?.count == bomb.count)
        var limits = ArchiveLimits()
        limits.ratio = 100
        limits.harmlessBytes = 1 << 20
        let reading = read(bomb.gzip, limits: limits)
        #expect(reading.error?.code == .archiveLimit)
        #expect((reading.contents.first?.count ?? 0) < bomb.count)
    }

    @Test("A bomb inside an archive counts for the archive around it")
    func innerBomb() throws {
        var limits = ArchiveLimits()
        limits.ratio = 100
        limits.harmlessBytes = 1 << 20
        let archive = ArchiveBytes.tar([ArchiveBytes.Member("x.gz", ArchiveBytes.bomb(repetitions: 40_000).gzip)])
        let outer = try ArchiveReader(
            ByteStream(bytes: archive), path: "a", library: ArchiveLibrary.installed, limits: limits)
        #expect(try outer.next()?.name.shown == "x.gz")
        var head: [UInt8] = []
        #expect(try outer.read(upTo: 100, into: &head) == 100)
        let inner = try ArchiveReader(inside: outer, head: head, path: "a/x.gz")
        #expect(try inner.next()?.isBare == true)
        var bytes: [UInt8] = []
        let error = #expect(throws: FileError.self) {
            while try inner.read(upTo: 1_000, into: &bytes) > 0 { bytes.removeAll() }
        }
        #expect(error?.code == .archiveLimit)
        #expect(throws: FileError.self) { try outer.next() }
    }

    @Test("Without the library an archive is an error that names the package")
    func missingLibrary() {
        #expect(ArchiveLibrary(names: []) == nil)
        #expect(ArchiveLibrary(names: ["libarchive-of-another-world.so.1"]) == nil)
        // A library that is none of libarchive's lacks its functions.
        #expect(ArchiveLibrary(names: ["libc.so.6", "/usr/lib/libSystem.B.dylib"]) == nil)
        let error = #expect(throws: FileError.self) {
            try ArchiveReader(
                ByteStream(bytes: ArchiveBytes.zip([])), path: "a", library: nil, limits: ArchiveLimits())
        }
        #expect(error?.code == .libraryMissing)
        #expect(error?.reason.contains("libarchive13") == true)
    }
}
