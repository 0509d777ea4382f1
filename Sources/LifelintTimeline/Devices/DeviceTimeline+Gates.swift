// SPDX-License-Identifier: MIT

import LifelintModel

/// A push that the scheduler let through for an app.
///
/// It says nothing of a process: the app may be dead, and after a quit by the user nothing is launched. So it opens no
/// run and moves no end: it is told of the run that goes on after it, or of the launch that follows.
struct HeldGate {
    /// The run that was there, if one was.
    let run: RunMachine?
    let moment: Moment
    private let batch: EventBatch
    private let lineBase: UInt32

    init(_ event: EventView, of run: RunMachine?) {
        self.run = run
        moment = event.moment
        batch = event.copied
        lineBase = event.line &- event.record.line
    }

    var event: EventView? { EventView(0, of: BatchView(batch), lineBase: lineBase) }

    /// Whether an event is one.
    static func isGate(_ event: EventView) -> Bool {
        event.name == .pushReceive && event.record.witness == .system && !event.record.hasPID
    }

    /// Whether it may be the launch that the push was for: nothing of a process comes long before its launch.
    func isFollowed(by launch: EventView) -> Bool {
        launch.name != .processLaunch
            || launch.moment.since(moment) <= TimelineWindows.beforeLaunch(moment, launch.moment)
    }

    /// So many wait on a device; of more the first are told of nobody.
    static let most = 16
}

extension DeviceTimeline {
    func hold(gate event: EventView) {
        guard isSelected(event.batch.string(event.record.app)) else { return }
        if heldGates.count >= HeldGate.most { heldGates.removeFirst() }
        heldGates.append(HeldGate(event, of: openRun(of: event)))
    }

    /// Settles the gates that an event of a process shows to be of its run, or of nobody.
    func settleGates(before event: EventView, inputs: InputNames) {
        let run = openRun(of: event)
        // What comes of a request is told next.
        if let run, isRequest(event, besides: run) { return }
        let isAnew = LaunchStep.isStep(event.name) && run?.isLaunchedAnew(by: event) ?? true
        let opensRun = !RunMachine.isExit(event) && DeviceEvent.opensRun(event) && (run == nil || isAnew)
        var kept: [HeldGate] = []
        /// Several pushes may come before one launch.
        var opened: RunMachine?
        let held = heldGates
        heldGates = []
        for gate in held {
            guard let told = gate.event else { continue }
            let isSoon = event.moment.since(gate.moment) <= TimelineWindows.oneLaunch
            guard gate.run.map({ $0.phase == .open }) ?? isSoon else { continue }
            if let run, run === gate.run, !isAnew {
                feed(told, to: run, inputs: inputs)
            } else if opensRun, isSoon, isOfApp(event, of: told) {
                guard gate.isFollowed(by: event) else { continue }
                if let opened {
                    feed(told, to: opened, inputs: inputs)
                } else {
                    begin(with: told, as: run.map(Beginning.launchAnew) ?? .first, inputs: inputs)
                    opened = lastRun
                }
            } else if gate.run == nil || gate.run !== run {
                kept.append(gate)
            }
        }
        heldGates += kept
    }

    /// Something befalls the whole device: what is held of runs that are there would come out of order behind it.
    func dropGatesOfRuns() { heldGates.removeAll { $0.run != nil } }

    private func isOfApp(_ event: EventView, of gate: EventView) -> Bool {
        guard let app = Name(gate.record.app, in: gate.batch) else { return false }
        if event.record.app.isPresent { return event.batch.equals(event.record.app, app.bytes) }
        guard event.record.process.isPresent else { return false }
        let process = event.batch.copy(event.record.process.range)
        return names.likeness(of: process, to: app.bytes, host: event.record.host).map { $0 > 0 } ?? false
    }
}
