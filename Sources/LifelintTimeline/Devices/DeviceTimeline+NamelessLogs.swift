// SPDX-License-Identifier: MIT

import LifelintModel

/// Logs that tell neither their app nor its process, nor an id of it: whatever the system tells by a name fits them.
extension DeviceTimeline {
    /// Whether what the system tells of a process by its name alone is rather of another one than of a log that names
    /// nobody.
    ///
    /// Many processes end while a log is written. One that may be the log's is an app, in the state that the log tells,
    /// at a time at which the log tells something.
    func isOfOther(_ event: EventView, thanOfNameless run: RunMachine, _ inputs: InputNames) -> Bool {
        guard run.identity.isNameless, isNamedBySystem(event, inputs) else { return false }
        guard event.moment.since(run.last) <= TimelineWindows.report, mayBeApp(event),
            run.contestedBy != event.record.input
        else { return true }
        switch run.agreement(with: event) {
        case .other: return true
        // That an app is listed says nothing where several may be in its state.
        case .unknown: return !RunMachine.isExit(event)
        case .same: return !RunMachine.isExit(event) && run.app.current != .active
        }
    }

    /// Whether the system tells of a process by a name and no app: of an end, or, in a list, that it goes on.
    func isNamedBySystem(_ event: EventView, _ inputs: InputNames) -> Bool {
        let record = event.record
        guard record.process.isPresent, !record.app.isPresent, !record.run.isPresent, !event.isAppSide else {
            return false
        }
        if event.name == .reportJetsam { return true }
        // A report of one process lies beside the log of that.
        return RunMachine.isExit(event) && (record.witness != .report || inputs.isOfSystem(record.input))
    }

    /// Whether a process may be an app, by what it is told to be and what it is called.
    private func mayBeApp(_ event: EventView) -> Bool {
        switch event.record.host {
        case .missing: names.host(of: event.batch.copy(event.record.process.range)) == .missing
        case .app, .watch: true
        default: false
        }
    }

    /// Whether a report tells the beginning of an app's process beside a log that names nobody: that one's next lines
    /// tell whether it was another app's.
    func isReportBeside(_ event: EventView, nameless run: RunMachine) -> Bool {
        event.record.witness == .report && event.name == .processLaunch && event.record.app.isPresent
            && run.identity.isNameless && run.isToldByLog
    }

    /// Whether a log that states no zone and names nobody tells a launch, and nothing but the zone that is assumed of
    /// it says that this came after a run of which others tell.
    func isOfUnknownTime(_ event: EventView, besides run: RunMachine) -> Bool {
        event.record.isZoneAssumed && event.isAppSide && namesNobody(event) && !run.identity.isNameless
            && run.hasStatedZone && !run.hasAssumedZone
    }

    private func namesNobody(_ event: EventView) -> Bool {
        let record = event.record
        return !record.app.isPresent && !record.process.isPresent && !record.run.isPresent && !record.hasPID
    }

    /// The run that a log which names nobody told before: it goes on with that.
    func namelessRun(of event: EventView) -> RunMachine? {
        guard event.isAppSide, namesNobody(event) else { return nil }
        return open.last {
            $0.identity.isNameless && !$0.isAnonymous && !$0.isApart && $0.isToldLast(by: event.record.input)
        }
    }

    /// Whether a report lists another process that a log which names nobody may be of, as well as the one that ended.
    func isRival(_ event: EventView, of report: HeldReport) -> Bool {
        guard event.name == .reportJetsam, event.record.input == report.event.input,
            event.record.pid != report.event.pid,
            event.moment.isWithin(TimelineWindows.report, of: report.moment), mayBeApp(event),
            let held = report.event.view
        else { return false }
        let agreement = report.run.agreement(with: event)
        return agreement != .other && agreement >= report.run.agreement(with: held)
    }
}

extension RunMachine {
    /// How well the state in which the kernel tells a process fits the one that a log tells.
    enum StateAgreement: Int, Comparable {
        case other, unknown, same

        static func < (left: StateAgreement, right: StateAgreement) -> Bool { left.rawValue < right.rawValue }
    }

    func agreement(with event: EventView) -> StateAgreement {
        if isInOtherState(than: event) { return .other }
        if event.name != .reportJetsam, app.current == .active, !app.isInferred, let band = event.kernelBand,
            settings.stateWords.value.bands.running(band)?.isRunning == false
        {
            return .other
        }
        let isInFront = app.current == .active && event.reportedState(settings.stateWords) == .active
        return isInFront || isBehind(as: event) ? .same : .unknown
    }
}
