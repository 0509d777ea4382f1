// SPDX-License-Identifier: MIT

import LifelintModel

/// Which device of a log an installation is on.
extension DeviceAliases {
    /// Installations of which no report of the system tells: that which a log tells of as it died.
    ///
    /// What fits two devices joins none, nor do two installations of one SDK that fit one process.
    mutating func nameByLogs(exceptOf compared: Set<String>) {
        let unnamed = installations.filter { names[$0.name] == nil && !compared.contains($0.name) && $0.ended != nil }
        if unnamed.isEmpty || logged.isEmpty && numberless.isEmpty { return }
        // What was left out may fit, too.
        if max(logged.count, numberless.count, devices.count + installations.count) >= Self.most { return }
        var claims = InstallationClaims()
        let processes = Dictionary(grouping: logged, by: \.key.app)
        var launches: [Numberless: Int64] = [:]
        for (key, life) in logged {
            guard let last = life.lastLaunch else { continue }
            let app = Numberless(name: key.name, app: key.app)
            launches[app] = max(last, launches[app] ?? last)
        }
        let others = Set(logged.keys.map(\.name) + numberless.keys.map(\.name) + devices.map(\.name))
        let isOfOnly = others.count == 1 && Set(installations.map(\.name)).count == 1
        for installation in unnamed {
            guard let app = installation.app, let ended = installation.ended else { continue }
            for (key, life) in processes[app] ?? []
            where key.name != installation.name && life.mayBeTold(at: ended) {
                guard var process = life.process(ofID: key.pid, before: ended),
                    !isOther(key, life, than: installation)
                else { continue }
                let next = launches[Numberless(name: key.name, app: app)] ?? .min
                process.isFollowed = next > ended.addingClamped(Self.sameStart)
                guard process.died(as: installation, isOfOnly: isOfOnly) else { continue }
                claims.add(
                    installation, key.name, InstallationClaims.Process(name: key.name, app: app, start: process.first))
            }
            for (key, log) in numberless where key.app == app && key.name != installation.name {
                guard let begun = installation.begun, log.tells(installation) else { continue }
                claims.add(installation, key.name, InstallationClaims.Process(name: key.name, app: app, start: begun))
            }
        }
        for (name, device) in claims.settled where !isDenied(name, on: device) { names[name] = device }
    }

    /// Ends that SDKs report of installations which nobody knows by another name.
    var unnamedInstallations: [Told] {
        let known = Set(names.values)
        return installations.filter { names[$0.name] == nil && !known.contains($0.name) && $0.ended != nil }
    }

    /// Whether what reports tell of an installation cannot be of the device of a log, or of another report.
    func isDenied(_ installation: String, on device: String) -> Bool {
        installations.contains { told in
            guard told.name == installation, let app = told.app, let ended = told.ended else { return false }
            let isBeside = logged.contains { key, life in
                key.name == device && key.app == app
                    && life.process(ofID: key.pid, before: ended)?.livesAround(told) == true
            }
            return isBeside || devices.contains { $0.name == device && Self.areRivals($0, told) }
                || loggedModels[device].map { known in
                    told.model.map { ToldModels.isOther($0, than: known) } ?? false
                } ?? false
        }
    }
}
