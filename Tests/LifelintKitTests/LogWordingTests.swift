// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What lines mean, and what they do not, from the bytes to the run.
@Suite struct LogWordingTests {
    private static func syslog(_ messages: [String]) -> [UInt8] {
        let rows = messages.enumerated().map { number, message in
            "2026-03-01 10:00:0\(number).000000+0000  localhost Notes[4711]: \(message)"
        }
        return Array((["Timestamp                       (process)[PID]    "] + rows).joined(separator: "\n").utf8)
    }

    @Test(arguments: [
        "guard scenePhase != .active else; old scenePhase: background", "oldPhase ScenePhase.background",
        "was not ScenePhase.background", "from scenePhase: background", "restored last scenePhase: background",
        "expected AppLifecycleState.paused", "not AppLifecycleState.paused", "previous: AppLifecycleState.paused",
        "applicationDidEnterBackground: not called", "applicationDidEnterBackground: will not be called",
        "applicationDidEnterBackground: wasn't called",
        "-[AppDelegate applicationDidEnterBackground:] was not called",
        "no >>> applicationDidEnterBackground", "scenePhase changed from background",
        "AppState changed from background",
        "scenePhase did not change from active to background",
        "applicationDidEnterBackground: will be called later", "applicationWillTerminate: pending",
        "applicationWillResignActive - delayed", "sceneDidDisconnect -> next launch",
        "applicationDidEnterBackground: queued",
        "applicationDidEnterBackground (queued for the next launch)",
        "The app will be terminated.", "App is about to be terminated", "Application is being terminated!",
        "Received memory warning: simulated", "Memory warning received: not handled yet",
    ]) func `a sentence about a state is no edge`(message: String) throws {
        let runs = try Analysing.runs([("a.log", Self.syslog(["applicationDidBecomeActive(_:)", message]))])
        #expect(runs.map { $0.events.map(\.event) } == [["app.didBecomeActive"]])
    }

    @Test(arguments: [
        (
            [
                "Running task: <BGAppRefreshTask: com.acme.notes.sync>",
                "Starting task: <BGAppRefreshTask: com.acme.notes.sync>",
                "Marking task <BGAppRefreshTask: com.acme.notes.sync> complete with success: 1",
            ], ["scheduledTask.start", "scheduledTask.complete"]
        ),
        (
            [
                "Will add backgroundTask with taskName: _UIRemoteKeyboard XPC disconnection, expirationHandler: (null)",
                "Created background task <_UIBackgroundTaskInfo: 0x151beb040>: taskID = 20, taskName = "
                    + "_UIRemoteKeyboard XPC disconnection, creationTime = 697606 (elapsed = 0).",
                "Ending background task with UIBackgroundTaskIdentifier: 20",
            ], ["backgroundTask.begin", "backgroundTask.end"]
        ),
    ]) func `two lines about one beginning tell one`(messages: [String], events: [String]) throws {
        let runs = try Analysing.runs([("a.log", Self.syslog(messages))])
        #expect(runs.map { $0.events.map(\.event) } == [events])
        #expect(runs.flatMap(\.spans).map(\.isReplaced) == [false])
    }

    @Test(arguments: [
        ("applicationDidEnterBackground:", "app.didEnterBackground"),
        ("application:didFinishLaunchingWithOptions:", "app.didFinishLaunching"),
        ("[AppDelegate applicationDidEnterBackground:]", "app.didEnterBackground"),
        ("-[AppDelegate applicationDidEnterBackground:] line 42", "app.didEnterBackground"),
        ("-[AppDelegate applicationDidEnterBackground:] [Line 42] ", "app.didEnterBackground"),
        ("applicationDidEnterBackground: saving", "app.didEnterBackground"),
        ("[AppDelegate] applicationDidEnterBackground", "app.didEnterBackground"),
        ("-[AppDelegate applicationDidEnterBackground:] badge 3", "app.didEnterBackground"),
        ("AppDelegate.swift:41 applicationDidEnterBackground(_:)", "app.didEnterBackground"),
        (">>> applicationDidEnterBackground <<<", "app.didEnterBackground"),
        ("scenePhase changed from active to background", "app.didEnterBackground"),
        ("'AppState', 'background'", "app.didEnterBackground"),
        ("didChangeAppLifecycleState: AppLifecycleState.paused", "app.didEnterBackground"),
        ("App state changed. Is active? false", "app.willResignActive"),
    ]) func `a selector is one with its colon`(message: String, event: String) throws {
        let runs = try Analysing.runs([("a.log", Self.syslog([message]))])
        #expect(runs.map { $0.events.map(\.event) } == [[event]])
    }

    @Test(arguments: [
        (#"{"name":"fetchFeed","startTimeUnixNano":"1772359200000000000","attributes":[ATTRIBUTE]}"#, 0),
        (#"{"name":"device.app.lifecycle","startTimeUnixNano":"1772359200000000000","attributes":[ATTRIBUTE]}"#, 1),
    ]) func `a span that carries the app's state is no edge`(span: String, count: Int) throws {
        let attribute = #"{"key":"ios.app.state","value":{"stringValue":"background"}}"#
        let text =
            #"{"resourceSpans":[{"scopeSpans":[{"spans":["#
            + span.replacing("ATTRIBUTE", with: attribute) + "]}]}]}"
        let runs = try Analysing.runs([("otlp.json", Array(text.utf8))])
        #expect(runs.flatMap(\.events).count { $0.event == "app.didEnterBackground" } == count)
    }

    @Test func `the syslog style of log show may have levels`() throws {
        let rows = [
            ("runningboardd[34]", "[com.apple.runningboard:process] Now tracking process: [app<com.acme.notes>:4711]"),
            (
                "SpringBoard[55]",
                "(FrontBoard) [com.apple.FrontBoard:Process] [app<com.acme.notes>:4711] Bootstrap success!"
            ),
            ("Notes[4711]", "applicationDidBecomeActive(_:)"),
        ].enumerated().map { "2026-03-01 10:00:0\($0).000000+0000  localhost \($1.0) <Notice>: \($1.1)" }
        let text = (["Timestamp                       (process)[PID]    "] + rows).joined(separator: "\n")
        let input = try #require(try Analysing.analysis([("a.log", Array(text.utf8))]).header.inputs.first)
        #expect("\(input.format) \(input.events)" == "unified-log-syslog 3")
    }

    @Test func `metadata of an older swift-log stands before the message`() throws {
        let text = """
            2026-03-01T10:00:00+0000 info com.acme.notes : user=7 applicationDidBecomeActive(_:)
            2026-03-01T10:01:00+0000 info com.acme.notes : user=7 id=a applicationWillResignActive(_:)
            """
        let runs = try Analysing.runs([("a.log", Array(text.utf8))])
        #expect(runs.map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.willResignActive"]])
    }

    /// The last line mostly tells how a run ended.
    @Test(arguments: [
        (above: "Here it is:\n\n```log\n", below: "```\n\nThanks!\n"), (above: "", below: "\nCan somebody help?\n"),
        (above: "<details>\n\n```\n", below: "```\n</details>\n"), (above: "", below: "\n\n-- \nAnna\n"),
        (above: "", below: "Any idea?\n"), (above: "{noformat}\n", below: "{noformat}\n"),
        (above: "", below: "9:15\n\nAny idea?\n"), (above: "~~~\n", below: "~~~\nThanks!\n"),
    ]) func `what people write around a log is none of its last message`(around: (above: String, below: String)) throws
    {
        let messages = ["applicationDidBecomeActive(_:)", "1 item", "2 items", "applicationWillResignActive(_:)"]
        let logs = [
            "2026-03-01 10:00:0N.000000+0000  localhost Notes[4711]: ", "Mar  1 10:00:0N iPhone Notes[4711] <Notice>: ",
            "default\t10:00:0N.000000+0000\tNotes\t", "2026-03-01 10:00:0N.000 Df Notes[4711:1a2b] ",
        ]
        for prefix in logs {
            let rows = messages.enumerated().map { prefix.replacing("N", with: "\($0)", maxReplacements: 1) + $1 }
            let text = around.above + rows.joined(separator: "\n") + "\n" + around.below
            let runs = try Analysing.runs([("a.log", Array(text.utf8))]) { $0.year = 2026 }
            #expect(
                runs.map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.willResignActive"]], "\(text)")
        }
    }

    @Test(arguments: [
        "2026-03-01 10:00:0N.000 Df Notes[4711:1a2b] ", "2026-03-01 10:00:0N.000000+0000  localhost Notes[4711]: ",
        "Mar  1 10:00:0N iPhone Notes[4711] <Notice>: ",
    ]) func `what a server puts before the lines of a log is not their time`(prefix: String) throws {
        let messages = ["applicationDidBecomeActive(_:)", "3 items", "applicationWillResignActive(_:)"]
        let rows = messages.enumerated().map {
            "2026-03-02T08:00:00.1234567Z " + prefix.replacing("N", with: "\($0)", maxReplacements: 1) + $1
        }
        let text = (["2026-03-02T08:00:00.0000000Z ##[group]Run tests"] + rows).joined(separator: "\n")
        let analysis = try Analysing.analysis([("ci.log", Array(text.utf8))]) { $0.year = 2026 }
        #expect(analysis.header.inputs.map(\.wrapper) == ["stamp"])
        #expect(
            try analysis.runs().map { "\($0.start.time.rfc3339) \($0.events.map(\.event))" }.map { $0.prefix(19) }
                == ["2026-03-01T10:00:00"])
    }

    @Test(arguments: [
        "[2026-03-01 10:00:0#.000] [AppDelegate] ", "[2026-03-01T10:00:0#Z] [info] [AppDelegate] ",
        "2026-03-01 10:00:0#.000 [INFO] ", "2026-03-01 10:00:0# +0000 [life] ", "2026-03-01 10:00:0#.000 | debug | ",
        "10:00:0#.000 [INFO] AppDelegate: ", "INFO  [2026-03-01 10:00:0#] AppDelegate: ", "[INFO] 2026-03-01 10:00:0# ",
        "WARN 2026-03-01 10:00:0#.000 [main] ",
    ]) func `the log of an app's own logger is read`(prefix: String) throws {
        let messages = [
            "sync finished", "applicationDidBecomeActive(_:)", "3 items", "applicationWillResignActive(_:)",
        ]
        let text = messages.enumerated().map { prefix.replacing("#", with: "\($0)", maxReplacements: 1) + $1 }
        let analysis = try Analysing.analysis([("a.log", Array(text.joined(separator: "\n").utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["app-log"])
        #expect(
            try analysis.runs().map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.willResignActive"]])
    }

    @Test(arguments: [
        #"{"level":"info","time":177235920#123,"msg":"MESSAGE"}"#,
        #"{"timestamp":"2026-03-01T10:00:0#Z","severity":"INFO","logger":"AppDelegate","message":"MESSAGE","user":{"id":7}}"#,
        #"{"@timestamp":"2026-03-01T10:00:0#.000Z","message":"MESSAGE"}"#, #"{"ts":177235920#.5,"text":"MESSAGE"}"#,
    ]) func `the log of an app's own logger may be JSON`(object: String) throws {
        let messages = ["sync of \"a\"", "applicationDidBecomeActive(_:)", "", "applicationWillResignActive(_:)"]
        let text = messages.enumerated().map {
            object.replacing("#", with: "\($0)", maxReplacements: 1).replacing(
                "MESSAGE", with: $1.replacing("\"", with: #"\""#))
        }
        let analysis = try Analysing.analysis([("a.log", Array(text.joined(separator: "\n").utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["app-log-json"])
        #expect(
            try analysis.runs().map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.willResignActive"]])
    }

    @Test func `the log of an app's own logger may be an array of JSON`() throws {
        let text = """
            [
              {
                "time": "2026-03-01T10:00:00Z",
                "message": "applicationDidBecomeActive(_:)"
              },
              {
                "time": "2026-03-01T10:00:01Z",
                "message": "applicationWillResignActive(_:)"
              }
            ]
            """
        let analysis = try Analysing.analysis([("a.json", Array(text.utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["app-log-json"])
        #expect(
            try analysis.runs().map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.willResignActive"]])
    }

    @Test func `an array on one line is read whole, with the places of its objects, whatever its length`() throws {
        let object = #"{"time":"2026-03-01T10:00:00Z","message":"MESSAGE"}"#
        let filler = object.replacing("MESSAGE", with: "sync finished, and so on").utf8
        var bytes = Array("[\(object.replacing("MESSAGE", with: "applicationDidBecomeActive(_:)"))".utf8)
        while bytes.count < 3 << 20 { bytes += Array(", ".utf8) + Array(filler) }
        // Longer than any line may be.
        let long = String(repeating: "x", count: 2 << 20)
        bytes += Array(", ".utf8) + Array(object.replacing("MESSAGE", with: long).utf8) + Array(", ".utf8)
        let column = bytes.count
        bytes += Array("\(object.replacing("MESSAGE", with: "applicationWillResignActive(_:)"))]".utf8)
        let analysis = try Analysing.analysis([("a.json", bytes)])
        #expect(analysis.header.inputs.map(\.format) == ["app-log-json"])
        let events = try #require(try analysis.runs().first).events
        #expect(events.map(\.event) == ["app.didBecomeActive", "app.willResignActive"])
        #expect(events.map(\.at.line) == [1, 1])
        #expect(events.map(\.at.column) == [2, column + 1])
        #expect(events.map { Int($0.at.offset) } == [1, column])
        #expect(analysis.header.problems.map(\.code) == [.lineTooLong])
    }

    @Test func `JSON of times and texts that nobody knows is no log`() throws {
        let text = #"{"time":"2026-03-01T10:00:00Z","message":"hello"}"# + "\n"
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["unknown"])
    }

    @Test func `rows that only a debugger's console shows prove one`() throws {
        let text = """
            2026-03-01 10:00:00.000000+0000 Notes[4711:1234] [life] applicationDidBecomeActive(_:)
            2026-03-01 10:00:10.000000+0000 Notes[4711:1234] [life] applicationWillResignActive(_:)
            2026-03-01 10:00:10.500000+0000 Notes[4711:1234] [life] applicationDidEnterBackground(_:)
            2026-03-01 10:05:10.500000+0000 Notes[4711:1234] [life] applicationWillEnterForeground(_:)
            2026-03-01 10:05:10.900000+0000 Notes[4711:1234] [life] applicationDidBecomeActive(_:)
            2026-03-01 10:07:10.900000+0000 Notes[4799:1234] [life] applicationDidBecomeActive(_:)
            """
        let runs = try Analysing.runs([("xcode.log", Array(text.utf8))])
        #expect(runs.map(\.isDebugged) == [true, true])
        #expect(runs.first?.ending.candidates.first == .init(cause: .debuggerStop, likelihood: .likely))
        #expect(runs.first?.states.contains { $0.state == .suspended } == false)
        let bare = try Analysing.runs([("flutter.log", Array("flutter: AppLifecycleState.resumed".utf8))])
        #expect(bare.map(\.isDebugged) == [false])
    }

    @Test(arguments: [
        "2026-03-01 10:00:00.100000+0000 Notes[4711:1] ", "2026-03-01 10:00:00.100 Notes[4711:1] ",
        "10:00:00.100 💚 DEBUG Notes.log():12 - ",
    ]) func `lines without a time before the first that has one are of its time`(prefix: String) throws {
        let bare = ["launching", "applicationWillEnterForeground(_:)", "3 items"]
        let rows = ["applicationDidBecomeActive(_:)", "4 items", "5 items", "6 items"].map { prefix + $0 }
        let text = (bare + rows).joined(separator: "\n")
        let runs = try Analysing.runs([("a.log", Array(text.utf8))]) {
            $0.date = CalendarDay(year: 2026, month: 3, day: 1)
        }
        #expect(runs.map { $0.events.map(\.event) } == [["app.willEnterForeground", "app.didBecomeActive"]])
        #expect(runs.map { $0.start.time.rfc3339.prefix(21) } == ["2026-03-01T10:00:00.1"])
    }

    @Test(arguments: [
        ("Program ended with exit code: 9", "debuggerStop likely"),
        ("Program ended with exit code: 1", "exitCode certain"),
        // The debugger ends what a failed check has stopped.
        ("Notes/Store.swift:23: Fatal error: no such note\nMessage from debugger: killed", "crash.assertion likely"),
        ("libc++abi.dylib: terminating with uncaught exception of type NSException", "crash.exception certain"),
        ("libc++abi: terminating with uncaught exception of type std::runtime_error: full", "crash.exception certain"),
        ("dyld: Symbol not found: _OBJC_CLASS_$_UIScene\n  Expected in: UIKit", "dyld likely"),
        ("Got a SIGSEGV while executing native code. This usually indicates", "crash.signal likely"),
        (
            "2026-03-01 10:00:00.100000+0000 Notes[4711:1234] critical: \n\t=====\n"
                + "\tGot a SIGABRT while executing native code. This usually indicates\n\ta fatal error in the mono "
                + "runtime or one of the native libraries \n\tused by your application.\n\t=====",
            "crash.signal certain"
        ),
        ("* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGKILL", "unknown possible"),
        (
            "2026-03-01 10:00:00.100000+0000 Notes[4711:1234] failure in void _check(void) (UIApplication.m:106) : "
                + "Application failed to launch: UIScene life cycle is required for apps built with this SDK. See TN3187.",
            "crash.assertion certain"
        ),
        (
            "_check (UIApplication.m:106) : Application failed to launch: UIScene life cycle is required for apps built "
                + "with this SDK.\nMessage from debugger: Terminated due to signal 9", "crash.assertion certain"
        ),
        (
            "Could not cast value of type '__NSCFString' (0x1f2a3b4c5) to 'NSNumber' (0x1f2a3b4d6).",
            "crash.assertion likely"
        ),
        (
            "Simultaneous accesses to 0x281, but modification requires exclusive access.\nFatal access conflict detected.",
            "crash.assertion likely"
        ),
        (
            "dyld[4711]: Library not loaded: @rpath/Acme.framework/Acme\n  Referenced from: <4C4C> /private/Notes\n"
                + "  Reason: tried: '/usr/lib/Acme' (no such file)", "dyld likely"
        ),
        (
            "[access] This app has crashed because it attempted to access privacy-sensitive data without a usage "
                + "description.  The app's Info.plist must contain an NSCameraUsageDescription key with a string value "
                + "explaining to the user how the app uses this data.", "tcc likely"
        ),
    ]) func `what a console says last is how the app ended`(line: String, ending: String) throws {
        let text = "2026-03-01 10:00:00.000000+0000 Notes[4711:1234] applicationDidBecomeActive(_:)\n" + line + "\n"
        let runs = try Analysing.runs([("xcode.log", Array(text.utf8))])
        let told = runs.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" }
        #expect(told == [ending])
    }

    /// Xcode shows what Swift prints to the error stream, which has no time, and then the same as logged.
    @Test(arguments: [
        (copies: ["Notes/Store.swift:23: Fatal error: no such note"], cause: "crash.assertion"),
        (
            copies: [
                "libc++abi: terminating due to uncaught exception of type NSException",
                "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'",
            ], cause: "crash.exception"
        ),
        (
            copies: [
                "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'",
                "libc++abi: terminating due to uncaught exception of type NSException",
            ], cause: "crash.exception"
        ),
    ]) func `an end that a line without a time tells is at the time of the one that has it`(
        _ row: (copies: [String], cause: String)
    ) throws {
        let text = """
            2026-03-01 10:00:00.000000+0000 Notes[4711:1234] applicationDidBecomeActive(_:)
            \(row.copies[0])
            2026-03-01 10:00:07.500000+0000 Notes[4711:1234] \(row.copies[row.copies.count - 1])

            """
        let runs = try Analysing.runs([("xcode.log", Array(text.utf8))])
        #expect(runs.map(\.ending.cause.rawValue) == [row.cause])
        let run = try #require(runs.first)
        #expect(run.end.time.nanoseconds - run.start.time.nanoseconds == 7_500_000_000 && run.anomalies.isEmpty)
        if row.cause == "crash.exception" { #expect(run.ending.detail[.exception] == .string("NSRangeException")) }
        // Where nothing but the line without a time tells it, it stands at the time before.
        let untimed = try Analysing.runs([
            ("xcode.log", Array(text.split(separator: "\n").prefix(2).joined(separator: "\n").utf8))
        ])
        #expect(untimed.map { $0.end.time } == untimed.map { $0.start.time })
    }

    @Test(arguments: [
        (
            line: "com.apple.xpc.launchd[1] (UIKitApplication:com.acme.notes[0x44e2][4711]) <Notice>: "
                + "Service exited due to signal: Killed: 9", cause: "unknown"
        ),
        (
            line: "com.apple.xpc.launchd[1] (UIKitApplication:com.acme.notes[0x44e2][4711]) <Notice>: "
                + "Service exited due to signal: Segmentation fault: 11", cause: "crash.signal"
        ),
        (
            line: "com.apple.xpc.launchd[1] (UIKitApplication:com.acme.notes[0x44e2][4711]) <Warning>: "
                + "Service exited with abnormal code: 3", cause: "exitCode"
        ),
        (
            line: "com.apple.xpc.launchd[1] (UIKitApplication:com.acme.notes[41cc][rb-legacy][4711]) <Notice>: "
                + "Service exited due to SIGKILL | sent by runningboardd[61]", cause: "unknown"
        ),
        (
            line: "com.apple.xpc.launchd[1] (UIKitApplication:com.acme.notes[41cc][rb-legacy][4711]) <Notice>: "
                + "Service exited due to SIGSEGV", cause: "crash.signal"
        ),
        (
            line: "com.apple.xpc.launchd[1] (UIKitApplication:com.acme.notes[41cc][rb-legacy][4711]): "
                + "Service exited due to SIGSEGV", cause: "crash.signal"
        ),
        (
            line: "com.apple.launchd[1] (UIKitApplication:com.acme.notes[0x1bd6][4711]) <Warning>: "
                + "(UIKitApplication:com.acme.notes[0x1bd6]) Job appears to have crashed: Bus error: 10",
            cause: "crash.signal"
        ),
        (
            line:
                "SpringBoard[58] <Warning>: Forcing crash report of <FBApplicationProcess: 0x15be09f40; Notes; pid: 4711> "
                + "(reason: 1, description: com.acme.notes failed to scene-update in time)",
            cause: "watchdog.sceneUpdate"
        ),
        (
            line:
                "SpringBoard[58] <Warning>: Forcing crash report of <FBApplicationProcess: 0x15be09f40; Notes; pid: 4711> "
                + "(reason: 4, description: was suspended with locked system files: /private/var/notes.sqlite)",
            cause: "fileLock"
        ),
        (
            line:
                "Carousel[58] <Notice>: [app<com.acme.notes(AAAA)>:4711] Process exited: <RBSProcessExitContext| specific, "
                + "status:<RBSProcessExitStatus| domain:signal(2) code:SIGSEGV(11)>>.", cause: "crash.signal"
        ),
        (
            line: "SpringBoard[58] <Notice>: Application process state changed for com.acme.notes: "
                + "<SBApplicationProcessState: 0x1; pid: -1; taskState: Not Running; visibility: Unknown>",
            cause: "unknown"
        ),
        (
            line: "com.apple.xpc.launchd[1] (com.apple.mobile.lockdown[0x44e2][4711]) <Notice>: "
                + "Service exited due to signal: Killed: 9", cause: "stillRunning"
        ),
    ]) func `what launchd and SpringBoard of a device say of an app is its end`(line: String, cause: String) throws {
        let text =
            "Mar  1 10:00:00 iPhone Notes[4711] <Notice>: applicationDidBecomeActive(_:)\nMar  1 10:00:05 iPhone "
        let runs = try Analysing.runs([("a.log", Array((text + line + "\n").utf8))]) { $0.year = 2026 }
        #expect(runs.map(\.ending.cause.rawValue) == [cause])
        #expect(runs.map(\.isSimulated) == [false])
    }

    /// Console shows the job without the colon that syslog has behind it.
    @Test(arguments: [
        (says: "Service exited due to SIGTRAP", cause: "crash.signal"),
        (says: "Service exited due to SIGKILL | sent by launchd_sim[1]", cause: "unknown"),
        (says: "Service exited due to signal: Segmentation fault: 11", cause: "crash.signal"),
        (says: "Service exited due to Abort trap: 6", cause: "crash.signal"),
        (says: "Service exited with abnormal code: 3", cause: "exitCode"),
    ]) func `what launchd says of a job of a simulator is its end in Console, too`(says: String, cause: String) throws {
        let start = "default\t10:00:00.100000+0100\tNotes\tapplicationDidBecomeActive\ndefault\t10:00:05.541054+0100\t"
        let process = "com.apple.CoreSimulator.SimDevice.5DBD5058-FE5B-4350-9C33-9DDEA5BFE4DF"
        for colon in ["", ":"] {
            let text = start + process + "\t(UIKitApplication:com.acme.Notes[f025][rb-legacy][4711])\(colon) \(says)\n"
            let runs = try Analysing.runs([("a.log", Array(text.utf8))])
            #expect(runs.map(\.ending.cause.rawValue) == [cause], "\(text)")
            #expect(runs.map(\.isSimulated) == [true], "\(text)")
        }
    }

    @Test func `a blank behind the name of a process is not part of it`() throws {
        let text = "2026-03-01 10:00:00.100000+0100 Notes [4711:1234] applicationDidBecomeActive(_:)\n"
        let analysis = try Analysing.analysis([("xcode.log", Array(text.utf8))])
        #expect(try analysis.runs().map { $0.process ?? "-" } == ["Notes"])
    }

    @Test func `what the bundler of React Native prints is a console`() throws {
        let text = " LOG  Running \"notes\" with {}\n LOG  AppState active\n WARN  slow\n LOG  AppState background\n"
        let analysis = try Analysing.analysis([("metro.log", Array(text.utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["xcode-console"])
        #expect(
            try analysis.runs().map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.didEnterBackground"]])
    }

    @Test(arguments: [
        (
            """
            [05:58:00] dbug: Launched application 'com.acme.notes' on 'iPhone' with pid 4711
            [05:58:06] dbug: Application terminated (with exit code '' and/or crashing signal '6).
            [05:58:07] dbug: Process mlaunch exited with 0
            """, "xharness"
        ),
        (
            """
            [Xcode] 2026-03-01 10:21:17.866 xcodebuild[8168:97] iOSSimulator: one
            [Xcode]     t =    40.02s     Find the Application "com.acme.notes"
            [Xcode] 2026-03-01 10:21:18.866 Notes[4711:97] *** Terminating app due to uncaught exception 'A', reason: 'x'
            """, "appium"
        ),
        (
            """
            \u{1B}[35m[Xcode]\u{1B}[39m 2026-03-01 10:21:17.866 Notes[4711:97] one
            \u{1B}[35m[Xcode]\u{1B}[39m 2026-03-01 10:21:18.866 Notes[4711:97] *** Terminating app due to uncaught exception 'A', reason: 'x'
            """, "colours, appium"
        ),
    ]) func `what a driver of tests passes on is the console of the app`(text: String, wrapper: String) throws {
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        #expect(analysis.header.inputs.map(\.wrapper) == [wrapper])
        #expect(try analysis.runs().map(\.pid) == [4711])
        #expect(try analysis.runs().allSatisfy { [.crashException, .crashSignal].contains($0.ending.cause) })
    }

    @Test func `what flutter tells at length is a console`() throws {
        let text = """
            [        ] Syncing files to device
            [ +350 ms] flutter: AppLifecycleState.inactive
            [ +854 ms] flutter: AppLifecycleState.paused
            [+7831 ms] flutter: AppLifecycleState.resumed
            [+12345 ms] Lost connection to device.
            """
        let runs = try Analysing.runs([("flutter.log", Array(text.utf8))])
        #expect(
            runs.map { $0.events.map(\.event) }
                == [["app.willResignActive", "app.didEnterBackground", "app.didBecomeActive", "process.state"]])
    }

    /// It prints what the framework says once more behind the row.
    @Test func `flutter passes on rows of the device's log, of which each event is one`() throws {
        let row = "[DEVICE LOG] 2026-03-01 10:00:01."
        let text = """
            [   +3 ms] To hot reload changes while running, press "r".
            [+1724 ms] \(row)713318+0200  localhost Runner[4711]: (Flutter) flutter: AppLifecycleState.inactive
            [        ] flutter: AppLifecycleState.inactive
            [ +655 ms] \(row)834223+0200  localhost Runner[4711]: (Flutter) flutter: AppLifecycleState.paused
            [        ] flutter: AppLifecycleState.paused
            """
        let runs = try Analysing.runs([("flutter.log", Array(text.utf8))])
        #expect(runs.map { $0.events.map(\.event) } == [["app.willResignActive", "app.didEnterBackground"]])
        #expect(runs.map(\.pid) == [4711])
        #expect(runs.map { $0.start.time.rfc3339.prefix(21) } == ["2026-03-01T08:00:01.7"])
    }

    /// Prints also come by another way than the device's log, and much may stand in front of them.
    @Test(arguments: [0, 60]) func `what flutter prints and the device's log holds not is read`(lines: Int) throws {
        let row = "[DEVICE LOG] 2026-03-01 10:00:0"
        let own = String(repeating: "[   +5 ms] executing: xcrun devicectl\n", count: lines)
        let text = """
            [ +350 ms] \(row)0.123456+0100  localhost Runner[4711]: (UIKitCore) some words
            \(own)[+5000 ms] \(row)5.123456+0100  localhost Runner[4711]: (Flutter) flutter: AppLifecycleState.inactive
            [   +1 ms] flutter: AppLifecycleState.inactive
            [ +100 ms] flutter: AppLifecycleState.paused
            [+1000 ms] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'
            """
        let runs = try Analysing.runs([("flutter.log", Array(text.utf8))])
        #expect(
            runs.map { $0.events.map(\.event) } == [
                ["app.willResignActive", "app.didEnterBackground", "process.exit"]
            ])
        #expect(runs.map(\.pid) == [4711])
        #expect(runs.map(\.ending.cause) == [.crashException])
    }

    /// The tool prints the rows of what it has read at once, and then the copies of those that are the app's.
    ///
    /// What it prints more often than rows tell it came by another way.
    @Test func `copies that flutter prints behind rows of others are told once`() throws {
        let row = "[DEVICE LOG] 2026-03-01 10:00:0"
        let others = String(
            repeating: "[   +1 ms] \(row)5.323456+0100  localhost kernel[0]: some words\n", count: 40)
        let text = """
            [ +350 ms] \(row)5.123456+0100  localhost Runner[4711]: (Flutter) flutter: AppLifecycleState.inactive
            [ +350 ms] \(row)5.223456+0100  localhost Runner[4711]: (Flutter) flutter: AppLifecycleState.paused
            \(others)[   +1 ms] flutter: AppLifecycleState.inactive
            [   +1 ms] flutter: AppLifecycleState.paused
            \(others)[ +350 ms] flutter: AppLifecycleState.inactive
            """
        let runs = try Analysing.runs([("flutter.log", Array(text.utf8))])
        let events = runs.flatMap(\.events)
        #expect(events.filter { $0.at.line <= 2 }.count == 2)
        #expect(!events.contains { $0.at.line == 43 || $0.at.line == 44 })
        #expect(events.contains { $0.at.line == 85 })
    }

    /// Devices of before have rows with a level and without a year.
    @Test func `rows of a relay that flutter passes on are read, and where the app was lost`() throws {
        let row = "[DEVICE LOG] Mar  1 10:00:0"
        let text = """
            [+1724 ms] \(row)1 iPhone Runner(Flutter)[4711] <Notice>: flutter: AppLifecycleState.resumed
            [        ] flutter: AppLifecycleState.resumed
            [ +655 ms] \(row)3 iPhone Runner(Flutter)[4711] <Notice>: flutter: AppLifecycleState.inactive
            [        ] flutter: AppLifecycleState.inactive
            [+1000 ms] Lost connection to device.
            """
        let runs = try Analysing.runs([("flutter.log", Array(text.utf8))])
        #expect(
            runs.map { $0.events.map(\.event).prefix(2) } == [["app.didBecomeActive", "app.willResignActive"]])
        #expect(runs.map(\.pid) == [4711])
        // The tool's last line tells as much as it does without rows of the device.
        #expect(runs.map { $0.ending.because.first?.at.line } == [5])
    }

    /// The tool prints lines of its own between those of the app, and a logger boxes, which wrap.
    @Test(arguments: [
        (" LOG  AppState: ", " BUNDLE  ./index.js", ["active", "inactive", "background", "active"]),
        (
            " (NOBRIDGE) LOG  AppState: ", " (NOBRIDGE) ERROR  Warning: x",
            ["active", "inactive", "background", "active"]
        ),
        (" LOG  AppState: ", " (NOBRIDGE) ERROR  Warning: x", ["active", "inactive", "background", "active"]),
        ("flutter: AppLifecycleState.", "  ╔╣ Request ║ GET", ["resumed", "inactive", "paused", "resumed"]),
    ]) func `an indented line behind a state on a console hides it not`(
        prefix: String, behind: String, states: [String]
    ) throws {
        let crash = "libc++abi: terminating due to uncaught exception of type NSException"
        let lines = states.map { prefix + $0 } + [behind, crash]
        let runs = try Analysing.runs([("a.log", Array(lines.joined(separator: "\n").utf8))])
        #expect(
            runs.flatMap { $0.events.map(\.event) } == [
                "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground", "app.didBecomeActive",
                "process.exit",
            ])
    }

    /// Whether the label stands in the message, or the console takes it for a category.
    @Test(arguments: [
        "[PreviousSession] ", "previous: ", "lastEvent: ", "Last: ", "[Pending] ", "queued: ", "[Replay] ", "Test: ",
        "TODO: ", "lastLifecycleEvent: ", "previousAppState: ", "PreviousLifecycleState: ", "lastAppState: ",
        "prevState: ", "Previously: ", "last_event: ", "PREVIOUS_STATE: ", "lastSeen: ", "previous_state: ",
        "[previousAppState] ", "self.lastEvent: ", "_lastEvent: ", "m_lastEvent: ", "kLastEvent: ",
        "lifecycle.lastEvent: ",
        "prevCallback: ", "oldState: ", "wasState: ", "priorState: ", "formerState: ", "history: ", "restored: ",
        "[Watch] ", "Android: ", "[Host] ", "remote: ", "[Peer] ",
    ]) func `a callback with a label that says earlier, or not yet, has not run`(label: String) throws {
        let messages = ["applicationDidBecomeActive(_:)", label + "applicationDidEnterBackground", "3 items"]
        let console = messages.enumerated().map { "2026-03-01 10:00:0\($0).000000+0000 Notes[4711:88123] \($1)" }
        for log in [Self.syslog(messages), Array(console.joined(separator: "\n").utf8)] {
            #expect(try Analysing.runs([("a.log", log)]).map { $0.events.map(\.event) } == [["app.didBecomeActive"]])
        }
    }

    /// Whether the label stands in the message, or the console takes it for a category.
    @Test(arguments: [
        ("[Previous] App entered background", 1), ("[lastSession] App will terminate", 1),
        ("[Android] App entered background", 1), ("[Watch] AppDelegate: didEnterBackground", 1),
        ("❌ App entered background", 1), ("- [Notes] The app went to the background", 1),
        ("[Notes] App entered background", 2), ("🌙 [Lifecycle] App entered background", 2),
    ]) func `a sentence is the app's own where its label does not deny it`(sentence: String, count: Int) throws {
        let messages = ["applicationDidBecomeActive(_:)", sentence, "3 items"]
        let console = messages.enumerated().map { "2026-03-01 10:00:0\($0).000000+0000 Notes[4711:88123] \($1)" }
        for log in [Self.syslog(messages), Array(console.joined(separator: "\n").utf8)] {
            #expect(try Analysing.runs([("a.log", log)]).map(\.events.count) == [count])
        }
    }

    /// Xcode, LLDB and the tools that launch apps write in no row of a process.
    @Test(arguments: [
        "Program ended with exit code: 0", "PROCESS_EXITED", "Exit due to signal: 9",
        "Process 4711 exited with status = 0 (0x00000000)", "App terminated due to signal 9.",
        "Message from debugger: Terminated due to signal 9",
        "Application terminated (with exit code '' and/or crashing signal '6).",
    ]) func `what a debugger says no process says itself`(message: String) throws {
        let rows = [
            "2026-03-01 10:00:00.000000+0000 0x1a Default 0x0 4711 0 Notes: [com.acme.notes:app] sceneDidBecomeActive(_:)",
            "2026-03-01 10:00:20.000000+0000 0x1a Default 0x0 4711 0 Notes: [com.acme.notes:app] \(message)",
            "2026-03-01 10:01:00.000000+0000 0x1b Default 0x0 34 0 runningboardd: [com.apple.runningboard:process] "
                + "[app<com.acme.notes((null))>:4711] termination reported by launchd (2, 9, 9)",
        ]
        let runs = try Analysing.runs([("a.log", Array(rows.joined(separator: "\n").utf8))])
        #expect(runs.map(\.isDebugged) == [false])
        #expect(runs.map { ($0.end.time.nanoseconds / 1_000_000_000) % 3_600 } == [60])
    }

    /// The kernel calls all processes by their names; RunningBoard's tags tell whose each is.
    @Test(arguments: [
        ("[osservice<com.apple.acmeindex>:301] termination reported by launchd (1, 7, 9)", 0),
        ("[daemon<com.apple.acmeindex>:301] termination reported by launchd (1, 7, 9)", 0),
        ("[osservice<com.apple.acmeindex>:302] termination reported by launchd (1, 7, 9)", 1),
        ("[app<com.apple.Music>:301] termination reported by launchd (1, 7, 9)", 1),
        ("[app<com.acme.acmeindex>:301] termination reported by launchd (1, 7, 9)", 1),
    ]) func `a process that is told to be the system's is no app, whoever tells it first`(
        told: String, count: Int
    ) throws {
        let kernel =
            "kernel[0] <Notice>: memorystatus: acmeindexed [301] exceeded mem limit: InactiveHard 60 MB (fatal)"
        let rows = [kernel, "runningboardd[34] <Notice>: " + told]
        for ordered in [rows, rows.reversed()] {
            let log = ordered.enumerated().map { "Mar  1 10:00:2\($0) Phone \($1)" }.joined(separator: "\n")
            #expect(try Analysing.runs([("a.log", Array(log.utf8))]).count == count)
        }
        // In two files of one device, too.
        let parts = rows.map { Array("Mar  1 10:00:20 Phone \($0)".utf8) }
        #expect(try Analysing.runs([("a.log", parts[0]), ("b.log", parts[1])]).count == count)
    }

    @Test(arguments: [
        ("Mar  1 10:10:00 Phone SpringBoard(FrontBoard)[60] <Notice>: [app<com.acme.notes>:301] Bootstrap success!", 1),
        ("Mar  1 10:10:00 Phone Notes[301] <Notice>: applicationDidBecomeActive(_:)", 1),
        ("Mar  1 10:10:00 Phone logd[20] <Notice>: === system boot: 6C1A0B52-0F3D-4B77-9A7E-2F1D3C4B5A69", 1),
        ("Mar  1 10:10:00 Phone Radio[900] <Notice>: 3 items", 0),
    ]) func `the id of a daemon that is gone may be an app's`(between: String, count: Int) throws {
        let log = """
            Mar  1 10:00:00 Phone runningboardd[34] <Notice>: [osservice<com.apple.acmeindex>:301] termination reported by launchd (1, 7, 9)
            \(between)
            Mar  1 10:10:30 Phone kernel[0] <Notice>: memorystatus: Notes [301] exceeded mem limit: ActiveHard 1400 MB (fatal)
            """
        let runs = try Analysing.runs([("a.log", Array(log.utf8))])
        #expect(runs.map(\.ending.cause.rawValue) == Array(repeating: "memoryLimit", count: count))
    }

    /// What a watch or a television has instead of SpringBoard is no app for what it says of others.
    @Test(arguments: ["Carousel", "PineBoard"]) func `an app that is called like a home screen is an app`(name: String)
        throws
    {
        let console =
            "2026-03-01 10:00:00.000000+0000 \(name)[4711:88123] applicationDidBecomeActive(_:)\n"
            + "2026-03-01 10:00:05.000000+0000 \(name)[4711:88123] Fatal error: Index out of range\n"
        let own = try Analysing.runs([("a.log", Array(console.utf8))])
        #expect(own.map(\.process) == [name])
        #expect(own.map(\.ending.cause.rawValue) == ["crash.assertion"])
        let syslog =
            "Mar  1 10:00:00 Watch \(name)[58] <Notice>: [app<com.acme.notes>:4711] Bootstrap success!\n"
            + "Mar  1 10:00:01 Watch \(name)[58] <Notice>: sceneDidBecomeActive\n"
        #expect(try Analysing.runs([("a.log", Array(syslog.utf8))]).map(\.app) == ["com.acme.notes"])
    }

    /// The kernel's line about it is none of an app's, and so are those that it writes itself.
    @Test(arguments: ["com.apple.WebKit.WebContent", "com.apple.WebKit.Networking", "SpringBoard"])
    func `what a service of the system says of itself is about no app`(name: String) throws {
        let rows = """
            Mar  1 10:00:01 Phone Notes[500] <Notice>: applicationDidBecomeActive(_:)
            Mar  1 10:00:10 Phone \(name)(UIKitCore)[700] <Notice>: Received memory warning.
            Mar  1 10:00:20 Phone \(name)(HangTracer)[700] <Notice>: Hang detected: 3.35s (always-on hang reporting)
            Mar  1 10:00:30 Phone Notes[500] <Notice>: applicationWillResignActive(_:)
            """
        #expect(try Analysing.runs([("a.log", Array(rows.utf8))]).map(\.process) == ["Notes"])
    }

    /// The kernel names a process alone, and the process itself says no more.
    @Test(arguments: [
        ("NotificationService", ProcessHost.extension), ("NotesWidgetExtension", .extension),
        ("PineBoard", .system), ("NotesPlus", .app),
    ]) func `whose memory was over its limit is told by what it is called`(name: String, host: ProcessHost) throws {
        let rows = """
            Mar  1 10:00:00 Phone SpringBoard(FrontBoard)[35] <Notice>: [app<com.acme.notes>:500] Bootstrap success!
            Mar  1 10:00:01 Phone Notes[500] <Notice>: applicationDidBecomeActive(_:)
            Mar  1 10:02:00 Phone \(name)(UIKitCore)[700] <Notice>: Received memory warning.
            Mar  1 10:02:05 Phone kernel[0] <Notice>: memorystatus: \(name) [700] exceeded mem limit: ActiveHard 24 MB (fatal)
            Mar  1 10:05:00 Phone Notes[500] <Notice>: applicationWillResignActive(_:)
            """
        let runs = try Analysing.runs([("a.log", Array(rows.utf8))])
        #expect(runs.map(\.host) == [.app, host])
        #expect(runs.map(\.ending.cause.rawValue) == ["stillRunning", "memoryLimit"])
    }

    /// A word in brackets is mostly the class, or the module, that logs.
    @Test(arguments: [
        "[Observer] ", "[Test] ", "[PreviousOrdersViewController] ", "[lastfm] ", "lastfm: ", "LastMile: ", "preview: ",
        "PreviousOrdersViewController: ", "[Next] ", "[com.acme.notes:Previous] ", "[com.acme.notes:lastSession] ",
    ]) func `a callback behind the name of who logs has run`(label: String) throws {
        let messages = ["applicationDidBecomeActive(_:)", label + "applicationDidEnterBackground", "3 items"]
        let console = messages.enumerated().map { "2026-03-01 10:00:0\($0).000000+0000 Notes[4711:88123] \($1)" }
        let unified = messages.enumerated().map {
            "2026-03-01 10:00:0\($0).000000+0100 0x1a Default 0x0 4711 0 Notes: \($1)"
        }
        let isOfSystem = label.contains("com.acme")
        for lines in isOfSystem ? [unified] : [console, unified] {
            let runs = try Analysing.runs([("a.log", Array(lines.joined(separator: "\n").utf8))])
            #expect(runs.map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.didEnterBackground"]])
        }
    }

    @Test(arguments: [
        ("(Lifecycle) ", 2), ("🔵 (Lifecycle) ", 2), ("(optional) ", 1), ("- (void) ", 1), ("(void) ", 1),
        ("+ (App) ", 1), ("✅ (Notes) ", 2), ("💙 (Notes) ", 2), ("ℹ️ (Notes) ", 2), (">> (Notes) ", 2),
        ("✅ (optional) ", 1), ("(previously) ", 1), ("🔵 [AppDelegate] ", 2), ("✅ AppDelegate: ", 2), (">> [Notes] ", 2),
        ("✅ [lastEvent] ", 1), ("✅ lastEvent: ", 1), ("- AppDelegate: ", 1), ("- [Notes] ", 1), ("🟣️ AppDelegate: ", 2),
        (">>> AppDelegate: ", 2), ("*** AppDelegate: ", 2), ("⚠️ [Notes] ", 2), ("* AppDelegate: ", 1),
        ("* [Notes] ", 1),
        ("• AppDelegate: ", 1), ("# AppDelegate: ", 1), ("// AppDelegate: ", 1), ("🚫 AppDelegate: ", 1),
        ("❌ [Notes] ", 1), ("⏳ AppDelegate: ", 1), ("<- AppDelegate: ", 1), ("🚫 (Notes) ", 1), ("🔥 AppDelegate: ", 2),
        ("❗️ [Notes] ", 2), ("‼️ AppDelegate: ", 2), ("🩵 (Notes) ", 2), ("◽️ AppDelegate: ", 2), ("⏸️ AppDelegate: ", 2),
        ("➡︎ AppDelegate: ", 2), ("** AppDelegate: ", 2), ("***** [Notes] ", 2), ("==== AppDelegate: ", 2),
        ("---> AppDelegate: ", 2), ("~~> AppDelegate: ", 2), (">>>> (Notes) ", 2), ("-- AppDelegate: ", 1),
        ("▪️ AppDelegate: ", 1), ("| AppDelegate: ", 1), ("/// AppDelegate: ", 1),
        ("- ", 1), ("• ", 1), ("❌ ", 1), ("// ", 1), ("# ", 1), ("⏳ ", 1), ("- [AppDelegate] ", 1),
        ("❌ [AppDelegate] ", 1),
        ("🌙 ", 2), ("🔥🔥 ", 2), ("--- ", 2), ("======== ", 2), ("<<< ", 2), ("→ ", 2), ("🌙 AppDelegate: ", 2),
    ]) func `a tag is a label, and a type, a remark or the head of a method is none`(
        label: String, count: Int
    ) throws {
        // With its labels the name can be no sentence, and what stands before it decides all the same.
        for name in ["applicationDidEnterBackground", "applicationDidEnterBackground(_:)"] {
            let messages = ["applicationDidBecomeActive(_:)", label + name]
            let console = messages.enumerated().map { "2026-03-01 10:00:0\($0).000000+0000 Notes[4711:88123] \($1)" }
            let runs = try Analysing.runs([("a.log", Array(console.joined(separator: "\n").utf8))])
            #expect(runs.map(\.events.count) == [count], "\(name)")
        }
    }

    private static func stamped(_ messages: [String], with stamp: String = "2026-03-02T10:00:0@.1234567Z ") -> [UInt8] {
        let rows = messages.enumerated().map { stamp.replacing("@", with: "\($0)") + $1 }
        return Array(rows.joined(separator: "\n").utf8)
    }

    /// What servers and tools put before the lines of a build.
    private static let serverStamps = [
        "2026-03-02T10:00:0@.1234567Z ", "2026-03-02T10:00:0@.123456789Z ", "2026-03-02T10:00:0@.123456Z 01O ",
        "2026-03-02T10:00:0@.123456Z 01E+", "[2026-03-02T10:00:0@.123Z] ",
        "2026-03-02T10:00:0@.123Z ", "[10:00:0@]: ▸ ", "[10:00:0@]: ", "[10:00:0@]: Running Tests: ▸ ",
        "INFO [2026-03-02 10:00:0@.14]: ▸ ", "2026-03-02T10:00:0@.1234567Z [10:00:05]: ▸ ",
        "[2026-03-02T10:00:0@.123Z] [10:00:05]: ▸ ",
    ]

    /// What a server puts before lines is no name of a process, and calls behind it are calls.
    @Test(arguments: serverStamps, [0, 70])
    func `rows of an app in the log of a server that builds are what they are alone`(
        stamp: String, above: Int
    ) throws {
        let row = "2026-03-02 10:00:0@.500 Notes[4711:88123] "
        let lines =
            ["##[group]Run tests"] + (0..<above).map { "CompileSwift normal arm64 /Users/acme/File\($0).swift" }
            + ["Test Case '-[NotesTests.A testA]' started.", row + "applicationDidBecomeActive(_:)"]
            + [row + "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'"]
            + [
                "*** First throw call stack:", "(",
                "\t0   CoreFoundation                      0x00000001804b70f0 __exceptionPreprocess + 172",
                "\t1   libobjc.A.dylib                     0x0000000180092da8 objc_exception_throw + 72",
                "\t2   Notes                               0x0000000102f4c1a0 -[Store save] + 64", ")",
                "libc++abi: terminating due to uncaught exception of type NSException", "##[error]65",
            ]
        func log(_ stamp: String) -> [UInt8] {
            Array(
                lines.map {
                    (stamp + $0).replacing("@", with: "5")
                }.joined(separator: "\n").utf8)
        }
        let stamped = try Analysing.analysis([("ci.log", log(stamp))]) { try? $0.useRules() }
        let alone = try Analysing.analysis([("a.log", log(""))]) { try? $0.useRules() }
        let wrappers = [stamp.contains("Z") ? "stamp" : nil, stamp.contains("]: ") ? "fastlane" : nil]
        #expect(stamped.header.inputs.map(\.wrapper) == [wrappers.compactMap(\.self).joined(separator: ", ")])
        for analysis in [stamped, alone] {
            #expect(
                try analysis.runs().map {
                    "\($0.process ?? "") \($0.pid ?? 0) \($0.start.time.rfc3339.prefix(16)) \($0.ending.cause)"
                } == ["Notes 4711 2026-03-02T10:00 crashException"])
            #expect(try analysis.allFindings().map(\.message).contains { $0.contains("-[Store save]") })
            // What builds and tests starts no debugger.
            #expect(try analysis.runs().map { [$0.isDebugged, $0.isHarnessed] } == [[false, true]])
        }
    }

    @Test func `nothing holds an app of which the log of a build tells no test`() throws {
        let row = "2026-03-02 10:00:01.000 Notes[4711:88123] "
        let lines = ["##[group]Run the app", row + "applicationDidBecomeActive(_:)", row + "3 items"]
        let runs = try Analysing.runs([("ci.log", Self.stamped(lines))])
        #expect(runs.map { [$0.isDebugged, $0.isHarnessed] } == [[false, false]])
    }

    /// What an app prints without a time stands between rows that have one, in another zone perhaps: one clock tells both.
    @Test func `lines of an app are of the times at which a server stamped them`() throws {
        let row = "2026-03-02 02:00:01.000 Notes[4711:88123] "
        let lines = [
            "##[group]Run tests", row + "applicationDidBecomeActive(_:)", row + "3 items",
            "applicationWillResignActive(_:)", "4 items", "5 items", "6 items", "7 items", "8 items",
        ]
        let runs = try Analysing.runs([("ci.log", Self.stamped(lines))])
        #expect(runs.flatMap(\.events).map(\.event) == ["app.didBecomeActive", "app.willResignActive"])
        #expect(
            runs.flatMap(\.events).map(\.time.rfc3339) == [
                "2026-03-02T10:00:01.1234567Z", "2026-03-02T10:00:03.1234567Z",
            ])
    }

    /// Linkers, scripts and servers crash, too, in the same words.
    @Test(
        arguments: [
            "libc++abi: terminating due to uncaught exception of type std::bad_alloc: std::bad_alloc",
            "dyld[8123]: Library not loaded: /usr/local/opt/icu4c/lib/libicui18n.71.dylib",
            "Assertion failed: (false && \"compact\"), function operator(), file Layout.cpp, line 5758.",
            "AcmeMacros/StringifyMacro.swift:16: Fatal error: Index out of range",
        ], serverStamps) func `in the log of a build a crash of nobody is an app's only where one was heard of`(
            crash: String, stamp: String
        ) throws
    {
        // Where a stamp makes no row of a line, rows of NSLog show the console.
        let isRow = !stamp.contains("]: ") && !stamp.contains("Z 01")
        let prefix = isRow ? "" : "2026-03-02 10:00:05.500 Notes[4711:88123] "
        let rows = [prefix + "applicationDidBecomeActive(_:)", prefix + "3 items"]
        let alone = try Analysing.analysis([
            ("ci.log", Self.stamped(["##[group]Run tests", crash, "##[error]65"], with: stamp))
        ])
        #expect(try alone.runs().isEmpty)
        let early = try Analysing.analysis([
            ("ci.log", Self.stamped(["##[group]Run tests", crash] + rows, with: stamp))
        ])
        #expect(try early.runs().map { $0.events.map(\.event) } == [["app.didBecomeActive"]])
        #expect(early.header.problems.map(\.code).filter { $0 == .noEvent } == [.noEvent])
        let late = try Analysing.runs([
            ("ci.log", Self.stamped(["##[group]Run tests"] + rows + [crash], with: stamp))
        ])
        #expect(late.flatMap { $0.events.map(\.event) } == ["app.didBecomeActive", "process.exit"])
    }

    /// Programs in .NET write their times as servers do; and while a test runs, what crashes is what is tested.
    @Test(arguments: [
        (["[INF] Starting Notes 4.2"], 1),
        (["##[group]Run tests", "Test Case '-[NotesTests.A testA]' started."], 1),
        (["##[group]Run tests", "Test Case '-[NotesTests.A testA]' passed (0.1 seconds)."], 0),
        (["Test Case '-[NotesTests.A testA]' started.", "##[error]Canceled.", "##[group]Run lint"], 0),
        (["xcodebuild test", "Test Case '-[NotesTests.A testA]' started.", "** TEST FAILED **"], 0),
        (["##[group]Run tests", "Test Case '-[A testA]' started.", "Test Suite 'A' failed at 10:00."], 0),
        (["##[group]Run tests", "Test Case '-[A testA]' started.", "Test Suite 'A' started at 10:00."], 1),
    ]) func `a stamp alone makes no log of a build, and a test that runs is something of an app`(
        before: [String], deaths: Int
    ) throws {
        let crash = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'"
        let analysis = try Analysing.analysis([("ci.log", Self.stamped(before + [crash, "3 items"]))])
        #expect(try analysis.runs().flatMap(\.events).count { $0.event == "process.exit" } == deaths)
    }

    /// Tools of a Mac crash in the words in which apps do.
    @Test(arguments: [
        "simctl", "devicectl", "ibtool", "ibtoold", "actool", "xcrun", "mlaunch", "XCBBuildService",
        "idb_companion", "ios-deploy", "mono-sgen64",
    ]) func `a tool of a Mac that crashes is no app`(tool: String) throws {
        let crash =
            "2026-03-01 10:00:05.414 \(tool)[12925:1840495] *** Terminating app due to uncaught exception "
            + "'NSInternalInconsistencyException', reason: 'x'"
        #expect(try Analysing.runs([("a.log", Array(crash.utf8))]).isEmpty)
        let rows = [
            "2026-03-01 10:00:00.000 Notes[100:200] applicationDidBecomeActive", crash,
            "2026-03-01 10:00:09.000 Notes[100:200] applicationDidEnterBackground",
        ]
        let runs = try Analysing.runs([("a.log", Array(rows.joined(separator: "\n").utf8))])
        #expect(runs.map { $0.events.map(\.event) } == [["app.didBecomeActive", "app.didEnterBackground"]])
    }

    @Test func `what tools of a Mac throw, or where they lie, tells that they crashed`() throws {
        let thrown =
            "Terminating app due to uncaught exception 'IBPlatformToolFailureException', reason: 'The tool closed the "
            + "connection'"
        for text in [thrown, "*** " + thrown] {
            #expect(try Analysing.runs([("a.log", Array(text.utf8))]).isEmpty)
        }
        for (program, deaths) in [
            ("/Library/Frameworks/Mono.framework/Versions/6.12.0/bin/mono-sgen64", 0),
            ("/usr/lib/libmonosgen-2.0.so", 0), ("/data/app/com.acme.notes/lib/arm64/libnotes.so", 0),
            ("/usr/local/share/dotnet/shared/Microsoft.NETCore.App/8.0.0/libcoreclr.dylib", 0),
            ("/private/var/containers/Bundle/Application/X/Notes.app/Notes", 1),
        ] {
            let rows = [
                "  Got a segv while executing native code. This usually indicates",
                "  \t0x10252e659 - \(program) : mono_dump_native_crash_info",
            ]
            let runs = try Analysing.runs([("ci.log", Self.stamped(rows))])
            #expect(runs.flatMap(\.events).count { $0.event == "process.exit" } == deaths)
        }
    }

    @Test(arguments: [
        ("dyld[8123]: ", "<35AB6B9E> /usr/local/Cellar/node/18.8.0/bin/node", 0),
        ("dyld: ", "/usr/local/Cellar/node/18.8.0/bin/node", 0),
        ("dyld: lazy symbol binding failed: ", "/usr/local/Cellar/node/18.8.0/bin/node", 0),
        ("dyld[8123]: ", "<35AB6B9E> /private/var/containers/Bundle/Application/X/Notes.app/Notes", 1),
        ("dyld: ", "/private/var/containers/Bundle/Application/X/Notes.app/Notes", 1),
        ("dyld: lazy symbol binding failed: ", "/private/var/containers/Bundle/Application/X/Notes.app/Notes", 1),
    ]) func `a program of a Mac that cannot be loaded is no app`(linker: String, referrer: String, deaths: Int) throws {
        let lines = [
            "2026-03-01 10:00:00.000000+0000 Notes[8123:88123] applicationDidBecomeActive(_:)",
            "\(linker)Library not loaded: /usr/local/lib/libacme.dylib", "  Referenced from: \(referrer)",
            "  Reason: tried: '/usr/local/lib/libacme.dylib' (no such file)",
        ]
        let runs = try Analysing.runs([("a.log", Array(lines.joined(separator: "\n").utf8))])
        #expect(runs.flatMap(\.events).count { $0.event == "process.exit" } == deaths)
    }

    @Test func `a log without any time says so`() throws {
        let text = "flutter: AppLifecycleState.resumed\nflutter: AppLifecycleState.paused"
        let analysis = try Analysing.analysis([("a.log", Array(text.utf8))])
        #expect(analysis.header.problems.map(\.code).contains(.yearAssumed))
    }

    @Test func `a relay names no device, whoever carries its lines`() throws {
        let rows = ["applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)"].enumerated().map {
            #"{"msg":"Mar  1 10:00:0\#($0) iPhone Notes[4711] <Notice>: \#($1)"}"#
        }
        let runs = try Analysing.runs([("a.jsonl", Array(rows.joined(separator: "\n").utf8))]) { $0.year = 2026 }
        #expect(runs.map(\.device) == [nil])
    }

    @Test func `what a log lost is a gap`() throws {
        let lost = "lost >=5000 unreliable messages from 2026-03-01 10:00:00.5+0000 to 2026-03-01 10:00:01.0+0000"
        let messages = ["applicationDidBecomeActive(_:)", lost, "applicationWillResignActive(_:)"]
        let runs = try Analysing.runs([("a.log", Self.syslog(messages))])
        #expect(runs.map { $0.anomalies.map(\.code) } == [[.gap]])
    }
}
