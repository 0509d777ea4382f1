// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A rule in force, with its branches ready.
final class CompiledRule {
    let rule: Rule
    /// Which rule of the set it is; variants for single apps share it.
    let index: Int
    /// Its number among all rules and their forms for single apps: the same whenever the same set is compiled.
    let serial: Int
    /// By variant: the branches of its body.
    let variants: [[CompiledBranch]]
    /// What must be shown for each branch of each variant: numbers into the table of requirements.
    let requirements: [[[RequirementList]]]
    /// By variant: how its branches are combined.
    let combinations: [RuleBody.Combination?]
    /// By variant: whether checks are combined that do not all look at one run.
    let isCombinedOverRuns: [Bool]
    /// Whether its verdicts wait for all runs.
    let isGated: Bool
    let unlessNext: RunItemProbe?
    /// Counts what `usually` asks for.
    let usually: CompiledBranch?
    /// By variant: whether the run's own ending may do instead of an event that is required.
    let asksForEnding: [Bool]
    /// By variant: the events that the run itself has to show.
    private let requiredInRun: [[Int]]
    /// How many rules stand below it, one using the other: those of a level see the violations of all below.
    let level: Int
    /// It is judged for rules that use it, and says nothing itself.
    let isSilent: Bool

    init(_ rule: Rule, index: Int, level: Int, isSilent: Bool, compiler: inout RuleCompiler) {
        self.rule = rule
        self.level = level
        self.isSilent = isSilent
        self.index = index
        serial = compiler.nextSerial()
        var variants: [[CompiledBranch]] = []
        var requirements: [[[RequirementList]]] = []
        for variant in rule.variants {
            let branches = variant.body.branches.map { _ in compiler.nextMade() }
            variants.append(branches)
            requirements.append(
                branches.map { branch in
                    branch.branch.requires.map { list in RequirementList(list.map { compiler.compile($0) }) }
                })
        }
        self.variants = variants
        self.requirements = requirements
        asksForEnding = requirements.map { branches in
            branches.joined().flatMap(\.requirements).contains { if case .endedBy = $0 { true } else { false } }
        }
        requiredInRun = requirements.map { branches in
            branches.joined().flatMap(\.requirements).compactMap { requirement in
                if case .event(let number, true, _) = requirement { number } else { nil }
            }
        }
        combinations = rule.variants.map(\.body.combination)
        isCombinedOverRuns = rule.variants.map(\.body.isCombinedOverRuns)
        isGated = rule.isGated
        unlessNext = rule.unlessNext.map {
            compiler.compile($0.item, same: $0.same, takesBack: true, of: rule)
        }
        usually = rule.usually.map { usually in
            let share = Check.Share(
                share: usually.share, of: usually.of, limit: .atLeast(usually.atLeast, of: usually.outOf),
                atLeastOf: usually.outOf, across: .appVersion)
            return compiler.compile(RuleBranch(check: .share(share), at: rule.at), of: rule)
        }
    }

    /// Whether the variant that fits, or what there is to do for a check, depends on the run beside what occurs in it.
    private(set) var isDeciding = false
    /// By variant: whether the rule comes to the same in all runs that hold nothing it looks at.
    private(set) var canSleep: [Bool] = []
    /// By variant: how its routine is told where nothing was found; nil where more has to be asked.
    private(set) lazy var shapes: [RoutineShape?] = variants.indices.map { RoutineShape(self, variant: $0) }

    /// Learns what the whole set of rules decides.
    func settle(isLate: [Bool], looksOverRuns: Bool) {
        isDeciding = variants.count > 1 || variants.joined().contains { $0.isEnding }
        canSleep = variants.indices.map { variant in
            !isSilent && !looksOverRuns && requiredInRun[variant].isEmpty
                && !variants[variant].contains { branch in branch.condition.map { isLate[$0] } ?? false }
        }
    }

    /// Whether a variant comes to no less than satisfied in a run: one of several checks is, of which one is enough.
    ///
    /// - Parameter works: what there is to do for each of them.
    func isSatisfied(variant: Int, _ works: [Present.Work]) -> Bool {
        guard combinations[variant] == .anyOf, !isCombinedOverRuns[variant] else { return false }
        return works.indices.contains { place in
            works[place] == .satisfied && requirements[variant][place].isEmpty
                && variants[variant][place].condition == variants[variant][0].condition
        } && variants[variant].allSatisfy { $0.condition == variants[variant][0].condition }
    }

    /// Whether the run itself has to show anything that a variant requires.
    func requiresInRun(variant: Int) -> Bool { !requiredInRun[variant].isEmpty }

    /// What only the run itself can show, of what is required: who told it.
    ///
    /// - Parameter told: by requirement, which classes of the run told it.
    func toldInRun(variant: Int, _ told: [ClassSet]) -> [ClassSet] {
        requiredInRun[variant].isEmpty ? [] : requiredInRun[variant].map { told[$0] }
    }

    /// The first variant whose condition holds of a run.
    func variant(for facts: RunFacts) -> Int {
        if rule.variants.count == 1 { return 0 }
        let fields = FactsFields(facts: facts)
        for (number, variant) in rule.variants.enumerated() {
            guard let condition = variant.when else { return number }
            if condition.evaluate(fields) { return number }
        }
        return rule.variants.count - 1
    }
}
