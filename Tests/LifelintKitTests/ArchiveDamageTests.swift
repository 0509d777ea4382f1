// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel
import TestSupport
import Testing

/// Archives that are broken, or made to do harm, are problems and nothing worse.
@Suite(.enabled(if: ArchiveLibrary.installed != nil, "libarchive is not installed"))
struct ArchiveDamageTests {
    private typealias Member = ArchiveBytes.Member

    @Test func `of a damaged archive is read what can be`() throws {
        let members = (1...9).map { Member("\($0).log", Archived.log("D\($0)", lines: 2_000)) }
        let whole = ArchiveBytes.gzip(ArchiveBytes.tar(members))
        let analysis = try Archived.analyze(Array(whole.prefix(whole.count / 2)))
        let input = try #require(analysis.header.inputs.first)
        #expect(input.path == "a" && input.format == "archive" && input.status == .partly && input.isCut)
        #expect(try analysis.runs().count >= 3)
        #expect(analysis.header.problems.contains { $0.file == "a" && $0.message.contains("truncated") })
        #expect(analysis.header.inputs.last?.status != .read)
        for end in stride(from: 64, to: whole.count, by: 64 * 2_003) {
            #expect(try Archived.analyze(Array(whole.prefix(end))).header.inputs.isEmpty == false)
        }
    }

    @Test func `a damaged member of a zip takes none of the others along`() throws {
        let log = Array(Archived.log("D1", lines: 40).utf8)
        var zip = ArchiveBytes.zip([Member("a.log", log), Member("b.log", Archived.log("D2")), Member("c.txt", "text")])
        // The first member is said to be compressed, in its own header and in the directory: its bytes are no such
        // thing.
        let directory = try #require(zip.firstRange(of: [0x50, 0x4B, 0x01, 0x02] as [UInt8])).lowerBound
        zip[8] = 8
        zip[directory + 10] = 8
        let analysis = try Archived.analyze(zip)
        #expect(
            Archived.rows(analysis) == [
                "a!/a.log unknown unread", "a!/b.log lifecycle-text read", "a!/c.txt unknown unread note",
            ])
        #expect(try analysis.runs().map(\.device) == ["D2"])
    }

    @Test func `a compressed log that breaks off is partly read`() throws {
        let compressed = ArchiveBytes.gzip(Array(Archived.log("D1", lines: 4_000).utf8))
        let analysis = try Archived.analyze(Array(compressed.prefix(100_000)), named: "x.log.gz")
        #expect(Archived.rows(analysis) == ["x.log.gz lifecycle-text partly"])
        #expect(analysis.header.inputs.map(\.isCut) == [true])
        #expect(try analysis.runs().count == 1)
        #expect(analysis.header.problems.contains { $0.code == .unreadable && $0.message.contains("truncated") })
    }

    @Test func `a bomb is a problem, and what came before it is read`() throws {
        let bomb = Array(Archived.log("D1").utf8)
        let members = [Member("x.log", bomb), Member("letters.gz", ArchiveBytes.bomb(repetitions: 40_000).gzip)]
        let analysis = try Archived.analyze(ArchiveBytes.tar(members)) {
            $0.archiveLimits.ratio = 10
            $0.archiveLimits.harmlessBytes = 1 << 19
        }
        #expect(analysis.header.problems.contains { $0.file == "a" && $0.code == .archiveLimit })
        #expect(try analysis.runs().count == 1)
    }

    @Test func `what begins like an archive and is none is told so`() throws {
        for start in [[0x1F, 0x8B, 0x08, 0xFF], [0x50, 0x4B, 0x03, 0x04]] as [[UInt8]] {
            let analysis = try Archived.analyze(start + Array("nothing else".utf8))
            #expect(Archived.rows(analysis) == ["a archive unread"])
            #expect(analysis.header.problems.map(\.code) == [.unreadable])
        }
        let analysis = try Archived.analyze([0x1F, 0x8B, 0x08, 0xFF] + Array("nothing else".utf8))
        #expect(analysis.header.problems.first?.message.contains("unpack it by other means") == true)
    }

    @Test func `too many members are a problem`() throws {
        let members = (0..<50).map { Member("\($0).txt", "text") }
        let analysis = try Archived.analyze(ArchiveBytes.zip(members)) { $0.archiveLimits.members = 10 }
        #expect(analysis.header.problems.contains { $0.file == "a" && $0.code == .archiveLimit })
    }

    @Test func `without the library an archive says which package it needs`() throws {
        let analysis = try Archived.analyze(ArchiveBytes.zip([Member("x.log", Archived.log("D1"))])) {
            $0.archiveLibraryNames = []
        }
        #expect(Archived.rows(analysis) == ["a archive unread"])
        #expect(analysis.header.problems.first?.code == .libraryMissing)
        #expect(analysis.header.problems.first?.message.contains("apt-get install libarchive13") == true)
    }
}
