// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintTimeline

/// Ends beside which something else is told: what befell the device or the installation, the app's last words, a lost
/// stretch.
@Suite struct OutsideEndTests {
    private static let header = "# device=A app=com.a pid=7 date=2026-03-01\n"
    private static let active = header + "10:00:00 process.launch intent=foreground\n10:00:01 app.didBecomeActive\n"
    private static let behind = active + "10:00:02 app.willResignActive\n10:00:02.3 app.didEnterBackground\n"
    private static let asked = behind + "10:00:05 app.willTerminate\n"
    private static let task = behind + "10:00:03 backgroundTask.begin task=1\n10:00:30 app.willTerminate\n"

    @Test(arguments: [
        // What befell the installation or the device comes before the app's last words.
        (asked, "10:00:05.3 process.exit status=0\n10:00:05.5 app.uninstalled", "uninstalled likely"),
        (asked, "10:00:05.3 process.exit status=0\n10:00:05.5 app.updated", "appUpdate likely"),
        (asked, "10:00:05.3 process.exit status=0\n10:00:05.5 device.shutdown", "reboot likely"),
        (asked, "10:00:05.3 process.exit status=0\n10:01:05.5 device.shutdown", "userQuit likely"),
        (active, "10:00:05 process.exit signal=9\n10:00:05.5 device.shutdown", "reboot likely"),
        (active, "10:00:05 process.exit signal=15\n10:00:05.5 device.shutdown", "reboot likely"),
        (active, "10:00:05 process.exit signal=9\n10:00:05.5 device.respring", "springboardRestart likely"),
        (active, "10:00:05 process.exit signal=11\n10:00:05.5 device.shutdown", "crash.signal certain"),
        // What is told before the end is what ended all processes, whatever it says besides.
        (active, "10:00:05 device.shutdown\n10:00:05.1 process.exit signal=9", "reboot likely"),
        (active, "10:00:05 device.shutdown\n10:00:05.1 process.exit signal=15", "reboot likely"),
        (active, "10:00:05 device.shutdown\n10:00:08.1 process.exit signal=9", "reboot likely"),
        (active, "10:00:05 device.shutdown\n10:00:35 process.exit signal=9", "reboot likely"),
        (active, "10:00:05 device.shutdown\n10:00:05.2 process.exit status=0", "reboot likely"),
        (active, "10:00:05 device.shutdown\n10:00:05.2 process.exit", "reboot likely"),
        (active, "10:00:05 device.shutdown\n10:00:05.1 app.willTerminate", "reboot certain"),
        (
            active, "10:00:05 device.shutdown\n10:00:05.1 app.willTerminate\n10:00:05.2 process.exit status=0",
            "reboot likely"
        ),
        (active, "10:00:05 device.shutdown\n10:00:05.1 process.exit signal=11", "crash.signal certain"),
        (active, "10:00:05 device.respring\n10:00:05.1 process.exit signal=9", "springboardRestart likely"),
        (active, "10:00:05 device.respring\n10:00:09 process.exit signal=9", "springboardRestart likely"),
        // Whoever is asked to end before was killed for no limit.
        (asked, "10:00:06 process.exit signal=9", "userQuit likely"),
        (task, "10:00:31 process.exit signal=9", "userQuit likely"),
        (behind, "10:00:06 process.exit signal=9", "unknown possible"),
        (behind, "10:00:05 app.willTerminate phase=begin\n10:00:12 process.exit signal=9", "unknown possible"),
        (asked, "10:00:05.3 process.exit", "userQuit likely"),
        (asked, "10:00:05.3 process.exit reason=exit", "userQuit likely"),
        (asked, "10:00:05.3 process.exit status=0 harness=true", "harnessStop likely"),
        // An app that was left is asked for its permissions in Settings; in front, or launching, it asks itself.
        (behind, "10:00:06 permission.changed\n10:00:09 process.exit signal=9", "settingsChange likely"),
        (
            active + "10:00:01.5 permission.changed\n",
            "10:00:02 app.willResignActive\n10:00:02.3 app.didEnterBackground\n"
                + "10:00:09 process.exit signal=9", "unknown possible"
        ),
        // What the kernel threw says what a kill was for, though the termination tells no more than the signal.
        (active, "10:00:05 report.crash class=report exceptionType=EXC_GUARD namespace=SIGNAL code=9", "guard likely"),
        (
            active, "10:00:05 report.crash class=report exceptionType=EXC_RESOURCE kind=cpu namespace=SIGNAL code=9",
            "cpuLimit likely"
        ),
        // That RunningBoard saw it ended says nothing.
        (active, "10:00:05 process.exit namespace=RUNNINGBOARD code=0xb111b111", "unknown possible"),
        // A name with the word in it is no assertion.
        (
            active,
            #"10:00:05 report.crash class=report signal=5 explanation="-[_UIBackgroundTaskAssertion invalidate]: gone""#,
            "crash.signal certain"
        ),
        (
            active, #"10:00:05 report.crash class=report signal=6 explanation="Assertion failed: (x), f""#,
            "crash.assertion certain"
        ),
        (
            active, #"10:00:05 report.crash class=report signal=6 explanation="failed assertion `x'""#,
            "crash.assertion certain"
        ),
    ])
    func ends(before: String, last: String, expected: String) {
        let runs = timeline(before + last)
        #expect(
            runs.first.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" } == expected,
            "\(runs.summary)")
    }

    @Test func `what a process does after the shutdown is told belongs to the run that it ends`() {
        let runs = timeline(
            Self.active
                + """
                10:00:05 device.shutdown
                10:00:05.1 app.willTerminate
                10:00:07.4 data.save document=a
                10:02:00 device.boot
                10:10:00 process.launch intent=foreground pid=9
                10:10:01 app.didBecomeActive pid=9
                """)
        #expect(runs.count == 2, "\(runs.summary)")
        #expect(runs.first?.end.time.clockTime == "10:00:07.4")
        #expect(runs.last?.launch.after == .reboot && runs.last?.launch.isAfterBoot == true)
        #expect(runs.last?.launch.isAfterForceQuit == false)
        // After the boot it is another process, whatever its id.
        let next = timeline(
            Self.active + "10:00:05 device.shutdown\n10:00:40 device.boot\n10:00:50 data.save document=a\n")
        #expect(next.count == 2, "\(next.summary)")
    }

    /// A log that never tells that the app is left knows nothing of where it was hours later.
    @Test(arguments: [
        ("10:00:30 device.boot", true), ("10:00:30 device.respring", true), ("23:00:00 device.boot", false),
        ("23:00:00 device.respring", false),
    ])
    func `who was told to be active long before the device was restarted is not told to have been in use`(
        end: String, isInUse: Bool
    ) {
        let run = timeline(Self.active + end).first
        #expect(run?.isVisible == isInUse && (run?.stateAtEnd == .active) == isInUse, "\(run?.summary ?? "")")
        #expect(run?.states.last?.isInferred == !isInUse, "\(run?.summary ?? "")")
    }

    @Test func `no state lasts longer than its app was there`() {
        let runs = timeline(Self.behind + "10:00:20 app.uninstalled\n14:00:00 device.boot")
        #expect(runs.map(\.ending.cause) == [.uninstalled], "\(runs.summary)")
        #expect(runs.first?.end.time.clockTime == "10:00:02.3" && runs.first?.end.isKnown == false)
    }

    private static let respring = """
        # device=A app=com.a date=2026-03-01
        10:00:00 process.launch intent=foreground pid=7
        10:00:01 app.didBecomeActive pid=7
        10:00:15 device.respring proven=false

        """

    @Test(arguments: [
        // What it is told to do later than anything dies of that shows that it did not.
        ("10:00:50 app.willResignActive pid=7\n10:00:51 app.didBecomeActive pid=7", ["stillRunning active"]),
        (
            "10:00:20 app.willResignActive pid=7\n10:00:22 app.didBecomeActive pid=7\n10:01:00 process.exit pid=7 signal=11",
            ["crash.signal active"]
        ),
        // Its app may be named first.
        (
            "10:00:40 process.state task=running class=runningboard\n10:00:40.2 process.state task=running pid=7 class=runningboard",
            ["stillRunning active"]
        ),
        // It may still be told of while it dies, and the next process is another one.
        ("10:00:20 app.willResignActive pid=7", ["springboardRestart inactive"]),
        ("10:00:40 app.didBecomeActive pid=8", ["springboardRestart active", "stillRunning active"]),
        (
            "10:00:40 process.launch pid=7\n10:00:41 app.didBecomeActive pid=7",
            ["springboardRestart active", "stillRunning active"]
        ),
    ])
    func `who is told of after the home screen has gone did not go with it`(last: String, expected: [String]) {
        let runs = timeline(Self.respring + last)
        #expect(
            runs.map { "\($0.ending.cause.rawValue) \($0.stateAtEnd?.rawValue ?? "-")" } == expected, "\(runs.summary)")
    }

    @Test func `what was concluded of its silence before the home screen went is taken back`() {
        let runs = timeline(
            """
            # device=A app=com.a date=2026-03-01
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 app.didBecomeActive pid=7
            10:00:02 app.willResignActive pid=7
            10:00:02.3 app.didEnterBackground pid=7
            10:00:15 device.respring proven=false
            10:00:30 data.save document=a pid=7
            """)
        #expect(runs.map(\.stateNames) == ["launching active inactive background"], "\(runs.summary)")
    }

    @Test(arguments: [
        ("namespace=SIGNAL code=9 signal=9 byProc=Notes", [] as [EndingCause]),
        ("namespace=SIGNAL code=9 signal=9", [.codeSigning, .systemOther]),
        ("namespace=RUNNINGBOARD code=0xb111b111 signal=9", [.memoryLimit, .systemPressure, .userQuit]),
    ])
    func `no crash ends with SIGKILL, and who sends it to itself is killed for nothing else`(
        report: String, candidates: [EndingCause]
    ) {
        let ending = timeline(
            "# process=Notes\n" + OutsideEndTests.active + "10:00:05 report.crash class=report " + report
        )
        .first?.ending
        #expect(
            ending?.cause == .unknown && ending?.candidates.map(\.cause) == candidates, "\(String(describing: ending))")
        #expect(ending?.ruledOut.contains { $0.cause == .crashSignal } == true)
    }

    /// The kind of what was guarded stands in the code, which may be that of the termination or what the kernel threw.
    @Test(
        arguments: [
            ("1", "vnode"), ("3", "machPort"), ("2305843035777557328", "machPort"),
            ("0x4000000100000003", "fileDescriptor"),
            ("0x8000000000000000", "vnode"), ("0xa000000000000000", "memory"), ("0xe000000000000000", nil), ("77", nil),
        ] as [(String, String?)])
    func `what was guarded`(code: String, kind: String?) {
        let run = timeline(Self.active + "10:00:05 process.exit namespace=GUARD code=\(code) signal=9").first
        #expect(run?.ending.cause == .guard && run?.ending.detail[.kind] == kind.map { .string($0) })
    }

    @Test func `who leaves by itself on a watch ends no extension`() {
        let watch = Self.header.replacing("pid=7", with: "pid=7 host=watch")
        let runs = timeline(
            watch + "10:00:00 process.launch intent=foreground\n10:00:01 app.didBecomeActive\n"
                + "10:00:05 process.exit status=0")
        #expect(runs.map(\.ending.cause) == [.cleanExit])
    }

    @Test func `reports without a process id are about the runs that the next launch ends`() {
        let runs = timeline(
            """
            # device=A date=2026-03-01 app=com.a
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 app.didBecomeActive pid=7
            10:00:05 report.crash signal=11
            10:10:00 process.launch pid=8
            10:10:01 app.didBecomeActive pid=8
            10:10:05 report.crash signal=6
            10:20:00 process.launch pid=9
            10:20:01 app.didBecomeActive pid=9
            """)
        #expect(runs.map { $0.ending.detail[.signal] } == [.integer(11), .integer(6), nil], "\(runs.summary)")
    }

    @Test func `behind a lost stretch nobody knows whether the app was in front`() {
        let told = Self.behind + "10:00:03 app.willEnterForeground\n10:00:03.4 app.didBecomeActive\n"
        func run(_ lines: String) -> AppRun? { timeline(told + lines).first }
        let kill = "10:22:00 process.exit namespace=JETSAM code=4 reason=vm-pageshortage"
        #expect(run(kill)?.isVisible == true)
        let lost = run("10:00:10 log.gap duration=1s\n" + kill)
        #expect(lost?.isVisible == false && lost?.stateAtEnd == nil)
        #expect(lost?.ending.confidence == .possible)
        // Whatever tells the state again makes it known.
        #expect(
            run("10:00:10 log.gap duration=1s\n10:00:20 app.willResignActive\n10:00:21 app.didBecomeActive\n" + kill)?
                .isVisible == true)
    }

    /// What is told behind a lost stretch, in which the app may have been left, and whether it tells that it was not.
    static let behindLosses: [(lines: String, state: AppState?)] = [
        ("", nil), ("10:00:19 network.end", nil), ("10:00:12 data.save", nil),
        ("10:00:12 app.didBecomeActive", .active), ("10:00:12 data.save state=active", .active),
        ("10:00:12 process.state task=running visibility=foreground", .active),
        ("10:00:12 data.save state=background", nil),
        ("10:00:12 app.willResignActive", .inactive),
    ]

    @Test(arguments: behindLosses, ["signal=11", "namespace=JETSAM code=4 reason=vm-pageshortage"])
    func `a word since a lost stretch does not tell that the app was not left in it`(
        _ row: (lines: String, state: AppState?), exit: String
    ) {
        let before = "10:00:00 process.launch intent=foreground\n10:00:01 app.didBecomeActive\n"
        let log = before + "10:00:10 log.gap\n" + row.lines + "\n10:00:20 process.exit " + exit
        let run = timeline(log).first
        #expect(run != nil && run?.stateAtEnd == row.state, "\(log)\n\(run?.summary ?? "")")
        #expect(run?.isVisible == (row.state != nil), "\(log)\n\(run?.summary ?? "")")
    }

    @Test func `who was woken for work returns when the user opens the app`() {
        func resume(_ work: String) -> String? {
            timeline(
                Self.behind + "10:01:00 process.suspend\n11:00:00 process.resume\n" + work
                    + "11:00:07 app.willEnterForeground\n11:00:07.2 app.didBecomeActive\n"
            ).first?.spanLine("resume")
        }
        #expect(resume("") == "11:00:00–11:00:07.2")
        #expect(resume("11:00:00.1 push.receive silent=true\n") == "11:00:07–11:00:07.2")
        #expect(resume("11:00:00.1 push.receive silent=true\n11:00:01 push.complete\n") == "11:00:07–11:00:07.2")
    }

    @Test func `a state in a spelling that nobody knows contradicts nothing`() {
        func anomalies(_ state: String) -> [Anomaly.Code] {
            timeline(Self.header + "10:00:00 process.launch\n10:00:01 app.didBecomeActive state=\"\(state)\"")
                .flatMap(\.anomalies).map(\.code)
        }
        #expect(anomalies("UIApplicationState(rawValue: 0)").isEmpty)
        #expect(anomalies("background").contains(.stateMismatch))
    }

    @Test func `an app that is told to enter the foreground in its launch has scenes, and reads background there`() {
        func anomalies(_ lines: String) -> [Anomaly.Code] {
            timeline(Self.header + "10:00:00 app.didFinishLaunching state=background\n" + lines)
                .flatMap(\.anomalies).map(\.code)
        }
        let active = "10:00:00.3 app.didBecomeActive state=active"
        #expect(anomalies("10:00:00.1 app.willEnterForeground state=background\n" + active).isEmpty)
        #expect(anomalies(active) == [.stateMismatch])
    }

    @Test func `how near the limit of memory it was counts for some minutes, in all states that run`() {
        func first(_ lines: String) -> Ending.Candidate? {
            timeline(lines + "10:30:00 process.exit signal=9").first?.ending.candidates.first
        }
        let near = "memory.footprint bytes=1399000000 limit=1400000000\n"
        #expect(first(Self.active + "10:29:59 " + near)?.cause == .memoryLimit)
        #expect(first(Self.behind + "10:29:59 " + near)?.cause == .memoryLimit)
        #expect(first(Self.active + "10:00:02 " + near)?.likelihood == .possible)
    }
}
