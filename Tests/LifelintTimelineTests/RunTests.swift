// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// Where runs begin and end, and which run an event belongs to.
@Suite struct RunTests {
    static let runs: [(name: String, log: String, pids: [Int?])] = [
        (
            "the steps of one launch within 30 s are one start",
            """
            10:00:00 process.launch pid=7
            10:00:00.1 process.main pid=7
            10:00:10 app.willFinishLaunching
            10:00:20 app.didFinishLaunching
            10:00:25 app.didFinishLaunching via=notification
            """, [7]
        ),
        (
            "the same step again is another", "10:00:00 app.didFinishLaunching\n10:00:05 app.didFinishLaunching",
            [nil, nil]
        ),
        (
            "other steps later than 30 s are another", "10:00:00 process.launch\n10:00:31 app.didFinishLaunching",
            [nil, nil]
        ),
        (
            "the two halves of a step are one",
            """
            10:00:00 app.didFinishLaunching phase=begin
            10:00:01 data.load
            10:00:02 app.didFinishLaunching phase=end
            """, [nil]
        ),
        (
            "a prewarmed process waits for its launch callbacks",
            "10:00:00 process.launch intent=prewarm pid=7\n11:00:00 app.didFinishLaunching pid=7", [7]
        ),
        (
            "its callbacks may name no process id, where the system has just told of it",
            """
            10:00:00 process.launch intent=prewarm pid=7 class=runningboard
            10:00:02 process.suspend pid=7 class=runningboard
            10:01:42 process.resume pid=7 class=runningboard
            10:01:42.1 process.state pid=7 visibility=foreground class=frontboard
            10:01:43.5 app.willFinishLaunching
            10:01:44 app.didFinishLaunching
            10:01:45 app.didBecomeActive
            """, [7]
        ),
        (
            "or would have told of another in the same log",
            """
            10:00:00 process.launch pid=7 class=runningboard
            10:00:40 app.didFinishLaunching
            10:00:50 process.suspend pid=7 class=runningboard
            """, [7]
        ),
        (
            "but not at any distance",
            "10:00:00 process.launch pid=7 class=runningboard\n10:01:01 app.didFinishLaunching", [7, nil]
        ),
        (
            "nor twice",
            """
            10:00:00 process.launch pid=7 class=runningboard
            10:00:40 app.didFinishLaunching
            10:00:50 app.didFinishLaunching
            """, [7, nil]
        ),
        (
            "the callbacks of a launch long after the app was active are another",
            """
            10:00:00 process.launch pid=7
            10:00:01 app.didBecomeActive pid=7
            10:05:00 app.didEnterBackground pid=7
            11:00:00 app.willFinishLaunching pid=7
            11:00:00.2 app.didFinishLaunching pid=7
            11:00:01 app.didBecomeActive pid=7
            """, [7, 7]
        ),
        ("another pid is another run", "10:00:00 data.load pid=7\n10:00:01 data.load pid=8", [7, 8]),
        ("a line without a pid joins the one run", "10:00:00 data.load pid=7\n10:00:01 data.save", [7]),
        ("a run learns its pid", "10:00:00 app.didFinishLaunching\n10:00:01 process.launch pid=7", [7]),
        (
            "a pid that is used again",
            "10:00:00 process.launch pid=7\n10:01:00 process.exit pid=7 signal=9\n11:00:00 process.launch pid=7",
            [7, 7]
        ),
        (
            "a pid that is used again, of which no launch is told",
            "10:00:00 process.launch pid=7\n10:01:00 process.exit pid=7 signal=9\n11:01:01 app.didBecomeActive pid=7",
            [7, 7]
        ),
        (
            "a line that comes late",
            """
            10:00:00 process.launch pid=7
            10:01:00 process.exit pid=7 signal=9
            10:50:00 data.save pid=7
            11:10:00 process.state pid=7 task=notRunning
            """, [7]
        ),
        ("an explicit run", "10:00:00 data.load run=a\n10:00:01 data.load run=b", [nil, nil]),
        ("a process name alone joins by pid", "10:00:00 process.launch pid=7\n10:00:01 hang process=Notes pid=7", [7]),
        (
            "lines about the system before the launch belong to it",
            "10:00:00.0 process.state visibility=background pid=7\n10:00:00.1 process.launch pid=7", [7]
        ),
        (
            "permissions and jetsam lists begin nothing",
            "10:00:00 permission.changed\n10:00:01 report.jetsam size=1GB\n10:00:02 report.saved path=x", []
        ),
        (
            "the device begins nothing",
            "10:00:00 screen.lock\n10:00:01 device.boot\n10:00:02 thermal.state level=fair", []
        ),
    ]

    @Test(arguments: runs) func `events come to the runs they belong to`(
        _ row: (name: String, log: String, pids: [Int?])
    ) {
        let runs = timeline(row.log)
        #expect(runs.map(\.pid) == row.pids, "\(row.name)\n\(runs.summary)")
    }

    @Test func `a successor implies an end at the last event`() {
        let runs = timeline("10:00:00 process.launch pid=7\n10:00:03 data.save pid=7\n11:00:00 process.launch pid=8")
        #expect(runs.first?.end.isKnown == false)
        #expect(runs.first?.end.time.clockTime == "10:00:03")
        #expect(runs.last?.ending.cause == .stillRunning)
    }

    @Test func `several witnesses of one death are one ending at the system's earliest line`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05.0 process.exit class=app pid=7
            10:00:05.3 process.exit class=frontboard pid=7 reason=gone
            10:00:05.1 process.exit pid=7 namespace=RUNNINGBOARD code=0xdead10cc path=/var/db
            10:00:06.9 report.crash pid=7 namespace=RUNNINGBOARD code=0xdead10cc
            """)
        #expect(runs.count == 1, "\(runs.summary)")
        #expect(runs.first?.endingLine == "fileLock certain")
        #expect(runs.first?.end.time.clockTime == "10:00:05.1")
        #expect(runs.first?.ending.because.count == 4)
        #expect(runs.first?.ending.detail[.path] == .string("/var/db"))
    }

    @Test func `late witnesses are accepted although the next run has begun`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05.0 process.exit pid=7
            10:00:05.4 process.launch pid=8
            10:00:06.0 process.exit pid=7 namespace=FRONTBOARD code=0xdeadfa11
            """)
        #expect(runs.map(\.pid) == [7, 8], "\(runs.summary)")
        #expect(runs.first?.ending.cause == .userQuit)
        #expect(runs.last?.launch.after == .userQuit)
    }

    /// A line that names no process, what is told before it of another one, and whether that one goes on.
    static let gone: [(line: String, before: String, goesOn: Bool)] = [
        ("10:00:05.60 process.state class=frontboard task=notRunning", "", true),
        ("10:00:05.60 process.state class=runningboard task=notRunning", "", true),
        // Before the next process has an id.
        ("10:00:05.41 process.state class=frontboard task=notRunning", "", true),
        // The same was told of the dead one.
        (
            "10:00:05.60 process.state class=frontboard task=notRunning",
            "10:00:05.10 process.state class=frontboard task=notRunning", false
        ),
        (
            "10:00:05.60 process.state class=frontboard task=notRunning",
            "10:00:05.10 process.state class=runningboard task=notRunning", true
        ),
        // Nobody tells so late of the dead one, and what names a process is of no other.
        ("10:00:07.50 process.state class=frontboard task=notRunning", "", false),
        ("10:00:05.60 process.state class=frontboard task=notRunning pid=8", "", false),
    ]

    @Test(arguments: gone) func `that an app has no process any more is told of the one that is dead`(
        _ row: (line: String, before: String, goesOn: Bool)
    ) {
        let lines = [
            "10:00:00.00 process.launch pid=7 class=frontboard intent=foreground",
            "10:00:05.00 process.exit pid=7 namespace=SIGNAL code=11",
            "10:00:05.40 process.launch class=frontboard intent=foreground",
            "10:00:05.42 process.state pid=8 class=frontboard visibility=foreground",
            "10:00:40.00 process.state pid=8 class=frontboard visibility=background",
            row.line, row.before,
        ]
        let runs = timeline(lines.sorted().joined(separator: "\n"))
        #expect(runs.map(\.pid) == [7, 8], "\(runs.summary)")
        #expect(runs.first?.ending.cause == .crashSignal && runs.first?.end.time.clockTime == "10:00:05.00")
        #expect(runs.last?.ending.cause == (row.goesOn ? .stillRunning : .unknown), "\(runs.summary)")
        if row.goesOn { #expect(runs.last?.stateAtEnd == .background, "\(runs.summary)") }
    }

    /// What is told late of a process that crashed, when its app has been opened again: with its process id, or before
    /// that is told.
    static let lateWitnesses: [(line: String, anomalies: String)] = [
        ("10:00:33.9 process.exit class=report process=Notes pid=7", ""),
        ("10:00:36.9 process.exit class=report process=Notes pid=7 signal=11", ""),
        ("10:00:33.9 process.exit class=frontboard app=com.acme.notes pid=7", "event-after-exit"),
        ("10:00:45 process.exit class=kernel process=Notes pid=7 signal=11", "event-after-exit"),
    ]

    @Test(arguments: lateWitnesses, ["pid=8 ", ""])
    func `what is told late of a dead process is told of no other`(
        _ row: (line: String, anomalies: String), _ next: String
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.notes pid=7
            10:00:01 app.didBecomeActive process=Notes pid=7
            10:00:30 process.exit app=com.acme.notes pid=7 namespace=SIGNAL code=11
            10:00:32 process.launch app=com.acme.notes \(next)class=runningboard
            10:00:32.3 app.didBecomeActive process=Notes \(next)
            \(row.line)
            10:01:50 data.save process=Notes \(next)
            """, headers: "# device=A1")
        #expect(runs.map(\.ending.cause) == [.crashSignal, .stillRunning], "\(runs.summary)")
        #expect(runs.map(\.anomalyCodes) == [row.anomalies, ""], "\(runs.summary)")
        #expect(runs.last?.launch.after == .crashSignal, "\(runs.summary)")
    }

    @Test func `an app that crashes again and again is handed on meanwhile`() {
        let log = (0..<100).map { index in
            let (minute, second) = (String(10 + index / 10), String(index % 10 * 6))
            let time = "10:\(minute):\(second.count < 2 ? "0" : "")\(second)"
            return "\(time) process.launch pid=\(index + 7)\n\(time).1 app.didBecomeActive pid=\(index + 7)\n"
                + "\(time).2 process.exit pid=\(index + 7) namespace=SIGNAL code=11\n"
        }
        let batch = Shipped.events("# app=com.acme.notes device=A1\n" + log.joined())
        let engine = TimelineEngine(
            settings: Shipped.settings, inputs: InputNames(["file0.lifelog"]), assumedDevice: nil)
        var causes: [EndingCause] = []
        for record in batch.records {
            engine.add(record, in: batch) { if case .run(let run, _, _) = $0 { causes.append(run.ending.cause) } }
        }
        #expect(causes.count > 80)
        engine.finish { if case .run(let run, _, _) = $0 { causes.append(run.ending.cause) } }
        #expect(causes == Array(repeating: .crashSignal, count: 100))
    }

    @Test func `the exit of a run whose successor was told first is its end`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05.0 process.launch pid=8
            10:00:05.4 process.exit pid=7 namespace=FRONTBOARD code=0xdeadfa11
            10:00:09 data.save pid=8
            """)
        #expect(runs.map(\.pid) == [7, 8], "\(runs.summary)")
        #expect(runs.first?.ending.cause == .userQuit)
        #expect(runs.last?.ending.cause == .stillRunning)
    }

    @Test func `a line more than two seconds after the end is an anomaly of that run`() {
        let runs = timeline("10:00:00 process.launch pid=7\n10:00:05 process.exit pid=7\n10:00:08 data.save pid=7")
        #expect(runs.map(\.anomalyCodes) == ["event-after-exit"], "\(runs.summary)")
    }

    @Test func `a launch that failed ends where that is told`() {
        let runs = timeline(
            "10:00:00 process.launch pid=-1\n10:00:03 process.exit pid=-1 reason=\"Bootstrap failed\"")
        #expect(runs.map(\.endingLine) == ["launchFailed certain"], "\(runs.summary)")
        #expect(runs.first?.end.time.clockTime == "10:00:03" && runs.first?.anomalies.isEmpty == true)
        #expect(timeline("10:00:00 process.launch pid=-1").map(\.endingLine) == ["launchFailed certain"])
    }

    @Test func `who is called back was started, though the log writes −1 for the process id that it does not know`() {
        let launch = "10:00:00 process.launch pid=-1 intent=foreground\n10:00:01 app.didFinishLaunching pid=-1"
        let runs = timeline("\(launch)\n10:00:02 app.didBecomeActive pid=-1")
        #expect(runs.map(\.ending.cause) == [.stillRunning], "\(runs.summary)")
        #expect(timeline("\(launch)\n10:00:09 process.exit pid=-1 signal=11").map(\.ending.cause) == [.crashSignal])
        // The next one has another process, or none.
        let next = timeline("\(launch)\n10:05:00 process.launch pid=-1\n10:05:01 app.didFinishLaunching pid=-1")
        #expect(next.count == 2 && next.last?.ending.cause == .stillRunning, "\(next.summary)")
        #expect(next.allSatisfy { $0.ending.cause != .launchFailed }, "\(next.summary)")
        let failed = timeline("\(launch)\n10:05:00 process.launch pid=-1")
        #expect(failed.map(\.endingLine).last == "launchFailed certain", "\(failed.summary)")
    }

    @Test func `each launch that failed is told by itself, moments apart or not, and never had a process`() {
        let failed = "process.exit pid=-1 reason=\"Bootstrap failed\""
        let runs = timeline("10:00:00 \(failed)\n10:00:01 \(failed)\n10:00:14 \(failed)\n10:05:00 \(failed)")
        #expect(runs.map(\.endingLine) == Array(repeating: "launchFailed certain", count: 3), "\(runs.summary)")
        #expect(runs.allSatisfy { $0.anomalies.isEmpty && !$0.story.contains("pid") }, "\(runs.summary)")
        // What was gone before had one; that there is none any more is told of what failed last.
        let voluntary = "process.exit reason=voluntary"
        let gone = timeline("10:00:00 \(voluntary)\n10:00:01 \(failed)\n10:00:01 \(voluntary)")
        #expect(gone.map(\.end.time.clockTime) == ["10:00:00", "10:00:01"], "\(gone.summary)")
        #expect(gone.last?.endingLine == "launchFailed certain", "\(gone.summary)")
        // Of one launch all is told that comes of it.
        let launched = timeline("10:00:00 process.launch\n10:00:01 \(failed)\n10:00:02 \(voluntary)")
        #expect(launched.count == 1, "\(launched.summary)")
    }

    @Test func `two jobs of one second are two launches, and neither has a process id`() {
        let runs = timeline(
            """
            10:00:00 process.exit job="0x1f" reason=voluntary
            10:00:00 process.exit pid=-1 job="0xe728" reason="none of the requested architectures"
            10:00:00 process.exit job="0xe728" reason=voluntary
            """)
        #expect(
            runs.map { $0.ending.detail[.reason] } == [
                .string("voluntary"), .string("none of the requested architectures"),
            ])
        #expect(runs.allSatisfy { $0.pid == nil && $0.id.contains("/-@") }, "\(runs.summary)")
    }

    @Test func `in a session a late witness makes a run of its own`() {
        let settings = TimelineSettings(vocabulary: Shipped.vocabulary, isSession: true)
        let runs = timeline(
            "10:00:00 process.launch pid=7\n10:00:05 process.exit pid=7\n10:00:08 report.crash pid=7 signal=11",
            settings: settings)
        #expect(runs.map(\.anomalyCodes) == ["", "late-witness"], "\(runs.summary)")
    }

    @Test func `a stale line does not end the run that goes on`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05 process.exit pid=7
            10:00:06 process.launch pid=8 intent=foreground
            10:00:07 app.didBecomeActive pid=8
            10:00:10 data.save pid=7
            10:00:11 process.exit pid=7
            10:00:20 data.save pid=8
            """)
        #expect(runs.filter { $0.pid == 8 }.count == 1, "\(runs.summary)")
        #expect(runs.first { $0.pid == 8 }?.ending.cause == .stillRunning, "\(runs.summary)")
        #expect(runs.flatMap(\.anomalies).contains { $0.code == .eventAfterExit }, "\(runs.summary)")
    }

    @Test func `a boot ends every run, told or by its id`() {
        let told = timeline("10:00:00 process.launch pid=7\n10:00:30 device.boot\n10:02:00 process.launch pid=8")
        #expect(told.map(\.endingLine) == ["reboot certain", "stillRunning likely"], "\(told.summary)")
        #expect(told.first?.end.isKnown == true)
        let byID = timeline("10:00:00 process.launch pid=7 boot=A\n10:00:30 process.launch pid=7 boot=B")
        #expect(byID.map(\.endingLine) == ["reboot likely", "stillRunning likely"], "\(byID.summary)")
        #expect(byID.first?.end.isKnown == false)
        #expect(byID.last?.launch.isAfterBoot == true)
    }

    @Test(arguments: [
        "10:00:00.600 process.launch class=report pid=7\n10:00:00.900 report.crash pid=7 namespace=SIGNAL code=11",
        "10:00:00.600 process.launch class=report pid=7\n10:00:02.900 report.crash pid=7 namespace=SIGNAL code=11",
        "10:00:02.900 report.crash pid=7 namespace=SIGNAL code=11",
    ])
    func `a log in whole seconds and a report that is more exact tell one short life`(report: String) {
        let log = "10:00:00 process.launch pid=7\n10:00:00 app.didFinishLaunching pid=7\n10:00:00 process.exit pid=7"
        let header = "# app=com.acme.notes device=A1\n"
        let runs = timeline(files: [header + log, header + report])
        #expect(runs.map(\.endingLine) == ["crash.signal certain"], "\(runs.summary)")
    }

    @Test func `a process that was launched a moment after another of its pid ended is another`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:05 process.exit pid=7
            10:00:06.100 process.launch class=report pid=7
            10:00:09 report.crash pid=7 namespace=SIGNAL code=11
            """)
        #expect(runs.map(\.endingLine) == ["unknown possible", "crash.signal certain"], "\(runs.summary)")
    }

    @Test func `apps live side by side`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7 app=com.a
            10:00:01 process.launch pid=8 app=com.b
            10:00:02 data.save pid=7 app=com.a
            10:00:03 process.exit pid=8 app=com.b
            10:00:04 data.save app=com.a
            """, headers: "# device=A1")
        #expect(runs.map(\.endingLine).first == "stillRunning likely", "\(runs.summary)")
        #expect(runs.map(\.app) == ["com.a", "com.b"])
    }

    @Test func `extensions do not end their app, nor each other`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:01 process.launch pid=8 host=extension
            10:00:02 process.launch pid=9 host=extension
            10:00:03 data.save pid=7
            """)
        #expect(runs.map(\.ending.cause) == [.stillRunning, .stillRunning, .stillRunning], "\(runs.summary)")
    }

    /// What ends a process of an extension, or lets it be, where a younger one begins.
    @Test(arguments: [
        (
            "one that had answered, an hour before", "10:00:01 extension.complete pid=8", "build=1",
            "extensionEnd possible"
        ),
        ("one whose time was over", "10:00:30 extension.expire pid=8", "build=1", "unknown possible"),
        ("one that had answered just before", "10:59:00 extension.complete pid=8", "build=1", "stillRunning likely"),
        (
            "one that was asked again", "10:00:01 extension.complete pid=8\n10:00:02 extension.begin pid=8", "build=1",
            "stillRunning likely"
        ),
        ("one of another build", "10:59:00 extension.complete pid=8", "build=2", "extensionEnd likely"),
        ("another one", "10:00:01 extension.complete pid=8", "build=1 process=Other", "stillRunning likely"),
        (
            "one that is heard of again",
            "10:00:01 extension.complete pid=8\n11:30:00 extension.begin pid=8\n"
                + "11:30:01 extension.complete pid=8", "build=1", "stillRunning likely"
        ),
    ])
    func `what the next process of an extension says of the one before`(
        _ row: (name: String, lines: String, header: String, expected: String)
    ) {
        let runs = timeline(files: [
            "# app=com.acme.notes.share host=extension device=A1 process=Share build=1\n"
                + "10:00:00 process.launch pid=8 intent=background\n10:00:00.1 extension.begin pid=8\n" + row.lines,
            "# app=com.acme.notes.share host=extension device=A1 process=Share \(row.header)\n"
                + "11:00:00 process.launch pid=9 intent=background\n11:00:00.1 extension.begin pid=9\n"
                + "11:00:01 extension.complete pid=9",
        ])
        #expect(runs.map(\.endingLine) == [row.expected, "stillRunning likely"], "\(row.name)\n\(runs.summary)")
        #expect(runs.last?.launch.isAfterUpdate == (row.header == "build=2"), "\(row.name)")
    }

    /// For so long nobody waits for an answer.
    @Test(arguments: [("12:00:00", "unknown possible"), ("10:59:00", "stillRunning likely")])
    func `an extension that was at work when it was last heard of is over when others begin long after`(
        _ row: (time: String, expected: String)
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch pid=8
            10:00:00.1 extension.begin pid=8
            10:00:05 network.begin url=a pid=8
            10:40:00 process.launch pid=9
            10:40:00.1 extension.begin pid=9
            10:40:01 extension.complete pid=9
            \(row.time) process.launch pid=10
            """, headers: "# app=com.acme.notes.share host=extension device=A1 process=Share build=1")
        #expect(runs.first?.endingLine == row.expected, "\(runs.summary)")
        let candidates = runs.first?.ending.candidates.map(\.cause) ?? []
        #expect(candidates.contains(.crashSignal) == (row.expected == "unknown possible"), "\(runs.summary)")
    }

    @Test func `a watch runs one process of an app`() {
        func runs(_ header: String, _ build: String = "") -> [AppRun] {
            timeline(
                """
                # build=10 \(header)
                06:00:00 process.launch intent=foreground reason=tap pid=300
                06:00:00.520 app.didBecomeActive pid=300
                06:05:10 data.change document=w pid=300
                06:08:00 ui.refresh pid=300
                # \(build)
                06:08:20 process.launch intent=foreground reason=tap pid=341
                06:08:20.520 app.didBecomeActive pid=341
                """)
        }
        for build in ["", "build=11"] {
            let (watch, phone) = (runs("host=watch", build), runs("", build))
            #expect(watch.map(\.endingLine) == phone.map(\.endingLine), "\(watch.summary)")
            #expect(watch.map(\.ending.candidates) == phone.map(\.ending.candidates), "\(watch.summary)")
            #expect(watch.first?.endingLine == "unknown possible" && watch.last?.launch.after == .unknown)
            #expect(watch.last?.launch.isAfterUpdate == !build.isEmpty)
        }
    }

    @Test func `lines that fit several runs make one of their own and end none`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7 app=com.a
            10:00:01 process.launch pid=8 app=com.b
            10:00:02 data.save
            10:00:03 data.save
            10:00:04 data.save pid=7
            """, headers: "# device=A1")
        #expect(runs.count == 3, "\(runs.summary)")
        #expect(runs.allSatisfy { $0.ending.cause == .stillRunning }, "\(runs.summary)")
        #expect(runs.first { $0.app == nil }?.anomalyCodes == "ambiguous-join")
    }

    @Test func `a pid of two apps is a conflict`() {
        let runs = timeline(
            "10:00:00 data.load pid=7 app=com.a\n10:00:01 data.load pid=7 app=com.b", headers: "# device=A1")
        #expect(runs.map(\.anomalyCodes) == ["", "identity-conflict"], "\(runs.summary)")
    }

    @Test func `another process of the same name ends nothing`() {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.notes intent=foreground
            10:00:00.1 process.state app=com.acme.notes pid=7 task=running
            10:00:00.6 app.didBecomeActive process=Runner pid=7
            10:00:06 memory.limitExceeded process=Runner pid=9 fatal=true class=kernel
            10:00:06 process.exit process=Runner pid=9 namespace=JETSAM reason=per-process-limit class=kernel
            10:00:30 app.willResignActive process=Runner pid=7
            """, headers: "# device=A1")
        #expect(runs.map(\.pid) == [7, 9], "\(runs.summary)")
        #expect(runs.first?.stateNames == "launching active inactive", "\(runs.summary)")
        #expect(runs.first?.ending.cause == .stillRunning, "\(runs.summary)")
    }

    @Test func `a pid that was given to another app is the old one's no more`() {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.a intent=foreground
            10:00:00.1 process.state app=com.a pid=7 task=running
            10:00:00.6 app.didBecomeActive process=A pid=7
            10:10:00 process.launch app=com.b intent=foreground
            10:10:00.1 process.state app=com.b pid=7 task=running
            10:10:00.6 app.didBecomeActive process=B pid=7
            10:11:00 app.willResignActive process=B pid=7
            """, headers: "# device=A1")
        #expect(runs.map(\.app) == ["com.a", "com.b"], "\(runs.summary)")
        #expect(runs.map(\.stateNames) == ["launching active", "launching active inactive"], "\(runs.summary)")
        #expect(runs.first?.ending.cause != .stillRunning && runs.first?.end.isKnown == false, "\(runs.summary)")
    }

    @Test(arguments: [
        ("10:00:20 process.exit pid=7 class=kernel proven=false\n10:00:25 app.willResignActive pid=7", 1, false),
        (
            "10:00:20 process.exit pid=7 explanation=\"suspended with locked system files\" proven=false\n"
                + "10:01:00 process.resume pid=7", 1, false
        ),
        ("10:00:20 process.exit pid=7 class=kernel proven=false\n10:00:21 app.willResignActive pid=7", 1, true),
        ("10:00:20 process.exit pid=7 signal=11\n10:00:25 app.willResignActive pid=7", 1, true),
    ]) func `a process that speaks on did not end for a line that is not known to say so`(
        log: String, count: Int, isOver: Bool
    ) {
        let runs = timeline("10:00:00 process.launch pid=7\n10:00:01 app.didBecomeActive pid=7\n" + log)
        #expect(runs.count == count, "\(runs.summary)")
        #expect((runs.first?.ending.cause != .stillRunning) == isOver, "\(runs.summary)")
    }

    @Test func `only selected apps have runs`() {
        let settings = TimelineSettings(vocabulary: Shipped.vocabulary, apps: [Glob("com.a")])
        let runs = timeline(
            "10:00:00 process.launch pid=7 app=com.a\n10:00:01 process.launch pid=8 app=com.b", headers: "# device=A1",
            settings: settings)
        #expect(runs.map(\.app) == ["com.a"], "\(runs.summary)")
    }

    /// The first line of a process may not say of which app it is.
    @Test(arguments: [("com.a", ["com.a"]), ("com.b", []), ("com.*", ["com.a"])])
    func `a run that turns out to be another's`(
        selected: String, expected: [String]
    ) {
        let settings = TimelineSettings(vocabulary: Shipped.vocabulary, apps: [Glob(selected)])
        let log = (0..<3_000).map {
            "10:00:0\(2 + $0 / 1_000).\(String($0 % 1_000 + 1_000).dropFirst()) data.save pid=7 document=\($0)"
        }
        for lines in [[], log] {
            let runs = timeline(
                "10:00:00 process.exit pid=6 process=Other class=kernel reason=vm-pageshortage\n"
                    + "10:00:01 memory.warning pid=7 process=Notes\n"
                    + "10:00:01.5 process.state app=com.a pid=7 task=running\n" + lines.joined(separator: "\n")
                    + "\n10:00:09 process.exit app=com.a pid=7 signal=11", headers: "# device=A1", settings: settings)
            #expect(runs.compactMap(\.app) == expected, "\(runs.summary)")
        }
    }

    @Test func `a line without a device joins the device of its process`() {
        let runs = timeline(
            files: [
                "# app=com.a device=A1\n10:00:00 process.launch pid=7",
                "# app=com.a device=B2\n10:00:00 process.launch pid=8",
                "# app=com.a\n10:00:05 process.exit pid=8 namespace=FRONTBOARD code=0xdeadfa11",
            ])
        #expect(runs.map(\.device) == ["A1", "B2"], "\(runs.summary)")
        #expect(runs.map(\.ending.cause) == [.stillRunning, .userQuit])
    }

    @Test func `a line that fits processes of several devices is of none of them`() {
        let runs = timeline(
            """
            10:00:00 process.launch device=D1
            10:00:00 process.launch device=D2
            10:00:06 app.didBecomeActive
            """, headers: "# app=com.a pid=1")
        #expect(runs.map(\.device) == [nil, "D1", "D2"], "\(runs.summary)")
        #expect(runs.map(\.anomalyCodes) == ["ambiguous-join", "", ""], "\(runs.summary)")
    }

    @Test func `an end that names nobody may be that of the process which has just ended`() {
        let before = """
            10:00:00 process.launch app=com.acme.one pid=71
            10:00:04 process.launch app=com.acme.two pid=72

            """
        let rows: [(log: String, causes: [EndingCause])] = [
            (
                "10:00:10 process.exit pid=71\n10:00:10.2 process.exit signal=11\n",
                [.unknown, .stillRunning, .crashSignal]
            ),
            (
                "10:00:10 process.exit pid=71 signal=11\n10:00:10.2 process.exit signal=11\n"
                    + "10:00:10.4 process.exit signal=11 explanation=x\n",
                [.crashSignal, .stillRunning, .crashSignal]
            ),
            // It ended otherwise, or long before.
            ("10:00:10 process.exit pid=71 signal=9\n10:00:10.2 process.exit signal=11\n", [.unknown, .crashSignal]),
            ("10:00:10 process.exit pid=71\n10:00:20 process.exit signal=11\n", [.unknown, .crashSignal]),
        ]
        for row in rows {
            let runs = timeline(before + row.log, headers: "# device=A1")
            #expect(runs.map(\.ending.cause) == row.causes, "\(row.log)\n\(runs.summary)")
            #expect(
                runs.map(\.anomalyCodes) == (row.causes.count == 3 ? ["", "", "ambiguous-join"] : ["", ""]),
                "\(row.log)\n\(runs.summary)")
        }
        // Two parts of the system tell of one end in the same words.
        let twice = timeline(
            before + "10:00:10 process.exit pid=71 namespace=JETSAM reason=per-process-limit class=kernel\n"
                + "10:00:10.2 process.exit class=runningboard namespace=JETSAM code=7 status=9\n",
            headers: "# device=A1")
        #expect(twice.map(\.ending.cause) == [.memoryLimit, .stillRunning], "\(twice.summary)")
        // So do they where one tells the kill, and the other what for, within a second; that is sure where a line with
        // a name says what for.
        let kill = "signal=9 class=kernel"
        let code = "namespace=FRONTBOARD code=0x8badf00d class=frontboard"
        for (named, nameless, distance, endings) in [
            (kill, code, "10.1", ["watchdog.other likely", "stillRunning likely"]),
            (code, kill, "10.1", ["watchdog.other certain", "stillRunning likely"]),
            (kill, code, "11.5", ["unknown possible", "stillRunning likely", "watchdog.other likely"]),
            (
                kill, "namespace=JETSAM reason=per-process-limit class=runningboard", "10.1",
                ["memoryLimit likely", "stillRunning likely"]
            ),
        ] {
            let log = "10:00:10 process.exit pid=71 \(named)\n10:00:\(distance) process.exit \(nameless)\n"
            let runs = timeline(before + log, headers: "# device=A1")
            let told = runs.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" }
            #expect(told == endings, "\(log)\n\(runs.summary)")
        }
        // The line with the name may be the later one, and tell of the other process.
        let (one, two) = ("process.exit pid=71", "process.exit pid=72")
        for (log, endings) in [
            (
                "10:00:09.9 process.exit \(code)\n10:00:10 \(one) \(kill)\n",
                ["watchdog.other likely", "stillRunning likely"]
            ),
            (
                "10:00:10 \(one) \(kill)\n10:00:10.3 process.exit \(code)\n"
                    + "10:00:10.5 \(two) namespace=FRONTBOARD code=0x8badf00d class=runningboard\n",
                ["unknown possible", "watchdog.other certain"]
            ),
            // Either may be meant.
            (
                "10:00:10 \(one) \(kill)\n10:00:10.3 process.exit \(code)\n10:00:10.5 \(two) \(kill)\n",
                ["unknown possible", "unknown possible", "watchdog.other likely"]
            ),
            // A line with a name says otherwise.
            (
                "10:00:10 \(one) \(kill)\n10:00:10.3 process.exit \(code)\n"
                    + "10:00:11.5 \(one) namespace=JETSAM reason=per-process-limit class=runningboard\n",
                ["memoryLimit certain", "stillRunning likely"]
            ),
        ] {
            let runs = timeline(before + log, headers: "# device=A1")
            let told = runs.map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" }
            #expect(told == endings, "\(log)\n\(runs.summary)")
        }
        // No watchdog ends who is suspended, nor rather who is at nothing that it times.
        for last in ["app.didEnterBackground pid=71\n10:00:03.5 process.suspend pid=71", "app.didBecomeActive pid=71"] {
            let runs = timeline(
                "10:00:00 process.launch app=com.acme.one pid=71\n10:00:01 app.didBecomeActive pid=71\n10:00:03 \(last)\n"
                    + "10:00:04 process.launch intent=foreground app=com.acme.two pid=72\n"
                    + "10:00:05 app.didFinishLaunching phase=begin pid=72\n"
                    + "10:00:24 \(one) \(kill)\n10:00:24.3 process.exit \(code)\n", headers: "# device=A1")
            #expect(runs.map(\.ending.cause) == [.unknown, .stillRunning, .watchdogOther], "\(runs.summary)")
            #expect(runs.map(\.anomalyCodes).last == "ambiguous-join", "\(runs.summary)")
        }
        // Two that contradict each other are two ends, and none of them is surely another than the one that was seen.
        let other = timeline(
            before + "10:00:10 process.exit pid=71\n10:00:10.2 process.exit signal=11\n"
                + "10:00:10.9 process.exit signal=9 namespace=SPRINGBOARD code=0x8badf00d\n", headers: "# device=A1")
        #expect(
            other.map(\.ending.cause) == [.unknown, .stillRunning, .crashSignal, .watchdogOther], "\(other.summary)")
        #expect(other.dropFirst(2).allSatisfy { $0.ending.confidence == .likely }, "\(other.summary)")
        // A log that tells no two processes apart goes on with the one that was launched last.
        let next = timeline(
            "10:00:00 process.launch\n10:00:10 process.exit\n10:00:10.4 process.launch\n10:00:11 process.exit signal=11"
        )
        #expect(next.map(\.ending.cause) == [.unknown, .crashSignal], "\(next.summary)")
    }

    /// What com.acme.one does before it is killed, the code of which a line tells that names nobody, and whether it may
    /// be its.
    static let namelessCodes: [(before: String, code: String, isMeant: Bool)] = [
        ("app.didEnterBackground", "RUNNINGBOARD code=0x2182bad2", true),
        ("app.didEnterBackground", "RUNNINGBOARD code=0xdead10cc", true),
        ("app.didEnterBackground", "DYLD code=1", false),
        ("app.didEnterBackground", "OBJC code=1", false),
        ("app.didEnterBackground", "TCC code=0", true),
        ("process.suspend", "RUNNINGBOARD code=0x2182bad2", false),
        ("process.suspend", "RUNNINGBOARD code=0x8badf00d", false),
        ("process.suspend", "RUNNINGBOARD code=0xdead10cc", true),
        ("process.suspend", "FRONTBOARD code=0xdeadfa11", true),
        ("process.suspend", "JETSAM code=7", true),
        ("process.suspend", "TCC code=0", false),
        ("process.suspend", #"TCC explanation="access to the camera service changed""#, true),
        ("process.suspend", "GUARD code=1", false),
        ("process.suspend", "CODESIGNING code=2", false),
        ("app.didBecomeActive", "RUNNINGBOARD code=0x2182bad2", false),
        ("app.didBecomeActive", "RUNNINGBOARD code=0xdead10cc", false),
        ("app.didBecomeActive", "RUNNINGBOARD code=0xc00010ff", true),
        ("app.didBecomeActive", "GUARD code=1", true),
        // It was asked to end a task, and came to the front.
        ("backgroundTask.expire task=7", "RUNNINGBOARD code=0x2182bad2", true),
    ]

    @Test(arguments: namelessCodes)
    func `a code that names nobody is of no process whose state rules it out`(
        _ row: (before: String, code: String, isMeant: Bool)
    ) {
        let runs = timeline(
            "10:00:00 process.launch app=com.acme.one pid=71\n10:00:01 app.didBecomeActive pid=71\n"
                + "10:00:03 \(row.before) pid=71\n10:00:04 process.launch app=com.acme.two pid=72\n"
                + "10:00:05 process.exit pid=71 signal=9 class=kernel\n"
                + "10:00:05.3 process.exit class=frontboard namespace=\(row.code)\n", headers: "# device=A1")
        #expect(runs.count == (row.isMeant ? 2 : 3), "\(row)\n\(runs.summary)")
        #expect(runs.dropFirst(2).map(\.anomalyCodes) == (row.isMeant ? [] : ["ambiguous-join"]), "\(runs.summary)")
    }

    /// Codes that name nobody, half a minute after com.acme.one was left, of whose tasks no log tells.
    static let codesAfterSilence: [(code: String, isMeant: Bool)] = [
        ("RUNNINGBOARD code=0x2182bad2", true),
        ("GUARD code=1", true),
        ("CODESIGNING code=2", true),
        // Nothing that it was called for keeps it, and there is none who waits.
        ("RUNNINGBOARD code=0x8badf00d", false),
        ("TCC code=0", false),
    ]

    @Test(arguments: codesAfterSilence) func `that it was suspended is not concluded against what only ends who runs`(
        _ row: (code: String, isMeant: Bool)
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.one pid=71
            10:00:01 app.didBecomeActive pid=71
            10:00:03 app.didEnterBackground pid=71
            10:00:04 process.launch app=com.acme.two pid=72
            10:00:05 app.didBecomeActive pid=72
            10:00:36 process.exit pid=71 signal=9 class=kernel
            10:00:36.3 process.exit namespace=\(row.code) class=runningboard

            """, headers: "# device=A1")
        #expect(runs.count == (row.isMeant ? 2 : 3), "\(row)\n\(runs.summary)")
        #expect(runs.first?.stateAtEnd == (row.isMeant ? .background : .suspended), "\(runs.summary)")
    }

    @Test(arguments: [(nil, false), ("10:00:31 backgroundTask.expire task=7 pid=72", true)] as [(String?, Bool)])
    func `a code of a task is rather of the process that was asked to end one`(expiry: String?, isOther: Bool) {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.two pid=72
            10:00:01 app.didBecomeActive pid=72
            10:00:02 app.didEnterBackground pid=72
            10:00:02.1 backgroundTask.begin task=7 pid=72
            10:00:03 process.launch app=com.acme.one pid=71
            10:00:04 app.didBecomeActive pid=71
            10:00:30 app.didEnterBackground pid=71
            \(expiry ?? "")
            10:00:34 process.exit pid=71 signal=9 class=kernel
            10:00:34.3 process.exit namespace=RUNNINGBOARD code=0x2182bad2 class=runningboard

            """, headers: "# device=A1")
        #expect(runs.count == (isOther ? 3 : 2), "\(runs.summary)")
    }

    @Test func `an app that is launched anew after each crash has crashed each time`() {
        var log = ""
        for number in 0..<4 {
            log += "10:00:0\(number).4 process.launch pid=\(71 + number)\n"
            log += "10:00:0\(number + 1) process.exit signal=11\n"
        }
        let runs = timeline(log)
        #expect(
            runs.map(\.ending.cause) == [.crashSignal, .crashSignal, .crashSignal, .crashSignal], "\(runs.summary)")
    }

    @Test func `sources without a device are the assumed one`() {
        let files = [
            "# app=com.a\n10:00:00 process.launch pid=7", "# app=com.a device=A1\n10:00:05 process.exit pid=7",
        ]
        for order in [files, files.reversed()] {
            let runs = timeline(files: order, assumedDevice: "A1")
            #expect(runs.map(\.device) == ["A1"], "\(runs.summary)")
        }
    }

    @Test func `gaps and changes of the clock are told`() {
        let runs = timeline(
            "10:00:00 process.launch pid=7\n10:00:01 log.gap\n10:00:02 clock.changed\n10:00:03 data.save")
        #expect(runs.map(\.anomalyCodes) == ["gap clock-changed"], "\(runs.summary)")
    }

    /// Each as the line that may be lost, and what follows it.
    static let explained: [(lost: String, next: String)] = [
        ("app.willResignActive", "app.didEnterBackground"),
        ("app.didEnterBackground", "app.willEnterForeground"),
        ("scene.willResignActive scene=a", "scene.didEnterBackground scene=a"),
    ]

    @Test(arguments: explained) func `an order that a lost line explains is no anomaly`(
        _ row: (lost: String, next: String)
    ) {
        let kind = row.next.hasPrefix("scene") ? "scene.didBecomeActive scene=a" : "app.didBecomeActive"
        func codes(_ line: String, before: String = "") -> [String] {
            timeline("10:00:00 process.launch pid=7\n\(before)10:00:01 \(kind)\n\(line)10:00:09 \(row.next)")
                .map(\.anomalyCodes)
        }
        #expect(codes("") != [""])
        #expect(codes("10:00:05 log.gap\n") == ["gap"])
        // What was lost before has nothing to do with it.
        #expect(codes("", before: "10:00:00.5 log.gap\n") == codes("").map { "gap \($0)" })
    }

    @Test func `a callback in a process whose resume is lost is no anomaly`() {
        let log = """
            10:00:00 process.launch pid=7
            10:00:01 app.didBecomeActive
            10:00:02 app.willResignActive
            10:00:03 app.didEnterBackground
            10:00:05 process.suspend
            10:00:10 process.resume
            10:00:15 process.suspend

            """
        #expect(timeline(log + "10:00:30 app.willTerminate").map(\.anomalyCodes) == ["callback-while-suspended"])
        #expect(timeline(log + "10:00:20 log.gap\n10:00:30 app.willTerminate").map(\.anomalyCodes) == ["gap"])
    }

    @Test func `a jetsam report ends only what it gives a reason for`() {
        let bystander = timeline(
            "10:00:00 process.launch pid=7\n10:00:05 report.jetsam pid=7\n10:00:09 data.save pid=7")
        #expect(bystander.map(\.ending.cause) == [.stillRunning], "\(bystander.summary)")
        let victim = timeline("10:00:00 process.launch pid=7\n10:00:05 report.jetsam pid=7 reason=per-process-limit")
        #expect(victim.map(\.ending.cause) == [.memoryLimit], "\(victim.summary)")
    }

    @Test func `simulated and non-fatal reports end nothing`() {
        for attribute in ["simulated=true", "fatal=false"] {
            let runs = timeline("10:00:00 process.launch pid=7\n10:00:05 report.crash pid=7 signal=11 \(attribute)")
            #expect(runs.map(\.ending.cause) == [.stillRunning], "\(attribute)\n\(runs.summary)")
        }
    }
}
