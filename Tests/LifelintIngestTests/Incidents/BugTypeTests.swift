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
        #expect(ending == ["206"])
    }

    @Test(arguments: [([], ""), (["1"], "1"), (["1", "2"], "1 or 2"), (["1", "2", "3"], "1, 2 or 3")])
    func `numbers are told as a choice`(numbers: [String], expected: String) {
        #expect(IncidentFormat.kinds(numbers) == expected)
    }
}
