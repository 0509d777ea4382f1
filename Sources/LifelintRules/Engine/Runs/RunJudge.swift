// SPDX-License-Identifier: MIT

import LifelintModel

/// Judges one run by all rules: gives its machines what happens and gathers what they come to.
final class RunJudge {
    let compiled: CompiledRules
    let walk: RunWalk
    private let machines: [CheckMachine?]
    /// The rules that speak of this app, with the variant that fits the run.
    private let rules: [(rule: CompiledRule, variant: Int)]

    /// - Parameters:
    ///   - stretch: the first stretch of the run.
    ///   - level: only rules of this level: those that use others come after them.
    init(_ stretch: RunStretch, _ compiled: CompiledRules, level: Int = 0) {
        self.compiled = compiled
        let walk = RunWalk(
            stretch, kinds: compiled.kinds, requirements: RequirementListener(compiled.requirementTable))
        self.walk = walk
        let facts = RunFacts(stretch.run)
        rules = compiled.rules(for: stretch.run.app ?? stretch.run.process).filter { $0.level == level }
            .map { ($0, $0.variant(for: facts)) }
        let present = stretch.isComplete ? Present(stretch, compiled.kinds) : nil
        var slots = [CheckMachine?](repeating: nil, count: compiled.branches.count)
        for (rule, variant) in rules {
            for branch in rule.variants[variant] where present?.isOfInterest(branch) ?? true {
                slots[branch.number] = MachineMaker.make(branch, walk)
            }
            if let usually = rule.usually { slots[usually.number] = MachineMaker.make(usually, walk) }
        }
        if level == 0 {
            for probe in compiled.probes { slots[probe.branch.number] = RunItemMachine(probe, walk) }
        }
        machines = slots
        walk.machines = MachineTable(listeners: compiled.listeners, slots: slots)
    }

    /// Whether there is anything to judge.
    var isIdle: Bool { rules.isEmpty }

    /// How many checks look at the run.
    var machineCount: Int { machines.count { $0 != nil } }

    /// Takes the next stretch.
    func take(_ stretch: RunStretch, extra: [SeenEvent] = []) { walk.take(stretch, extra: extra) }

    /// The run is over: what its machines come to.
    func finish() -> RunResult {
        walk.finish()
        var answers: [Int: RunItemAnswer] = [:]
        for probe in compiled.probes {
            if let machine = machines[probe.branch.number] as? RunItemMachine { answers[probe.number] = machine.answer }
        }
        return RunResult(
            walk: walk,
            rules: rules.map { rule, variant in
                RuleResult(
                    rule: rule, variant: variant,
                    branches: rule.variants[variant].map { branch in
                        BranchResult(branch: branch, machine: machines[branch.number])
                    },
                    usually: rule.usually.flatMap { machines[$0.number] as? ShareMachine }?.tally)
            },
            answers: answers)
    }
}

/// What a whole run came to.
struct RunResult {
    let walk: RunWalk
    let rules: [RuleResult]
    let answers: [Int: RunItemAnswer]
}

/// What one rule came to in a run.
struct RuleResult {
    let rule: CompiledRule
    let variant: Int
    let branches: [BranchResult]
    /// What `usually` asks for.
    let usually: ShareMachine.Tally?

    /// Whether the run holds nothing that the rule looks at.
    var isIdle: Bool { usually == nil && branches.allSatisfy { $0.machine == nil } }
}

/// What one branch came to in a run; without a machine, there was nothing to look at.
struct BranchResult {
    let branch: CompiledBranch
    let machine: CheckMachine?
}

/// What occurs in a run at all: rules about anything else need no machine.
struct Present {
    private var events = [Bool](repeating: false, count: EventName.allCases.count)
    private var kinds: Set<String> = ["running"]

    init(_ stretch: RunStretch, _ wanted: SpanKinds) {
        for record in stretch.events.records { events[Int(record.name.rawValue)] = true }
        for span in stretch.spans { kinds.insert(span.kind) }
        for edge in stretch.states {
            kinds.insert(edge.state.rawValue)
            if edge.state == .active || edge.state == .inactive { kinds.insert("foreground") }
        }
        for edge in stretch.scenes { kinds.formUnion(["scene.connected", "scene.\(edge.state.rawValue)"]) }
        if !stretch.anomalies.isEmpty { events[Int(EventName.custom.rawValue)] = true }
        for event in EventName.allCases where events[Int(event.rawValue)] && event.isRuleCallback {
            kinds.insert(event.text)
        }
    }

    func isOfInterest(_ branch: CompiledBranch) -> Bool {
        if branch.isAlwaysNeeded { return true }
        if branch.interests.meansCustom, events[Int(EventName.custom.rawValue)] || !branch.rule.uses.isEmpty {
            return true
        }
        return branch.interests.events.contains { events[Int($0.rawValue)] }
            || !kinds.isDisjoint(with: branch.interests.kinds)
    }
}

/// Makes the machine of a check.
enum MachineMaker {
    static func make(_ branch: CompiledBranch, _ walk: RunWalk) -> CheckMachine? {
        switch branch.branch.check {
        case .response(let check): ResponseMachine(check, branch, walk)
        case .precedence(let before, let expect, let since):
            PrecedenceMachine(before: before, expect: expect, since: since, branch, walk)
        case .between(let opens, let closes, let events, let forbids):
            BetweenMachine(opens: opens, closes: closes, events: events, forbids: forbids, branch, walk)
        case .window(let after, let forbid, let within, let until):
            WindowMachine(after: after, forbid: forbid, within: within, until: until, branch, walk)
        case .count(let check): CountMachine(check, branch, walk)
        case .length(let check): LengthMachine(check, branch, walk)
        case .place(let check): PlaceMachine(check, branch, walk)
        case .openEnd(let check): OpenEndMachine(check, branch, walk)
        case .ending(let check): EndingMachine(check, branch, walk)
        case .sequence(let check): SequenceMachine(check, branch, walk)
        case .overlap(let check): OverlapMachine(check, branch, walk)
        case .trend(let check): TrendMachine(check, branch, walk)
        case .share(let check): ShareMachine(check, branch, walk)
        case .formula(let formula): FormulaMachine(formula, branch, walk)
        // These look over several runs: probes answer for each run, and the history judges.
        case .runs, .versions, .streak: nil
        }
    }
}
