// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// What could have ended the run, by the state it was in: most likely first.
    func candidates() -> [Ending.Candidate] {
        var candidates: [Ending.Candidate] = []
        func add(_ cause: EndingCause, _ likelihood: Confidence = .possible) {
            guard !candidates.contains(where: { $0.cause == cause }) else { return }
            candidates.append(.init(cause: cause, likelihood: likelihood))
        }
        if let front = run.words.settingsInFront, isNear(front.moment, endMoment) { add(.settingsChange, .likely) }
        switch state {
        case .suspended:
            add(.reclaimed, .likely)
            add(.userQuit)
            add(.settingsChange)
            add(.appUpdate)
            add(.reboot)
        case .background:
            if !run.spans.instances(of: "backgroundTask", run.settings.spans).isEmpty { add(.backgroundTask) }
            add(.reclaimed)
            add(.systemPressure)
            add(.userQuit)
            add(.crashSignal)
            add(.appUpdate)
            add(.reboot)
        case .inactive:
            add(.userQuit, .likely)
            add(.crashSignal)
            add(.memoryLimit)
            add(.watchdogOther)
        case .active:
            if isNearMemoryLimit { add(.memoryLimit, .likely) }
            if run.words.openHang != nil { add(.watchdogOther) }
            add(.crashSignal)
            add(.crashException)
            add(.memoryLimit)
            add(.systemPressure)
            add(.userQuit)
        case .launching:
            add(.watchdogLaunch)
            add(.crashSignal)
            add(.crashException)
        case .notRunning, nil:
            break
        }
        let excluded = Set(ruledOut().map(\.cause))
        return candidates.filter { !excluded.contains($0.cause) }
    }

    /// What the evidence excludes, and why.
    func ruledOut() -> [Ending.RuledOut] {
        var excluded: [Ending.RuledOut] = []
        if run.facts.successorIsSameBuild {
            excluded.append(.init(cause: .appUpdate, because: "the next launch is of the same build"))
        }
        if run.facts.successorIsSameBoot {
            excluded.append(.init(cause: .reboot, because: "the next launch is in the same boot"))
        }
        if run.facts.userQuitIsRuledOut {
            excluded.append(
                .init(
                    cause: .userQuit,
                    because: "the next launch was in the background, for work that a user's quit forbids"))
        }
        let tasks = run.spans.instances(of: "backgroundTask", run.settings.spans)
        if state == .background || state == .suspended, tasks.isEmpty,
            run.spans.closed.contains(where: { $0.kind == "backgroundTask" })
        {
            excluded.append(.init(cause: .backgroundTask, because: "every background task of the run was ended"))
        }
        if state == .suspended {
            excluded.append(.init(cause: .crashSignal, because: "a suspended process runs no code that could crash"))
        }
        return excluded
    }

    private var endMoment: Moment { run.exits.map(\.moment).min() ?? run.last }

    private var isNearMemoryLimit: Bool {
        guard let footprint = run.words.footprint, let limit = run.words.footprintLimit, limit > 0 else { return false }
        return Double(footprint) >= Double(limit) * 0.9
    }
}
