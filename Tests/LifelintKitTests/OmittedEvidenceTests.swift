// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

/// Findings over several runs say how many lines they leave out.
@Suite struct OmittedEvidenceTests {
    private static let runs = 12

    /// Runs a minute apart that save only when they are terminated, and crash.
    private static let log: String = {
        var lines = ["# app=com.example.app device=D1 date=2026-03-02 appVersion=1.0"]
        for number in 10..<(10 + runs) {
            lines.append("10:\(number):00.000 process.launch pid=\(number) intent=foreground")
            lines.append("10:\(number):01.000 app.didBecomeActive")
            lines.append("10:\(number):04.000 app.willTerminate")
            lines.append("10:\(number):04.100 data.save")
            lines.append("10:\(number):05.000 process.exit namespace=SIGNAL code=11")
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    private static let checks: [String] = [
        "event: data.save\nonly_during: app.willTerminate\nnever_during: [active, inactive]\nacross: appVersion",
        "count: data.save\nmore_than: 3\nper: appVersion",
        "share: data.save\nof: app.willTerminate\nmore_than: 30%\nat_least_of: 1\nacross: appVersion",
        "streak: 3\neach: { ended_by: crash.* }",
    ]

    @Test(arguments: checks) func `shown and left out are as many as were counted`(check: String) throws {
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: Found.\nseverity: warning\n"
            + check + "\n"
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        let analysis = try RuleCase.analysis([rule], [(name: "a.lifelog", text: Self.log)])
        let findings = try analysis.allFindings()
        #expect(findings.count == 1)
        for finding in findings {
            #expect(finding.count == Self.runs)
            #expect(finding.evidence.count == 8)
            #expect(finding.evidenceOmitted == 4)
        }
    }
}
