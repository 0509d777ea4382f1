// SPDX-License-Identifier: MIT

/// What the text styles of `log` have in common: the tool's words around the rows, and a header that names the columns.
protocol UnifiedLogStyle: LogShape {
    /// What the header says behind `Timestamp`.
    static var columns: StaticString { get }
}

extension UnifiedLogStyle {
    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        UnifiedLogFurniture.holds(view, start, end)
    }

    func isHeader(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var cursor = LogCursor(view, start, end)
        return cursor.take("Timestamp") && cursor.takeSpaces() && cursor.take(Self.columns)
    }
}
