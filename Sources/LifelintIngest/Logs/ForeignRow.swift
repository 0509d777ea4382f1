// SPDX-License-Identifier: MIT

import LifelintModel

/// A row of another log than the one that is read, or the beginning of a report: people put several into one file.
///
/// Only rows whose prefix nothing else has are told: an app may print much that begins with a time.
struct ForeignRow {
    /// It begins a report, rather than being a row.
    let isReport: Bool
    /// The format of the log, or of the report.
    let format: String
    /// What is said of it.
    let message: String

    private init(_ format: String, isReport: Bool = false) {
        self.isReport = isReport
        self.format = format
        let what = isReport ? "begins a report" : "is a row of another log"
        message = "this line \(what) (\(format)), which is not read here; put each log into a file of its own"
    }

    /// A line of a report whose beginning stands above it: a brace alone begins anything.
    private init(in format: String) {
        isReport = true
        self.format = format
        message = "this line is of a report (\(format)), which is not read here; put each log into a file of its own"
    }

    private init(_ format: String, message: String) {
        isReport = false
        self.format = format
        self.message = message
    }

    /// What follows is the log of another device.
    init(ofDevice device: String) {
        isReport = false
        format = ""
        message = """
            what follows is of another device (\(device)), which is not read here; put the log of each device into a file of \
            its own
            """
    }

    /// What a line is that is no row of its own log; nil where it is none of another one either.
    init?(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) {
        if let member = ForeignRow.ofMember(view, start, end) {
            self = member
            return
        }
        // The shortest of them has more before its message.
        guard end - start > 24 else { return nil }
        let found: ForeignRow? =
            switch view[start] {
            case 0x5B where view[start + 1] == 0x7B: ForeignRow.ofReport(view, start, end)
            case 0x7B: ForeignRow.ofObject(view, start, end)
            case 0x49 where view.starts("Incident Identifier:", at: start, to: end):
                ForeignRow("crash-text", isReport: true)
            default: ForeignRow.format(view, start, end, &instants).map { ForeignRow($0) }
            }
        guard let found else { return nil }
        self = found
    }

    private static func format(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> String? {
        if isConsoleRow(view, start, end) { return "console-paste, columns of its own" }
        if view[start].isDigit {
            guard view[start + 4] == 0x2D, view[start + 7] == 0x2D else { return nil }
            if UnifiedLogTextShape().row(view, start, end, &instants) != nil { return "unified-log-text" }
            if UnifiedLogSyslogShape().row(view, start, end, &instants) != nil { return "unified-log-syslog" }
            if UnifiedLogCompactShape().row(view, start, end, &instants) != nil { return "unified-log-compact" }
            if PyMobileDeviceShape().row(view, start, end, &instants) != nil { return "pymobiledevice3" }
            return isOfXcodeConsole(view, start, end, &instants) ? "xcode-console" : nil
        }
        guard view[start].isLetter, let row = DeviceSyslogShape().row(view, start, end, &instants) else { return nil }
        return row.level == .missing ? "system-log" : "device-syslog"
    }

    /// What a line beside a report is, where it is a row of a log.
    init?(beside view: ByteView, _ line: Range<Int>) {
        let (start, end) = (ForeignRow.behindBlanks(view, line.lowerBound, line.upperBound), line.upperBound)
        guard view[start].isLetter || view[start].isDigit else { return nil }
        var instants = InstantParser()
        if ForeignRow.isOfXcodeConsole(view, start, end, &instants) {
            self.init("xcode-console")
            return
        }
        self.init(view, start, end, &instants)
        if isReport { return nil }
    }

    /// What a line that begins with white space is behind it, where that is a row of a log.
    ///
    /// A message goes on with such lines where nothing says that it is over: a row is no part of it.
    init?(indented view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) {
        guard start < end, ByteView.isWhiteSpace(view[start]) else { return nil }
        let first = view.skipWhiteSpace(from: start, to: end)
        guard view[first].isLetter || view[first].isDigit else { return nil }
        self.init(view, first, end, &instants)
        if isReport { return nil }
    }

    /// What a line is behind an arrow, or other signs by which somebody marked it, where that is a row of a log.
    init?(marked view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) {
        var first = start
        while first < end, ForeignRow.isSign(view[first]) { first += 1 }
        // One sign may be a quotation's, or a dress of all lines.
        guard first > start + 1, first < end, ByteView.isWhiteSpace(view[first]) else { return nil }
        first = view.skipWhiteSpace(from: first, to: end)
        guard let row = ForeignRow(view, first, end, &instants), !row.isReport else { return nil }
        let marks = view.string(start, min(first, start + 16)).split(separator: " ").first.map(String.init) ?? ""
        self.init(
            row.format,
            message:
                "this row of a log (\(row.format)) stands behind a mark (\(marks)) and is not read; take the mark away")
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23, 0x2A, 0x2B, 0x2D, 0x3D, 0x3E, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether a line has the prefix of NSLog, with the number of a process.
    private static func isOfXcodeConsole(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> Bool {
        XcodeConsoleShape().prefixedRow(view, start, end, &instants).map { $0.pid != .min } ?? false
    }

    /// The formats of logs of which rows are among the first lines, in the order of their names.
    static func formats(in bytes: [UInt8]) -> [String] {
        bytes.withView { view in
            var rows = FirstRows(view: view)
            var start = view.hasByteOrderMark ? 3 : 0
            for _ in 0..<lines where start < view.count {
                if !ByteView.isWhiteSpace(view[start]), mayBeRow(view, start) { rows.take(start) { _ in false } }
                start = (view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count) + 1
            }
            return rows.found.map(\.row.format).sorted()
        }
    }

    /// The first row of each log of which rows are among the first lines or among the last ones, in the order of the
    /// input.
    ///
    /// Rows among the calls and images of a report, with more of them in front and behind, are passed.
    ///
    /// - Parameters:
    ///   - lines: where the lines of all of it begin.
    ///   - isOwn: whether a line, though it reads like such a row, is of what is read.
    static func firstOfEach(
        in view: ByteView, _ lines: KnownLines, besides isOwn: (Range<Int>) -> Bool
    ) -> [(line: Range<Int>, row: ForeignRow)] {
        var rows = FirstRows(view: view)
        lines.forEachOutermost(in: view, within: ForeignRow.lines) { start in
            if mayBeRow(view, start) { rows.take(start, besides: isOwn) }
        }
        return rows.found
    }

    /// The format of a log of which a row stands behind white space among the first lines; nil where none does.
    static func indentedFormat(in bytes: [UInt8]) -> String? {
        bytes.withView { view in
            var instants = InstantParser()
            var start = 0
            for _ in 0..<lines where start < view.count {
                let stop = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
                if let row = ForeignRow(indented: view, start, stop, &instants) { return row.format }
                start = stop + 1
            }
            return nil
        }
    }

    /// The first row of each log, of the lines that it is asked with.
    private struct FirstRows {
        let view: ByteView
        private(set) var found: [(line: Range<Int>, row: ForeignRow)] = []

        init(view: ByteView) { self.view = view }

        mutating func take(_ start: Int, besides isOwn: (Range<Int>) -> Bool) {
            let line = start..<(view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count)
            guard let row = ForeignRow(beside: view, line), !found.contains(where: { $0.row.format == row.format }),
                !isOwn(line)
            else { return }
            found.append((line, row))
        }
    }

    private static func behindBlanks(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var first = start
        while first < end, view[first] == 0x20 || view[first] == 0x09 { first += 1 }
        return first
    }

    /// In front of what a log writes; members of objects have more.
    private static let mostBlanks = 8

    /// Whether a line has a time where rows of logs have one: at its start, behind a few blanks or behind its first tab.
    ///
    /// Nearly all lines of reports have none, and each is asked.
    @inline(__always) private static func mayBeRow(_ view: ByteView, _ line: Int) -> Bool {
        let start = behindBlanks(view, line, min(line + mostBlanks, view.count))
        switch view[start] {
        case 0x30...0x39:
            if view[start + 2] == 0x3A || view[start + 4] == 0x2D || view[start + 4] == 0x2F { return true }
            // A number and a blank begin the calls of a report, `0x` its images: a cell goes on with neither.
            if view[start + 1] == 0x20 || view[start + 2] == 0x20 || view[start + 3] == 0x20 { return false }
            if view[start + 1] == 0x78 { return false }
        case 0x41...0x5A, 0x61...0x7A:
            if view[start + 3] == 0x20 { return true }
        // Most other lines of reports are members of an object.
        default: return false
        }
        let limit = min(view.count, start + longestCell)
        return view.firstIndex(of: 0x09, from: start, to: limit).map { view[$0 + 3] == 0x3A } ?? false
    }

    /// So many lines of what no format recognises are looked at, and at either end of what holds reports.
    private static let lines = 1_024

    private static let objects = LogObjectShape(keys: UnifiedLogFormats.keys, layout: .lines)

    private static func ofObject(_ view: ByteView, _ start: Int, _ end: Int) -> ForeignRow? {
        guard view[start + 1] == 0x22 else { return ofReport(view, start, end) }
        if objects.isSigned(view, start, end) { return ForeignRow("unified-log-ndjson") }
        // Its header may say much, and always what kind of report it is, and its number.
        guard ByteSearch.find("\"bug_type\"", in: view, from: start, to: end) != nil,
            ByteSearch.find("\"incident_id\"", in: view, from: start, to: end) != nil
        else { return ofReport(view, start, end) }
        return ForeignRow("ips", isReport: true)
    }

    /// What an object on one line is that no log writes: a payload of the system, or an event of an SDK.
    private static func ofReport(_ view: ByteView, _ start: Int, _ end: Int) -> ForeignRow? {
        // Apps print objects of many kinds: those that tell of a crash have one of these words.
        guard ofWords.contains(where: { $0.find(in: view, from: start, to: end) != nil }) else { return nil }
        let document = IncidentDocument(view.bytes(start, end))
        return ofObjects.first { $0.recognises(document) }.map { ForeignRow($0.format, isReport: true) }
    }

    private static let ofObjects: [any IncidentParser] = [
        MetricKitParser(), KSCrashParser(), SentryParser(), BugsnagParser(),
    ]

    private static let ofWords: [SoughtText] = [
        SoughtText("Diagnostics\""), SoughtText("\"timeStampEnd\""), SoughtText("\"callStack"),
        SoughtText("\"binary_images\""), SoughtText("\"exception\""), SoughtText("\"debug_meta\""),
        SoughtText("\"exceptions\""),
    ]

    /// What a line is that begins with a member of an object, where no object but a report has that.
    private static func ofMember(_ view: ByteView, _ start: Int, _ end: Int) -> ForeignRow? {
        let quote = view[start] == 0x22 ? start : view.skipWhiteSpace(from: start, to: end)
        guard quote < end, view[quote] == 0x22,
            let found = members.first(where: { view.starts($0.key, at: quote + 1, to: end) })
        else { return nil }
        let colon = view.skipWhiteSpace(from: quote + 1 + found.key.utf8CodeUnitCount, to: end)
        return colon < end && view[colon] == 0x3A ? ForeignRow(in: found.format) : nil
    }

    /// Keys of reports alone, up to the quote behind them.
    private static let members: [(key: StaticString, format: String)] = [
        ("timeStampBegin\"", "metrickit"), ("timeStampEnd\"", "metrickit"), ("crashDiagnostics\"", "metrickit"),
        ("hangDiagnostics\"", "metrickit"), ("cpuExceptionDiagnostics\"", "metrickit"),
        ("diskWriteExceptionDiagnostics\"", "metrickit"), ("appLaunchDiagnostics\"", "metrickit"),
        ("callStackTree\"", "metrickit"), ("binary_images\"", "kscrash"), ("recrash_report\"", "kscrash"),
        ("debug_meta\"", "sentry"), ("severityReason\"", "bugsnag"), ("payloadVersion\"", "bugsnag"),
    ]

    /// Cells before a message are shorter.
    private static let longestCell = 40

    /// Whether the first or the second cell of a line is a time as only Console.app writes it.
    private static func isConsoleRow(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var position = start
        for _ in 0..<2 {
            guard let tab = view.firstIndex(of: 0x09, from: position, to: min(end, position + longestCell)) else {
                return false
            }
            if case .clock(let instant, zone: _?)? = LogStamp.clock(view, position, tab), instant.digits == 6 {
                return true
            }
            position = tab + 1
        }
        return false
    }
}
