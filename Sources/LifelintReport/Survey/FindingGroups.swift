// SPDX-License-Identifier: MIT

import LifelintModel

/// The worst findings, grouped by fingerprint, each group with its worst one, in bounded memory.
struct FindingGroups {
    /// Findings with one fingerprint.
    struct Group {
        /// The worst of them; of equals the one that tells of the longest time, else the first.
        fileprivate(set) var item: Finding
        /// How bad it is: more is worse.
        fileprivate(set) var rank: Int
        /// How many there are.
        fileprivate(set) var count = 0
        /// How often what they speak of was found: each may stand for several cases.
        fileprivate(set) var cases = 0
        /// In what they differ.
        fileprivate(set) var spread = FindingSpread()
        /// When the first was met.
        fileprivate let order: Int
        /// When the first ones were.
        private var times: [Timestamp] = []

        /// The fingerprint.
        var key: String { item.fingerprint }

        /// When the others were: as many as fit into a short line.
        var marks: [Timestamp] {
            var others = times
            if let own = others.firstIndex(of: item.time) { others.remove(at: own) }
            return Array(others.prefix(Self.maximumMarks))
        }

        private static let maximumMarks = 4

        fileprivate init(_ finding: Finding, rank: Int, order: Int) {
            item = finding
            self.rank = rank
            self.order = order
        }

        fileprivate mutating func take(_ finding: Finding, rank: Int) {
            count += 1
            cases.addCases(finding.cases)
            spread.add(finding)
            if times.count <= Self.maximumMarks { times.append(finding.time) }
            guard rank > self.rank || rank == self.rank && StatedTime.isLonger(finding.message, than: item.message)
            else { return }
            item = finding
            self.rank = rank
        }

        fileprivate mutating func forgetCounts() {
            count = 0
            cases = 0
            spread = FindingSpread()
            times = []
        }
    }

    /// How many findings were added.
    private(set) var total = 0
    /// Groups were turned away or pushed out: they may have come back, and their counts lack what was met before.
    private(set) var isCrowded = false
    private let capacity: Int
    private var groups: [String: Group] = [:]
    private var lowestRank = Int.max

    /// Room for that many groups.
    init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// The groups that stayed: worst first, then the more frequent, then in order of appearance.
    var ordered: [Group] {
        groups.values.sorted { left, right in
            if left.rank != right.rank { return left.rank > right.rank }
            if left.cases != right.cases { return left.cases > right.cases }
            return left.order < right.order
        }
    }

    /// The group with that fingerprint, if it stayed.
    subscript(key: String) -> Group? { groups[key] }

    /// Adds a finding.
    mutating func add(_ finding: Finding) {
        total += 1
        let rank = FindingSurvey.rank(finding)
        if groups[finding.fingerprint] == nil, !makeRoom(for: rank) { return }
        groups[finding.fingerprint, default: Group(finding, rank: rank, order: total)].take(finding, rank: rank)
    }

    /// Begins to count anew, in the groups that stayed.
    mutating func forgetCounts() {
        for index in groups.values.indices { groups.values[index].forgetCounts() }
    }

    /// Counts a finding in its group, if that stayed.
    mutating func count(_ finding: Finding) {
        guard let index = groups.index(forKey: finding.fingerprint) else { return }
        groups.values[index].take(finding, rank: FindingSurvey.rank(finding))
    }

    private mutating func makeRoom(for rank: Int) -> Bool {
        guard groups.count >= capacity else { return true }
        isCrowded = true
        // Groups grow worse, never better: below the lowest of before nothing has to be looked for.
        if lowestRank != .max, rank <= lowestRank { return false }
        guard let lowest = groups.values.min(by: { ($0.rank, -$0.order) < ($1.rank, -$1.order) }) else { return true }
        lowestRank = lowest.rank
        guard lowest.rank < rank else { return false }
        groups[lowest.key] = nil
        return true
    }
}
