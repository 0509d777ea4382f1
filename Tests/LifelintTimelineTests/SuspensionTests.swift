// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Suspension is silent: when it is concluded, from what, and when not.
@Suite struct SuspensionTests {
    /// In the background at 10:00:06.
    static let start = """
        10:00:00 process.launch intent=foreground pid=7
        10:00:01 app.didBecomeActive
        10:00:05 app.willResignActive
        10:00:06 app.didEnterBackground

        """

    static let silences: [(name: String, log: String, states: String)] = [
        ("a foreground edge after 5 s", "10:00:12 app.willEnterForeground", "~suspended 10:00:11 · inactive 10:00:12"),
        ("a foreground edge within 5 s", "10:00:10 app.willEnterForeground", "inactive 10:00:10"),
        (
            "a foreground edge that takes its time", "10:01:00 app.willEnterForeground duration=8s\n10:01:10 data.load",
            "~suspended 10:00:11 · ~background 10:01:00 · inactive 10:01:08"
        ),
        (
            "a line while the foreground edge takes its time",
            "10:01:00 app.willEnterForeground duration=8s\n10:01:04 data.load\n10:01:20 process.exit signal=11",
            "~suspended 10:00:11 · ~background 10:01:00 · inactive 10:01:08"
        ),
        (
            "a foreground edge in two halves",
            """
            10:01:00 app.willEnterForeground phase=begin
            10:01:04 data.load
            10:01:08 app.willEnterForeground phase=end
            """, "~suspended 10:00:11 · ~background 10:01:00 · inactive 10:01:08"
        ),
        (
            "a foreground edge that does not come about",
            "10:01:00 app.willEnterForeground phase=begin\n10:01:20 process.exit namespace=FRONTBOARD code=0x8badf00d",
            "~suspended 10:00:11 · inactive 10:01:00"
        ),
        (
            "a foreground edge out of a suspension that is told",
            "10:00:20 process.suspend\n10:01:00 app.willEnterForeground duration=8s\n10:01:10 data.load",
            "suspended 10:00:20 · ~background 10:01:00 · inactive 10:01:08"
        ),
        ("a stretch that is lost", "10:00:07 log.gap duration=120s\n10:05:00 data.save\n10:09:00 data.save", ""),
        (
            "a stretch that is lost, and then a state",
            "10:00:07 log.gap duration=60s\n10:05:00 app.didEnterBackground\n10:05:01 app.willEnterForeground"
                + "\n10:05:02 app.didEnterBackground\n10:09:00 app.willEnterForeground",
            "inactive 10:05:01 · background 10:05:02 · ~suspended 10:05:07 · inactive 10:09:00"
        ),
        ("a line after 59 s", "10:01:05 data.save", ""),
        ("a line after 60 s", "10:01:06 data.save", "~suspended 10:00:11 · ~background 10:01:06"),
        ("a death", "10:00:12 process.exit namespace=JETSAM code=4", "~suspended 10:00:11"),
        ("a crash is no death of a suspended process", "10:00:12 process.exit namespace=SIGNAL code=11", ""),
        (
            "a crash after hours shows that it ran again",
            "13:00:12 process.exit namespace=SIGNAL code=11", "~suspended 10:00:11 · ~background 13:00:12"
        ),
        (
            "a report that is begun, and then a crash",
            "13:00:12 process.exit class=reportcrash\n13:00:12.2 process.exit namespace=SIGNAL code=11", ""
        ),
        (
            "a crash after it was woken",
            "10:01:10 data.save\n13:00:12 process.exit class=reportcrash\n13:00:12.2 process.exit signal=11",
            "~suspended 10:00:11 · ~background 10:01:10"
        ),
        ("an exit of its own", "10:00:12 process.exit namespace=0 code=0", ""),
        ("a successor", "10:00:12 process.launch pid=8", "~suspended 10:00:06"),
        (
            "an exact resume",
            "10:05:00 process.resume", "~suspended 10:00:11 · background 10:05:00"
        ),
        (
            "a resume out of a suspension that the log lacks: it may lack others",
            "10:05:00 process.resume\n10:40:00 process.exit namespace=JETSAM code=4",
            "~suspended 10:00:11 · background 10:05:00 · ~suspended 10:05:05"
        ),
        (
            "exact witnesses take back what was concluded before",
            """
            10:02:00 data.save
            10:02:01 process.suspend
            10:05:00 process.resume
            """, "suspended 10:02:01 · background 10:05:00"
        ),
        (
            "nothing is concluded where suspensions are told",
            """
            10:00:07 process.suspend
            10:00:30 process.resume
            10:02:00 app.willEnterForeground
            """, "suspended 10:00:07 · background 10:00:30 · inactive 10:02:00"
        ),
        (
            "an open background task keeps it running",
            "10:00:06.5 backgroundTask.begin task=1\n10:02:00 app.willEnterForeground", "inactive 10:02:00"
        ),
        (
            "the silence begins when the last keeper ends",
            """
            10:00:06.5 backgroundTask.begin task=1
            10:00:20 backgroundTask.end task=1
            10:02:00 app.willEnterForeground
            """, "~suspended 10:00:25 · inactive 10:02:00"
        ),
        (
            "a scheduled task keeps it running",
            "10:00:06.5 scheduledTask.start task=r\n10:02:00 app.willEnterForeground", "inactive 10:02:00"
        ),
        (
            "a mode keeps it running",
            "10:00:06.5 audio.play\n10:02:00 app.willEnterForeground", "inactive 10:02:00"
        ),
        (
            "a stated duration keeps it running",
            "10:00:06.5 fetch.begin duration=20s\n10:02:00 app.willEnterForeground",
            "~suspended 10:00:31.5 · inactive 10:02:00"
        ),
        (
            "work that is told with its length is heard until its end",
            "10:00:06.5 data.save duration=20s\n10:02:00 app.willEnterForeground",
            "~suspended 10:00:31.5 · inactive 10:02:00"
        ),
    ]

    @Test(arguments: silences) func `a silence in the background is settled by what follows`(
        _ row: (name: String, log: String, states: String)
    ) {
        let runs = timeline(SuspensionTests.start + row.log)
        let prefix = "launching 10:00:00 · active 10:00:01 · inactive 10:00:05 · background 10:00:06"
        let expected = row.states.isEmpty ? prefix : prefix + " · " + row.states
        #expect(runs.first?.stateLine == expected, "\(row.name)\n\(runs.summary)")
    }

    @Test(
        "what the app tells within a second after the system told its suspension came before it",
        arguments: [
            ("10:00:20.700 data.save", "10:00:20.000 process.suspend class=runningboard", "10:00:20.700"),
            ("10:00:21.001 data.save", "10:00:20.000 process.suspend class=runningboard", "10:00:20"),
            ("", "10:00:20.000 process.suspend class=runningboard\n10:00:20.700 data.save", "10:00:20.700"),
        ]) func lag(_ own: String, _ system: String, _ suspended: String)
    {
        let header = "# app=com.acme.notes device=A1 pid=7\n"
        let runs = timeline(files: [header + SuspensionTests.start + own, header + system])
        #expect(
            runs.first?.stateLine.contains("background 10:00:06 · suspended \(suspended)") == true, "\(runs.summary)")
    }

    /// What the app does, and when its resume is told, by two clocks; and the states out of the suspension until it is
    /// killed half a minute later.
    static let lateResumes: [(own: String, resume: String, states: String)] = [
        ("10:05:00 push.receive silent=true", "10:05:00.400", "background 10:05:00.400"),
        ("10:05:00.050 push.receive silent=true", "10:05:00.100", "background 10:05:00.100"),
        ("10:05:00.200 push.receive silent=true", "10:05:00.100", "background 10:05:00.100"),
        ("10:05:00.050 order.tick", "10:05:01.050", "background 10:05:01.050"),
        // What woke it before, the log lacks.
        ("10:05:00.050 order.tick", "10:05:02.100", "~background 10:05:00.050 · ~suspended 10:05:07.100"),
    ]

    @Test(arguments: lateResumes) func `what the app does just before its resume is told is what it was resumed for`(
        _ row: (own: String, resume: String, states: String)
    ) {
        let header = "# app=com.acme.notes device=A1 pid=7\n"
        let own = header + SuspensionTests.start + row.own
        let system =
            header + "10:00:20.000 process.suspend\n\(row.resume) process.resume\n"
            + "10:05:30.000 process.exit namespace=JETSAM reason=vm-pageshortage"
        for files in [[own, system], [system, own]] {
            let runs = timeline(files: files)
            #expect(runs.count == 1, "\(runs.summary)")
            #expect(
                runs.first?.stateLine.hasSuffix("suspended 10:00:20.000 · \(row.states)") == true, "\(runs.summary)")
            let isTold = !row.states.contains("~")
            #expect(runs.first?.events.contains { $0.event == "process.resume" } == isTold, "\(runs.summary)")
            #expect(
                runs.first?.endingLine.hasPrefix(isTold ? "systemPressure certain" : "reclaimed likely") == true,
                "\(runs.summary)")
        }
    }

    @Test(
        "a launch that the app tells within a second after another log told its crash is that of the dead",
        arguments: [("10:00:01.900", 1), ("10:00:02.101", 2)])
    func lateLaunch(_ time: String, _ count: Int) {
        let header = "# app=com.acme.notes device=A1 pid=7\n"
        let system =
            "10:00:00.300 process.launch\n10:00:01.100 process.exit namespace=SIGNAL code=11 class=runningboard"
        let runs = timeline(files: [header + system, header + "\(time) app.didFinishLaunching"])
        #expect(runs.count == count, "\(runs.map(\.summary))")
    }

    @Test func `nothing is concluded from a silence on a Mac`() {
        let log = SuspensionTests.start + "10:09:00 app.willEnterForeground"
        for told in [
            "os=\"macOS 15.3\"", "os=\"Mac OS X 10.15.7\"", "model=Mac14,2", "model=iMac21,1", "model=VirtualMac2,1",
        ] {
            let runs = timeline(log, headers: "# app=com.acme.notes device=A1 \(told)")
            #expect(runs.first?.stateNames == "launching active inactive background inactive", "\(runs.summary)")
        }
    }

    @Test func `an open callback keeps it running until another begins`() {
        let begun = """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 app.didBecomeActive
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground phase=begin

            """
        let killed = timeline(begun + "10:00:16 process.exit namespace=FRONTBOARD code=0x8badf00d")
        #expect(killed.first?.stateAtEnd == .background, "\(killed.summary)")
        let ended = timeline(begun + "10:00:16 app.didEnterBackground phase=end\n10:00:17 process.exit signal=9")
        #expect(ended.first?.stateAtEnd == .background, "\(ended.summary)")
        let returned = timeline(begun + "10:05:00 app.willEnterForeground")
        #expect(
            returned.first?.stateNames == "launching active inactive background ~suspended inactive",
            "\(returned.summary)")
    }

    /// A relay of the device writes whole seconds, the app's log milliseconds.
    static let coarse: [(name: String, log: String, states: String, anomalies: [Anomaly.Code])] = [
        (
            "on the way to the background",
            "10:00:09.700 app.willResignActive\n10:00:09 process.suspend\n10:00:09.900 app.didEnterBackground\n",
            "suspended 10:00:09.900", []
        ),
        (
            "what it still did",
            "10:00:08.700 app.willResignActive\n10:00:08.900 app.didEnterBackground\n10:00:09 process.suspend\n"
                + "10:00:09.400 data.save document=a\n10:05:00.000 process.resume\n",
            "background 10:00:08.900 · suspended 10:00:09.400 · background 10:05:00.000", []
        ),
        (
            "scenes on their way",
            "10:00:09.700 scene.willResignActive scene=S\n10:00:09.800 scene.didEnterBackground scene=S\n"
                + "10:00:09 process.suspend\n", "suspended 10:00:09.800", []
        ),
        (
            "back again in one second",
            "10:00:08.100 app.willResignActive\n10:00:08.400 app.didEnterBackground\n10:00:09 process.suspend\n"
                + "10:00:09 process.resume\n10:00:09.900 app.willEnterForeground\n10:00:09.950 app.didBecomeActive\n",
            "active 10:00:09.950", []
        ),
        (
            "seen by the system a second before",
            "10:00:08.100 app.willResignActive\n10:00:08.400 app.didEnterBackground\n10:05:09 process.resume\n"
                + "10:05:09 process.state visibility=foreground task=running\n10:05:10.300 app.willEnterForeground\n"
                + "10:05:10.350 app.didBecomeActive\n",
            "inactive 10:05:10.300 · active 10:05:10.350", []
        ),
        (
            "a second later it is no longer on its way",
            "10:00:08.100 app.willResignActive\n10:00:08.400 app.didEnterBackground\n10:00:09 process.suspend\n"
                + "10:00:10.100 app.didEnterBackground\n",
            "background 10:00:10.100", [.callbackWhileSuspended]
        ),
    ]

    @Test(arguments: coarse) func `what leads to a suspension came before it, as far as its clock tells`(
        _ row: (name: String, log: String, states: String, anomalies: [Anomaly.Code])
    ) {
        let start = "10:00:00 process.launch intent=foreground pid=7\n10:00:01 app.didBecomeActive\n"
        let scene = "10:00:01 scene.willConnect scene=S\n10:00:01 scene.didBecomeActive scene=S\n"
        let runs = timeline(start + (row.log.contains("scene.") ? scene : "") + row.log)
        #expect(runs.first?.stateLine.hasSuffix(row.states) == true, "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.anomalies.map(\.code) == row.anomalies, "\(row.name)\n\(runs.summary)")
    }

    @Test(
        "A callback while it is suspended is an anomaly where resumes are told, and resumes nothing",
        arguments: [
            (
                "10:01:12 app.significantTimeChange", "callback-while-suspended",
                "suspended 10:00:09.000 · background 10:05:00"
            ),
            ("10:01:12 app.openURL", "callback-while-suspended", "suspended 10:00:09.000 · background 10:05:00"),
            ("10:01:12 app.willTerminate", "callback-while-suspended", "suspended 10:00:09.000 · background 10:05:00"),
            // The two clocks are that far apart.
            ("10:00:09.700 app.openURL", "", "suspended 10:00:09.700 · background 10:05:00"),
            ("10:00:09.700 app.didEnterBackground", "", "suspended 10:00:09.700 · background 10:05:00"),
            // What is no callback shows that it runs: the log lacks a resume.
            (
                "10:01:12 data.save", "",
                "suspended 10:00:09.000 · ~background 10:01:12 · ~suspended 10:01:17 · background 10:05:00"
            ),
        ])
    func callbacks(callback: String, anomalies: String, states: String) {
        let runs = timeline(
            SuspensionTests.start + "10:00:09.000 process.suspend\n\(callback)\n10:05:00 process.resume")
        #expect(runs.first?.anomalyCodes == anomalies, "\(runs.summary)")
        #expect(runs.first?.stateLine.hasSuffix(states) == true, "\(runs.summary)")
    }

    @Test func `a suspension that a callback contradicts makes nothing certain`() {
        let end = "12:00:00 process.exit class=kernel namespace=JETSAM code=4"
        let log = SuspensionTests.start + "10:00:09 process.suspend\n"
        #expect(timeline(log + end).map(\.endingLine) == ["reclaimed certain"])
        #expect(timeline(log + "10:01:12 app.openURL\n" + end).map(\.endingLine) == ["reclaimed likely"])
    }

    static let returned: [(name: String, log: String, states: String)] = [
        (
            "a callback that announces and has no end",
            "10:00:30 app.willEnterForeground phase=begin\n10:00:40 app.didBecomeActive",
            "~suspended 10:00:11 · inactive 10:00:30 · active 10:00:40"
        ),
        (
            "one that announces and is not followed by what it announced",
            "10:00:30 app.willEnterForeground phase=begin\n10:05:00 app.didEnterBackground",
            "~suspended 10:00:11 · inactive 10:00:30 · background 10:05:00"
        ),
        (
            "one that did not announce",
            "10:00:30 app.willEnterForeground\n10:00:31 app.didBecomeActive",
            "~suspended 10:00:11 · inactive 10:00:30 · active 10:00:31"
        ),
    ]

    @Test(arguments: returned) func `what a callback announced took place, though its end is not told`(
        _ row: (name: String, log: String, states: String)
    ) {
        let start = "10:00:00 app.didBecomeActive\n10:00:05 app.willResignActive\n10:00:06 app.didEnterBackground\n"
        let runs = timeline(start + row.log)
        #expect(
            runs.first?.stateLine.hasSuffix("background 10:00:06 · " + row.states) == true,
            "\(row.name)\n\(runs.summary)")
    }

    static let held = [
        "debugger=true", "harness=true", "simulator=true", "reason=debugger", "host=extension", "host=watch",
    ]

    @Test(arguments: held) func `nothing is concluded where the process is held, or is no app of a phone`(
        _ attribute: String
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7 \(attribute)
            10:00:01 app.didBecomeActive
            10:00:06 app.didEnterBackground
            10:09:00 app.willEnterForeground
            """)
        #expect(!runs.contains { $0.stateNames.contains("suspended") }, "\(runs.summary)")
    }

    @Test(arguments: [
        "process.exit explanation=\"has active assertions beyond permitted time\"",
        "process.exit code=0x8badf00d explanation=\"has active assertions beyond permitted time\"",
        "process.exit code=0x8badf00d explanation=\"scene-update watchdog transgression: exhausted 10 seconds\"",
        "process.exit namespace=JETSAM reason=vm-pageshortage band=100 class=kernel",
    ]) func `an end that befalls only what runs takes back what silence told`(exit: String) {
        let runs = timeline(
            "10:00:00 app.didBecomeActive pid=7\n10:00:01 app.didEnterBackground pid=7\n10:10:00 \(exit) pid=7")
        #expect(runs.first?.stateNames == "active background", "\(runs.summary)")
    }

    @Test func `a process that is only told to run is in no known state`() {
        let runs = timeline(
            """
            10:00:00 process.state task=running pid=7
            10:00:00.1 process.resume pid=7
            10:00:03 process.exit namespace=SIGNAL code=11 pid=7
            """)
        #expect(runs.first?.stateNames == "", "\(runs.summary)")
        let shown = timeline(
            """
            10:00:00 process.state task=running pid=7
            10:00:00.5 process.state visibility=foreground pid=7
            10:00:04 process.state visibility=background pid=7
            """)
        #expect(shown.first?.stateNames == "~active background", "\(shown.summary)")
        #expect(shown.first?.spanLine("resume") == "", "\(shown.summary)")
    }

    @Test func `what is told to be seen just before it is resumed is not active yet`() {
        let runs = timeline(
            """
            10:00:00 app.didBecomeActive pid=7
            10:00:09 app.willResignActive pid=7
            10:00:09.3 app.didEnterBackground pid=7
            10:00:20 process.suspend pid=7
            10:01:00 process.state visibility=foreground class=frontboard pid=7
            10:01:00.1 process.resume pid=7
            10:01:00.5 app.willEnterForeground pid=7
            10:01:06.9 app.didBecomeActive pid=7
            """)
        #expect(
            runs.first?.stateNames == "active inactive background suspended background inactive active",
            "\(runs.summary)")
        #expect(runs.first?.spanLine("resume").hasSuffix("10:01:06.9") == true, "\(runs.summary)")
    }

    @Test func `a foreground edge out of an exact suspension is an implied resume`() {
        let runs = timeline(SuspensionTests.start + "10:00:07 process.suspend\n10:05:00 app.willEnterForeground")
        #expect(runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
        #expect(runs.first?.stateAtEnd == .inactive)
    }

    @Test(
        "who is shown in the background, and not told to run, stays suspended",
        arguments: [
            ("process.state visibility=background class=runningboard", true),
            ("process.state visibility=background class=frontboard", true),
            ("process.state visibility=background class=app", false),
            ("process.state visibility=background task=running class=frontboard", false),
            ("process.state visibility=foreground class=frontboard", false),
            ("process.state task=running class=runningboard", false),
            ("process.resume class=runningboard", false),
            ("app.willEnterForeground", false),
        ])
    func shownBehind(_ line: String, _ staysSuspended: Bool) {
        for time in ["10:00:21.001", "10:05:00"] {
            let runs = timeline(
                SuspensionTests.start + "10:00:20 process.suspend class=runningboard\n\(time) \(line)\n"
                    + "10:40:00 process.exit namespace=JETSAM code=4 class=runningboard")
            #expect((runs.first?.stateAtEnd == .suspended) == staysSuspended, "\(time)\n\(runs.summary)")
            #expect((runs.first?.endingLine == "reclaimed certain") == staysSuspended, "\(time)\n\(runs.summary)")
        }
    }

    @Test func `a system's line about a suspended process does not wake it`() {
        let runs = timeline(
            SuspensionTests.start + "10:05:00 memory.pressure class=kernel\n10:06:00 process.exit namespace=1 code=4")
        #expect(runs.first?.stateNames == "launching active inactive background ~suspended", "\(runs.summary)")
        #expect(runs.first?.endingLine == "reclaimed likely", "\(runs.summary)")
    }

    @Test func `the state a run ends in is the last of its states, and none lies after its end`() {
        for (_, log, _) in SuspensionTests.silences {
            for run in timeline(SuspensionTests.start + log) {
                #expect(run.states.last?.state == run.stateAtEnd, "\(run.summary)")
                guard run.ending.cause != .stillRunning else { continue }
                #expect(run.states.last?.to == run.end.time, "\(run.summary)")
                for (left, right) in zip(run.states, run.states.dropFirst()) { #expect(left.to == right.from) }
                for state in run.states { #expect(state.from <= run.end.time, "\(run.summary)") }
            }
        }
    }

    @Test func `a silence before a launch turns out to be one behind the front may be a suspension`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:01 app.didFinishLaunching pid=7
            10:07:00 data.load pid=7
            10:07:01 app.willEnterForeground pid=7
            10:07:02 app.didBecomeActive pid=7
            """)
        #expect(
            runs.first?.stateLine
                == "background 10:00:00 · ~suspended 10:00:06 · ~background 10:07:00 · inactive 10:07:01 · active 10:07:02",
            "\(runs.summary)")
    }

    @Test(arguments: ["", " scene=a"])
    func `a phase of SwiftUI that leads out of the background is a return to the front`(scene: String) {
        let log = """
            10:00:00.000 process.launch intent=foreground
            10:00:01.000 ScenePhase.active\(scene)
            10:00:02.000 ScenePhase.inactive\(scene)
            10:00:02.500 ScenePhase.background\(scene)
            10:00:30.000 ScenePhase.inactive\(scene)
            10:00:30.100 ScenePhase.active\(scene)
            10:00:31.000 data.load
            """
        let runs = timeline("# pid=7\n" + log)
        #expect(
            runs.first?.stateNames == "launching active inactive background ~suspended inactive active",
            "\(runs.summary)")
        #expect(runs.first?.spanLine("resume") == "10:00:30.000–10:00:30.100", "\(runs.summary)")
    }
}
