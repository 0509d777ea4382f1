// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Whether what was not seen could have been.
extension RuleJudging {
    /// The verdict of an outcome once it is asked who could have shown what is missing.
    func verdict(
        of outcome: Outcome, _ machine: CheckMachine, _ items: [RequirementState.Item]
    ) -> (verdict: Outcome.Verdict, confidence: Confidence) {
        var confidence = outcome.confidence
        if context.crossesAssumedZone { confidence = min(confidence, .likely) }
        if let atMost = machine.branch.branch.atMost { confidence = min(confidence, atMost) }
        if outcome.verdict == .violated, machine.restsOnSilence(outcome), isToldElsewhereOnly(items) {
            confidence = min(confidence, .likely)
        }
        guard let absence = outcome.absence, outcome.verdict == .violated || outcome.verdict == .satisfied else {
            if outcome.verdict == .violated, !machine.interruptions.isEmpty, isInterrupted(outcome, machine) {
                return (.inconclusive(.interrupted), confidence)
            }
            return (outcome.verdict, confidence)
        }
        let isViolated = outcome.verdict == .violated
        if absence.isOnlyTail {
            let covering = covering(absence, items)
            if covering.contains(where: { isLost(absence, $0) }) { return (.inconclusive(.lostTail), confidence) }
            // Who would have told the end had fallen silent before the limit was over.
            let silences = covering.compactMap { silence(absence, $0) }
            if silences.isEmpty { return (outcome.verdict, confidence) }
            if absence.isSilenceDoubted, !context.coverage.goesOn(absence) {
                return (.inconclusive(.windowOpen), confidence)
            }
            // Where the run goes on without its log, what is left of that may be a part.
            if silences.contains(.open), !absence.silencesItsTeller { return (.inconclusive(.windowOpen), confidence) }
            return (outcome.verdict, min(confidence, .likely))
        }
        let isInterrupted = machine.interruptions.contains { context.coverage.isInside($0, absence) }
        if absence.isAnswered { return (isInterrupted ? .inconclusive(.interrupted) : outcome.verdict, confidence) }
        if absence.isFromStart, !context.coverage.startIsKnown { return (.inconclusive(.startUnseen), confidence) }
        var isBeyondLast = false
        let covering = covering(absence, items)
        for classes in covering {
            switch reach(absence, classes) {
            case .inside(let beyond): isBeyondLast = isBeyondLast || beyond
            case .outside(.windowOpen) where absence.isToldWhenOver: isBeyondLast = true
            case .outside(let reason): return (.inconclusive(reason), confidence)
            }
        }
        if isInterrupted { return (.inconclusive(.interrupted), confidence) }
        if let reason = context.coverage.disturbance(of: absence, for: covering.map(classes(in:))) {
            return (.inconclusive(reason), confidence)
        }
        if isViolated, !absence.isShownInRun || isBeyondLast { confidence = min(confidence, .likely) }
        return (outcome.verdict, confidence)
    }

    /// Whether anything that is required is told in other runs, and not in this one.
    private func isToldElsewhereOnly(_ items: [RequirementState.Item]) -> Bool {
        items.contains { if case .classes(_, let isTold) = $0 { !isTold } else { false } }
    }

    /// Whether something interrupted what was seen, from the first of it to the last.
    private func isInterrupted(_ outcome: Outcome, _ machine: CheckMachine) -> Bool {
        var moments = outcome.lines.compactMap(\.moment)
        if outcome.span != nil, let decided = outcome.decided { moments.append(decided) }
        guard let first = moments.min(), let last = moments.max() else { return false }
        return machine.interruptions.contains { $0.moment >= first && $0.moment <= last }
    }

    /// For every requirement the classes that met it; without one, the class that told the trigger.
    private func covering(_ absence: Absence, _ items: [RequirementState.Item]) -> [ClassSet] {
        let lists = items.compactMap { item -> ClassSet? in
            if case .classes(let classes, _) = item { classes } else { nil }
        }
        if !lists.isEmpty || items.contains(where: { if case .ending = $0 { true } else { false } }) { return lists }
        guard let trigger = absence.triggerClass else { return [] }
        var own = ClassSet()
        if let place = context.classes.firstIndex(of: trigger) { own.insert(place) }
        return [own]
    }

    /// Whether each of these classes may have lost what it wrote in the window.
    private func isLost(_ absence: Absence, _ classes: ClassSet) -> Bool {
        let own = self.classes(in: classes)
        return !own.isEmpty && own.allSatisfy { context.coverage.isLost(absence, for: $0) }
    }

    /// How classes came to tell nothing any more when the window closed.
    private enum Silence {
        /// Their process ended, and their log with it.
        case ended
        /// Nothing tells why.
        case open
    }

    /// Whether, and how, none of these classes told anything when the window closed.
    private func silence(_ absence: Absence, _ classes: ClassSet) -> Silence? {
        if context.coverage.isHeard(absence) { return nil }
        return switch reach(absence, classes) {
        case .inside(let isBeyondLast): isBeyondLast ? .ended : nil
        case .outside(let reason): reason == .windowOpen ? .open : nil
        }
    }

    /// A window is covered if one class covers it; the reason is that of the class that comes closest.
    private func reach(_ absence: Absence, _ classes: ClassSet) -> Coverage.Answer {
        context.coverage.best(absence, of: self.classes(in: classes))
    }

    /// In the order in which the run met them: sets have none.
    private func classes(in set: ClassSet) -> [SourceClass] {
        context.classes.enumerated().filter { set.contains($0.offset) }.map(\.element)
    }
}
