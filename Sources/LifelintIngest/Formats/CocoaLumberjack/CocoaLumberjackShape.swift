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

    /// Whether rows of NSLog are among the lines, and most of the others name their process as those do, or the log
    /// begins with such a row, or several of one process are there.
    ///
    /// Both stand in a console, and only of that one are both rows; in a file one or two of them were merely quoted.
    private static func holdsSystems(_ view: ByteView, _ head: LogHead) -> Bool {
        var instants = InstantParser()
        var (ofConsole, ofFile) = (0, 0)
        var ofSystem: [Int32] = []
        for line in head.lines {
            let (start, end) = (line.lowerBound, line.upperBound)
            if let row = XcodeConsoleShape().prefixedRow(view, start, end, &instants) {
                if LogStamp.hasColon(view, start) {
                    ofConsole += 1
                } else if row.showsDebugger {
                    if ofConsole + ofFile == 0 { return true }
                    ofSystem.append(row.pid)
                }
            } else if CocoaLumberjackShape().row(view, start, end, &instants) != nil {
                ofFile += 1
            }
        }
        guard let first = ofSystem.first else { return false }
        return ofConsole > ofFile || ofSystem.count > mostQuoted && ofSystem.allSatisfy { $0 == first }
    }

    /// More rows of one process nobody quotes.
    private static let mostQuoted = 2
}
