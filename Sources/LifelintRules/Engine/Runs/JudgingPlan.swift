// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What there is to do for the runs of one kind: which machines look at them, and what all other rules come to.
///
/// Most runs are like others that came before, as far as rules can tell before anybody walks through them. What follows
/// from that is found once for each kind.
final class JudgingPlan {
    /// The rules that have to look at the run, with the variant that fits it.
    let rules: [(rule: CompiledRule, variant: Int)]
    /// The same by their numbers.
    let numbers: [RuleNumber]
    /// How their routines are told where nothing was found; nil where more has to be asked.
    let shapes: [RoutineShape?]
    /// What needs a machine, in the order of ``places``.
    let makers: [Maker]
    /// The questions of checks over several runs that need a machine.
    let probes: [RunItemProbe]
    /// Where the machines stand.
    let places: MachinePlaces
    /// Whether the run answers those questions at all.
    let answersItems: Bool
    /// By the numbers of their branches: how often checks are satisfied that have no machine.
    let plain: [Int32]
    /// What the others come to, where that is known.
    let dormant: DormantRules?
    /// By number, whether the conditions hold under which branches apply, as far as that is known before; nil where
    /// nothing is.
    let conditions: [Bool]?

    /// What a machine is made of: a check, or a question of checks over several runs.
    enum Maker {
        /// - Parameter holds: whether the condition of the branch is known to hold.
        case check(CompiledBranch, holds: Bool)
        case item(RunItemProbe)

        /// The number of its branch.
        fileprivate var number: Int {
            switch self {
            case .check(let branch, _): branch.number
            case .item(let probe): probe.branch.number
            }
        }
    }

    fileprivate init(
        rules: [(rule: CompiledRule, variant: Int)], branches: [(branch: CompiledBranch, holds: Bool)],
        probes: [RunItemProbe], places: MachinePlaces, answersItems: Bool, plain: [Int32], dormant: DormantRules?,
        conditions: [Bool]?
    ) {
        self.rules = rules
        numbers = rules.map { RuleNumber(serial: $0.rule.serial, variant: $0.variant) }
        shapes = rules.map { $0.rule.shapes[$0.variant] }
        makers = (branches.map { .check($0.branch, holds: $0.holds) } + probes.map { .item($0) }).sorted {
            $0.number < $1.number
        }
        self.probes = probes
        self.places = places
        self.answersItems = answersItems
        self.plain = plain
        self.dormant = dormant
        self.conditions = conditions
    }
}

/// Rules that have nothing to look at in the runs of one kind, with what they come to in each of them.
final class DormantRules {
    let rules: [(result: RuleResult, routine: Routine)]
    /// The same by their numbers.
    let numbers: [RuleNumber]

    init(_ rules: [(result: RuleResult, routine: Routine)]) {
        self.rules = rules
        numbers = rules.map { RuleNumber(serial: $0.result.rule.serial, variant: $0.result.variant) }
    }
}

/// What is known of a run before anybody walks through it, as far as it decides what rules have to look at.
private struct RunKind: Hashable {
    /// The answers to ``PresenceQuestions``.
    var present: [UInt64]
    var decision: Int
}

/// Makes plans, and keeps them for the next run of their kind.
struct JudgingPlanner {
    /// More kinds are not kept.
    private static let limit = 512

    private var known: [RunKind: JudgingPlan] = [:]
    private var decisions = RunDecisions()
    /// Those of the rules: found when the first run comes.
    private var questions: PresenceQuestions?

    /// The plan for a run of which this is the first stretch.
    ///
    /// - Parameter present: what the run holds, where all of it is known.
    mutating func plan(
        _ compiled: CompiledRules, _ own: CompiledRules.AppRules, level: Int, _ walk: RunWalk, _ present: Present?
    ) -> JudgingPlan {
        guard let present, compiled.canSleep,
            let decision = decisions.decision(compiled, own, level: level, walk.facts)
        else {
            let rules = own.ofLevel(level).map { (rule: $0, variant: $0.variant(for: walk.facts)) }
            return JudgingPlanner.plan(compiled, rules, level, walk, present)
        }
        let questions = questions ?? PresenceQuestions(compiled)
        if self.questions == nil { self.questions = questions }
        let kind = RunKind(present: questions.answers(present), decision: decision.number)
        if let plan = known[kind] { return plan }
        let isFull = known.count >= JudgingPlanner.limit
        let plan = JudgingPlanner.plan(
            compiled, decision.rules, level, walk, present, decision,
            asleep: isFull ? nil : decision.conditions)
        if !isFull { known[kind] = plan }
        return plan
    }

    /// What a rule comes to that has nothing to look at.
    private static func routine(_ result: RuleResult, _ ending: Ending.Kind, _ walk: RunWalk) -> Routine? {
        if let shape = result.rule.shapes[result.variant] { return Routine(shape, result.answers, ending) }
        return Routine(result, ending, told: walk.requirements.told)
    }

    /// Whether the condition of a branch about the ending holds in all runs of this kind, as their fields tell.
    private static func holds(
        _ branch: CompiledBranch, _ foreknown: [ForeknownCondition?], _ walk: RunWalk, _ present: Present?
    ) -> Bool {
        guard !foreknown.isEmpty, present != nil, branch.ending != nil, !branch.hasBindings,
            let known = foreknown[branch.number], known.value(walk.facts, { _ in true }) == true,
            let condition = branch.branch.condition
        else { return false }
        // Asked of this run as its machine would, so that values which do not compare are told.
        return condition.evaluate(RuleFields(walk: walk))
    }

    /// - Parameters:
    ///   - decision: what the fields of the run decide, where they were asked.
    ///   - conditions: under which branches apply, where rules may be told from the others that have nothing to look
    ///     at.
    private static func plan(
        _ compiled: CompiledRules, _ rules: [(rule: CompiledRule, variant: Int)], _ level: Int, _ walk: RunWalk,
        _ present: Present?, _ decision: RunDecision? = nil, asleep conditions: [Bool]? = nil
    ) -> JudgingPlan {
        var branches: [(branch: CompiledBranch, holds: Bool)] = []
        var plain = [Int32](repeating: 0, count: compiled.branches.count)
        var isIdle: [Bool] = []
        isIdle.reserveCapacity(rules.count)
        var works: [Present.Work] = []
        let foreknown = decision?.foreknown ?? []
        for (rule, variant) in rules {
            // What it counts for all runs may not occur in this one.
            let usually = rule.usually.flatMap {
                MachineMaker.work(for: $0, foreknown, walk, present) == .some ? $0 : nil
            }
            var hasWork = usually != nil
            let own = rule.variants[variant]
            works.removeAll(keepingCapacity: true)
            for branch in own {
                let applies = decision?.allows(branch, compiled) ?? true
                works.append(applies ? MachineMaker.work(for: branch, foreknown, walk, present) : .none)
            }
            let isSettled = rule.isSatisfied(variant: variant, works)
            for (place, branch) in own.enumerated() {
                switch works[place] {
                // Where one of several checks is satisfied, it adds nothing that another may be.
                case .some where isSettled && MachineMaker.canOnlySatisfy(branch, walk, present): break
                case .some:
                    hasWork = true
                    if branch.hasMachine { branches.append((branch, holds(branch, foreknown, walk, present))) }
                case .satisfied: plain[branch.number] = 1
                case .none: break
                }
            }
            if let usually { branches.append((usually, false)) }
            isIdle.append(!hasWork && conditions != nil && rule.canSleep[variant])
        }
        var awake: [(rule: CompiledRule, variant: Int)] = []
        var dormant: [(result: RuleResult, routine: Routine)] = []
        let answers = CheckAnswers(
            machines: [], places: compiled.listeners.nobody, plain: plain, conditions: conditions ?? [])
        let ending = Ending.Kind(walk.facts.run.ending)
        for ((rule, variant), isIdle) in zip(rules, isIdle) {
            let result = RuleResult(rule: rule, variant: variant, answers: answers)
            guard isIdle, let routine = routine(result, ending, walk) else {
                awake.append((rule, variant))
                continue
            }
            // Others do not speak of the run at all.
            if routine.branches != 0 { dormant.append((result, routine)) }
        }
        let probes =
            level > 0
            ? []
            : compiled.probes.filter { probe in
                present.map { !probe.isElsewhere(decision?.items[probe.number], walk.facts, $0) } ?? true
            }
        return JudgingPlan(
            rules: awake, branches: branches, probes: probes,
            places: MachinePlaces(
                of: branches.map(\.branch.number) + probes.map(\.branch.number), among: plain.count, compiled.listeners),
            answersItems: level == 0, plain: plain, dormant: dormant.isEmpty ? nil : DormantRules(dormant),
            conditions: conditions)
    }
}
