// SPDX-License-Identifier: MIT

import LifelintModel

/// What was said shortly before a run ended that may explain how it ended.
struct LastWords {
    /// A fact with its line.
    struct Fact {
        var moment: Moment
        var order: Int64
        var evidence: EvidenceLine
        var detail: String?
        var number: Int64?
    }

    var willTerminate: Fact?
    var memoryLimit: Fact?
    var memoryWarning: Fact?
    var openHang: Fact?
    var taskExpired: Fact?
    var settingsInFront: Fact?
    var permissionChanged: Fact?
    var extensionCompleted: Fact?
    var extensionExpired: Fact?
    var footprintLimit: Int64?
    var footprint: Int64?
    private var lastLock: Int64 = .min

    /// Takes what the device says while the run is alive.
    mutating func take(deviceEvent event: EventView, inputs: InputNames) {
        switch event.name {
        case .screenLock: lastLock = event.record.order
        case .frontAppChanged:
            let front = event.batch.string(.app, of: event.record) ?? event.batch.string(event.record.app)
            settingsInFront = front == LastWords.settingsApp ? Fact(event, detail: front, inputs: inputs) : nil
        case .permissionChanged: permissionChanged = Fact(event, inputs: inputs)
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
        case .memoryWarning: memoryWarning = Fact(event, inputs: inputs)
        case .memoryFootprint:
            footprint = event.batch.integer(.bytes, of: event.record)
            if let limit = event.batch.integer(.limit, of: event.record) { footprintLimit = limit }
        case .hang, .runloopStall:
            openHang = event.record.phase == .begin ? Fact(event, inputs: inputs) : nil
        case .backgroundTaskExpire: taskExpired = Fact(event, inputs: inputs)
        case .permissionChanged: permissionChanged = Fact(event, inputs: inputs)
        case .extensionComplete: extensionCompleted = Fact(event, inputs: inputs)
        case .extensionExpire: extensionExpired = Fact(event, inputs: inputs)
        default: return false
        }
        return true
    }

    /// Whether the screen was locked within two seconds of that time.
    func wasLocked(around order: Int64) -> Bool {
        lastLock != .min && abs(order.subtractingReportingOverflow(lastLock).partialValue) <= TimelineWindows.afterEnd
    }

    /// The bundle id of Settings, where privacy switches are.
    private static let settingsApp = "com.apple.Preferences"
}

extension LastWords.Fact {
    init(_ event: EventView, detail: String? = nil, number: Int64? = nil, inputs: InputNames) {
        moment = event.moment
        order = event.record.order
        evidence = event.evidence(inputs)
        self.detail = detail
        self.number = number
    }
}

/// What a run's successor, or the device, says about how it ended.
struct PredecessorFacts {
    /// The first line of the next run of that app on that device.
    var successor: Fact?
    /// A boot, an update, a respring, told or concluded.
    var boot: Fact?
    var osUpdate: Fact?
    var appUpdate: Fact?
    var uninstall: Fact?
    var respring: Fact?
    /// The next launch, before the user's own, was one that a user's quit forbids.
    var userQuitIsRuledOut = false
    var successorIsSameBuild = false
    var successorIsSameBoot = false
    var successorLaunch: Launch.Kind?
    /// The cause that ended the run before it.
    var previousCause: EndingCause?

    /// Something that happened, and the line that says so.
    struct Fact {
        var moment: Moment
        var evidence: EvidenceLine
        /// Told by an event, not concluded.
        var isTold: Bool
    }
}
