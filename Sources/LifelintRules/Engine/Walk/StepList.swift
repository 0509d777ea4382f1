// SPDX-License-Identifier: MIT

import LifelintModel

/// What happened in a stretch of a run beside its events, one after the other.
///
/// The events give the order. Edges stand between them: the stretch says before which event. The second half of a
/// record that states how long it took stands where its time has come, and so does the begin of a callback whose end
/// alone is told.
struct StepList {
    struct Step {
        enum Kind {
            /// Indices into what the stretch has of that kind.
            case lateHalf(Int)
            case loneBegin(Int)
            case state(Int)
            case scene(Int)
            case spanBegin(Int)
            case spanEnd(Int)
            case anomaly(Int)
            /// An event that is no line: another rule's violation.
            case extra(Int)
        }

        /// The number of the event before which it stands.
        var position: Int
        var order: Int64
        /// Among steps of one place and moment: ends come before begins.
        var rank: Int
        /// The order in which they were found.
        var number: Int
        var kind: Kind
    }

    private(set) var steps: [Step] = []

    /// - Parameter lone: of the records that tell a callback by its end alone those that tell its begin with it.
    init(_ stretch: RunStretch, lone: [Int] = [], extra: [SeenEvent] = []) {
        let first = stretch.firstEvent
        steps.reserveCapacity(stretch.states.count + stretch.scenes.count + 2 * stretch.spans.count + 2)
        addLateHalves(of: stretch)
        for index in lone {
            let order = LoneEnds.begin(of: stretch.events.records[index])
            add(.loneBegin(index), at: StepList.position(of: order, after: -1, in: stretch), order, rank: 0)
        }
        for (index, edge) in stretch.states.enumerated() {
            add(.state(index), at: edge.position, edge.at.order, rank: StepList.rank(of: edge))
        }
        for (index, edge) in stretch.scenes.enumerated() {
            add(.scene(index), at: edge.position, edge.at.order, rank: 1)
        }
        for index in stretch.spans.indices { addSpan(index, of: stretch) }
        for (index, mark) in stretch.anomalies.enumerated() {
            let order = mark.event >= first ? stretch.order(of: mark.event) : stretch.end.order
            add(.anomaly(index), at: mark.position, order, rank: 7)
        }
        for (index, event) in extra.enumerated() {
            add(
                .extra(index), at: StepList.position(of: event.moment.order.addingClamped(1), after: -1, in: stretch),
                event.moment.order, rank: 8)
        }
        sort()
    }

    /// A suspension that the line before it does not tell follows what that line did: no line tells it, or one that
    /// came earlier by a coarser clock.
    private static func rank(of edge: RunStretch.StateEdge) -> Int {
        edge.state == .suspended && edge.event != edge.position - 1 ? 6 : 2
    }

    private mutating func addLateHalves(of stretch: RunStretch) {
        let records = stretch.events.records
        for index in records.indices where records[index].tellsBothEnds {
            let order = records[index].order.addingClamped(max(records[index].duration, 0))
            add(.lateHalf(index), at: StepList.position(of: order, after: index, in: stretch), order, rank: 6)
        }
    }

    private mutating func addSpan(_ index: Int, of stretch: RunStretch) {
        let (position, order) = (stretch.spans[index].beginPosition, stretch.spans[index].begin.order)
        if position >= stretch.firstEvent { add(.spanBegin(index), at: position, order, rank: 4) }
        if let endPosition = stretch.spans[index].endPosition, let end = stretch.spans[index].end {
            // What began and ended in one instant began first.
            let isInstant = endPosition == position && end.order == order
            add(.spanEnd(index), at: endPosition, end.order, rank: isInstant ? 5 : 3)
        }
    }

    private mutating func add(_ kind: Step.Kind, at position: Int, _ order: Int64, rank: Int) {
        steps.append(Step(position: position, order: order, rank: rank, number: steps.count, kind: kind))
    }

    private mutating func sort() {
        steps.sort { left, right in
            if left.position != right.position { return left.position < right.position }
            if left.order != right.order { return left.order < right.order }
            if left.rank != right.rank { return left.rank < right.rank }
            return left.number < right.number
        }
    }

    /// Before which event a moment lies that comes after an event of the stretch.
    private static func position(of order: Int64, after index: Int, in stretch: RunStretch) -> Int {
        let records = stretch.events.records
        var next = index + 1
        while next < records.count, records[next].order < order { next += 1 }
        return stretch.firstEvent + next
    }
}

extension RunStretch {
    /// When the event of that number is; the end where it is none of these.
    func order(of number: Int) -> Int64 {
        let index = number - firstEvent
        return events.records.indices.contains(index) ? events.records[index].order : end.order
    }
}
