// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A rule that combines checks of which some look over several runs.
final class CombinedRule {
    let rule: CompiledRule
    let variant: Int
    let combination: RuleBody.Combination
    /// By branch: the check that looks over several runs; nil where it looks at one.
    let history: [HistoryRule?]
    /// What verdicts are given of.
    let unit: Check.Unit
    /// Whether each value of the fields under `same` has its own verdict: all its checks tell apart the same.
    let isKeyed: Bool

    private init(_ rule: CompiledRule, _ variant: Int, _ combination: RuleBody.Combination, _ history: [HistoryRule?]) {
        self.rule = rule
        self.variant = variant
        self.combination = combination
        self.history = history
        let body = rule.rule.variants[variant].body
        unit = body.unit
        let fields = rule.variants[variant].map(\.keys.fields)
        isKeyed = body.unit != .run && fields.allSatisfy { !$0.isEmpty && $0 == fields.first }
    }

    /// The rules that are combined of such checks.
    static func all(_ history: [HistoryRule]) -> [CombinedRule] {
        let combined = history.filter(\.isCombined)
        var places: [[Int]: [HistoryRule]] = [:]
        for rule in combined { places[[rule.rule.serial, rule.variant], default: []].append(rule) }
        return places.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, checks in
            guard let first = checks.first, let combination = first.rule.combinations[first.variant] else { return nil }
            var history = [HistoryRule?](repeating: nil, count: first.rule.variants[first.variant].count)
            for check in checks { history[check.branchNumber] = check }
            return CombinedRule(first.rule, first.variant, combination, history)
        }
    }

    /// What all its branches have to say so that it is violated.
    var wanted: Outcome.Verdict { combination == .noneOf ? .satisfied : .violated }
}

extension HistoryRule {
    /// What its verdicts are about.
    var unit: Check.Unit { branch.branch.check.unit }
}

extension Check {
    /// What verdicts are given of, the finest first.
    enum Unit: Int {
        case run, version, app

        fileprivate init(_ group: Place.Group) { self = group == .all ? .app : .version }
    }

    /// What its verdicts are about.
    var unit: Unit {
        guard looksOverRuns else { return .run }
        switch self {
        case .versions: return .version
        case .share(let share): return Unit(share.across)
        case .count(let count): return Unit(count.group ?? .appVersion)
        case .place(let place): return Unit(place.across ?? .appVersion)
        default: return .run
        }
    }
}

extension RuleBody {
    /// What verdicts are given of: the finest of what its checks speak of.
    var unit: Check.Unit { branches.map(\.check.unit).min { $0.rawValue < $1.rawValue } ?? .run }
}
