// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import TestSupport
import Testing

struct SARIFRendererTests {
    /// The published schema, where a folder with it is named.
    private static let schema: String? = ProcessInfo.processInfo.environment["LIFELINT_SCHEMAS"].flatMap {
        try? String(contentsOfFile: $0 + "/sarif-2.1.0.json", encoding: .utf8)
    }

    @Test func `a report without findings is a run without results`() throws {
        let run = try Self.run(SampleReport())
        #expect((run["results"] as? [Any])?.isEmpty == true)
        #expect(run["columnKind"] as? String == "utf16CodeUnits")
        #expect((run["automationDetails"] as? [String: String])?["id"] == "lifelint/")
    }

    @Test func `findings of one culprit are one result with the severity of the worst`() throws {
        let report = SampleReport(findings: [
            .sample("aaaaaaaaaaaaaaaa", severity: .info), .sample("aaaaaaaaaaaaaaaa", severity: .error),
            .sample("aaaaaaaaaaaaaaaa", severity: .warning), .sample("bbbbbbbbbbbbbbbb", severity: .info),
        ])
        let results = try Self.results(report)
        #expect(results.map { $0["level"] as? String } == ["error", "note"])
        #expect(results.map { $0["occurrenceCount"] as? Int } == [3, 1])
        let prints = results.compactMap { $0["partialFingerprints"] as? [String: String] }
        #expect(prints.map { $0["primaryLocationLineHash"] } == ["aaaaaaaaaaaaaaaa:1", "bbbbbbbbbbbbbbbb:1"])
    }

    @Test func `what the summary does not count is no result, and what stands under a result is named in it`() throws {
        var related = Finding.sample("bbbbbbbbbbbbbbbb")
        related.rule = "slow-launch"
        related.relatedTo = "aaaaaaaaaaaaaaaa"
        var suppressed = Finding.sample("cccccccccccccccc")
        suppressed.suppressed = .init(reason: "known", by: "a.yml:1", until: nil)
        var known = Finding.sample("dddddddddddddddd")
        known.isInBaseline = true
        let results = try Self.results(
            SampleReport(findings: [related, .sample("aaaaaaaaaaaaaaaa"), suppressed, known, related]))
        #expect(results.count == 1)
        let text = (results.first?["message"] as? [String: String])?["text"]
        #expect(text == "Background task 7 was begun and never ended. Beside it: slow-launch (2 times).")
        #expect(results.first?["baselineState"] as? String == "new")
    }

    @Test func `a rule is described as far as its page is known`() throws {
        var report = SampleReport(findings: [.sample()])
        var page = RulePageText(id: "background-task-never-ended", title: "Background task never ended")
        page.topic = "tasks"
        page.severity = .warning
        page.why = "First line\nof it.\n\nMore.\n\n"
        page.fix = "End it."
        page.links = ["not a link", "https://developer.example.com/a(b:)"]
        report.rulePages = [page]
        let rule = try #require(Self.rules(report).first)
        #expect((rule["fullDescription"] as? [String: String])?["text"] == "\(page.title). First line of it.")
        let help = try #require(rule["help"] as? [String: String])
        #expect(help["markdown"]?.contains("## Why\n\nFirst line\nof it.\n\nMore.\n\n## Fix\n\nEnd it.\n") == true)
        #expect(rule["helpUri"] as? String == "https://developer.example.com/a(b:)")
        #expect((rule["defaultConfiguration"] as? [String: String])?["level"] == "warning")
        report.rulePages = []
        let bare = try #require(Self.rules(report).first)
        #expect((bare["help"] as? [String: String])?["text"] == "background-task-never-ended")
    }

    @Test(
        arguments: [
            ("a b/ü#1.log", "x", "a%20b/%C3%BC%231.log", 4), ("/var/log/a.log", "x", "file:///var/log/a.log", 4),
            ("c:\\a.log", "x", "c%3A%5Ca.log", 4), ("a.tar.gz!/x/y.log", "x", "a.tar.gz!/x/y.log", 4),
            ("a.log", "Fatal error: Notes/Editor.swift:42: no index", "Notes/Editor.swift", 42),
            ("a.log", "“Notes/Editor.swift:42: no", "Notes/Editor.swift", 42),
            ("a.log", "ü/Editor.swift:4", "a.log", 4),
            ("a.log", "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range", "a.log", 4),
            ("a.log", "SwiftUI/EnvironmentObject.swift:92: at Notes/Editor.swift:42", "Notes/Editor.swift", 42),
            ("a.log", "Swift/Editor/Row.swift:7", "Swift/Editor/Row.swift", 7),
            ("a.log", "at Editor.m, line 7", "Editor.m", 7), ("a.log", "/Users/jo/Editor.swift:42", "a.log", 4),
            ("a.log", "../Editor.swift:42 ~/Editor.swift:42", "a.log", 4), ("a.log", "Editor.swift:0", "a.log", 4),
            ("a.log", "Editor.swift:99999999999999999999", "a.log", 4), ("a.log", ".swift:1 a.swiftly:2", "a.log", 4),
        ] as [(String, String, String, Int)])
    func `a result stands at the source that a line names, or at the line`(
        file: String, text: String, uri: String, line: Int
    ) throws {
        var finding = Finding.sample()
        finding.evidence = [.init(line: EvidenceLine(text: text, at: place(4, file: file)), note: "")]
        let location = try #require(Self.physical(Self.results(SampleReport(findings: [finding])).first))
        #expect((location["artifactLocation"] as? [String: String])?["uri"] == uri)
        #expect((location["region"] as? [String: Int])?["startLine"] == line)
    }

    @Test(
        arguments: [
            ("ü😀x", 7, 1, [1, 5]), ("abc", 3, 1, [1, 4]), ("user-1", 9, 1, []), ("abc…", 9_000, 1, []),
            ("abc", 3, 5, []), ("a\nb", 3, 1, []), ("", 0, 1, []),
        ] as [(String, Int, Int, [Int])])
    func `a region has the columns of a line that is shown whole`(
        text: String, length: Int, column: Int, columns: [Int]
    ) throws {
        var finding = Finding.sample()
        let at = SourceLocation(file: "a.log", line: 4, column: column, offset: 0, length: length)
        finding.evidence = [.init(line: EvidenceLine(text: text, at: at), note: "")]
        let location = try #require(Self.physical(Self.results(SampleReport(findings: [finding])).first))
        let region = try #require(location["region"] as? [String: Int])
        #expect([region["startColumn"], region["endColumn"]].compactMap(\.self) == columns)
    }

    @Test func `without a line of evidence a result stands where the configuration says so, or is refused`() throws {
        var finding = Finding.sample()
        finding.evidence = []
        var report = SampleReport(findings: [finding])
        #expect(throws: ReportRefusal.self) { try Self.results(report) }
        report.header.configuration.file = ".lifelint.yml"
        var location = try #require(Self.physical(Self.results(report).first))
        #expect((location["artifactLocation"] as? [String: String])?["uri"] == ".lifelint.yml")
        var page = RulePageText(id: finding.rule, title: "")
        page.configuredAt = SourceLocation(file: "team.yml", line: 9, column: 1, offset: 0, length: 0)
        report.rulePages = [page]
        location = try #require(Self.physical(Self.results(report).first))
        #expect((location["region"] as? [String: Int])?["startLine"] == 9)
    }

    @Test(arguments: ["rule", "long rule", "message", "fingerprint"])
    func `what would be rejected is refused, and nothing of it is written`(field: String) throws {
        var finding = Finding.sample("aaaaaaaaaaaaaaaa")
        switch field {
        case "rule": finding.rule = ""
        case "long rule": finding.rule = String(repeating: "r", count: 256)
        case "message": finding.message = ""
        default: finding.fingerprint = ""
        }
        var sink: any ByteSink = MemorySink()
        let report = SampleReport(findings: [.sample(), finding])
        #expect(throws: ReportRefusal.self) {
            try SARIFRenderer().render(report, options: RenderOptions(), into: &sink)
        }
        #expect((sink as? MemorySink)?.bytes.isEmpty == true)
    }

    @Test func `of too many mistakes the worst are told, and how many are not`() throws {
        var findings: [Finding] = (0..<5_010).map { .sample(String(format: "%016x", $0), severity: .warning) }
        findings += [.sample("ffffffffffffffff", severity: .error), .sample("0000000000000000", severity: .info)]
        let run = try Self.run(SampleReport(findings: findings))
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == 5_000)
        #expect(results.last?["level"] as? String == "error")
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
        #expect((notes.first?["message"] as? [String: String])?["text"]?.contains("11 findings are left out") == true)
    }

    @Test func `an analysis that left an input unread is not successful`() throws {
        let inputs = [("a.log", InputSummary.Status.partly), ("b.log", .unread)].map {
            InputSummary(path: $0.0, format: "unknown", status: $0.1, isExpected: true)
        }
        let problems = inputs.map { Problem(file: $0.path, code: .unreadable, message: $0.path) }
        let text = try SampleReport(inputs: inputs, problems: problems).rendered(as: SARIFRenderer())
        #expect(text.contains("\"executionSuccessful\":false"))
        #expect(text.contains("\"level\":\"note\",\"message\":{\"text\":\"a.log\"}"))
        #expect(text.contains("\"level\":\"error\",\"message\":{\"text\":\"b.log\"}"))
        #expect(try SampleReport().rendered(as: SARIFRenderer()).contains("\"executionSuccessful\":true"))
    }

    @Test func `errors of inputs come before notes, though their problems were not kept`() throws {
        var noisy = InputSummary(path: "a.log", format: "unknown", status: .partly, isExpected: true)
        noisy.problems = 201
        let missing = ["y.log", "z.log"].map { path in
            var input = InputSummary(path: path, format: "unknown", status: .unread, isExpected: true)
            input.problems = 1
            return input
        }
        let problems = (1...150).map { Problem(file: "a.log", line: $0, column: 1, code: .badValue, message: "bad") }
        let text = try SampleReport(
            inputs: [noisy] + missing,
            problems: problems + [Problem(file: "z.log", code: .unreadable, message: "gone")]
        ).rendered(as: SARIFRenderer())
        let lines = text.split(separator: "\n").filter { $0.contains("\"level\":") && $0.contains("\"message\":") }
        #expect(lines.count == 101)
        #expect(lines[0].contains("\"level\":\"error\",\"message\":{\"text\":\"The input was not read.\"}"))
        #expect(lines[0].contains("y.log") && lines[1].contains("\"error\",\"message\":{\"text\":\"gone\"}"))
        #expect(lines[100].contains("\"note\",\"message\":{\"text\":\"104 more problems not listed.\"}"))
    }

    @Test func `what a baseline does not know is new, also where it knows nothing that was found`() throws {
        var report = SampleReport(findings: [.sample()])
        #expect(!(try report.rendered(as: SARIFRenderer())).contains("baselineState"))
        report.header.notSeen = [BaselineEntry(rule: "crashed", app: nil, culprit: nil, count: 1, fingerprint: "f")]
        #expect(try report.rendered(as: SARIFRenderer()).contains("\"baselineState\":\"new\""))
    }

    @Test func `long texts are cut, and no text makes a link`() throws {
        var finding = Finding.sample()
        finding.message = "[click](http://a) \\ " + String(repeating: "ü", count: 9_000)
        let text = try #require(
            (Self.results(SampleReport(findings: [finding])).first?["message"] as? [String: String])?["text"])
        #expect(text.hasPrefix("\\[click\\](http://a) \\\\ üü"))
        #expect(text.hasSuffix("…"))
        #expect(text.unicodeScalars.count <= 4_010)
    }

    @Test func `evidence is told in the order of its file, and what lies beside the first line once more`() throws {
        var finding = Finding.sample()
        finding.evidence = [9, 2, 5].map {
            .init(line: EvidenceLine(text: "line \($0)", at: place($0)), note: "n")
        }
        let result = try #require(Self.results(SampleReport(findings: [finding])).first)
        let flows = try #require(result["codeFlows"] as? [[String: Any]])
        let thread = try #require((flows.first?["threadFlows"] as? [[String: Any]])?.first)
        let steps = try #require(thread["locations"] as? [[String: Any]])
        let texts = steps.map { (($0["location"] as? [String: Any])?["message"] as? [String: String])?["text"] }
        #expect(texts == ["n: line 2", "n: line 5", "n: line 9"])
        #expect((result["relatedLocations"] as? [[String: Any]])?.map { $0["id"] as? Int } == [1, 2])
    }

    @Test(.enabled(if: schema != nil), arguments: UInt64(0)..<40)
    func `what is written is valid by the published schema`(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        var report = random.report()
        for index in report.findings.indices {
            report.findings[index].rule = "r" + report.findings[index].rule.prefix(200)
            report.findings[index].message += "m"
            if report.findings[index].evidence.isEmpty { report.findings[index].evidence = Finding.sample().evidence }
            for line in report.findings[index].evidence.indices {
                report.findings[index].evidence[line].line.at.file += "f"
            }
        }
        let checker = try SchemaChecker(schema: Self.schema ?? "")
        let complaints = try checker.complaints(about: report.rendered(as: SARIFRenderer()))
        #expect(complaints.isEmpty, "\(complaints.prefix(5))")
    }

    @Test(arguments: UInt64(0)..<40) func `any report is written as JSON or refused as a whole`(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        let report = random.report()
        do {
            _ = try Self.run(report)
        } catch is ReportRefusal {}
    }

    private static func run(_ report: SampleReport) throws -> [String: Any] {
        let text = try report.rendered(as: SARIFRenderer())
        let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require((root?["runs"] as? [[String: Any]])?.first)
    }

    private static func results(_ report: SampleReport) throws -> [[String: Any]] {
        try #require(try run(report)["results"] as? [[String: Any]])
    }

    private static func rules(_ report: SampleReport) throws -> [[String: Any]] {
        let driver = (try run(report)["tool"] as? [String: Any])?["driver"] as? [String: Any]
        return try #require(driver?["rules"] as? [[String: Any]])
    }

    private static func physical(_ result: [String: Any]?) -> [String: Any]? {
        (result?["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    }
}
