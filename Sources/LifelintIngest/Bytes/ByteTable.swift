// SPDX-License-Identifier: MIT

/// A table from short byte strings to numbers, asked with bytes in place: no string is made, nothing is allocated.
///
/// Open addressing over the length and the first and last eight bytes. Keys of up to 24 bytes are compared by these two
/// words and the eight bytes behind the first; of longer ones the bytes between are compared too.
struct ByteTable: Sendable {
    private struct Entry {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var last: UInt64 = 0
        /// -1 marks a free entry.
        var length: Int32 = -1
        var start: UInt32 = 0
        var value: UInt32 = 0
    }

    /// The answer for a key that is not in the table.
    static let missing = UInt32.max

    private var entries: [Entry]
    private var mask: Int
    private var keys: [UInt8] = []
    /// How many keys there are.
    private(set) var count = 0

    /// An empty table with room for that many keys.
    init(capacity: Int = 32) {
        var size = 16
        while size < capacity * 2, size < 1 << 24 { size *= 2 }
        entries = Array(repeating: Entry(), count: size)
        mask = size - 1
    }

    /// Adds a key unless it is there already; returns whether it was added.
    @discardableResult mutating func insert(_ key: [UInt8], value: UInt32) -> Bool {
        key.withView { view in
            guard find(view, 0, view.count) == ByteTable.missing else { return false }
            if (count + 1) * 2 > entries.count { grow() }
            var entry = Entry()
            entry.first = ByteSearch.first(view.count, of: view.word(at: 0))
            entry.last = view.count > 8 ? view.word(at: view.count - 8) : entry.first
            entry.second = view.count > 16 ? view.word(at: 8) : 0
            entry.length = Int32(clamping: view.count)
            entry.start = UInt32(clamping: keys.count)
            entry.value = value
            keys.append(contentsOf: key)
            place(entry)
            count += 1
            return true
        }
    }

    /// The value of the key that stands in that range of the view; ``missing`` if there is none.
    @inline(__always) func find(_ view: ByteView, _ start: Int, _ end: Int) -> UInt32 {
        let length = end &- start
        let first = ByteSearch.first(length, of: view.word(at: start))
        let last = length > 8 ? view.word(at: end &- 8) : first
        var slot = ByteTable.slot(first, last, length) & mask
        while true {
            let entry = entries[slot]
            if entry.length < 0 { return ByteTable.missing }
            if entry.first == first, entry.last == last, Int(entry.length) == length,
                length <= 16 || (entry.second == view.word(at: start &+ 8) && hasMiddle(of: entry, view, start))
            {
                return entry.value
            }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always) private func hasMiddle(of entry: Entry, _ view: ByteView, _ start: Int) -> Bool {
        entry.length <= 24 || hasRest(of: entry, view, start)
    }

    @inline(never) private func hasRest(of entry: Entry, _ view: ByteView, _ start: Int) -> Bool {
        for index in 16..<max(Int(entry.length) - 8, 16) {
            if keys[Int(entry.start) + index] != view[start + index] { return false }
        }
        return true
    }

    @inline(__always) private static func slot(_ first: UInt64, _ last: UInt64, _ length: Int) -> Int {
        let mixed = (first ^ (last &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: length))
        return Int(truncatingIfNeeded: (mixed &* 0xD6E8_FEB8_6659_FD93) >> 36)
    }

    private mutating func place(_ entry: Entry) {
        var slot = ByteTable.slot(entry.first, entry.last, Int(entry.length)) & mask
        while entries[slot].length >= 0 { slot = (slot &+ 1) & mask }
        entries[slot] = entry
    }

    private mutating func grow() {
        let old = entries
        entries = Array(repeating: Entry(), count: old.count * 2)
        mask = entries.count - 1
        for entry in old where entry.length >= 0 { place(entry) }
    }
}
