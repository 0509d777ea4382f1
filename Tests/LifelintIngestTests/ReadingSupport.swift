// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// Spellings such as the vocabulary files hold, so that these tests need none of them.
enum Sample {
    static let vocabulary: Vocabulary = {
        var vocabulary = Vocabulary()
        vocabulary.spellings = [
            EventSpelling(text: "appDidBecomeActive", event: .appDidBecomeActive, via: .missing),
            EventSpelling(text: "applicationDidBecomeActive", event: .appDidBecomeActive, via: .delegate),
            EventSpelling(text: "didBecomeActive", event: .appDidBecomeActive, via: .missing, isRecordsOnly: true),
            EventSpelling(text: "willTerminate", event: .appWillTerminate, via: .missing, isRecordsOnly: true),
            EventSpelling(
                text: "UIApplication.didBecomeActiveNotification", event: .appDidBecomeActive, via: .notification),
            EventSpelling(
                text: "application:didFinishLaunchingWithOptions:", event: .appDidFinishLaunching, via: .delegate),
            EventSpelling(text: "appDidEnterBackground", event: .appDidEnterBackground, via: .missing),
        ]
        vocabulary.phrases.phrases = [
            .consoleDebugger: ["Message from debugger: ", "Program ended with exit code: "],
            .consoleThread: ["* thread #"], .consoleStop: [", stop reason = "],
            .consoleThrown: ["*** Terminating app due to uncaught exception '"],
            .consoleCalls: ["*** First throw call stack:"],
        ]
        return vocabulary
    }()

    static let words = CompiledVocabulary(vocabulary)
}

/// What reading an input gave, as plain values that compare.
struct Reading: Equatable {
    var records: [String] = []
    var problems: [String] = []
    var lines = 0
    var count = 0
    var batches: [EventBatch] = []

    static func == (left: Reading, right: Reading) -> Bool {
        left.records == right.records && left.problems == right.problems && left.count == right.count
    }

    /// Reads bytes as a format, in the given pieces.
    init(
        _ bytes: [UInt8], as id: String, words: CompiledVocabulary = Sample.words, cuts: [Int] = [],
        settings change: (inout ReadingSettings) -> Void = { _ in }
    ) throws {
        var settings = ReadingSettings(words: words)
        change(&settings)
        guard let format = InputFormats(words: words).format(id: id) else { throw NoSuchFormat() }
        var reader = format.makeReader(settings)
        let edges = [0] + cuts.filter { $0 > 0 && $0 < bytes.count } + [bytes.count]
        for (start, end) in zip(edges, edges.dropFirst()) {
            let batch = reader.read(Array(bytes[start..<end]), offset: Int64(start), isLast: end == bytes.count)
            for record in batch.records { records.append(Reading.describe(record, batch, firstLine: lines)) }
            for problem in batch.problems {
                problems.append(
                    "\(problem.code.rawValue) \(problem.line + lines + 1):\(problem.column + 1) @\(problem.offset)")
            }
            lines += batch.lineCount
            count += batch.recordCount
            batches.append(batch)
        }
    }

    init(_ text: String, as id: String, words: CompiledVocabulary = Sample.words, cuts: [Int] = []) throws {
        try self.init(Array(text.utf8), as: id, words: words, cuts: cuts)
    }

    /// The events without their places.
    var events: [String] { records.map { String($0.prefix { $0 != "§" }).trimmed } }

    static func describe(_ record: EventRecord, _ batch: EventBatch, firstLine: Int) -> String {
        var text = "\(Timestamp(nanoseconds: record.time, digits: record.digits).rfc3339) \(batch.name(of: record))"
        func add(_ key: String, _ value: String?) { if let value { text += " \(key)=\(value)" } }
        add("app", batch.string(record.app))
        add("process", batch.string(record.process))
        add("device", batch.string(record.device))
        add("boot", batch.string(record.boot))
        add("run", batch.string(record.run))
        add("version", batch.string(record.version))
        add("build", batch.string(record.build))
        add("os", batch.string(record.os))
        add("model", batch.string(record.model))
        add("scene", batch.string(record.scene))
        add("task", batch.string(record.task))
        add("pid", record.hasPID ? "\(record.pid)" : nil)
        add("seq", record.hasSequence ? "\(record.sequence)" : nil)
        add("mach", record.hasMach ? "\(record.mach)" : nil)
        add("duration", record.hasDuration ? "\(record.duration)" : nil)
        add(
            "state",
            record.state == .missing ? nil : record.state == .other ? batch.string(record.stateText) : "\(record.state)"
        )
        add("main", record.main == .missing ? nil : "\(record.main)")
        add("phase", record.phase == .missing ? nil : "\(record.phase)")
        add("host", record.host.name)
        add("via", record.via.name)
        add("class", record.witness == .app ? nil : record.witness.name)
        add("durability", record.durability == .immediate ? nil : record.durability.name)
        add("zone", record.isZoneAssumed ? "assumed" : nil)
        for attribute in batch.attributes(of: record) {
            let value: String
            switch attribute.kind {
            case .string: value = "'\(batch.string(attribute.text) ?? "?")'"
            case .integer: value = "\(attribute.bits)"
            case .number: value = "\(attribute.number)#"
            case .bool: value = attribute.bits != 0 ? "true" : "false"
            case .duration: value = "\(attribute.bits)ns"
            case .bytes: value = "\(attribute.bits)B"
            }
            text += " \(batch.key(attribute)):\(value)"
        }
        text += " § \(firstLine + Int(record.line) + 1):\(record.column + 1) @\(record.offset)+\(record.length)"
        return text + " \(batch.string(record.source) ?? "-")"
    }
}

struct NoSuchFormat: Error {}

extension String {
    var trimmed: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
