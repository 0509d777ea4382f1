// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What the clocks of a run showed whenever its state changed, by which one knows what they showed at any moment between.
///
/// Why: who tells what it did when that is over tells a beginning that may lie some states back.
struct ClockTurns {
    /// Older ones than so many are forgotten: nothing that is told by one record lasts over so many changes.
    private static let limit = 256

    /// In their order; between two neighbours a clock went on all the time or not at all.
    private var turns = [ClockReading()]

    /// The state changes here.
    mutating func note(_ reading: ClockReading) {
        if turns.last == reading { return }
        if turns.count >= ClockTurns.limit { turns.removeFirst(ClockTurns.limit / 2) }
        turns.append(reading)
    }

    /// What the clocks showed when that much time had passed since the run began; `now` is what they show at present.
    ///
    /// Of what lies before the first turn that is remembered no clock is known to have gone on but that of the wall.
    func reading(atWall wall: Int64, now: ClockReading) -> ClockReading {
        guard wall < now.wall else { return now }
        var (before, after) = (turns[0], now)
        // What is asked for mostly lies a little before now.
        for turn in turns.reversed() {
            before = turn
            if turn.wall <= wall { break }
            after = turn
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
