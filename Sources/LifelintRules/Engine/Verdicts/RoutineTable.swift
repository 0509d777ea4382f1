// SPDX-License-Identifier: MIT

/// Values by routine, of each rule in each of several sections.
struct RoutineTable<Value> {
    struct Entry {
        fileprivate let routine: Routine
        /// The one that was found before it of the same rule in the same section; -1 for none.
        fileprivate let before: Int32
        var value: Value
    }

    /// More of one rule in one section are not kept: who looks for longer has found nothing sooner.
    private static var chain: Int { 16 }

    private let ruleCount: Int
    var entries: [Entry] = []
    /// By section and serial number of the rule: the last entry; -1 for none.
    private var heads: [Int32] = []

    init(ruleCount: Int) { self.ruleCount = ruleCount }

    var count: Int { entries.count }

    mutating func addSection() { heads.append(contentsOf: repeatElement(-1, count: ruleCount)) }

    mutating func removeAll() {
        entries = []
        heads = []
    }

    /// The place of an entry.
    func index(_ section: Int, _ rule: CompiledRule, _ routine: Routine) -> Int? {
        var index = heads[section * ruleCount + rule.serial]
        while index >= 0 {
            if entries[Int(index)].routine == routine { return Int(index) }
            index = entries[Int(index)].before
        }
        return nil
    }

    /// Adds an entry, where there is room for another of its rule.
    mutating func add(_ value: Value, _ section: Int, _ rule: CompiledRule, _ routine: Routine) {
        let head = section * ruleCount + rule.serial
        var (length, index) = (0, heads[head])
        while index >= 0 {
            length += 1
            index = entries[Int(index)].before
        }
        guard length < RoutineTable.chain, let number = Int32(exactly: entries.count) else { return }
        entries.append(Entry(routine: routine, before: heads[head], value: value))
        heads[head] = number
    }
}
