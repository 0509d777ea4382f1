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
    /// More crashes are not compared.
    static let mostCrashes = 512
    /// More deaths are not compared.
    static let mostDeaths = 512
    /// More launches are not compared.
    static let mostLaunches = 512
    /// Clocks of one device are hardly further apart.
    static let otherClock: Int64 = .seconds(5)
    /// No other process of an app begins within this.
    static let oneStart: Int64 = .seconds(2)
    /// What is told of one process so much earlier or later than it lived as others tell is of another one.
    static let closely: Int64 = .minutes(1)
    /// An id is used again later than that, mostly.
    static let oneProcess: Int64 = .hours(24)

    var inputs: [Input] = []
    /// Whether inputs tell devices of several models.
    var tellsSeveralModels: Bool { Set(inputs.compactMap(\.model)).count > 1 }

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
                besides: told.besides, livesBeside: told.livesBeside, deaths: isOpen ? Self.deaths(batch) : [],
                launches: isOpen ? Self.launches(batch) : [],
                isZoneAssumed: batch.records.first?.isZoneAssumed ?? false,
                isReport: batch.records.first?.witness == .report,
                models: ToldModels.Told(batch, isHost: isHost)))
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
        var named = namedFolders(aliases, watches: watches)
        var found = hostsAreDevices ? reportedHosts(aliases, named) : [:]
        if hostsAreDevices { found.merge(hosts(&named, but: Set(found.keys))) { known, _ in known } }
        var open: [Input] = []
        // Each where it stands: a copy of one is large.
        for index in inputs.indices where found[inputs[index].number] == nil {
            if inputs[index].isOpen {
                open.append(inputs[index])
            } else if let name = Self.only(inputs[index].devices.map({ aliases.names[$0] ?? $0 })) {
                found[inputs[index].number] = name
            }
        }
        // Mostly all that lies there are reports which name their devices.
        if open.isEmpty, !found.isEmpty || !named.isEmpty { return found }
        let rivals = rivals(among: open, aliases, clocks)
        var placing = Placing(found: found, rivals: rivals, models: models(aliases, rivals))
        for input in open {
            if let device = Self.device(of: input, aliases) { placing.place(input, on: device) }
        }
        placing.place(open, devicesOfLogs(open, aliases, rivals))
        var unplaced = Self.placeByFolders(open, aliases, named, &placing)
        let waiting = Set(unplaced.rows.map { placing.rivals.group(of: $0.input.number) })
        unplaced.rows = placing.placeBesideOthers(unplaced.rows, waiting)
        if named.isEmpty, placing.found.isEmpty, tellsSeveralModels { return devicesByModel() }
        let apart = unplaced.takeApart(placing, waiting)
        found = placing.found.merging(apart) { _, name in name }
        if named.isEmpty { return found }
        let lonely = unplaced.rows.compactMap { row in row.group.map { (input: row.input, group: $0) } }
        let groups = Self.joined(lonely)
        guard Set(groups).count > 1 || unplaced.isRefused else { return found }
        for (row, group) in zip(lonely, groups) { found[row.input.number] = NamelessDevice.name(of: group) }
        return found
    }

    /// What the folders name, and those around them: a watch only where nothing else does.
    private func namedFolders(_ aliases: DeviceAliases, watches: Set<String>) -> [String: Named] {
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
        return named.merging(ofWatches) { known, _ in known }
    }

    /// Inputs of which neither a process nor a folder tells the device.
    private struct Unplaced {
        /// Each with its group, or without one where nobody knows which of several devices it may be of.
        var rows: [(input: Input, group: String?)] = []
        /// Those of another model than the device that is named there has.
        var others: Set<Int> = []
        /// Some are none of the device that is named there for how their processes lived.
        var isRefused = false

        /// Takes out those that are of devices of their own, and names these.
        mutating func takeApart(_ placing: Placing, _ waiting: Set<String>) -> [Int: String] {
            var found: [Int: String] = [:]
            // Several lives in a folder: nobody knows whose each is, but for that they are of several devices.
            rows.removeAll { row in
                guard !placing.rivals.rivals(of: row.input.number).isDisjoint(with: waiting) else { return false }
                found[row.input.number] = NamelessDevice.name(of: placing.rivals.group(of: row.input.number))
                return true
            }
            // Those of another model than the device that is named there are of one of theirs.
            rows.removeAll { row in
                guard others.contains(row.input.number), let model = placing.models.model(of: row.input.number) else {
                    return false
                }
                found[row.input.number] = NamelessDevice.name(of: model)
                return true
            }
            return found
        }
    }

    /// Takes inputs to be of the device that their folder names, or the nearest one around it, as far as they may be.
    private static func placeByFolders(
        _ open: [Input], _ aliases: DeviceAliases, _ named: [String: Named], _ placing: inout Placing
    ) -> Unplaced {
        var unplaced = Unplaced()
        var near: [Int: [(input: Input, device: String)]] = [:]
        for input in open where placing.found[input.number] == nil {
            switch nearest(to: input.folder, named) {
            case .one(let device, let folder):
                if placing.models.mayBe(input.number, of: device) {
                    near[folder.utf8.count, default: []].append((input, device))
                } else {
                    unplaced.others.insert(input.number)
                    unplaced.rows.append((input, folder))
                }
            case .none(let group): unplaced.rows.append((input, group))
            case .several:
                if let device = deviceByName(of: input, aliases, named) {
                    placing.place(input, on: device)
                } else {
                    unplaced.rows.append((input, nil))
                }
            }
        }
        // Of two lives that one device has not, that is its own which lies nearer to what names it.
        let refused = near.sorted { $0.key > $1.key }.flatMap { placing.place($0.value) }
        unplaced.isRefused = !refused.isEmpty
        unplaced.rows += refused.map { ($0, $0.folder) }
        return unplaced
    }

    static func only(_ names: [String]) -> String? {
        names.allSatisfy { $0 == names.first } ? names.first : nil
    }
}
