// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Reports after which a process goes on, and those that say in other words that it did not.
@Suite struct GoingOnReportTests {
    private static func analysis(_ text: String) throws -> Analysis { try Analyzer().analyze(bytes: Array(text.utf8)) }

    private static func runs(_ text: String) throws -> [AppRun] { try analysis(text).runs() }

    private static let identity = """
        {"identity":{"generator":"Crashlytics iOS SDK/10.20.0","started_at":1772359200,"session_id":"6a7f"}}
        {"application":{"bundle_id":"com.acme.notes","build_version":"420","display_version":"4.2"}}
        """

    @Test(
        "an error that a framework hands over ends nothing",
        arguments: [
            // Names in hexadecimal, as the SDK writes them: FlutterError.
            identity + "\n"
                + #"{"exception":{"type":"custom","name":"466c75747465724572726f72","reason":"626164","time":1772359500,"frames":[]}}"#,
            """
            # Crashlytics - Stack trace
            # Application: com.acme.notes
            # Bundle Identifier: com.acme.notes
            # Platform: ios
            # Version: 4.2 (420)
            # Session: 6a7f
            # Date: 2026-03-01 10:11:17 +0000
            Fatal Exception: FlutterError
            0  ???                            0x0 build + 12 (main.dart:12)
            """,
            TextReport.make(
                exception: "SIGTRAP",
                """
                Exception Codes: TRAP_TRACE at 0x10346b27f
                Crashed Thread:  0

                Thread 0 Crashed:
                0   Notes   0x000000010346b27f -[PLCrashReporter generateLiveReportWithThread:exception:error:] + 632
                1   Notes   0x000000010346a1f0 __30-[Monitor start]_block_invoke + 160
                """
            ).replacing("Process:", with: "CrashReporter Key:   TODO\nProcess:"),
        ])
    func goingOn(_ text: String) throws {
        let analysis = try Self.analysis(text)
        let runs = try analysis.runs()
        #expect(analysis.header.inputs.first?.events == 1)
        #expect(!runs.contains { $0.ending.cause.rawValue.hasPrefix("crash") }, "\(runs.map(\.story))")
    }

    @Test("an exception that Crashlytics caught at its end ends the process")
    func thrown() throws {
        let text =
            Self.identity + "\n"
            + #"{"exception":{"type":"objective-c","name":"4e5352616e6765457863657074696f6e","reason":"626164","time":1772359500,"frames":[]}}"#
        #expect(try Self.runs(text).map(\.ending.cause) == [.crashException])
    }

    @Test("a session of Sentry begins when the app comes to the front, which is no launch")
    func session() throws {
        let log = """
            # app=com.acme.notes pid=71 device=A1 date=2026-03-01
            10:00:00.000 process.launch intent=foreground
            10:00:00.300 app.didBecomeActive
            10:05:00.500 app.didEnterBackground
            10:11:59.500 app.willEnterForeground
            10:12:00.000 app.didBecomeActive
            10:14:29.000 network.start
            """
        let envelope = """
            {"event_id":"9ec79c33ec9942ab8353589fcb2e04dd","sdk":{"name":"sentry.cocoa","version":"8.36.0"}}
            {"type":"session","length":300}
            {"sid":"3c2ae62d-8a1d-4f2b-9a6e-1b1b8f0f1a02","seq":2,"started":"2026-03-01T10:12:00.000Z","timestamp":"2026-03-01T10:14:30.000Z","status":"crashed","attrs":{"release":"com.acme.notes@4.2+420"}}
            """
        let analysis = try Analyzer().analyze(inputs: [
            (name: "a.lifelog", bytes: Array(log.utf8)), (name: "b.envelope", bytes: Array(envelope.utf8)),
        ])
        #expect(try analysis.runs().count == 1)
    }

    @Test("CPU_FATAL says by its name that the process was ended")
    func fatal() throws {
        func text(_ subtype: String) -> String {
            TextReport.make(
                exception: "EXC_RESOURCE",
                """
                Exception Subtype: \(subtype)
                Exception Message: (Limit 80%) Observed 89% over 60 secs
                Triggered by Thread:  0

                Thread 0:
                0   Notes   0x0000000104c0a368 work() + 44
                """)
        }
        #expect(try Self.runs(text("CPU_FATAL")).map(\.ending.cause) == [.cpuLimit])
        #expect(try !Self.runs(text("CPU")).map(\.ending.cause).contains(.cpuLimit))
    }

    @Test(
        "a role without an interface says nothing while a launch takes its time",
        arguments: [
            ("2026-03-02 10:00:17.500", nil), ("2026-03-02 09:59:59.000", nil),
            ("2026-03-02 09:50:00.000", AppState.background),
        ])
    func role(_ launched: String, _ expected: AppState?) throws {
        let text = TextReport.make(exception: "EXC_BREAKPOINT (SIGTRAP)", "Triggered by Thread:  0").replacing(
            "OS Version:", with: "Launch Time:         \(launched) +0000\nRole:                Non UI\nOS Version:")
        #expect(try Self.runs(text).map(\.stateAtEnd) == [expected])
    }

    private static func watchdog(_ calls: String, launched: String) -> String {
        TextReport.make(
            exception: "EXC_CRASH (SIGKILL)",
            """
            Termination Reason: FRONTBOARD 2343432205
            <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: app<com.acme.notes(A)>:512 exhausted real (wall clock) time allowance of 10.00 seconds
            ProcessVisibility: Foreground
            ProcessState: Running
            WatchdogEvent: scene-create
            WatchdogVisibility: Foreground
            WatchdogCPUStatistics: (
            "Elapsed total CPU time (seconds): 1.080 (user 0.500, system 0.580), 1% CPU",
            "Elapsed application CPU time (seconds): 0.080, 1% CPU"
            ) reportType:CrashLog maxTerminationResistance:Interactive>

            Triggered by Thread:  0

            Thread 0 name:  Dispatch queue: com.apple.main-thread
            Thread 0 Crashed:
            \(calls)
            """
        ).replacing(
            "OS Version:", with: "Launch Time:         \(launched) +0000\nRole:                Foreground\nOS Version:")
    }

    private static let free = """
        0   libsystem_kernel.dylib   0x00000001842c9000 mach_msg2_trap + 8
        1   CoreFoundation           0x00000001844c9000 __CFRunLoopServiceMachPort + 160
        2   CoreFoundation           0x00000001844c9100 __CFRunLoopRun + 1208
        3   UIKitCore                0x00000001944c9000 -[UIApplication _run] + 816
        4   UIKitCore                0x00000001944c9100 UIApplicationMain + 340
        5   Notes                    0x0000000104c0a368 main + 40
        """
    private static let blocked = """
        0   libsystem_kernel.dylib   0x00000001842c9000 __psynch_cvwait + 8
        1   Notes                    0x0000000104c0a468 Store.open() + 40
        2   UIKitCore                0x00000001944c9100 UIApplicationMain + 340
        3   Notes                    0x0000000104c0a368 main + 40
        """

    @Test("an app that waits for work is not called blocked")
    func idle() throws {
        let story = try #require(
            try Self.runs(Self.watchdog(Self.free, launched: "2026-03-02 10:00:08.000")).first?.story)
        #expect(story.contains("last in its run loop") && !story.contains("blocked"), "\(story)")
        let other = try #require(try Self.runs(Self.watchdog(Self.blocked, launched: "2026-03-02 10:00:08.000")).first)
        #expect(other.story.contains("blocked, not busy, last in __psynch_cvwait"), "\(other.story)")
    }

    @Test("what the main thread waited for stands behind the end of a text that is cut among its calls")
    func cut() throws {
        for (calls, lines, isTold) in [(Self.free, 2, false), (Self.free, 6, true), (Self.blocked, 1, true)] {
            let kept = calls.split(separator: "\n").prefix(lines).joined(separator: "\n")
            let story = try #require(
                try Self.runs(Self.watchdog(kept, launched: "2026-03-02 10:00:08.000")).first?.story)
            #expect((story.contains("last in") || story.contains("blocked")) == isTold, "\(story)")
        }
    }

    @Test("a scene that is made hours after the start says nothing of the launch")
    func late() throws {
        let soon = try #require(try Self.runs(Self.watchdog(Self.blocked, launched: "2026-03-02 10:00:08.000")).first)
        #expect(soon.launch.kind == .foreground)
        let late = try #require(try Self.runs(Self.watchdog(Self.blocked, launched: "2026-03-02 05:00:08.000")).first)
        #expect(late.launch.kind == .unknown)
    }
}
