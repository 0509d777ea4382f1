// SPDX-License-Identifier: MIT

import LifelintModel

/// Logs whose rows are JSON objects: one a line, or printed over lines at a certain indentation.
struct LogObjectShape: LogShape {
    /// How objects lie in the file.
    enum Layout: Equatable {
        case lines
        /// Lines with exactly that much white space before a brace begin and end rows.
        case pretty(indentation: Int)
    }

    static var escaping: LogEscaping { .json }
    static var hasContinuations: Bool { false }

    let keys: LogObjectKeys
    let layout: Layout

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        guard let brace = brace(view, start, end) else { return nil }
        var object = LogObject(view, brace, end, keys: keys)
        return object.readTime(&instants) ? object.row : nil
    }

    /// Whether the object in that range is a row that only this container writes.
    func isSigned(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard let brace = brace(view, start, end) else { return false }
        var instants = InstantParser()
        var object = LogObject(view, brace, end, keys: keys)
        return object.hasSign && object.readTime(&instants)
    }

    func makeMessageSearch() -> LogMessageSearch? {
        layout == .lines ? LogMessageSearch(keys: keys.messageNames) : nil
    }

    /// All that begins no row: brackets around rows, words of the tool, and the count at the end of a stream.
    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        if case .pretty(let indentation) = layout { return !begins(view, start, indentation) }
        guard let brace = brace(view, start, end) else { return true }
        return view.starts("{\"count\":", at: brace, to: end)
    }

    /// An array may lack its bracket: `log stream` never writes one.
    func isCut(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard brace(view, start, end) != nil else { return false }
        return view[end - 1] != 0x7D && view[end - 1] != 0x5D
    }

    var spansLines: Bool { layout != .lines }

    func rowStart(_ view: ByteView, around position: Int, from lower: Int) -> Int {
        var start = view.lineStart(around: position, from: lower)
        guard case .pretty(let indentation) = layout else { return start }
        while start > lower, !begins(view, start, indentation) {
            start = view.lineStart(around: start - 1, from: lower)
        }
        return start
    }

    func rowEnd(_ view: ByteView, around position: Int, to upper: Int) -> Int? {
        guard case .pretty(let indentation) = layout else {
            return view.firstIndex(of: 0x0A, from: position, to: upper)
        }
        var feed = position
        while let next = view.firstIndex(of: 0x0A, from: feed, to: upper) {
            let line = next + 1
            if begins(view, line, indentation) || closes(view, line, indentation) {
                // `},{` closes one row and begins the next.
                let brace = line + indentation
                return view[brace] == 0x7D && line < upper ? min(brace + 1, upper) : next
            }
            feed = line
        }
        return nil
    }

    /// The first brace that opens the object of a row.
    private func brace(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        // At most `},{` or `[{` and white space stand before it.
        var position = view.skipWhiteSpace(from: start, to: end)
        while position < end, view[position] == 0x5B || view[position] == 0x7D || view[position] == 0x2C {
            position = view.skipWhiteSpace(from: position + 1, to: end)
        }
        return position < end && view[position] == 0x7B ? position : nil
    }

    /// Whether a line begins a row: `{`, `[{` or `},{` at the indentation.
    private func begins(_ view: ByteView, _ line: Int, _ indentation: Int) -> Bool {
        // The bracket of the array stands at the very beginning where the rest was moved.
        let isMoved = view[line] == 0x5B
        guard isMoved || isIndented(view, line, indentation) else { return false }
        var position = isMoved ? line : line + indentation
        if view[position] == 0x20 || view[position] == 0x09 { return false }
        if view[position] == 0x7D { position += 1 }
        if view[position] == 0x2C { position += 1 }
        if view[position] == 0x5B { position += 1 }
        while view[position] == 0x20 { position += 1 }
        return view[position] == 0x7B
    }

    private func closes(_ view: ByteView, _ line: Int, _ indentation: Int) -> Bool {
        isIndented(view, line, indentation)
            && (view[line + indentation] == 0x7D || view[line + indentation] == 0x5D)
    }

    private func isIndented(_ view: ByteView, _ line: Int, _ indentation: Int) -> Bool {
        for position in line..<(line + indentation) where view[position] != 0x20 && view[position] != 0x09 {
            return false
        }
        return true
    }
}
