// SPDX-License-Identifier: MIT

import LifelintModel

/// On which lines of the source the callbacks of a run were told first.
///
/// A logger that prints the function and the line before each message tells a callback with every message in it: the
/// first one tells the call, and those from lines further down may be of the same call, however late they come.
struct CallbackLines {
    private var first: [(name: EventName, line: Int64)] = []

    /// Remembers the uppermost line of a callback.
    mutating func note(_ event: EventView) {
        guard let line = CallbackLines.line(of: event) else { return }
        guard let place = first.firstIndex(where: { $0.name == event.name }) else {
            return first.append((event.name, line))
        }
        first[place].line = min(first[place].line, line)
    }

    /// Whether such a callback was told with its line.
    func tell(_ name: EventName) -> Bool { first.contains { $0.name == name } }

    /// Whether a callback stands further down in its function than the line that told it first.
    func isFurtherDown(_ event: EventView) -> Bool {
        guard !first.isEmpty, let line = CallbackLines.line(of: event) else { return false }
        return first.contains { $0.name == event.name && $0.line < line }
    }

    private static func line(of event: EventView) -> Int64? {
        guard event.record.attributesCount > 0, event.name.isCallback, event.record.witness == .app else { return nil }
        return event.batch.integer(.sourceLine, of: event.record)
    }
}
