// SPDX-License-Identifier: MIT

import LifelintModel

/// Which device of a report that of a log is, as inputs tell that name none.
extension NamelessInputs {
    /// By the name that reports know a device by, that which a log gives it: an input that names none tells processes
    /// of both.
    ///
    /// What fits two devices joins none.
    ///
    /// - Parameter watches: their reports come with those of their phones, whose logs tell of them, too.
    func bridges(_ aliases: DeviceAliases, _ clocks: ClockInference, watches: Set<String>) -> [String: String] {
        let open = inputs.filter { $0.isOpen && !$0.allLives.isEmpty && !$0.isZoneAssumed }
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
        // An installation is on a device that has a name of its own, where anything tells of that; it may be known to be
        // on that of the log.
        let installations = Set(aliases.unnamedInstallations.map(\.name))
        for (group, names) in reported {
            let devices = names.subtracting(installations).subtracting(called[group] ?? [])
            if !devices.isEmpty { reported[group] = devices }
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

    /// By installation of an app that no report of the system tells of, the device of an input that names none: that
    /// tells how its process died, as an SDK does, and processes of the one device besides.
    func installations(_ aliases: DeviceAliases, watches: Set<String>) -> [String: String] {
        let unnamed = aliases.unnamedInstallations
        let open = inputs.filter { $0.isOpen && !$0.isReport && !$0.allLives.isEmpty && !$0.isZoneAssumed }
        if unnamed.isEmpty || open.isEmpty { return [:] }
        let logged = logged(aliases)
        let groups = Self.joined(open.map { ($0, $0.path) })
        let own = Set(unnamed.map(\.name))
        var called: [String: Set<String>] = [:]
        for (input, group) in zip(open, groups) {
            Self.collect(logged, toldBy: input, into: &called[group, default: []])
            let reported = Self.reportedDevices(of: input, aliases).map { aliases.names[$0] ?? $0 }
            called[group, default: []].formUnion(reported.filter { !watches.contains($0) && !own.contains($0) })
        }
        let ofApps = Dictionary(grouping: unnamed, by: \.app)
        var claims = InstallationClaims()
        for (input, group) in zip(open, groups) {
            guard let devices = called[group], devices.count == 1, let device = devices.first else { continue }
            for (subject, life) in input.allLives where !life.isReadLater {
                guard case .process(let app, let pid) = subject else { continue }
                let process = ToldProcess(
                    pid: pid, launched: input.launch(of: subject), first: life.first, last: life.last,
                    ended: life.end == .max ? nil : life.end)
                for installation in ofApps[app] ?? []
                where process.died(as: installation)
                    && !(installation.model.map { ToldModels.isOther($0, than: input.models.nameless) } ?? false)
                {
                    claims.add(
                        installation, device, InstallationClaims.Process(name: group, app: app, start: Int64(pid)))
                }
            }
        }
        return claims.settled.filter { !aliases.isDenied($0.key, on: $0.value) }
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
            return meets(other, launchedAt: otherLaunch) && !isOver(life, before: other) && !isOver(other, before: life)
                && !isBefore(life, otherLaunch) && !isBefore(other, launched)
        }

        /// Whether some moment is told of both, or one launch.
        func meets(_ other: ToldLives.Life, launchedAt otherLaunch: Int64?) -> Bool {
            if life.meets(other) { return true }
            guard let launched, let otherLaunch else { return false }
            return launched.subtractingClamped(otherLaunch).magnitude <= NamelessInputs.oneStart.magnitude
        }
    }

    /// The processes of logs that name their device.
    private func logged(_ aliases: DeviceAliases) -> [Subject: [Logged]] {
        var logged: [Subject: [Logged]] = [:]
        for log in inputs where !log.isOpen && !log.isZoneAssumed {
            guard let name = Self.only(log.devices.map { aliases.names[$0] ?? $0 }) else { continue }
            for (subject, life) in log.allLives where subject.app != nil && !life.isReadLater {
                logged[subject, default: []].append(Logged(life: life, launched: log.launched[subject], name: name))
            }
        }
        return logged
    }

    /// By input that names no device, the one whose log tells of the same processes at the same time.
    ///
    /// What is of one device with it tells of none of another.
    func devicesOfLogs(_ open: [Input], _ aliases: DeviceAliases, _ rivals: RivalLives) -> [Int: String] {
        let logged = logged(aliases)
        if logged.isEmpty { return [:] }
        let open = open.filter { !$0.isZoneAssumed }
        // What one of a group tells of a process the others need not say again.
        var launches: [String: [Subject: Int64]] = [:]
        for input in open {
            for subject in input.allLives.keys where logged[subject] != nil {
                guard let launch = input.launch(of: subject) else { continue }
                launches[rivals.group(of: input.number), default: [:]][subject] = launch
            }
        }
        var ofInputs: [Int: Set<String>] = [:]
        var ofGroups: [String: Set<String>] = [:]
        for input in open {
            var names: Set<String> = []
            let launched = launches[rivals.group(of: input.number)] ?? [:]
            for (subject, life) in input.allLives where !life.isReadLater {
                for log in logged[subject] ?? []
                where log.isOne(with: life, launchedAt: input.launch(of: subject) ?? launched[subject]) {
                    names.insert(log.name)
                }
            }
            for crash in input.crashes { names.formUnion(Self.devices(of: crash, logged)) }
            if names.isEmpty { continue }
            ofInputs[input.number] = names
            ofGroups[rivals.group(of: input.number), default: []].formUnion(names)
        }
        return ofInputs.compactMapValues { $0.count == 1 ? $0.first : nil }
            .filter { ofGroups[rivals.group(of: $0.key)]?.count == 1 }
    }

    /// What logs call the devices on which the process of a payload lived within the day before that.
    private static func devices(
        of payload: DeviceAliases.WindowedCrash, _ logged: [Subject: [Logged]]
    ) -> Set<String> {
        guard let pid = payload.pid else { return [] }
        let logs = logged[.process(app: payload.app, pid: pid)] ?? []
        return Set(
            logs.filter { (0...oneProcess).contains(payload.time.subtractingClamped($0.life.last)) }.map(\.name))
    }

    /// Adds what logs call the device that tell of a process of an input at the same time; of several no more than two.
    private static func collect(
        _ logged: [Subject: [Logged]], toldBy input: Input, into names: inout Set<String>
    ) {
        for (subject, life) in input.allLives where !life.isReadLater {
            let launch = input.launch(of: subject)
            for log in logged[subject] ?? [] where log.meets(life, launchedAt: launch) {
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
        // The kernel tells no app, but the name of a process of that id, which began or ended just then.
        for case (.process(let app, let pid), let life) in input.allLives where !life.isReadLater {
            let launch = input.launch(of: .process(app: app, pid: pid))
            found.formUnion(aliases.devices(ofNameLike: app, pid: pid, life, launchedAt: launch))
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
}
