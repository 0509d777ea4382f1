// SPDX-License-Identifier: MIT

import LifelintModel

/// The orders in which events of one instant may have come.
///
/// Their times are equal, or say nothing, and yet one of them was later: numbers and lines may tell which, or nobody
/// does.
struct UntoldOrders {
    /// In how many of them something holds.
    enum Answer { case all, some, none }

    /// Of more events of one instant not every order is tried.
    private static let limit = 64
    /// No clock has longer steps.
    private static let longestStep: Int64 = .seconds(1)

    private let events: [SeenEvent]
    private var tried = 0
    private var hasHeld = false
    private var hasFailed = false

    private init(_ events: [SeenEvent]) { self.events = events }

    /// In how many of their orders something holds that rests on the times of events.
    ///
    /// - Parameters:
    ///   - count: how many events there may be.
    ///   - compared: the numbers of those that are held against each other.
    ///   - event: those that there are, by their numbers.
    static func answer(
        among count: Int, compared: [[Int]], _ event: (Int) -> SeenEvent?, _ holds: (Supposition) -> Bool
    ) -> Answer {
        guard compared.contains(where: { holdsNeighbours($0, event) }) else { return .all }
        var events: [SeenEvent] = []
        for place in 0..<count {
            guard let event = event(place), event.number >= 0 else { continue }
            let isKnown = events.contains { $0.number == event.number && $0.moment.time == event.moment.time }
            if !isKnown { events.append(event) }
        }
        var orders = UntoldOrders(
            events.filter { event in events.contains { UntoldOrders.areNeighbours(event, $0) } })
        orders.place(orders.events, behind: [], holds)
        if orders.hasHeld { return orders.hasFailed ? .some : .all }
        return .none
    }

    /// Whether any two are of one instant: mostly none are.
    private static func holdsNeighbours(_ numbers: [Int], _ event: (Int) -> SeenEvent?) -> Bool {
        for place in numbers.indices.dropFirst() {
            guard let one = event(numbers[place]) else { continue }
            for other in numbers[..<place] {
                if let other = event(other), areNeighbours(one, other) { return true }
            }
        }
        return false
    }

    private static func areNeighbours(_ one: SeenEvent, _ other: SeenEvent) -> Bool {
        guard one.number >= 0, other.number >= 0, one.number != other.number else { return false }
        if one.moment.time == other.moment.time { return true }
        guard one.moment.order.subtractingClamped(other.moment.order).magnitude < longestStep else { return false }
        return isTied(one, other)
    }

    /// Callbacks come one after the other: whether each is written when it begins or when it returned, two that state
    /// how long they took stand in their order, as lines of one input do.
    private static func isTied(_ one: SeenEvent, _ other: SeenEvent) -> Bool {
        guard one.isTied(with: other) else { return false }
        let (first, second) = (one.record, other.record)
        let areAlike =
            one.name.isRuleCallback && other.name.isRuleCallback && first.tellsBothEnds && second.tellsBothEnds
        return
            !(areAlike && first.input == second.input
            && (one.number < other.number) == (first.offset < second.offset))
    }

    /// Whether one certainly came before the other.
    private static func isBefore(_ one: SeenEvent, _ other: SeenEvent) -> Bool {
        if isTied(one, other) { return false }
        if one.moment.order != other.moment.order { return one.moment.order < other.moment.order }
        return one.number < other.number
    }

    /// Tries every order of some events behind those that have their times.
    private mutating func place(
        _ left: [SeenEvent], behind placed: [(event: SeenEvent, time: Int64)], _ holds: (Supposition) -> Bool
    ) {
        if tried >= UntoldOrders.limit || hasHeld && hasFailed { return }
        if left.isEmpty {
            tried += 1
            if holds(Supposition(times: placed)) { hasHeld = true } else { hasFailed = true }
            return
        }
        for event in left where !left.contains(where: { UntoldOrders.isBefore($0, event) }) {
            var time = event.moment.time
            for other in placed where UntoldOrders.areNeighbours(event, other.event) {
                time = max(time, other.time.addingClamped(1))
            }
            place(left.filter { $0 !== event }, behind: placed + [(event, time)], holds)
        }
    }
}
