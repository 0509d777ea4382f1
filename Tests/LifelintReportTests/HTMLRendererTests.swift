// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintReport

@Suite struct HTMLRendererTests {
    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "]]><!--",
        "</title>",
        "&lt;b&gt;", "a\u{202E}b\u{2066}c", "line\nbreak\r\n\u{2028}x", "\u{0}\u{1B}[31m", "{{7*7}} ${7*7}",
        "</style></svg>",
    ]

    /// A report in which every text is that text.
    static func report(saying text: String) -> SampleReport {
        var run = AppRun.killedInBackground
        run.app = text
        run.process = text
        run.version = text
        run.device = text
        run.model = text
        run.story = text
        run.ending.because = [EvidenceLine(text: text, at: place(9, file: text))]
        run.ending.detail = [.explanation: .string(text), .task: .string(text), .reason: .string(text)]
        run.ending.ruledOut = [.init(cause: .userQuit, because: text)]
        run.spans = [SpanInterval(kind: text, key: text, name: text, from: instant(5_000), to: nil)]
        run.scenes[0].id = text
        run.counters = [
            Counter(
                name: text, unit: text,
                samples: [.init(time: instant(1), value: 5), .init(time: instant(900), value: 7)])
        ]
        run.events = run.events.map {
            KeptEvent(time: $0.time, event: text, scene: text, at: place(9, file: text), text: text)
        }
        run.anomalies[0].message = text
        run.id = text
        var finding = Finding(
            rule: text, severity: .error, confidence: .certain, time: instant(36_000), decided: instant(36_000),
            message: text, evidence: [.init(line: run.ending.because[0], note: text)], fingerprint: text)
        finding.run = run.id
        finding.culprit = text
        finding.app = text
        var related = finding
        related.relatedTo = text
        related.fingerprint = "0123456789abcdef"
        var input = InputSummary(path: text, format: text, status: .partly, isExpected: true)
        input.problems = 1
        var report = SampleReport(
            runs: [run], findings: [finding, related], inputs: [input],
            problems: [Problem(file: text, line: 1, column: 1, code: .badValue, message: text)])
        var counts = VerdictCounts()
        counts.reasons = [text: 1]
        report.header.verdicts = [text: counts]
        report.header.fixed = [BaselineEntry(rule: text, app: text, culprit: text, count: 1, fingerprint: text)]
        report.header.notSeen = [BaselineEntry(rule: text, app: text, culprit: text, count: 1, fingerprint: "unseen")]
        return report
    }

    @Test(arguments: hostile) func `no text of a log becomes markup`(text: String) throws {
        let calm = PageReader(try Self.report(saying: "calm").rendered(as: HTMLRenderer()))
        let page = try Self.report(saying: text).rendered(as: HTMLRenderer())
        let read = PageReader(page)
        #expect(read.tags.map(\.name) == calm.tags.map(\.name))
        let names = { (reader: PageReader) in reader.tags.map { $0.attributes.keys.sorted() } }
        #expect(names(read) == names(calm))
        let scalars = page.unicodeScalars
        #expect(!scalars.contains { (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value) })
        #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func `what the baseline no longer finds is told, a bounded number of them`() throws {
        var report = SampleReport(runs: [.killedInBackground])
        #expect(!(try report.rendered(as: HTMLRenderer())).contains("Fixed since"))
        report.header.fixed = (0..<70).map {
            BaselineEntry(
                rule: "slow-launch", app: "com.acme.notes", culprit: "step \($0)", count: 1, fingerprint: "\($0)")
        }
        let page = try report.rendered(as: HTMLRenderer())
        #expect(page.contains("<h2>Fixed since the baseline: 70</h2>"))
        #expect(page.contains("<code>slow-launch</code>: <strong>step 0</strong>"))
        #expect(page.contains("… and 20 more"))
        #expect(page.contains("<code>--write-baseline FILE</code>"))
        let summary = try report.rendered(as: MarkdownRenderer())
        #expect(summary.contains("## Fixed since the baseline: 70\n\n- ✅ `slow-launch`: step 0 (com.acme.notes)\n"))
        #expect(summary.contains("- … and 50 more: `--report json` has all\n\nWrite the baseline anew"))
    }

    @Test(
        arguments: [
            TextRenderer(), BriefRenderer(), MarkdownRenderer(), HTMLRenderer(),
        ] as [any ReportRenderer]) func `what of the baseline was not judged is not told to be fixed`(
            renderer: any ReportRenderer
        ) throws
    {
        var report = SampleReport(runs: [.bare()])
        report.header.notSeen = (0..<6).map {
            BaselineEntry(rule: "slow-launch", app: nil, culprit: "step \($0)", count: 1, fingerprint: "\($0)")
        }
        report.header.fixed = report.header.notSeen
        var sink: any ByteSink = MemorySink()
        try renderer.render(report, options: RenderOptions(width: 400), into: &sink)
        let text = String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
        let start = "Fixed since the baseline, or not seen in these logs: "
        #expect(text.contains(start + "slow-launch: step 0, slow-launch: step 1"))
        #expect(text.contains("slow-launch: step 3 and 2 more"))
        #expect(!text.lowercased().contains("fixed since the baseline:") && !text.contains("--write-baseline"))
    }

    @Test func `the digest is SHA-256`() {
        #expect(SHA256.base64([]) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        #expect(SHA256.base64(Array("abc".utf8)) == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
        let long = SHA256.digest(Array(repeating: 0x61, count: 1_000)).prefix(4).map { $0 }
        #expect(long == [0x41, 0xed, 0xec, 0xe4])
    }

    @Test func `the policy lets the one script run and nothing be fetched`() throws {
        let page = try SampleReport(runs: [.killedInBackground]).rendered(as: HTMLRenderer())
        let policy = try #require(
            PageReader(page).tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }?
                .attributes["content"]
        ).replacing("&#39;", with: "'")
        let script = try #require(page.between("<script>", "</script>"))
        #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"))
        #expect(policy.contains("'sha256-" + SHA256.base64(Array(script.utf8)) + "'"))
        #expect(page.split(separator: "<script").count == 2)
        #expect(!script.contains("innerHTML") && !script.contains("eval(") && !script.contains("fetch("))
        let style = try #require(page.between("<style>", "</style>"))
        #expect(!style.contains("@import") && !style.contains("http"))
    }

    @Test func `every link of the page leads somewhere and every id is given once`() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = RandomReport(seed: seed)
            let report = random.report()
            let read = PageReader(try report.rendered(as: HTMLRenderer()))
            let ids = Set(read.ids)
            #expect(ids.count == read.ids.count, "seed \(seed)")
            for link in read.links where link.hasPrefix("#") {
                #expect(ids.contains(String(link.dropFirst())), "seed \(seed): \(link)")
            }
            #expect(read.links.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("https://") })
            #expect(read.tags.allSatisfy { $0.attributes["src"] == nil && $0.name != "link" && $0.name != "img" })
        }
    }

    @Test func `a finding leads to the row of each of its lines, and its run to it`() throws {
        let run = AppRun.killedInBackground
        var finding = Finding(
            rule: "background-task-never-ended", severity: .error, confidence: .certain, time: instant(36_000),
            decided: instant(36_000), message: "The task was open.",
            evidence: [
                .init(line: run.ending.because[0], note: "the end"),
                .init(line: EvidenceLine(text: "backgroundTask.begin task=7", at: place(4)), note: "begun here"),
            ], fingerprint: "00112233aabbccdd")
        finding.run = run.id
        finding.culprit = "upload draft"
        let page = try SampleReport(runs: [run], findings: [finding]).rendered(as: HTMLRenderer())
        let card = try #require(page.between("id=\"finding-00112233aabbccdd\"", "</article>"))
        #expect(PageReader("<a " + card).links.filter { $0.hasPrefix("#e") } == ["#e1-5", "#e1-3"])
        #expect(page.contains("<tr id=\"e1-3\" class=\"proof\">"))
        #expect(card.contains("upload draft") && card.contains("begun here"))
        #expect(page.contains("<a href=\"#finding-00112233aabbccdd\">background-task-never-ended</a>"))
    }

    @Test func `where nothing is wrong that is the headline`() throws {
        let page = try SampleReport(runs: [.bare()]).rendered(as: HTMLRenderer())
        #expect(page.contains("✓ No ending is out of the ordinary"))
        #expect(try SampleReport().rendered(as: HTMLRenderer()).contains("no run of an app was found"))
    }

    /// A run that crashed half an hour after its main thread hung.
    private static var crashAfterHang: (run: AppRun, hang: Finding, crash: Finding) {
        var run = AppRun.killedInBackground
        run.ending = Ending(cause: .crashSignal, confidence: .certain)
        run.ending.because = [EvidenceLine(text: "10:30:40 process.exit signal=11", at: place(9))]
        run.isVisible = true
        run.stateAtEnd = .active
        run.story = "It was launched. At 10:30:40 it crashed."
        var hang = Finding.sample("aaaaaaaaaaaaaaaa")
        hang.rule = "main-thread-hang"
        hang.message = "The main thread did not respond for 3 s."
        hang.culprit = "parse"
        var crash = Finding.sample("bbbbbbbbbbbbbbbb")
        crash.rule = "crashed"
        crash.message = "The app crashed on signal 11."
        crash.culprit = nil
        crash.evidence = [.init(line: run.ending.because[0], note: "the end")]
        return (run, hang, crash)
    }

    @Test func `a death is told with what was found of it, and not with what else was wrong`() throws {
        let (run, hang, crash) = Self.crashAfterHang
        for findings in [[hang, crash], [crash, hang]] {
            let page = try SampleReport(runs: [run], findings: findings).rendered(as: HTMLRenderer())
            let card = try #require(page.between("<section class=\"headline\"", "</section>"))
            #expect(card.contains("Crashed with a fatal signal") && card.contains("The app crashed on signal 11."))
            #expect(card.contains("process.exit signal=11") && card.contains("#finding-bbbbbbbbbbbbbbbb"))
            #expect(!card.contains("did not respond") && !card.contains("parse") && !card.contains("main-thread-hang"))
        }
        var mild = hang
        mild.severity = .warning
        let page = try SampleReport(runs: [run], findings: [mild]).rendered(as: HTMLRenderer())
        let card = try #require(page.between("<section class=\"headline\"", "</section>"))
        #expect(card.contains("Crashed with a fatal signal") && card.contains("At 10:30:40 it crashed."))
        #expect(!card.contains("did not respond") && !card.contains("parse"))
    }

    @Test func `an error that tells no death is told as itself, with how the run ended`() throws {
        var (run, hang, crash) = Self.crashAfterHang
        crash.suppressed = .init(reason: "known", by: ".lifelint.yml:3", until: nil)
        run.ending.detail = [.task: .string("somebody else")]
        let page = try SampleReport(runs: [run], findings: [hang, crash]).rendered(as: HTMLRenderer())
        let card = try #require(page.between("<section class=\"headline\"", "</section>"))
        #expect(card.contains("■ main-thread-hang</h2>") && card.contains("<dt>Where</dt>"))
        #expect(card.contains("the run ended at 10:00:36.000: Crashed with a fatal signal"))
        #expect(card.contains("parse") && !card.contains("somebody else") && !card.contains("What died"))
    }

    @Test func `an end that is not certain, or that nobody saw, is told as that`() throws {
        var (run, hang, _) = Self.crashAfterHang
        run.ending.confidence = .likely
        run.end.isKnown = false
        run.start.isKnown = false
        let page = try SampleReport(runs: [run], findings: [hang]).rendered(as: HTMLRenderer())
        #expect(
            page.contains("; the run is told of last at 10:00:36.000: Crashed with a fatal signal (likely, inferred)"))
        #expect(page.contains("</a>: Crashed with a fatal signal (likely, inferred)</dd>"))
        let figure = try #require(page.between("<figure", "</figure>"))
        #expect(figure.contains("<li>last told of</li>") && figure.contains("✕ Crashed with a fatal signal (likely)<"))
        #expect(page.contains("<small>first told of</small> 10:00:00</span><span>at least 36 s</span>"))
        let drawing = { (run: AppRun) in
            var output = OutputBuffer()
            TimelineDrawing().draw(run, options: RenderOptions(width: 200), into: &output)
            return output.string
        }
        #expect(drawing(run).contains("; at least 36 s\n") && drawing(.killedInBackground).contains("; 36 s\n"))
        run.end.time = run.start.time
        #expect(!drawing(run).contains("at least"))
    }

    @Test func `what tells how a run ended is listed first, and what has no room is counted`() throws {
        var (run, hang, crash) = Self.crashAfterHang
        run.anomalies = (0..<15).map { _ in run.anomalies[0] }
        crash.severity = .info
        crash.confidence = .likely
        let others = (0..<20).map { number in
            var other = hang
            other.fingerprint = "cccccccccccc\(1_000 + number)"
            other.severity = number < 15 ? .warning : .error
            return other
        }
        let page = try SampleReport(runs: [run], findings: others + [crash]).rendered(as: HTMLRenderer())
        let list = try #require(page.between("<ul class=\"found\">", "</ul>"))
        #expect(
            list.hasPrefix("<li>● info <a href=\"#finding-bbbbbbbbbbbbbbbb\">crashed</a> <span class=\"note\">(likely)")
        )
        #expect(list.split(separator: "■ error").count == 6 && list.split(separator: "▲ warning").count == 7)
        #expect(list.contains("… and 9 more findings: --report json has all"))
        #expect(page.contains("… and 3 more anomalies: --report json has all"))
        let card = try #require(page.between("<p>Found in this run:", "</p>"))
        #expect(
            card.hasPrefix(" ● <a href=\"#finding-bbbbbbbbbbbbbbbb\">") && card.hasSuffix(" … and 17 more findings"))
    }

    @Test func `endings that are not worth reading lack no room`() throws {
        var unknown = AppRun.killedInBackground
        unknown.ending = Ending(cause: .unknown, confidence: .possible)
        unknown.ending.because = [EvidenceLine(text: "10:00:36 data.save", at: place(9))]
        let crashes = (0..<9).map { number in
            var run = AppRun.crashed
            run.ending.detail[.signature] = .string("frame \(number)")
            return run
        }
        let page = try SampleReport(runs: crashes + [unknown]).rendered(as: HTMLRenderer())
        #expect(!page.contains("for which there is no room"))
        #expect(
            page.contains("<p class=\"note\">… and 1 run that ended out of the user&#39;s sight, and the evidence does")
        )
        #expect(!(try SampleReport(runs: [unknown]).rendered(as: HTMLRenderer())).contains("<p class=\"note\">… and 1"))
    }

    @Test func `that an input is unread stands at the top, whatever was found`() throws {
        var input = InputSummary(path: "zz.log", format: "unknown", status: .unread, isExpected: true)
        input.problems = 1
        let problem = Problem(file: "zz.log", code: .unreadable, message: "No such file")
        let page = try SampleReport(
            runs: [.killedInBackground], findings: [.sample()], inputs: [input], problems: [problem]
        ).rendered(as: HTMLRenderer())
        #expect(page.contains("1 error, 0 warnings, 0 info, 1 input not read</title>"))
        #expect(
            try #require(page.between("<main>", "<section class=\"headline\"")).contains(
                "<p class=\"note\">■ 1 input not read: zz.log: No such file</p>"))
    }

    @Test(arguments: [1_000, 5_000]) func `however many runs there are the page keeps to its bytes`(count: Int) throws {
        let report = ManyRuns.report(count)
        let page = try report.rendered(as: HTMLRenderer())
        #expect(page.utf8.count <= HTMLRenderer.maximumBytes)
        let read = PageReader(page)
        let rows = read.tags.filter { $0.attributes["class"] == "run item" }
        if count == 1_000 { #expect(rows.count == 1_000) } else { #expect(page.contains("for which there is no room")) }
        #expect(read.tags.filter { $0.attributes["class"] == "plot" }.count > 20)
        let ids = Set(read.ids)
        #expect(read.links.allSatisfy { !$0.hasPrefix("#") || ids.contains(String($0.dropFirst())) })
    }

    @Test func `texts as long and as hostile as they may be do not break the limit`() throws {
        let page = try ManyRuns.report(300, text: String(repeating: "<&\"'", count: 250)).rendered(as: HTMLRenderer())
        #expect(page.utf8.count <= HTMLRenderer.maximumBytes)
    }
}
