// SPDX-License-Identifier: MIT

import LifelintModel

/// The launches of an instant that begin the next processes of apps of which others were there: what names no process
/// id is of the next one where the one before cannot have said it.
///
/// Clocks of whole seconds tell a launch and what the app says first as of one instant.
struct NextLaunches {
    private var launches: [EventView] = []

    /// - Parameter events: those of one instant.
    init(_ events: [EventView], on device: DeviceTimeline) {
        for event in events where NextLaunches.isLaunch(event) && device.openRun(of: event) == nil {
            launches.append(event)
        }
    }

    private static func isLaunch(_ event: EventView) -> Bool {
        LaunchStep.isStep(event.name) && event.record.pid >= 0 && event.record.witness != .report
            && !RunMachine.isExit(event)
    }

    /// Whether an event that fits an open run is of the process that is launched after it.
    func take(_ event: EventView, from run: RunMachine) -> Bool {
        if launches.isEmpty || event.record.hasPID || LaunchStep.isStep(event.name) || RunMachine.isExit(event) {
            return false
        }
        return launches.contains(where: run.isSucceeded) && run.leavesToNext(event)
    }
}

extension RunMachine {
    /// Whether a launch that names another process id is one of its app, or of its extension.
    fileprivate func isSucceeded(by launch: EventView) -> Bool {
        guard identity.hasPID, identity.pid != launch.record.pid,
            DeviceEvent.isOfApp(launch) == DeviceEvent.isOfApp(identity.host)
        else { return false }
        if identity.app != nil { return identity.isOfApp(of: launch) }
        return !launch.record.app.isPresent
            && identity.process.map {
                launch.batch.equals(launch.record.process, $0.bytes)
            } ?? false
    }

    /// Whether the next process of its app rather says something: nobody comes back to the front in the step of the
    /// clock in which the app is launched anew, and of two extensions either may speak.
    fileprivate func leavesToNext(_ event: EventView) -> Bool {
        if isExtension { return event.isAppSide }
        if AppEdge.isForeground(event) {
            let state = app.found(at: event.record.order)
            if state == .background || state == .suspended { return true }
        }
        return event.isAppSide && !maySay(event)
    }
}
