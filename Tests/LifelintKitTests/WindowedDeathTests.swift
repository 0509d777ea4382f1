// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Deaths of which MetricKit knows no time but a day, beside what else tells of the processes of that day.
@Suite struct WindowedDeathTests {
    /// What is known of the runs, each as `pid cause`; a run whose end is not told has no pid where nobody tells it.
    private static func endings(_ inputs: [(String, String)]) throws -> [String] {
        func told(_ inputs: [(String, String)]) throws -> [String] {
            try Analysing.analysis(inputs.map { ($0.0, Array($0.1.utf8)) }).runs().map {
                "\($0.pid.map { "\($0)" } ?? "-") \($0.ending.cause.rawValue)"
            }
        }
        let endings = try told(inputs)
        #expect(try told(inputs.reversed()) == endings)
        return endings
    }

    private static func payload(_ crashes: String..., from: String = "00:00:00", to: String = "23:59:00") -> String {
        let list = crashes.map {
            #"{"version":"1.0.0","callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"#
                + #""callStackRootFrames":[{"binaryName":"Notes","address":4343071620,"offsetIntoBinaryTextSegment":900}]}]},"#
                + #""diagnosticMetaData":{"bundleIdentifier":"com.acme.notes","appVersion":"4.3","appBuildVersion":"431",\#($0)}}"#
        }
        return
            #"{"timeStampBegin":"2026-05-12 \#(from) +0000","timeStampEnd":"2026-05-12 \#(to) +0000","#
            + #""crashDiagnostics":[\#(list.joined(separator: ","))]}"#
    }

    private static func crash(_ signal: Int = 6, pid: Int? = nil) -> String {
        #""exceptionType":10,"exceptionCode":0,"signal":\#(signal),"terminationReason":"Namespace SIGNAL, Code \#(signal) X""#
            + (pid.map { #","pid":\#($0)"# } ?? "")
    }

    private static func report(_ end: String, pid: Int = 2410, launch: String = "06:00:00") -> String {
        """
        {"app_name":"Notes","timestamp":"2026-05-12 \(end).00 +0000","bundleID":"com.acme.notes","app_version":"4.3","build_version":"431","bug_type":"309","os_version":"iPhone OS 26.1 (23B85)"}
        {"captureTime":"2026-05-12 \(end).0000 +0000","pid":\(pid),"procLaunch":"2026-05-12 \(launch).0000 +0000","procName":"Notes",
        "bundleInfo":{"CFBundleIdentifier":"com.acme.notes","CFBundleShortVersionString":"4.3","CFBundleVersion":"431"},
        "exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"termination":{"namespace":"SIGNAL","code":6}}
        """
    }

    /// The lives of an app as the system logs them: the pid, when it began, when it ended and how, if it did.
    private static func log(_ lives: (pid: Int, from: String, to: String, end: String)...) -> String {
        var lines = ["Timestamp                       (process)[PID]    "]
        for life in lives {
            let manager = "runningboardd[33]: (RunningBoard) [com.apple.runningboard:process]"
            lines.append(
                "2026-05-12 \(life.from).020000+0000  localhost \(manager) Now tracking process: [app<com.acme.notes((null))>:\(life.pid)]"
            )
            lines.append(
                "2026-05-12 \(life.from).050000+0000  localhost SpringBoard[34]: [com.apple.SpringBoard:Common] Application process state changed for com.acme.notes: <SBApplicationProcessState: 0x10b3f23c; pid: \(life.pid); taskState: Running; visibility: Foreground>"
            )
            guard !life.end.isEmpty else { continue }
            lines.append(
                "2026-05-12 \(life.to).010000+0000  localhost \(manager) [app<com.acme.notes((null))>:\(life.pid)] termination reported by launchd (\(life.end))"
            )
            lines.append(
                "2026-05-12 \(life.to).050000+0000  localhost \(manager) Removing process: [app<com.acme.notes((null))>:\(life.pid)]"
            )
        }
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: A process id

    private static let day = log(
        (2410, "06:00:00", "06:00:50", "2, 6, 6"), (2450, "06:01:40", "06:09:00", "2, 9, 9"),
        (2460, "06:10:00", "06:20:00", "2, 9, 9"), (2470, "06:21:00", "", ""))

    private static let days: [[(String, String)]] = [
        [("a.log", day), ("m.json", payload(crash(pid: 2410)))],
        [("a.log", day), ("a.ips", report("06:00:50")), ("m.json", payload(crash(pid: 2410)))],
        [("a.log", day), ("m.json", payload(crash()))],
        [("a.log", day), ("a.ips", report("06:00:50")), ("m.json", payload(crash()))],
    ]

    @Test(arguments: days) func `a crash of a day is one, however often the app was opened after it`(
        _ inputs: [(String, String)]
    ) throws {
        let endings = try Self.endings(inputs)
        #expect(endings.map { $0.prefix(10) } == ["2410 crash", "2450 unkno", "2460 unkno", "2470 still"])
    }

    @Test func `the launch after a crash that a payload tells, too, is told to come after it`() throws {
        let runs = try Analysing.analysis([
            ("a.log", Array(Self.day.utf8)), ("m.json", Array(Self.payload(Self.crash(pid: 2410)).utf8)),
        ]).runs()
        #expect(runs.count == 4)
        #expect(runs.dropFirst().first?.launch.after == .crashSignal)
    }

    @Test(arguments: [[2410, 2450, 2460], [2460, 2410], []]) func `each crash of a row is told once`(_ pids: [Int])
        throws
    {
        let log = Self.log(
            (2410, "06:00:00", "06:00:50", "2, 6, 6"), (2450, "06:01:40", "06:02:30", "2, 6, 6"),
            (2460, "06:03:00", "06:03:40", "2, 6, 6"), (2470, "06:04:00", "", ""))
        let crashes = pids.isEmpty ? [Self.crash(), Self.crash()] : pids.map { Self.crash(pid: $0) }
        let text =
            crashes.count == 3
            ? Self.payload(crashes[0], crashes[1], crashes[2]) : Self.payload(crashes[0], crashes[1])
        let endings = try Self.endings([("a.log", log), ("m.json", text)])
        #expect(endings == ["2410 crash.signal", "2450 crash.signal", "2460 crash.signal", "2470 stillRunning"])
    }

    /// The last that is told of the process is no time by which it was over, and that of the payload is.
    @Test(arguments: [
        (true, "After 06:00:01.600 it most likely crashed"), (false, "Some time before 23:59:59 it crashed"),
    ])
    func `a process crashed after it was last heard of, and before the payload is over`(
        _ row: (isLaunchedAgain: Bool, words: String)
    ) throws {
        let log = """
            # app=com.acme.notes date=2026-05-12
            06:00:01.300 process.launch intent=foreground pid=2410
            06:00:01.600 app.didBecomeActive pid=2410
            \(row.isLaunchedAgain ? "06:30:00.000 process.launch intent=foreground pid=2450" : "")

            """
        let runs = try Analysing.analysis([
            ("a.lifelog", Array(log.utf8)), ("m.json", Array(Self.payload(Self.crash(pid: 2410)).utf8)),
        ]).runs()
        let story = try #require(runs.first?.story)
        #expect(story.contains(row.words), "\(story)")
    }

    // MARK: An id that several processes had

    @Test(arguments: [
        ("2, 6, 6", ["2410 crash.signal"]), ("2, 11, 11", ["2410 crash.signal", "2410 crash.signal"]),
        ("2, 9, 9", ["2410 unknown", "2410 crash.signal"]), ("1, 7, 9", ["2410 memoryLimit", "2410 crash.signal"]),
        ("0, 0, 0", ["2410 cleanExit", "2410 crash.signal"]),
    ]) func `a crash of a day is not that of a process with its id which a log tells to have ended otherwise`(
        _ row: (end: String, endings: [String])
    ) throws {
        let log = Self.log((2410, "06:00:00", "06:00:50", row.end))
        let payload = ("m.json", Self.payload(Self.crash(pid: 2410)))
        #expect(try Self.endings([("a.log", log), payload]) == row.endings)
        // The report of the crash says more of it than a log.
        let withReport = [("a.log", log), ("a.ips", Self.report("06:00:50")), payload]
        #expect(try Self.endings(withReport).count == 1)
    }

    @Test func `a crash of a day is not that of a process with its id whose report tells another signal`() throws {
        let inputs = [("a.ips", Self.report("06:00:50")), ("m.json", Self.payload(Self.crash(11, pid: 2410)))]
        let runs = try Analysing.analysis(inputs.map { ($0.0, Array($0.1.utf8)) }).runs()
        #expect(runs.map { $0.ending.detail[.signal] } == [.integer(6), .integer(11)])
    }

    /// The boots of a phone on which the app had one id twice: how the first one ended, and the last word of the
    /// second.
    private static func boots(_ end: String, last: String) -> String {
        """
        # app=com.acme.notes appVersion=4.3 build=431 date=2026-05-12
        04:00:00.300 app.didFinishLaunching pid=2410
        04:00:00.600 app.didBecomeActive pid=2410
        \(end)
        06:01:00 device.boot
        06:02:00.300 app.didFinishLaunching pid=2410
        06:02:00.600 app.didBecomeActive pid=2410
        \(last)

        """
    }

    private static let later = "06:40:00 app.willResignActive pid=2410"

    private static let reused: [(log: String, to: String, endings: [String])] = [
        // It is written at the launch after the death.
        (
            boots("04:20:00 process.exit pid=2410 namespace=SIGNAL code=6 signal=6", last: later), "06:02:00",
            ["2410 crash.signal", "2410 stillRunning"]
        ),
        (
            boots("04:20:00 process.exit pid=2410 namespace=SIGNAL code=6 signal=6", last: ""), "06:02:00",
            ["2410 crash.signal", "2410 stillRunning"]
        ),
        (boots("", last: later), "06:02:00", ["2410 crash.signal", "2410 stillRunning"]),
        // That one was left, and the second one lived on.
        (
            boots("04:20:00 process.exit pid=2410 reason=quit code=0", last: later), "06:02:00",
            ["2410 cleanExit", "2410 stillRunning", "2410 crash.signal"]
        ),
        (
            boots("04:20:00 process.exit pid=2410 reason=quit code=0", last: later), "06:20:00",
            ["2410 cleanExit", "2410 stillRunning", "2410 crash.signal"]
        ),
        // Nothing tells of it behind the window.
        (
            boots("04:20:00 process.exit pid=2410 reason=quit code=0", last: ""), "06:20:00",
            ["2410 cleanExit", "2410 crash.signal"]
        ),
        (
            boots(
                "04:20:00 process.exit pid=2410 reason=quit code=0",
                last: "06:40:00 app.didFinishLaunching pid=2411"), "06:20:00",
            ["2410 cleanExit", "2410 crash.signal", "2411 stillRunning"]
        ),
    ]

    @Test(arguments: reused) func `a process that lives on behind a window did not crash in it, whatever its id`(
        _ row: (log: String, to: String, endings: [String])
    ) throws {
        let payload = ("m.json", Self.payload(Self.crash(pid: 2410), from: row.to, to: row.to))
        #expect(try Self.endings([("a.lifelog", row.log), payload]) == row.endings)
    }

    // MARK: Several devices

    private static func report(_ end: String, of device: String, pid: Int, launch: String) -> String {
        report(end, pid: pid, launch: launch).replacing(
            #""procName""#, with: #""crashReporterKey":"\#(device)","procName""#)
    }

    /// Each as `device pid`.
    @Test(arguments: [
        // The id is that of one, and of another one before its end.
        (
            [
                report("06:05:00", of: "a1", pid: 2410, launch: "06:00:00"),
                report("06:01:00", of: "b2", pid: 2451, launch: "06:00:10"),
                report("06:09:00", of: "b2", pid: 2482, launch: "06:08:00"), payload(crash(pid: 2451)),
            ], ["a1 2410", "b2 2451", "b2 2482"]
        ),
        // Nothing says which of two alike it is.
        (
            [
                report("06:05:00", of: "a1", pid: 2410, launch: "06:00:00"),
                report("06:01:00", of: "b2", pid: 2451, launch: "06:00:10"), payload(crash(pid: 2499)),
            ], ["- 2499", "a1 2410", "b2 2451"]
        ),
        // An SDK tells what was thrown, on a device that nobody else knows.
        (
            [
                report("06:05:00", of: "a1", pid: 2410, launch: "06:00:00")
                    .replacing("SIGABRT", with: "SIGSEGV").replacing(#""code":6"#, with: #""code":11"#),
                sentry(bare, at: "06:20:00", launch: "06:19:00"), payload(crash()),
            ], ["77aa 0", "a1 2410"]
        ),
        // What has its id ended otherwise.
        (
            [
                report("06:05:00", of: "a1", pid: 2410, launch: "06:00:00"),
                report("06:01:00", of: "b2", pid: 2451, launch: "06:00:10"), payload(crash(11, pid: 2410)),
            ], ["- 2410", "a1 2410", "b2 2451"]
        ),
    ]) func `a crash of a day is of the device of which a report tells it`(_ row: (inputs: [String], runs: [String]))
        throws
    {
        let inputs = row.inputs.enumerated().map { ("\($0.offset)", Array($0.element.utf8)) }
        for inputs in [inputs, inputs.reversed()] {
            let runs = try Analysing.analysis(inputs).runs()
            #expect(runs.map { "\($0.device ?? "-") \($0.pid ?? 0)" }.sorted() == row.runs)
        }
    }

    // MARK: Logs without process ids

    private static func numberless(_ lives: [(from: String, isLeft: Bool)]) -> String {
        lives.map { life in
            "2026-05-12T\(life.from).300Z app.didFinishLaunching app=com.acme.notes\n"
                + "2026-05-12T\(life.from).600Z app.didBecomeActive app=com.acme.notes\n"
                + (life.isLeft ? "2026-05-12T\(life.from).900Z app.didEnterBackground app=com.acme.notes\n" : "")
        }.joined()
    }

    private static let twice = numberless([("06:00:00", false), ("06:02:23", false)])

    private static let living: [(inputs: [(String, String)], endings: [String])] = [
        (
            [("a.lifelog", twice), ("a.ips", report("06:02:03")), ("m.json", payload(crash(pid: 2410)))],
            ["2410 crash.signal", "- stillRunning"]
        ),
        (
            [("a.lifelog", twice), ("m.json", payload(crash(pid: 2410)))],
            ["- unknown", "- stillRunning", "2410 crash.signal"]
        ),
        (
            [("a.lifelog", twice), ("m.json", payload(crash(pid: 2410), from: "06:02:00", to: "06:02:00"))],
            ["- unknown", "- stillRunning", "2410 crash.signal"]
        ),
        (
            [
                ("a.lifelog", numberless([("06:00:00", true), ("06:10:00", true), ("06:20:00", false)])),
                ("m.json", payload(crash(pid: 2410))),
            ], ["- unknown", "- unknown", "- stillRunning", "2410 crash.signal"]
        ),
        // The only one that it can be.
        (
            [("a.lifelog", numberless([("06:00:00", false)])), ("m.json", payload(crash(pid: 2410)))],
            ["2410 crash.signal"]
        ),
    ]

    @Test(arguments: living) func `a run that goes on takes no crash of a day that may be another one's`(
        _ row: (inputs: [(String, String)], endings: [String])
    ) throws {
        let endings = try Self.endings(row.inputs)
        #expect(endings.map { $0.replacing("reclaimed", with: "unknown") } == row.endings)
    }

    @Test func `a crash of a day that may be of several runs is one of its own, and says so`() throws {
        let runs = try Analysing.analysis([
            ("a.lifelog", Array(Self.twice.utf8)), ("m.json", Array(Self.payload(Self.crash(pid: 2410)).utf8)),
        ]).runs()
        #expect(runs.last?.anomalies.map(\.code) == [.ambiguousJoin])
    }

    // MARK: No process id

    private static let untold: [(end: String, crash: String, count: Int)] = [
        ("2, 11, 11", crash(11), 1), ("2, 6, 6", crash(6), 1),
        (
            "10, 2343432205, 9",
            #""exceptionType":10,"signal":9,"terminationReason":"<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:x>""#,
            1
        ),
        ("2, 11, 11", crash(6), 2), ("2, 9, 9", crash(11), 2), ("1, 7, 9", crash(11), 2),
    ]

    @Test(arguments: untold) func `a crash of a day without a process id is the one that a log tells alike`(
        _ row: (end: String, crash: String, count: Int)
    ) throws {
        let log = Self.log((2410, "06:00:00", "06:00:50", row.end))
        #expect(try Self.endings([("a.log", log), ("m.json", Self.payload(row.crash))]).count == row.count)
    }

    // MARK: What SDKs tell

    private static func sentry(_ thrown: String, at time: String, launch: String = "06:00:00") -> String {
        #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","level":"fatal","timestamp":"2026-05-12T\#(time)Z","#
            + #""contexts":{"app":{"app_start_time":"2026-05-12T\#(launch)Z","app_identifier":"com.acme.notes","app_version":"4.3","#
            + #""app_build":"431","device_app_hash":"77aa","in_foreground":true},"device":{"model":"iPhone15,2"},"#
            + #""os":{"name":"iOS","version":"26.1","build":"23B85"}},"exception":{"values":[\#(thrown)]}}"#
    }

    private static let thrown =
        #"{"type":"NSRangeException","value":"boom","mechanism":{"type":"nsexception","handled":false,"meta":{"signal":"#
        + #"{"number":6,"name":"SIGABRT"},"mach_exception":{"exception":10,"name":"EXC_CRASH"}}}}"#
    private static let bare =
        #"{"type":"NSRangeException","value":"boom","mechanism":{"type":"nsexception","handled":false}}"#

    private static func thrownToo(_ words: String) -> String {
        #","objectiveCexceptionReason":{"composedMessage":"\#(words)","exceptionName":"NSRangeException","className":"NSException"}"#
    }

    private static let handled =
        #"{"type":"NSURLErrorDomain","value":"x","mechanism":{"type":"NSError","handled":true}}"#
    private static let gone =
        #"{"type":"WatchdogTermination","mechanism":{"type":"watchdog_termination","handled":false}}"#
    private static let watchdog =
        #""exceptionType":10,"signal":9,"terminationReason":"<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:"#
        + #"scene-update watchdog transgression: x>","pid":2410"#

    /// No SDK for errors tells a process id, and every payload of today does.
    private static let toldBySDKs: [(inputs: [(String, String)], endings: [String])] = [
        (
            [("a.json", sentry(thrown, at: "06:05:07")), ("m.json", payload(crash(pid: 2410)))],
            ["2410 crash.exception"]
        ),
        (
            [
                ("a.json", sentry(thrown, at: "06:05:07")),
                ("b.json", sentry(handled, at: "06:11:00", launch: "06:10:00")),
                ("m.json", payload(crash(pid: 2410))),
            ], ["2410 crash.exception", "- stillRunning"]
        ),
        (
            [("a.json", sentry(thrown, at: "06:05:07")), ("m.json", payload(crash(11, pid: 2410)))],
            ["- crash.exception", "2410 crash.signal"]
        ),
        ([("a.json", sentry(gone, at: "06:05:05")), ("m.json", payload(watchdog))], ["2410 watchdog.sceneUpdate"]),
        // What was thrown, and nothing of what the kernel made of it.
        (
            [("a.json", sentry(bare, at: "06:05:07")), ("m.json", payload(crash(pid: 2410) + thrownToo("boom")))],
            ["2410 crash.exception"]
        ),
        (
            [("a.json", sentry(bare, at: "06:05:07")), ("m.json", payload(crash(pid: 2410) + thrownToo("else")))],
            ["- crash.exception", "2410 crash.exception"]
        ),
        // Nothing but the signal is told of what the kernel made of it, whoever else tells of it.
        ([("a.json", sentry(bare, at: "06:00:49")), ("m.json", payload(crash()))], ["- crash.exception"]),
        (
            [("a.json", sentry(bare, at: "06:00:49")), ("a.ips", report("06:00:50")), ("m.json", payload(crash()))],
            ["2410 crash.exception"]
        ),
        (
            [
                ("a.json", sentry(thrown, at: "06:00:49")), ("a.ips", report("06:00:50")),
                ("m.json", payload(crash())),
            ], ["2410 crash.exception"]
        ),
        (
            [("a.json", sentry(bare, at: "06:00:49")), ("a.log", day), ("m.json", payload(crash()))],
            ["2410 crash.exception", "2450 unknown", "2460 unknown", "2470 stillRunning"]
        ),
        ([("a.json", sentry(bare, at: "06:05:07")), ("m.json", payload(crash(pid: 2410)))], ["2410 crash.exception"]),
        // Each tells it once.
        (
            [
                ("a.json", sentry(bare, at: "06:00:49")), ("a.ips", report("06:00:50")),
                ("m.json", payload(crash(), crash())),
            ],
            ["2410 crash.exception", "- crash.signal"]
        ),
        // Of two the one whose report says the same.
        (
            [
                ("a.json", sentry(bare, at: "05:50:00", launch: "05:49:00")), ("a.ips", report("06:00:50")),
                ("m.json", payload(crash())),
            ], ["- crash.exception", "2410 crash.signal"]
        ),
        // Another signal, or another exception.
        (
            [("a.json", sentry(bare, at: "06:05:07")), ("m.json", payload(crash(11)))],
            ["- crash.exception", "- crash.signal"]
        ),
        (
            [
                ("a.json", sentry(bare, at: "06:00:49")), ("a.ips", report("06:00:50")),
                ("m.json", payload(crash() + thrownToo("x").replacing("NSRange", with: "NSOther"))),
            ], ["2410 crash.exception", "- crash.exception"]
        ),
        // A crash it would have told.
        (
            [("a.json", sentry(gone, at: "06:05:05")), ("m.json", payload(crash(11, pid: 2410)))],
            ["- unknown", "2410 crash.signal"]
        ),
    ]

    @Test(arguments: toldBySDKs)
    func `a death that an SDK and a payload tell is one, whoever of them tells its process id`(
        _ row: (inputs: [(String, String)], endings: [String])
    ) throws {
        #expect(try Self.endings(row.inputs) == row.endings)
    }

    private static let others: [(inputs: [(String, String)], endings: [String])] = [
        // It was written before the process that the SDK tells of was over, or long after.
        (
            [
                ("a.json", sentry(handled, at: "06:05:00")),
                ("m.json", payload(crash(pid: 2410), from: "06:00:00", to: "06:00:00")),
            ], ["- stillRunning", "2410 crash.signal"]
        ),
        (
            [
                ("a.json", sentry(thrown, at: "06:20:00")),
                ("m.json", payload(crash(11, pid: 2410), from: "06:00:00", to: "06:00:00")),
            ], ["- crash.exception", "2410 crash.signal"]
        ),
        (
            [("a.json", sentry(handled, at: "06:05:00")), ("m.json", payload(crash(pid: 2410)))],
            ["- stillRunning", "2410 crash.signal"]
        ),
        // Of another day.
        (
            [
                (
                    "a.lifelog",
                    numberless([("06:00:00", false)]).replacing("2026-05-12", with: "2026-05-10")
                ), ("m.json", payload(crash(pid: 2410))),
            ], ["- stillRunning", "2410 crash.signal"]
        ),
        // A hang says of no run that goes on which process it is.
        (
            [
                (
                    "a.lifelog",
                    numberless([("06:00:00", false)])
                        + "2026-05-12T06:10:00.000Z app.willResignActive app=com.acme.notes\n"
                ),
                (
                    "m.json",
                    payload(#""hangDuration":"3 sec","pid":2410"#, from: "06:00:00", to: "06:00:00")
                        .replacing("crashDiagnostics", with: "hangDiagnostics")
                ),
            ], ["- stillRunning", "2410 stillRunning"]
        ),
    ]

    @Test(arguments: others) func `what a payload tells of a process is not told of another one for want of a better`(
        _ row: (inputs: [(String, String)], endings: [String])
    ) throws {
        #expect(try Self.endings(row.inputs) == row.endings)
    }

    // MARK: A name

    private static let named: [(line: String, cause: String)] = [
        (
            "2026-05-12 08:00:50.000000+0200 Notes[2410:51300] *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** boom'",
            "crash.exception"
        )
    ]

    @Test func `when the app tells of its crash is when it was, whatever window a payload tells`() throws {
        let log = """
            2026-05-12 06:00:00.310000+0000 Notes[2410:51300] Notes: application:didFinishLaunchingWithOptions:
            \(Self.named[0].line.replacing("08:00:50.000000+0200", with: "06:00:50.000000+0000"))

            """
        let runs = try Analysing.analysis([
            ("a.log", Array(log.utf8)), ("m.json", Array(Self.payload(Self.crash(pid: 2410)).utf8)),
        ]).runs()
        #expect(runs.map { $0.end.time.nanoseconds / 1_000_000_000 } == [1_778_565_650])
        #expect(runs.count == 1)
    }

    @Test(arguments: named) func `a crash of a day is that of the process that a console tells by its name and id`(
        _ row: (line: String, cause: String)
    ) throws {
        let log = """
            2026-05-12 08:00:00.310000+0200 Notes[2410:51300] Notes: application:didFinishLaunchingWithOptions:
            \(row.line)
            *** First throw call stack:
            (0x18a1b0a48 0x199b77b60 0x102de0384)
            libc++abi: terminating due to uncaught exception of type NSException

            """
        #expect(
            try Self.endings([("a.log", log), ("m.json", Self.payload(Self.crash(pid: 2410)))]) == ["2410 \(row.cause)"]
        )
        #expect(try Self.endings([("a.log", log), ("m.json", Self.payload(Self.crash(pid: 2411)))]).count == 2)
    }

    // MARK: Places

    private static func placed(_ offset: Int, uuid: String = "65D62363-ACF4-4C83-9F92-A03D7C824AB3") -> String {
        payload(crash()).replacing(
            #""address":4343071620,"offsetIntoBinaryTextSegment":900"#,
            with:
                #""binaryUUID":"\#(uuid)","address":\#(4_343_070_720 + offset),"offsetIntoBinaryTextSegment":\#(offset)"#
        )
    }

    @Test(arguments: [
        (placed(900), 1), (placed(904), 1), (placed(77900), 2),
        (placed(77900, uuid: "11D62363-ACF4-4C83-9F92-A03D7C824AB3"), 1),
    ]) func `two crashes in different places of one image are two, whatever else is alike`(
        _ row: (payload: String, count: Int)
    )
        throws
    {
        let report = Self.report("06:00:50").replacing(
            #""exception":{"#,
            with:
                #""faultingThread":0,"threads":[{"triggered":true,"frames":[{"imageOffset":8,"imageIndex":1},{"imageOffset":900,"imageIndex":0}]}],"#
                + #""usedImages":[{"uuid":"65d62363-acf4-4c83-9f92-a03d7c824ab3","base":4343070720,"size":1000000,"name":"Notes","#
                + #""path":"/private/var/containers/Bundle/Application/3/Notes.app/Notes"},"#
                + #"{"uuid":"d81dc5c4-88df-40bb-9159-9f29739908fb","base":7128432640,"size":300000,"name":"libobjc.A.dylib","path":"/usr/lib/libobjc.A.dylib"}],"exception":{"#
        ).replacing(
            #"{"app_name":"Notes","#, with: #"{"app_name":"Notes","slice_uuid":"65d62363-acf4-4c83-9f92-a03d7c824ab3","#
        )
        #expect(try Self.endings([("a.ips", report), ("m.json", row.payload)]).count == row.count)
    }
}
