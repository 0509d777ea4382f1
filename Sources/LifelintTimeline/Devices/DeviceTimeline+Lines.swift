// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    /// The launch whose process a line may be of that fits no run: the only one of which no process is told.
    func launchAwaiting(_ event: EventView) -> RunMachine? {
        let record = event.record
        guard record.hasPID, !record.app.isPresent, record.process.isPresent, event.isAppSide,
            event.moment.resolution >= TimelineWindows.sameEdge, !RunMachine.isExit(event),
            held.lines.count < HeldEvents.most
        else { return nil }
        var launch: RunMachine?
        for run in open where run.isLaunchWithoutProcess {
            guard launch == nil else { return nil }
            launch = run
        }
        guard let launch, event.moment.since(launch.last) <= event.moment.resolution else { return nil }
        return launch
    }

    /// Settles the lines that an event shows to be of the launch, or of another process.
    func settleLines(before event: EventView, inputs: InputNames) {
        for line in held.lines.takeAll() {
            guard let told = line.event.view else { continue }
            let isSame = event.record.pid == line.pid
            if isSame, line.run.phase == .open, line.run.isLaunchWithoutProcess || line.run.identity.pid == line.pid,
                line.run.identity.isOfApp(of: event)
            {
                feed(told, to: line.run, inputs: inputs)
            } else if line.due < event.record.order || isSame && launchAwaiting(event) !== line.run {
                begin(line, with: told, inputs: inputs)
            } else {
                held.lines.append(line)
            }
        }
    }

    /// Nothing tells whose these lines are.
    func releaseLines(inputs: InputNames) {
        for line in held.lines.takeAll() { if let told = line.event.view { begin(line, with: told, inputs: inputs) } }
    }

    /// A line is of a process of its own, which the one before it may have begun.
    private func begin(_ line: HeldLine, with told: EventView, inputs: InputNames) {
        if let run = openRun(of: told) { return feed(told, to: run, inputs: inputs) }
        let now = position
        position = line.event.position
        begin(with: told, as: .first, inputs: inputs)
        position = now
    }

    // MARK: Last words

    /// Holds what an app says behind the end of its process, in a log that tells launches and no process ids, until it
    /// is known whether a launch comes next: what runs before the launch callback may say it, too.
    func hold(lastWord event: EventView, of run: RunMachine) -> Bool {
        guard run.mayBeFollowed(by: event), run.launch.sawAppCallback, held.lastWords.count < HeldEvents.most else {
            return false
        }
        held.lastWords.append(HeldLine(run: run, event: waiting(event)))
        return true
    }

    /// Settles the last words that an event shows to be those of the dead, or perhaps of the next process.
    func settleLastWords(before event: EventView, inputs: InputNames) {
        for line in held.lastWords.takeAll() {
            let isOver = line.due < event.record.order
            if isOver || isNextLaunch(event, after: line.run) {
                take(lastWord: line, isOwn: isOver, inputs: inputs)
            } else {
                held.lastWords.append(line)
            }
        }
    }

    /// No launch has followed.
    func releaseLastWords(of run: RunMachine, inputs: InputNames) {
        let lines = held.lastWords
        held.lastWords = lines.filter { $0.run !== run }
        for line in lines where line.run === run { take(lastWord: line, isOwn: true, inputs: inputs) }
    }

    private func isNextLaunch(_ event: EventView, after run: RunMachine) -> Bool {
        LaunchStep.isStep(event.name) && event.record.witness == .app
            && (run.identity.isOfApp(of: event) || run.identity.fit(event) != nil)
    }

    private func take(lastWord line: HeldLine, isOwn: Bool, inputs: InputNames) {
        guard let told = line.event.view else { return }
        switch line.run.phase {
        case .open: feed(told, to: line.run, inputs: inputs)
        case .closing, .over: takeWitness(told, of: line.run, isOwn: isOwn, inputs: inputs)
        case .complete: break
        }
    }
}
