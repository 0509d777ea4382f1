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
        let app = JUnitSurvey.name(finding.app ?? finding.run.flatMap(JUnitSurvey.process(ofRun:)))
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

    /// The suites: by app, each with every rule, then what is not about one.
    func suites(_ report: any ReportContents, omitted: Int) -> [JUnitSuite] {
        let header = report.header
        var judged: [String: [String: VerdictCounts]] = [:]
        for app in header.appVerdicts { judged[JUnitSurvey.name(app.app), default: [:]] = app.verdicts }
        // Without any app there is still what was selected.
        if judged.isEmpty, !header.verdicts.isEmpty {
            judged[apps.count == 1 ? apps.first ?? JUnitSurvey.allApps : JUnitSurvey.allApps] = header.verdicts
        }
        var suites: [JUnitSuite] = []
        for app in Set(judged.keys).union(failures.keys).sorted() {
            let verdicts = judged[app]
            let failed = failures[app] ?? [:]
            var cases = failed.map(JUnitSurvey.failedCase)
            var notes: [String] = []
            for rule in header.verdicts.keys where failed[rule] == nil && verdicts != nil {
                let counts = verdicts?[rule] ?? VerdictCounts()
                cases.append(JUnitCase(rule: rule, outcome: JUnitSurvey.outcome(counts)))
                if counts.violated > 0 {
                    notes.append(
                        "\(rule): violated; what was found is suppressed, in the baseline, or told elsewhere.")
                }
            }
            suites.append(JUnitSuite(name: app, cases: cases.sorted { $0.rule < $1.rule }, notes: notes.sorted()))
        }
        if omitted > 0 {
            let note = "\(Phrasing.count(omitted, "more finding")): --report json has all."
            if suites.isEmpty { suites.append(JUnitSuite(name: JUnitSurvey.allApps, cases: [])) }
            suites[suites.count - 1].notes.append(note)
        }
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

    /// The process of a run, from its id: `process/device/pid@start`, where an app has its bundle id.
    private static func process(ofRun id: String) -> String? {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.dropLast(2).joined(separator: "/")
        return name.isEmpty || name == "-" ? nil : name
    }

    /// A suite needs a name.
    private static func name(_ app: String?) -> String {
        guard let app, app.utf8.contains(where: { $0 > 0x20 }) else { return allApps }
        return app
    }
}
