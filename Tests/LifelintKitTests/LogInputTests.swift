// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintLanguage

@Suite struct LogInputTests {
    @Test func `A level between tabs is no process`() throws {
        let text = """
            timestamp\tlevel\tmessage
            2026-04-20T14:30:00.600Z\tinfo\tapplicationDidBecomeActive
            2026-04-20T14:40:00.000Z\tinfo\tapplicationWillResignActive

            """
        let runs = try Analysing.runs([("a.tsv", Array(text.utf8))])
        #expect(runs.count == 1 && runs.allSatisfy { $0.process == nil })
    }

    @Test func `a wrapper of lines is named with its input`() throws {
        let rows = [
            "[IOSSimulatorLog] [IOS_SYSLOG_ROW] 2026-03-01 10:00:00.123 Df Notes[71:1a] Saved",
            "[IOSSimulatorLog] [IOS_SYSLOG_ROW] 2026-03-01 10:00:01.123 Df Notes[71:1a] Left",
        ]
        let log = Array(rows.joined(separator: "\n").utf8)
        let input = try #require(try Analysing.analysis([("appium.log", log)]).header.inputs.first)
        #expect("\(input.format) in \(input.wrapper ?? "-"), \(input.records)" == "unified-log-compact in appium, 2")
    }

    @Test(
        "A log that a driver of tests wrote, or that of a simulator, shows what its processes were held by",
        arguments: [
            ("[IOSSimulatorLog] [IOS_SYSLOG_ROW] ", "", true, true), ("[iOSLog] [IOS_SYSLOG_ROW] ", "", true, false),
            ("", "getpwuid_r did not find a match for uid 501\n", false, true), ("", "", false, false),
        ])
    func held(wrapper: String, preamble: String, isHarnessed: Bool, isSimulated: Bool) throws {
        let rows = [
            "Df runningboardd[93:db] [com.apple.runningboard:process] Now tracking process: [app<com.acme.verse>:512]"
        ]
        .map { wrapper + "2026-03-01 10:00:00.123 " + $0 }
        let text = preamble + rows.joined(separator: "\n") + "\n"
        let run = try #require(try Analysing.analysis([("a.log", Array(text.utf8))]).runs().first)
        #expect(run.isHarnessed == isHarnessed && run.isSimulated == isSimulated)
    }

    /// Another app wrote the rows around it.
    @Test(arguments: [
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes", ProcessHost.app, false),
        (
            #"\/private\/var\/containers\/Bundle\/Application\/4F2A\/Notes.app\/PlugIns\/Notes.appex\/Notes"#,
            .extension, false
        ),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/PlugIns/Tunnel.appex/Tunnel", .extension, false),
        (
            "/private/var/containers/Bundle/Application/4F2A/Pace.app/PlugIns/Pace WatchKit Extension.appex/Pace WatchKit Extension",
            .watch, false
        ),
        (
            "/Users/c/Library/Developer/CoreSimulator/Devices/2FF8/data/Containers/Bundle/Application/4F2A/Notes.app/Notes",
            .app, true
        ),
        (
            "/Users/c/Library/Developer/XCTestDevices/2FF8/data/Containers/Bundle/Application/4F2A/Notes.app/Notes",
            .app, true
        ),
    ])
    func `where the program of a row lies tells what its process is`(path: String, host: ProcessHost, isSimulated: Bool)
        throws
    {
        func row(_ second: Int, _ path: String, _ pid: Int, _ message: String) -> String {
            #"{"timestamp":"2026-03-01 10:00:0\#(second).000000+0000","processImagePath":"\#(path)","processID":\#(pid),"#
                + #""senderImagePath":"/x","subsystem":"com.acme.notes","category":"t","eventMessage":"\#(message)"}"#
        }
        let app = "/private/var/containers/Bundle/Application/4F2A/Board.app/Board"
        let rows = [
            row(0, app, 400, "applicationDidBecomeActive"),
            row(1, path, 410, "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'"),
            row(2, app, 400, "applicationWillResignActive"),
        ]
        let runs = try Analysing.runs([("a.ndjson", Array(rows.joined(separator: "\n").utf8))])
        #expect(runs.map(\.host) == [.app, host])
        #expect(runs.map(\.isSimulated) == [false, isSimulated])
    }

    @Test(arguments: [
        ("/Applications/Notes.app/Contents/MacOS/Notes", "app<com.acme.notes>", true),
        ("Notes", "app<application.com.acme.notes.123.456(501)>", true),
        ("/private/var/containers/Bundle/Application/4F2A/Notes.app/Notes", "app<com.acme.notes((null))>", false),
        ("Notes", "app<application.com.acme.notes>", false),
    ])
    func `where a program lies, and what its job is called, tells that it runs on a Mac`(
        path: String, job: String, isOnMac: Bool
    ) throws {
        func row(_ second: Int, _ path: String, _ pid: Int, _ subsystem: String, _ message: String) -> String {
            #"{"timestamp":"2026-03-01 10:00:0\#(second).000000+0000","processImagePath":"\#(path)","processID":\#(pid),"#
                + #""senderImagePath":"/x","subsystem":"\#(subsystem)","category":"process","eventMessage":"\#(message)"}"#
        }
        let (runningBoard, daemon) = ("com.apple.runningboard", "/usr/libexec/runningboardd")
        let rows = [
            row(0, daemon, 30, runningBoard, "Now tracking process: [\(job):400]"),
            row(1, path, 400, "com.acme.notes", "applicationDidBecomeActive"),
            row(2, path, 400, "com.acme.notes", "applicationWillResignActive"),
            row(3, path, 400, "com.acme.notes", "applicationDidBecomeActive"),
            row(9, daemon, 30, runningBoard, "[\(job):400] termination reported by launchd (0, 0, 0)"),
        ]
        // On a Mac the user quits an app that is in front.
        let library = try RuleCase.library.get()
        let rules = library.rules.filter { $0.id == "exits-itself" }.map { RuleSet.Selected(rule: $0) }
        let analysis = try Analysing.analysis([("a.ndjson", Array(rows.joined(separator: "\n").utf8))]) {
            $0.rules = RuleSet(rules: rules, spans: library.vocabulary.spans)
        }
        #expect(try analysis.allFindings().isEmpty == isOnMac)
    }

    @Test func `a logger's lines with a class in front are none of a log of events`() throws {
        let text = """
            2026-03-01 10:00:00.100 AppDelegate applicationDidFinishLaunching
            2026-03-01 10:00:01.100 AppDelegate applicationDidBecomeActive
            2026-03-01 10:00:02.000 memory.footprint bytes=5
            2026-03-01 10:00:03.100 AppDelegate applicationWillResignActive

            """
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["app-log"])
        #expect(try analysis.runs().first?.states.map(\.state) == [.launching, .active, .inactive])
    }

    /// XCGLogger, SwiftyBeaver and many of an app's own print the function and the line before each message.
    @Test(arguments: [
        ("[Debug] [AppDelegate.swift:%] ", "(_:)", " > "), ("INFO AppDelegate.", "():%", " - "),
        ("[AppDelegate.swift:%] ", "(_:)", " "),
        ("AppDelegate.swift:% ", "(_:)", " | "), ("💚 DEBUG AppDelegate.", "():%", " - "),
    ]) func `several messages of one callback are one callback`(
        _ place: String, _ arguments: String, _ separator: String
    ) throws {
        func row(_ time: String, _ function: String, _ line: Int, _ message: String) -> String {
            let name =
                function == "start" && arguments == "(_:)"
                ? "application(_:didFinishLaunchingWithOptions:)" : "application" + function + arguments
            return "2026-03-01 10:00:\(time) "
                + (place + name).replacing("%", with: String(line)) + separator + message
        }
        let isLaunchNamed = arguments == "(_:)"
        let rows = [
            row("00.100", isLaunchNamed ? "start" : "WillFinishLaunching", 21, "begins"),
            row("00.110", isLaunchNamed ? "start" : "WillFinishLaunching", 25, "is set up"),
            row("01.100", "DidBecomeActive", 40, "now"),
            // What the launch began is done.
            row("03.100", isLaunchNamed ? "start" : "WillFinishLaunching", 31, "configuration is here"),
            row("10.100", "WillResignActive", 50, "later"), row("10.200", "DidEnterBackground", 60, "a"),
            row("10.400", "DidEnterBackground", 66, "b"), row("20.400", "WillEnterForeground", 70, "refresh"),
            row("20.600", "DidBecomeActive", 40, "now"), row("21.600", "WillEnterForeground", 75, "fresh again"),
            // Another way through the same function.
            row("30.100", "WillResignActive", 55, "later"), row("30.200", "DidEnterBackground", 68, "unchanged"),
        ]
        let runs = try Analysing.runs([("a.log", Array(rows.joined(separator: "\n").utf8))])
        #expect(runs.count == 1)
        #expect(
            runs.first?.states.map(\.state.rawValue) == [
                "launching", "active", "inactive", "background", "suspended", "inactive", "active", "inactive",
                "background",
            ])
        #expect(runs.first?.anomalies.isEmpty ?? false)
    }

    /// Closures that a callback made print its name long after it.
    @Test func `a process whose id is told is not launched or sent away again by a line of a closure`() throws {
        let rows = [
            "00:00.100 Notes[4711:1] [AppDelegate.swift:31] application(_:didFinishLaunchingWithOptions:) > launched",
            "00:00.300 Notes[4711:1] [AppDelegate.swift:60] applicationDidBecomeActive(_:) > active",
            "02:45.900 Notes[4711:9] [AppDelegate.swift:40] application(_:didFinishLaunchingWithOptions:) > configured",
            "03:00.000 Notes[4711:1] [AppDelegate.swift:70] applicationWillResignActive(_:) > resigning",
            "03:00.500 Notes[4711:1] [AppDelegate.swift:80] applicationDidEnterBackground(_:) > begins",
            "03:05.000 Notes[4711:1] [AppDelegate.swift:65] applicationWillEnterForeground(_:) > back",
            "03:05.300 Notes[4711:1] [AppDelegate.swift:60] applicationDidBecomeActive(_:) > active",
            "03:20.500 Notes[4711:9] [AppDelegate.swift:84] applicationDidEnterBackground(_:) > uploaded",
            "09:00.000 Notes[4711:1] [AppDelegate.swift:70] applicationWillResignActive(_:) > resigning",
        ]
        let text = rows.map { "2026-03-01 10:" + $0 }.joined(separator: "\n")
        let runs = try Analysing.runs([("a.log", Array(text.utf8))])
        #expect(
            runs.map { $0.states.map(\.state.rawValue) } == [
                ["launching", "active", "inactive", "background", "inactive", "active", "inactive"]
            ])
        #expect(runs.first?.anomalies.isEmpty ?? false)
    }

    /// A crash reporter of the app prints at the next launch what ended the last one.
    @Test(arguments: [" Notes[4711:1] ", " [INFO] "]) func `a process that is called back did not crash`(
        prefix: String
    ) throws {
        let rows = [
            "00:00.100|application(_:didFinishLaunchingWithOptions:)",
            "00:00.200|*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 4 beyond bounds'",
            "00:00.400|applicationDidBecomeActive(_:)", "05:00.000|applicationWillResignActive(_:)",
            "05:01.000|applicationDidEnterBackground(_:)",
        ]
        let text = rows.map { "2026-03-01 10:" + $0.replacing("|", with: prefix) }.joined(separator: "\n")
        let runs = try Analysing.runs([("a.log", Array(text.utf8))])
        #expect(
            runs.map { $0.states.map(\.state.rawValue) } == [["launching", "active", "inactive", "background"]])
        #expect(runs.map(\.ending.cause) == [.stillRunning])
    }

    @Test func `the first line of the launch again is another launch`() throws {
        let rows = [
            "00.100 [AppDelegate.swift:21] application(_:didFinishLaunchingWithOptions:) > begins",
            "01.100 [AppDelegate.swift:40] applicationDidBecomeActive(_:) > now",
            "03.100 [AppDelegate.swift:21] application(_:didFinishLaunchingWithOptions:) > begins",
        ]
        let text = rows.map { "2026-03-01 10:00:" + $0 }.joined(separator: "\n")
        #expect(try Analysing.runs([("a.log", Array(text.utf8))]).count == 2)
    }

    /// What a message denies is not the function that a logger says it stands in.
    @Test(arguments: [
        "[Debug] [AppDelegate.swift:52] applicationDidEnterBackground(_:) > could not save: the disk is full",
        "AppDelegate.swift:52 applicationDidEnterBackground(_:) - nothing to do, waiting for no one",
        "AppDelegate.swift:52 applicationDidEnterBackground(_:) | should not be late",
        "INFO AppDelegate.applicationDidEnterBackground():52 - not logged in",
        "💙 INFO AppDelegate.applicationDidEnterBackground():52 - ",
    ]) func `a message says what it likes inside its function`(_ line: String) throws {
        let rows = ["[Debug] [AppDelegate.swift:40] applicationDidBecomeActive(_:) > now", line]
        let text = rows.map { "2026-03-01 10:00:00.100 " + $0 }.joined(separator: "\n")
        let runs = try Analysing.runs([("a.log", Array(text.utf8))])
        #expect(runs.first?.events.map(\.event) == ["app.didBecomeActive", "app.didEnterBackground"])
    }

    @Test(arguments: ["3 items", "    applicationWillTerminate", "{\n  \"applicationWillTerminate\": 1\n}"])
    func `lines that follow a callback take nothing from it`(_ lines: String) throws {
        let rows = ["applicationDidBecomeActive(_:)\n" + lines, "applicationWillResignActive(_:)"]
        let text = rows.map { "2026-03-01 10:00:00.100 INFO [A.swift:2] " + $0 }.joined(separator: "\n")
        let runs = try Analysing.runs([("a.log", Array(text.utf8))])
        #expect(runs.first?.events.map(\.event) == ["app.didBecomeActive", "app.willResignActive"])
    }

    @Test(arguments: [
        "[AppDelegate.swift:52] applicationDidEnterBackground(_:) - not called yet",
        "HomeInteractor.didBecomeActive():12 - start",
        "Sync.resume():30 - waiting for applicationDidEnterBackground(_:)",
    ]) func `a sentence about a callback is none`(_ line: String) throws {
        let rows = ["[Debug] [AppDelegate.swift:40] applicationDidBecomeActive(_:) > now", line]
        let text = rows.map { "2026-03-01 10:00:00.100 " + $0 }.joined(separator: "\n")
        let runs = try Analysing.runs([("a.log", Array(text.utf8))])
        #expect(runs.first?.events.map(\.event) == ["app.didBecomeActive"])
    }

    @Test func `Apple's binary log is unread, and it is told what to run`() throws {
        let bytes: [UInt8] = [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00, 0xD0, 0x00]
        let header = try Analysing.analysis([("0001.tracev3", bytes)]).header
        #expect(header.inputs.map { "\($0.format) \($0.status.rawValue)" } == ["tracev3 unread"])
        #expect(header.problems.map(\.code) == [.notALog])
        #expect(header.problems.first?.message.contains("log show --archive") ?? false)
    }

    /// A sysdiagnose has it beside the unified log: rows without a time, whose messages tell one.
    @Test func `the log of shutdowns tells when the device went down`() throws {
        let log = """
            # app=com.acme.notes device=A1 date=2026-03-01
            09:50:00 process.launch pid=7 intent=foreground
            09:59:30 data.save pid=7
            10:05:00 process.launch pid=8 intent=foreground
            """
        let shutdown = """
            After 2.00s, these clients are still here:
            \t\tremaining client pid: 7 (/private/var/containers/Bundle/Application/1A/Notes.app/Notes)
            After 7.00s, these clients are still here:
            \t\tremaining client pid: 7 (/private/var/containers/Bundle/Application/1A/Notes.app/Notes)
            SIGTERM: [1772359200] All buffers flushed
            """
        let analysis = try Analysing.analysis([
            ("notes.lifelog", Array(log.utf8)), ("shutdown.log", Array(shutdown.utf8)),
        ])
        let runs = try analysis.runs()
        #expect(
            runs.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" } == [
                "reboot certain", "stillRunning likely",
            ])
        #expect(analysis.header.problems.isEmpty)
    }

    /// Who wrote a message of several lines stands behind its last one there.
    @Test func `columns behind a message`() throws {
        let rows = [
            "16:10:00.060000+0200\tprocess\tNow tracking process: [app<com.acme.notes((null))>:990]"
                + "\tcom.apple.runningboard\tRunningBoard\tdefault\trunningboardd",
            "16:10:30.000000+0200\t\t*** Terminating app due to uncaught exception 'NSRangeException', reason: 'beyond'",
            "*** First throw call stack:", "(0x19a1 0x19a2)\t\tCoreFoundation\tdefault\tNotes",
            "16:10:31.000000+0200\tttl\t[app<com.acme.notes((null))>:990] termination reported by launchd (2, 6, 6)"
                + "\tcom.apple.runningboard\tRunningBoard\tdefault\trunningboardd",
        ]
        let runs = try Analysing.runs([("console.log", Array(rows.joined(separator: "\n").utf8))])
        #expect(
            runs.map { "\($0.app ?? "-") \($0.process ?? "-") \($0.ending.cause.rawValue)" } == [
                "com.acme.notes Notes crash.exception"
            ])
    }

    private static let ours =
        "2026-03-01 10:00:00.123456+0100 0x1  Default  0x0  71  0  Notes: Received memory warning."
    private static let relay = "Mar  1 10:00:00 iPhone Notes[71] <Notice>: Received memory warning."

    private static let table = "10:00:00.123456+0100\tNotes\tReceived memory warning."
    private static let wide =
        "10:00:00.123456+0100\tApp\tReceived memory warning.\tcom.apple.UIKit\tUIKitCore\tdefault\tNotes"
    private static let printed = "2026-03-01 10:00:00.123456+0100 Notes[71:902] Received memory warning."
    private static let object = """
        {"timestamp":"2026-03-01 10:00:00.123456+0100","eventMessage":"Received memory warning.","processID":71,\
        "processImagePath":"/private/Notes.app/Notes","senderImagePath":"/System/UIKitCore","subsystem":""}
        """
    private static let report = """
        {"app_name":"Notes","timestamp":"2026-03-01 10:00:00.00 +0100","bug_type":"309","incident_id":"1A-2B"}
        """
    private static let crash = """
        Incident Identifier: 1A2B3C4D-0000-0000-0000-000000000000
        Process:             Notes [71]
        Identifier:          com.acme.notes
        Date/Time:           2026-03-01 10:04:00.120 +0100
        OS Version:          iPhone OS 17.4 (21E219)
        Report Version:      104

        Exception Type:  EXC_CRASH (SIGABRT)

        Binary Images:
        0x104a00000 - 0x104a03fff Notes arm64  <11111111222233334444555555555555> /private/Notes.app/Notes
        """
    /// Its 9th line is a row of the app's log: what it said last.
    private static let talkative = """
        Incident Identifier: 1A2B3C4D-0000-0000-0000-000000000000
        Process:             Notes [71]
        Identifier:          com.acme.notes
        Date/Time:           2026-03-01 10:04:00.120 +0100
        OS Version:          iPhone OS 17.4 (21E219)
        Exception Type:  EXC_CRASH (SIGABRT)

        Application Specific Information:
        \(printed)
        abort() called

        Thread 0 Crashed:
        0   libsystem_kernel.dylib  0x00000001a0000000 __pthread_kill + 8

        Binary Images:
        0x104a00000 - 0x104a03fff Notes arm64  <11111111222233334444555555555555> /private/Notes.app/Notes
        """

    @Test(arguments: [
        ([ours, ours, relay], ["3 (device-syslog)"]),
        ([ours, ours, ours, "", "and then", relay, relay], ["6 (device-syslog)"]),
        ([relay, relay, ours], ["3 (unified-log-text)"]), ([relay, relay, ours, ours], ["1 (device-syslog)"]),
        ([ours, ours, "2026-03-01 10:00:00.123 Df Notes[71:1a] text"], ["3 (unified-log-compact)"]),
        ([ours, "    at 10:00:00", "Mar is a month", ours], []),
        (["default\t" + table, "default\t" + table, table], []), ([table, table, "default\t" + table], []),
        (["default\t" + table, "default\t" + table, wide], ["3 (console-paste, columns of its own)"]),
        ([ours, ours, object], ["3 (unified-log-ndjson)"]), ([object, object, ours], ["3 (unified-log-text)"]),
        ([ours, object, object], ["1 (unified-log-text)"]),
        ([ours, ours, report, "{", "  \"pid\" : 71", "}"], ["3 (ips)"]),
        ([printed, printed, "one", table], ["4 (console-paste, columns of its own)"]),
        ([crash, table], ["12 (console-paste, columns of its own)"]), ([relay, crash], ["1 (device-syslog)"]),
        ([printed, crash], ["1 (xcode-console)"]), ([crash], []), ([relay, crash, relay], ["1 (device-syslog)"]),
        ([crash, relay, "", "Does anybody know why?"], ["12 (device-syslog)"]),
        (["```", crash, "```", "", "```", relay, "```"], ["16 (device-syslog)"]),
        ([ours, ours, printed, ours], ["3 (xcode-console)"]),
        // What the app said last is a part of its report.
        ([talkative], []), ([talkative, "", "", printed], ["19 (xcode-console)"]),
    ]) func `rows of another log in one file are told, and are no part of a message`(
        lines: [String], expected: [String]
    ) throws {
        let analysis = try Analysing.analysis([("a.log", Array((lines.joined(separator: "\n") + "\n").utf8))]) {
            $0.zoneOffset = 3_600
            $0.year = 2026
        }
        let told = analysis.header.problems.filter { $0.code == .notALog }.map { problem in
            let format = problem.message.split(whereSeparator: { $0 == "(" || $0 == ")" }).dropFirst().first ?? ""
            return "\(problem.line) (\(format))"
        }
        #expect(told == expected)
        #expect(analysis.header.inputs.first?.status == (expected.isEmpty ? .read : .partly))
        #expect(analysis.header.inputs.first?.events ?? 0 > 0)
    }

    /// What stands above rows that look like those of Xcode's console, and who held the process then.
    @Test(arguments: [
        ([String](), true, false), (["$ xcrun simctl launch --console-pty booted com.acme.notes"], false, true),
        (["% ios-sim launch build/Notes.app"], false, true),
        (["xcrun devicectl device process launch --console --device Lab com.acme.notes"], false, false),
        (
            [
                "Launched application with com.acme.notes bundle identifier.",
                "Waiting for the application to terminate…",
            ],
            false, false
        ),
    ]) func `a tool that shows a console as Xcode does is no debugger`(
        above: [String], isDebugged: Bool, isSimulated: Bool
    ) throws {
        let rows = ["applicationDidBecomeActive", "ready"].map { "2026-03-01 10:00:00.123456+0100 Notes[71:902] \($0)" }
        let run = try #require(
            try Analysing.runs([("a.log", Array((above + rows).joined(separator: "\n").utf8))]).first)
        #expect(run.isDebugged == isDebugged && run.isSimulated == isSimulated)
    }

    /// Who asks an app to end whose console devicectl shows.
    @Test(arguments: [
        (2, ["debuggerStop likely"], true), (15, ["debuggerStop likely", "userQuit possible"], false),
    ]) func `a tool that is stopped ends the app whose console it shows`(
        signal: Int, candidates: [String], isQuitRuledOut: Bool
    ) throws {
        let lines = [
            "Launched application with com.acme.notes bundle identifier.", "Waiting for the application to terminate…",
            "2026-03-01 10:00:00.123456+0100 Notes[71:902] applicationDidBecomeActive",
            "2026-03-01 10:00:10.123456+0100 Notes[71:902] ready", "App terminated due to signal \(signal).",
        ]
        let ending = try #require(
            try Analysing.runs([("a.log", Array(lines.joined(separator: "\n").utf8))]).first
        ).ending
        #expect(ending.candidates.map { "\($0.cause.rawValue) \($0.likelihood)" } == candidates)
        #expect(ending.ruledOut.contains { $0.cause == .userQuit } == isQuitRuledOut)
    }

    /// One file may hold what a tool showed of one device, and then of another.
    @Test(arguments: [
        (["connected:A1", "disconnected:A1", "connected:B2"], ["5 (B2)"], 2),
        (["connected:A1", "disconnected:A1", "connected:A1"], [], 3),
        (["connected:A1", "connected:B2", "connected:A1", "connected:B2"], ["3 (B2)"], 2),
        (["connected", "disconnected", "connected"], [], 3),
    ]) func `the captures of two devices in one file are not one`(
        banners: [String], expected: [String], events: Int
    ) throws {
        let lines = banners.enumerated().flatMap { index, banner in
            ["[\(banner)]", "Mar  1 10:0\(index):00.500000 Notes(UIKitCore)[71] <Notice>: Received memory warning."]
        }
        let analysis = try Analysing.analysis([("a.log", Array(lines.joined(separator: "\n").utf8))]) {
            $0.zoneOffset = 3_600
            $0.year = 2026
        }
        let told = analysis.header.problems.map { problem in
            let device = problem.message.split(whereSeparator: { $0 == "(" || $0 == ")" }).dropFirst().first ?? ""
            return "\(problem.line) (\(device))"
        }
        #expect(told == expected)
        #expect(analysis.header.inputs.first?.events == events)
    }

    /// Behind the last line of a message of several lines stands when it was written, and so it does for an exception.
    @Test func `metadata of Xcode behind a message of several lines`() throws {
        func metadata(_ time: String, _ library: String) -> String {
            "Type: Error | Timestamp: 2026-03-01 \(time)+01:00 | Process: Notes | Library: \(library) | TID: 0x1a2b"
        }
        let lines = [
            "applicationDidFinishLaunching", metadata("10:00:00.100000", "Notes"), "state of things:", "  one", "  two",
            metadata("10:00:10.200000", "Notes"),
            "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'beyond'",
            "*** First throw call stack:", "(0x19a1 0x19a2)", metadata("10:00:30.300000", "CoreFoundation"),
        ]
        let runs = try Analysing.runs([("a.log", Array(lines.joined(separator: "\n").utf8))])
        #expect(runs.map { $0.end.time.rfc3339 } == ["2026-03-01T09:00:30.300000Z"])
    }

    /// A letter's tab before each line is no part of a log, and rows behind white space are no message of a console.
    @Test(arguments: ["\t", "    "]) func `a log is told alike however it is indented`(indentation: String) throws {
        let lines = [
            "Mar 19 17:31:26 iPhone apsd(PersistentConnection)[85] <Notice>: payload",
            "Mar 19 17:31:28 iPhone kernel[0] <Notice>: memorystatus: killing_specific_process pid 610 [Notes] "
                + "(per-process-limit 10) - memorystatus_available_pages: 8000",
        ]
        let log = lines.map { indentation + $0 + "\n" }.joined()
        let run = try #require(try Analysing.runs([("a.log", Array(log.utf8))]) { $0.year = 2026 }.first)
        #expect(run.end.time.rfc3339 == "2026-03-19T17:31:28Z" && run.ending.because.map(\.at.line) == [2])
        // Not every line of it is.
        let mixed = try Analysing.analysis([("a.log", Array(("My log:\n" + log).utf8))])
        #expect(try mixed.runs().isEmpty)
        #expect(mixed.header.problems.contains { $0.message.contains("behind white space") })
    }

    @Test func `a log of go-ios is read as Go writes it`() throws {
        let message = #"runningboardd(RunningBoard)[34] \u003cNotice\u003e: [app\u003ccom.acme.notes(A)\u003e:501] "#
        let row = #"{"msg":"Mar 12 21:44:49 iPhone \#(message)termination reported by launchd (2, 11, 11)"}"#
        let run = try #require(try Analysing.runs([("a.log", Array((row + "\n").utf8))]) { $0.year = 2026 }.first)
        #expect(run.app == "com.acme.notes" && run.pid == 501 && run.end.time.rfc3339 == "2026-03-12T21:44:49Z")
    }

    @Test(arguments: [
        "2026-03-10 20:11:22:722 - [IOSDeviceLog] ", "2026-03-11 05:34:05:856 - info: [IOS_SYSLOG_ROW ] ",
    ]) func `a server that passes rows on tells their year`(stamp: String) throws {
        let row = "Mar 10 22:41:22 iPhone runningboardd(RunningBoard)[31] <Notice>: [app<com.acme.notes(A)>:501] "
        let log = stamp + row + "termination reported by launchd (2, 11, 11)\n"
        let analysis = try Analysing.analysis([("a.log", Array(log.utf8))])
        #expect(try analysis.runs().map(\.end.time.rfc3339) == ["2026-03-10T22:41:22Z"])
        #expect(analysis.header.problems.map(\.code) == [.zoneAssumed])
    }

    @Test func `a path on an indented line has no indentation`() throws {
        let path = "/private/var/mobile/Containers/Shared/AppGroup/7A6B/notes.sqlite"
        let line = "error\t10:00:00.200000+0100\trunningboardd\t[app<com.acme.notes((null))>:4711] "
        let log = line + "suspended with locked system files:\n\t\(path)\n\t/private/tags.sqlite\n"
        let runs = try Analysing.runs([("a.log", Array(log.utf8))])
        #expect(runs.first?.ending.detail[.path] == .string(path))
    }

    @Test(arguments: [
        "suspended with locked system files: PATH", "suspended with locked system files: PATH /private/var/tags.sqlite",
        "Terminating with context: <RBSTerminateContext| domain:15 code:0xDEAD10CC explanation:RunningBoard terminated "
            + "[app<com.acme.notes((null))>:4711] because it was suspended while holding a shared file lock:   PATH "
            + "File locks MUST be held in one of the following directories:   /private/var/data reportType:CrashLog "
            + "maxTerminationResistance:Interactive>",
    ]) func `a file that was locked is known where a relay has no ends of lines in a message`(message: String) throws {
        let path = "/private/var/mobile/Containers/Data/Application/7A6B/Library/Application Support/notes.sqlite"
        let line = "Mar  1 10:00:05 iPhone runningboardd[33] <Notice>: [app<com.acme.notes((null))>:4711] "
        let runs = try Analysing.runs([("a.log", Array((line + message.replacing("PATH", with: path) + "\n").utf8))]) {
            $0.year = 2026
        }
        #expect(runs.first?.ending.cause == .fileLock)
        #expect(runs.first?.ending.detail[.path] == .string(path))
    }

    /// A clock that is set back makes an hour of two, which nothing in the log tells apart.
    @Test(arguments: [
        (["02:58:00", "02:59:50", "02:00:10", "02:30:00"], 1), (["02:58:00", "02:59:50", "03:00:10"], 0),
        (["02:00:00", "02:59:50", "02:59:45", "03:00:10"], 0), (["09:00:00", "06:00:10", "07:00:00"], 0),
        (["10:04:00", "10:03:00", "10:02:00", "10:01:00"], 0),
    ]) func `where times go back a clock may have been set`(times: [String], count: Int) throws {
        let rows = times.map { "2026-10-25 \($0).100 Df Notes[71:1a] (UIKitCore) Received memory warning.\n" }
        for zone in [nil, 7_200] {
            let problems = try Analysing.analysis([("a.log", Array(rows.joined().utf8))]) { $0.zoneOffset = zone }
                .header.problems.filter { $0.code == .outOfOrder }
            #expect(problems.map(\.line) == Array(repeating: 3, count: count))
        }
    }

    @Test func `one move to the background with the id and the name of its process tells the zone of a log`() throws {
        let system = """
            Timestamp                       (process)[PID]
            2026-05-12 06:00:00.020000+0000  localhost runningboardd[33]: (RunningBoard) [com.apple.runningboard:process] Now tracking process: [app<com.acme.notes((null))>:2410]
            2026-05-12 06:03:20.100000+0000  localhost SpringBoard[34]: [com.apple.SpringBoard:Common] Application process state changed for com.acme.notes: <SBApplicationProcessState: 0x10b3f23c; pid: 2410; taskState: Running; visibility: Background>
            2026-05-12 06:03:56.810000+0000  localhost runningboardd[33]: (RunningBoard) [com.apple.runningboard:process] [app<com.acme.notes((null))>:2410] termination reported by launchd (15, 562215634, 9)

            """
        func relay(_ name: String) -> String {
            """
            May 12 08:00:00 Annas-iPhone \(name)(UIKitCore)[2410] <Notice>: Deactivation reason removed: 10; deactivation reasons: 1024 -> 0; animating application lifecycle event: 0
            May 12 08:03:20 Annas-iPhone \(name)(UIKitCore)[2410] <Notice>: Deactivation reason added: 11; deactivation reasons: 1 -> 2049; animating application lifecycle event: 0

            """
        }
        func causes(_ name: String) throws -> [EndingCause] {
            try Analysing.analysis([("a.log", Array(system.utf8)), ("b.log", Array(relay(name).utf8))]).runs().map(
                \.ending.cause)
        }
        #expect(try causes("Notes") == [.backgroundTask])
        #expect(try causes("Camera").count == 2)
    }

    /// What each row names: its process, the library that spoke there, and the category.
    private static let named: [(process: String, library: String, category: String, message: String)] = [
        ("Notes", "Notes", "life", "applicationDidEnterBackground"),
        ("locationd", "locationd", "Core", "Client com.acme.notes disconnected"),
        (
            "SpringBoard", "FrontBoard", "Process",
            "[app<com.acme.notes>:71] Now flagged as pending exit for reason: workspace client connection invalidated"
        ),
        // Of its own window, not of the app's.
        ("SpringBoard", "UIKitCore", "life", "applicationDidBecomeActive"),
        (
            "runningboardd", "RunningBoard", "process",
            "[app<com.acme.notes>:71] termination reported by launchd (2, 11, 11)"
        ),
    ]

    /// Console.app shows the columns that its user chose.
    @Test(
        arguments: [
            ["process"], ["process", "library"], ["library"], ["library", "category"], ["library", "process"],
            ["process", "library", "category"],
        ], ["", "default"])
    func `what libraries say is told of whose they are, where no column names the process`(
        columns: [String], type: String
    ) throws {
        let rows = Self.named.enumerated().map { number, row in
            let names = ["process": row.process, "library": row.library, "category": row.category]
            let cells =
                (type.isEmpty ? [] : [type]) + ["09:34:4\(number).654606+0200"] + columns.map { names[$0] ?? "" }
            return (cells + [row.message]).joined(separator: "\t")
        }
        let analysis = try Analysing.analysis([("a.log", Array((rows.joined(separator: "\n") + "\n").utf8))]) { _ in }
        let runs = try analysis.runs()
        #expect(analysis.header.inputs.first?.events == 3)
        #expect(runs.map(\.app) == ["com.acme.notes"])
        #expect(runs.map(\.ending.cause) == [.crashSignal] && runs.map(\.ending.confidence) == [.certain])
        #expect(runs.map(\.stateAtEnd) == [.background])
    }
}
