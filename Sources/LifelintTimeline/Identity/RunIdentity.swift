// SPDX-License-Identifier: MIT

import LifelintModel

/// A name that belongs to a run: its bytes to compare events with, its string for reports.
final class Name: Sendable {
    let bytes: [UInt8]
    let string: String

    init?(_ text: Text, in batch: BatchView) {
        guard let bytes = batch.bytes(text) else { return nil }
        self.bytes = bytes
        string = String(decoding: bytes, as: UTF8.self)
    }

    init(_ string: String) {
        self.string = string
        bytes = Array(string.utf8)
    }
}

extension BatchView {
    /// A name that is only told; nil where it is missing or empty.
    fileprivate func name(_ text: Text) -> String? { text.length > 0 ? string(text) : nil }

    /// The bytes of a name; nil where it is missing or empty.
    fileprivate func bytes(_ text: Text) -> [UInt8]? {
        text.isPresent && text.length > 0 && holds(text) ? copy(text.range) : nil
    }

    /// The same where it is not what is known already: mostly it is, and no text is made of it.
    fileprivate func name(_ text: Text, unless known: String?) -> String? {
        known.map { equals(text, $0) } == true ? known : name(text)
    }
}

/// Who a run is: everything that events may say about their process, most of it often missing.
///
/// Why a class: every event asks it, and a value of so many names is costly to copy.
final class RunIdentity {
    private(set) var app: Name?
    private(set) var process: Name?
    private(set) var boot: Name?
    private(set) var explicitRun: Name?
    // Events are never compared with these.
    private(set) var version: String?
    private(set) var build: String?
    private(set) var os: String?
    var model: String? { hardware?.string }
    /// Its model, as events are compared with it.
    private var hardware: Name?

    /// Whether it is told to run on a Mac, where apps are not suspended.
    var isOnMac: Bool {
        showsMac || DeviceFamily(system: os) == .mac || DeviceFamily(model: model) == .mac
    }
    /// What the log says of its process shows it, whether or not it names the system.
    private var showsMac = false

    /// Whether several apps may be in front of the user there at once.
    var isBesideOthers: Bool { isOnMac || [.pad, .headset].contains(DeviceFamily(model: model)) }
    private(set) var pid: Int32 = .min
    /// What kind of process it is told to be; where nothing tells, nor names its app, what it is called like.
    var host: ProcessHost {
        guard toldHost == .missing else { return toldHost }
        if worksAsExtension { return .extension }
        if hostOfApp != .missing { return hostOfApp }
        guard calledHost != .missing, app == nil else { return .missing }
        let family = DeviceFamily(model: model)
        switch calledHost {
        // On a watch all code of an app may be in an extension, whatever that is called.
        case .extension where family == .watch: return .watch
        // A phone has no other home screen than SpringBoard.
        case .system where family?.isHandheld == true: return .missing
        // Nor does it run what is on a watch.
        case .watch where family?.isHandheld == true: return .missing
        default: return calledHost
        }
    }
    private var toldHost: ProcessHost = .missing
    /// What its own lines, or others, state it to be, and nothing that is concluded.
    private var statedHost: ProcessHost = .missing
    /// It does what only extensions are asked for.
    private var worksAsExtension = false
    private var calledHost: ProcessHost = .missing
    /// What reports tell other processes of its bundle id to be.
    private var hostOfApp: ProcessHost = .missing
    /// Which names and bundle ids of this device belong together.
    var names: ProcessNames?
    /// What reports say of the state of a process.
    private let stateWords: Deferred<ProcessStateWords>
    /// A report told of it first, which may be about any process of the device.
    var isFromReport = false
    /// Nothing but reports has told of it so far.
    private(set) var isToldOnlyByReports = true
    /// When its launch was first told.
    var launched: Moment?
    /// A report of another version, system or model is about it all the same: its process id and its start agree.
    private(set) var bearsConflict = false
    /// The input that all of it stands in, where no line there has a time: another such log tells of another run, since
    /// nothing tells that it was at the same time.
    private(set) var undatedInput: UInt32?
    /// The device that a report of the system names: its key is no other's.
    private var reportedDevice: [UInt8]?
    private var isNew = true
    /// The other half of its name that was asked for last, and whether it may be this run's.
    private var lastAsked: (bytes: [UInt8], isInFront: Bool, likeness: Int?)?

    var hasPID: Bool { pid != .min }
    /// Nothing tells whose process it is: neither an app nor a name, nor an id.
    var isNameless: Bool { app == nil && process == nil && !hasPID }
    /// The process id for readers: with -1 the system says that there is no process.
    var shownPID: Int32? { pid < 0 ? nil : pid }

    /// Nothing but a name that is merely like the bundle id says that its lines are of one process.
    private(set) var isMerelyAlike = false

    init(_ stateWords: Deferred<ProcessStateWords>) { self.stateWords = stateWords }

    /// Takes what the event says and the run does not know yet.
    func learn(from event: EventView) {
        let record = event.record
        let batch = event.batch
        if isNew || undatedInput != nil { undatedInput = record.isUndated ? record.input : nil }
        isNew = false
        learnLikeness(from: event)
        if app == nil, record.app.isPresent {
            app = Name(record.app, in: batch)
            hostOfApp = app.flatMap { names?.host(ofApp: $0) } ?? .missing
        }
        if process == nil, record.process.isPresent {
            process = Name(record.process, in: batch)
            calledHost = process.flatMap { names?.host(of: $0.bytes) } ?? .missing
        }
        if boot == nil, record.boot.isPresent { boot = Name(record.boot, in: batch) }
        if explicitRun == nil, record.run.isPresent { explicitRun = Name(record.run, in: batch) }
        if version == nil { version = batch.name(record.version) }
        if build == nil { build = batch.name(record.build) }
        if os == nil { os = batch.name(record.os) }
        if hardware == nil { hardware = Name(record.model, in: batch) }
        if !hasPID, record.hasPID { pid = record.pid }
        if reportedDevice == nil, RunIdentity.namesDevice(record) { reportedDevice = batch.bytes(record.device) }
        learnHost(from: event)
        if record.showsMac { showsMac = true }
        if record.witness != .report { isToldOnlyByReports = false }
    }

    private static func namesDevice(_ record: EventRecord) -> Bool {
        record.witness == .report && record.device.isPresent && !record.isInstallation
    }

    /// Who tells the app and the process, or the app and its id, says that the name is the app's.
    private func learnLikeness(from event: EventView) {
        let record = event.record
        if isMerelyAlike {
            let isTold = hasPID && record.pid == pid || record.process.isPresent
            if isTold, record.app.isPresent { isMerelyAlike = false }
        } else if app == nil && process != nil && record.app.isPresent && !record.process.isPresent
            || process == nil && app != nil && record.process.isPresent && !record.app.isPresent
        {
            isMerelyAlike = isMerelyAlike(to: event)
        }
    }

    /// Whether nothing joins an event to this run but a name that is merely like a bundle id.
    func isMerelyAlike(to event: EventView) -> Bool {
        let record = event.record
        guard !(hasPID && record.pid == pid), !(record.run.isPresent && explicitRun != nil) else { return false }
        return likeness(event) == 1
    }

    /// It is called as an app that is told beside it, and has a word behind that speaks of an extension.
    func takeForExtension() {
        if calledHost == .missing { calledHost = .extension }
    }

    /// What kind of process it is: as it is told, else by what only apps are told, or only extensions do.
    ///
    /// An app may write down what its extensions do. UIKit calls no extension's application back.
    private func learnHost(from event: EventView) {
        guard toldHost == .missing else { return }
        if event.isAppSide, event.name.isOfExtension { worksAsExtension = true }
        // The home screen says nothing that an app would, and nobody takes the front from it by a reason of UIKit's.
        if calledHost == .system, event.record.witness == .app || event.name == .processDeactivation {
            calledHost = .missing
        }
        let isCalledBack = event.record.host == .missing && event.isAppSide && event.name.isCallback
        statedHost = event.record.host
        toldHost = isCalledBack ? .app : statedHost
    }

    /// Takes a launch step that tells another version, system or model and is of this run all the same.
    ///
    /// - Returns: whether it is one.
    func bearConflict(of event: EventView) -> Bool {
        guard !bearsConflict, isAsked(by: event), tellsOther(event) else { return false }
        bearsConflict = true
        return true
    }

    /// Whether one of the two is a report: only reports of other lives lie beside a log, which is of one version.
    private func isAsked(by event: EventView) -> Bool { event.record.witness == .report || isToldOnlyByReports }

    /// Whether an event is about another process, since it states another version, system or model.
    ///
    /// What is not stated is compatible with any. One file may hold the logs of several devices, but of versions a log
    /// is told with those of other lives only where one of the two is a report.
    private func isContradicted(by event: EventView, isOnly: Bool) -> Bool {
        if bearsConflict { return false }
        if isAsked(by: event) {
            guard tellsOther(event) else { return false }
        } else {
            // An event of the app's own may speak of another device: of a watch that was paired.
            let isOwn = event.name == .custom && (isOnly || hasPID && event.record.pid == pid)
            guard !isOwn, tellsOtherModel(event) else { return false }
        }
        // Two tellers that agree in the process id and in the start of it mean one process.
        guard hasPID, event.record.pid == pid, LaunchStep.isStep(event.name), let launched else { return true }
        return !event.moment.isWithin(TimelineWindows.toldTwice, of: launched)
    }

    private func tellsOther(_ event: EventView) -> Bool {
        let (batch, record) = (event.batch, event.record)
        return ReportedVersions.areBuildsOther(
            (version, build), batch.name(record.version, unless: version), batch.name(record.build, unless: build))
            || ReportedVersions.areSystemsOther(os, batch.name(record.os, unless: os))
            || tellsOtherModel(event)
    }

    private func tellsOtherModel(_ event: EventView) -> Bool {
        let told = event.record.model
        // Mostly it is the same: no text is made of it.
        guard told.isPresent, let hardware, !event.batch.equals(told, hardware.bytes) else { return false }
        return HardwareModel.areOther(hardware.string, event.batch.name(told))
    }

    /// Whether an event states the app and the process id of this run, and nothing that contradicts it.
    func isSame(_ event: EventView) -> Bool {
        let record = event.record
        guard hasPID, record.pid == pid, record.app.isPresent, let app else { return false }
        return event.batch.equals(record.app, app.bytes) && fit(event) != nil
    }

    /// Whether an event is of another version or build of the app.
    func isOfOtherVersion(than event: EventView) -> Bool {
        let (batch, record) = (event.batch, event.record)
        if let version, let other = batch.name(record.version), other != version { return true }
        if let build, let other = batch.name(record.build), other != build { return true }
        return false
    }

    /// Whether an event names the same app, be it of this run or of another.
    func isOfApp(of event: EventView) -> Bool {
        app.map { event.record.app.isPresent && event.batch.equals(event.record.app, $0.bytes) } ?? false
    }

    /// Whether an event names this very app or process, and nothing that contradicts it.
    func isNamed(by event: EventView) -> Bool {
        let record = event.record
        let batch = event.batch
        guard fit(event) != nil else { return false }
        if hasPID, record.hasPID { return true }
        if let app, batch.equals(record.app, app.bytes) { return true }
        if let process, batch.equals(record.process, process.bytes) { return true }
        return false
    }

    /// Whether an event is of this version and build of this app; where it names no app, of this model of device, too.
    func isOfVersion(of event: EventView) -> Bool {
        let (batch, record) = (event.batch, event.record)
        if isNamed(by: event) { return !isOfOtherVersion(than: event) }
        guard !record.app.isPresent, !record.process.isPresent, fit(event) != nil, let version, let build, let model
        else { return false }
        return batch.name(record.version) == version && batch.name(record.build) == build
            && batch.name(record.model) == model
    }

    /// Whether an event names this app or process, or one by a name that is like its.
    func isMeant(by event: EventView) -> Bool {
        guard fit(event) != nil else { return false }
        return isNamed(by: event) || likeness(event).map { $0 > 0 } == true
    }

    /// Whether nothing but its process id fits an event to this app's process: it names a process alone, and one that
    /// is called neither as this one was nor like its app.
    func isNamedOtherwise(by event: EventView) -> Bool {
        let (batch, record) = (event.batch, event.record)
        guard hasPID, record.pid == pid, record.process.isPresent, !record.app.isPresent, let app,
            process.map({ !batch.equals(record.process, $0.bytes) }) ?? true
        else { return false }
        let name = batch.copy(record.process.range)
        if let process, ProcessNames.areOfOne(name, process.bytes) { return false }
        return names.map { $0.likeness(of: name, to: app.bytes, host: host) == nil } ?? false
    }

    /// How well an event fits: nil where some stated field contradicts, else how many fields are stated and equal.
    ///
    /// What is missing fits everything. Process names tell processes apart only where neither bundle ids nor pids do; a
    /// name alone fits a bundle id that it is like.
    ///
    /// - Parameter isOnly: no other run goes on that it could be of.
    func fit(_ event: EventView, isOnly: Bool = false) -> Int? {
        let record = event.record
        let batch = event.batch
        var equal = 0
        if let undatedInput, undatedInput != record.input, record.witness != .report { return nil }
        if isContradicted(by: event, isOnly: isOnly) { return nil }
        if let reportedDevice, RunIdentity.namesDevice(record), !batch.equals(record.device, reportedDevice) {
            return nil
        }
        if let app, record.app.isPresent {
            guard batch.equals(record.app, app.bytes) else { return nil }
            equal += 1
        }
        if isStatedOtherwise(event) { return nil }
        var sharesPID = false
        var isOfSameRun = false
        if hasPID, record.hasPID {
            guard pid == record.pid else { return nil }
            equal += 1
            sharesPID = true
        }
        if let boot, record.boot.isPresent {
            guard batch.equals(record.boot, boot.bytes) else { return nil }
            equal += 1
        }
        if let explicitRun, record.run.isPresent {
            guard batch.equals(record.run, explicitRun.bytes) else { return nil }
            equal += 1
            isOfSameRun = true
        }
        if let process, record.process.isPresent {
            if batch.equals(record.process, process.bytes) {
                equal += 1
            } else if !sharesPID, app == nil || !record.app.isPresent {
                return nil
            }
        } else if !sharesPID, !isOfSameRun {
            guard let likeness = likeness(event) else { return nil }
            equal += likeness
        }
        return equal
    }

    /// Whether an app is stated here and an extension there, which are two processes.
    ///
    /// One log may tell both under the id of the app. What an app is on a watch may be told as either.
    private func isStatedOtherwise(_ event: EventView) -> Bool {
        guard event.record.host != statedHost, !(hasPID && event.record.pid == pid) else { return false }
        // Where nothing names whom UIKit calls back, the report of an extension is about another process.
        let isApp = app == nil && process == nil && toldHost == .app && event.record.witness == .report
        switch (isApp ? .app : statedHost, event.record.host) {
        case (.app, .extension), (.app, .widget), (.extension, .app), (.widget, .app): return true
        default: return false
        }
    }

    /// Whether it is told to run on a watch.
    private var isOnWatch: Bool {
        host == .watch || RunIdentity.isOfWatch(model: model, os: os)
            || app.map { names?.isOfWatch($0.bytes) == true } ?? false
    }

    private static func isOfWatch(model: String?, os: String?) -> Bool {
        DeviceFamily(model: model) == .watch || DeviceFamily(system: os) == .watch
    }

    /// Whether an event is of a watch, and nothing tells that this process is.
    func mayBeOfOther(thanOnWatch event: EventView) -> Bool { isOnWatch(event) && !isOnWatch }

    /// Whether an event is told to be of a watch.
    private func isOnWatch(_ event: EventView) -> Bool {
        let (batch, record) = (event.batch, event.record)
        if record.host == .watch || RunIdentity.isOfWatch(model: batch.name(record.model), os: batch.name(record.os)) {
            return true
        }
        return record.app.isPresent && names?.isOfWatch(batch.copy(record.app.range)) == true
    }

    /// Where one of the two tells a process by its name alone and the other one an app: how much they are alike, nil
    /// where they are not; 0 where there is nothing to compare.
    private func likeness(_ event: EventView) -> Int? {
        let record = event.record
        let batch = event.batch
        // Whoever speaks or dies while an app is launched has a process id that the launch has not told yet.
        if let app, process == nil, record.process.isPresent, !record.app.isPresent {
            // What runs on a watch may be called as the app on its phone is.
            var isDoubtful = false
            if record.witness == .report {
                let isOfWatch = isOnWatch(event)
                isDoubtful = (isOfWatch || record.model.isPresent) && isOfWatch != isOnWatch
                if isDoubtful, !isOfWatch || model != nil || os != nil { return nil }
            }
            let isInFront = record.witness == .report && event.reportedState(stateWords) == .active
            if isDoubtful, !isInFront { return nil }
            let likeness = likeness(asking: record.process, isInFront, in: batch) { names in
                names.likeness(
                    of: batch.copy(record.process.range), to: app.bytes, host: host, isInFront: isInFront)
            }
            return isDoubtful ? likeness.map { min($0, 1) } : likeness
        }
        // What the system tells of an app on its way in it may tell of a process whose id it has told already. An app's
        // own words, and an end, are some process's that is called like it.
        let isAnothers = !hasPID || isFromReport || record.witness == .app || RunMachine.isExit(event)
        if let process, app == nil, isAnothers, record.app.isPresent, !record.process.isPresent {
            if isToldOnlyByReports, isOnWatch || hardware != nil, isOnWatch(event) != isOnWatch { return nil }
            return likeness(asking: record.app, in: batch) { names in
                names.likeness(of: process.bytes, to: batch.copy(record.app.range), host: record.host)
            }
        }
        return 0
    }

    private func likeness(
        asking text: Text, _ isInFront: Bool = false, in batch: BatchView, _ look: (ProcessNames) -> Int?
    ) -> Int? {
        guard let names else { return 0 }
        if let lastAsked, lastAsked.isInFront == isInFront, batch.equals(text, lastAsked.bytes) {
            return lastAsked.likeness
        }
        let likeness = look(names)
        lastAsked = (batch.copy(text.range), isInFront, likeness)
        return likeness
    }
}
