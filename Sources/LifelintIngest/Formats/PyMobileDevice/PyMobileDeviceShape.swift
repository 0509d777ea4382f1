// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines of `pymobiledevice3 syslog live`: `… SpringBoard{FrontBoard}[34] <NOTICE>: message [subsystem][category]`.
struct PyMobileDeviceShape: LogShape {
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
        splitLabel(view, into: &row)
        return row
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

    /// ` [subsystem][category]` at the end of the message.
    private func splitLabel(_ view: ByteView, into row: inout LogRow) {
        let message = row.message
        guard message.count > 4, view[message.upperBound - 1] == 0x5D else { return }
        let lower = max(message.lowerBound, message.upperBound - LogCursor.nameBytes)
        guard let middle = ByteSearch.findLast("][", in: view, from: lower, to: message.upperBound),
            let open = ByteSearch.findLast(" [", in: view, from: max(lower - 1, message.lowerBound - 1), to: middle)
        else { return }
        row.subsystem = (open + 2)..<middle
        row.category = (middle + 2)..<(message.upperBound - 1)
        row.message = message.lowerBound..<max(open, message.lowerBound)
    }
}
