// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Witnesses of one death of which one says more than the other, or says it in an unusual way.
@Suite struct CompetingWitnessTests {
    private static let inFront = SeenEndingTests.inFront
    private static let inBackground = SeenEndingTests.inBackground

    static let reports: [(exit: String, report: String, expected: String)] = [
        ("signal=9", "report.jetsam pid=7 reason=per-process-limit", "memoryLimit certain"),
        ("namespace=2 code=9 status=9", "report.jetsam pid=7 reason=per-process-limit", "memoryLimit certain"),
        ("signal=9", "report.jetsam pid=7 reason=vm-pageshortage", "systemPressure certain kind=vm-pageshortage"),
        ("signal=9", "report.resource pid=7 kind=cpu fatal=true", "cpuLimit certain"),
        ("signal=9", "report.crash pid=7 exceptionType=EXC_RESOURCE kind=memory", "memoryLimit certain"),
        // What the system says with its code outranks it as ever.
        ("namespace=RUNNINGBOARD code=0xdead10cc", "report.jetsam pid=7 reason=highwater", "fileLock certain"),
    ]

    @Test(arguments: reports) func `a report that tells the kill says more than its signal`(
        _ row: (exit: String, report: String, expected: String)
    ) {
        for (first, second) in [(row.exit, row.report), (row.report, row.exit)] {
            let lines = [first, second].map { $0 == row.exit ? "process.exit pid=7 " + $0 : $0 }
            let runs = timeline(Self.inFront + "10:00:20 \(lines[0])\n10:00:20.5 \(lines[1])")
            #expect(runs.map(\.endingLine) == [row.expected], "\(row)\n\(runs.summary)")
            #expect(runs.first?.ruledOut.contains(.memoryLimit) == false)
        }
    }

    private static let range = #"exception=NSRangeException explanation="index 7 beyond bounds""#

    /// Two witnesses of one crash, how it is judged, and what is quoted of it.
    static let quotes: [(first: String, second: String, expected: String, words: String?)] = [
        (range, "namespace=2 code=6 status=6", "crash.exception certain", "index 7 beyond bounds"),
        (range, "signal=6 explanation=\"abort() called\"", "crash.exception certain", "index 7 beyond bounds"),
        // Nobody says what that one said.
        ("exception=NSException", #"signal=6 explanation="abort() called""#, "crash.exception certain", nil),
        // The name that C++ has for all of them tells less.
        ("exception=NSException", range, "crash.exception certain", "index 7 beyond bounds"),
        ("thrown=true", #"signal=6 explanation="abort() called""#, "crash.exception certain", "abort() called"),
        (
            #"explanation="Fatal error: Index out of range""#, "namespace=2 code=5 status=5", "crash.assertion certain",
            "Fatal error: Index out of range"
        ),
        // Words of no failure are not those of one.
        (#"explanation="Goodbye""#, "namespace=2 code=11 status=11", "crash.signal certain", nil),
        // What the system kills for is not what an exception says.
        (range, "namespace=RUNNINGBOARD code=0xdead10cc", "fileLock certain", nil),
    ]

    @Test(arguments: quotes) func `the words of an end are those of who knows what it was`(
        _ row: (first: String, second: String, expected: String, words: String?)
    ) {
        for (first, second) in [(row.first, row.second), (row.second, row.first)] {
            let lines = [first, second].map {
                "process.exit pid=7 " + ($0.hasPrefix("namespace") ? $0 : "class=app " + $0)
            }
            let runs = timeline(Self.inFront + "10:00:20 \(lines[0])\n10:00:20.2 \(lines[1])")
            #expect(runs.map { $0.endingLine.split(separator: " ").prefix(2).joined(separator: " ") } == [row.expected])
            #expect(runs.first?.ending.detail[.explanation] == row.words.map(Value.string), "\(row)\n\(runs.summary)")
        }
    }

    static let halves: [(exit: String, expected: String)] = [
        ("namespace=2 code=SIGSEGV", "crash.signal certain"),
        ("namespace=2 code=SIGSEGV(11)", "crash.signal certain"),
        ("namespace=2 status=11", "crash.signal certain"),
        ("namespace=2", "unknown possible"),
        ("namespace=2 code=0", "unknown possible"),
        ("namespace=2 code=0 signal=11", "crash.signal certain"),
        ("namespace=1", "unknown possible"),
        ("namespace=1 code=per-process-limit(7)", "memoryLimit certain"),
        ("namespace=3", "codeSigning likely"),
        ("namespace=10", "unknown possible"),
        ("namespace=15", "unknown possible"),
        ("namespace=15 code=3", "systemOther certain"),
        (#"namespace=10 explanation="scene-update watchdog transgression""#, "watchdog.sceneUpdate certain"),
        ("signal=0 status=0 code=0", "cleanExit certain"),
        ("signal=0 status=256", "exitCode certain"),
        ("signal=SIGSEGV", "crash.signal certain"),
        ("signal=SIGSEGV(11)", "crash.signal certain"),
        ("signal=SIGKILL", "unknown possible"),
        ("code=SIGSEGV", "crash.signal certain"),
        ("signal=SIGNOTHING", "unknown possible"),
    ]

    @Test(arguments: halves) func `what an exit leaves out is not made up`(_ row: (exit: String, expected: String)) {
        let runs = timeline(Self.inFront + "10:00:20 process.exit pid=7 " + row.exit)
        #expect(runs.map(\.endingLine) == [row.expected], "\(row.exit)\n\(runs.summary)")
    }

    @Test func `a kill for memory that says no more may be for the app's own`() {
        let runs = timeline(Self.inFront + "10:00:20 process.exit pid=7 namespace=1")
        #expect(runs.first?.candidateLine == "systemPressure possible, memoryLimit possible", "\(runs.summary)")
        let behind = timeline(SeenEndingTests.suspended + "10:00:20 process.exit pid=7 namespace=1")
        #expect(behind.first?.endingLine == "reclaimed likely", "\(behind.summary)")
    }

    @Test func `who is ended by a part of the system did not crash`() {
        let runs = timeline(Self.inFront + "10:00:20 process.exit pid=7 namespace=15")
        #expect(runs.first?.ruledOut.contains(.crashSignal) == true, "\(runs.summary)")
    }

    /// What the kernel's report says of the state that it found the process in.
    static let states: [(before: String, states: String, expected: String, isVisible: Bool)] = [
        (SeenEndingTests.active, "suspended appState=suspended", "reclaimed certain", false),
        (inFront, "suspended appState=suspended", "reclaimed certain", false),
        (inFront, "background appState=background", "systemPressure certain kind=vm-pageshortage", false),
        (inBackground, "suspended appState=suspended", "reclaimed certain", false),
        (inBackground, "frontmost appState=active", "systemPressure certain kind=vm-pageshortage", true),
        (inBackground, "frontmost", "systemPressure certain kind=vm-pageshortage", true),
        (inBackground, "background appState=background", "systemPressure certain kind=vm-pageshortage", false),
        // That it was resumed is not in the log, which may have ended before.
        (
            SeenEndingTests.suspended, "background appState=background", "systemPressure likely kind=vm-pageshortage",
            false
        ),
        (
            SeenEndingTests.suspended, "frontmost appState=active", "systemPressure certain kind=vm-pageshortage", true
        ),
        (SeenEndingTests.suspended, "suspended appState=suspended", "reclaimed certain", false),
    ]

    @Test(arguments: states) func `the kernel's report tells whether it ran`(
        _ row: (before: String, states: String, expected: String, isVisible: Bool)
    ) {
        let runs = timeline(row.before + "14:45:00 report.jetsam pid=7 reason=vm-pageshortage states=\(row.states)")
        #expect(runs.map(\.endingLine) == [row.expected], "\(row)\n\(runs.summary)")
        #expect(runs.first?.isVisible == row.isVisible, "\(row)\n\(runs.summary)")
    }

    @Test func `where only the kernel tells that it was left, it tells the last state`() {
        let run = timeline(
            SeenEndingTests.active
                + "14:45:00 report.jetsam pid=7 reason=vm-pageshortage states=suspended appState=suspended"
        ).first
        #expect(run?.stateAtEnd == .suspended)
    }

    /// What is told of an app that was left, the report that found it in front, and whether that was later.
    static let returns: [(before: String, report: String, isVisible: Bool, isMismatch: Bool)] = [
        (inBackground, "10:05:00 report.jetsam pid=7 reason=vm-pageshortage states=frontmost", true, true),
        (inBackground, "10:05:00 report.crash pid=7 signal=11 appState=active", true, true),
        (inBackground, "10:05:00 report.crash pid=7 signal=11 appState=background", false, false),
        // What goes on while an app is left may be told late.
        (inBackground, "10:00:08 report.crash pid=7 signal=11 appState=active", false, false),
        // It was heard of in between, and told nothing of a return.
        (
            inBackground + "10:04:58 memory.warning pid=7\n", "10:05:00 report.crash pid=7 signal=11 appState=active",
            false, true
        ),
        // Nobody knows when.
        (inBackground, "10:05:00 report.crash pid=7 signal=11 appState=active windowed=true", false, false),
        (inFront, "10:05:00 report.crash pid=7 signal=11 appState=active", true, false),
        // What crashes runs: it was resumed behind the end of the log.
        (SeenEndingTests.suspended, "10:05:00 report.crash pid=7 signal=11 appState=active", true, true),
        (SeenEndingTests.suspended, "10:05:00 report.crash pid=7 signal=11 appState=background", false, false),
        (SeenEndingTests.suspended, "10:05:00 process.exit pid=7 namespace=SIGNAL code=11", false, false),
        (
            SeenEndingTests.suspended,
            "10:05:00 report.crash pid=7 namespace=FRONTBOARD code=0x8badf00d appState=active", true, true
        ),
    ]

    @Test(arguments: returns) func `a report that finds an app in front is later than what left it behind`(
        _ row: (before: String, report: String, isVisible: Bool, isMismatch: Bool)
    ) {
        let runs = timeline(row.before + row.report)
        #expect(runs.map(\.isVisible) == [row.isVisible], "\(row)\n\(runs.summary)")
        #expect(
            runs.first?.anomalies.map(\.code) == (row.isMismatch ? [.stateMismatch] : []), "\(row)\n\(runs.summary)")
        #expect(runs.first?.stateAtEnd == (row.isVisible ? .active : .background), "\(row)\n\(runs.summary)")
        let told =
            "It went to the background at 10:00:06, and nothing tells that it came back, but its report says that it was active."
        #expect(runs.first?.story.contains(told) == (row.isVisible && row.isMismatch), "\(row)\n\(runs.summary)")
    }

    /// What shows that it was resumed need not tell to where.
    @Test(arguments: [
        ("report.crash pid=7 signal=6 exception=NSRangeException", AppState?.none),
        ("report.crash pid=7 signal=11 appState=background", .background),
        ("report.crash pid=7 signal=11\n10:05:00.5 process.exit pid=7 namespace=SIGNAL code=11", .background),
        ("process.exit pid=7 namespace=SIGNAL code=11\n10:05:00.5 report.crash pid=7 signal=11", .background),
    ])
    func `where an app was that only its report shows to have been resumed is not made up`(
        _ row: (end: String, state: AppState?)
    ) {
        let runs = timeline(SeenEndingTests.suspended + "10:05:00 " + row.end)
        #expect(runs.map(\.stateAtEnd) == [row.state], "\(row)\n\(runs.summary)")
        #expect(runs.map(\.isVisible) == [false], "\(row)\n\(runs.summary)")
        let told =
            "background at 10:00:06 and was suspended at 10:00:07; no line tells when it was resumed. At 10:05:00"
        #expect(runs.first?.story.contains(told) == true, "\(row)\n\(runs.summary)")
    }

    /// What is told before, a report and a log's line of the end, the state that counts, how it is judged, and whether
    /// the two disagree.
    static let ends:
        [(before: String, report: String, exit: String, state: AppState, ending: String, isMismatch: Bool)] = [
            (
                inFront, "report.crash pid=7 signal=11 appState=background", "namespace=SIGNAL code=11", .active,
                "crash.signal certain", true
            ),
            // The kernel's word is about the very kill.
            (
                inFront, "report.jetsam pid=7 reason=vm-pageshortage states=background", "namespace=JETSAM code=4",
                .background, "systemPressure certain kind=vm-pageshortage", true
            ),
            (
                SeenEndingTests.suspended, "report.jetsam pid=7 reason=vm-pageshortage states=frontmost",
                "namespace=JETSAM code=4", .active, "systemPressure likely kind=vm-pageshortage", true
            ),
            (
                SeenEndingTests.suspended, "report.jetsam pid=7 reason=vm-pageshortage states=background",
                "namespace=JETSAM code=4", .background, "systemPressure likely kind=vm-pageshortage", false
            ),
            (
                inBackground + "10:00:06.5 process.state class=runningboard pid=7 task=running visibility=background\n",
                "report.jetsam pid=7 reason=vm-pageshortage states=frontmost", "namespace=JETSAM code=4", .active,
                "systemPressure certain kind=vm-pageshortage", true
            ),
            // What only runs was resumed, and who tells of suspensions, and of the end, else tells what was between
            // them.
            (
                SeenEndingTests.suspended, "report.crash pid=7 namespace=GUARD code=3 signal=9 appState=active",
                "namespace=SIGNAL code=9", .active, "guard certain kind=machPort", true
            ),
            (
                SeenEndingTests.suspended, "report.crash pid=7 namespace=SIGNAL code=9 signal=9 appState=active",
                "namespace=SIGNAL code=9", .suspended, "unknown possible", true
            ),
            // A suspension that was concluded from silence is none.
            (
                inBackground, "report.crash pid=7 namespace=GUARD code=3 signal=9 appState=background", "status=9",
                .background, "guard certain kind=machPort", false
            ),
            (
                inBackground, "report.resource pid=7 kind=cpu fatal=true", "status=9", .background,
                "cpuLimit certain", false
            ),
            // Nobody would have told that it was left.
            (
                SeenEndingTests.active, "report.crash pid=7 signal=11 appState=background", "namespace=SIGNAL code=11",
                .background, "crash.signal certain", false
            ),
        ]

    @Test(arguments: ends) func `whether a report or a log tells the end first is chance`(
        _ row: (before: String, report: String, exit: String, state: AppState, ending: String, isMismatch: Bool)
    ) {
        let exit = "process.exit pid=7 class=runningboard \(row.exit)"
        for (first, second) in [(row.report, exit), (exit, row.report)] {
            let runs = timeline(row.before + "10:05:00 \(first)\n10:05:00.5 \(second)")
            #expect(runs.map(\.stateAtEnd) == [row.state], "\(row)\n\(runs.summary)")
            #expect(runs.map(\.endingLine) == [row.ending], "\(row)\n\(runs.summary)")
            #expect(runs.first?.anomalyCodes == (row.isMismatch ? "state-mismatch" : ""), "\(row)\n\(runs.summary)")
        }
    }

    /// What is told of an app in front, the report that found it behind, the state in which it ended, and whether the
    /// two disagree.
    static let leavings: [(before: String, report: String, state: AppState?, isMismatch: Bool)] = [
        (inFront, "10:05:00 report.crash pid=7 signal=11 appState=background", .background, false),
        (inFront, "10:05:00 report.jetsam pid=7 reason=vm-pageshortage states=background", .background, false),
        (inFront, "10:05:00 report.jetsam pid=7 reason=vm-pageshortage states=suspended", .suspended, false),
        (
            inFront + "10:00:04 app.willResignActive\n", "10:05:00 report.crash pid=7 signal=11 appState=background",
            .background, false
        ),
        // Of its launch nothing more is told.
        (
            "10:00:00 process.launch pid=7\n10:00:00.3 app.didFinishLaunching\n",
            "10:05:00 report.crash pid=7 signal=11 appState=background", .background, false
        ),
        (
            "10:00:00 process.launch pid=7\n10:00:00.3 app.didFinishLaunching\n",
            "10:00:20 report.crash pid=7 signal=11 appState=background", .launching, false
        ),
        // What goes on while an app comes to the front may be told late.
        (inFront, "10:00:07 report.crash pid=7 signal=11 appState=background", .active, false),
        // It was heard of in between, and would have told that it was left.
        (
            inFront + "10:04:58 memory.warning pid=7\n",
            "10:05:00 report.crash pid=7 signal=11 appState=background", .active, true
        ),
        (
            inFront + "10:04:58 memory.warning pid=7\n",
            "10:05:00 report.jetsam pid=7 reason=vm-pageshortage states=background", .background, true
        ),
        (
            inFront + "10:05:00 process.exit pid=7 class=runningboard namespace=SIGNAL code=11\n",
            "10:05:00.5 report.crash pid=7 signal=11 appState=background", .active, true
        ),
        // It would not.
        (
            SeenEndingTests.active + "10:04:58 memory.warning pid=7\n",
            "10:05:00 report.crash pid=7 signal=11 appState=background", .background, false
        ),
        (inFront, "10:05:00 report.crash pid=7 signal=11 appState=background windowed=true", .active, false),
        (inFront, "10:05:00 report.resource pid=7 kind=cpu fatal=true appState=background", .active, false),
    ]

    @Test(arguments: leavings) func `a report that finds an app behind the front is later than what brought it there`(
        _ row: (before: String, report: String, state: AppState?, isMismatch: Bool)
    ) {
        let runs = timeline(row.before + row.report)
        #expect(runs.map(\.stateAtEnd) == [row.state], "\(row)\n\(runs.summary)")
        #expect(
            runs.first?.anomalies.map(\.code) == (row.isMismatch ? [.stateMismatch] : []), "\(row)\n\(runs.summary)")
        if row.state == .background { #expect(runs.first?.isVisible == false, "\(row)\n\(runs.summary)") }
    }

    @Test func `when an app was left that only a report tells to be behind is not told`() {
        let report = "10:05:00 report.crash pid=7 signal=11 appState=background"
        let runs = timeline(Self.inFront + report)
        let told = "It became active at 10:00:03; its report says that it was in the background by then. At 10:05:00"
        #expect(runs.first?.story.contains(told) == true, "\(runs.summary)")
        // Nor where a log tells the end a moment later.
        let later = timeline(
            SeenEndingTests.active + report + "\n10:05:00.2 process.exit pid=7 class=runningboard namespace=2 code=11")
        #expect(
            later.first?.story.contains(
                "its report says that it was in the background by then. At 10:05:00.2 it crashed")
                == true, "\(later.summary)")
    }

    static let limits: [(task: String, exit: String, expected: String)] = [
        ("10:00:06.1 backgroundTask.begin task=1\n10:00:33 backgroundTask.expire task=1\n", "10:00:38", "likely"),
        ("10:00:06.1 backgroundTask.begin task=1\n", "10:00:36", "likely"),
        ("10:00:06.1 backgroundTask.begin task=1\n", "10:00:16", "possible"),
        (
            "10:00:06.1 backgroundTask.begin task=1\n10:00:33 backgroundTask.expire task=1\n"
                + "10:00:34 backgroundTask.end task=1\n", "10:00:38", "possible"
        ),
        (
            "10:00:06.1 backgroundTask.begin task=1\n10:00:33 backgroundTask.expire task=1\n", "10:20:38",
            "possible"
        ),
    ]

    @Test(arguments: limits) func `a bare kill does not speak against a task at its limit`(
        _ row: (task: String, exit: String, expected: String)
    ) {
        let runs = timeline(Self.inBackground + row.task + "\(row.exit) process.exit pid=7 signal=9")
        let expected = row.expected == "likely" ? "backgroundTask likely kind=expired" : "unknown possible"
        #expect(runs.map(\.endingLine) == [expected], "\(row)\n\(runs.summary)")
    }

    @Test func `what an SDK saw leave in order was neither killed nor did it crash`() {
        let runs = timeline(Self.inFront + "10:10:00 process.exit pid=7 class=report sdkGuess=is_clean_exit")
        #expect(runs.map(\.ending.cause) == [.unknown])
        #expect(runs.first?.ending.candidates.map(\.cause) == [.cleanExit, .userQuit], "\(runs.summary)")
    }

    static let suppositions: [(guess: String, first: [EndingCause])] = [
        ("low_battery", [.reboot]), ("anr_foreground", [.watchdogOther, .userQuit]),
        ("crashed", [.crashSignal, .crashException, .memoryLimit, .systemPressure, .watchdogOther]),
        ("device.crash", [.crashSignal, .crashException]), ("sys.ios.crash", [.crashSignal, .crashException]),
    ]

    @Test(arguments: suppositions) func `what an SDK supposes comes first of what may have been`(
        _ row: (guess: String, first: [EndingCause])
    ) {
        for begin in [Self.inFront, ""] {
            let runs = timeline(begin + "10:10:00 process.exit pid=7 class=report sdkGuess=" + row.guess)
            #expect(runs.map(\.ending.cause) == [.unknown])
            let candidates = runs.first?.ending.candidates.map(\.cause) ?? []
            #expect(candidates.starts(with: row.first), "\(row)\n\(runs.summary)")
        }
    }

    @Test func `what is likely stands before what is possible`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7 simulator=true
            10:00:05 report.crash pid=7 sdkGuess="out of memory"
            """)
        let likelihoods = runs.first?.ending.candidates.map(\.likelihood) ?? []
        #expect(likelihoods.contains(.likely), "\(runs.summary)")
        #expect(likelihoods == likelihoods.sorted(by: >), "\(runs.summary)")
    }
}
