// SPDX-License-Identifier: MIT

import LifelintModel

/// What reports that are still to come may tell of a run.
extension RunMachine {
    /// Whether nothing told of it but reports that know no more than a day.
    var isToldOnlyOfDay: Bool { isToldOfDay && reports.areAlone && !isToldByApp && last == first }

    /// Whether a report has told its beginning, and is still to tell what came of it, or one tells its end later.
    var isReportAwaited: Bool { exits.isEmpty && (reports.isRestAwaited || isToldInWindow) }

    /// Whether a report that is still to come tells the end of a process with its id, or what befell it, and when that
    /// was only within a window.
    private var isToldInWindow: Bool { isToldInWindow(withPID: identity.pid) }

    /// Whether such a report is still to come of a process whose end is told already: it names it, or tells a crash of
    /// the app as another report did.
    var isToldAgainInWindow: Bool { isToldAgainInWindow() }

    private func isToldAgainInWindow(from time: Int64 = .min) -> Bool {
        guard !settings.windowedReports.isEmpty, !exits.isEmpty, exits.allSatisfy({ !$0.isWindowed || $0.isSupposed })
        else { return false }
        if isToldInWindow(withPID: identity.pid, from: time) { return true }
        if exits.contains(where: \.mayBeToldAsCrash), isToldInWindow(withPID: .min, from: time) { return true }
        // The id that such a report tells is that of a process of which nobody else tells one.
        return !identity.hasPID && exits.contains { $0.mayBeToldAsCrash || $0.isSupposed }
            && isToldInWindow(withPID: nil, from: time)
    }

    /// Whether such a report is still to come at some time or later, of an end that is told or not.
    func mayBeToldInWindow(from time: Int64 = .min) -> Bool {
        guard isReportAwaited || isToldAgainInWindow else { return false }
        if exits.isEmpty, reports.isRestAwaited { return true }
        return time == .min || isToldInWindow(withPID: identity.pid, from: time)
            || isToldInWindow(withPID: .min, from: time) || isToldAgainInWindow(from: time)
    }

    /// - Parameter pid: nil for any.
    private func isToldInWindow(withPID pid: Int32?, from time: Int64 = .min) -> Bool {
        guard !settings.windowedReports.isEmpty, !reports.areAllRead, pid.map({ $0 > 0 || $0 == .min }) ?? true,
            let times = windowedReports(withPID: pid)
        else { return false }
        return times.contains {
            $0 >= time && (0...TimelineWindows.concluded).contains($0.subtractingClamped(last.time))
        }
    }

    /// A process that is told by its name may be any app's whose report has its id.
    private func windowedReports(withPID pid: Int32?) -> [Int64]? {
        guard let pid else {
            return identity.app.flatMap { settings.windowedReports[$0.string]?.values.flatMap(\.self) }
        }
        if let app = identity.app { return settings.windowedReports[app.string]?[pid] }
        guard pid > 0, identity.process != nil else { return nil }
        let times = settings.windowedReports.values.flatMap { $0[pid] ?? [] }
        return times.isEmpty ? nil : times
    }

    /// Whether an event is what such a report has to tell.
    func awaits(_ event: EventView) -> Bool {
        isReportAwaited && event.record.witness == .report && identity.pid == event.record.pid
            && identity.fit(event) != nil
    }

    /// Whether an event is what is to be told by the very report that told the beginning.
    func awaitsRest(in event: EventView) -> Bool { reports.isRestAwaited(in: event.record.input) && awaits(event) }

    /// Whether a report that begins a process of its app, and has no process id to tell, begins another one: this one
    /// lives until the report that began it tells its crash.
    func livesBeside(processBegunBy event: EventView) -> Bool {
        reports.isCrashAwaited && event.record.witness == .report && !event.record.hasPID && !identity.hasPID
            && identity.isToldOnlyByReports
    }

    /// Whether a report that knows no process id tells of a younger process than this one: an SDK counts how long its
    /// app ran, at least while the device does not sleep, and it does not while the app is in front.
    func isOlder(than event: EventView) -> Bool {
        guard let age = RunMachine.ageWithoutID(event) else { return false }
        return timeInFront(until: event.moment) > age.addingClamped(TimelineWindows.dying)
    }

    /// Whether it began when such a report says that its process did.
    func isBegun(with event: EventView) -> Bool {
        guard let age = RunMachine.ageWithoutID(event) else { return false }
        return event.moment.since(first).subtractingClamped(age).magnitude <= TimelineWindows.otherClock.magnitude
    }

    /// How old the process of a report is that knows no id of it, when that tells of something.
    static func ageWithoutID(_ event: EventView) -> Int64? {
        // What an app calls an age in its own log is none of these.
        guard event.record.crashReport > 0, !event.record.hasPID, event.record.app.isPresent else { return nil }
        return event.name == .processLaunch ? 0 : event.batch.integer(.age, of: event.record)
    }

    /// For how long lines told it to be active, or nearly so.
    private func timeInFront(until moment: Moment) -> Int64 {
        var time: Int64 = 0
        for (index, stretch) in app.stretches.enumerated() where !stretch.isInferred {
            guard stretch.state == .active || stretch.state == .inactive else { continue }
            let next = app.stretches.indices.contains(index + 1) ? app.stretches[index + 1].from : min(last, moment)
            time = time.addingClamped(max(0, next.since(stretch.from)))
        }
        return time
    }
}
