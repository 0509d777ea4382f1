// SPDX-License-Identifier: MIT

import LifelintModel

/// What walks over the findings leave for people: the worst ones, grouped by fingerprint, with what stands under them.
struct FindingSurvey {
    /// Findings that count, grouped by fingerprint.
    private(set) var groups = RankedGroups<Finding, Timestamp>(capacity: 64)
    /// The first findings that stand under the shown one of a group, by its fingerprint.
    private(set) var related: [String: [Finding]] = [:]
    /// How many stand under each.
    private(set) var relatedCounts: [String: Int] = [:]

    /// As many as rules are related to one mistake, and then some.
    private static let maximumRelated = 8

    /// Walks the findings: once for those that count, once for those that stand under them.
    init(_ report: any ReportContents) throws {
        var groups = groups
        try report.forEachFinding { finding in
            guard finding.relatedTo == nil, finding.suppressed == nil, !finding.isInBaseline else { return }
            groups.add(
                key: finding.fingerprint, rank: FindingSurvey.rank(finding), item: finding, mark: finding.time)
        }
        self.groups = groups
        if groups.total == 0 || report.header.summary.related == 0 { return }
        let runs = Dictionary(
            groups.ordered.map { ($0.key, $0.item.run) }, uniquingKeysWith: { first, _ in first })
        var related = related
        var counts = relatedCounts
        try report.forEachFinding { finding in
            guard let primary = finding.relatedTo, let run = runs[primary],
                run == finding.run || FindingSurvey.isOf(run, finding)
            else { return }
            counts[primary, default: 0] += 1
            if related[primary, default: []].count < FindingSurvey.maximumRelated {
                related[primary, default: []].append(finding)
            }
        }
        self.related = related
        relatedCounts = counts
    }

    /// Whether one over several runs stands beside that run; of many only the last are listed.
    private static func isOf(_ run: String?, _ finding: Finding) -> Bool {
        guard let run else { return false }
        return finding.runs.contains(run)
            || finding.runs.count >= listedRuns && finding.count > finding.runs.count
    }

    /// As many runs a finding lists.
    private static let listedRuns = 8

    /// How often what a group speaks of was found: a single finding may stand for several cases.
    static func times(_ group: RankedGroups<Finding, Timestamp>.Group) -> Int {
        group.count == 1 ? group.item.count : group.count
    }

    /// How bad a finding is: by severity, in tens; then what tells how a run ended before all else; then by how sure it
    /// is.
    static func rank(_ finding: Finding) -> Int {
        let severity =
            switch finding.severity {
            case .error: 3
            case .warning: 2
            case .info: 1
            }
        let confidence =
            switch finding.confidence {
            case .certain: 3
            case .likely: 2
            case .possible: 1
            }
        return severity * 10 + (finding.tellsEnding ? 4 : 0) + confidence
    }
}
