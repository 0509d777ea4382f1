// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Judges one run by all rules: gives its machines what happens and gathers what they come to.
final class RunJudge {
    let compiled: CompiledRules
    let walk: RunWalk
    private let plan: JudgingPlan
    /// Handed on when the run is over.
    private var machines: [CheckMachine?]

    /// - Parameters:
    ///   - told: the first stretch of the run.
    ///   - level: only rules of this level: those that use others come after them.
    init(_ told: ToldStretch, _ compiled: CompiledRules, level: Int = 0) {
        self.compiled = compiled
        let walk = RunWalk(
            told, listeners: compiled.listeners, requirements: RequirementListener(compiled.requirementTable))
        self.walk = walk
        walk.appDurability = compiled.durability(of: told.stretch.run.app ?? told.stretch.run.process ?? "")
        let own = compiled.rules(for: told.stretch.run.app ?? told.stretch.run.process)
        let present = told.stretch.isComplete ? Present(told.stretch, compiled.listeners) : nil
        let plan = compiled.planner.plan(compiled, own, level: level, walk, present)
        self.plan = plan
        isIdle = own.ofLevel(level).isEmpty
        var machines: [CheckMachine?] = []
        machines.reserveCapacity(plan.makers.count)
        var count = 0
        for maker in plan.makers {
            let machine: CheckMachine? =
                switch maker {
                case .check(let branch, let holds): MachineMaker.make(branch, holds: holds, walk)
                case .item(let probe): RunItemMachine(probe, walk)
                }
            if machine != nil { count += 1 }
            machines.append(machine)
        }
        self.machines = machines
        machineCount = count
        walk.machines.tell(machines, at: plan.places)
    }

    /// Machines hold the walk that they hear of, and it holds them: a run that nobody reads to its end is let go, too.
    deinit { letGo() }

    fileprivate func letGo() {
        walk.machines.letGo()
        walk.forget()
    }

    /// Whether there is anything to judge.
    let isIdle: Bool

    /// How many checks look at the run.
    let machineCount: Int

    /// Takes the next stretch.
    func take(_ told: ToldStretch, extra: [SeenEvent] = []) { walk.take(told, extra: extra) }

    /// The run is over: what its machines come to.
    func finish() -> RunResult {
        walk.finish()
        var told: [(number: Int, answer: RunItemAnswer)] = []
        told.reserveCapacity(plan.probes.count)
        for probe in plan.probes {
            if let machine = machine(of: probe.branch) as? RunItemMachine {
                told.append((probe.number, machine.answer))
            }
        }
        let answers = RunAnswers(isAsked: plan.answersItems, told: told)
        letGo()
        var plain = plan.plain
        var machines: [CheckMachine?] = []
        swap(&machines, &self.machines)
        RunJudge.forgetPlain(&machines, &plain)
        let fields = FactsFields(facts: walk.facts)
        let known = plan.conditions
        var conditions = known ?? []
        if known == nil {
            conditions = compiled.conditions.map { $0.evaluate(fields) }
        } else {
            for number in compiled.lateConditions { conditions[number] = compiled.conditions[number].evaluate(fields) }
        }
        let own = CheckAnswers(machines: machines, places: plan.places, plain: plain, conditions: conditions)
        let ending = Ending.Kind(walk.facts.run.ending)
        var routines: [Routine?] = []
        routines.reserveCapacity(plan.rules.count)
        for place in plan.rules.indices { routines.append(routine(at: place, own, ending)) }
        return RunResult(
            walk: walk, rules: plan.numbers, machines: own, routines: routines, answers: answers,
            conditions: conditions,
            dormant: plan.dormant)
    }

    /// The routine of a rule, by its place in the plan; nil where there is more to say.
    private func routine(at place: Int, _ answers: CheckAnswers, _ ending: Ending.Kind) -> Routine? {
        if let shape = plan.shapes[place], let plain = Routine(shape, answers, ending) { return plain }
        let (rule, variant) = plan.rules[place]
        return Routine(
            RuleResult(rule: rule, variant: variant, answers: answers), ending, told: walk.requirements.told)
    }
}

extension RunJudge {
    /// Forgets the machines that nobody will ask any more.
    ///
    /// Of those which have nothing to say but that the check is satisfied, how often is all there is to know.
    ///
    /// - Parameter plain: by the numbers of their branches, how often checks are satisfied as far as there is nothing
    ///   else to say.
    private static func forgetPlain(_ machines: inout [CheckMachine?], _ plain: inout [Int32]) {
        for place in machines.indices {
            guard let machine = machines[place], let count = machine.plainCount else { continue }
            plain[machine.branch.number] = count
            machines[place] = nil
        }
    }

    private func machine(of branch: CompiledBranch) -> CheckMachine? {
        plan.places[branch.number].flatMap { machines[$0] }
    }
}

/// A rule by its serial number, with the variant that fits a run.
struct RuleNumber {
    let serial: Int
    let variant: Int
}

/// What a whole run came to.
///
/// Rules are named by their numbers: threads that count references to one rule wait for each other, and whoever takes
/// the result has compiled rules of its own.
struct RunResult {
    let walk: RunWalk
    let rules: [RuleNumber]
    let machines: CheckAnswers
    /// By the place of the rule: what it comes to, where the run is as most runs are.
    let routines: [Routine?]
    let answers: RunAnswers
    /// By number, whether the conditions hold under which branches apply.
    let conditions: [Bool]
    /// The rules that have nothing to look at in it, where they are not among ``rules``.
    let dormant: DormantRules?
}

extension RunResult {
    /// What each of the rules came to, for who has compiled rules of its own.
    func results(_ compiled: CompiledRules) -> [RuleResult] {
        rules.map { RuleResult(rule: compiled.bySerial[$0.serial], variant: $0.variant, answers: machines) }
    }
}

/// What the checks of a run came to: its machines, and what its rules share beside them.
final class CheckAnswers {
    /// Those that have more to say than how often the check is satisfied.
    private let machines: [CheckMachine?]
    private let places: MachinePlaces
    /// By the numbers of their branches: how often the check is satisfied, as far as there is nothing else to say.
    let plain: [Int32]
    /// By number, whether the conditions hold under which branches apply.
    let conditions: [Bool]

    init(machines: [CheckMachine?], places: MachinePlaces, plain: [Int32], conditions: [Bool]) {
        self.machines = machines
        self.places = places
        self.plain = plain
        self.conditions = conditions
    }

    /// The machine of the branch of that number.
    func machine(of branch: Int) -> CheckMachine? { places[branch].flatMap { machines[$0] } }

    /// Whether the branch of that number has one.
    func hasMachine(of branch: Int) -> Bool {
        guard !machines.isEmpty, let place = places[branch] else { return false }
        return machines[place] != nil
    }
}

/// What one rule came to in a run.
struct RuleResult {
    let rule: CompiledRule
    let variant: Int
    /// Those of the run.
    let answers: CheckAnswers

    var branches: [CompiledBranch] { rule.variants[variant] }

    /// The machine of a branch; without one, there is nothing to say but how often it is satisfied.
    func machine(of branch: CompiledBranch) -> CheckMachine? { answers.machine(of: branch.number) }

    /// How often a branch without a machine is satisfied.
    func plainCount(of branch: CompiledBranch) -> Int { Int(answers.plain[branch.number]) }

    /// Whether a branch applies to the run.
    func applies(_ branch: CompiledBranch) -> Bool { branch.condition.map { answers.conditions[$0] } ?? true }

    /// Whether a branch applies to the run and is judged with it.
    func isJudged(_ branch: CompiledBranch) -> Bool { !branch.looksOverRuns && applies(branch) }

    /// What `usually` asks for.
    var usually: ShareMachine.Tally? { rule.usually.flatMap { machine(of: $0) as? ShareMachine }?.tally }
}

/// Makes the machine of a check.
enum MachineMaker {
    /// What there is to do for a branch.
    ///
    /// - Parameters:
    ///   - foreknown: by the number of the branch, its condition as far as the fields of the run decide it; empty where
    ///     nobody has asked them.
    ///   - present: what the run holds, where all of it is known.
    static func work(
        for branch: CompiledBranch, _ foreknown: [ForeknownCondition?], _ walk: RunWalk, _ present: Present?
    ) -> Present.Work {
        guard let present else { return .some }
        if let ending = branch.ending {
            let condition = foreknown.isEmpty ? branch.foreknown : foreknown[branch.number]
            return EndingMachine.work(ending, branch, condition, walk.facts, present)
        }
        return present.work(for: branch)
    }

    /// Whether a branch can come to nothing but that it is satisfied, or that it does not speak of the run.
    static func canOnlySatisfy(_ branch: CompiledBranch, _ walk: RunWalk, _ present: Present?) -> Bool {
        guard let ending = branch.ending, let present else { return false }
        return EndingMachine.canOnlySatisfy(ending, branch, walk.facts, present)
    }

    /// The machine of a branch; nil where others judge.
    ///
    /// - Parameter holds: whether the condition of the branch is known to hold.
    static func make(_ branch: CompiledBranch, holds: Bool = false, _ walk: RunWalk) -> CheckMachine? {
        switch branch.form {
        case .response(let check): ResponseMachine(check, branch, walk)
        case .length(let check): LengthMachine(check, branch, walk)
        case .openEnd(let check): OpenEndMachine(check, branch, walk)
        case .count(let check): CountMachine(check, branch, walk)
        case .sequence(let check): SequenceMachine(check, branch, walk)
        case .overlap(let check): OverlapMachine(check, branch, walk)
        case .ending(let check): EndingMachine(check, branch, holds: holds, walk)
        case .share(let check): ShareMachine(check, branch, walk)
        case .onDevice(let order): DeviceOrderMachine(order, branch, walk)
        case .other: makeOther(branch, walk)
        }
    }

    private static func makeOther(_ branch: CompiledBranch, _ walk: RunWalk) -> CheckMachine? {
        switch branch.branch.check {
        case .precedence(let before, let expect, let since):
            PrecedenceMachine(before: before, expect: expect, since: since, branch, walk)
        case .between(let opens, let closes, let events, let forbids):
            BetweenMachine(opens: opens, closes: closes, events: events, forbids: forbids, branch, walk)
        case .window(let after, let forbid, let within, let until):
            WindowMachine(after: after, forbid: forbid, within: within, until: until, branch, walk)
        case .count(let check) where check.isOverDevice: RunCountMachine(check, branch, walk)
        case .place(let check): PlaceMachine(check, branch, walk)
        case .trend(let check): TrendMachine(check, branch, walk)
        case .formula(let formula): FormulaMachine(branch.formulaNode ?? FormulaNode(formula, branch), branch, walk)
        // These look over several runs: probes answer for each run, and the history judges.
        case .runs, .versions, .streak: nil
        // These have a form of their own.
        case .response, .length, .openEnd, .count, .sequence, .overlap, .ending, .share, .onDevice: nil
        }
    }
}
