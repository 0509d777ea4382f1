// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What the clocks of a run showed whenever its state changed, by which one knows what they showed at any moment
/// between.
///
/// Why: who tells what it did when that is over tells a beginning that may lie some states back.
struct ClockTurns {
    /// Older ones than so many are forgotten: nothing that is told by one record lasts over so many changes.
    private static let limit = 256

    private struct Turn {
        var reading: ClockReading
        /// Of who tells when it was, in nanoseconds.
        var resolution: Int64
    }

    /// In their order; between two neighbours a clock went on all the time or not at all.
    private var turns = [Turn(reading: ClockReading(), resolution: 1)]

    /// The state changes here.
    mutating func note(_ reading: ClockReading, resolution: Int64) {
        if let last = turns.indices.last, turns[last].reading == reading {
            turns[last].resolution = max(turns[last].resolution, resolution)
            return
        }
        if turns.count >= ClockTurns.limit { turns.removeFirst(ClockTurns.limit / 2) }
        turns.append(Turn(reading: reading, resolution: resolution))
    }

    /// How coarse the moments are told at which a clock began to go on, or ceased to, between two readings.
    func resolution(of clock: RuleClock, from begin: ClockReading, to end: ClockReading) -> Int64 {
        var coarsest: Int64 = 1
        // What is measured mostly lies a little before now.
        var after = end
        for place in turns.indices.reversed() {
            let turn = turns[place]
            guard turn.reading.wall > begin.wall else { break }
            guard turn.reading.wall < end.wall else { continue }
            let before = place > 0 ? turns[place - 1].reading : begin
            let wentBefore = turn.reading[clock] > before[clock]
            if wentBefore != (after[clock] > turn.reading[clock]) { coarsest = max(coarsest, turn.resolution) }
            after = turn.reading
        }
        return coarsest
    }

    /// What the clocks showed when that much time had passed since the run began; `now` is what they show at present.
    ///
    /// Of what lies before the first turn that is remembered no clock is known to have gone on but that of the wall.
    func reading(atWall wall: Int64, now: ClockReading) -> ClockReading {
        guard wall < now.wall else { return now }
        var (before, after) = (turns[0].reading, now)
        // What is asked for mostly lies a little before now.
        for turn in turns.reversed() {
            before = turn.reading
            if before.wall <= wall { break }
            after = before
        }
        let passed = wall.subtractingClamped(before.wall)
        guard passed > 0 else {
            before.wall = min(before.wall, max(wall, 0))
            return before
        }
        before.wall = wall
        if after.running > before.running { before.running += min(passed, after.running - before.running) }
        if after.background > before.background {
            before.background += min(passed, after.background - before.background)
        }
        if after.active > before.active { before.active += min(passed, after.active - before.active) }
        return before
    }
}
