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

/// An item of `requires:` with its number in the table.
enum CompiledRequirement {
    case event(Int, inRun: Bool, name: String)
    case endedBy(CauseSelector, name: String)

    var name: String {
        switch self {
        case .event(_, _, let name), .endedBy(_, let name): name
        }
    }

    /// The number of the event that a later run may show; nil where only the run itself can.
    var laterNumber: Int? { if case .event(let number, false, _) = self { number } else { nil } }
}

/// Requirements of which one has to be met.
///
/// Why a class: it is looked at for each branch of each rule that is judged.
final class RequirementList {
    let requirements: [CompiledRequirement]
    /// How `why` names it where none is met.
    let name: String
    /// A later run may meet it.
    let canBeMetLater: Bool
    /// The events that later runs may show: unmet lists with the same are met together.
    let numbers: [Int]
    /// The events, each with whether the run itself has to show it.
    let events: [(number: Int, inRun: Bool)]
    /// Whether the run's own ending may do.
    let asksForEnding: Bool

    init(_ requirements: [CompiledRequirement]) {
        self.requirements = requirements
        name = "requires " + requirements.map(\.name).joined(separator: " or ")
        canBeMetLater = requirements.contains { if case .event(_, false, _) = $0 { true } else { false } }
        numbers = Set(requirements.compactMap(\.laterNumber)).sorted()
        events = requirements.compactMap { requirement in
            if case .event(let number, let inRun, _) = requirement { (number, inRun) } else { nil }
        }
        asksForEnding = events.count < requirements.count
    }
}

/// The fields of a run alone: `run.…`, for conditions that are asked of no event.
struct FactsFields: FieldSource {
    let facts: RunFacts

    func value(of path: FieldPath) -> Value? {
        switch path.owner {
        case .run: facts.value(of: path.rest)
        case .device: facts.deviceValue(path.rest)
        default: path.whole.known == .userVisible ? .bool(facts.run.isVisible) : nil
        }
    }
}

/// Numbers branches, requirements and probes while rules are compiled.
struct RuleCompiler {
    private(set) var branches: [CompiledBranch]
    private(set) var listeners = Listeners()
    private(set) var requirements: [CompiledSelector] = []
    private var requirementNumbers: [String: Int] = [:]
    private(set) var probes: [RunItemProbe] = []
    /// The conditions under which branches apply, each once: most rules have the same few.
    private(set) var conditions: [Condition] = []
    private var serials = 0
    private let traits: SpanTraits

    /// How many of the branches that were made have been taken.
    private var taken = 0

    /// - Parameter branches: those of all variants of all rules, in their order.
    init(_ branches: [CompiledBranch], traits: SpanTraits) {
        self.branches = branches
        self.traits = traits
    }

    private mutating func number(of condition: Condition) -> Int {
        if let known = conditions.firstIndex(of: condition) { return known }
        conditions.append(condition)
        return conditions.count - 1
    }

    mutating func nextSerial() -> Int {
        serials += 1
        return serials - 1
    }

    /// The next of the branches that were made.
    mutating func nextMade() -> CompiledBranch {
        taken += 1
        return settled(branches[taken - 1])
    }

    mutating func compile(_ branch: RuleBranch, of rule: Rule) -> CompiledBranch {
        let compiled = CompiledBranch(rule: rule, branch: branch, number: branches.count, traits: traits)
        branches.append(compiled)
        return settled(compiled)
    }

    private mutating func settled(_ compiled: CompiledBranch) -> CompiledBranch {
        listeners.add(compiled.number, interests: compiled.interests)
        compiled.number(by: listeners.kinds, condition: compiled.branch.appliesIf.map { number(of: $0) })
        return compiled
    }

    mutating func compile(_ requirement: Requirement) -> CompiledRequirement {
        switch requirement {
        case .endedBy(let causes, let name): return .endedBy(causes, name: name)
        case .event(let selector, let inRun, let name):
            let key = selector.text + "|\(selector.phase.rawValue)|" + (selector.condition?.description ?? "")
            if let number = requirementNumbers[key] { return .event(number, inRun: inRun, name: name) }
            requirements.append(CompiledSelector([selector]))
            requirementNumbers[key] = requirements.count - 1
            return .event(requirements.count - 1, inRun: inRun, name: name)
        }
    }

    /// A run item: what has to be known of every run for the checks that look over several.
    mutating func compile(
        _ item: RunItem, same: [String], takesBack: Bool = false, of rule: Rule
    ) -> RunItemProbe {
        let branch = RuleBranch(check: .runs(items: [item], within: TimeLimit(nanoseconds: 0)), at: item.at)
        let compiled = CompiledBranch(rule: rule, branch: branch, number: branches.count, items: [item], traits: traits)
        branches.append(compiled)
        _ = settled(compiled)
        let probe = RunItemProbe(
            number: probes.count, item: item, same: same, branch: compiled,
            takesBack: takesBack, kinds: listeners.kinds)
        probes.append(probe)
        return probe
    }
}
