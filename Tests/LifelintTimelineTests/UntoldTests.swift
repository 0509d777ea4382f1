// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintTimeline

/// What a log does not tell, or tells late: nothing that is certain may rest on it.
@Suite struct UntoldTests {
    @Test func `what others tell of the background a moment late does not lead out of a suspension`() {
        let log = """
            10:00:00 process.launch pid=7
            10:00:01 app.didBecomeActive
            10:10:01 app.didEnterBackground
            10:10:03 process.suspend
            10:10:03.002 process.state class=frontboard task=running visibility=background
            12:00:00 process.exit class=kernel namespace=JETSAM code=4
            """
        #expect(timeline(log).map(\.endingLine) == ["reclaimed certain"], "\(timeline(log).summary)")
    }

    @Test(
        "A kill says what it broke into",
        arguments: [
            (
                "10:10:01 app.didEnterBackground phase=begin", "10:10:11.5 process.exit signal=9",
                "watchdog.sceneUpdate likely"
            ),
            (
                "10:10:01 app.didEnterBackground\n10:10:06 watchdog.warning limit=10s",
                "10:10:11.5 process.exit signal=9",
                "watchdog.sceneUpdate likely"
            ),
            ("10:10:01 app.didEnterBackground", "10:10:11.5 process.exit signal=9", "reclaimed likely"),
            // Its log tells of no ends.
            (
                "10:10:00 app.willResignActive phase=begin\n10:10:01 app.didEnterBackground phase=begin",
                "10:10:11.5 process.exit signal=9", "systemPressure possible"
            ),
            (
                "10:10:01 app.didEnterBackground phase=begin", "10:10:03 process.exit signal=9",
                "systemPressure possible"
            ),
        ])
    func kills(before: String, exit: String, candidate: String) {
        let runs = timeline("10:00:00 process.launch pid=7\n10:00:01 app.didBecomeActive\n\(before)\n\(exit)")
        let first = runs.first?.ending.candidates.first
        #expect(first.map { "\($0.cause.rawValue) \($0.likelihood.rawValue)" } == candidate, "\(runs.summary)")
    }

    @Test func `whoever sent a signal is named`() {
        let runs = timeline(
            "10:00:00 process.launch pid=7\n10:00:01 app.didBecomeActive\n10:00:09 process.exit signal=15 byProc=dasd")
        #expect(runs.first?.story.contains("which dasd sent; nothing else says why") == true, "\(runs.summary)")
    }

    @Test func `an app that does something was resumed, though no line tells it`() {
        let log = """
            10:00:00 process.launch pid=7
            10:00:01 app.didBecomeActive
            10:10:01 app.didEnterBackground
            10:10:03 process.suspend
            12:00:00 push.receive silent=true
            12:00:02 push.complete
            12:00:04 process.exit class=kernel namespace=JETSAM code=4
            """
        let run = timeline(log).first
        #expect(run?.ending.cause == .systemPressure && run?.stateAtEnd == .background, "\(timeline(log).summary)")
    }

    @Test func `nothing tells that who is silent in the background for long was at work`() {
        let log = """
            10:00:00 process.launch pid=7
            10:00:00.5 process.state class=runningboard task=running
            10:00:01 app.didBecomeActive
            10:10:01 app.didEnterBackground
            10:14:00 process.exit class=runningboard namespace=JETSAM code=4
            """
        #expect(
            timeline(log).map(\.endingLine) == ["systemPressure likely kind=vm-pageshortage"],
            "\(timeline(log).summary)")
    }

    @Test(arguments: [
        ("", "11:05:00", "unknown possible", false), ("", "10:05:20", "systemPressure likely", true),
        ("10:02:00 app.didEnterBackground\n10:04:00 app.didBecomeActive", "11:05:00", "systemPressure likely", true),
        ("10:02:00 app.didEnterBackground\n10:04:00 app.didBecomeActive", "10:09:00", "systemPressure certain", true),
    ])
    func `an app that tells only whether it is active is not in front for hours`(
        before: String, exit: String, ending: String, isVisible: Bool
    ) {
        let log = """
            10:00:00 process.launch pid=7
            10:00:01 app.didBecomeActive
            \(before)
            10:05:00 app.willResignActive
            \(exit) process.exit class=kernel namespace=JETSAM code=2
            """
        let run = timeline(log).first
        #expect(run?.endingLine.hasPrefix(ending) == true, "\(timeline(log).summary)")
        #expect(run?.isVisible == isVisible)
    }

    /// What follows in a log that has told how its app is left, and told at 10:00:10 that it is active.
    static let covers: [(name: String, log: String, exit: String, ending: String, isVisible: Bool)] = [
        ("nothing", "", "10:20:00", "systemPressure certain", true),
        ("another app", "10:00:30 frontApp.changed app=com.acme.maps", "10:20:00", "unknown possible", false),
        (
            "another app a moment ago", "10:19:30 frontApp.changed app=com.acme.maps", "10:20:00",
            "systemPressure certain", true
        ),
        ("home", "10:00:30 frontApp.changed", "10:20:00", "systemPressure certain", true),
        (
            "it came back", "10:00:30 frontApp.changed app=com.acme.maps\n10:01:30 frontApp.changed app=com.acme.notes",
            "10:20:00", "systemPressure certain", true
        ),
        (
            "it tells that it came back",
            "10:00:30 frontApp.changed app=com.acme.maps\n10:01:30 app.didEnterBackground pid=7\n10:02:30 app.didBecomeActive pid=7",
            "10:20:00", "systemPressure certain", true
        ),
        (
            "it goes on writing", "10:00:30 frontApp.changed app=com.acme.maps\n10:19:40 data.save pid=7", "10:20:00",
            "systemPressure certain", true
        ),
        ("the lock", "10:00:30 screen.lock", "10:20:00", "unknown possible", false),
        (
            "the lock, for a while", "10:00:30 screen.lock\n10:10:00 screen.unlock", "10:20:00",
            "systemPressure certain", true
        ),
        (
            "the lock over another app",
            "10:00:20 frontApp.changed app=com.acme.maps\n10:00:30 screen.lock\n10:10:00 screen.unlock", "10:20:00",
            "unknown possible", false
        ),
    ]

    @Test(arguments: covers) func `an app that others came before is not in front for long, whatever its log tells`(
        _ row: (name: String, log: String, exit: String, ending: String, isVisible: Bool)
    ) {
        let log = """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 app.didBecomeActive pid=7
            10:00:05 app.willResignActive pid=7
            10:00:10 app.didBecomeActive pid=7
            \(row.log)
            \(row.exit) process.exit class=kernel namespace=JETSAM code=2 pid=7
            """
        let runs = timeline(log, headers: "# device=A1\n# app=com.acme.notes")
        #expect(runs.first?.endingLine.hasPrefix(row.ending) == true, "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.isVisible == row.isVisible, "\(row.name)\n\(runs.summary)")
    }

    /// What follows after a log told at 10:00:01 that its app is active, and then no more of it.
    static let others: [(name: String, log: String, states: String, first: String)] = [
        ("another app comes to the front", "10:00:20 frontApp.changed app=com.acme.maps", "~suspended", "reclaimed"),
        ("home does, as after a crash", "10:00:20 frontApp.changed", "", "crash.signal"),
        ("it stays there itself", "10:00:20 frontApp.changed app=com.acme.notes", "", "crash.signal"),
        (
            "it comes back",
            "10:00:20 frontApp.changed app=com.acme.maps\n10:02:00 frontApp.changed app=com.acme.notes",
            "", "crash.signal"
        ),
        (
            "it comes back at once",
            "10:00:20.1 frontApp.changed app=com.acme.maps\n10:00:20.6 frontApp.changed app=com.acme.notes", "",
            "crash.signal"
        ),
        (
            "it comes back, and wrote meanwhile",
            "10:00:20 frontApp.changed app=com.acme.maps\n10:01:00 data.save\n10:02:00 frontApp.changed app=com.acme.notes\n10:02:05 data.save",
            "~background ~active", "crash.signal"
        ),
        (
            "it goes on writing",
            "10:00:20 frontApp.changed app=com.acme.maps\n10:00:22 data.save\n10:00:26 data.save",
            "~background ~suspended", "reclaimed"
        ),
        (
            "it says so itself",
            "10:00:20 frontApp.changed app=com.acme.maps\n10:00:20.4 app.willResignActive\n10:00:20.6 app.didEnterBackground",
            "inactive background ~suspended", "reclaimed"
        ),
        (
            "its log tells how it is left, and did not",
            "10:00:05 app.willResignActive\n10:00:06 app.didBecomeActive\n10:00:20 frontApp.changed app=com.acme.maps",
            "inactive active", "crash.signal"
        ),
        (
            "beside it on an iPad", "10:00:10 data.save model=iPad13,4\n10:00:20 frontApp.changed app=com.acme.maps",
            "",
            "crash.signal"
        ),
    ]

    @Test(arguments: others) func `another app in front says that this one was left, where its log does not tell`(
        _ row: (name: String, log: String, states: String, first: String)
    ) {
        let runs = timeline(
            "10:00:00 process.launch intent=foreground pid=7\n10:00:01 app.didBecomeActive pid=7\n"
                + row.log.split(separator: "\n").map { $0 + ($0.contains("frontApp") ? "" : " pid=7") }
                .joined(separator: "\n") + "\n10:30:00 process.launch app=com.acme.notes pid=8",
            headers: "# device=A1\n# app=com.acme.notes")
        #expect(
            runs.first?.stateNames == "launching active" + (row.states.isEmpty ? "" : " " + row.states),
            "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.endingLine == "unknown possible")
        #expect(runs.first?.ending.candidates.first?.cause.rawValue == row.first, "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.anomalies.isEmpty == true)
    }

    @Test func `a story tells that another app was in front, and no more`() {
        let log = "10:00:00 process.launch pid=7\n10:00:01 app.didBecomeActive pid=7\n"
        let runs = timeline(
            log + "10:00:20 frontApp.changed app=com.acme.maps\n10:30:00 process.launch pid=8")
        #expect(
            runs.first?.story.contains(
                "It was probably left for another app at 10:00:20 and was probably suspended about 10:00:25. ") == true,
            "\(runs.summary)")
        #expect(runs.first?.ending.because.count == 3)
        // What ended it tells so within a second.
        let ended = timeline(
            log + "10:00:20.0 frontApp.changed app=com.acme.maps\n10:00:20.5 process.exit pid=7 signal=11")
        #expect(ended.first?.stateAtEnd == .active, "\(ended.summary)")
    }

    @Test func `who told in the run before how it is left would tell it again`() {
        let before = """
            09:00:00 process.launch pid=6
            09:00:01 app.didBecomeActive pid=6
            09:10:00 app.willResignActive pid=6
            09:10:01 app.didEnterBackground pid=6
            10:00:00 process.launch pid=7
            10:00:01 app.didBecomeActive pid=7
            10:00:20 frontApp.changed app=com.acme.maps
            10:30:00 process.launch pid=8
            """
        #expect(timeline(before).dropFirst().first?.stateAtEnd == .active, "\(timeline(before).summary)")
    }

    @Test(
        "What is open in a log that never tells how it ends is not noticed for ever",
        arguments: [
            ("", "audio.play", "40:00", false), ("", "audio.play", "12:00", true),
            ("", "call.begin", "40:00", false), ("", "activity.start name=a kind=navigation", "40:00", false),
            ("10:02:00 audio.play\n10:02:30 audio.pause", "audio.play", "40:00", true),
            ("10:02:00 call.begin\n10:02:30 call.end", "audio.play", "40:00", false),
        ])
    func open(before: String, begins: String, exit: String, isVisible: Bool) {
        func log(_ hour: Int, _ before: String) -> String {
            """
            \(hour):00:00 process.launch pid=\(hour)
            \(hour):00:01 app.didBecomeActive
            \(before)
            \(hour):04:00 \(begins)
            \(hour):05:00 app.willResignActive
            \(hour):05:01 app.didEnterBackground
            \(hour):\(exit) process.exit namespace=SIGNAL code=11

            """
        }
        #expect(timeline(log(10, before)).first?.isVisible == isVisible, "\(timeline(log(10, before)).summary)")
        // What one run has told, the next need not.
        #expect(timeline(log(10, before) + log(12, "")).last?.isVisible == isVisible)
    }

    @Test(
        "Who resigns and enters the background in one second is in the background, whatever was told before",
        arguments: [
            "", "10:00:01 app.willEnterForeground", "10:00:01 app.didBecomeActive",
            "10:00:01 app.didBecomeActive\n10:03:00 app.willResignActive\n10:03:00 app.didEnterBackground",
        ])
    func leaving(before: String) {
        for owner in ["app", "scene"] {
            let log = """
                10:00:00 process.launch pid=7 intent=foreground
                10:00:00 app.didFinishLaunching
                \(before.replacing("app.", with: "\(owner)."))
                10:05:00 \(owner).willResignActive
                10:05:00 \(owner).didEnterBackground
                10:05:03 ui.refresh
                10:05:04 process.exit namespace=SIGNAL code=11
                """
            #expect(timeline(log).first?.stateAtEnd == .background, "\(timeline(log).summary)")
        }
    }

    @Test func `lines whose times are cut to seconds may belong to a launch in that second`() {
        let relay = "10:00:00 app.didBecomeActive class=uikit process=Notes pid=412"
        let system = """
            10:00:00.404 process.launch class=frontboard app=com.acme.notes
            10:00:00.520 process.state class=runningboard app=com.acme.notes pid=412 task=running
            """
        let runs = timeline(files: ["# device=A1\n" + relay, "# device=A1\n" + system])
        #expect(runs.map(\.pid) == [412], "\(runs.summary)")
    }

    @Test(
        "A launch that was left does not last until the return",
        arguments: [
            ("10:00:31 app.didBecomeActive", true), ("10:20:00 process.exit namespace=SIGNAL code=11", true),
            ("10:00:02 process.exit namespace=SIGNAL code=11", false),
        ])
    func left(last: String, isUnknown: Bool) {
        let runs = timeline(
            "10:00:00 process.launch pid=7 intent=foreground\n10:00:00.5 app.didFinishLaunching\n10:00:01 app.didEnterBackground\n\(last)"
        )
        #expect(runs.first?.spans.contains { $0.kind == "launch" } == !isUnknown, "\(runs.summary)")
    }
}
