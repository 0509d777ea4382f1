// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// Tests inside rules are tried on rules that are wrong.
@Suite struct MutationTesterTests {
    @Test func `the tests of a rule that ships notice every change`() throws {
        let library = try RuleCase.library.get()
        let rule = try #require(library.rule("work-after-expiration"))
        let outcome = MutationTester.outcome(of: rule, in: library)
        #expect(outcome.tried > 5)
        #expect(outcome.survivors.isEmpty, "\(outcome.survivors.map(\.change))")
    }

    @Test func `what no test is about is told`() throws {
        let library = try RuleCase.library.get()
        var rule = try #require(library.rule("push-handler-never-completed"))
        rule.tests.removeAll {
            $0.expectation == .notEvaluated || !$0.exempt.isEmpty || $0.log.contains("class=uikit")
        }
        let survivors = MutationTester.outcome(of: rule, in: library).survivors.map(\.change)
        #expect(survivors.contains("“requires” dropped"), "\(survivors)")
        #expect(survivors.contains("“not run.harness” dropped"), "\(survivors)")
    }

    @Test func `a test may say how bad a violation is, what its message says, and in which runs it is none`() throws {
        let library = try RuleCase.library.get()
        var rule = try #require(library.rule("cpu-limit-exceeded"))
        var test = try #require(rule.tests.first { $0.name == "ended in front of the user" })
        #expect(try Self.faults(test, &rule, library) == [])
        test.severity = .info
        test.says = "nothing of the kind"
        test.exempt = [.widget]
        let faults = try Self.faults(test, &rule, library)
        #expect(faults.count == 3, "\(faults)")
        #expect(faults.first == "a violation is “error”, and each was to be “info”.")
        #expect(faults.last == "with “host=widget” on every line there is a violation, too.")
    }

    private static func faults(_ test: RuleTest, _ rule: inout Rule, _ library: RuleLibrary) throws -> [String] {
        rule.tests = [test]
        return try #require(RuleTester.test(rule, in: library).first).faults
    }
}
