// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintTimeline

/// A process id is that of one process at a time.
@Suite struct PIDReuseTests {
    private static let first = """
        10:00:00 process.launch app=com.acme.verse pid=512
        10:00:01 app.didBecomeActive app=com.acme.verse pid=512
        10:10:00 app.willResignActive app=com.acme.verse pid=512
        10:10:01 app.didEnterBackground app=com.acme.verse pid=512
        10:10:03 process.suspend app=com.acme.verse pid=512

        """

    private static let verse = TimelineSettings(vocabulary: Shipped.vocabulary, apps: [Glob("com.acme.verse")])

    private static let second = """
        13:00:00 process.state class=frontboard task=running app=com.other.game pid=512
        13:00:01 app.didBecomeActive class=uikit process=Game pid=512
        13:10:00 process.exit class=kernel process=Game pid=512 namespace=JETSAM code=7
        """

    @Test func `the system gives it to another app, and the one that had it is no more`() {
        let runs = timeline(Self.first + Self.second, headers: "# device=A1")
        #expect(
            runs.map { "\($0.app ?? "-") \($0.ending.cause.rawValue)" } == [
                "com.acme.verse reclaimed", "com.other.game memoryLimit",
            ], "\(runs.summary)")
    }

    @Test func `what befalls another app is not told of the one that was asked for`() {
        let runs = timeline(Self.first + Self.second, headers: "# device=A1", settings: Self.verse)
        #expect(
            runs.map { "\($0.app ?? "-") \($0.ending.cause.rawValue)" } == ["com.acme.verse reclaimed"],
            "\(runs.summary)")
    }

    @Test func `an extension is called by its own name and by that of its app`() {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.verse.widget pid=600 host=extension
            10:00:05 process.state class=frontboard task=running app=com.acme.verse pid=600
            10:00:09 extension.complete app=com.acme.verse.widget pid=600 host=extension
            """)
        #expect(
            runs.contains { $0.app == "com.acme.verse.widget" && $0.ending.cause == .stillRunning }, "\(runs.summary)")
    }

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
