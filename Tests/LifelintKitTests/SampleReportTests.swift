// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintLanguage
import LifelintRules
import Testing

/// Every scenario under `samples/` against the reports that were read and found right.
///
/// `LIFELINT_RECORD=1` writes them anew; a missing one is written and fails, so that nobody forgets to read it.
@Suite struct SampleReportTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let scenarios: [String] = {
        let samples = root.appending(path: "samples")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: samples.path)) ?? []
        return names.filter { name in
            FileManager.default.fileExists(atPath: samples.appending(path: "\(name)/README.md").path)
        }.sorted()
    }()

    static let formats = [("json", "report.json"), ("text", "report.txt"), ("brief", "brief.txt")]

    /// What other programs read: kept for a few scenarios that have something of everything.
    static let machineFormats = [
        ("sarif", "report.sarif"), ("junit", "junit.xml"), ("github", "github.txt"), ("gitlab", "gitlab.json"),
        ("checkstyle", "checkstyle.xml"),
    ]

    /// What is as large as all events together: kept for fewer.
    static let bulkFormats = [("otlp", "otlp.jsonl"), ("sql", "report.sql")]
    static let bulkScenarios: Set = ["leaked-background-task", "metrickit"]

    /// A few rules, so that each new one does not change these reports.
    static let machineRules = [
        "background-task-never-ended", "background-task-leaked", "crashed", "killed-during-launch",
        "launch-crash-loop", "memory-limit-kill", "slow-launch", "unsaved-when-killed",
    ]

    static let machineScenarios = [
        "leaked-background-task", "slow-launch", "crash-loop-at-launch", "swift-fatal-error", "one-death-two-witnesses",
        "metrickit", "jetsam-own-limit", "own-names",
    ]

    /// Scenarios whose pages and traces are kept: of every kind one, since they are large.
    static let drawnScenarios: Set = ["leaked-background-task", "ignored-memory-warning", "swiped-or-reclaimed"]

    @Test func `the README shows what is printed`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let report = Self.withoutVersions(
            try Analysing.report(try Self.analysis(of: "leaked-background-task", byRules: true), "text"))
        // The header has the version, and the folder's README counts where the folder is named.
        for paragraph in report.components(separatedBy: "\n\n").dropFirst() {
            let text = paragraph.trimmingCharacters(in: .newlines)
            #expect(readme.contains(text), "\(text)")
        }
    }

    @Test func `the README shows what a crash report says`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let path = "samples/one-death-two-witnesses/Notes-2026-04-20-164531.ips"
        let bytes = Array(try Data(contentsOf: Self.root.appending(path: path)))
        let input = try #require(try Analyzer().reports(in: bytes, named: path))
        #expect(readme.contains("```\n\(path): \(input.format)\n"))
        for report in input.reports {
            let text = IncidentSheet(report, limit: 3).text
            #expect(readme.contains(text), "\(text)")
        }
    }

    @Test func `the table of samples has every scenario`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "samples/README.md"), encoding: .utf8)
        let rows = readme.matches(of: #/^\| \[([\w-]+)\]\(([\w-]+)\/\) \|/#.anchorsMatchLineEndings())
        #expect(rows.map { String($0.1) }.sorted() == Self.scenarios)
        #expect(rows.allSatisfy { $0.1 == $0.2 })
    }

    @Test(arguments: scenarios) func `a scenario gives the expected reports`(scenario: String) throws {
        let analysis = try Self.analysis(of: scenario)
        for (format, file) in Self.formats { try Self.compare(analysis, format, scenario, file) }
    }

    @Test(arguments: scenarios) func `a scenario gives the expected findings by the rules that ship`(
        scenario: String
    ) throws {
        let analysis = try Self.analysis(of: scenario, byRules: true)
        try Self.compare(analysis, "text", scenario, "findings.txt")
        try Self.compare(analysis, "markdown", scenario, "summary.md")
        guard Self.drawnScenarios.contains(scenario) else { return }
        try Self.compare(analysis, "html", scenario, "report.html")
        try Self.compare(analysis, "trace", scenario, "trace.json")
    }

    @Test(arguments: machineScenarios) func `a scenario gives the expected reports for other programs`(
        scenario: String
    ) throws {
        let analysis = try Self.analysis(of: scenario, byRules: true, select: Self.machineRules)
        let formats = Self.machineFormats + (Self.bulkScenarios.contains(scenario) ? Self.bulkFormats : [])
        for (format, file) in formats { try Self.compare(analysis, format, scenario, file) }
    }

    @Test func `gates get nothing where nothing was found`() throws {
        let analysis = try Self.analysis(of: "healthy-day", byRules: true)
        #expect(try Analysing.report(analysis, "github").isEmpty)
        #expect(try !Analysing.report(analysis, "junit").contains("<failure"))
        #expect(try !Analysing.report(analysis, "checkstyle").contains("<error"))
        #expect(try Analysing.report(analysis, "sarif").contains("\"results\":[]"))
    }

    @Test(
        arguments: [
            ("save-only-at-termination", ["save-only-in-will-terminate", "unsaved-when-killed"]),
            ("slow-launch", ["slow-launch", "slow-did-finish-launching"]),
            ("crash-loop-at-launch", ["launch-crash-loop"]), ("ignored-memory-warning", ["memory-warning-ignored"]),
            ("leaked-background-task", ["background-task-never-ended"]), ("own-names", ["unsaved-when-killed"]),
            ("healthy-day", []), ("gone-in-the-morning", []), ("interruption-storm", []), ("user-quit", []),
            ("swiped-or-reclaimed", []), ("prewarmed-then-opened", []), ("classic-states", []),
            ("memory-warning-fan-out", []), ("radio-plays-on", []), ("two-logs-two-clocks", []),
            ("upload-ate-the-draft", ["background-task-never-ended", "background-task-leaked", "unsaved-when-killed"]),
            ("ten-seconds-to-leave", ["watchdog-kill", "slow-did-enter-background", "restoration-failed"]),
            ("logged-out-by-the-phone", ["protected-data-read-while-locked"]),
            ("freeze-swipe", ["quit-while-hung", "watchdog-kill", "main-thread-hang"]),
            ("three-launches", ["scene-lifecycle-required", "launch-crash-loop"]),
        ] as [(String, [String])])
    func `a scenario's mistakes are found, and where nothing is wrong nothing is found`(
        scenario: String, rules: [String]
    ) throws {
        let findings = try Self.analysis(of: scenario, byRules: true).allFindings()
        let found = Set(findings.map(\.rule))
        if rules.isEmpty { #expect(findings.isEmpty, "\(found)") }
        for rule in rules { #expect(found.contains(rule), "\(found)") }
    }

    /// First the findings that count, then the rules that found something only beside those.
    @Test(arguments: scenarios) func `the README of a scenario names the findings that are told`(
        scenario: String
    ) throws {
        let findings = try Self.analysis(of: scenario, byRules: true).allFindings()
        let told = Set(findings.filter { $0.relatedTo == nil }.map(\.rule))
        let lists = [told, Set(findings.map(\.rule)).subtracting(told)].map { rules in
            rules.sorted().map { "`\($0)`" }.joined(separator: ", ")
        }
        let line =
            "Findings: " + (told.isEmpty ? "none" : lists[0])
            + (lists[1].isEmpty ? "." : "; under them \(lists[1]).")
        let readme = try String(contentsOf: Self.root.appending(path: "samples/\(scenario)/README.md"), encoding: .utf8)
        let paragraphs = readme.components(separatedBy: "\n\n").map { $0.replacing("\n", with: " ") }
        let named = paragraphs.filter { $0.hasPrefix("Findings: ") }.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(named == [line])
    }

    private static func compare(_ analysis: Analysis, _ format: String, _ scenario: String, _ file: String) throws {
        let report = withoutVersions(try Analysing.report(analysis, format))
        let golden = root.appending(path: "samples/\(scenario)/expected/\(file)")
        let isRecording = ProcessInfo.processInfo.environment["LIFELINT_RECORD"] == "1"
        let expected = try? String(contentsOf: golden, encoding: .utf8)
        if isRecording || expected == nil {
            try FileManager.default.createDirectory(
                at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
            try report.write(to: golden, atomically: true, encoding: .utf8)
            if !isRecording { Issue.record("samples/\(scenario)/expected/\(file) was missing: read it") }
        } else {
            let difference = zip(report.split(separator: "\n"), (expected ?? "").split(separator: "\n"))
                .first { $0 != $1 }.map { "\n got      \($0.prefix(400))\n expected \($1.prefix(400))" }
            let isEqual = report == expected
            #expect(isEqual, "samples/\(scenario)/expected/\(file)\(difference ?? "")")
        }
    }

    @Test(arguments: scenarios) func `a scenario has a README and no problem that is not told there`(
        scenario: String
    ) throws {
        let readme = try String(
            contentsOf: Self.root.appending(path: "samples/\(scenario)/README.md"), encoding: .utf8)
        #expect(readme.hasPrefix("# "))
        let analysis = try Self.analysis(of: scenario)
        for problem in analysis.header.problems {
            #expect(readme.contains(problem.code.rawValue), "\(scenario): \(problem.code.rawValue) \(problem.message)")
        }
    }

    /// The scenario's files under the names they have from the top of the repository.
    static func analysis(
        of scenario: String, byRules: Bool = false, select: [String]? = nil, rules: [Rule]? = nil
    ) throws -> Analysis {
        let folder = root.appending(path: "samples/\(scenario)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var inputs: [(name: String, bytes: [UInt8])] = []
        var options = AnalyzerOptions()
        for name in names where name != "README.md" && name != "expected" && !name.hasPrefix(".") {
            let file = folder.appending(path: name)
            if name.hasSuffix(".yml") {
                options.recogniserFiles.append(file.path)
            } else {
                inputs.append(("samples/\(scenario)/\(name)", Array(try Data(contentsOf: file))))
            }
        }
        if byRules { try RulesInForce.load(select: select).apply(to: &options) }
        if let rules {
            options.rules = RuleSet(
                rules: rules.map { RuleSet.Selected(rule: $0) }, spans: try RuleCase.library.get().vocabulary.spans)
        }
        return try Analyzer(options).analyze(inputs: inputs)
    }

    /// What changes with every rule and every release says nothing about a scenario.
    private static func withoutVersions(_ report: String) -> String {
        var report = report
        // The id of an analysis is a digest over all of it, and stands in each row of SQL.
        if let match = report.firstMatch(of: #/insert into analyses values\n\('([0-9a-f]{16})'[^\n]*/#) {
            let id = String(match.output.1)
            let row = match.output.0.replacing(#/'[0-9a-f]{16}'/#, with: "'0000000000000000'")
                .replacing("'\(ToolVersion.current)'", with: "'0'")
            report = report.replacing(String(match.output.0), with: String(row))
                .replacing(id, with: "0000000000000000")
        }
        return report.replacing(#/"rulesDigest":"[0-9a-f]{16}"/#, with: #""rulesDigest":"0000000000000000""#)
            .replacing(#/"lifelint.rulesDigest" value="[0-9a-f]{16}"/#, with: #""lifelint.rulesDigest" value="0""#)
            .replacing(
                #""lifelint.version" value="\#(ToolVersion.current)""#, with: #""lifelint.version" value="0""#
            )
            .replacing(
                #""name":"lifelint","version":"\#(ToolVersion.current)""#, with: #""name":"lifelint","version":"0""#
            )
            .replacing(#""version":"\#(ToolVersion.current)","rulesDigest""#, with: #""version":"0","rulesDigest""#)
            .replacing("lifelint \(ToolVersion.current)", with: "lifelint")
            // How a page looks and what its script does is looked at elsewhere.
            .replacing(#/<style>[\s\S]*?</style>/#, with: "<style></style>")
            .replacing(#/<script>[\s\S]*?</script>/#, with: "<script></script>")
            .replacing(#/sha256-[A-Za-z0-9+/=]*/#, with: "sha256-")
    }
}
