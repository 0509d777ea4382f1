// SPDX-License-Identifier: MIT

import LifelintModel

/// What tells the rows of a log from its other lines: their shape, and what an input of it is wrapped in.
///
/// It is apart from the reader, which is asked for a row of every line and changes meanwhile: a reader that handed in its
/// own parser of times would be copied for each.
struct LogRowForm<Shape: LogShape>: Sendable {
    let shape: Shape
    let wrapper: LogWrapping?

    /// The row that a line begins; where a server has stamped all lines they are of the times of that, by one clock.
    @inline(__always) func row(
        _ view: ByteView, _ start: Int, stop: Int, _ instants: inout InstantParser
    ) -> LogRow? {
        guard let content = content(view, start, stop), var row = shape.row(view, content, stop, &instants) else {
            return nil
        }
        guard let wrapper, wrapper.stampsTimes, content > start else { return row }
        var cursor = LogCursor(view, start, stop)
        _ = cursor.take(0x5B)
        if let stamp = LogStamp.dated(&cursor, &instants) { row.time = .instant(stamp) }
        return row
    }

    /// Where a line begins behind what it is wrapped in; nil where it is none of the log.
    @inline(__always) func content(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        guard let wrapper else { return start }
        return wrapper.content(view, start, end)
    }

    /// Whether the content of a line is no part of a message: the tool wrote it, or it ends what somebody quotes.
    func isFurniture(_ view: ByteView, _ content: Int, stop: Int) -> Bool {
        shape.isFurniture(view, content, stop) || LogWrapper.isFence(view, content, stop)
    }

    @inline(__always) static func lineEnd(_ view: ByteView, _ start: Int) -> Int {
        view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
    }

    /// The end of a line without its carriage return, and without spaces, which those who pass it on put there.
    @inline(__always) static func textEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var end = end > start && view[end - 1] == 0x0D ? end - 1 : end
        while end > start, view[end - 1] == 0x20 { end -= 1 }
        return end
    }
}
