// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What adjacent runs of a line come to.
extension RunHistory {
    /// The run of which what is required is asked: that whose item speaks of what is missing or unsaved.
    static func asked(_ items: [RunItemProbe], _ window: ArraySlice<PastRun>) -> PastRun? {
        zip(items, window).first { !$0.0.item.missing.isEmpty || $0.0.item.unsaved != nil }?.1
    }

    /// Whether the last runs begin as the rule says: else there is nothing that the very last could complete.
    ///
    /// - Parameter runs: at least as many as there are items.
    static func begins(_ items: [RunItemProbe], _ runs: [PastRun]) -> Bool {
        let first = runs.count - items.count
        for place in items.indices.dropLast() where runs[first + place].answers.isNo(items[place].number) {
            return false
        }
        return true
    }

    /// What a window of runs comes to; nil where it does not begin as the rule says.
    static func judgement(
        _ rule: HistoryRule, _ items: [RunItemProbe], _ window: ArraySlice<PastRun>, _ within: TimeLimit,
        _ requirement: [RequirementState.Item]
    ) -> HistoryJudgement? {
        judgement(items, window, within, requirement, finding(rule, items, window))
    }

    /// The same where the finding may be known.
    static func judgement(
        _ items: [RunItemProbe], _ window: ArraySlice<PastRun>, _ within: TimeLimit,
        _ requirement: [RequirementState.Item], _ finding: @autoclosure () -> DraftFinding?
    ) -> HistoryJudgement? {
        guard let last = window.last, begins(items, Array(window)) else { return nil }
        var judgement = HistoryJudgement(facts: last.facts)
        switch verdict(items, window, within, requirement) {
        case .no: judgement.counts.satisfied = 1
        case .unknown(let reason):
            judgement.counts.inconclusive = 1
            judgement.counts.reasons = [reason.rawValue: 1]
        case .yes:
            judgement.counts.violated = 1
            judgement.findings = finding().map { [$0] } ?? []
        }
        return judgement
    }

    private static func verdict(
        _ items: [RunItemProbe], _ runs: ArraySlice<PastRun>, _ within: TimeLimit,
        _ requirement: [RequirementState.Item]
    ) -> RunItemAnswer.Match {
        for (earlier, later) in zip(runs, runs.dropFirst()) {
            let gap = later.begin.since(earlier.end)
            if gap.subtractingClamped(within.nanoseconds) > max(later.begin.resolution, earlier.end.resolution) {
                return .no
            }
        }
        var unknown: Outcome.Reason?
        for (item, run) in zip(items, runs) {
            guard let answer = run.answers[item.number] else { return .no }
            switch answer.match {
            case .no: return .no
            case .unknown(let reason): unknown = unknown ?? reason
            case .yes: break
            }
            for absence in answer.absences {
                if let reason = uncovered(absence, run, requirement) { unknown = unknown ?? reason }
            }
        }
        return unknown.map { .unknown($0) } ?? .yes
    }

    /// Why what is missing might only not have been seen.
    static func uncovered(
        _ absence: Absence, _ run: PastRun, _ requirement: [RequirementState.Item]
    ) -> Outcome.Reason? {
        var lists = requirement.compactMap { if case .classes(let classes, _) = $0 { classes } else { nil } }
        if lists.isEmpty { lists = [run.context.appClasses] }
        for classes in lists {
            var reason: Outcome.Reason? = .windowOpen
            for (place, sourceClass) in run.context.classes.enumerated() where classes.contains(place) {
                switch run.context.coverage.answer(absence, for: sourceClass) {
                case .inside: reason = nil
                case .outside(let why): if reason != nil { reason = why }
                }
                if reason == nil { break }
            }
            if let reason { return reason }
        }
        let asked = lists.map { places in
            run.context.classes.enumerated().filter { places.contains($0.offset) }.map(\.element)
        }
        return run.context.coverage.disturbance(of: absence, for: asked)
    }

    static func finding(_ rule: HistoryRule, _ items: [RunItemProbe], _ runs: ArraySlice<PastRun>)
        -> DraftFinding?
    {
        guard let last = runs.last else { return nil }
        var lines = [last.beginLine]
        for (item, run) in zip(items, runs).dropLast() {
            lines.append(run.endingLine)
            lines += run.answers[item.number]?.lines ?? []
        }
        var confidence = PastRun.sureness(ofRow: runs)
        for (item, run) in zip(items, runs) {
            guard let answer = run.answers[item.number] else { continue }
            confidence = min(confidence, answer.sureness)
        }
        return HistoryFinding(rule: rule, runs: Array(runs), confidence: confidence, lines: lines, time: last.begin)
            .build(decided: last.end, count: 1)
    }
}
