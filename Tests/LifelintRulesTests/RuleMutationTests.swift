// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// What is made wrong in a rule so that its tests can be tried.
@Suite struct RuleMutationTests {
    private static let text = """
        id: a-rule
        title: A rule
        topic: cases
        severity: warning
        params: { limit: 10s }
        after: memory.warning
        where: level == "critical" and bytes > 100MB
        expect: cache.purge
        within: "{limit}"
        unless: app.didEnterBackground
        applies_if: run.host == app and not run.debugger
        requires: [[cache.purge, memory.footprint], memory.warning]
        message: found
        why: Why.
        tests: []
        """

    private static func changes(of text: String) throws -> [RuleMutation] {
        let library = try RuleLibrary.shipped()
        let rule = try RuleFileReader.read(path: "cases/a-rule.yml", bytes: Array(text.utf8), names: library.names)
        return RuleMutator.mutations(of: rule)
    }

    @Test func `the check, each guard and each limit are changed`() throws {
        let changes = try Self.changes(of: Self.text).map(\.change)
        #expect(
            changes == [
                "the check turned into its opposite", "10s made 5s", "“where” dropped",
                "“level == \"critical\" and bytes > 100MB” denied", "100MB made 50MB",
                "“level == \"critical\"” dropped", "“bytes > 100MB” dropped", "“within” dropped",
                "“unless” dropped", "“applies_if” dropped", "“run.host == app and not run.debugger” denied",
                "“run.host == app” dropped", "“not run.debugger” dropped", "“requires” dropped",
                "item 1 of “requires” dropped", "item 1 of an alternative of requires dropped",
                "item 2 of an alternative of requires dropped", "item 2 of “requires” dropped",
            ])
    }

    @Test func `a changed rule is still a rule, and stands where it stood`() throws {
        let library = try RuleLibrary.shipped()
        for change in try Self.changes(of: Self.text) where change.change != "“within” dropped" {
            #expect(change.at.line >= 1)
            #expect(throws: Never.self, "\(change.source)") {
                try RuleFileReader.read(
                    path: "cases/a-rule.yml", bytes: Array(change.source.utf8), names: library.names)
            }
        }
    }

    @Test(
        arguments: [
            ("5s", ["2.5s"]), ("3", ["1"]), ("0", []), ("30%", ["15%"]), ("3 of 4", ["1 of 4", "3 of 2"]),
            ("2+", ["1+"]),
            ("500ms", ["250ms"]), ("0x8badf00d", []), ("x2y", []), ("\"5s\"", []), ("1.5s", ["0.75s"]),
        ] as [(String, [String])])
    func `a number is halved`(text: String, halves: [String]) {
        #expect(HalvedNumbers.texts(text).map(\.text) == halves)
    }

    @Test func `in a condition only what is compared by size is a limit`() {
        #expect(HalvedNumbers.limits("code == 8 and duration >= 4s").map(\.text) == ["code == 8 and duration >= 2s"])
    }

    @Test func `of what is enough by itself each is left out`() {
        let parts = ConditionMutator.parts(of: "a and b or (c or d) or e").map(\.text)
        #expect(parts == ["(c or d) or e", "a and b or e", "a and b or (c or d)"])
    }

    @Test func `the parts of a condition are those outside brackets and quotes`() {
        let parts = ConditionMutator.parts(of: "a and (b and c) and name != \"d and e\"").map(\.text)
        #expect(
            parts == ["(b and c) and name != \"d and e\"", "a and name != \"d and e\"", "a and (b and c)"])
    }
}
