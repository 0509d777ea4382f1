// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the text notation, line by line: headers say what holds for the lines that follow.
struct LifecycleTextReader: FormatReader {
    private var builder: RecordBuilder
    /// The day that bare clock times are counted from, in nanoseconds since the Unix epoch.
    private var day: Int64
    /// How many days clock times have passed since.
    private var daysPassed: Int64 = 0
    private var lastClock: Int64?
    /// How far clock times may step back within a day: a larger step means the next day.
    private static let slack = 10 * InstantParser.second
    /// A zone that a header names: seconds east of UTC.
    private var headerZone: Int?
    /// Asked of sentences, which apps write between their events.
    private var sentences: SentenceReader
    /// The time of the line before.
    private var lastTime: ReadInstant?

    /// A reader for one input.
    init(_ settings: ReadingSettings, format: String, durability: Durability) {
        sentences = SentenceReader(settings, format: format, durability: durability)
        builder = RecordBuilder(settings, format: format, durability: durability)
        let date = settings.date.flatMap { $0.exists ? $0 : nil } ?? CalendarDay(year: 2000, month: 1, day: 1)
        day = LifecycleTextReader.midnight(date)
    }

    /// How many records recognisers understood so far.
    var recognisedCount: Int { builder.recognisedCount }

    private static func midnight(_ date: CalendarDay) -> Int64 {
        Int64(min(max(date.daysSinceEpoch, -100_000), 100_000)) * InstantParser.day
    }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        guard chunk.count <= IngestLimits.chunkBytes else { return builder.refusedChunk(at: offset) }
        builder.begin(chunkCount: chunk.count)
        chunk.withView { view in
            var start = offset == 0 && view.hasByteOrderMark ? 3 : 0
            var line = 0
            while start < view.count {
                let feed = view.firstIndex(of: 0x0A, from: start, to: view.count)
                let lineEnd = feed ?? view.count
                let tokens = TextTokens(view: view, end: lineEnd)
                let first = tokens.skipSpaces(from: start)
                if first < lineEnd {
                    let end = view[lineEnd &- 1] == 0x0D ? lineEnd &- 1 : lineEnd
                    let place = RecordPlace(
                        start: first, end: end, offset: offset &+ Int64(first), line: line, column: first &- start)
                    readLine(TextTokens(view: view, end: end), place, isCut: feed == nil && isLast)
                }
                start = lineEnd &+ 1
                line &+= 1
            }
            builder.batch.lineCount = line
        }
        return builder.batch.finish(chunk)
    }

    @inline(__always) private mutating func readLine(_ tokens: TextTokens, _ place: RecordPlace, isCut: Bool) {
        let view = tokens.view
        if view[place.start] == 0x23 {
            // Only at the very start of the line: an indented comment is a comment.
            if place.column == 0, place.end - place.start <= IngestLimits.lineBytes {
                readHeader(tokens, place)
            }
            return
        }
        builder.batch.recordCount &+= 1
        guard place.end &- place.start <= IngestLimits.lineBytes else {
            builder.report(.lineTooLong, at: place.start, place, view, IngestProblem.lineTooLong)
            return addGap(tokens, place)
        }
        if view.firstNonASCII(from: place.start, to: place.end) < place.end,
            let position = view.firstInvalidUTF8(from: place.start, to: place.end)
        {
            builder.report(.invalidUTF8, at: position, place, view, IngestProblem.invalidUTF8)
        }
        let timeEnd = tokens.timeEnd(from: place.start)
        guard let time = time(view, place.start, timeEnd) else {
            let isTime = view[place.start].isDigit
            // What the runtime prints has no time: it was printed after the line before.
            if !isTime, let lastTime, sentences.read(place.start..<place.end, view, place, lastTime, into: &builder) {
                return
            }
            builder.report(
                isTime ? .badTime : .noTime, at: place.start, place, view,
                isTime
                    ? IngestProblem.badTime(view.bytes(place.start, timeEnd)) : "The line does not begin with a time.")
            builder.noteUnreadable(view, place)
            return
        }
        lastTime = time
        switch readEvent(tokens, place, from: timeEnd, isCut: isCut) {
        case .none: break
        case .event: builder.addRecord(view, place, time: time)
        case .sentence: readSentence(tokens, place, time, from: timeEnd, isCut: isCut)
        }
    }

    /// A line that goes on with words: what recognisers know of it, or else what can be read of it as an event.
    @inline(never) private mutating func readSentence(
        _ tokens: TextTokens, _ place: RecordPlace, _ time: ReadInstant, from timeEnd: Int, isCut: Bool
    ) {
        let start = tokens.skipSpaces(from: timeEnd)
        if sentences.read(start..<tokens.end, tokens.view, place, time, into: &builder) { return }
        let event = tokens.event(from: start)
        builder.fields.removeAll(keepingCapacity: true)
        addField(event, key: .missing, builder.words.eventMeaning, tokens.view)
        readPairs(tokens, place, from: event.next, isCut: isCut)
        // `didEnterBackgroundNotification observer added`: a callback's name is no more than a word of it.
        let isMethod = [0x2B, 0x2D, 0x5B].contains(tokens.view[event.start])
        guard !isMethod, builder.words.isKnownEvent(tokens.view, event.start, event.end) else {
            return builder.addRecord(tokens.view, place, time: time)
        }
        builder.chooseWinners()
        builder.addEvent(
            tokens.view, place, time: time,
            event: (SpelledEvent(name: .custom, via: .missing), builder.fields[0].value), witness: nil)
    }

    /// In place of a line that is skipped: by its beginning it is known whose it was, and when.
    private mutating func addGap(_ tokens: TextTokens, _ place: RecordPlace) {
        // Up to the last whole word of the part that is looked at.
        var end = place.start
        var isQuoted = false
        for position in place.start..<(place.start + IngestLimits.sourceBytes) {
            if tokens.view[position] == 0x22 { isQuoted.toggle() }
            if !isQuoted, tokens.view[position] <= 0x20 { end = position }
        }
        let beginning = TextTokens(view: tokens.view, end: end)
        let timeEnd = beginning.timeEnd(from: place.start)
        guard let time = time(tokens.view, place.start, timeEnd),
            readEvent(beginning, place, from: timeEnd, isCut: false) != .none
        else { return builder.noteUnreadable(tokens.view, place) }
        builder.addGap(tokens.view, place, time: time)
    }

    /// The time that the range is; clock times go on from the line before.
    @inline(__always) private mutating func time(_ view: ByteView, _ start: Int, _ end: Int) -> ReadInstant? {
        guard view[start].isDigit else { return nil }
        guard view[start &+ 2] == 0x3A else { return builder.instants.instant(view, start, end) }
        guard var clock = InstantParser.clockTime(view, start, end) else { return nil }
        var days = daysPassed
        if let last = lastClock, days > 0, clock.nanoseconds - last >= InstantParser.day - LifecycleTextReader.slack {
            // Just after midnight a line of just before it: late, not a day later.
            days -= 1
        } else {
            if let last = lastClock, clock.nanoseconds < last - LifecycleTextReader.slack { days += 1 }
            daysPassed = days
            lastClock = clock.nanoseconds
        }
        // A day for every line of a file is still less than what 64 bits hold only up to a point.
        let (passed, isTooLarge) = days.multipliedReportingOverflow(by: InstantParser.day)
        let (midnight, isBeyond) = day.addingReportingOverflow(passed)
        let (instant, isAfter) = midnight.addingReportingOverflow(clock.nanoseconds)
        guard !isTooLarge, !isBeyond, !isAfter, instant < .max - InstantParser.day else { return nil }
        clock.nanoseconds = instant - Int64(headerZone ?? 0) * InstantParser.second
        // UTC by the definition of the format: nothing is assumed.
        clock.hasZone = true
        return clock
    }

    /// What stands behind the time of a line.
    private enum Content {
        case none
        /// An event with its fields.
        case event
        /// Words: a message, as apps write them between their events.
        case sentence
    }

    /// Reads what follows the time into the builder's fields, unless it is a sentence.
    @inline(__always) private mutating func readEvent(
        _ tokens: TextTokens, _ place: RecordPlace, from timeEnd: Int, isCut: Bool
    ) -> Content {
        builder.fields.removeAll(keepingCapacity: true)
        let start = tokens.skipSpaces(from: timeEnd)
        let event = tokens.event(from: start)
        let isMissing = start >= tokens.end || tokens.view[start] == 0x23 || event.start >= event.end
        if isMissing || !event.isQuoted && tokens.equalsSign(from: start) != nil && tokens.view[start] != 0x2D {
            builder.report(.noEvent, at: start, place, tokens.view, "After the time the line names no event.")
            return .none
        }
        if !event.isQuoted, tokens.hasBareWord(from: event.next), !tokens.isDottedName(event) { return .sentence }
        addField(event, key: .missing, builder.words.eventMeaning, tokens.view)
        readPairs(tokens, place, from: event.next, isCut: isCut)
        return .event
    }

    @inline(__always) private mutating func readPairs(
        _ tokens: TextTokens, _ place: RecordPlace, from start: Int, isCut: Bool
    ) {
        let view = tokens.view
        var position = start
        var index = 0
        while true {
            position = tokens.skipSpaces(from: position)
            guard position < tokens.end, view[position] != 0x23 else { return }
            let guess = builder.guesses[index]
            var equals = position &+ guess.length
            var meaning = guess.meaning
            if !guess.fits(view, position, terminator: 0x3D) || equals >= tokens.end {
                guard let found = tokens.equalsSign(from: position) else {
                    let stop = tokens.wordEnd(from: position)
                    builder.report(
                        .badValue, at: position, place, view,
                        "'\(IngestProblem.shown(view.bytes(position, stop)))' is no key=value and is left out.")
                    position = stop
                    continue
                }
                equals = found
                meaning = builder.words.meaning(view, position, equals)
                builder.guesses.remember(index, view, position, equals, meaning)
            }
            index &+= 1
            let value = tokens.value(from: equals &+ 1)
            if !value.isClosed {
                builder.report(
                    isCut ? .truncatedLine : .badValue, at: equals + 1, place, view,
                    isCut ? IngestProblem.truncatedLine : IngestProblem.unclosed("A quoted value"))
            } else if value.next < tokens.end, view[value.next] > 0x20 {
                builder.report(
                    .badValue, at: value.next, place, view, "A quoted value ends before the end of its word.")
            }
            // Time and event have their places; here these keys are the app's own.
            if meaning.field == .time || meaning.field == .event || meaning.field == .events {
                meaning.field = .attribute
            }
            let key = Text(
                offset: UInt32(truncatingIfNeeded: position), length: UInt32(truncatingIfNeeded: equals &- position))
            addField(value, key: key, meaning, view)
            position = tokens.wordEnd(from: value.next)
        }
    }

    @inline(__always) private mutating func addField(
        _ token: TextTokens.Token, key: Text, _ meaning: KeyMeaning, _ view: ByteView
    ) {
        var text = Text(
            offset: UInt32(truncatingIfNeeded: token.start),
            length: UInt32(truncatingIfNeeded: token.end &- token.start))
        if token.hasEscapes { text = builder.batch.add(JSONSyntax.unescaped(view, token.start, token.end)) }
        builder.fields.append(
            RawField(
                key: key, value: text, form: token.isQuoted ? .string : .word, meaning: meaning, position: token.start))
    }

    /// A comment whose first token is `key=value` is a header.
    private mutating func readHeader(_ tokens: TextTokens, _ place: RecordPlace) {
        let view = tokens.view
        var position = tokens.skipSpaces(from: place.start + 1)
        while position < tokens.end, let equals = tokens.equalsSign(from: position), isKey(view, position, equals) {
            let token = tokens.value(from: equals + 1)
            if !token.isClosed {
                builder.report(.badValue, at: equals + 1, place, view, IngestProblem.unclosed("A quoted value"))
            } else if token.next < tokens.end, view[token.next] > 0x20 {
                builder.report(
                    .badValue, at: token.next, place, view, "A quoted value ends before the end of its word.")
            }
            let key = view.bytes(position, equals)
            let value =
                token.hasEscapes
                ? JSONSyntax.unescaped(view, token.start, token.end) : view.bytes(token.start, token.end)
            if !setClock(key, value) { addDefault(key, value, token, place, view) }
            position = tokens.skipSpaces(from: tokens.wordEnd(from: token.next))
        }
    }

    /// Whether a word can be a key: so a sentence with an equals sign in it is no header.
    private func isKey(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard start < end, view[start].isLetter || view[start] == 0x5F || view[start] == 0x40 else { return false }
        return (start..<end).allSatisfy {
            let byte = view[$0]
            return byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x40
                || byte >= 0x80
        }
    }

    /// Takes `date=` and `zone=`, which speak of times; false if the key is another one or its value makes no sense.
    private mutating func setClock(_ key: [UInt8], _ value: [UInt8]) -> Bool {
        switch String(decoding: key, as: UTF8.self) {
        case "date":
            guard let date = value.withView({ InstantParser.date($0, 0, $0.count) }) else { return false }
            day = LifecycleTextReader.midnight(date)
            daysPassed = 0
            lastClock = nil
            return true
        case "zone", "timezone":
            guard let zone = value.withView({ InstantParser.zoneOffset($0, 0, $0.count) }) else { return false }
            headerZone = zone
            builder.readZone(zone)
            return true
        default: return false
        }
    }

    /// Whether a value is meant for a zone, though none that can be told from UTC: `Europe/Berlin`, `CET`, `+99:00`.
    private static func namesZone(_ value: [UInt8]) -> Bool {
        guard let first = value.first else { return false }
        if first == 0x2B || first == 0x2D { return true }
        let isPath = value.contains(0x2F) && value.allSatisfy { $0.isLetter || $0.isDigit || "/_+-".utf8.contains($0) }
        return isPath || (3...5).contains(value.count) && value.allSatisfy { (0x41...0x5A).contains($0) }
    }

    private mutating func addDefault(
        _ key: [UInt8], _ value: [UInt8], _ token: TextTokens.Token, _ place: RecordPlace, _ view: ByteView
    ) {
        // A zone that is none is the app's own word; a date, or a zone by its name, can only have been meant as one.
        let isZone = key == Array("timezone".utf8) || key == Array("zone".utf8) && LifecycleTextReader.namesZone(value)
        let isClock = key == Array("date".utf8) || isZone
        var meaning = key.withView { builder.words.meaning($0, 0, $0.count) }
        if meaning.field == .time || meaning.field == .event || meaning.field == .events { meaning.field = .attribute }
        let form: ValueForm = token.isQuoted ? .string : .word
        guard !isClock, RecordDefaults.accepts(meaning, form, value) else {
            builder.report(
                .badValue, at: token.start, place, view,
                isClock
                    ? "'\(IngestProblem.shown(value))' is no value for '\(IngestProblem.shown(key))' in a header"
                        + (isZone ? ", which takes an offset such as +01:00." : ".")
                    : IngestProblem.badValue(key, value, meaning))
            return
        }
        if !builder.defaults.add(key: key, value: value, form: form, meaning: meaning) {
            builder.report(.tooLarge, at: token.start, place, view, IngestProblem.tooManyDefaults)
        }
    }
}
