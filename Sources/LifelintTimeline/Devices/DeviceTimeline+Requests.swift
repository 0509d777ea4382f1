// SPDX-License-Identifier: MIT

import LifelintModel

/// A launch that the system was asked for while a process of that app was there, as far as anything told.
///
/// RunningBoard writes the request down before it looks whether there is a process: what is told next shows whether one
/// was launched, or the old one was woken, or nothing came of it.
struct HeldRequest {
    /// The run that is there.
    let run: RunMachine
    let request: HeldReport

    init(_ event: EventView, of run: RunMachine) {
        self.run = run
        request = HeldReport(event, of: run)
    }

    /// So many wait on a device; of more the first came to nothing.
    static let most = 16
}

extension DeviceTimeline {
    /// Whether a request for a launch need not have led to one: the process that is there may be meant.
    func isRequest(_ event: EventView, besides run: RunMachine) -> Bool {
        event.name == .processLaunch && event.record.witness == .runningboard && !event.record.hasPID
            && run.identity.hasPID && run.phase == .open
    }

    func hold(_ event: EventView, besides run: RunMachine) {
        heldRequests.removeAll { $0.run === run }
        if heldRequests.count >= HeldRequest.most { heldRequests.removeFirst() }
        heldRequests.append(HeldRequest(event, of: run))
    }

    /// Settles the request that an event tells the outcome of.
    ///
    /// What names no process is of the one that was there: RunningBoard tells of a new one before it tells of its
    /// state.
    func settleRequest(before event: EventView, inputs: InputNames) {
        guard DeviceEvent.scope(of: event.name) == .process,
            let index = heldRequests.firstIndex(where: { isOfApp(event, $0.run) })
        else { return }
        let run = heldRequests[index].run
        if event.record.hasPID, event.record.pid == run.identity.pid {
            // The end of the process that was there says nothing of the next.
            if !RunMachine.isExit(event) { heldRequests.remove(at: index) }
        } else if event.record.hasPID {
            let isKnown = open.contains { $0.identity.hasPID && $0.identity.pid == event.record.pid }
            let isSoon = event.moment.since(heldRequests[index].request.moment) <= TimelineWindows.oneLaunch
            let held = heldRequests.remove(at: index)
            if !isKnown, isSoon { launch(held, inputs: inputs) }
        } else if LaunchStep.isStep(event.name) {
            // A further request takes the place of this one; others tell of a launch only where there is one.
            let held = heldRequests.remove(at: index)
            if isRequest(event, besides: run) { return }
            launch(held, as: run.phase == .open && run.isHeardAhead(of: event) ? run : nil, inputs: inputs)
        }
    }

    private func isOfApp(_ event: EventView, _ run: RunMachine) -> Bool {
        let (record, batch) = (event.record, event.batch)
        if let app = run.identity.app, record.app.isPresent { return batch.equals(record.app, app.bytes) }
        if let process = run.identity.process, record.process.isPresent {
            return batch.equals(record.process, process.bytes)
        }
        return record.hasPID && record.pid == run.identity.pid
    }

    /// A process was launched: a new one, or the one that was told of in the same step of the clock.
    private func launch(_ held: HeldRequest, as run: RunMachine? = nil, inputs: InputNames) {
        guard let event = EventView(0, of: BatchView(held.request.batch), lineBase: held.request.lineBase) else {
            return
        }
        if let run { return feed(event, to: run, inputs: inputs) }
        begin(with: event, as: held.run.phase == .open ? .launchAnew(held.run) : .first, inputs: inputs)
    }
}
