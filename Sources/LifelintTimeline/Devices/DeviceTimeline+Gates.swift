// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    func hold(gate event: EventView) {
        guard isSelected(event.batch.string(event.record.app)) else { return }
        held.add(HeldGate(run: openRun(of: event), event: waiting(event)))
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
        for gate in held.gates.takeAll() {
            guard let told = gate.event.view else { continue }
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
        held.gates += kept
    }

    /// Something befalls the whole device: what is held of runs that are there would come out of order behind it.
    func dropGatesOfRuns() { held.gates.removeAll { $0.run != nil } }

    private func isOfApp(_ event: EventView, of gate: EventView) -> Bool {
        guard let app = Name(gate.record.app, in: gate.batch) else { return false }
        if event.record.app.isPresent { return event.batch.equals(event.record.app, app.bytes) }
        guard event.record.process.isPresent else { return false }
        let process = event.batch.copy(event.record.process.range)
        return names.likeness(of: process, to: app.bytes, host: event.record.host).map { $0 > 0 } ?? false
    }
}
