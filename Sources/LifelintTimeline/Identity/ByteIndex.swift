// SPDX-License-Identifier: MIT

import LifelintModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// Why unsafe: every event asks which device and which run it belongs to. `memcmp` and eight bytes at a time keep that
// below the cost of a cache miss; all ranges are checked against the array before a pointer is formed.

extension EventBatch {
    /// Whether a text of this batch is exactly those bytes.
    func equals(_ text: Text, _ other: [UInt8]) -> Bool {
        let range = text.range
        guard text.isPresent, range.count == other.count, range.upperBound <= bytes.count else { return false }
        if range.isEmpty { return true }
        return unsafe bytes.withUnsafeBufferPointer { mine in
            unsafe other.withUnsafeBufferPointer { theirs in
                guard let left = mine.baseAddress, let right = theirs.baseAddress else { return false }
                return unsafe memcmp(left + range.lowerBound, right, range.count) == 0
            }
        }
    }

    /// Whether two texts of two batches are the same: both missing, or the same bytes.
    func equals(_ text: Text, _ other: Text, in otherBatch: EventBatch) -> Bool {
        guard text.length == other.length else { return false }
        guard text.isPresent, text.length > 0 else { return true }
        let left = text.range
        let right = other.range
        guard left.upperBound <= bytes.count, right.upperBound <= otherBatch.bytes.count else { return false }
        return unsafe bytes.withUnsafeBufferPointer { mine in
            unsafe otherBatch.bytes.withUnsafeBufferPointer { theirs in
                guard let first = mine.baseAddress, let second = theirs.baseAddress else { return false }
                return unsafe memcmp(first + left.lowerBound, second + right.lowerBound, left.count) == 0
            }
        }
    }

    /// A hash over a text, eight bytes at a time; with a secret seed nobody can write names that collide.
    func hash(_ text: Text, seed: UInt64) -> UInt64 {
        let range = text.range
        guard text.isPresent, range.upperBound <= bytes.count else { return 0 }
        return unsafe bytes.withUnsafeBytes { raw in
            var hash = seed ^ UInt64(range.count)
            var index = range.lowerBound
            while index &+ 8 <= range.upperBound {
                let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                hash = EventBatch.mix(hash ^ word, seed | 1)
                index &+= 8
            }
            var rest: UInt64 = 0
            while index < range.upperBound {
                rest = rest << 8 | UInt64(unsafe raw[index])
                index &+= 1
            }
            return EventBatch.mix(hash ^ rest, 0x9E37_79B9_7F4A_7C15)
        }
    }

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

/// A table from texts to small numbers, in the order of their first appearance.
struct ByteIndex {
    /// Why random: it decides where a name is looked for, never what is found.
    private let seed = UInt64.random(in: .min ... .max)
    private var slots: [Int32] = [Int32](repeating: -1, count: 64)
    private var hashes: [UInt64] = []
    private(set) var names: [[UInt8]] = []

    /// The number of that text; a new one where it was never seen.
    mutating func number(of text: Text, in batch: EventBatch) -> Int {
        let hash = batch.hash(text, seed: seed)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let candidate = Int(slots[slot])
            if hashes[candidate] == hash, batch.equals(text, names[candidate]) { return candidate }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = names.count
        names.append(Array(batch.bytes[text.range]))
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
