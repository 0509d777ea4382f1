// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// Which models are told of the devices.
extension NamelessInputs {
    /// Which models are told of devices, and by inputs that name none.
    func models(_ aliases: DeviceAliases, _ rivals: RivalLives) -> ToldModels {
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
        // One by one where it stands: a copy of one is large.
        let mixed = inputs.indices.filter { inputs[$0].models.isMixed }
        if found.isEmpty || mixed.isEmpty { return [:] }
        let models = models(aliases, RivalLives([], clocks))
        var known: [Int: Set<String>] = [:]
        for number in mixed.map({ inputs[$0].number }) {
            if let device = found[number] { known[number] = models.models(of: device, in: number) }
        }
        return known
    }

    /// Inputs of one model may be of one device, those of several are not; what tells none is of that of its folder.
    func devicesByModel() -> [Int: String] {
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
}
