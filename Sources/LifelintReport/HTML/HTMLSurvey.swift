// SPDX-License-Identifier: MIT

import LifelintModel

/// What a few walks over a report leave for its page: the surveys, the runs that are drawn, and a row for many more.
///
/// Everything in it is bounded, however many runs there are.
struct HTMLSurvey {
    /// Whose runs, and how they ended.
    let runs: RunSurvey
    /// The worst findings, grouped.
    let findings: FindingSurvey
    /// Rows in report order: those worth reading first of all.
    private(set) var rows: [RunLine] = []
    /// The runs that are drawn, by id.
    private(set) var drawn: [String: AppRun] = [:]
    /// Their ids, the most telling first.
    private(set) var order: [String] = []
    /// What was found in the runs that have a row.
    private(set) var found: [String: RunFindings] = [:]

    /// Rows for runs whose ending is not ordinary, and for the others.
    private static let maximumNotable = 1_000
    private static let maximumOrdinary = 1_000
    /// Runs that are drawn although nothing is wrong with them, where there are few runs.
    private static let fewRuns = 40

    /// Walks a report.
    init(_ report: any ReportContents) throws {
        var survey = RunSurvey()
        try report.forEachRun { survey.add($0) }
        runs = survey
        findings = try FindingSurvey(report)
        let wanted = HTMLSurvey.wanted(survey, findings)
        order = wanted
        try takeRuns(report, wanted: Set(wanted))
        try takeFindings(report)
    }

    /// The runs that a reader of the headlines asks for, in their order.
    private static func wanted(_ survey: RunSurvey, _ findings: FindingSurvey) -> [String] {
        var ids: [String] = []
        var seen: Set<String> = []
        let headlines = findings.groups.ordered.compactMap(\.item.run)
        let endings = survey.notable.ordered.map(\.item.id)
        // The worst ending stands beside the worst finding: neither kind may use up the room of the other.
        for place in 0..<max(headlines.count, endings.count) {
            for list in [headlines, endings] where place < list.count {
                if seen.insert(list[place]).inserted { ids.append(list[place]) }
            }
        }
        for group in survey.unseen.ordered where seen.insert(group.item.id).inserted { ids.append(group.item.id) }
        return ids
    }

    private mutating func takeRuns(_ report: any ReportContents, wanted: Set<String>) throws {
        var (rows, drawn, order) = (rows, drawn, order)
        var (notable, ordinary) = (0, 0)
        try report.forEachRun { run in
            let line = RunLine(run)
            let isWanted = wanted.contains(run.id)
            if isWanted {
                if drawn[run.id] == nil { drawn[run.id] = run }
            } else if drawn.count < HTMLSurvey.fewRuns, drawn[run.id] == nil {
                drawn[run.id] = run
                order.append(run.id)
            }
            let isNotable = line.rank > 0
            if isNotable { notable += 1 } else { ordinary += 1 }
            let hasRoom =
                isNotable ? notable <= HTMLSurvey.maximumNotable : ordinary <= HTMLSurvey.maximumOrdinary
            if hasRoom || isWanted { rows.append(line) }
        }
        self.rows = rows
        self.drawn = drawn
        self.order = order.filter { drawn[$0] != nil }
    }

    private mutating func takeFindings(_ report: any ReportContents) throws {
        if findings.groups.total == 0 { return }
        var found = Dictionary(rows.map { ($0.id, RunFindings()) }, uniquingKeysWith: { first, _ in first })
        let drawn = drawn
        try report.forEachFinding { finding in
            guard finding.relatedTo == nil, finding.suppressed == nil, !finding.isInBaseline, let run = finding.run
            else { return }
            found[run]?.add(finding, of: drawn[run])
        }
        self.found = found.filter { $0.value.count > 0 }
    }
}
