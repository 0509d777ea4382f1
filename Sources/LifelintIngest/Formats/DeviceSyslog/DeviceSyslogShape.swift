// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines as syslog relays write them, with a level or without: `Mar 1 10:00:00 iPhone SpringBoard(FrontBoard)[34]
/// <Notice>: message`, from os_trace with microseconds and no device, from later relays without either; also the
/// system.log of old simulators, and the same in cells between tabs, as Visual Studio's device log copies it.
struct DeviceSyslogShape: LogShape {
    static var isUnmistakable: Bool { true }
    static var escaping: LogEscaping { .vis }
    static var dependsOnOrder: Bool { true }
    static var namesHosts: Bool { true }

    /// Whether rows of whole seconds name the device; where they do not, names of processes may have spaces.
    var namesDevices = true

    /// Whether the line is a row that has the process where others have the device.
    static func hasNoDevice(_ view: ByteView, _ line: Range<Int>) -> Bool {
        var cursor = LogCursor(view, line.lowerBound, line.upperBound)
        guard case .yearless(_, _, let instant)? = LogStamp.yearless(&cursor), instant.digits == 0, cursor.take(0x20)
        else { return false }
        return isProcess(cursor)
    }

    /// Whether the word here is a process with its id and what follows a level, not a device.
    private static func isProcess(_ cursor: LogCursor) -> Bool {
        var cursor = cursor
        guard let word = cursor.word(), cursor.view[word.upperBound - 1] == 0x5D, cursor.take(" <") else {
            return false
        }
        // Brackets before the last one are those of escaped letters.
        let open = word.last { cursor.view[$0] == 0x5B }
        return open.map { $0 > word.lowerBound && cursor.view[$0 + 1].isDigit } ?? false
    }

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let time = LogStamp.yearless(&cursor), case .yearless(_, _, let instant) = time else { return nil }
        var row = LogRow()
        row.time = time
        if cursor.take(0x09) { return readCells(&cursor, into: &row) ? row : nil }
        guard cursor.take(0x20) else { return nil }
        // Some relays leave the room for the name of a device that they do not tell.
        _ = cursor.take(0x20)
        if instant.digits == 0, namesDevices, !DeviceSyslogShape.isProcess(cursor) {
            // Names of devices have no spaces here.
            guard let host = cursor.word(), cursor.take(0x20) else { return nil }
            row.device = host
        }
        guard let process = ProcessBrackets(&cursor, threads: false, senders: true) else { return nil }
        let app = DeviceSyslogShape.app(ofJob: process.name, view)
        guard app != nil || !holdsMark(view, process.name) else { return nil }
        row.process = app ?? process.name
        row.isProcessApp = app != nil
        row.sender = process.sender
        row.pid = process.pid
        let label = cursor.position + 1
        guard readLevel(&cursor, into: &row) else { return nil }
        // A simulator's host is the Mac.
        if row.level == .missing { row.device = 0..<0 }
        row.message = cursor.rest
        // What launchd says of a job says the job only there, and its process id with it.
        if view[label] == 0x28, row.message.lowerBound > label + 4,
            view.firstIndex(of: 0x5B, from: label, to: row.message.lowerBound) != nil
        {
            row.message = label..<row.message.upperBound
        }
        return row
    }

    /// The logger puts a tab before each line that goes on with a message.
    func complete(_ record: inout LogRecord, _ view: ByteView) {
        for (index, line) in record.continuations.enumerated() where !line.isEmpty && view[line.lowerBound] == 0x09 {
            record.continuations[index] = (line.lowerBound + 1)..<line.upperBound
        }
    }

    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        if view.starts("[connected", at: start, to: end) || view.starts("[disconnected", at: start, to: end)
            || ConsoleDivider.begins(view, start, end)
        {
            return true
        }
        var cursor = LogCursor(view, start, end)
        if LogStamp.yearless(&cursor) != nil { return cursor.take(" --- last message repeated ") }
        return isDebugLine(view, start, end)
    }

    func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? { ConsoleDivider.day(view, start, end) }

    /// `[connected:00008110-000A11112222801E]`: older tools do not say to which.
    func device(_ view: ByteView, _ start: Int, _ end: Int) -> Range<Int>? {
        var cursor = LogCursor(view, start, end)
        guard cursor.take("[connected:"), let close = view.firstIndex(of: 0x5D, from: cursor.position, to: end),
            close > cursor.position
        else { return nil }
        return cursor.position..<close
    }

    /// `(label)`, `<Notice>`, a colon: each but the last may be missing.
    private func readLevel(_ cursor: inout LogCursor, into row: inout LogRow) -> Bool {
        if cursor.take(" (") {
            guard cursor.find(0x29) else { return false }
            cursor.position += 1
        }
        if cursor.take(" <") {
            guard let word = cursor.letters(), cursor.take(0x3E) else { return false }
            row.level = LogLevel(cursor.view, word) ?? .notice
        }
        // Pages take `<Notice>` for markup, and leave the spaces around it.
        if row.level == .missing, cursor.take(" :") {
            row.level = .notice
        } else if !cursor.take(0x3A) {
            return false
        }
        _ = cursor.take(0x20)
        return true
    }

    /// `iPhone⇥Notice⇥34⇥SpringBoard(FrontBoard)⇥message`.
    private func readCells(_ cursor: inout LogCursor, into row: inout LogRow) -> Bool {
        let view = cursor.view
        guard let device = cell(&cursor), let word = cell(&cursor), let level = LogLevel(view, word),
            let pid = cursor.pid(), cursor.take(0x09), let name = cell(&cursor)
        else { return false }
        let process = ProcessBrackets(view, name: name, pid: pid)
        row.device = device
        row.level = level
        row.pid = pid
        row.process = process.name
        row.sender = process.sender
        row.message = cursor.rest
        return true
    }

    /// What stands before the next tab, behind which the cursor is afterwards; nil if that is nothing.
    private func cell(_ cursor: inout LogCursor) -> Range<Int>? {
        let start = cursor.position
        guard cursor.find(0x09), cursor.position > start else { return nil }
        defer { cursor.position += 1 }
        return start..<cursor.position
    }

    /// The bundle id in the job by which older systems name an app that writes: `UIKitApplication:com.acme.notes[0x16c3]`;
    /// nil where the name is none.
    private static func app(ofJob name: Range<Int>, _ view: ByteView) -> Range<Int>? {
        let mark: StaticString = "UIKitApplication:"
        let start = name.lowerBound + mark.utf8CodeUnitCount
        guard view.starts(mark, at: name.lowerBound, to: name.upperBound),
            let open = view.firstIndex(of: 0x5B, from: start, to: name.upperBound), open > start,
            view.starts("[0x", at: open, to: name.upperBound), view[name.upperBound - 1] == 0x5D,
            (open + 3..<name.upperBound - 1).allSatisfy({ view[$0].hexDigit != nil }),
            (start..<open).allSatisfy({ view[$0] > 0x20 })
        else { return nil }
        return start..<open
    }

    /// Whether what was found before brackets is a sentence rather than a name, whose letters may be escaped with
    /// marks.
    private func holdsMark(_ view: ByteView, _ name: Range<Int>) -> Bool {
        var position = name.lowerBound
        while position < name.upperBound {
            let length = VisEscapes.length(view, position, name.upperBound)
            let byte = length > 1 ? 0 : view[position]
            if byte == 0x3C || byte == 0x3E || byte == 0x5D || (byte == 0x3A && view[position + 1] == 0x20) {
                return true
            }
            position += length
        }
        return false
    }

    /// What the relay's own tool says with `-d`: `10:00:00 service.c:163 service_receive(): text`.
    private func isDebugLine(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var cursor = LogCursor(view, start, end)
        guard end - start > 12, InstantParser.clockTime(view, start, start + 8) != nil else { return false }
        cursor.position += 8
        guard cursor.take(0x20), let file = cursor.word() else { return false }
        return ByteSearch.find(".c:", in: view, from: file.lowerBound, to: file.upperBound) != nil
    }
}
