// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What the system's lines say of the state of an app that is launched, or that comes back to the front.
@Suite struct LaunchStateTests {
    private static let launch = """
        # app=com.acme.notes device=A pid=512
        10:00:00.000 process.launch intent=foreground
        10:00:00.090 process.state visibility=foreground task=running

        """
    private static let away = """
        10:00:00.900 process.deactivation was=32 mask=0
        10:00:20.000 process.deactivation was=0 mask=4097 added=12
        10:00:20.400 process.deactivation was=4097 mask=6145 added=11
        10:00:20.410 process.deactivation was=6145 mask=6144 removed=0
        10:00:25.510 process.suspend
        10:01:00.000 process.resume
        10:01:00.020 process.state visibility=foreground
        10:01:00.100 process.deactivation was=6144 mask=6176 added=5

        """

    private static func run(_ log: String) throws -> AppRun {
        try #require(try Analyzer().analyze(bytes: Array(log.utf8)).runs().first)
    }

    @Test(
        "who is visible in a launch is not active yet",
        arguments: [
            // The app itself tells its launch, and crashes in it.
            (
                """
                10:00:00.430 app.didFinishLaunching
                10:00:01.500 report.crash namespace=SIGNAL code=6 signal=6
                """, AppState.launching
            ),
            // Nobody tells more: after a while it is taken to have been active.
            ("10:00:09.000 report.crash namespace=SIGNAL code=6 signal=6", .active),
            ("10:00:00.300 process.exit namespace=DYLD code=1", .launching),
            (
                """
                10:00:00.430 app.didFinishLaunching
                10:00:00.600 app.didBecomeActive
                10:00:01.500 report.crash namespace=SIGNAL code=6 signal=6
                """, .active
            ),
            // The reason for the background is set for a moment in every launch.
            (
                """
                10:00:00.400 process.deactivation was=0 mask=1024 added=10
                10:00:00.420 process.deactivation was=1056 mask=3104 added=11
                10:00:05.000 process.exit namespace=JETSAM code=7
                """, .launching
            ),
            (
                """
                10:00:00.420 process.deactivation was=1056 mask=3104 added=11
                10:00:00.450 process.deactivation was=3104 mask=1056 removed=11
                10:00:00.900 process.deactivation was=32 mask=0
                10:00:05.000 process.exit namespace=JETSAM code=7
                """, .active
            ),
        ])
    func launching(_ rest: String, _ expected: AppState) throws {
        let run = try Self.run(Self.launch + rest)
        #expect(run.stateAtEnd == expected, "\(run.story)")
    }

    @Test("a reason that stays is no way to the background")
    func coming() throws {
        let run = try Self.run(Self.launch + Self.away + "10:01:01.000 report.crash namespace=SIGNAL code=6 signal=6")
        #expect(run.stateAtEnd == .active, "\(run.story)")
        #expect(run.states.count { $0.state == .background } == 2, "\(run.states)")
    }

    @Test("a launch for the background is there at once")
    func background() throws {
        let log = """
            # app=com.acme.notes device=A pid=512
            10:00:00.000 process.launch intent=background
            10:00:00.420 process.deactivation was=0 mask=2048 added=11
            10:00:05.000 report.crash namespace=SIGNAL code=6 signal=6
            """
        #expect(try Self.run(log).stateAtEnd == .background)
    }
}
