// SPDX-License-Identifier: MIT

import LifelintModel

/// The findings that the summary counts, one for each fingerprint, for formats that other programs gate on.
///
/// Two walks over the findings: the first only counts, so that memory grows with the number of different mistakes and
/// not with the log; the second hands out the worst finding of each fingerprint, in report order.
struct CountedFindings {
    /// What is known of the findings that share a fingerprint.
    struct Group {
        /// How bad the worst of them is: more is worse.
        var rank: Int
        /// Which of all counted findings is the worst; of equals the one that tells of the longest time, else the
        /// first.
        var place: Int
        /// What it says; of a long sentence the beginning.
        var message: String
        /// How many there are.
        var count = 1
        /// How many cases they stand for.
        var cases: Int
        /// In what they differ.
        var spread = FindingSpread()
        /// Which rules found something that stands under one of them, by id, and how often.
        var related: [String: Int] = [:]
    }

    /// A finding that stands for all of its fingerprint.
    struct Item {
        /// The worst of them.
        let finding: Finding
        /// How often it was found.
        let times: Int
        /// How many findings it stands for.
        let findings: Int
        /// In what they differ.
        let spread: FindingSpread
        /// The app it is about, where the report is about several.
        let app: String?
        /// What else was found, under it: rules by id.
        let related: [(rule: String, times: Int)]
    }

    /// How many fingerprints are kept.
    private var capacity: Int
    private var groups: [String: Group] = [:]
    /// By rank, how many groups there are.
    private var ranks: [Int: Int] = [:]
    /// Counted findings whose fingerprints found no room.
    private(set) var omitted = 0
    private var place = 0
    private var apps: Set<String>

    /// Rules named beside a finding: as many as fit into a sentence.
    private static let maximumRelated = 8

    /// Walks the findings; `check` sees each one that counts.
    init(_ report: any ReportContents, capacity: Int, check: (Finding) throws -> Void = { _ in }) throws {
        self.capacity = max(capacity, 1)
        apps = Set(report.header.appVerdicts.lazy.compactMap(\.app).prefix(2))
        var counted = self
        try report.forEachFinding { finding in
            guard CountedFindings.counts(finding) else { return }
            try check(finding)
            counted.add(finding)
        }
        if report.header.summary.related > 0 {
            try report.forEachFinding { counted.addRelated($0) }
        }
        self = counted
    }

    /// Whether the summary counts a finding.
    static func counts(_ finding: Finding) -> Bool {
        finding.relatedTo == nil && finding.suppressed == nil && !finding.isInBaseline
    }

    /// Calls `body` with one finding for each fingerprint, in report order.
    func forEach(_ report: any ReportContents, _ body: (Item) throws -> Void) throws {
        var place = 0
        try report.forEachFinding { finding in
            guard CountedFindings.counts(finding) else { return }
            place += 1
            guard let group = groups[finding.fingerprint], group.place == place else { return }
            let related = group.related.sorted { $0.key < $1.key }.map { (rule: $0.key, times: $0.value) }
            try body(
                Item(
                    finding: finding, times: group.cases, findings: group.count, spread: group.spread,
                    app: apps.count > 1 ? finding.appName : nil, related: related))
        }
    }

    /// The groups, worst first, then the more frequent, then in order of appearance.
    var ordered: [(fingerprint: String, group: Group)] {
        groups.sorted { left, right in
            if left.value.rank != right.value.rank { return left.value.rank > right.value.rank }
            if left.value.cases != right.value.cases { return left.value.cases > right.value.cases }
            return left.value.place < right.value.place
        }.map { (fingerprint: $0.key, group: $0.value) }
    }

    private mutating func add(_ finding: Finding) {
        place += 1
        if apps.count < 2, let app = finding.appName { apps.insert(app) }
        let rank = FindingSurvey.rank(finding)
        if let index = groups.index(forKey: finding.fingerprint) {
            let (old, message) = (groups.values[index].rank, groups.values[index].message)
            groups.values[index].count += 1
            groups.values[index].cases.addCases(finding.cases)
            groups.values[index].spread.add(finding)
            guard rank > old || rank == old && StatedTime.isLonger(finding.message, than: message) else { return }
            move(from: old, to: rank)
            groups.values[index].rank = rank
            groups.values[index].place = place
            groups.values[index].message = FindingSpread.beginning(of: finding.message)
            return
        }
        if groups.count >= capacity {
            guard rank > ranks.keys.min() ?? .max else {
                omitted += 1
                return
            }
            removeLowest()
        }
        var group = Group(
            rank: rank, place: place, message: FindingSpread.beginning(of: finding.message), cases: finding.cases)
        group.spread.add(finding)
        groups[finding.fingerprint] = group
        ranks[rank, default: 0] += 1
    }

    private mutating func addRelated(_ finding: Finding) {
        guard finding.suppressed == nil, !finding.isInBaseline, let primary = finding.relatedTo,
            let index = groups.index(forKey: primary)
        else { return }
        if groups.values[index].related.count >= CountedFindings.maximumRelated,
            groups.values[index].related[finding.rule] == nil
        {
            return
        }
        groups.values[index].related[finding.rule, default: 0].addCases(finding.cases)
    }

    private mutating func move(from old: Int, to new: Int) {
        ranks[old, default: 1] -= 1
        if ranks[old] == 0 { ranks[old] = nil }
        ranks[new, default: 0] += 1
    }

    /// Makes room; of the least bad the last goes.
    private mutating func removeLowest() {
        let lowest = groups.min { ($0.value.rank, -$0.value.place) < ($1.value.rank, -$1.value.place) }
        guard let lowest else { return }
        groups[lowest.key] = nil
        omitted += lowest.value.count
        ranks[lowest.value.rank, default: 1] -= 1
        if ranks[lowest.value.rank] == 0 { ranks[lowest.value.rank] = nil }
    }
}

extension CountedFindings.Item {
    /// What happened, how sure that is, how often it was found, and what else was found with it: one paragraph.
    var text: String {
        var text = (app.map { $0 + ": " } ?? "") + finding.message
        if let remark = spread.remark(on: finding, times: times) { text += " (" + remark + ")" }
        let others = spread.others(than: finding, limit: 3)
        if let last = others.last {
            let isClosed = last.hasSuffix(".") || last.hasSuffix("…")
            text += " Also: " + others.joined(separator: "; ") + (isClosed ? "" : ".")
        }
        if !related.isEmpty {
            let names = related.map { $0.times > 1 ? "\($0.rule) (\(Phrasing.count($0.times, "time")))" : $0.rule }
            text += " Beside it: " + names.joined(separator: ", ") + "."
        }
        return text
    }
}
