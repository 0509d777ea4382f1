// SPDX-License-Identifier: MIT

import LifelintModel

/// Turns reports into the events that the timeline reads: what a report says of a process, as records like any others.
struct IncidentEventWriter {
    /// More of a text than anybody reads, and than causes are recognised by.
    private static let textLimit = 8_192
    /// What the texts of most reports take, in bytes.
    private static let usualText = 2_048
    /// How many events most reports tell, at most.
    private static let usualEvents = 2

    /// The places of events and keys among their declarations, by their names.
    private static let names = table(of: EventName.declarations.map(\.name))
    private static let keys = table(of: AttributeKey.declarations.map(\.name))

    private let settings: ReadingSettings
    private let durability: Durability
    private var batch = BatchBuilder()
    private var exitCounts: [ExitCounts] = []

    init(_ settings: ReadingSettings, durability: Durability) {
        self.settings = settings
        self.durability = durability
        batch.begin(chunkCount: 0)
        batch.reserve(IncidentEventWriter.usualText)
        batch.records.reserveCapacity(IncidentEventWriter.usualEvents)
    }

    /// Adds what a report tells.
    mutating func write(_ report: consuming IncidentReport, of source: IncidentSource) {
        batch.recordCount += 1
        let base = identity(of: report)
        for counts in report.exitCounts {
            var exits = ExitCounts(
                app: report.process.bundle, version: report.process.version, from: counts.from.time,
                to: counts.to.time, place: counts.isForeground ? "foreground" : "background",
                counts: named(counts.counts))
            exits.origin = counts.payload
            exitCounts.append(exits)
        }
        let words = settings.words
        let events = IncidentEvents(report, words)
        for var event in events.events {
            // Where memory is short the kernel ends many of them at once: they are no apps, and nobody notices.
            if event.isOfIdleDaemon, !settings.includesDaemons { continue }
            if event.process?.host == .missing, let name = event.process?.name, words.isOfSystem(named: name.utf8) {
                event.process?.host = .system
                // What goes on of the system says nothing about any app.
                if event.name == "report.jetsam", !event.attributes.contains(where: { $0.key == "reason" }) { continue }
            }
            write(event, base, of: source)
        }
    }

    private static func table(of names: [String]) -> ByteTable {
        var table = ByteTable(capacity: names.count)
        for (place, name) in names.enumerated() { table.insert(Array(name.utf8), value: UInt32(clamping: place)) }
        return table
    }

    private static func place(of name: String, in table: ByteTable) -> Int? {
        let place = name.withView { table.find($0, 0, $0.count) }
        return place == ByteTable.missing ? nil : Int(place)
    }

    /// Counters by what reports call them.
    private func named(_ counts: [String: Int64]) -> [String: Int] {
        var named: [String: Int] = [:]
        for (name, count) in counts {
            let (sum, overflow) = named[settings.words.exitCounters[name] ?? name, default: 0]
                .addingReportingOverflow(Int(clamping: count))
            named[settings.words.exitCounters[name] ?? name] = overflow ? .max : sum
        }
        return named
    }

    /// The batch, with what could not be read.
    mutating func finish(_ readout: IncidentReadout, lineCount: Int) -> EventBatch {
        for problem in readout.problems { batch.report(problem) }
        batch.lineCount = lineCount
        // Events of a report need not stand in the order of their times.
        batch.records.sort { ($0.order, $0.offset) < ($1.order, $1.offset) }
        return batch.finish([], exitCounts: exitCounts)
    }

    /// A record with what a report says of who and where.
    private mutating func identity(of report: borrowing IncidentReport) -> EventRecord {
        let process = report.process
        var record = EventRecord()
        record.input = settings.input
        record.durability = settings.durability ?? durability
        record.app = text(process.bundle)
        record.process = text(process.name)
        record.device = text(report.device.key)
        record.isInstallation = report.device.isInstallation
        record.version = text(process.version)
        record.build = text(process.build)
        record.model = text(report.device.model)
        let build = report.device.systemBuild
        if let system = report.device.system {
            record.os = text(build.map { "\(system) (\($0))" } ?? system)
        } else {
            record.os = text(build.map { "(\($0))" })
        }
        record.pid = process.pid ?? .min
        record.host = process.host
        record.showsSimulator = process.isSimulated == true
        return record
    }

    private mutating func write(_ event: IncidentEvents.Event, _ base: EventRecord, of source: IncidentSource) {
        var record = base
        record.time = event.time.time.nanoseconds
        record.order = record.time
        record.digits = event.time.time.digits
        record.isZoneAssumed = event.time.isZoneAssumed
        record.witness = event.witness
        record.phase = event.phase
        if let place = IncidentEventWriter.place(of: event.name, in: IncidentEventWriter.names) {
            record.name = EventName.declarations[place].event
        } else {
            record.name = .custom
            record.customName = text(event.name)
        }
        if let process = event.process {
            record.app = .missing
            record.process = text(process.name)
            record.pid = process.pid ?? .min
            record.host = process.host
            record.version = .missing
            record.build = .missing
        }
        if event.isOfCrash, !record.hasPID { record.crashReport = UInt32(clamping: batch.recordCount) }
        place(event.place, of: source, in: &record)
        record.attributesStart = UInt32(clamping: batch.attributes.count)
        for (key, value) in event.attributes.prefix(IngestLimits.attributesPerEvent) {
            set(key, value, in: &record)
        }
        record.attributesCount = UInt16(clamping: batch.attributes.count - Int(record.attributesStart))
        batch.records.append(record)
    }

    private mutating func place(_ place: IncidentPlace, of source: IncidentSource, in record: inout EventRecord) {
        record.offset = place.offset
        record.length = UInt32(clamping: place.length)
        record.line = UInt32(clamping: place.line)
        record.column = UInt32(clamping: place.column)
        let start = min(max(Int(clamping: place.offset), 0), source.bytes.count)
        var end = min(start + min(max(place.length, 0), IngestLimits.sourceBytes), source.bytes.count)
        // Not inside a character: its later bytes are 10xxxxxx.
        while end > start, end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let hasFeeds = source.bytes.withView { $0.firstIndex(of: 0x0A, from: start, to: end) != nil }
        let bytes = source.bytes[start..<end]
        record.source = hasFeeds ? batch.add(IncidentEventWriter.oneLine(bytes)) : batch.add(bytes)
    }

    /// What stands on several lines as it is shown on one.
    private static func oneLine(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(bytes.count)
        for byte in bytes {
            let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
            if !isBlank { line.append(byte) } else if line.last != 0x20, !line.isEmpty { line.append(0x20) }
        }
        return line
    }

    /// Sets what a record says itself, or adds an attribute.
    private mutating func set(_ key: String, _ value: Value, in record: inout EventRecord) {
        var attribute = Attribute()
        if let place = IncidentEventWriter.place(of: key, in: IncidentEventWriter.keys) {
            attribute.key = AttributeKey.declarations[place].key
        } else {
            attribute.keyText = text(key)
        }
        switch value {
        case .string(let string):
            attribute.text = text(string)
        case .integer(let number):
            attribute.kind = .integer
            attribute.bits = number
            attribute.text = batch.add(decimal: Int(number))
        case .number(let number):
            attribute.kind = .number
            attribute.bits = Int64(bitPattern: number.bitPattern)
            attribute.text = text(value.conditionText)
        case .bool(let truth):
            attribute.kind = .bool
            attribute.bits = truth ? 1 : 0
            attribute.text = text(truth ? "true" : "false")
        case .duration(let nanoseconds):
            if key == "duration" {
                record.duration = nanoseconds
                return
            }
            attribute.kind = .duration
            attribute.bits = nanoseconds
            attribute.text = text(value.conditionText)
        case .bytes(let bytes):
            attribute.kind = .bytes
            attribute.bits = bytes
            attribute.text = text(value.conditionText)
        case .instant:
            attribute.text = text(value.conditionText)
        }
        if key == "state", let state = CallbackState(said: value) { return record.state = state }
        if key == "scene" { return record.scene = attribute.text }
        if key == "task" { return record.task = attribute.text }
        batch.attributes.append(attribute)
    }

    private mutating func text(_ string: String?) -> Text {
        guard let string, !string.isEmpty else { return .missing }
        return batch.add(string, limit: IncidentEventWriter.textLimit)
    }
}

extension CallbackState {
    /// The state that a report says the app was in; nil for any other word.
    fileprivate init?(said value: Value) {
        switch value {
        case .string("active"): self = .active
        case .string("inactive"): self = .inactive
        case .string("background"): self = .background
        default: return nil
        }
    }
}
