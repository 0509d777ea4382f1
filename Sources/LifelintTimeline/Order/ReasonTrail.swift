// SPDX-License-Identifier: MIT

import LifelintModel

/// The way through the lines of one instant that tell how UIKit's set of deactivation reasons changed.
///
/// Each such line names the set before it and after it, as bits: the next one is that which begins where the one before
/// ended, so that clocks which tell whole seconds leave the order whole.
struct ReasonTrail {
    /// What one line tells.
    struct Step: Hashable {
        var was: Int64
        var mask: Int64
    }

    /// The steps that are still to be taken, and how many lines tell each.
    private var pending: [Step: Int] = [:]
    private var mask: Int64?
    /// The step that comes next; nil where none is left.
    private(set) var next: Step?

    /// - Parameter mask: The set before the instant, where a line told it.
    init(mask: Int64?) { self.mask = mask }

    /// The step that an event tells; nil where it does not say what was before.
    static func step(of event: EventView) -> Step? {
        guard event.name == .processDeactivation, let was = event.batch.integer(.was, of: event.record),
            let mask = event.batch.integer(.mask, of: event.record)
        else { return nil }
        return Step(was: was, mask: mask)
    }

    /// Takes in the lines of the instant.
    mutating func expect(_ events: [EventView], from state: AppState?) {
        for event in events {
            if let step = ReasonTrail.step(of: event) { pending[step, default: 0] += 1 }
        }
        next = choose(from: state)
    }

    /// The line that tells this step has its place.
    mutating func take(_ step: Step, from state: AppState?) {
        if let count = pending[step] { pending[step] = count > 1 ? count - 1 : nil }
        mask = step.mask
        next = choose(from: state)
    }

    /// Of the steps that begin where the last one ended, the one after which most of the others can follow.
    private func choose(from state: AppState?) -> Step? {
        guard let start = beginning(from: state) else { return nil }
        var best: Step?
        var most = -1
        for step in pending.keys.sorted(by: { $0.mask < $1.mask }) where step.was == start {
            let reach = reach(after: step)
            if reach > most {
                best = step
                most = reach
            }
        }
        return best
    }

    /// Where the rest of the way begins: at the set that was told last; else where more steps lead away than to; else
    /// where the app's state is.
    private func beginning(from state: AppState?) -> Int64? {
        if let mask, pending.keys.contains(where: { $0.was == mask }) { return mask }
        var balance: [Int64: Int] = [:]
        for (step, count) in pending {
            balance[step.was, default: 0] += count
            balance[step.mask, default: 0] -= count
        }
        let starts = Set(pending.keys.map(\.was)).sorted()
        return starts.first { balance[$0, default: 0] > 0 } ?? starts.first { AppEdge.state(ofMask: $0) == state }
            ?? starts.first
    }

    /// How many of the other steps can be reached once this one is taken.
    private func reach(after first: Step) -> Int {
        var rest = pending
        if let count = rest[first] { rest[first] = count > 1 ? count - 1 : nil }
        var reached: Set<Int64> = []
        var open = [first.mask]
        var steps = 0
        while let mask = open.popLast() {
            guard reached.insert(mask).inserted else { continue }
            for (step, count) in rest where step.was == mask {
                steps += count
                open.append(step.mask)
            }
        }
        return steps
    }
}
