// SPDX-License-Identifier: MIT

import LifelintModel

/// An instant with its precision, as the machines pass it around.
struct Moment: Equatable {
    var time: Int64
    var digits: UInt8

    init(_ time: Int64, _ digits: UInt8) {
        self.time = time
        self.digits = digits
    }

    var timestamp: Timestamp { Timestamp(nanoseconds: time, digits: digits) }

    /// The moment that much later, with all digits needed to say so.
    func later(by nanoseconds: Int64) -> Moment {
        let (sum, overflow) = time.addingReportingOverflow(nanoseconds)
        return Moment(overflow ? time : sum, nanoseconds % 1_000_000_000 == 0 ? digits : max(digits, 3))
    }
}

/// The history of one machine, the app's or one scene's: which state from when, and who said so.
///
/// Several witnesses tell one edge at slightly different times. An edge told by a weaker witness is held back one
/// second of the device's time: a better witness of the same edge takes its place, a different edge settles it.
struct EdgeLedger<State: Equatable & Sendable> {
    /// A stretch in one state; it lasts until the next one begins.
    struct Stretch {
        var state: State
        var from: Moment
        var isInferred: Bool
    }

    /// An edge that waits.
    struct Held {
        var state: State
        var at: Moment
        var due: Int64
        var witness: WitnessClass
        var isInferred: Bool
    }

    private(set) var stretches: [Stretch] = []
    /// Stretches left out because there are more than anybody can look at.
    private(set) var omitted = 0
    private(set) var held: Held?
    /// Who told the edge into the current state.
    private(set) var witness: WitnessClass = .app

    var current: State? { stretches.last?.state }
    var since: Moment? { stretches.last?.from }
    var isInferred: Bool { stretches.last?.isInferred ?? false }

    /// Moves to a state at once; the same state again changes nothing.
    mutating func move(to state: State, at moment: Moment, by newWitness: WitnessClass, isInferred: Bool = false) {
        held = nil
        guard current != state else {
            // A better witness of an inferred stretch confirms it.
            if !isInferred, let last = stretches.indices.last, stretches[last].isInferred, newWitness != witness {
                witness = newWitness
            }
            return
        }
        if stretches.count >= RunLimits.intervals {
            // The first ones tell the launch; what lies in the middle is the least interesting.
            let drop = RunLimits.intervals / 2
            let middle = RunLimits.intervals / 4
            stretches.removeSubrange(middle..<(middle + drop))
            omitted += drop
        }
        stretches.append(Stretch(state: state, from: moment, isInferred: isInferred))
        witness = newWitness
    }

    /// Holds an edge until `due`, for a better witness or until its callback has returned.
    mutating func hold(_ edge: Held) { held = edge }

    /// Drops the edge that is held.
    mutating func dropHeld() { held = nil }

    /// Applies the edge that is held if its time has come.
    mutating func settle(upTo time: Int64) -> Bool {
        guard let edge = held, edge.due <= time else { return false }
        return settleNow()
    }

    /// Applies the edge that is held.
    @discardableResult
    mutating func settleNow() -> Bool {
        guard let edge = held else { return false }
        held = nil
        // An edge never lies before the one it follows.
        let at = since.map { $0.time > edge.at.time ? $0 : edge.at } ?? edge.at
        move(to: edge.state, at: at, by: edge.witness, isInferred: edge.isInferred)
        return true
    }

    /// Says that the first stretch was another state than assumed, once that is known.
    mutating func rewriteFirst(as state: State) {
        guard !stretches.isEmpty else { return }
        stretches[0].state = state
        if stretches.count > 1, stretches[1].state == state { stretches.remove(at: 1) }
    }

    /// Takes back inferred stretches, since an exact witness has appeared.
    mutating func removeInferred(_ state: State) {
        var cleaned: [Stretch] = []
        for stretch in stretches where !(stretch.isInferred && stretch.state == state) {
            if cleaned.last?.state == stretch.state { continue }
            cleaned.append(stretch)
        }
        stretches = cleaned
    }

    /// Moves the begin of the current stretch.
    mutating func setBegin(_ moment: Moment) {
        guard !stretches.isEmpty else { return }
        stretches[stretches.count - 1].from = moment
    }
}
