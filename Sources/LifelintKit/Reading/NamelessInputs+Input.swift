// SPDX-License-Identifier: MIT

import LifelintModel

/// What the head of an input tells of devices and of processes.
extension NamelessInputs {
    /// One input, as far as its head tells.
    struct Input {
        var number: Int
        var path: String
        var folder: String
        /// The devices that it names.
        var devices: [String]
        /// What its container calls the device: a name that people gave it.
        var isHost: Bool
        /// What it tells the device to be, as Apple numbers them.
        var model: String?
        /// The processes and boots that it tells of, with the time at which each is first told of.
        var heard: [Subject: Int64]
        /// When processes began of which it tells that.
        var begun: [Subject: Int64]
        /// When processes were launched, as the system or the app tells.
        var launched: [Subject: Int64]
        /// The crashes that a payload tells of one window.
        var crashes: [DeviceAliases.WindowedCrash] = []
        /// From when to when they lived.
        var lives: [Subject: ToldLives.Life]
        /// Processes that run beside that of their app.
        var besides: Set<Subject>
        /// From when to when those lived.
        var livesBeside: [Subject: ToldLives.Life] = [:]
        /// Ends of processes that it calls by their names.
        var deaths: [Death] = []
        /// When processes began of which it tells no id, by their app.
        var launches: [Launch] = []
        /// Times are written without a zone.
        var isZoneAssumed: Bool
        /// A report, and no log.
        var isReport: Bool

        /// The models that it tells of its devices.
        var models: ToldModels.Told

        /// Whether it names no device, but for what its container calls it.
        var isOpen: Bool { isHost || devices.isEmpty }
        /// It names no device and tells lives of processes, or is a log that tells launches.
        var isOpenLog: Bool { isOpen && (!lives.isEmpty || !isReport && !launches.isEmpty) }
        /// A log that tells launches and no id of a process, or a report that tells one so.
        var isNumberless: Bool { isOpen && heard.isEmpty && !launches.isEmpty && !isZoneAssumed }

        /// From when to when all of its processes lived.
        var allLives: [Subject: ToldLives.Life] { lives.merging(livesBeside) { life, _ in life } }

        /// When a process was launched, as is told of it or of its app just when it was first told of.
        func launch(of subject: Subject) -> Int64? {
            if let told = launched[subject] { return told }
            guard let first = lives[subject]?.first,
                launches.contains(where: {
                    $0.app == subject.app
                        && $0.time.subtractingClamped(first).magnitude <= NamelessInputs.oneStart.magnitude
                })
            else { return nil }
            return first
        }
    }

    typealias Subject = ToldLives.Subject

    /// The beginning of a process whose id is not told.
    struct Launch {
        var app: String
        var time: Int64
    }

    /// The end of a process, as the kernel tells it: it knows no app.
    struct Death {
        var process: String
        var pid: Int32
        var time: Int64
    }

    /// When processes of an app began, as groups of inputs tell.
    struct Starts {
        private var rows: [(time: Int64, group: String)] = []

        mutating func add(_ time: Int64, _ group: String) { rows.append((time, group)) }

        mutating func sort() { rows.sort { $0.time < $1.time } }

        /// Who tells one that began then: no other process of the app does.
        func groups(at time: Int64) -> Set<String> {
            let earliest = time.subtractingClamped(NamelessInputs.oneStart)
            var (low, high) = (0, rows.count)
            while low < high {
                let middle = (low + high) / 2
                if rows[middle].time < earliest { low = middle + 1 } else { high = middle }
            }
            let latest = time.addingClamped(NamelessInputs.oneStart)
            return Set(rows[low...].prefix { $0.time <= latest }.map(\.group))
        }
    }

    /// The crashes of one window: payloads of several may be of several devices.
    static func crashes(_ batch: EventBatch) -> [DeviceAliases.WindowedCrash] {
        var crashes: [DeviceAliases.WindowedCrash] = []
        for record in batch.records where record.witness == .report {
            guard let crash = DeviceAliases.WindowedCrash(record, in: batch) else { continue }
            if crash.time != crashes.first?.time ?? crash.time || crashes.count == mostCrashes { return [] }
            crashes.append(crash)
        }
        return crashes
    }

    /// The ends that a log tells of processes by their names.
    static func deaths(_ batch: EventBatch) -> [Death] {
        var deaths: [Death] = []
        for record in batch.records where record.name == .processExit && record.witness != .report && record.hasPID {
            guard !record.isZoneAssumed, deaths.count < mostDeaths, let process = batch.string(record.process) else {
                continue
            }
            deaths.append(Death(process: process, pid: record.pid, time: record.time))
        }
        return deaths
    }

    /// The launches that an input tells of processes without their ids.
    static func launches(_ batch: EventBatch) -> [Launch] {
        if batch.isDateAssumed || batch.assumesYear { return [] }
        var launches: [Launch] = []
        for record in batch.records
        where (record.name == .processLaunch || record.name == .appDidFinishLaunching) && !record.hasPID {
            guard !record.isZoneAssumed, !record.isUndated, !record.isTimeless,
                record.host == .missing || record.host == .app,
                let app = batch.string(record.app)
            else { continue }
            // What is not compared as a whole is not compared.
            if launches.count == mostLaunches { return [] }
            launches.append(Launch(app: app, time: record.time))
        }
        return launches
    }
}
