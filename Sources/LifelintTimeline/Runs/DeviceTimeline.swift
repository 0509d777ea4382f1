// SPDX-License-Identifier: MIT

import LifelintModel

/// All runs of one device: decides which run an event belongs to, where runs begin and end, and hands on those that are
/// over.
///
/// Memory is O(open runs) plus one ended run per app, which waits for what its successor has to say.
final class DeviceTimeline {
    let device: String?
    let settings: TimelineSettings
    /// Runs that go on.
    private(set) var open: [RunMachine] = []
    /// Runs whose end was seen up to two seconds ago.
    private var closing: [RunMachine] = []
    /// The last ended run of each app, until its successor's launch is understood.
    private var waiting: [RunMachine] = []
    /// What is remembered of each app when all its runs are gone.
    private var appMemories: [String: AppMemory] = [:]
    private var facts = DeviceFacts()
    private var now: Int64 = .min
    /// The earliest time at which something is due: nothing needs a look before.
    private var nextDue: Int64 = .max
    private var finished: [FinishedRun] = []

    /// A run that is over, with everything its summary needs.
    struct FinishedRun {
        var machine: RunMachine
        var isStillRunning: Bool
    }

    /// What outlives an app's runs.
    private struct AppMemory {
        var lastCause: EndingCause?
        var version: String?
        var build: String?
        var endedAt: Int64 = .min
        var pid: Int32 = .min
        var wasEndSeen = false
    }

    init(device: String?, settings: TimelineSettings) {
        self.device = device
        self.settings = settings
    }

    /// Takes the next event of the device.
    func apply(_ event: EventView, inputs: InputNames) {
        advance(to: event.record.order, inputs: inputs)
        switch DeviceEvent.scope(of: event.name) {
        case .device: applyDeviceEvent(event, inputs: inputs)
        case .installation: applyInstallation(event, inputs: inputs)
        case .process: applyProcessEvent(event, inputs: inputs)
        }
    }

    /// Moves the device's clock.
    func advance(to time: Int64, inputs: InputNames) {
        now = max(now, time)
        guard nextDue <= now else { return }
        nextDue = .max
        closing.removeAll { run in
            let due = (run.exits.first?.moment.time ?? run.lastOrder).addingClamped(TimelineWindows.afterEnd)
            guard due < now else {
                nextDue = min(nextDue, due)
                return false
            }
            endSeen(run, inputs: inputs)
            return true
        }
    }

    /// How well an event without a device fits the open runs here: the best count of equal fields.
    func fit(_ event: EventView) -> Int? {
        (open + closing).compactMap { $0.identity.fit(event.record, in: event.batch) }.max()
    }

    /// The runs that are over since it was last asked.
    func takeFinished() -> [FinishedRun] {
        if finished.isEmpty { return [] }
        defer { finished.removeAll(keepingCapacity: true) }
        return finished
    }

    /// The evidence ends.
    func finish(inputs: InputNames) {
        for run in closing { endSeen(run, inputs: inputs) }
        closing = []
        for run in open {
            run.settle(upTo: .max)
            run.settleLaunch()
            run.checkLaunchState()
            resolveWaiting(before: run, inputs: inputs)
            complete(run, isStillRunning: true, inputs: inputs)
        }
        open = []
        for run in waiting { complete(run, isStillRunning: false, inputs: inputs) }
        waiting = []
    }

    // MARK: Events of a process

    private func applyProcessEvent(_ event: EventView, inputs: InputNames) {
        if event.record.boot.isPresent { noteBoot(event, inputs: inputs) }
        if let run = openRun(for: event) {
            if LaunchStep.isStep(event.name), isAnotherLaunch(event, of: run) {
                begin(with: event, inputs: inputs, replacing: run)
            } else {
                feed(event, to: run, inputs: inputs)
            }
            return
        }
        if !LaunchStep.isStep(event.name), takeAfterEnd(event, inputs: inputs) { return }
        begin(with: event, inputs: inputs, replacing: nil)
    }

    private func feed(_ event: EventView, to run: RunMachine, inputs: InputNames) {
        run.apply(event, inputs: inputs)
        if event.name == .appProtectedDataDidBecomeAvailable { facts.isUnlockedSinceBoot = true }
        if RunMachine.isExit(event), run.phase == .open { close(run) }
        if run.launch.settled != nil { resolveWaiting(before: run, inputs: inputs) }
    }

    /// The open run an event belongs to.
    private func openRun(for event: EventView) -> RunMachine? {
        if open.count == 1 { return open[0].identity.fit(event.record, in: event.batch) != nil ? open[0] : nil }
        var best: RunMachine?
        var bestFit = -1
        var isTie = false
        for run in open {
            guard let fit = run.identity.fit(event.record, in: event.batch) else { continue }
            if fit > bestFit {
                best = run
                bestFit = fit
                isTie = false
            } else if fit == bestFit {
                isTie = true
            }
        }
        return isTie ? nil : best
    }

    private func isAmbiguous(_ event: EventView) -> Bool {
        open.count > 1
            && open.count(where: { $0.identity.fit(event.record, in: event.batch) != nil }) > 1
    }

    /// Whether a launch step cannot be part of the open run's own launch.
    private func isAnotherLaunch(_ event: EventView, of run: RunMachine) -> Bool {
        if event.record.phase == .end, run.openCallbacks.contains(where: { $0.name == event.name }) { return false }
        let step = LaunchStep(name: event.name, witness: event.record.witness, via: event.record.via)
        if event.record.phase == .end, event.name != .processLaunch, run.launch.steps.last == step,
            run.lastEvent == event.name
        {
            return false
        }
        if run.launch.steps.contains(step) { return true }
        let isNear = event.record.order.subtractingClamped(run.firstOrder) <= TimelineWindows.oneLaunch
        if run.launch.sawStep { return !isNear }
        // A run that began with other lines may be this launch's own, unless it has already been somewhere.
        return !isNear || run.app.stretches.contains { !$0.isInferred } || !run.scenes.isEmpty
    }

    // MARK: Beginnings

    private func begin(with event: EventView, inputs: InputNames, replacing predecessor: RunMachine?) {
        guard isSelected(event) else { return }
        let isAmbiguousJoin = predecessor == nil && isAmbiguous(event)
        let run = RunMachine(opening: event, device: device, settings: settings, inputs: inputs)
        run.identity.learn(from: event.record, in: event.batch)
        var isSecondLaunch = false
        if let predecessor {
            isSecondLaunch = predecessor.identity.hasPID && predecessor.identity.pid == run.identity.pid
            endImplied(predecessor, by: run, inputs: inputs)
        }
        if run.identity.host == .missing || run.identity.host == .app {
            for other in open where isSameApp(other, run) { endImplied(other, by: run, inputs: inputs) }
        }
        for other in closing where isSameApp(other, run) { endSeen(other, inputs: inputs) }
        closing.removeAll { $0.phase == .over }
        prepareLaunch(of: run)
        open.append(run)
        run.apply(event, inputs: inputs)
        if isAmbiguousJoin {
            run.note(.ambiguousJoin, "the line names no process and fits several runs", event, inputs)
        }
        if isSecondLaunch {
            run.note(.secondLaunch, "launched again with the pid of the run before", event, inputs)
        } else if !LaunchStep.isStep(event.name), let memory = appMemories[key(of: run)], memory.wasEndSeen,
            memory.pid != .min, memory.pid == run.identity.pid
        {
            run.note(.eventAfterExit, "a line of a process that was seen to end", event, inputs)
        }
        noteConflict(run, event, inputs: inputs)
        noteSuccession(of: run)
        if RunMachine.isExit(event) { close(run) }
        if run.launch.settled != nil { resolveWaiting(before: run, inputs: inputs) }
    }

    /// Two different apps cannot have one pid at the same time.
    private func noteConflict(_ run: RunMachine, _ event: EventView, inputs: InputNames) {
        guard run.identity.hasPID, let app = run.identity.app else { return }
        for other in open where other !== run && other.identity.pid == run.identity.pid {
            guard let otherApp = other.identity.app, otherApp.bytes != app.bytes else { continue }
            run.note(
                .identityConflict, "pid \(run.identity.pid) is also that of \(otherApp.string)", event, inputs)
        }
    }

    private func isSelected(_ event: EventView) -> Bool {
        if settings.apps.isEmpty { return true }
        guard let app = event.batch.string(event.record.app) else { return true }
        return settings.apps.contains { $0.matches(app) }
    }

    private func prepareLaunch(of run: RunMachine) {
        if let memory = appMemories[key(of: run)] { run.facts.previousCause = memory.lastCause }
    }

    /// What the launch follows: known once the app, and the run before it, are known.
    private func noteSuccession(of run: RunMachine) {
        run.launchContext.isAfterBoot = facts.hasBooted && !facts.appsSinceBoot.contains(key(of: run))
        run.launchContext.isBeforeFirstUnlock =
            run.launchContext.isBeforeFirstUnlock || (facts.hasBooted && !facts.isUnlockedSinceBoot)
        if facts.installed.contains(key(of: run)) { run.launchContext.isFirstEver = true }
        if facts.updated.contains(key(of: run)) { run.launchContext.isAfterUpdate = true }
    }

    // MARK: Ends

    private func close(_ run: RunMachine) {
        run.phase = .closing
        open.removeAll { $0 === run }
        closing.append(run)
        nextDue = min(nextDue, run.lastOrder.addingClamped(TimelineWindows.afterEnd))
    }

    /// The end of a run that was seen, when no late witness is awaited any more.
    private func endSeen(_ run: RunMachine, inputs: InputNames) {
        run.phase = .over
        run.settleLaunch()
        run.checkLaunchState()
        resolveWaiting(before: run, inputs: inputs)
        hold(run, inputs: inputs)
    }

    /// The end of a run that its successor implies.
    private func endImplied(_ run: RunMachine, by successor: RunMachine, inputs: InputNames) {
        run.phase = .over
        open.removeAll { $0 === run }
        run.settleGap(until: successor.first, order: successor.firstOrder, end: .telling)
        run.settle(upTo: run.lastOrder)
        run.settleLaunch()
        run.checkLaunchState()
        resolveWaiting(before: run, inputs: inputs)
        run.facts.successor = .init(moment: successor.first, evidence: successor.firstEvidence, isTold: true)
        hold(run, inputs: inputs)
    }

    /// A run that is over waits for its successor; at most one of each app does.
    private func hold(_ run: RunMachine, inputs: InputNames) {
        if let earlier = waiting.firstIndex(where: { isSameApp($0, run) }) {
            complete(waiting.remove(at: earlier), isStillRunning: false, inputs: inputs)
        }
        waiting.append(run)
        facts.appsSinceBoot.insert(key(of: run))
        facts.installed.remove(key(of: run))
        facts.updated.remove(key(of: run))
    }

    /// The launch of a successor is understood: what waited for it is complete.
    private func resolveWaiting(before run: RunMachine, inputs: InputNames) {
        guard let index = waiting.firstIndex(where: { $0 !== run && isSameApp($0, run) }) else { return }
        let earlier = waiting.remove(at: index)
        earlier.facts.compare(
            earlier.identity, with: run.identity, at: run.first, evidence: run.firstEvidence)
        earlier.facts.learn(fromSuccessor: run)
        let cause = complete(earlier, isStillRunning: false, inputs: inputs)
        run.facts.previousCause = cause
        if earlier.facts.appUpdate != nil { run.launchContext.isAfterUpdate = true }
        if cause == .userQuit { run.launchContext.isAfterForceQuit = true }
    }

    @discardableResult
    private func complete(_ run: RunMachine, isStillRunning: Bool, inputs: InputNames) -> EndingCause {
        run.phase = .over
        run.lastLine = run.lastEvidence(inputs)
        let judged = EndingJudge.judge(run, isStillRunning: isStillRunning)
        run.judged = judged
        var memory = appMemories[key(of: run)] ?? AppMemory()
        memory.lastCause = isStillRunning ? nil : judged.cause
        memory.version = run.identity.version?.string
        memory.build = run.identity.build?.string
        memory.endedAt = run.lastOrder
        memory.pid = run.identity.pid
        memory.wasEndSeen = !run.exits.isEmpty
        appMemories[key(of: run)] = memory
        finished.append(FinishedRun(machine: run, isStillRunning: isStillRunning))
        return judged.cause
    }

    /// A line about a run that has ended: a witness within two seconds, an anomaly later.
    private func takeAfterEnd(_ event: EventView, inputs: InputNames) -> Bool {
        if let run = closing.last(where: { $0.identity.fit(event.record, in: event.batch) != nil }) {
            if RunMachine.isExit(event) {
                run.identity.learn(from: event.record, in: event.batch)
                run.exits.append(ExitWitness(event, inputs: inputs))
            } else {
                _ = run.words.take(event, inputs: inputs)
            }
            run.keeper.count()
            run.keeper.keep(event, scene: -1)
            return true
        }
        guard event.record.hasPID,
            let run = waiting.last(where: {
                $0.identity.pid == event.record.pid && !$0.exits.isEmpty
                    && $0.identity.fit(event.record, in: event.batch) != nil
            })
        else { return false }
        run.keeper.count()
        run.note(.eventAfterExit, "a line of the process after it was seen to end", event, inputs)
        return true
    }

    // MARK: The device

    private func applyDeviceEvent(_ event: EventView, inputs: InputNames) {
        for run in open { run.witness(event, inputs: inputs) }
        switch event.name {
        case .deviceShutdown, .deviceBoot:
            let fact = PredecessorFacts.Fact(
                moment: event.moment, evidence: event.evidence(inputs), isTold: true)
            endAll(inputs: inputs) { $0.facts.boot = fact }
            if event.name == .deviceBoot { facts.startBoot(event) }
        case .deviceOsUpdate:
            let fact = PredecessorFacts.Fact(moment: event.moment, evidence: event.evidence(inputs), isTold: true)
            endAll(inputs: inputs) { $0.facts.osUpdate = fact }
            for run in waiting where run.facts.boot != nil { run.facts.osUpdate = fact }
        case .deviceRespring:
            let fact = PredecessorFacts.Fact(moment: event.moment, evidence: event.evidence(inputs), isTold: true)
            endAll(inputs: inputs) { $0.facts.respring = fact }
        case .screenUnlock: facts.isUnlockedSinceBoot = true
        default: break
        }
    }

    private func endAll(inputs: InputNames, _ note: (RunMachine) -> Void) {
        for run in closing {
            note(run)
            endSeen(run, inputs: inputs)
        }
        closing = []
        for run in open {
            run.settleGap(until: Moment(now, run.last.digits), order: now, end: .telling)
            note(run)
            run.settle(upTo: now)
            endSeen(run, inputs: inputs)
        }
        open = []
    }

    /// A new boot id proves that every process of the boot before is gone.
    private func noteBoot(_ event: EventView, inputs: InputNames) {
        if let boot = facts.boot, event.batch.equals(event.record.boot, boot.bytes) { return }
        let isChange = facts.boot != nil
        facts.boot = Name(event.record.boot, in: event.batch)
        guard isChange else { return }
        facts.hasBooted = true
        facts.isUnlockedSinceBoot = false
        facts.appsSinceBoot = []
        let fact = PredecessorFacts.Fact(moment: event.moment, evidence: event.evidence(inputs), isTold: false)
        let older = open.filter { run in
            guard let boot = run.identity.boot else { return false }
            return !event.batch.equals(event.record.boot, boot.bytes)
        }
        for run in older {
            open.removeAll { $0 === run }
            run.settleGap(until: event.moment, order: event.record.order, end: .telling)
            run.facts.boot = fact
            run.settle(upTo: run.lastOrder)
            endSeen(run, inputs: inputs)
        }
    }

    private func applyInstallation(_ event: EventView, inputs: InputNames) {
        let app = event.batch.string(event.record.app) ?? event.batch.string(.app, of: event.record) ?? ""
        let fact = PredecessorFacts.Fact(moment: event.moment, evidence: event.evidence(inputs), isTold: true)
        switch event.name {
        case .appInstalled: facts.installed.insert(app)
        case .appUpdated:
            facts.updated.insert(app)
            for run in open + closing + waiting where key(of: run) == app { run.facts.appUpdate = fact }
        default:
            for run in open + closing + waiting where key(of: run) == app { run.facts.uninstall = fact }
        }
    }

    // MARK: Identity

    private func key(of run: RunMachine) -> String { run.identity.app?.string ?? run.identity.process?.string ?? "" }

    private func isSameApp(_ left: RunMachine, _ right: RunMachine) -> Bool {
        if let first = left.identity.app, let second = right.identity.app { return first.bytes == second.bytes }
        if let first = left.identity.process, let second = right.identity.process {
            return first.bytes == second.bytes
        }
        return left.identity.app == nil && right.identity.app == nil
            || left.identity.process == nil || right.identity.process == nil
    }
}

/// What is known about a device beside its runs.
private struct DeviceFacts {
    var boot: Name?
    var hasBooted = false
    var isUnlockedSinceBoot = false
    var appsSinceBoot: Set<String> = []
    var installed: Set<String> = []
    var updated: Set<String> = []

    mutating func startBoot(_ event: EventView) {
        hasBooted = true
        isUnlockedSinceBoot = false
        appsSinceBoot = []
        if event.record.boot.isPresent { boot = Name(event.record.boot, in: event.batch) }
    }
}

extension Int64 {
    /// The sum, or the largest value.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    /// The difference, or the value nearest to it.
    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}
