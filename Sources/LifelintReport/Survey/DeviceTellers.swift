// SPDX-License-Identifier: MIT

import LifelintModel

/// Which of the devices that have names only reports tell of, and which only logs.
///
/// A report calls a device by a key of its own, a log by whatever its app, or who kept it, calls it: unless both tell
/// of one run of it, nothing tells whether a device of the ones is one of the others.
struct DeviceTellers {
    /// Of the devices before the last one.
    private var ofReports = 0
    private var ofLogs = 0
    /// Of the last device.
    private var isReported = false
    private var isLogged = false

    /// What reports tell of a process beside what only they tell.
    private static let ofBoth: Set<String> = ["process.launch", "process.exit", "hang"]

    /// How many devices of the one kind may be those of the other one.
    var twice: Int {
        var told = self
        told.finishDevice()
        return min(told.ofReports, told.ofLogs)
    }

    /// Takes the next run of a device that has a name; runs come ordered by device.
    mutating func add(_ run: AppRun, isNewDevice: Bool) {
        if isNewDevice { finishDevice() }
        if isReported, isLogged { return }
        for event in run.events {
            if event.event.hasPrefix("report.") {
                isReported = true
            } else if !DeviceTellers.ofBoth.contains(event.event) {
                isLogged = true
            }
        }
    }

    private mutating func finishDevice() {
        if isReported, !isLogged { ofReports += 1 }
        if isLogged, !isReported { ofLogs += 1 }
        (isReported, isLogged) = (false, false)
    }
}
