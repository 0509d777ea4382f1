// SPDX-License-Identifier: MIT

import LifelintModel

/// What happened in a stretch of a run, one after the other.
///
/// The events give the order. Edges stand between them: the stretch says before which event. The second half of a record
/// with a duration, and no phase, stands where its time has come.
struct StepList {
    struct Step {
        enum Kind {
            /// Indices into what the stretch has of that kind.
            case event(Int)
            case lateHalf(Int)
            case state(Int)
            case scene(Int)
            case spanBegin(Int)
            case spanEnd(Int)
            case anomaly(Int)
            /// An event that is no line: another rule's violation.
            case extra(SeenEvent)
        }

        /// Twice the number of the event before which it stands; odd for the event itself.
        var place: Int
        var order: Int64
        /// Among steps of one place and moment: ends come before begins.
        var rank: Int
        var kind: Kind
    }

    private(set) var steps: [Step] = []

    init(_ stretch: RunStretch, extra: [SeenEvent] = []) {
        let first = stretch.firstEvent
        let records = stretch.events.records
        steps.reserveCapacity(records.count + stretch.states.count + 2 * stretch.spans.count)
        var isSorted = true
        for index in records.indices {
            steps.append(
                Step(place: 2 * (first + index) + 1, order: records[index].order, rank: 0, kind: .event(index)))
        }
        for index in records.indices where records[index].phase == .missing && records[index].hasDuration {
            let order = records[index].order.addingClamped(max(records[index].duration, 0))
            add(.lateHalf(index), at: StepList.position(of: order, after: index, in: stretch), order, rank: 6)
            isSorted = false
        }
        for (index, edge) in stretch.states.enumerated() {
            add(.state(index), at: edge.position, edge.at.order, rank: 2)
        }
        for (index, edge) in stretch.scenes.enumerated() {
            add(.scene(index), at: edge.position, edge.at.order, rank: 1)
        }
        for (index, span) in stretch.spans.enumerated() {
            if span.beginPosition >= first { add(.spanBegin(index), at: span.beginPosition, span.begin.order, rank: 4) }
            if let position = span.endPosition, let end = span.end {
                // What began and ended in one instant began first.
                let isInstant = position == span.beginPosition && end.order == span.begin.order
                add(.spanEnd(index), at: position, end.order, rank: isInstant ? 5 : 3)
            }
        }
        for (index, mark) in stretch.anomalies.enumerated() {
            let order = mark.event >= first ? stretch.order(of: mark.event) : stretch.end.order
            add(.anomaly(index), at: mark.position, order, rank: 7)
        }
        for event in extra {
            add(
                .extra(event), at: StepList.position(of: event.moment.order.addingClamped(1), after: -1, in: stretch),
                event.moment.order, rank: 8)
        }
        if !isSorted || steps.count > records.count { sort() }
    }

    private mutating func add(_ kind: Step.Kind, at position: Int, _ order: Int64, rank: Int) {
        steps.append(Step(place: 2 * position, order: order, rank: rank, kind: kind))
    }

    private mutating func sort() {
        let sorted = steps.enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            if a.place != b.place { return a.place < b.place }
            if a.order != b.order { return a.order < b.order }
            if a.rank != b.rank { return a.rank < b.rank }
            return left.offset < right.offset
        }
        steps = sorted.map(\.element)
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
    /// The event at that index of the stretch.
    func seen(_ index: Int, half: SeenEvent.Half) -> SeenEvent {
        let record = events.records[index]
        var moment = Moment(record)
        if half == .end, record.phase == .missing, record.hasDuration {
            moment = moment.later(by: max(record.duration, 0))
        }
        let event = SeenEvent(
            number: firstEvent + index, batch: events, index: index, moment: moment, half: half, files: files)
        return isComplete ? event : event.detached
    }

    /// The event of that number of the run; nil where it lies in a stretch before.
    func seen(number: Int) -> SeenEvent? {
        let index = number - firstEvent
        guard events.records.indices.contains(index) else { return nil }
        return seen(index, half: .point)
    }

    func order(of number: Int) -> Int64 {
        let index = number - firstEvent
        return events.records.indices.contains(index) ? events.records[index].order : end.order
    }
}
