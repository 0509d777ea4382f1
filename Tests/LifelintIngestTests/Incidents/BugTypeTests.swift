// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// The numbers of kinds of reports, as parsers, their help and the vocabulary know them.
@Suite struct BugTypeTests {
    static let readers: [(format: IncidentFormat, numbers: [String], ends: Set<ReportWords.Ends>)] = [
        (JetsamParser.input, JetsamParser.bugTypes, [.some]), (PanicParser.input, PanicParser.bugTypes, [.device]),
        (HangParser.input, HangParser.bugTypes, [.nothing]),
        (StackshotParser.input, StackshotParser.bugTypes, [.nothing, .unsaid]),
        (ResourceParser.input, ResourceParser.bugTypes, [.process, .unsaid]),
    ]

    @Test(arguments: readers) func `what a parser reads by its number is told, and known to the vocabulary`(
        format: IncidentFormat, numbers: [String], ends: Set<ReportWords.Ends>
    ) {
        let told = format.recognisedBy.split { !$0.isNumber }.map { String($0) }
        #expect(told == numbers)
        for number in numbers {
            let type = UInt64(number).flatMap(ShippedWords.vocabulary.reports.bugType)
            #expect(type.map { ends.contains($0.ends) } == true, "\(number)")
        }
    }

    @Test func `what ends a process by its number is what the vocabulary says`() {
        let ending = ResourceParser.bugTypes.filter {
            UInt64($0).flatMap(ShippedWords.vocabulary.reports.bugType)?.ends == .process
        }
        #expect(ending == [ResourceText.fatalBugType])
        #expect(BugTypeTests.ends(ResourceText.sparedBugType) == .unsaid)
        #expect(BugTypeTests.ends(PanicParser.forcedReset) == .device)
    }

    static let crashes: [(numbers: Set<String>, ends: ReportWords.Ends)] = [
        (CrashIPSParser.crashes, .process), (CrashIPSParser.notes, .nothing),
        (CrashIPSParser.faults.subtracting(CrashIPSParser.notes), .unsaid),
    ]

    @Test(arguments: crashes) func `crashes, faults and notes are what the vocabulary calls them`(
        numbers: Set<String>, ends: ReportWords.Ends
    ) {
        for number in numbers { #expect(BugTypeTests.ends(number) == ends, "\(number)") }
    }

    /// What ends a process, several, or all of a device is what reports are read for.
    @Test func `what ends something by the vocabulary is read`() {
        let read = CrashIPSParser.crashes.union(BugTypeTests.readers.flatMap(\.numbers))
        for type in ShippedWords.vocabulary.reports.bugTypes where type.ends != .nothing && type.ends != .unsaid {
            for number in type.numbers { #expect(read.contains("\(number)"), "\(type.name)") }
        }
    }

    private static func ends(_ number: String) -> ReportWords.Ends? {
        UInt64(number).flatMap(ShippedWords.vocabulary.reports.bugType)?.ends
    }

    @Test(arguments: [([], ""), (["1"], "1"), (["1", "2"], "1 or 2"), (["1", "2", "3"], "1, 2 or 3")])
    func `numbers are told as a choice`(numbers: [String], expected: String) {
        #expect(IncidentFormat.kinds(numbers) == expected)
    }

    /// What stands below a header, and what it is, whatever number the header has.
    static let bodies: [(kind: IncidentReport.Kind, body: String)] = [
        (
            .crash,
            """
            Incident Identifier: 42AC7C5D-0000-4000-8000-000000000001
            Process:         Notes [71]
            Identifier:      com.acme.notes
            Version:         7 (1.0)
            Date/Time:       2026-03-01 10:00:05.000 +0000
            OS Version:      iPhone OS 26.1 (23B85)

            Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
            Exception Codes: 0x0000000000000001, 0x0000000000000010
            Triggered by Thread:  0

            Thread 0 Crashed:
            0   Notes                0x0000000100001000 0x100000000 + 4096
            """
        ),
        (
            .hang,
            """
            Date/Time:       2026-03-01 10:00:05.000 +0000
            End time:        2026-03-01 10:00:12.000 +0000
            OS Version:      iPhone OS 26.1 (Build 23B85)
            Architecture:    arm64e
            Command:         Notes
            Path:            /private/var/containers/Bundle/Application/x/Notes.app/Notes
            PID:             71
            Event:           hang
            Duration:        7.00s
            """
        ),
        (
            .jetsam,
            """
            {"largestProcess" : "Notes", "date" : "2026-03-01 10:00:05.00 +0000",
             "processes" : [{"pid" : 71, "name" : "Notes", "rpages" : 9, "reason" : "per-process-limit"}]}
            """
        ),
        (.panic, #"{"panicString" : "panic(cpu 0 caller 0xfffffff0): x", "date" : "2026-03-01 10:00:05.00 +0000"}"#),
        (
            .stackshot,
            """
            {"date" : "2026-03-01 10:00:05.00 +0000", "reason" : "x",
             "processByPid" : {"71" : {"pid" : 71, "procname" : "Notes", "threadById" : {}}}}
            """
        ),
    ]

    @Test("What a report holds says what it is, not the number above it", arguments: bodies)
    func otherNumber(_ row: (kind: IncidentReport.Kind, body: String)) {
        for number in ["109", "309", "385", "145", "206", "210", "211", "228", "288", "298", "999"] {
            let header = #"{"bug_type":"\#(number)","timestamp":"2026-03-01 10:00:06.00 +0000","app_name":"Notes"}"#
            let read = IncidentParsers.read(Array((header + "\n" + row.body + "\n").utf8), IncidentSettings())
            #expect(read.reports.map(\.kind) == [row.kind], "\(number): \(read.problems)")
        }
        let bare =
            #"{"timestamp":"2026-03-01 10:00:06.00 +0000","os_version":"iPhone OS 26.1 (23B85)","incident_id":"42AC"}"#
        let read = IncidentParsers.read(Array((bare + "\n" + row.body + "\n").utf8), IncidentSettings())
        #expect(read.reports.map(\.kind) == [row.kind], "\(read.problems)")
    }
}
