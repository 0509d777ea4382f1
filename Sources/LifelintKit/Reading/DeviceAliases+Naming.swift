// SPDX-License-Identifier: MIT

import LifelintModel

/// Which name is of which device.
extension DeviceAliases {
    mutating func nameInstallations(amongDevices count: Int) {
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
        nameByLogs(exceptOf: Set(found.keys))
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

    /// Reports whose device a log knows by another name: of the same process, which the log tells of while it lived; of
    /// one that the kernel ended and knows by its name; or, without process ids, of one that began and ended as the log
    /// tells.
    mutating func nameLogged() {
        guard !logged.isEmpty || !numberless.isEmpty else { return }
        var found: [String: Set<String>] = [:]
        // What tells the very start counts for more than what tells of the same id a while later.
        var started: [String: Set<String>] = [:]
        let processes = Dictionary(grouping: logged, by: \.key.pid)
        for report in devices {
            guard let pid = report.pid, let app = report.app, let life = Self.life(of: report) else { continue }
            for (told, heard) in processes[pid] ?? [] where told.app == app && told.name != report.name {
                guard heard.begins(within: life), !isOther(told, heard, than: report),
                    !isOfReports(told.name, beside: report.name, isOneStart: isBegun(told, with: report))
                else { continue }
                found[report.name, default: []].insert(told.name)
                if report.launched.map(heard.isLaunched(at:)) == true {
                    started[report.name, default: []].insert(told.name)
                }
            }
        }
        found.merge(started) { _, names in names }
        nameKilled(processes, &found)
        nameNumberless(&found)
        // A device that is reported under the name the log gives it has no other.
        let names = Set(logged.keys.map(\.name) + numberless.keys.map(\.name))
        for (name, devices) in found where devices.count == 1 && !names.contains(name) {
            self.names[name] = devices.first
        }
        for index in devices.indices {
            if let name = self.names[devices[index].name] { devices[index].name = name }
        }
    }

    /// Whether a log tells that a process of its began when that of a report did, and on no other model.
    private func isBegun(_ told: Logged, with report: Told) -> Bool {
        guard let start = report.begun, let beginnings = begun[told] else { return false }
        return beginnings.contains {
            $0.time.subtractingClamped(start).magnitude <= Self.sameStart.magnitude
                && Self.same($0.model, report.model) != false
        }
    }

    /// Whether what a log tells of its process cannot be of that of a report: its device is of another model, or runs
    /// another system, or the process began after the report's did, or went on when that had ended.
    func isOther(_ told: Logged, _ heard: LoggedLife, than report: Told) -> Bool {
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
                guard heard.isLastTold(from: begun.subtractingClamped(Self.sameStart), to: ended),
                    !isOther(told, heard, than: report),
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
}
