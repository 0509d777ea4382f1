// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintKit
@testable import LifelintLanguage
@testable import LifelintRules

/// Rules that combine checks over several runs work as other rules do: in tests, configuration and explanations.
@Suite struct CombinedRuleTests {
    private static let text = """
        id: lost-and-late
        title: Lost and late
        topic: restoration
        severity: warning
        message: "Nothing was restored, and memory was not freed."
        why: Why.
        fix: Fix.
        all_of:
          - runs: [{ ended_by: crash.* }, { launch: foreground, missing: { event: restoration.restore, within: 10s } }]
            within: 24h
          - { after: memory.warning, expect: cache.purge, within: 10s, requires: [cache.purge] }
        tests:
          - name: nothing restored and nothing freed
            bad: |
              10:00:00 process.launch pid=71 intent=foreground
              10:00:01 app.didBecomeActive
              10:00:05 cache.purge
              10:00:20 process.exit namespace=SIGNAL code=11
              11:00:00 process.launch pid=72 intent=foreground            # ! points here
              11:00:01 app.didBecomeActive
              11:00:20 memory.warning
              11:00:50 ui.refresh
          - name: freed in time
            ok: |
              10:00:00 process.launch pid=71 intent=foreground
              10:00:20 process.exit namespace=SIGNAL code=11
              11:00:00 process.launch pid=72 intent=foreground
              11:00:01 app.didBecomeActive
              11:00:20 memory.warning
              11:00:22 cache.purge
              11:00:50 ui.refresh
          - name: the log ends too early
            inconclusive: |
              10:00:00 process.launch pid=71 intent=foreground
              10:00:05 cache.purge
              10:00:20 process.exit namespace=SIGNAL code=11
              11:00:00 process.launch pid=72 intent=foreground
              11:00:01 app.didBecomeActive
              11:00:20 memory.warning
              11:00:22 ui.refresh
          - name: the log never shows that anything is freed
            not_evaluated: |
              10:00:00 process.launch pid=71 intent=foreground
              10:00:20 process.exit namespace=SIGNAL code=11
              11:00:00 process.launch pid=72 intent=foreground
              11:00:01 app.didBecomeActive
              11:00:20 memory.warning
              11:00:50 ui.refresh

        """

    private static func library() throws -> (RuleLibrary, Rule) {
        var library = try RuleCase.library.get()
        try library.add(ruleFile: "mine/restoration/lost-and-late.yml", bytes: Array(text.utf8))
        return (library, try #require(library.rule("lost-and-late")))
    }

    @Test func `tests inside such a rule are judged`() throws {
        let (library, rule) = try Self.library()
        let results = RuleTester.test(rule, in: library)
        #expect(results.count == 4)
        for result in results { #expect(result.isPassed, "\(result.description)") }
    }

    @Test func `its formula says in what it is combined`() throws {
        let formula = FormulaText.text(try Self.library().1)
        #expect(formula.hasPrefix("# violated where all of these are, run by run\n"), "\(formula)")
        let groups = """
            id: case-rule
            title: T
            topic: cases
            message: M
            severity: info
            none_of:
              - { count: hang, more_than: 3, per: appVersion }
              - { count: data.save, more_than: 3, per: all }

            """
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(groups.utf8))
        #expect(FormulaText.text(rule).hasPrefix("# violated where each of these is satisfied, version by version\n"))
    }

    private static let lost = [
        #"{"time":"2026-03-02T10:00:00Z","device":"D1","app":"com.acme.notes","pid":1,"event":"process.launch","intent":"foreground"}"#,
        #"{"time":"2026-03-02T10:00:05Z","device":"D1","app":"com.acme.notes","pid":1,"event":"cache.purge"}"#,
        #"{"time":"2026-03-02T10:00:20Z","device":"D1","app":"com.acme.notes","pid":1,"event":"process.exit","namespace":"SIGNAL","code":11}"#,
        #"{"time":"2026-03-02T11:00:00Z","device":"D1","app":"com.acme.notes","pid":2,"event":"process.launch","intent":"foreground"}"#,
        #"{"time":"2026-03-02T11:00:01Z","device":"D1","app":"com.acme.notes","pid":2,"event":"app.didBecomeActive"}"#,
        #"{"time":"2026-03-02T11:00:20Z","device":"D1","app":"com.acme.notes","pid":2,"event":"memory.warning"}"#,
        #"{"time":"2026-03-02T11:00:50Z","device":"D1","app":"com.acme.notes","pid":2,"event":"ui.refresh"}"#,
    ]

    @Test func `its findings are suppressed by run and say all runs`() throws {
        var evidence = try Evidence(Self.lost, rules: [Self.library().1])
        let whole = try evidence.report()
        let finding = try #require(whole.findings.first)
        #expect(finding.runs.count == 2 && finding.runs.last == finding.run)
        #expect(finding.evidence.count == 4 && finding.evidenceOmitted == 0)
        #expect(finding.suppressed == nil)
        let place = SourceLocation(file: ".lifelint.yml", line: 3, column: 1, offset: 0, length: 0)
        var suppression = RuleSet.Suppression(rule: "lost-and-late", reason: "known", at: place)
        suppression.app = Glob("com.acme.*")
        evidence.options.rules?.suppressions = [suppression]
        let analyzer = try Analyzer(evidence.options)
        let report = try RuleReport(
            analyzer.analyze(inputs: [(name: "a.log", bytes: RandomTrace.bytes(Self.lost))]))
        #expect(report.findings.map(\.suppressed?.reason) == ["known"])
    }

    @Test func `a session says the same at its end`() throws {
        let evidence = try Evidence(Self.lost, rules: [Self.library().1])
        let session = try Session(evidence.options)
        for line in Self.lost { session.push(line) }
        #expect(session.takeFindings().isEmpty)
        _ = session.finish()
        let batch = try evidence.report(named: "-")
        let report = RuleReport(session.takeFindings(), session.verdicts)
        #expect(batch.difference(from: report) == nil)
    }
}
