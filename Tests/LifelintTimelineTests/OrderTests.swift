// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import TestSupport
import Testing

/// The order of events decides, never that of lines or files.
@Suite struct OrderTests {
    static let header = "# app=com.acme.notes device=A1\n"

    /// A line with its date: a bare clock time that steps back would be of the next day.
    private func dated(_ line: String) -> String {
        let parts = line.split(separator: " ", maxSplits: 1)
        return "2026-03-02T\(parts[0])Z \(parts[1])"
    }

    @Test func `lines that share an instant take their legal order`() {
        let lines = [
            "10:00:00 process.launch pid=7 intent=foreground", "10:00:00 app.didFinishLaunching pid=7",
            "10:00:00 app.didBecomeActive pid=7", "10:00:05 app.willResignActive pid=7",
            "10:00:05 app.didEnterBackground pid=7", "10:00:09 app.willEnterForeground pid=7",
            "10:00:09 app.didBecomeActive pid=7", "10:00:20 app.willResignActive pid=7", "10:00:20 data.save pid=7",
            "10:00:20 process.exit pid=7 signal=9", "10:00:20 process.launch pid=8",
        ]
        var generator = SeededGenerator(seed: 7)
        let expected = timeline(lines.map(dated).joined(separator: "\n"))
        #expect(
            expected.first?.stateNames == "launching active inactive background inactive active inactive",
            "\(expected.summary)")
        #expect(expected.map(\.pid) == [7, 8])
        for _ in 0..<60 {
            let runs = timeline(lines.shuffled(using: &generator).map(dated).joined(separator: "\n"))
            #expect(runs.map(\.stateLine) == expected.map(\.stateLine), "\(runs.summary)")
            #expect(runs.map(\.endingLine) == expected.map(\.endingLine), "\(runs.summary)")
            #expect(runs.allSatisfy { $0.anomalies.isEmpty }, "\(runs.summary)")
        }
    }

    /// Events of one second, in the order in which they took place, and the spans that are open after it.
    static let pairs: [(name: String, before: String, lines: [String], open: [String])] = [
        (
            "a task that is done at once", "",
            ["scheduledTask.start task=r kind=refresh", "scheduledTask.complete task=r ok=true"], []
        ),
        ("a push that is handled at once", "", ["push.receive silent=true", "push.complete"], []),
        ("a call that is reported at once", "", ["voip.receive", "voip.reported", "voip.complete"], []),
        ("a transfer", "", ["urlSession.wake", "urlSession.complete"], []),
        ("a short sound", "", ["audio.play", "audio.pause"], []),
        ("a sound again", "10:00:01 audio.play\n", ["audio.pause", "audio.play"], ["audioPlaying", "mode"]),
        (
            "two tasks, of which one goes on", "10:00:01 scheduledTask.start task=a\n",
            ["scheduledTask.start task=b", "scheduledTask.complete task=a"], ["scheduledTask"]
        ),
        (
            "a push that is handled when the process is suspended", "10:00:01 push.receive silent=true\n",
            ["push.complete", "process.suspend"], []
        ),
        (
            "a save whose end says less than its beginning", "",
            ["data.save document=d size=3 phase=begin", "data.save document=d ok=true phase=end"], []
        ),
        (
            "a route that is computed anew", "10:00:01 activity.start name=route kind=navigation\n",
            ["activity.stop name=route", "activity.start name=route kind=navigation"], ["activity", "mode"]
        ),
        (
            "a task without an identifier, and the next", "10:00:01 backgroundTask.begin name=sync\n",
            ["backgroundTask.end name=sync", "backgroundTask.begin name=sync"], ["backgroundTask"]
        ),
        (
            "a task again, beside one that is done at once", "10:00:01 backgroundTask.begin task=7\n",
            [
                "backgroundTask.end task=7", "backgroundTask.begin task=7", "backgroundTask.begin task=10",
                "backgroundTask.end task=10",
            ], ["backgroundTask"]
        ),
        (
            "a task again, and ended with other words", "10:00:01 backgroundTask.begin task=7\n",
            ["backgroundTask.end task=7", "backgroundTask.begin task=7", "backgroundTask.end task=7 ok=true"], []
        ),
        (
            "a change beside the save of one before", "10:00:01 data.change document=d\n",
            ["data.change document=d", "data.save document=d"], []
        ),
    ]

    @Test(arguments: pairs)
    func `what is begun and ended in one instant is begun first`(
        name: String, before: String, lines: [String], open: [String]
    ) {
        for lines in [lines, lines.reversed()] {
            let log =
                "10:00:00 process.launch pid=7 intent=background\n" + before
                + lines.map { "10:00:05 \($0)\n" }.joined() + "10:00:09 data.load"
            let runs = timeline("# pid=7\n" + log)
            let left = runs.first?.spans.filter { !$0.isEnded && !$0.isReplaced }.map(\.kind).sorted()
            #expect(left == open, "\(name): \(runs.summary)")
        }
    }

    @Test func `what custom events begin and end in one instant is begun first`() {
        let span = SpanDeclaration(
            name: "order", begins: [EventPattern(event: nil, name: "order.open")],
            ends: [EventPattern(event: nil, name: "order.close")], key: "order")
        var vocabulary = Shipped.vocabulary
        vocabulary.spans.append(span)
        let settings = TimelineSettings(vocabulary: vocabulary)
        for lines in [["order.open order=1", "order.close order=1"], ["order.close order=1", "order.open order=1"]] {
            let log =
                "10:00:00 process.launch pid=7\n" + lines.map { "10:00:05 \($0)\n" }.joined() + "10:00:09 data.load"
            let runs = timeline("# pid=7\n" + log, settings: settings)
            #expect(runs.first?.spanLine("order") == "1 10:00:05–10:00:05", "\(runs.summary)")
        }
    }

    /// How a run stands before a second, the events of the second, and the states in the end.
    static let returns: [(before: String, lines: [String], states: String)] = [
        (
            "10:00:02 app.willResignActive", ["app.willEnterForeground", "app.didBecomeActive"],
            "launching active inactive active"
        ),
        ("", ["app.willEnterForeground", "app.didBecomeActive"], "launching active inactive active"),
        (
            "10:00:02 app.willResignActive",
            ["app.didEnterBackground", "app.willEnterForeground", "app.didBecomeActive"],
            "launching active inactive background inactive active"
        ),
        (
            "",
            [
                "app.willResignActive", "app.didEnterBackground", "app.willEnterForeground", "app.didBecomeActive",
            ], "launching active inactive background inactive active"
        ),
        (
            "10:00:02 app.willResignActive", ["app.willResignActive", "app.didEnterBackground"],
            "launching active inactive background"
        ),
        (
            "10:00:02 app.willResignActive", ["app.didBecomeActive", "app.willResignActive", "app.didEnterBackground"],
            "launching active inactive active inactive background"
        ),
        (
            "10:00:02 scene.didBecomeActive scene=a\n10:00:03 scene.willResignActive scene=a",
            ["scene.willResignActive scene=a", "scene.didEnterBackground scene=a"],
            "launching active inactive background"
        ),
        (
            "10:00:02 scene.didBecomeActive scene=a\n10:00:03 scene.willResignActive scene=a",
            ["scene.willEnterForeground scene=a", "scene.didBecomeActive scene=a"],
            "launching active inactive active"
        ),
    ]

    @Test(arguments: returns)
    func `what enters the foreground in one instant becomes active after it`(
        before: String, lines: [String], states: String
    ) {
        for lines in [lines, lines.reversed()] {
            let log =
                "10:00:00 process.launch pid=7 intent=foreground\n10:00:01 app.didBecomeActive\n\(before)\n"
                + lines.map { "10:00:09 \($0)\n" }.joined() + "10:00:20 data.load"
            let runs = timeline("# pid=7\n" + log)
            #expect(runs.first?.stateNames == states, "\(runs.summary)")
        }
    }

    private static let toScene = "10:00:02 scene.didBecomeActive scene=a\n"

    /// How a run stands before a second, the events of the second, and the states in the end.
    static let settled: [(name: String, before: String, lines: [String], states: String)] = [
        (
            "a callback that has returned", "10:00:08 app.willResignActive duration=2ms",
            ["app.didBecomeActive", "app.willResignActive"], "launching active inactive active inactive"
        ),
        (
            "the same on the way to the background and back", "10:00:08 app.willResignActive duration=2ms",
            ["app.didEnterBackground", "app.willEnterForeground", "app.didBecomeActive"],
            "launching active inactive background inactive active"
        ),
        (
            "one of a scene", toScene + "10:00:08 scene.willResignActive scene=a duration=2ms",
            [
                "scene.didEnterBackground scene=a", "scene.willEnterForeground scene=a",
                "scene.didBecomeActive scene=a",
            ], "launching active inactive background inactive active"
        ),
        (
            "one whose end nobody tells", "10:00:08 app.willResignActive phase=begin",
            ["app.didBecomeActive", "app.willResignActive"], "launching active inactive active inactive"
        ),
        (
            "callbacks in two halves", "",
            [
                "app.willResignActive phase=begin", "app.willResignActive phase=end",
                "app.didBecomeActive phase=begin", "app.didBecomeActive phase=end",
            ], "launching active inactive active"
        ),
        (
            "in two halves to the background and back", "10:00:08 app.willResignActive",
            [
                "app.didEnterBackground phase=begin", "app.didEnterBackground phase=end", "app.willEnterForeground",
            ], "launching active inactive background inactive"
        ),
        (
            "an end of what began before", "10:00:08 app.willResignActive phase=begin",
            ["app.willResignActive phase=end", "app.didEnterBackground", "app.willEnterForeground"],
            "launching active inactive background inactive"
        ),
        (
            "an end that is another's than what began before and never returned",
            "10:00:07 app.didBecomeActive phase=begin\n10:00:08 app.willResignActive",
            ["app.didBecomeActive phase=begin", "app.didBecomeActive phase=end", "app.willResignActive"],
            "launching active inactive active inactive"
        ),
    ]

    @Test(arguments: settled) func `what came before an instant is settled when it is put in order`(
        _ row: (name: String, before: String, lines: [String], states: String)
    ) {
        for lines in [row.lines, row.lines.reversed()] {
            let log =
                "10:00:00 process.launch pid=7 intent=foreground\n10:00:01 app.didBecomeActive\n\(row.before)\n"
                + lines.map { "10:00:09 \($0)\n" }.joined() + "10:00:20 data.load"
            let runs = timeline("# pid=7\n" + log)
            #expect(runs.first?.stateNames == row.states, "\(row.name): \(runs.summary)")
            #expect(runs.first?.anomalies.isEmpty == true, "\(row.name): \(runs.summary)")
        }
    }

    @Test func `a span that a stated duration has closed is open no more in a later instant`() {
        let lines = ["backgroundTask.begin task=7", "backgroundTask.end task=7"]
        for lines in [lines, lines.reversed()] {
            let log =
                "# pid=7\n10:00:00 process.launch\n10:00:20 backgroundTask.begin task=7 duration=200ms\n"
                + lines.map { "10:00:21 \($0)\n" }.joined() + "10:00:30 data.load"
            let runs = timeline(log)
            #expect(
                runs.first?.spanLine("backgroundTask") == "7 10:00:20–10:00:20.200, 7 10:00:21–10:00:21",
                "\(runs.summary)")
        }
    }

    /// How a run stands before a second, the phases of the second, and the states in the end.
    static let phases: [(before: String, lines: [String], states: String)] = [
        // An alert may come up at once, which makes it inactive again.
        ("", ["ScenePhase.inactive", "ScenePhase.active"], "launching ~active"),
        (
            "10:00:02 ScenePhase.active\n10:00:03 ScenePhase.inactive\n10:00:04 ScenePhase.background",
            ["ScenePhase.inactive", "ScenePhase.active"], "launching active inactive background inactive active"
        ),
        (
            """
            10:00:02 ScenePhase.active scene=a
            10:00:03 ScenePhase.inactive scene=a
            10:00:04 ScenePhase.background scene=a
            """, ["ScenePhase.inactive scene=a", "ScenePhase.active scene=a"],
            "launching active inactive background inactive active"
        ),
        (
            "10:00:02 ScenePhase.active\n10:00:03 ScenePhase.inactive\n10:00:04 ScenePhase.background",
            [
                "app.willEnterForeground via=notification", "ScenePhase.inactive", "ScenePhase.active",
                "app.didBecomeActive via=notification",
            ], "launching active inactive background inactive active"
        ),
        (
            "10:00:02 ScenePhase.active", ["ScenePhase.inactive", "ScenePhase.active"],
            "launching active inactive active"
        ),
        (
            "10:00:02 ScenePhase.active", ["ScenePhase.inactive", "ScenePhase.background"],
            "launching active inactive background"
        ),
    ]

    @Test(arguments: phases) func `SwiftUI calls a way to the front inactive before it calls it active`(
        _ row: (before: String, lines: [String], states: String)
    ) {
        for lines in [row.lines, row.lines.reversed()] {
            let log =
                "10:00:00 process.launch pid=7 intent=foreground\n\(row.before)\n"
                + lines.map { "10:00:08 \($0)\n" }.joined() + "10:00:09 data.load"
            let runs = timeline("# pid=7\n" + log)
            #expect(runs.first?.stateNames == row.states, "\(runs.summary)")
            #expect(runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
        }
    }

    @Test func `where the lines of an input keep their order, so do the phases of a launch`() {
        for (lines, states) in [
            (["active", "inactive"], "launching active inactive"), (["inactive", "active"], "launching active"),
        ] {
            let log =
                "10:00:00 process.launch pid=7 intent=foreground\n"
                + lines.map { "10:00:01 ScenePhase.\($0) pid=7\n" }.joined() + "10:00:09 data.load pid=7"
            let batch = Shipped.events(OrderTests.header + log)
            let events = batch.records.map { record in
                var record = record
                record.isPlaced = true
                return (record: record, batch: batch)
            }
            let runs = runs(of: events)
            #expect(runs.first?.stateNames == states, "\(runs.summary)")
        }
    }

    @Test func `where phases of one second may end in either of two states, what rests on the last is not certain`() {
        let log =
            "10:00:00 process.launch pid=7\n10:00:01 ScenePhase.inactive\n10:00:01 ScenePhase.active\n"
            + "10:05:00 process.exit reason=voluntary"
        let runs = timeline("# pid=7\n" + log)
        #expect(runs.first?.stateAtEnd == .active, "\(runs.summary)")
        #expect(runs.map(\.endingLine) == ["cleanExit likely"], "\(runs.summary)")
        // A finer clock tells them apart from what somebody does after that.
        let finer = timeline("# pid=7\n" + log.replacing(":01 ", with: ":01.004 ").replacing(":00 ", with: ":00.000 "))
        #expect(finer.map(\.endingLine) == ["cleanExit certain"], "\(finer.summary)")
    }

    /// Phases of two seconds, the state at the end, and what is concluded of an exit.
    static let laterPhases: [(lines: [String], ending: String)] = [
        // Which of the two was the last hangs on the order in the second before.
        (
            [":01 ScenePhase.active", ":01 ScenePhase.inactive", ":07 ScenePhase.inactive", ":07 ScenePhase.active"],
            "likely"
        ),
        (
            [
                ":01 ScenePhase.active", ":01 ScenePhase.inactive", ":04 ScenePhase.inactive", ":04 ScenePhase.active",
                ":07 ScenePhase.inactive", ":07 ScenePhase.active",
            ], "likely"
        ),
        // It may have been inactive on its way back from the background.
        (
            [
                ":01 ScenePhase.active", ":05 ScenePhase.inactive", ":07 ScenePhase.background",
                ":07 ScenePhase.inactive",
                ":08 ScenePhase.active", ":08 ScenePhase.inactive",
            ], "likely"
        ),
        // What a second tells alone it tells for certain, and so does what follows.
        ([":01 ScenePhase.active", ":01 ScenePhase.inactive", ":07 ScenePhase.active"], "certain"),
        (
            [
                ":01 ScenePhase.active", ":01 ScenePhase.inactive", ":04 ScenePhase.active", ":07 ScenePhase.inactive",
                ":07 ScenePhase.active",
            ], "certain"
        ),
    ]

    @Test(arguments: laterPhases) func `doubt about the order of one second lasts over the next that hangs on it`(
        _ row: (lines: [String], ending: String)
    ) {
        let log =
            "10:00:00 process.launch pid=7 intent=foreground\n" + row.lines.map { "10:00\($0)\n" }.joined()
            + "10:05:00 process.exit reason=voluntary"
        let runs = timeline("# pid=7\n" + log)
        #expect(runs.first?.stateAtEnd == .active, "\(runs.summary)")
        #expect(runs.map(\.endingLine) == ["cleanExit \(row.ending)"], "\(row)\n\(runs.summary)")
    }

    /// What the system tells of what is visible, in seconds of a coarse clock, and the state in the end.
    static let visible: [(name: String, lines: [String], end: AppState)] = [
        (
            "it was in front, and left it",
            [
                "10:00:09 process.state visibility=foreground", "10:00:09 app.willResignActive",
                "10:00:09 app.didEnterBackground", "10:00:09 process.state visibility=background",
            ], .background
        ),
        (
            "the system alone tells it",
            [
                "10:00:09 process.state visibility=foreground role=UserInteractive",
                "10:00:09 process.state visibility=background role=Background",
            ], .background
        ),
        (
            "it came back",
            [
                "10:00:08 app.willResignActive", "10:00:08 app.didEnterBackground",
                "10:00:09 app.willEnterForeground", "10:00:09 app.didBecomeActive",
                "10:00:09 process.state visibility=background", "10:00:09 process.state visibility=foreground",
            ], .active
        ),
    ]

    @Test(arguments: visible) func `what the system tells in one second leads on from where the app was`(
        _ row: (name: String, lines: [String], end: AppState)
    ) {
        let before = "# pid=7\n10:00:00 process.launch intent=foreground\n10:00:01 app.didBecomeActive\n"
        for lines in [row.lines, row.lines.reversed()] {
            let second = lines.map { dated($0) + "\n" }.joined()
            let runs = timeline(before + second + "10:00:12 process.exit namespace=JETSAM reason=highwater")
            #expect(runs.first?.stateAtEnd == row.end, "\(row.name): \(runs.summary)")
            #expect(runs.first?.states.last?.isInferred == false, "\(row.name): \(runs.summary)")
        }
    }

    /// What an app that was left tells without a process id in the second in which its next process is launched.
    @Test(arguments: ["10:00:30 process.suspend class=runningboard pid=7\n", ""])
    func `a line without an id is of the process that is launched in its second`(suspend: String) {
        let before =
            "10:00:00 process.launch pid=7 intent=foreground\n10:00:01 app.didBecomeActive pid=7\n"
            + "10:00:20 app.willResignActive pid=7\n10:00:21 app.didEnterBackground pid=7\n\(suspend)"
        let lines = ["10:05:00 process.launch pid=8 intent=foreground", "10:05:00 app.didBecomeActive"]
        for lines in [lines, lines.reversed()] {
            let runs = timeline(before + lines.joined(separator: "\n") + "\n10:05:30 process.exit pid=8 signal=11")
            #expect(runs.map(\.pid) == [7, 8], "\(runs.summary)")
            #expect(runs.first?.states.contains { $0.state == .active && $0.from.clockTime > "10:01" } == false)
            #expect(runs.first?.stateAtEnd == .suspended, "\(runs.summary)")
            #expect(runs.last?.stateAtEnd == .active, "\(runs.summary)")
        }
    }

    @Test func `what wakes a process comes before what it does in the same instant`() {
        let before = "# pid=7\n10:00:00 process.launch intent=background\n10:00:05 process.suspend\n"
        let lines = [
            "11:00:00 process.resume", "11:00:00 app.protectedDataDidBecomeAvailable",
            "11:00:00 app.willEnterForeground",
        ]
        for lines in [lines, lines.reversed()] {
            let runs = timeline(before + lines.joined(separator: "\n") + "\n11:00:01 app.didBecomeActive")
            #expect(runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
            #expect(runs.first?.stateNames == "background suspended background inactive active", "\(runs.summary)")
        }
    }

    @Test(arguments: ["", "10:00:00 app.didFinishLaunching\n"])
    func `the callbacks of a launch share a second`(before: String) {
        let lines = [
            "10:00:01 app.willEnterForeground via=notification", "10:00:01 app.didBecomeActive via=notification",
        ]
        for lines in [lines, lines.reversed()] {
            let runs = timeline((before + lines.joined(separator: "\n")) + "\n10:05:00 data.change document=d")
            #expect(runs.first?.states.last?.state == .active, "\(runs.summary)")
            #expect(runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
        }
    }

    /// Seconds of ticks (24 MHz) and of the clock at which the lines after the first come, and the changes of the
    /// clock.
    static let clocks: [(name: String, lines: [(ticks: Double, clock: String)], changes: Int)] = [
        ("ticks and clock agree", [(1, "10:00:01"), (61, "10:01:01"), (3_661, "11:01:01")], 0),
        ("the clock is set forward", [(1, "10:00:11.5"), (2, "10:00:12.5")], 1),
        ("the clock is set back", [(60, "10:01:00"), (61, "10:00:21"), (62, "10:00:22")], 1),
        ("the clock is put right by a little", [(1, "10:00:02.5"), (2, "10:00:03.5")], 0),
        ("whole seconds differ by one more", [(1, "10:00:03"), (2, "10:00:04")], 0),
    ]

    @Test(arguments: clocks) func `ticks tell that the clock was changed`(
        _ row: (name: String, lines: [(ticks: Double, clock: String)], changes: Int)
    ) {
        var log = "2026-03-02T10:00:00Z process.launch pid=7 boot=B mach=1000000000 intent=foreground\n"
        for line in row.lines {
            log += "2026-03-02T\(line.clock)Z data.load pid=7 boot=B mach=\(1_000_000_000 + Int(line.ticks * 24e6))\n"
        }
        // Without a boot nothing says that the ticks are those of one.
        for (log, changes) in [(log, row.changes), (log.replacing(" boot=B", with: ""), 0)] {
            var events: [(record: EventRecord, batch: EventBatch)] = []
            let batch = Shipped.events(OrderTests.header + log)
            for var record in batch.records {
                record.order = batch.records[0].time + Int64(record.mach - 1_000_000_000) * 125 / 3
                events.append((record, batch))
            }
            let runs = runs(of: events)
            let found = runs.flatMap(\.anomalies).filter { $0.code == .clockChanged }
            #expect(found.count == changes, "\(row.name)\n\(runs.summary)")
        }
    }

    /// The masks in the order in which their lines were written, and the states that they mean.
    struct ReasonCase {
        let masks: [[Int]]
        let states: String

        /// Each list of masks is a second of its own.
        var lines: [String] {
            masks.enumerated().flatMap { second, steps in
                zip(steps, steps.dropFirst()).map { was, mask in
                    "10:00:0\(second + 1) process.deactivation pid=7 class=uikit was=\(was) mask=\(mask)"
                }
            }
        }
    }

    @Test(arguments: [
        ReasonCase(masks: [[2049, 1, 0]], states: "launching active"),
        ReasonCase(masks: [[0, 1024, 0]], states: "launching active"),
        ReasonCase(masks: [[1, 0], [0, 32, 40, 8, 0]], states: "launching active inactive active"),
        ReasonCase(
            masks: [[4096, 0], [0, 4096, 6144, 2048], [2048, 6144, 4096, 0]],
            states: "launching active inactive background inactive active"),
        ReasonCase(masks: [[1, 0], [0, 1, 0, 4096]], states: "launching active inactive active inactive"),
        ReasonCase(masks: [[1, 0], [0, 1, 2049], [2049, 2049], [2049, 1, 0]], states: ""),
    ])
    func `lines that tell the deactivation reasons before and after take the order in which they fit`(
        story: ReasonCase
    ) throws {
        let lines = ["10:00:00 process.launch pid=7 intent=foreground"] + story.lines
        var generator = SeededGenerator(seed: 5)
        let first = try #require(timeline(lines.map(dated).joined(separator: "\n")).first)
        for _ in 0..<60 {
            let runs = timeline(lines.shuffled(using: &generator).map(dated).joined(separator: "\n"))
            #expect(runs.first?.stateLine == first.stateLine, "\(runs.summary)")
            if !story.states.isEmpty { #expect(runs.first?.stateNames == story.states, "\(runs.summary)") }
            let last = try #require(story.masks.last?.last)
            #expect(runs.first?.stateAtEnd == (last == 0 ? .active : last & 2048 != 0 ? .background : .inactive))
        }
    }

    @Test func `two windows that change in one instant take their legal orders`() {
        let lines = [
            "10:00:00 process.launch pid=7 intent=foreground", "10:00:01 scene.willConnect scene=a",
            "10:00:01 scene.willConnect scene=b", "10:00:01 scene.willEnterForeground scene=a",
            "10:00:01 scene.willEnterForeground scene=b", "10:00:01 scene.didBecomeActive scene=a",
            "10:00:01 scene.didBecomeActive scene=b", "10:00:05 scene.willResignActive scene=a",
            "10:00:05 scene.willResignActive scene=b", "10:00:05 scene.didEnterBackground scene=a",
            "10:00:05 scene.didEnterBackground scene=b",
        ]
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<60 {
            let runs = timeline(lines.shuffled(using: &generator).map(dated).joined(separator: "\n"))
            #expect(runs.first?.stateNames.hasPrefix("launching") == true)
            #expect(
                runs.first?.scenes.map { $0.states.map(\.state) } == [
                    [.unattached, .inactive, .active, .inactive, .background],
                    [.unattached, .inactive, .active, .inactive, .background],
                ], "\(runs.summary)")
            #expect(runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
        }
    }

    @Test func `equal records of one device are one event, in one file or in several`() {
        let log = OrderTests.header + "10:00:00 process.launch pid=7\n10:00:01 backgroundTask.begin task=1 name=x"
        for runs in [
            timeline(files: [log, log]), timeline(files: [log + "\n10:00:01 backgroundTask.begin name=x task=1"]),
        ] {
            #expect(runs.count == 1, "\(runs.summary)")
            #expect(runs.first?.spanLine("backgroundTask") == "1 10:00:01–…", "\(runs.summary)")
            #expect(runs.first?.events.count == 2)
        }
    }

    @Test func `sequence numbers keep repetitions apart and decide their order`() {
        let lines = [
            "10:00:00 process.launch pid=7 seq=1", "10:00:01 data.change document=d pid=7 class=app seq=3",
            "10:00:01 data.save document=d pid=7 class=app seq=2", "10:00:02 file.lock path=/a pid=7 seq=4",
            "10:00:02 file.lock path=/a pid=7 seq=5",
        ]
        for order in [lines, lines.reversed()] {
            let runs = timeline(order.map(dated).joined(separator: "\n"))
            #expect(runs.first?.spanLine("unsaved") == "d 10:00:01–…", "\(runs.summary)")
            #expect(runs.first?.spanLine("fileLock") == "/a 10:00:02–…, /a 10:00:02–…", "\(runs.summary)")
        }
    }

    @Test func `the same evidence split over files gives the same runs`() {
        var generator = SeededGenerator(seed: 3)
        for day in DeviceDayTests.days {
            let lines = day.split(separator: "\n").map { dated(String($0)) }
            let whole = timeline(files: [OrderTests.header + lines.joined(separator: "\n")])
            var parts = [[String]](repeating: [], count: 3)
            for line in lines { parts[Int.random(in: 0..<3, using: &generator)].append(line) }
            let runs = timeline(files: parts.map { OrderTests.header + $0.joined(separator: "\n") })
            #expect(runs.map(\.id) == whole.map(\.id))
            #expect(runs.map(\.stateLine) == whole.map(\.stateLine))
            #expect(runs.map(\.endingLine) == whole.map(\.endingLine))
            #expect(runs.map(\.story) == whole.map(\.story))
        }
    }
}
