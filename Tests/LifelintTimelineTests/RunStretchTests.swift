// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// What the timeline tells rules of a run: its events, and where edges and spans stand between them.
@Suite struct RunStretchTests {
    /// In the background at 10:00:06.
    static let start = """
        10:00:00 process.launch intent=foreground pid=7
        10:00:01 app.didBecomeActive
        10:00:05 app.willResignActive
        10:00:06 app.didEnterBackground

        """
    static let told =
        "·process.launch →launching ·app.didBecomeActive →active ·app.willResignActive →inactive "
        + "·app.didEnterBackground →background"

    static let silences: [(name: String, log: String, trace: String)] = [
        (
            "a return after a silence",
            "10:00:12 app.willEnterForeground", "~→suspended →inactive ·app.willEnterForeground"
        ),
        (
            "any line after a long silence",
            "10:01:06 data.save", "~→suspended? ~→background ·data.save"
        ),
        (
            "a line of the device does not end the silence",
            "10:00:09 screen.lock\n10:00:40 screen.unlock\n10:01:00 app.willEnterForeground",
            "·screen.lock ~→suspended ·screen.unlock →inactive ·app.willEnterForeground"
        ),
        (
            "a line at the instant of the suspension comes after it",
            "10:00:11 screen.lock\n10:00:40 app.willEnterForeground",
            "~→suspended ·screen.lock →inactive ·app.willEnterForeground"
        ),
        (
            "a resume that is told",
            "10:00:07 process.suspend\n10:05:00 process.resume\n10:05:01 data.save",
            "·process.suspend →suspended ·process.resume →background ·data.save"
        ),
        (
            "a return that is the only sign of a resume",
            "10:00:07 process.suspend\n10:05:00 app.willEnterForeground",
            "·process.suspend →suspended →inactive ·app.willEnterForeground"
        ),
        (
            "active out of a suspension",
            "10:00:12 app.didBecomeActive", "~→suspended →active ·app.didBecomeActive"
        ),
        (
            "an anomaly stands behind the event that shows it",
            "10:00:08 app.didBecomeActive", "·app.didBecomeActive →active #background-to-active"
        ),
        (
            "a death in suspension",
            "10:00:12 process.exit namespace=JETSAM code=4", "~→suspended ·process.exit"
        ),
    ]

    @Test(arguments: silences) func `a suspension and its end stand where the silence was`(
        _ row: (name: String, log: String, trace: String)
    ) {
        let stretches = stretches(RunStretchTests.start + row.log)
        #expect(stretches.first?.trace() == RunStretchTests.told + " " + row.trace, "\(row.name)")
    }

    static let callbacks: [(name: String, log: String, trace: String)] = [
        (
            "an edge that is told comes after its event",
            "10:00:01 app.didBecomeActive pid=7\n10:00:01 data.save",
            "·app.didBecomeActive →active ·data.save"
        ),
        (
            "a stated length puts the edge of a will-callback among later events",
            """
            10:00:01 app.didBecomeActive pid=7
            10:00:05 app.willResignActive duration=2s
            10:00:06 data.save
            10:00:08 data.save
            """, "·app.didBecomeActive →active ·app.willResignActive ·data.save →inactive ·data.save"
        ),
        (
            "at the instant of a later event the edge comes first",
            """
            10:00:01 app.didBecomeActive pid=7
            10:00:05 app.willResignActive duration=2s
            10:00:07 data.save
            """, "·app.didBecomeActive →active ·app.willResignActive →inactive ·data.save"
        ),
        (
            "an edge after the last event stands behind it",
            "10:00:01 app.didBecomeActive pid=7\n10:00:05 app.willResignActive duration=2s\n"
                + "10:00:09 process.launch pid=8",
            "·app.didBecomeActive →active ·app.willResignActive →inactive"
        ),
        (
            "a callback that is written when it has returned began before what it did",
            """
            10:00:01 app.didBecomeActive pid=7
            10:00:05 app.willResignActive
            10:00:07 data.save
            10:00:08 app.didEnterBackground phase=end duration=2s
            """,
            "·app.didBecomeActive →active ·app.willResignActive →inactive →background ·data.save "
                + "·app.didEnterBackground"
        ),
        (
            "scenes have edges of their own",
            "10:00:01 scene.didBecomeActive scene=A pid=7\n10:00:03 scene.willResignActive scene=A",
            "·scene.didBecomeActive →active A→active ·scene.willResignActive →inactive A→inactive"
        ),
        (
            "a memory warning that is told again is no event",
            "10:00:01 memory.warning pid=7\n10:00:01.5 memory.warning\n10:00:03 memory.warning",
            "·memory.warning ·memory.warning"
        ),
    ]

    @Test(arguments: callbacks) func `edges stand after the event that tells them, or at their moment`(
        _ row: (name: String, log: String, trace: String)
    ) {
        #expect(stretches(row.log).first?.trace() == row.trace, "\(row.name)")
    }

    @Test func `spans begin and end at their events, or where their length ends`() {
        let stretch = stretches(
            """
            10:00:01 backgroundTask.begin task=1 name=upload pid=7
            10:00:02 backgroundTask.begin task=2
            10:00:03 backgroundTask.end task=1 success=true
            10:00:04 backgroundTask.begin task=2
            10:00:05 fetch.begin duration=2s
            10:00:06 data.save
            10:00:08 data.save
            """
        ).first
        #expect(
            stretch?.trace(spans: ["backgroundTask", "fetch"])
                == "·backgroundTask.begin (backgroundTask1 ·backgroundTask.begin (backgroundTask2 "
                + "·backgroundTask.end backgroundTask1) ·backgroundTask.begin backgroundTask2)! (backgroundTask2 "
                + "·fetch.begin (fetch ·data.save ~fetch) ·data.save")
        let first = stretch?.spans.first { $0.kind == "backgroundTask" }
        #expect(first?.attributes["name"] == .string("upload"))
        #expect(first?.attributes["end.success"] == .bool(true))
        #expect(first?.attributes["success"] == nil)
        #expect(stretch?.spans.last?.end == nil || stretch?.spans.last?.kind == "fetch")
        let numbers = stretch?.spans.map(\.number) ?? []
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func `launch and resume are spans with events`() {
        let stretch = stretches(
            RunStretchTests.start + "10:00:12 app.willEnterForeground\n10:00:13 app.didBecomeActive\n10:00:14 data.save"
        ).first
        #expect(
            stretch?.trace(spans: ["launch", "resume"])
                == "·process.launch →launching (launch ·app.didBecomeActive launch) →active ·app.willResignActive "
                + "→inactive ·app.didEnterBackground →background ~→suspended →inactive ·app.willEnterForeground "
                + "(resume ·app.didBecomeActive resume) →active ·data.save")
    }

    @Test func `events bring their texts and lines, and not who they are of`() {
        let stretch = stretches(
            "10:00:01 checkout.begin pid=7 order=\"a \\\"b\\\"\" scene=S version=1.2\n10:00:02 data.save document=d"
        ).first
        guard let stretch, stretch.events.records.count == 2 else {
            Issue.record("no events")
            return
        }
        let record = stretch.events.records[0]
        #expect(stretch.events.name(of: record) == "checkout.begin")
        #expect(stretch.events.string(record.scene) == "S")
        #expect(stretch.line(1) == "10:00:02 data.save document=d")
        #expect(!record.app.isPresent && !record.version.isPresent && !record.device.isPresent)
        #expect(stretch.run.version == "1.2")
        let values = stretch.events.attributes(of: record).map {
            (stretch.events.key($0), stretch.events.value($0))
        }
        #expect(values.contains { $0.0 == "order" && $0.1 == .string("a \"b\"") })
        #expect(stretch.files == ["file0.lifelog"] && stretch.formats == ["lifecycle-text"])
        #expect(stretch.beginEvidence.text == stretch.line(0))
    }

    static let warnings: [(log: String, counts: [Int64])] = [
        ("10:00:05 memory.warning", [1]),
        ("10:00:05 memory.warning via=delegate\n10:00:05.4 memory.warning via=notification", [2]),
        ("10:00:05 memory.warning count=3\n10:00:05.4 memory.warning via=notification", [4]),
        ("10:00:05 memory.warning\n10:00:07 memory.warning\n10:00:07.2 memory.warning via=delegate", [1, 2]),
    ]

    @Test(arguments: warnings) func `a memory warning has a count`(_ row: (log: String, counts: [Int64])) {
        let batch = stretches("10:00:00 process.launch pid=7\n" + row.log).first?.events
        let counts = batch?.attributes.filter { $0.key == .count }.map(\.bits)
        #expect(counts == row.counts)
    }

    @Test func `a prewarmed run waits until it is opened`() {
        let prewarmed = "10:00:00 process.launch intent=prewarm pid=7\n10:00:01 app.didFinishLaunching\n"
        let opened = stretches(prewarmed + "10:30:00 scene.willConnect scene=A\n10:30:01 scene.didBecomeActive scene=A")
        #expect(opened.first?.waitsUntil?.timestamp.clockTime == "10:30:00")
        let never = stretches(prewarmed + "10:40:00 process.exit namespace=JETSAM code=4")
        #expect(never.first?.waitsUntil?.timestamp.clockTime == "10:40:00")
        #expect(never.first?.endEvidence?.text == "10:40:00 process.exit namespace=JETSAM code=4")
        #expect(stretches(RunStretchTests.start).first?.waitsUntil == nil)
    }

    @Test func `nothing is told unless it is asked for`() {
        let engine = TimelineEngine(settings: Shipped.settings)
        let batch = Shipped.events("10:00:00 process.launch pid=7")
        var count = 0
        for record in batch.records { engine.add(record, in: batch) { _ in count += 1 } }
        engine.finish { output in
            guard case .run(_, _, nil) = output else { return }
            count += 1
        }
        #expect(count == 1)
    }

    @Test func `runs are numbered in the order of their beginnings`() {
        let all = stretches("10:00:00 process.launch pid=7\n10:00:01 process.launch pid=8\n10:00:02 data.save pid=8")
        #expect(all.map(\.number) == [0, 1])
    }
}
