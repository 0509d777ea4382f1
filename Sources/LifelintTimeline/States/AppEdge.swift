// SPDX-License-Identifier: MIT

import LifelintModel

/// What an event says about the app's state.
struct AppEdge {
    var state: AppState
    var isInferred = false
    /// It says that the process runs, or runs again: that leads out of suspension only.
    var isResume = false

    /// Its wording is known to mean this.
    var isProven = true

    /// The edge that an event of the app's own machine tells; nil where it tells none.
    static func of(_ event: EventView) -> AppEdge? {
        guard var edge = told(by: event) else { return nil }
        edge.isProven = event.isProven
        return edge
    }

    /// The state that a callback leads the app to; nil where it leads nowhere.
    static func target(of name: EventName) -> AppState? {
        switch name {
        case .appDidBecomeActive: .active
        case .appWillResignActive, .appWillEnterForeground: .inactive
        case .appDidEnterBackground: .background
        default: nil
        }
    }

    private static func told(by event: EventView) -> AppEdge? {
        if let state = target(of: event.name) { return AppEdge(state: state) }
        switch event.name {
        case .processSuspend: return AppEdge(state: .suspended)
        case .processResume: return AppEdge(state: .background, isResume: true)
        case .processState: return ofProcessState(event)
        case .processDeactivation: return ofDeactivation(event)
        default: return nil
        }
    }

    /// The system's pair of task state and visibility.
    private static func ofProcessState(_ event: EventView) -> AppEdge? {
        let (batch, task) = (event.batch, event.record.task)
        if batch.holds("suspended", as: task) { return AppEdge(state: .suspended) }
        if batch.holds("notRunning", as: task) { return nil }
        let visibility = batch.attribute(.visibility, of: event.record)?.text ?? .missing
        if batch.holds("foreground", as: visibility) {
            // Every app of a Mac has the role of those that the user works with, also one without a window.
            let isOfAllApps = event.record.showsMac && batch.attribute(.role, of: event.record) != nil
            return isOfAllApps ? nil : AppEdge(state: .active, isInferred: true)
        }
        if batch.holds("background", as: visibility) { return AppEdge(state: .background) }
        return batch.holds("running", as: task) ? AppEdge(state: .background, isResume: true) : nil
    }

    /// UIKit's deactivation reasons: that of the background says where the app is, no reason at all is active.
    private static func ofDeactivation(_ event: EventView) -> AppEdge? {
        if let mask = event.batch.integer(.mask, of: event.record) { return AppEdge(state: state(ofMask: mask)) }
        guard let reasons = event.batch.string(.reasons, of: event.record) else { return nil }
        if reasons.isEmpty || reasons == "none" { return AppEdge(state: .active) }
        let names = reasons.split(whereSeparator: { ", |".contains($0) })
        return AppEdge(state: names.contains("background") ? .background : .inactive)
    }

    /// The state that a set of UIKit's deactivation reasons means.
    static func state(ofMask mask: Int64) -> AppState {
        if mask == 0 { return .active }
        return mask & DeactivationReasons.background != 0 ? .background : .inactive
    }

    /// Whether UIKit's reason of the initial launch is there, or goes and leaves the one for the background.
    ///
    /// Every launch shows both, wherever it leads. The app comes to the front when the latter goes.
    static func isInLaunch(_ event: EventView) -> Bool {
        guard event.name == .processDeactivation else { return false }
        guard let mask = event.batch.integer(.mask, of: event.record) else {
            let reasons = event.batch.string(.reasons, of: event.record) ?? ""
            return reasons.split(whereSeparator: { ", |".contains($0) }).contains("launch")
        }
        let was = event.batch.integer(.was, of: event.record) ?? 0
        guard (mask | was) & DeactivationReasons.launch != 0 else { return false }
        if state(ofMask: mask) == .background { return true }
        return mask & DeactivationReasons.launch != 0 && state(ofMask: was) != .background
    }

    /// How close a witness stands to that state: 0 is the closest, others are held back for it.
    static func distance(of witness: WitnessClass, from state: AppState) -> Int {
        if state == .suspended {
            switch witness {
            case .runningboard: return 0
            case .frontboard: return 1
            default: return 2
            }
        }
        switch witness {
        case .app, .uikit: return 0
        case .frontboard: return 1
        case .runningboard: return 2
        default: return 3
        }
    }

    /// Whether who told an event tells that an app leaves the front.
    static func tellsLeaving(_ event: EventView) -> Bool {
        switch event.name {
        case .appWillResignActive, .appDidEnterBackground, .sceneWillResignActive, .sceneDidEnterBackground,
            .processSuspend, .processDeactivation:
            true
        case .processState: of(event).map { !$0.isResume } ?? false
        default: false
        }
    }

    /// Whether who tells this tells, too, when an app is in the background.
    static func tellsBackground(_ event: EventView) -> Bool {
        switch event.name {
        case .appDidEnterBackground, .sceneDidEnterBackground, .processSuspend, .processDeactivation, .processState:
            true
        default: false
        }
    }

    /// Whether an event brings an app to the front.
    static func isForeground(_ event: EventView) -> Bool {
        switch event.name {
        case .appDidBecomeActive, .appWillEnterForeground, .sceneDidBecomeActive, .sceneWillEnterForeground: true
        case .processState, .processDeactivation:
            of(event).map { $0.state == .active || $0.state == .inactive } ?? false && !isInLaunch(event)
        default: false
        }
    }
}
