// SPDX-License-Identifier: MIT

import LifelintModel

/// What was said shortly before a run ended that may explain how it ended.
struct LastWords {
    /// A fact with its line.
    struct Fact {
        var moment: Moment
        var evidence: EvidenceLine
        var detail: String?
        var number: Int64?
        /// Its wording is known to mean this.
        var isProven = true
    }

    var willTerminate: Fact?
    var memoryLimit: Fact?
    var memoryWarning: Fact?
    var openHang: Fact?
    /// The last background task that was asked to end; `detail` is its key.
    var taskExpired: Fact?
    var settingsInFront: Fact?
    var permissionChanged: Fact?
    var extensionCompleted: Fact?
    var extensionExpired: Fact?
    /// UIKit said that it does not launch an app without scenes.
    var isSceneMandate = false
    /// A limit of the system that was exceeded, fatally.
    var violation: (cause: EndingCause, fact: Fact)?
    var footprintLimit: Int64?
    var footprint: Int64?
    private var lastLock: Moment?

    /// Takes what the device says while the run is alive.
    mutating func take(deviceEvent event: EventView, inputs: InputNames) {
        switch event.name {
        case .screenLock: lastLock = event.moment
        case .frontAppChanged:
            let front = event.batch.string(.app, of: event.record) ?? event.batch.string(event.record.app)
            settingsInFront = front == LastWords.settingsApp ? Fact(event, detail: front, inputs: inputs) : nil
        default: break
        }
    }

    /// Takes what the run itself says; says whether its report shows it.
    mutating func take(_ event: EventView, inputs: InputNames) -> Bool {
        switch event.name {
        case .appWillTerminate:
            if event.record.phase != .end { willTerminate = Fact(event, inputs: inputs) }
        case .memoryLimitExceeded:
            let isFatal = event.batch.bool(.fatal, of: event.record) ?? false
            let limit = event.batch.integer(.limit, of: event.record)
            if let limit { footprintLimit = limit }
            guard isFatal else { return true }
            memoryLimit = Fact(
                event, detail: event.batch.string(.kind, of: event.record), number: limit, inputs: inputs)
        case .cpuViolation, .wakeupsViolation, .diskWritesViolation:
            guard event.batch.bool(.fatal, of: event.record) == true else { return true }
            let cause: EndingCause =
                switch event.name {
                case .cpuViolation: .cpuLimit
                case .wakeupsViolation: .wakeupsLimit
                default: .diskWritesLimit
                }
            violation = (cause, Fact(event, inputs: inputs))
        case .memoryWarning: memoryWarning = Fact(event, inputs: inputs)
        case .memoryFootprint:
            footprint = event.batch.integer(.bytes, of: event.record)
            if let limit = event.batch.integer(.limit, of: event.record) { footprintLimit = limit }
        case .hang, .runloopStall:
            openHang = event.record.phase == .begin ? Fact(event, inputs: inputs) : nil
        case .backgroundTaskExpire:
            taskExpired = Fact(event, detail: event.batch.string(event.record.task), inputs: inputs)
        case .permissionChanged: permissionChanged = Fact(event, inputs: inputs)
        case .sceneLifecycleMissing:
            if event.batch.bool(.fatal, of: event.record) == true { isSceneMandate = true }
        case .extensionComplete: extensionCompleted = Fact(event, inputs: inputs)
        case .extensionExpire: extensionExpired = Fact(event, inputs: inputs)
        default: return false
        }
        return true
    }

    /// Whether the screen was locked within two seconds of that time.
    func wasLocked(around moment: Moment) -> Bool {
        lastLock.map { moment.isWithin(TimelineWindows.afterEnd, of: $0) } ?? false
    }

    /// The bundle id of Settings, where privacy switches are.
    private static let settingsApp = "com.apple.Preferences"
}

extension LastWords.Fact {
    init(_ event: EventView, detail: String? = nil, number: Int64? = nil, inputs: InputNames) {
        moment = event.moment
        evidence = event.evidence(inputs)
        self.detail = detail
        self.number = number
        isProven = event.isProven
    }
}
