// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintTimeline

/// When the edges of callbacks take place, and how several witnesses tell one edge.
@Suite struct CallbackAndWitnessTests {
    /// Active at 10:00:01.
    static let start = "10:00:00 process.launch intent=foreground pid=7\n10:00:01 app.didBecomeActive\n"

    static let callbacks: [(name: String, log: String, states: String)] = [
        ("a will-callback at its time", "10:00:05 app.willResignActive", "inactive 10:00:05"),
        ("at its end by duration", "10:00:05 app.willResignActive duration=380ms", "inactive 10:00:05.380"),
        (
            "at its end by the duration of its begin",
            "10:00:05 app.willResignActive phase=begin duration=380ms\n10:00:05.4 app.willResignActive phase=end",
            "inactive 10:00:05.380"
        ),
        (
            "at its told end",
            "10:00:05 app.willResignActive phase=begin\n10:00:06 app.willResignActive phase=end", "inactive 10:00:06"
        ),
        ("at its begin where no end is told", "10:00:05 app.willResignActive phase=begin", "inactive 10:00:05"),
        (
            "at its begin where another edge comes first",
            "10:00:05 app.willResignActive phase=begin\n10:00:07 app.didEnterBackground",
            "inactive 10:00:05 · background 10:00:07"
        ),
        (
            "a did-callback at its begin",
            "10:00:05 app.willResignActive\n10:00:06 app.didEnterBackground duration=2s",
            "inactive 10:00:05 · background 10:00:06"
        ),
        (
            "a did-callback told in two halves, once",
            """
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground phase=begin
            10:00:08 app.didEnterBackground phase=end
            """, "inactive 10:00:05 · background 10:00:06"
        ),
        (
            "a did-callback told only at its end",
            "10:00:05 app.willResignActive\n10:00:08 app.didEnterBackground phase=end duration=1500ms",
            "inactive 10:00:05 · background 10:00:06.500"
        ),
    ]

    @Test(arguments: [
        ("10:00:08 app.didEnterBackground phase=end", "background-without-resign"),
        (
            "10:00:06 app.didEnterBackground phase=begin\n10:00:08 app.didEnterBackground phase=end",
            "background-without-resign"
        ),
        (
            "10:00:06 app.willEnterForeground phase=begin\n10:00:08 app.willEnterForeground phase=end",
            "unexpected-foreground-edge"
        ),
    ])
    func `a callback that no legal sequence explains is an anomaly once, whichever of its ends are told`(
        log: String, anomaly: String
    ) {
        let runs = timeline(CallbackAndWitnessTests.start + log)
        #expect(runs.first?.anomalyCodes == anomaly, "\(runs.summary)")
    }

    /// An end made of a begin and a duration is told no better than in the steps of the begin's clock.
    @Test(
        arguments: [
            ("10:00:09 app.willResignActive duration=10ms", "10:00:09", .inactive),
            ("10:00:09 app.willResignActive duration=1200ms", "10:00:09", .active),
            ("10:00:09.000 app.willResignActive duration=10ms", "10:00:09.000", .active),
            ("10:00:09 app.willResignActive duration=10ms", "10:00:08", .active),
        ] as [(String, String, AppState)])
    func `a callback is over before the end in whose instant it returned`(line: String, end: String, state: AppState) {
        let log = CallbackAndWitnessTests.start + "\(line) pid=7\n\(end) process.exit pid=7 signal=9 status=9"
        let runs = timeline(log)
        #expect(runs.first?.stateAtEnd == state, "\(log)\n\(runs.summary)")
    }

    @Test(arguments: callbacks) func `a callback moves the state when it takes place`(
        _ row: (name: String, log: String, states: String)
    ) {
        let runs = timeline(CallbackAndWitnessTests.start + row.log)
        #expect(
            runs.first?.stateLine == "launching 10:00:00 · active 10:00:01 · " + row.states,
            "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.anomalies.isEmpty == true, "\(row.name)\n\(runs.summary)")
    }

    static let witnesses: [(name: String, log: String, states: String)] = [
        (
            "the system first, the app 0.7 s later",
            """
            10:00:05 app.willResignActive
            10:00:06.0 process.state visibility=background
            10:00:06.7 app.didEnterBackground
            """, "inactive 10:00:05 · background 10:00:06.7"
        ),
        (
            "the app first, the system 0.7 s later",
            """
            10:00:05 app.willResignActive
            10:00:06.0 app.didEnterBackground
            10:00:06.7 process.state visibility=background
            """, "inactive 10:00:05 · background 10:00:06.0"
        ),
        (
            "the system alone",
            "10:00:05 app.willResignActive\n10:00:06.0 process.state visibility=background",
            "inactive 10:00:05 · background 10:00:06.0"
        ),
        (
            "more than a second apart the system's edge stands",
            """
            10:00:05 app.willResignActive
            10:00:06.0 process.state visibility=background
            10:00:07.1 app.didEnterBackground
            """, "inactive 10:00:05 · background 10:00:06.0"
        ),
        (
            "another edge between them keeps them apart",
            """
            10:00:05 process.deactivation mask=1
            10:00:05.2 app.didBecomeActive
            10:00:05.4 app.willResignActive
            """, "inactive 10:00:05 · active 10:00:05.2 · inactive 10:00:05.4"
        ),
        (
            "edges of one class never merge",
            """
            10:00:05.0 app.willResignActive
            10:00:05.3 app.didBecomeActive
            10:00:05.6 app.willResignActive
            """, "inactive 10:00:05.0 · active 10:00:05.3 · inactive 10:00:05.6"
        ),
        (
            "visible is not active where the app says that it is coming",
            """
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground
            10:00:07 process.suspend
            10:05:00.0 process.state visibility=foreground
            10:05:00.3 app.willEnterForeground
            10:05:00.6 app.didBecomeActive
            """,
            """
            inactive 10:00:05 · background 10:00:06 · suspended 10:00:07 · inactive 10:05:00.3 · active 10:05:00.6
            """
        ),
        (
            "running without being visible is not the background of an app in front",
            "10:00:05 process.state task=running", ""
        ),
        (
            "UIKit's reason for the background came where lines are missing",
            """
            10:00:02 process.deactivation added=0 was=0 mask=1
            10:00:08.0 process.deactivation added=5 was=6144 mask=6176
            10:00:09.0 app.willEnterForeground
            """, "inactive 10:00:02 · ~background 10:00:08.0 · inactive 10:00:09.0"
        ),
        (
            "the same, told by a reason that was there already",
            """
            10:00:02 process.deactivation removed=12 was=4096 mask=0
            10:00:08.0 process.deactivation was=6176 mask=6176
            """, "~background 10:00:08.0"
        ),
        (
            "the same, told by the line that takes the reason away",
            """
            10:00:02 process.deactivation removed=12 was=4096 mask=0
            10:00:08.0 process.deactivation removed=11 was=6144 mask=4096
            10:00:08.3 process.deactivation removed=12 was=4096 mask=0
            """, "background 10:00:08.0 · inactive 10:00:08.0 · active 10:00:08.3"
        ),
        (
            "it stays while the app comes back, which another line has told",
            """
            10:00:02 process.deactivation added=0 was=0 mask=1
            10:00:07.0 app.didEnterBackground
            10:00:07.9 app.willEnterForeground
            10:00:08.0 process.deactivation added=5 was=6144 mask=6176
            """, "inactive 10:00:02 · background 10:00:07.0 · inactive 10:00:07.9"
        ),
        (
            "it is told once more, late",
            """
            10:00:02 process.deactivation added=0 was=0 mask=1
            10:00:07.0 app.didEnterBackground
            10:00:07.9 app.willEnterForeground
            10:00:08.0 process.deactivation removed=11 was=6176 mask=4128
            10:00:08.5 process.deactivation added=5 was=6144 mask=6176
            """, "inactive 10:00:02 · background 10:00:07.0 · inactive 10:00:07.9"
        ),
        (
            "for suspensions RunningBoard stands closest",
            """
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground
            10:00:08.0 process.state task=suspended
            10:00:08.5 process.suspend
            """, "inactive 10:00:05 · background 10:00:06 · suspended 10:00:08.5"
        ),
    ]

    @Test(arguments: witnesses) func `two witnesses of one edge within a second are one edge`(
        _ row: (name: String, log: String, states: String)
    ) {
        let runs = timeline(CallbackAndWitnessTests.start + row.log)
        let prefix = "launching 10:00:00 · active 10:00:01"
        let expected = row.states.isEmpty ? prefix : prefix + " · " + row.states
        #expect(runs.first?.stateLine == expected, "\(row.name)\n\(runs.summary)")
    }

    @Test func `a launch lasts until the app itself says that it is active`() {
        let runs = timeline(
            """
            10:00:00.00 process.launch intent=foreground pid=7
            10:00:00.05 process.state visibility=foreground
            10:00:00.40 app.didFinishLaunching duration=2s
            10:00:02.50 app.didBecomeActive
            """)
        #expect(runs.first?.stateLine == "launching 10:00:00.00 · active 10:00:02.50", "\(runs.summary)")
        #expect(runs.first?.spanLine("launch") == "10:00:00.00–10:00:02.50")
    }

    @Test func `a death right after the system's edge finds the state it told`() {
        let runs = timeline(
            CallbackAndWitnessTests.start
                + "10:00:05.0 process.state visibility=background\n10:00:05.3 process.exit namespace=JETSAM code=4")
        #expect(runs.first?.stateAtEnd == .background, "\(runs.summary)")
    }

    @Test func `callbacks off the main thread and contradicting states are anomalies with their lines`() {
        let runs = timeline(
            CallbackAndWitnessTests.start
                + "10:00:05 app.willResignActive main=false\n10:00:06 app.didEnterBackground state=active")
        #expect(runs.first?.anomalyCodes == "lifecycle-off-main state-mismatch", "\(runs.summary)")
        #expect(runs.first?.anomalies.map(\.at.line) == [4, 5])
    }

    @Test func `every callback of the vocabulary is known as one`() {
        for name in EventName.allCases {
            #expect(name.isCallback == (name.declaration?.matches == .callback), "\(name.text)")
        }
    }

    /// In front until the lines of the way out of it, and in the background behind them.
    static let leaving: [(lines: String, states: String)] = [
        (
            "10:00:06 app.didEnterBackground\n10:00:06.2 process.state visibility=foreground class=runningboard",
            "inactive background"
        ),
        (
            """
            10:00:06 app.didEnterBackground
            10:00:06.1 process.state visibility=background class=frontboard
            10:00:06.2 process.state visibility=foreground class=runningboard
            10:00:06.3 process.state visibility=background class=runningboard
            10:00:06.4 process.state visibility=foreground class=runningboard
            """, "inactive background"
        ),
        (
            """
            10:00:06 process.state visibility=background class=frontboard
            10:00:06.2 process.state visibility=foreground class=runningboard
            """, "inactive background"
        ),
        (
            """
            10:00:06 process.deactivation mask=6145 was=4097
            10:00:06.2 process.state visibility=foreground class=runningboard
            10:00:06.3 app.didEnterBackground
            """, "inactive background"
        ),
        // Later, or told by who knows better, it is a return.
        (
            "10:00:06 app.didEnterBackground\n10:00:08 process.state visibility=foreground class=runningboard",
            "inactive background ~active"
        ),
        (
            "10:00:06 app.didEnterBackground\n10:00:06.2 process.state visibility=foreground class=frontboard",
            "inactive background ~active"
        ),
        (
            "10:00:06 process.state visibility=background class=runningboard\n"
                + "10:00:06.2 process.state visibility=foreground class=runningboard", "inactive background ~active"
        ),
    ]

    @Test(arguments: leaving) func `visible is late where who knows better just saw the app leave`(
        _ row: (lines: String, states: String)
    ) {
        let runs = timeline(
            Self.start + "10:00:05 app.willResignActive\n" + row.lines + "\n10:10:00 process.exit pid=7 signal=9")
        #expect(runs.map(\.stateNames) == ["launching active " + row.states], "\(row)\n\(runs.summary)")
        if row.states.hasSuffix("background") { #expect(runs.map { $0.spanLine("resume") } == [""]) }
    }

    @Test func `an app that is launched behind the front may come to it at once`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=background pid=7
            10:00:00.3 process.state visibility=background class=frontboard
            10:00:00.8 process.state visibility=foreground class=runningboard
            10:10:00 process.exit pid=7 signal=9
            """)
        #expect(runs.map(\.stateNames) == ["background ~active"], "\(runs.summary)")
    }
}
