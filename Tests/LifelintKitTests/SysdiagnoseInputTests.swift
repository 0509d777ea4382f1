// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel
import TestSupport
import Testing

/// Archives as Apple makes them: a sysdiagnose with thousands of files that are no logs, the feedback of a tester.
@Suite(.enabled(if: ArchiveLibrary.installed != nil, "libarchive is not installed"))
struct SysdiagnoseInputTests {
    private typealias Member = ArchiveBytes.Member

    @Test func `of many files that are no logs the first are listed and the others counted`() throws {
        let members = (100..<150).map { Member("n/\($0).md", Archived.note) } + [Member("x.log", Archived.log("D1"))]
        for shuffled in [members, members.reversed()] {
            let analysis = try Archived.analyze(ArchiveBytes.tar(shuffled))
            #expect(analysis.header.inputs.count == 22)
            #expect(analysis.header.inputs.first?.path == "a!/n/100.md")
            #expect(analysis.header.inputs.last?.path == "a/…")
            #expect(analysis.header.inputs.last?.problems == 30)
            #expect(try Analysing.report(analysis, "text").contains("50 files in folders are no logs"))
        }
    }

    @Test func `a sysdiagnose gives its logs and reports, and says how to read its unified log`() throws {
        let root = "sysdiagnose_2026.03.02_10-00-00"
        let members =
            [
                Member(root + "/crashes_and_spins/notes.lifelog", Archived.log("D1")),
                Member(root + "/ps.txt", "USER PID\nroot 1\n"), Member(root + "/summaries/README.txt", Archived.note),
            ]
            + (0..<40).map { number in
                Member(root + "/system_logs.logarchive/\(number)/uuidtext", [0x99, 0x88, 0x77, 0x66, 0, 2, 0, 0])
            }
        let analysis = try Archived.analyze(ArchiveBytes.gzip(ArchiveBytes.tar(members)), named: "s.tar.gz")
        #expect(
            Archived.rows(analysis) == [
                "s.tar.gz!/\(root)/crashes_and_spins/notes.lifelog lifecycle-text read",
                "s.tar.gz!/\(root)/ps.txt unknown unread note",
                "s.tar.gz!/\(root)/summaries/README.txt unknown unread note",
                "s.tar.gz!/\(root)/system_logs.logarchive logarchive unread note",
            ])
        let text = try Analysing.report(analysis, "text").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("`log show --archive PATH --style ndjson > FILE`"), "\(text)")
        let folder = try ScratchFiles()
        for member in members { try folder.write("d/" + member.name, member.bytes) }
        let extracted = try Analyzer().analyze(paths: [folder("d")])
        #expect(
            Archived.rows(extracted).map { $0.replacing(folder("d"), with: "s.tar.gz!") } == Archived.rows(analysis))
    }

    @Test func `a binary log without its folder is told with what reads it, and fails nothing`() throws {
        let folder = try ScratchFiles()
        try folder.write("d/notes.lifelog", Array(Archived.log("D1").utf8))
        try folder.write("d/1.tracev3", [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00, 0, 0])
        let analysis = try Analyzer().analyze(paths: [folder("d")])
        #expect(!analysis.header.inputs.contains { $0.status == .unread && $0.isExpected })
        let text = try Analysing.report(analysis, "text").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("log show --archive X.logarchive") && text.contains("1.tracev3"), "\(text)")
        #expect(!text.contains("no log"), "\(text)")
    }

    @Test func `a unified log that is named is unread, and once`() throws {
        let folder = try ScratchFiles()
        for number in 0..<3 { try folder.write("x.logarchive/\(number)/dsc", [0x68, 0x63, 0x73, 0x64, 0, 2]) }
        #expect(
            Archived.rows(try Analyzer().analyze(paths: [folder("x.logarchive")])) == [
                "\(folder("x.logarchive")) logarchive unread"
            ])
    }

    @Test func `tester feedback is read through`() throws {
        let feedback = #"{"appAppleId":"1","timestamp":"2026-03-02T10:00:00Z","appVersion":"4.2"}"#
        let members = [
            Member("feedback.json", feedback), Member("screenshot_1.png", [0x89, 0x50, 0x4E, 0x47, 0, 1]),
            Member("crashlog.crash", Self.crash),
        ]
        let analysis = try Archived.analyze(ArchiveBytes.zip(members), named: "feedback.zip")
        let formats = analysis.header.inputs.map { "\($0.path) \($0.status.rawValue)" }
        #expect(
            formats == [
                "feedback.zip!/crashlog.crash read", "feedback.zip!/feedback.json read",
                "feedback.zip!/screenshot_1.png unread",
            ], "\(analysis.header.problems)")
        #expect(try analysis.runs().contains { $0.ending.cause.rawValue.hasPrefix("crash") })
    }

    private static let crash = """
        Incident Identifier: 6F0C1A3E-0000-4000-8000-1234567890AB
        Hardware Model:      iPhone15,2
        Process:             Notes [71]
        Path:                /private/var/containers/Bundle/Application/X/Notes.app/Notes
        Identifier:          com.acme.notes
        Version:             420 (4.2)
        Code Type:           ARM-64 (Native)
        Date/Time:           2026-03-02 10:00:05.1234 +0000
        Launch Time:         2026-03-02 10:00:00.0000 +0000
        OS Version:          iPhone OS 18.5 (22F76)

        Exception Type:  EXC_CRASH (SIGABRT)
        Exception Codes: 0x0000000000000000, 0x0000000000000000
        Triggered by Thread:  0

        Thread 0 Crashed:
        0   Notes                         0x0000000100000000 0x100000000 + 16

        Binary Images:
        0x100000000 - 0x100007fff Notes arm64  <0123456789abcdef0123456789abcdef> /private/Notes.app/Notes

        """
}
