// SPDX-License-Identifier: MIT

import LifelintModel

extension DeviceTimeline {
    /// An event of the whole device.
    func applyDeviceEvent(_ event: EventView, inputs: InputNames) {
        // What happens in a boot does so after it.
        if event.record.boot.isPresent, !DeviceEvent.isBoot(event.name) { noteBoot(event, inputs: inputs) }
        for run in open {
            if event.name == .frontAppChanged { learnTellers(of: run) }
            run.witness(event, inputs: inputs)
            cutTape(of: run, inputs: inputs)
        }
        switch event.name {
        case .deviceShutdown, .reportPanic:
            let fact = PredecessorFacts.Fact(event, isTold: true, inputs: inputs)
            let end = event.name == .reportPanic ? nil : event.moment.order.addingClamped(TimelineWindows.shutdown)
            endAll(at: event, inputs: inputs) {
                $0.facts.boot = fact
                $0.facts.lastWordsUntil = end
            }
            // What runs later does so in another boot, whether its beginning is told or not. The report of a panic is
            // written in that one, perhaps after the user has unlocked it.
            if event.name == .reportPanic { facts.endBoot() } else { facts.startBoot(event) }
        case .deviceBoot, .deviceOsUpdate:
            // Ids are given anew.
            systems = []
            let fact = PredecessorFacts.Fact(event, isTold: true, inputs: inputs)
            endAll(at: event, inputs: inputs) { $0.facts.boot = fact }
            if event.name == .deviceOsUpdate {
                for run in ended where run.facts.boot != nil { run.facts.osUpdate = run.facts.osUpdate ?? fact }
            }
            facts.startBoot(event)
        case .deviceRespring:
            let fact = PredecessorFacts.Fact(event, isTold: true, inputs: inputs)
            let end = event.moment.order.addingClamped(TimelineWindows.dying)
            endAll(at: event, inputs: inputs) {
                $0.facts.respring = fact
                $0.facts.lastWordsUntil = end
            }
        case .frontAppChanged:
            // Of the home screen, and of the one that is locked, no app is told.
            if event.record.app.isPresent || event.batch.attribute(.app, of: event.record) != nil { facts.unlock() }
        case .screenLock, .screenUnlock: facts.noteLock(isLocked: event.name == .screenLock)
        default: break
        }
    }

    /// Lets a run know who told, in runs of its app before it, that the app is left.
    func learnTellers(of run: RunMachine) {
        let (key, version) = (key(of: run), run.identity.version)
        if let before = run.predecessor, version == nil || before.identity.version.map({ $0 == version }) ?? true {
            run.leaving.learn(tellers: before.leaving.tellers, ofBackground: before.leaving.backgroundTellers)
        }
        run.leaving.learn(
            tellers: facts.leavingTellers(of: key, version: version, and: run.leaving.tellers),
            ofBackground: facts.backgroundTellers(of: key, version: version, and: run.leaving.backgroundTellers))
    }

    /// Lets a run know where runs of its app before it, or the one after it, show that this version has scenes.
    func learnScenes(of run: RunMachine) {
        guard run.isApp else { return }
        let (key, version) = (key(of: run), run.identity.version)
        var shown = facts.shownScenes(in: key, version: version, and: run.shownScenes)
        for other in [run.predecessor, run.successor] {
            guard let other, version == nil || other.identity.version.map({ $0 == version }) ?? true else { continue }
            shown.formUnion(other.shownScenes)
        }
        if !shown.isEmpty { run.learnScenes(shown) }
    }

    /// Every process is gone; what ended just before, without a word of why, went with the device.
    private func endAll(at event: EventView, inputs: InputNames, _ note: (RunMachine) -> Void) {
        let cause: EndingCause =
            switch event.name {
            case .deviceRespring: .springboardRestart
            case .deviceOsUpdate: .osUpdate
            default: .reboot
            }
        let fact = PredecessorFacts.Fact(event, isTold: true, inputs: inputs)
        for run in ended where run.successor == nil && run.facts.endOfDevice == nil {
            run.facts.endOfDevice = (cause, fact)
        }
        for run in open {
            note(run)
            run.settleLastSilence(until: event.moment)
            close(run, at: event.moment, inputs: inputs)
        }
    }

    /// A new boot id proves that every process of the boot before is gone.
    func noteBoot(_ event: EventView, inputs: InputNames) {
        guard facts.isNewBoot(event) else { return }
        systems = []
        releaseOpenings(inputs: inputs)
        facts.startBoot(event)
        let fact = PredecessorFacts.Fact(event, isTold: false, inputs: inputs)
        for run in open {
            guard let boot = run.identity.boot, !event.batch.equals(event.record.boot, boot.bytes) else { continue }
            run.facts.boot = fact
            run.settleLastSilence(until: event.moment)
            close(run, at: event.moment, inputs: inputs)
        }
    }

    private func noteUpdate(of app: String, by event: EventView, inputs: InputNames) {
        // The new app finds it when it is launched, by when it is over.
        let fact = PredecessorFacts.Fact(event, isTold: event.record.witness != .app, inputs: inputs)
        forEachLast(of: app) { run in
            var fact = fact
            fact.mayBeOwn =
                event.record.isWitnessAssumed && event.record.hasPID && event.record.pid == run.identity.pid
            run.facts.appUpdate = run.earliest(of: run.facts.appUpdate, fact)
        }
    }

    /// The process that tells itself that its app was installed or updated, as the first one after that does: it is
    /// none that ended by it.
    ///
    /// Where nobody says whose line it is, the process id may be one that a log gives to all its lines: then the line
    /// is that process's own only soon after its launch.
    private func speaker(of event: EventView, about app: String) -> RunMachine? {
        let record = event.record
        let isOwn = record.witness == .app || record.witness == .uikit
        guard isOwn || record.isWitnessAssumed && record.hasPID else { return nil }
        return open.last { run in
            guard run.successor == nil, key(of: run) == app else { return false }
            let hasItsID = record.hasPID && record.pid == run.identity.pid
            if hasItsID, isOwn { return true }
            if record.hasPID, run.identity.hasPID, !hasItsID { return false }
            return run.launch.sawStep && run.app.current != .suspended
                && event.moment.since(run.first) <= LaunchFacts.foregroundWindow
        }
    }

    /// Takes what a process tells of the installation or update that came before it was launched: what ran before it
    /// was over by then.
    private func noteInstallation(of app: String, toldBy run: RunMachine, in event: EventView, inputs: InputNames) {
        if event.name == .appInstalled, event.record.witness == .app || !wasThere(app, before: run) {
            run.launchContext.isFirstEver = true
            return
        }
        run.launchContext.isAfterUpdate = true
        var fact = PredecessorFacts.Fact(moment: run.first, evidence: event.evidence(inputs), isTold: false)
        fact.isProven = event.isProven
        for other in Array(open) + ended where other !== run && key(of: other) == app {
            guard other === run.predecessor || other.successor == nil && other.last <= run.first else { continue }
            other.facts.appUpdate = other.earliest(of: other.facts.appUpdate, fact)
        }
    }

    /// What befalls an app befalls the last process of it, and all that run.
    private func forEachLast(of app: String, _ note: (RunMachine) -> Void) {
        for run in Array(open) + ended where run.successor == nil && key(of: run) == app { note(run) }
    }

    /// Whether an app ran on the device before, and is not told to be removed since.
    private func isThere(_ app: String) -> Bool {
        if let last = (ended + open).last(where: { $0.successor == nil && key(of: $0) == app }) {
            return last.facts.uninstall == nil
        }
        return wasThere(app)
    }

    /// Whether an app ran on the device before one of its runs, and is not told to have been removed since.
    private func wasThere(_ app: String, before run: RunMachine? = nil) -> Bool {
        if let before = run?.predecessor { return before.facts.uninstall == nil }
        return facts.memory(of: app).map { $0.cause != .uninstalled } ?? false
    }

    /// An event about an app's installation.
    func applyInstallation(_ event: EventView, inputs: InputNames) {
        let app = event.batch.string(event.record.app) ?? event.batch.string(.app, of: event.record) ?? ""
        if event.name != .appUninstalled, let run = speaker(of: event, about: app) {
            return noteInstallation(of: app, toldBy: run, in: event, inputs: inputs)
        }
        switch event.name {
        case .appInstalled where event.record.witness == .app: facts.noteInstalled(app)
        // The system says the same of an app that it puts in the place of an older one: one that ran was there before.
        case .appInstalled:
            if !isThere(app) { facts.noteInstalled(app) }
            noteUpdate(of: app, by: event, inputs: inputs)
        case .appUpdated:
            facts.noteUpdated(app)
            noteUpdate(of: app, by: event, inputs: inputs)
        default:
            let fact = PredecessorFacts.Fact(event, isTold: true, inputs: inputs)
            forEachLast(of: app) { $0.facts.uninstall = $0.earliest(of: $0.facts.uninstall, fact) }
        }
    }
}
