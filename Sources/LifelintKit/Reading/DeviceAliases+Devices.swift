// SPDX-License-Identifier: MIT

import LifelintModel

/// Of which devices reports tell that a process ran there.
extension DeviceAliases {
    /// The devices of which reports tell that a process ran there, which somebody tells of while it lived.
    ///
    /// - Parameter start: when it began, where that is told without a zone: whole quarter-hours from when the report
    ///   says.
    func devices(of app: String, pid: Int32, heardAt time: Int64, begunAt start: Int64? = nil) -> Set<String> {
        var found: Set<String> = []
        for report in byPID[pid] ?? [] where report.app == app {
            guard let life = Self.life(of: report), life.contains(time), let launched = report.launched,
                start.map({ Self.isQuarters(from: launched, to: $0) }) ?? true
            else { continue }
            found.insert(report.name)
        }
        if !found.isEmpty { return found }
        // Many SDKs tell no process id: no other process of the app began just then.
        for report in installations where report.pid == nil && report.app == app {
            guard let launched = report.launched,
                launched.subtractingClamped(time).magnitude <= Self.sameStart.magnitude
            else { continue }
            found.insert(names[report.name] ?? report.name)
        }
        return found
    }

    /// The devices of which reports tell that a process began there, where that is told without a zone: as many hours
    /// earlier or later as zones are apart, which is whole quarter-hours.
    func devices(of app: String, pid: Int32, begunInAnyZoneAt time: Int64) -> Set<String> {
        var found: Set<String> = []
        let furthest = ClockInference.furthestZone.magnitude + Self.sameStart.magnitude
        for report in byPID[pid] ?? [] where report.app == app && report.ended != nil {
            guard let launched = report.launched, launched.subtractingClamped(time).magnitude <= furthest,
                Self.isQuarters(from: launched, to: time)
            else { continue }
            found.insert(report.name)
        }
        return found
    }

    /// Whether it is whole quarter-hours from the one time to the other.
    static func isQuarters(from start: Int64, to time: Int64) -> Bool {
        let quarter = ClockInference.quarterHour.magnitude
        let rest = time.subtractingClamped(start).magnitude % quarter
        return min(rest, quarter - rest) <= sameStart.magnitude
    }

    /// The devices of which reports tell within the day before such a crash as a payload does: that of its process,
    /// where any tells its id, else any that is alike.
    func devices(of payload: WindowedCrash) -> Set<String> {
        let alike = crashed.filter { report in
            guard report.app == payload.app, Self.same(report.model, payload.model) != false, let ended = report.ended,
                (0...Self.oneDay).contains(payload.time.subtractingClamped(ended))
            else { return false }
            return report.crash?.isLike(payload.crash) ?? false
        }
        let ofProcess = alike.filter { $0.pid != nil && $0.pid == payload.pid }
        let meant = ofProcess.isEmpty ? alike.filter { Self.same($0.pid, payload.pid) != false } : ofProcess
        return Set(meant.map(\.name))
    }

    /// The devices of which the kernel tells that a process of that id ended there within a day, under the name of the
    /// app.
    ///
    /// It tells neither the app nor the start.
    func devices(ofNameLike app: String, pid: Int32, heardAt time: Int64) -> Set<String> {
        var found: Set<String> = []
        for report in byPID[pid] ?? [] where report.app == nil {
            guard let process = report.process, let ended = report.ended, Self.isName(process, of: app),
                (-Self.sameEnd...Self.oneDay).contains(ended.subtractingClamped(time))
            else { continue }
            found.insert(report.name)
        }
        return found
    }

    /// The devices of which the kernel tells that a process of that id ended there under the name of the app: just when
    /// it did, or later, if it began just then.
    func devices(
        ofNameLike app: String, pid: Int32, _ life: ToldLives.Life, launchedAt launch: Int64?
    ) -> Set<String> {
        var found: Set<String> = []
        for report in byPID[pid] ?? [] where report.app == nil {
            guard let process = report.process, let ended = report.ended, Self.isName(process, of: app) else {
                continue
            }
            let isEnd = life.end != .max && ended.subtractingClamped(life.end).magnitude <= Self.sameEnd.magnitude
            let isStart =
                if life.end == .max, life.last <= ended, let begun = report.begunBy {
                    begun.subtractingClamped(launch ?? life.first).magnitude <= Self.sameStart.magnitude
                } else {
                    false
                }
            if isEnd || isStart { found.insert(report.name) }
        }
        return found
    }

    /// The devices of which the kernel tells that a process of that name and id ended there just then.
    func devices(ofProcess name: String, pid: Int32, endedAt time: Int64) -> Set<String> {
        var found: Set<String> = []
        for report in byPID[pid] ?? [] where report.process == name {
            guard let ended = report.ended, ended.subtractingClamped(time).magnitude <= Self.sameEnd.magnitude else {
                continue
            }
            found.insert(report.name)
        }
        return found
    }
}
