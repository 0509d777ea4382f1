// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of the messages that recognisers know.
struct LogEventWriter {
    var builder: RecordBuilder
    private var matcher: PatternMatcher
    private let words: CompiledVocabulary
    private let includesDaemons: Bool
    /// Whether the device that a row names is one that others may name, too.
    private let takesDevice: Bool
    /// A message that had to be written anew: unescaped, or of several lines.
    private var copy: [UInt8] = []
    private var escaping = LogEscaping.none
    /// How many messages were known.
    private(set) var recognisedCount = 0

    init(_ settings: ReadingSettings, format: String, durability: Durability, takesDevice: Bool = true) {
        self.takesDevice = takesDevice
        builder = RecordBuilder(settings, format: format, durability: durability)
        matcher = PatternMatcher(settings.words)
        words = settings.words
        includesDaemons = settings.includesDaemons
    }

    /// Asks the patterns in order; the first that matches makes its events.
    ///
    /// Gives the one that knew the message.
    @discardableResult mutating func write(
        _ record: LogRecord, _ view: ByteView, _ place: RecordPlace, time: ReadInstant, candidates: [Int],
        lines: CompiledLines, escaping: LogEscaping
    ) -> CompiledLines.Pattern? {
        let isCopied = !record.continuations.isEmpty || escaping != .none
        let isObject = escaping == .json
        self.escaping = escaping
        if isCopied { copy = LogMessage.text(record, view, escaping) }
        // The copy is handed on while the writer changes: it must not be the writer's own.
        let text = copy
        if isCopied {
            return text.withView { message in
                ask(candidates, lines, record.row, view, place, time, message, 0, message.count, isObject)
            }
        }
        let range = LogMessage.trimmed(view, record.row.message.lowerBound, record.row.message.upperBound)
        return ask(candidates, lines, record.row, view, place, time, view, range.start, range.end, isObject)
    }

    /// The pattern that knows the message, or what is left of it without what a framework put before it.
    private mutating func ask(
        _ candidates: [Int], _ lines: CompiledLines, _ row: LogRow, _ view: ByteView, _ place: RecordPlace,
        _ time: ReadInstant, _ message: ByteView, _ start: Int, _ end: Int, _ isObject: Bool
    ) -> CompiledLines.Pattern? {
        var start = start
        for _ in 0...PrintedPrefix.most {
            var previous = -1
            for index in candidates where index != previous {
                previous = index
                let pattern = lines.patterns[index]
                if take(pattern, row, view, place, time, message, start, end, isObject) { return pattern }
            }
            guard start < end, let next = PrintedPrefix.end(message, start, end) else { return nil }
            start = LogMessage.trimmed(message, next, end).start
        }
        return nil
    }

    /// Whether the pattern knows the message; its events are made then.
    private mutating func take(
        _ pattern: CompiledLines.Pattern, _ row: LogRow, _ view: ByteView, _ place: RecordPlace, _ time: ReadInstant,
        _ message: ByteView, _ start: Int, _ end: Int, _ isObject: Bool
    ) -> Bool {
        guard pattern.source.fits(row, view) else { return false }
        for program in pattern.programs {
            guard let match = matcher.match(program, message, start, end) else { continue }
            let captures = self.captures(of: match, message)
            guard isOfApp(pattern.source.app, captures, view) else { continue }
            if let condition = pattern.condition,
                !condition.evaluate(CapturedFields(captures: captures, view: view, batch: builder.batch))
            {
                continue
            }
            recognisedCount += 1
            for meaning in pattern.meanings {
                add(meaning, pattern, match, captures, row, view, place, time, message, isObject)
            }
            return true
        }
        return false
    }

    /// Whether a line may be of the apps that the pattern is for; one that names none contradicts nothing.
    private func isOfApp(_ glob: Glob?, _ captures: [RawField], _ view: ByteView) -> Bool {
        guard let glob, let named = captures.first(where: { $0.meaning.field == .app }) else { return true }
        return glob.matches(String(decoding: builder.bytes(named.value, view), as: UTF8.self))
    }

    /// The captures as fields of a record, under their own names.
    private mutating func captures(of match: PatternMatch, _ message: ByteView) -> [RawField] {
        var fields = tagged(match.tag, message)
        for capture in match.captures where !capture.isWithheld {
            let name = builder.batch.add(capture.name)
            fields.append(
                RawField(
                    key: name, value: text(capture.range, message), form: capture.form,
                    meaning: words.meaning(named: capture.name), position: -1))
        }
        return fields
    }

    private mutating func text(_ range: Range<Int>, _ message: ByteView) -> Text {
        builder.batch.add(message, range.lowerBound, range.upperBound)
    }

    private mutating func add(
        _ meaning: CompiledLineMeaning, _ pattern: CompiledLines.Pattern, _ match: PatternMatch, _ captures: [RawField],
        _ row: LogRow, _ view: ByteView, _ place: RecordPlace, _ time: ReadInstant, _ message: ByteView,
        _ isObject: Bool
    ) {
        var event = SpelledEvent(name: meaning.event ?? .custom, via: .missing)
        if meaning.isCallback {
            guard let named = match.callback else { return }
            event = named
        }
        builder.fields = captures
        for template in meaning.with { give(template, captures, view) }
        let witness = pattern.witness ?? words.impliedWitness(row, view)
        guard setSubject(row, view, witness, match) else { return }
        if !pattern.isProven { set("proven", [0x66, 0x61, 0x6C, 0x73, 0x65], .word) }
        builder.chooseWinners()
        let name = meaning.event == nil && !meaning.isCallback ? builder.batch.add(meaning.name) : .missing
        builder.addEvent(view, place, time: time, event: (event, name), witness: witness)
        setClock(row, view)
        // Lines of one second, and lines without a time, stand in the order in which they were written.
        if row.time == .missing || time.digits == 0 { setPlaced() }
        // An object is shown as the message in it, a line of text as it stands.
        if isObject { setSource(message, 0, message.count) } else { setSource(view, place.start, place.end) }
    }

    private mutating func setPlaced() {
        guard let last = builder.batch.records.indices.last else { return }
        builder.batch.records[last].isPlaced = true
    }

    /// The text that reports show as the source of the last event.
    private mutating func setSource(_ text: ByteView, _ start: Int, _ end: Int) {
        guard let last = builder.batch.records.indices.last else { return }
        var stop = min(end, start + IngestLimits.sourceBytes)
        while stop > start, stop < end, text[stop] & 0xC0 == 0x80 { stop -= 1 }
        builder.batch.records[last].source = builder.batch.add(text, start, stop)
    }

    /// The process that a tag names, as fields.
    private mutating func tagged(_ tag: ProcessTag?, _ message: ByteView) -> [RawField] {
        guard let tag else { return [] }
        var fields: [RawField] = []
        func add(_ name: String, _ value: Text, _ form: ValueForm) {
            let key = builder.batch.add(Array(name.utf8))
            fields.append(
                RawField(key: key, value: value, form: form, meaning: words.targetMeaning(name), position: -1))
        }
        if !tag.app.isEmpty { add("app", text(tag.app, message), .string) }
        if !tag.process.isEmpty {
            add("process", text(tag.process, message), .string)
        }
        if let pid = tag.pid { add("pid", builder.batch.add(Array(String(pid).utf8)), .word) }
        if let host = tag.host.name { add("host", builder.batch.add(Array(host.utf8)), .word) }
        return fields
    }

    /// A value that a meaning gives; it replaces a capture of that name.
    private mutating func give(_ template: CompiledTemplate, _ captures: [RawField], _ view: ByteView) {
        if template.table != nil { builder.fields.removeAll { $0.isNamed(template.key, view, builder.batch) } }
        var text: [UInt8] = []
        for part in template.parts {
            switch part {
            case .literal(let literal): text.append(contentsOf: literal)
            case .field(let path):
                guard let raw = captures.first(where: { $0.isNamed(path, view, builder.batch) }) else { return }
                text.append(contentsOf: builder.bytes(raw.value, view))
            }
        }
        if let table = template.table {
            guard let replaced = table[String(decoding: text, as: UTF8.self)] else { return }
            text = replaced
        }
        var form = ValueForm.word
        if let path = template.copiedField {
            form = captures.first { $0.isNamed(path, view, builder.batch) }?.form ?? .word
        }
        builder.fields.removeAll { $0.isNamed(template.key, view, builder.batch) }
        let key = builder.batch.add(template.key)
        builder.fields.append(
            RawField(key: key, value: builder.batch.add(text), form: form, meaning: template.meaning, position: -1))
    }

    /// Says whose event it is; false for those of daemons, which nobody asked for.
    ///
    /// Whoever a line names it is about; a line that names nobody is about its own process where an app speaks in it, and
    /// else about the device.
    private mutating func setSubject(
        _ row: LogRow, _ view: ByteView, _ witness: WitnessClass, _ match: PatternMatch
    ) -> Bool {
        let isNamed = builder.fields.contains { field in
            field.meaning.field == .app || field.meaning.field == .pid || field.meaning.field == .process
        }
        if isNamed {
            let isSystems = match.tag?.host == .system || namesDaemon() || namesService(match.tag)
            if isSystems, match.tag == nil, includesDaemons { set("host", Array("system".utf8), .word) }
            return !isSystems || includesDaemons
        }
        guard witness == .app || witness == .uikit else { return true }
        if !row.process.isEmpty { set("process", LogMessage.part(row.process, view, escaping), .string) }
        if row.pid != .min { set("pid", Array(String(row.pid).utf8), .word) }
        guard words.isDaemon(row, view) else { return true }
        if includesDaemons { set("host", Array("system".utf8), .word) }
        return includesDaemons
    }

    /// Whether the process that the line names is a service of the system's own that runs beside an app.
    private func namesService(_ tag: ProcessTag?) -> Bool {
        guard tag?.host == .extension,
            let named = builder.fields.first(where: { $0.meaning.field == .app })
        else { return false }
        let app = builder.batch.addedBytes(named.value)
        return words.processes.services.contains { app.starts(with: $0.utf8) }
    }

    /// Whether the process that the line names is the system's, as far as its name tells.
    private func namesDaemon() -> Bool {
        guard !builder.fields.contains(where: { $0.meaning.field == .app }),
            let named = builder.fields.first(where: { $0.meaning.field == .process })
        else { return false }
        return words.processes.daemons.contains(String(decoding: builder.batch.addedBytes(named.value), as: UTF8.self))
    }

    private mutating func set(_ name: String, _ value: [UInt8], _ form: ValueForm) {
        set(name, builder.batch.add(value), form)
    }

    private mutating func set(_ name: String, _ value: Text, _ form: ValueForm) {
        let meaning = words.targetMeaning(name)
        let key = meaning.isCustom && meaning.field == .attribute ? builder.batch.add(Array(name.utf8)) : .missing
        builder.fields.append(RawField(key: key, value: value, form: form, meaning: meaning, position: -1))
    }

    /// What the row says of device, boot and ticks belongs to every event of it.
    private mutating func setClock(_ row: LogRow, _ view: ByteView) {
        guard let last = builder.batch.records.indices.last else { return }
        if !row.device.isEmpty, takesDevice {
            builder.batch.records[last].device = builder.batch.add(LogMessage.part(row.device, view, escaping))
        }
        if !row.boot.isEmpty { builder.batch.records[last].boot = text(row.boot, view) }
        if row.showsDebugger { builder.batch.records[last].showsDebugger = true }
        if row.mach != .max { builder.batch.records[last].mach = row.mach }
    }
}

/// The captures of a message, as conditions ask for them.
private struct CapturedFields: FieldSource {
    let captures: [RawField]
    let view: ByteView
    let batch: BatchBuilder

    func value(of path: FieldPath) -> Value? {
        captures.first { $0.isNamed(path.text.utf8, view, batch) }?.typedValue(view, batch)
    }
}
