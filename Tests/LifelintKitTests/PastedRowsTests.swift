// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Rows of logs as people paste them: cut, run together, of old systems, or one line alone.
@Suite struct PastedRowsTests {
    private static func analysis(_ text: String) throws -> Analysis {
        try Analysing.analysis([("a.log", Array((text + "\n").utf8))]) { try? $0.useRules() }
    }

    /// Whose the runs are, with their process ids, and how they ended.
    private static func runs(_ text: String) throws -> [String] {
        try analysis(text).runs().map { run in
            let name = run.app ?? run.process ?? "-"
            return
                "\(name) \(run.pid.map { "\($0)" } ?? "-") \(run.ending.cause.rawValue) \(run.ending.confidence.rawValue)"
        }
    }

    /// What is found in them, and how surely.
    private static func findings(_ text: String) throws -> [String] {
        try analysis(text).allFindings().filter { $0.relatedTo == nil }
            .map { "\($0.rule) \($0.confidence.rawValue)" }
    }

    private static let bootstrap = "13:07:14.084283-0400\tSpringBoard\t[app<com.acme.notes>:4711] Bootstrap success!"
    private static let kill =
        "13:07:44.088829-0400\trunningboardd\t[app<com.acme.notes>:4711] Terminating with context: <RBSTerminateContext| "
        + "domain:15 code:0xDEAD10CC explanation:[app<com.acme.notes>:4711] was suspended with locked system files: "
        + "/private/var/x.sqlite reportType:CrashLog maxTerminationResistance:Interactive>"

    @Test(arguments: [
        [bootstrap, "fault\t" + kill], ["default\t" + bootstrap, "default\t" + bootstrap, kill],
        ["default\t" + bootstrap, "fault\t" + kill], [bootstrap, kill],
    ]) func `Rows of Console are read with a type or without`(_ rows: [String]) throws {
        let text = rows.joined(separator: "\n")
        #expect(try Self.runs(text) == ["com.acme.notes 4711 fileLock certain"])
        #expect(try Self.analysis(text).header.problems.allSatisfy { $0.code != .notALog })
    }

    private static let assertion =
        "*** Assertion failure in -[PKPushRegistry _terminateAppIfThereAreUnhandledVoIPPushes], PKPushRegistry.m:343"
    private static let unreported =
        "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Killing app because it "
        + "never posted an incoming call to the system after receiving a PushKit VoIP push callback.'"

    @Test(arguments: [
        (["2026-02-13 12:12:19.307351-0500 Notes[3791:1852152] " + unreported], "Notes 3791 voip likely"),
        (
            [
                "2026-02-13 12:12:19.307019-0500 Notes[3791:1852152] " + assertion,
                "2026-02-13 12:12:19.307351-0500 Notes[3791:1852152] " + unreported,
            ], "Notes 3791 voip certain"
        ),
        (
            [
                "default\t10:00:00.100000+0100\tNotes\t" + assertion,
                "default\t10:00:00.100300+0100\tNotes\t" + unreported,
            ], "Notes - voip certain"
        ),
    ]) func `PushKit throws with a debugger and without`(rows: [String], run: String) throws {
        let text = rows.joined(separator: "\n")
        #expect(try Self.runs(text) == [run])
        let confidence = run.hasSuffix("certain") ? "certain" : "likely"
        #expect(try Self.findings(text) == ["voip-push-not-reported \(confidence)"])
    }

    private static let refused =
        "Execution of the command buffer was aborted due to an error during execution. Insufficient Permission (to submit GPU "
        + "work from background) (00000006:kIOGPUCommandBufferCallbackErrorBackgroundExecutionNotPermitted)"

    @Test(arguments: [
        ("2026-09-10 21:44:50.121440+0300 Notes[8578:442919] " + refused, "likely"),
        (
            "2026-09-10 21:44:45.121440+0300 Notes[8578:442919] applicationDidEnterBackground\n"
                + "2026-09-10 21:44:50.121440+0300 Notes[8578:442919] " + refused, "certain"
        ), ("default\t12:00:00.123456+0200\tNotes\t" + refused, "likely"),
        (refused + "\nGLDRendererMetal command buffer completion error", "likely"),
        (
            "libc++abi: terminating due to uncaught exception of type std::runtime_error: [METAL] Command buffer execution "
                + "failed: Insufficient Permission (to submit GPU work from background) (IOAF code 6)", "likely"
        ),
    ]) func `the system says itself that work for the GPU came from the background`(text: String, confidence: String)
        throws
    {
        #expect(try Self.findings(text) == ["gpu-work-in-background \(confidence)"])
    }

    @Test(arguments: [" <Notice>", ""]) func `old systems name an app that writes by its job`(level: String) throws {
        let writer = "Dec 20 03:45:10 iPhone UIKitApplication:com.acme.notes[0x16c3][261]\(level): "
        let thrown = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'"
        #expect(try Self.runs(writer + thrown) == ["com.acme.notes 261 crash.exception certain"])
        let killed =
            "Dec 20 03:45:19 iPhone SpringBoard[239]\(level): Application 'UIKitApplication:com.acme.notes[0x16c3]' exited "
            + "abnormally with signal 9: Killed: 9"
        #expect(
            try Self.runs(writer + "Received memory warning. Level=1\n" + killed) == [
                "com.acme.notes 261 unknown possible"
            ])
    }

    @Test(arguments: [
        "Can't endBackgroundTask: no background task exists with identifier 6c, or it may have already been ended. Break in "
            + "UIApplicationEndBackgroundTaskError() to debug."
    ]) func `a task was once told by its digits alone`(message: String) throws {
        #expect(try Self.findings(message) == ["background-task-ended-twice certain"])
        let row = "2018-02-01 10:00:05.100000+0100 Notes[12:34] "
        #expect(try Self.findings(row + message) == ["background-task-ended-twice certain"])
    }

    private static let crashed =
        "Mar 23 18:05:27 iPhone SpringBoard[6220] <Warning>: Application 'UIKitApplication:com.acme.notes[0x6c55]' crashed."

    private static func saved(_ name: String) -> String {
        "Mar 23 18:05:27 iPhone ReportCrash[6296] <Notice>: Saved report to /var/mobile/Library/Logs/CrashReporter/"
            + "\(name)_2015-03-23-180527_iPhone.ips"
    }

    @Test(arguments: [crashed, saved("notes"), saved("notes") + "\n" + crashed, saved("My_Notes")])
    func `what has a report may have crashed`(text: String) throws {
        let runs = try Self.analysis(text).runs()
        #expect(runs.count == 1)
        let ending = try #require(runs.first).ending
        #expect(ending.cause == .unknown)
        #expect(
            ending.candidates.filter { $0.likelihood == .likely }.map(\.cause) == [.crashSignal, .crashException])
    }

    @Test(arguments: ["LowMemory", "Notes.cpu_resource", "ExcResource_Notes", "stacks"])
    func `what is only recorded ended nothing`(name: String) throws {
        #expect(try Self.runs(Self.saved(name)).isEmpty)
    }

    @Test func `an exception of which the doubt was the rule's alone is certain`() throws {
        let text =
            "default\t11:45:29.751489+0200\tNotes\t*** Terminating app due to uncaught exception "
            + "'NSInternalInconsistencyException', reason: 'All launch handlers must be registered before application finishes "
            + "launching'"
        #expect(try Self.runs(text) == ["Notes - crash.exception certain"])
    }

    @Test(arguments: ["',", "',\nreason: 'a note can't be empty'"])
    func `the name of an exception ends at its mark`(rest: String) throws {
        let text =
            "2026-01-01 10:00:02.100001+0100 Notes[12:34] *** Terminating app due to uncaught exception 'NSRangeException"
            + rest
        let run = try #require(try Self.analysis(text).runs().first)
        #expect(run.ending.detail[.exception] == .string("NSRangeException"))
    }

    @Test(arguments: [
        (
            "libc++abi: terminating due to uncaught exception of type std::runtime_error: boom",
            "crash.exception certain"
        ),
        (
            "libc++abi: terminating with uncaught exception of type std::bad_alloc: std::bad_alloc",
            "crash.exception certain"
        ),
        (
            "libc++abi: terminating due to uncaught exception of type (anonymous namespace)::ExceptionObjHolderImpl",
            "crash.exception certain"
        ), ("Thread 1: EXC_RESOURCE RESOURCE_TYPE_MEMORY (limit=650 MB, unused=0x0)", "stillRunning possible"),
        ("EXC_RESOURCE RESOURCE_TYPE_MEMORY (limit=650 MB, unused=0x0)", "stillRunning possible"),
    ]) func `last words stand alone`(text: String, ending: String) throws {
        #expect(try Self.runs(text) == ["- - " + ending])
    }

    private static let job =
        "Mar  4 08:15:53 mac com.apple.CoreSimulator.SimDevice.FAE7.launchd_sim[52478] "
        + "(UIKitApplication:com.acme.notes[0x71cd][52664]): Service exited due to signal: Killed: 9"
    private static let tool = ["Project successfully built.", "Using /tmp/a.app", "Starting iOS Simulator"]

    @Test(arguments: [[job], ["Mar  4 08:15:53 --- last message repeated 1 time ---", job]])
    func `one row signs what a tool has printed above it`(rows: [String]) throws {
        let text = (Self.tool + rows).joined(separator: "\n")
        #expect(try Self.runs(text) == ["com.acme.notes 52664 unknown possible"])
    }

    @Test(arguments: [
        tool + ["Mar  4 08:15:53 mac Notes[71]: text"], ["# Built"] + tool + [job], tool + tool + tool + tool + [job],
        tool + [job, "Why?"],
    ]) func `other texts with a row are none`(lines: [String]) throws {
        #expect(try Self.runs(lines.joined(separator: "\n")).isEmpty)
    }
}
