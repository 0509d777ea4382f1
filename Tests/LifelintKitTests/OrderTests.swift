// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// Zones that nobody states, and clocks that are set.
@Suite struct OrderTests {
    private let zoned = """
        {"time":"2026-03-02T13:00:00.000Z","event":"process.launch","app":"com.example.app","device":"D1","pid":71}
        {"time":"2026-03-02T13:00:00.400Z","event":"app.didBecomeActive","app":"com.example.app","device":"D1","pid":71}
        {"time":"2026-03-02T13:09:30.000Z","event":"app.willResignActive","app":"com.example.app","device":"D1","pid":71}
        {"time":"2026-03-02T13:10:00.000Z","event":"process.exit","namespace":"SIGNAL","code":11,"app":"com.example.app","device":"D1","pid":71}

        """

    private func zoneless(hour: String) -> String {
        """
        # app=com.example.app device=D1 pid=71
        2026-03-02T\(hour):00:00.9 app.didBecomeActive
        2026-03-02T\(hour):05:00.0 data.change document=draft
        2026-03-02T\(hour):09:30.4 app.willResignActive

        """
    }

    @Test(arguments: [("10", "-03:00"), ("18", "+05:00"), ("13", "+00:00")])
    func `a log without a zone is read in the zone that makes it agree with others`(hour: String, zone: String) throws {
        let analysis = try Analysing.analysis([
            ("a.jsonl", Array(zoned.utf8)), ("b.lifelog", Array(zoneless(hour: hour).utf8)),
        ])
        let problem = try #require(analysis.header.problems.first)
        #expect(problem.code == .zoneAssumed)
        #expect(problem.message.contains(zone))
        let runs = try analysis.runs()
        #expect(runs.count == 1)
        #expect(runs.first?.spans.first { $0.kind == "unsaved" }?.from.rfc3339 == "2026-03-02T13:05:00.0Z")
        #expect(runs.first?.ending.confidence == .likely)
    }

    @Test(
        "one launch, or one way to the front, of one process tells the zone",
        arguments: [
            ("process.launch intent=foreground", "app.didFinishLaunching", "+02:00"),
            ("app.willEnterForeground", "app.willEnterForeground", "+02:00"),
            // What both tell in no such words agrees by chance.
            ("memory.warning", "memory.warning", nil),
        ])
    func oneMoment(system: String, own: String, zone: String?) throws {
        let log = """
            # app=com.example.app device=D1 pid=71
            2026-03-02T13:07:00.0Z \(system)
            2026-03-02T13:09:00.0Z process.exit namespace=SIGNAL code=11
            """
        let app = """
            # app=com.example.app device=D1 pid=71
            2026-03-02T15:07:00.4 \(own)
            2026-03-02T15:08:00.0 data.change document=draft
            """
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8)), ("b.lifelog", Array(app.utf8))])
        if let zone { #expect(analysis.header.problems.first?.message.contains(zone) == true) }
        #expect(try analysis.runs().count == (zone == nil ? 2 : 1))
    }

    /// A relay of a device with scenes, and what an app logs that names no process ids.
    private static func apart(_ pid: String, lives: Int) -> (app: String, relay: String) {
        var app = "# app=com.example.app device=D1\n"
        var relay = ""
        for life in 0..<lives {
            let minute = 10 + 13 * life
            app += """
                2026-03-02T07:\(minute):02.300Z app.didFinishLaunching\(pid.isEmpty ? "" : " pid=\(pid)")
                2026-03-02T07:\(minute):02.500Z scene.willEnterForeground scene=S\(pid.isEmpty ? "" : " pid=\(pid)")
                2026-03-02T07:\(minute + 7):11.700Z scene.didEnterBackground scene=S\(pid.isEmpty ? "" : " pid=\(pid)")

                """
            let process = "[app<com.example.app((null))>:\(71 + life)]"
            relay += """
                Mar  2 09:\(minute):01 iPhone runningboardd(RunningBoard)[33] <Notice>: Executing launch request for app<com.example.app((null))> (FBApplicationProcess)
                Mar  2 09:\(minute):01 iPhone runningboardd(RunningBoard)[33] <Notice>: Now tracking process: \(process)
                Mar  2 09:\(minute):02 iPhone SpringBoard(FrontBoard)[34] <Notice>: Application process state changed for com.example.app: <SBApplicationProcessState: 0x280000001; pid: \(71 + life); taskState: Running; visibility: Foreground>
                Mar  2 09:\(minute + 7):12 iPhone SpringBoard(FrontBoard)[34] <Notice>: Application process state changed for com.example.app: <SBApplicationProcessState: 0x280000001; pid: \(71 + life); taskState: Running; visibility: Background>
                Mar  2 09:\(minute + 7):20 iPhone runningboardd(RunningBoard)[33] <Notice>: \(process) termination reported by launchd (1, 4, 9)

                """
        }
        return (app, relay)
    }

    @Test(arguments: [("71", 1, true), ("", 1, true), ("", 3, true), ("", 0, false)])
    func `words of the system and of the app tell one moment`(pid: String, lives: Int, isKnown: Bool) throws {
        var logs = OrderTests.apart(pid, lives: max(lives, 1))
        // One moment in common may be by chance.
        if !isKnown { logs.app = logs.app.split(separator: "\n").prefix(2).joined(separator: "\n") }
        let analysis = try Analysing.analysis([
            ("app.lifelog", Array(logs.app.utf8)), ("relay.log", Array(logs.relay.utf8)),
        ])
        let problem = try #require(analysis.header.problems.first { $0.code == .zoneAssumed })
        #expect(problem.message.contains("+02:00") == isKnown, "\(problem.message)")
        if isKnown { #expect(try analysis.runs().count == lives) }
    }

    @Test func `pieces of the log of one device are of one zone`() throws {
        let logs = OrderTests.apart("71", lives: 1)
        // Hours later nothing else tells of it.
        let later = logs.relay.replacing("Mar  2 09:10:", with: "Mar  2 13:23:")
            .replacing("Mar  2 09:17:", with: "Mar  2 13:41:")
            .replacing(":71", with: ":90").replacing("pid: 71", with: "pid: 90")
        let analysis = try Analysing.analysis([
            ("app.lifelog", Array(logs.app.utf8)), ("relay.0", Array(later.utf8)),
            ("relay.1", Array(logs.relay.utf8)),
        ])
        let zones = analysis.header.problems.filter { $0.code == .zoneAssumed }.map(\.message)
        #expect(zones.count == 2 && zones.allSatisfy { $0.contains("+02:00") }, "\(zones)")
        #expect(zones.first?.contains("as in other logs of the device") == true, "\(zones)")
        #expect(try analysis.runs().map(\.pid) == [71, 90])
    }

    @Test func `the zone that records in a log tell is that of its next piece, too`() throws {
        let first = """
            May  1 12:00:00 iPhone Notes(Foundation)[512] <Notice>: applicationDidFinishLaunching
            May  1 12:03:01 iPhone Notes(Foundation)[512] <Notice>: {"event":"data.change","time":"2026-05-01T12:03:01.200+02:00","pid":512,"app":"com.acme.notes","document":"d1"}
            May  1 12:04:59 iPhone Notes(Foundation)[512] <Notice>: applicationWillResignActive

            """
        let next = """
            May  1 12:05:03 iPhone Notes(Foundation)[512] <Notice>: applicationDidReceiveMemoryWarning
            May  1 12:05:05 iPhone kernel[0] <Notice>: memorystatus: killing_specific_process pid 512 [Notes] (per-process-limit 100) 61440KB - memorystatus_available_pages: 1000

            """
        let analysis = try Analysing.analysis([("a.log", Array(first.utf8)), ("b.log", Array(next.utf8))])
        let zones = analysis.header.problems.filter { $0.code == .zoneAssumed }
        #expect(zones.map(\.file) == ["b.log"])
        #expect(zones.allSatisfy { $0.message.contains("+02:00, as in other logs of the device") }, "\(zones)")
        let runs = try analysis.runs()
        #expect(runs.map(\.end.time.rfc3339) == ["2026-05-01T10:05:05Z"])
    }

    @Test func `the zone that records in the log of one host tell is not that of another host`() throws {
        let first = """
            May  1 12:03:01 MacBook Sync(Foundation)[900] <Notice>: {"event":"data.change","time":"2026-05-01T12:03:01.200+02:00","pid":900,"app":"com.acme.sync","document":"d1"}
            May  1 12:04:01 MacBook Sync(Foundation)[900] <Notice>: {"event":"data.save","time":"2026-05-01T12:04:01.200+02:00","pid":900,"app":"com.acme.sync","document":"d1"}

            """
        let other = """
            May  1 05:05:03 iPhone Notes(Foundation)[512] <Notice>: applicationDidReceiveMemoryWarning
            May  1 05:05:05 iPhone kernel[0] <Notice>: memorystatus: killing_specific_process pid 512 [Notes] (per-process-limit 100) 61440KB - memorystatus_available_pages: 1000

            """
        for (host, isSame) in [("MacBook", false), ("iPhone", true)] {
            let log = first.replacing("MacBook", with: host)
            let analysis = try Analysing.analysis([("b.log", Array(other.utf8)), ("c.log", Array(log.utf8))])
            let zones = analysis.header.problems.filter { $0.code == .zoneAssumed && $0.file == "b.log" }
            #expect(zones.map { $0.message.contains("+02:00") } == [isSame], "\(zones)")
        }
    }

    /// The log of a whole device may begin with megabytes of lines of which nothing is recognised.
    @Test func `the zone and the year of a log are told by its first events, however late they come`() throws {
        var logs = OrderTests.apart("71", lives: 1)
        let noise =
            "Mar  2 08:00:00 iPhone wifid(WiFiPolicy)[77] <Notice>: scan done, nothing of note, as ever and ever\n"
        logs.relay = String(repeating: noise, count: (3 << 20) / noise.utf8.count) + logs.relay
        let analysis = try Analysing.analysis([
            ("app.lifelog", Array(logs.app.utf8)), ("relay.log", Array(logs.relay.utf8)),
        ])
        #expect(try analysis.runs().count == 1)
        let problem = try #require(analysis.header.problems.first { $0.code == .zoneAssumed })
        #expect(problem.message.contains("+02:00"), "\(problem.message)")
        #expect(!analysis.header.problems.contains { $0.message.contains("1970") })
    }

    /// A log that says the day itself assumes no year.
    @Test func `a divider says of which year the lines behind it are`() throws {
        let log = """
            ==========  Nov 12, 2020 at 12:24:58 PM  ==========
            Nov 12 12:24:58 iPad SpringBoard(FrontBoard)[510] <Notice>: [application<com.acme.notes>:796] Bootstrap success!
            Nov 12 12:24:59 iPad SpringBoard(FrontBoard)[510] <Notice>: [application<com.acme.notes>:796] Setting process visibility to: Foreground

            """
        let analysis = try Analysing.analysis([("a.log", Array(log.utf8))])
        #expect(analysis.header.problems.map(\.code) == [.zoneAssumed])
        #expect(try analysis.runs().map(\.start.time.rfc3339) == ["2020-11-12T12:24:58Z"])
    }

    /// Neither the kernel nor its report names an app: the process and its id do.
    @Test func `a report of the kernel tells the zone of the log that tells the same kill`() throws {
        let relay =
            "Mar  2 15:42:34 iPhone kernel[0] <Notice>: memorystatus: Letters [897] exceeded mem limit: ActiveHard 2098 MB (fatal)\n"
        let report = """
            {"bug_type":"298","timestamp":"2026-03-02 13:42:36.12 +0000","os_version":"iPhone OS 26.1 (23B85)","incident_id":"9531985D"}
            {"crashReporterKey":"27bf2f60","kernel":"Darwin Kernel Version 25.1.0","product":"iPhone17,1","incident":"9531985D",
            "date":"2026-03-02 13:42:34.12 +0000","build":"iPhone OS 26.1 (23B85)","timeDelta":5,
            "memoryStatus":{"pageSize":16384,"memoryPages":{"active":1,"free":1}},"largestProcess":"Letters",
            "processes":[{"uuid":"8d116ece","states":["frontmost"],"rpages":100,"pid":897,"name":"Letters",
            "reason":"per-process-limit"}]}

            """
        let runs = try Analysing.runs([("a.log", Array(relay.utf8)), ("b.ips", Array(report.utf8))])
        #expect(runs.map(\.ending.cause) == [.memoryLimit])
    }

    /// What is copied from Console.app has a zone and no date.
    private func dateless(_ hour: String) -> String {
        """
        default\t\(hour):00:00.012000+0100\tSpringBoard\t[app<com.example.app>:71] Setting process visibility to: Foreground
        default\t\(hour):10:00.250000+0100\trunningboardd\t[app<com.example.app>:71] termination reported by launchd (2, 11, 11)

        """
    }

    /// One death that two reports tell, and no more.
    @Test func `what two reports tell of one moment is one`() throws {
        let logs = OrderTests.apart("", lives: 2)
        let death = """
            # app=com.example.app device=D1
            2026-03-02T07:10:01.500Z process.launch class=report
            2026-03-02T07:17:20.300Z report.crash signal=11

            """
        let analysis = try Analysing.analysis([
            ("a.lifelog", Array(death.utf8)), ("b.lifelog", Array(death.replacing(".300Z", with: ".700Z").utf8)),
            ("relay.log", Array(logs.relay.utf8)),
        ])
        let problem = try #require(analysis.header.problems.first { $0.code == .zoneAssumed })
        #expect(problem.message.contains("+02:00"), "\(problem.message)")
    }

    @Test(arguments: [(nil, "of 1972, since"), (2025, "of 2028, since they begin on 29 February, which 2025 has not")])
    func `a log that begins on a leap day is of a year that has one, and that is said`(year: Int?, said: String) throws
    {
        let log =
            "Feb 29 00:00:02 iPhone runningboardd(RunningBoard)[33] <Notice>: [app<com.a((null))>:71] Suspending task.\n"
        let analysis = try Analysing.analysis([("a.log", Array(log.utf8))]) { $0.year = year }
        let problem = try #require(analysis.header.problems.first { $0.code == .yearAssumed })
        #expect(problem.message.contains(said), "\(problem.message)")
        // A year that has the day is taken as it is said.
        let stated = try Analysing.analysis([("a.log", Array(log.utf8))]) { $0.year = 2024 }
        #expect(!stated.header.problems.map(\.code).contains(.yearAssumed))
    }

    @Test func `a log without dates is of the day on which others tell the same`() throws {
        let analysis = try Analysing.analysis([
            ("a.log", Array(dateless("14").utf8)), ("b.jsonl", Array(zoned.utf8)),
        ])
        let problem = try #require(analysis.header.problems.first)
        #expect(problem.code == .yearAssumed)
        #expect(problem.message.contains("2026-03-02"))
        let runs = try analysis.runs()
        #expect(runs.count == 1)
        #expect(runs.first?.ending.because.map(\.at.file) == ["b.jsonl", "a.log"])
        #expect(runs.first?.ending.confidence == .certain)
    }

    /// What `log show --style compact` writes has a date and no zone.
    private func compact(_ hour: String) -> String {
        """
        2026-03-02 \(hour):00:00.012 Df SpringBoard[60:1a] [app<com.example.app>:71] Setting process visibility to: Foreground
        2026-03-02 \(hour):10:00.250 Df runningboardd[33:1a] [app<com.example.app>:71] termination reported by launchd (2, 11, 11)

        """
    }

    @Test(arguments: [
        ("14", ["2026-03-02", "+01:00"], "2026-03-02T13:10:00.250Z"),
        ("00", ["2026-03-02", "+01:00"], "2026-03-01T23:10:00.250Z"),
    ]) func `where one has the zone and another the date, each tells what the other lacks`(
        hour: String, told: [String], end: String
    ) throws {
        let analysis = try Analysing.analysis([
            ("a.log", Array(dateless(hour).utf8)), ("b.log", Array(compact(hour).utf8)),
        ])
        #expect(told.allSatisfy { text in analysis.header.problems.contains { $0.message.contains(text) } })
        let runs = try analysis.runs()
        #expect(runs.map { $0.end.time.rfc3339.prefix(20) } == [end.prefix(20)])
        // One event that both tell may be chance.
        let other = compact(hour).replacing(":00:00", with: ":04:00")
        #expect(try Analysing.runs([("a.log", Array(dateless(hour).utf8)), ("b.log", Array(other.utf8))]).count == 2)
    }

    /// What `log show` writes has both.
    private let dated = """
        2026-03-02 14:00:00.012000+0100 0x1a2b     Default     0x0                  60     0    SpringBoard: [app<com.example.app>:71] Setting process visibility to: Foreground
        2026-03-02 14:10:00.250000+0100 0x1a2b     Default     0x0                  33     0    runningboardd: [app<com.example.app>:71] termination reported by launchd (2, 11, 11)

        """

    @Test func `what two logs tell alike is as sure as in the one that states its zone, whatever they are called`()
        throws
    {
        let app =
            #"{"time":"2026-03-02T13:05:00.000Z","event":"data.change","document":"d","app":"com.example.app","pid":71}"#
            + "\n"
        for names in [("a.log", "b.log"), ("b.log", "a.log")] {
            let runs = try Analysing.runs([
                (names.0, Array(dated.utf8)), (names.1, Array(compact("14").utf8)), ("c.jsonl", Array(app.utf8)),
            ])
            #expect(runs.map(\.ending.cause) == [.crashSignal])
            #expect(runs.first?.ending.confidence == .certain)
            #expect(runs.first?.end.time.rfc3339 == "2026-03-02T13:10:00.250000Z")
        }
    }

    @Test func `where others tell nothing of the same, the day is unknown`() throws {
        let analysis = try Analysing.analysis([
            ("a.log", Array(dateless("16").utf8)), ("b.jsonl", Array(zoned.utf8)),
        ])
        #expect(analysis.header.problems.first?.message.contains("2000-01-01") == true)
        #expect(try analysis.runs().count == 2)
    }

    @Test func `with nothing to compare it is UTC, and says so`() throws {
        let analysis = try Analysing.analysis([("b.lifelog", Array(zoneless(hour: "10").utf8))])
        #expect(analysis.header.problems.map(\.code) == [.zoneAssumed])
        #expect(analysis.header.problems.first?.message.contains("UTC") == true)
        #expect(try analysis.runs().first?.start.time.rfc3339 == "2026-03-02T10:00:00.9Z")
    }

    @Test func `one line without a zone among others is told`() throws {
        let mixed =
            zoned + #"{"time":"2026-03-02T16:09:00","event":"data.change","app":"com.example.app","pid":71}"# + "\n"
        let analysis = try Analysing.analysis([("a.jsonl", Array(mixed.utf8))])
        #expect(analysis.header.problems.map(\.code) == [.zoneAssumed])
        #expect(analysis.header.inputs.first?.status == .read)
    }

    @Test func `a zone that is given is not assumed`() throws {
        let analysis = try Analysing.analysis([("b.lifelog", Array(zoneless(hour: "10").utf8))]) {
            $0.zoneOffset = -10_800
        }
        #expect(analysis.header.problems.isEmpty)
        #expect(try analysis.runs().first?.start.time.rfc3339 == "2026-03-02T13:00:00.9Z")
    }

    /// The clock is set back by an hour between the third and the fourth line; ticks go on.
    private func ticked(_ range: Range<Int>) -> String {
        let lines = [
            ("10:00:00.000", 1_000, "process.launch"), ("10:00:00.400", 9_601_000, "app.didBecomeActive"),
            ("10:10:00.000", 14_400_001_000, "app.willResignActive"),
            ("09:10:01.000", 14_424_001_000, "app.didEnterBackground"),
            ("09:10:06.000", 14_544_001_000, "process.suspend"),
        ]
        return lines[range].map { time, ticks, event in
            #"{"time":"2026-03-02T\#(time)Z","mach":\#(ticks),"boot":"B1","event":"\#(event)","app":"com.example.app","#
                + #""device":"D1","pid":71}"# + "\n"
        }
        .joined()
    }

    @Test func `inside a boot with ticks the ticks decide, not the clock`() throws {
        let runs = try Analysing.runs([("a.jsonl", Array(ticked(0..<5).utf8))])
        #expect(runs.count == 1)
        #expect(runs.first?.states.map(\.state) == [.launching, .active, .inactive, .background, .suspended])
    }

    @Test func `ticks order events over several files`() throws {
        let runs = try Analysing.runs([
            ("a.jsonl", Array(ticked(2..<5).utf8)), ("b.jsonl", Array(ticked(0..<2).utf8)),
        ])
        #expect(runs.count == 1)
        #expect(runs.first?.states.map(\.state) == [.launching, .active, .inactive, .background, .suspended])
    }

    @Test func `a boot with one line without ticks is ordered by its clock`() throws {
        let mixed =
            ticked(0..<5)
            + #"{"time":"2026-03-02T10:00:01Z","boot":"B1","event":"step","app":"com.example.app","device":"D1","pid":71}"#
            + "\n"
        let runs = try Analysing.runs([("a.jsonl", Array(mixed.utf8))])
        #expect(runs.first?.start.time.rfc3339 == "2026-03-02T09:10:01.000Z")
    }

    /// The clock is set while a process runs for a quarter of an hour by its ticks; its report knows none.
    @Test(arguments: [
        ("2026-03-02", "10:15:00"), ("2026-03-02", "10:15:40"), ("2026-03-02", "10:25:00"), ("2026-03-02", "09:50:00"),
        ("2026-03-02", "11:15:00"), ("2026-03-01", "10:15:00"), ("2026-03-03", "10:15:00"),
    ])
    func `a report stands where the ticks were read at its time, though the clock was set`(
        _ end: (day: String, time: String)
    ) throws {
        let log = [
            ("2026-03-02T10:00:00.000", 1_000, #""event":"process.launch","intent":"foreground""#),
            ("2026-03-02T10:00:00.400", 9_601_000, #""event":"app.didBecomeActive""#),
            (
                "\(end.day)T\(end.time).000", 21_600_001_000,
                #""event":"process.exit","class":"runningboard","namespace":2,"code":11,"status":11"#
            ),
        ].map { time, ticks, event in
            #"{"time":"\#(time)Z","mach":\#(ticks),"boot":"B1",\#(event),"app":"com.acme.notes","pid":71}"# + "\n"
        }
        let report = """
            {"app_name":"Notes","timestamp":"\(end.day) \(end.time).90 +0000","bundleID":"com.acme.notes","bug_type":"309"}
            {"captureTime":"\(end.day) \(end.time).1000 +0000","pid":71,"procLaunch":"2026-03-02 10:00:00.0200 +0000",
            "procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},
            "exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"code":11,"namespace":"SIGNAL"}}
            """
        let runs = try Analysing.runs([("a.jsonl", Array(log.joined().utf8)), ("b.ips", Array(report.utf8))])
        #expect(runs.map(\.ending.cause) == [.crashSignal])
        #expect(runs.map(\.ending.confidence) == [.certain])
        #expect(runs.first?.states.map(\.state).first == .launching)
    }

    /// An app's log in local time names nobody; the system's tells one app or two.
    @Test(arguments: [("", true), ("com.acme.maps", false)])
    func `a log without a zone or a name is of the only app with which all of it agrees`(other: String, isKnown: Bool)
        throws
    {
        let own = """
            2026-03-02 15:00:00.310 [INFO] application(_:didFinishLaunchingWithOptions:)
            2026-03-02 15:00:00.700 [INFO] sceneDidBecomeActive(_:)
            2026-03-02 15:02:00.500 [INFO] sceneDidEnterBackground(_:)

            """
        let system = """
            {"time":"2026-03-02T13:00:00.000Z","event":"process.launch","app":"com.example.app","pid":71}
            {"time":"2026-03-02T13:02:00.600Z","event":"process.state","app":"com.example.app","pid":71,"visibility":"background"}

            """
        let others = #"{"time":"2026-03-02T13:01:00.000Z","event":"process.launch","app":"\#(other)","pid":80}"# + "\n"
        let analysis = try Analysing.analysis([
            ("own.log", Array(own.utf8)), ("system.jsonl", Array((system + (other.isEmpty ? "" : others)).utf8)),
        ])
        let runs = try analysis.runs()
        #expect(analysis.header.problems.map { $0.message.contains("+02:00") } == [isKnown])
        #expect(runs.count == (isKnown ? 1 : 3), "\(runs.map(\.id))")
        // Nothing but a zone that is assumed says that it came later.
        #expect(runs.allSatisfy { $0.ending.cause == .stillRunning }, "\(runs.map(\.ending.cause))")
        #expect(runs.count { $0.anomalies.contains { $0.code == .ambiguousJoin } } == (isKnown ? 0 : 1))
    }

    /// Numbers that go up by one and the same, whatever the time between two lines, and begin anew in each file.
    private func counted(_ events: [String], from start: Int) -> String {
        events.enumerated().map { number, event in
            #"{"time":"2026-03-02T10:0\#(start):\#(10 + 3 * number)Z","mach":\#(9_000 - start * 1_000 + 480 * number),"#
                + #""boot":"B1","event":"\#(event)","app":"com.example.app","device":"D1","pid":71}"# + "\n"
        }
        .joined()
    }

    @Test func `what does not go on like time is no ticks`() throws {
        let steps = Array(repeating: "step", count: 9)
        let runs = try Analysing.runs([
            ("a.jsonl", Array(counted(["process.launch", "app.didBecomeActive"] + steps, from: 0).utf8)),
            ("b.jsonl", Array(counted(["app.willResignActive", "app.didEnterBackground"] + steps, from: 5).utf8)),
        ])
        #expect(runs.count == 1)
        #expect(runs.first?.start.time.rfc3339 == "2026-03-02T10:00:10Z")
        #expect(runs.first?.states.map(\.state) == [.launching, .active, .inactive, .background])
    }
}
