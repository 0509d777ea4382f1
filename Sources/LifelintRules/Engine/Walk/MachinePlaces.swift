// SPDX-License-Identifier: MIT

import LifelintModel

/// Where the machines of branches stand among those of a run, and what they are told of: few branches have one.
///
/// Why a class: it is handed on to all runs of a kind.
final class MachinePlaces {
    /// By the number of the branch; -1 where it has no machine.
    private let byBranch: [Int32]
    /// The events that any of them is told of, by `EventName.rawValue`.
    let events: NumberSet
    /// The kinds of spans that any of them asks for, and those on which facts of every run rest.
    let kinds: NumberSet
    /// The places of those who are told of something: by event, then by the kind of span.
    private let listeners: [Int32]
    /// By event, and behind them by kind: where its listeners begin; one more is where all end.
    private let starts: [Int32]

    /// No branch has a machine.
    init() {
        byBranch = []
        events = NumberSet(below: EventName.allCases.count)
        kinds = NumberSet(below: 0)
        listeners = []
        starts = []
    }

    private static let eventCount = EventName.allCases.count

    /// The listeners to a canonical event, by their numbers.
    func listeners(toEvent event: Int) -> Range<Int> {
        event + 1 < starts.count ? Int(starts[event])..<Int(starts[event + 1]) : 0..<0
    }

    /// The listeners to spans of a kind.
    func listeners(toKind kind: Int) -> Range<Int> { listeners(toEvent: MachinePlaces.eventCount + kind) }

    /// The place of a listener.
    func listening(_ number: Int) -> Int { Int(listeners[number]) }

    /// - Parameters:
    ///   - numbers: those of the branches that have a machine, in any order.
    ///   - branchCount: how many branches there are in all.
    ///   - listeners: who asks for what.
    init(of numbers: [Int], among branchCount: Int, _ listeners: Listeners) {
        var byBranch = [Int32](repeating: -1, count: branchCount)
        // Whatever made them, they stand in the order of their branches.
        let ordered = numbers.sorted()
        var events = NumberSet(below: listeners.byEvent.count)
        var kinds = NumberSet(below: listeners.kinds.count)
        for kind in SpanKinds.alwaysKept { kinds.insert(kind) }
        let eventCount = MachinePlaces.eventCount
        var starts = [Int32](repeating: 0, count: eventCount + listeners.kinds.count + 1)
        for (place, number) in ordered.enumerated() {
            byBranch[number] = Int32(place)
            for event in listeners.events(of: number) {
                events.insert(event)
                starts[event + 1] += 1
            }
            for kind in listeners.kinds(of: number) {
                kinds.insert(kind)
                starts[eventCount + kind + 1] += 1
            }
        }
        for row in 1..<starts.count { starts[row] += starts[row - 1] }
        var ends = starts
        var places = [Int32](repeating: 0, count: Int(starts[starts.count - 1]))
        func add(_ place: Int, to row: Int) {
            places[Int(ends[row])] = Int32(place)
            ends[row] += 1
        }
        for (place, number) in ordered.enumerated() {
            for event in listeners.events(of: number) { add(place, to: event) }
            for kind in listeners.kinds(of: number) { add(place, to: eventCount + kind) }
        }
        self.listeners = places
        self.starts = starts
        self.byBranch = byBranch
        self.events = events
        self.kinds = kinds
    }

    /// The place of the machine of a branch.
    subscript(branch: Int) -> Int? {
        guard branch < byBranch.count, byBranch[branch] >= 0 else { return nil }
        return Int(byBranch[branch])
    }
}
