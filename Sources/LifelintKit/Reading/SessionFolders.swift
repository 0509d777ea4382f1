// SPDX-License-Identifier: MIT

import LifelintModel

/// Whose process it was that an SDK tells the beginning of in a file of its own.
struct SessionOwner: Equatable {
    /// What the SDK calls the installation; nil where that is not told.
    var device: String?
    let app: String
    let process: String?
    let version: String?
    let build: String?
    let model: String?
    let os: String?
    let host: ProcessHost
    let launched: Int64

    /// The process of which a report tells the start and nothing else; nil for any other report.
    init?(_ batch: EventBatch) {
        guard batch.records.count == 1, let record = batch.records.first, record.name == .processLaunch,
            record.witness == .report, record.isInstallation || !record.device.isPresent,
            let app = batch.string(record.app)
        else { return nil }
        self.app = app
        device = batch.string(record.device)
        process = batch.string(record.process)
        version = batch.string(record.version)
        build = batch.string(record.build)
        model = batch.string(record.model)
        os = batch.string(record.os)
        host = record.host
        launched = record.time
    }

    /// Whether a record says nothing at all of whose process it is about.
    static func isMissing(in record: EventRecord) -> Bool {
        !record.app.isPresent && !record.process.isPresent && !record.device.isPresent && !record.model.isPresent
            && !record.os.isPresent && !record.hasPID
    }
}

/// Finds out whose process it was that an SDK tells the end of in a file that does not say it: some keep that in
/// another one, beside it in the folder of the session.
struct SessionFolders {
    private struct Folder: Hashable {
        var path: Substring
        var format: String
    }

    /// An input that does not say whose it is, with the crash that it tells.
    private struct Part {
        var number: Int
        var first: Int64
        var crash: (told: DeviceAliases.Crash, time: Int64)?
    }

    /// What one folder holds.
    private struct Session {
        var owner: SessionOwner?
        /// Several starts are those of several sessions.
        var hasSeveral = false
        var parts: [Part] = []
    }

    /// A process ends once: files tell that in whole seconds, each by its own clock.
    private static let sameEnd: Int64 = 5_000_000_000
    /// A session has a handful of files.
    private static let mostParts = 64

    private var sessions: [Folder: Session] = [:]

    /// Takes what the report of that number tells.
    mutating func add(_ number: Int, path: String, _ batch: EventBatch, format: String) {
        let owner = SessionOwner(batch)
        guard owner != nil || !batch.records.isEmpty && batch.records.allSatisfy(SessionOwner.isMissing) else { return }
        let folder = Folder(path: path.folder ?? "", format: format)
        var session = sessions[folder] ?? Session()
        if let owner {
            // A copy tells nothing new.
            session.hasSeveral = session.hasSeveral || session.owner.map { $0 != owner } ?? false
            session.owner = owner
        } else if session.parts.count < Self.mostParts {
            var part = Part(number: number, first: batch.records.map(\.time).min() ?? .min)
            for record in batch.records where part.crash == nil {
                part.crash = DeviceAliases.Crash(record, in: batch).map { ($0, record.time) }
            }
            session.parts.append(part)
        } else {
            session.hasSeveral = true
        }
        sessions[folder] = session
    }

    /// By the number of the input, whose process each is about that does not say it.
    ///
    /// - Parameter body: is given each crash of such a process, and the format of its report.
    func owners(_ body: (DeviceAliases.Crash, Int64, SessionOwner, String) -> Void) -> [Int: SessionOwner] {
        var found: [Int: SessionOwner] = [:]
        for (folder, session) in sessions where !session.hasSeveral {
            guard let owner = session.owner else { continue }
            let parts = session.parts.filter { $0.first >= owner.launched }
            let ends = parts.compactMap { $0.crash?.time }
            if let first = ends.min(), let last = ends.max(), last.subtractingClamped(first) > Self.sameEnd { continue }
            for part in parts { found[part.number] = owner }
            if let crash = parts.compactMap(\.crash).min(by: { $0.time < $1.time }) {
                body(crash.told, crash.time, owner, folder.format)
            }
        }
        return found
    }
}

extension EventBatch {
    /// The batch with records that say nothing of whose process they are about as those of a process that others tell.
    func naming(_ owner: SessionOwner) -> EventBatch {
        var bytes = self.bytes
        func text(of string: String?) -> Text {
            guard let string else { return .missing }
            let start = bytes.count
            bytes.append(contentsOf: string.utf8)
            return Text(offset: UInt32(clamping: start), length: UInt32(clamping: bytes.count - start))
        }
        let (device, app, process) = (text(of: owner.device), text(of: owner.app), text(of: owner.process))
        let (version, build) = (text(of: owner.version), text(of: owner.build))
        let (model, os) = (text(of: owner.model), text(of: owner.os))
        var records = self.records
        for index in records.indices where SessionOwner.isMissing(in: records[index]) {
            records[index].device = device
            records[index].isInstallation = device.isPresent
            records[index].app = app
            records[index].process = process
            records[index].version = version
            records[index].build = build
            records[index].model = model
            records[index].os = os
            if records[index].host == .missing { records[index].host = owner.host }
        }
        return with(bytes, records)
    }

    /// The batch with other records, whose texts are in those bytes.
    func with(_ bytes: [UInt8], _ records: [EventRecord]) -> EventBatch {
        EventBatch(
            bytes: bytes, records: records, attributes: attributes, problems: problems, problemCount: problemCount,
            lineCount: lineCount, recordCount: recordCount, exitCounts: exitCounts, assumesYear: assumesYear,
            isDateAssumed: isDateAssumed, leapYear: leapYear)
    }
}
