// SPDX-License-Identifier: MIT

/// How a run was launched, as far as the evidence tells.
public struct Launch: Sendable, Equatable {
    /// What kind of launch.
    public enum Kind: String, CaseIterable, Sendable {
        case foreground, background, prewarmed, unknown
    }

    /// What it was launched for.
    public enum Reason: String, CaseIterable, Sendable {
        case tap, url, notification, notificationAction, push, fetch, processing, continuedProcessing, location, visit
        case bluetooth, accessory, urlSession, voip, pushToTalk, watch, healthkit, carplay, appIntent, handoff
        case remoteControl, backgroundAssets, snapshot, debugger, xctest
    }

    /// Its kind.
    public var kind: Kind = .unknown
    /// Its reason, where the evidence names one.
    public var reason: Reason?
    /// What ended the previous run of the app on that device.
    public var after: EndingCause?
    /// How sure ``kind`` is; nil while it is unknown.
    public var confidence: Confidence?
    /// The app was updated before it.
    public var isAfterUpdate = false
    /// The device was started anew before it.
    public var isAfterBoot = false
    /// The device had not been unlocked since it was started.
    public var isBeforeFirstUnlock = false
    /// The app had just been installed.
    public var isFirstEver = false
    /// The user had quit the app.
    public var isAfterForceQuit = false

    /// A launch of which nothing is known.
    public init() {}
}

/// How sure a statement is.
@frozen public enum Confidence: String, CaseIterable, Sendable, Comparable {
    /// It may be.
    case possible
    /// It is the best explanation.
    case likely
    /// The system or a report says it of this process.
    case certain

    /// Less sure first.
    public static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .possible: 0
        case .likely: 1
        case .certain: 2
        }
    }
}
