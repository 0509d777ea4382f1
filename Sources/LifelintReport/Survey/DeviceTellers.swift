// SPDX-License-Identifier: MIT

import LifelintModel

/// Which of the devices that have names only reports tell of, and which only logs.
///
/// A report calls a device by a key of its own, a log by whatever its app, or who kept it, calls it: unless both tell
/// of one run of it, nothing tells whether a device of the ones is one of the others, as long as they are not told to
/// be of two models.
struct DeviceTellers {
    /// Devices of one kind.
    private struct Kind {
        /// By their models.
        private(set) var ofModels: [String: Int] = [:]
        /// Those that may be of any.
        private(set) var others = 0

        mutating func add(_ model: String?) {
            if let model, ofModels[model] != nil || ofModels.count < RunSurvey.maximumApps {
                ofModels[model, default: 0] += 1
            } else {
                others += 1
            }
        }

        /// How many of them may be those of another kind: of one model, or where either may be of any.
        func count(alsoIn other: Kind) -> Int {
            var (alike, own, their) = (0, 0, other.ofModels.values.reduce(0, +))
            for (model, count) in ofModels {
                let both = min(count, other.ofModels[model] ?? 0)
                alike += both
                own += count - both
                their -= both
            }
            let (ofTheirs, ofOwn) = (min(others, their), min(other.others, own))
            return alike + ofTheirs + ofOwn + min(others - ofTheirs, other.others - ofOwn)
        }
    }

    /// Of the devices before the last one.
    private var ofReports = Kind()
    private var ofLogs = Kind()
    /// Of the last device.
    private var isReported = false
    private var isLogged = false
    private var model: String?
    private var hasModels = false

    /// What reports tell of a process beside what only they tell.
    private static let ofBoth: Set<String> = ["process.launch", "process.exit", "hang"]

    /// How many devices of the one kind may be those of the other one.
    var twice: Int {
        var told = self
        told.finishDevice()
        return told.ofReports.count(alsoIn: told.ofLogs)
    }

    /// Takes the next run of a device that has a name; runs come ordered by device.
    mutating func add(_ run: AppRun, isNewDevice: Bool) {
        if isNewDevice { finishDevice() }
        noteModel(of: run)
        if isReported, isLogged { return }
        for event in run.events {
            if event.event.hasPrefix("report.") {
                isReported = true
            } else if !DeviceTellers.ofBoth.contains(event.event) {
                isLogged = true
            }
        }
    }

    /// Why none of two: which of them it is nobody knows.
    private mutating func noteModel(of run: AppRun) {
        guard let told = run.model, HardwareModel.tellsDevices(told) else { return }
        if let model, model != told { hasModels = true }
        model = told
    }

    private mutating func finishDevice() {
        let model = hasModels ? nil : model
        if isReported, !isLogged { ofReports.add(model) }
        if isLogged, !isReported { ofLogs.add(model) }
        (isReported, isLogged) = (false, false)
        (self.model, hasModels) = (nil, false)
    }
}
