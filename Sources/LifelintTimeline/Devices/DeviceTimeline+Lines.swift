// SPDX-License-Identifier: MIT

import LifelintModel

/// A line of a process, in a log of whole seconds, while an app is launched whose process nobody has told yet.
///
/// Its fraction is cut off, so it may stand before the line that tells whose its process is.
struct HeldLine {
    /// The launch that was asked for.
    let run: RunMachine
    let moment: Moment
    let pid: Int32
    /// Its place among all events: the number of the run that it may begin.
    let position: Int
    private let batch: EventBatch
    private let lineBase: UInt32

    init(_ event: EventView, at position: Int, of run: RunMachine) {
        self.run = run
        self.position = position
        moment = event.moment
        pid = event.record.pid
        batch = event.copied
        lineBase = event.line &- event.record.line
    }

    var event: EventView? { EventView(0, of: BatchView(batch), lineBase: lineBase) }

    /// Until when the line that tells whose it is may come: a second, and what passes between the two.
    var due: Int64 { moment.order.addingClamped(moment.resolution).addingClamped(TimelineWindows.sameEdge) }

    /// So many wait on a device.
    static let most = 16
}

extension DeviceTimeline {
    /// The launch whose process a line may be of that fits no run: the only one of which no process is told.
    func launchAwaiting(_ event: EventView) -> RunMachine? {
        let record = event.record
        guard record.hasPID, !record.app.isPresent, record.process.isPresent, event.isAppSide,
            event.moment.resolution >= TimelineWindows.sameEdge, !RunMachine.isExit(event),
            heldLines.count < HeldLine.most
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
        let held = heldLines
        heldLines = []
        for line in held {
            guard let told = line.event else { continue }
            let isSame = event.record.pid == line.pid
            if isSame, line.run.phase == .open, line.run.isLaunchWithoutProcess || line.run.identity.pid == line.pid,
                line.run.identity.isOfApp(of: event)
            {
                feed(told, to: line.run, inputs: inputs)
            } else if line.due < event.record.order || isSame && launchAwaiting(event) !== line.run {
                begin(line, with: told, inputs: inputs)
            } else {
                heldLines.append(line)
            }
        }
    }

    /// Nothing tells whose these lines are.
    func releaseLines(inputs: InputNames) {
        let held = heldLines
        heldLines = []
        for line in held { if let told = line.event { begin(line, with: told, inputs: inputs) } }
    }

    /// A line is of a process of its own, which the one before it may have begun.
    private func begin(_ line: HeldLine, with told: EventView, inputs: InputNames) {
        if let run = openRun(of: told) { return feed(told, to: run, inputs: inputs) }
        let now = position
        position = line.position
        begin(with: told, as: .first, inputs: inputs)
        position = now
    }

    // MARK: Last words

    /// Holds what an app says behind the end of its process, in a log that tells launches and no process ids, until it
    /// is known whether a launch comes next: what runs before the launch callback may say it, too.
    func hold(lastWord event: EventView, of run: RunMachine) -> Bool {
        guard run.mayBeFollowed(by: event), run.launch.sawAppCallback, heldLastWords.count < HeldLine.most else {
            return false
        }
        heldLastWords.append(HeldLine(event, at: position, of: run))
        return true
    }

    /// Settles the last words that an event shows to be those of the dead, or perhaps of the next process.
    func settleLastWords(before event: EventView, inputs: InputNames) {
        let held = heldLastWords
        heldLastWords = []
        for line in held {
            let isOver = line.due < event.record.order
            if isOver || isNextLaunch(event, after: line.run) {
                take(lastWord: line, isOwn: isOver, inputs: inputs)
            } else {
                heldLastWords.append(line)
            }
        }
    }

    /// No launch has followed.
    func releaseLastWords(of run: RunMachine, inputs: InputNames) {
        let held = heldLastWords
        heldLastWords = held.filter { $0.run !== run }
        for line in held where line.run === run { take(lastWord: line, isOwn: true, inputs: inputs) }
    }

    private func isNextLaunch(_ event: EventView, after run: RunMachine) -> Bool {
        LaunchStep.isStep(event.name) && event.record.witness == .app
            && (run.identity.isOfApp(of: event) || run.identity.fit(event) != nil)
    }

    private func take(lastWord line: HeldLine, isOwn: Bool, inputs: InputNames) {
        guard let told = line.event else { return }
        switch line.run.phase {
        case .open: feed(told, to: line.run, inputs: inputs)
        case .closing, .over: takeWitness(told, of: line.run, isOwn: isOwn, inputs: inputs)
        case .complete: break
        }
    }
}
