// SPDX-License-Identifier: MIT

import LifelintModel

/// Maps the time of one run onto columns.
///
/// Long suspensions are shortened: hours of sleep would leave no room for the seconds in which things happen. All
/// arithmetic is in `Double`, since the difference of two instants need not fit into an `Int64`.
struct TimelineScale {
    /// A stretch of time and the room it takes.
    private struct Piece {
        let from: Double
        let to: Double
        /// The room before it, and with it; in nanoseconds of undistorted time.
        let start: Double
        let end: Double
    }

    /// Columns.
    let columns: Int
    /// Whether a suspension takes less room than its length.
    private(set) var isShortened = false
    private var pieces: [Piece] = []
    private var room = 0.0

    /// A scale for the whole run.
    init(_ run: AppRun, columns: Int) {
        self.columns = max(columns, 1)
        let start = Double(run.start.time.nanoseconds)
        let end = max(Double(run.end.time.nanoseconds), start)
        var sleeps: [(from: Double, to: Double)] = []
        var covered = start
        for state in run.states where state.state == .suspended {
            let from = max(Double(state.from.nanoseconds), covered)
            let to = min(state.to.map { Double($0.nanoseconds) } ?? end, end)
            if to > from {
                sleeps.append((from, to))
                covered = to
            }
        }
        let asleep = sleeps.reduce(0) { $0 + $1.to - $1.from }
        let awake = end - start - asleep
        let longest = awake > 0 ? awake / 6 : asleep
        var position = start
        for sleep in sleeps {
            append(from: position, to: sleep.from, room: sleep.from - position)
            append(from: sleep.from, to: sleep.to, room: min(sleep.to - sleep.from, longest))
            if sleep.to - sleep.from > longest { isShortened = true }
            position = sleep.to
        }
        append(from: position, to: end, room: end - position)
    }

    /// The column of an instant; instants outside of the run are at its edges.
    func column(of instant: Timestamp) -> Int {
        guard room > 0 else { return 0 }
        return min(max(Int(share(of: instant) * Double(columns)), 0), columns - 1)
    }

    /// Where an instant lies between the edges: 0 to 1; instants outside of the run are at its edges.
    func share(of instant: Timestamp) -> Double {
        let time = Double(instant.nanoseconds)
        guard room > 0 else { return 0 }
        guard let piece = piece(where: { $0.to > time }) else { return 1 }
        let share = piece.to > piece.from ? (time - piece.from) / (piece.to - piece.from) : 0
        return min((piece.start + max(share, 0) * (piece.end - piece.start)) / room, 1)
    }

    /// Where the pace changes: the ends of the pieces, as instants and as shares of the room.
    var knots: [(time: Double, share: Double)] {
        guard room > 0, let first = pieces.first else { return [] }
        return [(first.from, 0)] + pieces.map { ($0.to, $0.end / room) }
    }

    /// The instant at which a column begins.
    func instant(ofColumn column: Int, digits: UInt8) -> Timestamp {
        let place = Double(column) / Double(columns) * room
        guard let piece = piece(where: { $0.end > place }) ?? pieces.last else {
            return Timestamp(nanoseconds: 0, digits: digits)
        }
        let share = piece.end > piece.start ? (place - piece.start) / (piece.end - piece.start) : 0
        let time = piece.from + share * (piece.to - piece.from)
        return Timestamp(nanoseconds: Int64(exactly: time.rounded()) ?? 0, digits: digits)
    }

    private mutating func append(from: Double, to: Double, room more: Double) {
        guard to > from || pieces.isEmpty else { return }
        pieces.append(Piece(from: from, to: to, start: room, end: room + max(more, 0)))
        room += max(more, 0)
    }

    /// The first piece for which a condition holds that holds for all later ones.
    private func piece(where isReached: (Piece) -> Bool) -> Piece? {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if isReached(pieces[middle]) { high = middle } else { low = middle + 1 }
        }
        return low < pieces.count ? pieces[low] : nil
    }
}
