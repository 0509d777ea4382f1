// SPDX-License-Identifier: MIT

import LifelintModel

/// Which device reports tell that processes of an input ran on.
extension NamelessInputs {
    /// The one device of which reports tell that a process of the input ran there while the input tells of it.
    static func device(of input: Input, _ aliases: DeviceAliases) -> String? {
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
    static func deviceByName(
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

    /// Logs of hosts of which reports tell a process while it lived: one host is one device.
    func reportedHosts(_ aliases: DeviceAliases, _ named: [String: Named]) -> [Int: String] {
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
}
