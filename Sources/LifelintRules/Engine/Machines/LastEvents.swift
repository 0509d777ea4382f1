// SPDX-License-Identifier: MIT

import LifelintModel

/// The last of the events that nothing tells apart: earlier ones answer nothing that it does not.
///
/// A few kinds are looked through, many are found by their keys.
struct LastEvents {
    /// What events are told apart by.
    struct Kind: Hashable {
        var key: ObligationKey
        /// Fields that have to be those of the trigger.
        var same: [String?]
        /// Where conditions ask for more of the trigger, each event is told apart.
        var order: Int

        /// What it is found by.
        fileprivate var found: ObligationKey { same.isEmpty ? key : ObligationKey(values: key.values + same) }
    }

    struct Last {
        var event: SeenEvent
        var clocks: ClockReading
        /// Its place among all that are looked at.
        var order: Int
    }

    private struct Row {
        var last: Last
        let number: Int
    }

    /// So many are looked through.
    static let few = 8

    private var known: [Kind: Row] = [:]
    /// By the numbers of the kinds; empty while there are few.
    private var kinds: [Int: Kind] = [:]
    private var index = FittingIndex()
    private var nextNumber = 0

    var isEmpty: Bool { known.isEmpty }

    /// Keeps an event as the last of its kind; false where there is no room for one more kind.
    mutating func keep(_ last: Last, of kind: Kind, limit: Int) -> Bool {
        if known[kind] != nil {
            known[kind]?.last = last
            return true
        }
        if known.count >= limit { return false }
        known[kind] = Row(last: last, number: nextNumber)
        if !kinds.isEmpty {
            file(kind, nextNumber)
        } else if known.count > LastEvents.few {
            for (kind, row) in known { file(kind, row.number) }
        }
        nextNumber += 1
        return true
    }

    private mutating func file(_ kind: Kind, _ number: Int) {
        kinds[number] = kind
        index.insert(number, kind.found)
    }

    /// Removes what can only answer triggers of a key: what lacks a field of it may answer others, too.
    mutating func removeAll(of key: ObligationKey) {
        func isMeant(_ kind: Kind) -> Bool { kind.key == key || kind.key.isPart(of: key) }
        if kinds.isEmpty {
            if !known.isEmpty { known = known.filter { !isMeant($0.key) } }
            return
        }
        for number in index.numbers(fitting: key) {
            guard let kind = kinds[number], isMeant(kind) else { continue }
            kinds[number] = nil
            known[kind] = nil
            index.remove(number)
        }
    }

    /// Tells of those whose key fits one, and while there are few of all, until `body` wants no more.
    ///
    /// - Parameter key: with the fields that have to be the same behind it.
    mutating func forEach(fitting key: @autoclosure () -> ObligationKey, _ body: (Kind, Last) -> Bool) {
        if kinds.isEmpty {
            for (kind, row) in known where !body(kind, row.last) { return }
            return
        }
        for number in index.numbers(fitting: key()) {
            guard let kind = kinds[number], let row = known[kind] else { continue }
            if !body(kind, row.last) { return }
        }
    }
}
