// SPDX-License-Identifier: MIT

import LifelintModel

/// How a run that was taken to be over turns out to live.
extension RunMachine {
    /// Whether an event shows that the process lived on, where only lines of unproven wording said that it was gone, or what it
    /// printed itself: it may quote what ended it before.
    ///
    /// Of an end of which only lines without a time told, one with a time tells when it was.
    ///
    /// - Parameter isSucceeded: what seems to be the next run of its app is none.
    func isRevived(by event: EventView, isSucceeded: Bool = false) -> Bool {
        guard !exits.isEmpty, isSucceeded || successor == nil, phase == .closing || phase == .over, identity.hasPID,
            identity.pid == event.record.pid, event.record.order > witnessesUntil, event.record.witness != .report
        else { return false }
        if RunMachine.isExit(event) { return !event.record.isTimeless && exits.allSatisfy(\.isTimeless) }
        guard exits.allSatisfy({ $0.witness != .report && (!$0.isProven || $0.witness == .app && $0.isThrown) })
        else { return false }
        return event.isAppSide || event.name == .processResume
    }

    /// Whether it may be the process of the run before, of which only unproven lines said that it was gone, or the end of the home
    /// screen: nothing has named its own yet.
    var mayBeOfPredecessor: Bool {
        guard let predecessor, !identity.hasPID, !launch.sawStep, !isToldByApp,
            last.isWithin(TimelineWindows.sameEdge, of: first)
        else { return false }
        guard predecessor.identity.hasPID else { return false }
        return predecessor.isEndedByRespring
            || !predecessor.exits.isEmpty && predecessor.exits.allSatisfy { !$0.isProven && $0.witness != .report }
    }

    /// Whether an event tells at once that it is that process, which lives.
    func isOfPredecessor(by event: EventView) -> Bool {
        guard let predecessor, mayBeOfPredecessor, event.record.hasPID,
            event.moment.isWithin(TimelineWindows.sameEdge, of: first)
        else { return false }
        return predecessor.isRevived(by: event, isSucceeded: true)
            || predecessor.isBesideRespring(at: event, isSucceeded: true)
    }

    /// Whether an event shows that the process lives, where nothing but another app's process of the same id showed that it was
    /// over: that one is of another device.
    func isBesideHolder(at event: EventView) -> Bool {
        isEndedByHolder && exits.isEmpty && successor == nil && (phase == .closing || phase == .over)
            && event.record.hasPID && identity.pid == event.record.pid && identity.isOfApp(of: event)
            && !LaunchStep.isStep(event.name)
    }

    /// Whether nothing but the end of what shows the home screen says that it is over.
    private var isEndedByRespring: Bool {
        facts.respring != nil && facts.boot == nil && facts.endOfDevice == nil && exits.isEmpty
    }

    /// Whether an event shows that the process outlived the home screen: all that goes with that is gone in a few seconds.
    ///
    /// - Parameter isSucceeded: what seems to be the next run of its app is none.
    func isBesideRespring(at event: EventView, isSucceeded: Bool = false) -> Bool {
        guard isEndedByRespring, let until = facts.lastWordsUntil, event.record.order > until,
            isSucceeded || successor == nil, phase == .closing || phase == .over, identity.hasPID,
            identity.pid == event.record.pid, !LaunchStep.isStep(event.name), !event.record.isTimeless
        else { return false }
        return event.batch.bool(.windowed, of: event.record) != true && !identity.isNamedOtherwise(by: event)
    }

    /// Takes back that it ended with the home screen, and what was concluded of the silence before that.
    func outliveRespring() {
        guard isEndedByRespring else { return }
        facts.respring = nil
        facts.lastWordsUntil = nil
        takeBackSuspension()
    }

    /// Whether an event shows that it lived on beside the one that seemed to be the next of its app.
    func isBesideSuccessor(at event: EventView) -> Bool {
        guard let successor, phase == .closing || phase == .over, event.record.hasPID,
            identity.pid == event.record.pid, mayLiveBeside(successor), !LaunchStep.isStep(event.name)
        else { return false }
        if !isOfOneApp(successor) { return event.moment >= successor.first }
        // What others tell of it just then is told of its end.
        if !event.isAppSide { return event.record.witness != .report && event.record.order > witnessesUntil }
        let step = max(successor.first.resolution, event.moment.resolution)
        return event.moment.since(successor.first) >= step
    }

    /// Whether UIKit calls the app back in a process of which only what the app printed said that it crashed: a crash reporter
    /// prints what ended the process before.
    ///
    /// While one thread dies, others are told of for a moment. A log without process ids has to tell launches: else it may be
    /// another process.
    func isRefuted(by event: EventView) -> Bool {
        guard let end = exits.last?.moment, successor == nil, phase == .closing || phase == .over,
            event.isAppSide, event.name.isCallback, !LaunchStep.isStep(event.name), !event.record.isTimeless,
            identity.pid == event.record.pid, identity.hasPID || launch.sawAppCallback,
            exits.allSatisfy({ $0.witness == .app && $0.signal == nil && ($0.isThrown || $0.isCrashInWords) })
        else { return false }
        let doubt = max(end.resolution, event.moment.resolution).addingClamped(TimelineWindows.lastBreath)
        return event.moment.since(end) > doubt
    }

    /// Whether a line of the process, whatever it says, comes long after it is told to have crashed, be it by what it printed
    /// itself, by a debugger that stopped it, or in words that are not proven: somebody kept it alive, or the words were quoted.
    func isOutlived(by event: EventView) -> Bool {
        guard let end = exits.last?.moment, successor == nil, phase == .closing || phase == .over, identity.hasPID,
            identity.pid == event.record.pid, !event.record.isTimeless,
            // By how far apart they are, nobody knows.
            !event.record.isZoneAssumed || !hasStatedZone,
            exits.allSatisfy({ !$0.isProven || $0.witness == .app && ($0.isThrown || $0.isCrashInWords) }),
            exits.allSatisfy({ $0.witness != .report })
        else { return false }
        return event.moment.since(end) > end.resolution.addingClamped(TimelineWindows.lastWords)
    }

    /// Whether a line of the process comes between the word that the device ends all of them, and its end.
    func isEndingWithDevice(at event: EventView) -> Bool {
        guard let until = facts.lastWordsUntil, event.record.order <= until, successor == nil,
            facts.endOfDevice == nil, phase == .closing || phase == .over, exits.isEmpty,
            identity.pid == event.record.pid, !LaunchStep.isStep(event.name)
        else { return false }
        return identity.hasPID || event.record.order <= witnessesUntil
    }

    /// Takes back that it ended.
    func revive() {
        successor?.predecessor = nil
        successor = nil
        phase = .open
        isEndedBySuccessor = false
        isEndedByHolder = false
        exits.removeAll()
        witnessesUntil = .max
    }
}
