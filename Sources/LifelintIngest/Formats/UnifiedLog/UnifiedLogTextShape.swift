// SPDX-License-Identifier: MIT

import LifelintModel

/// The default style of `log show` and `log stream`: columns for thread, type, activity, pid and, since 2018, TTL.
struct UnifiedLogTextShape: LogShape {
    static var isUnmistakable: Bool { true }
    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let instant = LogStamp.dated(&cursor, &instants), cursor.takeSpaces(), cursor.take("0x"),
            cursor.skipHex(), cursor.takeSpaces(), let type = cursor.letters(), cursor.takeSpaces(), cursor.take("0x"),
            cursor.skipHex(), cursor.takeSpaces(), let pid = cursor.pid(), cursor.takeSpaces()
        else { return nil }
        let isPadded = view[type.upperBound + 1] == 0x20 || type.count > UnifiedLogTextShape.typeWidth
        skipTimeToLive(&cursor, isPadded: isPadded)
        let name = cursor.position
        var row = LogRow()
        row.time = .instant(instant)
        row.pid = pid
        // What the log itself tells, of boots and clocks, is of no process.
        if cursor.take("=== ") {
            row.process = name..<name
            row.isMessage = true
            row.message = name..<end
            return row
        }
        guard let colon = nameEnd(cursor), colon > name else { return nil }
        row.process = name..<colon
        row.level = LogLevel(view, type) ?? .missing
        row.isMessage = row.level != .missing || !isActivity(view, type)
        cursor.position = min(colon + 2, cursor.end)
        UnifiedLogTail.read(&cursor, into: &row)
        return row
    }

    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        UnifiedLogFurniture.holds(view, start, end)
    }

    func isHeader(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var cursor = LogCursor(view, start, end)
        return cursor.take("Timestamp") && cursor.takeSpaces() && cursor.take("Thread") && cursor.takeSpaces()
            && cursor.take("Type")
    }

    /// How wide the column of the type is.
    private static let typeWidth = 10

    /// The column is padded, so that two spaces follow it; a name of digits and more has none.
    ///
    /// - Parameter isPadded: false where the columns lost what pads them, as pages of the web show them.
    private func skipTimeToLive(_ cursor: inout LogCursor, isPadded: Bool) {
        let start = cursor.position
        if cursor.integer() == nil || !(isPadded ? cursor.take("  ") : cursor.take(0x20)) {
            cursor.position = start
        } else {
            cursor.skipSpaces()
        }
    }

    /// The colon behind the name of the process, which may hold colons without a space.
    private func nameEnd(_ cursor: LogCursor) -> Int? {
        var cursor = cursor
        let limit = cursor.position + LogCursor.nameBytes
        while cursor.position < limit, cursor.find(0x3A) {
            let next = cursor.position + 1
            if next == cursor.end || cursor.view[next] == 0x20 { return cursor.position }
            cursor.position = next
        }
        return nil
    }

    private func isActivity(_ view: ByteView, _ type: Range<Int>) -> Bool {
        view.matches("Activity", from: type.lowerBound, to: type.upperBound)
            || view.matches("Signpost", from: type.lowerBound, to: type.upperBound)
    }
}
