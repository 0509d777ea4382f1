// SPDX-License-Identifier: MIT

import LifelintLanguage

/// What has to be known of a variant of a rule to tell its routine where nothing was found.
///
/// Why a class: it is made once, and asked in each run that has to be looked at.
final class RoutineShape {
    let variant: Int
    /// A branch that is judged with the run: its number, and that of the condition under which it applies.
    let branches: [(number: Int, condition: Int?)]
    let isCombined: Bool
    let isNoneOf: Bool
    let asksForEnding: Bool

    /// nil where more has to be asked.
    init?(_ rule: CompiledRule, variant: Int) {
        let all = rule.variants[variant]
        let combination = rule.combinations[variant]
        // The places of branches are bits, also of those that are judged elsewhere.
        guard all.count <= 64, !rule.requiresInRun(variant: variant),
            combination == nil || !all.contains(where: \.looksOverRuns)
        else { return nil }
        self.variant = variant
        branches = all.map { ($0.number, $0.condition) }
        isCombined = combination != nil
        isNoneOf = combination == .noneOf
        asksForEnding = rule.asksForEnding[variant]
    }
}
