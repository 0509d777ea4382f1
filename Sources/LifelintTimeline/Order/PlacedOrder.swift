// SPDX-License-Identifier: MIT

import LifelintModel

/// Where an event stands in an input whose clock is too coarse to tell the order of its lines.
struct EventPosition {
    var input: UInt32
    var offset: Int64
}

/// The order of the events of one instant, some of which stand in inputs that tell it by the order of their lines.
///
/// Of each input the first line that is left may come next, of the other events any; among those that may, the one that
/// is legal from the run's current state, then content decides. So lines of one input stay in their order, and lines
/// that are dealt over several inputs are put together as well as can be.
struct PlacedOrder {
    /// Of more kinds that stand nowhere the first ones are looked at.
    private static let kindLimit = 64

    private let events: [EventView]
    private let places: [[EventPosition]]
    /// Of each input the events that stand in it, in their order.
    private var queues: [ArraySlice<(offset: Int64, event: Int)>] = []
    private var queueOfInput: [UInt32: Int] = [:]
    /// The events that stand nowhere in particular, by their kind.
    private var free: [ArraySlice<Int>] = []
    private var isTaken: [Bool]
    /// How many events came where they cannot have been.
    private(set) var illegalCount = 0

    /// - Parameters:
    ///   - events: sorted by content.
    ///   - pairs: the spans that begin and end in the instant.
    init(_ events: [EventView], _ places: [[EventPosition]], _ pairs: SpanPairs) {
        self.events = events
        self.places = places
        isTaken = events.map { _ in false }
        var lists: [[(offset: Int64, event: Int)]] = []
        for (event, places) in places.enumerated() {
            if places.isEmpty {
                if let kind = free.last?.last, InstantOrder.isSameKind(events[kind], events[event], pairs) {
                    free[free.count - 1].append(event)
                } else {
                    free.append([event])
                }
            }
            for place in places {
                let queue = queueOfInput[place.input] ?? lists.count
                if queue == lists.count {
                    queueOfInput[place.input] = queue
                    lists.append([])
                }
                lists[queue].append((place.offset, event))
            }
        }
        queues = lists.map { $0.sorted { ($0.offset, $0.event) < ($1.offset, $1.event) }[...] }
    }

    /// All events in their order.
    mutating func arrange(_ states: MachineStates) -> [EventView] {
        var states = states
        var ordered: [EventView] = []
        ordered.reserveCapacity(events.count)
        while ordered.count < events.count {
            dropTaken()
            // Inputs that contradict each other would leave none.
            guard let next = best(among: nextEvents.filter(mayCome), states) ?? best(among: nextEvents, states) else {
                break
            }
            isTaken[next] = true
            if states.isIllegal(events[next]) { illegalCount += 1 }
            ordered.append(events[next])
            states.take(events[next])
        }
        return ordered
    }

    private mutating func dropTaken() {
        for index in queues.indices {
            while let first = queues[index].first, isTaken[first.event] { queues[index].removeFirst() }
        }
        for index in free.indices {
            while let first = free[index].first, isTaken[first] { free[index].removeFirst() }
        }
        free.removeAll(where: \.isEmpty)
    }

    /// The events that are next in some input, and those that stand nowhere, of each kind the first.
    private var nextEvents: [Int] {
        var next = free.prefix(PlacedOrder.kindLimit).compactMap(\.first)
        for queue in queues {
            // One line may tell several events.
            for (offset, event) in queue {
                guard offset == queue.first?.offset else { break }
                if !isTaken[event] { next.append(event) }
            }
        }
        return next
    }

    /// Whether an event is next in every input in which it stands.
    private func mayCome(_ event: Int) -> Bool {
        places[event].allSatisfy { place in
            guard let queue = queueOfInput[place.input] else { return true }
            return queues[queue].first { !isTaken[$0.event] }?.offset == place.offset
        }
    }

    private func best(among candidates: [Int], _ states: MachineStates) -> Int? {
        var best: (rank: Int, event: Int)?
        for event in candidates {
            let rank = states.rank(events[event])
            guard let known = best else {
                best = (rank, event)
                continue
            }
            if rank < known.rank || (rank == known.rank && event < known.event) { best = (rank, event) }
        }
        return best?.event
    }
}
