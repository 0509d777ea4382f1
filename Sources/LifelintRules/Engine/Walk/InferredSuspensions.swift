// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The suspensions of a run that its silence alone tells: time that clocks leave out, though the process may have run
/// in it.
///
/// Times are those of the wall clock, since the run began.
struct InferredSuspensions {
    private struct Stretch {
        var begin: Int64
        /// The greatest there is while it lasts.
        var end = Int64.max
        var confidence: Confidence
    }

    /// Older ones than so many are forgotten: no window is that long.
    private static let limit = 1_024
    /// A process may have fallen asleep so much earlier than is concluded: when it was heard of last.
    private static let quiet: Int64 = .seconds(5)

    private var stretches: [Stretch] = []

    var isEmpty: Bool { stretches.isEmpty }

    mutating func begin(at time: Int64, _ confidence: Confidence) {
        if stretches.count >= InferredSuspensions.limit { stretches.removeFirst(InferredSuspensions.limit / 2) }
        stretches.append(Stretch(begin: time, confidence: confidence))
    }

    /// Ends the one that lasts, if one does.
    mutating func end(at time: Int64) {
        guard let last = stretches.indices.last, stretches[last].end == .max else { return }
        stretches[last].end = time
    }

    /// How sure it is what holds where those that are less sure than something are taken for none.
    func sureness(_ holds: (Confidence) -> Bool) -> Confidence {
        if isEmpty || holds(.certain) { return .certain }
        return holds(.likely) ? .likely : .possible
    }

    /// How sure it is that a clock went on by no more than so much beyond what it shows from one time to another.
    func sureness(thatAtMost room: Int64, from begin: Int64, to end: Int64, on clock: RuleClock) -> Confidence {
        sureness { leftOut(from: begin, to: end, below: $0, on: clock) <= room }
    }

    /// How sure it is that a clock went on by more than what it shows less so much.
    func sureness(thatMoreThan room: Int64, from begin: Int64, to end: Int64, on clock: RuleClock) -> Confidence {
        isEmpty || overcounted(from: begin, to: end, on: clock) < room ? .certain : .likely
    }

    /// How much a clock leaves out from one time to another for those that are less sure than that.
    func leftOut(from begin: Int64, to end: Int64, below confidence: Confidence, on clock: RuleClock) -> Int64 {
        guard InferredSuspensions.leavesOut(clock) else { return 0 }
        var sum: Int64 = 0
        // They stand in their order, and most windows are short.
        for stretch in stretches.reversed() {
            if stretch.end <= begin { break }
            guard stretch.confidence < confidence else { continue }
            sum += max(0, min(stretch.end, end) - max(stretch.begin, begin))
        }
        return sum
    }

    /// How much of what a clock counted from one time to another may have been slept through.
    func overcounted(from begin: Int64, to end: Int64, on clock: RuleClock) -> Int64 {
        guard InferredSuspensions.leavesOut(clock) else { return 0 }
        var sum: Int64 = 0
        for stretch in stretches.reversed() {
            if stretch.end <= begin { break }
            sum += max(0, min(stretch.begin, end) - max(stretch.begin - InferredSuspensions.quiet, begin))
        }
        return sum
    }

    /// Whether a clock leaves suspensions out.
    private static func leavesOut(_ clock: RuleClock) -> Bool { clock == .running || clock == .background }
}
