// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintReport

@Suite struct RunDrawingTests {
    static func run(events: Int) -> AppRun {
        var run = AppRun.killedInBackground
        run.events = (0..<events).map {
            KeptEvent(
                time: instant(Int64($0) * 100), event: $0 % 2 == 0 ? "network.begin" : "network.end", scene: nil,
                at: place($0 + 1))
        }
        return run
    }

    @Test(
        arguments: [
            (10, 80, [5], "10"), (10, 3, [5], "…4 3 …3"), (10, 2, [1, 8], "…1 1 …6 1 …1"), (10, 2, [], "1 …8 1"),
            (10, 1, [2, 3, 4], "…2 3 …5"), (0, 5, [], ""),
        ] as [(Int, Int, [Int], String)])
    func `events near evidence are shown and the others are counted`(
        count: Int, limit: Int, proofs: [Int], expected: String
    ) {
        let run = Self.run(events: count)
        let texts = Dictionary(uniqueKeysWithValues: proofs.map { (LinePlace(place($0 + 1)), "line \($0)") })
        let plan = RunPlan(run, number: 3, texts: texts, limit: limit)
        var parts: [String] = []
        var shown = 0
        for row in plan.rows {
            switch row {
            case .event: shown += 1
            case .summary(let range):
                if shown > 0 { parts.append("\(shown)") }
                parts.append("…\(range.count)")
                shown = 0
            }
        }
        if shown > 0 { parts.append("\(shown)") }
        #expect(parts.joined(separator: " ") == expected)
        for (number, index) in proofs.enumerated() {
            #expect(plan.proof(place(index + 1))?.anchor == "e3-\(index + 1)")
            #expect(plan.proof(place(index + 1))?.number == number + 1)
        }
        #expect(plan.proof(place(999)) == nil)
    }

    @Test func `spans of a kind share a lane as long as none overlaps the next`() {
        var run = AppRun.killedInBackground
        run.states = []
        run.scenes = []
        run.spans = [
            SpanInterval(kind: "network", key: "a", name: nil, from: instant(0), to: instant(10)),
            SpanInterval(kind: "network", key: "b", name: nil, from: instant(10), to: instant(20)),
            SpanInterval(kind: "network", key: "c", name: "load", from: instant(15), to: instant(30)),
            SpanInterval(kind: "database", key: "d", name: nil, from: instant(16), to: nil),
            SpanInterval(kind: "database", key: "e", name: nil, from: instant(40), to: instant(50)),
        ]
        let lanes = FigureLane.packed(run, SpanReading(run))
        #expect(lanes.map(\.name) == ["app state", "network", "network c", "database d", "database e"])
        #expect(lanes.map(\.stretches.count) == [0, 2, 1, 1, 1])
        #expect(lanes[2].stretches[0].label == "load")
        #expect(lanes[3].stretches[0].label == "▶ d (open at the end)")
        #expect(FigureLane.lanes(of: run, SpanReading(run)).count == 6)
    }

    /// A run of many background tasks, of which an early one was open at the end.
    static var busy: AppRun {
        var run = AppRun.killedInBackground
        run.spans = [SpanInterval(kind: "backgroundTask", key: "", name: "leaky", from: instant(10), to: nil)]
        run.spans += (0..<140).map {
            SpanInterval(
                kind: "backgroundTask", key: "", name: "upload-\($0)", from: instant(Int64($0) * 200 + 100),
                to: instant(Int64($0) * 200 + 200))
        }
        return run
    }

    static var leak: Finding {
        var finding = Finding.sample()
        finding.evidence[0].line.at = place(99)
        return finding
    }

    @Test func `of too many stretches those stay that were open or are evidence, and then the last`() throws {
        let run = Self.busy
        let proofs: Set = [instant(700).nanoseconds]
        let lanes = FigureLane.packed(run, SpanReading(run), proofs: proofs)
        #expect(lanes.map(\.left).reduce(0, +) == 20)
        let names = lanes.flatMap { $0.stretches.map(\.name) }
        #expect(names.contains("leaky") && names.contains("upload-3") && names.contains("upload-139"))
        #expect(!names.contains("upload-4") && !names.contains("upload-20") && names.contains("upload-21"))
        let page = try SampleReport(runs: [run], findings: [Self.leak]).rendered(as: HTMLRenderer())
        let figure = try #require(page.between("<figure", "</figure>"))
        #expect(figure.contains("leaky") && figure.contains("20 more stretches not drawn"))
        let table = try #require(page.between("<details class=\"course\">", "</details>"))
        #expect(table.contains("leaky") && table.contains("upload-139") && !table.contains("upload-50"))
        #expect(table.contains("… and 86 more: listed are what was open or is evidence, and the last"))
        #expect(table.contains("<td>10:00:00.010</td>"))
    }

    @Test func `a run that lasts over midnight is told with its days`() throws {
        var run = AppRun.killedInBackground
        run.start.time = instant(-86_400_000)
        run.states[0].from = run.start.time
        let page = try SampleReport(runs: [run]).rendered(as: HTMLRenderer())
        let table = try #require(page.between("<details class=\"course\">", "</details>"))
        #expect(table.contains("<td>2026-02-28 10:00:00.000</td><td>2026-03-01 10:00:00.500</td>"))
        #expect(try #require(page.between("<table class=\"events\">", "</table>")).contains("2026-03-01 10:00:36.000"))
    }

    @Test func `each event of an instant has the states that it led to`() throws {
        var run = AppRun.killedInBackground
        run.states = [AppState.launching, .active, .inactive, .background].enumerated().map { number, state in
            StateInterval(
                state: state, from: instant(number < 2 ? 0 : 5_000), to: instant(number < 1 ? 0 : 5_000),
                isInferred: false)
        }
        run.events = [
            (0, "process.launch"), (0, "app.didFinishLaunching"), (0, "app.didBecomeActive"),
            (5_000, "app.willResignActive"), (5_000, "data.save"), (5_000, "app.didEnterBackground"),
            (36_000, "process.exit"),
        ].enumerated().map { number, event in
            KeptEvent(time: instant(Int64(event.0)), event: event.1, scene: nil, at: place(number + 1))
        }
        let table = try #require(
            try SampleReport(runs: [run]).rendered(as: HTMLRenderer()).between("<table class=\"events\">", "</table>"))
        let rows = table.split(separator: "<tr id=").dropFirst().map(String.init)
        let states = rows.map { $0.between("</td><td>→ ", "</td>") ?? "" }
        #expect(states == ["launching", "", "active", "inactive", "", "background", ""])
    }

    @Test func `places of a scale are shares between the edges`() {
        let scale = TimelineScale(.killedInBackground, columns: 100)
        #expect(scale.share(of: instant(-5)) == 0)
        #expect(scale.share(of: instant(18_000)) == 0.5)
        #expect(scale.share(of: instant(99_000)) == 1)
        #expect(scale.knots.map(\.share).first == 0 && scale.knots.map(\.share).last == 1)
        #expect(TimelineScale(.bare(), columns: 100).share(of: instant(5)) == 0)
    }

    @Test(
        arguments: [
            ("One\nline.\n\nTwo `code` here.", "<p>One line.</p>\n<p>Two <code>code</code> here.</p>\n"),
            ("- a\n- b\n  c\n\nd", "<ul><li>a</li><li>b c</li></ul>\n<p>d</p>\n"),
            ("```swift\nlet a = \"<b>\"\n```", "<pre><code>let a = &quot;&lt;b&gt;&quot;\n</code></pre>\n"),
            ("```\nopen", "<pre><code>open\n</code></pre>\n"), ("a ` b", "<p>a ` b</p>\n"), ("", ""),
            ("<i>", "<p>&lt;i&gt;</p>\n"),
        ]) func `prose of rules becomes paragraphs, lists and code`(text: String, expected: String)
    {
        var page = HTMLPage()
        RuleProse(text: text).write(to: &page)
        #expect(page.output.string == expected)
    }

    @Test func `the opening of a prose is its first paragraph`() {
        #expect(RuleProse(text: "One\nline.\n\nTwo.").opening == "One line.")
        #expect(RuleProse(text: "").opening == "")
    }

    @Test(
        arguments: [
            ([], []), ([0.1], []), ([0.1, 0.2], []), ([0.1, 0.11], ["1–2"]), ([0.1, 0.11, 0.12, 0.5], ["1–3"]),
            ([0.1, 0.11, 0.5, 0.5, 0.9], ["1–2", "3–4"]),
        ] as [([Double], [String])])
    func `numbers that cover each other are told together`(shares: [Double], labels: [String]) {
        let pins = PinGroups(shares.enumerated().map { (number: $0.offset + 1, share: $0.element) })
        #expect(pins.groups.map { "\($0.numbers.lowerBound)–\($0.numbers.upperBound)" } == labels)
        var page = HTMLPage()
        pins.write(y: 40, to: &page)
        for label in labels { #expect(page.output.string.contains(">\(label)</text>")) }
    }
}
