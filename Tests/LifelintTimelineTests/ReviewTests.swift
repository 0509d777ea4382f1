// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// What looking hard at the whole has found.
@Suite struct ReviewTests {
    @Test func `events that are late together stay as many as they are`() {
        // On standard input what is too late is ordered at the window's edge: all at one instant.
        let batch = Shipped.events(
            """
            # app=com.acme.notes device=A1 pid=7
            10:00:01 custom.step
            10:00:02 custom.step
            10:00:03 custom.step
            """)
        let clamped = batch.records.map { record in
            var record = record
            record.order = batch.records[2].order
            return (record: record, batch: batch)
        }
        #expect(runs(of: clamped).first?.eventsOmitted == 3)
    }

    @Test func `a process that only has a name ends nobody's run`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=80 app=com.acme.notes
            10:00:01 app.didBecomeActive pid=80 app=com.acme.notes
            10:00:05 custom.step pid=5 process=Other
            10:00:06 app.willResignActive pid=80 app=com.acme.notes
            """, headers: "# device=A1")
        #expect(runs.count == 2)
        #expect(runs.allSatisfy { $0.ending.cause == .stillRunning && $0.launch.after == nil })
    }

    @Test func `the signal is told beside a code`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05 process.exit pid=7 namespace=RUNNINGBOARD code=0x2182bad2 signal=9
            """)
        #expect(runs.first?.ending.cause == .backgroundTask)
        #expect(runs.first?.ending.detail[.signal] == .integer(9))
    }

    @Test func `a warning told by everybody it reaches is one event`() throws {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05.0 memory.warning pid=7 via=delegate
            10:00:05.1 memory.warning pid=7 via=notification
            10:00:05.2 memory.warning pid=7 name=ListViewController
            """)
        let run = try #require(runs.first)
        #expect(run.events.map(\.event) == ["process.launch", "memory.warning"])
        #expect(run.eventsOmitted == 0)
    }

    @Test func `a log that shows no states says nothing about where the process was killed`() throws {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:01 app.didFinishLaunching pid=7
            11:00:00 data.save document=a pid=7
            11:30:00 process.exit namespace=JETSAM code=4 pid=7
            """)
        let run = try #require(runs.first)
        #expect(run.ending.cause == .unknown)
        #expect(run.ending.candidates.map(\.cause) == [.reclaimed, .systemPressure])
        #expect(!run.isVisible)
        #expect(!run.spans.contains { $0.kind == "launch" })
    }

    @Test func `a launch that is killed in time is seen by the user`() throws {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7 intent=foreground
            10:00:29 process.exit namespace=JETSAM code=4 pid=7
            """)
        #expect(runs.first?.ending.cause == .systemPressure)
        #expect(runs.first?.isVisible == true)
    }
}
