// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines of CocoaLumberjack: `2026/03/01 10:00:00:123  message` in files, `2026-03-01 10:00:00:123 Notes[71:1a2b]
/// message` in consoles.
struct CocoaLumberjackShape: LogShape {
    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let instant = LogStamp.colonMilliseconds(&cursor), cursor.takeSpaces() || cursor.isAtEnd else {
            return nil
        }
        var row = LogRow()
        row.time = .instant(instant)
        // Two spaces stand before a message.
        if view[cursor.position - 2] != 0x20, let process = ProcessBrackets(&cursor, threads: true) {
            row.process = process.name
            row.pid = process.pid
            _ = cursor.take(0x20)
        }
        row.message = cursor.rest
        return row
    }
}

/// What an app writes through CocoaLumberjack.
enum CocoaLumberjackFormat {
    static let format = TextLogFormat(
        "cocoalumberjack", CocoaLumberjackShape(), title: "CocoaLumberjack",
        recognisedBy: "Lines of a date and a time with a colon before the milliseconds.",
        tells: "What the app says itself; not who ended it.", durability: .buffered, traits: .passesLinesOver
    ) { view, head in
        let shape = CocoaLumberjackShape()
        return head.fits(shape, view) && !holdsSystems(view, head) ? shape : nil
    }

    /// Whether rows of NSLog are among the lines, and most of the others name their process as those do.
    ///
    /// Both stand in a console, and only of that one are both rows; in a file such a row was merely quoted.
    private static func holdsSystems(_ view: ByteView, _ head: LogHead) -> Bool {
        var instants = InstantParser()
        var (ofSystem, ofConsole, ofFile) = (0, 0, 0)
        for line in head.lines {
            let (start, end) = (line.lowerBound, line.upperBound)
            if let row = XcodeConsoleShape().prefixedRow(view, start, end, &instants) {
                if LogStamp.hasColon(view, start) { ofConsole += 1 } else if row.showsDebugger { ofSystem += 1 }
            } else if CocoaLumberjackShape().row(view, start, end, &instants) != nil {
                ofFile += 1
            }
        }
        return ofSystem > 0 && ofConsole > ofFile
    }
}
