// SPDX-License-Identifier: MIT

/// Recognises logs of JSON objects by the keys of the first ones.
enum LogObjectSniffer {
    /// The shape, if at least half of the first lines that may be rows are signed by it.
    static func lines(_ shape: LogObjectShape, _ view: ByteView, _ head: LogHead) -> LogObjectShape? {
        var rows = 0
        var others = 0
        for line in head.lines where !UnifiedLogFurniture.holds(view, line.lowerBound, line.upperBound) {
            // The count at the end of a stream.
            if view[line.lowerBound] == 0x7B, shape.isFurniture(view, line.lowerBound, line.upperBound) { continue }
            if shape.isSigned(view, line.lowerBound, line.upperBound) { rows += 1 } else { others += 1 }
        }
        return rows > 0 && rows >= others ? shape : nil
    }

    /// The shape of objects that are printed over lines, if the first one is signed by those keys.
    static func pretty(_ keys: LogObjectKeys, _ view: ByteView, _ head: LogHead) -> LogObjectShape? {
        // Rows are found by the columns of their braces, which a quotation moves.
        guard head.wrapping?.isFence ?? true else { return nil }
        var isOpened = false
        for line in head.lines.prefix(6) {
            var brace = view.skipWhiteSpace(from: line.lowerBound, to: line.upperBound)
            if view[brace] == 0x5B {
                isOpened = true
                brace = view.skipWhiteSpace(from: brace + 1, to: line.upperBound)
                if brace == line.upperBound { continue }
            }
            guard view[brace] == 0x7B else {
                // Words of the tool stand before the bracket only.
                if isOpened || !UnifiedLogFurniture.holds(view, line.lowerBound, line.upperBound) { return nil }
                continue
            }
            let first = view.skipWhiteSpace(from: line.lowerBound, to: line.upperBound)
            // Who marks text does not always mark what stands before it on the first line.
            let column = closingColumn(view, brace) ?? (first - line.lowerBound)
            let shape = LogObjectShape(keys: keys, layout: .pretty(indentation: column))
            let end = shape.rowEnd(view, around: line.lowerBound, to: view.count) ?? view.count
            return shape.isSigned(view, line.lowerBound, end) ? shape : nil
        }
        return nil
    }

    /// The column of the brace that closes the object which opens there, where its line begins with it.
    private static func closingColumn(_ view: ByteView, _ brace: Int) -> Int? {
        var depth = 0
        var isQuoted = false
        var position = brace
        while position < view.count {
            switch view[position] {
            case 0x5C where isQuoted: position += 1
            case 0x22: isQuoted.toggle()
            case 0x7B where !isQuoted, 0x5B where !isQuoted: depth += 1
            case 0x7D where !isQuoted, 0x5D where !isQuoted: depth -= 1
            default: break
            }
            if depth == 0 {
                let line = view.lineStart(around: position, from: 0)
                return view.skipWhiteSpace(from: line, to: position) == position ? position - line : nil
            }
            position += 1
        }
        return nil
    }
}
