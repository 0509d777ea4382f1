// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// Lines that name a process and neither its app nor its id, beside lines that name apps: whose words they are.
@Suite struct ProcessNameTests {
    /// Two apps, told by bundle id and pid as the system does.
    static let launched = """
        10:00:00 process.launch app=com.acme.tidy-notes pid=7
        10:00:01 process.state app=com.acme.tidy-notes pid=7 task=running visibility=foreground
        10:00:02 process.launch app=com.example.game pid=8

        """

    static let cases: [(name: String, log: String, runs: [String])] = [
        (
            "a name that is like a bundle id",
            launched + #"10:00:05 memory.warning process="Tidy Notes""#,
            ["com.acme.tidy-notes 7 Tidy Notes stillRunning", "com.example.game 8 - stillRunning"]
        ),
        (
            "a name that is like no bundle id is another process",
            """
            10:00:00 process.launch app=com.acme.tidy-notes pid=7
            10:00:05 process.exit process=Radio class=app exception=NSRangeException
            10:00:09 process.suspend app=com.acme.tidy-notes pid=7
            """, ["com.acme.tidy-notes 7 - stillRunning", "- - Radio crash.exception"]
        ),
        (
            "also where its lines come first",
            """
            10:00:00 memory.warning process=Radio
            10:00:05 process.launch app=com.acme.tidy-notes pid=7
            10:00:06 process.exit app=com.acme.tidy-notes pid=7 signal=11
            """, ["- - Radio stillRunning", "com.acme.tidy-notes 7 - crash.signal"]
        ),
        (
            "the process of an app is none of its extensions",
            """
            10:00:00 process.launch app=com.acme.notes.share pid=7 host=extension
            10:00:05 memory.warning process=Notes
            """, ["com.acme.notes.share 7 - stillRunning", "- - Notes stillRunning"]
        ),
        (
            "the company may be what a name is like",
            "10:00:00 process.launch app=com.radio.client pid=7\n10:00:05 memory.warning process=Radio",
            ["com.radio.client 7 Radio stillRunning"]
        ),
        (
            "what has more behind the name of the app is an extension, or another's",
            """
            10:00:00 process.launch app=com.acme.notes
            10:00:05 process.deactivation process=NotesShare pid=500 class=uikit mask=2049
            10:00:06 process.exit process=NotesShare pid=500 class=kernel reason=per-process-limit namespace=1 code=7
            """, ["com.acme.notes - - stillRunning", "- 500 NotesShare memoryLimit"]
        ),
        (
            "a name of several words that begins like the app's is the app's",
            "10:00:00 process.launch app=com.acme.notes\n10:00:05 memory.warning process=\"Notes Plus\" pid=7",
            ["com.acme.notes 7 Notes Plus stillRunning"]
        ),
        (
            "a name may have the maker's in front, and the platform behind",
            "10:00:00 process.launch app=com.acme.notes\n10:00:05 memory.warning process=Acme-Notes-iOS pid=7",
            ["com.acme.notes 7 Acme-Notes-iOS stillRunning"]
        ),
        (
            "a template's name fits the one app",
            "10:00:00 process.launch app=com.acme.notes pid=7\n10:00:05 memory.warning process=Runner",
            ["com.acme.notes 7 Runner stillRunning"]
        ),
        (
            "a name that was seen with an app stays with it",
            """
            10:00:00 process.launch app=com.acme.ios pid=7
            10:00:02 process.launch app=com.example.game pid=8
            10:00:05 process.exit process=Zeta pid=7 signal=11
            10:01:00 process.launch app=com.acme.ios pid=9
            10:01:05 memory.warning process=Zeta
            """,
            [
                "com.acme.ios 7 Zeta crash.signal", "com.example.game 8 - stillRunning",
                "com.acme.ios 9 Zeta stillRunning",
            ]
        ),
        (
            "an explicit run is stronger than a name",
            "10:00:00 data.load app=com.acme.ios run=a\n10:00:05 data.save process=Zeta run=a",
            ["com.acme.ios - Zeta stillRunning"]
        ),
        (
            "what is told of a death with its pid is no line of a process without one",
            """
            10:00:00 process.launch app=com.acme.notes pid=7
            10:00:01 process.launch app=com.example.notes pid=8
            10:00:05 memory.warning process=Notes
            10:00:06 process.exit process=Notes pid=7 class=kernel namespace=1 code=7
            10:00:06.1 process.exit app=com.acme.notes pid=7 namespace=1 code=7 status=9
            """,
            [
                "com.acme.notes 7 Notes memoryLimit", "com.example.notes 8 - stillRunning",
                "- - Notes stillRunning",
            ]
        ),
        (
            "who gives way to an app that is launched is not that app",
            """
            10:00:00 process.launch app=com.acme.notes intent=foreground
            10:00:00.5 process.exit process=Maps pid=1260 class=kernel reason=vm-pageshortage band=0 namespace=1
            10:00:01 process.state app=com.acme.notes pid=1296 task=running
            """, ["com.acme.notes 1296 - stillRunning", "- 1260 Maps reclaimed"]
        ),
        (
            "nor is who leaves the front for it",
            """
            10:00:00 process.launch app=com.acme.notes intent=foreground
            10:00:00.5 process.deactivation process=Maps pid=1260 class=uikit mask=1
            10:00:01 process.state app=com.acme.notes pid=1296 task=running visibility=foreground
            10:00:01.1 process.deactivation process=Maps pid=1260 class=uikit mask=2049
            """, ["com.acme.notes 1296 - stillRunning", "- 1260 Maps stillRunning"]
        ),
        (
            "in a log of whole seconds it speaks before its process is told",
            """
            10:00:00.985 process.launch app=com.acme.pad intent=foreground class=frontboard
            10:00:01 process.deactivation process=Notes pid=412 class=uikit mask=1024
            10:00:01 process.deactivation process=Notes pid=412 class=uikit mask=0 was=1024
            10:00:01.020 process.state app=com.acme.pad pid=412 task=running
            10:07:10 process.exit app=com.acme.pad pid=412 signal=11
            """, ["com.acme.pad 412 Notes crash.signal"]
        ),
        (
            "in such a log another one may speak just then",
            """
            10:00:00.985 process.launch app=com.acme.pad intent=foreground class=frontboard
            10:00:01 process.deactivation process=Maps pid=1260 class=uikit mask=1
            10:00:01.020 process.state app=com.acme.pad pid=412 task=running
            10:00:05 memory.warning process=Maps pid=1260
            """, ["com.acme.pad 412 - stillRunning", "- 1260 Maps stillRunning"]
        ),
        (
            "and nobody may tell whose it is",
            """
            10:00:00.985 process.launch app=com.acme.pad intent=foreground class=frontboard
            10:00:01 process.deactivation process=Notes pid=412 class=uikit mask=1
            """, ["com.acme.pad - - stillRunning", "- 412 Notes stillRunning"]
        ),
        (
            "but it may fail to launch itself",
            """
            10:00:00 process.launch app=com.acme.notes intent=foreground
            10:00:00.5 process.exit process=Notes pid=1296 signal=11
            10:00:01 process.exit app=com.acme.notes pid=1296 signal=11
            """, ["com.acme.notes 1296 Notes crash.signal"]
        ),
        (
            "of a process id and an app the id tells more",
            """
            10:00:00 data.load process=Zeta pid=7
            10:00:01 frontApp.changed app=com.acme.ios
            10:00:02 process.launch app=com.acme.ios intent=foreground
            10:00:03 process.state app=com.acme.ios pid=7 task=running visibility=foreground
            """, ["com.acme.ios 7 Zeta stillRunning"]
        ),
        (
            "a process with an id whose name is like no bundle id does not speak for that app",
            """
            10:00:00 memory.warning process=Radio pid=470
            10:00:20 app.didFinishLaunching app=com.acme.notes
            10:01:20 app.didEnterBackground app=com.acme.notes
            10:03:46 process.exit process=Radio pid=470 class=kernel reason=per-process-limit namespace=1 code=7
            """, ["- 470 Radio memoryLimit", "com.acme.notes - - stillRunning"]
        ),
        (
            "nor does that app's end end it",
            """
            10:00:00 process.launch app=com.acme.notes pid=894
            10:00:34 process.launch process=Letters pid=897
            10:01:03 process.exit app=com.acme.notes pid=894 class=runningboard namespace=2 code=11
            10:01:04 process.exit app=com.acme.notes class=frontboard
            10:05:34 process.exit process=Letters pid=897 class=kernel reason=per-process-limit namespace=1 code=7
            """, ["com.acme.notes 894 - crash.signal", "- 897 Letters memoryLimit"]
        ),
    ]

    /// Flutter calls every app's process so.
    private static let runners = """
        10:00:00 process.launch app=com.acme.notes pid=7 process=Runner class=runningboard
        10:00:01 app.didFinishLaunching process=Runner
        10:00:02 app.didBecomeActive process=Runner
        10:00:09 app.willResignActive process=Runner
        10:00:10 app.didEnterBackground process=Runner
        10:00:14.5 process.suspend app=com.acme.notes pid=7 class=runningboard
        10:00:15 process.launch app=com.other.run pid=8 process=Runner class=runningboard

        """

    @Test func `Of several processes of one name the one that is launched says so`() {
        let runs = timeline(
            Self.runners + """
                10:00:15.1 app.didFinishLaunching process=Runner
                10:00:15.2 app.didBecomeActive process=Runner
                10:00:30 process.exit app=com.acme.notes pid=7 class=runningboard namespace=JETSAM code=9
                10:00:40 process.launch app=com.acme.notes pid=9 process=Runner class=runningboard
                10:00:41 app.didFinishLaunching process=Runner
                10:00:42 app.didBecomeActive process=Runner
                """, headers: "# device=A1")
        #expect(
            runs.map { "\($0.pid ?? 0) \($0.stateLine) \($0.ending.cause.rawValue)" } == [
                "7 launching 10:00:00 · active 10:00:02 · inactive 10:00:09 · background 10:00:10 · suspended 10:00:14.5 reclaimed",
                "8 launching 10:00:15 · active 10:00:15.2 stillRunning",
                "9 launching 10:00:40 · active 10:00:42 stillRunning",
            ], "\(runs.summary)")
    }

    @Test func `A launch begins its own run, whoever wrote what came before`() {
        let runs = timeline(
            Self.runners.replacing("10:00:14.5 process.suspend app=com.acme.notes pid=7 class=runningboard\n", with: "")
                + """
                10:00:16 data.save process=Runner
                10:00:30 process.exit app=com.acme.notes pid=7 class=runningboard namespace=SIGNAL code=11
                10:00:40 process.launch app=com.acme.notes class=runningboard
                10:00:40.1 process.state app=com.acme.notes pid=9 task=running class=runningboard
                """, headers: "# device=A1")
        #expect(
            runs.map { "\($0.pid ?? 0) \($0.start.time.clockTime) \($0.anomalyCodes)" } == [
                "7 10:00:00 ", "8 10:00:15 ", "0 10:00:16 ambiguous-join", "9 10:00:40 ",
            ], "\(runs.summary)")
    }

    @Test(arguments: cases.indices) func `Lines that only name a process`(index: Int) {
        let (name, log, expected) = Self.cases[index]
        let found = timeline(log, headers: "# device=A1").map { run in
            "\(run.app ?? "-") \(run.pid.map(String.init) ?? "-") \(run.process ?? "-") \(run.ending.cause.rawValue)"
        }
        #expect(found == expected, "\(name)")
    }

    /// What is left of a log in which only some apps are asked for.
    static let wanted: [(name: String, apps: [String], log: String, runs: [String])] = [
        (
            "a process that is called otherwise is another's", ["com.acme.notes"],
            """
            10:00:00 process.exit process=Bistro pid=7 class=kernel reason=vm-pageshortage
            10:00:01 process.exit process=Notes pid=8 class=kernel reason=vm-pageshortage
            """, ["- Notes"]
        ),
        ("also where the app is never named", ["com.acme.zzz"], "10:00:00 memory.warning process=Notes", []),
        (
            "a name that was seen with the app is the app's", ["com.acme.ios"],
            """
            10:00:00 process.launch app=com.acme.ios pid=7 process=Zeta
            10:00:05 process.exit app=com.acme.ios pid=7 signal=11
            10:02:00 process.exit process=Zeta pid=9 class=kernel reason=vm-pageshortage
            """, ["com.acme.ios Zeta", "- Zeta"]
        ),
        (
            "one that was seen with another app is not, however much it is like it", ["com.acme.notes"],
            """
            10:00:00 process.launch app=com.example.pad pid=7
            10:00:01 process.state app=com.example.pad pid=7 process=NotesPad task=running
            10:02:00 process.exit process=NotesPad pid=9 class=kernel reason=vm-pageshortage
            """, []
        ),
        (
            "a pattern means what it spells out", ["com.acme.note*", "*.radio"],
            """
            10:00:00 memory.warning process=Notes pid=7
            10:00:01 memory.warning process=Radio pid=8
            10:00:02 memory.warning process=Bistro pid=9
            """, ["- Notes", "- Radio"]
        ),
        (
            "and the apps that were seen to fit it", ["com.acme.*"],
            """
            10:00:00 process.launch app=com.acme.shop pid=6
            10:00:01 memory.warning process=Shop pid=7
            10:00:02 memory.warning process=Bistro pid=9
            """, ["com.acme.shop -", "- Shop"]
        ),
        ("all are all", ["*"], "10:00:00 memory.warning process=Bistro", ["- Bistro"]),
        (
            "whom nothing names is told where nobody else is", ["com.acme.notes"],
            "10:00:00 app.didBecomeActive\n10:00:09 process.exit signal=11", ["- -"]
        ),
        (
            "and beside others may be one of them", ["com.acme.notes"],
            """
            10:00:00 process.launch app=com.acme.shop pid=6
            10:00:01 process.exit app=com.acme.shop pid=6 signal=11
            10:05:00 app.didBecomeActive
            10:05:09 process.exit signal=11
            """, []
        ),
    ]

    @Test(arguments: wanted.indices) func `Only some apps are asked for`(index: Int) {
        let (name, apps, log, expected) = Self.wanted[index]
        let settings = TimelineSettings(vocabulary: Shipped.vocabulary, apps: apps.map { Glob($0) })
        let found = timeline(log, headers: "# device=A1", settings: settings)
        #expect(found.map { "\($0.app ?? "-") \($0.process ?? "-")" } == expected, "\(name)")
    }

    @Test func `What is said of an app that nobody told of makes no run`() {
        #expect(timeline("10:00:00 process.state task=notRunning", headers: "# app=com.acme.notes").isEmpty)
    }

    /// The clock of a report is that of the device, the clock of a log may be that of the computer beside it.
    @Test func `Lines about a death that a report told some seconds before are its witnesses`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05 process.suspend pid=7
            10:01:00 report.jetsam pid=7 process=Notes reason=vm-pageshortage state=suspended
            10:01:04 process.exit pid=7 class=kernel reason=vm-pageshortage band=0 namespace=1
            10:01:04.1 process.exit pid=7 namespace=1 code=4 status=9
            10:01:09 process.state task=notRunning
            """, headers: "# app=com.acme.notes device=A1")
        #expect(runs.map { "\($0.ending.cause.rawValue) \($0.anomalyCodes)" } == ["reclaimed "])
    }

    /// What kind of process a run is, where nothing or only some lines say it.
    @Test(arguments: [
        (
            "10:00:00 process.launch pid=7\n10:00:01 extension.begin pid=7 host=extension\n10:00:02 data.save pid=7",
            ProcessHost.extension
        ),
        (
            "10:00:00 process.launch pid=7\n10:00:01 extension.begin pid=7\n10:00:02 extension.complete pid=7",
            .extension
        ),
        ("10:00:00 extension.begin pid=7 host=app\n10:00:01 extension.complete pid=7", .app),
        ("10:00:00 extension.begin\n10:00:01 extension.complete\n10:00:02 app.didEnterBackground", .app),
        (
            "10:00:00 app.didFinishLaunching\n10:00:01 extension.begin host=extension\n10:00:02 extension.complete host=extension",
            .app
        ),
        (
            "10:00:00 process.launch pid=7\n10:00:01 extension.begin pid=7\n10:00:02 data.save pid=7 host=widget",
            .widget
        ),
        ("10:00:00 process.launch pid=7", .app),
    ])
    func `what a process does tells what kind it is`(_ row: (log: String, host: ProcessHost)) {
        #expect(timeline(row.log, headers: "# app=com.acme.notes").map(\.host) == [row.host], "\(row.log)")
    }

    /// The kernel and its reports tell no more of a process than what it is called.
    @Test(arguments: [
        ("process=NotesWidgetExtension", "", ProcessHost.extension),
        ("process=NotificationService", "", .extension),
        // Names are cut at 32.
        ("process=HealthMentalHealthWidgetExtensio", "", .extension),
        ("process=MentalHealthWidgetExtensio", "", .app),
        ("process=Extensions", "", .app),
        ("process=NotesWidgetExtension app=com.acme.notes", "", .app),
        ("process=\"Pace WatchKit Extension\"", "", .watch),
        ("process=\"Pace Watch App\"", "", .watch),
        ("process=\"Pace Watch App\"", " model=iPhone14,7", .app),
        ("process=\"Pace Extension\"", " model=Watch5,3", .watch),
        ("process=\"Pace Extension\"", " model=iPhone14,7", .extension),
        ("process=PineBoard", "", .system),
        ("process=PineBoard", " model=AppleTV14,1", .system),
        ("process=PineBoard", " model=iPhone14,7", .app),
    ])
    func `a name tells what kind of process died, where nothing else does`(
        named: String, model: String, host: ProcessHost
    ) {
        let kill = "10:00:09 process.exit \(named) pid=7 class=kernel namespace=JETSAM code=7"
        #expect(timeline(kill, headers: "# device=A1" + model).map(\.host) == [host])
    }

    /// An app may be called like an extension, or like a home screen.
    @Test(arguments: ["\"Dark Extension\"", "PineBoard"])
    func `who is called back as apps are is one, whatever it is called`(name: String) {
        let log = "10:00:00 app.didBecomeActive process=\(name) pid=7\n10:00:09 process.exit pid=7 signal=11"
        #expect(timeline(log, headers: "# device=A1").map(\.host) == [.app])
    }

    @Test func `whom UIKit tells to be in front is no home screen`() {
        let log = """
            10:00:00 process.deactivation removed=12 was=4096 mask=0 process=Carousel pid=7 class=uikit
            10:00:09 process.exit process=Carousel pid=7 class=kernel namespace=JETSAM reason=per-process-limit
            """
        #expect(timeline(log, headers: "# device=A1").map(\.host) == [.app])
    }

    @Test func `who tells its own crash is no home screen`() {
        let log = "10:00:00 process.exit process=PineBoard pid=7 class=app exception=NSRangeException"
        #expect(timeline(log, headers: "# device=A1").map(\.host) == [.app])
    }

    private static let ofMany: [(last: String, victim: String, expected: [String])] = [
        (
            "app.didBecomeActive", "reason=vm-pageshortage states=suspended",
            ["shop stillRunning likely", "- reclaimed certain"]
        ),
        (
            "app.didEnterBackground", "reason=per-process-limit states=\"frontmost\"",
            ["shop stillRunning likely", "- memoryLimit certain"]
        ),
        (
            "app.didBecomeActive", "reason=per-process-limit states=\"frontmost\"",
            ["shop memoryLimit likely"]
        ),
        ("app.didEnterBackground", "reason=vm-pageshortage states=suspended", ["shop reclaimed likely"]),
    ]

    @Test(arguments: ofMany) func `a name that many apps have tells none that is in another state`(
        _ row: (last: String, victim: String, expected: [String])
    ) {
        let app = "# app=com.acme.shop device=A1\n10:00:00 app.didFinishLaunching\n10:00:01 \(row.last)\n"
        let runs = timeline(files: [app, "# device=A1\n10:01:30 report.jetsam pid=55 process=Runner \(row.victim)\n"])
        #expect(runs.map { "\($0.app == nil ? "-" : "shop") \($0.endingLine)" } == row.expected, "\(runs.summary)")
    }

    /// Whom the kernel kills beside the log of an app that tells neither an id nor what its process is called, and how
    /// that app's run ends.
    private static let victims: [(app: String, name: String, expected: String)] = [
        ("com.acme.notes", "Notes", "memoryLimit certain"),
        ("com.acme.notes", "Acme Notes", "memoryLimit certain"),
        ("com.acme.notes", "Acme-Notes-iOS", "memoryLimit certain"),
        ("com.acme.notes.beta", "Notes", "memoryLimit certain"),
        ("com.acme.tools.notes", "AcmeToolsNotes", "memoryLimit certain"),
        ("com.radio.client", "Radio", "memoryLimit certain"),
        // Another app may be called so, too.
        ("com.acme.notes", "Notes Plus", "memoryLimit likely"),
        ("com.acme.tidy-notes", "Notes", "memoryLimit likely"),
        ("com.acmestudios.notes", "AcmeNotes", "memoryLimit likely"),
        ("com.acme.notes", "Acme", "memoryLimit likely"),
        ("com.acme.notes", "The Notes", "memoryLimit likely"),
        ("de.kurier.kurier", "DER KURIER", "memoryLimit likely"),
        ("com.acme.notes2", "Notes", "memoryLimit likely"),
        ("com.acme.acmenotes2", "Notes", "memoryLimit likely"),
        ("com.acme.talk", "Talk Share", "memoryLimit likely"),
        ("com.acme.notes.prod", "Notes", "memoryLimit likely"),
        ("com.acme.notes", "NotesQA", "stillRunning likely"),
        // What stands in front is of another maker, and what stands behind of another process.
        ("com.acme.notes", "MobileNotes", "stillRunning likely"),
        ("com.acme.notes", "Small Notes", "stillRunning likely"),
        ("com.acme.notes365", "Notes", "stillRunning likely"),
        ("com.acme.notes", "Notes2", "stillRunning likely"),
        ("com.acme.talk", "Talking Tom", "stillRunning likely"),
        ("com.acme.talk", "Talk Watch App", "stillRunning likely"),
        ("com.acme.talk", "Talk WatchKit Extension", "stillRunning likely"),
    ]

    @Test(arguments: victims) func `a name that is merely like a bundle id tells no end for certain`(
        _ row: (app: String, name: String, expected: String)
    ) {
        let victim = "10:00:10 report.jetsam pid=55 process=\"\(row.name)\" reason=per-process-limit states=frontmost"
        let files = ["# app=\(row.app) device=A1\n" + Self.inFront, "# device=A1\n" + victim]
        let runs = timeline(files: files)
        #expect(runs.first { $0.app != nil }?.endingLine == row.expected, "\(row.name)\n\(runs.summary)")
        #expect(runs.count == (row.expected == "stillRunning likely" ? 2 : 1), "\(row.name)\n\(runs.summary)")
    }

    private static let inFront = "10:00:00 app.didFinishLaunching\n10:00:01 app.didBecomeActive\n"

    @Test func `who tells the app and the id of a process that is called alike makes its end certain`() {
        let end = """
            10:00:10 process.exit class=kernel pid=55 process="Notes Plus" namespace=JETSAM reason=per-process-limit
            10:00:10.1 process.exit class=runningboard pid=55 app=com.acme.notes namespace=JETSAM code=7 status=9
            """
        let runs = timeline(files: ["# app=com.acme.notes device=A1\n" + Self.inFront, "# device=A1\n" + end])
        #expect(runs.map(\.endingLine) == ["memoryLimit certain"], "\(runs.summary)")
    }

    @Test func `what was merely alike in one run proves nothing in the next`() {
        let log = Self.inFront + "10:10:00 app.didFinishLaunching\n10:10:01 app.didBecomeActive\n"
        let victims = """
            10:00:10 report.jetsam pid=55 process="Notes Plus" reason=per-process-limit states=frontmost
            10:10:10 report.jetsam pid=77 process="Notes Plus" reason=per-process-limit states=frontmost
            """
        let runs = timeline(files: ["# app=com.acme.notes device=A1\n" + log, "# device=A1\n" + victims])
        #expect(runs.map(\.endingLine) == ["memoryLimit likely", "memoryLimit likely"], "\(runs.summary)")
    }

    @Test func `a process that is merely called alike is none in another state`() {
        let victim = "10:00:10 report.jetsam pid=55 process=\"Notes Plus\" reason=vm-pageshortage states=suspended"
        let runs = timeline(files: ["# app=com.acme.notes device=A1\n" + Self.inFront, "# device=A1\n" + victim])
        #expect(runs.map(\.endingLine) == ["stillRunning likely", "reclaimed certain"], "\(runs.summary)")
    }

    /// Extensions have words behind the app's name, and so have apps: these only are in front.
    @Test(arguments: [
        ("states=frontmost", "app.didBecomeActive", ["app memoryLimit likely"]),
        ("states=active", "app.didBecomeActive", ["app stillRunning likely", "extension memoryLimit certain"]),
        ("states=frontmost", "app.didEnterBackground", ["app stillRunning likely", "app memoryLimit certain"]),
    ])
    func `a process called as an app and a word of extensions is the app where that is in front`(
        _ row: (state: String, edge: String, expected: [String])
    ) {
        let victim = "10:00:10 report.jetsam pid=55 process=\"Guard VPN\" reason=per-process-limit \(row.state)"
        let own = "10:00:00 app.didFinishLaunching\n10:00:01 app.didBecomeActive\n10:00:02 \(row.edge)\n"
        let runs = timeline(files: ["# app=com.acme.guard device=A1\n" + own, "# device=A1\n" + victim])
        #expect(runs.map { "\($0.host) \($0.endingLine)" } == row.expected, "\(runs.summary)")
    }

    /// What runs on a watch may be called as the app on its phone is.
    @Test(arguments: [
        ("com.acme.pace", " os=\"iPhone OS 26.1 (23B85)\"", ["stillRunning likely", "memoryLimit certain"]),
        // Nothing tells what it runs on: it is in front there as here.
        ("com.acme.pace", "", ["memoryLimit likely"]), ("com.acme.pace.watch", "", ["memoryLimit likely"]),
        ("com.acme.pace", " host=watch", ["memoryLimit certain"]),
        ("com.acme.pace", " os=\"watchOS 26.1\"", ["memoryLimit certain"]),
        ("com.acme.pace.watchkitapp", "", ["memoryLimit likely"]),
    ])
    func `a report of a watch joins no log of a phone by a name`(
        _ row: (app: String, header: String, expected: [String])
    ) {
        let victim = "10:00:10 report.jetsam pid=55 process=Pace reason=per-process-limit states=frontmost"
        let runs = timeline(files: [
            "# app=\(row.app) device=A1\(row.header)\n" + Self.inFront,
            "# device=A1 model=Watch7,5 os=\"Watch OS 26.1 (23R353)\"\n" + victim,
        ])
        #expect(runs.map(\.endingLine) == row.expected, "\(row)\n\(runs.summary)")
    }

    @Test(arguments: [("active", "app.didBecomeActive"), ("frontmost", "app.didEnterBackground")])
    func `a report of a watch joins no log that tells no watch where one of the two is not in front`(
        _ row: (state: String, edge: String)
    ) {
        let victim = "10:00:10 report.jetsam pid=55 process=Pace reason=per-process-limit states=\(row.state)"
        let runs = timeline(files: [
            "# app=com.acme.pace device=A1\n" + Self.inFront + "10:00:02 \(row.edge)\n",
            "# device=A1 model=Watch7,5 os=\"Watch OS 26.1 (23R353)\"\n" + victim,
        ])
        #expect(runs.map(\.endingLine) == ["stillRunning likely", "memoryLimit certain"], "\(runs.summary)")
    }

    /// One log of an app and its extensions, under the id of the app.
    @Test(arguments: [
        ("host=app", "host=extension", ["app stillRunning likely", "extension memoryLimit certain"]),
        ("host=app", "host=widget", ["app stillRunning likely", "widget memoryLimit certain"]),
        ("host=app pid=7", "host=extension pid=7", ["app memoryLimit certain"]),
        ("host=watch", "host=extension", ["watch memoryLimit certain"]),
        ("", "host=extension", ["app memoryLimit certain"]),
    ])
    func `an app and an extension that are told as such are two processes`(
        _ row: (app: String, other: String, expected: [String])
    ) {
        let runs = timeline(
            """
            10:00:00 app.didFinishLaunching \(row.app)
            10:00:01 app.didBecomeActive \(row.app)
            10:00:02 data.load document=a \(row.other)
            10:00:42 process.exit \(row.other) namespace=JETSAM code=7 reason=per-process-limit
            """)
        #expect(runs.map { "\($0.host) \($0.endingLine)" } == row.expected, "\(row)\n\(runs.summary)")
    }
}
