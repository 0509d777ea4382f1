// SPDX-License-Identifier: MIT

/// The worst groups of equal things, each with its first item, in bounded memory.
///
/// Why groups: the hundredth crash with one signature tells a reader nothing that its count does not. A group that was
/// turned away or pushed out by worse ones never comes back, so the counts of those that stay are exact.
struct RankedGroups<Item, Mark> {
    /// Things that a reader would call the same.
    struct Group {
        /// What they have in common.
        let key: String
        /// How bad they are: more is worse.
        let rank: Int
        /// When the first was met.
        let order: Int
        /// How many there were.
        var count: Int
        /// The first.
        let item: Item
        /// Which the next ones were: a few.
        var marks: [Mark] = []
    }

    /// Marks kept of a group: as many as fit into a short line.
    static var maximumMarks: Int { 4 }

    /// How many things were added.
    private(set) var total = 0
    private let capacity: Int
    private var groups: [String: Group] = [:]
    private var lowestRank = Int.max

    /// Room for that many groups.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        groups.reserveCapacity(self.capacity)
    }

    /// The groups that stayed: worst first, then the more frequent, then in order of appearance.
    var ordered: [Group] {
        groups.values.sorted { left, right in
            if left.rank != right.rank { return left.rank > right.rank }
            if left.count != right.count { return left.count > right.count }
            return left.order < right.order
        }
    }

    /// Adds a thing; the mark tells it from others of its group.
    mutating func add(key: String, rank: Int, item: Item, mark: @autoclosure () -> Mark) {
        total += 1
        if let index = groups.index(forKey: key) {
            groups.values[index].count += 1
            if groups.values[index].marks.count < Self.maximumMarks { groups.values[index].marks.append(mark()) }
            return
        }
        if groups.count >= capacity {
            guard rank > lowestRank else { return }
            removeLowest()
        }
        groups[key] = Group(key: key, rank: rank, order: total, count: 1, item: item)
        lowestRank = min(lowestRank, rank)
        if groups.count >= capacity { lowestRank = groups.values.map(\.rank).min() ?? rank }
    }

    private mutating func removeLowest() {
        let lowest = groups.values.min { ($0.rank, -$0.order) < ($1.rank, -$1.order) }
        if let lowest { groups[lowest.key] = nil }
    }
}
