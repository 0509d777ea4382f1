// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// Logs that tell neither an app nor a process nor an id, beside what the system tells of processes by their names.
@Suite struct NamelessLogTests {
    private static let active = "10:00:00 app.didFinishLaunching\n10:00:01 app.didBecomeActive\n"
    private static let behind = active + "10:00:05 app.willResignActive\n10:00:05.5 app.didEnterBackground\n"

    /// What the system tells beside the log, and the runs: who, and how it ended.
    private static let rows: [(name: String, log: String, system: String, expected: [String])] = [
        (
            "the app in front is the only one that may be the log's", active,
            "10:00:30 report.jetsam pid=55 process=Notes reason=per-process-limit states=frontmost",
            ["55 Notes memoryLimit likely"]
        ),
        (
            "others that were listed are in other states", active,
            """
            10:00:30 report.jetsam pid=55 process=Notes reason=per-process-limit states=frontmost
            10:00:30.2 report.jetsam pid=60 process=Maps states=suspended
            10:00:30.2 report.jetsam pid=61 process=mediaserverd host=system states=active
            10:00:30.2 report.jetsam pid=62 process=NotesPush states=active
            """, ["55 Notes memoryLimit likely"]
        ),
        (
            "a service of the system, and the app lives", active,
            """
            10:00:30 report.jetsam pid=55 process=com.apple.WebKit.WebContent host=system reason=per-process-limit
            10:00:30.2 report.jetsam pid=70 process=Notes states=frontmost
            """, ["55 com.apple.WebKit.WebContent memoryLimit certain", "70 Notes stillRunning likely"]
        ),
        (
            "a service of the system, beside a log that counts its runs",
            "10:00:00 app.didFinishLaunching run=u1\n10:00:01 app.didBecomeActive run=u1\n",
            "10:00:30 report.jetsam pid=55 process=com.apple.WebKit.WebContent host=system reason=per-process-limit",
            ["- - stillRunning likely", "55 com.apple.WebKit.WebContent memoryLimit certain"]
        ),
        (
            "an extension by its name", active,
            "10:00:30 report.jetsam pid=55 process=NotesExtension reason=per-process-limit states=active",
            ["- - stillRunning likely", "55 NotesExtension memoryLimit certain"]
        ),
        (
            "another process of the app, which is listed in front", active,
            """
            10:00:30 report.jetsam pid=55 process=NotesPush reason=per-process-limit states=active
            10:00:30.2 report.jetsam pid=70 process=Notes states=frontmost
            """, ["- - stillRunning likely ambiguous-join", "55 NotesPush memoryLimit certain"]
        ),
        (
            "in another state", active,
            "10:00:30 report.jetsam pid=55 process=Photos reason=vm-pageshortage states=suspended",
            ["- - stillRunning likely", "55 Photos reclaimed certain"]
        ),
        (
            "long after the last word", active,
            "13:00:30 report.jetsam pid=55 process=Notes reason=per-process-limit states=frontmost",
            ["- - stillRunning likely", "55 Notes memoryLimit certain"]
        ),
        (
            "one of several that ended behind", behind,
            """
            10:00:30 report.jetsam pid=55 process=Photos reason=vm-pageshortage states=suspended
            10:00:30 report.jetsam pid=56 process=Maps reason=vm-pageshortage states=suspended
            """,
            [
                "- - stillRunning likely ambiguous-join", "55 Photos reclaimed certain", "56 Maps reclaimed certain",
            ]
        ),
        (
            "one that ended behind, as another one that lives", behind,
            """
            10:00:30 report.jetsam pid=55 process=Photos reason=vm-pageshortage states=suspended
            10:00:30.2 report.jetsam pid=56 process=Maps states=suspended
            """, ["- - stillRunning likely ambiguous-join", "55 Photos reclaimed certain"]
        ),
        (
            "the only one that is told behind", behind,
            "10:00:30 report.jetsam pid=55 process=Notes reason=vm-pageshortage states=suspended",
            ["55 Notes reclaimed likely"]
        ),
        (
            "a list that tells no end", active,
            """
            10:00:30 report.jetsam pid=60 process=Maps states=suspended
            10:00:30 report.jetsam pid=61 process=NotesPush states=active
            """, ["- - stillRunning likely"]
        ),
        (
            "the kernel, of an idle process", active,
            "10:00:30 process.exit class=kernel pid=55 process=Photos namespace=JETSAM reason=vm-pageshortage band=0",
            ["- - stillRunning likely", "55 Photos reclaimed certain"]
        ),
        (
            "the kernel, of what is in front", active,
            "10:00:30 process.exit class=kernel pid=55 process=Notes namespace=JETSAM reason=vm-pageshortage band=100",
            ["55 Notes systemPressure likely"]
        ),
        (
            "the log goes on", active + "10:05:00 data.save document=a\n",
            "10:00:30 report.jetsam pid=55 process=Notes reason=per-process-limit states=frontmost",
            ["- - stillRunning likely identity-conflict", "55 Notes memoryLimit certain"]
        ),
    ]

    @Test(arguments: rows) func `an end that the system tells by a name is that of the log where no other may be meant`(
        _ row: (name: String, log: String, system: String, expected: [String])
    ) {
        let files = ["# device=A1\n" + row.log, "# device=A1\n" + row.system]
        let runs = timeline(files: files)
        let told = runs.map { run in
            [run.pid.map { String($0) } ?? "-", run.process ?? "-", run.endingLine, run.anomalyCodes]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
        #expect(told.map { Self.plain($0) }.sorted() == row.expected.sorted(), "\(row.name)\n\(runs.summary)")
    }

    /// Without the kind of a kill.
    private static func plain(_ line: String) -> String {
        line.split(separator: " ").filter { !$0.hasPrefix("kind=") }.joined(separator: " ")
    }

    /// A report tells the whole life of a process while the log goes on.
    @Test(arguments: [
        ("com.acme.notes.share", "NotesShare", "host=extension"), ("com.acme.notes.share", "NotesShare", "host=widget"),
        ("com.acme.maps", "Maps", "host=app"), ("com.acme.maps", "Maps", ""),
    ])
    func `a report of another process cuts no log that goes on`(_ row: (app: String, process: String, host: String)) {
        let who = "class=report app=\(row.app) process=\(row.process) pid=55 \(row.host)"
        let report = "10:04:50 process.launch \(who)\n10:05:00 report.crash \(who) signal=11\n"
        let log = Self.active + "10:05:40 app.willResignActive\n10:05:41 app.didEnterBackground\n"
        let runs = timeline(files: ["# device=A1\n" + log, "# device=A1\n" + report])
        #expect(runs.map(\.endingLine) == ["stillRunning likely", "crash.signal certain"], "\(runs.summary)")
        #expect(runs.first?.states.map(\.state) == [.launching, .active, .inactive, .background])
    }

    /// The log ends before: the report tells the end of an extension, and not the app's.
    @Test func `a report of an extension is no next run of an app that nobody names`() {
        let who = "class=report app=com.acme.notes.share process=NotesShare pid=55 host=extension"
        let report = "10:04:50 process.launch \(who)\n10:05:00 report.crash \(who) signal=11\n"
        let runs = timeline(files: ["# device=A1\n" + Self.active, "# device=A1\n" + report])
        #expect(runs.map(\.endingLine) == ["stillRunning likely", "crash.signal certain"], "\(runs.summary)")
    }

    @Test func `what the system tells of others leaves the app's own log that of the app which is asked for`() {
        var settings = Shipped.settings
        settings.apps = [Glob("com.acme.notes")]
        let victim = "10:00:30 report.jetsam pid=55 process=Photos reason=vm-pageshortage states=suspended"
        let runs = timeline(files: ["# device=A1\n" + Self.active, "# device=A1\n" + victim], settings: settings)
        #expect(runs.map(\.endingLine) == ["stillRunning likely"], "\(runs.summary)")
    }
}
