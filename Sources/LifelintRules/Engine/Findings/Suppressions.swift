// SPDX-License-Identifier: MIT

import LifelintModel

/// Findings that configuration says do not count, and whether it still says so.
final class Suppressions {
    private let all: [RuleSet.Suppression]
    private let today: CalendarDay?
    private var used: Set<Int> = []

    init(_ all: [RuleSet.Suppression], today: CalendarDay?) {
        self.all = all
        self.today = today
    }

    /// Why a finding does not count; nil where it does.
    func suppression(of finding: Finding, rule: Rule, _ fields: some FieldSource) -> Finding.Suppression? {
        for (number, suppression) in all.enumerated() {
            guard suppression.rule == rule.id || rule.aliases.contains(suppression.rule) else { continue }
            if let app = suppression.app, !app.matches(finding.app ?? "") { continue }
            if let condition = suppression.condition, !condition.evaluate(fields) { continue }
            used.insert(number)
            if isExpired(suppression) { continue }
            return Finding.Suppression(
                reason: suppression.reason, by: "\(suppression.at.file):\(suppression.at.line)",
                until: suppression.until)
        }
        return nil
    }

    private func isExpired(_ suppression: RuleSet.Suppression) -> Bool {
        guard let today, let until = suppression.until else { return false }
        return until < today
    }

    /// What there is to say about the suppressions themselves.
    var problems: [Problem] {
        all.enumerated().compactMap { number, suppression in
            let code: ProblemCode
            let message: String
            if isExpired(suppression) {
                code = .suppressionExpired
                message =
                    "The suppression of “\(suppression.rule)” expired on \(suppression.until.map { "\($0)" } ?? "")."
            } else if !used.contains(number) {
                code = .suppressionUnused
                message = "The suppression of “\(suppression.rule)” matches no finding."
            } else {
                return nil
            }
            return Problem(
                file: suppression.at.file, line: suppression.at.line, column: suppression.at.column,
                offset: suppression.at.offset, code: code, message: message)
        }
    }
}
