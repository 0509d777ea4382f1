// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    /// Whether a request for a launch need not have led to one: the process that is there may be meant.
    func isRequest(_ event: EventView, besides run: RunMachine) -> Bool {
        event.name == .processLaunch && event.record.witness == .runningboard && !event.record.hasPID
            && run.identity.hasPID && run.phase == .open
    }

    func hold(_ event: EventView, besides run: RunMachine, inputs: InputNames) {
        hold(HeldRequest(run: run, events: [waiting(event)]), inputs: inputs)
    }

    private func hold(_ request: HeldRequest, inputs: InputNames) {
        held.requests.removeAll { $0.run === request.run }
        if held.requests.count >= HeldEvents.most { releaseOpenings(inputs: inputs) }
        held.add(request)
    }

    /// Settles the request that an event tells the outcome of.
    ///
    /// What names no process is of the one that was there: RunningBoard tells of a new one before it tells of its
    /// state.
    func settleRequest(before event: EventView, inputs: InputNames) {
        guard DeviceEvent.scope(of: event.name) == .process,
            let index = held.requests.firstIndex(where: {
                isOfApp(event, $0.run) || $0.isOpening && $0.run.identity.fit(event) != nil
            })
        else { return }
        if held.requests[index].isOpening { return settleOpening(at: index, before: event, inputs: inputs) }
        let run = held.requests[index].run
        if event.record.hasPID, event.record.pid == run.identity.pid {
            // The end of the process that was there says nothing of the next.
            if !RunMachine.isExit(event) { held.requests.remove(at: index) }
        } else if event.record.hasPID {
            let isKnown = open.contains { $0.identity.hasPID && $0.identity.pid == event.record.pid }
            let request = held.requests.remove(at: index)
            if !isKnown, event.record.order <= request.due { launch(request, inputs: inputs) }
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
        guard let event = request.events.first?.view else { return }
        if let run { return feed(event, to: run, inputs: inputs) }
        begin(with: event, as: request.run.phase == .open ? .launchAnew(request.run) : .first, inputs: inputs)
        for next in request.events.dropFirst() {
            guard let told = next.view, let run = openRun(of: told), run !== request.run else { continue }
            feed(told, to: run, inputs: inputs)
        }
    }

    // MARK: Processes that wait to be opened

    /// Whether a request opens the process that is there, if it still is: its end need not have been told.
    func isOpening(_ event: EventView, of run: RunMachine) -> Bool {
        guard event.name == .processLaunch, event.record.witness != .report, run.phase == .open else { return false }
        return run.launch.opened == nil && run.isOpened(by: event)
            || held.requests.contains { $0.run === run && $0.isFollowed(by: event) }
    }

    func hold(opening event: EventView, of run: RunMachine, inputs: InputNames) {
        if let index = held.requests.firstIndex(where: { $0.run === run && $0.isFollowed(by: event) }) {
            return held.requests[index].events.append(waiting(event))
        }
        let request = HeldRequest(run: run, events: [waiting(event)], isOpening: true)
        hold(request, inputs: inputs)
        nextDue = min(nextDue, request.due)
    }

    /// The process that waited was opened, unless another one of the app is told first.
    private func settleOpening(at index: Int, before event: EventView, inputs: InputNames) {
        if held.requests[index].isFollowed(by: event) { return }
        let request = held.requests.remove(at: index)
        if isOfNew(event, besides: request.run) {
            launch(request, inputs: inputs)
        } else {
            open(request, inputs: inputs)
        }
    }

    /// Whether an event is of a process of an app of which nothing was told before.
    private func isOfNew(_ event: EventView, besides run: RunMachine) -> Bool {
        func hasID(_ other: RunMachine) -> Bool { other.identity.pid == event.record.pid }
        return event.record.pid >= 0 && event.record.witness != .report && !RunMachine.isExit(event)
            && DeviceEvent.isOfApp(event) == DeviceEvent.isOfApp(run.identity.host) && !open.contains(where: hasID)
            && !ended.contains { $0.phase == .closing && hasID($0) }
    }

    private func open(_ request: HeldRequest, inputs: InputNames) {
        for event in request.events where request.run.phase == .open {
            if let told = event.view { feed(told, to: request.run, inputs: inputs) }
        }
    }

    /// No other process was launched for what was asked for: what waited to be opened was opened.
    func releaseOpenings(where isMeant: (HeldRequest) -> Bool = { _ in true }, inputs: InputNames) {
        guard held.requests.contains(where: \.isOpening) else { return }
        let openings = held.requests.filter { $0.isOpening && isMeant($0) }
        held.requests.removeAll { $0.isOpening && isMeant($0) }
        for opening in openings { open(opening, inputs: inputs) }
    }
}
