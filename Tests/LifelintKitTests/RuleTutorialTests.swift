// SPDX-License-Identifier: MIT

import Foundation
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// What the tutorial of `rules/README.md` shows can be copied: its rules load, and their tests notice every change.
@Suite struct RuleTutorialTests {
    /// The rules that stand in a part of the page: the tutorial, or the reference behind it.
    private static func rules(inPart part: Int = 0) throws -> [String] {
        let path = SampleReportTests.root.appending(path: "rules/README.md")
        let readme = try String(contentsOf: path, encoding: .utf8)
        let page = readme.components(separatedBy: "## What is here")[part]
        return page.components(separatedBy: "```yaml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }.filter { $0.hasPrefix("id: ") }
    }

    @Test func `the three rules of the tutorial pass their tests, and these notice every change`() throws {
        let rules = try Self.rules()
        #expect(rules.count == 3)
        for text in rules {
            var library = try RuleCase.library.get()
            library.add(events: ["checkout.begin", "checkout.end"])
            let id = String(text.dropFirst("id: ".count).prefix { $0 != "\n" })
            try library.add(ruleFile: "\(id).yml", bytes: Array(text.utf8))
            let rule = try #require(library.rule(id))
            #expect(RuleDiagnostics.warnings(of: rule).isEmpty)
            for result in RuleTester.test(rule, in: library) { #expect(result.isPassed, "\(result.description)") }
            let survivors = MutationTester.outcome(of: rule, in: library).survivors.map(\.change)
            #expect(survivors.isEmpty, "\(id): \(survivors)")
        }
    }

    @Test func `a rule of the reference passes its tests`() throws {
        let rules = try Self.rules(inPart: 1)
        #expect(!rules.isEmpty)
        for text in rules {
            var library = try RuleCase.library.get()
            let id = String(text.dropFirst("id: ".count).prefix { $0 != "\n" && $0 != " " })
            try library.add(ruleFile: "\(id).yml", bytes: Array(text.utf8))
            let rule = try #require(library.rule(id))
            #expect(RuleDiagnostics.warnings(of: rule).isEmpty)
            for result in RuleTester.test(rule, in: library) { #expect(result.isPassed, "\(result.description)") }
        }
    }
}
