// SPDX-License-Identifier: MIT

import LifelintModel

/// What is taken from the records of reports and logs.
extension DeviceAliases {
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

    /// Takes when processes began, as an input tells that may name no device.
    ///
    /// - Parameter isHost: whether devices are called as their containers call them, which names none.
    mutating func addStarts(_ batch: EventBatch, isHost: Bool) {
        if batch.isDateAssumed || batch.assumesYear { return }
        for record in batch.records where Self.isLaunchStep(record) && !record.isUndated && !record.isTimeless {
            // What reports tell of their devices is known already.
            guard record.witness != .report || !record.device.isPresent, starts.count < Self.most,
                let app = batch.string(record.app)
            else { continue }
            starts.append(
                Start(
                    input: record.input, name: isHost ? nil : batch.string(record.device), app: app,
                    pid: record.hasPID ? record.pid : nil,
                    time: record.time, isOfApp: record.witness == .app, isZoneAssumed: record.isZoneAssumed))
        }
    }

    /// Takes whose processes a log tells of that names its device.
    ///
    /// - Parameter isWhole: whether that is all of the log.
    mutating func add(log batch: EventBatch, isWhole: Bool) {
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
        addNumberless(batch, isWhole: isWhole)
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

    private mutating func noteModel(_ record: EventRecord, after last: EventRecord?, in batch: EventBatch) {
        // An event of the app's own may speak of another device.
        guard record.model.isPresent, record.name != .custom,
            last?.model.range != record.model.range || last?.device.range != record.device.range,
            let model = batch.string(record.model), let name = batch.string(record.device)
        else { return }
        loggedModels[name, default: []].insert(model)
    }

    /// Whether a log tells the launch of a process, or what comes a moment after it.
    static func isLaunch(_ record: EventRecord) -> Bool {
        record.name == .processLaunch || record.name == .appDidFinishLaunching
    }

    /// Whether it tells a step of a launch.
    static func isLaunchStep(_ record: EventRecord) -> Bool {
        isLaunch(record) || record.name == .appWillFinishLaunching
    }

    private mutating func noteBeginning(_ record: EventRecord, in batch: EventBatch) {
        guard begun.count < Self.most, let name = batch.string(record.device), Self.isKey(name),
            let app = batch.string(record.app)
        else { return }
        let beginning = (time: record.time, model: batch.string(record.model))
        begun[Logged(name: name, app: app, pid: record.pid), default: []].append(beginning)
    }

    private mutating func addNumberless(_ batch: EventBatch, isWhole: Bool) {
        // Mostly many lines of one app come in a row.
        var row: (key: Numberless, log: NumberlessLog, device: Range<Int>, app: Range<Int>)?
        func noteRow() {
            guard var row else { return }
            if !isWhole { row.log.cut(batch) }
            if batch.isDateAssumed || batch.assumesYear { row.log.blur() }
            numberless[row.key] = row.log
        }
        for record in batch.records where record.device.isPresent && record.app.isPresent && !record.hasPID {
            if row?.device != record.device.range || row?.app != record.app.range {
                noteRow()
                row = nil
                guard let name = batch.string(record.device), let app = batch.string(record.app) else { continue }
                let key = Numberless(name: name, app: app)
                guard let log = numberless.removeValue(forKey: key) ?? (hasRoom ? NumberlessLog() : nil) else {
                    continue
                }
                row = (key, log, record.device.range, record.app.range)
            }
            row?.log.add(record, in: batch)
        }
        noteRow()
    }

    private var hasRoom: Bool { numberless.count < Self.most }
}
