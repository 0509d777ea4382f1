// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// What a report adds to an ending that others told, too.
@Suite struct ReportedEndingTests {
    static let inBackground = SeenEndingTests.inBackground

    @Test func `what only the report has measured is told, though a line of the system is first`() {
        let runs = timeline(
            Self.inBackground + """
                10:00:16 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d \
                explanation="scene-update watchdog transgression: time allowance of 10.00 seconds"
                10:00:16.5 report.crash pid=7 namespace=FRONTBOARD code=0x8badf00d signal=9 cpuShare=0.912 load=busy \
                thermal=nominal
                """)
        let ending = runs.first?.ending
        #expect(ending?.cause == .watchdogSceneUpdate)
        #expect(ending?.detail[.load] == .string("busy"))
        #expect(ending?.detail[.cpuShare] == .number(0.912))
        #expect(ending?.detail[.thermal] == .string("nominal"))
    }

    static let endsOfLaunch: [(before: String, report: String, state: AppState)] = [
        (
            "", "namespace=DYLD code=1 explanation=\"(terminated at launch; ignore backtrace) Library not loaded\"",
            .launching
        ),
        ("", "namespace=DYLD code=4 explanation=\"Symbol not found\"", .active),
        (
            "", "signal=6 explanation=\"UIScene lifecycle is required. Failure to adopt will result in an assert.\"",
            .launching
        ),
        ("", "signal=5 sceneMandate=true", .launching),
        // As a warning it says what will be required.
        ("", "signal=6 explanation=\"UIScene lifecycle will soon be required\"", .active),
        // It may have been launched long before it was to be shown, and who says what it saw is closer.
        ("09:00:00 process.launch pid=7\n", "signal=5 sceneMandate=true", .active),
        ("", "signal=5 sceneMandate=true state=active", .active),
    ]

    @Test(arguments: endsOfLaunch) func `a report may say that the app got no further than its launch`(
        _ row: (before: String, report: String, state: AppState)
    ) {
        let begin = row.before.isEmpty ? "10:00:00 process.launch class=report pid=7\n" : row.before
        let report = "10:00:05 report.crash pid=7 appState=active visibility=Foreground \(row.report)"
        let runs = timeline(begin + report)
        #expect(runs.map(\.stateAtEnd) == [row.state], "\(row.report)\n\(runs.summary)")
        if row.state == .launching { #expect(runs.map(\.launchLine) == ["foreground likely"], "\(runs.summary)") }
    }

    @Test func `whom its report saw in front was there, however young`() throws {
        let runs = timeline(
            """
            10:00:00 process.launch class=report pid=7
            10:00:00.9 report.crash pid=7 signal=11 role=Foreground appState=active visibility=Foreground
            """)
        let run = try #require(runs.first)
        #expect(run.stateAtEnd == .active && run.isSeenInFront && run.isVisible, "\(runs.summary)")
        #expect(run.story.contains("Its report says that it was in front."), "\(run.story)")
    }

    static let explanations: [(said: String, told: String)] = [
        (
            "<RBSTerminateContext| domain:10 code:0xC00010FF explanation:%CPU: 41.92% (sampled for 10.0 s)",
            "%CPU: 41.92% (sampled for 10.0 s)"
        ),
        (
            "<RBSTerminateContext| domain:15 code:0xBAADCA11 explanation:not reported reportType:CrashLog "
                + "maxTerminationResistance:Interactive>", "not reported"
        ),
        ("<RBSTerminateContext| domain:15 code:0xDEAD10CC>", "<RBSTerminateContext| domain:15 code:0xDEAD10CC>"),
        ("index 3 beyond bounds", "index 3 beyond bounds"),
    ]

    @Test(arguments: explanations) func `of a description of a kill the sentence is told`(said: String, told: String) {
        let exit = "10:00:16 process.exit pid=7 namespace=RUNNINGBOARD code=0xbaadca11 explanation=\"\(said)\""
        let runs = timeline(Self.inBackground + exit)
        #expect(runs.first?.ending.detail[.explanation] == .string(told))
    }

    /// What the kernel's report says of a process that nothing else tells of, and what became of it.
    static let jetsams: [(said: String, expected: String)] = [
        ("reason=disk-space-shortage states=background", "systemPressure certain kind=disk-space-shortage"),
        ("reason=sustained-memory-pressure states=background", "systemPressure certain kind=sustained-memory-pressure"),
        ("reason=sustained-memory-pressure states=suspended", "reclaimed certain"),
        ("reason=sustained-memory-pressure states=idle", "reclaimed certain"),
        ("reason=sustained-memory-pressure", "reclaimed certain"),
        ("reason=sustained-memory-pressure band=30", "systemPressure likely kind=sustained-memory-pressure"),
        ("reason=sustained-memory-pressure band=0", "reclaimed certain"),
        ("reason=idle-exit states=background", "reclaimed certain"),
        ("reason=vm-pageshortage band=100", "systemPressure likely kind=vm-pageshortage"),
        ("reason=vm-pageshortage band=30", "systemPressure likely kind=vm-pageshortage"),
        ("reason=vm-pageshortage band=0", "reclaimed likely"),
        ("reason=vm-pageshortage", "unknown possible"),
        ("reason=per-process-limit band=0", "memoryLimit certain"),
    ]

    @Test(arguments: jetsams) func `what the kernel says that a process did tells whether it was in use`(
        said: String, expected: String
    ) {
        let runs = timeline("10:00:00 report.jetsam app=com.acme.notes pid=7 \(said)")
        #expect(runs.map(\.endingLine) == [expected], "\(said)\n\(runs.summary)")
    }

    @Test(arguments: [
        (
            "report.jetsam pid=7 reason=vm-pageshortage",
            "; the kernel ended it (vm-pageshortage), and whether it was in use is not said."
        ),
        (
            "process.exit pid=7 class=report namespace=JETSAM code=2 signal=9",
            "; the kernel ended it (highwater), and whether it was in use is not said."
        ),
        ("report.jetsam pid=7 reason=some-new-reason", "; what was said of it names no cause that is known."),
        (
            #"process.state pid=7 task=notRunning explanation="the job-submitter has disconnected""#,
            "; what was said of it, “the job-submitter has disconnected”, names no cause that is known."
        ),
        ("process.exit pid=7 class=report signal=9", "; nothing says why."),
    ])
    func `of a kill whose reason is known only the use is not said`(said: String, told: String) {
        let runs = timeline("10:00:00 " + said)
        #expect(runs.map(\.ending.cause) == [.unknown])
        #expect(runs.first?.story.contains(told) == true, "\(runs.summary)")
    }

    /// Of the launch itself nothing is told.
    @Test(arguments: ["process-launch", "scene-create"]) func `a launch behind the front is not seen`(_ event: String) {
        func run(_ visibility: String, before: String = "") -> AppRun? {
            timeline(
                before + "10:00:20 report.crash pid=7 namespace=FRONTBOARD code=0x8badf00d appState=launching "
                    + "visibility=\(visibility) explanation=\"\(event) watchdog transgression\" windowed=true"
            ).first
        }
        let behind = run("Background")
        #expect(behind?.stateAtEnd == .background && behind?.isVisible == false, "\(behind?.summary ?? "")")
        let inFront = run("Foreground")
        #expect(inFront?.stateAtEnd == .launching && inFront?.isVisible == true, "\(inFront?.summary ?? "")")
        let launched = run("Background", before: "10:00:00 process.launch pid=7\n")
        #expect(launched?.stateLine == "background 10:00:00", "\(launched?.summary ?? "")")
    }
}
