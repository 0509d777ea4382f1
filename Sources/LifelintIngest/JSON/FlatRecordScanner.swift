// SPDX-License-Identifier: MIT

import LifelintModel

/// The short cut for what nearly every line is: a flat object, each field spelled once.
///
/// Fields go straight into the record, eight bytes are looked at together, nothing is allocated. Whatever is not plain
/// (a nested value, an escape in a field, a second spelling of a field, a value that does not fit) gives up, and
/// ``JSONRecordScanner`` starts over; so both have to understand plain records alike.
struct FlatRecordScanner {
    private let view: ByteView
    private let end: Int
    private var position: Int
    /// The fields that were read.
    private var seen: UInt32 = 0
    /// The fields among them that were read under their best spelling: any other spelling is an attribute.
    private var settled: UInt32 = 0
    /// All bytes of strings, one over the other: tells whether any is outside ASCII.
    private var highBits: UInt64 = 0
    /// The number read last, if it is a short integer.
    private var integer: Int64?
    /// Whether a message is among the values.
    private var hasMessage = false

    /// Adds the record between `place.start` and `place.end` if it is a plain one; else changes nothing that counts.
    @inline(__always) static func add(_ view: ByteView, _ place: RecordPlace, to builder: inout RecordBuilder) -> Bool {
        guard builder.beginPlainRecord() else { return false }
        let attributesStart = builder.batch.attributes.count
        var scanner = FlatRecordScanner(view: view, end: place.end, position: place.start &+ 1)
        guard scanner.scan(&builder), scanner.finish(&builder, place, attributesStart) else {
            builder.batch.attributes.removeLast(builder.batch.attributes.count - attributesStart)
            return false
        }
        return true
    }

    @inline(__always) private init(view: ByteView, end: Int, position: Int) {
        self.view = view
        self.end = end
        self.position = position
    }

    @inline(__always) private mutating func finish(
        _ builder: inout RecordBuilder, _ place: RecordPlace, _ attributesStart: Int
    ) -> Bool {
        let needed = RecordField.time.bit | RecordField.event.bit
        guard seen & needed == needed, builder.record.name != .frontAppChanged,
            !FixedWords.concerns(builder.record.name),
            !(hasMessage && builder.record.name == .custom && builder.asksMessages)
        else { return false }
        // High bits may be those of a neighbour, so this only decides whether to look.
        if ByteSearch.hasNonASCII(highBits), view.firstInvalidUTF8(from: place.start, to: place.end) != nil {
            return false
        }
        let count = builder.batch.attributes.count &- attributesStart
        guard count <= IngestLimits.attributesPerEvent else { return false }
        builder.record.attributesStart = UInt32(truncatingIfNeeded: attributesStart)
        builder.record.attributesCount = UInt16(truncatingIfNeeded: count)
        if count > 0, EventUnits.concerns(builder.record.name) {
            EventUnits.settle(
                builder.record.name, &builder.batch.attributes, from: builder.record.attributesStart)
        }
        builder.record.isWitnessAssumed = (seen | builder.defaults.fields) & RecordField.witness.bit == 0
        if builder.record.isWitnessAssumed {
            builder.record.witness = builder.words.witness(of: builder.record.name)
        }
        place.write(into: &builder.record, view)
        builder.batch.records.append(builder.record)
        return true
    }

    @inline(__always) private mutating func scan(_ builder: inout RecordBuilder) -> Bool {
        skipSpaces()
        var index = 0
        while view[position] == 0x22 {
            let keyStart = position &+ 1
            let guess = builder.guesses[index]
            var keyEnd = keyStart &+ guess.length
            var meaning = guess.meaning
            if !guess.fits(view, keyStart, terminator: 0x22) {
                keyEnd = stringEnd(from: keyStart)
                guard keyEnd < end, view[keyEnd] == 0x22 else { return false }
                meaning = builder.words.meaning(view, keyStart, keyEnd)
                builder.guesses.remember(index, view, keyStart, keyEnd, meaning)
            }
            index &+= 1
            guard skipColon(keyEnd), addMember(meaning, keyStart, keyEnd, &builder) else { return false }
            // Nearly always the quote of the next key follows the comma.
            if view.word(at: position) & 0xFFFF == 0x222C {
                position &+= 1
                continue
            }
            skipSpaces()
            let next = view[position]
            position &+= 1
            guard next == 0x2C else { return next == 0x7D && view.skipWhiteSpace(from: position, to: end) == end }
            skipSpaces()
        }
        return false
    }

    /// Goes on from the quote behind a key to its value.
    @inline(__always) private mutating func skipColon(_ keyEnd: Int) -> Bool {
        let word = view.word(at: keyEnd)
        position = keyEnd &+ 2
        if word & 0xFFFF == 0x3A22, word >> 16 & 0xFF > 0x20 { return true }
        position = keyEnd &+ 1
        skipSpaces()
        guard view[position] == 0x3A else { return false }
        position &+= 1
        skipSpaces()
        return true
    }

    /// Reads one value and puts it where its key says.
    @inline(__always) private mutating func addMember(
        _ meaning: KeyMeaning, _ keyStart: Int, _ keyEnd: Int, _ builder: inout RecordBuilder
    ) -> Bool {
        var start = position
        let stop: Int
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
            guard let numberEnd = numberEnd(), numberEnd < end else { return false }
            stop = numberEnd
            position = stop
            form = .number
        } else {
            guard let wordEnd = wordEnd(), wordEnd < end else { return false }
            stop = wordEnd
            position = stop
            if initial == 0x6E { return true }
            form = .truth
        }
        let text = Text(
            offset: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: stop &- start))
        if meaning.anchor != 0, builder.mayBeKnown(meaning.anchor, view, start, stop) { return false }
        let bit = meaning.field.bit
        if meaning.field == .attribute || (settled & bit != 0 && meaning.rank > 0) {
            if meaning.isMessage { hasMessage = true }
            return addAttribute(meaning, form, text, start, stop, keyStart, keyEnd, &builder)
        }
        guard seen & bit == 0 else { return false }
        seen |= bit
        if meaning.rank == 0 { settled |= bit }
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
        guard isText, meaning.anchor == 0, let stop = try? JSONSyntax.string(view, start, end).end, stop < end else {
            return false
        }
        // What was jumped over has not been looked at.
        highBits = .max
        position = stop &+ 1
        let text = builder.batch.add(JSONSyntax.unescaped(view, start, stop))
        if meaning.isMessage { hasMessage = true }
        return addAttribute(meaning, .string, text, start, stop, keyStart, keyEnd, &builder)
    }

    @inline(__always) private mutating func set(
        _ meaning: KeyMeaning, _ form: ValueForm, _ text: Text, _ start: Int, _ stop: Int,
        _ builder: inout RecordBuilder
    ) -> Bool {
        switch meaning.field {
        case .boot:
            guard start < stop else { break }
            builder.record.boot = BootSpelling.kept(view, start, stop).map { builder.batch.add($0) } ?? text
        case .app, .process, .device, .run, .version, .build, .os, .model, .scene, .task:
            if start < stop { FieldParser.setText(meaning.field, text, in: &builder.record) }
        case .time:
            guard form != .truth, let instant = builder.instants.instant(view, start, stop) else { return false }
            builder.record.time = instant.nanoseconds
            builder.record.order = instant.nanoseconds
            builder.record.digits = instant.digits
            if instant.hasZone { builder.batch.hear(instant) } else { builder.assumeZone() }
        case .event:
            guard start < stop else { return false }
            let event = builder.event(view, start, stop)
            // Another field may say that it is an event of a scene.
            guard !event.isOfSceneIfNamed, event.name != .custom || builder.meant == nil else { return false }
            builder.record.name = event.name
            // A key `via` may stand before or after.
            if event.via != .missing, seen & RecordField.via.bit == 0 { builder.record.via = event.via }
            if event.name == .custom { builder.record.customName = text }
        case .state: FieldParser.setState(view, start, stop, text: text, in: &builder.record)
        case .main where meaning.rank > 0:
            // "main", the four letters.
            guard form == .string, stop &- start == 4, view.word(at: start) & 0xFFFF_FFFF == 0x6E69_616D else {
                return false
            }
            builder.record.main = .yes
        case .pid where form == .number:
            guard let integer, let pid = Int32(exactly: integer) else { return false }
            builder.record.pid = pid
        case .sequence where form == .number:
            guard let integer else { return false }
            builder.record.sequence = integer
        case .events: return false
        default:
            guard case .set = FieldParser.set(meaning, form, view, start, stop, text: text, in: &builder.record) else {
                return false
            }
        }
        return true
    }

    @inline(__always) private func addAttribute(
        _ meaning: KeyMeaning, _ form: ValueForm, _ text: Text, _ start: Int, _ stop: Int, _ keyStart: Int,
        _ keyEnd: Int, _ builder: inout RecordBuilder
    ) -> Bool {
        var attribute = Attribute()
        attribute.key = meaning.key
        if meaning.type != .string, form != .string || meaning.type != .any || !meaning.isCustom {
            let made = AttributeParser.attribute(meaning, form, view, start, stop)
            if made.isBad { return false }
            attribute = made.attribute
        }
        attribute.text = text
        if meaning.isCustom {
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

    /// The end of the number here; short integers are read in place.
    @inline(__always) private mutating func numberEnd() -> Int? {
        var stop = position
        var value: Int64 = 0
        while view[stop].isDigit {
            value = value &* 10 &+ Int64(view[stop] &- 0x30)
            stop &+= 1
        }
        let length = stop &- position
        let next = view[stop]
        if next == 0x2C || next == 0x7D, length > 0, length <= 18, view[position] != 0x30 || length == 1 {
            integer = value
            return stop
        }
        integer = nil
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
