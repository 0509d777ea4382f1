// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// What rests on a line whose wording is not known for sure is at most likely.
@Suite struct UnprovenEndingTests {
    private static let active = SeenEndingTests.active
    private static let inBackground = SeenEndingTests.inBackground

    static let exits: [(log: String, expected: String)] = [
        (active + "10:00:20 process.exit pid=7 namespace=JETSAM code=7", "memoryLimit certain"),
        (active + "10:00:20 process.exit pid=7 namespace=JETSAM code=7 proven=false", "memoryLimit likely"),
        (active + "10:00:20 process.exit pid=7 signal=11 proven=false", "crash.signal likely"),
        // The one that is known says it alone, too.
        (
            active + "10:00:20 process.exit pid=7 proven=false\n10:00:20.1 process.exit pid=7 namespace=2 code=11",
            "crash.signal certain"
        ),
        (
            active + "10:00:20 process.exit pid=7 explanation=\"suspended with locked system files\" proven=false\n"
                + "10:00:20.1 process.exit pid=7 namespace=RUNNINGBOARD code=0xdead10cc",
            "fileLock certain"
        ),
        // The code is known, and what it means here stands only in a text that is not.
        (
            active + "10:00:20 process.exit pid=7 namespace=10 code=0x8badf00d\n"
                + "10:00:20.1 process.exit pid=7 explanation=\"scene-create watchdog transgression\" proven=false",
            "watchdog.sceneCreate likely"
        ),
        // The kill is known, and not what came before it.
        (
            active + "10:00:19.5 memory.limitExceeded fatal=true proven=false\n10:00:20 process.exit pid=7 signal=9",
            "memoryLimit likely"
        ),
        (
            active + "10:00:19.5 cpu.violation fatal=true proven=false\n10:00:20 process.exit pid=7 signal=9",
            "cpuLimit likely"
        ),
        (active + "10:00:20 process.exit pid=7 signal=9 proven=false", "unknown possible"),
        (active + "10:00:30 device.boot proven=false", "reboot likely"),
        (active + "10:00:30 device.boot", "reboot certain"),
    ]

    @Test(arguments: exits) func `an ending is as sure as the lines that it needs`(
        _ row: (log: String, expected: String)
    ) {
        let runs = timeline(row.log)
        #expect(runs.map(\.endingLine) == [row.expected], "\(row.log)\n\(runs.summary)")
    }

    @Test("a process that is resumed did not end, though who tells that it runs names it by its app alone first")
    func resumed() {
        let log =
            Self.inBackground
                + """
                10:00:20 process.suspend pid=7 class=runningboard
                10:00:20.2 process.exit pid=7 class=runningboard explanation="suspended with locked system files" proven=false
                10:05:00 process.state task=running visibility=foreground class=runningboard

                """
        let living = timeline(log + "10:05:00.1 process.resume pid=7 class=runningboard")
        #expect(living.map(\.ending.cause) == [.stillRunning], "\(living.summary)")
        let dead = timeline(log + "10:05:00.1 process.resume pid=8 class=runningboard")
        #expect(dead.map(\.ending.cause) == [.fileLock, .stillRunning], "\(dead.summary)")
    }

    @Test("what an end rested on that was none says nothing of the end that comes")
    func endsAgain() {
        func runs(_ firstEnd: String) -> [AppRun] {
            timeline(
                """
                10:00:00 process.launch app=com.acme.notes process=Notes intent=foreground pid=7
                10:00:01 app.didBecomeActive app=com.acme.notes pid=7
                10:00:20 process.exit \(firstEnd) pid=7 signal=9 class=kernel proven=false
                10:05:00 data.save app=com.acme.notes pid=7
                10:05:01 app.didBecomeActive app=com.acme.notes pid=7
                10:05:20 process.exit app=com.acme.notes pid=7 namespace=JETSAM code=7 class=runningboard
                """, headers: "# device=A1")
        }
        let named = runs("app=com.acme.notes")
        #expect(named.map(\.endingLine) == ["memoryLimit certain"], "\(named.summary)")
        // Of another process, by its name: what it ended lived on.
        let called = runs("process=mediaserverd")
        #expect(called.map(\.endingLine) == ["memoryLimit certain"], "\(called.summary)")
    }

    static let fronts: [(lines: String, expected: Confidence)] = [
        ("10:00:01 app.didBecomeActive pid=7", .certain),
        ("10:00:01 app.didBecomeActive pid=7 proven=false", .likely),
        ("10:00:01 app.didBecomeActive pid=7 proven=false\n10:00:04 app.didBecomeActive pid=7", .certain),
        ("10:00:01 app.didBecomeActive pid=7 proven=false\n10:00:40 app.didBecomeActive pid=7", .likely),
    ]

    @Test(arguments: fronts) func `a launch is as sure as the line that shows it in front`(
        _ row: (lines: String, expected: Confidence)
    ) {
        let runs = timeline("10:00:00 process.launch pid=7\n\(row.lines)\n10:01:00 data.save pid=7")
        #expect(runs.map(\.launch.kind) == [.foreground])
        #expect(runs.map(\.launch.confidence) == [row.expected], "\(row.lines)\n\(runs.summary)")
    }

    static let states: [(state: String, expected: String)] = [
        ("10:00:10 process.state pid=7 task=suspended", "reclaimed certain"),
        ("10:00:10 process.state pid=7 task=suspended proven=false", "reclaimed likely"),
        (
            "10:00:10 process.state pid=7 task=suspended proven=false\n10:00:10.2 process.suspend pid=7",
            "reclaimed certain"
        ),
    ]

    @Test(arguments: states) func `what a state decides is as sure as the state`(
        _ row: (state: String, expected: String)
    ) {
        let runs = timeline(
            Self.inBackground + row.state + "\n10:30:00 process.exit pid=7 namespace=JETSAM code=4")
        #expect(runs.map(\.endingLine) == [row.expected], "\(row.state)\n\(runs.summary)")
    }
}
