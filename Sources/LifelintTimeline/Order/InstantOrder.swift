// SPDX-License-Identifier: MIT

import LifelintModel

/// The order of the events of one device and one instant.
///
/// By their sequence numbers if all of a run's events have one and are of one class; else the event that is legal from
/// the run's current state comes first, a launch before all and an exit after all, what ends an open span before what
/// begins it anew, and what ends one that begins in the instant after that; then content decides. The choice is made
/// among the first of each kind, so that an instant with many events costs no more than sorting them. What an input
/// with a coarse clock tells keeps the order in which it stands there (``PlacedOrder``).
enum InstantOrder {
    /// More processes in one instant share the last part.
    private static let partLimit = 64
    /// More kinds of events in one instant are ordered without regard to the state.
    private static let kindLimit = 64

    /// The events of one run.
    private struct Part {
        let identity: RunIdentity
        var run: RunMachine?
        var events: [EventView]
        var places: [[EventPosition]] = []
    }

    /// - Parameters:
    ///   - events: sorted by content.
    ///   - places: of each event the places that tell its order, if it has any.
    static func arrange(
        _ events: [EventView], places: [[EventPosition]] = [], on device: DeviceTimeline
    ) -> [EventView] {
        guard events.count > 1 else { return events }
        var parts: [Part] = []
        let launches = NextLaunches(events, on: device)
        for (number, event) in events.enumerated() {
            let run = device.openRun(of: event).flatMap { launches.take(event, from: $0) ? nil : $0 }
            let known = parts.firstIndex { part in
                if let run { return part.run === run }
                return part.run == nil && part.identity.fit(event) != nil
            }
            let index: Int
            if let known {
                index = known
            } else if parts.count < partLimit {
                parts.append(Part(identity: RunIdentity(device.settings.stateWords), run: run, events: []))
                index = parts.count - 1
            } else {
                index = partLimit - 1
            }
            parts[index].identity.learn(from: event)
            parts[index].events.append(event)
            if !places.isEmpty { parts[index].places.append(places[number]) }
        }
        // What open runs say comes before what begins new ones: an exit and the launch after it may share an instant.
        let spans = device.settings.spans
        return parts.filter { $0.run != nil }.flatMap { arrange($0, spans) }
            + parts.filter { $0.run == nil }.flatMap { arrange($0, spans) }
    }

    /// Events some of which tell by their places how they stand.
    ///
    /// Logs are sorted, merged and written with the newest line first: where that order cannot be, and another one can,
    /// lines of one second are in no order.
    private static func arrange(
        _ events: [EventView], _ places: [[EventPosition]], _ states: MachineStates
    ) -> [EventView] {
        var placed = PlacedOrder(events, places, states.pairs)
        let order = placed.arrange(states)
        // Where lines have no time at all, their order is all that there is; and an end may be followed by a launch.
        guard placed.illegalCount > 0,
            !events.contains(where: { $0.record.isTimeless || RunMachine.isExit($0) })
        else { return order }
        var free = PlacedOrder(events, places.map { _ in [] }, states.pairs)
        let other = free.arrange(states)
        return free.illegalCount == 0 ? other : order
    }

    private static func arrange(_ part: Part, _ spans: CompiledSpans) -> [EventView] {
        let events = part.events
        guard events.count > 1 else { return events }
        if events.allSatisfy({ $0.record.hasSequence && $0.record.witness == events[0].record.witness }) {
            return events.enumerated().sorted { left, right in
                let numbers = (left.element.record.sequence, right.element.record.sequence)
                return numbers.0 != numbers.1 ? numbers.0 < numbers.1 : left.offset < right.offset
            }.map(\.element)
        }
        var states = MachineStates(part.run, events, spans)
        if part.places.contains(where: { !$0.isEmpty }) {
            states.expect(events)
            return arrange(events, part.places, states)
        }
        var queues = kinds(of: events, states.pairs)
        if queues.count > kindLimit {
            return events.enumerated().sorted { left, right in
                let ranks = (states.rank(left.element), states.rank(right.element))
                return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
            }.map(\.element)
        }
        states.expect(events)
        var ordered: [EventView] = []
        ordered.reserveCapacity(events.count)
        while ordered.count < events.count {
            var best = -1
            var bestRank = Int.max
            for (index, queue) in queues.enumerated() {
                guard let first = queue.first else { continue }
                let rank = states.rank(first)
                if rank < bestRank {
                    best = index
                    bestRank = rank
                }
            }
            guard best >= 0, let event = queues[best].popFirst() else { break }
            ordered.append(event)
            states.take(event)
        }
        return ordered
    }

    /// Events come sorted by content, so those of one kind lie together.
    private static func kinds(of events: [EventView], _ pairs: SpanPairs) -> [ArraySlice<EventView>] {
        var kinds: [ArraySlice<EventView>] = []
        var start = 0
        for index in 1...events.count where index == events.count || !isSameKind(events[index], events[start], pairs) {
            kinds.append(events[start..<index])
            start = index
        }
        return kinds
    }

    /// - Parameter pairs: where there are any, custom events are told apart by their names, and ends by what they end.
    static func isSameKind(_ left: EventView, _ right: EventView, _ pairs: SpanPairs) -> Bool {
        guard left.name == right.name, left.record.phase == right.record.phase else { return false }
        if !pairs.isEmpty {
            if pairs.isEarlierEnd(left) != pairs.isEarlierEnd(right) { return false }
            if left.name == .custom { return left.text == right.text }
        }
        if left.name == .processState { return leadsToSame(left, right) }
        if left.name == .processDeactivation { return ReasonTrail.step(of: left) == ReasonTrail.step(of: right) }
        return SceneMachine.target(of: left.name) == nil
            || left.batch.equals(left.record.scene, right.record.scene, in: right.batch)
    }

    /// Whether two lines in which the system tells what a process is tell the same of its state.
    private static func leadsToSame(_ left: EventView, _ right: EventView) -> Bool {
        let (left, right) = (AppEdge.of(left), AppEdge.of(right))
        return left?.state == right?.state && left?.isResume == right?.isResume
    }
}
