// SPDX-License-Identifier: MIT

import LifelintModel

/// Which inputs are of one device, or of several, for the processes that they tell of.
extension NamelessInputs {
    /// Whether inputs that name no device tell of several, though reports and others name none or this one.
    func tellsSeveral(besides device: String?, _ aliases: DeviceAliases, _ clocks: ClockInference) -> Bool {
        if device == nil, tellsSeveralModels { return true }
        let open = inputs.filter(\.isOpen)
        // Mostly all that lies there are reports that name their device in all that they tell.
        if open.isEmpty, inputs.allSatisfy(\.models.nameless.isEmpty) { return false }
        let rivals = rivals(among: open, aliases, clocks)
        if let device, models(aliases, rivals).tellOther(than: device) { return true }
        return open.contains { input in
            !rivals.rivals(of: input.number).isEmpty || device.map { !rivals.mayBe(input.number, of: $0) } ?? false
        }
    }

    /// Which of the inputs that name no device are of different ones, and what is told of those that are named.
    func rivals(among open: [Input], _ aliases: DeviceAliases, _ clocks: ClockInference) -> RivalLives {
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

    /// The groups of inputs, those being one that tell of one process, or of one boot.
    ///
    /// What knows no process ids is beside the logs in its folder that tell all its launches.
    static func joined(_ inputs: [(input: Input, group: String)]) -> [String] {
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
