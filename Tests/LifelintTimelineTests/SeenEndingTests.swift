// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Why a run ended, where something says so.
@Suite struct SeenEndingTests {
    static let active = "10:00:00 process.launch intent=foreground pid=7\n10:00:01 app.didBecomeActive\n"
    /// In front again: this log tells when the app is left.
    static let inFront = active + "10:00:02 app.willResignActive\n10:00:03 app.didBecomeActive\n"
    static let inBackground = active + "10:00:05 app.willResignActive\n10:00:06 app.didEnterBackground\n"
    static let suspended = inBackground + "10:00:07 process.suspend\n"

    /// None of them is a signal that ends a process.
    @Test(arguments: [
        "signal=99", "signal=-11", "signal=32", "signal=20", "signal=17", "signal=28", "namespace=SIGNAL code=19",
        "namespace=SIGNAL code=64",
    ])
    func `what ends no process says nothing of an end`(_ exit: String) {
        let runs = timeline(Self.inBackground + "10:00:20 process.exit pid=7 " + exit)
        #expect(runs.map(\.ending.cause) == [.unknown], "\(exit)\n\(runs.summary)")
        #expect(runs.allSatisfy { $0.ending.detail[.signal] == nil })
    }

    static let exits: [(before: String, exit: String, expected: String)] = [
        (
            active, #"namespace=FRONTBOARD code=0x8badf00d explanation="process-launch watchdog transgression""#,
            "watchdog.launch certain"
        ),
        (
            active, #"namespace=10 code=2343432205 explanation="scene-create watchdog transgression""#,
            "watchdog.sceneCreate certain"
        ),
        (
            active, #"namespace=SPRINGBOARD code=2343432205 explanation="scene-update watchdog transgression""#,
            "watchdog.sceneUpdate certain"
        ),
        (active, #"explanation="failed to scene-update in time""#, "watchdog.sceneUpdate certain"),
        (active, "namespace=FRONTBOARD code=0x8badf00d", "watchdog.other certain"),
        (
            active, #"namespace=FRONTBOARD code=0x8badf00d explanation="Failed to terminate gracefully after 5.0s""#,
            "watchdog.exit certain"
        ),
        (inBackground, "namespace=RUNNINGBOARD code=0x2182bad2", "backgroundTask certain kind=expired"),
        (inBackground, "code=0x2182bad2", "backgroundTask certain kind=expired"),
        (inBackground, "namespace=ASSERTIOND code=0x8badf00d", "backgroundTask certain kind=assertion"),
        (inBackground, "namespace=<0xF> code=0x8badf00d", "backgroundTask certain kind=assertion"),
        (
            inBackground, #"code=0x8badf00d explanation="Notes has active assertions beyond permitted time""#,
            "backgroundTask certain kind=assertion"
        ),
        (
            inBackground,
            #"code=0x8badf00d explanation="Notes has active assertions beyond permitted time: \"draft\" (finishTask:180s)""#,
            "backgroundTask certain kind=expired"
        ),
        (
            inBackground,
            #"code=0x8badf00d explanation="Notes has active assertions beyond permitted time: (backgroundDownload:30s)""#,
            "urlSession certain"
        ),
        (
            inBackground,
            #"explanation="has active assertions beyond permitted time" reason=backgroundContentFetching"#,
            "fetch certain kind=contentFetching"
        ),
        (
            inBackground,
            #"explanation="active assertions beyond permitted time" reason=backgroundContentFetching"#,
            "fetch certain kind=contentFetching"
        ),
        (
            inBackground, #"code=0x8badf00d explanation="Notes had active assertions beyond permitted time""#,
            "backgroundTask certain kind=assertion"
        ),
        (
            inBackground,
            #"namespace=FRONTBOARD code=0x8badf00d explanation="active assertions beyond permitted time""#,
            "backgroundTask certain kind=assertion"
        ),
        (inBackground, "namespace=RUNNINGBOARD code=0x2182bad3", "urlSession certain"),
        (inBackground, "namespace=RUNNINGBOARD code=0x2182bad4", "fetch certain"),
        (inBackground, "namespace=RUNNINGBOARD code=0xdead10cc", "fileLock certain"),
        (active, "class=app explanation=\"Fatal error: no row\" proven=false", "crash.assertion likely"),
        (active, "class=runningboard explanation=\"Fatal error: no row\"", "unknown possible"),
        (active, "namespace=JETSAM code=7", "memoryLimit certain"),
        (suspended, "namespace=JETSAM code=7", "memoryLimit certain"),
        (active, "reason=per-process-limit", "memoryLimit certain"),
        (inFront, "namespace=JETSAM code=4", "systemPressure certain kind=vm-pageshortage"),
        (active, "namespace=JETSAM code=4", "systemPressure likely kind=vm-pageshortage"),
        (inBackground, "namespace=JETSAM code=2", "reclaimed likely"),
        (
            inBackground + "10:00:06.5 backgroundTask.begin task=1\n", "namespace=JETSAM code=2",
            "systemPressure certain kind=highwater"
        ),
        (suspended, "namespace=JETSAM code=4", "reclaimed certain"),
        (suspended, "reason=vm-pageshortage", "reclaimed certain"),
        (active, "namespace=JETSAM code=9", "reclaimed certain"),
        (active, "namespace=JETSAM code=8", "systemPressure likely kind=disk-space-shortage"),
        (active, "namespace=JETSAM reason=exotic-reason", "systemPressure likely"),
        (active, "namespace=JETSAM", "unknown possible"),
        // Codes have 32 bits, though some write them with a sign.
        (suspended, "namespace=RUNNINGBOARD code=-559038737", "systemOther certain"),
        (suspended, "namespace=RUNNINGBOARD code=-559083316", "fileLock certain"),
        (suspended, "namespace=FRONTBOARD code=-559023599", "userQuit certain"),
        (active, "namespace=JETSAM code=100", "cpuLimit certain"),
        (inBackground, "namespace=RUNNINGBOARD code=0xc00010ff", "thermal certain"),
        (active, "namespace=SIGNAL code=11 signal=11", "crash.signal certain"),
        (active, #"namespace=SIGNAL code=11 byProc="exc handler""#, "crash.signal certain"),
        (active, "namespace=SIGNAL code=11 byProc=bash", "unknown possible"),
        (active, "namespace=SIGNAL code=6 byProc=bash", "unknown possible"),
        (active, "namespace=SIGNAL code=6 byProc=pkd explanation=LAUNCH_HANG", "crash.signal certain"),
        (active, "namespace=SIGNAL code=6 byProc=bash thrown=true", "crash.exception certain"),
        (active, "namespace=SIGNAL code=3 byProc=bash", "unknown possible"),
        (active, "namespace=SIGNAL code=3", "unknown possible"),
        (active, "namespace=SIGNAL code=13", "crash.signal certain"),
        (active, "namespace=SIGNAL code=24", "unknown possible"),
        (active, "signal=11", "crash.signal certain"),
        (active, "signal=6 exception=NSRangeException", "crash.exception certain"),
        (
            active, #"namespace=2 code=6 explanation="Terminating app due to uncaught exception 'X'""#,
            "crash.exception certain"
        ),
        (active, #"signal=5 explanation="Fatal error: Index out of range""#, "crash.assertion certain"),
        (active, #"signal=6 explanation="abort() called""#, "crash.signal certain"),
        (inBackground, "namespace=RUNNINGBOARD code=0xbaadca11", "voip certain"),
        (active, "namespace=CODESIGNING code=2", "codeSigning certain kind=invalidPage"),
        (active, "namespace=TCC code=0", "tcc likely"),
        (active, "namespace=GUARD code=2", "guard certain kind=memory"),
        (active, "namespace=METAL code=3", "systemOther certain"),
        // A part of the system without a name that is known may end what is the app's own fault.
        (active, "namespace=77 code=3", "systemOther likely"),
        (active, "namespace=77 code=3 signal=9", "systemOther likely"),
        (active, "namespace=77 code=3 status=9", "systemOther likely"),
        (active, "namespace=METAL code=3 status=9", "systemOther certain"),
        (active, "namespace=77 code=3 signal=11", "crash.signal certain"),
        (suspended, "namespace=RUNNINGBOARD code=0xdead6502", "systemRequest certain kind=terminate"),
        (suspended, "namespace=RUNNINGBOARD code=0x5bc1ea41", "systemRequest certain kind=languageChange"),
        (suspended, "namespace=FRONTBOARD code=0xdeadfa11", "userQuit certain"),
        (active, "reason=voluntary", "cleanExit certain"),
        (active, "namespace=0 code=0", "cleanExit certain"),
        (active, "status=0", "cleanExit certain"),
        (active + "10:00:05 app.willResignActive\n", "status=0", "cleanExit possible"),
        (inBackground, "status=0", "cleanExit possible"),
        (active + "10:00:05 app.willResignActive\n", "status=3", "exitCode certain"),
        // A number that is a signal which ends apps may be what wait(2) gives, or the code itself.
        (active, "status=3", "exitCode certain"),
        (active, "status=3 reason=exit", "exitCode certain"),
        (active, "status=9", "unknown possible"),
        (active, "status=9 reason=exit", "exitCode certain"),
        (active, "status=9 class=app", "exitCode certain"),
        (active, "status=11", "crash.signal likely"),
        (active, "status=139", "crash.signal likely"),
        (active, "status=64", "exitCode certain"),
        (active, "status=2304", "exitCode certain"),
        (active, "namespace=RUNNINGBOARD code=0xfbfbfbfb", "debuggerStop certain"),
        (active, "", "unknown possible"),
        (active, "signal=9", "unknown possible"),
        (active, "namespace=SIGNAL code=9 signal=9", "unknown possible"),
        (active, "signal=15", "unknown possible"),
        // What a process says of itself may quote what the system said of another end.
        (
            active, #"signal=6 class=report explanation="previous run died: scene-create watchdog transgression""#,
            "crash.signal certain"
        ),
        (
            active,
            #"namespace=SIGNAL code=5 signal=5 class=app explanation="Fatal error: worker failed to terminate gracefully after 3""#,
            "crash.assertion certain"
        ),
        (
            active, #"exception=UploadError class=report explanation="import failed to scene-update in time""#,
            "crash.exception certain"
        ),
        (
            active,
            #"signal=6 exception=NSInternalInconsistencyException explanation="never posted an incoming call to the system after receiving a PushKit VoIP push""#,
            "voip certain"
        ),
        (active, #"signal=6 explanation="MyUIScene lifecycle helper: assertion failed""#, "crash.assertion certain"),
        // Asked to end, it crashed before it did.
        (
            inBackground,
            "class=runningboard code=0xdeadfa11\n10:00:20.2 report.crash pid=7 namespace=SIGNAL code=11 signal=11",
            "crash.signal certain"
        ),
        (
            inBackground,
            "class=runningboard code=0xdead6502\n10:00:20.2 process.exit pid=7 class=runningboard namespace=SIGNAL code=11",
            "crash.signal certain"
        ),
        // One code, several meanings.
        (active, "code=0x8badf00d", "unknown possible"), (active, "signal=9 code=0x8badf00d", "unknown possible"),
        // Words without a signal.
        (
            active, #"reason="*** Terminating app due to uncaught exception 'NSRangeException', reason: 'beyond'""#,
            "crash.exception likely"
        ),
        (active, #"reason="Terminated due to memory issue""#, "memoryLimit certain"),
        (active, #"explanation="exceeded mem limit: ActiveHard 200 MB (fatal)""#, "memoryLimit certain"),
        (active, #"explanation="exceeded mem limit: ActiveSoft 200 MB (non-fatal)""#, "unknown possible"),
        // The kernel's band says that it was left, whatever its log tells.
        (
            active + "10:00:10 app.willResignActive\n", "class=kernel namespace=JETSAM code=4 band=0",
            "reclaimed likely"
        ),
        // That a signal ended it says less than what it was sent for.
        (
            active,
            #"class=system explanation="it failed to post an incoming call in time""#
                + "\n10:00:20.1 process.exit pid=7 class=runningboard namespace=2 code=9 status=9", "voip certain"
        ),
        (
            suspended,
            #"class=runningboard explanation="suspended with locked system files" proven=false"#
                + "\n10:00:20.1 process.exit pid=7 class=runningboard namespace=2 code=9 status=9", "fileLock likely"
        ),
        (
            active,
            #"class=app explanation="it failed to post an incoming call in time""#
                + "\n10:00:20.1 process.exit pid=7 class=runningboard namespace=2 code=9 status=9", "unknown possible"
        ),
        // A process can crash while it is being killed.
        (
            active,
            "signal=11\n10:00:20.1 process.exit pid=7 namespace=RUNNINGBOARD code=0xdead10cc", "fileLock certain"
        ),
        (
            active,
            "namespace=SIGNAL code=9 signal=9\n10:00:20.1 process.exit pid=7 namespace=FRONTBOARD code=0xdeadfa11",
            "userQuit certain"
        ),
    ]

    @Test(arguments: exits) func `the cause is what the system said`(
        _ row: (before: String, exit: String, expected: String)
    ) {
        let runs = timeline(row.before + "10:00:20 process.exit pid=7 " + row.exit)
        #expect(runs.map(\.endingLine) == [row.expected], "\(row.exit)\n\(runs.summary)")
    }

    /// ReportCrash says that it writes a report, which may not be at hand; of some limits of memory one is written.
    @Test func `a report that is written of a death leaves what the system writes one of`() {
        let exit = "10:01:00 process.exit class=report pid=7 reported=true\n"
        let inFront = timeline(Self.inFront + exit).first
        #expect(inFront?.endingLine == "unknown possible", "\(inFront?.summary ?? "")")
        #expect(inFront?.ending.candidates.prefix(2).map(\.cause) == [.crashSignal, .crashException])
        #expect(inFront?.ruledOut.isSuperset(of: [.systemPressure, .reclaimed]) == true)
        #expect(inFront?.ruledOut.isDisjoint(with: [.memoryLimit, .userQuit]) == true)
        #expect(inFront?.ending.candidates.contains { $0.cause == .memoryLimit && $0.likelihood == .possible } == true)
        #expect(inFront?.ending.candidates.contains { $0.cause == .userQuit } == false)
        // With a signal, too, and of what nothing else is known.
        for log in [Self.inFront + exit + "10:01:00.1 process.exit pid=7 signal=9\n", exit] {
            let run = timeline(log).first
            #expect(run?.ending.candidates.contains { $0.cause == .memoryLimit } == true, "\(run?.summary ?? "")")
            #expect(run?.ruledOut.contains(.memoryLimit) == false, "\(run?.summary ?? "")")
        }
        let simulated = timeline("10:00:00 data.save pid=7 simulator=true\n" + exit).first
        #expect(simulated?.ending.candidates.contains { $0.cause == .memoryLimit } == false)
        let prewarmed = timeline("10:00:00 process.launch intent=prewarm pid=7\n" + exit).first
        #expect(prewarmed?.endingLine == "unknown possible", "\(prewarmed?.summary ?? "")")
        // So does the report itself, of which that part is lost that says what happened.
        let cut = timeline(Self.inFront + "10:01:00 report.crash class=report pid=7 exceptionType=EXC_CRASH\n").first
        #expect(cut?.ending.candidates.prefix(2).map(\.cause) == [.crashSignal, .crashException])
        #expect(cut?.ruledOut.isSuperset(of: [.memoryLimit, .systemPressure]) == true)
        #expect(cut?.ending.candidates.contains { $0.cause == .memoryLimit } == false)
        let other = timeline(Self.inFront + "10:01:00 process.exit class=report pid=7\n").first
        #expect(other?.ruledOut.contains(.memoryLimit) == false, "\(other?.summary ?? "")")
    }

    /// SDKs write reports of what they saw crash, be it told or not of what.
    @Test(arguments: [("sdk=true", true), ("sdk=true sdkGuess=\"out of memory\"", false)])
    func `a report of an SDK without a reason tells a crash`(report: String, isCrash: Bool) {
        let run = timeline(Self.inFront + "10:01:00 report.crash class=report pid=7 \(report)\n").first
        #expect(run?.endingLine == "unknown possible", "\(run?.summary ?? "")")
        let crashes = run?.ending.candidates.filter { $0.likelihood == .likely }.map(\.cause) ?? []
        #expect((crashes.prefix(2) == [.crashSignal, .crashException]) == isCrash, "\(run?.summary ?? "")")
    }

    /// The log names the key, and launchd no more than the part of the system.
    @Test(arguments: ["namespace=11 code=0 status=9", "namespace=2 code=6 status=6"])
    func `who says the same in words explains a bare code`(exit: String) {
        let words = "privacy-sensitive data without a usage description: NSCameraUsageDescription"
        let run = timeline(
            Self.inFront + "10:00:20 process.exit pid=7 class=app namespace=TCC explanation=\"\(words)\" proven=false\n"
                + "10:00:20.2 process.exit pid=7 class=runningboard " + exit
        ).first
        #expect(run?.ending.cause == .tcc, "\(run?.summary ?? "")")
        #expect(run?.ending.detail[.explanation] == .string(words), "\(run?.summary ?? "")")
    }

    @Test func `a code of several meanings leaves these as candidates`() {
        let run = timeline(SeenEndingTests.active + "10:00:20 process.exit pid=7 signal=9 code=0x8badf00d").first
        #expect(run?.ending.candidates.map(\.cause) == [.watchdogOther, .backgroundTask])
        #expect(
            run?.story.contains("which of several things its code means is not said") == true, "\(run?.story ?? "")")
    }

    /// A camera that is allowed is no setting that is changed: the app goes on in front of the user.
    @Test func `what is allowed in front of the user ends nothing`() {
        let changed = "10:00:10 permission.changed pid=7 name=camera granted=true\n"
        let inFront = timeline(SeenEndingTests.inFront + changed + "10:00:14 process.exit pid=7 signal=9").first
        #expect(inFront?.ending.cause == .unknown && inFront?.ending.candidates.isEmpty == false)
        let behind = timeline(SeenEndingTests.inBackground + changed + "10:00:14 process.exit pid=7 signal=9").first
        #expect(behind?.ending.cause == .settingsChange)
    }

    @Test func `what the kernel's band says was not in use nobody saw`() {
        let log = SeenEndingTests.active + "10:00:10 app.willResignActive\n"
        let run = timeline(log + "10:30:20 process.exit pid=7 class=kernel namespace=JETSAM code=4 band=0").first
        #expect(run?.ending.cause == .reclaimed && run?.isVisible == false)
    }

    /// Kept for a while since it was in front lately, or frozen.
    @Test(arguments: [40, 75]) func `nobody saw what ended in a band of those that were left`(_ band: Int) {
        let log =
            "10:00:00 process.launch class=frontboard app=com.acme.notes pid=7\n"
            + "10:00:00.2 process.state class=runningboard app=com.acme.notes pid=7 visibility=foreground\n"
        let kill = "10:00:10 process.exit pid=7 class=kernel namespace=JETSAM reason=vm-pageshortage band=\(band)"
        let run = timeline(log + kill).first
        #expect(run?.ending.cause == .systemPressure && run?.isVisible == false, "\(timeline(log + kill).summary)")
        let inFront = timeline(log + kill.replacing("band=\(band)", with: "band=100")).first
        #expect(inFront?.isVisible == true)
    }

    @Test func `what an app prints of an end it may print of another`() {
        let said = #"10:00:02 process.exit pid=7 class=app exception=NSRangeException reason="uncaught exception""#
        let log = SeenEndingTests.active + said + "\n"
        #expect(timeline(log).map(\.ending.cause) == [.crashException])
        let lives = timeline(log + "10:01:00 app.willResignActive pid=7\n10:01:01 app.didEnterBackground pid=7\n")
        #expect(lives.map(\.ending.cause) == [.stillRunning], "\(lives.summary)")
    }

    /// Whatever a line says beside it: that it is the app's own makes it one that may be quoted.
    @Test(arguments: [
        "signal=11", "signal=11 proven=false", #"namespace=DYLD explanation="Library not loaded: @rpath/A""#,
        #"reason=exit status=0"#, "signal=6 exception=NSRangeException",
    ]) func `what the app alone told of its end is refuted by what it does later`(said: String) {
        let log = SeenEndingTests.active + "10:00:02 process.exit pid=7 class=app \(said)\n"
        let lives = timeline(log + "10:01:00 app.willResignActive pid=7\n10:01:01 app.didEnterBackground pid=7\n")
        #expect(lives.map(\.ending.cause) == [.stillRunning], "\(lives.summary)")
        let resumed = timeline(log + "10:01:00 process.resume pid=7 class=runningboard\n")
        #expect(resumed.map(\.ending.cause) == [.stillRunning], "\(resumed.summary)")
        // Others saw its end later.
        let ended = timeline(log + "10:01:00 process.exit pid=7 class=runningboard namespace=JETSAM code=7\n")
        #expect(ended.map(\.ending.cause) == [.memoryLimit], "\(ended.summary)")
        #expect(ended.map(\.end.time.clockTime) == ["10:01:00"], "\(ended.summary)")
        // It was seen by others then.
        let seen = timeline(
            log + "10:00:02.1 process.exit pid=7 class=runningboard namespace=2 code=11\n"
                + "10:01:00 app.willResignActive pid=7\n")
        #expect(seen.map(\.ending.cause) != [.stillRunning], "\(seen.summary)")
    }

    @Test func `the debugger that told an end which was none is none`() {
        let log = SeenEndingTests.active + "10:00:02 process.state pid=7 class=app task=notRunning debugger=true\n"
        #expect(timeline(log).map(\.isDebugged) == [true])
        let later = "10:01:00 app.willResignActive pid=7\n"
        #expect(timeline(log + later).map(\.isDebugged) == [false])
        #expect(timeline(log + "10:00:30 hang pid=7 duration=3s debugger=true\n" + later).map(\.isDebugged) == [true])
    }

    @Test func `an id that is used again is the new process's`() {
        let log =
            SeenEndingTests.suspended + """
                10:20:00.0 process.launch intent=foreground app=com.acme.notes
                10:20:00.1 process.state pid=7 task=running app=com.acme.notes
                10:20:00.7 app.didBecomeActive pid=7 app=com.acme.notes
                """
        let runs = timeline("# app=com.acme.notes\n" + log)
        #expect(runs.map(\.ending.cause) == [.reclaimed, .stillRunning], "\(runs.summary)")
        #expect(runs.last?.states.last?.state == .active, "\(runs.summary)")
    }

    /// A log that never tells that the app is left does not tell whether it still was in use.
    static let lefts: [(before: String, exit: String, expected: String, candidates: [EndingCause], isVisible: Bool)] = [
        (active, "10:00:20 process.exit pid=7 namespace=JETSAM code=4", "systemPressure likely", [.reclaimed], true),
        (
            active, "13:00:20 process.exit pid=7 namespace=JETSAM code=4", "unknown possible",
            [.reclaimed, .systemPressure], false
        ),
        (inFront, "13:00:20 process.exit pid=7 namespace=JETSAM code=4", "systemPressure certain", [], true),
        (
            active, "13:00:20 report.jetsam pid=7 reason=vm-pageshortage states=frontmost appState=active",
            "systemPressure certain", [], true
        ),
        (
            active, "13:00:20 process.exit pid=7 signal=9", "unknown possible",
            [.memoryLimit, .systemPressure, .userQuit, .reclaimed, .appUpdate, .reboot], false
        ),
        // An earlier run of the app has told it.
        (
            inBackground + "11:00:00 process.launch intent=foreground pid=8\n11:00:01 app.didBecomeActive pid=8\n",
            "13:00:20 process.exit pid=8 namespace=JETSAM code=4", "systemPressure certain", [], true
        ),
        // Where the process ran, it ran where it was last seen, but hardly for hours.
        (active, "10:30:20 process.exit pid=7 signal=11", "crash.signal certain", [], true),
        (active, "13:00:20 process.exit pid=7 signal=11", "crash.signal certain", [], false),
    ]

    @Test(arguments: lefts) func `an app that nobody tells to be left may have been left`(
        _ row: (before: String, exit: String, expected: String, candidates: [EndingCause], isVisible: Bool)
    ) {
        let run = timeline(row.before + row.exit).last
        #expect(run?.endingLine.hasPrefix(row.expected) == true, "\(row.exit)\n\(run?.summary ?? "")")
        #expect(run?.isVisible == row.isVisible, "\(row.exit)\n\(run?.summary ?? "")")
        #expect(run?.ending.candidates.map(\.cause) == row.candidates, "\(row.exit)\n\(run?.summary ?? "")")
    }

    /// That it was suspended, or left, stands in what the log lost: one suspension that it tells does not mean that it
    /// tells all.
    @Test(
        arguments: [
            ("10:52:03 app.willResignActive\n10:52:04 app.didEnterBackground\n", "reclaimed likely", [.systemPressure]),
            (
                "10:52:03 app.willResignActive\n10:52:04 app.didEnterBackground\n10:52:05 log.gap count=500\n",
                "reclaimed likely", [.systemPressure]
            ),
            ("10:52:03 app.willResignActive\n", "unknown possible", [.reclaimed, .systemPressure]),
        ] as [(String, String, [EndingCause])])
    func `who is silent for hours was suspended`(lines: String, expected: String, candidates: [EndingCause]) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:09:41 app.willResignActive
            10:09:42 app.didEnterBackground
            10:09:47 process.suspend
            10:40:12 process.resume
            10:40:12.1 app.didBecomeActive

            """ + lines + "14:47:31 process.exit namespace=JETSAM code=4")
        #expect(runs.map { $0.endingLine.hasPrefix(expected) } == [true], "\(runs.summary)")
        #expect(runs.map { $0.ending.candidates.map(\.cause) } == [candidates], "\(runs.summary)")
        #expect(runs.map(\.isVisible) == [false])
    }

    /// A background task lets an app run on for minutes, whatever a log leaves untold of its end.
    static let kept: [(begun: String, exit: String, expected: String, candidates: [EndingCause])] = [
        ("backgroundTask.begin task=12", "10:04:00", "systemPressure certain", []),
        ("backgroundTask.begin task=12", "10:40:00", "systemPressure likely", [.reclaimed]),
        ("activity.start name=route kind=navigation", "10:40:00", "systemPressure likely", [.reclaimed]),
        (
            "call.begin\n10:00:04 call.end\n10:00:05 activity.start name=route kind=navigation", "10:40:00",
            "systemPressure certain", []
        ),
    ]

    @Test(arguments: kept) func `a task that nobody ends keeps an app for minutes at most`(
        _ row: (begun: String, exit: String, expected: String, candidates: [EndingCause])
    ) {
        let run = timeline(
            SeenEndingTests.active
                + "10:00:04 \(row.begun)\n10:00:05 app.willResignActive\n10:00:06 app.didEnterBackground\n"
                + "\(row.exit) process.exit pid=7 namespace=JETSAM code=4"
        ).last
        #expect(run?.endingLine.hasPrefix(row.expected) == true, "\(row)\n\(run?.summary ?? "")")
        #expect(run?.ending.candidates.map(\.cause) == row.candidates, "\(row)\n\(run?.summary ?? "")")
    }

    @Test func `what is suspended is not heard, whatever is open`() {
        let before =
            SeenEndingTests.active
            + "10:00:04 call.begin\n10:00:05 app.willResignActive\n10:00:06 app.didEnterBackground\n"
        let exit = "10:40:00 process.exit pid=7 namespace=JETSAM code=4"
        let asleep = timeline(before + "10:05:00 process.suspend pid=7\n" + exit).last
        #expect(asleep?.ending.cause == .reclaimed && asleep?.isVisible == false, "\(asleep?.summary ?? "")")
        // A call of which the log never tells the end may be over after so long a silence.
        #expect(timeline(before + exit).last?.isVisible == false)
        let soon = "10:05:00 process.exit pid=7 namespace=JETSAM code=4"
        #expect(timeline(before + soon).last?.isVisible == true)
    }

    static let expiries: [(before: String, task: String?)] = [
        ("10:00:15 backgroundTask.expire task=12", "12"),
        ("10:00:15 backgroundTask.expire task=12\n10:00:16 backgroundTask.end task=12", nil),
        ("10:00:15 backgroundTask.expire task=12\n10:00:16 backgroundTask.end task=11", "12"),
        ("10:00:15 backgroundTask.expire", nil),
    ]

    @Test(arguments: expiries) func `a task of which only the expiry is told is named`(
        _ row: (before: String, task: String?)
    ) {
        let runs = timeline(
            SeenEndingTests.inBackground + row.before
                + "\n10:00:20 process.exit pid=7 namespace=RUNNINGBOARD code=0x2182bad2")
        #expect(runs.first?.ending.detail[.task] == row.task.map { .string($0) }, "\(row.before)")
    }

    static let signals: [(before: String, signal: Int, candidates: [EndingCause])] = [
        (active, 9, [.memoryLimit, .systemPressure, .userQuit]),
        // Who asks a process to end is none of those that kill it for a limit.
        (active, 15, [.userQuit]),
        (inBackground + "10:00:06.5 backgroundTask.begin task=1\n", 15, [.userQuit, .appUpdate, .reboot]),
        (suspended, 15, [.userQuit, .settingsChange, .appUpdate, .reboot]),
        (active, 1, [.userQuit]), (active, 2, [.debuggerStop]), (active, 3, [.userQuit]),
        // The kernel sends it when the processor time is used up that the process may have.
        (active, 24, [.cpuLimit]),
    ]

    @Test(arguments: signals) func `what a signal leaves possible`(
        _ row: (before: String, signal: Int, candidates: [EndingCause])
    ) {
        let runs = timeline(row.before + "10:00:20 process.exit pid=7 signal=\(row.signal)")
        #expect(runs.map { $0.ending.candidates.map(\.cause) } == [row.candidates], "\(runs.summary)")
    }

    static let hangs: [(before: String, isDuringHang: Bool)] = [
        ("10:00:10 hang phase=begin", true),
        ("10:00:10 hang phase=begin\n10:00:12 hang phase=end", false),
        ("10:00:10 hang phase=begin\n10:00:12 runloop.stall duration=3s", true),
        ("10:00:10 hang phase=begin\n10:00:12 runloop.stall", true),
        ("10:00:10 hang phase=begin\n10:00:14 runloop.stall phase=end duration=2s", false),
        ("10:00:10 hang phase=begin duration=2s", false),
        ("10:00:10 hang duration=2s", false),
        ("10:00:10 hang duration=15s", true),
        ("10:00:10 hang duration=15s\n10:00:15 app.openURL", false),
        // What comes right behind the beginning may be that in which it hung.
        ("10:00:10.000 hang phase=begin\n10:00:10.010 app.openURL", true),
        ("10:00:10.000 hang phase=begin\n10:00:10.010 data.load main=true", true),
        // Where something else follows it has returned from that.
        ("10:00:10.000 hang phase=begin\n10:00:10.010 app.openURL\n10:00:10.200 app.willResignActive", false),
        ("10:00:10.000 hang phase=begin\n10:00:10.010 data.load main=true\n10:00:10.200 app.openURL", false),
        (
            "10:00:10.000 hang phase=begin\n10:00:10.010 app.openURL phase=begin\n10:00:10.200 app.openURL phase=end",
            false
        ),
        (
            "10:00:10.000 hang phase=begin\n10:00:10.010 app.openURL via=delegate\n"
                + "10:00:10.011 app.openURL via=notification",
            true
        ),
        // One step, told of the app and of its scene, and what begins in it.
        (
            "10:00:10.000 hang phase=begin\n10:00:10.010 app.willResignActive via=notification\n"
                + "10:00:10.012 scene.willResignActive scene=s via=notification", true
        ),
        (
            "10:00:10.000 hang phase=begin\n10:00:10.100 ui.refresh main=true\n"
                + "10:00:10.200 data.save phase=begin main=true", true
        ),
        (
            "10:00:10.000 hang phase=begin\n10:00:10.010 app.willResignActive\n10:00:10.020 data.save phase=begin main=true\n"
                + "10:00:10.200 app.didEnterBackground", false
        ),
        ("10:00:10.000 hang duration=15s\n10:00:10.010 app.openURL\n10:00:10.200 app.willResignActive", false),
        ("10:00:10.000 hang phase=begin\n10:00:10.300 app.openURL", false),
        ("10:00:10.000 hang duration=15s\n10:00:10.010 app.openURL", true),
    ]

    @Test(arguments: hangs) func `a hang is open at the end, or was over`(_ row: (before: String, isDuringHang: Bool)) {
        let runs = timeline(
            SeenEndingTests.active + row.before + "\n10:00:20 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d")
        #expect(runs.first?.ending.detail[.duringHang] == (row.isDuringHang ? .bool(true) : nil), "\(row.before)")
    }

    /// Lines before an unlabelled SIGKILL at 10:00:20 that explain it, or must not.
    static let kills: [(before: String, expected: String)] = [
        ("10:00:19.5 memory.limitExceeded fatal=true kind=active limit=2098MB", "memoryLimit certain kind=active"),
        ("10:00:19.5 memory.limitExceeded fatal=false limit=2098MB", "unknown possible"),
        ("10:00:10 memory.limitExceeded fatal=true limit=2098MB", "unknown possible"),
        ("10:00:19.5 cpu.violation fatal=true", "cpuLimit certain"),
        ("10:00:19.5 cpu.violation", "unknown possible"),
        ("10:00:19.5 wakeups.violation fatal=true", "wakeupsLimit certain"),
        ("10:00:19.5 diskWrites.violation fatal=true", "diskWritesLimit certain"),
        ("10:00:17 permission.changed", "settingsChange likely"),
        ("10:00:17 frontApp.changed app=com.apple.Preferences", "unknown possible"),
        ("10:00:17 app.updated", "appUpdate likely"),
        ("10:00:17 app.uninstalled", "uninstalled likely"),
        ("10:00:02 app.updated", "unknown possible"),
        ("10:00:18 data.save debugger=true", "debuggerStop likely"),
        ("10:00:18 data.save harness=true", "harnessStop likely"),
    ]

    @Test(arguments: kills) func `an unlabelled kill is explained by what was said shortly before`(
        _ row: (before: String, expected: String)
    ) {
        let runs = timeline(SeenEndingTests.active + row.before + "\n10:00:20 process.exit pid=7 signal=9")
        #expect(runs.map(\.endingLine) == [row.expected], "\(row.before)\n\(runs.summary)")
        #expect(runs.first?.ending.detail[.signal] == .integer(9) || row.expected.contains("Limit"))
    }

    @Test(
        arguments: [
            ("kind=process-launch limit=20s", "watchdog.launch certain", 20_000_000_000),
            ("kind=scene-update limit=10s", "watchdog.sceneUpdate certain", 10_000_000_000),
            ("kind=scene-update", "watchdog.sceneUpdate certain", nil),
            // That one still runs does not say that it is this one.
            ("kind=scene-update elapsed=5s limit=10s", "watchdog.other certain", nil),
        ] as [(String, String, Int64?)])
    func `a watchdog whose time was over is the one that ended it`(
        _ row: (said: String, expected: String, allowance: Int64?)
    ) {
        let runs = timeline(
            SeenEndingTests.active + """
                10:00:19.9 watchdog.warning pid=7 \(row.said)
                10:00:20 process.exit pid=7 namespace=FRONTBOARD reason=watchdog explanation="watchdog provision violated"
                """)
        #expect(runs.map(\.endingLine) == [row.expected])
        #expect(runs.first?.ending.detail[.allowance] == row.allowance.map { .duration($0) })
    }

    @Test(arguments: [
        ("byProc=Notes byPID=7", "crash.signal certain"), ("byProc=killall byPID=70", "unknown possible"),
    ])
    func `a process that sends itself a signal crashed`(_ row: (sender: String, expected: String)) {
        let runs = timeline(SeenEndingTests.active + "10:00:20 process.exit pid=7 signal=13 \(row.sender)")
        #expect(runs.map(\.endingLine) == [row.expected])
    }

    @Test func `who holds a process may have ended it, however that is told`() {
        let end = "\n10:00:20 process.state pid=7 task=notRunning"
        let debugged = timeline("10:00:00 process.launch intent=foreground pid=7 debugger=true" + end)
        #expect(debugged.first?.ending.candidates.first?.cause == .debuggerStop)
        let tested = timeline("10:00:00 process.launch intent=foreground pid=7 harness=true" + end)
        #expect(tested.first?.ending.candidates.first?.cause == .harnessStop)
    }

    @Test(arguments: [
        ("10:00:15 memory.warning", "signal=9", "debuggerStop possible", "memoryLimit systemPressure userQuit"),
        (
            "10:00:15 memory.limitExceeded debugger=true", "signal=9", "debuggerStop possible",
            "memoryLimit systemPressure userQuit"
        ),
        ("10:00:15 app.didEnterBackground", "signal=9", "debuggerStop possible", "userQuit memoryLimit systemPressure"),
        ("10:00:15 ui.refresh", "signal=9 watched=true", "unknown possible", "userQuit memoryLimit systemPressure"),
        (
            "10:00:15 memory.warning", "signal=9 watched=true", "unknown possible",
            "memoryLimit systemPressure userQuit"
        ),
        // Of a kill for memory the system says so.
        ("10:00:15 memory.warning", "signal=9 namespace=2 code=9", "debuggerStop likely", "userQuit"),
        ("10:00:15 memory.warning", "signal=9 watched=true namespace=SIGNAL code=9", "unknown possible", "userQuit"),
    ]) func `what precedes a kill under a debugger makes others as likely`(
        _ row: (before: String, exit: String, expected: String, candidates: String)
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7 debugger=true
            10:00:01 app.didBecomeActive pid=7
            \(row.before) pid=7
            10:00:20 process.exit pid=7 \(row.exit)
            """)
        #expect(runs.map(\.endingLine) == [row.expected])
        let candidates = runs.first?.ending.candidates ?? []
        #expect(candidates.map(\.cause.rawValue).joined(separator: " ") == row.candidates)
    }

    @Test func `the system says itself that it does not launch an app without scenes`() {
        let runs = timeline(
            SeenEndingTests.active
                + "10:00:20 process.exit pid=7 explanation=\"UIScene life cycle is required for apps built with this SDK\""
        )
        #expect(runs.map(\.endingLine) == ["crash.assertion certain"])
        #expect(runs.first?.ending.detail[.sceneMandate] == .bool(true))
    }

    @Test(arguments: [
        ("debugger=true", "userQuit memoryLimit systemPressure"), ("debugger=true simulator=true", "userQuit"),
    ])
    func `a kill under a debugger may be one of others`(_ row: (launch: String, candidates: String)) {
        let runs = timeline(
            "10:00:00 process.launch intent=foreground pid=7 \(row.launch)\n10:00:20 process.exit pid=7 signal=9")
        #expect(runs.map(\.endingLine) == ["debuggerStop likely"])
        let candidates = runs.first?.ending.candidates ?? []
        #expect(candidates.map(\.cause.rawValue).joined(separator: " ") == row.candidates)
        #expect(candidates.allSatisfy { $0.likelihood == .possible })
    }

    @Test func `settings in front make a settings change the first candidate, no more`() {
        let runs = timeline(
            SeenEndingTests.inBackground
                + "10:00:17 frontApp.changed app=com.apple.Preferences\n10:00:20 process.exit pid=7 namespace=2 code=9 signal=9"
        )
        #expect(runs.first?.endingLine == "unknown possible", "\(runs.summary)")
        #expect(runs.first?.ending.candidates.first?.cause == .settingsChange)
        #expect(
            runs.first?.ruledOut.isSuperset(of: [.crashSignal, .crashException, .watchdogOther, .memoryLimit]) == true)
        #expect(runs.first?.ending.because.count == 2)
    }

    @Test(
        "Settings stay in front until something else is told to be",
        arguments: [
            ("10:00:17 frontApp.changed app=com.apple.Preferences", "10:00:40", true),
            ("10:00:17 frontApp.changed app=com.apple.Preferences", "10:05:00", true),
            ("10:00:17 frontApp.changed app=com.apple.Preferences", "10:30:00", false),
            ("10:00:17 frontApp.changed app=com.apple.Preferences\n10:00:25 screen.lock", "10:00:40", false),
            (
                "10:00:17 frontApp.changed app=com.apple.Preferences\n10:00:25 frontApp.changed app=com.acme.maps",
                "10:00:40", false
            ),
            (
                "10:00:17 frontApp.changed app=com.apple.Preferences\n10:00:25 app.didBecomeActive pid=7", "10:00:40",
                false
            ),
        ])
    func settings(before: String, end: String, isFirst: Bool) {
        let runs = timeline(
            SeenEndingTests.inBackground + before + "\n\(end) process.exit pid=7 namespace=2 code=9 signal=9")
        #expect(runs.first?.endingLine == "unknown possible", "\(runs.summary)")
        #expect((runs.first?.ending.candidates.first?.cause == .settingsChange) == isFirst, "\(runs.summary)")
        #expect(runs.first?.ending.because.count == (isFirst ? 2 : 1))
    }

    @Test func `an installation beside the default terminate names the cause`() {
        let told = [
            ("app.updated", "appUpdate certain"), ("app.uninstalled", "uninstalled certain"),
            ("app.installed", "appUpdate certain"), ("app.installed class=app", "systemRequest certain kind=terminate"),
            ("app.updated proven=false", "appUpdate likely"), ("app.installed proven=false", "appUpdate likely"),
        ]
        for (event, cause) in told {
            let runs = timeline(
                SeenEndingTests.suspended
                    + "10:00:19 \(event)\n10:00:20 process.exit pid=7 namespace=RUNNINGBOARD code=0xdead6502")
            #expect(runs.first?.endingLine == cause, "\(runs.summary)")
        }
    }

    @Test func `termination and exit are a user's quit unless the next launch forbids it`() {
        let log =
            SeenEndingTests.active + "10:00:18 app.willTerminate\n10:00:20 process.exit pid=7 namespace=0 code=0\n"
        let quit = timeline(log)
        #expect(quit.first?.endingLine == "userQuit likely", "\(quit.summary)")
        let pushed = timeline(log + "10:30:00 process.launch pid=8 intent=background reason=push")
        #expect(pushed.first?.endingLine == "systemRequest possible", "\(pushed.summary)")
        #expect(pushed.first?.ruledOut.contains(.userQuit) == true)
        let located = timeline(log + "10:30:00 process.launch pid=8 intent=background reason=location")
        #expect(located.first?.endingLine == "userQuit likely", "\(located.summary)")
        let early = timeline(
            SeenEndingTests.active + "10:00:10 app.willTerminate\n10:00:20 process.exit pid=7 namespace=0 code=0")
        #expect(early.first?.endingLine == "cleanExit certain", "\(early.summary)")
    }

    private static let terminationOfEightSeconds =
        "10:00:10 app.willTerminate phase=begin\n10:00:18 app.willTerminate phase=end"
    /// What is told of a termination, and when the app exits with status 0.
    static let terminations: [(told: String, exit: String, expected: String)] = [
        (terminationOfEightSeconds, "10:00:18.1", "userQuit likely"),
        (terminationOfEightSeconds, "10:00:25", "cleanExit certain"),
        ("10:00:10 app.willTerminate duration=7500ms", "10:00:17.6", "userQuit likely"),
        ("10:00:10 app.willTerminate duration=500ms", "10:00:17.6", "cleanExit certain"),
        ("10:00:10 app.willTerminate phase=begin\n10:00:17 data.save", "10:00:18", "userQuit likely"),
        ("10:00:18 app.willTerminate phase=end", "10:00:19", "userQuit likely"),
    ]

    @Test(arguments: terminations) func `a termination lasts until its end is told`(
        _ row: (told: String, exit: String, expected: String)
    ) {
        let runs = timeline(SeenEndingTests.active + row.told + "\n\(row.exit) process.exit pid=7 code=0")
        #expect(runs.map(\.endingLine) == [row.expected], "\(row.told)\n\(runs.summary)")
    }

    /// What lies between a user's quit and a push launch that such a quit forbids in the same boot.
    static let reboots: [(between: String, launch: String, expected: String)] = [
        ("", "", "systemRequest possible"),
        ("10:10:00 device.boot", "", "userQuit likely"),
        ("10:10:00 device.osUpdate", "", "userQuit likely"),
        ("10:09:00 data.save app=com.other pid=9 boot=B", " boot=B", "userQuit likely"),
        ("", " os=26.2", "userQuit likely"),
    ]

    @Test(arguments: reboots) func `a restart lets a process run again that its user quit`(
        _ row: (between: String, launch: String, expected: String)
    ) {
        let runs = timeline(
            SeenEndingTests.active + "10:00:18 app.willTerminate os=26.1\n10:00:20 process.exit pid=7 code=0 boot=A\n"
                + row.between + "\n10:30:00 process.launch pid=8 intent=background reason=push" + row.launch)
        #expect(runs.first?.endingLine == row.expected, "\(row.between)\n\(runs.summary)")
    }

    /// What is told after a kill in boot A, and whether that was no restart.
    static let boots: [(after: String, isRuledOut: Bool)] = [
        ("", false), ("10:10:00 data.save app=com.other pid=9 boot=A", true), ("10:10:00 screen.lock boot=A", true),
        // It may be shutting down.
        ("10:01:30 data.save app=com.other pid=9 boot=A", false), ("10:10:00 data.save app=com.other pid=9", false),
        ("10:10:00 data.save app=com.other pid=9 boot=B", false),
        ("10:10:00 report.crash app=com.other pid=9 boot=A", false),
        (
            "10:10:00 data.save app=com.other pid=9 boot=A\n10:30:00 data.save app=com.other pid=9 boot=B\n"
                + "10:40:00 data.save app=com.other pid=9 boot=B", true
        ),
    ]

    @Test(arguments: boots) func `a device that goes on in the same boot was not restarted`(
        _ row: (after: String, isRuledOut: Bool)
    ) {
        let run = timeline(
            SeenEndingTests.inBackground + "10:00:20 process.exit pid=7 signal=9 boot=A\n" + row.after
        ).first
        let because = run?.ending.ruledOut.first { $0.cause == .reboot }?.because
        #expect(because == (row.isRuledOut ? "the device went on in the same boot" : nil), "\(row.after)")
        #expect(run?.ending.candidates.contains { $0.cause == .reboot } == !row.isRuledOut, "\(row.after)")
    }

    @Test func `what was allowed may be time of the processor`() {
        let runs = timeline(
            SeenEndingTests.active + "10:00:40 process.exit pid=7 namespace=10 code=0x8badf00d "
                + #"explanation="scene-create watchdog transgression: exhausted CPU time allowance of 2.32 seconds""#)
        let detail = runs.first?.ending.detail
        #expect(detail?[.allowance] == .duration(2_320_000_000) && detail?[.allowanceOf] == .string("processor"))
        #expect(runs.first?.story.contains("2.32 s of processor time were allowed") == true, "\(runs.summary)")
    }

    @Test func `the allowance, the trigger and the hang are told beside the cause`() {
        let launch = timeline(
            SeenEndingTests.active
                + #"10:00:20 process.exit pid=7 namespace=10 code=0x8badf00d explanation="process-launch watchdog "#
                + #"transgression: exhausted real (wall clock) time allowance of 19.97 seconds""#)
        #expect(launch.first?.ending.detail[.allowance] == .duration(19_970_000_000), "\(launch.summary)")
        #expect(launch.first?.ending.detail[.allowanceOf] == nil)
        let swipe = timeline(
            SeenEndingTests.active
                + "10:00:10 hang phase=begin\n10:00:21.0 process.exit pid=7 namespace=RUNNINGBOARD code=0xdeadfa11\n"
                + "10:00:22.1 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d "
                + #"explanation="Failed to terminate gracefully after 5.0s""#)
        #expect(swipe.first?.ending.detail[.duringHang] == .bool(true), "\(swipe.summary)")
    }

    @Test(arguments: [("26.150", true), ("28.000", true), ("28.300", false)])
    func `lines about a process that was asked to end are witnesses until two seconds after its death`(
        second: String, isWitness: Bool
    ) {
        let runs = timeline(
            SeenEndingTests.active
                + """
                10:00:21.000 process.exit pid=7 class=runningboard namespace=RUNNINGBOARD code=0xdeadfa11
                10:00:26.100 process.exit pid=7 class=runningboard namespace=FRONTBOARD code=0x8badf00d explanation="Failed to terminate gracefully after 5.0s"
                10:00:\(second) process.exit pid=7 class=runningboard
                """)
        #expect(runs.map(\.endingLine) == ["watchdog.exit certain"], "\(runs.summary)")
        #expect(runs.first?.anomalies.map(\.code) == (isWitness ? [] : [.eventAfterExit]), "\(runs.summary)")
    }

    @Test func `a kill for ending too late belongs to who was asked, with an id or without`() {
        let log =
            SeenEndingTests.active + "10:00:21 process.exit pid=7 namespace=RUNNINGBOARD code=0xdeadfa11\n"
            + "10:00:26.1 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d "
            + #"explanation="Failed to terminate gracefully after 5.0s""#
        for log in [log, log.replacing(" pid=7", with: "")] {
            let runs = timeline(log)
            #expect(runs.map(\.endingLine) == ["watchdog.exit certain"], "\(runs.summary)")
            #expect(runs.first?.ending.detail[.trigger] == .string("userQuit"), "\(runs.summary)")
        }
    }

    @Test func `nobody quits an extension in the app switcher`() {
        let runs = timeline("10:00:00 extension.begin pid=7 host=extension\n10:00:01 app.willTerminate pid=7")
        #expect(runs.map(\.endingLine) == ["stillRunning possible"], "\(runs.summary)")
        #expect(runs.first?.ending.candidates.map(\.cause) == [.extensionEnd], "\(runs.summary)")
    }

    @Test func `launches that failed, prewarmed processes and extensions end in their own ways`() {
        let failed = timeline("10:00:00 process.launch pid=-1")
        #expect(failed.map(\.endingLine) == ["launchFailed certain"], "\(failed.summary)")
        let discarded = timeline(
            "10:00:00 process.launch pid=7 intent=prewarm\n10:04:00 process.exit pid=7 namespace=JETSAM code=9")
        #expect(discarded.map(\.endingLine) == ["prewarmDiscarded likely"], "\(discarded.summary)")
        // launchd has a number for the reason that the kernel tells in words.
        let told = timeline(
            """
            10:00:00 process.launch pid=7 intent=prewarm
            10:04:00 process.exit pid=7 class=kernel namespace=JETSAM reason=vm-pageshortage
            10:04:00.1 process.exit pid=7 class=runningboard namespace=JETSAM code=4 status=9
            """)
        #expect(told.map(\.endingLine) == ["prewarmDiscarded likely"], "\(told.summary)")
        #expect(told.first?.ending.detail[.reason] == .string("vm-pageshortage"), "\(told.summary)")
        let done = timeline(
            "10:00:00 extension.begin pid=7 host=extension\n10:00:01 extension.complete pid=7\n10:00:02 process.exit pid=7 signal=9"
        )
        #expect(done.map(\.endingLine) == ["extensionEnd likely"], "\(done.summary)")
        let expired = timeline(
            """
            10:00:00 extension.begin pid=7 host=extension
            10:00:30 extension.expire pid=7
            10:00:31 process.exit pid=7 signal=9
            """)
        #expect(expired.map(\.endingLine) == ["unknown possible"], "\(expired.summary)")
        let late = timeline(
            """
            10:00:00 extension.begin pid=7 host=extension
            10:00:30 extension.expire pid=7
            10:00:30.6 extension.complete pid=7
            10:00:31 process.exit pid=7 signal=9
            """)
        #expect(late.map(\.endingLine) == ["extensionEnd likely"], "\(late.summary)")
        let silent = timeline(
            """
            10:00:00 extension.begin pid=7 host=extension
            10:00:01 extension.complete pid=7
            10:05:00 process.exit pid=7
            """)
        #expect(silent.map(\.endingLine) == ["extensionEnd likely"], "\(silent.summary)")
        let widget = timeline("10:00:00 process.launch pid=7 host=widget\n10:00:01 process.exit pid=7 host=widget")
        #expect(widget.map(\.endingLine) == ["unknown possible"], "\(widget.summary)")
        #expect(widget.first?.ending.candidates.first?.cause == .extensionEnd, "\(widget.summary)")
        #expect(widget.first?.isVisible == false, "\(widget.summary)")
    }

    @Test func `a scene mandate is an assertion of UIKit`() {
        let runs = timeline(
            "10:00:00 process.launch pid=7\n10:00:00.5 scene.lifecycleMissing fatal=true pid=7\n10:00:00.6 process.exit pid=7 signal=5"
        )
        #expect(runs.map(\.endingLine) == ["crash.assertion certain"], "\(runs.summary)")
        #expect(runs.first?.ending.detail[.sceneMandate] == .bool(true))
    }

    @Test func `conclusions across an assumed zone are at most likely`() {
        let app = Shipped.events("# app=com.a device=A1\n2026-03-02T10:00:00 process.launch pid=7", zone: nil)
        let system = Shipped.events(
            "# app=com.a device=A1\n2026-03-02T10:00:05Z process.exit pid=7 namespace=FRONTBOARD code=0xdeadfa11")
        let runs = runs(of: app.records.map { ($0, app) } + system.records.map { ($0, system) })
        #expect(runs.map(\.endingLine) == ["userQuit likely"], "\(runs.summary)")
    }

    @Test func `what the user notices is what was in front or could be heard`() {
        let kill = "10:00:20 process.exit pid=7 namespace=JETSAM code=4"
        #expect(timeline(SeenEndingTests.active + kill).first?.isVisible == true)
        #expect(timeline(SeenEndingTests.inBackground + kill).first?.isVisible == false)
        #expect(timeline(SeenEndingTests.inBackground + "10:00:07 audio.play\n" + kill).first?.isVisible == true)
        for (kind, isNoticed) in [("navigation", true), ("audio", true), ("microphone", true), ("location", false)] {
            let going = "10:00:07 activity.start name=a kind=\(kind)\n"
            #expect(timeline(SeenEndingTests.inBackground + going + kill).first?.isVisible == isNoticed, "\(kind)")
        }
    }

    /// Of a launch nobody knows what it was for.
    @Test(arguments: [
        ("10:00:04 process.exit signal=11", true), ("10:00:18 process.exit signal=11", false),
        ("10:00:08 process.exit namespace=JETSAM code=4", false),
        ("10:00:20 process.exit namespace=SPRINGBOARD code=0x8badf00d", true),
    ]) func `an app that is launched is on its way to the front for a while`(exit: String, isVisible: Bool) {
        let runs = timeline("10:00:00 process.launch\n10:00:00.1 app.didFinishLaunching\n" + exit)
        #expect(runs.map(\.isVisible) == [isVisible] && runs.map(\.launch.kind) == [.unknown], "\(runs.summary)")
    }

    @Test(arguments: [
        ("10:00:07 audio.play silent=true", false), ("10:00:07 audio.play volume=0", false),
        ("10:00:07 audio.play bytes=0", false), ("10:00:07 audio.play silent=false volume=0.3", true),
        ("10:00:07 audio.play silent=true\n10:00:09 audio.play", true),
        ("10:00:07 audio.play\n10:00:09 audio.play silent=true", true),
        ("10:00:07 audio.play\n10:00:09 audio.interruptionBegin wasPlaying=true", false),
        ("10:00:07 audio.play\n10:00:08 audio.interruptionBegin\n10:00:09 audio.interruptionEnd", true),
        // Where the system says that it should not go on, only the app's own word tells that it did.
        (interrupted("audio.play"), false), (interrupted("audio.play") + "\n10:00:10 audio.play", true),
        (interrupted("audio.record"), false), (interrupted("audio.record") + "\n10:00:10 audio.record", true),
        (interrupted("activity.start name=a kind=audio"), false),
        (interrupted("activity.start name=a kind=audio") + "\n10:00:10 audio.play", true),
        (interrupted("activity.start name=a kind=navigation"), true),
        // Not every interruption is told to be over.
        ("10:00:07 audio.play\n10:00:08 audio.interruptionBegin\n10:00:10 audio.play", true),
        ("10:00:07 audio.record", true), ("10:00:07 audio.record\n10:00:09 audio.interruptionBegin", false),
        ("10:00:07 audio.record\n10:00:08 audio.interruptionBegin\n10:00:10 audio.record", true),
        ("10:00:07 activity.start name=a kind=audio\n10:00:09 audio.interruptionBegin", false),
        ("10:00:07 activity.start name=a kind=navigation\n10:00:09 audio.interruptionBegin", true),
        ("10:00:07 pip.start\n10:00:09 audio.interruptionBegin", true),
    ])
    func `silence is not heard, nor is what the system has interrupted`(before: String, isVisible: Bool) {
        let kill = "\n10:00:20 process.exit pid=7 namespace=JETSAM code=4"
        let runs = timeline(SeenEndingTests.inBackground + before + kill)
        #expect(runs.first?.isVisible == isVisible, "\(before)\n\(runs.summary)")
    }

    /// What is resumed behind an interruption of something played or recorded may be no sound, or another one.
    static let resumed: [(sound: String, line: String, isVisible: Bool)] = [
        ("play", "activity.resume name=t kind=timer", false), ("play", "activity.resume name=t", false),
        ("play", "activity.resume name=t kind=microphone", false),
        ("play", "activity.resume name=t kind=audio", true), ("record", "activity.resume name=t kind=audio", false),
        ("record", "activity.resume name=t kind=microphone", true),
    ]

    @Test(arguments: resumed) func `sound goes on with an activity of its kind that is resumed, and with no other`(
        _ row: (sound: String, line: String, isVisible: Bool)
    ) {
        // That the activity itself is over leaves what it brought back.
        let lines = [
            Self.interrupted("audio.\(row.sound)"), "10:00:10 \(row.line)", "10:00:11 activity.stop name=t",
            "10:00:20 process.exit pid=7 namespace=JETSAM code=4",
        ]
        let runs = timeline(SeenEndingTests.inBackground + lines.joined(separator: "\n"))
        #expect(runs.first?.isVisible == row.isVisible, "\(row)\n\(runs.summary)")
    }

    private static func interrupted(_ sound: String) -> String {
        "10:00:07 \(sound)\n10:00:08 audio.interruptionBegin\n10:00:09 audio.interruptionEnd shouldResume=false"
    }

    @Test(arguments: [
        ("", "systemPressure certain"),
        ("10:05:00 audio.interruptionEnd shouldResume=false\n", "systemPressure likely"),
        ("10:05:00 audio.interruptionEnd shouldResume=true\n", "systemPressure likely"),
        ("10:05:00 audio.interruptionEnd shouldResume=true\n10:05:01 audio.play\n", "systemPressure certain"),
    ])
    func `nothing tells that sound which was interrupted let an app run on`(after: String, expected: String) {
        let begin = after.isEmpty ? "" : "10:00:30 audio.interruptionBegin\n"
        let runs = timeline(
            SeenEndingTests.inBackground + "10:00:07 audio.play\n" + begin + after
                + "\(after.isEmpty ? "10:00" : "10:05"):40 process.exit namespace=JETSAM reason=vm-pageshortage")
        #expect(
            runs.first.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" } == expected,
            "\(runs.summary)")
    }

    /// What a report of a watchdog's code says beside it, and what becomes of that where no word of it tells the event.
    static let wordless: [(said: String, expected: String, candidate: EndingCause?)] = [
        (#"os="iPhone OS 10.3" load=idle"#, "backgroundTask likely", .watchdogOther),
        (#"os="iPhone OS 12.4" load=idle appState=background"#, "backgroundTask likely", .watchdogOther),
        (#"os="iPhone OS 12.4" load=idle appState=active"#, "watchdog.other likely", .backgroundTask),
        (#"os="iPhone OS 10.3""#, "watchdog.other likely", .backgroundTask),
        // Later systems have other codes for background tasks.
        (#"os="iPhone OS 13.0" load=idle"#, "watchdog.other certain", nil),
        ("load=idle", "watchdog.other certain", nil),
        (#"os="Watch OS 5.3" load=idle"#, "watchdog.other certain", nil),
        (#"os="iPhone OS 15.0" load=idle appState=background"#, "watchdog.other likely", .backgroundTask),
        (
            #"os="iPhone OS 10.3" load=idle explanation="com.acme.notes failed to suspend in time""#,
            "watchdog.sceneUpdate certain", nil
        ),
    ]

    @Test(arguments: wordless) func `a watchdog that does not say what it waited for may have waited for a task`(
        _ row: (said: String, expected: String, candidate: EndingCause?)
    ) {
        let runs = timeline(
            "10:00:20 report.crash app=com.acme.notes pid=7 namespace=SPRINGBOARD code=0x8badf00d signal=9 \(row.said)")
        #expect(runs.map(\.endingLine) == [row.expected], "\(row.said)\n\(runs.summary)")
        #expect(runs.first?.ending.candidates.map(\.cause) == row.candidate.map { [$0] } ?? [], "\(row.said)")
    }

    /// What iOS 9 says of a launch, and of a scene, with the time that they had.
    @Test(arguments: [
        ("failed to launch after 20.00s (launchIntent: foreground-interactive)", "watchdog.launch", 20_000_000_000),
        ("failed to scene-create after 19.87s", "watchdog.sceneCreate", 19_870_000_000),
        (
            "failed to scene-create after 18.20s (launch took 1.80s of total time limit 20.00s)",
            "watchdog.sceneCreate",
            20_000_000_000
        ),
    ])
    func `the time that a launch had is told`(said: String, cause: String, allowance: Int64) {
        let runs = timeline(
            "10:00:20 report.crash app=com.acme.notes pid=7 code=0x8badf00d explanation=\"com.acme.notes \(said)\"")
        #expect(runs.first?.ending.cause.rawValue == cause, "\(runs.summary)")
        #expect(runs.first?.ending.detail[.allowance] == .duration(allowance), "\(runs.summary)")
    }
}
