// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// What runs come of reports that stand alone: how they ended, in which state, and who noticed.
@Suite struct ReportedRunTests {
    /// What is known of the only run: `cause confidence · state · seen · launch`.
    private static func line(_ text: String) throws -> String {
        let runs = try Analyzer().analyze(bytes: Array(text.utf8)).runs()
        return runs.map { run in
            [
                "\(run.ending.cause.rawValue) \(run.ending.confidence.rawValue)", run.stateAtEnd?.rawValue ?? "-",
                run.isVisible ? "seen" : "unseen", run.launch.kind.rawValue,
            ].joined(separator: " · ")
        }.joined(separator: "\n")
    }

    private static func run(_ text: String) throws -> AppRun {
        try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
    }

    // MARK: Texts of iOS 9 and before

    /// A kill in the layout that has a number where the exception is named.
    private static func old(_ code: String, _ words: String = "", role: String = "") -> String {
        """
        Incident Identifier: 11111111-2222-4333-8444-555555555555
        Hardware Model:      iPhone8,1
        Process:             Notes [77]
        Path:                /private/var/mobile/Containers/Bundle/Application/AAAA/Notes.app/Notes
        Identifier:          com.acme.notes
        Version:             31 (1.4)
        Code Type:           ARM-64 (Native)
        \(role)
        Parent Process:      launchd [1]

        Date/Time:           2015-03-01 10:00:15.250 +0100
        Launch Time:         2015-03-01 09:40:15.250 +0100
        OS Version:          iOS 8.4 (12H143)
        Report Version:      105

        Exception Type:  00000020
        Exception Codes: 0x00000000\(code)
        Highlighted Thread:  0

        \(words.isEmpty ? "" : "Application Specific Information:\n" + words + "\n")
        Thread 0 name:  Dispatch queue: com.apple.main-thread
        Thread 0:
        0   libsystem_kernel.dylib        \t0x00000001c3df54fc mach_msg_trap + 8

        Binary Images:
        0x1c3df1000 - 0x1c3dfffff libsystem_kernel.dylib arm64  <0a1b2c3d00003333888800000000000b> /usr/lib/l.dylib
        """
    }

    private static let kills: [(code: String, words: String, role: String, expected: String)] = [
        ("dead10cc", "", "", "fileLock certain · - · unseen · unknown"),
        ("deadfa11", "", "", "userQuit certain · - · unseen · unknown"),
        (
            "8badf00d", "com.acme.notes failed to resume in time", "Role:                Foreground",
            "watchdog.sceneUpdate certain · active · seen · unknown"
        ),
        (
            "8badf00d", "com.acme.notes failed to suspend in time", "",
            "watchdog.sceneUpdate certain · - · unseen · unknown"
        ),
        (
            "8badf00d", "com.acme.notes failed to scene-create in time", "",
            "watchdog.sceneCreate certain · - · unseen · unknown"
        ),
        (
            "8badf00d", "com.acme.notes has active assertions beyond permitted time:\n{(\n<BKProcessAssertion>\n)}",
            "", "backgroundTask certain · - · unseen · unknown"
        ),
    ]

    @Test(arguments: kills)
    func `up to iOS 9 the code of a kill stands in the place of an exception's`(
        _ row: (code: String, words: String, role: String, expected: String)
    ) throws {
        let text = Self.old(row.code, row.words, role: row.role)
        let run = try Self.run(text)
        #expect(run.ending.detail[.exception] == nil)
        #expect(run.ending.detail[.code] == .integer(Int64(row.code, radix: 16) ?? 0))
        let isLaunching = row.expected.contains("sceneCreate")
        if !isLaunching { #expect(try Self.line(text) == row.expected) }
        #expect(try Self.line(text).hasPrefix(row.expected.prefix { $0 != "·" }))
    }

    @Test(arguments: [
        "<BKProcessAssertion: 0x1> identifier: upload of drafts process: Notes[77] "
            + "permittedBackgroundDuration: 180.000000",
        "<BKProcessAssertion: 0x1> id: 7-AB name: upload of drafts process: <BKNewProcess: 0x2> "
            + "permittedBackgroundDuration: 180.000000 reason: finishTask",
        #"<BKProcessAssertion: 0x1; "upload of drafts" (finishTask:180s); id:7-AB>"#,
    ])
    func `an assertion beyond its time names the task and the time that it had`(_ assertion: String) throws {
        let words = "com.acme.notes has active assertions beyond permitted time:\n{(\n    \(assertion)\n)}"
        let run = try Self.run(Self.old("8badf00d", words))
        #expect(run.ending.detail[.task] == .string("upload of drafts"))
        #expect(run.ending.detail[.allowance] == .duration(180_000_000_000))
    }

    // MARK: What the system writes in JSON

    private static func crash(
        type: String = "309", role: String = "Foreground", launched: String = "09:40:15", ending: String
    ) -> String {
        #"""
        {"app_name":"Notes","bug_type":"\#(type)","timestamp":"2026-03-01 10:00:16.00 +0100","bundleID":"com.acme.notes","name":"Notes","os_version":"iPhone OS 18.5 (22F76)"}
        {"procRole":"\#(role)","captureTime":"2026-03-01 10:00:15.2500 +0100","procLaunch":"2026-03-01 \#(launched).2500 +0100",
        "pid":77,"procName":"Notes","bug_type":"\#(type)","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},
        "faultingThread":0,"threads":[{"id":1,"triggered":true,"frames":[{"imageOffset":8,"symbol":"save","imageIndex":0}]}],
        "usedImages":[{"uuid":"0a1b2c3d-0000-3333-8888-00000000000a","base":4096,"size":4096,"name":"Notes"}],
        \#(ending)}
        """#
    }

    private static func kill(_ code: UInt64, _ reasons: [String], signal: String = "SIGKILL") -> String {
        let quoted = reasons.map { "\"" + $0.replacing("\"", with: "\\\"") + "\"" }.joined(separator: ",")
        return #""exception":{"type":"EXC_CRASH","signal":"\#(signal)"},"#
            + #""termination":{"namespace":"FRONTBOARD","flags":6,"code":\#(code),"reasons":[\#(quoted)]}"#
    }

    @Test func `a fault that the system only notes ends nothing, whatever signal it names`() throws {
        let aborted = #""exception":{"type":"EXC_CRASH","signal":"SIGABRT"}"#
        #expect(try Self.line(Self.crash(type: "308", ending: aborted)).hasPrefix("stillRunning"))
        #expect(try Self.line(Self.crash(type: "385", ending: aborted)).hasPrefix("crash.signal certain"))
    }

    @Test func `a lock is named by the line behind the sentence or by its end`() throws {
        let sentence =
            "<RBSTerminateContext| domain:15 code:0xDEAD10CC explanation:terminated because it was suspended while "
            + "holding a shared file lock:"
        for reasons in [
            [sentence, "  /var/A B/notes.sqlite", "File locks MUST be held elsewhere:", "  /var/C"],
            [sentence + " /var/A B/notes.sqlite reportType:CrashLog maxTerminationResistance:Interactive>"],
        ] {
            let run = try Self.run(Self.crash(role: "Background", ending: Self.kill(0xDEAD_10CC, reasons)))
            #expect(run.ending.cause == .fileLock)
            #expect(run.ending.detail[.path] == .string("/var/A B/notes.sqlite"))
        }
        let unnamed = try Self.run(Self.crash(ending: Self.kill(0xDEAD_10CC, [sentence, "none"])))
        #expect(unnamed.ending.detail[.path] == nil)
    }

    @Test func `where the watchdog tells no state the role does`() throws {
        let hot = Self.kill(0xC000_10FF, ["<RBSTerminateContext| explanation:hot", "\"Thermal State:   serious\""])
        #expect(try Self.line(Self.crash(ending: hot)) == "thermal certain · active · seen · unknown")
        let seen = Self.kill(0x8BAD_F00D, ["scene-update watchdog transgression", "ProcessVisibility: Background"])
        #expect(try Self.line(Self.crash(ending: seen)).contains(" · background · unseen"))
    }

    @Test func `the call that a watchdog found is told by the name that somebody wrote`() throws {
        let late = Self.kill(0x8BAD_F00D, ["process-launch watchdog transgression: x", "ProcessState: Running"])
        for (symbol, name) in [
            ("$s5Notes5StoreV4saveyyF", "Notes.Store.save() -> ()"), ("save", "save"),
        ] {
            let text = Self.crash(ending: late).replacing(#""symbol":"save""#, with: #""symbol":"\#(symbol)""#)
            #expect(try Self.run(text).story.contains("last in \(name)"))
        }
    }

    @Test(arguments: [
        ("Non UI", "WatchdogVisibility: Background", "watchdog.launch certain · background · unseen · background"),
        // Such a launch had its twenty seconds, whoever waited for it.
        ("Non UI", "ProcessState: Running", "watchdog.launch certain · launching · seen · unknown"),
        ("Foreground", "WatchdogVisibility: Foreground", "watchdog.launch certain · launching · seen · foreground"),
    ])
    func `a launch that nobody was to see is one in the background`(
        _ row: (role: String, line: String, expected: String)
    ) throws {
        let late = Self.kill(0x8BAD_F00D, ["process-launch watchdog transgression: x", row.line])
        let text = Self.crash(role: row.role, launched: "10:00:01", ending: late)
        #expect(try Self.line(text) == row.expected)
    }

    @Test(arguments: [
        (
            "09:54:00",
            [
                "scene-create watchdog transgression: x", "ProcessVisibility: Foreground",
                "WatchdogVisibility: Foreground",
            ], "watchdog.sceneCreate certain · - · seen · unknown"
        ),
        (
            "09:54:00", ["scene-create watchdog transgression: x", "WatchdogVisibility: Background"],
            "watchdog.sceneCreate certain · - · unseen · unknown"
        ),
        (
            "09:54:00",
            [
                "scene-update watchdog transgression: x", "ProcessVisibility: Background",
                "WatchdogVisibility: Foreground",
            ], "watchdog.sceneUpdate certain · background · seen · unknown"
        ),
        (
            "09:54:00",
            [
                "scene-update watchdog transgression: x", "ProcessVisibility: Background",
                "WatchdogVisibility: Background",
            ], "watchdog.sceneUpdate certain · background · unseen · unknown"
        ),
    ])
    func `what a watchdog ends in front of the user is seen`(
        _ row: (launched: String, lines: [String], expected: String)
    ) throws {
        let text = Self.crash(role: "Foreground", launched: row.launched, ending: Self.kill(0x8BAD_F00D, row.lines))
        #expect(try Self.line(text) == row.expected)
    }

    // MARK: What SDKs write

    private static func sentry(_ exception: String, app: String = "", crumbs: String = "") -> String {
        #"{"event_id":"a","platform":"cocoa","level":"fatal","timestamp":"2026-03-01T10:00:00Z","#
            + #""contexts":{"app":{"app_identifier":"com.acme.notes","app_start_time":"2026-03-01T09:40:00Z"\#(app)}},"#
            + #""breadcrumbs":[\#(crumbs)],"exception":{"values":[\#(exception)]}}"#
    }

    private static func crumb(_ minute: Int, _ state: String) -> String {
        #"{"timestamp":"2026-03-01T09:\#(minute):00Z","category":"app.lifecycle","data":{"state":"\#(state)"}}"#
    }

    @Test func `a hang that the app did not come out of is an ending of unknown cause`() throws {
        let fatal = #"{"type":"Fatal App Hang Fully Blocked","mechanism":{"type":"AppHang","handled":false}}"#
        let run = try Self.run(Self.sentry(fatal))
        #expect(run.ending.cause == .unknown)
        #expect(run.ending.candidates.prefix(2).map(\.cause) == [.watchdogOther, .userQuit])
        #expect(Set(run.ending.candidates.map(\.cause)).count == run.ending.candidates.count)
        let other = #"{"type":"App Hang Fully Blocked","mechanism":{"type":"AppHang","handled":true}}"#
        #expect(try Self.run(Self.sentry(other)).ending.cause == .stillRunning)
    }

    @Test(arguments: [
        ("MachException Type:EXC_CRASH Code:0 Signal:9", "unknown possible"),
        ("MachException Type:10 Code:0 Signal:9", "unknown possible"),
        ("MachException Type:1 Code:1 Signal:11", "crash.signal certain"),
        ("MachException Type:(null) Code:(null) Signal:(null)", "unknown possible"),
    ])
    func `what the system's metrics tell of a crash has no name`(_ row: (value: String, expected: String)) throws {
        let thrown =
            #"{"type":"MXCrashDiagnostic","value":"\#(row.value)","mechanism":{"type":"MXCrashDiagnostic","handled":false}}"#
        let run = try Self.run(Self.sentry(thrown))
        #expect("\(run.ending.cause.rawValue) \(run.ending.confidence.rawValue)" == row.expected)
        #expect(run.ending.detail[.exception] != .string("MXCrashDiagnostic"))
    }

    private static let accessed = #"{"type":"EXC_BAD_ACCESS","mechanism":{"type":"mach","handled":false}}"#

    @Test(arguments: [
        (#","in_foreground":true,"is_active":true"#, [crumb(41, "foreground")], "active"),
        (#","in_foreground":true,"is_active":true"#, [crumb(41, "foreground"), crumb(42, "inactive")], "active"),
        (#","in_foreground":true,"is_active":false"#, [crumb(41, "active")], "inactive"),
        (#","in_foreground":true,"is_active":true"#, [], "active"),
        (#","in_foreground":true"#, [], "active"),
        (#","in_foreground":false,"is_active":false"#, [crumb(41, "foreground")], "background"),
    ])
    func `what an app saw at its end is later than what it told before`(
        _ row: (app: String, crumbs: [String], state: String)
    ) throws {
        let text = Self.sentry(Self.accessed, app: row.app, crumbs: row.crumbs.joined(separator: ","))
        #expect(try Self.run(text).stateAtEnd?.rawValue == row.state)
    }

    @Test(arguments: [
        (#","in_foreground":true"#, "in front"), (#","in_foreground":true,"is_active":true"#, "active"),
        (#","in_foreground":true,"is_active":false"#, "inactive"),
    ])
    func `the story says of the state what the report says`(_ row: (app: String, words: String)) throws {
        let run = try Self.run(Self.sentry(Self.accessed, app: row.app))
        #expect(run.story.contains("Its report says that it was \(row.words)."))
    }

    /// The monitor that finds it writes the report and calls `abort`: nobody else ended the process.
    @Test func `a deadlock that an SDK ended is a crash in a hang`() throws {
        let json = #"""
            {"report":{"id":"a","timestamp":1772359200},"system":{"CFBundleIdentifier":"com.acme.notes","app_start_time":"2026-03-01T09:40:00Z",
            "application_stats":{"application_active":true,"application_in_foreground":true}},
            "crash":{"diagnosis":"Main thread deadlocked in Store.save","error":{"type":"deadlock","mach":{"exception":0},"signal":{"signal":0}}}}
            """#
        let text = """
            Process:         Notes [872]
            Identifier:      com.acme.notes
            Date/Time:       2026-03-01 10:00:00.000 +0000
            OS Version:      iPhone OS 12.3.1 (16F203)

            Exception Type:  0 (0)
            Exception Codes: 0x00000000 at 0x00000000
            Crashed Thread:  0

            Application main thread deadlocked

            Thread 0 Crashed:
            0   libsystem_kernel.dylib  0x3618bc5c 0x3617c000 + 64604 (semaphore_wait_signal_trap + 8)

            Binary Images:

            CrashDoctor Diagnosis: Main thread deadlocked in Store.save

            Application Stats:
            {
                "application_active": true,
                "application_in_foreground": true
            }
            """
        for report in [json, text] {
            let run = try Self.run(report)
            #expect(run.ending.cause == .crashSignal && run.end.isKnown, "\(report)")
            #expect(run.stateAtEnd == .active)
            #expect(run.ending.detail[.duringHang] == .bool(true))
            #expect(run.ending.detail[.explanation] == .string("Main thread deadlocked in Store.save"))
        }
    }

    /// What KSCrash begins with says that the app is in front, before any callback has reached it.
    @Test(arguments: [
        (
            #""application_active":false,"application_in_foreground":true,"sessions_since_launch":1,"active_time_since_launch":0"#,
            "2026-03-01T09:20:00Z", AppState?.none
        ),
        (
            #""application_active":false,"application_in_foreground":true,"sessions_since_launch":1,"active_time_since_launch":3.5"#,
            "2026-03-01T09:20:00Z", .inactive
        ),
        (
            #""application_active":true,"application_in_foreground":true,"active_time_since_launch":0.4,"app_transition_state":"active""#,
            "2026-03-01T09:59:59Z", .active
        ),
    ])
    func `what an SDK saw is told, and not what it begins with`(
        _ row: (stats: String, launched: String, state: AppState?)
    ) throws {
        let text = #"""
            {"report":{"id":"a","timestamp":1772359200},"system":{"CFBundleIdentifier":"com.acme.notes",
            "app_start_time":"\#(row.launched)","application_stats":{\#(row.stats)}},
            "crash":{"error":{"type":"signal","signal":{"signal":11}}}}
            """#
        #expect(try Self.run(text).stateAtEnd == row.state, "\(row.stats)")
    }

    /// An SDK writes reports of ends for which the system writes none.
    @Test func `what the system reports rules out nothing for an SDK`() throws {
        let text = #"""
            {"report":{"id":"a","timestamp":1772359200},"system":{"CFBundleIdentifier":"com.acme.notes",
            "app_start_time":"2026-03-01T09:20:00Z"},"crash":{}}
            """#
        let ending = try Self.run(text).ending
        #expect(!ending.ruledOut.contains { $0.cause == .memoryLimit || $0.cause == .userQuit })
        #expect(ending.cause == .unknown)
    }

    /// Crashlytics keeps whose session it is in one file and what ended it in others.
    @Test func `the files of one session of Crashlytics are of one run`() throws {
        let session = """
            {"identity":{"generator":"Crashlytics iOS SDK/11.0.0","started_at":1772629081,"session_id":"9ec79c33ec99"}}
            {"host":{"model":"iPhone15,3","machine":"D84AP","os_build_version":"22D63","os_display_version":"18.3","platform":"ios"}}
            {"application":{"bundle_id":"com.acme.notes","build_version":"12","display_version":"1.2"}}
            """
        let signal = #"{"signal":{"number":6,"code":0,"name":"SIGABRT","code_name":"ABORT","time":1772629332}}"#
        let log = #"{"log":{"msg":"41206c6f67","time":1772629082063}}"#
        let runs = try Analysing.runs([
            ("metadata.clsrecord", Array(session.utf8)), ("signal.clsrecord", Array(signal.utf8)),
            ("log_a.clsrecord", Array(log.utf8)),
        ])
        #expect(runs.map(\.app) == ["com.acme.notes"])
        #expect(runs.map(\.ending.cause) == [.crashSignal])
        #expect(runs.map { "\($0.start.time.rfc3339) \($0.version ?? "")" } == ["2026-03-04T12:58:01Z 1.2"])
    }

    @Test(arguments: [
        (#""type":"hang","is_fatal":true"#, "hang"),
        (#""type":"termination","termination_reason":"unexplained""#, "unexplained"),
    ])
    func `what an SDK supposes is told in its word`(_ error: String, _ word: String) throws {
        let text =
            #"{"report":{"id":"A1","process_name":"Notes","timestamp":"2026-03-04T13:02:12.123456Z","type":"standard"},"#
            + #""system":{"CFBundleIdentifier":"com.acme.notes","process_id":712},"#
            + #""crash":{"error":{\#(error)},"threads":[]}}"#
        let run = try Self.run(text)
        #expect(run.ending.cause == .unknown && run.story.contains("its SDK calls it “\(word)”."), "\(run.story)")
    }
}
