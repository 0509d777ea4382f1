// SPDX-License-Identifier: MIT

import LifelintLanguage
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
    /// How often it could not be told; of a combination, of which branches.
    private var untold: UInt64 = 0
    /// For how many keys a combination came to that.
    private var keys = 0
    /// nil where there is nothing more to tell, as of most.
    private var more: More?
    /// How the run ended, where that may do instead of an event that is required.
    private let ending: Ending.Kind?

    /// The routine of a run; nil where there is more to say of it.
    ///
    /// - Parameter told: by requirement, which classes of the run told it.
    init?(_ result: RuleResult, _ ending: Ending.Kind, told: [ClassSet]) {
        let rule = result.rule
        guard rule.variants[result.variant].count <= 64 else { return nil }
        variant = result.variant
        self.ending = rule.asksForEnding[variant] ? ending : nil
        var reason: Outcome.Verdict?
        var others: [Pattern] = []
        if let combination = rule.combinations[variant] {
            guard takeCombined(result, &reason, &others) else { return nil }
            // Where nothing of what was asked for is wrong, the run itself is the evidence.
            if combination == .noneOf {
                if satisfied | untold == branches { return nil }
                if others.contains(where: { $0.satisfied | $0.untold == branches }) { return nil }
            }
        } else {
            guard takeSingle(result, &reason) else { return nil }
        }
        let shown = rule.toldInRun(variant: variant, told)
        if reason != nil || !others.isEmpty || !shown.isEmpty {
            more = More(reason: reason, others: others, told: shown)
        }
    }

    /// The routine of a run in which no check of a rule says more than how often it is satisfied, as with most rules of
    /// most runs; nil where a closer look is needed.
    init?(_ shape: RoutineShape, _ answers: CheckAnswers, _ ending: Ending.Kind) {
        variant = shape.variant
        self.ending = shape.asksForEnding ? ending : nil
        var bit: UInt64 = 1
        for row in shape.branches {
            defer { bit <<= 1 }
            if let condition = row.condition, !answers.conditions[condition] { continue }
            branches |= bit
            if answers.hasMachine(of: row.number) { return nil }
            let count = answers.plain[row.number]
            guard shape.isCombined else {
                satisfied = UInt64(max(count, 0))
                return
            }
            if count > 0 { satisfied |= bit }
        }
        // Where nothing of what was asked for is wrong, the run itself is the evidence.
        if shape.isNoneOf, satisfied == branches { return nil }
        keys = satisfied == 0 ? 0 : 1
    }

    /// Whether both come to the same.
    ///
    /// Why in place: it is asked for each rule of each run, and mostly the first numbers tell.
    @inline(__always)
    static func == (left: Routine, right: Routine) -> Bool {
        left.branches == right.branches && left.satisfied == right.satisfied && left.untold == right.untold
            && left.keys == right.keys && left.variant == right.variant && left.ending == right.ending
            && left.more == right.more
    }

    /// What few routines have to tell beside the others.
    ///
    /// Why a class: routines are compared and handed on for each rule of each run.
    private final class More: Equatable {
        /// Why it could not be told, wherever it could not be.
        let reason: Outcome.Verdict?
        /// What a combination came to for other keys.
        let others: [Pattern]
        /// Who told what only the run itself can show, of what is required.
        let told: [ClassSet]

        init(reason: Outcome.Verdict?, others: [Pattern], told: [ClassSet]) {
            self.reason = reason
            self.others = others
            self.told = told
        }

        static func == (left: More, right: More) -> Bool {
            left.reason == right.reason && left.others == right.others && left.told == right.told
        }
    }

    // MARK: One check

    private mutating func takeSingle(_ result: RuleResult, _ reason: inout Outcome.Verdict?) -> Bool {
        let checks = result.branches
        guard let number = checks.firstIndex(where: { result.applies($0) }) else { return true }
        branches = 1 << UInt64(number)
        let branch = checks[number]
        guard let machine = result.machine(of: branch) else {
            satisfied = UInt64(max(result.plainCount(of: branch), 0))
            return true
        }
        guard machine.uncountedViolations == 0 else { return false }
        satisfied = UInt64(max(machine.plainlySatisfied, 0))
        if machine.plainlyMissing > 0 {
            untold = UInt64(machine.plainlyMissing)
            reason = CheckMachine.missing
        }
        for outcome in machine.outcomes {
            guard Routine.isPlain(outcome, &reason) else { return false }
            if outcome.verdict == .satisfied { satisfied += 1 } else { untold += 1 }
        }
        return true
    }

    /// Whether an outcome counts as it stands, whoever could have shown what.
    private static func isPlain(_ outcome: Outcome, _ reason: inout Outcome.Verdict?) -> Bool {
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

    /// What keys came to.
    private struct Pattern: Equatable {
        var satisfied: UInt64 = 0
        var untold: UInt64 = 0
        /// How many.
        var keys = 0

        static func < (left: Pattern, right: Pattern) -> Bool {
            (left.satisfied, left.untold) < (right.satisfied, right.untold)
        }
    }

    /// What one key came to, or one instance of a span.
    private struct KeyPattern {
        var key: ObligationKey?
        var span: ObjectIdentifier?
        var pattern = Pattern(keys: 1)
        /// Some branch says of it what needs a closer look.
        var isUnclear = false
        /// A branch that requires nothing is satisfied.
        var isSatisfied = false
    }

    private mutating func takeCombined(
        _ result: RuleResult, _ reason: inout Outcome.Verdict?, _ others: inout [Pattern]
    ) -> Bool {
        let checks = result.branches
        if takePlain(checks, result) { return true }
        branches = 0
        satisfied = 0
        var patterns: [KeyPattern] = []
        let isAllOf = result.rule.combinations[variant] == .allOf
        // Asked only where something says of what it speaks.
        lazy var first = checks.first { result.isJudged($0) }
        lazy var ofInstances =
            isAllOf
            && checks.allSatisfy { branch in
                !result.isJudged(branch) || first.map { branch.isOfInstances(like: $0) } ?? false
            }
        lazy var isKeyed = checks.allSatisfy { !result.isJudged($0) || $0.keys == first?.keys }
        for (number, branch) in checks.enumerated() where result.isJudged(branch) {
            let bit: UInt64 = 1 << UInt64(number)
            branches |= bit
            guard let machine = result.machine(of: branch) else {
                if result.plainCount(of: branch) > 0 {
                    patterns[Routine.place(of: nil, nil, in: &patterns)].pattern.satisfied |= bit
                }
                continue
            }
            guard machine.uncountedViolations == 0 else { return false }
            if machine.plainlySatisfied > 0 {
                patterns[Routine.place(of: nil, nil, in: &patterns)].pattern.satisfied |= bit
            }
            if machine.plainlyMissing > 0 {
                if reason == nil { reason = CheckMachine.missing }
                guard reason == CheckMachine.missing || isAllOf else { return false }
                let place = Routine.place(of: nil, nil, in: &patterns)
                if reason == CheckMachine.missing {
                    patterns[place].pattern.untold |= bit
                } else {
                    patterns[place].isUnclear = true
                }
            }
            let requiresNothing = isAllOf && result.rule.requirements[variant][number].isEmpty
            for outcome in machine.outcomes {
                let isPlain = Routine.isPlain(outcome, &reason)
                guard isPlain || isAllOf else { return false }
                let key = outcome.key?.isEmpty == false && isKeyed ? outcome.key : nil
                let span = outcome.span == nil || !ofInstances ? nil : outcome.span.map { ObjectIdentifier($0) }
                let place = Routine.place(of: span == nil ? key : nil, span, in: &patterns)
                if !isPlain {
                    patterns[place].isUnclear = true
                } else if outcome.verdict == .satisfied {
                    patterns[place].pattern.satisfied |= bit
                    patterns[place].isSatisfied = patterns[place].isSatisfied || requiresNothing
                } else {
                    patterns[place].pattern.untold |= bit
                }
            }
        }
        // One branch of all that is satisfied decides, whatever the others say.
        guard patterns.allSatisfy({ !$0.isUnclear || $0.isSatisfied }) else { return false }
        takePatterns(patterns, &others)
        return true
    }

    /// Takes what keys came to: how many came to what is all that counts.
    private mutating func takePatterns(_ patterns: [KeyPattern], _ others: inout [Pattern]) {
        for row in patterns {
            let known = others.firstIndex { $0.satisfied == row.pattern.satisfied && $0.untold == row.pattern.untold }
            if let known { others[known].keys += 1 } else { others.append(row.pattern) }
        }
        guard !others.isEmpty else { return }
        if others.count > 1 { others.sort(by: <) }
        let pattern = others.removeFirst()
        (satisfied, untold, keys) = (pattern.satisfied, pattern.untold, pattern.keys)
    }

    /// The same where no check says more than how often it is satisfied, as with most runs; false where one does.
    private mutating func takePlain(_ checks: [CompiledBranch], _ result: RuleResult) -> Bool {
        var bit: UInt64 = 1
        for branch in checks {
            defer { bit <<= 1 }
            guard result.isJudged(branch) else { continue }
            branches |= bit
            guard let machine = result.machine(of: branch) else {
                if result.plainCount(of: branch) > 0 { satisfied |= bit }
                continue
            }
            guard machine.uncountedViolations == 0, machine.plainlyMissing == 0, machine.outcomes.isEmpty else {
                return false
            }
            if machine.plainlySatisfied > 0 { satisfied |= bit }
        }
        keys = satisfied == 0 ? 0 : 1
        return true
    }

    /// Where what a key came to is noted, or what an instance of a span did.
    private static func place(
        of key: ObligationKey?, _ span: ObjectIdentifier?, in patterns: inout [KeyPattern]
    ) -> Int {
        if let place = patterns.firstIndex(where: { $0.span == span && $0.key == key }) { return place }
        patterns.append(KeyPattern(key: key, span: span))
        return patterns.count - 1
    }
}

extension Routine? {
    /// Whether there is a routine, and it comes to the same as that.
    @inline(__always)
    func isSame(as other: Routine) -> Bool {
        guard case .some(let routine) = self else { return false }
        return routine == other
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
