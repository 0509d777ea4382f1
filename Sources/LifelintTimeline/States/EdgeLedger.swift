// SPDX-License-Identifier: MIT

import LifelintModel

/// The history of one machine, the app's or one scene's: which state from when, and who said so.
///
/// An edge may be held back: one told by a weaker witness for one second of the device's time, since a better witness
/// of the same edge takes its place; one told by a callback until the callback returns. A different edge settles it.
struct EdgeLedger<State: Equatable & Sendable> {
    /// A stretch in one state; it lasts until the next one begins.
    struct Stretch {
        var state: State
        var from: Moment
        var isInferred: Bool
        /// A line whose wording is known told it.
        var isProven = true
        var mark: EdgeMark
    }

    /// An edge that waits.
    struct Held {
        var state: State
        var at: Moment
        /// When it is settled by itself; `Int64.max` where only its callback's return, or another edge, settles it.
        var due: Int64
        var witness: WitnessClass
        var isInferred: Bool
        var isProven = true
        var mark: EdgeMark
        /// It counts only if nothing else is told until it is due: no end before that makes it true.
        var isDoubtful = false
    }

    private(set) var stretches: [Stretch] = []
    private(set) var held: Held?
    /// Who told the edge into the current state.
    private(set) var witness: WitnessClass = .app

    var current: State? { stretches.last?.state }
    var since: Moment? { stretches.last?.from }
    /// The state with the edge that is held taken: of a callback another edge of its machine finds it so.
    var told: State? { held?.state ?? current }
    var isInferred: Bool { stretches.last?.isInferred ?? false }
    /// Whether what rests on the current state may be certain, as far as the wording of its lines goes.
    var isProven: Bool { stretches.last?.isProven ?? true }
    /// The mark of the edge into the current state.
    var mark: EdgeMark { stretches.last?.mark ?? .none }

    /// Moves to a state at once, never before the stretch it follows; says whether the state is another one now.
    @discardableResult
    mutating func move(
        to state: State, at moment: Moment, by newWitness: WitnessClass, isInferred: Bool = false,
        isProven: Bool = true, mark: EdgeMark
    ) -> Bool {
        held = nil
        guard let last = stretches.last else {
            append(
                Stretch(state: state, from: moment, isInferred: isInferred, isProven: isProven, mark: mark), newWitness)
            return true
        }
        guard last.state != state else {
            if !isInferred, last.isInferred { confirm(by: newWitness, mark) }
            return false
        }
        let from = max(last.from, moment)
        // What was concluded for no time at all was not.
        if last.isInferred, last.from.order == from.order { stretches.removeLast() }
        if let previous = stretches.last, previous.state == state { return true }
        append(Stretch(state: state, from: from, isInferred: isInferred, isProven: isProven, mark: mark), newWitness)
        return true
    }

    /// A line whose wording is known tells that state, too.
    mutating func prove(_ state: State) {
        if held?.state == state { held?.isProven = true }
        guard let last = stretches.indices.last, stretches[last].state == state else { return }
        stretches[last].isProven = true
    }

    /// Something contradicts the current state: what rests on it is not certain.
    mutating func doubt() {
        guard let last = stretches.indices.last else { return }
        stretches[last].isProven = false
    }

    /// The current stretch was told beside others, any of which may have been the last: that it was is only concluded.
    mutating func takeAsConcluded(_ confidence: Confidence) {
        guard let last = stretches.indices.last else { return }
        stretches[last].isInferred = true
        stretches[last].isProven = false
        stretches[last].mark.confidence = min(stretches[last].mark.confidence, confidence)
    }

    private mutating func append(_ stretch: Stretch, _ newWitness: WitnessClass) {
        var stretch = stretch
        // Edges of one machine stand in the order in which they were settled.
        stretch.mark.position = max(stretch.mark.position ?? 0, stretches.last?.mark.position ?? 0)
        if stretches.count >= RunLimits.intervals {
            // The first ones tell the launch; what lies in the middle is the least interesting.
            let middle = RunLimits.intervals / 4
            stretches.removeSubrange(middle..<(middle + RunLimits.intervals / 2))
        }
        stretches.append(stretch)
        witness = newWitness
    }

    /// The current stretch, so far concluded, was told.
    private mutating func confirm(by newWitness: WitnessClass, _ mark: EdgeMark) {
        let last = stretches.count - 1
        stretches[last].isInferred = false
        stretches[last].mark.confidence = mark.confidence
        if stretches[last].mark.event < 0 { stretches[last].mark.event = mark.event }
        witness = newWitness
    }

    /// The current stretch, concluded, is surer than it was.
    mutating func raise(to confidence: Confidence) {
        guard let last = stretches.indices.last else { return }
        stretches[last].mark.confidence = max(stretches[last].mark.confidence, confidence)
    }

    /// Holds an edge back.
    mutating func hold(_ edge: Held) { held = edge }

    /// The edge that is held took place no earlier than that.
    mutating func delayHeld(until moment: Moment) {
        if let edge = held { held?.at = max(edge.at, moment) }
    }

    /// The edge that is held waits until then at least.
    mutating func postponeHeld(until due: Int64) {
        if let edge = held, edge.due < due { held?.due = due }
    }

    /// What was told behind the step of a moment was not so, but for how it all began; what rests on the state before
    /// that is not certain.
    ///
    /// - Returns: when the first of it was told.
    @discardableResult
    mutating func takeBack(after moment: Moment) -> Moment? {
        func isLater(_ from: Moment) -> Bool { from.since(moment) >= moment.resolution }
        var first: Moment?
        if let edge = held, isLater(edge.at) {
            first = edge.at
            held = nil
        }
        let count = stretches.count
        while stretches.count > 1, let last = stretches.last, isLater(last.from) {
            first = last.from
            stretches.removeLast()
        }
        if stretches.count < count { doubt() }
        return first
    }

    /// Drops the edge that is held.
    mutating func dropHeld() { held = nil }

    /// The state in which a callback at that time finds the machine: an edge whose time has come by then is taken, and
    /// so is what an earlier callback told.
    func found(at time: Int64) -> State? {
        guard let edge = held else { return current }
        let isCallback = edge.due == .max || edge.witness == .app && !edge.isInferred && !edge.isDoubtful
        return edge.due <= time || isCallback ? edge.state : current
    }

    /// Applies the edge that is held if its time has come; says whether the state is another one now.
    mutating func settle(upTo time: Int64, on tape: RunTape?) -> Bool {
        guard let edge = held, edge.due != .max, edge.due <= time else { return false }
        return settleNow(on: tape)
    }

    /// Applies the edge that is held; says whether the state is another one now.
    @discardableResult
    mutating func settleNow(on tape: RunTape?) -> Bool {
        guard let edge = held else { return false }
        return move(
            to: edge.state, at: edge.at, by: edge.witness, isInferred: edge.isInferred, isProven: edge.isProven,
            mark: edge.mark.placed(at: edge.at, on: tape))
    }

    /// At the end of the run: an edge that had been told by then did take place.
    ///
    /// When a callback returned may be made of its begin and how long it took, which says no more than the begin's
    /// clock: in the step of the clock in which the run ended it had returned.
    mutating func settle(atEnd end: Moment, on tape: RunTape?) -> Bool {
        guard let edge = held else { return false }
        guard edge.at <= end || edge.at.since(end) < end.resolution, !edge.isDoubtful else {
            held = nil
            return false
        }
        held?.at = min(edge.at, end)
        return settleNow(on: tape)
    }

    /// Says that the first stretch was another state than assumed, once that is known.
    mutating func rewriteFirst(as state: State) {
        guard !stretches.isEmpty else { return }
        stretches[0].state = state
        if stretches.count > 1, stretches[1].state == state { stretches.remove(at: 1) }
    }

    /// The current stretch began later than concluded, and was told.
    ///
    /// - Parameter first: what stands before this event was handed on, and is not told again.
    mutating func restateBegin(_ moment: Moment, by newWitness: WitnessClass, _ mark: EdgeMark, firstEvent first: Int) {
        guard let last = stretches.indices.last else { return }
        confirmBegin(at: moment, by: newWitness, mark)
        guard let position = stretches[last].mark.position, position >= first else { return }
        stretches[last].mark.event = mark.event
        stretches[last].mark.position = max(position, mark.position ?? position)
    }

    /// The current stretch, concluded from what was told in it, was told a moment later by who knows when it began.
    mutating func confirmBegin(at moment: Moment, by newWitness: WitnessClass, _ mark: EdgeMark) {
        guard let last = stretches.indices.last else { return }
        stretches[last].from = max(stretches[last].from, moment)
        confirm(by: newWitness, mark)
    }

    /// The current stretch began later than its line says, as far as that one's clock tells: behind an event.
    ///
    /// - Parameter first: what stands before this event was handed on, and is not told again.
    mutating func delayBegin(until moment: Moment, position: Int, firstEvent first: Int) {
        guard let last = stretches.indices.last, stretches[last].from < moment else { return }
        stretches[last].from = moment
        if let known = stretches[last].mark.position, known >= first {
            stretches[last].mark.position = max(known, position)
        }
    }

    /// Takes back the state that it was concluded to have come to last.
    ///
    /// - Parameter teller: who told the one before, where that is known.
    mutating func removeLastInferred(toldBefore teller: WitnessClass? = nil) {
        guard stretches.count > 1, stretches[stretches.count - 1].isInferred else { return }
        stretches.removeLast()
        if let teller { witness = teller }
    }

    /// Takes back concluded stretches in that state, since a witness of it has appeared.
    mutating func removeInferred(_ state: State, exceptLast: Bool) {
        var kept: [Stretch] = []
        for (index, stretch) in stretches.enumerated() {
            let isLast = exceptLast && index == stretches.count - 1
            if stretch.isInferred, stretch.state == state, !isLast { continue }
            if kept.last?.state != stretch.state { kept.append(stretch) }
        }
        stretches = kept
    }
}
