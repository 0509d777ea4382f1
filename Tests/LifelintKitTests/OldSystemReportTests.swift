// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What older systems write in crash reports, in words that newer ones have no more.
@Suite struct OldSystemReportTests {
    private static let thread = """
        Thread 0 name:  Dispatch queue: com.apple.main-thread
        Thread 0:
        0   libsystem_kernel.dylib        \t0x0000000180000010 semaphore_wait_trap + 8

        """

    /// A report in the layout of iOS 9 and before, with what stands behind its code.
    private static func report(_ rest: String, type: String = "00000020", code: String = "0x000000008badf00d") -> String
    {
        """
        Incident Identifier: 11111111-2222-3333-4444-555555555555
        CrashReporter Key:   0123456789abcdef0123456789abcdef01234567
        Hardware Model:      iPhone7,2
        Process:             Sketch [640]
        Path:                /private/var/containers/Bundle/Application/A/Sketch.app/Sketch
        Identifier:          com.acme.sketch
        Version:             12 (1.4)
        Code Type:           ARM-64 (Native)
        Parent Process:      launchd [1]

        Date/Time:           2016-03-02 10:00:20.20 +0000
        Launch Time:         2016-03-02 10:00:00.10 +0000
        OS Version:          iOS 9.3.1 (13E238)
        Report Version:      105

        Exception Type:  \(type)
        Exception Codes: \(code)
        \(rest)

        \(thread)
        """
    }

    private static func run(_ text: String) throws -> AppRun {
        try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
    }

    private static func ending(_ text: String) throws -> String {
        let ending = try run(text).ending
        return "\(ending.cause.rawValue) \(ending.confidence.rawValue)"
    }

    private static let tooSlow =
        "Application Specific Information:\ncom.acme.sketch failed to scene-create after 17.60s (launch took 2.40s of total time "
        + "limit 20.00s)\n\nElapsed total CPU time (seconds): 20.020 (user 8.070, system 11.950), 100% CPU\n"
        + "Elapsed application CPU time (seconds): 0.400, 2% CPU"
    private static let held =
        "Application Specific Information:\nSketch[640] has active assertions beyond permitted time:\n{(\n    "

    private static let suspending =
        held + "<BKProcessAssertion: 0x1> identifier: Suspending process: Sketch[640] permittedBackgroundDuration: "
        + "10.000000 reason: suspend owner pid:52 preventSuspend"
    private static let uploading =
        suspending + " ,\n    <BKProcessAssertion: 0x2> identifier: upload process: Sketch[640] "
        + "permittedBackgroundDuration: 180.000000 reason: finishTask owner pid:640"

    private static let watchdogs: [(rest: String, ending: String)] = [
        (tooSlow, "watchdog.sceneCreate certain"),
        ("Application Specific Information:\nFailed to deactivate", "watchdog.sceneUpdate certain"),
        (suspending + "\n)}", "watchdog.sceneUpdate certain"),
        // A background task of the app beside it is what was held too long.
        (uploading + "\n)}", "backgroundTask certain"),
    ]

    @Test(arguments: watchdogs) func `a watchdog says in words what took too long`(rest: String, ending: String) throws
    {
        #expect(try Self.ending(Self.report(rest)) == ending)
    }

    /// The same in the log, where no report tells it; in iOS 12, of which no such line was seen, in its words for
    /// others.
    private static let logged: [(words: String, ending: String)] = [
        (
            "SpringBoard[52] <Warning>: Sketch[640] has active assertions beyond permitted time:\n{(\n"
                + "    <SBProcessAssertion: 0x1> identifier: Suspending process: Sketch[640] permittedBackgroundDuration: "
                + "10.000000 reason: suspend owner pid:52 preventSuspend\n)}", "watchdog.sceneUpdate certain"
        ),
        (
            "backboardd[28] <Warning>: Sketch[640] has active assertions beyond permitted time:\n{(\n"
                + "    <BKProcessAssertion: 0x1> identifier: Suspending process: Sketch[640] permittedBackgroundDuration: "
                + "10.000000 reason: suspend owner pid:52 preventSuspend,\n"
                + "    <BKProcessAssertion: 0x2> identifier: upload process: Sketch[640] permittedBackgroundDuration: "
                + "180.000000 reason: finishTask owner pid:640\n)}", "backgroundTask certain"
        ),
        (
            "backboardd[28] <Warning>: Sketch[640] has active assertions beyond permitted time:\n{(\n"
                + "    <BKProcessAssertion: 0x2> identifier: upload process: Sketch[640] permittedBackgroundDuration: "
                + "180.000000 reason: finishTask owner pid:640,\n"
                + "    <BKProcessAssertion: 0x1> identifier: Suspending process: Sketch[640] permittedBackgroundDuration: "
                + "10.000000 reason: suspend owner pid:52 preventSuspend\n)}", "backgroundTask certain"
        ),
        // Of a reason that nobody has seen it is not known which of the two was held too long.
        (
            "backboardd[28] <Warning>: Sketch[640] has active assertions beyond permitted time:\n{(\n"
                + "    <BKProcessAssertion: 0x2> identifier: upload process: Sketch[640] permittedBackgroundDuration: "
                + "180.000000 reason: other owner pid:640,\n"
                + "    <BKProcessAssertion: 0x1> identifier: Suspending process: Sketch[640] permittedBackgroundDuration: "
                + "10.000000 reason: suspend owner pid:52 preventSuspend\n)}", "backgroundTask likely"
        ),
        (
            "assertiond[60] <Notice>: [Sketch:640] Forcing crash report with description: Sketch:640 has active "
                + "assertions beyond permitted time: \n<BKProcessAssertion: 0x1; \"Suspending\" (suspend:10s); "
                + "id:…A2384> (owner: SpringBoard:52)", "watchdog.sceneUpdate likely"
        ),
    ]

    @Test(arguments: logged) func `a log says it as the report does`(words: String, ending: String) throws {
        let told = try Self.run("Mar  2 10:00:20 iPhone " + words + "\n").ending
        #expect("\(told.cause.rawValue) \(told.confidence.rawValue)" == ending)
        let isOfTask = ending.hasPrefix("backgroundTask")
        // What words that nobody has seen call a task is not told to be one.
        #expect(told.detail[.task] == (isOfTask && ending.hasSuffix("certain") ? .string("upload") : nil))
        #expect(told.detail[.allowance] == .duration(isOfTask ? 180_000_000_000 : 10_000_000_000))
    }

    @Test(arguments: ["launch", "scene-create"]) func `whom the watchdog of a launch ended was launching`(
        _ event: String
    ) throws {
        let text = Self.report("Application Specific Information:\ncom.acme.sketch failed to \(event) in time")
            .replacing("Parent Process:", with: "Role:                Foreground\nParent Process:")
        let run = try Self.run(text)
        #expect(run.ending.cause == (event == "launch" ? .watchdogLaunch : .watchdogSceneCreate))
        #expect(run.ending.detail[.event] == .string(event == "launch" ? "process-launch" : event))
        #expect(run.stateAtEnd == .launching && run.launch.kind == .foreground, "\(run.story)")
    }

    @Test func `the time that a launch and its scene were allowed is told`() throws {
        let ending = try Self.run(Self.report(Self.tooSlow)).ending
        #expect(ending.detail[.allowance] == .duration(20_000_000_000))
        #expect(ending.detail[.load] == .string("starved"))
    }

    @Test func `the system waits for an app that it suspends, and no task of the app is blamed`() throws {
        let ending = try Self.run(Self.report(Self.suspending + "\n)}")).ending
        #expect(ending.detail[.task] == nil && ending.detail[.direction] == .string("background"))
        #expect(ending.detail[.allowance] == .duration(10_000_000_000))
    }

    private static let simulated: [(type: String, code: String, ending: String)] = [
        // The system's own kill, of which nothing crashed.
        ("00000020", "0x000000008badf00d", "watchdog.sceneCreate certain"),
        // A stackshot, and what no kill is.
        ("00000020", "0x00000000baaaaaad", "stillRunning likely"),
        ("EXC_CRASH (SIGKILL)", "0x0000000000000000, 0x0000000000000000", "stillRunning likely"),
    ]

    @Test(arguments: simulated)
    func `a kill that is called simulated is one`(type: String, code: String, ending: String) throws {
        let rest = "Exception Note:  SIMULATED (this is NOT a crash)\nHighlighted by Thread:  0\n\n" + Self.tooSlow
        #expect(try Self.ending(Self.report(rest, type: type, code: code)) == ending)
    }

    @Test func `the user forced it to quit`() throws {
        let run = try Self.run(Self.report("Highlighted Thread:  0", code: "0x00000000deadfa11"))
        #expect(run.ending.cause == .userQuit && run.ending.detail[.kind] == .string("forced"))
        #expect(run.story.contains("forced to quit by the user"), "\(run.story)")
        // In a log it is the app switcher.
        let log = """
            # app=com.acme.sketch pid=640
            10:00:00.000 process.launch intent=foreground
            10:00:05.000 process.exit namespace=FRONTBOARD code=0xdeadfa11 status=9

            """
        #expect(try Self.run(log).ending.detail[.kind] == nil)
    }

    @Test(arguments: [
        ("EXC_BREAKPOINT (SIGTRAP)", "dyld certain"), ("EXC_CRASH (SIGABRT)", "dyld certain"),
        ("EXC_BAD_ACCESS (SIGSEGV)", "crash.signal certain"),
    ]) func `the linker says that it could not go on`(type: String, ending: String) throws {
        let text = Self.report(
            "Triggered by Thread:  0\n\nDyld Error Message:\n  Library not loaded: @rpath/Brush.framework/Brush\n"
                + "  Reason: image not found", type: type, code: "0x0000000000000001, 0x00000000e7ffdefe")
        #expect(try Self.ending(text) == ending)
    }

    @Test(arguments: [
        "scene-create watchdog transgression: com.acme.sketch exhausted real (wall clock) time allowance of 19.20 seconds",
        "scene-create watchdog transgression: application<com.acme.sketch>:640 exhausted real (wall clock) time allowance of 19.20 seconds",
        "com.acme.sketch failed to scene-create in time",
    ]) func `a watchdog names the app where no line does`(said: String) throws {
        let text = Self.report(
            "Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d\nTermination Description: SPRINGBOARD, \(said)",
            type: "EXC_CRASH (SIGKILL)", code: "0x0000000000000000, 0x0000000000000000"
        )
        let rest = text[(text.firstRange(of: "Date/Time")?.lowerBound ?? text.startIndex)...]
        #expect(try Self.run(String(rest)).app == "com.acme.sketch")
        // The name of another process is none of it.
        let other = "Process:             Other [7]\n\n" + rest
        #expect(try Self.run(other).app == nil)
    }

    /// Up to watchOS 8 an app there has its code in an extension.
    @Test(arguments: [
        ("Pace WatchKit Extension", "com.acme.pace.other", ProcessHost.watch),
        ("PaceWatch Extension", "com.acme.pace.watchkitapp.watchkitextension", .watch),
        ("PaceWatch Extension", "com.acme.pace.watchkitapp.complication", .extension),
        ("PaceWatch Extension", "com.acme.pace.watchkitextension", .watch),
        // The first watches left that to the phone.
        ("PaceWatch Extension on a phone", "com.acme.pace.watchkitextension", .extension),
    ]) func `what holds the code of an app on a watch is the app`(name: String, bundle: String, host: ProcessHost)
        throws
    {
        let text = """
            Process:             \(name) [640]
            Path:                /private/var/containers/Bundle/Application/A/Pace.app/PlugIns/\(name).appex/\(name)
            Identifier:          \(bundle)
            Role:                Foreground

            Date/Time:           2026-03-02 10:05:10.000 +0000
            OS Version:          \(name.hasSuffix("phone") ? "iPhone OS 8.3 (12F70)" : "Watch OS 8.3 (19S55)")
            Report Version:      104

            Exception Type:  EXC_BREAKPOINT (SIGTRAP)
            Exception Codes: 0x0000000000000001, 0x0000000000000002
            Triggered by Thread:  0
            """
        #expect(try Self.run(text).host == host)
    }

    /// An app may be called as a daemon is: its bundle id is its own then, or it is told where it lies.
    @Test(arguments: [
        ("SpringBoard", "SpringBoard", nil, ProcessHost.system), ("SpringBoard", "com.apple.springboard", nil, .system),
        ("SpringBoard", "com.acme.home", nil, .app), ("Pace", "com.acme.pace", nil, .app),
        ("SpringBoard", "SpringBoard", "/private/var/containers/Bundle/Application/A/Pace.app/SpringBoard", .app),
    ]) func `what is called as the system's own is that where no path says more`(
        name: String, bundle: String, path: String?, host: ProcessHost
    ) throws {
        let text = """
            Process:             \(name) [640]
            \(path.map { "Path:                \($0)\n" } ?? "")\
            Identifier:          \(bundle)

            Date/Time:           2026-03-02 10:05:10.000 +0000
            OS Version:          iPhone OS 15.0 (19A346)
            Report Version:      104

            Exception Type:  EXC_BREAKPOINT (SIGTRAP)
            Exception Codes: 0x0000000000000001, 0x0000000000000002
            Triggered by Thread:  0
            """
        #expect(try Self.run(text).host == host)
    }

    @Test func `the app's own calls are known where the name of its image is cut`() throws {
        let text = Self.report("Triggered by Thread:  3", type: "EXC_BAD_ACCESS (SIGSEGV)", code: "0x1, 0x10")
            .replacing("Sketch", with: "SketchNotificationServiceExtension")
        let calls = """
            Thread 3 Crashed:
            0   libobjc.A.dylib               \t0x0000000180000010 objc_release + 16
            1   ...ificationServiceExtension  \t0x0000000104c0a368 -[Receiver take:] + 292 (Receiver.m:8)
            2   ...icationServiceExtensionKit \t0x0000000104d0a368 -[Kit take:] + 2

            """
        let analysis = try Analyzer().analyze(bytes: Array((text + "\n" + calls).utf8))
        let run = try #require(try analysis.runs().first)
        #expect(run.ending.detail[.signature] != nil)
    }

    @Test func `calls are read where every line has an empty one behind it`() throws {
        let calls = """

            Thread 6 Crashed:
            0   Sketch                        \t0x00000001049f9000 Tree.walk(_:) + 24 (Tree.swift:10)
            1   Sketch                        \t0x00000001049f9040 Tree.walk(_:) + 64 (Tree.swift:12)

            Binary Images:
            0x1000e0000 - 0x1003cffff Sketch arm64  <aaaa0000aaaa0000aaaa0000aaaa0000> /private/var/containers/Bundle/Application/A/Sketch.app/Sketch

            """
        let text = Self.report("Triggered by Thread:  6", type: "EXC_BAD_ACCESS (SIGSEGV)", code: "0x1, 0x10") + calls
        let spaced = try Self.run(text.replacing("\n", with: "\n\n"))
        #expect(spaced.ending.detail[.signature] != nil)
        #expect(try spaced.ending.detail[.signature] == Self.run(text).ending.detail[.signature])
    }
}
