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
