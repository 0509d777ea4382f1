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
        // The shortest of them has more before its message.
        guard end - start > 24 else { return nil }
        let found: ForeignRow? =
            switch view[start] {
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
            return nil
        }
        guard view[start].isLetter, let row = DeviceSyslogShape().row(view, start, end, &instants) else { return nil }
        return row.level == .missing ? "system-log" : "device-syslog"
    }

    /// What a line at the beginning or at the end of a report is, where it is a row of a log.
    init?(beside view: ByteView, _ line: Range<Int>) {
        guard view[line.lowerBound] != 0x7B else { return nil }
        var instants = InstantParser()
        let (start, end) = (line.lowerBound, line.upperBound)
        if XcodeConsoleShape().prefixedRow(view, start, end, &instants).map({ $0.pid != .min }) ?? false {
            self.init("xcode-console")
            return
        }
        self.init(view, start, end, &instants)
        if isReport { return nil }
    }

    /// The formats of logs of which rows are among the first lines, in the order of their names.
    static func formats(in bytes: [UInt8]) -> [String] {
        var formats: Set<String> = []
        bytes.withView { view in
            var start = view.hasByteOrderMark ? 3 : 0
            for _ in 0..<ForeignRow.lines where start < view.count {
                let end = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
                if let row = ForeignRow(beside: view, start..<end) { formats.insert(row.format) }
                start = end + 1
            }
        }
        return formats.sorted()
    }

    /// So many lines of what no format recognises are looked at.
    private static let lines = 1_024

    private static let objects = LogObjectShape(keys: UnifiedLogFormats.keys, layout: .lines)

    private static func ofObject(_ view: ByteView, _ start: Int, _ end: Int) -> ForeignRow? {
        guard view[start + 1] == 0x22 else { return nil }
        if objects.isSigned(view, start, end) { return ForeignRow("unified-log-ndjson") }
        // Its header may say much, and always what kind of report it is, and its number.
        guard ByteSearch.find("\"bug_type\"", in: view, from: start, to: end) != nil,
            ByteSearch.find("\"incident_id\"", in: view, from: start, to: end) != nil
        else { return nil }
        return ForeignRow("ips", isReport: true)
    }

    /// Whether the first or the second cell of a line is a time as only Console.app writes it.
    private static func isConsoleRow(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var position = start
        for _ in 0..<2 {
            guard let tab = view.firstIndex(of: 0x09, from: position, to: min(end, position + 40)) else { return false }
            if case .clock(let instant, zone: _?)? = LogStamp.clock(view, position, tab), instant.digits == 6 {
                return true
            }
            position = tab + 1
        }
        return false
    }
}
