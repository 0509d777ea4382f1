// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of records: keys and values in, ``EventRecord``s in a batch out.
///
/// The one place that knows which spelling of a field wins, what defaults fill in and what a value may be; the formats
/// only find keys and values. ``FlatRecordScanner`` is a short cut for plain lines and has to give the same.
struct RecordBuilder {
    /// The vocabulary.
    let words: CompiledVocabulary
    /// Whether any recogniser applies to the format.
    let asksRecognisers: Bool
    /// Whether one of them may know any record at all: then each has to be looked at closely.
    let asksAlways: Bool
    /// Which of all recognisers apply.
    let isAsked: [Bool]
    /// A record with what the format says of all of them.
    let base: EventRecord
    /// The zone of times without one: seconds east of UTC.
    var zoneOffset: Int?
    /// A zone that was concluded from other inputs is no zone that was read.
    private var isZoneInferred = false
    /// The batch in the making.
    var batch = BatchBuilder()
    /// Reads times.
    var instants = InstantParser()
    /// The keys and values of the record in hand.
    var fields: [RawField] = []
    /// The fields as the record has them, while a recogniser replaces some.
    var own: [RawField] = []
    /// The patterns of recognisers that may hold of the record in hand.
    var candidates: [Int] = []
    /// What the header or document says for all records.
    var defaults = RecordDefaults()
    /// What becomes of records that neither a recogniser nor the vocabulary knows.
    var unknown = UnknownRecords.kept
    /// Asked about the messages of records; nil where nobody is.
    var messages: MessageReader?
    /// Whether recognisers are asked about the messages of records that name no event which is known.
    var asksMessages: Bool { messages != nil }
    /// How many records a recogniser understood.
    private(set) var recognisedCount = 0
    /// For each field the index of the key that won it; -1 if none did.
    private(set) var winners = [Int](repeating: -1, count: RecordField.allCases.count)
    /// The record in hand, where it is filled field by field.
    var record = EventRecord()
    /// The keys of the record before, which the next one most likely repeats.
    var guesses = KeyGuesses()
    private var knownNames = ByteTable()
    /// An unknown name that was met first, and what it was most likely meant to be, until that is told.
    private(set) var meant: (name: [UInt8], event: String)?
    /// Where the last record begins that has more attributes than are kept: of each that is said once.
    private var cutRecord: Int64 = -1

    /// A builder for one input.
    init(_ settings: ReadingSettings, format: String, durability: Durability) {
        words = settings.words
        let known = settings.words.recognisers
        let isAsked = known.recognisers.map { $0.formats.isEmpty || $0.formats.contains(format) }
        self.isAsked = isAsked
        asksRecognisers = isAsked.contains(true)
        asksAlways = known.unanchored.contains { isAsked[known.patterns[$0].recogniser] }
        zoneOffset = settings.zoneOffset
        isZoneInferred = settings.isZoneInferred
        batch.zones = RowZones(settings.rowZone, tracks: settings.isReadInOrder)
        var base = EventRecord()
        base.input = settings.input
        base.durability = settings.durability ?? durability
        self.base = base
        defaults.beginBatch()
    }

    /// A header says the zone: it is read, not assumed.
    mutating func readZone(_ offset: Int) {
        zoneOffset = offset
        isZoneInferred = false
    }

    /// Starts a batch over a chunk of that size.
    mutating func begin(chunkCount: Int) {
        batch.begin(chunkCount: chunkCount)
        defaults.beginBatch()
    }

    /// The batch of a chunk that is too large to be read: nothing but that.
    mutating func refusedChunk(at offset: Int64) -> EventBatch {
        begin(chunkCount: 0)
        batch.report(
            ReadingProblem(offset: offset, line: 0, column: 0, code: .tooLarge, message: IngestProblem.chunkTooLarge))
        return batch.finish([])
    }

    /// The record that a new one starts from.
    @inline(__always) mutating func template() -> EventRecord {
        if defaults.isStale { defaults.install(in: &batch, base: base) }
        return defaults.record
    }

    /// Begins ``record``; false if records need more than their own fields.
    @inline(__always) mutating func beginPlainRecord() -> Bool {
        if defaults.isStale { defaults.install(in: &batch, base: base) }
        record = defaults.record
        return !asksAlways && defaults.attributes.isEmpty
    }

    /// The event with the text in that range.
    @inline(__always) mutating func event(_ view: ByteView, _ start: Int, _ end: Int) -> SpelledEvent {
        let packed = words.exactEvent(view, start, end)
        return packed != ByteTable.missing ? SpelledEvent(packed: packed) : unusualEvent(view, start, end)
    }

    @inline(never) private mutating func unusualEvent(_ view: ByteView, _ start: Int, _ end: Int) -> SpelledEvent {
        let found = knownNames.find(view, start, end)
        if found != ByteTable.missing { return SpelledEvent(packed: found) }
        let text = view.bytes(start, end)
        let known = words.recordEvent(text)
        let event = known ?? SpelledEvent(name: .custom, via: .missing)
        if knownNames.count < IngestLimits.rememberedNames, text.count <= 256 {
            knownNames.insert(text, value: event.packed)
            // Of each name once, and never of names that are new each time.
            if known == nil, unknown == .kept, let event = EventName.meant(by: String(decoding: text, as: UTF8.self)) {
                meant = (text, event)
            }
        }
        return event
    }

    /// Makes the events of the record whose keys and values are in ``fields``.
    ///
    /// - Parameter given: the time, where the format reads it itself; else a field says it.
    mutating func addRecord(_ view: ByteView, _ place: RecordPlace, time given: ReadInstant? = nil) {
        chooseWinners()
        if let given { batch.hear(given) }
        if asksRecognisers, let pattern = recognise(view) {
            recognisedCount += 1
            addEvents(of: pattern, view, place, time: given)
            return
        }
        let index = winners[Int(RecordField.event.rawValue)]
        guard index >= 0, fields[index].form != .nested, fields[index].value.length > 0 else {
            if unknown != .kept || readMessage(view, place, time: given) { return }
            report(.noEvent, at: place.start, place, view, IngestProblem.noEvent)
            return
        }
        let text = fields[index].value
        let (copy, start, end) = located(text)
        var event = copy.isEmpty ? event(view, start, end) : copy.withView { self.event($0, 0, $0.count) }
        if event.isOfSceneIfNamed, winners[Int(RecordField.scene.rawValue)] >= 0 {
            event.name = CompiledVocabulary.sceneEvent(event.name) ?? event.name
        }
        if event.name == .custom, unknown == .ignored { return }
        addEvent(view, place, time: given, event: (event, text), witness: nil)
        if event.name == .custom, asksMessages { readMessage(view, place, time: given) }
    }

    /// Makes the events that recognisers know in the message of the record in hand; false if it has none that they
    /// know.
    @discardableResult private mutating func readMessage(
        _ view: ByteView, _ place: RecordPlace, time given: ReadInstant?
    ) -> Bool {
        guard let reader = messages,
            let message = fields.first(where: { $0.meaning.isMessage && $0.form == .string && $0.value.length > 0 }),
            let range = JSONSyntax.content(view, message.position, place.end), let time = given ?? readTime(view)
        else { return false }
        // Whose it is stands in the record's other fields.
        let (known, own) = (defaults, fields)
        for index in fields.indices where winners[Int(fields[index].meaning.field.rawValue)] == index {
            let raw = fields[index]
            guard RecordBuilder.isIdentity(raw.meaning.field) else { continue }
            let (key, value) = (bytes(raw.key, view), bytes(raw.value, view))
            _ = defaults.add(key: key, value: value, form: raw.form, meaning: raw.meaning)
        }
        messages = nil
        defer {
            messages = reader
            defaults = known
            fields = own
        }
        return reader.read(range, view, place, time, into: &self)
    }

    /// Whether a field says whose a record is, and not what happened.
    private static func isIdentity(_ field: RecordField) -> Bool {
        switch field {
        case .app, .process, .device, .boot, .pid, .run, .version, .build, .os, .model, .host, .mach: true
        default: false
        }
    }

    /// Says in place of a record that is skipped that the log lacks something there: of ``fields``, which are those at
    /// its beginning, count when it was and whose.
    mutating func addGap(_ view: ByteView, _ place: RecordPlace, time given: ReadInstant? = nil) {
        fields.removeAll { field in
            switch field.meaning.field {
            case .time, .app, .process, .device, .boot, .pid, .run, .sequence, .mach, .host: false
            default: true
            }
        }
        chooseWinners()
        guard given != nil || winners[Int(RecordField.time.rawValue)] >= 0 else { return noteUnreadable(view, place) }
        addEvent(
            view, place, time: given, event: (SpelledEvent(name: .logGap, via: .missing), .missing), witness: nil)
    }

    /// Notes that the line there could not be read: it may have told anything.
    mutating func noteUnreadable(_ view: ByteView, _ place: RecordPlace) {
        guard batch.unreadable.last?.next != batch.records.count else { return }
        var gap = template()
        gap.name = .logGap
        gap.witness = words.witness(of: .logGap)
        gap.attributesCount = 0
        place.write(into: &gap, view)
        batch.unreadable.append(UnreadableStretch(next: batch.records.count, gap: gap))
    }

    /// Of each field the best spelling present wins, the first of equals.
    mutating func chooseWinners() {
        for index in winners.indices { winners[index] = -1 }
        for index in fields.indices where fields[index].meaning.field != .attribute {
            let field = Int(fields[index].meaning.field.rawValue)
            let best = winners[field]
            if best < 0 || fields[index].meaning.rank < fields[best].meaning.rank { winners[field] = index }
        }
    }

    /// Makes an event of what is in ``fields``.
    mutating func addEvent(
        _ view: ByteView, _ place: RecordPlace, time given: ReadInstant?, event: (spelled: SpelledEvent, text: Text),
        witness: WitnessClass?
    ) {
        var record = template()
        guard setTime(given, view, place, in: &record) else { return }
        record.name = event.spelled.name
        record.via = event.spelled.via != .missing ? event.spelled.via : record.via
        if record.name == .custom {
            record.customName = event.text
            if let meant, meant.name == bytes(event.text, view) { reportMeant(meant.event, meant.name, view, place) }
        }
        record.attributesStart = UInt32(clamping: batch.attributes.count)
        var isOwn = defaults.fields
        for index in fields.indices {
            let raw = fields[index]
            let isWinner = winners[Int(raw.meaning.field.rawValue)] == index
            switch raw.meaning.field {
            case .time where isWinner, .event where isWinner: continue
            case .main where isWinner && raw.meaning.rank > 0:
                if !setThread(raw, view, in: &record) { addAttribute(raw, view, place, since: record.attributesStart) }
            case .app where isWinner && record.name == .frontAppChanged:
                // Here the app is what the event is about: who came to the front.
                setField(raw, view, place, in: &record)
                addAttribute(raw, view, place, since: record.attributesStart)
            case let field where isWinner && field != .events:
                isOwn |= setField(raw, view, place, in: &record) ? field.bit : 0
                if field == .task, let text = fixedWord(raw, of: record.name, view, place) { record.task = text }
            default:
                addAttribute(
                    raw, view, place, since: record.attributesStart,
                    text: fixedWord(raw, of: record.name, view, place))
            }
        }
        addDefaultAttributes(view, since: record.attributesStart)
        if EventUnits.concerns(record.name) {
            EventUnits.settle(record.name, &batch.attributes, from: record.attributesStart)
        }
        record.attributesCount = UInt16(clamping: batch.attributes.count - Int(record.attributesStart))
        if isOwn & RecordField.witness.bit == 0 {
            record.isWitnessAssumed = witness == nil
            record.witness = witness ?? words.witness(of: record.name)
        }
        place.write(into: &record, view)
        batch.records.append(record)
    }

    /// Sets the time; false, with a problem, if there is none.
    private mutating func setTime(
        _ given: ReadInstant?, _ view: ByteView, _ place: RecordPlace, in record: inout EventRecord
    ) -> Bool {
        var instant = given
        if instant == nil {
            let index = winners[Int(RecordField.time.rawValue)]
            guard index >= 0 else {
                report(.noTime, at: place.start, place, view, IngestProblem.noTime)
                noteUnreadable(view, place)
                return false
            }
            instant = readTime(view)
            if instant == nil {
                let raw = fields[index]
                let text = bytes(raw.value, view)
                report(.badTime, at: raw.position, place, view, IngestProblem.badTime(text))
                noteUnreadable(view, place)
            }
        }
        guard let instant else { return false }
        if given == nil { batch.hear(instant) }
        setInstant(instant, in: &record)
        return true
    }

    /// The time that a field of the record in hand says.
    private mutating func readTime(_ view: ByteView) -> ReadInstant? {
        let index = winners[Int(RecordField.time.rawValue)]
        guard index >= 0 else { return nil }
        let raw = fields[index]
        guard raw.form != .nested, raw.form != .truth else { return nil }
        let (copy, start, end) = located(raw.value)
        return copy.isEmpty ? instants.instant(view, start, end) : copy.withView { instants.instant($0, 0, $0.count) }
    }

    /// Moves the time of ``record``, which was read without a zone, by the zone of this input.
    @inline(never) mutating func assumeZone() {
        var moved = record
        setInstant(ReadInstant(nanoseconds: record.time, digits: record.digits, hasZone: false), in: &moved)
        record = moved
    }

    /// Sets the time from what was read of it, by the zone of its neighbours, or of this input, where none was written.
    @inline(__always) mutating func setInstant(_ instant: ReadInstant, in record: inout EventRecord) {
        var time = instant.nanoseconds
        if !instant.hasZone { (time, record.isZoneAssumed) = zoned(time) }
        record.time = time
        record.order = time
        record.digits = instant.digits
    }

    /// A time that states no zone, and whether its zone is assumed: what was said of all of them goes before what
    /// others state.
    @inline(never) private mutating func zoned(_ written: Int64) -> (time: Int64, isAssumed: Bool) {
        if zoneOffset == nil || isZoneInferred, let known = batch.resolve(written) { return known }
        return (written &- Int64(zoneOffset ?? 0) &* InstantParser.second, zoneOffset == nil || isZoneInferred)
    }

    @discardableResult private mutating func setField(
        _ raw: RawField, _ view: ByteView, _ place: RecordPlace, in record: inout EventRecord
    ) -> Bool {
        let outcome = withText(raw.value, view) { view, start, end in
            FieldParser.set(raw.meaning, raw.form, view, start, end, text: raw.value, in: &record)
        }
        switch outcome {
        case .set: return true
        case .rewritten(let text):
            FieldParser.setText(raw.meaning.field, batch.add(text), in: &record)
            return true
        case .bad:
            reportBadValue(raw, view, place)
            return false
        }
    }

    /// Sets the thread; false if its name says more than that it is the main one, and so stays an attribute.
    private func setThread(_ raw: RawField, _ view: ByteView, in record: inout EventRecord) -> Bool {
        guard raw.form == .string || raw.form == .word else { return false }
        let (copy, start, end) = located(raw.value)
        let main =
            copy.isEmpty
            ? FieldParser.isMain(thread: view, start, end)
            : copy.withView { FieldParser.isMain(thread: $0, 0, $0.count) }
        if main != .missing { record.main = main }
        return main == .yes
    }

    /// The word that a value means which is written in another case than it is kept in; reports one that is none of
    /// those which its key takes.
    private mutating func fixedWord(
        _ raw: RawField, of event: EventName, _ view: ByteView, _ place: RecordPlace
    ) -> Text? {
        // What a recogniser gives is spelled as it is kept.
        guard raw.position >= 0, FixedWords.concerns(event), let words = FixedWords.words(of: event, raw.meaning) else {
            return nil
        }
        let (copy, start, end) = located(raw.value)
        switch copy.isEmpty ? words.read(view, start, end) : copy.withView({ words.read($0, 0, $0.count) }) {
        case .kept: return nil
        case .spelled(let text): return batch.add(text)
        case .unknown:
            let message = IngestProblem.badValue(bytes(raw.key, view), bytes(raw.value, view), takes: words.text)
            report(.badValue, at: raw.position, place, view, message)
            return nil
        }
    }

    /// - Parameter text: the value, where it is kept in another spelling.
    private mutating func addAttribute(
        _ raw: RawField, _ view: ByteView, _ place: RecordPlace, since first: UInt32, text: Text? = nil
    ) {
        let count = batch.attributes.count - Int(first)
        guard count < IngestLimits.attributesPerEvent else {
            if count == IngestLimits.attributesPerEvent, raw.position >= 0, cutRecord != place.offset {
                cutRecord = place.offset
                report(.tooLarge, at: raw.position, place, view, IngestProblem.tooManyAttributes)
            }
            return
        }
        var (attribute, isBad) = withText(raw.value, view) { view, start, end in
            AttributeParser.attribute(raw.meaning, raw.form, view, start, end)
        }
        attribute.text = text ?? raw.value
        if attribute.key == .custom { attribute.keyText = raw.key }
        if isBad { reportBadValue(raw, view, place) }
        batch.attributes.append(attribute)
    }

    /// Adds the attributes among the defaults that the record does not have itself.
    private mutating func addDefaultAttributes(_ view: ByteView, since first: UInt32) {
        let own = Int(first)..<batch.attributes.count
        for attribute in defaults.attributes {
            let isSaid = batch.attributes[own].contains { other in
                guard other.key == attribute.key else { return false }
                return other.key != .custom || bytes(other.keyText, view) == bytes(attribute.keyText, view)
            }
            if !isSaid { batch.attributes.append(attribute) }
        }
    }

    /// Where a text stands: its range in the view, or a copy of it where it was written anew.
    func located(_ text: Text) -> (copy: [UInt8], start: Int, end: Int) {
        guard text.isPresent else { return ([], 0, 0) }
        let start = Int(text.offset)
        if start < batch.addedStart { return ([], start, start + Int(text.length)) }
        return (batch.addedBytes(text), 0, 0)
    }

    /// Hands out a text where it stands: as a range of the view, or alone where it was written anew.
    @inline(__always) private func withText<Result>(
        _ text: Text, _ view: ByteView, _ body: (ByteView, Int, Int) -> Result
    ) -> Result {
        guard text.isPresent else { return body(view, 0, 0) }
        let start = Int(text.offset)
        if start < batch.addedStart { return body(view, start, start + Int(text.length)) }
        return batch.withAdded(text) { $0.count == 0 ? body(view, 0, 0) : body($0, 0, $0.count) }
    }

    /// The bytes of a text.
    func bytes(_ text: Text, _ view: ByteView) -> [UInt8] {
        let (copy, start, end) = located(text)
        return copy.isEmpty ? view.bytes(start, end) : copy
    }

    /// A name that is not known is one of the app's own; but this one looks misspelt.
    private mutating func reportMeant(_ meant: String, _ name: [UInt8], _ view: ByteView, _ place: RecordPlace) {
        self.meant = nil
        guard batch.keepsProblems, place.offset < IngestLimits.slipBytes else { return }
        report(.unknownEvent, at: place.start, place, view, IngestProblem.unknownEvent(name, meant))
    }

    /// Reports a value that its key cannot have.
    private mutating func reportBadValue(_ raw: RawField, _ view: ByteView, _ place: RecordPlace) {
        guard batch.keepsProblems else { return report(.badValue, at: place.start, place, view, "") }
        let key = raw.key.isPresent ? bytes(raw.key, view) : Array(raw.meaning.key.name.utf8)
        let message = IngestProblem.badValue(key, bytes(raw.value, view), raw.meaning)
        report(.badValue, at: raw.position, place, view, message)
    }

    /// Reports a problem at a position of the chunk inside a record.
    mutating func report(
        _ code: ProblemCode, at position: Int, _ place: RecordPlace, _ view: ByteView,
        _ message: @autoclosure () -> String
    ) {
        guard batch.keepsProblems else {
            batch.report(ReadingProblem(offset: 0, line: 0, column: 0, code: code, message: ""))
            return
        }
        let target = min(max(position, place.start), place.end)
        var line = place.line
        var column = place.column + target - place.start
        var from = place.start
        while let feed = view.firstIndex(of: 0x0A, from: from, to: target) {
            line += 1
            column = target - feed - 1
            from = feed + 1
        }
        let offset = place.offset + Int64(target - place.start)
        batch.report(ReadingProblem(offset: offset, line: line, column: column, code: code, message: message()))
    }
}

extension RecordPlace {
    /// Writes the place into a record, with as much of its source as is kept.
    @inline(__always) func write(into record: inout EventRecord, _ view: ByteView) {
        record.offset = offset
        record.length = UInt32(clamping: end &- start)
        record.line = UInt32(clamping: line)
        record.column = UInt32(clamping: column)
        var length = end &- start
        if length > IngestLimits.sourceBytes {
            length = IngestLimits.sourceBytes
            // Not inside a character: its later bytes are 10xxxxxx.
            while length > 0, view[start &+ length] & 0xC0 == 0x80 { length &-= 1 }
        }
        record.source = Text(offset: UInt32(clamping: start), length: UInt32(clamping: length))
    }
}
