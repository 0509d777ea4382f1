// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds an app's own records where they stand inside of something on their lines: behind what a logger, a server or a
/// tool wrote before them, as a member of another object, or written as a string of one.
struct EmbeddedRecords {
    /// What is looked for.
    enum Kind: Sendable {
        /// Objects of a time and an event.
        case events
        /// Objects of a time and a message.
        case messages
    }

    /// A record on a line.
    struct Find: Equatable {
        /// Its bytes; of a string those between the quotes.
        var range: Range<Int>
        var isString: Bool
        /// Its event is one that is known.
        var isKnown: Bool
    }

    /// What the first lines hold.
    struct Survey: Equatable {
        /// Lines with something on them.
        var lines = 0
        /// Those with a record.
        var found = 0
        /// Records of events that are known.
        var known = 0
        /// A line has several.
        var hasSeveral = false
        /// One of them is written as a string.
        var hasStrings = false
    }

    private let kind: Kind
    /// What stands at the beginning of a line is the row of the log around it.
    private let skipsRows: Bool
    private var builder: RecordBuilder
    /// How many bytes are looked through for one byte of a line: what is nested is looked through at each level.
    private static let effort = 16

    init(_ kind: Kind, _ words: CompiledVocabulary, skipsRows: Bool) {
        self.kind = kind
        self.skipsRows = skipsRows
        builder = RecordBuilder(
            ReadingSettings(words: words), format: LifecycleJSONLinesFormat(words: words).id, durability: .unknown)
    }

    /// The first lines of an input, as far as its format is recognised by them.
    mutating func survey(_ head: InputHead) -> Survey {
        builder.begin(chunkCount: head.bytes.count)
        var survey = Survey()
        head.bytes.withView { view in
            let lines = LogHead.lines(view, isWhole: head.isWhole)
            for line in lines {
                survey.lines += 1
                let finds = finds(view, line)
                guard !finds.isEmpty else { continue }
                survey.found += 1
                survey.known += finds.count(where: \.isKnown)
                if finds.count > 1 { survey.hasSeveral = true }
                if finds.contains(where: \.isString) { survey.hasStrings = true }
            }
        }
        return survey
    }

    /// The records alone, each where it stands, and what is left around them; all lines keep their places and lengths.
    ///
    /// - Parameter keepsOthers: lines without a record stay among the records, whose reader tells what is wrong with
    ///   them.
    /// - Returns: `end` is where the last record ends, or the last line that does.
    mutating func split(_ bytes: [UInt8], keepsOthers: Bool) -> (records: [UInt8], rest: [UInt8], end: Int) {
        builder.begin(chunkCount: bytes.count)
        var last = 0
        var records = [UInt8](repeating: 0x20, count: bytes.count)
        var rest = bytes
        bytes.withView { view in
            var start = view.hasByteOrderMark ? 3 : 0
            while start < view.count {
                let feed = view.firstIndex(of: 0x0A, from: start, to: view.count)
                let end = feed ?? view.count
                let finds = finds(view, start..<end)
                for find in finds {
                    let text =
                        find.isString
                        ? EmbeddedRecords.plain(view, find.range)
                        : view.bytes(find.range.lowerBound, find.range.upperBound)
                    records.replaceSubrange(find.range.lowerBound..<(find.range.lowerBound + text.count), with: text)
                    for position in find.range { rest[position] = 0x20 }
                    last = find.range.upperBound
                }
                if finds.isEmpty, keepsOthers { records.replaceSubrange(start..<end, with: view.bytes(start, end)) }
                if let feed {
                    records[feed] = 0x0A
                    last = end + 1
                }
                start = end + 1
            }
        }
        return (records, rest, last)
    }

    /// The records on a line, from left to right.
    mutating func finds(_ view: ByteView, _ line: Range<Int>) -> [Find] {
        var finds: [Find] = []
        var position = line.lowerBound
        var left = line.count * EmbeddedRecords.effort
        if skipsRows { position = view.skipWhiteSpace(from: position, to: line.upperBound) + 1 }
        while left > 0, let brace = view.firstIndex(of: 0x7B, from: position, to: line.upperBound) {
            position = brace + 1
            let next = view.skipWhiteSpace(from: position, to: line.upperBound)
            if view[next] == 0x22 {
                let value = EmbeddedRecords.end(line.upperBound, &left, from: brace) { () throws(JSONFault) in
                    try JSONSyntax.value(view, brace, line.upperBound)
                }
                guard let stop = value, let isKnown = tells(view, brace, stop) else { continue }
                finds.append(Find(range: brace..<stop, isString: false, isKnown: isKnown))
                position = stop
            } else if view[next] == 0x5C, view[next + 1] == 0x22, view[brace - 1] == 0x22 {
                let string = EmbeddedRecords.end(line.upperBound, &left, from: brace) { () throws(JSONFault) in
                    try JSONSyntax.string(view, brace, line.upperBound).end
                }
                guard let stop = string else { continue }
                position = stop
                let text = EmbeddedRecords.plain(view, brace..<stop)
                guard let isKnown = text.withView({ tells($0, 0, $0.count) }) else { continue }
                finds.append(Find(range: brace..<stop, isString: true, isKnown: isKnown))
            }
        }
        return finds
    }

    /// Where a value ends that begins there, nil if it does not; what was looked through is taken off the effort.
    private static func end(
        _ limit: Int, _ left: inout Int, from start: Int, _ find: () throws(JSONFault) -> Int
    ) -> Int? {
        do throws(JSONFault) {
            let stop = try find()
            left -= stop - start
            return stop
        } catch {
            left -= max(min(error.position, limit) - start, 0)
            return nil
        }
    }

    /// What is written as a string, without its escapes, on one line.
    private static func plain(_ view: ByteView, _ range: Range<Int>) -> [UInt8] {
        var text = JSONSyntax.unescaped(view, range.lowerBound, range.upperBound)
        for index in text.indices where text[index] < 0x20 { text[index] = 0x20 }
        return text
    }

    /// Whether the event of the object in that range is a known one; nil if it is no record.
    private mutating func tells(_ view: ByteView, _ start: Int, _ end: Int) -> Bool? {
        switch kind {
        case .events:
            switch HeadSniffer.telling(view, start, end, &builder) {
            case .known: true
            case .record: false
            case .shape, .nothing: nil
            }
        case .messages: AppLogFormats.objectShape.isSigned(view, start, end) ? false : nil
        }
    }
}
