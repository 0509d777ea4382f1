// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Ends as people post them: a few lines of a system's log, and what they say of how the app ended.
@Suite struct PostedLogTests {
    private static let first =
        "2026-08-22 12:50:30.100 Df SpringBoard[24:1] [com.apple.SpringBoard:Common] Application process state changed for "
        + "com.acme.notes: <SBApplicationProcessState: 0x8668d4620; pid: 4711; taskState: Running; visibility: Foreground>"

    private static func compact(_ process: String, _ message: String, at time: String = "12:50:44.160") -> String {
        "2026-08-22 \(time) Df \(process)[55:2f2b] \(message)"
    }

    private static func runningBoard(_ message: String) -> String {
        compact("runningboardd", "[com.apple.runningboard:process] [app<com.acme.notes((null))>:4711] " + message)
    }

    private static func launchd(_ message: String) -> String {
        compact("launchd", "[user/501/UIKitApplication:com.acme.notes[9bea][rb-legacy] [4711]:] " + message)
    }

    private static func endings(_ lines: [String]) throws -> [String] {
        try Analysing.runs([("a.log", Array((lines.joined(separator: "\n") + "\n").utf8))])
            .map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" }
    }

    @Test(arguments: [
        // The privacy daemon says why; without its line the code stands for both.
        (
            [
                compact(
                    "tccd",
                    "[com.apple.TCC:access] Terminating com.acme.notes[4711] because access to the kTCCServicePhotos service "
                        + "changed"
                ), runningBoard("termination reported by launchd (11, 0, 9)"),
            ], "settingsChange certain"
        ),
        ([runningBoard("termination reported by launchd (11, 0, 9)")], "tcc likely"),
        // An explanation alone.
        (
            [
                runningBoard(
                    "Terminating with context: <RBSTerminateContext| explanation:Provider tracker invalidated reportType:None "
                        + "maxTerminationResistance:NonInteractive>")
            ], "unknown possible"
        ),
        (
            [
                runningBoard(
                    "Terminating with context: <RBSTerminateContext| explanation:Provider tracker invalidated reportType:None "
                        + "maxTerminationResistance:NonInteractive>"),
                runningBoard("termination reported by launchd (15, 0, 9)"),
            ], "systemOther certain"
        ),
        ([runningBoard("termination reported by proc_exit")], "unknown possible"),
        (
            [
                launchd(
                    "exited with exit reason (namespace: 10 code: 0x8badf00d) - OS_REASON_SPRINGBOARD, ran for 14000ms")
            ], "watchdog.other likely"
        ),
        (
            [
                compact(
                    "callservicesd",
                    "Killing VoIP app com.acme.notes because it failed to post an incoming call in time")
            ], "voip certain"
        ),
    ]) func `the system's words name the end`(lines: [String], ending: String) throws {
        #expect(try Self.endings([Self.first] + lines) == [ending])
    }

    private static func springBoard(_ message: String, at time: String = "12:50:44.060") -> String {
        compact("SpringBoard", message, at: time)
    }

    private static func request(_ process: String, _ context: String) -> String {
        compact(
            "runningboardd",
            "Received termination request from [osservice<com.apple.SpringBoard>:34] on <RBSProcessPredicate <\(process)>> with "
                + "context <RBSTerminateContext| \(context) reportType:None maxTerminationResistance:Interactive attrs:[]>",
            at: "12:50:44.060")
    }

    private static let handle = "RBSProcessHandlePredicate| app<com.acme.notes((null))>:4711"
    private static let killed = runningBoard("termination reported by launchd (0, 0, 9)")

    /// What was asked for stands before the end, and says more of it.
    @Test(arguments: [
        (
            [request(handle, "domain:10 code:0xDEADFA11 explanation:killed from app switcher"), killed],
            "userQuit certain"
        ),
        (
            [
                request(
                    "RBSProcessHandlePredicateImpl| app<com.acme.notes((null))>:4711", "explanation:BG Kill Demo"),
                killed,
            ], "systemRequest certain"
        ),
        (
            [request(handle, "domain:10 code:0xFBFBFBFB explanation:Terminating for automation testing."), killed],
            "debuggerStop certain"
        ),
        (
            [
                request(
                    "RBSProcessBundleIdentifierPredicate \"com.acme.notes\"",
                    "code:0xBADDD15C explanation:CacheDeleteAppContainerCaches"), killed,
            ], "systemRequest certain"
        ),
        (
            [
                request(
                    "RBSProcessBundleIdentifierPredicate \"com.acme.notes\"",
                    "explanation:installcoordinationd app:[com.acme.notes/Invalid/[user-defined//Applications/Notes.app]] "
                        + "uuid:A3BC0629-124E-4165-ABB7-1324380FC354 isPlaceholder:N"), killed,
            ], "appUpdate likely"
        ),
        (
            [
                request("RBSProcessBundleIdentifierPredicate \"com.acme.notes\"", "explanation:somebody app:[x]"),
                killed,
            ],
            "unknown possible"
        ),
        // It may be refused.
        ([request(handle, "domain:10 code:0xDEADFA11 explanation:killed from app switcher")], "stillRunning possible"),
        (
            [
                springBoard("SBWorkspaceTerminateApplication: com.acme.notes: \"killed from app switcher\""),
                runningBoard("termination reported by launchd (0, 0, 0)"),
                springBoard(
                    "[app<com.acme.notes>:4711] Process exited: <RBSProcessExitContext| voluntary>.", at: "12:50:44.200"
                ),
            ], "userQuit certain"
        ),
        (
            [springBoard("SBWorkspaceTerminateApplication: com.acme.notes: \"uninstalling app\""), killed],
            "uninstalled certain"
        ),
        (
            [
                springBoard(
                    "[application<com.acme.notes>:4711] Executing termination request: <FBSProcessTerminationRequest: "
                        + "0x282ab0080; label: \"x\"; exceptionCode: \"Force Quit (0xFBFBFBFB)\"; reportType: (none); "
                        + "explanation: \"x\">"),
                springBoard("[application<com.acme.notes>:4711] Workspace connection invalidated."),
            ], "debuggerStop certain"
        ),
        (
            [
                springBoard(
                    "[com.acme.notes] Executing termination for reason (none) with request: <FBSProcessTerminationRequest: "
                        + "0x107abbfb0; label: \"watchdog provision violated\"; exceptionCode: \"Watchdog Violation "
                        + "(0x8BADF00D)\"; reportType: CrashLog; explanation: \"scene-create watchdog transgression: "
                        + "com.acme.notes exhausted CPU time allowance of 3.77 seconds\">"),
                compact(
                    "assertiond",
                    "Process exited: <BKProcess: 0x1; Notes; com.acme.notes; pid: 4711; agency: Application; visibility: "
                        + "background; task: running; hostpid: -1>"),
            ], "watchdog.sceneCreate certain"
        ),
        (
            [
                springBoard(
                    "[application<com.acme.notes>:4711]* Process exited: <RBSProcessExitContext; specific: "
                        + "<RBSProcessExitStatus; domain: runningboard (15); code: 0x2182baad>; terminationContext: "
                        + "<RBSTerminateContext: 0x6000032f29c0; code: 0x2182BAAD; explanation: \"Timed-out waiting for "
                        + "process [application<com.acme.notes>:4711] to invalidate assertion\"; reportType: 0>>.")
            ], "backgroundTask certain"
        ),
        // A copy of what goes on is kept, too.
        ([compact("kernel", "Notes[4711] Corpse allowed 1 of 5"), killed], "unknown possible"),
        (
            [
                compact("kernel", "Notes[4711] Corpse allowed 1 of 5"),
                runningBoard("Suspending task.").replacing("12:50:44", with: "12:58:44"),
            ], "stillRunning likely"
        ),
    ]) func `what was asked for explains an end that is told`(lines: [String], ending: String) throws {
        #expect(try Self.endings([Self.first] + lines) == [ending])
    }

    @Test(arguments: [
        "Bootstrapping failed for <FBApplicationProcess: 0xb1597cc50; application<com.acme.notes>:<invalid>> with error: "
            + "<NSError: 0x28157bc30; domain: RBSRequestErrorDomain; code: 5; reason: \"Launch failed.\"> {",
        "Bootstrapping failed for <FBApplicationProcess: 0x10f5e8d20; com.acme.notes; pid: -1> with error: Error "
            + "Domain=BKSProcessErrorDomain Code=1 \"Unable to bootstrap process with bundleID com.acme.notes\"",
        "[com.acme.notes] Bootstrap failed with error: <NSError: 0x2830c26a0; domain: BKSProcessErrorDomain; code: 1 "
            + "(bootstrap-failed); reason: \"Failed to start job\">",
    ]) func `what could not be started was not launched`(message: String) throws {
        let launch = Self.springBoard("Bootstrapping app<com.acme.notes> with intent foreground-interactive")
        let failed = Self.springBoard(message, at: "12:50:44.160")
        #expect(try Self.endings([launch, failed]) == ["launchFailed certain"])
        #expect(try Self.endings([failed]) == ["launchFailed certain"])
        let again = [launch, Self.springBoard("[app<com.acme.notes>:4711] Bootstrap success!", at: "12:50:45.160")]
            .map { $0.replacing("12:50:4", with: "12:51:4") }
        #expect(try Self.endings([launch, failed] + again) == ["launchFailed certain", "stillRunning likely"])
    }

    /// Before RunningBoard.
    @Test func `assertiond tells a suspension, and in what state it found what ended`() throws {
        let behind = Self.first.replacing("Foreground", with: "Background")
        let exit =
            "Process exited: <BKProcess: 0x1; Notes; com.acme.notes; pid: 4711; agency: Application; visibility: "
        for lines in [
            [Self.compact("assertiond", "[Notes:4711] suspend success")],
            [Self.compact("assertiond", exit + "background; task: suspended; hostpid: -1>", at: "13:10:44.160")],
        ] {
            let end = Self.compact("assertiond", exit + "background; task: running; hostpid: -1>", at: "13:10:44.170")
            let text = ([Self.first, behind] + lines + [end]).joined(separator: "\n")
            let run = try #require(try Analysing.runs([("a.log", Array(text.utf8))]).first)
            #expect(run.stateAtEnd == .suspended)
            #expect(run.ending.candidates.first?.cause == .reclaimed)
            #expect(run.ending.ruledOut.contains { $0.cause == .crashSignal })
        }
    }

    private static let quitContext =
        "[app<com.acme.notes>:4711] Terminating with context: <RBSTerminateContext| domain:10 code:0xDEADFA11 "
        + "explanation:killed from app switcher\\nProcessVisibility: Background\\nProcessState: Suspended "
        + "reportType:None maxTerminationResistance:Interactive>"

    /// What befalls only what was left, and what says itself where the process was.
    @Test(arguments: [
        ("[app<com.acme.notes>:4711] termination reported by launchd (15, 3735883980, 9)", "fileLock certain", false),
        (
            "[app<com.acme.notes>:4711] termination reported by launchd (15, 562215634, 9)", "backgroundTask certain",
            false
        ),
        (quitContext, "userQuit certain", false),
        (quitContext.replacing("Visibility: Background", with: "Visibility: Foreground"), "userQuit certain", true),
        (
            "[app<com.acme.notes>:4711] termination reported by launchd (10, 2343432205, 9)", "watchdog.other certain",
            true
        ),
    ]) func `an app that is only supposed to be in front was not where its end tells otherwise`(
        said: String, ending: String, isInFront: Bool
    ) throws {
        let text = [Self.first, Self.compact("runningboardd", said, at: "13:10:44.170")].joined(separator: "\n")
        let run = try #require(try Analysing.runs([("a.log", Array(text.utf8))]).first)
        #expect("\(run.ending.cause.rawValue) \(run.ending.confidence)" == ending)
        #expect(run.isVisible == isInFront)
        #expect(run.stateAtEnd == (isInFront ? .active : nil))
    }

    /// On a Mac every app has that role, whoever is in front.
    @Test(arguments: [("app<application.com.acme.notes.123.456(501)>", false), ("app<com.acme.notes((null))>", true)])
    func `the role of those that the user works with tells on a phone who is in front`(tag: String, isInFront: Bool)
        throws
    {
        let lines = [
            ("Now tracking process: [\(tag):4711]", "12:50:44.160"),
            (
                "Calculated state for \(tag): running-active (role: UserInteractive) (endowments: <private>)",
                "12:50:44.170"
            ),
            ("[\(tag):4711] termination reported by launchd (2, 11, 11)", "12:55:44.170"),
        ]
        let text = lines.map { Self.compact("runningboardd", $0.0, at: $0.1) }.joined(separator: "\n")
        let run = try #require(try Analysing.runs([("a.log", Array(text.utf8))]).first)
        #expect(run.ending.cause == .crashSignal)
        #expect(run.isVisible == isInFront)
        #expect(run.stateAtEnd == (isInFront ? .active : nil))
    }

    /// What assertiond tells of the sight where nothing else tells a state, and beside what the app told itself.
    @Test(arguments: [
        ([String](), "foreground", AppState.active, true, EndingCause.crashSignal),
        ([], "background", .background, false, .reclaimed),
        (["applicationWillResignActive(_:)"], "foreground", .inactive, true, .userQuit),
    ]) func `assertiond tells whether an app was visible when it ended`(
        callbacks: [String], visibility: String, state: AppState, isVisible: Bool, cause: EndingCause
    ) throws {
        let rows = callbacks.map { "2026-08-22 12:50:30.100 Df Notes[4711:1] \($0)" }
        let exit =
            "Process exited: <BKProcess: 0x1; Notes; com.acme.notes; pid: 4711; agency: Application; visibility: "
            + "\(visibility); task: running; hostpid: -1>"
        let text = (rows + [Self.compact("assertiond", exit)]).joined(separator: "\n")
        let run = try #require(try Analysing.runs([("a.log", Array(text.utf8))]).first)
        #expect(run.stateAtEnd == state && run.isVisible == isVisible)
        #expect(run.ending.candidates.first?.cause == cause)
    }

    @Test(arguments: ["4711", "-1"]) func `SpringBoard of iOS 10 tells an exit by the name`(pid: String) throws {
        let row = "2026-08-22 12:50:30.100 Df Acme Notes[4711:1] applicationDidBecomeActive(_:)"
        let exit = Self.springBoard(
            "Process exited: <FBApplicationProcess: 0x10be76ac0; Acme Notes; pid: \(pid)> -> "
                + "<FBApplicationProcessExitContext: 0x174852c00; exitReason: voluntary; terminationReason: (none)>")
        #expect(try Self.endings([row, exit]) == ["cleanExit certain"])
    }

    private static let context = [
        runningBoard(
            "Terminating with context: <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog "
                + "transgression: app<com.acme.notes((null))>:4711 exhausted real (wall clock) time allowance of 10.00 seconds"
        ), "ProcessVisibility: Background", "ProcessState: Running", "WatchdogEvent: scene-update",
        "WatchdogVisibility: Background",
        "WatchdogCPUStatistics: (", "\"Elapsed total CPU time (seconds): 20.150 (user 12.2, system 7.9), 50% CPU\",",
        "\"Elapsed application CPU time (seconds): 0.014, 0% CPU\"",
        ") reportType:CrashLog maxTerminationResistance:Interactive>",
    ]

    @Test func `a message of many lines is one, in an excerpt of two rows`() throws {
        #expect(try Self.endings([Self.first] + Self.context) == ["watchdog.sceneUpdate certain"])
        let cells = Self.context.first.map { "default\t12:50:44.160000+0000\trunningboardd\t" + $0.dropFirst(83) } ?? ""
        let head =
            "default\t12:50:30.100000+0000\tSpringBoard\tApplication process state changed for com.acme.notes: "
            + "<SBApplicationProcessState: 0x8668d4620; pid: 4711; taskState: Running; visibility: Foreground>"
        #expect(cells.contains("\t[app<com.acme.notes"), "\(cells)")
        #expect(try Self.endings([head, cells] + Self.context.dropFirst()) == ["watchdog.sceneUpdate certain"])
    }

    private static let kernel = "Jan  2 10:12:02 iPhone kernel[0] <Notice>: "

    @Test(
        arguments: [
            (
                "8813.340 memorystatus: killing_highwater_process pid 4711 [Notes] (highwater 100 17s rf:-) 2025555KB - "
                    + "memorystatus_available_pages: 42511", "systemPressure certain"
            ),
            (
                "memorystatus: killing_top_process_aggressive3 pid 4711 [Notes] (vm-pageshortage 100 17s rf:- type:app) - "
                    + "memorystatus_available_pages: 42511", "systemPressure likely"
            ),
            (
                "memorystatus: killing_top_process_aggressive3 pid 4711 [Notes] (vm-pageshortage 100 17s rf:- - "
                    + "memorystatus_available_pages: 42511", "systemPressure likely"
            ),
            ("memorystatus: com.apple.WebKit.WebContent [4711] exceeded mem limit: ActiveHard 2048 MB (fatal)", nil),
            ("memorystatus: MTLCompilerService [4711] exceeded mem limit: ActiveHard 50 MB (fatal)", nil),
        ] as [(String, String?)]) func `the kernel's kills are told of apps`(message: String, ending: String?) throws
    {
        #expect(try Self.endings([Self.kernel + message]) == [ending].compactMap(\.self))
    }

    // MARK: Consoles

    private static func console(_ message: String, second: Int) -> String {
        "2024-01-02 10:11:\(second).123456+0100 Notes[4711:12345] \(message)"
    }

    @Test(arguments: [
        (["* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGABRT"], "crash.signal likely"),
        (
            [
                "* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGABRT",
                "    frame #0: 0x00000001d1c4d1f4 libsystem_kernel.dylib`__pthread_kill + 8",
                "Process 4711 exited with status = 0 (0x00000000)",
            ], "crash.signal likely"
        ),
        (
            ["* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x10)"],
            "crash.signal likely"
        ),
        (
            ["* thread #1, queue = 'com.apple.main-thread', stop reason = Fatal error: Unexpectedly found nil"],
            "crash.assertion likely"
        ),
        (["* thread #1, queue = 'com.apple.main-thread', stop reason = Fatal error"], "crash.assertion likely"),
        (["Thread 1: Fatal error"], "crash.assertion likely"),
        (["Notes/NoteList.swift:71: Fatal error"], "crash.assertion likely"),
        (["Notes/NoteList.swift:71: Assertion failed", "(lldb)"], "crash.assertion likely"),
        (["Swift/arm64-apple-ios.swiftinterface:4711: Fatal error"], "crash.assertion likely"),
        ([console("Fatal error: file Notes/NoteList.swift, line 71", second: 24)], "crash.assertion likely"),
        (["Last time: Notes/NoteList.swift:71: Fatal error"], "stillRunning likely"),
        (["* thread #1, queue = 'com.apple.main-thread', stop reason = breakpoint 1.1"], "stillRunning likely"),
        (
            [
                "* thread #7, stop reason = EXC_RESOURCE (RESOURCE_TYPE_MEMORY: high watermark memory limit exceeded) "
                    + "(limit=1450 MB)", "Target 0: (Notes) stopped.", "Lost connection to device.",
            ], "stillRunning possible"
        ),
        (["Lost connection to device."], "stillRunning possible"),
        (["* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGSTOP"], "stillRunning likely"),
        (["Process 4711 exited with status = 9 (0x00000009) Terminated due to signal 9"], "debuggerStop possible"),
        (["Process 4711 exited with status = 0 (0x00000000)"], "cleanExit possible"),
        // A signal, or what the app gave to exit.
        (["Process 4711 exited with status = 11 (0x0000000b)"], "unknown possible"),
        (["Message from debugger: Terminated due to signal 9"], "debuggerStop possible"),
        (["Message from debugger: Terminated due to code signing error"], "codeSigning likely"),
        (["PROCESS_EXITED"], "unknown possible"),
        // devicectl attaches no debugger.
        (["App terminated due to signal 9."], "unknown possible"),
        (["App terminated due to signal 11."], "crash.signal likely"),
        // The debugger's stop tells the app nothing before.
        (
            [console("applicationWillTerminate(_:)", second: 24), "Message from debugger: Terminated due to signal 9"],
            "userQuit likely"
        ),
    ]) func `a console tells an end in words of its tool`(lines: [String], ending: String) throws {
        let head = [
            Self.console("applicationDidBecomeActive(_:)", second: 12),
            Self.console("applicationDidEnterBackground(_:)", second: 23),
        ]
        #expect(try Self.endings(head + lines) == [ending])
    }

    /// The kernel gives a signal by the code; what a line does not say is not told.
    @Test(
        arguments: [
            ("EXC_BAD_ACCESS (code=1, address=0x10)", Value.integer(11)),
            ("EXC_BAD_ACCESS (code=2, address=0x16f4a3ff0)", .integer(10)),
            ("EXC_BREAKPOINT (code=1, subcode=0x18f5c0a14)", .integer(5)), ("Fatal error: no row", nil),
        ] as [(String, Value?)]) func `a stop tells its signal`(reason: String, signal: Value?) throws
    {
        let lines = [
            Self.console("applicationDidBecomeActive(_:)", second: 12),
            "* thread #1, queue = 'com.apple.main-thread', stop reason = " + reason,
        ]
        let runs = try Analysing.runs([("a.log", Array(lines.joined(separator: "\n").utf8))])
        #expect(runs.map { $0.ending.detail[.signal] } == [signal])
    }

    @Test func `the daemon for calls states no code`() throws {
        let line = Self.compact(
            "callservicesd", "Killing VoIP app com.acme.notes because it failed to post an incoming call in time")
        let runs = try Analysing.runs([("a.log", Array((Self.first + "\n" + line).utf8))])
        #expect(runs.map(\.ending.cause) == [.voip])
        #expect(runs.allSatisfy { $0.ending.detail[.code] == nil })
    }

    // MARK: Suspension

    @Test(arguments: [
        ("termination reported by launchd (1, 2, 9)", "systemPressure likely"),
        ("termination reported by launchd (2, 9, 9)", "unknown possible"),
    ]) func `who tells of suspensions has told of none`(message: String, ending: String) throws {
        let runs = try Analysing.runs([
            (
                "a.log",
                Array(
                    [Self.first.replacing("Foreground", with: "Background"), Self.runningBoard(message)]
                        .joined(separator: "\n").utf8)
            )
        ])
        #expect(runs.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" } == [ending])
        #expect(!runs.flatMap(\.states).contains { $0.state == .suspended })
    }

    @Test("a bare line of a console is of the process that its rows name, where that is one")
    func onlySpeaker() throws {
        func runs(_ lines: [String]) throws -> [AppRun] {
            try Analyzer().analyze(bytes: Array(lines.joined(separator: "\n").utf8)).runs()
        }
        let rows = ["2026-03-01 10:22:01.123 Notes[512:8812] one", "2026-03-01 10:22:01.223 Notes[512:8812] two"]
        let end = "Message from debugger: Terminated due to signal 11"
        let run = try #require(try runs(rows + [end]).first)
        #expect(run.process == "Notes" && run.pid == 512)
        #expect(run.ending.cause == .crashSignal)
        let told = try runs(rows + ["Process 512 exited with status = 45 (0x0000002d) "])
        #expect(told.map(\.process) == ["Notes"] && told.map(\.pid) == [512])
        #expect(try runs(rows + ["Process 513 exited with status = 45 (0x0000002d) "]).map(\.process) == [nil])
        let others = try runs(rows + ["2026-03-01 10:22:01.300 NotesWidget[530:9] three", end])
        #expect(others.map(\.process) == [nil])
        let again = try runs(rows + ["2026-03-01 10:25:01.300 Notes[544:9] three", end])
        #expect(again.map(\.pid) == [544])
    }

    @Test(
        "what a tool said that launches apps is read below a line of somebody else's",
        arguments: [
            ([String](), "unknown possible"), (["Notes on the phone: it ended at once"], "unknown possible"),
            (["applicationDidBecomeActive"], "unknown possible"),
        ])
    func indented(head: [String], ending: String) throws {
        let tool = [
            "    Launched application with com.acme.notes bundle identifier.",
            "    Waiting for the application to terminate...", "    App terminated due to signal 9.",
        ]
        #expect(try Self.endings(head + tool + ["and again: the same"] + tool).suffix(2) == [ending, ending])
    }

    @Test("what an app prints in a list is no message of its own")
    func listed() throws {
        let lines = ["Steps:", "    applicationDidEnterBackground", "    Notes/NoteList.swift:71: Fatal error: x"]
        #expect(
            try Self.endings([Self.console("applicationDidBecomeActive(_:)", second: 12)] + lines) == [
                "stillRunning likely"
            ])
    }

    @Test(
        "the name of the process of which a report is written ends with the line",
        arguments: ["Formulating fatal 309 report for corpse[4711] Notes", "Formulating report for corpse[4711] Notes"])
    func corpse(message: String) throws {
        let lines = [
            "Mar  1 10:05:11 iPhone Notes(UIKitCore)[4711] <Notice>: saved",
            "Mar  1 10:05:12 iPhone ReportCrash[4712] <Notice>: \(message)", "What does this mean?",
        ]
        let runs = try Analysing.runs([("a.log", Array(lines.joined(separator: "\n").utf8))])
        #expect(runs.map(\.process) == ["Notes"])
    }

    @Test("rows of Console.app with spaces for tabs are read by their cells")
    func spaced() throws {
        let rows = [
            "default 03:19:07.265414-0500    Acme Notes  one two",
            "default 03:19:07.265515-0500    APP one two",
            "default 03:19:07.272200-0500    runningboardd   [app<com.example.notes(501)>:39517] "
                + "termination reported by launchd (2, 11, 11)",
        ]
        let run = try #require(try Analyzer().analyze(bytes: Array(rows.joined(separator: "\n").utf8)).runs().first)
        #expect(run.app == "com.example.notes" && run.pid == 39517)
        #expect(run.ending.cause == .crashSignal && run.ending.confidence == .certain)
        // As pages show them: the name of a process is its first word then, whatever gaps its message has.
        let single = [
            "Here it is:", "default 03:19:07.265414-0500 SpringBoard one  two",
            "default 03:19:07.272200-0500 runningboardd [app<com.example.notes(501)>:39517] "
                + "termination reported by launchd (2, 11, 11)",
        ]
        let same = try Analyzer().analyze(bytes: Array(single.joined(separator: "\n").utf8)).runs()
        #expect(same.map(\.pid) == [39517] && same.map(\.ending.cause) == [.crashSignal])
    }

    @Test(
        "who writes on long after a crash that it told itself, or a debugger's stop, did not die of it",
        arguments: [
            // The end that is told, when the next line comes, and what is made of both.
            (
                "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'", "10:26:02",
                "stillRunning"
            ),
            (
                "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'", "10:22:12",
                "stillRunning"
            ),
            (
                "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'", "10:22:08",
                "crash.exception"
            ),
            ("Notes/NoteList.swift:71: Fatal error: Index out of range", "10:26:02", "stillRunning"),
        ])
    func outlived(words: String, time: String, cause: String) throws {
        func row(_ time: String, _ text: String) -> String { "2026-03-01 \(time).100 Notes[512:8812] \(text)" }
        let lines = [row("10:22:00", "one"), row("10:22:01", words), row(time, "uploading 3 of 7")]
        let runs = try Analyzer().analyze(bytes: Array(lines.joined(separator: "\n").utf8)).runs()
        #expect(runs.map(\.ending.cause.rawValue) == [cause])
        // Another process is no sign of it.
        let others = lines.dropLast() + [row(time, "uploading 3 of 7").replacing("512", with: "530")]
        let dead = try Analyzer().analyze(bytes: Array(others.joined(separator: "\n").utf8)).runs()
        #expect(dead.first?.ending.cause != .stillRunning)
    }

    @Test(
        "a row without a zone is of that of the rows around it",
        arguments: [
            // Of the row above, of the row below, and where neither is near of the row above all the same.
            (["09:42:10.521+0100 Notes[71:9] one", "09:42:19.510 Notes[71:9] two"], ["+0100"]),
            (["09:42:10.521 Notes[71:9] one", "09:42:19.510-0500 Notes[71:9] two"], ["-0500"]),
            (["09:42:10.521+0530 Notes[71:9] one", "10:42:19.510 Notes[71:9] two"], ["+0530", "assumed"]),
            // Who writes UTC beside the others would go back in time.
            (["09:42:10.521+0100 Notes[71:9] one", "08:42:19.510 Notes[71:9] two"], ["+0100"]),
            (["09:42:10.521+0100 Notes[71:9] one", "09:42:19:510 Notes[71:9] two"], ["+0100"]),
            // West of Greenwich it would go forth.
            (["09:42:10.521-0500 Notes[71:9] one", "14:42:19.510 Notes[71:9] two"], ["-0500"]),
            // In UTC the head of a log would be near, too; it is hardly written so.
            (["09:42:10.521 Notes[71:9] one", "10:42:19.510+0100 Notes[71:9] two"], ["+0100", "assumed"]),
            (["14:42:10.521 Notes[71:9] one", "09:42:19.510-0500 Notes[71:9] two"], ["+0000", "14"]),
            // Summer time may have begun.
            (
                ["09:42:10.521+0100 Notes[71:9] one", "09:42:11.000 Notes[71:9] x", "10:43:19.510 Notes[71:9] two"],
                ["+0100", "assumed"]
            ),
            // Who writes UTC once does not write so ever after.
            (
                [
                    "09:42:10.521+0100 Notes[71:9] one", "08:42:11.000 Notes[71:9] x", "09:43:19.510 Notes[71:9] two",
                ], ["+0100"]
            ),
            (["09:42:10.521 Notes[71:9] one", "09:42:19.510 Notes[71:9] two"], ["+0000", "assumed"]),
        ])
    func zoned(rows: [String], told: [String]) throws {
        let zones = ["+0100": -1.0, "-0500": 5, "+0530": -5.5, "+0000": 0]
        let lines = rows.map { "2026-03-01 \($0)" }
            .map { $0.replacing("one", with: "applicationDidBecomeActive") }
            .map { $0.replacing("two", with: "applicationWillResignActive") }
        let analysis = try Analysing.analysis([("a.log", Array((lines.joined(separator: "\n") + "\n").utf8))])
        #expect(analysis.header.problems.map(\.code) == (told.contains("assumed") ? [.zoneAssumed] : []))
        let run = try #require(try analysis.runs().first)
        // 1 March at 09:42:10.521 by UTC.
        let written: Int64 = 1_772_358_130_521 + (told.contains("14") ? 5 * 3_600_000 : 0)
        let west = Int64((zones[told[0]] ?? 0) * 3_600_000)
        #expect(run.start.time.nanoseconds / 1_000_000 == written + west)
    }

    @Test(
        "no row of which the zone is assumed takes a crash back, and none beside it is another process",
        arguments: [
            "09:42:19.510 Notes[512:9] about to", "09:42:19:510 Notes[512:9] about to",
            "09:42:19.510 [info][tid:com.facebook.react.JavaScript] AppState changed to active",
        ])
    func unzoned(row: String) throws {
        let lines = [
            "2026-03-01 09:42:10.521884+0100 Notes[512:9] applicationDidBecomeActive", "2026-03-01 " + row,
            "2026-03-01 09:42:19.520000+0100 Notes[512:9] *** Terminating app due to uncaught exception "
                + "'NSRangeException', reason: 'x'",
        ]
        #expect(try Self.endings(lines) == ["crash.exception certain"])
        #expect(
            try Self.endings(lines + ["2026-03-01 14:42:19.520 Notes[512:9] text"]).first?.hasPrefix("crash.exception")
                == true)
    }

    @Test("bare lines between those of a debugger's console are of a process that it holds")
    func held() throws {
        func row(_ second: Int, _ text: String) -> String { "2026-03-01 10:00:\(second).147 Notes[512:9] \(text)" }
        let lines = [
            row(30, "one"), "-> applicationDidFinishLaunching()", row(38, "two"), "-> applicationDidBecomeActive()",
            row(39, "three"),
        ]
        let analysis = try Analysing.analysis([("a.log", Array((lines.joined(separator: "\n") + "\n").utf8))]) {
            try? $0.useRules()
        }
        #expect(try analysis.runs().map(\.isDebugged) == [true])
        #expect(try analysis.allFindings().isEmpty)
    }

    @Test("a stop of the debugger from which the process goes on is no end")
    func resumed() throws {
        let stop = "* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BREAKPOINT (code=1, subcode=0x1)"
        let rows = ["2026-03-01 10:22:01.100 Notes[512:8812] one", stop, "Process 512 resuming"]
        func causes(_ lines: [String]) throws -> [EndingCause] {
            try Analyzer().analyze(bytes: Array(lines.joined(separator: "\n").utf8)).runs().map(\.ending.cause)
        }
        #expect(try causes(rows) == [.crashSignal])
        #expect(try causes(rows + ["2026-03-01 10:32:01.100 Notes[512:8812] two"]) == [.stillRunning])
    }

    @Test("a console that ends where the debugger asks holds the last words of the app in a bare line")
    func asked() throws {
        func causes(_ text: String) throws -> [EndingCause] {
            try Analyzer().analyze(bytes: Array(text.utf8)).runs().map(\.ending.cause)
        }
        let said = "starting up\nloading notes\nloading settings\n"
        let end = "libc++abi.dylib: terminating with uncaught exception of type NSException\n"
        #expect(try causes(said + end + "(lldb) \n") == [.crashException])
        #expect(try causes(said + "(lldb) \n").isEmpty)
    }

    @Test("a trap of Swift behind a dated row, and one that somebody quotes")
    func traps() throws {
        func causes(_ line: String) throws -> [EndingCause] {
            let row = "2026-03-01 10:22:01.100 Notes[512:8812] "
            return try Analyzer().analyze(bytes: Array((row + "one\n" + row + "two\n" + line + "\n").utf8)).runs()
                .map(\.ending.cause)
        }
        #expect(try causes("Notes/NoteList.swift:71: Fatal error: Index out of range") == [.crashAssertion])
        #expect(try causes("/Users/me/My App/NoteList.swift:71: Fatal error: Index out of range") == [.crashAssertion])
        #expect(
            try causes(
                "2026-03-01 10:22:02.100 Notes[512:8812] Crash of the last run sent: Notes/NoteList.swift:71: Fatal error: x"
            )
                != [.crashAssertion])
    }

    @Test(
        "the last words of an app tell its end where they stand alone",
        arguments: [
            (
                "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7 beyond bounds'",
                "crash.exception certain"
            ),
            (
                "Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7 beyond bounds'",
                "crash.exception likely"
            ),
            (
                "Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Killing app "
                    + "because it never posted an incoming call to the system after receiving a PushKit VoIP push.'",
                "voip likely"
            ),
            (
                "Fatal Exception: NSInternalInconsistencyException\nKilling app because it never posted an incoming "
                    + "call to the system after receiving a PushKit VoIP push.", "voip likely"
            ),
            ("Fatal Exception: NSRangeException\nindex 7 beyond bounds", "crash.exception likely"),
            ("libc++abi: terminating due to uncaught exception of type NSException", "crash.exception certain"),
            (
                "=====\n\tNative Crash Reporting\n=====\nGot a SIGABRT while executing native code. This usually indicates\n"
                    + "a fatal error in the mono runtime or one of the native libraries \nused by your application.\n=====",
                "crash.signal likely"
            ),
            ("kernel: memorystatus: Notes [4711] exceeded mem limit: ActiveHard 50 MB (fatal)", "memoryLimit certain"),
            (
                "dyld[4711]: Library not loaded: @rpath/AcmeCanvas.framework/AcmeCanvas\n  Referenced from: <4C4C4407> "
                    + "/private/var/containers/Bundle/Application/X/Notes.app/Notes\n  Reason: tried: '/usr/lib' (no such file)",
                "dyld likely"
            ),
            (
                "dyld: Symbol not found: _OBJC_CLASS_$_AcmeCanvas\n  Referenced from: "
                    + "/private/var/containers/Bundle/Application/X/Notes.app/Notes", "dyld likely"
            ),
            (
                "This app has crashed because it attempted to access privacy-sensitive data without a usage description.  "
                    + "The app's Info.plist must contain an NSCameraUsageDescription key with a string value.",
                "tcc likely"
            ),
        ])
    func alone(text: String, ending: String) throws {
        #expect(try Self.endings(text.split(separator: "\n").map(String.init)) == [ending])
    }

    /// Any program may say so, and a service calls so what it was handed over.
    @Test(
        "words that resemble an app's last are no log",
        arguments: [
            "Fatal error: Uncaught Error: Call to undefined function draw()", "Fatal error: Index out of range",
            "Index/Reader.swift:71: Fatal error: no row",
            "notes.c:1:10: fatal error: 'a.h' file not found",
            "Fatal Exception: FlutterError", "Fatal Exception: java.lang.NullPointerException",
            "Last run: *** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'",
            "dyld[4711]: Library not loaded: /usr/local/opt/acme/lib/a.dylib\n  Referenced from: /usr/local/Cellar/acme/1/bin/acme",
            "dyld[4711]: Library not loaded: @rpath/a.dylib\n  Referenced from: <4C4C4407> /Users/me/acme/.build/debug/acme",
            "dyld[4711]: Library not loaded: @rpath/a.dylib\n  Referenced from: <4C4C4407> /Users/me/src/acme/bin/acme",
            "The app asked for privacy-sensitive data without a usage description, and was refused.",
        ])
    func resembling(text: String) throws {
        #expect(try Analyzer().analyze(bytes: Array(text.utf8)).runs().isEmpty)
    }

    @Test(
        "runtimes above the system tell a crash in words of their own",
        arguments: [
            (["Terminating app due to uncaught exception 'NSRangeException', reason: 'x'"], "crash.exception likely"),
            (
                [
                    console("Uncaught exception: NSRangeException: index 7 beyond bounds", second: 24), "(",
                    "\t0   A  0x1", ")",
                ],
                "crash.exception likely"
            ),
            (
                [console("Uncaught exception: TypeError: undefined is not a function", second: 24)],
                "stillRunning likely"
            ),
            (
                [console("error: * Assertion at /a/mini-arm64.c:879, condition `ji' not met", second: 24)],
                "crash.assertion likely"
            ),
            (
                [
                    "=================================================================", "\tNative stacktrace:",
                    "=================================================================",
                    "\t0x105a30280 - ...app/libmonosgen-2.0.dylib : mono_dump_native_crash_info",
                    "\t0x1059e02a0 - ...app/libmonosgen-2.0.dylib : mono_handle_native_crash",
                    "\t0x105d02c08 - ...app/libmonosgen-2.0.dylib : sigabrt_signal_handler",
                ], "crash.signal likely"
            ),
        ])
    func runtimes(lines: [String], ending: String) throws {
        let head = [Self.console("applicationDidBecomeActive(_:)", second: 12)]
        #expect(try Self.endings(head + lines) == [ending])
    }

    @Test(
        "the details of an error of Xcode's tell the app, the time, the device and the cause",
        arguments: [
            (
                "The app “Notes” has been killed by the operating system because it is using too much memory.", "11",
                "Recovery Suggestion: Use a memory profiling tool.", "Event Metadata"
            ),
            (
                "The app “Notes” on Lab Phone quit unexpectedly.", "4",
                "Failure Reason: Message from debugger: Terminated due to memory issue", "Analytics Event"
            ),
        ])
    func details(headline: String, code: String, label: String, added: String) throws {
        let lines = [
            headline, "Domain: IDEDebugSessionErrorDomain", "Code: " + code, label, "User Info: {",
            "    DVTErrorCreationDateKey = \"2026-03-01 10:05:11 +0000\";",
            "    IDERunOperationFailingWorker = DBGLLDBLauncher;", "}", "--", "",
            "\(added): com.apple.dt.IDERunOperationWorkerFinished : {", "    \"device_model\" = \"iPhone15,2\";",
            "    \"device_osBuild\" = \"18.5 (22F76)\";", "    \"operation_errorCode\" = \(code);", "}", "--", "", "",
            "System Information", "", "macOS Version 15.5 (Build 24F74)", "Timestamp: 2026-03-01T11:05:11+01:00",
        ]
        let runs = try Analysing.runs([("a.txt", Array((lines.joined(separator: "\n") + "\n").utf8))])
        #expect(runs.map(\.process) == ["Notes"] && runs.map(\.isDebugged) == [true])
        #expect(runs.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" } == ["memoryLimit likely"])
        // 1 March at 10:05:11 by UTC.
        #expect(runs.map { $0.end.time.nanoseconds / 1_000_000_000 } == [1_772_359_511])
    }
}
