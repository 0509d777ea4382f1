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
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let candidate = Int(slots[slot])
            if hashes[candidate] == hash, batch.equals(text, names[candidate]) { return candidate }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = names.count
        names.append(batch.copy(text.range))
        hashes.append(hash)
        slots[slot] = Int32(truncatingIfNeeded: number)
        if names.count * 2 > slots.count { grow() }
        return number
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
