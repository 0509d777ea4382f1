// SPDX-License-Identifier: MIT

import LifelintModel

/// The stretches of a run that its logs lost.
struct LostStretches {
    /// A record between two gaps leaves so many nanoseconds between them.
    private static let touching: Int64 = 4

    private(set) var gaps: [RunWalk.Gap] = []
    /// The lines that tell of those in hand, each with its log.
    private(set) var open: [(event: SeenEvent, log: String)] = []
    /// Where the last one of each log stands.
    private var lasts: [(log: String, place: Int)] = []

    /// Until when anything was lost last, so far.
    func until(_ now: Moment) -> Moment? { lasts.lazy.map { gaps[$0.place].until(now) }.max() }

    /// Takes a line that tells of one: what was open may have ended in it.
    ///
    /// Returns the loss, and whether it is only more of the last one.
    mutating func take(
        _ event: SeenEvent, at mark: RunWalk.Mark, log: String
    ) -> (loss: SpanInstance.Loss, isLonger: Bool) {
        if event.half == .end, let place = gaps.lastIndex(where: { $0.number == event.number && $0.end == nil }) {
            gaps[place].end = mark
            open.removeAll { $0.log == log }
        } else {
            let isOpen = event.half == .begin
            if isOpen {
                open.removeAll { $0.log == log }
                open.append((event, log))
            }
            let known = lasts.firstIndex { $0.log == log }
            // What touches is one: in a damaged log every other line may be lost.
            if isOpen, let place = known.map({ lasts[$0].place }), let end = gaps[place].end,
                mark.moment.time <= end.moment.time &+ LostStretches.touching, mark.moment >= gaps[place].begin.moment
            {
                let begin = gaps[place].begin
                gaps[place] = RunWalk.Gap(number: event.number, log: log, begin: begin, end: nil)
                return (SpanInstance.Loss(event: event, from: begin), true)
            }
            if let known { lasts[known].place = gaps.count } else { lasts.append((log, gaps.count)) }
            gaps.append(RunWalk.Gap(number: event.number, log: log, begin: mark, end: isOpen ? nil : mark))
        }
        // Where a line says how long the stretch was, that is where it begins; else it lies somewhere before the line.
        return (SpanInstance.Loss(event: event, from: event.half == .begin ? mark : nil), false)
    }
}
