// SPDX-License-Identifier: MIT

import LifelintModel

/// Which device of a report that of a log is which tells no process ids.
extension DeviceAliases {
    /// Adds, by the name that reports know a device by, that which the log of an app gives it: it tells the start and the
    /// end of the process of a report, or its launch on such a model where it is the only log.
    ///
    /// Phones on which tests run launch an app in the same second. So what fits two devices joins none, and neither does
    /// a start that is told of any other process, too.
    mutating func nameNumberless(_ found: inout [String: Set<String>]) {
        guard !numberless.isEmpty, isAllKnown else { return }
        for key in numberless.keys { numberless[key]?.settle() }
        let named = Set(logged.keys.map { Numberless(name: $0.name, app: $0.app) })
        let taken = Set(found.values.joined())
        var names: [String: Set<String>] = [:]
        var devicesOfNames: [String: Set<String>] = [:]
        for report in devices where found[report.name] == nil {
            // What tells ids, too, is known by them.
            for (key, log) in numberless where key.name != report.name && !named.contains(key) {
                guard !taken.contains(key.name), isTold(report, by: key, log), !isDenied(report.name, by: key, log)
                else { continue }
                names[report.name, default: []].insert(key.name)
                devicesOfNames[key.name, default: []].insert(report.name)
            }
        }
        for (device, names) in names where names.allSatisfy({ devicesOfNames[$0]?.count == 1 }) {
            found[device] = names
        }
    }

    /// Whether nothing was left out that may be another one.
    private var isAllKnown: Bool {
        numberless.count < Self.most && logged.count < Self.most && starts.count < Self.most
            && devices.count + installations.count < Self.most
    }

    private func isTold(_ report: Told, by key: Numberless, _ log: NumberlessLog) -> Bool {
        if numberless.count == 1, logged.isEmpty, isOfOnly(log, key, report) { return true }
        return report.app == key.app && log.tells(report) && !isOfReports(key.name, beside: report.name)
            && !isBegunElsewhere(report, than: key.name)
    }

    /// Whether a log without process ids of the only app and device is of that of a report, as its model tells, too.
    private func isOfOnly(_ log: NumberlessLog, _ key: Numberless, _ report: Told) -> Bool {
        guard Self.same(report.model, log.model) == true,
            !isOfReports(key.name, beside: report.name, isOneStart: report.launched != nil)
        else { return false }
        if let launched = report.launched {
            return report.app == key.app
                && log.launches.contains { launched.subtractingClamped($0).magnitude <= Self.sameStart.magnitude }
                && !isBegunElsewhere(report, than: key.name)
        }
        return report.process.map { Self.isName($0, of: key.app) } == true
            && Self.areSame(report.version, log.version) == true && devices.allSatisfy { $0.name == report.name }
    }

    /// Whether what reports tell of the app on a device cannot be of that of a log.
    private func isDenied(_ device: String, by key: Numberless, _ log: NumberlessLog) -> Bool {
        devices.contains { $0.name == device && $0.app == key.app && log.denies($0) }
    }

    /// Whether anybody but a log tells that another process of its app began when that of a report did, or may tell so.
    private func isBegunElsewhere(_ report: Told, than log: String) -> Bool {
        guard let launched = report.launched else { return false }
        let near = starts.filter {
            $0.app == report.app && $0.name != log && Self.mayBeOneStart($0, launched)
        }
        // Some lines of a log tell no id of the process that others of it tell.
        let tellers = Set(near.filter { $0.pid != nil && $0.pid == report.pid }.map(\.input))
        let isStarted = near.contains { start in
            // That has a log of its own already.
            if start.isOfApp { return true }
            let isSame = start.pid.map { $0 == report.pid } ?? tellers.contains(start.input)
            return !isSame || start.name.map { $0 != report.name } ?? false
        }
        return isStarted
            || devices.contains { isBegun($0, with: report) && ($0.name != report.name || $0.pid != report.pid) }
            || installations.contains { isBegun($0, with: report) && !Self.isSameProcess(report, $0) }
    }

    private func isBegun(_ other: Told, with report: Told) -> Bool {
        guard other.app == report.app, let launched = report.launched, let start = other.launched else { return false }
        return start.subtractingClamped(launched).magnitude <= Self.sameStart.magnitude
    }

    /// Whether a start is told at a time, in whatever zone where none is told.
    private static func mayBeOneStart(_ start: Start, _ time: Int64) -> Bool {
        start.isZoneAssumed
            ? isQuarters(from: start.time, to: time)
            : start.time.subtractingClamped(time).magnitude <= sameStart.magnitude
    }
}
