// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// Finds out which devices inputs are of that name none, where there are several.
///
/// A report may tell a process that such a log tells of while it lived, or the crash that a payload tells of a window: then
/// both are of one device. Else a folder is mostly about one case: an input is of the device that its folder names, with all
/// that lies below it, or the nearest folder around it that names any. Where that names several, nobody knows; but what lies
/// in folders of their own, of which none names a device, is not of one device for that, unless it tells of one process.
/// Where nothing names any device, several models are several devices, and so are inputs in which an app lives on while
/// another one tells of another process of it.
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
        /// The processes that it tells of, with the time at which each is first told of.
        var heard: [Process: Int64]
        /// The crashes that a payload tells of one window.
        var crashes: [DeviceAliases.WindowedCrash] = []
        /// What processes of apps say of themselves, as far as the times of inputs may be compared.
        var lives: [Process: Life]
        /// Times are written without a zone.
        var isZoneAssumed: Bool
    }

    /// From its first word to its last.
    private struct Life {
        var first: Int64
        var last: Int64
    }

    private struct Process: Hashable {
        var app: String
        var pid: Int32
    }

    /// What a folder names.
    private enum Named {
        case one(String)
        case several
    }

    /// More processes are not compared.
    private static let mostProcesses = 512
    /// No device has two processes of an app for longer: clocks of inputs are hardly further apart.
    private static let twoLives: Int64 = 60_000_000_000
    /// More lives at a time are not compared.
    private static let mostLives = 64
    /// An id is used again later than that, mostly.
    private static let oneProcess: Int64 = 86_400_000_000_000

    private var inputs: [Input] = []
    /// Whether inputs tell devices of several models.
    var tellsSeveralModels: Bool { Set(inputs.compactMap(\.model)).count > 1 }

    /// Whether inputs that name no device tell of several.
    var tellsSeveral: Bool { tellsSeveralModels || tellsSeveralLives }
    /// Whether inputs tell of processes of one app that no device has at the same time.
    private var tellsSeveralLives: Bool { !apart().isEmpty }

    /// Takes what the head of an input tells.
    mutating func add(
        _ number: Int, path: String, devices: [String], isHost: Bool, model: String?, _ batch: EventBatch
    ) {
        var heard: [Process: Int64] = [:]
        var lives: [Process: Life] = [:]
        if devices.isEmpty || isHost {
            var last: EventRecord?
            for record in batch.records where record.app.isPresent && record.hasPID {
                // Mostly many lines of one process come in a row.
                if let last, last.pid == record.pid, last.app.range == record.app.range { continue }
                last = record
                guard heard.count < Self.mostProcesses, let app = batch.string(record.app) else { continue }
                let process = Process(app: app, pid: record.pid)
                if heard[process] == nil { heard[process] = record.time }
            }
            if devices.isEmpty { lives = Self.lives(of: heard, batch) }
        }
        inputs.append(
            Input(
                number: number, path: path, folder: Self.folder(of: path), devices: devices, isHost: isHost,
                model: model.flatMap { Self.isModel($0) ? $0 : nil }, heard: heard,
                crashes: devices.isEmpty ? Self.crashes(batch) : [], lives: lives,
                isZoneAssumed: batch.records.first?.isZoneAssumed ?? false))
    }

    /// The crashes of one window: payloads of several may be of several devices.
    private static func crashes(_ batch: EventBatch) -> [DeviceAliases.WindowedCrash] {
        var crashes: [DeviceAliases.WindowedCrash] = []
        for record in batch.records where record.witness == .report {
            guard let crash = DeviceAliases.WindowedCrash(record, in: batch) else { continue }
            if crash.time != crashes.first?.time ?? crash.time || crashes.count == mostProcesses { return [] }
            crashes.append(crash)
        }
        return crashes
    }

    /// By the number of the input, what is taken for the device of its lines.
    ///
    /// - Parameters:
    ///   - aliases: which names are of one device.
    ///   - hostsAreDevices: whether what containers call the device tells devices apart.
    ///   - watches: devices whose reports lie beside those of their phones: where anything else names a device they name none.
    func devices(_ aliases: DeviceAliases, hostsAreDevices: Bool, watches: Set<String> = []) -> [Int: String] {
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
            if input.isHost || input.devices.isEmpty {
                open.append(input)
            } else if let name = Self.only(input.devices.map { aliases.names[$0] ?? $0 }) {
                found[input.number] = name
            }
        }
        var neighbours = Neighbours()
        for input in open {
            guard let device = Self.device(of: input, aliases) else { continue }
            found[input.number] = device
            neighbours.add(input, of: device)
        }
        var unknown: [(input: Input, group: String?)] = []
        for input in open where found[input.number] == nil {
            switch Self.nearest(to: input.folder, named) {
            case .one(let device, _):
                found[input.number] = device
                neighbours.add(input, of: device)
            case .none(let group): unknown.append((input, group))
            case .several:
                if let device = Self.deviceByName(of: input, aliases, named) {
                    found[input.number] = device
                    neighbours.add(input, of: device)
                } else {
                    unknown.append((input, nil))
                }
            }
        }
        unknown.removeAll { row in
            guard let device = neighbours.device(of: row.input) else { return false }
            found[row.input.number] = device
            return true
        }
        if named.isEmpty, found.isEmpty { return tellsSeveralModels ? devicesByModel() : devicesByLife() }
        let lonely = unknown.compactMap { row in row.group.map { (input: row.input, group: $0) } }
        let groups = Self.joined(lonely)
        guard Set(groups).count > 1 else { return found }
        for (row, group) in zip(lonely, groups) { found[row.input.number] = NamelessDevice.name(of: group) }
        return found
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

    // MARK: Lives

    /// From when to when processes spoke of themselves, of those that the input tells of.
    private static func lives(of heard: [Process: Int64], _ batch: EventBatch) -> [Process: Life] {
        var lives: [Process: Life] = [:]
        var last: (process: Process, range: Range<Int>)?
        for record in batch.records
        where (record.witness == .app || record.name == .processLaunch) && record.app.isPresent && record.hasPID
            && !record.isUndated && !record.isTimeless && record.host != .extension && record.host != .widget
        {
            let process: Process
            if let last, last.process.pid == record.pid, last.range == record.app.range {
                process = last.process
            } else {
                guard let app = batch.string(record.app) else { continue }
                process = Process(app: app, pid: record.pid)
                last = (process, record.app.range)
            }
            guard heard[process] != nil else { continue }
            var life = lives[process] ?? Life(first: record.time, last: record.time)
            life.first = min(life.first, record.time)
            life.last = max(life.last, record.time)
            lives[process] = life
        }
        return lives
    }

    /// The inputs of which any tells of an app's life while another one tells of another life of it.
    private func apart() -> Set<Int> {
        var lives: [String: [(life: Life, index: Int)]] = [:]
        for index in inputs.indices {
            for (process, life) in inputs[index].lives { lives[process.app, default: []].append((life, index)) }
        }
        var found: Set<Int> = []
        for rows in lives.values where rows.count > 1 {
            var open: [(life: Life, index: Int)] = []
            for row in rows.sorted(by: { ($0.life.first, $0.index) < ($1.life.first, $1.index) }) {
                open.removeAll { $0.life.last.subtractingClamped(row.life.first) < Self.twoLives }
                for other in open where areRivals(row.index, other.index) { found.formUnion([row.index, other.index]) }
                if open.count < Self.mostLives { open.append(row) }
            }
        }
        return found
    }

    /// Whether two inputs may be of different devices: who tells of the same process is beside the other, and times of
    /// different kinds prove nothing.
    private func areRivals(_ index: Int, _ other: Int) -> Bool {
        index != other && inputs[index].isZoneAssumed == inputs[other].isZoneAssumed
            && !inputs[index].heard.keys.contains { inputs[other].heard[$0] != nil }
    }

    /// Inputs that are not of one device are each of one of its own, together with what tells of the same processes.
    private func devicesByLife() -> [Int: String] {
        let apart = apart()
        if apart.isEmpty { return [:] }
        let groups = Self.joined(inputs.map { ($0, $0.path) })
        let several = Set(apart.map { groups[$0] })
        var found: [Int: String] = [:]
        for (input, group) in zip(inputs, groups) where several.contains(group) {
            found[input.number] = NamelessDevice.name(of: group)
        }
        return found
    }

    /// `iPhone15,2`: what people call a model is no other one for that.
    private static func isModel(_ text: String) -> Bool {
        let parts = text.utf8.drop { UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 }.split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }
            && text.utf8.first.map { !(0x30...0x39 ~= $0) } ?? false
    }

    private static func only(_ names: [String]) -> String? {
        names.allSatisfy { $0 == names.first } ? names.first : nil
    }

    /// Inputs without a device of which it is known all the same: others tell of the same processes, or lie beside them.
    private struct Neighbours {
        private var ofProcess: [Process: Set<String>] = [:]
        private var ofFolder: [String: Set<String>] = [:]

        mutating func add(_ input: Input, of device: String) {
            for process in input.heard.keys { ofProcess[process, default: []].insert(device) }
            ofFolder[input.folder, default: []].insert(device)
        }

        func device(of input: Input) -> String? {
            let told = input.heard.keys.reduce(into: Set<String>()) { $0.formUnion(ofProcess[$1] ?? []) }
            let meant = told.isEmpty ? ofFolder[input.folder] ?? [] : told
            return meant.count == 1 ? meant.first : nil
        }
    }

    /// What containers call the device: where a folder is about one device, and one such name occurs there, it is of that.
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
        var found: Set<String> = []
        for (process, time) in input.heard {
            found.formUnion(
                aliases.devices(
                    of: process.app, pid: process.pid, heardAt: time, isZoneAssumed: input.isZoneAssumed))
            if found.count > 1 { return nil }
        }
        // What a payload tells took place before, and of whom only the crash says.
        if found.isEmpty { for crash in input.crashes { found.formUnion(aliases.devices(of: crash)) } }
        return found.count > 1 ? nil : found.first
    }

    /// The same by what the kernel tells, where folders tell several devices: it knows processes by name.
    private static func deviceByName(
        of input: Input, _ aliases: DeviceAliases, _ named: [String: Named]
    ) -> String? {
        guard case .several = nearest(to: input.folder, named) else { return nil }
        var found: Set<String> = []
        for (process, time) in input.heard {
            found.formUnion(aliases.devices(ofNameLike: process.app, pid: process.pid, heardAt: time))
            if found.count > 1 { return nil }
        }
        return found.first
    }

    /// The groups of inputs, those being one that tell of one process.
    private static func joined(_ inputs: [(input: Input, group: String)]) -> [String] {
        var parents: [String: String] = [:]
        func root(of group: String) -> String {
            var group = group
            while let parent = parents[group] { group = parent }
            return group
        }
        var told: [Process: [(time: Int64, group: String)]] = [:]
        for row in inputs {
            for (process, time) in row.input.heard { told[process, default: []].append((time, row.group)) }
        }
        for rows in told.values where rows.count > 1 {
            let rows = rows.sorted { $0.time < $1.time }
            for (row, next) in zip(rows, rows.dropFirst()) where next.time.subtractingClamped(row.time) < oneProcess {
                let (first, second) = (root(of: row.group), root(of: next.group))
                // The first by name stands for all, whichever came first.
                if first != second { parents[max(first, second)] = min(first, second) }
            }
        }
        return inputs.map { root(of: $0.group) }
    }
}
