// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Why a run ended, where only silence and what follows it tell.
@Suite struct SilentEndingTests {
    static let inBackground = SeenEndingTests.inBackground
    static let next = "\n21:40:31 process.launch pid=8 intent=foreground"

    /// What may have ended a run in the background with a task open.
    static let withTask =
        "backgroundTask possible, reclaimed possible, systemPressure possible, userQuit possible, "
        + "crash.signal possible, appUpdate possible, reboot possible"

    static let silences: [(name: String, log: String, expected: String, candidates: String)] = [
        (
            "while suspended, as concluded", inBackground + "10:00:07 data.save" + next, "unknown possible",
            "reclaimed likely, userQuit possible, settingsChange possible, appUpdate possible, reboot possible, "
                + "crash.signal possible"
        ),
        (
            "while suspended, as told", inBackground + "10:00:07 process.suspend" + next, "reclaimed likely",
            "userQuit possible, settingsChange possible, appUpdate possible, reboot possible"
        ),
        (
            "in front", SeenEndingTests.inFront + "10:00:05 data.save" + next, "unknown possible",
            "crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit possible"
        ),
        (
            "after resigning",
            SeenEndingTests.active
                + "10:00:03 app.didEnterBackground\n10:00:04 app.didBecomeActive\n10:00:05 app.willResignActive" + next,
            "unknown possible", "userQuit likely, crash.signal possible, memoryLimit possible, watchdog.other possible"
        ),
        (
            "after resigning, by a log that never tells of the background",
            SeenEndingTests.active + "10:00:05 app.willResignActive" + next, "unknown possible",
            "reclaimed possible, userQuit possible, crash.signal possible, memoryLimit possible, appUpdate possible, "
                + "reboot possible"
        ),
        (
            "in front when last heard of, by a log that never tells that the app is left",
            SeenEndingTests.active + "10:00:05 data.save" + next, "unknown possible",
            "crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit "
                + "possible, reclaimed possible, appUpdate possible, reboot possible"
        ),
        (
            "in front and near its memory limit",
            SeenEndingTests.inFront + "10:00:05 memory.footprint bytes=1950MB limit=2098MB" + next, "unknown possible",
            "memoryLimit likely, crash.signal possible, crash.exception possible, systemPressure possible, userQuit possible"
        ),
        (
            "in front, over a limit of which it is not told whether it ended the app",
            SeenEndingTests.inFront + "10:00:04.5 cpu.violation pid=7\n10:00:05 data.save" + next, "unknown possible",
            "cpuLimit possible, crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure "
                + "possible, userQuit possible"
        ),
        (
            "in front, over a limit that did not end the app",
            SeenEndingTests.inFront + "10:00:04.5 cpu.violation pid=7 fatal=false\n10:00:05 data.save" + next,
            "unknown possible",
            "crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit possible"
        ),
        (
            "a background task open at its limit",
            inBackground + "10:00:06.1 backgroundTask.begin task=1 name=upload\n10:00:33 data.save" + next,
            "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a background task that was asked to end",
            inBackground + "10:00:06.1 backgroundTask.begin task=1\n10:00:20 backgroundTask.expire task=1" + next,
            "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a background task that was asked to end before another one",
            inBackground + """
                10:00:08 backgroundTask.begin task=B name=b
                10:00:09 backgroundTask.begin task=A name=a
                10:00:12 backgroundTask.expire task=B
                10:00:13 backgroundTask.expire task=A
                10:00:14 backgroundTask.end task=A
                """ + next,
            "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a background task that was asked to end before the log lost something",
            inBackground + "10:00:06.1 backgroundTask.begin task=1\n10:00:20 backgroundTask.expire task=1\n"
                + "10:00:20.1 log.gap\n10:00:21 data.save" + next,
            "unknown possible", withTask
        ),
        (
            "a background task that was asked to end after the log had lost something",
            inBackground + "10:00:06.1 backgroundTask.begin task=1\n10:00:19 log.gap\n"
                + "10:00:20 backgroundTask.expire task=1\n10:00:21 data.save" + next,
            "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a background task that was told to be open still, after the log had lost something",
            inBackground + "10:00:06.1 backgroundTask.begin task=1\n10:00:20 backgroundTask.expire task=1\n"
                + "10:00:20.1 log.gap\n10:00:21 backgroundTask.stillOpenAfterExpiry task=1" + next,
            "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a background task that was asked to end long before the log lost something",
            inBackground + "10:00:06.1 backgroundTask.begin task=1\n10:00:20 backgroundTask.expire task=1\n"
                + "10:05:00 log.gap duration=2s" + next,
            "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a background task at its limit, begun before the log lost something",
            inBackground + "10:00:06.1 backgroundTask.begin task=1\n10:00:10 log.gap\n10:00:33 data.save" + next,
            "unknown possible", withTask
        ),
        (
            "a background task at its limit, begun after the log had lost something",
            inBackground + "10:00:06.1 log.gap\n10:00:06.2 backgroundTask.begin task=1\n10:00:33 data.save" + next,
            "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a file lock open at a suspension",
            inBackground + "10:00:06.1 file.lock path=db\n10:00:07 data.save" + next, "unknown possible",
            "reclaimed likely, fileLock possible, userQuit possible, settingsChange possible, appUpdate possible, "
                + "reboot possible, crash.signal possible"
        ),
        (
            "a launch",
            "10:00:00 process.launch pid=7 intent=foreground" + next, "unknown possible",
            "watchdog.launch possible, crash.signal possible, crash.exception possible, memoryLimit possible, userQuit possible"
        ),
        (
            "the launch of an extension",
            "10:00:00 process.launch pid=7 host=extension\n10:00:01 process.exit pid=7 signal=9", "unknown possible",
            "extensionEnd possible"
        ),
        (
            "a background task, but not at its limit",
            inBackground + "10:00:06.1 backgroundTask.begin task=1\n10:00:10 data.save" + next, "unknown possible",
            "backgroundTask possible, reclaimed possible, systemPressure possible, userQuit possible, "
                + "crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "a background task that was begun while music plays",
            inBackground
                + """
                10:00:06.1 audio.play
                10:05:00 network.begin url=song
                10:05:01 backgroundTask.begin task=1
                """ + next,
            "unknown possible", withTask
        ),
        (
            "a background task that music outlives",
            inBackground + "10:00:06.1 audio.play\n10:00:06.2 backgroundTask.begin task=1\n10:00:33 data.save" + next,
            "unknown possible", withTask
        ),
        (
            "a background task a moment after the music",
            inBackground
                + """
                10:00:06.1 audio.play
                10:00:06.2 backgroundTask.begin task=1
                10:00:33 audio.pause
                10:00:34 data.save
                """ + next,
            "unknown possible", withTask
        ),
        (
            "a background task that was begun after a long time in the background",
            inBackground
                + """
                10:00:50 data.save
                10:01:30 data.save
                10:01:31 backgroundTask.begin task=1
                10:01:32 data.save
                """ + next,
            "unknown possible", withTask
        ),
        (
            "a background task that is open for longer than any is allowed, so something else let the app run on",
            inBackground
                + """
                10:00:06.1 backgroundTask.begin task=1
                10:00:50 data.save
                10:01:30 data.save
                """ + next,
            "unknown possible", withTask
        ),
        (
            "a background task at its limit, then suspended, is no ending",
            inBackground
                + "10:00:06.1 backgroundTask.begin task=1\n10:00:33 backgroundTask.expire task=1\n10:00:35 process.suspend"
                + next,
            "reclaimed likely", "userQuit possible, settingsChange possible, appUpdate possible, reboot possible"
        ),
        (
            "an open task under iOS 12 has three minutes",
            "10:00:00 process.launch pid=7 os=\"iOS 12.4\"\n"
                + inBackground.split(separator: "\n").dropFirst().joined(separator: "\n")
                + "\n10:00:06.1 backgroundTask.begin task=1\n10:00:40 data.save" + next, "unknown possible",
            "backgroundTask possible, reclaimed possible, systemPressure possible, userQuit possible, "
                + "crash.signal possible, appUpdate possible, reboot possible"
        ),
        (
            "termination went on",
            SeenEndingTests.active + "10:00:05 app.willTerminate phase=begin\n10:00:14 data.save" + next,
            "userQuit likely", "systemRequest possible"
        ),
        (
            "termination was announced", SeenEndingTests.active + "10:00:05 app.willTerminate" + next,
            "userQuit likely",
            "systemRequest possible"
        ),
        (
            "a memory limit", SeenEndingTests.active + "10:00:05 memory.limitExceeded fatal=true limit=2098MB" + next,
            "memoryLimit likely", ""
        ),
        (
            "a debugger", "10:00:00 process.launch pid=7 debugger=true" + next, "unknown possible",
            "debuggerStop likely, crash.signal possible, crash.exception possible, memoryLimit possible, userQuit possible"
        ),
        ("a UI test", "10:00:00 process.launch pid=7 harness=true" + next, "harnessStop likely", ""),
        ("a prewarmed process", "10:00:00 process.launch pid=7 intent=prewarm" + next, "prewarmDiscarded likely", ""),
        (
            "an update told within a minute", inBackground + "10:00:07 data.save\n10:00:30 app.updated" + next,
            "appUpdate certain", ""
        ),
        (
            "an update told later", inBackground + "10:00:07 data.save\n15:00:00 app.updated" + next,
            "appUpdate likely", "reclaimed likely"
        ),
        (
            "an app in front is not updated", SeenEndingTests.inFront + "15:00:00 app.updated" + next,
            "unknown possible",
            "crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit possible, appUpdate possible"
        ),
        (
            "an app that was in front is updated at once", SeenEndingTests.inFront + "10:00:20 app.updated" + next,
            "unknown possible",
            "appUpdate likely, crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit possible"
        ),
        (
            "an app that was in front is updated at once, and the device restarted",
            SeenEndingTests.active + "10:00:20 app.updated\n10:00:30 device.boot" + next, "unknown possible",
            "appUpdate likely, reboot likely, crash.signal possible, crash.exception possible, memoryLimit possible, "
                + "systemPressure possible, userQuit possible, reclaimed possible"
        ),
        (
            "the next launch is of another build",
            inBackground + "10:00:07 data.save build=55" + next + " build=56", "appUpdate likely", "reclaimed likely"
        ),
        // There may have been other launches before it.
        (
            "the next that is told, long after, is of another build, and nothing tells the state",
            "10:00:07 data.save pid=7 build=55" + next + " build=56", "unknown possible", "appUpdate possible"
        ),
        (
            "an update long after a run of which nothing tells the state",
            "10:00:07 data.save pid=7\n15:00:00 app.updated" + next, "unknown possible", "appUpdate possible"
        ),
        (
            "the next launch, at once, is of another build, and nothing tells the state",
            "10:00:07 data.save pid=7 build=55\n10:00:40 process.launch pid=8 build=56", "appUpdate likely", ""
        ),
        (
            "another system, long after a run of which nothing tells the state",
            "10:00:07 data.save pid=7 os=26.1" + next + " os=26.2", "unknown possible", "osUpdate possible"
        ),
        (
            "another boot later", inBackground + "10:00:07 data.save boot=A" + next + " boot=B", "reboot likely",
            "reclaimed likely"
        ),
        (
            "another boot and another system",
            inBackground + "10:00:07 data.save boot=A os=26.1" + next + " boot=B os=26.2", "osUpdate likely",
            "reclaimed likely"
        ),
        (
            "another system, and nobody tells the boot",
            inBackground + "10:00:07 data.save os=26.1" + next + " os=26.2", "osUpdate likely", "reclaimed likely"
        ),
        (
            "the same system in other words",
            inBackground + "10:00:07 data.save os=26.1" + next + " os=\"iOS 26.1 (23B85)\"", "unknown possible",
            "reclaimed likely, userQuit possible, settingsChange possible, appUpdate possible, reboot possible, "
                + "crash.signal possible"
        ),
        (
            "another system, but the app was in front",
            SeenEndingTests.inFront + "10:00:07 data.save os=26.1" + next + " os=26.2", "unknown possible",
            "crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit possible, osUpdate possible"
        ),
        (
            "a task that expired in an app that nobody tells to have come to the front",
            """
            10:00:00 app.didFinishLaunching
            10:00:00.1 backgroundTask.begin task=3 name=sync
            10:00:26 backgroundTask.expire task=3
            10:00:28 backgroundTask.stillOpenAfterExpiry task=3
            """ + next, "backgroundTask likely kind=expired",
            "reclaimed possible, systemPressure possible, userQuit possible, crash.signal possible, appUpdate possible, "
                + "reboot possible"
        ),
        (
            "a boot within a minute", inBackground + "10:00:07 data.save\n10:00:40 device.boot" + next,
            "reboot certain",
            ""
        ),
        (
            "an update of the system", inBackground + "10:00:07 data.save\n10:00:40 device.osUpdate" + next,
            "osUpdate certain", ""
        ),
        (
            "a panic", SeenEndingTests.active + "10:00:07 data.save\n10:00:08 report.panic" + next, "reboot certain", ""
        ),
        (
            "a respring", SeenEndingTests.active + "10:00:07 data.save\n10:00:08 device.respring" + next,
            "springboardRestart certain", ""
        ),
        (
            "removed before the device was restarted",
            inBackground + "10:00:07 data.save\n10:00:20 app.uninstalled\n10:00:40 device.boot" + next,
            "uninstalled certain", ""
        ),
        (
            "updated hours before the device was restarted",
            inBackground + "10:00:07 data.save\n10:00:20 app.updated\n15:00:00 device.boot" + next,
            "appUpdate certain", ""
        ),
        (
            "updated twice before the home screen was restarted",
            inBackground
                + "10:00:07 data.save\n10:00:20 app.updated\n14:00:00 app.updated\n15:00:00 device.respring" + next,
            "appUpdate certain", ""
        ),
        (
            "updated after the device was restarted",
            inBackground + "10:00:07 data.save\n10:00:40 device.boot\n10:10:00 app.updated" + next,
            "reboot certain", ""
        ),
        (
            "an update that it outlived",
            inBackground + "10:00:07 data.save\n10:00:20 app.updated\n10:05:00 data.save" + next, "unknown possible",
            "reclaimed likely, userQuit possible, settingsChange possible, appUpdate possible, reboot possible, "
                + "crash.signal possible"
        ),
        (
            "a boot minutes after the termination was announced",
            SeenEndingTests.inFront + "10:00:05 app.willTerminate\n10:03:00 device.boot" + next, "reboot possible",
            "userQuit likely"
        ),
        (
            "a boot minutes after a background task was asked to end",
            inBackground
                + "10:00:06.1 backgroundTask.begin task=1\n10:00:20 backgroundTask.expire task=1\n10:03:00 device.boot"
                + next,
            "reboot possible", "backgroundTask likely, reclaimed possible"
        ),
        (
            "a boot within a minute after the termination was announced",
            SeenEndingTests.inFront + "10:00:05 app.willTerminate\n10:00:40 device.boot" + next, "reboot certain", ""
        ),
        (
            "a boot hours later, by a log that never tells that the app is left",
            SeenEndingTests.active + "20:00:00 device.boot" + next, "reboot likely",
            "crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit "
                + "possible, reclaimed possible, appUpdate possible"
        ),
        (
            "a respring hours later, of a device that would have told that it was started anew",
            SeenEndingTests.active + "20:00:00 device.respring" + next, "springboardRestart likely",
            "crash.signal possible, crash.exception possible, memoryLimit possible, systemPressure possible, userQuit "
                + "possible, reclaimed possible, appUpdate possible"
        ),
        (
            "a push launch before the user's own rules out a quit",
            inBackground + "10:00:07 data.save\n20:10:00 process.launch pid=8 intent=background reason=push",
            "reclaimed likely", "settingsChange possible, appUpdate possible, reboot possible, crash.signal possible"
        ),
    ]

    @Test(arguments: silences) func `silence is judged by the last state and by what follows`(
        _ row: (name: String, log: String, expected: String, candidates: String)
    ) {
        let runs = timeline(row.log)
        #expect(runs.first?.endingLine == row.expected, "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.candidateLine == row.candidates, "\(row.name)\n\(runs.summary)")
        for run in runs {
            let causes = run.ending.candidates.map(\.cause)
            #expect(Set(causes).count == causes.count)
            #expect(Set(causes).isDisjoint(with: run.ruledOut), "\(row.name)\n\(run.summary)")
        }
    }

    /// What a run and the next one tell of their version and build, and whether that rules out an update.
    @Test(arguments: [
        ("build=55", "build=55", true), ("appVersion=4.2 build=55", "appVersion=4.2 build=55", true),
        ("appVersion=4.2 build=55", "build=55", true),
        // A beta is updated without another version.
        ("appVersion=4.2", "appVersion=4.2", false), ("appVersion=4.2", "appVersion=4.2 build=56", false),
        ("appVersion=4.2 build=55", "appVersion=4.2", false), ("", "build=55", false),
    ])
    func `the same build is one that both runs tell`(_ row: (run: String, next: String, isRuledOut: Bool)) {
        let runs = timeline(Self.inBackground + "10:00:07 data.save \(row.run)" + Self.next + " \(row.next)")
        #expect(runs.first?.ruledOut.contains(.appUpdate) == row.isRuledOut, "\(row)\n\(runs.summary)")
        #expect(runs.first?.ending.candidates.contains { $0.cause == .appUpdate } == !row.isRuledOut)
    }

    @Test(
        "Pressure and heat order what remains, and weigh half as much each minute",
        arguments: [
            ("", "crash.signal crash.exception memoryLimit systemPressure userQuit"),
            (
                "10:10:00 memory.pressure level=critical",
                "systemPressure crash.signal crash.exception memoryLimit userQuit"
            ),
            ("10:10:00 memory.pressure level=4", "systemPressure crash.signal crash.exception memoryLimit userQuit"),
            (
                "10:09:00 memory.pressure level=critical",
                "systemPressure crash.signal crash.exception memoryLimit userQuit"
            ),
            (
                "10:08:00 memory.pressure level=critical",
                "crash.signal crash.exception systemPressure memoryLimit userQuit"
            ),
            (
                "10:09:00 memory.pressure level=warning",
                "crash.signal crash.exception systemPressure memoryLimit userQuit"
            ),
            (
                "10:01:00 memory.pressure level=critical",
                "crash.signal crash.exception memoryLimit systemPressure userQuit"
            ),
            (
                "10:09:50 memory.pressure level=critical\n10:09:58 memory.pressure level=normal",
                "crash.signal crash.exception memoryLimit systemPressure userQuit"
            ),
            ("10:09:58 memory.warning", "memoryLimit systemPressure crash.signal crash.exception userQuit"),
            (
                "10:09:40 hang phase=begin\n10:09:58 thermal.state level=critical",
                "watchdog.other crash.signal crash.exception memoryLimit systemPressure userQuit"
            ),
        ])
    func trends(told: String, candidates: String) {
        let runs = timeline(SeenEndingTests.inFront + told + "\n10:10:00 data.save" + SilentEndingTests.next)
        #expect(
            runs.first?.ending.candidates.map(\.cause.rawValue).joined(separator: " ") == candidates,
            "\(runs.summary)")
    }

    @Test func `what the next launch shows is ruled out`() {
        let runs = timeline(
            SilentEndingTests.inBackground
                + "10:00:06.5 backgroundTask.begin task=2 build=55 boot=A\n10:00:07 backgroundTask.end task=2"
                + SilentEndingTests.next + " build=55 boot=A")
        #expect(
            runs.first?.ruledOut == [.appUpdate, .reboot, .backgroundTask], "\(runs.summary)")
        #expect(
            runs.first?.candidateLine
                == "reclaimed likely, userQuit possible, settingsChange possible, crash.signal possible",
            "\(runs.summary)")
    }

    @Test("That a process did not crash is concluded from a suspension that is told, not from one that is concluded")
    func suspensionRulesOut() {
        let reasons = ["", "10:00:07 process.suspend"].map { line in
            timeline(SilentEndingTests.inBackground + line + SilentEndingTests.next).first?.ending.ruledOut
                .first { $0.cause == .crashSignal }?.because
        }
        #expect(
            reasons == [
                nil,
                "a suspended process runs no code that could crash",
            ])
    }

    /// What the second of two runs tells, or somebody else meanwhile, and whether that update came before it.
    static let updates: [(line: String, isBefore: Bool)] = [
        ("10:00:00.5 app.updated pid=8", true), ("10:00:00.5 app.updated pid=8 class=app", true),
        ("10:00:00.5 app.updated class=app", true), ("10:00:01.5 app.updated pid=8 class=app", true),
        ("10:00:00.5 app.installed pid=8", true),
        ("10:00:06.5 app.updated pid=8 class=system", false), ("10:00:06.5 app.updated", false),
        // What is suspended says nothing: the id is that of the log.
        ("10:00:09 app.updated pid=8", false),
    ]

    @Test(arguments: updates) func `an update that a process tells itself came before it was launched`(
        _ row: (line: String, isBefore: Bool)
    ) {
        func life(_ hour: String, _ pid: Int) -> [String] {
            [
                "\(hour):00:00 process.launch intent=foreground pid=\(pid)",
                "\(hour):00:01 app.didBecomeActive pid=\(pid)", "\(hour):00:05 app.willResignActive pid=\(pid)",
                "\(hour):00:06 app.didEnterBackground pid=\(pid)",
            ]
        }
        let lines = life("09", 7) + life("10", 8) + ["10:00:07 process.suspend pid=8", row.line]
        let runs = timeline(lines.sorted().joined(separator: "\n") + "\n12:00:00 process.launch pid=9")
        let told = runs.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" }
        #expect(
            told
                == (row.isBefore
                    ? ["appUpdate likely", "reclaimed likely", "stillRunning likely"]
                    : ["unknown possible", "appUpdate certain", "stillRunning likely"]),
            "\(row.line)\n\(runs.summary)")
        #expect(
            runs.map(\.launch.isAfterUpdate) == [false, row.isBefore, !row.isBefore], "\(row.line)\n\(runs.summary)")
    }

    @Test func `what a process goes on with shows that it outlived an update that it may have told itself`() {
        let runs = timeline(
            "10:00:00 process.launch pid=7\n10:00:01 app.didBecomeActive pid=7\n10:00:15 app.updated pid=7\n"
                + "10:00:20 app.didEnterBackground pid=7" + SilentEndingTests.next)
        #expect(runs.first?.endingLine == "unknown possible", "\(runs.summary)")
        // Nothing ran before it: it is there for the first time.
        let new = timeline("10:00:00 process.launch pid=7\n10:00:00.5 app.installed pid=7" + SilentEndingTests.next)
        #expect(new.map(\.launch.isFirstEver) == [true, false], "\(new.summary)")
        #expect(new.first?.ending.cause == .unknown, "\(new.summary)")
    }

    @Test func `an app that was removed is not still running`() {
        let runs = timeline(SilentEndingTests.inBackground + "10:30:00 app.uninstalled")
        #expect(runs.map(\.endingLine) == ["uninstalled likely"], "\(runs.summary)")
        let alive = timeline(SilentEndingTests.inBackground + "10:30:00 app.updated\n10:31:00 data.save pid=7")
        #expect(alive.map(\.endingLine) == ["stillRunning likely"], "\(alive.summary)")
    }

    @Test func `the end of the evidence is no end of the run`() {
        let runs = timeline(SeenEndingTests.active)
        #expect(runs.map(\.endingLine) == ["stillRunning likely"])
        #expect(runs.first?.states.last?.to == nil)
        #expect(runs.first?.isVisible == false)
    }
}
