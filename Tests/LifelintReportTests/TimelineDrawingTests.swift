// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

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

                  +0 ms  process.launch -> launching  (notes.lifelog:2)
                +500 ms  app.didBecomeActive -> active  (notes.lifelog:3)
                   +5 s  backgroundTask.begin  (notes.lifelog:4)
                 +6.9 s  -> inactive
                   +7 s  app.didEnterBackground -> background  (notes.lifelog:6)
                  +36 s  process.exit  (notes.lifelog:9)
                ! background-without-resign: background without inactive  (notes.lifelog:6)

                Killed because a background task was not ended (certain)
                  Detail: kind expired, code 0x2182bad2, namespace RUNNINGBOARD, signal 9
                  The app (pid 71) went to the background at 10:00:07 with background task 7
                  "upload draft" open since 10:00:05; it was not ended, and RunningBoard killed
                  the app at 10:00:36 (0x2182bad2).
                  notes.lifelog:9  10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182…


                """)
    }

    @Test("A run of which nothing is known takes a few lines")
    func bare() {
        #expect(
            drawn(.bare()) == """
                -/-/-@2026-03-01T10:00:00.000Z
                an unnamed process; launch of unknown kind (start not seen); 0 ms

                Still running when the evidence ends


                """)
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
