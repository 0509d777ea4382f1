// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Launches in the background whose kind is concluded, apps with scenes that never came to a state, mere interruptions.
@Suite struct QuietLaunchTests {
    @Test func `a background launch that is only concluded is suspended like any other`() throws {
        let runs = timeline(
            """
            20:10:00 app.didFinishLaunching state=background pid=7
            20:10:00.2 push.receive silent=true pid=7
            20:10:02.9 push.complete pid=7
            21:40:31 app.willEnterForeground state=background pid=7
            21:40:31.3 app.didBecomeActive state=active pid=7
            """)
        let run = try #require(runs.first)
        #expect(run.launch.kind == .background)
        #expect(run.stateNames == "background ~suspended inactive active")
    }

    @Test func `the kernel lists a launch behind the front as suspended: it was so in the silence before`() throws {
        let runs = timeline(
            """
            11:13:42 app.didFinishLaunching state=background pid=7
            11:13:43 data.save ok=false pid=7
            11:27:33 report.jetsam pid=7 states=suspended appState=suspended
            11:32:00.1 app.willEnterForeground state=background pid=7
            11:32:00.3 app.didBecomeActive state=active pid=7
            """)
        let run = try #require(runs.first)
        #expect(run.launch.kind == .background)
        #expect(run.stateNames == "background ~suspended inactive active")
        #expect(run.states.first?.to == run.states.dropFirst().first?.from)
    }

    @Test func `after its work it is reclaimed, as far as silence can tell`() throws {
        let runs = timeline(
            """
            14:30:00 app.didFinishLaunching state=background
            14:30:00.3 fetch.begin
            14:30:01.9 fetch.complete
            18:15:20 app.didFinishLaunching state=inactive
            18:15:20.2 app.didBecomeActive
            """)
        #expect(runs.first?.stateAtEnd == .suspended)
        #expect(runs.first?.ending.candidates.first?.cause == .reclaimed)
    }

    /// A log need not tell that an app is active: one that shows screens for some seconds is launching no more.
    @Test(arguments: [
        ("ui.viewDidAppear", 50, nil), ("ui.firstFrame", 50, nil), ("ui.viewDidAppear", 3, AppState.launching),
    ])
    func `what has shown a screen for long is not launching`(sign: String, second: Int, state: AppState?) throws {
        let end = second < 10 ? "0\(second)" : "\(second)"
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:00.1 app.didFinishLaunching pid=7
            10:00:00.7 \(sign) pid=7
            10:00:01.0 activity.start kind=game pid=7
            10:00:\(end) process.exit namespace=SIGNAL code=11 pid=7
            """)
        let run = try #require(runs.first)
        #expect(run.stateAtEnd == state)
        #expect(run.isVisible)
        #expect(run.spans.filter { $0.kind == "launch" && !$0.isEnded }.isEmpty == (state == nil))
    }

    /// The watchdog of a launch says itself that it went on.
    @Test func `what the watchdog of a launch ends was launching, whatever it had shown`() throws {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:00.1 app.didFinishLaunching pid=7
            10:00:00.7 ui.viewDidAppear pid=7
            10:00:20.8 process.exit namespace=FRONTBOARD code=0x8badf00d explanation="process-launch watchdog transgression: exhausted real (wall clock) time allowance of 19.97 seconds" pid=7
            """)
        #expect(runs.first?.ending.cause == .watchdogLaunch)
        #expect(runs.first?.stateAtEnd == .launching)
    }

    /// Apps with scenes read background in every launch, and SwiftUI's have them though none is named.
    @Test func `what SwiftUI tells of its phase shows scenes`() throws {
        let runs = timeline(
            """
            08:00:00.1 app.didFinishLaunching state=background pid=9
            08:00:00.3 ScenePhase.active pid=9
            08:01:00 ScenePhase.inactive pid=9
            08:01:00.5 ScenePhase.background pid=9
            08:10:00 process.exit namespace=JETSAM code=4 reason=vm-pageshortage pid=9
            09:00:00.1 app.didFinishLaunching state=background pid=10
            09:00:00.3 process.exit namespace=SIGNAL code=11 pid=10
            """, headers: "# app=com.acme.notes device=A1 appVersion=1.0")
        #expect(runs.map(\.anomalyCodes) == ["", ""])
        #expect(runs.map(\.launch.kind) == [.foreground, .unknown])
        #expect(runs.last?.stateAtEnd == .launching)
    }

    @Test(arguments: ["scene.willConnect scene=s", "app.configurationForConnecting"])
    func `an app with scenes that dies before any tells its state read what it must`(sign: String) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:00.2 app.didFinishLaunching state=background pid=7
            10:00:00.3 \(sign) pid=7
            10:00:00.4 process.exit namespace=SIGNAL code=11 pid=7
            """)
        #expect(runs.first?.anomalyCodes == "")
    }

    /// A run of a version that shows its scenes, and one that dies before it has any.
    static let shown = """
        08:00:00 app.didFinishLaunching state=background pid=6
        08:00:00.2 scene.willConnect scene=s pid=6
        08:00:00.3 scene.didBecomeActive scene=s pid=6
        08:05:00 scene.didEnterBackground scene=s pid=6

        """
    static let dying = """
        09:00:00 app.didFinishLaunching state=background pid=7
        09:00:01 process.exit signal=11 pid=7

        """
    static let transgression =
        "scene-create watchdog transgression: app<com.acme.notes>:7 exhausted real (wall clock) time allowance of 30 seconds"
    static let appsWithScenes: [(name: String, log: String, launch: String, isVisible: Bool)] = [
        ("nothing shows scenes", dying, "background likely", false),
        ("the run before shows them", shown + dying, "unknown", true),
        (
            "it dies while its main thread may be blocked", shown + dying.replacing("00:01", with: "00:08"), "unknown",
            true
        ),
        (
            "it dies so late that its scene would have been connected", shown + dying.replacing("00:01", with: "00:30"),
            "background likely", false
        ),
        (
            "it dies as late on a Mac, where no watchdog ends launches",
            shown + dying.replacing("00:01 process.exit", with: "00:30 process.exit model=Mac15,3"), "unknown", true
        ),
        (
            "it dies as late, and connections are not told",
            shown.replacing("08:00:00.2 scene.willConnect scene=s pid=6\n", with: "")
                + dying.replacing("00:01", with: "00:30"), "unknown", false
        ),
        (
            "it dies as late, and UIKit alone tells connections",
            shown.replacing("scene=s pid=6\n08:00:00.3", with: "scene=s pid=6 class=uikit\n08:00:00.3")
                + dying.replacing("00:01", with: "00:30"), "unknown", false
        ),
        (
            "the watchdog ends its launch as late",
            shown
                + dying.replacing(
                    "00:01 process.exit signal=11",
                    with: "00:30 process.exit namespace=FRONTBOARD code=0x8badf00d explanation=\"\(transgression)\""),
            "unknown", true
        ),
        (
            "a run long before shows them",
            shown + dying.replacing("09:00:0", with: "08:30:0").replacing("pid=7", with: "pid=8") + dying, "unknown",
            true
        ),
        (
            "the run after shows them",
            dying + shown.replacing("08:0", with: "09:1").replacing("pid=6", with: "pid=8"), "unknown", true
        ),
        (
            "another version has them",
            "# appVersion=1\n" + shown + "# appVersion=2\n" + dying, "background likely", false
        ),
        (
            "it does the work of the background",
            shown + dying.replacing("09:00:01", with: "09:00:00.5 push.receive silent=true pid=7\n09:00:01"),
            "background likely", false
        ),
        (
            "a report of the end tells the state",
            dying.replacing("process.exit signal=11", with: "report.crash signal=11 appState=background")
                + shown.replacing("08:0", with: "09:1").replacing("pid=6", with: "pid=8"), "background likely", false
        ),
    ]

    @Test(arguments: appsWithScenes) func `what an app read in its launch says nothing where it has scenes`(
        _ row: (name: String, log: String, launch: String, isVisible: Bool)
    ) throws {
        let runs = timeline(row.log)
        let run = try #require(runs.first { $0.pid == 7 })
        #expect(run.launchLine == row.launch, "\(row.name)\n\(runs.summary)")
        #expect(
            run.stateNames == (row.launch == "unknown" ? "launching" : "background"), "\(row.name)\n\(runs.summary)")
        #expect(run.isVisible == row.isVisible, "\(row.name)\n\(runs.summary)")
    }

    /// Helpers and login items are launched, too.
    @Test(arguments: [("00:41", false), ("00:04", true)])
    func `a process of a Mac of which only the launch is told is not on its way to the front for long`(
        end: String, isVisible: Bool
    ) throws {
        let log = "09:00:00 process.launch pid=7 model=Mac15,3\n09:\(end) process.exit signal=11 pid=7"
        let run = try #require(timeline(log).first)
        #expect(run.isVisible == isVisible, "\(timeline(log).summary)")
    }

    @Test func `an app without scenes that reads background in a foreground launch did not`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:00.2 app.didFinishLaunching state=background pid=7
            10:00:00.3 app.didBecomeActive pid=7
            10:00:00.4 process.exit namespace=SIGNAL code=11 pid=7
            """)
        #expect(runs.first?.anomalyCodes == "state-mismatch")
    }

    @Test func `out of an interruption there is no return, out of the background there is`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:00:05 app.willResignActive
            10:00:07 app.didBecomeActive
            10:00:09 app.willResignActive
            10:00:10 app.didEnterBackground
            10:00:12 app.willEnterForeground
            10:00:12.5 app.didBecomeActive
            """)
        let returns = runs.first?.spans.filter { $0.kind == "resume" } ?? []
        #expect(returns.map { $0.from.clockTime } == ["10:00:12"])
    }

    @Test func `what goes on has its last line as evidence`() {
        let runs = timeline("10:00:00 process.launch\n10:00:01 app.didBecomeActive")
        #expect(runs.first?.ending.cause == .stillRunning)
        #expect(runs.first?.ending.because.map(\.text) == ["10:00:01 app.didBecomeActive"])
    }
}
