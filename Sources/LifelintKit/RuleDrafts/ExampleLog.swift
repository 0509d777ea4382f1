// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintLanguage
import LifelintModel

/// The events around a line of a log, in the notation of tests in rules.
struct ExampleLog: Sendable {
    /// An event of the example.
    struct Event: Sendable {
        /// The 1-based line of the log.
        var line: Int
        /// Nanoseconds since the Unix epoch.
        var time: Int64
        var name: String
        var pid: Int64?
        /// Nanoseconds; nil where none is told.
        var duration: Int64?
        /// What stands behind the name, without the duration.
        var more: String

        /// Whether it is a step of the life cycle: what the system does with the app, or calls it for.
        var isStep: Bool { ["process.", "app.", "scene."].contains { name.hasPrefix($0) } }

        /// The plain value of a field; nil where it has none, or one in quotation marks.
        func value(of key: String) -> String? {
            for field in more.split(separator: " ") where field.hasPrefix("\(key)=") {
                let value = field.dropFirst(key.count + 1)
                return value.isEmpty || value.contains("\"") ? nil : String(value)
            }
            return nil
        }
    }

    /// The events of the process that the line speaks of, in the order of the log.
    private(set) var events: [Event] = []
    /// Where in ``events`` the line is.
    private(set) var index = 0

    /// How many events before the line are kept beside those of the life cycle, and how many after it.
    private static let before = 12
    private static let after = 8
    private static let chunkBytes = 1 << 20

    /// The events around a line; nil where the line tells none.
    init?(path: String, line: Int, _ options: AnalyzerOptions) throws(AnalyzerError) {
        let library = try RuleLibrary.forAnalysis(options)
        var look = InputLook(options: options, words: library.compiledWords)
        look.look(at: [path])
        if let problem = look.problems.first(where: { $0.code == .unreadable }) {
            throw AnalyzerError(message: "\(problem.file): \(problem.message)")
        }
        guard let input = look.inputs.first, let format = input.format, let settings = input.settings else {
            throw AnalyzerError(message: "\(path) is no log that is known: 'lifelint formats' lists those that are")
        }
        var all: [Event] = []
        do throws(FileError) {
            var opened = input.stream
            if opened == nil, let discovered = input.discovered { opened = try discovered.open() }
            guard let stream = opened else { return nil }
            var cutter = ChunkCutter(stream: stream, size: Self.chunkBytes, format: format)
            var reader = format.makeReader(settings)
            var lines = 0
            while let chunk = cutter.next() {
                let batch = reader.read(chunk.bytes, offset: chunk.offset, isLast: chunk.isLast)
                all += batch.records.map { Self.event($0, in: batch, after: lines) }
                lines += batch.lineCount
            }
        } catch {
            throw AnalyzerError(message: "\(path): \(error.reason)")
        }
        guard let found = all.firstIndex(where: { $0.line == line }) else { return nil }
        keep(all, around: found)
    }

    /// Keeps what speaks of the same process: steps of the life cycle, and the nearest of all else.
    private mutating func keep(_ all: [Event], around found: Int) {
        let pid = all[found].pid
        for (place, event) in all.enumerated() where event.pid == pid || event.pid == nil || pid == nil {
            let isNear = place >= found - Self.before && place <= found + Self.after
            guard isNear || event.isStep && place < found else { continue }
            // One example at a time: what happened before or afterwards may be as wrong.
            if event.name == all[found].name, place != found, !event.isStep { continue }
            if all[found].name == "process.exit", place > found { break }
            if place == found { index = events.count }
            events.append(event)
        }
    }

    private static func event(_ record: EventRecord, in batch: EventBatch, after lines: Int) -> Event {
        var more = ""
        func add(_ key: String, _ value: String?) {
            guard let told = value else { return }
            // No YAML holds control characters, which colours of terminals are made of.
            let scalars = told.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
            let value = String(String.UnicodeScalarView(scalars))
            let isPlain = !value.isEmpty && !value.utf8.contains { $0 == 0x20 || $0 == 0x22 || $0 == 0x23 || $0 < 0x20 }
            let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            more += " \(key)=" + (isPlain ? value : "\"\(quoted)\"")
        }
        if record.phase != .missing { add("phase", "\(record.phase)") }
        if record.main != .missing { add("main", record.main == .yes ? "true" : "false") }
        add("scene", batch.string(record.scene))
        add("task", batch.string(record.task))
        if record.via != .missing { add("via", record.via.name) }
        if record.state != .missing { add("state", "\(record.state)") }
        for attribute in batch.attributes(of: record) {
            add(batch.key(attribute), batch.string(attribute.text))
        }
        return Event(
            line: lines + Int(record.line) + 1, time: record.time, name: batch.name(of: record),
            pid: record.hasPID ? Int64(record.pid) : nil, duration: record.hasDuration ? record.duration : nil,
            more: more)
    }
}
