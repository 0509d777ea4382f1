// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// An SDK knows a phone by the installation of its app, and a log by a name of its own: one death that both tell is one.
@Suite struct LoggedInstallationTests {
    /// A crash as Bugsnag tells it: without a process id, and with how long the app ran.
    private static func bugsnag(
        id: String = "dd01", model: String = "iPhone15,2", at time: String = "10:00:42.817", after: Int = 42_400
    ) -> String {
        #"""
        {"apiKey":"x","payloadVersion":"4.0","notifier":{"name":"iOS Bugsnag Notifier","version":"6.28.0"},"events":[{"severity":"error","unhandled":true,
        "severityReason":{"type":"signal"},"exceptions":[{"errorClass":"EXC_BREAKPOINT","message":"x","type":"cocoa","stacktrace":[]}],
        "app":{"id":"com.acme.notes","version":"4.2","inForeground":true,"duration":\#(after)},
        "device":{"id":"\#(id)","model":"\#(model)","osName":"iOS","osVersion":"18.5","time":"2026-05-12T\#(time)Z"}}]}
        """#
    }

    /// The same as Sentry tells it: with the start.
    private static func sentry(id: String = "77aa", launched: String = "10:00:00.37") -> String {
        #"""
        {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","level":"fatal","timestamp":"2026-05-12T10:00:42.817Z",
        "contexts":{"app":{"app_identifier":"com.acme.notes","app_start_time":"2026-05-12T\#(launched)Z","device_app_hash":"\#(id)"},
        "device":{"model":"iPhone15,2"},"os":{"name":"iOS","version":"18.5","build":"22F76"}},
        "exception":{"values":[{"type":"EXC_BREAKPOINT","value":"x","mechanism":{"type":"mach","handled":false,
        "meta":{"signal":{"number":5,"name":"SIGTRAP"}}}}]}}
        """#
    }

    /// The same as KSCrash tells it: with the process id.
    private static let kscrash = #"""
        {"report":{"version":"3.3.0","id":"5D2F8D3A-0000-4000-8000-000000000001","process_name":"Notes","timestamp":"2026-05-12T10:00:42.700000Z","type":"standard"},
        "system":{"CFBundleIdentifier":"com.acme.notes","CFBundleShortVersionString":"4.2","device_app_hash":"77aa","machine":"iPhone15,2",
        "system_name":"iOS","system_version":"18.5","os_version":"22F76","process_name":"Notes","process_id":423},
        "crash":{"error":{"type":"mach","mach":{"exception":6,"exception_name":"EXC_BREAKPOINT"},"signal":{"signal":5,"name":"SIGTRAP"}},"threads":[]}}
        """#

    /// A log of an app, each line as `pid time event`, or as `time event` without process ids.
    private static func log(
        _ lines: [String], of device: String? = "A1", app: String = "com.acme.notes", model: String? = nil
    ) -> String {
        "# app=\(app)\(device.map { " device=\($0)" } ?? "")\(model.map { " model=\($0)" } ?? "")\n"
            + lines.map { line in
                let words = line.split(separator: " ", maxSplits: 2).map { String($0) }
                let pid = Int(words[0]).map { " pid=\($0)" } ?? ""
                let rest = pid.isEmpty ? words : Array(words.dropFirst())
                return "2026-05-12T\(rest[0])Z \(rest.dropFirst().joined(separator: " "))\(pid)\n"
            }.joined()
    }

    private static let launch = ["423 10:00:00.100 process.launch", "423 10:00:00.600 app.didBecomeActive"]
    private static let crash = ["423 10:00:42.830 process.exit namespace=SIGNAL code=5"]
    private static let died = log(launch + crash)

    /// What the kernel killed later, which knows no app.
    private static func killed(_ name: String, pid: Int, at time: String, age: Int = 0) -> String {
        let ticks = age > 0 ? #""age":\#(age * 24_000_000),"# : ""
        return """
            {"bug_type":"298","timestamp":"2026-05-12 \(time).00 +0000","os_version":"iPhone OS 18.5 (22F76)"}
            {"crashReporterKey":"868012a1","product":"iPhone15,2","date":"2026-05-12 \(time).00 +0000","build":"iPhone OS 18.5 (22F76)","timeDelta":0,
            "memoryStatus":{"pageSize":16384},"largestProcess":"\(name)","processes":[{"name":"\(name)","pid":\(pid),\(ticks)"rpages":90000,
            "states":["frontmost"],"reason":"per-process-limit","killDelta":0}]}
            """
    }

    /// What the system tells of two processes, in a log that names no device.
    private static func system(_ app: String = "com.acme.notes") -> String {
        func row(_ time: String, _ message: String) -> String {
            "2026-05-12 \(time)+0000  localhost runningboardd[33]: (RunningBoard) [com.apple.runningboard:process] \(message)\n"
        }
        return "Timestamp                       (process)[PID]    \n"
            + row("10:00:00.020000", "Now tracking process: [app<\(app)((null))>:423]")
            + row("10:00:42.827354", "[app<\(app)((null))>:423] termination reported by launchd (2, 5, 5)")
            + row("10:12:05.020000", "Now tracking process: [app<com.acme.notes((null))>:493]")
            + row("10:13:38.944309", "[app<com.acme.notes((null))>:493] termination reported by launchd (1, 7, 9)")
    }

    /// Each run as `device pid cause`; whatever the files are called, they are the same.
    private static func runs(_ texts: [String]) throws -> [String] {
        func runs(_ texts: [String]) throws -> [String] {
            let files = try ScratchFiles()
            for (number, text) in texts.enumerated() { try files.write("\(number)", Array(text.utf8)) }
            return try Analyzer().analyze(paths: [files.path]).runs().map { run in
                "\(run.device ?? "-") \(run.pid.map { String($0) } ?? "-") \(run.ending.cause.rawValue)"
            }.sorted()
        }
        let found = try runs(texts)
        #expect(try runs(texts.reversed()) == found)
        return found
    }

    private static let one: [[String]] = [
        [died, bugsnag()], [died, sentry()], [died, bugsnag(), sentry()],
        [died, kscrash], [log(["423 10:00:20.000 data.load"]), kscrash],
        // The start, and the last words just before the end.
        [log(launch + ["423 10:00:41.000 data.load"]), sentry()],
        [log(launch + ["423 10:00:35.000 data.load", "430 10:01:00.000 process.launch"]), sentry()],
        // The start, and some end before the next launch of the only device.
        [log(launch + ["423 10:00:05.000 data.load", "430 10:01:00.000 process.launch"]), sentry()],
        // The end alone.
        [log(["423 10:00:20.000 data.load"] + crash), sentry()],
        // Another device has the same app, and another process of it.
        [died, sentry(), log(["423 09:50:00.000 process.launch", "423 10:20:00.000 data.load"], of: "B2")],
        // A report of another process knows the device by its own name.
        [died, bugsnag(), killed("Talk", pid: 77, at: "11:00:00")],
    ]

    @Test(arguments: one.indices) func `an installation is the device of the log that tells the same death`(
        _ index: Int
    ) throws {
        let runs = try Self.runs(Self.one[index])
        #expect(runs.filter { $0.hasPrefix("A1 423 ") }.count == 1, "\(runs)")
        #expect(!runs.contains { $0.hasPrefix("dd01") || $0.hasPrefix("77aa") }, "\(runs)")
    }

    private static let several: [[String]] = [
        // At the same time, and another process.
        [
            log(["423 09:50:00.000 process.launch", "423 10:00:20.000 data.load", "423 10:20:00.000 data.load"]),
            sentry(),
        ],
        [log(launch + ["423 10:00:43.000 data.load", "423 10:00:50.000 data.load"]), sentry()],
        [log(launch + ["423 10:00:20.000 process.exit namespace=SIGNAL code=5"]), sentry()],
        [log(launch + ["423 10:00:05.000 data.load"]), sentry()],
        [
            log(launch + ["423 10:00:05.000 data.load", "430 10:01:00.000 process.launch"]), sentry(),
            log(["77 09:00:00.000 data.load"], of: "B2", app: "com.acme.talk"),
        ],
        [log(["423 10:00:20.000 process.launch"] + crash), sentry()],
        [log(["423 10:00:20.000 process.launch"] + crash), bugsnag()],
        [log(["424 10:00:20.000 data.load"]), kscrash], [log(["423 09:00:20.000 data.load"]), kscrash],
        // Another model.
        [log(launch + crash, model: "iPhone16,1"), sentry()],
        // Which of two it is nobody says.
        [died, log(launch + crash, of: "B2"), sentry()],
        [died, sentry(), sentry(id: "88bb")],
        // One of its processes cannot be of that device.
        [
            died, sentry(), bugsnag(id: "77aa", at: "11:10:00.000", after: 60_000),
            log(["430 11:00:00.000 process.launch", "430 11:20:00.000 data.load"]),
        ],
    ]

    @Test(arguments: several.indices) func `what may be another phone stays one`(_ index: Int) throws {
        let runs = try Self.runs(Self.several[index])
        #expect(runs.contains { $0.hasPrefix("dd01 ") || $0.hasPrefix("77aa ") }, "\(runs)")
    }

    @Test func `so it is where the log knows no process ids`() throws {
        let log = Self.log([
            "10:00:00.400 app.didFinishLaunching", "10:00:00.600 app.didBecomeActive", "10:00:41.000 data.load",
        ])
        #expect(try Self.runs([log, Self.bugsnag()]) == ["A1 - crash.signal"])
        #expect(try Self.runs([log, Self.sentry(launched: "10:00:00.2")]) == ["A1 - crash.signal"])
        let other = log.replacing("10:00:41", with: "10:00:51")
        #expect(try Self.runs([other, Self.bugsnag()]) == ["A1 - stillRunning", "dd01 - crash.signal"])
    }

    @Test func `a log without a name joins an installation and a report of another process`() throws {
        let killed = Self.killed("Notes", pid: 493, at: "10:13:38")
        let expected = ["868012a1 423 crash.signal", "868012a1 493 memoryLimit"]
        #expect(try Self.runs([Self.system(), Self.bugsnag(), killed]) == expected)
        #expect(try Self.runs([Self.system(), Self.sentry(), killed]) == expected)
        // Another app's.
        let other = try Self.runs([Self.system("com.acme.talk"), Self.sentry(), killed])
        #expect(other.contains("77aa - crash.signal"), "\(other)")
    }

    /// An extension runs beside its app, and is known by its id like any other process.
    @Test(arguments: ["493 10:13:00.000 data.load", "493 10:12:05.100 process.launch"])
    func `a log without a name joins an installation and a log with one`(line: String) throws {
        let runs = try Self.runs([Self.system(), Self.sentry(), Self.log([line])])
        #expect(runs == ["A1 423 crash.signal", "A1 493 memoryLimit"])
        let both = try Self.runs([
            Self.system(), Self.sentry(), Self.log([line]), Self.killed("Notes", pid: 493, at: "10:13:38"),
        ])
        #expect(both == runs)
        let host = Self.log([line]).replacing("# app", with: "# host=extension app")
        #expect(try Self.runs([Self.system(), Self.sentry(), host]) == runs)
    }

    @Test func `an installation that is known already is no other device to a log without a name`() throws {
        let killed = Self.killed("Notes", pid: 493, at: "10:13:38")
        for installation in [Self.sentry(), Self.bugsnag()] {
            let runs = try Self.runs([Self.system(), Self.died, installation, killed])
            #expect(runs == ["A1 423 crash.signal", "A1 493 memoryLimit"])
        }
    }

    /// The kernel knows the name alone, and here its age.
    @Test func `what the kernel killed joins a log with a name and one without`() throws {
        let log = Self.log(["423 10:00:10.000 data.load"])
        let killed = Self.killed("Notes", pid: 493, at: "10:13:38")
        let expected = ["A1 423 crash.signal", "A1 493 memoryLimit"]
        #expect(try Self.runs([Self.system(), log, killed]) == expected)
        let cut = String(Self.system().split(separator: "\n").dropLast().joined(separator: "\n")) + "\n"
        #expect(try Self.runs([cut, log, Self.killed("Notes", pid: 493, at: "10:13:38", age: 93)]) == expected)
        #expect(try Self.runs([cut, log, Self.killed("Notes", pid: 493, at: "10:13:38", age: 33)]).count == 3)
        #expect(try Self.runs([Self.system(), log, Self.killed("Notes", pid: 493, at: "10:16:38")]).count == 3)
    }
}
