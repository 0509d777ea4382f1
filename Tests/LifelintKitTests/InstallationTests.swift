// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// An SDK and the system tell of one device under two names.
@Suite struct InstallationTests {
    /// What the system writes about a crash.
    private static func apple(model: String = "iPhone15,2", build: String = "22F76", launched: String = "10:00:00.44")
        -> String
    {
        """
        {"app_name":"Notes","timestamp":"2026-04-03 10:05:07.00 +0000","app_version":"4.2","bundleID":"com.acme.notes","bug_type":"309","os_version":"iPhone OS 18.5 (\(build))"}
        {"modelCode":"\(model)","osVersion":{"train":"iPhone OS 18.5","build":"\(build)"},"captureTime":"2026-04-03 10:05:07.9120 +0000",
        "pid":1290,"procLaunch":"2026-04-03 \(launched) +0000","procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},
        "crashReporterKey":"868012a1","exception":{"codes":"0x1, 0x2","rawCodes":[1,2],"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},
        "termination":{"flags":0,"code":11,"namespace":"SIGNAL","indicator":"Segmentation fault: 11"}}
        """
    }

    private static let jetsam = """
        {"bug_type":"298","timestamp":"2026-04-03 10:05:07.00 +0000","os_version":"iPhone OS 18.5 (22F76)"}
        {"crashReporterKey":"868012a1","product":"iPhone15,2","date":"2026-04-03 10:05:07.00 +0000","build":"iPhone OS 18.5 (22F76)",
        "memoryStatus":{"pageSize":16384},"largestProcess":"Notes","processes":[{"name":"Notes","pid":1290,"rpages":90000,"states":["frontmost"],"reason":"per-process-limit","killDelta":2400000}]}
        """

    private enum Thrown: String {
        case crash = #"{"type":"EXC_BAD_ACCESS","value":"KERN","mechanism":{"type":"mach","handled":false}}"#
        case handled =
            #"{"type":"NSURLErrorDomain","value":"Code: -1001","mechanism":{"type":"NSError","handled":true}}"#
        case noticed =
            #"{"type":"App Hang Fully Blocked","value":"App hanging for at least 2000 ms.","mechanism":{"type":"AppHang","handled":true}}"#
        case hang =
            #"{"type":"Fatal App Hang Fully Blocked","value":"App hanging for at least 2000 ms.","mechanism":{"type":"AppHang","handled":false}}"#
        case guess = #"{"type":"WatchdogTermination","mechanism":{"type":"watchdog_termination","handled":false}}"#
    }

    /// What an SDK writes.
    private static func sentry(
        _ thrown: Thrown, at time: String, id: String = "77aa", model: String = "iPhone15,2", launched: String? = nil
    ) -> String {
        let start = launched.map { #""app_start_time":"2026-04-03T\#($0)Z","# } ?? ""
        return #"""
            {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","platform":"cocoa","level":"fatal","timestamp":"2026-04-03T\#(time)Z",
            "contexts":{"app":{\#(start)"app_identifier":"com.acme.notes","app_version":"4.2","device_app_hash":"\#(id)","in_foreground":true},
            "device":{"model":"\#(model)"},"os":{"name":"iOS","version":"18.5","build":"22F76"}},
            "breadcrumbs":[{"timestamp":"2026-04-03T10:00:01Z","category":"app.lifecycle","type":"navigation","data":{"state":"foreground"}}],
            "exception":{"values":[\#(thrown.rawValue)]}}
            """#
    }

    /// Each run as `device cause`, in the order of their ends.
    private static func runs(_ texts: [String]) throws -> [String] {
        let files = try ScratchFiles()
        for (number, text) in texts.enumerated() { try files.write("\(number)", Array(text.utf8)) }
        return try Analyzer().analyze(paths: [files.path]).runs().map { run in
            "\(run.device ?? "-") \(run.ending.cause.rawValue)"
        }.sorted()
    }

    @Test(
        "One death that both tell is one run on the device as the system calls it",
        arguments: [
            [apple(), sentry(.crash, at: "10:05:07.6", launched: "10:00:00")],
            [apple(), sentry(.crash, at: "10:05:07.6")],
            [sentry(.crash, at: "10:05:07.9", launched: "10:00:01"), apple()],
        ])
    func one(texts: [String]) throws {
        #expect(try Self.runs(texts) == ["868012a1 crash.signal"])
    }

    @Test(
        "What is not known to be the same stays two",
        arguments: [
            // Another model, another launch, another time.
            [apple(model: "iPhone16,1"), sentry(.crash, at: "10:05:07.6")],
            [apple(launched: "09:00:00.0"), sentry(.crash, at: "10:05:07.6", launched: "10:00:00")],
            [apple(), sentry(.crash, at: "10:06:07.6")],
            [apple(build: "22F77"), sentry(.crash, at: "10:05:07.6")],
        ])
    func two(texts: [String]) throws {
        #expect(try Self.runs(texts) == ["77aa crash.signal", "868012a1 crash.signal"])
    }

    @Test func `what an SDK concludes at the next launch is about the run before`() throws {
        // The launch that it tells is its own.
        let guess = Self.sentry(.guess, at: "10:20:01", launched: "10:20:00")
        #expect(try Self.runs([Self.jetsam, guess]) == ["868012a1 memoryLimit"])
        #expect(try Self.runs([guess]) == ["77aa unknown"])
    }

    @Test func `what an SDK concludes later rests on what was seen last`() throws {
        let guess = Self.sentry(.guess, at: "10:20:01", launched: "10:00:00")
        let run = try #require(try Analysing.runs([("a.json", Array(guess.utf8))]).first)
        #expect(run.ending.cause == .unknown && !run.end.isKnown)
        #expect(run.end.time.rfc3339 == "2026-04-03T10:00:01Z")
        #expect(run.story.contains("Its last event is at 10:00:01."), "\(run.story)")
        #expect(run.states.allSatisfy { $0.to.map { $0 <= run.end.time } ?? true })
    }

    @Test func `so it is where the next launch is told, too`() throws {
        let guess = Self.sentry(.guess, at: "10:20:01", launched: "10:20:00")
        let next = """
            # app=com.acme.notes date=2026-04-03 pid=1300
            10:20:00.000 process.launch intent=foreground
            10:20:00.500 app.didBecomeActive
            10:20:30.000 data.load

            """
        let expected = ["868012a1 memoryLimit", "868012a1 stillRunning"]
        #expect(try Self.runs([Self.jetsam, guess, next]) == expected)
        #expect(try Self.runs([next, guess, Self.jetsam]) == expected)
    }

    /// Old reports of the device lie beside what an SDK tells.
    @Test func `a log that names no device is of the installation that tells its process`() throws {
        let log = """
            # app=com.acme.notes date=2026-04-02
            10:00:00.000 process.launch intent=foreground
            10:00:00.100 process.state pid=71 task=running visibility=foreground
            10:05:07.500 process.exit pid=71 class=runningboard namespace=2 code=11
            10:05:07.600 process.state class=frontboard task=notRunning

            """
        let crash = Self.sentry(.crash, at: "10:05:07.6", launched: "10:00:00").replacing(
            "2026-04-03", with: "2026-04-02")
        #expect(
            try Self.runs([log, crash, Self.jetsam]) == ["77aa crash.signal", "868012a1 memoryLimit"])
    }

    @Test func `what an SDK last saw of an app stands before the death that the system tells`() throws {
        let guess = Self.sentry(.guess, at: "10:05:03", launched: "10:00:00")
        #expect(try Self.runs([guess, Self.jetsam]) == ["868012a1 memoryLimit"])
        let files = try ScratchFiles()
        try files.write("a", Array(guess.utf8))
        try files.write("b", Array(Self.jetsam.utf8))
        let run = try #require(try Analyzer().analyze(paths: [files.path]).runs().first)
        #expect(run.end.isKnown && run.end.time.rfc3339.hasPrefix("2026-04-03T10:05:07"), "\(run.story)")
    }

    @Test func `what an SDK noticed of a process that went on is of the one whose end the system tells`() throws {
        for thrown in [Thrown.handled, .noticed] {
            let noticed = Self.sentry(thrown, at: "10:03:00", launched: "10:00:00")
            #expect(try Self.runs([noticed, Self.apple()]) == ["868012a1 crash.signal"])
            #expect(
                try Self.runs([noticed, Self.apple(model: "iPhone16,1")])
                    == ["77aa stillRunning", "868012a1 crash.signal"])
        }
    }

    /// A watchdog lets an app hang for longer than an SDK watches it.
    @Test(arguments: [
        ("10:04:57", "10:00:00", ["868012a1 crash.signal"]),
        // Another process, or long before.
        ("10:04:57", "09:50:00", ["77aa unknown", "868012a1 crash.signal"]),
        ("10:03:57", "10:00:00", ["77aa unknown", "868012a1 crash.signal"]),
    ]) func `what an SDK last saw of a process that hung is of the one whose end the system tells`(
        _ row: (seen: String, launched: String, expected: [String])
    ) throws {
        let hang = Self.sentry(.hang, at: row.seen, launched: row.launched)
        #expect(try Self.runs([hang, Self.apple()]) == row.expected)
    }

    @Test(arguments: [
        ("iPhone15,2", "10:00:01", ["A1 crash.signal"]),
        ("iPhone16,1", "10:00:01", ["868012a1 crash.signal", "A1 stillRunning"]),
        ("iPhone15,2", "10:00:31", ["868012a1 crash.signal", "A1 stillRunning"]),
    ])
    func `a log without process ids that tells the launch on such a model is of the device of the report`(
        model: String, launched: String, expected: [String]
    ) throws {
        let log = """
            # app=com.acme.notes device=A1 model=\(model) date=2026-04-03
            \(launched).000 app.didFinishLaunching
            \(launched).500 app.didBecomeActive

            """
        #expect(try Self.runs([log, Self.apple()]) == expected)
    }

    /// Crashlytics keeps whose a process was in one file of a folder, and what ended it in another.
    @Test func `the files of Crashlytics in a folder are of its installation`() throws {
        func crash(_ name: String, _ install: String, from start: Int, to end: Int, _ thrown: String) -> [(
            String, String
        )] {
            let metadata = """
                {"identity":{"generator":"x","started_at":\(1_775_210_400 + start),"session_id":"\(name)","install_id":"\(install)"}}
                {"host":{"model":"iPhone15,2","machine":"iPhone15,2","os_build_version":"22F76","os_display_version":"18.5","platform":"ios"}}
                {"application":{"bundle_id":"com.acme.notes","build_version":"42","display_version":"4.2"}}
                """
            return [
                ("\(name)/metadata.clsrecord", metadata),
                (
                    "\(name)/mach_exception.clsrecord",
                    #"{"mach_exception":{"exception":1,"codes":[1,2],"name":"\#(thrown)","time":\#(1_775_210_400 + end)}}"#
                ),
            ]
        }
        func runs(_ inputs: [(String, String)]) throws -> [String] {
            let files = try ScratchFiles()
            for input in inputs { try files.write(input.0, Array(input.1.utf8)) }
            return try Analyzer().analyze(paths: [files.path]).runs().map { run in
                "\(run.device ?? "-") \(run.end.time.nanoseconds / 1_000_000_000 - run.start.time.nanoseconds / 1_000_000_000)"
            }.sorted()
        }
        let first = crash("a", "A1", from: 0, to: 25, "EXC_BAD_ACCESS")
        let second = crash("b", "B2", from: 5, to: 40, "EXC_BREAKPOINT")
        #expect(try runs(first + second) == ["A1 25", "B2 35"])
        // What both tell the start of is one.
        let told = crash("c", "C3", from: 0, to: 307, "EXC_BAD_ACCESS") + [("c/Notes.ips", Self.apple())]
        #expect(try runs(told) == ["868012a1 307"])
        let ofTwo =
            crash("c", "C3", from: 0, to: 307, "EXC_BAD_ACCESS")
            + [("c/sentry.json", Self.sentry(.crash, at: "10:05:07.6", launched: "10:00:00"))]
        #expect(try runs(ofTwo) == ["77aa 307"])
    }

    /// The folder of a session of Crashlytics, which ends at a second of the hour where it crashes.
    private static func session(_ name: String, of app: String, from start: Int, crashing end: Int?) -> [(
        String, String
    )] {
        let metadata = """
            {"identity":{"generator":"x","started_at":\(1_775_210_400 + start),"session_id":"\(name)","install_id":"A1"}}
            {"host":{"model":"iPhone15,2","machine":"iPhone15,2","os_build_version":"22F76","os_display_version":"18.5","platform":"ios"}}
            {"application":{"bundle_id":"\(app)","build_version":"42","display_version":"4.2"}}
            """
        let crash = end.map { end in
            (
                "\(name)/mach_exception.clsrecord",
                #"{"mach_exception":{"exception":1,"codes":[1,2],"name":"EXC_BAD_ACCESS","time":\#(1_775_210_400 + end)}}"#
            )
        }
        return [("\(name)/metadata.clsrecord", metadata)] + [crash].compactMap(\.self)
    }

    /// Each run as `device app cause`.
    private static func told(_ inputs: [(String, String)]) throws -> [String] {
        let files = try ScratchFiles()
        for input in inputs { try files.write(input.0, Array(input.1.utf8)) }
        return try Analyzer().analyze(paths: [files.path]).runs().map { run in
            "\(run.device ?? "-") \(run.app ?? "-") \(run.ending.cause.rawValue)"
        }.sorted()
    }

    @Test func `a crash of Crashlytics is of the session in whose folder it lies`() throws {
        let alive = Self.session("a", of: "com.acme.notes.share", from: 0, crashing: nil)
        let crash = Self.session("b", of: "com.acme.notes", from: 100, crashing: 400)
        #expect(
            try Self.told(alive + crash) == ["A1 com.acme.notes crash.signal", "A1 com.acme.notes.share stillRunning"])
        let other = Self.session("a", of: "com.acme.notes.share", from: 0, crashing: 500)
        #expect(
            try Self.told(other + crash) == ["A1 com.acme.notes crash.signal", "A1 com.acme.notes.share crash.signal"])
        // Whose it is of several that lie in one folder, nothing says.
        let mixed = (alive + crash).map { ("x/" + $0.0.replacing("/", with: "-"), $0.1) }
        #expect(try Self.told(mixed).contains("A1 com.acme.notes crash.signal") == false)
    }

    @Test func `a crash that Crashlytics and another SDK tell is one`() throws {
        let crash = Self.session("b", of: "com.acme.notes", from: 0, crashing: 307)
        #expect(try Self.told(crash + [("bug.json", Self.bugsnag())]) == ["A1 com.acme.notes crash.signal"])
        let another = Self.session("b", of: "com.acme.notes", from: 0, crashing: 330)
        #expect(try Self.told(another + [("bug.json", Self.bugsnag())]).count == 2)
    }

    /// What Bugsnag concludes, with how long the app had been running when it was last seen.
    private static func bugsnag(_ reason: String, at time: String, after milliseconds: Int) -> String {
        bugsnag().replacing(#""type":"signal""#, with: #""type":"\#(reason)""#)
            .replacing("EXC_BAD_ACCESS", with: "App Hang")
            .replacing(#""inForeground":true"#, with: #""inForeground":true,"duration":\#(milliseconds)"#)
            .replacing("10:05:07.800", with: time)
            .replacing(#""osVersion":"18.5""#, with: #""osVersion":"18.5","runtimeVersions":{"osBuild":"22F76"}"#)
    }

    @Test(arguments: [
        // The device slept for some of the time, or it was another process.
        (297_000, ["868012a1 crash.signal"]), (100_000, ["868012a1 crash.signal", "dd01 unknown"]),
    ])
    func `how long an SDK saw a process run tells its start`(milliseconds: Int, expected: [String]) throws {
        let hang = Self.bugsnag("appHang", at: "10:04:58.000", after: milliseconds)
        #expect(try Self.runs([Self.apple(), hang]) == expected)
    }

    @Test func `what two SDKs suppose of one process is no second death beside that which the kernel tells`() throws {
        let guesses = [
            Self.sentry(.guess, at: "10:20:01", launched: "10:00:00"),
            Self.bugsnag("outOfMemory", at: "10:05:04.000", after: 304_000),
        ]
        #expect(try Self.runs(guesses + [Self.jetsam]) == ["868012a1 memoryLimit"])
        #expect(try Self.runs(guesses).count == 1)
        let later = Self.bugsnag("outOfMemory", at: "10:05:04.000", after: 4_000)
        #expect(try Self.runs([guesses[0], later]).count == 2)
    }

    @Test(arguments: [("NSRangeException", 1), ("NSInvalidArgumentException", 2)])
    func `of exceptions of different names no process dies`(_ name: String, _ count: Int) throws {
        let hex = "NSRangeException".utf8.map { String($0, radix: 16) }.joined()
        var crash = Self.session("b", of: "com.acme.notes", from: 0, crashing: nil)
        crash.append(
            (
                "b/exception.clsrecord",
                #"{"exception":{"type":"objective-c","name":"\#(hex)","reason":"6f6f7073","time":1775210707,"frames":[{"pc":4300071234,"offset":101,"line":0}]}}"#
            ))
        let other = Self.bugsnag().replacing(#""type":"signal""#, with: #""type":"unhandledException""#)
            .replacing("EXC_BAD_ACCESS", with: name)
        #expect(try Self.told(crash + [("bug.json", other)]).count == count)
    }

    private static func kscrash(throwing name: String) -> String {
        kscrash().replacing(
            #""type":"mach","mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS"}"#,
            with: #""type":"cpp_exception","cpp_exception":{"name":"\#(name)"},"reason":"x""#
        )
        .replacing(#""signal":11,"name":"SIGSEGV""#, with: #""signal":6,"name":"SIGABRT""#)
        .replacing(#""process_id":1290"#, with: #""process_id":1290,"app_start_time":"2026-04-03T10:00:00Z""#)
    }

    /// Each SDK writes down the compiler's name for what C++ throws.
    @Test(arguments: ["St13runtime_error", "std::runtime_error"])
    func `what C++ throws has one name, whoever writes it down`(_ name: String) throws {
        let sentry = Self.sentry(.handled, at: "10:05:07.6", launched: "10:00:00")
            .replacing("NSURLErrorDomain", with: name).replacing(#""type":"NSError""#, with: #""type":"cpp_exception""#)
            .replacing(#""handled":true"#, with: #""handled":false"#)
        let bugsnag = Self.bugsnag().replacing(#""type":"signal""#, with: #""type":"unhandledException""#)
            .replacing("EXC_BAD_ACCESS", with: name)
        let thrown = Self.kscrash(throwing: "St13runtime_error")
        #expect(try Self.runs([thrown, sentry]).count == 1)
        #expect(try Self.runs([thrown, bugsnag]).count == 1)
        let other = sentry.replacing(name, with: "St12out_of_range")
        #expect(try Self.runs([thrown, other]).count == 2)
    }

    @Test(arguments: [("10:00:00.44", 1), ("09:00:00.0", 2)])
    func `who has the same process id and start is one process, whatever it is said to have died of`(
        launched: String, devices: Int
    ) throws {
        let system = Self.apple(launched: launched)
            .replacing(#""type":"EXC_BAD_ACCESS","signal":"SIGSEGV""#, with: #""type":"EXC_CRASH","signal":"SIGABRT""#)
            .replacing(#""code":11,"#, with: #""code":6,"#)
            .replacing(
                #""termination""#,
                with: #""exceptionReason":{"name":"NotesFailure","type":"objc-exception"},"termination""#)
        let runs = try Self.runs([system, Self.kscrash(throwing: "St13runtime_error")])
        #expect(Set(runs.map { $0.prefix { $0 != " " } }).count == devices)
    }

    /// It need not be about the end.
    @Test func `what an SDK noticed of a process whose start a report tells is of that, whatever else ended`() throws {
        let noticed = Self.sentry(.handled, at: "10:03:00", launched: "10:00:00")
        let crash = Self.sentry(.crash, at: "09:50:00", launched: "09:40:00")
        #expect(try Self.runs([noticed, crash, Self.apple()]) == ["868012a1 crash.signal", "868012a1 crash.signal"])
    }

    private static func log(_ device: String, pid: Int, at time: String = "10:00:01") -> String {
        """
        # app=com.acme.notes device=\(device) date=2026-04-03 pid=\(pid)
        \(time).000 app.didFinishLaunching
        \(time).500 app.didBecomeActive

        """
    }

    @Test(
        "What an app calls its device is that of the report about its process",
        arguments: [
            ([log("D1", pid: 1290), apple()], ["D1 crash.signal"]),
            ([log("D1", pid: 1290), log("D2", pid: 900), apple()], ["D1 crash.signal", "D2 stillRunning"]),
            // Two devices fit, another process, another time.
            (
                [log("D1", pid: 1290), log("D2", pid: 1290), apple()],
                ["868012a1 crash.signal", "D1 stillRunning", "D2 stillRunning"]
            ),
            ([log("D1", pid: 900), apple()], ["868012a1 crash.signal", "D1 stillRunning"]),
            ([log("D1", pid: 1290, at: "11:00:01"), apple()], ["868012a1 crash.signal", "D1 stillRunning"]),
        ])
    func logged(texts: [String], expected: [String]) throws {
        #expect(try Self.runs(texts) == expected)
    }

    @Test func `two installations are not both on the one device`() throws {
        let texts = [
            Self.jetsam, Self.sentry(.guess, at: "10:20:01"), Self.sentry(.guess, at: "10:21:01", id: "88bb"),
        ]
        #expect(try Self.runs(texts) == ["77aa unknown", "868012a1 memoryLimit", "88bb unknown"])
    }

    private static func bugsnag(version: String = "18.5", model: String = "iPhone15,2") -> String {
        #"""
        {"apiKey":"x","payloadVersion":"4.0","notifier":{"name":"iOS Bugsnag Notifier","version":"6.28.0"},"events":[{"severity":"error","unhandled":true,
        "severityReason":{"type":"signal"},"exceptions":[{"errorClass":"EXC_BAD_ACCESS","message":"x","type":"cocoa","stacktrace":[]}],
        "app":{"id":"com.acme.notes","version":"4.2","inForeground":true},
        "device":{"id":"dd01","model":"\#(model)","osName":"iOS","osVersion":"\#(version)","time":"2026-04-03T10:05:07.800Z"}}]}
        """#
    }

    private static func kscrash() -> String {
        #"""
        {"report":{"version":"3.3.0","id":"5D2F8D3A-0000-4000-8000-000000000001","process_name":"Notes","timestamp":"2026-04-03T10:05:07.700000Z","type":"standard"},
        "system":{"CFBundleIdentifier":"com.acme.notes","CFBundleShortVersionString":"4.2","device_app_hash":"ks01","machine":"iPhone15,2",
        "system_name":"iOS","system_version":"18.5","os_version":"22F76","process_name":"Notes","process_id":1290},
        "crash":{"error":{"type":"mach","mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS"},"signal":{"signal":11,"name":"SIGSEGV"}},"threads":[]}}
        """#
    }

    @Test(arguments: [
        ([apple(), bugsnag()], ["868012a1 crash.signal"]),
        ([bugsnag(), sentry(.crash, at: "10:05:07.6")], ["77aa crash.signal"]),
        ([bugsnag(), sentry(.crash, at: "10:05:07.6"), apple()], ["868012a1 crash.signal"]),
        ([apple(), bugsnag(version: "18.4")], ["868012a1 crash.signal", "dd01 crash.signal"]),
        ([apple(), bugsnag(model: "iPhone16,1")], ["868012a1 crash.signal", "dd01 crash.signal"]),
        ([bugsnag(), kscrash(), sentry(.crash, at: "10:05:07.6")], ["77aa crash.signal"]),
        ([bugsnag(), kscrash(), sentry(.crash, at: "10:05:07.6"), apple()], ["868012a1 crash.signal"]),
        // Which of two installations the others tell of, nothing says.
        (
            [bugsnag(), kscrash(), sentry(.crash, at: "10:05:07.6"), sentry(.crash, at: "10:05:07.6", id: "88bb")],
            ["77aa crash.signal", "88bb crash.signal", "dd01 crash.signal", "ks01 crash.signal"]
        ),
        // Two ids of one SDK are of two installations.
        (
            [sentry(.crash, at: "10:05:07.6", id: "88bb"), sentry(.crash, at: "10:05:07.6")],
            ["77aa crash.signal", "88bb crash.signal"]
        ),
    ])
    func `each SDK has an id of its own, which tells no devices apart`(texts: [String], expected: [String]) throws {
        #expect(try Self.runs(texts) == expected)
    }

    @Test func `a panic is of the device whose installation an SDK names, where there is but one of each`() throws {
        func panic(_ model: String) -> String {
            """
            {"bug_type":"210","timestamp":"2026-04-03 10:20:00.00 +0000","os_version":"iPhone OS 18.5 (22F76)"}
            {"build":"iPhone OS 18.5 (22F76)","product":"\(model)","crashReporterKey":"868012a1","date":"2026-04-03 10:20:00.00 +0000","panicString":"panic(cpu 1 caller 0xfffffff00): x"}

            """
        }
        let log = """
            # app=com.acme.notes date=2026-04-03
            10:10:00 app.didFinishLaunching
            10:19:50 app.didBecomeActive

            """
        let crash = Self.sentry(.crash, at: "10:05:07.6")
        #expect(try Self.runs([log, panic("iPhone15,2"), crash]) == ["868012a1 crash.signal", "868012a1 reboot"])
        #expect(try Self.runs([log, panic("iPhone16,1"), crash]).contains { $0.hasSuffix("reboot") } == false)
    }
}
