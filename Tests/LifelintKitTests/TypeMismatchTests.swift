// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

/// An attribute of an app's own that has another type than a rule expects is told.
@Suite struct TypeMismatchTests {
    private static let log = """
        # app=com.example.app device=D1 date=2026-03-02 pid=71
        10:00:00.000 process.launch intent=foreground
        10:00:01.000 ui.refresh items="many"
        10:00:02.000 ui.refresh items="more"
        10:00:03.000 ui.refresh items=4 task=7 scene=A name=a flag=true

        """

    private func problems(_ condition: String) throws -> [Problem] {
        try problems(ofCheck: "count: { event: ui.refresh, where: '\(condition)' }\nmore_than: 5\nper: run\n")
    }

    private func problems(ofCheck check: String) throws -> [Problem] {
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: found\nseverity: warning\n"
            + check
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        return try RuleCase.analysis([rule], [(name: "a.lifelog", text: Self.log)]).header.problems
    }

    @Test(arguments: [
        "count: ui.refresh\nmore_than: 9\nper: run\nsum: items\n",
        "count: ui.refresh\nmore_than: 9s\nfor_each: device\nsum: items\n",
        "rising: ui.refresh\nfield: items\nat: ui.refresh\ntimes: 2\n",
    ])
    func `a value that does not go with the others is told`(check: String) throws {
        #expect(try problems(ofCheck: check).map(\.code) == [.typeMismatch])
    }

    @Test func `one problem is told for each rule and field`() throws {
        let problems = try problems("items > 3 or items > 3s")
        #expect(problems.map(\.code) == [.typeMismatch])
        #expect(problems.first?.message.contains("“items”") == true)
        #expect(problems.first?.file == "cases/case-rule.yml")
    }

    @Test(arguments: [
        "items == 5", "items < 5", "items in [5, 3s]", "items not in [3s]", "items matches \"m*\"", "items",
        "not items", "items contains \"m\"", "items != 5", "flag == \"yes\"", "event.items == 5",
        "items + 1 > 3", "items - 1s > 3s", "items * 2 != 4", "3 < items / 2", "items + 1 in [5]",
        "items + 1 not in [5]",
        "7 in [items + 1]", "-items < 3", "(items + 1) * 2 > 3",
    ])
    func `whatever asks for another type is told`(condition: String) throws {
        #expect(try problems(condition).map(\.code) == [.typeMismatch])
    }

    @Test(arguments: [
        "items in [\"many\", 4]", "items not in [4, \"few\"]", "amount > 3",
        "duration > 3s", "task == 7", "task in [7, 8]", "scene != \"x\"", "name == \"a\"", "flag", "not flag",
        "amount + 1 > 3", "amount - items > 3", "duration / 2s > 3", "time - run.start > 3s",
        "9223372036854775807 + 1 > 3",
        "flag == true", "amount", "amount matches \"x\"", "task matches \"7*\"", "exists items",
    ])
    func `what compares, or is missing, is no problem`(condition: String) throws {
        #expect(try problems(condition).isEmpty)
    }
}
