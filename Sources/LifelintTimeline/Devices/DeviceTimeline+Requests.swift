// SPDX-License-Identifier: MIT

import LifelintModel

/// A launch that the system was asked for while a process of that app was there, as far as anything told.
///
/// RunningBoard writes the request down before it looks whether there is a process: what is told next shows whether one was
/// launched, or the old one was woken, or nothing came of it.
struct HeldRequest {
    /// The run that is there.
    let run: RunMachine
    let request: HeldReport
    /// What was told of the app since without saying of which process.
    var later: [HeldReport] = []

    init(_ event: EventView, of run: RunMachine) {
        self.run = run
        request = HeldReport(event, of: run)
    }

    /// More lines than that are not waited with.
    static let mostLater = 64
}

extension DeviceTimeline {
    /// Whether a request for a launch need not have led to one: the process that is there may be meant.
    func isRequest(_ event: EventView, besides run: RunMachine) -> Bool {
        event.name == .processLaunch && event.record.witness == .runningboard && !event.record.hasPID
            && run.identity.hasPID && run.phase == .open
    }

    func hold(_ event: EventView, besides run: RunMachine) {
        heldRequests.removeAll { $0.run === run }
        heldRequests.append(HeldRequest(event, of: run))
    }

    /// What an event says of the requests that are held; true if it is held with one of them.
    func isHeldBehindRequest(_ event: EventView, inputs: InputNames) -> Bool {
        guard DeviceEvent.scope(of: event.name) == .process,
            let index = heldRequests.firstIndex(where: { isOfApp(event, $0.run) })
        else { return false }
        let run = heldRequests[index].run
        if event.record.hasPID {
            if event.record.pid == run.identity.pid {
                // The end of the process that was there says nothing of the next.
                if !RunMachine.isExit(event) { drop(index, inputs: inputs) }
            } else {
                let isKnown = open.contains { $0.identity.hasPID && $0.identity.pid == event.record.pid }
                let isSoon = event.moment.since(heldRequests[index].request.moment) <= TimelineWindows.oneLaunch
                if isKnown || !isSoon { drop(index, inputs: inputs) } else { launch(index, inputs: inputs) }
            }
            return false
        }
        if LaunchStep.isStep(event.name) {
            // A further request takes the place of this one; others tell of a launch only where there is one.
            if isRequest(event, besides: run) { drop(index, inputs: inputs) } else { launch(index, inputs: inputs) }
            return false
        }
        guard heldRequests[index].later.count < HeldRequest.mostLater else {
            drop(index, inputs: inputs)
            return false
        }
        heldRequests[index].later.append(HeldReport(event, of: run))
        return true
    }

    /// The evidence ends: nothing tells that a process was launched.
    func dropRequests(inputs: InputNames) {
        while !heldRequests.isEmpty { drop(0, inputs: inputs) }
    }

    private func isOfApp(_ event: EventView, _ run: RunMachine) -> Bool {
        let (record, batch) = (event.record, event.batch)
        if let app = run.identity.app, record.app.isPresent { return batch.equals(record.app, app.bytes) }
        if let process = run.identity.process, record.process.isPresent {
            return batch.equals(record.process, process.bytes)
        }
        return record.hasPID && record.pid == run.identity.pid
    }

    /// The process that was there was meant, or nothing came of the request.
    private func drop(_ index: Int, inputs: InputNames) {
        replay(heldRequests.remove(at: index).later, inputs: inputs)
    }

    /// A process was launched.
    private func launch(_ index: Int, inputs: InputNames) {
        let held = heldRequests.remove(at: index)
        if let event = EventView(0, of: BatchView(held.request.batch), lineBase: held.request.lineBase) {
            begin(with: event, as: held.run.phase == .open ? .launchAnew(held.run) : .first, inputs: inputs)
        }
        replay(held.later, inputs: inputs)
    }

    private func replay(_ events: [HeldReport], inputs: InputNames) {
        for held in events {
            guard let event = EventView(0, of: BatchView(held.batch), lineBase: held.lineBase) else { continue }
            applyProcessEvent(event, inputs: inputs)
        }
    }
}
