// SPDX-License-Identifier: MIT

import LifelintLanguage
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

    var isEmpty: Bool { all.isEmpty }

    /// Why a finding does not count; nil where it does.
    func suppression(of finding: Finding, rule: Rule, _ fields: some FieldSource) -> Finding.Suppression? {
        let numbers = matching(finding, rule: rule, fields)
        use(numbers)
        return effect(of: numbers)
    }

    /// The numbers of those that match a finding; none follows the first that is in force.
    func matching(_ finding: Finding, rule: Rule, _ fields: some FieldSource) -> [Int] {
        let fields = FindingFields(finding: finding, rest: fields)
        var found: [Int] = []
        for (number, suppression) in all.enumerated() {
            guard suppression.rule == rule.id || rule.aliases.contains(suppression.rule) else { continue }
            if let app = suppression.app, !app.matches(finding.appName ?? "") { continue }
            if let condition = suppression.condition, !condition.evaluate(fields) { continue }
            found.append(number)
            if !isExpired(suppression) { break }
        }
        return found
    }

    /// Why a finding does not count that these match.
    func effect(of numbers: [Int]) -> Finding.Suppression? {
        guard let last = numbers.last, !isExpired(all[last]) else { return nil }
        return Finding.Suppression(
            reason: all[last].reason, by: "\(all[last].at.file):\(all[last].at.line)", until: all[last].until)
    }

    /// Notes that these match a finding that was made.
    func use(_ numbers: some Sequence<Int>) { used.formUnion(numbers) }

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
                    "The suppression of “\(suppression.rule)” expired on "
                    + "\(suppression.until.map { SettingText.text($0) } ?? "")."
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
