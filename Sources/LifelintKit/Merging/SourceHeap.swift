// SPDX-License-Identifier: MIT

/// The sources of a merge, the one with the earliest next event first.
struct SourceHeap {
    private var items: [(order: Int64, source: MergeSource)] = []

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    /// How many of them are like that.
    func count(where isCounted: (MergeSource) -> Bool) -> Int { items.count { isCounted($0.source) } }

    /// Takes those away that are like that.
    mutating func split(_ isTaken: (MergeSource) -> Bool) -> SourceHeap {
        let all = items
        items = []
        var taken = SourceHeap()
        for (order, source) in all {
            if isTaken(source) { taken.insert(source, order: order) } else { insert(source, order: order) }
        }
        return taken
    }

    /// Adds all of another one.
    mutating func add(_ other: SourceHeap) {
        for (order, source) in other.items { insert(source, order: order) }
    }

    /// The source whose next event is the earliest.
    var first: MergeSource? { items.first?.source }
    /// When that is.
    var firstOrder: Int64? { items.first?.order }

    /// When the earliest event of all others is.
    var secondOrder: Int64? {
        guard items.count > 1 else { return nil }
        return items.count > 2 ? min(items[1].order, items[2].order) : items[1].order
    }

    mutating func insert(_ source: MergeSource, order: Int64) {
        items.append((order, source))
        var child = items.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard precedes(child, parent) else { break }
            items.swapAt(child, parent)
            child = parent
        }
    }

    /// The first source has another next event.
    mutating func updateFirst(order: Int64) {
        guard !items.isEmpty else { return }
        items[0].order = order
        siftDown()
    }

    mutating func removeFirst() {
        guard let last = items.popLast(), !items.isEmpty else { return }
        items[0] = last
        siftDown()
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            let left = parent * 2 + 1
            guard left < items.count else { return }
            let right = left + 1
            let child = right < items.count && precedes(right, left) ? right : left
            guard precedes(child, parent) else { return }
            items.swapAt(child, parent)
            parent = child
        }
    }

    /// Equal times in the order of the inputs: what is one instant is put in order later.
    private func precedes(_ left: Int, _ right: Int) -> Bool {
        (items[left].order, items[left].source.index) < (items[right].order, items[right].source.index)
    }
}
