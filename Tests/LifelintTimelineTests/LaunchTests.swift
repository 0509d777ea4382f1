// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// How a run was launched: the kinds of evidence, in their order.
@Suite struct LaunchTests {
    static let kinds: [(name: String, log: String, expected: String)] = [
        ("stated foreground", "10:00:00 process.launch intent=foreground", "foreground certain"),
        ("stated background", "10:00:00 process.launch intent=background", "background certain"),
        ("prewarm mark", "10:00:00 process.launch intent=prewarm", "prewarmed certain"),
        (
            "a stated intent outranks everything",
            "10:00:00 process.launch intent=background\n10:00:01 app.didBecomeActive", "background certain"
        ),
        (
            "in front before the launch, by a clock of whole seconds",
            """
            10:00:00 process.deactivation pid=7 class=uikit mask=0
            10:00:00.600 process.launch intent=foreground
            """, "foreground certain"
        ),
        (
            "the same where the app tells the launch",
            """
            10:00:00 process.deactivation pid=7 class=uikit mask=0
            10:00:00.100 app.didFinishLaunching
            10:00:00.400 app.didBecomeActive
            """, "foreground certain"
        ),
        (
            "told to begin behind the front, and opened seconds later",
            """
            10:00:00 process.launch pid=7
            10:00:00.1 process.state visibility=background pid=7 class=runningboard
            10:00:00.3 app.didFinishLaunching pid=7
            10:00:05.1 app.didBecomeActive pid=7
            """, "background likely"
        ),
        (
            "the same of one that has told nothing of itself by then: it may have been prewarmed",
            """
            10:00:00 process.launch pid=7
            10:00:00.1 process.state visibility=background pid=7 class=frontboard
            10:00:05.1 process.state visibility=foreground pid=7 class=frontboard
            """, "background possible"
        ),
        (
            "behind the front for a moment",
            """
            10:00:00 process.launch pid=7
            10:00:00.1 process.state visibility=background pid=7 class=runningboard
            10:00:00.9 app.didBecomeActive pid=7
            """, "foreground certain"
        ),
        (
            "what it read behind the front, and a report that found it in front before any scene of it was told",
            """
            10:00:00 app.didFinishLaunching state=background pid=7
            10:00:00.3 report.crash signal=5 appState=active pid=7
            """, "foreground likely"
        ),
        (
            "the same where it had worked for the background by then, or was found in front much later",
            """
            10:00:00 app.didFinishLaunching state=background pid=7
            10:00:00.2 fetch.begin pid=7
            10:00:00.3 report.crash signal=5 appState=active pid=7
            """, "background likely"
        ),
        (
            "found in front long after it read that it was behind it",
            """
            10:00:00 app.didFinishLaunching state=background pid=7
            10:05:00 report.crash signal=5 appState=active pid=7
            """, "background likely"
        ),
        (
            "suspended before its first callback",
            "10:00:00 process.suspend pid=7\n10:30:00 app.didFinishLaunching pid=7\n10:30:01 app.didBecomeActive pid=7",
            "prewarmed likely"
        ),
        (
            "suspended before its first callback, and at work after that",
            """
            10:00:00 process.launch
            10:00:02 process.suspend
            10:00:05 app.didFinishLaunching
            10:00:06 push.receive silent=true
            """, "background likely"
        ),
        ("active soon", "10:00:00 app.didFinishLaunching\n10:00:09 app.didBecomeActive", "foreground certain"),
        ("foreground soon", "10:00:00 app.didFinishLaunching\n10:00:09 app.willEnterForeground", "foreground certain"),
        (
            "visible soon",
            "10:00:00 process.launch\n10:00:09 process.state visibility=foreground", "foreground certain"
        ),
        ("inactive at the launch callback", "10:00:00 app.didFinishLaunching state=inactive", "foreground likely"),
        ("background at the launch callback", "10:00:00 app.didFinishLaunching state=background", "background likely"),
        (
            "the same, and the delegate is told that it comes to the front: nobody is who was launched for it",
            """
            10:00:00 app.didFinishLaunching state=background
            10:00:06.9 app.willEnterForeground via=delegate state=background
            10:00:07.3 app.didBecomeActive
            """, "background likely"
        ),
        (
            "the same where only a notification tells it, which apps with scenes have, too",
            """
            10:00:00 app.didFinishLaunching state=background
            10:00:06.9 app.willEnterForeground via=notification
            10:00:07.3 app.didBecomeActive
            """, "foreground likely"
        ),
        (
            "the same in an app with scenes",
            """
            10:00:00 app.didFinishLaunching state=background
            10:00:00.2 scene.willConnect scene=a
            10:00:00.4 scene.didBecomeActive scene=a
            """, "foreground certain"
        ),
        (
            "background at the launch callback, and in front soon",
            "10:00:00 app.didFinishLaunching state=background\n10:00:02 app.didBecomeActive", "foreground likely"
        ),
        (
            "with scenes the state says nothing",
            """
            10:00:00 app.didFinishLaunching state=background
            10:00:12 scene.willEnterForeground scene=s
            """, "unknown"
        ),
        (
            "with scenes the state says nothing, though the system tells of the edge first",
            """
            10:00:00 app.didFinishLaunching state=background
            10:00:12.0 process.state visibility=foreground
            10:00:12.3 scene.willEnterForeground scene=s
            """, "unknown"
        ),
        ("work right after launching", "10:00:00 app.didFinishLaunching\n10:00:05 push.receive", "background likely"),
        (
            "in front soon, but work first",
            "10:00:00 app.didFinishLaunching\n10:00:00.1 push.receive\n10:00:07 app.didBecomeActive",
            "foreground likely"
        ),
        ("work too late", "10:00:00 app.didFinishLaunching\n10:00:15 push.receive", "unknown"),
        ("a connected scene alone", "10:00:00 app.didFinishLaunching\n10:00:01 scene.willConnect", "unknown"),
        ("nothing", "10:00:00 app.didFinishLaunching", "unknown"),
        (
            "work in one after a scene has opened it",
            """
            10:00:00 process.launch intent=prewarm
            10:00:02 scene.willConnect scene=a
            10:00:03 location.update
            10:00:04 scene.willEnterForeground scene=a
            """, "prewarmed certain"
        ),
        (
            "work in one whose scene has come to no front",
            """
            10:00:00 process.launch intent=prewarm
            10:00:02 scene.willConnect scene=a
            10:00:03 location.update
            """, "background likely"
        ),
        (
            "work in one whose scene has come to the front much later",
            """
            10:00:00 process.launch intent=prewarm
            10:00:02 scene.willConnect scene=a
            10:00:03 location.update
            10:20:00 scene.willEnterForeground scene=a
            """, "background likely"
        ),
        (
            "work in a process that the system calls prewarmed",
            "10:00:00 process.launch intent=prewarm\n10:00:02 scheduledTask.start task=a", "background likely"
        ),
        (
            "opened when it had been there for long",
            """
            10:00:00 process.launch class=runningboard
            10:00:00 process.state class=runningboard pid=7 task=running
            10:20:00 process.launch class=frontboard intent=foreground
            10:20:00 process.state class=frontboard pid=7 visibility=foreground
            """, "background likely"
        ),
        ("no launch at all", "10:00:00 app.willResignActive", "unknown"),
        (
            "in front after more than 25 s",
            "10:00:00 app.didFinishLaunching\n10:00:26 app.didBecomeActive", "background possible"
        ),
        (
            "in front again after more than 25 s: it had left the front before that",
            """
            10:00:00 app.didFinishLaunching
            10:01:00 app.willResignActive
            10:01:01 app.didEnterBackground
            10:02:00 app.willEnterForeground
            10:02:01 app.didBecomeActive
            """, "unknown"
        ),
        (
            "in front again after more than 25 s: its delegate had been told that it left",
            """
            10:00:00 app.didFinishLaunching
            10:00:10 app.didEnterBackground
            10:00:40 app.willEnterForeground
            """, "unknown"
        ),
        (
            "in front after more than 25 s: a scene is told of the background in a launch there, too",
            """
            10:00:00 app.didFinishLaunching
            10:00:01 scene.didEnterBackground scene=s
            10:00:40 scene.willEnterForeground scene=s
            """, "background possible"
        ),
        (
            "in front after more than 25 s under a debugger",
            "10:00:00 process.launch debugger=true\n10:00:00 app.didFinishLaunching\n10:00:26 app.didBecomeActive",
            "unknown"
        ),
        (
            "opened after half an hour, protected data until then unavailable",
            """
            12:28:36 app.didFinishLaunching duration=120ms state=background
            12:58:15.05 app.protectedDataDidBecomeAvailable
            12:58:15.10 scene.willConnect scene=s
            12:58:15.15 scene.willEnterForeground scene=s
            12:58:15.40 scene.didBecomeActive scene=s
            """, "prewarmed likely"
        ),
    ]

    /// Each module of an app may print the same callback.
    static let steps: [(name: String, log: String, runs: Int)] = [
        (
            "by several modules of one process",
            "10:00:00.0 app.didFinishLaunching pid=7\n10:00:00.1 app.didFinishLaunching pid=7\n10:00:09 app.didFinishLaunching pid=7",
            1
        ),
        (
            "by several modules of a process without an id",
            "10:00:00.0 app.didFinishLaunching\n10:00:00.1 app.didFinishLaunching\n10:00:00.3 app.didBecomeActive", 1
        ),
        (
            "by one that was active meanwhile",
            "10:00:00 app.didFinishLaunching pid=7\n10:00:01 app.didBecomeActive pid=7\n10:00:20 app.didFinishLaunching pid=7",
            2
        ),
        (
            "by another module, late",
            "10:00:00 app.didFinishLaunching pid=7\n10:00:01 app.didBecomeActive pid=7\n10:00:02 app.didFinishLaunching pid=7",
            1
        ),
        (
            "by an observer of one that was active meanwhile",
            "10:00:00 app.didFinishLaunching pid=7\n10:00:01 app.didBecomeActive pid=7\n10:00:20 app.didFinishLaunching pid=7 via=notification",
            1
        ),
        ("long after", "10:00:00 app.didFinishLaunching pid=7\n10:01:00 app.didFinishLaunching pid=7", 2),
        ("by a process without an id, later", "10:00:00 app.didFinishLaunching\n10:00:09 app.didFinishLaunching", 2),
        (
            "by one without an id that has been in front",
            "10:00:00 app.didFinishLaunching\n10:00:01 app.didBecomeActive\n10:00:01.9 app.didFinishLaunching", 2
        ),
        (
            "by two reports of one process",
            """
            10:00:00.000 process.launch class=report pid=7
            10:00:00.100 process.launch class=report pid=7
            10:20:00 report.crash pid=7 signal=11
            10:20:00.1 report.crash pid=7 signal=11
            """, 1
        ),
        ("by the system", "10:00:00 process.launch pid=7\n10:00:01 process.launch pid=7", 2),
        (
            "by the system when a prewarmed process is opened, which asks for a launch whether there is a process or not",
            """
            10:00:00.00 process.launch class=runningboard intent=prewarm
            10:00:00.01 process.state class=runningboard pid=7 task=running
            10:00:03.00 process.suspend pid=7
            10:20:00.00 process.launch class=frontboard intent=foreground
            10:20:00.01 process.launch class=runningboard
            10:20:00.02 process.resume pid=7
            10:20:00.03 process.state class=frontboard pid=7 visibility=foreground
            """, 1
        ),
        (
            "by the system when the process that it launched for work is opened",
            """
            10:00:00.00 process.launch class=runningboard
            10:00:00.01 process.state class=runningboard pid=7 task=running
            10:00:03.00 process.suspend class=runningboard pid=7
            10:20:00.00 process.launch class=frontboard intent=foreground
            10:20:00.01 process.launch class=runningboard
            10:20:00.02 process.resume class=runningboard pid=7
            10:20:00.03 process.state class=frontboard pid=7 visibility=foreground
            """, 1
        ),
        (
            "by the system of a process of which nothing tells that it is still there",
            """
            10:00:00.00 app.didFinishLaunching pid=7
            10:00:03.00 app.didEnterBackground pid=7
            10:20:00.00 process.launch class=frontboard intent=foreground
            10:20:00.03 process.state class=frontboard pid=8 visibility=foreground
            """, 2
        ),
        (
            "by the system of a process that is prewarmed once more",
            """
            10:00:00.00 process.launch class=runningboard intent=prewarm
            10:00:00.01 process.state class=runningboard pid=7 task=running
            10:20:00.01 process.launch class=runningboard intent=prewarm
            10:20:00.02 process.state class=runningboard pid=8 task=running
            """, 2
        ),
        (
            "by the system when a prewarmed process is opened, which the app tells first",
            """
            10:00:00.00 process.launch class=runningboard intent=prewarm
            10:00:00.01 process.state class=runningboard pid=7 task=running
            10:00:03.00 process.suspend pid=7
            10:19:59.92 app.willEnterForeground pid=7
            10:19:59.98 app.didBecomeActive pid=7
            10:20:00 process.launch class=frontboard intent=foreground
            10:20:00 process.launch class=runningboard
            10:20:00 process.resume pid=7
            """, 1
        ),
        (
            "by a log that knows the process id, a moment behind one that does not",
            """
            10:00:00.123 app.didFinishLaunching
            10:00:00.124 app.didFinishLaunching pid=7
            10:00:00.323 app.didBecomeActive
            10:00:00.324 app.didBecomeActive pid=7
            """, 1
        ),
        (
            "by a log that knows the process id, some seconds behind one that does not",
            "10:00:00.123 app.didFinishLaunching\n10:00:03.124 app.didFinishLaunching pid=7", 2
        ),
        (
            "by the system of a process that was prewarmed and opened",
            """
            10:00:00.00 process.launch class=runningboard intent=prewarm
            10:00:00.01 process.state class=runningboard pid=7 task=running
            10:10:00.00 process.state class=frontboard pid=7 visibility=foreground
            10:20:00.00 process.launch class=frontboard intent=foreground
            10:20:00.02 process.state class=runningboard pid=8 task=running
            """, 2
        ),
        (
            "by a clock of whole seconds, of a process of which nothing else is told yet",
            """
            10:00:00 process.launch class=frontboard intent=foreground seq=1
            10:00:00 process.launch class=frontboard intent=foreground seq=2
            10:00:01 app.didBecomeActive pid=7
            """, 1
        ),
        (
            "at once, and with another intent",
            """
            10:00:00 process.launch class=frontboard intent=foreground seq=1
            10:00:00 process.launch class=frontboard intent=background seq=2
            """, 2
        ),
        (
            "a second later",
            """
            10:00:00 process.launch class=frontboard intent=foreground
            10:00:01 process.launch class=frontboard intent=foreground
            10:00:02 app.didBecomeActive pid=7
            """, 2
        ),
        (
            "by an app whose process was suspended before anything told its launch",
            """
            10:00:00.00 process.suspend pid=7
            10:30:00.00 process.resume pid=7
            10:30:00.01 app.didFinishLaunching pid=7
            10:30:00.06 app.didBecomeActive pid=7
            """, 1
        ),
        (
            "by an app whose process the system had seen in front",
            """
            10:00:00.00 process.state class=frontboard pid=7 visibility=foreground
            10:02:00.00 process.state class=frontboard pid=7 visibility=background
            10:02:02.00 process.suspend pid=7
            10:30:00.01 app.didFinishLaunching pid=7
            """, 2
        ),
        (
            "by an app that had said something before it was suspended",
            """
            10:00:00.00 data.save pid=7
            10:00:01.00 process.suspend pid=7
            10:30:00.01 app.didFinishLaunching pid=7
            """, 2
        ),
        (
            "by a report of another process with its id",
            "10:00:00 app.didFinishLaunching pid=7\n10:00:20 report.crash pid=7 signal=11\n11:00:20 report.crash pid=7 signal=6",
            2
        ),
    ]

    @Test(arguments: steps) func `the same step again is another launch, but for what tells one twice`(
        _ row: (name: String, log: String, runs: Int)
    ) {
        let runs = timeline(row.log)
        #expect(runs.count == row.runs, "\(row.name)\n\(runs.summary)")
    }

    @Test(arguments: kinds) func `the kind of a launch follows from the evidence`(
        _ row: (name: String, log: String, expected: String)
    ) {
        let runs = timeline(row.log)
        #expect(runs.first?.launchLine == row.expected, "\(row.name)\n\(runs.summary)")
    }

    static let spans: [(name: String, log: String, expected: String)] = [
        (
            "to the first frame",
            """
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:00:01.5 ui.firstFrame
            """, "10:00:00–10:00:01.5"
        ),
        (
            "else to the first active callback",
            "10:00:00 process.launch intent=foreground\n10:00:01 scene.didBecomeActive scene=s", "10:00:00–10:00:01"
        ),
        (
            "however long a watchdog waits for it",
            "10:00:00 process.launch intent=foreground\n10:00:24 app.didBecomeActive", "10:00:00–10:00:24"
        ),
        (
            "none where the app's own log begins later than any launch lasts",
            """
            10:00:00 process.launch intent=foreground
            10:00:30.9 scene.didBecomeActive scene=main
            10:09:50 scene.willResignActive scene=main
            """, ""
        ),
        (
            "though it takes so long, where its own log was there before",
            "10:00:00 process.launch intent=foreground\n10:00:01 sdk.init\n10:00:30.9 app.didBecomeActive",
            "10:00:00–10:00:30.9"
        ),
        (
            "what only the system saw is no end of it",
            "10:00:00 process.launch intent=foreground\n10:00:01 process.state visibility=foreground", ""
        ),
        (
            "none where the system saw it leave before the app told of being active",
            """
            10:00:00 process.launch intent=foreground
            10:00:00.1 app.didFinishLaunching
            10:00:00.3 process.state visibility=foreground
            10:00:10 process.state visibility=background
            10:00:30 process.state visibility=foreground
            10:00:30.5 app.willEnterForeground
            10:00:30.9 app.didBecomeActive
            """, ""
        ),
        (
            "of a background launch to the end of didFinishLaunching",
            "10:00:00 process.launch intent=background\n10:00:01 app.didFinishLaunching duration=380ms",
            "10:00:00–10:00:01.380"
        ),
        (
            "of a prewarmed run from its opening",
            """
            12:28:36 process.launch intent=prewarm
            12:28:36.2 app.didFinishLaunching duration=120ms
            12:58:15.10 scene.willConnect scene=s
            12:58:15.15 scene.willEnterForeground scene=s
            12:58:15.35 ui.firstFrame
            12:58:15.40 scene.didBecomeActive scene=s
            """, "12:58:15.10–12:58:15.35"
        ),
        (
            "none where it may have been launched for a push, and opened seconds later",
            "10:00:00 app.didFinishLaunching\n10:00:00.3 push.receive silent=true\n10:00:05.4 app.didBecomeActive", ""
        ),
        (
            "to active where it came to the front at once, whatever it received",
            "10:00:00 app.didFinishLaunching\n10:00:00.3 push.receive silent=true\n10:00:00.7 app.didBecomeActive",
            "10:00:00–10:00:00.7"
        ),
        (
            "to active where it is told to be launched for the front",
            "10:00:00 process.launch intent=foreground\n10:00:01 push.receive silent=true\n10:00:05 app.didBecomeActive",
            "10:00:00–10:00:05"
        ),
        ("of a prewarmed run that nobody opened there is none", "10:00:00 process.launch intent=prewarm", ""),
        (
            "open at death where a launch callback was seen",
            """
            10:00:00 process.launch intent=foreground
            10:00:01 app.willFinishLaunching
            10:00:21 process.exit signal=9
            """, "10:00:00–10:00:21"
        ),
        (
            "not open at death where none was seen",
            "10:00:00 process.launch intent=foreground\n10:00:21 process.exit signal=9", ""
        ),
    ]

    @Test(arguments: spans) func `the launch span ends where its end can be seen`(
        _ row: (name: String, log: String, expected: String)
    ) {
        let runs = timeline(row.log)
        #expect(runs.first?.spanLine("launch") == row.expected, "\(row.name)\n\(runs.summary)")
    }

    @Test func `a prewarmed run waits in the background and is opened into the foreground`() {
        let runs = timeline(
            """
            12:28:36 process.launch intent=prewarm pid=7
            12:28:36.1 app.willFinishLaunching pid=7 state=background
            12:28:38 process.suspend pid=7
            12:58:15.00 process.resume pid=7
            12:58:15.15 scene.willEnterForeground scene=s pid=7
            12:58:15.40 scene.didBecomeActive scene=s pid=7
            """)
        #expect(runs.count == 1, "\(runs.summary)")
        #expect(runs.first?.stateNames == "background suspended background inactive active", "\(runs.summary)")
        #expect(runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
    }

    /// What follows the opening of a prewarmed process, and whether the user sees how it ends.
    static let openings: [(name: String, log: String, isVisible: Bool)] = [
        ("at once", "12:58:15.9 process.exit signal=11 pid=7", true),
        (
            "by the watchdog of its scene",
            """
            12:58:35.2 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d explanation="scene-create watchdog \
            transgression: exhausted real (wall clock) time allowance of 20.00 seconds"
            """, true
        ),
        ("later than anybody waits", "12:58:40 process.exit signal=11 pid=7", false),
        (
            "for others' memory", "12:58:15.9 process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage",
            false
        ),
        (
            "when it was left",
            """
            12:58:15.5 scene.willEnterForeground scene=s pid=7
            12:58:16 scene.didEnterBackground scene=s pid=7
            12:58:17 process.exit signal=11 pid=7
            """, false
        ),
    ]

    @Test(arguments: openings) func `who opens a prewarmed app sees that it dies before it is in front`(
        _ row: (name: String, log: String, isVisible: Bool)
    ) {
        let begun = """
            12:28:36 process.launch intent=prewarm pid=7
            12:28:36.1 app.didFinishLaunching pid=7 state=background

            """
        let runs = timeline(begun + "12:58:15.2 scene.willConnect scene=s pid=7\n" + row.log)
        #expect(runs.map(\.isVisible) == [row.isVisible], "\(row.name)\n\(runs.summary)")
        // Nobody sees it that did not open it.
        let never = timeline(
            begun + row.log.split(separator: "\n").filter { !$0.contains("scene.") }.joined(separator: "\n"))
        #expect(never.map(\.isVisible) == [false], "\(row.name)\n\(never.summary)")
    }

    /// What a scene that is created was allowed, and what that tells where nothing tells of the front.
    static let allowances: [(allowed: String, told: String, kind: Launch.Kind, state: AppState, isVisible: Bool)] = [
        ("CPU time allowance of 3.10 seconds", "", .background, .background, false),
        ("CPU time allowance of 3.10 seconds", "visibility=Background", .background, .background, false),
        ("CPU time allowance of 3.10 seconds", "visibility=Foreground", .foreground, .launching, true),
        ("real (wall clock) time allowance of 19.50 seconds", "", .unknown, .launching, true),
    ]

    @Test(arguments: allowances) func `time of the processor is allowed to a launch that nobody waits for`(
        _ row: (allowed: String, told: String, kind: Launch.Kind, state: AppState, isVisible: Bool)
    ) {
        let explanation = #"explanation="scene-create watchdog transgression: exhausted \#(row.allowed)""#
        let report = "10:00:20 report.crash pid=7 namespace=FRONTBOARD code=0x8badf00d appState=launching \(row.told) "
        let runs = timeline("10:00:00 process.launch class=report pid=7\n" + report + explanation)
        #expect(runs.map(\.launch.kind) == [row.kind], "\(row)\n\(runs.summary)")
        #expect(runs.map(\.stateAtEnd) == [row.state], "\(row)\n\(runs.summary)")
        #expect(runs.map(\.isVisible) == [row.isVisible], "\(row)\n\(runs.summary)")
        // Where only the log tells the end, nothing tells where it was: nobody is said to have seen it.
        let logged = timeline(
            "10:00:00 process.launch pid=7\n10:00:20 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d "
                + explanation)
        #expect(logged.map(\.isVisible) == [row.allowed.hasPrefix("real")], "\(row)\n\(logged.summary)")
    }

    @Test func `of a process that was prewarmed before the log begins it is told by when`() {
        let runs = timeline(
            """
            12:28:36 process.suspend pid=7
            12:58:15.00 process.resume pid=7
            12:58:15.20 app.didFinishLaunching pid=7
            12:58:15.40 app.didBecomeActive pid=7
            """)
        #expect(
            runs.first?.story.contains(
                "was prewarmed by the system (likely) by 12:28:36 and opened at 12:58:15.40.")
                == true, "\(runs.summary)")
        #expect(runs.first?.spanLine("launch") == "12:58:15.40–12:58:15.40", "\(runs.summary)")
    }

    @Test func `the launch callbacks of a process that was prewarmed before main come at any distance`() {
        let runs = timeline(
            """
            12:28:36 process.launch intent=prewarm pid=7
            12:58:15.00 app.willFinishLaunching pid=7
            12:58:15.20 app.didFinishLaunching pid=7
            12:58:15.40 app.didBecomeActive pid=7
            """)
        #expect(runs.count == 1, "\(runs.summary)")
    }

    @Test(arguments: ["inactive", "background"])
    func `the launch callbacks of a prewarmed process may be those of its opening`(state: String) {
        let runs = timeline(
            """
            12:28:36 process.launch intent=prewarm pid=7
            12:58:15.20 app.didFinishLaunching pid=7 state=\(state)
            12:58:15.40 app.didBecomeActive pid=7
            """)
        #expect(runs.first?.launch.kind == .prewarmed && runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
    }

    @Test func `the state read in launch callbacks is checked once the launch is understood`() {
        let foreground = timeline(
            """
            10:00:00 process.launch intent=foreground
            10:00:01 app.didFinishLaunching state=background
            10:00:02 app.didBecomeActive
            """)
        #expect(foreground.first?.anomalyCodes == "state-mismatch", "\(foreground.summary)")
        // One that has not come to the front may have scenes.
        let dying = timeline(
            "10:00:00 process.launch intent=foreground\n10:00:01 app.didFinishLaunching state=background")
        #expect(dying.first?.anomalies.isEmpty == true, "\(dying.summary)")
        let behind = timeline(
            "10:00:00 process.launch intent=background\n10:00:01 app.didFinishLaunching state=inactive")
        #expect(behind.first?.anomalyCodes == "state-mismatch", "\(behind.summary)")
        let scenes = timeline(
            """
            10:00:00 process.launch intent=foreground
            10:00:01 app.didFinishLaunching state=background
            10:00:02 scene.didBecomeActive scene=s
            """)
        #expect(scenes.first?.anomalies.isEmpty == true, "\(scenes.summary)")
    }

    @Test func `a launch names what ended the run before it`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 app.didBecomeActive pid=7
            10:00:05 process.exit pid=7 namespace=RUNNINGBOARD code=0xdeadfa11
            10:01:00 process.launch intent=foreground pid=8
            10:01:01 app.didBecomeActive pid=8
            """)
        #expect(runs.map(\.launch.after) == [nil, .userQuit], "\(runs.summary)")
        #expect(runs.map(\.launch.isAfterForceQuit) == [false, true])
    }

    @Test func `each launch of a crash loop names the crash before it`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=1
            10:00:01 process.exit pid=1 signal=11
            10:00:10 process.launch pid=2
            10:00:11 process.exit pid=2 signal=6 exception=NSRangeException
            10:00:12 process.launch pid=3
            10:00:13 process.exit pid=3 signal=11
            """)
        #expect(runs.map(\.launch.after) == [nil, .crashSignal, .crashException], "\(runs.summary)")
        #expect(runs.map(\.ending.cause) == [.crashSignal, .crashException, .crashSignal])
    }

    @Test func `flags tell what a launch follows, once`() {
        let runs = timeline(
            """
            09:00:00 device.boot
            09:01:00 process.launch intent=background pid=1
            09:01:30 process.exit pid=1 namespace=JETSAM code=9
            09:02:00 screen.unlock
            09:03:00 app.updated
            09:04:00 process.launch intent=foreground pid=2
            09:05:00 process.exit pid=2 namespace=JETSAM code=4
            09:06:00 process.launch intent=foreground pid=3
            """)
        #expect(runs.map(\.launch.isAfterBoot) == [true, false, false], "\(runs.summary)")
        #expect(runs.map(\.launch.isBeforeFirstUnlock) == [true, false, false])
        #expect(runs.map(\.launch.isAfterUpdate) == [false, true, false])
        #expect(timeline("10:00:00 app.installed\n10:01:00 process.launch").first?.launch.isFirstEver == true)
    }

    @Test func `a return to the front is a resume from its first edge to active`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground
            10:10:00 app.willEnterForeground
            10:10:00.7 app.didBecomeActive
            """)
        #expect(runs.first?.spanLine("resume") == "10:10:00–10:10:00.7", "\(runs.summary)")
    }

    static let returns: [(name: String, log: String, expected: String)] = [
        (
            "it died on its way", "10:10:00 app.willEnterForeground\n10:10:07 process.exit signal=11",
            "10:10:00–10:10:07"
        ),
        (
            "nothing tells the end",
            "10:10:00 app.willEnterForeground\n10:10:03 data.load\n10:20:00 app.didFinishLaunching", "10:10:00–10:10:03"
        ),
        ("it goes on", "10:10:00 app.willEnterForeground\n10:10:03 data.load", ""),
        (
            "it left again", "10:10:00 app.willEnterForeground\n10:10:01 app.didEnterBackground\n10:10:07 process.exit",
            ""
        ),
        ("it was long on its way", "10:10:00 app.willEnterForeground\n10:50:07 process.exit signal=11", ""),
    ]

    @Test(arguments: returns) func `a return that the run did not outlive is open at its end`(
        _ row: (name: String, log: String, expected: String)
    ) {
        let start = """
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground

            """
        let run = timeline(start + row.log).first
        #expect(run?.spanLine("resume") == row.expected, "\(row.name)\n\(run?.summary ?? "")")
        #expect(run?.spans.last { $0.kind == "resume" }?.isEnded != true, "\(row.name)")
        let told = stretches(start + row.log).first?.spans.filter { $0.kind == "resume" }
        #expect(told?.count == (row.expected.isEmpty ? 0 : 1) && told?.allSatisfy { $0.end == nil } == true)
    }

    @Test func `the time before main is a span where the launch was seen`() {
        let runs = timeline("10:00:00 process.launch intent=foreground\n10:00:00.3 process.main")
        #expect(runs.first?.spanLine("preMain") == "10:00:00–10:00:00.3", "\(runs.summary)")
        #expect(timeline("10:00:00.3 process.main").first?.spanLine("preMain") == "")
    }

    /// Nothing calls an extension back as an app.
    @Test(
        arguments: [
            ("host=extension", "extension.begin", []), ("host=widget", "data.load", []),
            ("host=extension", "process.state visibility=foreground class=frontboard", [.launching, .active]),
            ("host=app", "data.load", [.launching]),
        ] as [(String, String, [AppState])]) func `an extension that does its work is not launching`(
            _ row: (host: String, word: String, states: [AppState])
        ) throws
    {
        let log =
            "10:00:00 process.launch pid=7 \(row.host)\n10:00:00.1 \(row.word) pid=7\n10:00:09 process.exit pid=7 signal=9"
        let run = try #require(timeline(log).first)
        #expect(run.states.map(\.state) == row.states)
        #expect(run.stateAtEnd == row.states.last)
    }
}
