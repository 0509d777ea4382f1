// SPDX-License-Identifier: MIT

import LifelintModel

/// What the walks over runs and findings leave for test suites.
struct JUnitSurvey {
    /// What was found in one app by one rule.
    private struct Failure {
        var severity: Finding.Severity
        var message: String
        var paragraphs: [String] = []
        var more = 0
    }

    private var apps: Set<String> = []
    private var first: Timestamp?
    private var failures: [String: [String: Failure]] = [:]

    /// The suite of what is not about one app.
    private static let allApps = "lifelint"
    private static let maximumParagraphs = 20

    /// Takes the next run.
    mutating func add(_ run: AppRun) {
        first = min(first ?? run.start.time, run.start.time)
        if apps.count < RunSurvey.maximumApps { apps.insert(JUnitSurvey.name(run.app ?? run.process)) }
    }

    /// Takes the next finding.
    mutating func add(_ item: CountedFindings.Item) {
        let finding = item.finding
        let app = JUnitSurvey.name(finding.app)
        if finding.app != nil, apps.count < RunSurvey.maximumApps { apps.insert(app) }
        var failure =
            failures[app]?[finding.rule] ?? Failure(severity: finding.severity, message: finding.message)
        if JUnitSurvey.isWorse(finding.severity, than: failure.severity) {
            failure.severity = finding.severity
            failure.message = finding.message
        }
        if failure.paragraphs.count < JUnitSurvey.maximumParagraphs {
            failure.paragraphs.append(JUnitSurvey.paragraph(item))
        } else {
            failure.more += 1
        }
        failures[app, default: [:]][finding.rule] = failure
    }

    /// When the evidence begins, as JUnit wants it: without fraction and zone.
    var timestamp: String {
        let start = Timestamp(nanoseconds: first?.nanoseconds ?? 0, digits: 0)
        return String(start.rfc3339.dropLast())
    }

    /// The suites: by app, then what is not about one.
    func suites(_ report: any ReportContents, omitted: Int) -> [JUnitSuite] {
        var rest: [JUnitCase] = []
        var notes: [String] = []
        let found = Set(failures.values.flatMap(\.keys))
        for (rule, counts) in report.header.verdicts.sorted(by: { $0.key < $1.key }) where !found.contains(rule) {
            rest.append(JUnitCase(rule: rule, outcome: JUnitSurvey.outcome(counts)))
            if counts.violated > 0 {
                notes.append("\(rule): violated; what was found is suppressed, in the baseline, or told elsewhere.")
            }
        }
        if omitted > 0 { notes.append("\(Phrasing.count(omitted, "more finding")): --report json has all.") }
        // One app: the verdicts are its own.
        let sole = apps.count == 1 && failures.keys.allSatisfy(apps.contains) ? apps.first : nil
        let restName = sole ?? JUnitSurvey.allApps
        var suites: [JUnitSuite] = []
        for (app, failed) in failures.sorted(by: { $0.key < $1.key }) where app != restName {
            suites.append(JUnitSuite(name: app, cases: failed.map(JUnitSurvey.failedCase).sorted { $0.rule < $1.rule }))
        }
        rest += (failures[restName] ?? [:]).map(JUnitSurvey.failedCase)
        rest.sort { $0.rule < $1.rule }
        if !rest.isEmpty || !notes.isEmpty { suites.append(JUnitSuite(name: restName, cases: rest, notes: notes)) }
        return suites
    }

    private static func failedCase(rule: String, failure: Failure) -> JUnitCase {
        var paragraphs = failure.paragraphs
        if failure.more > 0 { paragraphs.append("… and \(Phrasing.grouped(failure.more)) more") }
        return JUnitCase(
            rule: rule,
            outcome: .failed(
                type: failure.severity.rawValue, message: failure.message,
                text: "\n" + paragraphs.joined(separator: "\n\n") + "\n"))
    }

    private static func outcome(_ counts: VerdictCounts) -> JUnitCase.Outcome {
        if counts.violated > 0 || counts.satisfied > 0 { return .passed }
        let reasons = counts.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) (\(Phrasing.count($0.value, "time")))" }.joined(separator: "; ")
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

    private static func isWorse(_ left: Finding.Severity, than right: Finding.Severity) -> Bool {
        let order = Finding.Severity.allCases
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }

    /// A suite needs a name.
    private static func name(_ app: String?) -> String {
        guard let app, app.utf8.contains(where: { $0 > 0x20 }) else { return allApps }
        return app
    }
}
