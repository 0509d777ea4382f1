// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Compares what a rule found in a test's log with what the test says.
enum RuleTestJudge {
    /// What is wrong, in whole sentences; nothing for a test that passes.
    ///
    /// Lines of findings are those of the test's log.
    static func faults(of test: RuleTest, findings: [Finding], verdicts: VerdictCounts) -> [String] {
        switch test.expectation {
        case .bad: bad(test, findings, verdicts)
        case .ok: silent(findings) + (test.isVacuous || verdicts.satisfied > 0 ? [] : [satisfied(verdicts)])
        case .inconclusive:
            silent(findings)
                + (verdicts.inconclusive > 0
                    ? [] : ["no verdict is “inconclusive”: the log shows enough to decide, or nothing to judge."])
        case .notEvaluated: notEvaluated(findings, verdicts)
        }
    }

    private static func bad(_ test: RuleTest, _ findings: [Finding], _ verdicts: VerdictCounts) -> [String] {
        if findings.isEmpty {
            if verdicts.violated > 0 {
                return ["the rule was violated, but its severity there is “none”, so nothing was found."]
            }
            if verdicts.inconclusive > 0 {
                return [
                    "nothing was found: the log ends, or has a gap, before the rule can be sure (\(why(verdicts)))."
                ]
            }
            if verdicts.notEvaluated > 0 {
                return ["nothing was found: the log lacks what the rule needs (\(why(verdicts)))."]
            }
            return [
                verdicts.satisfied > 0
                    ? "nothing was found: what the rule expects is there."
                    : "nothing was found: nothing in the log makes the rule look."
            ]
        }
        let faults = weights(test, findings) + sureness(test, findings) + messages(test, findings)
        if test.marked.isEmpty { return faults }
        let found = Set(findings.compactMap(\.evidence.first?.line.at.line))
        let marked = Set(test.marked)
        let offset = max(test.at.line - 1, 0)
        return faults
            + marked.subtracting(found).sorted().map {
                "no violation begins at line \($0 + offset), which is marked."
            }
            + found.subtracting(marked).sorted().map {
                "a violation begins at line \($0 + offset), which is not marked with “# !”."
            }
    }

    private static func weights(_ test: RuleTest, _ findings: [Finding]) -> [String] {
        guard let wanted = test.severity else { return [] }
        let others = Set(findings.map(\.severity)).subtracting([wanted]).map(\.rawValue).sorted()
        return others.map { "a violation is “\($0)”, and each was to be “\(wanted.rawValue)”." }
    }

    private static func sureness(_ test: RuleTest, _ findings: [Finding]) -> [String] {
        guard let wanted = test.confidence else { return [] }
        let others = Set(findings.map(\.confidence)).subtracting([wanted]).sorted().map(\.rawValue)
        return others.map { "a violation is \($0), and each was to be \(wanted.rawValue)." }
    }

    private static func messages(_ test: RuleTest, _ findings: [Finding]) -> [String] {
        guard let wanted = test.says else { return [] }
        return findings.filter { !$0.message.contains(wanted) }.map {
            "a violation says “\($0.message)”, and not “\(wanted)”."
        }
    }

    private static func silent(_ findings: [Finding]) -> [String] {
        if findings.isEmpty { return [] }
        return ["\(findings.count == 1 ? "a violation was" : "\(findings.count) violations were") found."]
    }

    private static func satisfied(_ verdicts: VerdictCounts) -> String {
        if verdicts.inconclusive > 0 {
            return "no verdict is “satisfied”: the rule could not be sure (\(why(verdicts)))."
        }
        if verdicts.notEvaluated > 0 {
            return "no verdict is “satisfied”: the log lacks what the rule needs (\(why(verdicts)))."
        }
        return "the rule had nothing to judge; write “vacuous: true” where that is what the test is about."
    }

    private static func notEvaluated(_ findings: [Finding], _ verdicts: VerdictCounts) -> [String] {
        var faults = silent(findings)
        if verdicts.satisfied > 0 || verdicts.inconclusive > 0 || (findings.isEmpty && verdicts.violated > 0) {
            faults.append("the log shows enough for the rule to judge.")
        } else if verdicts.notEvaluated == 0, findings.isEmpty {
            faults.append("the rule had nothing to judge: it never asked for what the log cannot show.")
        }
        return faults
    }

    private static func why(_ verdicts: VerdictCounts) -> String {
        verdicts.reasons.isEmpty ? "no reason" : verdicts.reasons.keys.sorted().joined(separator: ", ")
    }
}
