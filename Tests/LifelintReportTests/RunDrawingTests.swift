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
