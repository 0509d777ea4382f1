// SPDX-License-Identifier: MIT

/// Which kind of witness speaks: it comes from the recogniser or the format, never from the file.
@frozen public enum WitnessClass: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// Delegate callbacks, the app's own log, SDKs inside it.
    case app
    /// UIKit's own lines inside the app.
    case uikit
    /// SpringBoard, backboardd, FrontBoard.
    case frontboard
    /// runningboardd, assertiond, launchd.
    case runningboard
    /// The kernel.
    case kernel
    /// Reports, ReportCrash, osanalytics.
    case report
    /// dasd, nsurlsessiond, installd, tccd, mediaserverd, thermalmonitord and the rest of the system.
    case system

    /// The name in logs and rules.
    public var name: String {
        switch self {
        case .app: "app"
        case .uikit: "uikit"
        case .frontboard: "frontboard"
        case .runningboard: "runningboard"
        case .kernel: "kernel"
        case .report: "report"
        case .system: "system"
        }
    }

    /// The class of that name.
    public init?(name: String) {
        guard let found = WitnessClass.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}
