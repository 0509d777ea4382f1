// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What follows what over all runs of one app on one device, as they come.
struct DeviceOrder {
    private var check: any OrderCheck
    private var runs = 0
    /// What was found before there were as many runs as the rule wants.
    private var waiting: [HistoryJudgement] = []

    /// The state of a check over runs; nil where it is none of those.
    init?(_ check: Check) {
        switch check {
        case .response(let response): self.check = ResponseOrder(response)
        case .precedence: self.check = PrecedenceOrder()
        case .between(_, _, _, let forbids): self.check = BetweenOrder(forbids: forbids)
        case .window(_, _, let within, _): self.check = WindowOrder(within: within)
        case .sequence(let sequence): self.check = SequenceOrder(sequence)
        default: return nil
        }
    }

    /// Takes what the next run did; without a machine that is nothing.
    mutating func take(
        _ run: PastRun, _ machine: DeviceOrderMachine?, _ items: [RequirementState.Item]?, _ rule: HistoryRule
    ) -> [HistoryJudgement] {
        runs += 1
        let run = OrderRun(run, machine, items)
        var outcomes: [OrderOutcome] = []
        for mark in run.marks { check.take(mark, run, &outcomes) }
        check.end(run, &outcomes)
        let judgements = DeviceOrder.judgements(outcomes, rule, run.run.facts)
        if runs < rule.rule.rule.minimumRuns {
            waiting += judgements
            return []
        }
        defer { waiting = [] }
        return waiting + judgements
    }

    /// A run that does not count for the rule lies between others.
    mutating func skip(_ run: PastRun) { check.skip(run) }

    private static func judgements(
        _ outcomes: [OrderOutcome], _ rule: HistoryRule, _ facts: RunFacts
    ) -> [HistoryJudgement] {
        var judgement = RuleJudgement()
        var findings: [DraftFinding] = []
        for outcome in outcomes {
            judgement.count(outcome.verdict)
            guard outcome.verdict == .violated, findings.count < CheckMachine.outcomeLimit else { continue }
            if let finding = finding(outcome, rule) { findings.append(finding) }
        }
        if judgement.counts == VerdictCounts() { return [] }
        return [HistoryJudgement(counts: judgement.counts, findings: findings, facts: facts)]
    }

    private static func finding(_ outcome: OrderOutcome, _ rule: HistoryRule) -> DraftFinding? {
        guard let trigger = outcome.trigger, let time = outcome.time else { return nil }
        var finding = HistoryFinding(
            rule: rule, runs: outcome.runs, confidence: outcome.confidence, lines: outcome.lines, time: time)
        finding.extra = trigger.extra.merging(outcome.bound) { $1 }
        finding.extra["limit"] = outcome.limit
        finding.extra["value"] = outcome.value
        finding.culprit = trigger.culprit
        finding.tell(trigger.key, of: rule)
        return finding.build(decided: outcome.decided ?? time, count: 1)
    }

    /// No more runs come.
    func finish(_ rule: HistoryRule, facts: RunFacts) -> [HistoryJudgement] {
        if runs < rule.rule.rule.minimumRuns { return [HistoryJudgement(notEvaluated: .tooFewRuns, facts: facts)] }
        return DeviceOrder.judgements(check.finish(), rule, facts)
    }
}
