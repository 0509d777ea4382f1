// SPDX-License-Identifier: MIT

import LifelintModel

/// The short cut for what nearly every line is: a flat object without escapes, each field spelled once.
///
/// Fields go straight into the record, eight bytes are looked at together, nothing is allocated. Whatever is not plain
/// (an escape, a nested value, a second spelling of a field, a value that does not fit) gives up, and
/// ``JSONRecordScanner`` starts over; so both have to understand plain records alike.
struct FlatRecordScanner {
    private let view: ByteView
    private let end: Int
    private var position: Int
    private var record: EventRecord
    private var seen: UInt32 = 0
    /// The fields among them that were read under their best spelling: any other spelling is an attribute.
    private var settled: UInt32 = 0
    private var highBits: UInt64 = 0
    /// The number read last, if it is a short integer.
    private var integer: Int64?
    /// How many members were read.
    private var memberIndex = 0

    /// Adds the record between `place.start` and `place.end` if it is a plain one; else changes nothing.
    @inline(__always) static func add(_ view: ByteView, _ place: RecordPlace, to builder: inout RecordBuilder) -> Bool {
        let attributesStart = builder.batch.attributes.count
        let template = builder.template()
        guard builder.recognisers.isEmpty, builder.defaults.attributes.isEmpty else { return false }
        var scanner = FlatRecordScanner(view: view, place: place, record: template)
        guard scanner.scan(&builder), scanner.finish(&builder, place, attributesStart) else {
            builder.batch.attributes.removeLast(builder.batch.attributes.count - attributesStart)
            return false
        }
        return true
    }

    @inline(__always) private init(view: ByteView, place: RecordPlace, record: EventRecord) {
        self.view = view
        self.record = record
        end = place.end
        position = place.start &+ 1
    }

    @inline(__always) private mutating func finish(
        _ builder: inout RecordBuilder, _ place: RecordPlace, _ attributesStart: Int
    ) -> Bool {
        let needed = RecordField.time.bit | RecordField.event.bit
        guard seen & needed == needed, record.name != .frontAppChanged else { return false }
        // High bits may be those of a neighbour, so this only decides whether to look.
        if ByteSearch.hasNonASCII(highBits), view.firstInvalidUTF8(from: place.start, to: place.end) != nil {
            return false
        }
        let count = builder.batch.attributes.count &- attributesStart
        guard count <= IngestLimits.attributesPerEvent else { return false }
        record.attributesStart = UInt32(truncatingIfNeeded: attributesStart)
        record.attributesCount = UInt16(truncatingIfNeeded: count)
        if (seen | builder.defaults.fields) & RecordField.witness.bit == 0 {
            record.witness = builder.words.witness(of: record.name)
        }
        place.write(into: &record, view)
        builder.batch.records.append(record)
        return true
    }

    @inline(__always) private mutating func scan(_ builder: inout RecordBuilder) -> Bool {
        skipSpaces()
        while true {
            guard view[position] == 0x22 else { return false }
            let keyStart = position &+ 1
            let keyEnd = stringEnd(from: keyStart)
            guard view[keyEnd] == 0x22, keyEnd < end else { return false }
            let meaning = builder.guesses.meaning(memberIndex, view, keyStart, keyEnd, builder.words)
            memberIndex &+= 1
            position = keyEnd &+ 1
            skipSpaces()
            guard view[position] == 0x3A else { print("colon"); return false }
            position &+= 1
            skipSpaces()
            guard addMember(meaning, keyStart, keyEnd, &builder) else { print("bail", view.string(keyStart, keyEnd), meaning, position); return false }
            skipSpaces()
            let next = view[position]
            position &+= 1
            if next == 0x2C {
                skipSpaces()
            } else {
                if next != 0x7D {print("next", next, memberIndex)}; return next == 0x7D && view.skipWhiteSpace(from: position, to: end) == end
            }
        }
    }

    /// Reads one value and puts it where its key says.
    @inline(__always) private mutating func addMember(
        _ meaning: KeyMeaning, _ keyStart: Int, _ keyEnd: Int, _ builder: inout RecordBuilder
    ) -> Bool {
        var start = position
        var stop: Int
        let form: ValueForm
        let initial = view[position]
        if initial == 0x22 {
            start &+= 1
            stop = stringEnd(from: start)
            guard stop < end else { return false }
            if view[stop] != 0x22 { return addEscaped(meaning, start, keyStart, keyEnd, &builder) }
            position = stop &+ 1
            form = .string
        } else if initial.isDigit || initial == 0x2D {
            guard let numberEnd = numberEnd() else { return false }
            stop = numberEnd
            position = stop
            form = .number
        } else {
            guard let wordEnd = wordEnd() else { return false }
            stop = wordEnd
            position = stop
            if initial == 0x6E { return true }
            form = .truth
        }
        guard stop < end else { return false }
        let text = Text(
            offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: stop &- start))
        if meaning.field == .attribute || (settled & meaning.field.bit != 0 && meaning.rank > 0) {
            return addAttribute(meaning, form, text, start, stop, keyStart, keyEnd, &builder)
        }
        guard seen & meaning.field.bit == 0 else { return false }
        seen |= meaning.field.bit
        if meaning.rank == 0 { settled |= meaning.field.bit }
        return set(meaning, form, text, start, stop, &builder)
    }

    /// Reads a string with escapes, which is written anew; only where nothing but its text is needed.
    @inline(never) private mutating func addEscaped(
        _ meaning: KeyMeaning, _ start: Int, _ keyStart: Int, _ keyEnd: Int, _ builder: inout RecordBuilder
    ) -> Bool {
        let isText =
            switch meaning.field {
            case .attribute: meaning.type == .string || meaning.type == .any
            case .event: settled & meaning.field.bit != 0 && meaning.rank > 0
            default: false
            }
        guard isText, let stop = try? JSONSyntax.string(view, start, end).end, stop < end else { return false }
        highBits |= 0x80
        position = stop &+ 1
        let text = builder.batch.add(JSONSyntax.unescaped(view, start, stop))
        return addAttribute(meaning, .string, text, start, stop, keyStart, keyEnd, &builder)
    }

    @inline(__always) private mutating func set(
        _ meaning: KeyMeaning, _ form: ValueForm, _ text: Text, _ start: Int, _ stop: Int,
        _ builder: inout RecordBuilder
    ) -> Bool {
        switch meaning.field {
        case .time:
            guard form != .truth, let instant = builder.instants.instant(view, start, stop) else { return false }
            builder.setInstant(instant, in: &record)
        case .event:
            guard start < stop else { return false }
            let event = builder.event(view, start, stop)
            record.name = event.name
            // A key `via` may stand before or after.
            if event.via != .missing, seen & RecordField.via.bit == 0 { record.via = event.via }
            if event.name == .custom { record.customName = text }
        case .app, .process, .device, .boot, .run, .version, .build, .os, .model, .scene, .task:
            if start < stop { FieldParser.setText(meaning.field, text, in: &record) }
        case .state: FieldParser.setState(view, start, stop, text: text, in: &record)
        case .main where meaning.rank > 0:
            guard form == .string, view.matches("main", from: start, to: stop) else { return false }
            record.main = .yes
        case .events: return false
        case .pid:
            guard form == .number, let integer, let pid = Int32(exactly: integer), pid > .min else { return false }
            record.pid = pid
        case .sequence:
            guard form == .number, let integer else { return false }
            record.sequence = integer
        default:
            guard case .set = FieldParser.set(meaning, form, view, start, stop, text: text, in: &record) else {
                return false
            }
        }
        return true
    }

    @inline(__always) private func addAttribute(
        _ meaning: KeyMeaning, _ form: ValueForm, _ text: Text, _ start: Int, _ stop: Int, _ keyStart: Int,
        _ keyEnd: Int,
        _ builder: inout RecordBuilder
    ) -> Bool {
        var attribute = Attribute()
        attribute.key = meaning.key
        if meaning.type != .string, form != .string || meaning.type != .any {
            let made = AttributeParser.attribute(meaning, form, view, start, stop)
            if made.isBad { return false }
            attribute = made.attribute
        }
        attribute.text = text
        if attribute.key == .custom {
            attribute.keyText = Text(
                offset: UInt32(truncatingIfNeeded: keyStart), length: UInt32(truncatingIfNeeded: keyEnd &- keyStart))
        }
        builder.batch.attributes.append(attribute)
        return true
    }

    @inline(__always) private mutating func skipSpaces() {
        // Most records have none.
        if view[position] <= 0x20 { position = view.skipWhiteSpace(from: position, to: end) }
    }

    /// The first quote, backslash or control character; notes whether a byte on the way is outside ASCII.
    @inline(__always) private mutating func stringEnd(from start: Int) -> Int {
        var position = start
        while position < end {
            let word = view.word(at: position)
            highBits |= word
            let found = ByteSearch.stringStops(word)
            if found != 0 { return position &+ ByteSearch.index(found) }
            position &+= 8
        }
        return end
    }

    /// The end of the number here; short integers are checked in place.
    @inline(__always) private func numberEnd() -> Int? {
        var stop = position
        while view[stop].isDigit { stop &+= 1 }
        let next = view[stop]
        if next == 0x2C || next == 0x7D, view[position] != 0x30 || stop == position &+ 1, stop > position {
            return stop
        }
        return try? JSONSyntax.number(view, position, end)
    }

    @inline(__always) private func wordEnd() -> Int? {
        let word = view.word(at: position)
        switch word & 0xFFFF_FFFF {
        case 0x6575_7274, 0x6C6C_756E: return position &+ 4
        case 0x736C_6166 where view[position &+ 4] == 0x65: return position &+ 5
        default: return nil
        }
    }
}
