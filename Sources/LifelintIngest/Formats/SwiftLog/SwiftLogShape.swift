// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines of swift-log's stream handler: `2026-03-01T10:00:00+0100 info com.acme.notes: key=value [Module] message`.
struct SwiftLogShape: LogShape {
    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard view[start + 10] == 0x54, let instant = LogStamp.dated(&cursor, &instants), cursor.take(0x20),
            let word = cursor.letters(), let level = LogLevel(view, word), cursor.take(0x20)
        else { return nil }
        let label = cursor.position
        guard let colon = labelEnd(cursor), colon > label else { return nil }
        var row = LogRow()
        row.time = .instant(instant)
        row.level = level
        row.subsystem = label..<(view[colon - 1] == 0x20 ? colon - 1 : colon)
        cursor.position = min(colon + 2, cursor.end)
        if view[colon - 1] == 0x20 { skipMetadata(&cursor) } else { skipToSource(&cursor, into: &row) }
        row.message = cursor.rest
        return row
    }

    /// The colon behind the label: labels have no spaces, but older versions write one before the colon.
    private func labelEnd(_ cursor: LogCursor) -> Int? {
        var cursor = cursor
        guard let word = cursor.word() else { return nil }
        if cursor.view[word.upperBound - 1] == 0x3A { return word.upperBound - 1 }
        return cursor.take(" :") ? cursor.position - 1 : nil
    }

    /// `key=value … `, as older versions write it: no module stands behind it.
    private func skipMetadata(_ cursor: inout LogCursor) {
        let limit = cursor.position + 4 * LogCursor.nameBytes
        while cursor.position < limit {
            var probe = cursor
            guard let word = probe.word(), probe.take(0x20),
                let sign = cursor.view.firstIndex(of: 0x3D, from: word.lowerBound, to: word.upperBound),
                sign > word.lowerBound
            else { return }
            cursor.position = probe.position
        }
    }

    /// `key=value … [Module] `: metadata is skipped where the module stands behind it, and is else left in the message.
    private func skipToSource(_ cursor: inout LogCursor, into row: inout LogRow) {
        var probe = cursor
        let limit = cursor.position + 4 * LogCursor.nameBytes
        while probe.byte != 0x5B {
            guard probe.position < limit, let word = probe.word(),
                cursor.view.firstIndex(of: 0x3D, from: word.lowerBound, to: word.upperBound) != nil, probe.take(0x20)
            else { return }
        }
        let open = probe.position + 1
        guard probe.find(0x5D), probe.position > open else { return }
        let close = probe.position
        guard probe.take("] "), !(open..<close).contains(where: { probe.view[$0] == 0x20 }) else { return }
        row.sender = open..<close
        cursor.position = probe.position
    }
}

/// What an app or a server writes through swift-log.
enum SwiftLogFormat {
    static let format = TextLogFormat(
        "swift-log", SwiftLogShape(), title: "swift-log, stream handler",
        recognisedBy: "Lines of a time with a T, a level, a label and a colon.",
        tells: "What the app says itself; not who ended it.", durability: .buffered, traits: .passesLinesOver
    ) { view, head in
        let shape = SwiftLogShape()
        return head.fits(shape, view) ? shape : nil
    }
}
