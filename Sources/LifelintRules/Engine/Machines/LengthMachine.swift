// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `span: S · longer_than: T` or `shorter_than: T`: took too long, or not long enough.
final class LengthMachine: CheckMachine {
    private let kept: CompiledCheck<Check.Length>
    private let selector: CompiledSpanSelector
    private var admitted = InstanceSet()
    private var sawAny = false

    init(_ kept: CompiledCheck<Check.Length>, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        selector = branch.span(0, kept.content.span)
        super.init(branch, walk)
    }

    private var check: Check.Length { kept.content }

    override func spanBegan(_ span: SpanInstance) {
        guard span.kind == selector.kind else { return }
        sawAny = true
        if admits(span) { admitted.insert(span) }
    }

    override func spanEnded(_ span: SpanInstance) {
        guard admitted.remove(span), selector.matches(span, walk), holds(span) else { return }
        judge(span, isOver: true)
    }

    override func pointSeen(_ event: SeenEvent) {
        guard event.name.text == selector.kind else { return }
        sawAny = true
        if isAllowed(for: keys.key(of: event)) { addWithoutValue(event) }
    }

    override func spanDropped(_ span: SpanInstance) {
        guard admitted.remove(span), let event = span.beginEvent else { return }
        addWithoutValue(event)
    }

    private func addWithoutValue(_ event: SeenEvent) {
        if !branch.isKeyed { return missPlainly() }
        let outcome = Outcome(.notEvaluated(.valueMissing), key: keys.key(of: event))
        outcome.event = event
        add(outcome)
    }

    private func judge(_ span: SpanInstance, isOver: Bool) {
        if isInterrupted(span) { return add(outcome(.inconclusive(.interrupted), span, note: "")) }
        // What is certain of an instance whose end may be lost is the time until then.
        if isDoubtful(span, isOver: isOver) { return judgeUntilLoss(span) }
        var exceeded: (grade: Check.GradedLimit, length: Length)?
        var isMeasured = false
        for grade in check.longerThan {
            let length = length(of: span, on: grade.limit.clock ?? clock, isOver: isOver)
            if !length.isStated { isMeasured = true }
            let excess = length.value.subtractingClamped(grade.limit.nanoseconds)
            if excess > (length.isStated ? 0 : resolution(of: span, on: grade.limit.clock ?? clock)) {
                exceeded = (grade, length)
            }
        }
        if let exceeded { return violate(span, exceeded.grade, exceeded.length, isOver: isOver) }
        if isOver, let shorter = check.shorterThan {
            let clock = shorter.clock ?? clock
            let length = length(of: span, on: clock, isOver: true)
            if !length.isStated { isMeasured = true }
            let resolution = length.isStated ? 0 : resolution(of: span, on: clock)
            if shorter.nanoseconds.subtractingClamped(length.value) > resolution {
                return violate(span, Check.GradedLimit(severity: nil, limit: shorter), length, isOver: true)
            }
        }
        if !isOver { return add(outcome(.inconclusive(openReason), span, note: "")) }
        if span.hasClockChange, isMeasured { return add(outcome(.inconclusive(.clockChanged), span, note: "")) }
        satisfy(span)
    }

    /// Whether nobody knows when an instance ended: the log lost something while it was open.
    private func isDoubtful(_ span: SpanInstance, isOver: Bool) -> Bool {
        guard span.firstLoss != nil else { return false }
        return isOver ? span.isDoubtful : span.statedDuration == nil
    }

    /// Judges an instance by the time for which it was certainly open: until the log lost something.
    private func judgeUntilLoss(_ span: SpanInstance) {
        guard !span.hasClockChange else { return add(outcome(.inconclusive(.clockChanged), span, note: "")) }
        var exceeded: (grade: Check.GradedLimit, value: Int64)?
        for grade in check.longerThan {
            guard let from = span.firstLoss?.from else { break }
            let clock = grade.limit.clock ?? clock
            let value = from.clocks[clock].subtractingClamped(span.beginClocks[clock])
            let slack = max(
                span.begin.resolution, walk.resolution(of: clock, from: span.beginClocks, to: from.clocks))
            if value.subtractingClamped(grade.limit.nanoseconds) > max(slack, from.moment.resolution) {
                exceeded = (grade, SpanInstance.least(of: value, step: slack))
            }
        }
        guard let exceeded, let loss = span.firstLoss else { return add(outcome(.inconclusive(.gap), span, note: "")) }
        let outcome = violation(span, exceeded.grade, exceeded.value, isAtLeast: true)
        outcome.lines.append(line(loss.event, "open until here at least, where the log lost something"))
        add(outcome)
    }

    /// Whether something that the rule names came in between: then nothing is measured.
    private func isInterrupted(_ span: SpanInstance) -> Bool {
        // They stand in their order, and most lie before it.
        for mark in interruptions.reversed() {
            if mark.moment < span.begin { return false }
            if mark.moment <= span.end ?? walk.now { return true }
        }
        return false
    }

    private func violate(_ span: SpanInstance, _ grade: Check.GradedLimit, _ length: Length, isOver: Bool) {
        if span.hasClockChange, !length.isStated { return add(outcome(.inconclusive(.clockChanged), span, note: "")) }
        // Nobody is put to sleep in a callback: it had returned before.
        if !isOver, let begin = span.beginEvent, keepsMainThread(span, begin), !staysAwake(span) {
            return add(outcome(.inconclusive(.windowOpen), span, note: ""))
        }
        let isAtLeast = !isOver || !length.isStated && isBoundedOnly(span, length.value, grade)
        let value = isAtLeast ? SpanInstance.least(of: length.value, step: slack(of: span, grade)) : length.value
        let outcome = violation(span, grade, value, isAtLeast: isAtLeast)
        if !length.isStated {
            outcome.confidence = min(outcome.confidence, sureness(of: span, grade, length.value))
            // A bound is no surer than a length: what counts is by how much it is over the limit.
            let excess = value.subtractingClamped(grade.limit.nanoseconds)
            if isOfTwoClocks(span, within: excess) { outcome.confidence = min(outcome.confidence, .likely) }
            if isOfBareLine(span, within: excess) {
                outcome.confidence = min(outcome.confidence, .possible)
            }
        }
        outcome.absence = isOver ? silence(in: span) : absence(of: span, grade.limit)
        if let end = span.endEvent, end.number != span.beginEvent?.number {
            outcome.lines.append(line(end, "ended here"))
        } else if !isOver, let endLine {
            outcome.lines.append(endLine)
        }
        add(outcome)
    }

    /// Whether a line without a time, which was printed at any time until the next row, is where it begins that is too
    /// long, or where it ends that is too short.
    private func isOfBareLine(_ span: SpanInstance, within excess: Int64) -> Bool {
        (excess > 0 ? span.beginEvent : span.endEvent)?.record.isTimeless ?? false
    }

    /// How sure a length is by which an instance is too long, or too short, where silence tells that the process was
    /// suspended meanwhile.
    private func sureness(of span: SpanInstance, _ grade: Check.GradedLimit, _ value: Int64) -> Confidence {
        let clock = grade.limit.clock ?? clock
        let (begin, end) = (span.beginClocks.wall, (span.endClocks ?? walk.clocks).wall)
        let excess = value.subtractingClamped(grade.limit.nanoseconds)
        if excess > 0 {
            return walk.suspensions.sureness(thatMoreThan: excess, from: begin, to: end, on: clock)
        }
        let room = (0 - excess).subtractingClamped(resolution(of: span, on: clock))
        return walk.suspensions.sureness(thatAtMost: room, from: begin, to: end, on: clock)
    }

    /// Whether its length is known as a bound only: one of its ends is told in steps that are much coarser than the
    /// other's, and that count in such a length.
    private func isBoundedOnly(_ span: SpanInstance, _ value: Int64, _ grade: Check.GradedLimit) -> Bool {
        guard value > grade.limit.nanoseconds, let end = span.end else { return false }
        let coarse = resolution(of: span, on: grade.limit.clock ?? clock)
        let fine = min(span.begin.resolution, end.resolution)
        return coarse / 10 >= fine && value / 10 < coarse
    }

    /// By how much its length may be shorter than it seems: what it is counted from is told in whole steps.
    private func slack(of span: SpanInstance, _ grade: Check.GradedLimit) -> Int64 {
        max(span.begin.resolution, turnResolution(in: span, on: grade.limit.clock ?? clock))
    }

    /// Whether its ends are told by two clocks, the app's and the system's, which may be so far apart that it kept its
    /// limit.
    private func isOfTwoClocks(_ span: SpanInstance, within excess: Int64) -> Bool {
        guard excess.magnitude <= Coverage.sameEdge.magnitude, let begin = span.beginEvent, let end = span.endEvent
        else { return false }
        let (first, last) = (walk.sourceClass(of: begin), walk.sourceClass(of: end))
        return first.format != last.format && (first.witness == .app) != (last.witness == .app)
    }

    private func violation(
        _ span: SpanInstance, _ grade: Check.GradedLimit, _ value: Int64, isAtLeast: Bool
    ) -> Outcome {
        // What is told at its end only has no line of its beginning.
        let isToldAtEnd = span.beginEvent?.record.phase == .end
        let outcome = outcome(.violated, span, note: isToldAtEnd ? "told here, when it was over" : "begun here")
        outcome.severity = grade.severity
        outcome.value = .duration(value)
        outcome.limit = .duration(grade.limit.nanoseconds)
        if isAtLeast { outcome.extra["atLeast"] = .string("at least") }
        return outcome
    }

    /// That it did not end within the limit, of which a process that is killed may have lost the line, and a log that
    /// is cut has lost it.
    private func absence(of span: SpanInstance, _ limit: TimeLimit) -> Absence? {
        guard let begin = span.beginEvent else { return nil }
        var absence = Absence(from: span.begin, fromClocks: span.beginClocks)
        absence.clock = limit.clock ?? clock
        absence.limit = limit.nanoseconds
        absence.isOnlyTail = true
        absence.isSilenceDoubted = check.onSilence == .inconclusive
        absence.silencesItsTeller = keepsMainThread(span, begin) && staysAwake(span)
        absence.triggerClass = walk.sourceClass(of: begin)
        return absence
    }

    /// That nothing else of the main thread is told in an instance which one record tells, as long as that lasts: its
    /// end is no line, so what came between may lie where the evidence is over.
    private func silence(in span: SpanInstance) -> Absence? {
        guard branch.asksForBlocked, span.isBlocked, span.isOneRecord, let begin = span.beginEvent else { return nil }
        var absence = Absence(from: span.begin, fromClocks: span.beginClocks)
        absence.until = span.end
        absence.untilClocks = span.endClocks
        absence.isShownInRun = true
        absence.isToldWhenOver = true
        absence.triggerClass = walk.sourceClass(of: begin)
        return absence
    }

    /// Whether it keeps the main thread, where callbacks are told.
    private func keepsMainThread(_ span: SpanInstance, _ begin: SeenEvent) -> Bool {
        let isCallback = begin.name.isRuleCallback && begin.name.text == span.kind
        return isCallback || begin.record.main == .yes || span.kind == "hang"
    }

    /// Whether the process was not put to sleep in it.
    private func staysAwake(_ span: SpanInstance) -> Bool {
        span.length(on: .running, now: walk.clocks) == span.length(on: .wall, now: walk.clocks)
    }

    /// How long an instance is on a clock.
    private struct Length {
        var value: Int64
        /// Its source states it, so it is exact; else it is the difference of two moments.
        var isStated: Bool
    }

    private func length(of span: SpanInstance, on clock: RuleClock, isOver: Bool) -> Length {
        if isOver, let stated = span.statedLength(on: clock) { return Length(value: stated, isStated: true) }
        let measured = span.length(on: clock, now: walk.clocks)
        // What states how long it took was open for no longer in any state.
        let longest = isOver ? span.statedDuration ?? measured : measured
        return Length(value: min(measured, longest), isStated: false)
    }

    /// That of its ends, and of where the clock began to go on in it, or ceased to.
    private func resolution(of span: SpanInstance, on clock: RuleClock) -> Int64 {
        max(span.begin.resolution, (span.end ?? walk.now).resolution, turnResolution(in: span, on: clock))
    }

    private func turnResolution(in span: SpanInstance, on clock: RuleClock) -> Int64 {
        walk.resolution(of: clock, from: span.beginClocks, to: span.endClocks ?? walk.clocks)
    }

    override func runEnded() {
        if !admitted.isEmpty {
            for span in walk.openSpans where admitted.contains(span) {
                if selector.matches(span, walk), holds(span) { judge(span, isOver: false) }
            }
        }
        // The evidence shows no such span, though every run has one.
        if !sawAny, selector.kind == "launch" { add(Outcome(.notEvaluated(.valueMissing))) }
    }
}
