// SPDX-License-Identifier: MIT

/// The members at the top of a body of which something is kept.
enum CrashBodyMember: UInt32, CaseIterable {
    // Who.
    case procName, procPath, pid, parentProc, parentPid, procRole, coalitionName, cpuType, isBeta
    case procStartAbsTime, procExitAbsTime, bundleInfo, bundleID
    // Where.
    case crashReporterKey, storeInfo, modelCode, bootSessionUUID, isLocked, wasUnlockedSinceBoot, osVersion
    // When, and which report.
    case captureTime, procLaunch, timestamp, incident, incidentID, bugType
    // What happened.
    case exception, exceptionReason, termination, asi, asiBacktraces, dyldMessages, vmRegionInfo
    case isSimulated, isNonFatal, simulatedCaller

    private static let table: ByteTable = {
        var table = ByteTable(capacity: allCases.count)
        for member in allCases { table.insert(Array(member.name.utf8), value: member.rawValue) }
        return table
    }()

    /// The name in the body.
    private var name: String {
        switch self {
        case .incidentID: "incident_id"
        case .bugType: "bug_type"
        default: "\(self)"
        }
    }

    /// The member whose name stands in a range; nil if nothing is kept of it.
    init?(_ view: ByteView, _ name: Range<Int>) {
        self.init(rawValue: CrashBodyMember.table.find(view, name.lowerBound, name.upperBound))
    }
}
