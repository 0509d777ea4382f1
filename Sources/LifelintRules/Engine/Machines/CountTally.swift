// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What is counted for one key (and one instance of the span, where there is one).
///
/// Memory is that of the limit: what cannot change whether it is passed is added up without being kept.
///
/// Why a class: it grows with every event, and what stands in a dictionary would be copied for each.
final class CountTally {
    /// One event that is counted.
    struct Item {
        /// For its line; nil beyond the first of them.
        var event: SeenEvent?
        let moment: Moment
        /// When it was, on the clock of the check.
        let clock: Int64
        let amount: Double
        let distinct: String?
        /// Of what is guarded: whether what has to be open was may turn out to be untold.
        var trigger: CheckMachine.Trigger?

        var doubt: Outcome.Reason? { trigger?.doubt }
    }

    /// More lines than that nobody keeps.
    static let keptEvents = 4_096
    /// More amounts whose time is not over are not kept: what they add up to is not known then.
    private static let keptAmounts = 1 << 16
    /// More are not kept of a count either, whatever its limit.
    private static let keptCounts = 1 << 20

    var isArmed = true
    var wasViolated = false
    var span: SpanInstance?
    var trigger: CheckMachine.Trigger?
    /// Something was counted of which nobody says whose it is.
    var isKeyUntold = false
    /// What was counted when something set it to nothing, and what came in that instant after it.
    var beforeReset: (event: SeenEvent, value: Double)?
    /// Why it may have been too many: in another order of one instant, or if all of it counts.
    var untold: Outcome.Reason?
    /// Something had to be left out before its time was over: that the limit was not passed is not known.
    private(set) var isCut = false

    private let isWithin: Bool
    private let isSum: Bool
    private let room: Int
    private var items: [Item] = []
    /// Those in front have left.
    private var head = 0
    /// Whether the clock went on from each to the next.
    private var isOrdered = true
    /// Counted, and not kept.
    private var rest = 0
    private var total = 0.0
    /// Whether what leaves may be taken from the total: whole numbers lose nothing.
    private var isWhole = true
    /// How often each value is among them; nil where they are not told apart.
    private var values: [String: Int]?

    init(_ check: Check.Count) {
        if case .within = check.scope { isWithin = true } else { isWithin = false }
        isSum = check.sum != nil
        values = check.distinct == nil ? nil : [:]
        let needed = min(check.moreThan, Double(CountTally.keptCounts)) + 2
        room = isSum ? CountTally.keptAmounts : min(max(Int(needed), CountTally.keptEvents), CountTally.keptCounts)
    }

    /// How many events are counted.
    var count: Int { items.count - head + rest }
    /// Those that are kept, in their order.
    var kept: ArraySlice<Item> { items[head...] }

    /// How much is counted.
    var value: Double {
        if let values { return Double(values.count) }
        return total
    }

    /// How much is counted from one of those that are kept on.
    func value(from start: Int) -> Double {
        if values != nil { return Double(Set(items[start...].compactMap(\.distinct)).count) }
        return items[start...].reduce(0) { $0 + $1.amount }
    }

    /// Why some of it may not count; nil where all does.
    var doubt: Outcome.Reason? { kept.lazy.compactMap(\.doubt).first }

    /// How much is counted that certainly counts.
    var sureValue: Double {
        if doubt == nil { return value }
        let doubtful = kept.lazy.filter { $0.doubt != nil }
        guard var left = values else { return doubtful.reduce(total) { $0 - $1.amount } }
        for value in doubtful.compactMap(\.distinct) {
            if let times = left[value] { left[value] = times > 1 ? times - 1 : nil }
        }
        return Double(left.count)
    }

    func add(_ item: Item) {
        if isWithin, items.count - head >= room {
            // Of a count that has passed its limit, the oldest changes nothing.
            if isSum || values != nil || room == CountTally.keptCounts { isCut = true }
            removeFirst(1)
        }
        total += item.amount
        if item.amount.rounded() != item.amount || abs(total) > 0x1p53 { isWhole = false }
        if let value = item.distinct { values?[value, default: 0] += 1 }
        guard isWithin || items.count < CountTally.keptEvents else {
            rest += 1
            return
        }
        if let last = items.last, last.clock > item.clock { isOrdered = false }
        var item = item
        if items.count - head >= CountTally.keptEvents {
            item.event = nil
            if item.doubt == nil { item.trigger = nil }
        }
        items.append(item)
    }

    /// Forgets what was counted up to a time.
    func drop(until time: Int64) {
        if isOrdered {
            var end = head
            while end < items.count, items[end].clock <= time { end += 1 }
            removeFirst(end - head)
        } else if items.contains(where: { $0.clock <= time }) {
            let kept = items[head...].filter { $0.clock > time }
            clear()
            for item in kept { add(item) }
        }
    }

    /// Sets the count to nothing.
    func clear() {
        items = []
        head = 0
        rest = 0
        total = 0
        isOrdered = true
        isWhole = true
        values?.removeAll()
    }

    private func removeFirst(_ number: Int) {
        guard number > 0 else { return }
        for item in items[head..<(head + number)] {
            if isWhole { total -= item.amount }
            guard let value = item.distinct, let times = values?[value] else { continue }
            values?[value] = times > 1 ? times - 1 : nil
        }
        head += number
        if !isWhole { total = items[head...].reduce(0) { $0 + $1.amount } }
        if head * 2 >= items.count {
            items.removeFirst(head)
            head = 0
        }
    }
}
