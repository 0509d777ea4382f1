// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel
import TestSupport
import Testing

/// Members of archives are inputs like the files of a folder.
@Suite(.enabled(if: ArchiveLibrary.installed != nil, "libarchive is not installed"))
struct ArchiveInputTests {
    private typealias Member = ArchiveBytes.Member

    @Test func `members are inputs of their own, in the order of their names`() throws {
        let members = [
            Member("logs/b.log", Archived.log("D2")), Member("logs/a.log", Archived.log("D1")),
            Member("README.md", Archived.note),
            Member("logs/.hidden", Archived.log("D3")), Member("__MACOSX/logs/a.log", Archived.log("D4")),
        ]
        for archive in [
            ArchiveBytes.tar(members), ArchiveBytes.zip(members), ArchiveBytes.gzip(ArchiveBytes.tar(members)),
        ] {
            let analysis = try Archived.analyze(archive, named: "a.zip")
            #expect(
                Archived.rows(analysis) == [
                    "a.zip!/README.md unknown unread note", "a.zip!/logs/a.log lifecycle-text read",
                    "a.zip!/logs/b.log lifecycle-text read",
                ])
            #expect(try analysis.runs().map(\.device) == ["D1", "D2"])
            #expect(analysis.header.problems.map(\.code) == [.notALog])
        }
    }

    @Test func `a compressed log is an input under its own name`() throws {
        let text = Array(Archived.log("D1").utf8)
        for compressed in [ArchiveBytes.gzip(text), ArchiveBytes.xz(text), ArchiveBytes.zstd(text)] {
            let analysis = try Archived.analyze(compressed, named: "x.log.gz")
            #expect(Archived.rows(analysis) == ["x.log.gz lifecycle-text read"])
            #expect(try analysis.runs().first?.ending.because.allSatisfy { $0.at.file == "x.log.gz" } == true)
        }
        let picture = try Archived.analyze(ArchiveBytes.gzip(Array(Archived.note.utf8)), named: "x.gz")
        #expect(Archived.rows(picture) == ["x.gz unknown unread"])
        let inner = try Archived.analyze(
            ArchiveBytes.tar([Member("x.log.gz", ArchiveBytes.gzip(text))]), named: "a.tar")
        #expect(Archived.rows(inner) == ["a.tar!/x.log.gz lifecycle-text read"])
    }

    @Test func `an archive tells what the same folder tells`() throws {
        let members = [
            Member("s/one.log", Archived.log("D1", lines: 500)), Member("s/two.log", Archived.log("D2")),
            Member("s/picture.png", [0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 3]), Member("s/empty", []),
            Member("s/inner/three.log", Archived.log("D3")),
        ]
        let folder = try ScratchFiles()
        for member in members { try folder.write(member.name, member.bytes) }
        let expected = try Analysing.report(Analyzer().analyze(paths: [folder("s")]))
        for (name, bytes) in [("t.tar", ArchiveBytes.tar(members)), ("t.zip", ArchiveBytes.zip(members.reversed()))] {
            try folder.write(name, bytes)
            for spool in [nil, folder.path] {
                var options = AnalyzerOptions()
                options.spoolDirectory = spool
                options.archiveLimits.smallBytes = 1_000
                let report = try Analysing.report(Analyzer(options).analyze(paths: [folder(name)]))
                #expect(report.replacing(folder(name) + "!/s", with: folder("s")) == expected)
            }
        }
        #expect(folder.names == ["s", "t.tar", "t.zip"])
    }

    @Test func `archives inside archives are read to a depth of three`() throws {
        let log = Member("x.log", Archived.log("D1"))
        let one = ArchiveBytes.zip([log])
        let two = ArchiveBytes.tar([Member("one.zip", one)])
        let three = ArchiveBytes.gzip(ArchiveBytes.tar([Member("two.tar", two), Member("y.log", Archived.log("D2"))]))
        let four = ArchiveBytes.zip([Member("three.tgz", three)])
        #expect(
            Archived.rows(try Archived.analyze(three)) == [
                "a!/two.tar!/one.zip!/x.log lifecycle-text read", "a!/y.log lifecycle-text read",
            ])
        let analysis = try Archived.analyze(four)
        #expect(
            Archived.rows(analysis) == [
                "a!/three.tgz!/two.tar!/one.zip archive unread", "a!/three.tgz!/y.log lifecycle-text read",
            ])
        #expect(analysis.header.problems.map(\.code) == [.archiveLimit])
    }

    @Test func `members of one name are inputs of their own`() throws {
        let members = [
            Member("x.log", Archived.log("D1")), Member("./x.log", Archived.log("D2")), Member("y", Archived.note),
            Member("x.log", Archived.log("D3")), Member("x.log#2", Archived.log("D4")),
        ]
        for archive in [ArchiveBytes.tar(members), ArchiveBytes.zip(members)] {
            let analysis = try Archived.analyze(archive)
            #expect(
                Archived.rows(analysis) == [
                    "a!/x.log lifecycle-text read", "a!/x.log#2 lifecycle-text read",
                    "a!/x.log#2#2 lifecycle-text read", "a!/x.log#3 lifecycle-text read", "a!/y unknown unread note",
                ])
            #expect(
                try analysis.runs().map { "\($0.device ?? "") \($0.ending.because.first?.at.file ?? "")" }
                    == ["D1 a!/x.log", "D2 a!/x.log#2", "D3 a!/x.log#3", "D4 a!/x.log#2#2"])
        }
    }

    @Test func `archives of one name inside an archive are looked into, each by its own name`() throws {
        let inner = ["D1", "D2"].map { Member("in.zip", ArchiveBytes.zip([Member("x.log", Archived.log($0))])) }
        let analysis = try Archived.analyze(ArchiveBytes.tar(inner))
        #expect(
            Archived.rows(analysis) == [
                "a!/in.zip!/x.log lifecycle-text read", "a!/in.zip#2!/x.log lifecycle-text read",
            ])
        #expect(try analysis.runs().map(\.device) == ["D1", "D2"])
    }

    @Test func `the same log twice under one name tells what it tells once`() throws {
        let once = Member("x.log", Archived.log("D1", lines: 50))
        let one = try Archived.analyze(ArchiveBytes.tar([once])).runs()
        let two = try Archived.analyze(ArchiveBytes.tar([once, once])).runs()
        #expect(two.map(\.story) == one.map(\.story))
        #expect(two.count == 1)
    }

    @Test func `names that lead out of the archive are names and nothing else`() throws {
        let members = [Member("../../etc/x.log", Archived.log("D1")), Member("/etc/y.log", Archived.log("D2"))]
        for archive in [ArchiveBytes.tar(members), ArchiveBytes.zip(members)] {
            let analysis = try Archived.analyze(archive)
            #expect(
                Archived.rows(analysis) == ["a!/etc/x.log lifecycle-text read", "a!/etc/y.log lifecycle-text read"])
            #expect(analysis.header.problems.map(\.code) == [.archivePath])
        }
    }

    @Test func `a name longer than any path is told and not read`() throws {
        let name = String(repeating: "n", count: 5_000)
        let analysis = try Archived.analyze(
            ArchiveBytes.tar([Member(name, Archived.log("D1")), Member("x.log", Archived.log("D2"))]))
        #expect(analysis.header.problems.map(\.code) == [.archivePath])
        #expect(try analysis.runs().map(\.device) == ["D2"])
    }

    @Test func `an archive of which nothing can be read is unread itself`() throws {
        let folder = try ScratchFiles()
        try folder.write("f/a.zip", ArchiveBytes.zip([Member("README.md", Archived.note)]))
        #expect(
            Archived.rows(try Analyzer().analyze(paths: [folder("f/a.zip")])) == [
                "\(folder("f/a.zip"))!/README.md unknown unread"
            ])
        #expect(
            Archived.rows(try Analyzer().analyze(paths: [folder("f")])) == [
                "\(folder("f/a.zip"))!/README.md unknown unread"
            ])
        try folder.write("f/x.log", Array(Archived.log("D1").utf8))
        #expect(
            Archived.rows(try Analyzer().analyze(paths: [folder("f")])) == [
                "\(folder("f/a.zip"))!/README.md unknown unread note", "\(folder("f/x.log")) lifecycle-text read",
            ])
    }

    @Test func `an archive of nothing is empty`() throws {
        for archive in [
            ArchiveBytes.tar([]), ArchiveBytes.zip([]), ArchiveBytes.gzip([]), ArchiveBytes.zip([Member(".a", "b")]),
        ] where ArchiveKind(head: archive) != nil {
            let analysis = try Archived.analyze(archive)
            #expect(Archived.rows(analysis) == ["a unknown unread"])
            #expect(analysis.header.problems.map(\.code) == [.empty])
        }
    }

    @Test func `zeros that are compressed are not told to be an archive`() throws {
        for (bytes, told) in [
            (ArchiveBytes.gzip(Array(repeating: 0, count: 8_192)), "zero bytes alone"),
            (ArchiveBytes.tar([]), "The archive holds no files"), (ArchiveBytes.zip([]), "The archive holds no files"),
        ] where ArchiveKind(head: bytes) != nil {
            let messages = try Archived.analyze(bytes).header.problems.map(\.message)
            #expect(messages.count == 1 && messages[0].contains(told), "\(messages)")
        }
    }

    @Test func `an archive of hidden files says that they are hidden`() throws {
        let archive = ArchiveBytes.tar([Member(".a/x.log", Archived.log("D1")), Member("__MACOSX/x.log", "b")])
        let messages = try Archived.analyze(archive).header.problems.map(\.message)
        #expect(messages.count == 1 && messages[0].contains("hidden files alone"), "\(messages)")
    }

    @Test func `without temporary files members share the memory`() throws {
        let members = (1...3).map { Member("\($0).log", Archived.log("D\($0)", lines: 2_000)) }
        let archive = ArchiveBytes.tar(members)
        let analysis = try Archived.analyze(archive) { $0.memoryBudget = 150_000 }
        #expect(analysis.header.problems.map(\.code) == [.tooLarge])
        #expect(
            Archived.rows(analysis) == [
                "a!/1.log lifecycle-text read", "a!/2.log lifecycle-text read", "a!/3.log lifecycle-text unread",
            ])
    }

    @Test func `what does not fit into memory is spooled, and nothing is left behind`() throws {
        let folder = try ScratchFiles()
        let members = (1...3).map { Member("\($0).log", Archived.log("D\($0)", lines: 2_000)) }
        let spooled = try Archived.analyze(ArchiveBytes.tar(members)) {
            $0.spoolDirectory = folder.path
            $0.archiveLimits.smallBytes = 100
            $0.archiveLimits.memoryBytes = 0
        }
        #expect(try Analysing.report(spooled) == Analysing.report(Archived.analyze(ArchiveBytes.tar(members))))
        #expect(folder.names.isEmpty)
        let full = try Archived.analyze(ArchiveBytes.tar(members)) {
            $0.spoolDirectory = folder.path
            $0.archiveLimits.memoryBytes = 0
            $0.archiveLimits.spooledBytes = 100_000
        }
        #expect(full.header.problems.map(\.code) == [.tooLarge, .tooLarge])
        #expect(folder.names.isEmpty)
        let nowhere = try Archived.analyze(ArchiveBytes.tar(members)) {
            $0.spoolDirectory = folder("missing")
            $0.archiveLimits.memoryBytes = 0
        }
        #expect(nowhere.header.inputs.allSatisfy { $0.status == .unread && $0.isExpected })
    }

    @Test func `a member for which there is no room leaves the room to the next`() throws {
        let folder = try ScratchFiles()
        let members = [
            Member("1.log", Archived.log("D1", lines: 60_000)), Member("2.log", Archived.log("D2", lines: 2_000)),
        ]
        // The first MiB of the large one fits, and beside that not the small one.
        let analysis = try Archived.analyze(ArchiveBytes.tar(members)) {
            $0.spoolDirectory = folder.path
            $0.archiveLimits.smallBytes = 100
            $0.archiveLimits.spooledBytes = (1 << 20) + 20_000
        }
        #expect(analysis.header.problems.map(\.code) == [.tooLarge])
        #expect(Archived.rows(analysis) == ["a!/1.log lifecycle-text unread", "a!/2.log lifecycle-text read"])
        #expect(try analysis.runs().map(\.device) == ["D2"])
    }

    @Test func `a log in no order is sorted, also as a member`() throws {
        let folder = try ScratchFiles()
        let lines = (0..<3_000).map { number in
            let minute = String(number / 60 + 1_000).suffix(2)
            let second = String(number % 60 + 100).suffix(2)
            let event = number == 0 ? "process.launch" : "sync.finished"
            return
                "{\"time\":\"2026-03-02T10:\(minute):\(second)Z\",\"event\":\"\(event)\",\"app\":\"com.acme.notes\",\"pid\":71}\n"
        }
        let newestFirst: String = lines.reversed().joined()
        let expected = try Archived.analyze(Array(lines.joined().utf8)).runs().map { $0.states.map(\.state) }
        for spool in [0, 1 << 20] {
            let analysis = try Archived.analyze(ArchiveBytes.zip([Member("x.log", newestFirst)])) {
                $0.spoolDirectory = folder.path
                $0.archiveLimits.memoryBytes = spool
            }
            #expect(Archived.rows(analysis) == ["a!/x.log lifecycle-jsonl read"])
            #expect(try analysis.runs().map { $0.states.map(\.state) } == expected)
        }
    }
}
