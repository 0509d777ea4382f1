// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// The tests inside the rules that ship pass, and each of them fails once anything in it is wrong.
@Suite struct ShippedRuleTests {
    static let ids: [String] = RuleLibrary.shippedIds

    private static func rule(_ id: String) throws -> (rule: Rule, library: RuleLibrary) {
        let library = try RuleCase.library.get()
        return (try #require(library.rules.first { $0.id == id }), library)
    }

    /// The test with something broken, and what was done to it.
    private static func broken(_ test: RuleTest) -> [(what: String, test: RuleTest)] {
        var broken: [(String, RuleTest)] = []
        func add(_ what: String, _ change: (inout RuleTest) -> Void) {
            var other = test
            change(&other)
            broken.append((what, other))
        }
        let lines = test.log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if test.expectation == .bad {
            for expectation in RuleTest.Expectation.allCases where expectation != .bad {
                add("bad turned into \(expectation.rawValue)") {
                    $0.expectation = expectation
                    $0.marked = []
                }
            }
            for mark in test.marked {
                for other in [mark - 1, mark + 1]
                where other > 0 && other <= lines.count && !test.marked.contains(other) {
                    add("the mark of line \(mark) moved to \(other)") {
                        $0.marked = $0.marked.map { $0 == mark ? other : $0 }.sorted()
                    }
                }
                add("the line of mark \(mark) taken away") {
                    $0.log = (lines[..<(mark - 1)] + ["# nothing"] + lines[mark...]).joined(separator: "\n")
                }
            }
        } else {
            add("\(test.expectation.rawValue) turned into bad") { $0.expectation = .bad }
        }
        add("an event misspelt") { $0.log += "\n10:00:00 app.didBecomActive" }
        add("an empty log") { $0.log = "" }
        return broken
    }

    @Test(arguments: ids) func `a rule's tests pass`(id: String) throws {
        let (rule, library) = try Self.rule(id)
        for result in RuleTester.test(rule, in: library) { #expect(result.isPassed, "\(result.description)") }
        #expect(rule.tests.contains { $0.expectation == .bad } && rule.tests.contains { $0.expectation == .ok })
    }

    /// Of each rule the first test of each expectation: how well the others tell is seen where rules are made wrong.
    @Test(arguments: ids) func `a test that is broken in any way fails, and says why`(id: String) throws {
        let (rule, library) = try Self.rule(id)
        let tests = RuleTest.Expectation.allCases.compactMap { expectation in
            rule.tests.first { $0.expectation == expectation }
        }
        for test in tests {
            for (what, broken) in Self.broken(test) {
                var other = rule
                other.tests = [broken]
                let result = try #require(RuleTester.test(other, in: library).first)
                #expect(!result.isPassed, "\(id), “\(test.name)”: \(what)")
                #expect(result.description.contains("but: "), "\(id), “\(test.name)”: \(what)")
            }
        }
    }

    @Test func `a newcomer is told what was expected, what was found, and where`() throws {
        let (rule, library) = try Self.rule("background-task-not-ended-at-expiration")
        var broken = rule
        var test = try #require(rule.tests.first { $0.name == "one of two tasks is ended" })
        test.marked = test.marked.map { $0 - 1 }
        test.at.line = 30
        broken.tests = [test]
        let result = try #require(RuleTester.test(broken, in: library).first)
        let expected = """
            tasks/background-task-not-ended-at-expiration.yml:30: background-task-not-ended-at-expiration: “one of two \
            tasks is ended” failed
                expected: bad: a violation that begins at each line marked with “# !” (line 37), and at no other
                but: no violation begins at line 37, which is marked.
                but: a violation begins at line 38, which is not marked with “# !”.
                verdicts: 1 violated, 1 satisfied, 0 inconclusive, 0 not evaluated
                findings:
                  error: Background task 8 “upload photo” expired and was not ended within 1 s.
                    line 38: 10:00:30.200 backgroundTask.expire task=8                  # ! (this needs an answer)
                    line 39: 10:00:36 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9 (none had come by now)

            """
        #expect(result.description == expected)
    }

    @Test func `a misspelt event in a log is told with its line`() throws {
        let (rule, library) = try Self.rule("slow-did-enter-background")
        var broken = rule
        var test = try #require(rule.tests.first { $0.expectation == .ok })
        test.log = test.log.replacing("app.didEnterBackground", with: "app.didEnterBackgroud")
        broken.tests = [test]
        let result = try #require(RuleTester.test(broken, in: library).first)
        #expect(
            result.faults.first?.hasSuffix(
                "says “app.didEnterBackgroud”, which is no event. Did you mean “app.didEnterBackground”?") == true,
            "\(result.faults)")
    }
}
