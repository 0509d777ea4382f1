// SPDX-License-Identifier: MIT

import LifelintModel

/// How a run that was taken to be over turns out to live.
extension RunMachine {
    /// Whether an event shows in that way that the process lives.
    func lives(by event: EventView, as revival: Revival) -> Bool {
        (successor != nil) == (revival == .besideSuccessor) && couldLive(by: event, as: revival)
    }

    /// Whether it would show that, were what seems to be the next run of its app none.
    private func couldLive(by event: EventView, as revival: Revival) -> Bool {
        // A launch begins another process; what is over only by words may tell its own late.
        guard phase == .closing || phase == .over, identity.pid == event.record.pid,
            revival == .unproven || !LaunchStep.isStep(event.name) || isStarted(by: event)
        else { return false }
        return switch revival {
        case .refuted: isRefuted(by: event)
        case .endingWithDevice: isEndingWithDevice(at: event)
        case .besideRespring: isBesideRespring(at: event)
        case .besideSuccessor: isBesideSuccessor(at: event)
        case .besideExtension: false
        case .besideHolder: isBesideHolder(at: event)
        case .unproven: isUnprovenEnd(before: event)
        case .pastItsCrash: livesPastItsCrash(by: event)
        }
    }

    /// Whether it may be the process of the run before, of which only unproven lines said that it was gone, or the end
    /// of the home screen: nothing has named its own yet.
    var mayBeOfPredecessor: Bool {
        guard let predecessor, !identity.hasPID, !launch.sawStep, !isToldByApp,
            last.isWithin(TimelineWindows.sameEdge, of: first)
        else { return false }
        guard predecessor.identity.hasPID else { return false }
        return predecessor.isEndedByRespring
            || !predecessor.exits.isEmpty && predecessor.exits.allSatisfy { !$0.isProven && $0.witness != .report }
    }

    /// How an event tells at once that it is that process, which lives.
    func revivalOfPredecessor(by event: EventView) -> Revival? {
        guard let predecessor, mayBeOfPredecessor, event.record.hasPID,
            event.moment.isWithin(TimelineWindows.sameEdge, of: first)
        else { return nil }
        return Revival.whateverFollows.first { predecessor.couldLive(by: event, as: $0) }
    }

    // MARK: What shows it

    /// Whether UIKit calls the app back in what was told to have no process: its log writes −1 where it knows no id.
    func isStarted(by event: EventView) -> Bool {
        guard identity.pid == -1, event.record.pid == -1, event.isAppSide, event.name.isCallback, !exits.isEmpty,
            exits.allSatisfy({ $0.event == .processLaunch })
        else { return false }
        return identity.fit(event) != nil
    }

    /// Whether UIKit calls the app back in a process of which only what the app printed said that it crashed: a crash
    /// reporter prints what ended the process before.
    ///
    /// While one thread dies, others are told of for a moment. A log without process ids has to tell launches: else it
    /// may be another process.
    private func isRefuted(by event: EventView) -> Bool {
        if isStarted(by: event) { return true }
        guard let end = exits.last?.moment, event.isAppSide, event.name.isCallback, !event.record.isTimeless,
            identity.hasPID || launch.sawAppCallback,
            exits.allSatisfy(\.isPrinted)
        else { return false }
        let doubt = max(end.resolution, event.moment.resolution).addingClamped(TimelineWindows.lastBreath)
        return event.moment.since(end) > doubt
    }

    /// Whether a line of the process comes between the word that the device ends all of them, and its end.
    private func isEndingWithDevice(at event: EventView) -> Bool {
        guard let until = facts.lastWordsUntil, event.record.order <= until, facts.endOfDevice == nil, exits.isEmpty
        else { return false }
        return identity.hasPID || event.record.order <= witnessesUntil
    }

    /// Whether nothing but the end of what shows the home screen says that it is over.
    private var isEndedByRespring: Bool {
        facts.respring != nil && facts.boot == nil && facts.endOfDevice == nil && exits.isEmpty
    }

    /// Whether an event shows that the process outlived the home screen: all that goes with that is gone in a few
    /// seconds.
    private func isBesideRespring(at event: EventView) -> Bool {
        guard isEndedByRespring, let until = facts.lastWordsUntil, event.record.order > until, identity.hasPID,
            !event.record.isTimeless
        else { return false }
        return event.batch.bool(.windowed, of: event.record) != true && !identity.isNamedOtherwise(by: event)
    }

    /// Whether an event shows that it lived on beside the one that seemed to be the next of its app.
    private func isBesideSuccessor(at event: EventView) -> Bool {
        guard let successor, mayLiveBeside(successor) else { return false }
        if !isOfOneApp(successor) { return event.moment >= successor.first }
        // What others tell of it just then is told of its end.
        if !event.isAppSide { return event.record.witness != .report && event.record.order > witnessesUntil }
        let step = max(successor.first.resolution, event.moment.resolution)
        return event.moment.since(successor.first) >= step
    }

    /// Whether an event shows that the process lives, where nothing but another app's process of the same id showed
    /// that it was over: that one is of another device.
    private func isBesideHolder(at event: EventView) -> Bool {
        endBasis.contains(.holder) && exits.isEmpty && identity.hasPID && identity.isOfApp(of: event)
    }

    /// Whether an event shows that the process lived on, where only lines of unproven wording said that it was gone, or
    /// what it printed itself: it may quote what ended it before.
    ///
    /// Of an end of which only lines without a time told, one with a time tells when it was.
    private func isUnprovenEnd(before event: EventView) -> Bool {
        guard !exits.isEmpty, identity.hasPID, event.record.order > witnessesUntil, event.record.witness != .report
        else { return false }
        if RunMachine.isExit(event) {
            return !event.record.isTimeless && (exits.allSatisfy(\.isTimeless) || isEndToldAnew(by: event))
        }
        guard exits.allSatisfy({ $0.witness != .report && (!$0.isProven || $0.isPrinted) }) else { return false }
        return event.isAppSide || event.name == .processResume
    }

    /// Whether the system tells the end of a process long after that printed that it crashed: it lived until then.
    ///
    /// Whom a debugger has stopped is ended later.
    private func isEndToldAnew(by event: EventView) -> Bool {
        guard let end = exits.last?.moment, !isHeld, event.isToldBySystem, event.record.pid > 0,
            !event.record.isZoneAssumed || !hasStatedZone, exits.allSatisfy(\.isPrinted)
        else { return false }
        return event.moment.since(end) > end.resolution.addingClamped(TimelineWindows.lastWords)
    }

    /// Whether a line of the process, whatever it says, comes long after it is told to have crashed, be it by what it
    /// printed itself, by a debugger that stopped it, or in words that are not proven: somebody kept it alive, or the
    /// words were quoted.
    private func livesPastItsCrash(by event: EventView) -> Bool {
        guard let end = exits.last?.moment, identity.hasPID, !event.record.isTimeless,
            // By how far apart they are, nobody knows.
            !event.record.isZoneAssumed || !hasStatedZone,
            exits.allSatisfy({ $0.witness != .report && (!$0.isProven || $0.isPrinted) })
        else { return false }
        return event.moment.since(end) > end.resolution.addingClamped(TimelineWindows.lastWords)
    }

    // MARK: What is taken back

    /// Takes back that it ended, and what was concluded of that: it lives in a way that was shown.
    func revive(as revival: Revival) {
        switch revival {
        case .besideRespring: outliveRespring()
        case .besideSuccessor:
            // One of the two is an extension that calls itself by the bundle id of its app.
            if let successor, isOfOneApp(successor) {
                isOneOfSeveral = true
                successor.isOneOfSeveral = true
                takeBackSuspension()
            }
        case .besideExtension:
            isOneOfSeveral = true
            takeBackSuspension()
        case .besideHolder: takeBackSuspension()
        case .refuted, .endingWithDevice, .unproven, .pastItsCrash: break
        }
        revive()
    }

    /// Takes back that it ended.
    private func revive() {
        successor?.predecessor = nil
        successor = nil
        phase = .open
        endBasis = []
        awaitsWindowAlone = false
        exits.removeAll()
        isDebuggedByEnd = false
        witnessesUntil = .max
    }

    /// Takes back that it ended with the home screen, and what was concluded of the silence before that.
    private func outliveRespring() {
        guard isEndedByRespring else { return }
        facts.respring = nil
        facts.lastWordsUntil = nil
        takeBackSuspension()
    }
}
