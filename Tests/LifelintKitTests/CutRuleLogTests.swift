// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// No rule cries before its window closes: a log in which it finds nothing, cut after any line, leads to no finding.
@Suite struct CutRuleLogTests {
    /// Where a later line takes back what was so up to there, and why that is right.
    private static let retracting: [String: String] = [
        "cpu-limit-exceeded":
            "a report says that the process was ended for it, and a line soon after says for what else",
        "disk-writes-limit-exceeded": "the same",
        "wakeups-limit-exceeded": "the same",
        "background-save-uncovered":
            "a save states its length; that the user was back before it was over is seen then",
        "main-thread-hang": "a stall states its length; that the process slept in it is seen when it is back in front",
        "voip-push-not-reported":
            "a push whose end is logged is judged by that, however late it comes; until then by five seconds",
    ]

    @Test(arguments: ShippedRuleTests.ids) func `cut after any line, a silent log is silent`(id: String) throws {
        let library = try RuleCase.library.get()
        let rule = try #require(library.rules.first { $0.id == id })
        var cut: [String: RuleTest] = [:]
        for test in rule.tests where test.expectation != .bad {
            let lines = test.log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for count in lines.indices.dropFirst() {
                var other = test
                other.log = lines[..<count].joined(separator: "\n")
                other.exempt = []
                // Many logs of a rule begin alike.
                cut["\(other.log) \(test.declaredLogs) \(test.parameters) \(test.configuration ?? "")"] = other
            }
        }
        var other = rule
        other.tests = cut.sorted { $0.key < $1.key }.map(\.value)
        let found = RuleTester.test(other, in: library).filter { !$0.findings.isEmpty }
        // What the next run shows may take a finding back: the rule says so itself.
        if Self.retracting[id] != nil || rule.unlessNext != nil {
            // An exception that nothing needs any more is none.
            #expect(!found.isEmpty)
        } else {
            #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
        }
    }
}
