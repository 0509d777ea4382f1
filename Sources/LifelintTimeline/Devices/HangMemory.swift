// SPDX-License-Identifier: MIT

import LifelintModel

/// The hangs that logs of a device told of lately, so that what MetricKit tells of one of them is no second hang.
///
/// MetricKit says how long a hang took and in which day it was, and not when; in which process newer systems say.
struct HangMemory {
    /// More are forgotten, the oldest first.
    private static let limit = 256
    /// What a payload of MetricKit is about, with an hour to spare.
    private static let window: Int64 = .hours(25)
    /// Two ways to measure one hang differ by no more, or by a tenth.
    private static let difference: Int64 = .milliseconds(250)

    private struct Told {
        var app: String?
        var version: String?
        /// The process, where that is known.
        var pid: Int32
        var end: Int64
        var duration: Int64
    }

    private var told: [Told] = []
    /// When a hang began that is not over: what began it ends it.
    private var begins: [Begin: Int64] = [:]

    /// A run, by its number, and the event that began a hang in it.
    private struct Begin: Hashable {
        var run: Int
        var name: EventName
    }

    /// Takes an event of a run; says whether it tells of a hang that is told already.
    mutating func take(_ event: EventView, of run: RunMachine) -> Bool {
        switch event.name {
        case .hang, .runloopStall:
            note(event, of: run)
            return false
        case .reportHang: return isWindowed(event) && absorbs(event, of: run)
        default: return false
        }
    }

    private func isWindowed(_ event: EventView) -> Bool {
        event.record.hasDuration && event.batch.bool(.windowed, of: event.record) == true
            && event.batch.bool(.simulated, of: event.record) != true
    }

    private mutating func note(_ event: EventView, of run: RunMachine) {
        let time = event.moment.time
        var end = time
        var duration = event.record.duration
        let key = Begin(run: run.serial, name: event.name)
        if event.record.hasDuration {
            if event.record.phase != .end { end = time.addingClamped(duration) }
            begins[key] = nil
        } else if event.record.phase == .begin {
            if begins.count >= HangMemory.limit { begins.removeAll() }
            begins[key] = time
            return
        } else {
            guard let begin = begins.removeValue(forKey: key) else { return }
            duration = time.subtractingClamped(begin)
        }
        if told.count >= HangMemory.limit { told.removeFirst() }
        told.append(
            Told(
                app: run.identity.app?.string, version: run.identity.version, pid: run.identity.pid, end: end,
                duration: duration))
    }

    /// Finds the hang that it is, the latest of those that it may be, and forgets it: each is told once more.
    private mutating func absorbs(_ event: EventView, of run: RunMachine) -> Bool {
        let time = event.moment.time
        let duration = event.record.duration
        let found = told.lastIndex { hang in
            guard hang.end <= time, time.subtractingClamped(hang.end) <= HangMemory.window else { return false }
            if let mine = run.identity.app?.string, let its = hang.app, mine != its { return false }
            if let mine = run.identity.version, let its = hang.version, mine != its { return false }
            if run.identity.hasPID, hang.pid != .min, hang.pid != run.identity.pid { return false }
            let difference = hang.duration.subtractingClamped(duration).magnitude
            return difference <= max(HangMemory.difference, duration / 10).magnitude
        }
        guard let found else { return false }
        told.remove(at: found)
        return true
    }
}
