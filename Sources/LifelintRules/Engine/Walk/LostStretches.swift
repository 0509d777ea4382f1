// SPDX-License-Identifier: MIT

import LifelintModel

/// The stretches of a run that its log lost.
struct LostStretches {
    /// A record between two gaps leaves so many nanoseconds between them.
    private static let touching: Int64 = 4

    private(set) var gaps: [RunWalk.Gap] = []
    /// The line that tells of the one in hand.
    private(set) var open: SeenEvent?

    /// Takes a line that tells of one: what was open may have ended in it.
    ///
    /// Returns the loss, and whether it is only more of the last one.
    mutating func take(_ event: SeenEvent, at mark: RunWalk.Mark) -> (loss: SpanInstance.Loss, isLonger: Bool) {
        if event.half == .end, let place = gaps.lastIndex(where: { $0.number == event.number && $0.end == nil }) {
            gaps[place].end = mark
            open = nil
        } else {
            let isOpen = event.half == .begin
            if isOpen { open = event }
            // What touches is one: in a damaged log every other line may be lost.
            if isOpen, let last = gaps.last, let end = last.end,
                mark.moment.time <= end.moment.time &+ LostStretches.touching, mark.moment >= last.begin.moment
            {
                gaps[gaps.count - 1] = RunWalk.Gap(number: event.number, begin: last.begin, end: nil)
                return (SpanInstance.Loss(event: event, from: last.begin), true)
            }
            gaps.append(RunWalk.Gap(number: event.number, begin: mark, end: isOpen ? nil : mark))
        }
        // Where a line says how long the stretch was, that is where it begins; else it lies somewhere before the line.
        return (SpanInstance.Loss(event: event, from: event.half == .begin ? mark : nil), false)
    }
}
