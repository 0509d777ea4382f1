// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Counts over all runs of one app on one device, as they come.
struct DeviceCount {
    /// More keys are not told apart.
    private static let keyLimit = 256
    /// As many runs as a finding names.
    private static let keptRuns = 8

    private let check: Check.Count
    private var windows: [ObligationKey: CountWindow] = [:]
    private var runs = 0
    /// The last in which anything was counted.
    private var counted: [PastRun] = []
    /// What was too many before there were as many runs as the rule wants.
    private var waiting: [HistoryJudgement] = []

    init(_ check: Check.Count) { self.check = check }

    /// Takes what the next run adds; without a machine it adds nothing.
    mutating func take(_ run: PastRun, _ machine: RunCountMachine?, _ rule: HistoryRule) -> [HistoryJudgement] {
        runs += 1
        var judgements: [HistoryJudgement] = []
        if let machine { judgements = take(run, machine, rule) }
        if runs < rule.rule.rule.minimumRuns {
            waiting += judgements
            return []
        }
        defer { waiting = [] }
        return waiting + judgements
    }

    private mutating func take(
        _ run: PastRun, _ machine: RunCountMachine, _ rule: HistoryRule
    ) -> [HistoryJudgement] {
        if !machine.parts.isEmpty {
            counted.append(run)
            if counted.count > DeviceCount.keptRuns { counted.removeFirst() }
        }
        for key in windows.keys where machine.parts[key] == nil && machine.resets.contains(where: { $0.fits(key) }) {
            windows[key]?.clear()
        }
        var judgements: [HistoryJudgement] = []
        let parts = machine.parts.sorted { ($0.key.text ?? "") < ($1.key.text ?? "") }
        for (key, part) in parts where windows[key] != nil || windows.count < DeviceCount.keyLimit {
            var further = VerdictCounts()
            further.violated = check.timeOverRuns == nil ? 0 : part.furtherExcesses
            if further.violated > 0 { judgements.append(HistoryJudgement(counts: further, facts: run.facts)) }
            for excess in windows[key, default: CountWindow()].take(part, check) {
                judgements.append(judgement(excess, key, run, rule))
            }
        }
        return judgements
    }

    private func judgement(
        _ excess: CountExcess, _ key: ObligationKey, _ run: PastRun, _ rule: HistoryRule
    ) -> HistoryJudgement {
        let first = excess.lines.compactMap(\.moment).min() ?? excess.moment
        var finding = HistoryFinding(
            rule: rule, runs: counted.filter { $0 === run || $0.end >= first }, confidence: .certain,
            lines: excess.lines, time: excess.moment)
        finding.extra = excess.extra
        finding.extra["value"] = check.value(excess.value)
        finding.extra["limit"] = check.value(check.moreThan)
        finding.tell(key, of: rule)
        var judgement = HistoryJudgement(facts: run.facts)
        judgement.counts.violated = 1
        judgement.findings = finding.build(decided: excess.moment, count: excess.count).map { [$0] } ?? []
        return judgement
    }

    /// No more runs come.
    func finish(_ rule: HistoryRule, facts: RunFacts) -> [HistoryJudgement] {
        if runs < rule.rule.rule.minimumRuns { return [HistoryJudgement(notEvaluated: .tooFewRuns, facts: facts)] }
        var judgement = HistoryJudgement(facts: facts)
        judgement.counts.satisfied = windows.values.count { !$0.wasExceeded }
        if windows.isEmpty, !rule.isKeyed { judgement.counts.satisfied = 1 }
        return [judgement]
    }
}

extension CountWindow {
    /// Goes on with what a run adds.
    fileprivate mutating func take(_ part: RunCountMachine.Part, _ check: Check.Count) -> [CountExcess] {
        var excesses = part.head.compactMap { take($0, check) }
        guard part.isAlone else {
            // Values that came again count from their last time.
            for event in part.window.events where event.distinct != nil { _ = take(event, check) }
            return excesses
        }
        if check.timeOverRuns != nil || !wasExceeded { excesses += part.excesses }
        replace(by: part.window)
        return excesses
    }
}
