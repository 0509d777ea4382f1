// SPDX-License-Identifier: MIT

import LifelintModel

/// Whether two reports are about one process.
extension DeviceAliases {
    static func isSameProcess(_ left: Told, _ right: Told) -> Bool {
        let starts = beginTogether(left, right)
        let pids = same(left.pid, right.pid)
        let hardware = same(left.model, right.model)
        let systems = same(left.system, right.system) ?? areSame(left.version, right.version)
        let apps = same(left.app, right.app) ?? same(left.process, right.process)
        guard apps == true, starts != false, pids != false, hardware != false, systems != false else { return false }
        // Names of what was thrown are written in several ways, and two SDKs may see two exceptions of one process.
        if starts == true, pids == true { return true }
        if let crash = left.crash, let other = right.crash, crash.isOther(than: other) { return false }
        if starts == true || pids == true { return true }
        return hardware == true && systems == true && endTogether(left, right)
    }

    /// Whether the same time is told of both beginnings; nil where nothing is told of one, or of one only how long it
    /// had been running at least.
    private static func beginTogether(_ left: Told, _ right: Told) -> Bool? {
        guard let first = left.begun, let second = right.begun else { return nil }
        let apart = first.subtractingClamped(second).magnitude
        if left.launched != nil, right.launched != nil { return apart <= sameStart.magnitude }
        return apart <= sameEnd.magnitude ? true : nil
    }

    /// Whether the same time is told of both ends, as far as two clocks of one device tell the same.
    private static func endTogether(_ left: Told, _ right: Told) -> Bool {
        guard let first = left.ended, let second = right.ended else { return false }
        return first.subtractingClamped(second).magnitude <= sameEnd.magnitude
    }

    static func areSame(_ left: VersionNumber?, _ right: VersionNumber?) -> Bool? {
        guard let left, let right else { return nil }
        return !(left < right) && !(right < left)
    }

    /// From when to when a process lived, as far as a report tells both.
    static func life(of report: Told) -> ClosedRange<Int64>? {
        guard let launched = report.launched, let ended = report.ended else { return nil }
        return launched.subtractingClamped(sameStart)...max(launched, ended).addingClamped(sameStart)
    }

    /// Whether both tell of another process of one app, and the two lived at the same time: no device has both.
    static func areRivals(_ left: Told, _ right: Told) -> Bool {
        guard same(left.app, right.app) == true, let life = life(of: left), let other = self.life(of: right),
            !isSameProcess(left, right)
        else { return false }
        let both = min(life.upperBound, other.upperBound).subtractingClamped(max(life.lowerBound, other.lowerBound))
        return both > 2 * sameStart + sameEnd
    }

    static func inOrderOfStarts(_ reports: [Told]) -> [Told] {
        reports.filter { $0.begun != nil }.sorted { ($0.begun ?? .max) < ($1.begun ?? .max) }
    }

    /// Those that ended about when it did, or began then, where its end is not told.
    static func near(_ installation: Told, _ devices: [Told], begun: [Told]) -> ArraySlice<Told> {
        if let ended = installation.ended {
            let latest = ended.addingClamped(installation.isSupposed ? lastSeen : sameEnd)
            return slice(of: devices, by: \.ended, from: ended.subtractingClamped(sameEnd), before: latest)
        }
        guard let start = installation.begun else { return [] }
        let latest = start.addingClamped(sameEnd).addingClamped(1)
        return slice(of: begun, by: \.begun, from: start.subtractingClamped(sameEnd), before: latest)
    }

    /// Of what is in the order of a time, that of a stretch.
    private static func slice(
        of devices: [Told], by time: KeyPath<Told, Int64?>, from start: Int64, before end: Int64
    ) -> ArraySlice<Told> {
        func place(after moment: Int64) -> Int {
            var (low, high) = (0, devices.count)
            while low < high {
                let middle = (low + high) / 2
                if (devices[middle][keyPath: time] ?? .max) < moment { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let from = place(after: start)
        return devices[from..<max(from, place(after: end))]
    }

    /// Whether a process has the name that ends the bundle id of an app.
    static func isName(_ process: String, of app: String) -> Bool {
        let name = plain(process)
        return !name.isEmpty && app.split(separator: ".").last.map { plain(String($0)) == name } ?? false
    }
}
