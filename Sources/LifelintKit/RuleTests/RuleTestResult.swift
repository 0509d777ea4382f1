// SPDX-License-Identifier: MIT

package import LifelintLanguage
package import LifelintModel

/// What came of one test inside a rule.
package struct RuleTestResult: Sendable {
    /// The rule's id.
    package var rule: String
    /// The test.
    package var test: RuleTest
    /// What is wrong, in whole sentences; empty for a test that passed.
    package var faults: [String]
    /// What the rule found, by the lines of the test's log.
    package var findings: [Finding]
    /// The verdicts it came to.
    package var verdicts: VerdictCounts

    /// Whether everything is as the test says.
    package var isPassed: Bool { faults.isEmpty }

    /// The 1-based line of the rule's file on which a line of the log stands.
    package func fileLine(ofLog line: Int) -> Int {
        let (sum, isOver) = test.at.line.addingReportingOverflow(line - 1)
        return isOver ? line : sum
    }

    /// The whole story of a failure, for somebody who sees the rule for the first time.
    package var description: String {
        var text = "\(test.at.file):\(test.at.line): \(rule): “\(test.name)” failed\n"
        text += "    expected: \(expected)\n"
        for fault in faults { text += "    but: \(fault)\n" }
        text += "    verdicts: \(verdictText)\n"
        if findings.isEmpty { return text + "    findings: none\n" }
        text += "    findings:\n"
        for finding in findings.prefix(5) {
            text += "      \(finding.severity.rawValue): \(finding.message)\n"
            for evidence in finding.evidence.prefix(3) {
                let note = evidence.note.isEmpty ? "" : " (\(evidence.note))"
                text += "        line \(fileLine(ofLog: evidence.line.at.line)): \(evidence.line.text)\(note)\n"
            }
        }
        if findings.count > 5 { text += "      … and \(findings.count - 5) more\n" }
        return text
    }

    private var expected: String {
        switch test.expectation {
        case .bad where test.marked.isEmpty: "bad: at least one violation"
        case .bad:
            "bad: a violation that begins at each line marked with “# !” (\(lines(test.marked))), and at no other"
        case .ok where test.isVacuous: "ok: no violation"
        case .ok: "ok: no violation, and at least one verdict “satisfied”"
        case .inconclusive: "inconclusive: no violation, and at least one verdict “inconclusive”"
        case .notEvaluated: "not_evaluated: the log cannot show what the rule looks for, so nothing is judged"
        }
    }

    private func lines(_ lines: [Int]) -> String {
        "line " + lines.map { String(fileLine(ofLog: $0)) }.joined(separator: ", ")
    }

    private var verdictText: String {
        var text = "\(verdicts.violated) violated, \(verdicts.satisfied) satisfied, "
        text += "\(verdicts.inconclusive) inconclusive, \(verdicts.notEvaluated) not evaluated"
        if verdicts.reasons.isEmpty { return text }
        let reasons = verdicts.reasons.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return text + " (" + reasons.joined(separator: ", ") + ")"
    }
}
