// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// Finds out which devices inputs are of that name none, where there are several.
///
/// A report may tell a process that such a log tells of while it lived, or the crash that a payload tells of a window:
/// then both are of one device. Else a folder is mostly about one case: an input is of the device that its folder
/// names, with all that lies below it, or the nearest folder around it that names any. Where that names several, nobody
/// knows; but what lies in folders of their own, of which none names a device, is not of one device for that, unless it
/// tells of one process. Inputs in which an app lives on while another one, or a report, tells of another process of it
/// are of several devices (``RivalLives``), whatever names a device beside them, and so are those that tell another
/// model than that has (``ToldModels``). Where nothing names any device, several models are several devices.
struct NamelessInputs {
    /// One input, as far as its head tells.
    private struct Input {
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

    private typealias Subject = ToldLives.Subject

    /// The beginning of a process whose id is not told.
    private struct Launch {
        var app: String
        var time: Int64
    }

    /// When processes of an app began, as groups of inputs tell.
    private struct Starts {
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

    /// A process of a log that names its device.
    private struct Logged {
        var life: ToldLives.Life
        /// When it was launched, where that is told.
        var launched: Int64?
        var name: String

        /// Whether another log may tell of this very process: some moment is told of both, both tell one launch, and
        /// neither tells of it long after its end as the other one tells that.
        ///
        /// Two phones after the same steps may have one id for the same app.
        func isOne(with other: ToldLives.Life, launchedAt otherLaunch: Int64?) -> Bool {
            func isOver(_ life: ToldLives.Life, before later: ToldLives.Life) -> Bool {
                life.end != .max && later.last > life.end.addingClamped(NamelessInputs.closely)
            }
            func isBefore(_ life: ToldLives.Life, _ launch: Int64?) -> Bool {
                launch.map { life.first < $0.subtractingClamped(NamelessInputs.closely) } ?? false
            }
            return life.meets(other) && !isOver(life, before: other) && !isOver(other, before: life)
                && !isBefore(life, otherLaunch) && !isBefore(other, launched)
        }
    }

    /// The end of a process, as the kernel tells it: it knows no app.
    private struct Death {
        var process: String
        var pid: Int32
        var time: Int64
    }

    /// What a folder names.
    private enum Named {
        case one(String)
        case several
    }

    /// More crashes are not compared.
    private static let mostCrashes = 512
    /// More deaths are not compared.
    private static let mostDeaths = 512
    /// More launches are not compared.
    private static let mostLaunches = 512
    /// Clocks of one device are hardly further apart.
    private static let otherClock: Int64 = 5_000_000_000
    /// No other process of an app begins within this.
    private static let oneStart: Int64 = 2_000_000_000
    /// What is told of one process so much earlier or later than it lived as others tell is of another one.
    private static let closely: Int64 = 60_000_000_000
    /// An id is used again later than that, mostly.
    private static let oneProcess: Int64 = 86_400_000_000_000

    private var inputs: [Input] = []
    /// Whether inputs tell devices of several models.
    var tellsSeveralModels: Bool { Set(inputs.compactMap(\.model)).count > 1 }

    /// Whether inputs that name no device tell of several, though reports and others name none or this one.
    func tellsSeveral(besides device: String?, _ aliases: DeviceAliases, _ clocks: ClockInference) -> Bool {
        if device == nil, tellsSeveralModels { return true }
        let open = inputs.filter(\.isOpen)
        let rivals = rivals(among: open, aliases, clocks)
        if let device, models(aliases, rivals).tellOther(than: device) { return true }
        return open.contains { input in
            !rivals.rivals(of: input.number).isEmpty || device.map { !rivals.mayBe(input.number, of: $0) } ?? false
        }
    }

    /// Takes what the head of an input tells.
    mutating func add(
        _ number: Int, path: String, devices: [String], isHost: Bool, model: String?, _ batch: EventBatch
    ) {
        let isOpen = devices.isEmpty || isHost
        // What reports tell of their processes is known already.
        let told = isOpen || batch.records.first?.witness != .report ? ToldLives(batch) : ToldLives()
        inputs.append(
            Input(
                number: number, path: path, folder: Self.folder(of: path), devices: devices, isHost: isHost,
                model: model.flatMap { HardwareModel.isNumbered($0) ? $0 : nil }, heard: isOpen ? told.heard : [:],
                begun: isOpen ? told.begun : [:], launched: told.launched,
                crashes: devices.isEmpty ? Self.crashes(batch) : [], lives: told.lives,
                besides: told.besides, deaths: isOpen ? Self.deaths(batch) : [],
                launches: isOpen ? Self.launches(batch) : [],
                isZoneAssumed: batch.records.first?.isZoneAssumed ?? false,
                isReport: batch.records.first?.witness == .report,
                models: ToldModels.Told(batch, isHost: isHost)))
    }

    /// The crashes of one window: payloads of several may be of several devices.
    private static func crashes(_ batch: EventBatch) -> [DeviceAliases.WindowedCrash] {
        var crashes: [DeviceAliases.WindowedCrash] = []
        for record in batch.records where record.witness == .report {
            guard let crash = DeviceAliases.WindowedCrash(record, in: batch) else { continue }
            if crash.time != crashes.first?.time ?? crash.time || crashes.count == mostCrashes { return [] }
            crashes.append(crash)
        }
        return crashes
    }

    /// The ends that a log tells of processes by their names.
    private static func deaths(_ batch: EventBatch) -> [Death] {
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
    private static func launches(_ batch: EventBatch) -> [Launch] {
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

    /// By the name that reports know a device by, that which a log gives it: an input that names none tells processes
    /// of both.
    ///
    /// What fits two devices joins none.
    ///
    /// - Parameter watches: their reports come with those of their phones, whose logs tell of them, too.
    func bridges(_ aliases: DeviceAliases, _ clocks: ClockInference, watches: Set<String>) -> [String: String] {
        let open = inputs.filter { $0.isOpen && !$0.lives.isEmpty && !$0.isZoneAssumed }
        if open.isEmpty { return [:] }
        let logged = logged(aliases)
        if logged.isEmpty { return [:] }
        let groups = Self.joined(open.map { ($0, $0.path) })
        var called: [String: Set<String>] = [:]
        for (input, group) in zip(open, groups) {
            Self.collect(logged, toldBy: input, into: &called[group, default: []])
        }
        var reported: [String: Set<String>] = [:]
        for (input, group) in zip(open, groups) where called[group]?.count == 1 {
            reported[group, default: []].formUnion(Self.reportedDevices(of: input, aliases))
        }
        let models = models(aliases, RivalLives([], clocks))
        var found: [String: Set<String>] = [:]
        for (group, devices) in reported {
            guard devices.count == 1, let device = devices.first, let name = called[group]?.first, device != name,
                !watches.contains(device), aliases.mayBeOne(device, name), models.mayBeOne(device, name)
            else { continue }
            found[device, default: []].insert(name)
        }
        removeRivals(from: &found, logged, aliases)
        let once = Dictionary(grouping: found.values.filter { $0.count == 1 }.flatMap(\.self), by: \.self)
        return found.compactMapValues { names in
            guard names.count == 1, let name = names.first, once[name]?.count == 1 else { return nil }
            return name
        }
    }

    /// The processes of logs that name their device.
    private func logged(_ aliases: DeviceAliases) -> [Subject: [Logged]] {
        var logged: [Subject: [Logged]] = [:]
        for log in inputs where !log.isOpen && !log.isZoneAssumed {
            guard let name = Self.only(log.devices.map { aliases.names[$0] ?? $0 }) else { continue }
            for (subject, life) in log.lives where subject.app != nil && !life.isReadLater {
                logged[subject, default: []].append(Logged(life: life, launched: log.launched[subject], name: name))
            }
        }
        return logged
    }

    /// By input that names no device, the one whose log tells of the same processes at the same time.
    ///
    /// What is of one device with it tells of none of another.
    private func devicesOfLogs(_ open: [Input], _ aliases: DeviceAliases, _ rivals: RivalLives) -> [Int: String] {
        let logged = logged(aliases)
        if logged.isEmpty { return [:] }
        let open = open.filter { !$0.isZoneAssumed }
        // What one of a group tells of a process the others need not say again.
        var launches: [String: [Subject: Int64]] = [:]
        for input in open {
            for subject in input.lives.keys where logged[subject] != nil {
                guard let launch = input.launch(of: subject) else { continue }
                launches[rivals.group(of: input.number), default: [:]][subject] = launch
            }
        }
        var ofInputs: [Int: Set<String>] = [:]
        var ofGroups: [String: Set<String>] = [:]
        for input in open {
            var names: Set<String> = []
            let launched = launches[rivals.group(of: input.number)] ?? [:]
            for (subject, life) in input.lives where !life.isReadLater {
                for log in logged[subject] ?? []
                where log.isOne(with: life, launchedAt: input.launch(of: subject) ?? launched[subject]) {
                    names.insert(log.name)
                }
            }
            if names.isEmpty { continue }
            ofInputs[input.number] = names
            ofGroups[rivals.group(of: input.number), default: []].formUnion(names)
        }
        return ofInputs.compactMapValues { $0.count == 1 ? $0.first : nil }
            .filter { ofGroups[rivals.group(of: $0.key)]?.count == 1 }
    }

    /// Adds what logs call the device that tell of a process of an input at the same time; of several no more than two.
    private static func collect(
        _ logged: [Subject: [Logged]], toldBy input: Input, into names: inout Set<String>
    ) {
        for (subject, life) in input.lives where !life.isReadLater {
            for log in logged[subject] ?? [] where log.life.meets(life) {
                names.insert(log.name)
                if names.count > 1 { return }
            }
        }
    }

    /// The devices of which reports tell that processes of an input ran there, or ended as it tells.
    private static func reportedDevices(of input: Input, _ aliases: DeviceAliases) -> Set<String> {
        var found: Set<String> = []
        for case (.process(let app, let pid), let time) in input.heard {
            found.formUnion(aliases.devices(of: app, pid: pid, heardAt: time))
        }
        for death in input.deaths {
            found.formUnion(aliases.devices(ofProcess: death.process, pid: death.pid, endedAt: death.time))
        }
        return found
    }

    /// Leaves out devices of which a report tells a process of an app that lived beside another one of it, as logs tell
    /// of the other name: no device has both.
    private func removeRivals(
        from found: inout [String: Set<String>], _ logged: [Subject: [Logged]], _ aliases: DeviceAliases
    ) {
        if found.isEmpty { return }
        var ofApps: [String: [(pid: Int32, life: ToldLives.Life, name: String)]] = [:]
        for case (.process(let app, let pid), let rows) in logged {
            ofApps[app, default: []] += rows.map { (pid, $0.life, $0.name) }
        }
        for told in aliases.lives {
            guard let names = found[told.device] else { continue }
            let life = ToldLives.Life(first: told.life.lowerBound, last: told.life.upperBound)
            let isRival = (ofApps[told.app] ?? []).contains {
                $0.pid != told.pid && names.contains($0.name) && life.isBeside($0.life)
            }
            if isRival { found[told.device] = nil }
        }
    }

    /// By the number of the input, what is taken for the device of its lines.
    ///
    /// - Parameters:
    ///   - aliases: which names are of one device.
    ///   - clocks: which zones inputs tell of others that state none.
    ///   - hostsAreDevices: whether what containers call the device tells devices apart.
    ///   - watches: devices whose reports lie beside those of their phones: where anything else names a device they
    ///     name none.
    func devices(
        _ aliases: DeviceAliases, _ clocks: ClockInference, hostsAreDevices: Bool, watches: Set<String> = []
    ) -> [Int: String] {
        var named: [String: Named] = [:]
        for input in inputs where !input.isHost {
            for device in input.devices where !watches.contains(device) {
                Self.note(aliases.names[device] ?? device, in: input.folder, &named)
            }
        }
        var ofWatches: [String: Named] = [:]
        for input in inputs where !input.isHost && named[input.folder] == nil {
            for device in input.devices where watches.contains(device) {
                switch ofWatches[input.folder] {
                case .one(let other)? where other != device: ofWatches[input.folder] = .several
                case nil: ofWatches[input.folder] = .one(device)
                default: break
                }
            }
        }
        named.merge(ofWatches) { known, _ in known }
        var found = hostsAreDevices ? reportedHosts(aliases, named) : [:]
        if hostsAreDevices { found.merge(hosts(&named, but: Set(found.keys))) { known, _ in known } }
        var open: [Input] = []
        for input in inputs where found[input.number] == nil {
            if input.isOpen {
                open.append(input)
            } else if let name = Self.only(input.devices.map { aliases.names[$0] ?? $0 }) {
                found[input.number] = name
            }
        }
        let rivals = rivals(among: open, aliases, clocks)
        var placing = Placing(found: found, rivals: rivals, models: models(aliases, rivals))
        for input in open {
            if let device = Self.device(of: input, aliases) { placing.place(input, on: device) }
        }
        placing.place(open, devicesOfLogs(open, aliases, rivals))
        var near: [Int: [(input: Input, device: String)]] = [:]
        var unknown: [(input: Input, group: String?)] = []
        var others: Set<Int> = []
        for input in open where placing.found[input.number] == nil {
            switch Self.nearest(to: input.folder, named) {
            case .one(let device, let folder):
                if placing.models.mayBe(input.number, of: device) {
                    near[folder.utf8.count, default: []].append((input, device))
                } else {
                    others.insert(input.number)
                    unknown.append((input, folder))
                }
            case .none(let group): unknown.append((input, group))
            case .several:
                if let device = Self.deviceByName(of: input, aliases, named) {
                    placing.place(input, on: device)
                } else {
                    unknown.append((input, nil))
                }
            }
        }
        // Of two lives that one device has not, that is its own which lies nearer to what names it.
        let refused = near.sorted { $0.key > $1.key }.flatMap { placing.place($0.value) }
        unknown += refused.map { ($0, $0.folder) }
        let waiting = Set(unknown.map { placing.rivals.group(of: $0.input.number) })
        unknown = placing.placeBesideOthers(unknown, waiting)
        if named.isEmpty, placing.found.isEmpty, tellsSeveralModels { return devicesByModel() }
        found = placing.found
        // Several lives in a folder: nobody knows whose each is, but for that they are of several devices.
        unknown.removeAll { row in
            guard !placing.rivals.rivals(of: row.input.number).isDisjoint(with: waiting) else { return false }
            found[row.input.number] = NamelessDevice.name(of: placing.rivals.group(of: row.input.number))
            return true
        }
        // Those of another model than the device that is named there are of one of theirs.
        unknown.removeAll { row in
            guard others.contains(row.input.number), let model = placing.models.model(of: row.input.number) else {
                return false
            }
            found[row.input.number] = NamelessDevice.name(of: model)
            return true
        }
        if named.isEmpty { return found }
        let lonely = unknown.compactMap { row in row.group.map { (input: row.input, group: $0) } }
        let groups = Self.joined(lonely)
        guard Set(groups).count > 1 || !refused.isEmpty else { return found }
        for (row, group) in zip(lonely, groups) { found[row.input.number] = NamelessDevice.name(of: group) }
        return found
    }

    /// Which of the inputs that name no device are of different ones, and what is told of those that are named.
    private func rivals(among open: [Input], _ aliases: DeviceAliases, _ clocks: ClockInference) -> RivalLives {
        let groups = Self.joined(open.map { ($0, $0.path) })
        // What one of them tells of a process the others need not say again.
        let besides = open.reduce(into: Set<Subject>()) { $0.formUnion($1.besides) }
        let zones = zones(of: zip(open, groups).map { ($0, $1) }, aliases, clocks)
        let zonedHosts = Set(inputs.filter { $0.isHost && !$0.isZoneAssumed }.flatMap(\.devices))
        var rivals = RivalLives(
            zip(open, groups).map { input, group in
                var lives = input.lives.filter { !besides.contains($0.key) }
                if input.isZoneAssumed, let zone = zones[input.number] {
                    lives = lives.mapValues { $0.isZoneAssumed ? $0.told(inZone: zone) : $0 }
                } else if input.isHost, !zonedHosts.isDisjoint(with: input.devices) {
                    // Its zone may be that of the others.
                    for subject in lives.keys { lives[subject]?.isReadLater = true }
                }
                return (input.number, group, lives)
            }, clocks)
        for input in inputs where !input.isOpen {
            guard let device = Self.only(input.devices.map { aliases.names[$0] ?? $0 }) else { continue }
            rivals.add(input.number, of: device)
            for (subject, life) in input.lives { rivals.add(subject, life, of: device) }
        }
        for told in aliases.lives {
            let life = ToldLives.Life(first: told.life.lowerBound, last: told.life.upperBound)
            rivals.add(.process(app: told.app, pid: told.pid), life, of: told.device)
        }
        return rivals
    }

    /// By input, the zone in which it was written without saying so.
    ///
    /// What is of one group with it tells that, or the reports of the device on which they tell one of its processes;
    /// where a part of a log tells none, it is that of the others.
    private func zones(
        of rows: [(input: Input, group: String)], _ aliases: DeviceAliases, _ clocks: ClockInference
    ) -> [Int: Int64] {
        guard rows.contains(where: { $0.input.isZoneAssumed && !$0.input.lives.isEmpty }) else { return [:] }
        var ofGroups: [String: Set<Int>] = [:]
        var own: [Int: String] = [:]
        var devicesOfGroups: [String: Set<String>] = [:]
        for (input, group) in rows {
            ofGroups[group, default: []].insert(input.number)
            guard input.isZoneAssumed, let device = Self.device(of: input, aliases) else { continue }
            own[input.number] = device
            devicesOfGroups[group, default: []].insert(device)
        }
        var ofDevices: [String: Set<Int>] = [:]
        for input in inputs where !input.isOpen {
            for device in input.devices { ofDevices[aliases.names[device] ?? device, default: []].insert(input.number) }
        }
        var zones: [Int: Int64] = [:]
        var told: [String: Set<Int64>] = [:]
        for (input, group) in rows where input.isZoneAssumed {
            var others = ofGroups[group] ?? []
            let shared = devicesOfGroups[group].flatMap { $0.count == 1 ? $0.first : nil }
            if let device = own[input.number] ?? shared { others.formUnion(ofDevices[device] ?? []) }
            guard let zone = clocks.zone(of: input.number, by: others) else { continue }
            zones[input.number] = zone
            told[group, default: []].insert(zone)
        }
        for (input, group) in rows where input.isZoneAssumed && zones[input.number] == nil {
            if let known = told[group], known.count == 1 { zones[input.number] = known.first }
        }
        // What lies in one folder was mostly written in one zone.
        var ofFolders: [String: Set<Int64>] = [:]
        for (input, _) in rows {
            if let zone = zones[input.number] { ofFolders[input.folder, default: []].insert(zone) }
        }
        for (input, _) in rows where input.isZoneAssumed && zones[input.number] == nil {
            if let known = ofFolders[input.folder], known.count == 1 { zones[input.number] = known.first }
        }
        return zones
    }

    /// Which models are told of devices, and by inputs that name none.
    private func models(_ aliases: DeviceAliases, _ rivals: RivalLives) -> ToldModels {
        var models = ToldModels()
        for input in inputs {
            for (device, told) in input.models.named { models.add(told, of: aliases.names[device] ?? device) }
            models.add(
                input.models.nameless, of: input.number, in: input.isOpenLog ? rivals.group(of: input.number) : nil)
        }
        for (group, told) in reportedModels(rivals) where told.count == 1 { models.add(told, ofGroup: group) }
        return models
    }

    /// By group of logs that name no device, the models that reports tell of their processes which name none, either.
    ///
    /// A report is about a process of a log by its id, where the log has just told of that, or without one by its
    /// start.
    private func reportedModels(_ rivals: RivalLives) -> [String: Set<String>] {
        let reports = inputs.filter { $0.isOpen && !$0.isOpenLog && $0.isReport && $0.models.nameless.count == 1 }
        if reports.isEmpty { return [:] }
        var lives: [Subject: [(life: ToldLives.Life, group: String)]] = [:]
        var starts: [String: Starts] = [:]
        for log in inputs where log.isOpenLog && !log.isZoneAssumed {
            let group = rivals.group(of: log.number)
            if group.isEmpty { return [:] }
            for (subject, life) in log.lives where !life.isReadLater {
                guard let app = subject.app else { continue }
                lives[subject, default: []].append((life, group))
                starts[app, default: Starts()].add(life.first, group)
            }
            for launch in log.launches { starts[launch.app, default: Starts()].add(launch.time, group) }
        }
        if starts.isEmpty { return [:] }
        for app in starts.keys { starts[app]?.sort() }
        var found: [String: Set<String>] = [:]
        for report in reports where !report.isZoneAssumed {
            var groups: Set<String> = []
            for (subject, time) in report.heard {
                for log in lives[subject] ?? [] where log.life.isToldOf(at: time, Self.otherClock, Self.closely) {
                    groups.insert(log.group)
                }
            }
            for launch in report.launches { groups.formUnion(starts[launch.app]?.groups(at: launch.time) ?? []) }
            guard groups.count == 1, let group = groups.first else { continue }
            found[group, default: []].formUnion(report.models.nameless)
        }
        return found
    }

    /// By input whose records may be of several devices, the models that the one has of which those are that name none.
    ///
    /// - Parameter found: by input, that device.
    func models(
        _ aliases: DeviceAliases, of found: [Int: String], _ clocks: ClockInference
    ) -> [Int: Set<String>] {
        if found.isEmpty { return [:] }
        let models = models(aliases, RivalLives([], clocks))
        var known: [Int: Set<String>] = [:]
        for input in inputs where input.models.isMixed {
            if let device = found[input.number] { known[input.number] = models.models(of: device, in: input.number) }
        }
        return known
    }

    /// What is known of the devices of inputs by now.
    private struct Placing {
        private(set) var found: [Int: String]
        private(set) var rivals: RivalLives
        let models: ToldModels
        private var neighbours = Neighbours()

        init(found: [Int: String], rivals: RivalLives, models: ToldModels) {
            self.found = found
            self.rivals = rivals
            self.models = models
        }

        mutating func place(_ input: Input, on device: String) {
            found[input.number] = device
            neighbours.add(input, of: device)
            rivals.place(input.number, on: device)
        }

        /// Takes inputs to be of the devices whose logs tell of the same processes, as far as they may be; and what
        /// knows no process ids of that of which those are that tell all its launches.
        mutating func place(_ open: [Input], _ known: [Int: String]) {
            for input in open where found[input.number] == nil {
                guard let device = known[input.number] else { continue }
                if mayBe(input, of: device) { place(input, on: device) }
            }
            let numberless = open.filter { $0.isNumberless && found[$0.number] == nil }
            if numberless.isEmpty { return }
            var ofGroups: [String: Set<String>] = [:]
            for input in open {
                guard let device = found[input.number] else { continue }
                ofGroups[rivals.group(of: input.number), default: []].insert(device)
            }
            for input in numberless {
                guard let devices = ofGroups[rivals.group(of: input.number)], devices.count == 1,
                    let device = devices.first, mayBe(input, of: device)
                else { continue }
                place(input, on: device)
            }
        }

        private func mayBe(_ input: Input, of device: String) -> Bool {
            rivals.mayBe(input.number, of: device) && models.mayBe(input.number, of: device)
        }

        /// Takes inputs to be of the devices that their folders name, as far as they may be.
        ///
        /// - Returns: the rest, which no device is that is named there.
        mutating func place(_ rows: [(input: Input, device: String)]) -> [Input] {
            var groups: [String: Set<String>] = [:]
            let meant = rows.filter { rivals.mayBe($0.input.number, of: $0.device) }
            for row in meant { groups[row.device, default: []].insert(rivals.group(of: row.input.number)) }
            for row in meant {
                let isOnly = groups[row.device]?.isDisjoint(with: rivals.rivals(of: row.input.number)) ?? true
                if isOnly { place(row.input, on: row.device) }
            }
            return rows.map(\.input).filter { found[$0.number] == nil }
        }

        /// Takes inputs to be of the device of others that tell of the same processes, or lie beside them.
        ///
        /// - Returns: the rest.
        mutating func placeBesideOthers(
            _ rows: [(input: Input, group: String?)], _ waiting: Set<String>
        ) -> [(input: Input, group: String?)] {
            var rest: [(input: Input, group: String?)] = []
            for row in rows {
                let isAlone = rivals.rivals(of: row.input.number).isDisjoint(with: waiting)
                if let device = neighbours.device(of: row.input, isAlone: isAlone), mayBe(row.input, of: device) {
                    found[row.input.number] = device
                } else {
                    rest.append(row)
                }
            }
            return rest
        }
    }

    /// Inputs of one model may be of one device, those of several are not; what tells none is of that of its folder.
    private func devicesByModel() -> [Int: String] {
        var told: [String: Named] = [:]
        for input in inputs {
            if let model = input.model { Self.note(model, in: input.folder, &told) }
        }
        var found: [Int: String] = [:]
        for input in inputs {
            if let model = input.model {
                found[input.number] = NamelessDevice.name(of: model)
            } else if case .one(let model, _) = Self.nearest(to: input.folder, told) {
                found[input.number] = NamelessDevice.name(of: model)
            }
        }
        return found
    }

    private static func only(_ names: [String]) -> String? {
        names.allSatisfy { $0 == names.first } ? names.first : nil
    }

    /// Inputs without a device of which it is known all the same: others tell of the same processes, or lie beside
    /// them.
    private struct Neighbours {
        private var ofProcess: [Subject: Set<String>] = [:]
        private var ofFolder: [String: Set<String>] = [:]

        mutating func add(_ input: Input, of device: String) {
            for process in input.heard.keys { ofProcess[process, default: []].insert(device) }
            ofFolder[input.folder, default: []].insert(device)
        }

        /// - Parameter isAlone: whether what lies beside it may tell: nothing else is waiting that is of another
        ///   device.
        func device(of input: Input, isAlone: Bool) -> String? {
            let told = input.heard.keys.reduce(into: Set<String>()) { $0.formUnion(ofProcess[$1] ?? []) }
            let meant = told.isEmpty && isAlone ? ofFolder[input.folder] ?? [] : told
            return meant.count == 1 ? meant.first : nil
        }
    }

    /// What containers call the device: where a folder is about one device, and one such name occurs there, it is of
    /// that.
    ///
    /// Others name a device of their own.
    ///
    /// - Parameter known: inputs whose devices are known.
    private func hosts(_ named: inout [String: Named], but known: Set<Int>) -> [Int: String] {
        var called: [String: Named] = [:]
        for input in inputs where input.isHost && !known.contains(input.number) {
            for device in input.devices { Self.note(device, in: input.folder, &called) }
        }
        var found: [Int: String] = [:]
        for input in inputs where input.isHost && !input.devices.isEmpty && !known.contains(input.number) {
            guard case .one(let device, let folder) = Self.nearest(to: input.folder, named),
                case .one? = called[folder]
            else { continue }
            found[input.number] = device
        }
        for input in inputs where input.isHost && found[input.number] == nil && !known.contains(input.number) {
            for device in input.devices { Self.note(device, in: input.folder, &named) }
            if input.devices.count == 1 { found[input.number] = input.devices.first }
        }
        return found
    }

    /// Logs of hosts of which reports tell a process while it lived: one host is one device.
    private func reportedHosts(_ aliases: DeviceAliases, _ named: [String: Named]) -> [Int: String] {
        var told: [String: Set<String>] = [:]
        for input in inputs where input.isHost && input.devices.count == 1 {
            if let device = Self.device(of: input, aliases) ?? Self.deviceByName(of: input, aliases, named) {
                told[input.devices[0], default: []].insert(device)
            }
        }
        var found: [Int: String] = [:]
        for input in inputs where input.isHost && input.devices.count == 1 {
            if let devices = told[input.devices[0]], devices.count == 1 { found[input.number] = devices.first }
        }
        return found
    }

    // MARK: Folders

    /// What a folder, or the nearest one around it, tells of the device.
    private enum Nearest {
        /// That one, as the folder behind it tells.
        case one(String, folder: String)
        case several
        /// Nothing does up to that folder; the next one around it names several.
        case none(String)
    }

    private static func nearest(to folder: String, _ named: [String: Named]) -> Nearest {
        var group: String?
        var next: String? = folder
        while let folder = next {
            switch named[folder] {
            case .one(let device): return .one(device, folder: folder)
            case .several: return group.map { .none($0) } ?? .several
            case nil: group = folder
            }
            next = parent(of: folder)
        }
        return .none(group ?? folder)
    }

    private static func note(_ device: String, in folder: String, _ named: inout [String: Named]) {
        var next: String? = folder
        while let folder = next {
            switch named[folder] {
            case nil: named[folder] = .one(device)
            case .one(let other) where other != device: named[folder] = .several
            // What is known here is known around it.
            case .one, .several: return
            }
            next = parent(of: folder)
        }
    }

    private static func folder(of path: String) -> String { parent(of: path) ?? "" }

    /// The folder that something lies in; the outermost one is empty.
    private static func parent(of path: String) -> String? {
        if path.isEmpty { return nil }
        return path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) } ?? ""
    }

    // MARK: Processes

    /// The one device of which reports tell that a process of the input ran there while the input tells of it.
    private static func device(of input: Input, _ aliases: DeviceAliases) -> String? {
        if let device = deviceByStarts(input.begun, of: input, aliases) { return device }
        var found: Set<String> = []
        for (subject, time) in input.heard {
            guard case .process(let app, let pid) = subject else { continue }
            let start = input.isZoneAssumed ? input.begun[subject] : nil
            found.formUnion(aliases.devices(of: app, pid: pid, heardAt: time, begunAt: start))
            if found.count > 1 { return nil }
        }
        // The first that is told of a process is mostly its start.
        if found.isEmpty {
            let first = input.heard.filter { input.begun[$0.key] == nil }
            if let device = deviceByStarts(first, of: input, aliases) { return device }
        }
        // What a payload tells took place before, and of whom only the crash says.
        if found.isEmpty { for crash in input.crashes { found.formUnion(aliases.devices(of: crash)) } }
        return found.count > 1 ? nil : found.first
    }

    /// The one device of which reports tell that processes of the input began there, in whatever zone its times are.
    private static func deviceByStarts(
        _ starts: [Subject: Int64], of input: Input, _ aliases: DeviceAliases
    ) -> String? {
        guard input.isZoneAssumed else { return nil }
        var found: Set<String> = []
        for case (.process(let app, let pid), let time) in starts {
            found.formUnion(aliases.devices(of: app, pid: pid, begunInAnyZoneAt: time))
            if found.count > 1 { return nil }
        }
        return found.first
    }

    /// The same by what the kernel tells, where folders tell several devices: it knows processes by name.
    private static func deviceByName(
        of input: Input, _ aliases: DeviceAliases, _ named: [String: Named]
    ) -> String? {
        guard case .several = nearest(to: input.folder, named) else { return nil }
        var found: Set<String> = []
        for case (.process(let app, let pid), let time) in input.heard {
            found.formUnion(aliases.devices(ofNameLike: app, pid: pid, heardAt: time))
            if found.count > 1 { return nil }
        }
        // What ends a process tells its name and its id, and a log may tell whose id that is.
        for death in input.deaths {
            found.formUnion(aliases.devices(ofProcess: death.process, pid: death.pid, endedAt: death.time))
            if found.count > 1 { return nil }
        }
        return found.first
    }

    /// The groups of inputs, those being one that tell of one process, or of one boot.
    ///
    /// What knows no process ids is beside the logs in its folder that tell all its launches.
    private static func joined(_ inputs: [(input: Input, group: String)]) -> [String] {
        var parents: [String: String] = [:]
        func root(of group: String) -> String {
            var group = group
            while let parent = parents[group] { group = parent }
            return group
        }
        var told: [Subject: [(time: Int64, group: String)]] = [:]
        for row in inputs {
            for (subject, time) in row.input.heard { told[subject, default: []].append((time, row.group)) }
        }
        for (subject, rows) in told where rows.count > 1 {
            let rows = rows.sorted { $0.time < $1.time }
            for (row, next) in zip(rows, rows.dropFirst())
            where subject.app == nil || next.time.subtractingClamped(row.time) < oneProcess {
                let (first, second) = (root(of: row.group), root(of: next.group))
                // The first by name stands for all, whichever came first.
                if first != second { parents[max(first, second)] = min(first, second) }
            }
        }
        for (group, other) in launchTellers(inputs, root) {
            let (first, second) = (root(of: group), root(of: other))
            if first != second { parents[max(first, second)] = min(first, second) }
        }
        return inputs.map { root(of: $0.group) }
    }

    /// By input that knows no process ids, the only group of logs that tell its launches in its folder, each of them.
    private static func launchTellers(
        _ inputs: [(input: Input, group: String)], _ root: (String) -> String
    ) -> [(group: String, teller: String)] {
        let numberless = inputs.filter { $0.input.isNumberless }
        if numberless.isEmpty { return [] }
        struct Place: Hashable {
            var folder: String
            var app: String
        }
        var begun: [Place: Starts] = [:]
        for (input, _) in numberless {
            for launch in input.launches { begun[Place(folder: input.folder, app: launch.app)] = Starts() }
        }
        for (input, group) in inputs where !input.isReport && !input.isNumberless && !input.isZoneAssumed {
            for case (.process(let app, _), let time) in input.begun {
                begun[Place(folder: input.folder, app: app)]?.add(time, root(group))
            }
            for launch in input.launches {
                begun[Place(folder: input.folder, app: launch.app)]?.add(launch.time, root(group))
            }
        }
        for place in begun.keys { begun[place]?.sort() }
        return numberless.compactMap { input, group in
            var tellers: Set<String>?
            for launch in input.launches {
                let told = begun[Place(folder: input.folder, app: launch.app)]?.groups(at: launch.time) ?? []
                let common = tellers.map { $0.intersection(told) } ?? told
                if common.isEmpty { return nil }
                tellers = common
            }
            guard let tellers, tellers.count == 1, let teller = tellers.first else { return nil }
            return (group, teller)
        }
    }
}
