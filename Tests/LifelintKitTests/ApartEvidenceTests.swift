// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// Which inputs are about one device and one time: what nobody states joins nothing that others state.
@Suite struct ApartEvidenceTests {
    private static let phone = "27bf2f601c871734151ad60b16dd23ad7e8cac07"
    private static let other = "bbbbbbbb2f601c871734151ad60b16dd23ad7e8c"

    private static func crash(
        _ device: String, app: String = "com.acme.notes", name: String = "Notes", pid: Int, launch: String, end: String,
        zone: String = "+0200", model: String = "iPhone17,1", system: String = "iPhone OS 26.1"
    ) -> String {
        """
        {"app_name":"\(name)","timestamp":"2026-04-20 \(end).00 \(zone)","bundleID":"\(app)","bug_type":"309","os_version":"\(system) (23B85)"}
        {"captureTime":"2026-04-20 \(end).0980 \(zone)","pid":\(pid),"procLaunch":"2026-04-20 \(launch).8810 \(zone)",
        "procName":"\(name)","bundleInfo":{"CFBundleIdentifier":"\(app)"},"crashReporterKey":"\(device)","modelCode":"\(model)",
        "osVersion":{"train":"\(system)","build":"23B85"},
        "exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"code":11,"namespace":"SIGNAL"}}

        """
    }

    private static func jetsam(_ device: String, pid: Int, at time: String, model: String = "iPhone17,1") -> String {
        """
        {"bug_type":"298","timestamp":"2026-04-20 \(time).12 +0200","os_version":"iPhone OS 26.1 (23B85)","incident_id":"9531985D"}
        {"crashReporterKey":"\(device)","kernel":"Darwin Kernel Version 25.1.0","product":"\(model)","incident":"9531985D",
        "date":"2026-04-20 \(time).12 +0200","build":"iPhone OS 26.1 (23B85)","timeDelta":5,
        "memoryStatus":{"pageSize":16384,"memoryPages":{"active":1,"free":1}},"largestProcess":"Notes",
        "processes":[{"uuid":"8d116ece","states":["suspended"],"rpages":100,"pid":\(pid),"name":"Notes",
        "reason":"vm-pageshortage","killDelta":12000}]}

        """
    }

    private static let panic = """
        {"bug_type":"210","timestamp":"2026-04-20 16:55:00.00 +0200","os_version":"iPhone OS 26.1 (23B85)","incident_id":"9531985E"}
        {"build":"iPhone OS 26.1 (23B85)","product":"iPhone17,1","kernel":"Darwin Kernel Version 25.1.0","incident":"9531985E",
        "crashReporterKey":"\(phone)","date":"2026-04-20 16:55:00.00 +0200","panicString":"panic(cpu 1 caller 0xfffffff00): x"}

        """

    private static let watch = crash(
        "ffffffffffffffffffffffffffffffffffffffff", app: "com.acme.notes.watchkitapp", name: "NotesWatch", pid: 300,
        launch: "14:59:00", end: "15:00:00", model: "Watch7,5", system: "Watch OS")

    private static let log = """
        {"time":"2026-04-20T14:30:00.9Z","event":"process.launch","app":"com.acme.notes","pid":2410}
        {"time":"2026-04-20T14:30:01.2Z","event":"app.didBecomeActive","app":"com.acme.notes","pid":2410}
        {"time":"2026-04-20T14:44:52.3Z","event":"app.didEnterBackground","app":"com.acme.notes","pid":2410}

        """

    /// A line of a relay, whose container calls the device by the name that people gave it.
    private static func relay(_ host: String, hour: Int, pid: Int) -> String {
        """
        Apr 20 \(hour):30:00 \(host) SpringBoard(FrontBoard)[34] <Notice>: [app<com.acme.notes>:\(pid)] Bootstrap success!
        Apr 20 \(hour):30:01 \(host) SpringBoard(FrontBoard)[34] <Notice>: [app<com.acme.notes>:\(pid)] Setting process visibility to: Foreground
        Apr 20 \(hour):44:52 \(host) SpringBoard(FrontBoard)[34] <Notice>: [app<com.acme.notes>:\(pid)] Setting process visibility to: Background

        """
    }

    private static func analysis(
        _ files: [(name: String, text: String)], _ adjust: (inout AnalyzerOptions) -> Void = { _ in }
    ) throws -> (runs: [String], problems: [String]) {
        let scratch = try ScratchFiles()
        for file in files { try scratch.write(file.name, Array(file.text.utf8)) }
        var options = AnalyzerOptions()
        adjust(&options)
        let analysis = try Analyzer(options).analyze(paths: [scratch.path])
        let runs = try analysis.runs().map { run in
            "\((run.device ?? "-").prefix(4)) \(run.pid.map { String($0) } ?? "-") \(run.ending.cause.rawValue) "
                + run.ending.confidence.rawValue
        }
        return (runs, analysis.header.problems.map(\.code.rawValue))
    }

    @Test(
        "two devices tell two deaths, though a log that names none tells of a process with their id",
        arguments: ["14:45:10", "14:45:50"])
    func twoKeys(_ end: String) throws {
        let runs = try Analysing.runs([
            ("a.jsonl", Array(Self.log.utf8)),
            ("a.ips", Array(Self.crash(Self.phone, pid: 2410, launch: "16:30:00", end: "16:45:10").utf8)),
            (
                "b.ips",
                Array(
                    Self.crash(Self.other, pid: 2410, launch: "16:30:00", end: end.replacing("14:", with: "16:")).utf8)
            ),
        ])
        #expect(runs.count { $0.ending.cause == .crashSignal } == 2, "\(runs.map(\.id))")
    }

    @Test(arguments: [
        ("JetsamEvent.ips", jetsam(phone, pid: 2410, at: "16:47:00"), "reclaimed"), ("panic.ips", panic, "reboot"),
    ])
    func `a watch beside its phone takes nothing from that`(_ row: (name: String, text: String, cause: String)) throws {
        let files = [("s/system.jsonl", Self.log), ("s/crashes/\(row.name)", row.text)]
        let alone = try Self.analysis(files).runs
        #expect(alone.count == 1 && alone.first?.hasPrefix("27bf 2410 \(row.cause)") == true, "\(alone)")
        for place in ["s/crashes/ProxiedDevice-1/NotesWatch.ips", "s/crashes/NotesWatch.ips"] {
            let runs = try Self.analysis(files + [(place, Self.watch)]).runs
            #expect(runs == alone + ["ffff 300 crash.signal certain"], "\(place)")
        }
    }

    @Test func `no report of another day joins a log of an assumed one`() throws {
        let console = """
            default\t16:30:00.881000+0200\tSpringBoard\t[app<com.acme.notes>:2410] Bootstrap success!
            default\t16:30:01.200000+0200\tSpringBoard\t[app<com.acme.notes>:2410] Setting process visibility to: Foreground
            default\t16:30:02.000000+0200\tNotes\tapplicationDidBecomeActive

            """
        let report = Self.jetsam(Self.phone, pid: 2410, at: "16:47:00")
        let told = try Self.analysis([("console.txt", console), ("j.ips", report)])
        #expect(told.runs == ["27bf 2410 stillRunning likely", "27bf 2410 reclaimed certain"])
        #expect(told.problems.contains("year-assumed"))
        // A start at the same time of the day, of the same process and app, tells the day.
        let crash = Self.crash(Self.phone, pid: 2410, launch: "16:30:00", end: "16:45:31")
        #expect(
            try Self.analysis([("console.txt", console), ("c.ips", crash)]).runs == ["27bf 2410 crash.signal certain"])
    }

    @Test func `an undated log and a dated one are two`() throws {
        let dated = """
            2026-04-20 16:30:01.100+0200 Notes[2410:111] applicationDidBecomeActive
            2026-04-20 16:30:31.100+0200 Notes[2410:111] applicationWillResignActive

            """
        let undated = " LOG  AppState active\n LOG  AppState inactive\n LOG  AppState background\n"
        #expect(try Self.analysis([("app.log", dated), ("metro.log", undated)]).runs.count == 2)
    }

    @Test func `one end that a report tells, too, gives the zone`() throws {
        let log = """
            Apr 20 16:30:00 Phone SpringBoard(FrontBoard)[34] <Notice>: [app<com.acme.notes>:71] Bootstrap success!
            Apr 20 16:30:01 Phone SpringBoard(FrontBoard)[34] <Notice>: [app<com.acme.notes>:71] Setting process visibility to: Foreground
            Apr 20 16:45:31 Phone runningboardd(RunningBoard)[33] <Notice>: [app<com.acme.notes((null))>:71] termination reported by launchd (2, 11, 11)

            """
        let report = Self.crash(Self.phone, pid: 71, launch: "16:30:00", end: "16:45:31")
        let told = try Self.analysis([("s.log", log), ("c.ips", report)])
        #expect(told.runs == ["27bf 71 crash.signal likely"])
        let foreign = Self.crash(Self.phone, app: "com.acme.mail", pid: 71, launch: "16:30:00", end: "16:45:31")
        #expect(try Self.analysis([("s.log", log), ("c.ips", foreign)]).runs.count == 2)
    }

    @Test func `so does one start, or end, where one of the two tells the process by its name`() throws {
        let log = """
            2026-04-20 16:30:00.100 Notes[71:259] applicationDidFinishLaunching
            2026-04-20 16:30:00.400 Notes[71:259] applicationDidBecomeActive
            2026-04-20 16:45:29.400 Notes[71:259] Received memory warning.

            """
        let report = Self.crash(Self.phone, pid: 71, launch: "16:30:00", end: "16:45:31")
        #expect(try Self.analysis([("s.log", log), ("c.ips", report)]).runs == ["27bf 71 crash.signal likely"])
        let other = log.replacing("Notes[", with: "Mail[")
        #expect(try Self.analysis([("s.log", other), ("c.ips", report)]).runs.count == 2)
        let system = """
            2026-04-20 16:30:00.050000  localhost SpringBoard[34]: [com.apple.SpringBoard:Common] Application process state changed for com.acme.notes: <SBApplicationProcessState: 0x10b3f23c; pid: 71; taskState: Running; visibility: Foreground>
            2026-04-20 16:46:55.400000  localhost runningboardd[33]: (RunningBoard) [com.apple.runningboard:process] [app<com.acme.notes((null))>:71] termination reported by launchd (1, 7, 9)

            """
        let kill = Self.jetsam(Self.phone, pid: 71, at: "16:47:00")
        #expect(try Self.analysis([("s.log", system), ("j.ips", kill)]).runs.count == 1)
    }

    @Test func `logs that name hosts are of the devices whose reports tell their processes`() throws {
        let logs = [
            ("annas.log", Self.relay("Annas-iPhone", hour: 16, pid: 2410)),
            ("bens.log", Self.relay("Bens-iPhone", hour: 17, pid: 900)),
        ]
        func adjust(_ options: inout AnalyzerOptions) {
            options.year = 2026
            options.zoneOffset = 7_200
        }
        let crashes = [
            ("a.ips", Self.crash(Self.phone, pid: 2410, launch: "16:30:00", end: "16:45:31")),
            ("b.ips", Self.crash(Self.other, pid: 900, launch: "17:30:00", end: "17:45:31", model: "iPhone14,7")),
        ]
        #expect(
            try Self.analysis(logs + crashes, adjust).runs == [
                "27bf 2410 crash.signal certain", "bbbb 900 crash.signal certain",
            ])
        let kills = [
            ("a.ips", Self.jetsam(Self.phone, pid: 2410, at: "16:47:00")),
            ("b.ips", Self.jetsam(Self.other, pid: 900, at: "17:47:00", model: "iPhone14,7")),
        ]
        #expect(
            try Self.analysis(logs + kills, adjust).runs.map { $0.prefix(19) } == [
                "27bf 2410 reclaimed", "bbbb 900 reclaimed ",
            ])
        // Of other processes nobody tells whose they are.
        let others = [
            ("a.ips", Self.jetsam(Self.phone, pid: 2411, at: "16:47:00")),
            ("b.ips", Self.jetsam(Self.other, pid: 901, at: "17:47:00", model: "iPhone14,7")),
        ]
        #expect(try Self.analysis(logs + others, adjust).problems.contains("device-ambiguous"))
    }

    @Test func `the device that is given does not take what folders tell to be of another`() throws {
        let files = [
            ("Anna/app.jsonl", Self.log),
            ("Anna/c.ips", Self.crash(Self.phone, pid: 2410, launch: "16:30:00", end: "16:45:31")),
            ("Ben/app.jsonl", Self.log.replacing("2410", with: "900")),
            ("Ben/c.ips", Self.crash(Self.other, pid: 900, launch: "16:30:00", end: "16:45:31", model: "iPhone14,7")),
        ]
        let expected = ["27bf 2410 crash.signal certain", "bbbb 900 crash.signal certain"]
        #expect(try Self.analysis(files).runs == expected)
        // Only the runs of a device that is given are told.
        #expect(try Self.analysis(files) { $0.device = Self.phone }.runs == [expected[0]])
    }

    @Test func `a payload that tells a process and no time joins the only run that it can be about`() throws {
        let log = """
            # app=com.acme.notes process=Notes date=2026-03-01 pid=71
            10:00:00.000 process.launch intent=foreground
            10:00:00.300 app.didBecomeActive
            10:02:00 data.change document=a
            12:00:00 process.launch pid=90 intent=foreground
            12:00:00.4 app.didBecomeActive pid=90

            """
        let payload = """
            {"timeStampBegin": "2026-03-01 00:00:00", "timeStampEnd": "2026-03-02 00:00:00", "appVersion": "4.3", "metaData": {"appBuildVersion": "431", "bundleIdentifier": "com.acme.notes", "osVersion": "iPhone OS 26.1 (23B85)", "deviceType": "iPhone14,7", "platformArchitecture": "arm64e", "regionFormat": "US"}, "crashDiagnostics": [{"version": "1.0.0", "callStackTree": {"callStackPerThread": true, "callStacks": [{"threadAttributed": true, "callStackRootFrames": [{"binaryUUID": "FEFADE67-F3CC-4ABE-9625-E697EF052758", "binaryName": "Notes", "address": 4334583312, "offsetIntoBinaryTextSegment": 451088, "sampleCount": 1}]}]}, "diagnosticMetaData": {"appBuildVersion": "431", "appVersion": "4.3", "bundleIdentifier": "com.acme.notes", "deviceType": "iPhone14,7", "osVersion": "iPhone OS 26.1 (23B85)", "platformArchitecture": "arm64e", "regionFormat": "US", "exceptionType": 1, "exceptionCode": 0, "signal": 11, "terminationReason": "Namespace SIGNAL, Code 11 Segmentation fault: 11", "pid": 71}}]}
            """
        let runs = try Self.analysis([("l.lifelog", log), ("m.json", payload)]).runs
        #expect(runs == ["- 71 crash.signal likely", "- 90 stillRunning likely"])
    }
}
