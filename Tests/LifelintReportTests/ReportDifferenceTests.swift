// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

/// What is new, fixed and unchanged, in each rendering.
@Suite struct ReportDifferenceTests {
    /// A report of some findings.
    private struct Report: ReportContents {
        var findings: [Finding]
        /// Rules that came to no verdict.
        var untold: Set<String> = []
        /// Rules that were not selected.
        var unselected: Set<String> = []
        /// Rules whose verdicts leave something out.
        var partial: Set<String> = []
        /// The apps that rules came to verdicts in.
        var apps: [String?] = []
        var inputs: [InputSummary] = []
        var header: ReportHeader {
            var summary = ReportHeader.Summary()
            summary.runs = 2
            summary.endings = [.reclaimed: 1, findings.isEmpty ? .memoryLimit : .fileLock: 1]
            var header = ReportHeader(
                tool: .init(name: "lifelint", version: "1", rulesDigest: "0"),
                configuration: .init(file: nil, preset: "recommended", digest: "", today: nil, isRedacted: false),
                summary: summary, inputs: inputs, problems: [])
            var told = VerdictCounts()
            told.satisfied = 1
            for rule in ReportDifferenceTests.ids.subtracting(untold) { header.verdicts[rule] = told }
            for rule in unselected { header.verdicts[rule] = nil }
            for rule in partial { header.verdicts[rule]?.partial = 1 }
            header.appVerdicts = apps.map { AppVerdicts(app: $0, verdicts: header.verdicts) }
            return header
        }
        func forEachRun(_ body: (AppRun) throws -> Void) throws {}
        func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws {}
        func forEachFinding(_ body: (Finding) throws -> Void) throws { for finding in findings { try body(finding) } }
        func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {}
    }

    private static let ids: Set<String> = ["a", "both", "c", "new", "new-error", "new-info", "old"]

    private static func finding(
        _ rule: String, _ severity: Finding.Severity = .error, message: String = "It happened.",
        relatedTo: String? = nil, isSuppressed: Bool = false
    ) -> Finding {
        let time = Timestamp(nanoseconds: 0, digits: 0)
        let line = EvidenceLine(
            text: "a <b> line", at: SourceLocation(file: "a.log", line: 7, column: 1, offset: 0, length: 10))
        var finding = Finding(
            rule: rule, severity: severity, confidence: .certain, time: time, decided: time, message: message,
            evidence: [.init(line: line, note: "")], fingerprint: rule + "-1")
        finding.app = "com.acme"
        finding.culprit = "who"
        finding.relatedTo = relatedTo
        if isSuppressed { finding.suppressed = .init(reason: "r", by: "x:1", until: nil) }
        return finding
    }

    private static func difference(_ base: [Finding], _ head: [Finding]) throws -> ReportDifference {
        try ReportDifference(
            base: Report(findings: base), named: "base.json", head: Report(findings: head), named: "head.json")
    }

    private static func rules(_ entries: [ReportDifference.Entry]) -> [String] { entries.map(\.finding.rule) }

    @Test func `mistakes are the same by their fingerprints, and sorted by weight`() throws {
        let difference = try Self.difference(
            [Self.finding("old"), Self.finding("both", .info), Self.finding("both", .info)],
            [Self.finding("both", .info), Self.finding("new-info", .info), Self.finding("new-error")])
        #expect(Self.rules(difference.new) == ["new-error", "new-info"])
        #expect(Self.rules(difference.fixed) == ["old"])
        #expect(Self.rules(difference.unchanged) == ["both"])
        #expect(difference.unchanged.map(\.base) == [2] && difference.unchanged.map(\.head) == [1])
        #expect(difference.newCount(.error) == 1 && difference.newCount(.warning) == 0)
    }

    @Test func `what is new under a known finding is new`() throws {
        let (known, new) = (Self.finding("both"), Self.finding("new", relatedTo: "both-1"))
        #expect(Self.rules(try Self.difference([known], [known, new]).new) == ["new"])
        #expect(try Self.difference([known, new], [known, new]).new.isEmpty)
        #expect(Self.rules(try Self.difference([], [known, new]).new) == ["both"])
    }

    @Test func `nothing is fixed where an input of the head could not be read, or not to its end`() throws {
        var head = Report(findings: [])
        let rows: [(status: InputSummary.Status, isExpected: Bool, isCut: Bool, isFixed: Bool)] = [
            (.unread, false, false, true), (.unread, true, false, false), (.partly, true, false, true),
            (.partly, true, true, false),
        ]
        for row in rows {
            var input = InputSummary(path: "b.gz", format: "gz", status: row.status, isExpected: row.isExpected)
            input.isCut = row.isCut
            head.inputs = [input]
            let difference = try ReportDifference(
                base: Report(findings: [Self.finding("old")]), named: "a", head: head, named: "b")
            #expect(Self.rules(difference.notSeen) == (row.isFixed ? [] : ["old"]), "\(row)")
            #expect(difference.fixed.isEmpty != row.isFixed, "\(row)")
        }
    }

    @Test func `of findings that weigh the same the one that tells of the longest time is shown`() throws {
        let messages = ["It hung for 2.1 s.", "It hung for 45 s.", "It hung for 3 s."]
        let difference = try Self.difference([], messages.map { Self.finding("new", message: $0) })
        #expect(difference.new.map(\.finding.message) == ["It hung for 45 s."])
        #expect(difference.new.map(\.head) == [3])
    }

    @Test func `a mistake whose rule came to no verdict is not fixed`() throws {
        let difference = try ReportDifference(
            base: Report(findings: [Self.finding("old"), Self.finding("a")]), named: "base.json",
            head: Report(findings: [], untold: ["old"]), named: "head.json")
        #expect(Self.rules(difference.fixed) == ["a"] && Self.rules(difference.notSeen) == ["old"])
        for id in DifferenceFormats.all.map(\.id) {
            #expect(try Self.text(id, difference).contains(id == "json" ? "notSeen" : "Not seen in the head"), "\(id)")
        }
        #expect(try !Self.text("html", try Self.difference([], [])).contains("Not seen"))
    }

    @Test func `a mistake that the base did not look for is not new`() throws {
        let difference = try ReportDifference(
            base: Report(findings: [], untold: ["a"], unselected: ["new"]), named: "base.json",
            head: Report(findings: [Self.finding("new"), Self.finding("c")]), named: "head.json")
        #expect(Self.rules(difference.new) == ["c"] && Self.rules(difference.notLookedFor) == ["new"])
        #expect(difference.newCount(.error) == 1)
        let told = ["json": "\"notLookedFor\":{\"error\":1", "html": "<h2>Not looked for in the base: 1</h2>"]
        for id in DifferenceFormats.all.map(\.id) {
            #expect(try Self.text(id, difference).contains(told[id] ?? "Not looked for in the base: 1"), "\(id)")
        }
        #expect(try Self.text("text", difference).contains("1 new, 0 fixed, 0 unchanged, 1 not looked for before\n"))
        #expect(try !Self.text("html", try Self.difference([], [])).contains("Not looked for"))
    }

    @Test(arguments: [[], ["com.acme"]]) func `a mistake is not fixed where a part of its rule was not evaluated`(
        apps: [String]
    ) throws {
        let difference = try ReportDifference(
            base: Report(findings: [Self.finding("old"), Self.finding("a")]), named: "base.json",
            head: Report(findings: [], partial: ["old"], apps: apps), named: "head.json")
        #expect(Self.rules(difference.fixed) == ["a"] && Self.rules(difference.notSeen) == ["old"])
    }

    @Test(
        arguments: [
            ("Bistro/-/7@x", ["Other"], false), ("Bistro/-/7@x", ["Bistro", "Other"], true),
            ("Bistro/-/7@x", [nil], false), ("-/-/7@x", [nil], true), ("-/-/7@x", ["Bistro"], false),
            ("A/B/-/7@x", ["A/B"], true),
        ] as [(String, [String?], Bool)]
    ) func `processes without a bundle id are told apart by their names`(
        run: String, apps: [String?], isFixed: Bool
    ) throws {
        var finding = Self.finding("old")
        finding.app = nil
        finding.run = run
        let difference = try ReportDifference(
            base: Report(findings: [finding]), named: "base.json", head: Report(findings: [], apps: apps),
            named: "head.json")
        #expect(difference.fixed.count == (isFixed ? 1 : 0) && difference.notSeen.count == (isFixed ? 0 : 1))
        guard run.hasPrefix("Bistro") else { return }
        for id in DifferenceFormats.all.map(\.id) {
            #expect(try Self.text(id, difference).contains("Bistro"), "\(id)")
        }
    }

    @Test func `what is suppressed or stands under another finding is neither new nor fixed`() throws {
        let hidden = [Self.finding("a", relatedTo: "b-1"), Self.finding("c", isSuppressed: true)]
        let shown = [Self.finding("a"), Self.finding("c")]
        for (base, head) in [(hidden, shown), (shown, hidden)] {
            let difference = try Self.difference(base, head)
            #expect(difference.new.isEmpty && difference.fixed.isEmpty)
            #expect(Self.rules(difference.unchanged) == ["a", "c"])
        }
        let nothing = try Self.difference(hidden, hidden)
        #expect(nothing.unchanged.isEmpty)
        #expect(try Self.difference([], hidden).new.isEmpty)
    }

    private static func text(_ id: String, _ difference: ReportDifference) throws -> String {
        let renderer = try #require(DifferenceFormats.all.first { $0.id == id })
        return String(decoding: renderer.render(difference, options: RenderOptions()), as: UTF8.self)
    }

    @Test func `text shows what is new with its line`() throws {
        let difference = try Self.difference([Self.finding("old", .warning)], [Self.finding("new")])
        #expect(
            try Self.text("text", difference) == """
                lifelint diff: 1 new, 1 fixed, 0 unchanged
                base: base.json, 2 runs
                head: head.json, 2 runs

                New: 1
                  error: new: who (com.acme)
                    It happened.
                    a.log:7  a <b> line

                Fixed: 1
                  warning: old: who (com.acme)

                How the runs ended (base, head)
                  1  1  \(EndingCause.fileLock.page.title)
                  1  1  \(EndingCause.reclaimed.page.title)

                """)
    }

    @Test(arguments: ["text", "markdown", "html"]) func `nobody is blamed by the name of an event`(id: String) throws {
        var finding = Self.finding("new")
        finding.culprit = "process.launch"
        finding.confidence = .likely
        let text = try Self.text(id, Self.difference([], [finding]))
        #expect(!text.contains("process.launch"))
        #expect(text.replacing("\\", with: "").contains("It happened. (likely)"))
    }

    @Test func `markup in a log stays text`() throws {
        let hostile = "<script>alert(1)</script> | [x](https://evil.example) @team `x` &amp;\n# h"
        let difference = try Self.difference([], [Self.finding("new", message: hostile)])
        let html = try Self.text("html", difference)
        #expect(!html.contains("<script"))
        #expect(html.contains("&lt;script&gt;"))
        #expect(html.contains("default-src 'none'"))
        let markdown = try Self.text("markdown", difference)
        #expect(!markdown.contains("<script") && !markdown.contains("](https") && !markdown.contains("@team"))
        let row = try #require(markdown.split(separator: "\n").first { $0.contains("script") })
        #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 6, "\(row)")
    }

    @Test func `nothing of a log turns the text of a page`() throws {
        let turned = "\u{202E}tfard\u{2066}"
        var finding = Self.finding("rule" + turned, message: "The task upload \(turned) ran on.")
        finding.culprit = "who" + turned
        finding.app = "com." + turned
        finding.evidence[0].line.at.file = "a\(turned).log"
        let difference = try ReportDifference(
            base: Report(findings: []), named: "base\(turned).json", head: Report(findings: [finding]),
            named: "head.json")
        let page = try Self.text("html", difference)
        #expect(!page.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{2066}" })
        for text in ["rule", "The task upload ", "who", "com.", "a", "base"] {
            #expect(page.contains(text + "\\u{202e}tfard\\u{2066}"), "\(text)")
        }
    }

    @Test func `JSON has every list, whole findings, and nothing else`() throws {
        let difference = try Self.difference([], [Self.finding("new")])
        let json = try Self.text("json", difference)
        #expect(json.hasPrefix("{\n\"schema\":\"lifelint.diff/1\",\n\"base\":{\"report\":\"base.json\",\"tool\":{"))
        let none = #"{"error":0,"warning":0,"info":0}"#
        #expect(
            json.contains(
                #""summary":{"new":{"error":1,"warning":0,"info":0},"notLookedFor":\#(none),"fixed":\#(none),"#))
        #expect(json.contains("\n{\"base\":0,\"head\":1,\"finding\":{\"rule\":\"new\",\"severity\":\"error\","))
        #expect(
            json.contains(
                "\"fixed\":[],\n\"notSeen\":[],\n\"unchanged\":[],\n\"endings\":{\"fileLock\":{\"base\":0,\"head\":1},")
        )
        #expect(json.hasSuffix("}\n}\n"))
    }

    @Test func `what leaves the machine is redacted by default`() {
        let formats = DifferenceFormats.all.filter { $0.redactsByDefault }.map { $0.id }
        #expect(formats == ["markdown", "html"])
    }
}
