// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines of `pymobiledevice3 syslog live`: `… SpringBoard{FrontBoard}[34] <NOTICE>: message [subsystem][category]`.
struct PyMobileDeviceShape: LogShape {
    static var isUnmistakable: Bool { true }
    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        // Two spaces stand before the host in the syslog style of `log show`.
        guard let instant = LogStamp.dated(&cursor, &instants), cursor.take(0x20), cursor.byte != 0x20,
            let process = ProcessBrackets(&cursor, threads: false), cursor.take(" <")
        else { return nil }
        let word = cursor.position
        while cursor.byte.isLetter || cursor.byte == 0x5F { cursor.position += 1 }
        var row = LogRow()
        row.level = LogLevel(view, word..<cursor.position) ?? .missing
        guard cursor.position > word, cursor.take(">:") else { return nil }
        _ = cursor.take(0x20)
        row.time = .instant(instant)
        row.pid = process.pid
        splitName(view, process.name, into: &row)
        row.message = cursor.rest
        if let label = label(view, row.message) { take(label, into: &row) }
        return row
    }

    /// The label of a message of several lines stands behind the last.
    func complete(_ record: inout LogRecord, _ view: ByteView) {
        guard let last = record.continuations.last, let label = label(view, last) else { return }
        // What ends the first line is its own then.
        let feed = view.firstIndex(of: 0x0A, from: record.row.message.lowerBound, to: record.end) ?? record.end
        let start = record.row.message.lowerBound
        take(label, into: &record.row)
        record.row.message = start..<max(start, view[feed - 1] == 0x0D ? feed - 1 : feed)
        record.continuations[record.continuations.count - 1] = last.lowerBound..<max(label.start, last.lowerBound)
    }

    /// `SpringBoard{FrontBoard+0x1a2b}`: the image is in braces, with an offset or without.
    private func splitName(_ view: ByteView, _ name: Range<Int>, into row: inout LogRow) {
        row.process = name
        guard view[name.upperBound - 1] == 0x7D,
            let open = view.firstIndex(of: 0x7B, from: name.lowerBound, to: name.upperBound), open > name.lowerBound
        else { return }
        row.process = name.lowerBound..<open
        let close = name.upperBound - 1
        let image = ByteSearch.findLast("+0x", in: view, from: open + 1, to: close) ?? close
        row.sender = (open + 1)..<max(image, open + 1)
    }

    /// What stands behind a message.
    private struct Label {
        var start: Int
        var subsystem: Range<Int>
        var category: Range<Int>
    }

    /// ` [subsystem][category]` at the end of a line of a message.
    private func label(_ view: ByteView, _ line: Range<Int>) -> Label? {
        guard line.count > 4, view[line.upperBound - 1] == 0x5D else { return nil }
        let lower = max(line.lowerBound, line.upperBound - LogCursor.nameBytes)
        guard let middle = ByteSearch.findLast("][", in: view, from: lower, to: line.upperBound),
            let open = opening(view, from: max(lower - 1, line.lowerBound - 1), to: middle)
        else { return nil }
        return Label(
            start: open, subsystem: (open + 2)..<middle, category: (middle + 2)..<(line.upperBound - 1))
    }

    /// The space before the bracket that a subsystem stands in, which may hold brackets of its own: jobs of launchd do.
    private func opening(_ view: ByteView, from lower: Int, to end: Int) -> Int? {
        guard var open = ByteSearch.findLast(" [", in: view, from: lower, to: end) else { return nil }
        guard view[end - 1] == 0x5D else { return open }
        var depth = 0
        var position = end - 1
        while position > lower {
            if view[position] == 0x5D { depth += 1 }
            if view[position] == 0x5B { depth -= 1 }
            if depth < 0 {
                if view[position - 1] == 0x20 { open = position - 1 }
                break
            }
            position -= 1
        }
        return open
    }

    private func take(_ label: Label, into row: inout LogRow) {
        row.subsystem = label.subsystem
        row.category = label.category
        row.message = row.message.lowerBound..<max(label.start, row.message.lowerBound)
    }
}
