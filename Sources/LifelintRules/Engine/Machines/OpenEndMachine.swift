// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `still_open: S`: the process died, or fell asleep, inside.
final class OpenEndMachine: CheckMachine {
    /// Ends that are nobody's fault.
    static let harmless: Set<EndingCause> = [
        .stillRunning, .debuggerStop, .harnessStop, .extensionEnd, .prewarmDiscarded,
    ]

    private let kept: CompiledCheck<Check.OpenEnd>
    private let selector: CompiledSpanSelector
    private var admitted = InstanceSet()
    /// Instances that were begun again while open: they count as left open.
    private var leftOpen: [SpanInstance] = []
    private var openAtSuspension: [ObjectIdentifier: (confidence: Confidence, moment: Moment)] = [:]
    private var isShown = false
    /// Instances that ended in an instant in which the next of their keys may have begun after that.
    private var mayGoOn: [SpanInstance] = []

    init(_ kept: CompiledCheck<Check.OpenEnd>, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        selector = branch.span(0, kept.content.span)
        super.init(branch, walk)
    }

    private var check: Check.OpenEnd { kept.content }

    override func spanBegan(_ span: SpanInstance) {
        guard span.kind == selector.kind, admits(span) else { return }
        admitted.insert(span)
        // Whatever was open is this one.
        if !mayGoOn.isEmpty { settleEnded(.satisfied) { $0.key == span.key } }
    }

    override func spanEnded(_ span: SpanInstance) {
        guard admitted.contains(span) else { return }
        guard selector.matches(span, walk), holds(span) else {
            admitted.remove(span)
            return
        }
        if span.isReplaced {
            if leftOpen.count < CheckMachine.outcomeLimit { leftOpen.append(span) }
            return
        }
        isShown = true
        admitted.remove(span)
        let wasAsleep = check.when == .suspended && openAtSuspension.removeValue(forKey: ObjectIdentifier(span)) != nil
        // What was open at a suspension was told then, unless it has to be open at the end as well.
        if wasAsleep, check.by == nil { return }
        if span.isEndUntold, mayGoOn.count < CheckMachine.outcomeLimit { mayGoOn.append(span) } else { satisfy(span) }
    }

    /// Says of those that are meant what became of what may have been open after them.
    private func settleEnded(_ verdict: Outcome.Verdict, _ isMeant: (SpanInstance) -> Bool = { _ in true }) {
        mayGoOn.removeAll { span in
            guard isMeant(span) else { return false }
            if verdict == .satisfied { satisfy(span) } else { add(outcome(verdict, span, note: "")) }
            return true
        }
    }

    override func spanDropped(_ span: SpanInstance) {
        admitted.remove(span)
        openAtSuspension.removeValue(forKey: ObjectIdentifier(span))
    }

    override func suspended(confidence: Confidence) {
        guard check.when == .suspended else { return }
        settleEnded(.inconclusive(.orderUntold))
        for span in candidates where openAtSuspension[ObjectIdentifier(span)] == nil {
            openAtSuspension[ObjectIdentifier(span)] = (confidence, walk.now)
            if check.by == nil { violate(span, confidence: confidence, closer: walk.stateEvent) }
        }
    }

    private var candidates: [SpanInstance] {
        if admitted.isEmpty { return [] }
        return (leftOpen + walk.openSpans.filter { $0.end == nil }).filter {
            admitted.contains($0) && selector.matches($0, walk) && holds($0)
        }
    }

    private func violate(_ span: SpanInstance, confidence: Confidence, closer: SeenEvent?) {
        // Its end may be lost, or have been given to an older one whose own was.
        if span.loss != nil, span.statedDuration == nil { return add(outcome(.inconclusive(.gap), span, note: "")) }
        let outcome = outcome(.violated, span, note: "begun here")
        outcome.confidence = min(outcome.confidence, confidence)
        outcome.isOfEnd = check.when != .suspended || check.by != nil
        outcome.value = .duration(span.length(on: clock, now: walk.clocks))
        var absence = Absence(from: span.begin, fromClocks: span.beginClocks)
        absence.until = check.when == .suspended && check.by == nil ? walk.now : nil
        absence.untilClocks = absence.until == nil ? nil : walk.clocks
        absence.endsSuspended = walk.end == .implied
        absence.triggerClass = span.beginEvent.map { walk.sourceClass(of: $0) }
        outcome.absence = absence
        if let closer, closer.number != span.beginEvent?.number {
            outcome.lines.append(line(closer, "suspended here"))
        } else if let endLine {
            outcome.lines.append(endLine)
        }
        add(outcome)
    }

    override func runEnded() {
        settleEnded(check.when == .suspended ? .satisfied : .inconclusive(.orderUntold))
        for span in candidates { judge(span) }
        finishAbsences(isShown: isShown)
    }

    private func judge(_ span: SpanInstance) {
        if check.when == .suspended {
            guard let asleep = openAtSuspension[ObjectIdentifier(span)] else {
                return add(outcome(walk.end == .seen ? .satisfied : .inconclusive(.runEndUnseen), span, note: ""))
            }
            if check.by == nil { return }
            return judge(span, atMost: asleep.confidence)
        }
        judge(span, atMost: .certain)
    }

    private func judge(_ span: SpanInstance, atMost confidence: Confidence) {
        let ending = walk.facts.run.ending
        let isMeant = check.by?.causes.contains(ending.cause) ?? !OpenEndMachine.harmless.contains(ending.cause)
        switch walk.end {
        case .running: return add(outcome(.inconclusive(.runEndUnseen), span, note: ""))
        case .implied where walk.state != .suspended:
            return add(outcome(.inconclusive(.runEndUnseen), span, note: ""))
        default: break
        }
        if isMeant {
            if let by = check.by, ending.confidence < by.confidence {
                return add(outcome(.inconclusive(.endingUnknown), span, note: ""))
            }
            let isImplied = walk.end == .implied
            // The default list asks for no cause: that the end was seen is enough.
            let cause = check.by == nil ? Confidence.certain : ending.confidence
            return violate(span, confidence: min(confidence, isImplied ? .likely : cause), closer: nil)
        }
        let isUnknown =
            ending.cause == .unknown && ending.candidates.contains { check.by?.causes.contains($0.cause) ?? false }
        add(outcome(isUnknown ? .inconclusive(.endingUnknown) : .satisfied, span, note: ""))
    }
}
