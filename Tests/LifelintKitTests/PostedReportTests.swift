// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Reports as people post them: damaged on the way, or written by systems and SDKs that few have.
@Suite struct PostedReportTests {
    private static func runs(_ text: String) throws -> [AppRun] {
        try Analyzer().analyze(bytes: Array(text.utf8)).runs()
    }

    private static func run(_ text: String) throws -> AppRun { try #require(try runs(text).first) }

    private static func ending(_ text: String) throws -> String {
        let ending = try run(text).ending
        return "\(ending.cause.rawValue) \(ending.confidence.rawValue)"
    }

    private static let thread = "\nThread 0:\n0   libsystem_kernel.dylib \t0x0000000180000010 mach_msg_trap + 8\n"

    private static func text(_ rest: String, exception: String = "EXC_CRASH (SIGKILL)") -> String {
        TextReport.make(exception: exception, rest + "\n" + thread)
    }

    @Test(arguments: [
        // The name is missing; the code tells.
        ("Termination Reason: Namespace  , Code 0xdead10cc", "fileLock certain"),
        // An event in the text says more than who is named in front of it.
        (
            "Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d\n"
                + "Termination Description: SPRINGBOARD, com.acme.notes failed to scene-update in time",
            "watchdog.sceneUpdate certain"
        ),
        ("Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d", "backgroundTask certain"),
        // Where lines came apart, what belongs to the reason is still told.
        (
            "Termination Reason: FRONTBOARD 2343432205\n\n<RBSTerminateContext| domain:10 code:0x8BADF00D "
                + "explanation:scene-update watchdog transgression: app<com.acme.notes>:408 exhausted real (wall clock) time "
                + "allowance of 10.00 seconds\n\nProcessVisibility: Background\n\nWatchdogEvent: scene-update",
            "watchdog.sceneUpdate certain"
        ),
        (
            "Termination Reason: FRONTBOARD 2343432205\n\nSee the failed to scene-create in time thread.",
            "watchdog.other certain"
        ),
    ]) func `a termination is read however it is written`(rest: String, ending: String) throws {
        #expect(try Self.ending(Self.text(rest)) == ending)
    }

    @Test(arguments: [
        "[application<com.acme.notes>:51343]", "application<com.acme.notes>:51343", "[app<com.acme.notes>:51343]",
    ])
    func `who does not go is named by whom it was asked`(tag: String) throws {
        let run = try Self.run(
            "Date/Time:  2026-11-17 23:14:54.892 +0100\nException Type:  EXC_CRASH (SIGKILL)\n"
                + "Termination Reason: FRONTBOARD 2343432205\n<RBSTerminateContext| domain:10 code:0x8BADF00D "
                + "explanation:\(tag) failed to terminate gracefully after 5.0s\nWatchdogEvent: process-exit\n")
        #expect(run.app == "com.acme.notes" && run.pid == 51343)
        #expect(run.ending.cause == .watchdogExit)
    }

    @Test func `a watchdog that names no event may have been a background task's time`() throws {
        let text = Self.text("Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d")
        #expect(try Self.ending(text) == "watchdog.other certain")
        let behind = try Self.run(text.replacing("ARM-64\n", with: "ARM-64\nRole:                Background\n"))
        #expect(behind.ending.cause == .watchdogOther && behind.ending.confidence == .likely)
        #expect(behind.ending.candidates.map(\.cause) == [.backgroundTask])
    }

    @Test func `brackets stand in brackets`() throws {
        let text = Self.text(
            "Termination Reason: CODESIGNING 2 Invalid Page",
            exception: "EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid))")
        let ending = try Self.run(text).ending
        #expect(ending.cause == .codeSigning)
        #expect(ending.detail[.exception] == .string("EXC_BAD_ACCESS"))
        #expect(ending.detail[.signal] == .integer(9))
    }

    @Test(arguments: [
        ("Watch OS 6.1 (17S5092e)", "1.5", "347"), ("Watch OS 8.3 (19S55)", "347", "1.5"),
        ("iPhone OS 13.1 (17A844)", "1.5", "347"), ("iPhone OS 18.5 (22F76)", "347", "1.5"),
    ]) func `the build stood before the version once`(system: String, version: String, build: String) throws {
        let lines = Self.text("Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d").split(
            separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { line in
            if line.hasPrefix("Version:") { return "Version:             347 (1.5)" }
            return line.hasPrefix("OS Version:") ? "OS Version:          \(system)" : String(line)
        }.joined(separator: "\n")
        let run = try Self.run(text)
        #expect(run.version == version && run.build == build)
    }

    private static let ips = """
        {"app_name":"Notes","timestamp":"2026-04-03 10:05:07.00 +0000","bundleID":"com.acme.notes","bug_type":"309","os_version":"iPhone OS 18.5 (22F76)"}
        {"captureTime":"2026-04-03 10:05:07.9120 +0000","procRole":"Foreground","pid":1290,"procName":"Notes",
        "procLaunch":"2026-04-03 09:05:00.4400 +0000","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},
        "exception":{"type":"EXC_CRASH","signal":"SIGKILL"},"termination":{"namespace":"RUNNINGBOARD","code":3735883980}}
        """

    @Test(arguments: [
        "iPhone 14, crash on start:\n", "Hello,\n\nthe log:\n\n", "One\nTwo\nThree\n",
    ]) func `words may stand before a report`(words: String) throws {
        let run = try Self.run(words + Self.ips)
        #expect(run.ending.cause == .fileLock)
        let line = words.filter { $0 == "\n" }.count + 4
        #expect(run.ending.because.map(\.at.line) == [line])
        let quoted =
            "> "
            + Self.text("Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc").replacing("\n", with: "\n> ")
        #expect(try Self.ending("On Monday somebody wrote:\n" + quoted) == "fileLock certain")
    }

    @Test(arguments: [
        "iPhone 14 Pro\nException Type:  EXC_CRASH (SIGKILL)\n\n",
        "It crashed.\n\nException Type:  EXC_CRASH (SIGKILL)\nTermination Reason: SPRINGBOARD 0x8badf00d\n\nAll of it:\n",
    ]) func `the gist of a report may stand before it, and its own words count`(gist: String) throws {
        let text = gist + Self.text("Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc")
        #expect(try Self.runs(text).map(\.ending.cause) == [.fileLock])
    }

    @Test(arguments: ["---", "**", "redacted", "<Redacted>", "[private]"])
    func `what stands in place of a bundle id is none`(mask: String) throws {
        let text = Self.text("Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc")
            .replacing("com.acme.notes", with: mask)
        let run = try Self.run(text)
        #expect(run.app == nil && run.process == "Notes")
    }

    @Test func `a page of prose is no report`() throws {
        let prose = Array(repeating: "A line of a page that is about something else.", count: 5).joined(separator: "\n")
        #expect(try Self.runs(prose + "\n" + Self.ips).isEmpty)
    }

    // MARK: SDKs

    private static func kscrash(_ error: String) -> String {
        """
        {"report":{"id":"E1","process_name":"Notes","timestamp":1772445336123456,"type":"standard","version":"3.8.0"},
        "system":{"CFBundleIdentifier":"com.acme.notes","system_name":"iOS","system_version":"18.5","process_id":815,
        "app_start_time":"2026-03-02T09:50:00Z","application_stats":{"application_active":true,"application_in_foreground":true}},
        "crash":{"error":\(error),"threads":[]},"binary_images":[]}
        """
    }

    @Test func `an SDK's report of a fatal hang is what it supposes`() throws {
        let run = try Self.run(
            Self.kscrash(
                #"{"type":"mach","is_fatal":true,"hang":{"hang_start_nanos":654204315902125,"hang_end_nanos":654207070528458},"#
                    + #""exit_reason":{"code":2343432205},"mach":{"exception":10,"exception_name":"EXC_CRASH"},"#
                    + #""signal":{"signal":9}}"#))
        #expect(run.ending.cause == .unknown)
        #expect(run.ending.candidates.prefix(2).map(\.cause) == [.watchdogOther, .userQuit])
        #expect(!run.ending.ruledOut.contains { $0.because.contains("no crash report") })
    }

    @Test func `a hang that was over is one with its length`() throws {
        let text = Self.kscrash(
            #"{"type":"hang","is_fatal":false,"hang":{"hang_start_nanos":654204315902125,"hang_end_nanos":654207070528458,"#
                + #""hang_recovered":true}}"#)
        let findings = try Analysing.analysis([("report", Array(text.utf8))]) { try? $0.useRules() }.allFindings()
        #expect(findings.map(\.rule) == ["main-thread-hang"])
        #expect(findings.allSatisfy { $0.message.contains("for 2.8 s") })
    }

    @Test(arguments: [
        ([("App Did Enter Background", "10:01:00"), ("App Did Enter Foreground", "10:02:00")], "active"),
        (
            [
                ("App Became Active", "10:00:02"), ("App Did Enter Background", "10:01:00"),
                ("App Will Enter Foreground", "10:02:00"),
            ], "inactive"
        ),
    ]) func `who tells nothing of the front but that the app comes there`(
        crumbs: [(String, String)], state: String
    ) throws {
        let list = crumbs.map {
            #"{"timestamp":"2026-03-02T\#($0.1).000Z","name":"\#($0.0)","type":"state","metaData":{}}"#
        }
        let text =
            #"{"apiKey":"0","payloadVersion":"4.0","notifier":{"name":"iOS Bugsnag Notifier","version":"6.16.0"},"events":[{"#
            + #""payloadVersion":"4.0","severity":"error","unhandled":true,"exceptions":[{"errorClass":"EXC_BAD_ACCESS","#
            + #""message":"x","type":"cocoa","stacktrace":[]}],"breadcrumbs":[\#(list.joined(separator: ","))],"#
            + #""device":{"osName":"iOS","osVersion":"17.0","time":"2026-03-02T10:15:36.000Z"},"#
            + #""app":{"id":"com.acme.notes","version":"2.1"}}]}"#
        let run = try Self.run(text)
        #expect(run.states.last?.state.rawValue == state)
    }
}
