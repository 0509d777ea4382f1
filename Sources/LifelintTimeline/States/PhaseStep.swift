// SPDX-License-Identifier: MIT

import LifelintModel

/// What was told of one machine in a step of a coarse clock in which SwiftUI told a phase of it.
///
/// Why: UIKit's callbacks tell in which order they came, since each leads on from one state. What SwiftUI calls
/// inactive leads to the front as well as out of it, so that several orders may be legal, which end in different
/// states.
struct PhaseStep {
    let moment: Moment
    /// Index of its scene, or −1.
    let scene: Int
    /// Nothing had told the machine's state before, or no more than that it is launched.
    let isFirst: Bool
    /// The state that it begins in was itself only concluded from one of several orders.
    let isInDoubt: Bool
    /// It begins inactive, which a phase of it may tell once more, or tell of another way to the front.
    let isInactive: Bool
    private var sawActive = false
    private var sawInactive = false
    private var sawBackground = false
    private var sawForeground = false

    fileprivate init(at moment: Moment, scene: Int, of run: RunMachine) {
        self.moment = moment
        self.scene = scene
        if scene >= 0 {
            let ledger = run.scenes[scene].ledger
            isFirst = ledger.current.map { $0 == .unattached } ?? true
            isInDoubt = ledger.isInferred && !ledger.isProven
            isInactive = ledger.current == .inactive
        } else {
            isFirst = run.app.current.map { $0 == .launching } ?? true
            isInDoubt = run.app.isInferred && !run.app.isProven
            isInactive = run.app.current == .inactive
        }
    }

    /// Whether nothing tells which of the states came last.
    var isOrderUntold: Bool {
        if sawActive, (isFirst || isInDoubt) && sawInactive { return true }
        return sawBackground && !sawForeground && (sawActive || isInactive && sawInactive)
    }

    mutating func take(_ name: EventName) {
        switch name {
        case .appDidBecomeActive, .sceneDidBecomeActive: sawActive = true
        case .appWillResignActive, .sceneWillResignActive: sawInactive = true
        case .appDidEnterBackground, .sceneDidEnterBackground: sawBackground = true
        case .appWillEnterForeground, .sceneWillEnterForeground: sawForeground = true
        default: break
        }
    }
}

extension RunMachine {
    /// Takes in a line that may be of the same step as a phase, before it moves a machine.
    func notePhase(_ event: EventView, scene: Int) {
        if !phaseSteps.isEmpty { phaseSteps.removeAll { $0.moment.order != event.moment.order } }
        let isScenes = SceneMachine.isStateCallback(event.name)
        guard isScenes || event.name.isAppStateCallback else { return }
        let machine = isScenes ? scene : -1
        if event.record.via == .swiftui, !phaseSteps.contains(where: { $0.scene == machine }),
            event.moment.resolution >= TimelineWindows.sameEdge, !event.record.isPlaced, !event.record.hasSequence
        {
            phaseSteps.append(PhaseStep(at: event.moment, scene: machine, of: self))
        }
        for index in phaseSteps.indices where phaseSteps[index].scene == machine { phaseSteps[index].take(event.name) }
    }

    /// Whether a phase brings the app back to the front: SwiftUI calls it inactive before it is active, and tells
    /// nothing else of its coming.
    func isArrivingPhase(_ event: EventView) -> Bool {
        guard event.record.via == .swiftui, event.name == .appWillResignActive || event.name == .sceneWillResignActive,
            let since = app.since
        else { return false }
        switch app.current {
        case .suspended: return app.isInferred
        // By another clock it may be late with what led there.
        case .background: return event.moment.since(since) >= TimelineWindows.sameEdge
        default: return false
        }
    }

    /// Where phases of one step end in one state or another, the one in which they were put is no more than likely.
    func doubtUntoldPhases() {
        for step in phaseSteps where step.isOrderUntold {
            if step.scene >= 0 {
                scenes[step.scene].ledger.takeAsConcluded(.likely)
            } else if isSceneBased, hasConnectedScene {
                continue
            }
            if app.since?.order == step.moment.order { app.takeAsConcluded(.likely) }
        }
    }
}
