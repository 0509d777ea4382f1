// SPDX-License-Identifier: MIT

import LifelintModel

/// The registry of formats, in the order in which they are asked.
public struct InputFormats: Sendable {
    /// Every format; the first that recognises a head reads the input.
    public let all: [any InputFormat]
    /// Those that hold reports, by their places in ``all``.
    private let incidents: [IncidentFormat?]
    /// Their parsers.
    private let parsers: [(any IncidentParser)?]
    private let words: CompiledVocabulary

    /// The formats, recognised with that vocabulary.
    public init(words: CompiledVocabulary) {
        let all: [any InputFormat] = [
            // Must come before all that read JSON: a report repeats times and events of its evidence.
            OwnReportFormat(),
            TraceV3Format(),
            // Reports, before logs: their JSON has times and names, too.
            JetsamParser.input, StackshotParser.input, PanicParser.input, ResourceParser.input, HangParser.input,
            JetsamTextParser.input,
            IncidentFormat(
                CrashIPSParser(), title: "Crash or fault of the system (.ips)",
                recognisedBy:
                    "Its first line is a JSON object with bug_type 309, 109, 385 or 308, or its body is that of one.",
                tells: "Why a process ended, or nearly did: exception, termination, threads, and when it was launched. "
                    + "Faults (385, 308) are tested on samples of our own only."),
            IncidentFormat(
                PLCrashTextParser(), title: "PLCrashReporter, text",
                recognisedBy: "A crash as text whose CrashReporter Key is TODO, or whose Exception Type is a signal.",
                tells: "The crash of one process, its threads and images."),
            IncidentFormat(
                CrashTextParser(), title: "Crash as text (.crash)",
                recognisedBy: "Its first lines say Incident Identifier or Process, and later ones Exception Type.",
                tells: "Why a process ended: exception, termination, threads, and when it was launched."),
            IncidentFormat(
                PLCrashParser(), title: "PLCrashReporter, binary",
                recognisedBy: "The file begins with the bytes 'plcrash'.",
                tells: "The crash of one process, its threads and images, when it was launched."),
            IncidentFormat(
                MetricKitParser(), title: "MetricKit",
                recognisedBy: "A JSON object with diagnostics or metrics, as MetricKit's payloads write themselves.",
                tells: "Crashes, hangs and exceeded limits of a day, and how often the app ended in which way."),
            IncidentFormat(
                KSCrashParser(), title: "KSCrash",
                recognisedBy:
                    "A JSON object with 'report', 'crash' or 'recrash_report', CrashState.json, or the summary of a run.",
                tells:
                    "A crash with the state of the app, or what the SDK supposes of the last run."),
            IncidentFormat(
                SentryParser(), title: "Sentry",
                recognisedBy:
                    "A JSON object with an 'event_id', or an envelope that begins with one; or one with 'eventID' and 'entries'.",
                tells: "A crash, hang or error with the breadcrumbs before it; sessions."),
            IncidentFormat(
                CrashlyticsParser(), title: "Crashlytics",
                recognisedBy:
                    "Lines of JSON, each an object of one member such as 'identity' or 'mach_exception'; or the text of a crash "
                    + "that its pages let people download, with '# Platform', '# Session' and '# Date'.",
                tells: "One part of a session: who, where, the crash, log lines; or one crash with its calls."),
            IncidentFormat(
                TestFlightFeedbackParser(), title: "TestFlight feedback",
                recognisedBy: "A JSON object with 'appAppleId' and 'timestamp'.",
                tells: "When a tester's app crashed, and in which version of app and system. "
                    + "Tested on samples of our own only."),
            IncidentFormat(
                BugsnagParser(), title: "Bugsnag",
                recognisedBy: "A JSON object with 'events' and 'notifier', or one with 'exceptions'.",
                tells: "A crash, hang or error with the breadcrumbs before it, and the state of the app."),
            // Behind all other reports: it takes every header.
            IncidentFormat(
                OtherIPSParser(), title: "Other report of the system (.ips)",
                recognisedBy: "Its first line is a JSON object with a bug_type that no other format reads.",
                tells: "That a report of this kind was written, of whom and when."),
            OTLPFormat(),
            // Must come before the native formats, which would read its records, too, but not its documents.
            BreadcrumbsFormat(words: words),
            // Must come before lifecycle-json, which reads lines of objects, too, but not in parallel.
            LifecycleJSONLinesFormat(words: words),
            LifecycleJSONFormat(words: words),
            // Logs of JSON objects, each known by keys that only it has.
            UnifiedLogFormats.ndjson, UnifiedLogFormats.json, UnifiedLogFormats.iterator, OSLogStoreFormat.format,
            GoIOSFormat.format, PyMobileDeviceFormat.format,
            // Logs of text lines, the stricter before the looser.
            UnifiedLogFormats.text, UnifiedLogFormats.syslog, UnifiedLogFormats.compact, ConsolePasteFormat.format,
            DeviceSyslogFormats.device(words), DeviceSyslogFormats.system(words), InstallationLogFormat.format,
            SwiftLogFormat.format,
            CocoaLumberjackFormat.format,
            // Without a syntax of its own, but its events are known ones.
            LifecycleTextFormat(words: words),
            // Few of its lines need have a prefix. Must come behind the compact style, whose prefix looks alike.
            XcodeConsoleFormat.format(words),
            // Last: lines of many other logs begin with a time, too, and many objects have one.
            AppLogFormats.objects(words), AppLogFormats.text(words),
        ]
        self.all = all
        self.words = words
        incidents = all.map { $0 as? IncidentFormat }
        parsers = incidents.map { $0?.parser }
    }

    /// The format of an input that begins like this.
    public func format(of head: InputHead) -> (any InputFormat)? {
        let plain = plainFormat(of: head)
        // What looks like a report as it is looks like one without whatever its lines are dressed in, too.
        if let plain, plain.holdsReports { return plain }
        if plain?.isCutAtLineEnds ?? true, let fed = ReturnedLinesFormat.fed(head) {
            if let format = format(of: fed), format.unreadReason == nil, !format.holdsReports {
                return ReturnedLinesFormat(format)
            }
        }
        return arrayLine(head, plain) ?? dressedLog(head) ?? logBetween(head, plain) ?? bareLog(head, plain) ?? plain
            ?? lateNative(head) ?? cutLog(head)
    }

    /// A log that begins inside of a message, whose lines above its first row are of no row; nil for everything else.
    ///
    /// Asked last of all, and of logs alone whose rows look like nothing else.
    private func cutLog(_ head: InputHead) -> (any InputFormat)? {
        for case let format as any CutLogFormat in all {
            if let found = format.begunInside(head, words) { return found }
        }
        return nil
    }

    /// A native log behind many lines that are none of its records, as apps write while they start; nil for everything
    /// else.
    ///
    /// Asked last: all lines of the head are looked at.
    private func lateNative(_ head: InputHead) -> (any InputFormat)? {
        let sniffer = HeadSniffer(head, words, lines: .max)
        let (objects, text) = (LifecycleJSONLinesFormat(words: words), LifecycleTextFormat(words: words))
        if sniffer.isJSONLines(objects.id) { return objects }
        return sniffer.isText(text.id) ? text : nil
    }

    /// The format of a log whose objects stand in an array on one line; nil for everything else.
    ///
    /// - Parameter plain: the format that recognises it as it is: by its first object, if that is a log.
    private func arrayLine(_ head: InputHead, _ plain: (any InputFormat)?) -> (any InputFormat)? {
        guard plain?.holdsMessages ?? true, let split = ArrayLineFormat.split(head),
            let format = plainFormat(of: split), format.holdsMessages
        else { return nil }
        return ArrayLineFormat(bareLog(split, format) ?? format)
    }

    /// The format of a log whose lines are dressed; nil for everything else.
    private func dressedLog(_ head: InputHead) -> (any InputFormat)? {
        let dress = LineDress.find(head.bytes) { words.isOfSystem(named: $0, $1.lowerBound, $1.upperBound) }
        guard let dress else { return nil }
        let plain = InputHead(bytes: dress.undressed(head.bytes), isWhole: head.isWhole)
        let found = plainFormat(of: plain)
        guard let format = bareLog(plain, found) ?? found, format.unreadReason == nil, !format.holdsReports,
            !(format is OwnReportFormat), format.holdsMessages || !dress.isOfStrings
        else { return nil }
        return DressedFormat(format, in: dress)
    }

    /// The format of an input whose own format does not step over what stands before or around its records; nil for
    /// everything else.
    ///
    /// - Parameter plain: the format that recognises it as it is.
    private func bareLog(_ head: InputHead, _ plain: (any InputFormat)?) -> (any InputFormat)? {
        // An array that begins with a word is none: that is a mark in front of a record.
        let isMarked = plain is LifecycleJSONFormat && !InputFormats.beginsAsJSON(head.bytes)
        // What lists no events may keep its records under another name, beside them.
        let isOther = isMarked || plain is LifecycleJSONFormat && HeadSniffer(head, words).isEmptyDump
        if let plain, !plain.holdsMessages, !(plain is LifecycleTextFormat), !isOther { return nil }
        return unwrappedText(head, plain) ?? embeddedLog(head, isOther ? nil : plain)
    }

    /// A log of which most lines are records that the app printed, where the lines between them are rows; nil for
    /// everything else.
    ///
    /// As records alone those rows would be lines that cannot be read, and what they tell would be lost.
    private func logBetween(_ head: InputHead, _ plain: (any InputFormat)?) -> (any InputFormat)? {
        guard plain is LifecycleJSONLinesFormat else { return nil }
        var records = EmbeddedRecords(.events, words, skipsRows: false)
        let survey = records.survey(head)
        guard survey.found < survey.lines, survey.known > 0 else { return nil }
        let rest = records.split(head.bytes, keepsOthers: false).rest
        guard let log = plainFormat(of: InputHead(bytes: rest, isWhole: head.isWhole)), log.holdsMessages else {
            return nil
        }
        return EmbeddedFormat.find(head, host: log, console: log, words, skipsRows: false)
    }

    private func embeddedLog(_ head: InputHead, _ plain: (any InputFormat)?) -> (any InputFormat)? {
        if plain is LifecycleTextFormat { return nil }
        return EmbeddedFormat.find(head, host: plain, console: XcodeConsoleFormat.format(words), words)
    }

    /// A lifecycle log as text that is wrapped like other logs.
    private func unwrappedText(_ head: InputHead, _ plain: (any InputFormat)?) -> (any InputFormat)? {
        let wrapping = head.bytes.withView { LogHead($0, isWhole: head.isWhole).wrapping }
        guard let wrapping else { return nil }
        if let plain, !wrapping.isConsole, !(plain is LifecycleTextFormat) { return nil }
        let dress = LineDress(wrapping)
        let text = LifecycleTextFormat(words: words)
        let bare = InputHead(bytes: dress.undressed(head.bytes), isWhole: head.isWhole)
        return text.recognises(bare) ? DressedFormat(text, in: dress) : nil
    }

    private func plainFormat(of head: InputHead) -> (any InputFormat)? {
        // Cut once for all formats that hold reports.
        let first = IncidentCutter.first(of: IncidentSource(head.bytes))
        for index in all.indices {
            guard let parser = parsers[index] else {
                if all[index].recognises(head) { return all[index].fitted(to: head, words) }
                continue
            }
            guard let first, parser.recognises(first) else { continue }
            return incidents[index]?.beginning(with: first)
        }
        return nil
    }

    /// The format with that id.
    public func format(id: String) -> (any InputFormat)? { all.first { $0.id == id } }

    /// Why no format recognises a head: one sentence for problem `not-a-log`.
    public static func explain(_ head: InputHead) -> String {
        let bytes = head.bytes
        if bytes.isEmpty { return "The file is empty." }
        let isUTF32 = bytes.prefix(4) == [0xFF, 0xFE, 0, 0] || bytes.prefix(4) == [0, 0, 0xFE, 0xFF]
        if isUTF32 { return "The file is UTF-32 text; convert it to UTF-8 to have it read." }
        let start = bytes.prefix(2)
        let looksWide = start == [0xFF, 0xFE] || start == [0xFE, 0xFF] || alternatesWithZeros(bytes.prefix(64))
        if looksWide { return "The file is UTF-16 text; convert it to UTF-8 to have it read." }
        for (magic, name) in closedArchives where bytes.starts(with: magic) {
            return "The file is \(name), which is not opened here: unpack it, and name the folder."
        }
        if bytes.prefix(4_096).contains(0) { return "The file is binary and of no format that is known." }
        guard bytes.contains(where: { !ByteView.isWhiteSpace($0) }) else {
            return "The file holds nothing but white space."
        }
        if let fragment = ReportFragment.explanation(of: bytes) { return fragment }
        if beginsAsJSON(bytes) { return UnknownJSON.explanation(of: bytes) }
        if let table = UnknownTable.explanation(of: bytes) { return table }
        if let line = IPSHeader.line(in: bytes) {
            return "No format recognises the file: " + IncidentProblem.amongText(line)
        }
        if CrashTextParser.isExcerpt(bytes) {
            let line = CrashTextParser.lineOfRest(bytes)
            return "No format recognises the file: "
                + (line.map(IncidentProblem.excerpt(behind:)) ?? IncidentProblem.excerpt)
        }
        let logs = ForeignRow.formats(in: bytes)
        if logs.count > 1 {
            let names = logs.joined(separator: "; ")
            return
                "No format recognises the file: rows of several logs are in it (\(names)); put each log into a file of its own"
        }
        if let format = ForeignRow.indentedFormat(in: bytes) {
            return
                "No format recognises the file: rows of a log (\(format)) stand behind white space, but other lines do not; "
                + "take the white space away"
        }
        return "No format recognises the file: too few of its first lines are a time and an event, or rows of a log."
    }

    /// Containers that hold files and are read by other tools, by their first bytes.
    private static let closedArchives: [(magic: [UInt8], name: String)] = [
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
        ([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], "a RAR archive"),
    ]

    /// Whether the first byte is a bracket, and what stands behind it may stand in JSON: brackets are put round times,
    /// too.
    static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
        bytes.withView { view in
            var position = view.skipWhiteSpace(from: view.hasByteOrderMark ? 3 : 0, to: view.count)
            guard view[position] == 0x7B || view[position] == 0x5B else { return false }
            let isArray = view[position] == 0x5B
            position = view.skipWhiteSpace(from: position + 1, to: view.count)
            let next = view[position]
            if next == 0x22 || next == (isArray ? 0x5D : 0x7D) || position >= view.count { return true }
            guard isArray else { return false }
            if next == 0x5B || next == 0x7B { return true }
            guard let end = try? JSONSyntax.value(view, position, view.count) else { return false }
            let behind = view.skipWhiteSpace(from: end, to: view.count)
            return behind >= view.count || view[behind] == 0x2C || view[behind] == 0x5D
        }
    }

    private static func alternatesWithZeros(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 4 else { return false }
        let even = bytes.enumerated().filter { $0.offset % 2 == 0 && $0.element == 0 }.count
        let odd = bytes.enumerated().filter { $0.offset % 2 == 1 && $0.element == 0 }.count
        return max(even, odd) * 3 >= bytes.count && min(even, odd) == 0
    }
}
