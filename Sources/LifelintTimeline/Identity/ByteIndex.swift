// SPDX-License-Identifier: MIT

import LifelintModel

/// A table from texts to small numbers, in the order of their first appearance.
struct ByteIndex {
    /// Why random: it decides where a name is looked for, never what is found.
    private let seed = UInt64.random(in: .min ... .max)
    private var slots: [Int32] = [Int32](repeating: -1, count: 64)
    private var hashes: [UInt64] = []
    private(set) var names: [[UInt8]] = []

    /// The number of that text; a new one where it was never seen.
    mutating func number(of text: Text, in batch: BatchView) -> Int {
        let hash = batch.hash(text, seed: seed)
        let (slot, known) = place(of: text, hash, in: batch)
        if let known { return known }
        let number = names.count
        names.append(batch.copy(text.range))
        hashes.append(hash)
        slots[slot] = Int32(truncatingIfNeeded: number)
        if names.count * 2 > slots.count { grow() }
        return number
    }

    /// The number of that text; nil where it was never seen.
    func known(_ text: Text, in batch: BatchView) -> Int? {
        place(of: text, batch.hash(text, seed: seed), in: batch).known
    }

    /// Where a text stands, or would.
    private func place(of text: Text, _ hash: UInt64, in batch: BatchView) -> (slot: Int, known: Int?) {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let candidate = Int(slots[slot])
            if hashes[candidate] == hash, batch.equals(text, names[candidate]) { return (slot, candidate) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, nil)
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }
}
