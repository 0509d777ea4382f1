// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What programs of CI read: JUnit, Checkstyle, GitLab's code quality, GitHub's annotations.
struct GateRendererTests {
    // MARK: JUnit

    @Test func `each rule is a test case of the only app, with the reason where it was not judged`() throws {
        var report = SampleReport(runs: [.killedInBackground], findings: [.sample()])
        var violated = VerdictCounts()
        violated.violated = 1
        var satisfied = VerdictCounts()
        satisfied.satisfied = 1
        satisfied.inconclusive = 3
        var inconclusive = VerdictCounts()
        inconclusive.inconclusive = 1
        inconclusive.reasons = ["the log ends": 1, "lost-tail": 1]
        var blind = VerdictCounts()
        blind.notEvaluated = 5
        blind.reasons = ["requires data.save": 3, "requires audio.play": 2, "<&>": 3, "min_runs": 7]
        report.header.verdicts = [
            "background-task-never-ended": violated, "b-fine": satisfied, "c-open": inconclusive, "d-blind": blind,
            "e-idle": VerdictCounts(), "f-known": violated,
        ]
        let text = try report.rendered(as: JUnitRenderer())
        let xml = try XMLRecord(text)
        #expect(
            xml.elements.first { $0.name == "testsuite" }?.attributes.filter {
                ["name", "tests", "failures", "skipped"].contains($0.key)
            } == ["name": "com.acme.notes", "tests": "6", "failures": "1", "skipped": "4"])
        #expect(
            xml.values("testcase", "name") == [
                "b-fine", "background-task-never-ended", "c-open", "d-blind", "e-idle", "f-known",
            ])
        #expect(
            xml.values("skipped", "message") == [
                "inconclusive: the last lines of the app may be lost (1 time); the log ends (1 time)",
                "not evaluated: too few runs or cases to tell a habit (7 times); <&> (3 times); requires data.save (3 times); "
                    + "requires audio.play (2 times)",
                "nothing to judge", "violated: no finding of it counts here",
            ])
        #expect(xml.values("failure", "message") == ["Background task 7 was begun and never ended."])
        #expect(xml.values("failure", "type") == ["error"])
        #expect(text.contains("notes.lifelog:4: begun here: 10:00:05.000 backgroundTask.begin task=7"))
    }

    @Test func `what was violated and does not count is skipped, with the reason`() throws {
        func uncounted(_ rule: String, _ number: Int, _ change: (inout Finding) -> Void) -> Finding {
            var finding = Finding.sample(String(format: "%016x", number))
            finding.rule = rule
            change(&finding)
            return finding
        }
        let primary = Finding.sample()
        let known = uncounted("known", 1) { $0.isInBaseline = true }
        let findings = [
            uncounted("beside", 2) { $0.relatedTo = primary.fingerprint }, primary, known,
            uncounted("beside", 3) { $0.relatedTo = known.fingerprint },
            uncounted("both", 4) { $0.isInBaseline = true },
            uncounted("both", 5) { $0.suppressed = .init(reason: "see #7", by: "a.yml:3", until: nil) },
            uncounted("quiet", 6) { $0.suppressed = .init(reason: "", by: "a.yml:4", until: nil) },
            uncounted("lost", 7) { $0.relatedTo = "ffffffffffffffff" },
            uncounted(primary.rule, 8) { $0.isInBaseline = true },
        ]
        var report = SampleReport(runs: [.killedInBackground], findings: findings)
        var mixed = VerdictCounts()
        (mixed.violated, mixed.satisfied) = (1, 2)
        for finding in findings { report.header.verdicts[finding.rule] = mixed }
        let xml = try XMLRecord(try report.rendered(as: JUnitRenderer()))
        #expect(xml.values("failure", "type") == ["error"])
        #expect(
            xml.values("testcase", "name") == [
                "background-task-never-ended", "beside", "both", "known", "lost", "quiet",
            ])
        #expect(
            xml.values("skipped", "message") == [
                "violated: its finding stands under background-task-never-ended, known",
                "violated: known in the baseline; suppressed: see #7", "violated: known in the baseline",
                "violated: no finding of it counts here", "violated: suppressed",
            ])
    }

    @Test func `a suite begins with the first run of its app`() throws {
        var old = AppRun.killedInBackground
        old.app = "com.acme.old"
        (old.start.time, old.id) = (instant(-86_400_000), "com.acme.old/A1/7@2026-02-28T10:00:00.000Z")
        var nobody = Finding.sample("cccccccccccccccc")
        (nobody.app, nobody.run) = (nil, nil)
        var report = SampleReport(runs: [old, .crashed, .killedInBackground], findings: [.sample(), nobody])
        report.header.appVerdicts = ["com.acme.notes", "com.acme.old"].map { AppVerdicts(app: $0, verdicts: [:]) }
        let xml = try XMLRecord(try report.rendered(as: JUnitRenderer()))
        #expect(xml.values("testsuite", "name") == ["com.acme.notes", "com.acme.old", "lifelint"])
        #expect(
            xml.values("testsuite", "timestamp") == [
                "2026-03-01T10:00:00", "2026-02-28T10:00:00", "2026-02-28T10:00:00",
            ])
    }

    @Test func `each of several apps has a suite with every rule`() throws {
        var other = Finding.sample("bbbbbbbbbbbbbbbb", severity: .warning)
        other.app = "com.acme.other"
        var nobody = Finding.sample("cccccccccccccccc", severity: .info)
        nobody.app = nil
        nobody.run = nil
        var report = SampleReport(runs: [.killedInBackground], findings: [.sample(), other, nobody])
        let rule = nobody.rule
        report.header.verdicts = ["a": VerdictCounts(), rule: VerdictCounts()]
        var satisfied = VerdictCounts()
        satisfied.satisfied = 1
        report.header.appVerdicts = [
            AppVerdicts(app: "com.acme.notes", verdicts: ["a": satisfied]),
            AppVerdicts(app: "com.acme.quiet", verdicts: ["a": satisfied, rule: satisfied]),
            AppVerdicts(app: "com.acme.other", verdicts: [:]),
        ]
        let xml = try XMLRecord(try report.rendered(as: JUnitRenderer()))
        let names = ["com.acme.notes", "com.acme.other", "com.acme.quiet", "lifelint"]
        #expect(xml.values("testsuite", "name") == names)
        #expect(xml.values("testsuite", "id") == ["0", "1", "2", "3"])
        #expect(xml.values("testsuite", "tests") == ["2", "2", "2", "1"])
        #expect(xml.values("testsuite", "failures") == ["1", "1", "0", "1"])
        #expect(xml.values("testsuite", "skipped") == ["0", "1", "0", "0"])
        #expect(xml.values("skipped", "message") == ["nothing to judge"])
        #expect(
            xml.values("testcase", "classname") == names.dropLast().flatMap { [$0, $0] } + ["lifelint"])
    }

    @Test func `what was found in a process without a bundle id stands in its suite`() throws {
        var finding = Finding.sample()
        finding.app = nil
        finding.run = "a/b/-/71@2026-03-01T10:00:00Z"
        var report = SampleReport(findings: [finding])
        report.header.verdicts = [finding.rule: VerdictCounts()]
        report.header.appVerdicts = [AppVerdicts(app: "a/b", verdicts: [:])]
        let xml = try XMLRecord(try report.rendered(as: JUnitRenderer()))
        #expect(xml.values("testsuite", "name") == ["a/b"])
        #expect(xml.values("testsuite", "failures") == ["1"])
    }

    @Test func `an app whose findings have no room fails all the same, and says so`() throws {
        let findings = (0..<5_010).map { number in
            var finding = Finding.sample(String(format: "%016x", number))
            finding.app = "com.acme.app\(String(format: "%05d", number))"
            return finding
        }
        var report = SampleReport(findings: findings)
        var violated = VerdictCounts()
        violated.violated = 1
        report.header.verdicts = [findings[0].rule: violated]
        report.header.appVerdicts = findings.prefix(200).map {
            AppVerdicts(app: $0.app, verdicts: [$0.rule: violated])
        }
        let text = try report.rendered(as: JUnitRenderer())
        let xml = try XMLRecord(text)
        #expect(xml.values("testsuite", "failures") == Array(repeating: "1", count: 5_010))
        #expect(xml.values("failure", "message").count == 5_010)
        #expect(text.components(separatedBy: "1 finding that this report has no room for").count == 11)
        #expect(text.contains("10 more findings: --report json has all."))
        #expect(text.contains("of the first 200 apps by name"))
        #expect(!text.contains("violated:"))
    }

    @Test func `an empty report is an empty list of suites`() throws {
        #expect(try XMLRecord(try SampleReport().rendered(as: JUnitRenderer())).elements.map(\.name) == ["testsuites"])
    }

    // MARK: Checkstyle

    @Test func `entries are ordered by file and line`() throws {
        let places = [("b.log", 2), ("a.log", 9), ("b.log", 1), ("a.log", 3)]
        let findings = places.enumerated().map { index, spot in
            var finding = Finding.sample(String(format: "%016x", index), severity: .warning)
            finding.evidence[0].line.at = place(spot.1, file: spot.0)
            return finding
        }
        let xml = try XMLRecord(try SampleReport(findings: findings).rendered(as: CheckstyleRenderer()))
        #expect(xml.values("file", "name") == ["a.log", "b.log"])
        #expect(xml.values("error", "line") == ["3", "9", "1", "2"])
        #expect(Set(xml.values("error", "source")) == ["lifelint.background-task-never-ended"])
        #expect(Set(xml.values("error", "severity")) == ["warning"])
    }

    // MARK: Any report

    @Test(arguments: UInt64(0)..<60) func `any report gives XML that a parser reads`(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        let report = random.report()
        _ = try XMLRecord(try report.rendered(as: JUnitRenderer()))
        _ = try XMLRecord(try report.rendered(as: CheckstyleRenderer()))
    }

    @Test func `what XML cannot hold is replaced, and the rest comes back as it was`() throws {
        var finding = Finding.sample()
        finding.message = "a<b>&\"'\u{0}\u{1}\u{FFFE}\r\n\t]]> 漢"
        let xml = try XMLRecord(try SampleReport(findings: [finding]).rendered(as: CheckstyleRenderer()))
        #expect(xml.values("error", "message") == ["a<b>&\"'\u{FFFD}\u{FFFD}\u{FFFD}\r\n\t]]> 漢"])
    }

    // MARK: GitLab

    @Test(arguments: UInt64(0)..<60)
    func `entries for GitLab have all it asks for, and no fingerprint twice`(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        let report = random.report()
        let entries = try Self.gitlab(report)
        let prints = entries.compactMap { $0["fingerprint"] as? String }
        #expect(prints.count == entries.count && Set(prints).count == prints.count)
        for entry in entries {
            #expect(entry["description"] is String && entry["check_name"] is String)
            #expect(["critical", "minor", "info"].contains(entry["severity"] as? String ?? ""))
            let location = entry["location"] as? [String: Any]
            #expect((location?["path"] as? String)?.isEmpty == false)
            #expect((location?["lines"] as? [String: Int])?["begin"] ?? 0 > 0)
        }
    }

    @Test func `an empty report is an empty array for GitLab`() throws {
        #expect(try Self.gitlab(SampleReport()).isEmpty)
    }

    // MARK: GitHub

    @Test func `an annotation stands on one line, whatever the log says`() throws {
        var finding = Finding.sample()
        finding.message = "100%\r\n::error::x\u{0}"
        finding.evidence[0].line.at.file = "a,b:c%\n.log"
        let text = try SampleReport(findings: [finding]).rendered(as: GitHubRenderer())
        #expect(
            text
                == "::error file=a%2Cb%3Ac%25%0A.log,line=4,title=background-task-never-ended::100%25%0D%0A::error::x %0A"
                + "lifelint explain background-task-never-ended tells why, and how to fix it.\n")
    }

    @Test(
        arguments: [(10, 10, nil), (11, 10, "2 more findings"), (30, 10, "21 more findings")] as [(Int, Int, String?)])
    func `ten annotations of a level are told, and the tenth says how many more there are`(
        count: Int, lines: Int, closing: String?
    ) throws {
        let findings =
            (0..<count).map { Finding.sample(String(format: "%016x", $0)) }
            + [.sample("ffffffffffffffff", severity: .info)]
        let written = try SampleReport(findings: findings).rendered(as: GitHubRenderer()).split(separator: "\n")
        let errors = written.filter { $0.hasPrefix("::error ") }
        #expect(errors.count == lines)
        #expect(written.count == lines + 1)
        #expect(written.last?.hasPrefix("::notice ") == true)
        if let closing { #expect(errors.last?.contains(closing) == true) }
    }

    @Test func `how many more there are are findings, however few mistakes they come from`() throws {
        let findings = (0..<12).flatMap { number in
            (0..<3).map { _ in Finding.sample(String(format: "%016x", number)) }
        }
        let written = try SampleReport(findings: findings).rendered(as: GitHubRenderer()).split(separator: "\n")
        #expect(written.last?.contains("::9 more findings of this level") == true)
    }

    @Test func `that an input is unread is the first error, and one of the ten`() throws {
        let missing = InputSummary(path: "a%.log", format: "unknown", status: .unread, isExpected: true)
        let findings = (0..<10).map { Finding.sample(String(format: "%016x", $0)) }
        let report = SampleReport(findings: findings, inputs: [missing])
        let written = try report.rendered(as: GitHubRenderer()).split(separator: "\n")
        #expect(written.count == 10)
        #expect(written.first == "::error title=lifelint::1 input not read: a%25.log")
        #expect(written.last?.contains("2 more findings") == true)
        #expect(try XMLRecord(report.rendered(as: JUnitRenderer())).elements.contains { $0.name == "system-out" })
        #expect(try report.rendered(as: JUnitRenderer()).contains("1 input not read: a%.log"))
    }

    @Test func `that an input was read in part is told wherever its findings are`() throws {
        var cut = InputSummary(path: "a.gz", format: "lifecycle-text", status: .partly, isExpected: true)
        cut.isCut = true
        let problems = [("line 3", ProblemCode.badTime), ("truncated gzip input", .unreadable)].map {
            Problem(file: "a.gz", code: $0.1, message: $0.0)
        }
        let told = "1 input read in part: a.gz (read in part): truncated gzip input"
        let report = SampleReport(inputs: [cut], problems: problems)
        #expect(try report.rendered(as: GitHubRenderer()) == "::warning title=lifelint::\(told)\n")
        #expect(try report.rendered(as: JUnitRenderer()).contains(told))
        let brief = try report.rendered(as: BriefRenderer())
        #expect(brief.contains("; 1 input read in part\na.gz (read in part): truncated gzip input\n"))
        #expect(!brief.contains("unread"))
        #expect(try report.rendered(as: MarkdownRenderer()).hasPrefix("# ⚠️ lifelint: 0 errors"))
        #expect(try report.rendered(as: SARIFRenderer()).contains("\"executionSuccessful\":false"))
        // A line that could not be read is no end.
        cut.isCut = false
        let damaged = SampleReport(inputs: [cut], problems: problems)
        #expect(try damaged.rendered(as: GitHubRenderer()).isEmpty)
        #expect(try damaged.rendered(as: MarkdownRenderer()).hasPrefix("# ✅ lifelint: 0 errors"))
    }

    @Test func `what was not read is told in one sentence`() throws {
        let inputs = ["a.log", "nonexist"].map {
            InputSummary(path: $0, format: "unknown", status: .unread, isExpected: true)
        }
        let problems = [("a.log", "These are no rows of a log."), ("nonexist", "No such file or directory")].map {
            Problem(file: $0.0, code: .unreadable, message: $0.1)
        }
        let report = SampleReport(inputs: inputs, problems: problems)
        let told = "a.log: These are no rows of a log; nonexist: No such file or directory\n"
        #expect(try report.rendered(as: BriefRenderer()).contains("unread: " + told))
        #expect(try report.rendered(as: GitHubRenderer()) == "::error title=lifelint::2 inputs not read: " + told)
    }

    @Test func `that all there is has no time is told wherever its findings would be`() throws {
        let read = InputSummary(path: "a.crash", format: "crash-text", status: .partly, isExpected: true)
        let problem = Problem(file: "a.crash", code: .noTime, message: "the report has no time")
        let report = SampleReport(inputs: [read], problems: [problem])
        let told = "1 input read in part: a.crash (read in part): the report has no time"
        #expect(try report.rendered(as: GitHubRenderer()) == "::warning title=lifelint::\(told)\n")
        #expect(try !report.rendered(as: BriefRenderer()).contains("nothing to report"))
        #expect(try report.rendered(as: MarkdownRenderer()).hasPrefix("# ⚠️ lifelint: 0 errors"))
        // Beside a run it is one line of many.
        let beside = SampleReport(runs: [.bare()], inputs: [read], problems: [problem])
        #expect(try beside.rendered(as: GitHubRenderer()).isEmpty)
    }

    @Test func `suppressions that expired or match nothing are told`() throws {
        let problems = [("a", ProblemCode.suppressionUnused), ("b", .suppressionExpired), ("c", .suppressionExpired)]
            .map {
                Problem(file: "x.yml", line: 3, column: 1, offset: 9, code: $0.1, message: "Of “\($0.0)”.")
            }
        let report = SampleReport(problems: problems)
        #expect(
            try report.rendered(as: GitHubRenderer()) == """
                ::warning file=x.yml,line=3,title=suppression-expired::Of “b”. So it is with 1 more.
                ::notice file=x.yml,line=3,title=suppression-unused::Of “a”.

                """)
        for renderer in [BriefRenderer(), JUnitRenderer()] as [any ReportRenderer] {
            let text = try report.rendered(as: renderer)
            #expect(text.contains("x.yml:3: Of “b”.\nx.yml:3: Of “c”.\nx.yml:3: Of “a”."), "\(renderer.id)")
        }
        let many = SampleReport(problems: Array(repeating: problems[0], count: 6))
        #expect(
            try many.rendered(as: BriefRenderer()).hasSuffix(
                "\n… and 2 more suppressions that expired or match nothing\n"))
    }

    @Test func `nothing in an annotation moves the cursor or turns the text`() throws {
        var finding = Finding.sample()
        finding.message = "a\u{9B}31mb\u{1B}c\u{202E}d\u{2066}e\u{7F}f, 100 % ünïcödé 日本 👍🏽"
        finding.rule = "r\u{202E}"
        let text = try SampleReport(runs: [.killedInBackground], findings: [finding]).rendered(as: GitHubRenderer())
        #expect(text.contains("::a 31mb c d e f, 100 %25 ünïcödé 日本 👍🏽%0A"))
        let line = text.replacing("\n", with: " ")
        #expect(TerminalText.safe(line) == line)
    }

    @Test func `worse, surer and more frequent findings come first`() throws {
        var sure = Finding.sample("aaaaaaaaaaaaaaaa", severity: .warning)
        sure.message = "sure"
        var unsure = Finding.sample("bbbbbbbbbbbbbbbb", severity: .warning)
        unsure.message = "unsure"
        unsure.confidence = .possible
        var often = Finding.sample("cccccccccccccccc", severity: .warning)
        often.message = "often"
        var bad = Finding.sample("dddddddddddddddd")
        bad.message = "bad"
        let report = SampleReport(findings: [unsure, sure, often, often, bad])
        let words = try report.rendered(as: GitHubRenderer()).split(separator: "\n").map {
            $0.components(separatedBy: "::").last?.prefix { $0.isLetter } ?? ""
        }
        #expect(words == ["bad", "often", "sure", "unsure"])
    }

    private static func gitlab(_ report: SampleReport) throws -> [[String: Any]] {
        let text = try report.rendered(as: GitLabRenderer())
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }
}

/// The elements of an XML text, in order; it throws where the text is not well-formed.
final class XMLRecord: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    /// The values of an attribute of all elements of that name.
    func values(_ name: String, _ attribute: String) -> [String] {
        elements.filter { $0.name == name }.map { $0.attributes[attribute] ?? "" }
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        elements.append((elementName, attributes))
    }
}
