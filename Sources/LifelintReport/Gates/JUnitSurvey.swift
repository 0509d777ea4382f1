// SPDX-License-Identifier: MIT

import LifelintModel

/// What the walks over runs and findings leave for test suites.
struct JUnitSurvey {
    /// What was found in one app by one rule.
    private struct Failure {
        /// The worst of it, without its lines, and how bad it is.
        private(set) var worst: Finding
        private var rank: Int
        /// In what it differs.
        private(set) var spread = FindingSpread()
        /// How many cases it stands for.
        private(set) var cases = 0
        /// Findings, and those of them that the text tells.
        var findings = 0
        var told = 0
        var paragraphs: [String] = []
        var more = 0

        init(_ finding: Finding) {
            worst = finding
            worst.evidence = []
            rank = FindingSurvey.rank(finding)
        }

        mutating func count(_ finding: Finding) {
            findings += 1
            cases.addCases(finding.cases)
            spread.add(finding)
            let next = FindingSurvey.rank(finding)
            guard next > rank || next == rank && StatedTime.isLonger(finding.message, than: worst.message) else {
                return
            }
            worst = finding
            worst.evidence = []
            rank = next
        }
    }

    /// When the first run of each app began, and of all.
    private var starts: [String: Timestamp] = [:]
    private var first: Timestamp?
    private var failures: [String: [String: Failure]] = [:]
    /// What was found and does not count, by app and rule, where nothing that counts was found.
    private var elsewhere: [String: [String: UncountedFindings]] = [:]
    /// Pairs of an app and a rule in it.
    private var pairs = 0
    /// Findings of apps that found no room: they stand together.
    private var crowded = 0

    /// The suite of what is not about one app.
    private static let allApps = "lifelint"
    private static let maximumParagraphs = 20
    /// Beyond it apps share the suite of what is not about one.
    private static let maximumPairs = 50_000

    /// Takes the next run.
    mutating func add(_ run: AppRun) {
        first = min(first ?? run.start.time, run.start.time)
        let name = JUnitSurvey.name(run.app ?? run.process)
        guard starts[name] != nil || starts.count < RunSurvey.maximumApps else { return }
        starts[name] = min(starts[name] ?? run.start.time, run.start.time)
    }

    /// Counts a finding, whether the text has room for it or not: its rule fails in its app.
    mutating func count(_ finding: Finding) {
        var app = JUnitSurvey.app(of: finding)
        if failures[app]?[finding.rule] == nil {
            if pairs < JUnitSurvey.maximumPairs {
                pairs += 1
            } else {
                app = JUnitSurvey.allApps
            }
        }
        if app == JUnitSurvey.allApps, app != JUnitSurvey.app(of: finding) { crowded += 1 }
        failures[app, default: [:]][finding.rule, default: Failure(finding)].count(finding)
    }

    /// Tells the next finding.
    mutating func add(_ item: CountedFindings.Item) {
        let own = JUnitSurvey.app(of: item.finding)
        let app = failures[own]?[item.finding.rule] == nil ? JUnitSurvey.allApps : own
        guard var failure = failures[app]?[item.finding.rule] else { return }
        failure.told += item.findings
        if failure.paragraphs.count < JUnitSurvey.maximumParagraphs {
            failure.paragraphs.append(JUnitSurvey.paragraph(item))
        } else {
            failure.more += 1
        }
        failures[app, default: [:]][item.finding.rule] = failure
    }

    /// Looks up why what was found does not count, for the rules that do not fail; behind what counts.
    mutating func addUncounted(_ report: any ReportContents) throws {
        let summary = report.header.summary
        guard summary.related + summary.suppressed + summary.baseline > 0 else { return }
        var found = elsewhere
        var rules: [String: String] = [:]
        try report.forEachFinding { finding in
            let app = JUnitSurvey.app(of: finding)
            guard !CountedFindings.counts(finding), failures[app]?[finding.rule] == nil,
                found[app] != nil || found.count < RunSurvey.maximumApps
            else { return }
            found[app, default: [:]][finding.rule, default: UncountedFindings()].add(finding)
            if let primary = finding.relatedTo { rules[primary] = "" }
        }
        if !rules.isEmpty {
            try report.forEachFinding { if rules[$0.fingerprint] != nil { rules[$0.fingerprint] = $0.rule } }
        }
        elsewhere = found.mapValues { $0.mapValues { $0.naming(rules) } }
    }

    private static func app(of finding: Finding) -> String {
        name(finding.appName)
    }

    /// When the evidence of an app begins, or of all, as JUnit wants it: without fraction and zone.
    private func timestamp(_ app: String) -> String {
        let start = Timestamp(nanoseconds: (starts[app] ?? first)?.nanoseconds ?? 0, digits: 0)
        return String(start.rfc3339.dropLast())
    }

    /// The suites: by app, each with every rule, then what is not about one.
    func suites(_ report: any ReportContents, _ options: RenderOptions, omitted: Int) -> [JUnitSuite] {
        let header = report.header
        var judged: [String: [String: VerdictCounts]] = [:]
        for app in header.appVerdicts { judged[JUnitSurvey.name(app.app), default: [:]] = app.verdicts }
        // Without any app there is still what was selected.
        if judged.isEmpty, !header.verdicts.isEmpty {
            judged[starts.count == 1 ? starts.keys.first ?? JUnitSurvey.allApps : JUnitSurvey.allApps] = header.verdicts
        }
        var suites: [JUnitSuite] = []
        for app in Set(judged.keys).union(failures.keys).sorted() {
            let verdicts = judged[app]
            let failed = failures[app] ?? [:]
            var cases = failed.map(JUnitSurvey.failedCase)
            for rule in header.verdicts.keys where failed[rule] == nil && verdicts != nil {
                let counts = verdicts?[rule] ?? VerdictCounts()
                cases.append(JUnitCase(rule: rule, outcome: outcome(counts, of: rule, in: app)))
            }
            suites.append(
                JUnitSuite(name: app, timestamp: timestamp(app), cases: cases.sorted { $0.rule < $1.rule }))
        }
        let notes = leftOut(header, options, omitted: omitted)
        if !notes.isEmpty {
            if suites.isEmpty {
                suites.append(
                    JUnitSuite(name: JUnitSurvey.allApps, timestamp: timestamp(JUnitSurvey.allApps), cases: []))
            }
            suites[suites.count - 1].notes += notes
        }
        return suites
    }

    /// What the suites do not tell.
    private func leftOut(_ header: ReportHeader, _ options: RenderOptions, omitted: Int) -> [String] {
        var notes = [FixedSection.failure(header, options)].compactMap(\.self) + SuppressionNotes(header).lines
        let unread = UnreadInputs(header)
        if let count = unread.count { notes.append(count + ": " + unread.names) }
        if omitted > 0 { notes.append("\(Phrasing.count(omitted, "more finding")): --report json has all.") }
        if crowded > 0 {
            notes.append(
                "\(Phrasing.count(crowded, "finding")) of further apps stand in the suite \(JUnitSurvey.allApps).")
        }
        if header.appVerdicts.count >= AppVerdicts.maximumApps {
            notes.append(
                "Rules that passed or were skipped are told of the first \(AppVerdicts.maximumApps) apps by name; of "
                    + "any other app only what failed is.")
        }
        return notes
    }

    private static func failedCase(rule: String, failure: Failure) -> JUnitCase {
        var paragraphs = failure.paragraphs
        if failure.more > 0 { paragraphs.append("… and \(Phrasing.grouped(failure.more)) more") }
        let untold = failure.findings - failure.told
        if untold > 0 {
            let all = paragraphs.isEmpty ? "" : " more"
            paragraphs.append(
                "\(Phrasing.count(untold, "finding"))\(all) that this report has no room for: --report json has all.")
        }
        let remark = failure.spread.remark(on: failure.worst, times: failure.cases).map { " (" + $0 + ")" }
        return JUnitCase(
            rule: rule,
            outcome: .failed(
                type: failure.worst.severity.rawValue, message: failure.worst.message + (remark ?? ""),
                text: "\n" + paragraphs.joined(separator: "\n\n") + "\n"))
    }

    /// What became of a rule of which no finding counts: violated is never passed.
    private func outcome(_ counts: VerdictCounts, of rule: String, in app: String) -> JUnitCase.Outcome {
        if counts.violated > 0 {
            return .skipped(reason: "violated: " + (elsewhere[app]?[rule]?.text ?? "no finding of it counts here"))
        }
        if counts.satisfied > 0 { return .passed }
        let reasons = counts.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(Phrasing.reason($0.key)) (\(Phrasing.count($0.value, "time")))" }.joined(separator: "; ")
        let why = reasons.isEmpty ? "" : ": " + reasons
        if counts.inconclusive > 0 { return .skipped(reason: "inconclusive" + why) }
        if counts.notEvaluated > 0 { return .skipped(reason: "not evaluated" + why) }
        return .skipped(reason: "nothing to judge")
    }

    private static func paragraph(_ item: CountedFindings.Item) -> String {
        var lines = [item.text]
        for evidence in item.finding.evidence {
            let note = evidence.note.isEmpty ? "" : evidence.note + ": "
            lines.append("  " + Phrasing.place(evidence.line.at) + ": " + note + evidence.line.text)
        }
        if let run = item.finding.run { lines.append("  run " + run) }
        return lines.joined(separator: "\n")
    }

    /// A suite needs a name.
    private static func name(_ app: String?) -> String {
        guard let app, app.utf8.contains(where: { $0 > 0x20 }) else { return allApps }
        return app
    }
}
