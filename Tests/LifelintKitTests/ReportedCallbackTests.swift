// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What the calls of a report tell of the step of its life that an app was at.
@Suite struct ReportedCallbackTests {
    private static func text(_ frames: String, role: String = "Foreground", isThrown: Bool = false) -> String {
        let thread = "Thread 0 name:  Dispatch queue: com.apple.main-thread\nThread 0 Crashed:\n"
        let calls = isThrown ? "Last Exception Backtrace:\n\(frames)\n\n\(thread)" : thread + frames
        return TextReport.make(
            exception: "EXC_CRASH (SIGABRT)",
            "Termination Reason: SIGNAL 6 Abort trap: 6\nTriggered by Thread:  0\n\n" + calls
        ).replacing("OS Version:", with: "Launch Time:         2026-03-02 10:00:10.100 +0000\nOS Version:")
            .replacing("Code Type:", with: "Role:                \(role)\nCode Type:") + "\n"
    }

    /// A report as the system writes it now, with the name of a call.
    private static func json(_ symbol: String, isThrown: Bool = false) -> String {
        let frames =
            #"[{"imageOffset":8,"symbol":"__pthread_kill","imageIndex":1},{"imageOffset":9,"symbol":"\#(symbol)","imageIndex":0}]"#
        return """
            {"app_name":"Notes","timestamp":"2026-03-02 10:00:21.00 +0000","bundleID":"com.acme.notes","bug_type":"309","os_version":"iPhone OS 18.5 (22F76)"}
            {"captureTime":"2026-03-02 10:00:20.1000 +0000","procRole":"Foreground","pid":512,"procLaunch":"2026-03-02 10:00:10.1000 +0000",
            "procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},"exception":{"type":"EXC_CRASH","signal":"SIGABRT"},
            "termination":{"flags":0,"code":6,"namespace":"SIGNAL"},"faultingThread":0,
            \(isThrown ? "\"lastExceptionBacktrace\":\(frames)," : "")
            "threads":[{"triggered":true,"id":1,"frames":\(isThrown ? "[]" : frames)}],
            "usedImages":[{"base":1,"size":9999,"name":"Notes","path":"/private/var/containers/Bundle/Application/A/Notes.app/Notes"},{"base":99999,"size":9,"name":"libsystem_kernel.dylib"}]}
            """
    }

    private static let symbols: [(symbol: String, isLaunch: Bool)] = [
        ("-[AppDelegate application:didFinishLaunchingWithOptions:]", true),
        ("-[AppDelegate application:willFinishLaunchingWithOptions:]", true),
        ("AppDelegate.application(_:didFinishLaunchingWithOptions:)", true),
        ("@objc AppDelegate.application(_:didFinishLaunchingWithOptions:)", true),
        ("-[UIApplication _handleDelegateCallbacksWithOptions:isSuspended:restoreState:]", true),
        ("-[UIApplication _callInitializationDelegatesWithActions:forCanvas:payload:fromOriginatingProcess:]", true),
        ("-[UIApplication _callInitializationDelegatesForMainScene:transitionContext:]", true),
        ("-[UIApplication _runWithMainScene:transitionContext:completion:]", true),
        ("-[_UISceneLifecycleMultiplexer completeApplicationLaunchWithFBSScene:transitionContext:]", true),
        // What it leaves to be done later may be done at any time.
        ("closure #1 in AppDelegate.application(_:didFinishLaunchingWithOptions:)", false),
        ("__57-[AppDelegate application:didFinishLaunchingWithOptions:]_block_invoke", false),
        ("-[Store load]", false),
    ]

    @Test(arguments: symbols, [false, true])
    func `who crashes in a callback of its launch was launching`(
        _ row: (symbol: String, isLaunch: Bool), isThrown: Bool
    ) throws {
        let call = "0   Notes                         \t0x0000000104c0a368 \(row.symbol) + 76 (AppDelegate.m:10)"
        for text in [Self.text(call, isThrown: isThrown), Self.json(row.symbol, isThrown: isThrown)] {
            let analysis = try Analysing.analysis([("report", Array(text.utf8))]) { try? $0.useRules() }
            let run = try #require(try analysis.runs().first)
            #expect((run.stateAtEnd == .launching) == row.isLaunch, "\(run.story)")
            #expect(run.isVisible)
            let rules = try analysis.allFindings().map(\.rule)
            #expect(rules.contains("crashed-during-launch") == row.isLaunch, "\(rules)")
        }
    }

    /// What `main` has called before anything ran the app, the innermost call first; and what is called while it runs,
    /// or by others.
    private static let stacks: [(calls: [String], isLaunch: Bool)] = [
        (["libswiftCore.dylib _assertionFailure", "Notes NotesApp.init()", "Notes main", "dyld start"], true),
        (["Notes NotesApp.init()", "SwiftUI static App.main()", "Notes main", "dyld start"], true),
        (["Notes main", "libdyld.dylib start"], true),
        (
            [
                "Notes row", "libdispatch.dylib <redacted>", "CoreFoundation <redacted>", "GraphicsServices <redacted>",
                "UIKitCore <redacted>", "Notes main", "libdyld.dylib start",
            ], false
        ),
        (
            [
                "CoreFoundation <redacted>", "GraphicsServices <redacted>", "UIKitCore <redacted>", "Notes main",
                "dyld start",
            ], false
        ),
        (["Notes tick()", "CoreFoundation CFRunLoopRun", "Notes main", "dyld start"], false),
        (["Notes -[Store load]", "UIKitCore UIApplicationMain", "Notes main", "dyld start"], false),
        (["Notes row", "UIKitCore <redacted>", "UIKitCore <redacted>", "Notes main", "dyld start"], false),
        (["Notes -[Store load]", "Notes main"], false),
        (["Notes -[Store load]", "libdispatch.dylib _dispatch_client_callout"], false),
        (["Notes +[Store load]", "libobjc.A.dylib load_images", "dyld notify", "dyld start"], false),
    ]

    @Test(arguments: stacks)
    func `who crashes in main before anything runs the app was launching`(_ row: (calls: [String], isLaunch: Bool))
        throws
    {
        let calls = row.calls.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        let lines = calls.enumerated().map { "\($0)   \($1[0])   \t0x0000000104c0a368 \($1[1]) + 76" }
        let images = ["Notes"] + Set(calls.map { $0[0] }).subtracting(["Notes"]).sorted()
        let frames = calls.map { call in
            #"{"imageOffset":8,"symbol":"\#(call[1])","imageIndex":\#(images.firstIndex(of: call[0]) ?? 0)}"#
        }
        let others = images.dropFirst().map { #",{"base":99999,"size":9,"name":"\#($0)","path":"/usr/lib/\#($0)"}"# }
        let json = Self.json("x").replacing(
            #"{"imageOffset":8,"symbol":"__pthread_kill","imageIndex":1},{"imageOffset":9,"symbol":"x","imageIndex":0}"#,
            with: frames.joined(separator: ",")
        ).replacing(
            #""procName""#,
            with: #""procPath":"/private/var/containers/Bundle/Application/A/Notes.app/Notes","procName""#
        ).replacing(#",{"base":99999,"size":9,"name":"libsystem_kernel.dylib"}"#, with: others.joined())
        for text in [Self.text(lines.joined(separator: "\n")), json] {
            let run = try #require(try Analysing.runs([("report", Array(text.utf8))]).first)
            #expect((run.stateAtEnd == .launching) == row.isLaunch, "\(text)\n\(run.story)")
            #expect(run.isVisible)
        }
    }

    @Test func `a role says no more than that it was in front`() throws {
        let text = Self.text("0   Notes                         \t0x0000000104c0a368 -[Store load] + 76")
        let analysis = try Analysing.analysis([("report", Array(text.utf8))]) { try? $0.useRules() }
        let run = try #require(try analysis.runs().first)
        #expect(run.story.contains("Its report says that it was in front."), "\(run.story)")
        let finding = try #require(try analysis.allFindings().first { $0.rule == "crashed" })
        #expect(finding.message.contains("Its state was in front."), "\(finding.message)")
    }

    private static func killed(_ process: String, _ frames: String = "mach_msg_trap") -> String {
        TextReport.make(
            exception: "EXC_CRASH (SIGKILL)",
            """
            Termination Reason: FRONTBOARD 2343432205
            <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.acme.notes>:512 exhausted real (wall clock) time allowance of 10.00 seconds
            ProcessVisibility: \(process)
            ProcessState: Running
            WatchdogEvent: scene-update
            WatchdogVisibility: Background
            >

            Triggered by Thread:  0

            Thread 0 Crashed:
            0   Notes                         \t0x0000000104c0a368 \(frames) + 8

            """)
    }

    private static func log(_ lines: String) -> String {
        "# app=com.acme.notes pid=512 date=2026-03-02\n" + lines
    }

    private static let used =
        "06:00:00.000 process.launch intent=foreground\n06:00:01.000 app.didBecomeActive\n"

    private static let leaving =
        used + "10:00:09.000 app.willResignActive\n10:00:09.800 app.didEnterBackground "
    /// It had been there for hours.
    private static let left = """
        06:00:00.000 process.launch intent=foreground
        06:00:01.000 app.didBecomeActive
        07:00:00.000 app.willResignActive
        07:00:00.500 app.didEnterBackground duration=20ms
        07:00:01.000 activity.start name=link kind=bluetooth
        09:59:00.000 push.receive silent=true

        """
    private static let behind =
        "09:59:50.000 process.launch intent=background\n09:59:50.300 app.didFinishLaunching state=background\n"
    private static let callback = "SceneDelegate.sceneDidEnterBackground(_:)"

    private static let rows: [(report: String, log: String, isEntering: Bool)] = [
        // It was still in front when it was told to leave.
        (killed("Foreground"), "", true), (killed("Background"), "", false),
        (killed("Background", callback), "", true), (killed("Background", "closure #1 in " + callback), "", false),
        (killed("Background"), leaving + "phase=begin\n", true),
        (killed("Background"), leaving + "duration=20ms\n", true), (killed("Background"), left, false),
        (killed("Background"), behind, false),
    ]

    @Test(arguments: rows)
    func `entering the background needs evidence`(_ row: (report: String, log: String, isEntering: Bool)) throws {
        let (report, log, isEntering) = row
        var inputs = [("report", Array(report.utf8))]
        if !log.isEmpty { inputs.append(("app.lifelog", Array(Self.log(log).utf8))) }
        let analysis = try Analysing.analysis(inputs) { try? $0.useRules() }
        let run = try #require(try analysis.runs().first)
        #expect(run.ending.cause == .watchdogSceneUpdate)
        #expect((run.ending.detail[.direction] == .string("background")) == isEntering)
        let message = try #require(try analysis.allFindings().first { $0.rule == "watchdog-kill" }).message
        let words = isEntering ? "while it was entering the background" : "during a scene update in the background"
        #expect(message.contains(words), "\(message)")
    }
}
