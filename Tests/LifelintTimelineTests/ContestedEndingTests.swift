// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Ends of which one line says less than another, and what is concluded where nothing says why.
@Suite struct ContestedEndingTests {
    static let next = "\n12:00:00 process.launch pid=90 intent=foreground\n12:00:00.4 app.didBecomeActive pid=90"
    static let active = "10:00:00 process.launch intent=foreground pid=7\n10:00:00.3 app.didBecomeActive pid=7\n"
    static let thrown = "10:01:00 process.exit pid=7 exception=NSRangeException reason=\"index 3 beyond bounds\"\n"

    static let endings: [(name: String, log: String, expected: String, candidates: [EndingCause], isFirst: Bool)] = [
        (
            "an exception, and a kill", active + thrown + "10:01:00.2 process.exit pid=7 namespace=2 code=9 status=9",
            "crash.exception", [], false
        ),
        (
            "an exception under a debugger that then stops the process",
            active.replacing("pid=7\n10:00:00.3", with: "pid=7 debugger=true\n10:00:00.3") + thrown
                + "10:01:00.9 process.exit pid=7 signal=9", "crash.exception", [], false
        ),
        (
            "a kill by what debuggers work through", active + "10:01:00 process.exit pid=7 signal=9 byProc=debugserver",
            "debuggerStop", [.userQuit], false
        ),
        (
            "a kill by a debugger", active + "10:01:00 process.exit pid=7 signal=9 byProc=lldb", "debuggerStop",
            [.userQuit], false
        ),
        (
            "a kill by Xcode", active + "10:01:00 process.exit pid=7 signal=9 byProc=Xcode", "debuggerStop",
            [.userQuit],
            false
        ),
        (
            "silence under a debugger",
            active.replacing("pid=7\n10:00:00.3", with: "pid=7 debugger=true\n10:00:00.3") + "10:02:00 data.save pid=7"
                + next, "unknown", [.debuggerStop, .crashSignal], true
        ),
        (
            "a hang that was told to end the app, and silence",
            active + "10:02:00 hang duration=12s fatal=true pid=7" + next,
            "unknown", [.watchdogOther], false
        ),
        (
            "a watchdog that was about to act, and silence",
            active + "10:02:00 watchdog.warning kind=scene-update elapsed=5s limit=10s pid=7" + next, "unknown",
            [.watchdogSceneUpdate], false
        ),
        (
            "a suspension that only the next launch speaks for",
            active + "10:01:00 app.willResignActive pid=7\n10:01:01 app.didEnterBackground pid=7" + next, "unknown",
            [.reclaimed, .crashSignal], true
        ),
    ]

    @Test(arguments: endings) func `what says most is the cause, and what is possible is named`(
        _ row: (name: String, log: String, expected: String, candidates: [EndingCause], isFirst: Bool)
    ) throws {
        let run = try #require(timeline(row.log).first)
        #expect(run.ending.cause.rawValue == row.expected, "\(row.name)\n\(run.summary)")
        let causes = run.ending.candidates.map(\.cause)
        #expect(row.candidates.allSatisfy(causes.contains), "\(row.name)\n\(run.summary)")
        if row.isFirst { #expect(causes.first == row.candidates.first, "\(row.name)\n\(run.summary)") }
        let named = row.candidates + [run.ending.cause]
        #expect(Set(run.ruledOut).isDisjoint(with: named), "\(row.name)\n\(run.summary)")
    }

    /// Consoles show what C++ says of an exception before or after what says its name and reason.
    @Test(arguments: [false, true]) func `an exception has the name that says most`(isFirst: Bool) throws {
        let unnamed = "10:01:00 process.exit pid=7 exception=NSException\n"
        let killed = "10:01:00.1 process.exit pid=7 namespace=2 code=6"
        let log = Self.active + (isFirst ? unnamed + Self.thrown : Self.thrown + unnamed) + killed
        let run = try #require(timeline(log).first)
        #expect(run.ending.cause == .crashException, "\(run.summary)")
        #expect(run.ending.detail[.exception] == .string("NSRangeException"), "\(run.summary)")
    }

    @Test func `who had resigned is not told to have become active`() throws {
        let run = try #require(timeline(Self.active + "10:05:00 app.willResignActive pid=7" + Self.next).first)
        #expect(run.story.contains("It had been inactive since 10:05:00"), "\(run.story)")
        #expect(!run.story.contains("became active at 10:05"), "\(run.story)")
    }

    @Test func `an app that is shown in a car is not suspended`() throws {
        let log = """
            10:00:00 process.launch pid=7 intent=background reason=carplay
            10:00:00.2 app.didFinishLaunching state=background pid=7
            10:00:00.3 scene.willConnect scene=CP role=CPTemplateApplicationSceneSessionRoleApplication pid=7
            10:00:00.5 scene.didBecomeActive scene=CP pid=7
            10:30:00 data.save document=a pid=7
            """
        let run = try #require(timeline(log + Self.next).first)
        #expect(!run.states.contains { $0.state == .suspended }, "\(run.summary)")
        let left = "\n10:31:00 scene.didEnterBackground scene=CP pid=7\n"
        let gone = try #require(timeline(log + left + Self.next).first)
        #expect(gone.states.last?.state == .suspended, "\(gone.summary)")
    }

    /// The time of a launch in the background, the lines before it, and whether the device was not unlocked before it.
    static let locks: [(name: String, before: String, time: String, isLocked: Bool)] = [
        ("hours after the start, and nobody tells of unlocks", "05:00:00 device.boot\n", "12:00", false),
        ("shortly after the start", "05:00:00 device.boot\n", "05:10", true),
        (
            "hours after the start, in a log that tells of them",
            "04:00:00 screen.unlock\n04:30:00 screen.lock\n05:00:00 device.boot\n", "07:00", true
        ),
        (
            "hours after the start and an unlock",
            "05:00:00 device.boot\n06:00:00 screen.unlock\n06:10:00 screen.lock\n",
            "07:00", false
        ),
    ]

    @Test(arguments: locks) func `silence about unlocks tells no lock`(
        _ row: (name: String, before: String, time: String, isLocked: Bool)
    ) throws {
        let log =
            row.before + """
                \(row.time):00 process.launch pid=7 intent=background reason=fetch
                \(row.time):00.2 app.didFinishLaunching state=background pid=7
                """
        let run = try #require(timeline(log).first)
        #expect(run.launch.isBeforeFirstUnlock == row.isLocked, "\(row.name)\n\(run.summary)")
    }
}
