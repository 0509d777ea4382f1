// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A streak in the making: the runs in a row that match, on one device, of one app.
struct StreakState {
    /// The latest.
    private var runs: [PastRun] = []
    /// Once it is long enough: those that completed it, and as many after them as a finding shows.
    private var shown: [PastRun] = []
    private var count = 0
    private var isComplete = false
    /// Streaks that were long enough.
    private var streaks = 0
    /// Those that are, or became, long enough.
    private(set) var completions = 0
    /// Runs that decide nothing since the last that did.
    private var doubt: Outcome.Reason?

    /// Takes the next run; gives what is known once a streak is over.
    ///
    /// - Parameter items: what met the requirements of the rule; nil where that is only assumed.
    mutating func take(
        _ run: PastRun, _ items: [RequirementState.Item]?, _ rule: HistoryRule
    ) -> HistoryJudgement? {
        guard let (each, ignore) = rule.streak else { return nil }
        if let ignore, run.answers.isYes(ignore.number) { return nil }
        if run.answers.isNo(each.number) {
            defer { reset() }
            return over(rule)
        }
        guard let answer = run.answers[each.number], case .streak(let streak, _, _) = rule.kind else { return nil }
        if let reason = StreakState.doubt(answer, of: run, items) {
            // It neither extends nor resets.
            doubt = reason
            return nil
        }
        return answer.match == .yes ? extend(run, streak, rule) : nil
    }

    /// Why it is not known whether a run belongs to a streak; nil where it is.
    static func doubt(
        _ answer: RunItemAnswer, of run: PastRun, _ items: [RequirementState.Item]?
    ) -> Outcome.Reason? {
        switch answer.match {
        case .no: nil
        case .unknown(let reason): doubt(reason)
        case .yes: answer.absences.lazy.compactMap { RunHistory.uncovered($0, run, items ?? []) }.first
        }
    }

    /// Why it is not known whether a run belongs to a streak: of one that goes on, that may still be seen.
    private static func doubt(_ reason: Outcome.Reason) -> Outcome.Reason {
        reason == .runEndUnseen ? .windowOpen : reason
    }

    private mutating func extend(_ run: PastRun, _ streak: Check.Streak, _ rule: HistoryRule) -> HistoryJudgement? {
        var ended: HistoryJudgement?
        if let last = runs.last, !StreakState.isSame(last, run, streak.same) {
            ended = over(rule)
            reset()
        }
        runs.append(run)
        count += 1
        // A complete streak grows until it is reset; before, it has to fit into its time.
        if let within = streak.within, !isComplete {
            while let first = runs.first, runs.count > 1,
                run.end.since(first.begin).subtractingClamped(within.nanoseconds)
                    > max(run.end.resolution, first.begin.resolution)
            {
                runs.removeFirst()
                count -= 1
            }
        }
        if count >= streak.length, runs.count >= streak.length || isComplete {
            if !isComplete {
                completions += 1
                shown = runs
            } else if shown.count < FindingBuilder.evidenceLimit {
                shown.append(run)
            }
            isComplete = true
        }
        if runs.count > max(streak.length, HistoryFinding.runLimit) { runs.removeFirst() }
        return ended
    }

    private static func isSame(_ left: PastRun, _ right: PastRun, _ fields: [String]) -> Bool {
        fields.allSatisfy { field in
            let (a, b) = (FactsFields(facts: left.facts), FactsFields(facts: right.facts))
            let path = FieldPath(field.hasPrefix("run.") ? field : "run.\(field)")
            return a.value(of: path) == b.value(of: path)
        }
    }

    private mutating func reset() {
        let (known, complete) = (streaks, completions)
        self = StreakState()
        (streaks, completions) = (known, complete)
    }

    /// The evidence ends: a last streak, or that there was none.
    mutating func finish(_ rule: HistoryRule, facts: RunFacts) -> HistoryJudgement? {
        if let judgement = over(rule) { return judgement }
        if streaks > 0 { return nil }
        var judgement = HistoryJudgement(facts: facts)
        if let doubt {
            judgement.counts.inconclusive = 1
            judgement.counts.reasons = [doubt.rawValue: 1]
        } else {
            judgement.counts.satisfied = 1
        }
        return judgement
    }

    /// The streak is over: what it came to, if it was long enough.
    private mutating func over(_ rule: HistoryRule) -> HistoryJudgement? {
        guard isComplete, case .streak(let streak, let each, _) = rule.kind, let last = runs.last else { return nil }
        let known = shown.prefix(streak.length)
        let nth = known.last ?? last
        var confidence = min(PastRun.sureness(ofRow: shown), PastRun.sureness(ofRow: runs))
        for run in shown + runs { confidence = min(confidence, run.answers[each.number]?.sureness ?? .certain) }
        streaks += 1
        isComplete = false
        var judgement = HistoryJudgement(facts: last.facts)
        judgement.counts.violated = 1
        // As of the run that completed it; those after it only make it longer.
        let lines = known.reversed().map(\.endingLine) + shown.dropFirst(known.count).map(\.endingLine)
        var finding = HistoryFinding(rule: rule, runs: runs, confidence: confidence, lines: lines, time: nth.end)
        finding.omittedLines = count - lines.count
        judgement.findings = finding.build(decided: nth.end, count: count).map { [$0] } ?? []
        return judgement
    }
}
