// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// An event that is counted over several runs, as far as later ones still ask for it.
struct CountedEvent {
    var moment: Moment
    var amount: Double
    /// The value by which it is told apart.
    var distinct: String?
    var evidence: EvidenceLine
    /// Captures for messages.
    var extra: [String: Value]
}

/// The count passed its limit.
struct CountExcess {
    /// As many lines as a finding shows.
    static let keptLines = 8

    /// When it passed.
    var moment: Moment
    /// The event that passed, the first that was counted, then others.
    var lines: [Outcome.Line]
    var count: Int
    var value: Double
    /// Captures of the event that passed.
    var extra: [String: Value]
}

/// What is counted of one key up to an event: all of it, or the last of it on the wall clock.
///
/// Memory is that of the limit: beyond it, older events cannot change what is too many.
struct CountWindow {
    /// More events whose amounts are added up within a time are not kept.
    private static let keptAmounts = 4_096

    /// In their order; of equal values the last.
    private(set) var events: [CountedEvent] = []
    /// What was added up of events that are not kept, where nothing leaves.
    private var rest = (count: 0, amount: 0.0)
    /// The limit was passed at some time.
    private(set) var wasExceeded = false

    /// Counts an event; gives what there is to tell where it passes the limit.
    mutating func take(_ event: CountedEvent, _ check: Check.Count) -> CountExcess? {
        let time = check.timeOverRuns
        if time == nil, wasExceeded { return nil }
        if let time { drop(until: event.moment.order.subtractingClamped(time)) }
        let before = value(check)
        if let distinct = event.distinct { events.removeAll { $0.distinct == distinct } }
        events.append(event)
        let value = value(check)
        var excess: CountExcess?
        if before <= check.moreThan, value > check.moreThan {
            wasExceeded = true
            excess = self.excess(event, value)
        }
        forget(check)
        return excess
    }

    private mutating func drop(until end: Int64) {
        let kept = events.firstIndex { $0.moment.order > end } ?? events.count
        if kept > 0 { events.removeFirst(kept) }
    }

    /// How much is counted.
    func value(_ check: Check.Count) -> Double {
        guard check.sum != nil else { return Double(events.count + rest.count) }
        return events.reduce(rest.amount) { $0 + $1.amount }
    }

    /// Forgets what later events do not ask for.
    private mutating func forget(_ check: Check.Count) {
        guard check.timeOverRuns != nil else {
            if wasExceeded { return clear() }
            guard check.distinct == nil, events.count > CountExcess.keptLines else { return }
            rest.count += 1
            rest.amount += events.removeLast().amount
            return
        }
        if check.sum != nil {
            if events.count > CountWindow.keptAmounts { events.removeFirst() }
            return
        }
        let spare = Double(events.count) - 1 - check.moreThan
        if spare > 0 { events.removeFirst(min(Int(spare.rounded(.up)), events.count)) }
    }

    private func excess(_ event: CountedEvent, _ value: Double) -> CountExcess {
        func line(_ event: CountedEvent, _ note: String) -> Outcome.Line {
            Outcome.Line(evidence: event.evidence, moment: event.moment, note: note)
        }
        var lines = [line(event, "one too many")]
        for (place, other) in events.dropLast().prefix(CountExcess.keptLines - 1).enumerated() {
            lines.append(line(other, place == 0 ? "the first" : "another"))
        }
        return CountExcess(
            moment: event.moment, lines: lines, count: events.count + rest.count, value: value, extra: event.extra)
    }

    /// Sets the count to nothing.
    mutating func clear() {
        events = []
        rest = (0, 0)
    }

    /// Goes on with another count, which what was counted here no longer changes.
    mutating func replace(by other: CountWindow) {
        let wasExceeded = wasExceeded
        self = other
        self.wasExceeded = wasExceeded || other.wasExceeded
    }
}

extension Check.Count {
    /// What an event adds; nil where it lacks the field that is asked for.
    ///
    /// A value of another kind than the limit's is no part of the sum: the walk hears of it.
    func measure(_ event: SeenEvent, _ walk: RunWalk) -> (amount: Double, distinct: String?)? {
        if let field = distinct {
            let text = event.keyText(of: field) ?? event.value(of: FieldName(field))?.printed
            return text.map { (1, $0) }
        }
        guard let field = sum else { return (1, nil) }
        guard let value = event.value(of: FieldName(field)) else { return nil }
        if unit == value.unit, let amount = value.amount { return (amount, nil) }
        if let comparison { walk.noteMismatch(comparison) }
        return nil
    }
}
