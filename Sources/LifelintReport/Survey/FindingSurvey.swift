// SPDX-License-Identifier: MIT

import LifelintModel

/// What walks over the findings leave for people: the worst ones, grouped by fingerprint, with what stands under them.
struct FindingSurvey {
    /// What stands under the findings of a group.
    struct Related {
        /// The first ones in the run of the shown finding, then of other runs one for each further rule.
        var shown: [Finding] { Array((own + others).prefix(FindingSurvey.maximumRelated)) }
        /// Their rules, in the order in which they are met.
        private(set) var rules: [String] = []
        /// How many there are.
        fileprivate(set) var count = 0
        fileprivate var own: [Finding] = []
        fileprivate var others: [Finding] = []

        /// How many are not shown.
        var left: Int { count - shown.count }

        fileprivate mutating func add(_ finding: Finding, isOwn: Bool) {
            count += 1
            if !rules.contains(finding.rule) { rules.append(finding.rule) }
            if isOwn {
                if own.count < FindingSurvey.maximumRelated { own.append(finding) }
                others.removeAll { $0.rule == finding.rule }
            } else if !(own + others).contains(where: { $0.rule == finding.rule }),
                others.count < FindingSurvey.maximumRelated
            {
                others.append(finding)
            }
        }
    }

    /// Findings that count, grouped by fingerprint.
    private(set) var groups = FindingGroups(capacity: 64)
    private var related: [String: Related] = [:]

    /// As many as rules are related to one mistake, and then some.
    private static let maximumRelated = 8

    /// Walks the findings: once for those that count; once more for those that stand under them, and where so many
    /// groups were met that some have been left out for a while.
    init(_ report: any ReportContents) throws {
        var groups = groups
        try report.forEachFinding { if CountedFindings.counts($0) { groups.add($0) } }
        let isCrowded = groups.isCrowded
        if groups.total > 0, isCrowded || report.header.summary.related > 0 {
            if isCrowded { groups.forgetCounts() }
            var related = related
            try report.forEachFinding { finding in
                if isCrowded, CountedFindings.counts(finding) { groups.count(finding) }
                guard let primary = finding.relatedTo, let group = groups[primary] else { return }
                let isOwn = group.item.run.map { $0 == finding.run || FindingSurvey.isOf($0, finding) } ?? false
                related[primary, default: Related()].add(finding, isOwn: isOwn || finding.run == group.item.run)
            }
            self.related = related
        }
        self.groups = groups
    }

    /// What stands under the findings of a group.
    func related(to group: FindingGroups.Group) -> Related { related[group.key] ?? Related() }

    /// Whether one over several runs stands beside that run; of many only the last are listed.
    private static func isOf(_ run: String, _ finding: Finding) -> Bool {
        finding.runs.contains(run) || finding.runs.count >= listedRuns && finding.count > finding.runs.count
    }

    /// As many runs a finding lists.
    private static let listedRuns = 8

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
