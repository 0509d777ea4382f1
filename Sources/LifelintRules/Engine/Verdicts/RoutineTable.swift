// SPDX-License-Identifier: MIT

/// What is remembered of each rule in each of several sections: a few things each, found by looking through them.
struct RoutineTable<Value> {
    struct Entry {
        var value: Value
        /// The one that was added before it of the same rule in the same section; -1 for none.
        fileprivate let before: Int32
    }

    private let ruleCount: Int
    /// More of one rule in one section are not kept: who looks for longer has found nothing sooner.
    private let chain: Int
    var entries: [Entry] = []
    /// By section and serial number of the rule: the last entry; -1 for none.
    private var heads: [Int32] = []

    init(ruleCount: Int, chain: Int) {
        self.ruleCount = ruleCount
        self.chain = chain
    }

    var count: Int { entries.count }

    mutating func addSection() { heads.append(contentsOf: repeatElement(-1, count: ruleCount)) }

    mutating func removeAll() {
        entries = []
        heads = []
    }

    /// The place of the entry of a rule, given by its serial number, that is meant.
    @inline(__always)
    func index(_ section: Int, rule: Int, where isMeant: (Value) -> Bool) -> Int? {
        var index = heads[section * ruleCount + rule]
        while index >= 0 {
            if isMeant(entries[Int(index)].value) { return Int(index) }
            index = entries[Int(index)].before
        }
        return nil
    }

    /// Adds an entry; nil where there is no room for another of its rule.
    @discardableResult
    mutating func add(_ value: Value, _ section: Int, rule: Int) -> Int? {
        let head = section * ruleCount + rule
        var (length, index) = (0, heads[head])
        while index >= 0 {
            length += 1
            index = entries[Int(index)].before
        }
        guard length < chain, let number = Int32(exactly: entries.count) else { return nil }
        entries.append(Entry(value: value, before: heads[head]))
        heads[head] = number
        return Int(number)
    }
}
