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

    @Test func `a role says no more than that it was in front`() throws {
        let text = Self.text("0   Notes                         \t0x0000000104c0a368 -[Store load] + 76")
        let analysis = try Analysing.analysis([("report", Array(text.utf8))]) { try? $0.useRules() }
        let run = try #require(try analysis.runs().first)
        #expect(run.story.contains("Its report says that it was in front."), "\(run.story)")
        let finding = try #require(try analysis.allFindings().first { $0.rule == "crashed" })
        #expect(finding.message.contains("Its state was in front."), "\(finding.message)")
    }
}
