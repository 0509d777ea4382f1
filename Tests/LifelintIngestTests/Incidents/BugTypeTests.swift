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
}
