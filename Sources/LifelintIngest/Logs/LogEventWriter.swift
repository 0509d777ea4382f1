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
    private let marks: LogMarks
    private let names: LogFieldNames
    private var writers: WriterMemory
    /// A message that had to be written anew: unescaped, or of several lines; zeros follow it.
    private var copy: [UInt8] = []
    /// What ``mayKnow(_:_:candidates:lines:escaping:)`` found in the message that it was asked of last.
    private var fit: Fit?
    private var escaping = LogEscaping.none
    /// What the pattern found, as fields under their own names.
    var captures: [RawField] = []
    /// The value in the making.
    var value: [UInt8] = []
    /// How many messages were known.
    private(set) var recognisedCount = 0
    /// Whose console it is; heard of only in logs of one process.
    var speaker = OnlySpeaker()
    /// The processes that are known to be the system's, where more than the events of the log is told.
    private var systems = SystemProcesses()
    private let tellsSystems: Bool
    /// The process of the system's that the last message showed to be one.
    private var shownSystem: Int32?
    /// Whether the log of a build told of a test so far.
    private var hasHeardOfTest = false
    /// Whether anything of an app has been told but the end of a process.
    private var hasHeardOfApp = false
    /// Where an end was told last of which nobody knows whose it is.
    private var reportedEnd: Int64 = -1
    /// Whether any row of the input, so far or to come, has a time.
    var knowsTime = true
    /// Whether an event of the last message stands at the time of its place, since nothing tells its own.
    private(set) var hasPlacedTimeless = false
    /// Whether a pattern knew the wording of the last message, and what it says is not what the pattern means.
    private(set) var isDenied = false

    init(
        _ settings: ReadingSettings, format: String, durability: Durability, takesDevice: Bool = true,
        marks: LogMarks = LogMarks()
    ) {
        self.takesDevice = takesDevice
        self.marks = marks
        builder = RecordBuilder(settings, format: format, durability: durability)
        matcher = PatternMatcher(settings.words)
        words = settings.words
        names = LogFieldNames(settings.words)
        writers = WriterMemory(settings.words)
        includesDaemons = settings.includesDaemons
        tellsSystems = settings.tellsSignsOfLife && !settings.includesDaemons
    }

    /// Asks the patterns in order; the first that matches makes its events.
    ///
    /// Gives the one that knew the message.
    @discardableResult mutating func write(
        _ record: LogRecord, _ view: ByteView, _ place: RecordPlace, time: ReadInstant, candidates: [Int],
        lines: CompiledLines, escaping: LogEscaping
    ) -> CompiledLines.Pattern? {
        self.escaping = escaping
        hasPlacedTimeless = false
        isDenied = false
        // What was asked of the message before need not be asked again.
        let known = fit?.message == record.row.message && record.continuations.isEmpty ? fit : nil
        fit = nil
        let whole = known?.whole ?? read(record.row.message, record.continuations, view, escaping)
        let told = Told(record: record, view: view, place: place, time: time, isObject: escaping == .json)
        let pattern: CompiledLines.Pattern?
        if whole.isCopy {
            // While the writer changes, the copy must not be its own.
            let text = copy
            copy = []
            defer { copy = text }
            pattern = text.withView { ask(candidates, lines, told, Message(bytes: $0, whole: whole), known: known) }
        } else {
            pattern = ask(candidates, lines, told, Message(bytes: view, whole: whole), known: known)
        }
        guard pattern == nil, lines.readLabels(candidates) else { return pattern }
        return askLabelled(candidates, lines, told)
    }

    /// The pattern that knows the message with the label of its row, which the container has elsewhere.
    private mutating func askLabelled(
        _ candidates: [Int], _ lines: CompiledLines, _ told: Told
    ) -> CompiledLines.Pattern? {
        guard var text = RowLabel.text(told.record, told.view, escaping) else { return nil }
        let whole = Whole(start: 0, end: text.count, isCopy: true)
        text.append(contentsOf: repeatElement(0, count: LogEventWriter.zeros))
        let labelled = candidates.filter { lines.patterns[$0].isLabelled }
        return text.withView { ask(labelled, lines, told, Message(bytes: $0, whole: whole), known: nil) }
    }

    /// As many stand behind the text of a message, as there are behind all bytes: so eight of them can be taken at
    /// once.
    private static let zeros = 8

    /// Whether a pattern may know the message in that range: whether the wording fits, whoever wrote it.
    ///
    /// Who writes the message next, with the same candidates, goes on where this ended. Of one that is known with the
    /// label of its row only the row tells, so it may be.
    mutating func mayKnow(
        _ range: Range<Int>, _ view: ByteView, candidates: [Int], lines: CompiledLines, escaping: LogEscaping
    ) -> Bool {
        if lines.readLabels(candidates) {
            fit = nil
            return true
        }
        let whole = read(range, [], view, escaping)
        let turn =
            whole.isCopy
            ? copy.withView { LogEventWriter.firstFit(Message(bytes: $0, whole: whole), candidates, lines, &matcher) }
            : LogEventWriter.firstFit(Message(bytes: view, whole: whole), candidates, lines, &matcher)
        fit = turn.map { Fit(message: range, whole: whole, turn: $0) }
        return turn != nil
    }

    /// Who knows the wording of a message first.
    private static func firstFit(
        _ message: Message, _ candidates: [Int], _ lines: CompiledLines, _ matcher: inout PatternMatcher
    ) -> Turn? {
        var turn = Turn(start: message.whole.start)
        while let index = turn.pattern(among: candidates, message.bytes, message.whole.end) {
            let wordings = lines.patterns[index].wordings
            for number in wordings.indices
            where matcher.matches(wordings[number].program, message.bytes, turn.start, message.whole.end) {
                turn.program = number
                return turn
            }
            turn.candidate &+= 1
        }
        return nil
    }

    /// The text of a message: where it stands in the view if it stands there as it is, else in ``copy``.
    private mutating func read(
        _ message: Range<Int>, _ continuations: [Range<Int>], _ view: ByteView, _ escaping: LogEscaping
    ) -> Whole {
        if continuations.isEmpty, let range = LogMessage.plain(message, view, escaping) {
            return Whole(start: range.start, end: range.end, isCopy: false)
        }
        LogMessage.read(message, continuations, view, escaping, into: &copy)
        let end = copy.count
        copy.append(contentsOf: repeatElement(0, count: LogEventWriter.zeros))
        return Whole(start: 0, end: end, isCopy: true)
    }

    /// The pattern that knows the message, or what is left of it without what a framework put before it.
    ///
    /// - Parameter known: the first whose wording fits, and has been found to.
    private mutating func ask(
        _ candidates: [Int], _ lines: CompiledLines, _ told: Told, _ message: Message, known: Fit?
    ) -> CompiledLines.Pattern? {
        var turn = known?.turn ?? Turn(start: message.whole.start)
        var isKnown = known != nil
        while let index = turn.pattern(among: candidates, message.bytes, message.whole.end) {
            let pattern = lines.patterns[index]
            if take(pattern, told, message, turn, isKnown: isKnown) { return pattern }
            isKnown = false
            turn.candidate &+= 1
        }
        return nil
    }

    /// Whether the pattern knows the message; its events are made then.
    private mutating func take(
        _ pattern: CompiledLines.Pattern, _ told: Told, _ message: Message, _ turn: Turn, isKnown: Bool
    ) -> Bool {
        guard pattern.source.fits(told.record.row, told.view) else { return false }
        let (bytes, end) = (message.bytes, message.whole.end)
        let wordings = pattern.wordings
        for index in wordings.indices where !isKnown || index >= turn.program {
            let program = wordings[index].program
            guard isKnown && index == turn.program || matcher.matches(program, bytes, turn.start, end) else { continue }
            capture(program, wordings[index].captured, bytes, told.record.row, told.view)
            guard isOfApp(pattern.source.app, told.view) else { continue }
            guard meetsCondition(of: pattern, told) else {
                isDenied = true
                continue
            }
            if isEndOfAnyone(pattern, told) {
                reportEndOfAnyone(told.place)
                return false
            }
            if !pattern.isEnd || !told.record.row.process.isEmpty { hasHeardOfApp = true }
            recognisedCount += 1
            for meaning in pattern.meanings { add(meaning, of: pattern, told, message) }
            return true
        }
        return false
    }

    /// Whether what was captured is what the pattern asks for.
    ///
    /// Changes nothing; but the whole writer would be copied for one that is not mutating.
    private mutating func meetsCondition(of pattern: CompiledLines.Pattern, _ told: Told) -> Bool {
        guard let condition = pattern.condition else { return true }
        let row = told.record.row
        return condition.evaluate(
            CapturedFields(
                captures: captures, view: told.view, batch: builder.batch,
                label: row.isCategoryInText ? row.category : 0..<0))
    }

    /// Whether a line tells of the end of a process in the log of a build, where linkers, scripts and servers crash,
    /// too: it is an app's only if one was heard of before, or is named, or a test is running.
    private func isEndOfAnyone(_ pattern: CompiledLines.Pattern, _ told: Told) -> Bool {
        guard pattern.isEnd, marks.isOfBuild, !hasHeardOfApp, !told.isObject, isAnyones(told.record.row),
            !BuildLog(words.phrases).isInTest(told.view, at: told.record.start)
        else { return false }
        return !captures.contains { $0.meaning.field == .app || $0.meaning.field == .process }
    }

    /// Whether whatever ran in the build may have written a row.
    private func isAnyones(_ row: LogRow) -> Bool { row.isStampedByServer || marks.isStamped && row.isNobodys }

    /// Several patterns may know the line: it is told once.
    private mutating func reportEndOfAnyone(_ place: RecordPlace) {
        guard reportedEnd != place.offset else { return }
        reportedEnd = place.offset
        builder.batch.report(
            ReadingProblem(
                offset: place.offset, line: place.line, column: place.column, code: .noEvent,
                message: IngestProblem.endOfAnyone))
    }

    /// Whether a line may be of the apps that the pattern is for; one that names none contradicts nothing.
    private func isOfApp(_ glob: Glob?, _ view: ByteView) -> Bool {
        guard let glob, let named = captures.first(where: { $0.meaning.field == .app }) else { return true }
        return glob.matches(String(decoding: builder.bytes(named.value, view), as: UTF8.self))
    }

    /// Makes fields of a record of what was found, under its own names.
    private mutating func capture(
        _ program: PatternProgram, _ meanings: [KeyMeaning], _ message: ByteView, _ row: LogRow, _ view: ByteView
    ) {
        captures.removeAll(keepingCapacity: true)
        if let tag = matcher.found.tag { capture(tag, message) }
        for index in matcher.found.captures.indices where !matcher.found.captures[index].isWithheld {
            let found = matcher.found.captures[index]
            if found.number == program.calls {
                captureCall(found.range, program.names[found.number], meanings[found.number], message, row, view)
                continue
            }
            let key = builder.batch.add(program.names[found.number])
            let range = LogEventWriter.trimmed(found.range, message)
            let (value, form) = typed(program.kinds[found.number], range, meanings[found.number], message)
            captures.append(
                RawField(key: key, value: value, form: form, meaning: meanings[found.number], position: -1))
        }
    }

    /// What a capture holds: numbers are read by what they are, anything else as text.
    private mutating func typed(
        _ kind: CaptureKind, _ range: Range<Int>, _ meaning: KeyMeaning, _ message: ByteView
    ) -> (Text, ValueForm) {
        switch kind {
        case .quoted where range.count >= 2:
            // The marks are how it is written.
            return (text(range.lowerBound + 1..<range.upperBound - 1, message), .string)
        case .hex where meaning.takesNumbers && CapturedNumber.isBareHex(message, range):
            return (builder.batch.add(Array("0x".utf8) + message.bytes(range.lowerBound, range.upperBound)), .word)
        case .duration:
            guard let spelled = CapturedNumber.durationUnit(message, range) else {
                return (text(range, message), .word)
            }
            let number = message.bytes(range.lowerBound, spelled.start)
            return (builder.batch.add(number + Array(spelled.unit.description.utf8)), .word)
        case .int, .hex, .bytes: return (text(range, message), .word)
        default: return (text(range, message), .string)
        }
    }

    /// Of the lines of a stack, the first call of the app itself.
    private mutating func captureCall(
        _ range: Range<Int>, _ name: [UInt8], _ meaning: KeyMeaning, _ message: ByteView, _ row: LogRow,
        _ view: ByteView
    ) {
        let process =
            row.process.isEmpty
            ? speaker.process.map { String(decoding: $0.name, as: UTF8.self) }
            : String(decoding: LogMessage.part(row.process, view, escaping), as: UTF8.self)
        guard let process, !process.isEmpty,
            let call = PrintedCalls.firstOwn(
                in: message, range, process: process, words.terminationTexts.telling, words.phrases)
        else { return }
        let key = builder.batch.add(name)
        captures.append(
            RawField(
                key: key, value: builder.batch.add(Array(call.utf8)), form: .string, meaning: meaning, position: -1))
    }

    /// Without white space around it: lines that go on with a message are indented.
    private static func trimmed(_ range: Range<Int>, _ message: ByteView) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, ByteView.isWhiteSpace(message[lower]) { lower += 1 }
        while lower < upper, ByteView.isWhiteSpace(message[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    private mutating func text(_ range: Range<Int>, _ message: ByteView) -> Text {
        builder.batch.add(message, range.lowerBound, range.upperBound)
    }

    private mutating func add(
        _ meaning: CompiledLineMeaning, of pattern: CompiledLines.Pattern, _ told: Told, _ message: Message
    ) {
        let (row, view) = (told.record.row, told.view)
        var event = SpelledEvent(name: meaning.event ?? .custom, via: .missing)
        if meaning.isCallback {
            guard let named = matcher.found.callback else { return }
            event = named
        }
        builder.fields.removeAll(keepingCapacity: true)
        builder.fields.append(contentsOf: captures)
        for index in meaning.with.indices { give(meaning.with[index], view) }
        let writer = writers.writer(of: row, view)
        let witness = pattern.witness ?? words.impliedWitness(row, view, isDaemon: writer.isDaemon)
        if witness == .frontboard, !writer.isDaemon { writers.learnHome(row, view) }
        // Ids are given anew.
        if event.name == .deviceBoot { systems = SystemProcesses() }
        guard setSubject(row, view, witness, writer) else {
            return markSystem(told.place, view, told.time, row, writer)
        }
        if !pattern.isProven { set(names.proven, builder.batch.add(LogFieldNames.no), .word) }
        // Loggers write the file and the line where others have a category.
        if meaning.isCallback, let line = SourceLine.find(view, row.category) {
            set(names.sourceLine, builder.batch.add(decimal: Int(line)), .word)
        }
        builder.chooseWinners()
        let name = meaning.event == nil && !meaning.isCallback ? builder.batch.add(meaning.name) : .missing
        let stated = row.time == .missing ? statedTime() : nil
        builder.addEvent(view, told.place, time: stated ?? told.time, event: (event, name), witness: witness)
        setClock(row, view, writer)
        if matcher.found.tag?.isOnMac == true, let last = builder.batch.records.indices.last {
            builder.batch.records[last].showsMac = true
        }
        // Lines of one second, and lines without a time, stand in the order in which they were written.
        let isTimeless = row.time == .missing && stated == nil
        if isTimeless { hasPlacedTimeless = true }
        if isTimeless || told.time.digits == 0 { setPlaced(isTimeless) }
        // An object is shown as the message in it, a line of text as it stands.
        if told.isObject {
            setSource(message.bytes, message.whole.start, message.whole.end)
        } else {
            setSource(view, told.place.start, told.place.end)
        }
    }

    /// A message that nobody knows shows that the process that wrote it ran; nothing is told of daemons.
    mutating func writeSignOfLife(_ record: LogRecord, _ view: ByteView, _ place: RecordPlace, time: ReadInstant) {
        builder.fields.removeAll(keepingCapacity: true)
        let writer = writers.writer(of: record.row, view)
        guard setSubject(record.row, view, .app, writer) else {
            return markSystem(place, view, time, record.row, writer)
        }
        builder.chooseWinners()
        builder.addEvent(
            view, place, time: time, event: (SpelledEvent(name: .custom, via: .missing), .missing), witness: .app)
        setClock(record.row, view, writer)
        guard let last = builder.batch.records.indices.last else { return }
        builder.batch.records[last].isSignOfLife = true
    }

    /// Tells that a process is the system's, which others may call by a name alone, before or after.
    private mutating func markSystem(
        _ place: RecordPlace, _ view: ByteView, _ time: ReadInstant, _ row: LogRow, _ writer: LogWriterKind
    ) {
        guard let pid = shownSystem else { return }
        shownSystem = nil
        builder.fields.removeAll(keepingCapacity: true)
        set(names.pid, builder.batch.add(decimal: Int(pid)), .word)
        setHost(.system)
        builder.chooseWinners()
        builder.addEvent(
            view, place, time: time, event: (SpelledEvent(name: .custom, via: .missing), .missing), witness: .system)
        setClock(row, view, writer)
        guard let last = builder.batch.records.indices.last else { return }
        builder.batch.records[last].isSignOfLife = true
    }

    /// Takes that the log shows a process to be the system's.
    private mutating func learnSystem(_ pid: Int32) {
        if tellsSystems, systems.learn(pid) { shownSystem = pid }
    }

    /// The time that a message tells whose row has none: seconds since the Unix epoch, captured as `epoch`.
    private mutating func statedTime() -> ReadInstant? {
        let key = Array("epoch".utf8)
        guard let field = captures.first(where: { builder.batch.addedBytes($0.key) == key }),
            let seconds = Int64(String(decoding: builder.batch.addedBytes(field.value), as: UTF8.self)),
            (0...InstantParser.latestEpoch).contains(seconds)
        else { return nil }
        return ReadInstant(nanoseconds: seconds * InstantParser.second, digits: 0, hasZone: true)
    }

    private mutating func setPlaced(_ isTimeless: Bool) {
        guard let last = builder.batch.records.indices.last else { return }
        builder.batch.records[last].isPlaced = true
        builder.batch.records[last].isTimeless = isTimeless
        builder.batch.records[last].isUndated = isTimeless && !knowsTime
    }

    /// The text that reports show as the source of the last event.
    private mutating func setSource(_ text: ByteView, _ start: Int, _ end: Int) {
        guard let last = builder.batch.records.indices.last else { return }
        var stop = min(end, start + IngestLimits.sourceBytes)
        while stop > start, stop < end, text[stop] & 0xC0 == 0x80 { stop -= 1 }
        builder.batch.records[last].source = builder.batch.add(text, start, stop)
    }

    /// The process that a tag names, as fields.
    private mutating func capture(_ tag: ProcessTag, _ message: ByteView) {
        if !tag.app.isEmpty { capture(names.app, text(tag.app, message), .string) }
        if !tag.process.isEmpty { capture(names.process, text(tag.process, message), .string) }
        if let pid = tag.pid { capture(names.pid, builder.batch.add(decimal: Int(pid)), .word) }
        let isOfWatch =
            tag.host == .extension
            && words.processes.isOfWatch(bundle: message.string(tag.app.lowerBound, tag.app.upperBound), path: nil)
        let host = isOfWatch ? ProcessHost.watch : tag.host
        if let host = names.hosts[Int(host.rawValue)] { capture(names.host, builder.batch.add(host), .word) }
    }

    private mutating func capture(_ name: LogFieldNames.Name, _ value: Text, _ form: ValueForm) {
        let key = builder.batch.add(name.bytes)
        captures.append(RawField(key: key, value: value, form: form, meaning: name.meaning, position: -1))
    }

    /// Says whose event it is; false for those of daemons, which nobody asked for.
    ///
    /// Whoever a line names it is about; a line that names nobody is about its own process where an app speaks in it,
    /// and else about the device.
    ///
    /// - Parameter writer: what kind of process wrote the row.
    private mutating func setSubject(
        _ row: LogRow, _ view: ByteView, _ witness: WitnessClass, _ writer: LogWriterKind
    ) -> Bool {
        let isNamed = builder.fields.contains { field in
            field.meaning.field == .app || field.meaning.field == .pid || field.meaning.field == .process
        }
        if isNamed {
            nameSpeaker(row)
            let host = matcher.found.tag?.host
            let isTagged = host == .system || namesService(host)
            if tellsSystems, let pid = matcher.found.tag?.pid {
                if isTagged { learnSystem(pid) } else if host != .missing { systems.forget(pid) }
            }
            let isSystems = isTagged || namesDaemon()
            if isSystems, host == nil, includesDaemons { setHost(.system) }
            return !isSystems || includesDaemons
        }
        if row.process.isEmpty, row.pid == .min, row.time == .missing, let speaker = speaker.process {
            set(names.process, builder.batch.add(speaker.name), .string)
            set(names.pid, builder.batch.add(decimal: Int(speaker.pid)), .word)
            return true
        }
        guard witness == .app || witness == .uikit else { return true }
        if !row.process.isEmpty {
            set(row.isProcessApp ? names.app : names.process, plain(row.process, view), .string)
        }
        if row.pid != .min { set(names.pid, builder.batch.add(decimal: Int(row.pid)), .word) }
        guard writer.isDaemon else {
            systems.forget(row.pid)
            if writer.host == .extension || writer.host == .watch { setHost(writer.host) }
            return true
        }
        if includesDaemons { setHost(.system) }
        // A name that tells it does so wherever it stands.
        if !row.path.isEmpty { learnSystem(row.pid) }
        return includesDaemons
    }

    /// Names the process of a bare line that tells its id only, where that is the one whose console it is.
    private mutating func nameSpeaker(_ row: LogRow) {
        guard row.time == .missing, row.process.isEmpty, let speaker = speaker.process,
            !builder.fields.contains(where: { $0.meaning.field == .app || $0.meaning.field == .process }),
            let pid = builder.fields.first(where: { $0.meaning.field == .pid }),
            builder.batch.addedBytes(pid.value).elementsEqual(String(speaker.pid).utf8)
        else { return }
        set(names.process, builder.batch.add(speaker.name), .string)
    }

    /// Whether the process that the line names is a service of the system's own that runs beside an app.
    ///
    /// Changes nothing; but the whole writer would be copied for one that is not mutating.
    private mutating func namesService(_ host: ProcessHost?) -> Bool {
        let isExtension =
            host == .extension
            || host == nil
                && builder.fields.contains {
                    $0.meaning.field == .host && builder.batch.addedBytes($0.value).elementsEqual("extension".utf8)
                }
        guard isExtension,
            let named = builder.fields.first(where: { $0.meaning.field == .app })
        else { return false }
        let app = builder.batch.addedBytes(named.value)
        return words.processes.services.contains { app.starts(with: $0.utf8) }
    }

    /// Whether the process that the line names is the system's, as far as its name tells.
    ///
    /// Changes nothing, either.
    private mutating func namesDaemon() -> Bool {
        guard !builder.fields.contains(where: { $0.meaning.field == .app }),
            let named = builder.fields.first(where: { $0.meaning.field == .process })
        else { return false }
        return words.isOfSystem(named: builder.batch.addedBytes(named.value)) || namesKnownSystem()
    }

    /// Whether the process is one that the log showed before to be the system's, by its id.
    private mutating func namesKnownSystem() -> Bool {
        guard tellsSystems, let named = builder.fields.first(where: { $0.meaning.field == .pid }) else { return false }
        let pid = Int32(String(decoding: builder.batch.addedBytes(named.value), as: UTF8.self))
        return pid.map { systems.holds($0) } ?? false
    }

    /// A text of a row without escapes.
    private mutating func plain(_ range: Range<Int>, _ view: ByteView) -> Text {
        if LogMessage.isPlain(range, view, escaping) { return text(range, view) }
        return builder.batch.add(LogMessage.part(range, view, escaping))
    }

    private mutating func setHost(_ host: ProcessHost) {
        guard let word = names.hosts[Int(host.rawValue)] else { return }
        set(names.host, builder.batch.add(word), .word)
    }

    private mutating func set(_ name: LogFieldNames.Name, _ value: Text, _ form: ValueForm) {
        let key = name.isKept ? builder.batch.add(name.bytes) : .missing
        builder.fields.append(RawField(key: key, value: value, form: form, meaning: name.meaning, position: -1))
    }

    /// Whether a bare line is of the process whose other rows a debugger shows.
    private func isBeforeDebugger(_ row: LogRow, _ pid: Int32) -> Bool {
        guard row.time == .missing, row.process.isEmpty, row.pid == .min, speaker.showsDebugger else { return false }
        return speaker.process?.pid == pid
    }

    /// Takes a row that may tell that a test begins.
    mutating func hearTest(_ record: LogRecord, _ view: ByteView) {
        guard marks.isOfBuild, !hasHeardOfTest else { return }
        hasHeardOfTest = words.phrases.holds(.buildTest, view, from: record.start, to: record.end)
    }

    /// What the row says of device, boot and ticks belongs to every event of it.
    private mutating func setClock(_ row: LogRow, _ view: ByteView, _ writer: LogWriterKind) {
        guard let last = builder.batch.records.indices.last else { return }
        if !row.device.isEmpty, takesDevice {
            builder.batch.records[last].device = plain(row.device, view)
        }
        if !row.boot.isEmpty {
            let kept = BootSpelling.kept(view, row.boot.lowerBound, row.boot.upperBound)
            builder.batch.records[last].boot = kept.map { builder.batch.add($0) } ?? text(row.boot, view)
        }
        if row.showsDebugger || isBeforeDebugger(row, builder.batch.records[last].pid) {
            // Who builds and tests starts the app, and no debugger with it.
            if marks.isOfBuild {
                if hasHeardOfTest { builder.batch.records[last].showsHarness = true }
            } else if !marks.isOfTool {
                builder.batch.records[last].showsDebugger = true
            }
        }
        if marks.isHarnessed { builder.batch.records[last].showsHarness = true }
        if marks.isSimulated || writer.isSimulated { builder.batch.records[last].showsSimulator = true }
        // A Mac's own processes may tell of those of a device beside it.
        if writer.isOnMac, builder.batch.records[last].pid == row.pid { builder.batch.records[last].showsMac = true }
        if row.mach != .max { builder.batch.records[last].mach = row.mach }
    }
}

extension LogEventWriter {
    /// A row of which the patterns are asked, as it was read.
    private struct Told {
        let record: LogRecord
        let view: ByteView
        let place: RecordPlace
        let time: ReadInstant
        /// It is an object, and its message a string in it.
        let isObject: Bool
    }

    /// The text of a message, and the bytes that hold it.
    private struct Message {
        let bytes: ByteView
        let whole: Whole
    }

    /// Where the text of a message stands: in the view, or in a copy of its own.
    private struct Whole {
        let start: Int
        let end: Int
        let isCopy: Bool
    }

    /// Who is asked, and of which part of a message.
    private struct Turn {
        /// Where the part begins: behind what a framework put before it.
        var start: Int
        /// How often something was taken off.
        private var round = 0
        /// The candidate's place among them.
        var candidate = 0
        /// The number of the candidate's program.
        var program = 0

        init(start: Int) { self.start = start }

        /// The pattern whose turn it is, of each part of the message; nil once all had theirs.
        mutating func pattern(among candidates: [Int], _ message: ByteView, _ end: Int) -> Int? {
            while true {
                // Several texts of one pattern may have been found: it is asked once.
                while candidate > 0, candidate < candidates.count, candidates[candidate] == candidates[candidate &- 1] {
                    candidate &+= 1
                }
                if candidate < candidates.count { return candidates[candidate] }
                guard goOn(message, end) else { return nil }
            }
        }

        /// Goes on to what is left without a framework's prefix; false if there is none.
        private mutating func goOn(_ message: ByteView, _ end: Int) -> Bool {
            guard round < PrintedPrefix.most, start < end, let next = PrintedPrefix.end(message, start, end) else {
                return false
            }
            start = LogMessage.trimmed(message, next, end).start
            round &+= 1
            candidate = 0
            return true
        }
    }

    /// The first program that fits a message, which the matcher holds.
    private struct Fit {
        /// Where the message stands in its row.
        let message: Range<Int>
        let whole: Whole
        let turn: Turn
    }
}

/// The captures of a message, as conditions ask for them.
private struct CapturedFields: FieldSource {
    let captures: [RawField]
    let view: ByteView
    let batch: BatchBuilder
    /// What the container took off the message: the text before it, where the message holds none.
    let label: Range<Int>

    func value(of path: FieldPath) -> Value? {
        if let found = captures.first(where: { $0.isNamed(path.text.utf8, view, batch) }) {
            return found.typedValue(view, batch)
        }
        guard !label.isEmpty, path.text == "text" else { return nil }
        return .string(view.string(label.lowerBound, label.upperBound))
    }
}
