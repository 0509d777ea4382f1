// SPDX-License-Identifier: MIT

import LifelintModel

/// Logs none of whose lines has a time, several of which lie side by side: what stands in two of them is one thing only
/// where the one is a copy of the other, or of a part of it.
///
/// They all begin at one assumed instant, and a line that two consoles show alike would count once, as in logs that
/// tell when it was.
enum UndatedInputs {
    /// Lends each log that is no copy keys of its own, and leaves out what copies say.
    static func tellApart(_ events: inout [(event: EventView, key: [UInt8])], inputs: InputNames) {
        guard let first = events.first(where: \.event.record.isUndated),
            events.contains(where: { $0.event.record.isUndated && $0.event.record.input != first.event.record.input })
        else { return }
        var indices: [UInt32: [Int]] = [:]
        for (index, row) in events.enumerated() where row.event.record.isUndated {
            indices[row.event.record.input, default: []].append(index)
        }
        let logs = indices.map { input, rows in
            Log(
                path: inputs[input], input: input,
                rows: rows.sorted { events[$0].event.record.offset < events[$1].event.record.offset })
        }.sorted()
        var originals: [[[UInt8]]] = []
        var copies: Set<Int> = []
        for log in logs {
            let keys = log.rows.map { events[$0].key }
            if originals.contains(where: { holds($0, keys) }) {
                copies.formUnion(log.rows)
                continue
            }
            let mark = Array(String(originals.count).utf8)
            originals.append(keys)
            for row in log.rows { events[row].key += [0xFF] + mark }
        }
        events = events.enumerated().filter { !copies.contains($0.offset) }.map(\.element)
    }

    private struct Log: Comparable {
        let path: String
        let input: UInt32
        /// What it tells, in its order.
        let rows: [Int]

        /// The longest first, of which others may be copies.
        static func < (left: Log, right: Log) -> Bool {
            if left.rows.count != right.rows.count { return left.rows.count > right.rows.count }
            if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
            return left.input < right.input
        }
    }

    /// Whether a log tells in one go what another one tells.
    private static func holds(_ whole: [[UInt8]], _ part: [[UInt8]]) -> Bool {
        guard !part.isEmpty, whole.count >= part.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
