// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintReport

@Suite struct MarkdownRendererTests {
    @Test(
        arguments: [
            ("plain text, 10:00:36.800 - fine (really)", "plain text, 10:00:36.800 - fine (really)"),
            ("<script>", "&lt;script&gt;"), ("a|b", "a&#124;b"), ("`code`", "&#96;code&#96;"),
            ("*a* _b_", #"\*a\* \_b\_"#),
            ("[a](b)", #"\[a\](b)"#), ("@name", "@<!-- -->name"), ("#12", "#<!-- -->12"), ("&lt;", "&amp;lt;"),
            ("https://example.com", "https:<!-- -->//example.com"), ("www.example.com", "www.<!-- -->example.com"),
            ("a\nb", #"a\\nb"#), ("- item", #"\- item"#), ("1. item", #"1\. item"#), ("$x$", "&#36;x&#36;"),
            ("\u{202E}x", #"\\u{202e}x"#),
        ]) func `text stays text`(text: String, expected: String)
    {
        #expect(MarkdownText.prose(text) == expected)
    }

    @Test(
        arguments: [
            ("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("```", "```` ``` ````"), (" a ", "`  a  `"),
            ("", "` `"),
            ("a\nb", "`a\\nb`"), ("<b>|", "`<b>|`"),
        ]) func `code stands between as many backticks as it takes`(text: String, expected: String)
    {
        #expect(MarkdownText.code(text, limit: 80) == expected)
    }

    @Test(
        arguments: HTMLRendererTests.hostile + [
            "```\n# x", "| a | b |", "%%{init: {}}%%", "title x", "click a href \"b\"",
        ])
    func `no text of a log becomes a block, a tag or a chart`(text: String) throws {
        let calm = try HTMLRendererTests.report(saying: "calm").rendered(as: MarkdownRenderer())
        let page = try HTMLRendererTests.report(saying: text).rendered(as: MarkdownRenderer())
        let shape = { (page: String) in
            page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                if line.hasPrefix("  ") { return "  " }
                return line.hasPrefix("```") ? String(line) : String(line.prefix { "#-*|<> ".contains($0) })
            }
        }
        #expect(shape(page) == shape(calm))
        let chart = try #require(page.between("```mermaid\n", "```"))
        for line in chart.split(separator: "\n").dropFirst() {
            #expect(line.allSatisfy { !"<>;#{}\"%`|".contains($0) } || line.contains("axisFormat"))
            #expect(line.count { $0 == ":" } <= 5)
        }
    }

    @Test func `endings that nothing explains are told with what they could be`() throws {
        var run = AppRun.killedInBackground
        run.ending = Ending(cause: .unknown, confidence: .possible)
        run.ending.detail = [.signal: .integer(9)]
        run.ending.candidates = [.init(cause: .reclaimed, likelihood: .likely)]
        run.ending.because = [EvidenceLine(text: "10:00:36 process.exit signal=9", at: place(9))]
        let page = try SampleReport(runs: [run]).rendered(as: MarkdownRenderer())
        #expect(page.contains("\n## Endings that the evidence does not explain\n\n### ? Ended, and the evidence"))
        #expect(page.contains("\nDetail: SIGKILL (9)\n"))
        #expect(page.contains("\nCould be: Reclaimed by the system while it was not in use (likely)\n"))
        let beside = try SampleReport(runs: [run, .crashed]).rendered(as: MarkdownRenderer())
        #expect(beside.contains("## Endings worth reading\n") && beside.contains("\nCould also be: Crashed"))
        #expect(beside.contains("\n### ? Ended, and"))
        var seen = run
        seen.isVisible = true
        let many = SampleReport(runs: (0..<9).map { AppRun.crashed(at: $0) } + [run, seen])
        #expect(
            try many.rendered(as: MarkdownRenderer()).contains(
                "… and 1 run that ended out of the user's sight, and the evidence does not say why; the first: notes.lifelog:9."
            ))
    }

    @Test func `of the runs that ended in one way those are counted that are worth reading`() throws {
        var run = AppRun.killedInBackground
        run.ending = Ending(cause: .unknown, confidence: .possible)
        var seen = run
        seen.isVisible = true
        let text = try SampleReport(runs: [run, run, seen]).rendered(as: MarkdownRenderer())
        #expect(text.contains("| 1 of them worth reading |"), "\(text)")
        #expect(try SampleReport(runs: [seen, seen]).rendered(as: MarkdownRenderer()).contains("| worth reading |"))
    }

    @Test func `an app that the user saw die is no success`() throws {
        let page = try SampleReport(runs: [.crashed, .bare(.reclaimed)]).rendered(as: MarkdownRenderer())
        #expect(page.hasPrefix("# ⚠️ lifelint: 0 errors, 0 warnings, 0 info, 1 ending worth reading\n"))
        #expect(try SampleReport(runs: [.bare(.reclaimed)]).rendered(as: MarkdownRenderer()).hasPrefix("# ✅ lifelint"))
    }

    @Test func `of too many lines each kind is shown once before a second of any, and the others are counted`() throws {
        var finding = Finding.sample()
        let notes = ["the end", "the end", "rests on this", "the end", "the end", "open since here", "the end"]
        finding.evidence = notes.enumerated().map { number, note in
            .init(line: EvidenceLine(text: "line \(number)", at: place(number + 1)), note: note)
        }
        finding.evidenceOmitted = 2
        #expect(ShownEvidence(finding, limit: 4).shown.map(\.line.text) == ["line 0", "line 1", "line 2", "line 5"])
        #expect(ShownEvidence(finding, limit: 2).shown.map(\.line.text) == ["line 0", "line 5"])
        #expect(ShownEvidence(finding, limit: 9).more == "2 more lines")
        let report = SampleReport(runs: [.killedInBackground], findings: [finding])
        let page = try report.rendered(as: MarkdownRenderer())
        #expect(page.contains("(open since here): `line 5`\n- … and 5 more lines\n"))
        let text = try report.rendered(as: TextRenderer())
        #expect(text.contains("open since here: line 5\n    … and 5 more lines\n"))
        #expect(try report.rendered(as: HTMLRenderer()).contains("<span class=\"note\">open since here</span>"))
    }

    @Test func `lines that an ending rests on and that have no room are counted`() throws {
        var run = AppRun.crashed
        run.ending.because = (1...6).map { EvidenceLine(text: "line \($0)", at: place($0)) }
        let page = try SampleReport(runs: [run]).rendered(as: MarkdownRenderer())
        #expect(page.contains("`line 3`\n- … and 3 more lines\n") && !page.contains("`line 4`"))
        var output = OutputBuffer()
        TimelineDrawing().draw(run, options: RenderOptions(), into: &output)
        #expect(output.string.contains("line 4\n  … and 2 more lines\n"))
    }

    @Test func `a finding under another says how sure it is where it is not certain`() throws {
        var related = Finding.sample("fedcba9876543210")
        related.relatedTo = Finding.sample().fingerprint
        related.rule = "main-thread-hang"
        related.message = "It hung."
        related.confidence = .likely
        let report = SampleReport(runs: [.killedInBackground], findings: [.sample(), related])
        #expect(try report.rendered(as: TextRenderer()).contains("+ main-thread-hang (likely): It hung.\n"))
        #expect(try report.rendered(as: MarkdownRenderer()).contains("- `main-thread-hang` (likely): It hung.\n"))
        #expect(
            try report.rendered(as: HTMLRenderer()).contains(
                "<code>main-thread-hang</code> <span class=\"note\">(likely)</span> It hung."))
    }

    @Test func `problems are counted that were not kept, too`() throws {
        var input = InputSummary(path: "bad.jsonl", format: "lifecycle-jsonl", status: .partly, isExpected: true)
        input.problems = 5_296
        let problem = Problem(file: "bad.jsonl", line: 3, column: 17, offset: 99, code: .badTime, message: "no time")
        let report = SampleReport(runs: [.bare()], inputs: [input], problems: [problem, problem])
        let page = try report.rendered(as: MarkdownRenderer(), options: RenderOptions(maximumProblems: 1))
        #expect(page.contains("## Problems: 5,296\n") && page.contains("- … and 5,295 more\n"))
        #expect(try report.rendered(as: HTMLRenderer()).contains("Problems: 5,296"))
        let bare = SampleReport(runs: [.bare()], inputs: [input])
        #expect(try bare.rendered(as: MarkdownRenderer()).contains("## Problems: 5,296\n\n- … and 5,296 more\n"))
        #expect(try bare.rendered(as: TextRenderer()).contains("Problems: 5,296\n  … and 5,296 more\n"))
        #expect(try bare.rendered(as: HTMLRenderer()).contains("Problems: 5,296"))
    }

    @Test func `a chart of a long run shows its end`() throws {
        var run = AppRun.killedInBackground
        run.start.time = instant(-36_000_000)
        run.states[0].from = run.start.time
        let chart = GanttChart(run: run, evidence: instant(5_000))
        #expect(chart.isCut)
        let text = try #require(chart.text)
        #expect(text.contains("2026-03-01 10:00:36.000, 0s"))
        #expect(!text.contains(" 00:00:00.000"))
        #expect(!GanttChart(run: .killedInBackground, evidence: nil).isCut)
    }

    @Test func `a chart says how sure an end is, and where it was only told of last`() throws {
        var run = AppRun.killedInBackground
        #expect(try #require(GanttChart(run: run, evidence: nil).text).contains("  section end\n  Killed"))
        run.ending = Ending(cause: .userQuit, confidence: .likely)
        run.end.isKnown = false
        let text = try #require(GanttChart(run: run, evidence: nil).text)
        #expect(text.contains("  section last told of\n  Quit by the user (likely) :milestone, "))
    }

    @Test func `a chart with too many bars shows what was open at the end, and says how many are left out`() throws {
        let report = SampleReport(runs: [RunDrawingTests.busy], findings: [RunDrawingTests.leak])
        let page = try report.rendered(as: MarkdownRenderer())
        #expect(page.contains("times in UTC; 106 more bars not drawn\n"))
        #expect(page.contains("leaky (open at the end) :crit, ") && page.contains("upload-139 :"))
        #expect(page.contains("  active :active, ") && !page.contains("upload-90 :"))
    }

    @Test func `a summary that is too long says what was left out`() throws {
        let page = try ManyRuns.report(1_000).rendered(as: MarkdownRenderer())
        #expect(page.utf8.count <= MarkdownRenderer.maximumBytes)
        #expect(page.contains("more findings: `--report json` has all."))
        var small = MarkdownPage(limit: 40)
        small.add("short")
        small.add(String(repeating: "long ", count: 20))
        small.close()
        #expect(
            small.output.string == "short\n\n_1 part of this summary had no room: `--report json` has everything._\n")
    }

    @Test func `nonsense that is legal can be written`() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = RandomReport(seed: seed)
            let report = random.report()
            #expect(try report.rendered(as: MarkdownRenderer()).hasPrefix("# "))
        }
    }
}

extension AppRun {
    /// A crash unlike those with other numbers.
    fileprivate static func crashed(at number: Int) -> AppRun {
        var run = AppRun.crashed
        run.ending.detail[.signature] = .string("frame \(number)")
        return run
    }
}
