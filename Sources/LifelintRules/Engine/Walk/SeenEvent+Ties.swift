// SPDX-License-Identifier: MIT

import LifelintModel

extension SeenEvent {
    /// Whether nothing tells which of the two came first: their clocks are too coarse for that, and neither numbers nor
    /// the lines of one input say it.
    ///
    /// Events of one instant are put in an order that says nothing, by their names, so that it does not depend on
    /// files. Where the lines of one input stand in the same order, that is how it was.
    func isTied(with other: SeenEvent) -> Bool {
        isOfOneInstant(with: other) && !isWritten(beside: other)
    }

    /// The same where lines say nothing unless their input keeps their order: what is expected shall not depend on
    /// where it stands.
    func mayChangePlaces(with other: SeenEvent) -> Bool {
        isOfOneInstant(with: other)
            && !(record.isPlaced && other.record.isPlaced && record.input == other.record.input)
    }

    /// Whether nothing that comes at an event or later can be of its instant.
    func isPast(_ event: SeenEvent) -> Bool { moment.order.addingClamped(clockStep) <= event.moment.order }

    private func isOfOneInstant(with other: SeenEvent) -> Bool {
        // What is no line of its own comes after the lines of its instant.
        guard number >= 0, other.number >= 0, number != other.number else { return false }
        let (first, second) = moment.order <= other.moment.order ? (self, other) : (other, self)
        guard first.moment.order.addingClamped(first.clockStep) > second.moment.order else { return false }
        // Ticks are finer than any clock.
        let isWallClock = first.moment.order == first.moment.time && second.moment.order == second.moment.time
        guard isWallClock || first.moment.order == second.moment.order else { return false }
        return !(record.hasSequence && other.record.hasSequence && record.witness == other.record.witness)
    }

    /// Whether the lines of one input tell the order: what states how long it took may be written before or after that.
    private func isWritten(beside other: SeenEvent) -> Bool {
        record.input == other.record.input && !record.tellsBothEnds && !other.record.tellsBothEnds
            && (number < other.number) == (record.offset < other.record.offset)
    }
}

extension SpanInstance {
    /// Whether it ended in the instant of an event, and nothing tells which of the two came first.
    func isEndTied(with event: SeenEvent) -> Bool {
        guard let end, let endEvent else { return false }
        return isOfInstant(end, event) && endEvent.isTied(with: event)
    }

    /// Whether it began in the instant of an event, and nothing tells which of the two came first.
    func isBeginTied(with event: SeenEvent) -> Bool {
        guard let beginEvent else { return false }
        return isOfInstant(begin, event) && beginEvent.isTied(with: event)
    }

    /// Whether it began in the instant of an event.
    func isOfInstant(of event: SeenEvent) -> Bool { isOfInstant(begin, event) }

    /// Whether it began in the instant of an event, whatever the lines say: what only touches does not overlap.
    func beginsBeside(_ event: SeenEvent) -> Bool {
        guard let beginEvent else { return false }
        return isOfInstant(begin, event) && beginEvent.mayChangePlaces(with: event)
    }

    /// Whether it ended in the instant of an event, whatever the lines say.
    func endsBeside(_ event: SeenEvent) -> Bool {
        guard let end, let endEvent else { return false }
        return isOfInstant(end, event) && endEvent.mayChangePlaces(with: event)
    }

    /// Whether it began or ended in the instant of an event, so that it was open in that.
    func touches(_ event: SeenEvent) -> Bool { beginsBeside(event) || endsBeside(event) }

    /// What a callback moves may follow long after its line.
    private func isOfInstant(_ moment: Moment, _ event: SeenEvent) -> Bool {
        moment.order < event.moment.order.addingClamped(max(event.clockStep, moment.resolution))
    }
}

/// The last events of some kinds, as far as what comes next may have come before them.
struct RecentEvents {
    private var events: [SeenEvent] = []
    /// More of one instant are not remembered: nobody does so much.
    private static let limit = 16

    var isEmpty: Bool { events.isEmpty }

    mutating func take(_ event: SeenEvent) {
        if !events.isEmpty {
            events.removeAll { $0.moment.order.addingClamped($0.clockStep) <= event.moment.order }
            if events.count >= RecentEvents.limit { return }
        }
        events.append(event)
    }

    /// Whether any that is meant may as well have come after an event that came later.
    func holdsTie(with event: SeenEvent, _ isMeant: (SeenEvent) -> Bool) -> Bool {
        !events.isEmpty && events.contains { $0.isTied(with: event) && isMeant($0) }
    }

    /// The first that is meant and may change places with an event.
    func first(besides event: SeenEvent, _ isMeant: (SeenEvent) -> Bool) -> SeenEvent? {
        if events.isEmpty { return nil }
        return events.first { $0.mayChangePlaces(with: event) && isMeant($0) }
    }

    mutating func remove(_ event: SeenEvent) { events.removeAll { $0 === event } }
}
