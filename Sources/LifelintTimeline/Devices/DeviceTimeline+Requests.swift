// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    /// Whether a request for a launch need not have led to one: the process that is there may be meant.
    func isRequest(_ event: EventView, besides run: RunMachine) -> Bool {
        event.name == .processLaunch && event.record.witness == .runningboard && !event.record.hasPID
            && run.identity.hasPID && run.phase == .open
    }

    func hold(_ event: EventView, besides run: RunMachine) {
        held.requests.removeAll { $0.run === run }
        held.add(HeldRequest(run: run, event: waiting(event)))
    }

    /// Settles the request that an event tells the outcome of.
    ///
    /// What names no process is of the one that was there: RunningBoard tells of a new one before it tells of its
    /// state.
    func settleRequest(before event: EventView, inputs: InputNames) {
        guard DeviceEvent.scope(of: event.name) == .process,
            let index = held.requests.firstIndex(where: { isOfApp(event, $0.run) })
        else { return }
        let run = held.requests[index].run
        if event.record.hasPID, event.record.pid == run.identity.pid {
            // The end of the process that was there says nothing of the next.
            if !RunMachine.isExit(event) { held.requests.remove(at: index) }
        } else if event.record.hasPID {
            let isKnown = open.contains { $0.identity.hasPID && $0.identity.pid == event.record.pid }
            let isSoon = event.moment.since(held.requests[index].event.moment) <= TimelineWindows.oneLaunch
            let request = held.requests.remove(at: index)
            if !isKnown, isSoon { launch(request, inputs: inputs) }
        } else if LaunchStep.isStep(event.name) {
            // A further request takes the place of this one; others tell of a launch only where there is one.
            let request = held.requests.remove(at: index)
            if isRequest(event, besides: run) { return }
            launch(request, as: run.phase == .open && run.isHeardAhead(of: event) ? run : nil, inputs: inputs)
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
    private func launch(_ request: HeldRequest, as run: RunMachine? = nil, inputs: InputNames) {
        guard let event = request.event.view else { return }
        if let run { return feed(event, to: run, inputs: inputs) }
        begin(with: event, as: request.run.phase == .open ? .launchAnew(request.run) : .first, inputs: inputs)
    }
}
