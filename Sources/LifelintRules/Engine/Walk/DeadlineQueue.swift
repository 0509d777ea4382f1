// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Calls that are asked for once more than a limit has passed on a clock: an event costs what falls due at it.
///
/// A deadline is due when its clock is past it by more than the resolution of what asked for it, and of what shows it.
/// So there is a heap for each clock and resolution: in each of them the earliest is due first, whatever shows it.
struct DeadlineQueue<Owner> {
    /// A call that is asked for.
    struct Deadline {
        /// On its clock.
        var at: Int64
        /// The place among all that were asked for.
        var number: Int
        var owner: Owner
        var token: Int

        fileprivate func precedes(_ other: Deadline) -> Bool { (at, number) < (other.at, other.number) }
    }

    private struct Heap {
        var clock: RuleClock
        var resolution: Int64
        var deadlines: [Deadline] = []
    }

    /// So many may stand there before it is asked of which nobody waits any more.
    private static var leastPruned: Int { 64 }

    private var heaps: [Heap] = []
    private var asked = 0
    /// At how many it is asked next.
    private var pruned = leastPruned
    private(set) var count = 0
    /// How often two were compared, or one was asked about: what an event costs.
    private(set) var steps = 0

    /// Asks for a call.
    ///
    /// - Parameter isPending: whether a call is still wanted.
    mutating func add(
        at: Int64, on clock: RuleClock, resolution: Int64, _ owner: Owner, token: Int,
        isPending: (Owner, Int) -> Bool
    ) {
        if count >= pruned { prune(isPending) }
        let place = heaps.firstIndex { $0.clock == clock && $0.resolution == resolution } ?? heaps.endIndex
        if place == heaps.endIndex { heaps.append(Heap(clock: clock, resolution: resolution)) }
        let deadline = Deadline(at: at, number: asked, owner: owner, token: token)
        asked += 1
        count += 1
        heaps[place].deadlines.append(deadline)
        rise(in: place)
    }

    /// Takes what is due, in the order in which it was asked for, without what nobody waits for any more.
    ///
    /// - Parameter resolution: of what shows the time.
    mutating func takeDue(
        _ clocks: ClockReading, resolution: Int64, isPending: (Owner, Int) -> Bool
    ) -> [Deadline] {
        var due: [Deadline] = []
        for place in heaps.indices {
            let least = max(heaps[place].resolution, resolution)
            while !heaps[place].deadlines.isEmpty {
                steps += 1
                guard clocks[heaps[place].clock].subtractingClamped(heaps[place].deadlines[0].at) > least else { break }
                let first = heaps[place].deadlines[0]
                removeFirst(of: place)
                if isPending(first.owner, first.token) { due.append(first) }
            }
        }
        if due.count > 1 { due.sort { $0.number < $1.number } }
        return due
    }

    /// Nobody waits any more.
    mutating func removeAll() {
        heaps = []
        count = 0
    }

    /// Drops those that nobody waits for; asked whenever they are twice as many as were left the last time.
    private mutating func prune(_ isPending: (Owner, Int) -> Bool) {
        count = 0
        for place in heaps.indices {
            steps += heaps[place].deadlines.count
            heaps[place].deadlines.removeAll { !isPending($0.owner, $0.token) }
            // What is in order is a heap.
            heaps[place].deadlines.sort { $0.precedes($1) }
            count += heaps[place].deadlines.count
        }
        pruned = max(DeadlineQueue.leastPruned, 2 * count)
    }

    // MARK: The heap

    private mutating func rise(in place: Int) {
        var child = heaps[place].deadlines.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            steps += 1
            guard heaps[place].deadlines[child].precedes(heaps[place].deadlines[parent]) else { return }
            heaps[place].deadlines.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func removeFirst(of place: Int) {
        count -= 1
        let last = heaps[place].deadlines.removeLast()
        guard !heaps[place].deadlines.isEmpty else { return }
        heaps[place].deadlines[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in (2 * parent + 1)...(2 * parent + 2) where child < heaps[place].deadlines.count {
                steps += 1
                if heaps[place].deadlines[child].precedes(heaps[place].deadlines[least]) { least = child }
            }
            guard least != parent else { return }
            heaps[place].deadlines.swapAt(parent, least)
            parent = least
        }
    }
}
