// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Which run a report is about: what is missing is compatible with any, what differs is not missing.
@Suite struct ReportJoinTests {
    private static let header = "# app=com.acme.notes device=A1"
    private static let log = """
        10:00:00.000 process.launch intent=foreground
        10:00:00.200 app.didFinishLaunching
        10:00:00.300 app.didBecomeActive
        10:02:00 data.save document=a
        """

    /// `keys` are those of the log and of the report; `report` is what the report tells.
    static let rows: [(name: String, keys: (String, String), report: String, expected: [String])] = [
        (
            "another version, launched a little later",
            ("pid=71 appVersion=4.3 build=431", "pid=71 appVersion=3.0 build=300"),
            "10:00:10 process.launch class=report\n10:00:30 report.crash signal=11",
            ["71 stillRunning likely", "71 crash.signal certain identity-conflict"]
        ),
        (
            "another version, without a launch", ("pid=71 appVersion=4.3", "pid=71 appVersion=3.0"),
            "10:00:30 report.crash signal=11",
            ["71 stillRunning likely", "71 crash.signal certain identity-conflict"]
        ),
        (
            "another version, without ids", ("appVersion=4.3", "appVersion=3.0"), "10:00:30 report.crash signal=11",
            ["- stillRunning likely", "- crash.signal certain"]
        ),
        (
            "another version of the same second, where the log has no id", ("appVersion=4.3", "pid=55 appVersion=3.0"),
            "10:00:00.000 process.launch class=report\n10:00:30 report.crash signal=11",
            ["- stillRunning likely", "55 crash.signal certain"]
        ),
        (
            "another version, where id and start agree", ("pid=71 appVersion=5.0", "pid=71 appVersion=4.3"),
            "10:00:00.100 process.launch class=report\n10:02:30 report.crash signal=11",
            ["71 crash.signal certain identity-conflict"]
        ),
        (
            "one version, written in two ways",
            (
                "pid=71 appVersion=\"4.3 (431)\" os=\"iOS 26.1\"",
                "pid=71 appVersion=4.3 build=431 os=\"iPhone OS 26.1 (23B85)\""
            ),
            "10:02:30 report.crash signal=11", ["71 crash.signal certain"]
        ),
        (
            "another system", ("pid=71 os=\"iOS 17.4 (21E219)\"", "pid=71 os=\"iPhone OS 26.1 (23B85)\""),
            "10:00:30 report.crash signal=11",
            ["71 stillRunning likely", "71 crash.signal certain identity-conflict"]
        ),
        (
            "another model", ("pid=71 model=iPad8,1", "pid=71 model=iPhone14,7"), "10:00:30 report.crash signal=11",
            ["71 stillRunning likely", "71 crash.signal certain"]
        ),
        (
            "the host of a simulator",
            ("pid=71 os=\"iOS 18.1\" model=iPhone17,1", "pid=71 os=\"macOS 15.1\" model=Mac15,3"),
            "10:02:30 report.crash signal=11", ["71 crash.signal certain"]
        ),
        (
            "a start long before the launch that the log tells", ("pid=71", "pid=71"),
            "09:30:00 process.launch class=report\n10:02:30 report.crash signal=11",
            ["71 crash.signal certain identity-conflict", "71 stillRunning likely second-launch"]
        ),
        (
            "a log without ids that goes on", ("", "pid=55"),
            "10:00:28 report.jetsam reason=vm-pageshortage states=suspended",
            ["- stillRunning likely identity-conflict", "55 reclaimed certain"]
        ),
        (
            "a log without ids that goes on no longer", ("", "pid=55"),
            "10:02:28 report.crash signal=11", ["55 crash.signal certain"]
        ),
        (
            "another process that began with it", ("pid=71", "pid=99"),
            "10:00:00.100 process.launch class=report\n10:01:00 report.crash signal=11",
            ["71 stillRunning likely", "99 crash.signal certain identity-conflict"]
        ),
    ]

    @Test(arguments: rows.indices) func `a report joins the run that it is about`(_ index: Int) {
        let row = Self.rows[index]
        let files = [
            Self.header + " " + row.keys.0 + "\n" + Self.log, Self.header + " " + row.keys.1 + "\n" + row.report,
        ]
        for files in [files, files.reversed()] {
            let runs = timeline(files: files)
            let told = runs.map { run in
                [run.pid.map { String($0) } ?? "-", run.endingLine, run.anomalyCodes].filter { !$0.isEmpty }
                    .joined(separator: " ")
            }
            #expect(told == row.expected, "\(row.name)\n\(runs.summary)")
        }
    }

    /// The app's log tells neither an id nor what its process is called; each report tells a process by its name alone.
    @Test(arguments: [
        (
            "10:02:01 report.jetsam pid=55 process=Notes reason=vm-pageshortage states=suspended",
            ["com.acme.notes 55 Notes reclaimed"]
        ),
        (
            "10:02:01 report.jetsam pid=55 process=MobileSafari reason=vm-pageshortage states=suspended",
            ["com.acme.notes - - stillRunning", "- 55 MobileSafari reclaimed"]
        ),
        (
            "10:02:01 report.jetsam pid=55 process=NotesShare reason=per-process-limit",
            ["com.acme.notes - - stillRunning", "- 55 NotesShare memoryLimit"]
        ),
        (
            "10:02:01 report.crash pid=55 process=WhatsApp",
            ["com.acme.notes - - stillRunning", "- 55 WhatsApp unknown"]
        ),
        (
            "10:01:00 process.launch class=report pid=55 process=mediaserverd\n"
                + "10:01:30 report.crash pid=55 process=mediaserverd signal=11",
            ["com.acme.notes - - stillRunning", "- 55 mediaserverd crash.signal"]
        ),
        (
            // Who goes on is listed, too: it contradicts no more than the log does.
            """
            10:00:28 report.jetsam pid=55 process=Notes reason=per-process-limit
            10:00:30 report.jetsam pid=70 process=MobileMail states=suspended
            """, ["com.acme.notes - - stillRunning", "- 55 Notes memoryLimit"]
        ),
        (
            """
            10:02:01 report.jetsam pid=55 process=AcmeNotes reason=per-process-limit
            10:02:03 report.jetsam pid=70 process=Notes states=frontmost
            """, ["com.acme.notes 70 Notes stillRunning", "- 55 AcmeNotes memoryLimit"]
        ),
    ])
    func `a report of another name is about another process`(_ row: (report: String, runs: [String])) {
        let files = ["# app=com.acme.notes device=A1\n" + Self.log, "# device=A1\n" + row.report]
        for files in [files, files.reversed()] {
            let told = timeline(files: files).map { run in
                "\(run.app ?? "-") \(run.pid.map { String($0) } ?? "-") \(run.process ?? "-") \(run.ending.cause.rawValue)"
            }
            #expect(Set(told) == Set(row.runs) && told.count == row.runs.count, "\(row.report): \(told)")
        }
    }

    /// `after` is what ended the run before this one, and not what ended another one later.
    @Test(arguments: [("09:59:00", "10:01:00"), ("10:00:00.100", "10:01:00")])
    func `a launch does not come after a crash that was later`(_ times: (launch: String, end: String)) {
        let report = "\(times.launch) process.launch class=report pid=99\n\(times.end) report.crash pid=99 signal=11"
        let runs = timeline(files: [Self.header + " pid=71\n" + Self.log, Self.header + "\n" + report])
        #expect(runs.count == 2, "\(runs.summary)")
        #expect(runs.allSatisfy { $0.launch.after == nil }, "\(runs.summary)")
    }

    /// The system takes some seconds to write what it saw.
    @Test(arguments: [" pid=71", ""])
    func `what a log tells of states after the crash that a report without an id tells moves none`(id: String) {
        let log = """
            09:59:00.000 app.didFinishLaunching state=inactive
            09:59:00.400 app.didBecomeActive
            10:00:20.000 app.willResignActive
            10:00:20.500 app.didEnterBackground
            10:00:25.000 process.suspend
            """
        let files = [
            ReportJoinTests.header + id + "\n" + log, ReportJoinTests.header + "\n10:00:05 report.crash signal=11",
        ]
        for isReversed in [false, true] {
            let runs = timeline(files: files, isReversed: isReversed)
            #expect(runs.map(\.endingLine) == ["crash.signal certain"], "\(runs.summary)")
            #expect(runs.first?.stateNames == "launching active", "\(runs.summary)")
            #expect(runs.first?.isVisible == true && runs.first?.stateAtEnd == .active)
        }
    }

    /// Half a second is less than two clocks are apart: the app itself goes on for longer.
    @Test func `a crash a moment before the log leaves the front is not told for certain`() {
        let log = """
            09:59:00.000 app.didFinishLaunching state=inactive
            09:59:00.400 app.didBecomeActive
            10:00:05.500 app.willResignActive
            10:00:05.800 app.didEnterBackground
            10:00:08.000 data.save document=x
            """
        let files = [
            ReportJoinTests.header + "\n" + log, ReportJoinTests.header + "\n10:00:05.000 report.crash signal=11",
        ]
        for isReversed in [false, true] {
            let runs = timeline(files: files, isReversed: isReversed)
            #expect(runs.map(\.endingLine) == ["crash.signal likely"], "\(runs.summary)")
        }
    }

    @Test func `a report that comes after the next launch is about the death before it`() {
        let log = """
            10:00:00 process.state pid=500 class=frontboard task=running visibility=foreground
            10:01:00.010 process.exit pid=500 class=runningboard namespace=JETSAM code=4
            10:01:01.050 process.state pid=520 class=frontboard task=running visibility=foreground
            10:01:03.000 process.state pid=520 class=frontboard task=running visibility=foreground
            10:02:30.000 process.state pid=520 class=frontboard task=running visibility=foreground
            """
        let report = "10:01:04.420 report.jetsam pid=500 process=Notes reason=vm-pageshortage states=frontmost"
        let runs = timeline(files: [Self.header + "\n" + log, "# device=A1\n" + report])
        #expect(runs.map(\.pid) == [500, 520], "\(runs.summary)")
        #expect(runs.map(\.ending.cause) == [.systemPressure, .stillRunning], "\(runs.summary)")
    }

    @Test func `a report of a later process ends the one that was heard of no more`() {
        let report = "10:05:00 process.launch class=report pid=99\n10:06:00 report.crash pid=99 signal=11"
        let next = "10:10:00 process.launch pid=120 intent=foreground\n10:10:00.5 app.didBecomeActive pid=120"
        let runs = timeline(files: [Self.header + " pid=71\n" + Self.log, Self.header + "\n" + report + "\n" + next])
        #expect(runs.map(\.pid) == [71, 99, 120], "\(runs.summary)")
        #expect(runs.map(\.ending.cause) == [.unknown, .crashSignal, .stillRunning], "\(runs.summary)")
        #expect(runs.last?.launch.after == .crashSignal, "\(runs.summary)")
    }

    /// `log` is what was told before ReportCrash says, without an id, what it has written a report of.
    static let counted: [(log: String, expected: [String])] = [
        // Long after the end was told.
        ("10:02:10 process.exit pid=71 namespace=3 code=2 status=9", ["71 codeSigning certain kind=invalidPage"]),
        // The app was launched again by then.
        (
            """
            10:02:10 process.exit pid=71 namespace=3 code=2 status=9
            10:02:12 process.launch pid=72 intent=foreground
            """, ["71 codeSigning certain kind=invalidPage", "72 stillRunning likely"]
        ),
        (
            """
            10:02:14 process.exit pid=71 namespace=3 code=2 status=9
            10:02:14.5 process.launch pid=72 intent=foreground
            """, ["71 codeSigning certain kind=invalidPage", "72 stillRunning likely"]
        ),
        // It was told of that death already.
        (
            """
            10:02:10 process.exit pid=71 namespace=3 code=2 status=9
            10:02:11 process.exit class=report reported=true namespace=CODESIGNING code=2
            10:02:12 process.launch pid=72 intent=foreground
            """, ["71 codeSigning certain kind=invalidPage", "72 codeSigning certain kind=invalidPage"]
        ),
        // That one ended of something else.
        (
            """
            10:02:10 process.exit pid=71 namespace=10 code=0xdeadfa11 status=9
            10:02:12 process.launch pid=72 intent=foreground
            """, ["71 userQuit certain", "72 codeSigning certain kind=invalidPage"]
        ),
        // Nothing else tells the end.
        ("10:02:10 data.save pid=71 document=b", ["71 codeSigning certain kind=invalidPage"]),
    ]

    @Test(arguments: counted) func `what ReportCrash counts is the death that was seen before`(
        _ row: (log: String, expected: [String])
    ) {
        let begin = "10:00:00 process.launch pid=71 intent=foreground\n10:00:00.3 app.didBecomeActive pid=71\n"
        let end = "\n10:02:15 process.exit class=report reported=true namespace=CODESIGNING code=2"
        let runs = timeline(begin + row.log + end)
        #expect(runs.map { "\($0.pid.map(String.init) ?? "-") \($0.endingLine)" } == row.expected, "\(runs.summary)")
    }
}
