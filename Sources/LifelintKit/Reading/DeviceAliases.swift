// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// Finds out which device an SDK or a report speaks of: an SDK knows the app's installation by a name of its own,
/// reports of the system know the device by another, and a log of the app calls it as the app does.
///
/// Two reports of one death name one device: the app and what else both tell are equal, and so is the time. Where a
/// folder is about one device and one installation at all, of the same model and build of the system, they are each
/// other's.
struct DeviceAliases {
    /// One process, as a report tells it.
    private struct Told {
        var name: String
        var app: String?
        var process: String?
        var pid: Int32?
        var model: String?
        /// The build of the system, which is written alike everywhere.
        var system: String?
        /// Its version.
        var version: VersionNumber?
        /// What wrote the report: each SDK has an id of its own for an installation.
        var format: String
        var launched: Int64?
        /// When it had begun at the latest, as an SDK counts how long it ran: not while the device slept, nor what was
        /// before the SDK began.
        var begunBy: Int64?
        /// When it ended; nil where that is not told.
        var ended: Int64?
        /// An SDK saw no more of that end than what came before it.
        var isSupposed = false
        /// Another file tells that end than the one that names its process.
        var isEndedBeside = false
        /// What is told of its crash, where it crashed then.
        var crash: Crash?
        /// When it began, as closely as that is told.
        var begun: Int64? { launched ?? begunBy }
    }

    /// A crash, as far as a report tells what it was.
    struct Crash {
        private let signal: Int64?
        private let exception: String?

        init?(_ record: EventRecord, in batch: EventBatch) {
            guard record.name == .reportCrash, DeviceAliases.isEnd(record, in: batch) else { return nil }
            signal = batch.integer(.signal, of: record)
            exception = batch.string(.exception, of: record)
        }

        /// Whether both tell the same of a crash; nil where they tell nothing in common.
        func isLike(_ other: Crash) -> Bool? {
            let (signals, exceptions) = (
                DeviceAliases.same(signal, other.signal), DeviceAliases.same(exception, other.exception)
            )
            if signals == false || exceptions == false { return false }
            return signals ?? exceptions
        }

        /// Whether an exception of another name was thrown: no process dies of two.
        func isOther(than other: Crash) -> Bool { DeviceAliases.same(exception, other.exception) == false }
    }

    /// A crash of which a payload tells no more of the time than a window that is over then.
    struct WindowedCrash {
        let app: String
        let pid: Int32?
        let model: String?
        let time: Int64
        let crash: Crash

        init?(_ record: EventRecord, in batch: EventBatch) {
            guard batch.bool(.windowed, of: record) == true, let app = batch.string(record.app),
                let crash = Crash(record, in: batch)
            else { return nil }
            self.app = app
            self.crash = crash
            pid = record.hasPID ? record.pid : nil
            model = batch.string(record.model)
            time = record.time
        }
    }

    /// A process of a log.
    private struct Logged: Hashable {
        var name: String
        var app: String
        var pid: Int32
    }

    /// What logs without process ids tell of the one app on the one device that they name.
    private struct Numberless {
        var name: String
        var app: String
        var model: String?
        var version: VersionNumber?
        var launches: [Int64] = []
    }

    /// What is written a moment after the other, by another clock of the same device.
    private static let sameEnd: Int64 = 5_000_000_000
    /// What an SDK last saw of a process is so long before its end, at most.
    private static let lastSeen: Int64 = 60_000_000_000
    private static let oneDay: Int64 = 86_400_000_000_000
    /// Starts are told in whole seconds, or as that of the SDK.
    private static let sameStart: Int64 = 2_000_000_000
    /// More reports than people hold side by side; those beyond them are not compared.
    private static let most = 4_096

    private var devices: [Told] = []
    /// The same by process id, once all were seen.
    private var byPID: [Int32: [Told]] = [:]
    /// Those of which a crash is told, once all were seen.
    private var crashed: [Told] = []
    /// Processes of logs that name their device.
    private var logged: [Logged: LoggedLife] = [:]
    /// The models that logs tell of the devices that they name.
    private var loggedModels: [String: Set<String>] = [:]
    /// When those began that the log tells the launch of, on devices that it calls as reports may.
    private var begun: [Logged: [(time: Int64, model: String?)]] = [:]
    private var numberless: Numberless?
    /// Logs without process ids name several devices, or apps: then nothing is concluded from them.
    private var hasSeveralNumberless = false
    private var installations: [Told] = []
    /// By the name of an installation, or of a device in reports, what others call that device.
    private(set) var names: [String: String] = [:]
    /// Devices as reports of the system name them.
    private var reported: Set<String> = []

    /// Takes what a report of that format tells of its process.
    mutating func add(_ batch: EventBatch, format: String) {
        // The start of a process stands in front of its end.
        var start: EventRecord?
        var hasBystander = false
        for record in batch.records where record.witness == .report && record.device.isPresent {
            switch record.name {
            case .processLaunch: start = record
            case .reportCrash, .processExit, .reportHang:
                let isOfStart = start.map { $0.pid == record.pid && $0.input == record.input } ?? false
                add(record, start: isOfStart ? start : nil, in: batch, format)
                start = nil
            case .reportJetsam:
                // Most of its processes went on: one of them is enough to know the device by.
                let isVictim = Self.isVictim(record, in: batch)
                if isVictim || !hasBystander { add(record, start: nil, in: batch, format) }
                if !isVictim { hasBystander = true }
            // It tells of no process.
            case .reportPanic: add(record, start: nil, in: batch, format)
            default: break
            }
        }
        // Some SDKs keep whose a process was in one file, and what ended it in another.
        if let start, start.isInstallation { add(start, start: start, in: batch, format) }
    }

    /// Takes an end that a report tells whose process another one names.
    mutating func add(_ crash: Crash, at ended: Int64, of owner: SessionOwner, format: String) {
        guard devices.count + installations.count < Self.most, let device = owner.device else { return }
        installations.append(
            Told(
                name: device, app: owner.app, process: owner.process, model: owner.model,
                system: owner.os.flatMap(SystemBuild.of), version: owner.os.flatMap { VersionNumber($0) },
                format: format,
                launched: owner.launched, ended: ended, isEndedBeside: true, crash: crash))
    }

    /// Takes whose processes a log tells of that names its device.
    mutating func add(log batch: EventBatch) {
        var last: EventRecord?
        // Mostly many lines of one process come in a row.
        var row: (process: Logged, life: LoggedLife)?
        func noteRow() {
            guard let row else { return }
            if logged[row.process] != nil {
                logged[row.process]?.formUnion(row.life)
            } else if logged.count < Self.most {
                logged[row.process] = row.life
            }
        }
        for record in batch.records where record.device.isPresent && record.app.isPresent && record.hasPID {
            if Self.isLaunch(record) { noteBeginning(record, in: batch) }
            noteModel(record, after: last, in: batch)
            defer { last = record }
            if let last, last.pid == record.pid, last.app.range == record.app.range,
                last.device.range == record.device.range
            {
                row?.life.add(record, in: batch, sameSystemAs: last)
                continue
            }
            noteRow()
            row = nil
            guard let name = batch.string(record.device), let app = batch.string(record.app) else { continue }
            row = (Logged(name: name, app: app, pid: record.pid), LoggedLife(record, in: batch))
        }
        noteRow()
        for record in batch.records where record.device.isPresent && record.app.isPresent && !record.hasPID {
            addNumberless(record, in: batch)
        }
    }

    private mutating func noteModel(_ record: EventRecord, after last: EventRecord?, in batch: EventBatch) {
        // An event of the app's own may speak of another device.
        guard record.model.isPresent, record.name != .custom,
            last?.model.range != record.model.range || last?.device.range != record.device.range,
            let model = batch.string(record.model), let name = batch.string(record.device)
        else { return }
        loggedModels[name, default: []].insert(model)
    }

    /// Whether a log tells the launch of a process, or what comes a moment after it.
    private static func isLaunch(_ record: EventRecord) -> Bool {
        record.name == .processLaunch || record.name == .appDidFinishLaunching
    }

    private mutating func noteBeginning(_ record: EventRecord, in batch: EventBatch) {
        guard begun.count < Self.most, let name = batch.string(record.device), Self.isKey(name),
            let app = batch.string(record.app)
        else { return }
        let beginning = (time: record.time, model: batch.string(record.model))
        begun[Logged(name: name, app: app, pid: record.pid), default: []].append(beginning)
    }

    private mutating func addNumberless(_ record: EventRecord, in batch: EventBatch) {
        guard !hasSeveralNumberless, let name = batch.string(record.device), let app = batch.string(record.app) else {
            return
        }
        var log = numberless ?? Numberless(name: name, app: app)
        guard log.name == name, log.app == app else {
            hasSeveralNumberless = true
            return
        }
        log.model = log.model ?? batch.string(record.model)
        log.version = log.version ?? batch.string(record.os).flatMap { VersionNumber($0) }
        if Self.isLaunch(record), log.launches.count < Self.most {
            log.launches.append(record.time)
        }
        numberless = log
    }

    /// Whether the kernel ended the process that its report tells of there.
    static func isVictim(_ record: EventRecord, in batch: EventBatch) -> Bool {
        batch.attribute(.reason, of: record) != nil || batch.attribute(.namespace, of: record) != nil
    }

    /// Whether a process ended as its report tells.
    private static func isEnd(_ record: EventRecord, in batch: EventBatch) -> Bool {
        switch record.name {
        case .reportPanic, .reportHang, .processLaunch: false
        case .reportJetsam: isVictim(record, in: batch)
        default: batch.attribute(.fatal, of: record).map { $0.bits != 0 } ?? true
        }
    }

    private mutating func add(_ record: EventRecord, start: EventRecord?, in batch: EventBatch, _ format: String) {
        guard devices.count + installations.count < Self.most, let name = batch.string(record.device) else { return }
        let isWindowed = batch.attribute(.windowed, of: record).map { $0.bits != 0 } ?? false
        let isEnd = !isWindowed && Self.isEnd(record, in: batch)
        let system = batch.string(record.os)
        let told = Told(
            name: name, app: batch.string(record.app), process: batch.string(record.process),
            pid: record.hasPID ? record.pid : nil, model: batch.string(record.model),
            system: system.flatMap(SystemBuild.of), version: system.flatMap { VersionNumber($0) }, format: format,
            launched: start?.time,
            begunBy: batch.integer(.age, of: record).map { record.time.subtractingClamped($0) },
            ended: isEnd ? record.time : nil,
            isSupposed: isEnd && batch.attribute(.sdkGuess, of: record) != nil,
            crash: isWindowed ? nil : Crash(record, in: batch))
        if record.isInstallation { installations.append(told) } else { devices.append(told) }
    }

    /// All reports were seen.
    ///
    /// - Parameter count: how many devices there are, those included of which no report tells an end.
    mutating func settle(amongDevices count: Int) {
        reported = Set(devices.map(\.name))
        nameLogged()
        nameInstallations(amongDevices: count)
        for var report in devices + installations {
            report.name = names[report.name] ?? report.name
            if report.crash != nil { crashed.append(report) }
            if let pid = report.pid { byPID[pid, default: []].append(report) }
        }
    }

    /// Whether what reports call a device may be the one that logs call so: that has no other name in reports, and no
    /// log calls it so.
    func mayBeOne(_ report: String, _ log: String) -> Bool {
        reported.contains(report) && !isOfReports(log, beside: report) && !reported.contains { names[$0] == log }
            && !logged.keys.contains { $0.name == report }
    }

    /// Whether what a log calls its device is the name by which reports know another device than that which one calls
    /// so: they do, or both are such keys as the reports of the system tell.
    ///
    /// - Parameter isOneStart: both tell the start of one process. The number of an older device is written as such a
    ///   key is.
    private func isOfReports(_ log: String, beside report: String, isOneStart: Bool = false) -> Bool {
        reported.contains(log) || !isOneStart && Self.isKey(log) && Self.isKey(report)
    }

    /// Whether a log tells that a process of its began when that of a report did, and on no other model.
    private func isBegun(_ told: Logged, with report: Told) -> Bool {
        guard let start = report.begun, let beginnings = begun[told] else { return false }
        return beginnings.contains {
            $0.time.subtractingClamped(start).magnitude <= Self.sameStart.magnitude
                && Self.same($0.model, report.model) != false
        }
    }

    /// `f23d0b05d4e7f2ac6e0b1bb6bd9b2b8d5a0c1f3e`: a key as iOS makes it for its reports, or the number of a device up
    /// to the A11.
    private static func isKey(_ name: String) -> Bool {
        name.utf8.count == 40 && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || 0x41...0x46 ~= $0 }
    }

    /// Takes, by the name that reports know a device by, that which logs give it.
    mutating func take(_ known: [String: String]) {
        if known.isEmpty { return }
        names = names.mapValues { known[$0] ?? $0 }
        names.merge(known) { told, _ in told }
        for pid in byPID.keys {
            for index in byPID[pid]?.indices ?? 0..<0 {
                if let name = byPID[pid]?[index].name, let device = known[name] { byPID[pid]?[index].name = device }
            }
        }
        for index in crashed.indices {
            if let device = known[crashed[index].name] { crashed[index].name = device }
        }
    }

    private mutating func nameInstallations(amongDevices count: Int) {
        guard !installations.isEmpty else { return }
        devices.sort { ($0.ended ?? .max) < ($1.ended ?? .max) }
        let begun = Self.inOrderOfStarts(devices)
        var found: [String: Set<String>] = [:]
        for installation in installations {
            for device in Self.near(installation, devices, begun: begun) where Self.isSameProcess(installation, device)
            {
                found[installation.name, default: []].insert(device.name)
            }
        }
        for (name, devices) in found where devices.count == 1 { names[name] = devices.first }
        let isNothingNamed = names.isEmpty
        nameOfOtherSDKs()
        nameByStarts()
        nameByOneStart()
        if count == 1, isNothingNamed { nameOnlyOne() }
    }

    /// Installations that several SDKs of an app call by a name each: the first name of all is that of the device which
    /// no report of the system names.
    private mutating func nameOfOtherSDKs() {
        guard Set(installations.map(\.name)).count > 1 else { return }
        installations.sort { ($0.ended ?? .max) < ($1.ended ?? .max) }
        var found: [String: Set<String>] = [:]
        for installation in installations where installation.ended != nil {
            for other in Self.near(installation, installations, begun: [])
            where other.name != installation.name && other.format != installation.format
                && Self.isSameProcess(installation, other)
            {
                found[installation.name, default: []].insert(other.name)
                found[other.name, default: []].insert(installation.name)
            }
        }
        let told = names
        for (name, others) in found {
            guard told[name] == nil else { continue }
            let group = others.union([name])
            let devices = Set(others.compactMap { told[$0] })
            // Each of several has to be called so by each other one: what only one of them fits may be another device.
            let isOne = others.count == 1 && !devices.isEmpty || others.allSatisfy { found[$0]?.union([$0]) == group }
            guard isOne, devices.count <= 1, let device = devices.first ?? group.min(), device != name else { continue }
            names[name] = device
        }
    }

    /// Installations of which nothing but starts is told, which another SDK tells, too, with what came of them, or of a
    /// device that is known.
    private mutating func nameByStarts() {
        let begun = Self.inOrderOfStarts(installations.filter { $0.ended != nil || names[$0.name] != nil })
        var found: [String: Set<String>] = [:]
        for installation in installations where installation.ended == nil && names[installation.name] == nil {
            for other in Self.near(installation, [], begun: begun)
            where other.name != installation.name && other.format != installation.format
                && Self.isSameProcess(installation, other)
            {
                found[installation.name, default: []].insert(names[other.name] ?? other.name)
            }
        }
        let ended = Set(installations.filter { $0.ended != nil }.map(\.name))
        for (name, others) in found where others.count == 1 && !ended.contains(name) { names[name] = others.first }
    }

    /// Installations that nothing tells to be elsewhere, of which two SDKs tell no end, but the start of one process:
    /// the first name stands for both.
    private mutating func nameByOneStart() {
        let known = Set(installations.filter { $0.ended != nil }.map(\.name)).union(names.keys).union(names.values)
        let begun = Self.inOrderOfStarts(installations.filter { !known.contains($0.name) })
        var found: [String: Set<String>] = [:]
        for installation in begun {
            for other in Self.near(installation, [], begun: begun)
            where other.name != installation.name && other.format != installation.format
                && Self.isSameProcess(installation, other)
            {
                found[installation.name, default: []].insert(other.name)
                found[other.name, default: []].insert(installation.name)
            }
        }
        for (name, others) in found {
            let group = others.union([name])
            guard let first = group.min(), first != name,
                others.allSatisfy({ found[$0]?.union([$0]) == group })
            else { continue }
            names[name] = first
        }
    }

    /// Reports whose device a log knows by another name: of the same process, which the log tells of while it lived; of
    /// one that the kernel ended and knows by its name; or without process ids of the only app and device, of the same
    /// model.
    private mutating func nameLogged() {
        guard !logged.isEmpty || numberless != nil else { return }
        var found: [String: Set<String>] = [:]
        let processes = Dictionary(grouping: logged, by: \.key.pid)
        for report in devices {
            guard let pid = report.pid, let app = report.app, let life = Self.life(of: report) else { continue }
            for (told, heard) in processes[pid] ?? [] where told.app == app && told.name != report.name {
                guard life.contains(heard.times.lowerBound), !isOther(told, heard, than: report),
                    !isOfReports(told.name, beside: report.name, isOneStart: isBegun(told, with: report))
                else { continue }
                found[report.name, default: []].insert(told.name)
            }
        }
        if let numberless, !hasSeveralNumberless, logged.isEmpty {
            for report in devices
            where report.name != numberless.name && isOf(numberless, report)
                && !isOfReports(numberless.name, beside: report.name, isOneStart: report.launched != nil)
            {
                found[report.name, default: []].insert(numberless.name)
            }
        }
        nameKilled(processes, &found)
        // A device that is reported under the name the log gives it has no other.
        let names = Set(logged.keys.map(\.name))
        for (name, devices) in found where devices.count == 1 && !names.contains(name) {
            self.names[name] = devices.first
        }
        for index in devices.indices {
            if let name = self.names[devices[index].name] { devices[index].name = name }
        }
    }

    /// Whether what a log tells of its process cannot be of that of a report: its device is of another model, or runs
    /// another system, or the process began after the report's did, or went on when that had ended.
    private func isOther(_ told: Logged, _ heard: LoggedLife, than report: Told) -> Bool {
        if let model = report.model {
            if let known = loggedModels[told.name], ToldModels.isOther(model, than: known) { return true }
        }
        // On a Mac what was built for other devices runs, too, and names their system.
        if report.model.map(HardwareModel.tellsDevices) ?? true,
            heard.runsOnOther(than: report.system, report.version)
        {
            return true
        }
        guard let ended = report.ended else { return false }
        return heard.goesOn(after: ended)
            || report.begun.map { heard.isLaunched(longAfter: $0, before: ended) } ?? false
    }

    /// Adds what a log calls the device on which the kernel ended a process of an id and a name that its bundle id
    /// spells out, if it told of that just before: nothing else may be that process, and no other device be called so.
    private func nameKilled(
        _ processes: [Int32: [(key: Logged, value: LoggedLife)]], _ found: inout [String: Set<String>]
    ) {
        var killed: [String: Set<String>] = [:]
        for report in devices where report.app == nil && found[report.name] == nil {
            guard let pid = report.pid, let process = report.process, let ended = report.ended else { continue }
            for (told, heard) in processes[pid] ?? []
            where told.name != report.name && Self.isName(process, of: told.app) {
                let begun = report.begunBy ?? ended.subtractingClamped(Self.lastSeen)
                // It was told of while it lived, and by no means later.
                guard heard.times.upperBound >= begun.subtractingClamped(Self.sameStart),
                    heard.times.upperBound <= ended.addingClamped(Self.sameEnd), !isOther(told, heard, than: report),
                    !isOfReports(told.name, beside: report.name, isOneStart: isBegun(told, with: report))
                else { continue }
                killed[report.name, default: []].insert(told.name)
            }
        }
        var devicesOfNames: [String: Set<String>] = [:]
        for (device, names) in killed.merging(found, uniquingKeysWith: { $0.union($1) }) {
            for name in names { devicesOfNames[name, default: []].insert(device) }
        }
        for (device, names) in killed where names.allSatisfy({ devicesOfNames[$0]?.count == 1 }) {
            found[device, default: []].formUnion(names)
        }
    }

    /// Whether a report is about a process that a log tells the launch of; or the only one about an app that is called
    /// so, on such a system.
    private func isOf(_ log: Numberless, _ report: Told) -> Bool {
        guard Self.same(report.model, log.model) == true else { return false }
        if let launched = report.launched {
            return report.app == log.app
                && log.launches.contains { launched.subtractingClamped($0).magnitude <= Self.sameStart.magnitude }
        }
        return report.process.map { Self.isName($0, of: log.app) } == true
            && Self.areSame(report.version, log.version) == true && devices.allSatisfy { $0.name == report.name }
    }

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
    private static func isQuarters(from start: Int64, to time: Int64) -> Bool {
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

    /// Processes of which reports tell the start and the end, and their devices.
    var lives: [(device: String, app: String, pid: Int32, life: ClosedRange<Int64>)] {
        byPID.values.joined().compactMap { report in
            guard let app = report.app, let pid = report.pid, let life = Self.life(of: report) else { return nil }
            return (report.name, app, pid, life)
        }
    }

    /// Whether a process has the name that ends the bundle id of an app.
    private static func isName(_ process: String, of app: String) -> Bool {
        let name = plain(process)
        return !name.isEmpty && app.split(separator: ".").last.map { plain($0) == name } ?? false
    }

    /// Letters and digits of a name, in lower case.
    static func plain(_ text: some StringProtocol) -> [UInt8] {
        text.lowercased().utf8.filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 >= 0x80 }
    }

    /// From when to when a process lived, as far as a report tells both.
    private static func life(of report: Told) -> ClosedRange<Int64>? {
        guard let launched = report.launched, let ended = report.ended else { return nil }
        return launched.subtractingClamped(sameStart)...max(launched, ended).addingClamped(sameStart)
    }

    private static func inOrderOfStarts(_ reports: [Told]) -> [Told] {
        reports.filter { $0.begun != nil }.sorted { ($0.begun ?? .max) < ($1.begun ?? .max) }
    }

    /// Those that ended about when it did, or began then, where its end is not told.
    private static func near(_ installation: Told, _ devices: [Told], begun: [Told]) -> ArraySlice<Told> {
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

    private static func isSameProcess(_ left: Told, _ right: Told) -> Bool {
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

    private static func areSame(_ left: VersionNumber?, _ right: VersionNumber?) -> Bool? {
        guard let left, let right else { return nil }
        return !(left < right) && !(right < left)
    }

    /// What an SDK concluded later has no time to go by, nor has a device of which no report tells an end of a process.
    private mutating func nameOnlyOne() {
        guard let device = devices.first,
            devices.allSatisfy({ $0.name == device.name }),
            case let names = Set(installations.map(\.name)),
            Set(names.map { self.names[$0] ?? $0 }).count == 1,
            installations.allSatisfy({ $0.ended == nil || $0.isEndedBeside })
                || devices.allSatisfy({ $0.ended == nil }),
            installations.allSatisfy({
                Self.same(device.model, $0.model) == true && Self.same(device.system, $0.system) == true
            }),
            !installations.contains(where: { other in devices.contains { Self.areRivals($0, other) } })
        else { return }
        for name in names { self.names[name] = device.name }
    }

    /// Whether both tell of another process of one app, and the two lived at the same time: no device has both.
    private static func areRivals(_ left: Told, _ right: Told) -> Bool {
        guard same(left.app, right.app) == true, let life = life(of: left), let other = self.life(of: right),
            !isSameProcess(left, right)
        else { return false }
        let both = min(life.upperBound, other.upperBound).subtractingClamped(max(life.lowerBound, other.lowerBound))
        return both > 2 * sameStart + sameEnd
    }

    private static func same<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool? {
        guard let left, let right else { return nil }
        return left == right
    }
}

/// What the devices of an input's records are called elsewhere.
struct DeviceNaming {
    /// What reports call devices that others call otherwise.
    var aliases: [String: String] = [:]
    /// The device of records that name none, where that is known.
    var nameless: String?
    /// The models that this device has, where records may tell another one: those are of a device of their own.
    var models: Set<String> = []
    /// Nobody knows of which day the records are.
    var isUndated = false
    /// Whose process it is that records of a report are about which do not say it.
    var owner: SessionOwner?

    var isNothing: Bool { aliases.isEmpty && nameless == nil && models.isEmpty && !isUndated }

    /// The model that a record tells which is none of the device of those that name none.
    func otherModel(of record: EventRecord, in batch: EventBatch) -> String? {
        guard !models.isEmpty, record.name != .custom, let model = batch.string(record.model),
            ToldModels.isOther(model, than: models)
        else { return nil }
        return model
    }

    /// Whether two inputs may be of one device: of one that is not known anything may be.
    static func mayBeOne(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
}

extension EventBatch {
    /// The batch with devices named as others name them.
    func namingDevices(_ naming: DeviceNaming) -> EventBatch {
        if let owner = naming.owner { return self.naming(owner) }
        if naming.isNothing { return self }
        let (aliases, nameless, isUndated) = (naming.aliases, naming.nameless, naming.isUndated)
        let isMeant =
            isUndated || !naming.models.isEmpty
            || records.contains { $0.device.isPresent ? !aliases.isEmpty : nameless != nil }
        guard isMeant else { return self }
        var bytes = self.bytes
        var records = self.records
        var added: [String: Text] = [:]
        func text(of device: String) -> Text {
            if let text = added[device] { return text }
            let start = bytes.count
            if isUndated, device.utf8.first != 0 { bytes.append(contentsOf: NamelessDevice.undated.utf8) }
            bytes.append(contentsOf: device.utf8)
            let text = Text(offset: UInt32(clamping: start), length: UInt32(clamping: bytes.count - start))
            added[device] = text
            return text
        }
        let namelessText = (nameless ?? (isUndated ? "" : nil)).map { text(of: $0) }
        for index in records.indices {
            if records[index].device.isPresent {
                guard let name = string(records[index].device) else { continue }
                if !isUndated, aliases[name] == nil { continue }
                records[index].device = text(of: aliases[name] ?? name)
            } else if let model = naming.otherModel(of: records[index], in: self) {
                records[index].device = text(of: NamelessDevice.name(of: model))
            } else if let namelessText {
                records[index].device = namelessText
            }
        }
        return with(bytes, records)
    }
}
