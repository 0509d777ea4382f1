// SPDX-License-Identifier: MIT

import LifelintModel

/// Looks at the beginning of an input and finds records in it: the native formats are recognised by content alone.
struct HeadSniffer {
    private let head: InputHead
    private let words: CompiledVocabulary
    private let lineLimit: Int

    /// A look at that head.
    ///
    /// - Parameter lines: at how many lines of it.
    init(_ head: InputHead, _ words: CompiledVocabulary, lines: Int = IngestLimits.headLines) {
        self.head = head
        self.words = words
        lineLimit = lines
    }

    /// What an object was found to be.
    private enum Find {
        case record(isKnown: Bool)
        case document, other
    }

    /// What an object says.
    enum Telling {
        /// A time and an event that is known.
        case known
        /// A time and an event, under a name that says so.
        case record
        /// A time, and a name of something that may have happened.
        case shape
        case nothing

        /// Whether it is one that is read.
        var isRecord: Bool { self == .known || self == .record }
    }

    /// Whether the first line is a record, or at least half of the first lines are JSON objects, damaged ones included,
    /// and records or documents are among them.
    func isJSONLines(_ format: String) -> Bool {
        guard let initial = firstByte, initial == 0x7B || initial == 0x5B || head.bytes.count > 1 else { return false }
        var builder = builder(format)
        return head.bytes.withView { view in
            var lines = 0
            var objects = 0
            var records = 0
            var known = 0
            var documents = 0
            var isFirstRecord = false
            forEachLine(view) { start, end in
                lines += 1
                guard view[start] == 0x7B || view[start] == 0x5B else { return }
                switch find(view, start, end, &builder) {
                case .record(let isKnown):
                    records += 1
                    objects += 1
                    if isKnown { known += 1 }
                    if lines == 1 { isFirstRecord = true }
                case .document:
                    documents += 1
                    objects += 1
                case .other: objects += 1
                case nil: if initial == 0x7B, isDamaged(view, start, end) { objects += 1 }
                }
            }
            // Far behind the beginning only what is known shows whose log it is.
            if lineLimit > IngestLimits.headLines { return known > 0 && objects * 2 >= lines }
            // One line that is one document is the other format: there it may be of any length.
            guard records > 0 || (documents > 0 && lines > 1) else { return false }
            return isFirstRecord || objects * 2 >= lines
        }
    }

    /// Whether a line that is no value is an object that was not written well, rather than a piece of a larger one.
    private func isDamaged(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var last = end - 1
        while last > start, view[last] <= 0x20 { last -= 1 }
        return view[start] == 0x7B && last > start && view[last] != 0x2C
    }

    /// Whether it is JSON of any layout that holds records.
    func isJSONDocument(_ format: String) -> Bool {
        guard let initial = firstByte, initial == 0x7B || initial == 0x5B else { return false }
        var builder = builder(format)
        return head.bytes.withView { view in
            var scanner = DocumentScanner()
            scanner.scanHead(view, records: IngestLimits.headLines)
            var seen = 0
            var records = 0
            var shapes = 0
            for case .record(let start, let end, _, _) in scanner.items.prefix(4 * IngestLimits.headLines) {
                guard seen < IngestLimits.headLines else { break }
                seen += 1
                switch HeadSniffer.telling(view, start, end, &builder) {
                case .known, .record: records += 1
                case .shape: shapes += 1
                case .nothing: break
                }
            }
            // What an app names itself stands between what is known, and may be most of it.
            if scanner.items.isEmpty || seen > 0 { return records > 0 && (records + shapes) * 2 >= seen }
            return isEmptyDump
        }
    }

    /// Whether it is a dump in which nothing was recorded: `{"events": []}`, or an array of such documents.
    var isEmptyDump: Bool {
        guard head.isWhole else { return false }
        let isMarked = head.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let root = JSONDocument(isMarked ? Array(head.bytes.dropFirst(3)) : head.bytes).root else { return false }
        let documents = root.isArray ? root.elements : [root]
        return !documents.isEmpty
            && documents.allSatisfy { document in
                guard let events = document["events"], events.isArray else { return false }
                return !events.elements.contains(where: \.isObject)
            }
    }

    /// Whether the first lines are a time and an event, of which one is known.
    ///
    /// At least half of them, or the very first, unless most go on in sentences; a header that says whose they are
    /// vouches for the rest, and is enough where nothing else stands. Where it vouches for all of them, an event may be
    /// any word.
    func isText(_ format: String) -> Bool {
        var reader = LifecycleTextReader(ReadingSettings(words: words), format: format, durability: .immediate)
        let result = head.bytes.withView { view in
            var lines = 0
            var fitting = 0
            var known = 0
            var plain = 0
            var sentences = 0
            var isIntroduced = false
            var isFirstKnown = false
            forEachLine(view) { start, end in
                if view[start] == 0x23 {
                    // Behind other lines it may be a log that a text quotes.
                    if lines == 0, namesField(view, start + 1, end) { isIntroduced = true }
                    return
                }
                lines += 1
                switch textEvent(view, start, end) {
                case .known:
                    known += 1
                    fitting += 1
                    if lines == 1 { isFirstKnown = true }
                case .marked: fitting += 1
                case .plain: plain += 1
                case .sentence: sentences += 1
                case .none: break
                }
            }
            let isVouchedFor = isIntroduced || isFirstKnown && sentences * 2 <= lines
            if isIntroduced, fitting + plain == lines { fitting = lines }
            return (lines: lines, fitting: fitting, known: known, isVouchedFor: isVouchedFor)
        }
        if result.lines == 0 { return result.isVouchedFor }
        if result.known > 0, result.isVouchedFor { return true }
        guard result.fitting * 2 >= result.lines else { return false }
        if result.known > 0 || result.isVouchedFor { return true }
        guard builder(format).asksRecognisers else { return false }
        _ = reader.read(head.bytes, offset: 0, isLast: true)
        return reader.recognisedCount > 0
    }

    /// The first byte that is no white space and no byte-order mark.
    private var firstByte: UInt8? {
        head.bytes.first { !ByteView.isWhiteSpace($0) && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    }

    private func builder(_ format: String) -> RecordBuilder {
        var builder = RecordBuilder(ReadingSettings(words: words), format: format, durability: .unknown)
        builder.begin(chunkCount: head.bytes.count)
        return builder
    }

    /// Calls for each of the first lines with something on it; comments count not, and the last line only if it is
    /// whole.
    private func forEachLine(_ view: ByteView, _ body: (Int, Int) -> Void) {
        var start = view.hasByteOrderMark ? 3 : 0
        var lines = 0
        while start < view.count, lines < lineLimit {
            let feed = view.firstIndex(of: 0x0A, from: start, to: view.count)
            if feed == nil, !head.isWhole { return }
            let end = feed ?? view.count
            let first = view.skipWhiteSpace(from: start, to: end)
            if first < end {
                if view[first] != 0x23 { lines += 1 }
                body(first, end)
            }
            start = end + 1
        }
    }

    /// What the value on a line is; nil if the line is not exactly one value, as in an array with an element a line.
    private func find(_ view: ByteView, _ start: Int, _ end: Int, _ builder: inout RecordBuilder) -> Find? {
        guard isValue(view, start, end) else { return nil }
        let telling = view[start] == 0x7B ? HeadSniffer.telling(view, start, end, &builder) : .nothing
        if telling.isRecord { return .record(isKnown: telling == .known) }
        var scanner = DocumentScanner(position: start, isArrayDocument: true)
        scanner.scan(view, base: 0, to: end)
        for case .record(let start, let end, _, _) in scanner.items.prefix(IngestLimits.headLines)
        where isRecord(view, start, end, &builder) {
            return .document
        }
        return .other
    }

    private func isValue(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard let stop = try? JSONSyntax.value(view, start, end) else { return false }
        return view.skipWhiteSpace(from: stop, to: end) == end
    }

    private func isRecord(_ view: ByteView, _ start: Int, _ end: Int, _ builder: inout RecordBuilder) -> Bool {
        HeadSniffer.telling(view, start, end, &builder).isRecord
    }

    /// What the object in that range says.
    static func telling(_ view: ByteView, _ start: Int, _ end: Int, _ builder: inout RecordBuilder) -> Telling {
        guard let scanned = try? JSONRecordScanner.scan(view, start, end, into: &builder), case .record = scanned.shape
        else { return .nothing }
        builder.chooseWinners()
        if builder.asksRecognisers, builder.recognise(view) != nil { return .known }
        let time = builder.winners[Int(RecordField.time.rawValue)]
        let event = builder.winners[Int(RecordField.event.rawValue)]
        guard time >= 0, event >= 0, builder.fields[event].form == .string else { return .nothing }
        let instant = builder.bytes(builder.fields[time].value, view)
        guard instant.withView({ builder.instants.instant($0, 0, $0.count) }) != nil else { return .nothing }
        let words = builder.words
        let isKnown = builder.bytes(builder.fields[event].value, view).withView { words.isKnownEvent($0, 0, $0.count) }
        if isKnown { return .known }
        if isServers(builder, view) { return .nothing }
        // Much JSON has a name, a kind or a type; only `event` and `eventName` say what they are.
        return builder.fields[event].meaning.rank < 2 ? .record : .shape
    }

    /// Whether a logger of Node.js wrote the record (bunyan, pino), which no app has: it names the machine, and numbers
    /// levels.
    private static func isServers(_ builder: RecordBuilder, _ view: ByteView) -> Bool {
        let fields = builder.fields
        return fields.contains { $0.isNamed("hostname".utf8, view, builder.batch) }
            && fields.contains { $0.form == .number && $0.isNamed("level".utf8, view, builder.batch) }
    }

    /// What the event of a text line is.
    private enum TextEvent {
        case known
        /// Written like a name: dotted, or in camel case.
        case marked
        /// A word.
        case plain
        /// More words, as apps write messages.
        case sentence
    }

    /// What the event of a text line is; nil if the line is no time and event.
    private func textEvent(_ view: ByteView, _ start: Int, _ end: Int) -> TextEvent? {
        let tokens = TextTokens(view: view, end: end)
        let timeEnd = tokens.timeEnd(from: start)
        var instants = InstantParser()
        let isTime =
            view[start + 2] == 0x3A
            ? InstantParser.clockTime(view, start, timeEnd) != nil : instants.dated(view, start, timeEnd) != nil
        let eventStart = tokens.skipSpaces(from: timeEnd)
        guard isTime, eventStart < end else { return nil }
        let event = tokens.event(from: eventStart)
        let isSentence = !event.isQuoted && tokens.hasBareWord(from: event.next)
        if words.isKnownEvent(view, event.start, event.end), !isSentence || tokens.isDottedName(event) {
            return .known
        }
        // Behind an event stand fields; a class in front of words is a line of an app's own.
        guard !isSentence else { return .sentence }
        return eventForm(view, event.start, event.end)
    }

    /// A dotted name or one in camel case, `sync.finished`, `appDidSync`, or a mere word; nil if it is neither.
    private func eventForm(_ view: ByteView, _ start: Int, _ end: Int) -> TextEvent? {
        guard view[start].isLetter, view[end - 1].isLetter || view[end - 1].isDigit || view[end - 1] == 0x29 else {
            return nil
        }
        var hasMark = false
        for position in start..<end {
            let byte = view[position]
            let isUpper = byte >= 0x41 && byte <= 0x5A
            if byte == 0x2E || (isUpper && position > start) { hasMark = true }
            guard byte.isLetter || byte.isDigit || [0x2E, 0x5F, 0x2D, 0x3A, 0x28, 0x29].contains(byte) else {
                return nil
            }
        }
        return hasMark ? .marked : .plain
    }

    /// Whether a header begins with a field that says whose or when the events are: `# app=com.acme.notes`.
    private func namesField(_ view: ByteView, _ from: Int, _ end: Int) -> Bool {
        let tokens = TextTokens(view: view, end: end)
        let start = tokens.skipSpaces(from: from)
        guard let equals = tokens.equalsSign(from: start) else { return false }
        switch words.meaning(view, start, equals).field {
        case .app, .process, .device, .boot, .pid, .run, .host: return true
        default: return view.matches("date", from: start, to: equals)
        }
    }
}
