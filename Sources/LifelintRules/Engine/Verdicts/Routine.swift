// SPDX-License-Identifier: MIT

import LifelintModel

/// What decides the judgement of a rule of a run in which it found nothing wrong: most runs are alike to most rules.
///
/// Beside the routine only what logs can show counts, and that is the same for many runs.
struct Routine: Equatable {
    private let variant: Int
    /// The branches that apply, as bits.
    private(set) var branches: UInt64 = 0
    /// How often the check is satisfied; of a combination, which branches are, as bits.
    private var satisfied: UInt64 = 0
    /// How often it could not be told, for one reason; of a combination, of which branches.
    private var untold: UInt64 = 0
    private var reason: Outcome.Verdict?
    /// For how many keys a combination came to the same.
    private var keys = 0
    /// How the run ended, where that may do instead of an event that is required.
    private let ending: Ending.Kind?

    /// The routine of a run; nil where there is more to say of it.
    init?(_ result: RuleResult, _ ending: Ending.Kind) {
        let rule = result.rule
        guard result.branches.count <= 64 else { return nil }
        variant = result.variant
        self.ending = rule.asksForEnding[variant] ? ending : nil
        guard let combination = rule.combinations[variant] else {
            guard takeSingle(result) else { return nil }
            return
        }
        guard takeCombined(result) else { return nil }
        // Where nothing of what was asked for is wrong, the run itself is the evidence.
        if combination == .noneOf, satisfied | untold == branches { return nil }
    }

    // MARK: One check

    private mutating func takeSingle(_ result: RuleResult) -> Bool {
        guard let number = result.branches.firstIndex(where: { result.applies($0) }) else { return true }
        branches = 1 << UInt64(number)
        let branch = result.branches[number]
        guard let machine = result.machine(of: branch) else {
            satisfied = UInt64(max(result.plainCount(of: branch), 0))
            return true
        }
        guard machine.uncountedViolations == 0 else { return false }
        satisfied = UInt64(max(machine.plainlySatisfied, 0))
        for outcome in machine.outcomes {
            guard isPlain(outcome) else { return false }
            if outcome.verdict == .satisfied { satisfied += 1 } else { untold += 1 }
        }
        return true
    }

    /// Whether an outcome counts as it stands, whoever could have shown what.
    private mutating func isPlain(_ outcome: Outcome) -> Bool {
        guard outcome.absence == nil else { return false }
        switch outcome.verdict {
        case .satisfied: return true
        case .violated: return false
        case .inconclusive, .notEvaluated:
            if reason == nil { reason = outcome.verdict }
            return reason == outcome.verdict
        }
    }

    // MARK: Several checks

    /// What one key came to.
    private struct Pattern {
        var key: ObligationKey?
        var satisfied: UInt64 = 0
        var untold: UInt64 = 0
    }

    private mutating func takeCombined(_ result: RuleResult) -> Bool {
        if takePlain(result) { return true }
        branches = 0
        satisfied = 0
        var patterns: [Pattern] = []
        let first = result.branches.first { result.isJudged($0) }
        let isKeyed = result.branches.allSatisfy { !result.isJudged($0) || $0.keys == first?.keys }
        for (number, branch) in result.branches.enumerated() where result.isJudged(branch) {
            let bit: UInt64 = 1 << UInt64(number)
            branches |= bit
            guard let machine = result.machine(of: branch) else {
                if result.plainCount(of: branch) > 0 { Routine.note(nil, &patterns) { $0.satisfied |= bit } }
                continue
            }
            guard machine.uncountedViolations == 0 else { return false }
            if machine.plainlySatisfied > 0 { Routine.note(nil, &patterns) { $0.satisfied |= bit } }
            for outcome in machine.outcomes {
                guard isPlain(outcome) else { return false }
                let key = isKeyed && outcome.key?.isEmpty == false ? outcome.key : nil
                Routine.note(key, &patterns) { pattern in
                    if outcome.verdict == .satisfied { pattern.satisfied |= bit } else { pattern.untold |= bit }
                }
            }
        }
        keys = patterns.count
        guard let pattern = patterns.first else { return true }
        satisfied = pattern.satisfied
        untold = pattern.untold
        return patterns.dropFirst().allSatisfy { $0.satisfied == satisfied && $0.untold == untold }
    }

    /// The same where no check says more than how often it is satisfied, as with most runs; false where one does.
    private mutating func takePlain(_ result: RuleResult) -> Bool {
        var bit: UInt64 = 1
        for branch in result.branches {
            defer { bit <<= 1 }
            guard result.isJudged(branch) else { continue }
            branches |= bit
            guard let machine = result.machine(of: branch) else {
                if result.plainCount(of: branch) > 0 { satisfied |= bit }
                continue
            }
            guard machine.uncountedViolations == 0, machine.outcomes.isEmpty else { return false }
            if machine.plainlySatisfied > 0 { satisfied |= bit }
        }
        keys = satisfied == 0 ? 0 : 1
        return true
    }

    private static func note(_ key: ObligationKey?, _ patterns: inout [Pattern], _ change: (inout Pattern) -> Void) {
        if let index = patterns.firstIndex(where: { $0.key == key }) { return change(&patterns[index]) }
        var pattern = Pattern(key: key)
        change(&pattern)
        patterns.append(pattern)
    }
}

extension Ending {
    /// A cause and how sure it is.
    struct Kind: Hashable {
        private let cause: EndingCause
        private let confidence: Confidence

        init(_ ending: Ending) {
            cause = ending.cause
            confidence = ending.confidence
        }
    }
}
