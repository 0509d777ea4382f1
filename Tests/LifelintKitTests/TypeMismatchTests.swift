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
        10:00:03.000 ui.refresh items=4

        """

    private func problems(_ condition: String) throws -> [Problem] {
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: found\nseverity: warning\n"
            + "count: { event: ui.refresh, where: \(condition) }\nmore_than: 5\nper: run\n"
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        return try RuleCase.analysis([rule], [(name: "a.lifelog", text: Self.log)]).header.problems
    }

    @Test func `one problem is told for each rule and field`() throws {
        let problems = try problems("items > 3 or items > 3s")
        #expect(problems.map(\.code) == [.typeMismatch])
        #expect(problems.first?.message.contains("“items”") == true)
        #expect(problems.first?.file == "cases/case-rule.yml")
    }

    @Test(arguments: ["items == \"many\"", "amount > 3", "duration > 3s"])
    func `what compares, or is missing, is no problem`(condition: String) throws {
        #expect(try problems(condition).isEmpty)
    }
}
