// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintKit
@testable import LifelintLanguage
@testable import LifelintRules

/// Formulas pass over what they do not speak of: a run may be as long as it likes.
@Suite struct LongFormulaTests {
    @Test(arguments: [
        ("always (hang -> once data.save)", true),
        ("always (hang -> eventually[0s,5s] data.save)", true),
        ("always (hang -> not open(background) and once[0s,10s] app.didBecomeActive)", true),
        ("forall t in scheduledTask: always ((begin(t) or hang) -> once data.save)", true),
        ("always ((hang and open(background)) -> data.save since hang)", false),
        ("always ((hang and open(background)) -> (not data.load) since hang)", true),
        ("always data.save", false),
        ("always open(background)", false),
        ("always (open(background) -> once data.save)", false),
        ("eventually (not hang)", false),
        ("historically (not hang)", true),
        ("not hang until data.save", true),
        ("hang until data.save", false),
    ])
    func `a formula passes over events that make no difference to it`(_ row: (text: String, passes: Bool)) throws {
        let text = """
            id: long
            title: Long
            topic: tasks
            severity: warning
            message: "It does not hold."
            why: Why.
            fix: Fix.
            formula: "\(row.text)"
            """
        var library = try RuleCase.library.get()
        try library.add(ruleFile: "mine/tasks/long.yml", bytes: Array(text.utf8))
        let rule = try #require(library.rule("long"))
        guard case .formula(let formula) = rule.variants.first?.body.branches.first?.check else {
            Issue.record("no formula")
            return
        }
        #expect((FormulaReach(formula) != nil) == row.passes)
    }

    @Test(arguments: [("10:00:01", 1), ("14:00:25", 0)])
    func `a run of more events than a formula keeps is judged`(_ row: (left: String, violated: Int)) throws {
        func clock(_ second: Int) -> String {
            [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
                .joined(separator: ":")
        }
        var lines = [
            "10:00:00 process.launch pid=7 intent=foreground app=com.acme.notes",
            "10:00:00.400 app.didBecomeActive pid=7",
            "\(row.left) app.didEnterBackground pid=7 duration=4ms",
            "10:00:00.500 activity.start pid=7 name=route kind=navigation",
        ]
        // Whatever else it tells, once every two seconds.
        lines += (0..<7_200).map { "\(clock(36_002 + 2 * $0)) network.begin pid=7 url=tile\($0 % 7)" }
        lines += ["14:00:21 activity.stop pid=7 name=route", "14:00:30 memory.footprint pid=7 bytes=900MB"]
        lines.append("14:00:31 process.exit pid=7 code=0 status=0")
        let text = lines.sorted().joined(separator: "\n") + "\n"
        var options = AnalyzerOptions()
        try RulesInForce.load(select: ["large-footprint-in-background"]).apply(to: &options)
        let analyzer = try Analyzer(options)
        let verdicts = try analyzer.analyze(bytes: Array(text.utf8)).header.verdicts
        let counts = try #require(verdicts["large-footprint-in-background"])
        #expect(counts.notEvaluated == 0, "\(counts)")
        #expect(counts.violated == row.violated, "\(counts)")
    }
}
