// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Judges whether something could have been seen: absence is evidence only where the log could have shown it.
struct Coverage {
    /// What a window comes to in the eyes of a class.
    enum Answer {
        /// It lies inside what the class covers; beyond the class's last event only the run's end extends that.
        case inside(isBeyondLast: Bool)
        case outside(Outcome.Reason)
    }

    /// Running time before an uncatchable kill that a source which does not write at once may have lost.
    static let lostTail: Int64 = .seconds(5)

    /// What two classes tell of one edge lies no farther apart.
    static let sameEdge: Int64 = .seconds(1)

    let classes: [ClassCoverage]
    let begins: RunWalk.Mark
    let startIsKnown: Bool
    let end: RunWalk.End
    let endMoment: Moment
    let endClocks: ClockReading
    /// Until when a run that goes on would have been heard of.
    let heardClocks: ClockReading?
    /// The process was ended in a way that lets it write nothing more.
    let isKilled: Bool
    let leftForeground: Moment?
    /// Who tells, in this run or in one of its app before it, that the app leaves the front.
    let leavingTellers: Set<WitnessClass>
    let gaps: [RunWalk.Gap]
    /// The logs with gaps that tell whether the process runs: what they lost may be a suspension.
    private let lossySleepTellers: [String]
    /// Where there are gaps, of which logs the classes are, in their order.
    private let logs: [String]
    let clockChanges: [RunWalk.Mark]
    /// Configuration says of the app's own logs how durable they are.
    var appDurability: Durability?

    init(_ walk: RunWalk) {
        classes = walk.coverage
        begins = walk.begins
        startIsKnown = walk.facts.run.start.isKnown
        end = walk.end
        endMoment = walk.told.stretch.end
        endClocks = walk.clocks
        heardClocks = walk.heardClocks
        isKilled = walk.end != .running && Coverage.isUncatchable(walk.facts.run.ending)
        leftForeground = walk.leftForeground
        leavingTellers = walk.told.stretch.leavingTellers
        gaps = walk.gaps
        lossySleepTellers = gaps.isEmpty ? [] : Set(gaps.map(\.log)).filter(walk.tellsSleep)
        logs = gaps.isEmpty ? [] : classes.map { walk.told.stretch.log(ofFormat: $0.sourceClass.format) }
        clockChanges = walk.clockChanges
    }

    /// Ends of which a process learns nothing.
    private static func isUncatchable(_ ending: Ending) -> Bool {
        switch ending.cause {
        case .crashException, .crashAssertion, .crashSignal, .cleanExit, .exitCode, .stillRunning, .reboot, .osUpdate:
            false
        default: true
        }
    }

    /// Whether a class could have shown what is missing.
    func answer(_ absence: Absence, for sourceClass: SourceClass) -> Answer {
        guard let coverage = classes.first(where: { $0.sourceClass == sourceClass }) else {
            return .outside(.windowOpen)
        }
        if coverage.first > absence.from, !startIsKnown { return .outside(.startUnseen) }
        let reach = reach(absence, coverage)
        if case .outside = reach { return reach }
        if isLost(absence, coverage) { return .outside(.lostTail) }
        return reach
    }

    /// Whether any of these classes could: what the one comes to that comes closest, if possible of those that lost
    /// nothing.
    func best(_ absence: Absence, of classes: [SourceClass]) -> Answer {
        if !gaps.isEmpty {
            let whole = classes.filter { !hasGap(in: absence, for: $0) }
            if whole.count < classes.count, case .inside(let isBeyondLast) = closest(absence, of: whole) {
                return .inside(isBeyondLast: isBeyondLast)
            }
        }
        return closest(absence, of: classes)
    }

    private func closest(_ absence: Absence, of classes: [SourceClass]) -> Answer {
        let answers = classes.map { answer(absence, for: $0) }
        if answers.contains(where: { if case .inside(false) = $0 { true } else { false } }) {
            return .inside(isBeyondLast: false)
        }
        if answers.contains(where: { if case .inside = $0 { true } else { false } }) {
            return .inside(isBeyondLast: true)
        }
        return answers.first ?? .outside(.windowOpen)
    }

    private func reach(_ absence: Absence, _ coverage: ClassCoverage) -> Answer {
        if let limit = absence.limit {
            let needed = absence.fromClocks[absence.clock].addingClamped(limit)
            if coverage.lastClocks[absence.clock] >= needed { return .inside(isBeyondLast: false) }
            if end == .seen, !isCutShort(coverage), endClocks[absence.clock] >= needed {
                return .inside(isBeyondLast: true)
            }
            if let heardClocks, heardClocks[absence.clock] >= needed { return .inside(isBeyondLast: true) }
            return .outside(.windowOpen)
        }
        if let until = absence.until, coverage.last >= until { return .inside(isBeyondLast: false) }
        if isCutShort(coverage) { return .outside(.windowOpen) }
        // Who was suspended and never woke up has run no code since.
        if absence.endsSuspended { return .inside(isBeyondLast: true) }
        return end == .seen ? .inside(isBeyondLast: true) : .outside(.windowOpen)
    }

    /// Whether who pushes the events has told that the time passed.
    func isHeard(_ absence: Absence) -> Bool {
        guard let limit = absence.limit, let heardClocks else { return false }
        return heardClocks[absence.clock] >= absence.fromClocks[absence.clock].addingClamped(limit)
    }

    /// Whether the log that told what opened the window goes on when it closed, whoever speaks in it: it was not cut
    /// before.
    func goesOn(_ absence: Absence) -> Bool {
        guard let limit = absence.limit, let format = absence.triggerClass?.format else { return false }
        let needed = absence.fromClocks[absence.clock].addingClamped(limit)
        return classes.contains { $0.sourceClass.format == format && $0.lastClocks[absence.clock] >= needed }
    }

    /// Whether a class tells when the app leaves the foreground and did not tell it, though another knows of it: what
    /// there is of its log ends before the run does.
    private func isCutShort(_ coverage: ClassCoverage) -> Bool {
        guard let leftForeground, coverage.tellsTransitions || wouldTellLeaving(coverage) else { return false }
        if leftForeground.since(coverage.last) > Coverage.sameEdge { return true }
        // It fell silent a moment before, and would have told the next.
        guard coverage.last < leftForeground, wouldTellLeaving(coverage) else { return false }
        return coverage.lastTransition.map { leftForeground.since($0) > Coverage.sameEdge } ?? true
    }

    /// Whether a class told in this run, or in one of its app before it, that the app leaves the front, and no other
    /// log of such a class does so here.
    private func wouldTellLeaving(_ coverage: ClassCoverage) -> Bool {
        let witness = coverage.sourceClass.witness
        return leavingTellers.contains(witness)
            && (coverage.tellsTransitions
                || !classes.contains { $0.sourceClass.witness == witness && $0.tellsTransitions })
    }

    /// Whether a class may have lost what it wrote at the end of the window.
    func isLost(_ absence: Absence, for sourceClass: SourceClass) -> Bool {
        classes.first { $0.sourceClass == sourceClass }.map { isLost(absence, $0) } ?? false
    }

    /// Whether the window reaches into what a buffered log lost when the process was killed.
    private func isLost(_ absence: Absence, _ coverage: ClassCoverage) -> Bool {
        let isImmediate =
            coverage.sourceClass.witness == .app && appDurability != nil
            ? appDurability == .immediate : coverage.isImmediate
        guard isKilled, !isImmediate else { return false }
        let covered = endClocks.running.subtractingClamped(Coverage.lostTail)
        var windowEnd = absence.untilClocks?.running ?? endClocks.running
        if let limit = absence.limit {
            let running = absence.fromClocks.running.addingClamped(limit)
            windowEnd = absence.clock == .running ? running : min(running, endClocks.running)
        }
        return windowEnd > covered
    }

    /// A gap or a clock change in the window.
    func disturbance(of absence: Absence) -> Outcome.Reason? {
        if gaps.contains(where: { overlaps($0, absence) }) { return .gap }
        return clockChange(in: absence)
    }

    private func clockChange(in absence: Absence) -> Outcome.Reason? {
        clockChanges.contains { isInside($0, absence) } ? .clockChanged : nil
    }

    /// A gap that any list of classes has in the window, or a clock change.
    ///
    /// Without lists it is the class that told the trigger, where that is the app's: what the app tells to begin it
    /// would tell to go on. Else every gap counts.
    func disturbance(of absence: Absence, for lists: @autoclosure () -> [[SourceClass]]) -> Outcome.Reason? {
        let reason = disturbance(of: absence)
        guard reason == .gap else { return reason }
        var lists = lists()
        if lists.isEmpty, let trigger = absence.triggerClass, trigger.witness == .app { lists = [[trigger]] }
        return lists.isEmpty || lists.contains { isLossy(absence, for: $0) } ? .gap : clockChange(in: absence)
    }

    /// Whether all of these classes that cover the window have a gap there.
    private func isLossy(_ absence: Absence, for classes: [SourceClass]) -> Bool {
        let covering = classes.filter { if case .inside = answer(absence, for: $0) { true } else { false } }
        return (covering.isEmpty ? classes : covering).allSatisfy { hasGap(in: absence, for: $0) }
    }

    /// Whether what a class would have told in the window may be lost, or how long that was, as the process may have
    /// slept meanwhile.
    private func hasGap(in absence: Absence, for sourceClass: SourceClass) -> Bool {
        guard let place = classes.firstIndex(where: { $0.sourceClass == sourceClass }), place < logs.count else {
            return !gaps.isEmpty
        }
        let asksForSleep = absence.limit != nil && absence.clock != .wall
        return gaps.contains { gap in
            (gap.log == logs[place] || asksForSleep && lossySleepTellers.contains(gap.log)) && overlaps(gap, absence)
        }
    }

    /// Whether part of the stretch lies in the window.
    private func overlaps(_ gap: RunWalk.Gap, _ absence: Absence) -> Bool {
        if let end = gap.end, end.moment < absence.from { return false }
        return isBegun(gap.begin, absence)
    }

    func isInside(_ mark: RunWalk.Mark, _ absence: Absence) -> Bool {
        mark.moment >= absence.from && isBegun(mark, absence)
    }

    /// Whether it lies before the end of the window.
    private func isBegun(_ mark: RunWalk.Mark, _ absence: Absence) -> Bool {
        if let limit = absence.limit {
            return mark.clocks[absence.clock].subtractingClamped(absence.fromClocks[absence.clock]) <= limit
        }
        guard let until = absence.until else { return true }
        return mark.moment <= until
    }
}
