// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintReport

struct TimelineDrawingTests {
    private func drawn(_ run: AppRun, width: Int? = nil) -> String {
        var output = OutputBuffer()
        TimelineDrawing().draw(run, options: RenderOptions(width: width), into: &output)
        return output.string
    }

    @Test("A run is drawn with its states, scenes and spans, and told in order")
    func sample() {
        #expect(
            drawn(.killedInBackground) == """
                com.acme.notes/A1/71@2026-03-01T10:00:00.000Z
                com.acme.notes 1.2 (34); pid 71, device A1; foreground launch (tap); 36 s

                                          10:00:00        10:00:11        10:00:22
                                          |---------------|---------------|---------------
                state                     LA███████IB░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
                scene S1                  a█████████
                backgroundTask 7 upload…         ├───────────────────────────────────────────▶

                Lines of notes.lifelog
                  +0 ms  process.launch -> launching  (line 2)
                +500 ms  app.didBecomeActive -> active  (line 3)
                 +5.0 s  backgroundTask.begin 7 “upload draft”  (line 4)
                 +6.9 s  -> inactive
                 +7.0 s  app.didEnterBackground -> background  (line 6)
                +36.0 s  process.exit  (line 9)
                +36.0 s  ▶ open since +5.0 s: backgroundTask 7 “upload draft”
                ! background-without-resign: background without inactive  (line 6)

                Killed because a background task was not ended (certain)
                  Detail: kind expired, code 0x2182bad2 of RUNNINGBOARD, SIGKILL (9)
                  The app (pid 71) went to the background at 10:00:07 with background task 7
                  "upload draft" open since 10:00:05; it was not ended, and RunningBoard killed
                  the app at 10:00:36 (0x2182bad2).
                  notes.lifelog:9
                    10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 signal=9
                  Ruled out:
                    - Quit by the user (userQuit): the termination names another reason


                """)
    }

    @Test("A run of which nothing is known takes a few lines")
    func bare() {
        #expect(
            drawn(.bare()) == """
                -/-/-@2026-03-01T10:00:00.000Z
                an unnamed process; launch of unknown kind (start not seen)

                Still running when the evidence ends


                """)
    }

    @Test("Of events of one instant each stands with the state that it leads into")
    func oneInstant() {
        var run = AppRun.bare()
        run.end.time = instant(9_000)
        run.states = [
            StateInterval(state: .inactive, from: instant(5_000), to: instant(5_000), isInferred: false),
            StateInterval(state: .background, from: instant(5_000), to: instant(5_000), isInferred: false),
            StateInterval(state: .suspended, from: instant(5_000), to: instant(9_000), isInferred: false),
        ]
        run.events = [
            KeptEvent(time: instant(5_000), event: "app.willResignActive", scene: nil, at: place(4)),
            KeptEvent(time: instant(5_000), event: "app.didEnterBackground", scene: nil, at: place(5)),
            KeptEvent(time: instant(5_000), event: "data.save", scene: nil, at: place(6)),
            KeptEvent(time: instant(5_000), event: "process.suspend", scene: nil, at: place(7)),
        ]
        let lines = drawn(run).split(separator: "\n").filter { $0.contains("(line") }.map {
            $0.drop { $0 == " " }.split(separator: "  ").dropFirst().first.map(String.init) ?? ""
        }
        #expect(
            lines == [
                "app.willResignActive -> inactive", "app.didEnterBackground -> background", "data.save",
                "process.suspend -> suspended",
            ])
    }

    @Test("A long suspension leaves room for the seconds in which things happen")
    func suspension() throws {
        var run = AppRun.killedInBackground
        run.end.time = instant(36_000_000)
        run.states[3].to = instant(36_000)
        run.states.append(
            StateInterval(state: .suspended, from: instant(36_000), to: instant(36_000_000), isInferred: true))
        let text = drawn(run, width: 100)
        let lane = try #require(text.split(separator: "\n").first { $0.hasPrefix("state") })
        #expect(lane.count { $0 == "░" } > 40)
        #expect(lane.contains("s·····"))
        #expect(text.contains("(long suspensions are drawn shorter than they were)"))
        #expect(text.contains("~> suspended (inferred)"))
    }

    @Test("A scene without a name is not named", arguments: ["", "S1"])
    func unnamedScene(scene: String) throws {
        var run = AppRun.killedInBackground
        run.events.append(
            KeptEvent(time: instant(600), event: "scene.didBecomeActive", scene: scene, at: run.events[0].at))
        let line = try #require(drawn(run).split(separator: "\n").first { $0.contains("scene.didBecomeActive") })
        #expect(line.contains("[") == !scene.isEmpty, "\(line)")
    }

    /// The sample with these spans, and with these events at its end beside the exit.
    private func ending(_ spans: [SpanInterval], events: [String] = [], exit: String = "process.exit") -> String {
        var run = AppRun.killedInBackground
        run.spans = spans
        run.events.removeLast()
        run.events += (events + [exit]).map {
            KeptEvent(time: instant(36_000), event: $0, scene: nil, at: place(9))
        }
        return drawn(run)
    }

    private func span(
        _ kind: String, _ key: String = "", from: Int64 = 8_000, to: Int64? = 36_000, isEnded: Bool? = nil
    ) -> SpanInterval {
        SpanInterval(kind: kind, key: key, name: nil, from: instant(from), to: to.map(instant), isEnded: isEnded)
    }

    @Test("A span that nothing ended was open at the end, though it ends with the run")
    func openAtEnd() {
        let text = ending([span("unsaved", "draft-12", isEnded: false), span("backgroundTask", "8", to: 20_000)])
        #expect(text.contains("\n+36.0 s  ▶ open since +8.0 s: unsaved draft-12\n"))
        #expect(text.count { $0 == "▶" } == 2)
    }

    @Test(
        "A span that an event of the last instant ended was not open",
        arguments: [
            ("fetch", "fetch.complete"), ("unsaved", "data.save"), ("backgroundTask", "backgroundTask.end"),
            ("launch", "ui.firstFrame"), ("com.acme.sync", "com.acme.syncDone"), ("mode", "activity.stop"),
        ])
    func closedAtEnd(kind: String, event: String) {
        #expect(!ending([span(kind)], events: [event]).contains("▶"))
        #expect(ending([span(kind, isEnded: false)], events: [event]).contains("▶ open since +8.0 s: \(kind)\n"))
    }

    @Test("Of a run that goes on, only spans without an end are open")
    func openNow() {
        var run = AppRun.killedInBackground
        run.ending = Ending(cause: .stillRunning, confidence: .certain)
        run.spans = [span("fetch"), span("unsaved", "draft-12", to: nil)]
        let text = drawn(run)
        #expect(text.contains("▶ open since +8.0 s: unsaved draft-12\n"))
        #expect(!text.contains("open since +8.0 s: fetch"))
    }

    @Test("An event says which spans it begins or ends, by time and kind")
    func subjects() {
        var run = AppRun.killedInBackground
        run.spans = [
            span("unsaved", "a", from: 1_000, to: 9_000), span("unsaved", "b", from: 2_000, to: 9_000),
            span("saving", "a", from: 9_000, to: 9_000), span("backgroundTask", "7", from: 9_000, to: 10_000),
        ]
        run.events = [
            (1_000, "data.change"), (9_000, "data.save"), (9_000, "backgroundTask.begin"), (9_500, "data.save"),
            (10_000, "backgroundTask.end"), (700_000, "battery.level"), (4_502_500, "battery.level"),
        ].map { KeptEvent(time: instant($0.0), event: $0.1, scene: nil, at: place(1)) }
        let text = drawn(run)
        for line in [
            "+1.0 s  data.change a  ", "+9.0 s  data.save a, b  ", "+9.0 s  backgroundTask.begin 7 ",
            "+9.5 s  data.save  (",
            "+10.0 s  backgroundTask.end 7  ", "+11:40.0  battery.level", "+1:15:02.5  battery.level",
        ] {
            #expect(text.contains(line), "\(line)\n\(text)")
        }
    }

    @Test("Of events of one instant each is about its own span")
    func twins() {
        var run = AppRun.killedInBackground
        run.spans = [
            span("unsaved", "a", from: 1_000, to: 9_000), span("unsaved", "b", from: 1_000, to: 9_000),
            span("backgroundTask", "10", from: 2_000, to: 9_500), span("backgroundTask", "9", from: 2_000, to: 9_500),
        ]
        run.events = [
            (1_000, "data.change", "10:00:01 data.change document=b"),
            (1_000, "data.change", "10:00:01 data.change document=a"),
            (2_000, "backgroundTask.begin", "10:00:02 backgroundTask.begin task=9 name=z"),
            (2_000, "backgroundTask.begin", #"{"task":10,"t":"9:00:02.9"}"#),
            (9_000, "data.save", "10:00:09 data.save"), (9_500, "backgroundTask.end", "nothing is told"),
            (9_500, "backgroundTask.end", "task 99, id-9, 9,5"),
        ].enumerated().map { KeptEvent(time: instant($1.0), event: $1.1, scene: nil, at: place($0 + 1), text: $1.2) }
        let text = drawn(run)
        for line in [
            "data.change b  (line 1)", "data.change a  (line 2)", "backgroundTask.begin 9  (line 3)",
            "backgroundTask.begin 10  (line 4)", "data.save a, b  (line 5)", "backgroundTask.end  (line 6)",
            "backgroundTask.end  (line 7)",
        ] {
            #expect(text.contains(line), "\(line)\n\(text)")
        }
    }

    @Test(
        arguments: [
            ("task=1 name=a", ["1", "12"], "1"), ("task=12", ["1", "12"], "12"),
            ("open https://a/x?y", ["https://a/x", "https://a/x?y"], "https://a/x?y"),
            ("open https://a/x", ["x", "https://a/x"], "https://a/x"), ("10:00 task 9", ["10", "9"], "9"),
            ("nothing", ["no", ""], nil), ("", ["1"], nil),
        ] as [(String, Set<String>, String?)])
    func `the key of a line is told from the others`(line: String, keys: Set<String>, expected: String?) {
        #expect(KeyInLine.key(in: line, of: keys) == expected)
    }

    @Test("The line number stays where a line is cut, and files are named where there are several")
    func places() {
        var run = AppRun.killedInBackground
        run.events[2].scene = "5A0D9E1B-3C47-4F62-8B1E-0D92C6A7F311"
        run.events[2].event = String(repeating: "x", count: 100)
        run.events[3].at = place(31, file: "logs/system.lifelog")
        let lines = drawn(run).split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("xxx…  (notes.lifelog:4)") && TerminalText.width(String($0)) == 80 })
        #expect(lines.contains { $0.hasSuffix("-> background  (system.lifelog:31)") })
    }

    @Test("The legend fits 80 columns")
    func legend() {
        for line in TimelineDrawing.legend.split(separator: "\n") { #expect(TerminalText.width(String(line)) <= 80) }
    }

    @Test("Lines fit the width, apart from words that are longer", arguments: [60, 80, 120])
    func width(columns: Int) {
        for line in drawn(.killedInBackground, width: columns).split(separator: "\n").dropFirst() {
            #expect(TerminalText.width(String(line)) <= columns, "\(line)")
        }
    }

    @Test("No run can trap the drawing", arguments: 0..<60 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = RandomReport(seed: seed)
        let run = random.run()
        let width = Int.random(in: -5...300, using: &random.generator)
        let text = drawn(run, width: width)
        #expect(text.hasPrefix(TerminalText.safe(run.id) + "\n"))
        #expect(text == drawn(run, width: width))
    }
}
