// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// One death in the words of different reports, and reports whose parts do not agree.
@Suite struct ReportedDeathTests {
    /// What is known of the runs, each as `cause confidence`.
    private static func endings(_ inputs: [(String, String)]) throws -> [String] {
        let analysis = try Analysing.analysis(inputs.map { ($0.0, Array($0.1.utf8)) }) { try? $0.useRules() }
        return try analysis.runs().map { "\($0.ending.cause.rawValue) \($0.ending.confidence.rawValue)" }
    }

    private static func run(_ text: String) throws -> AppRun {
        let runs = try Analyzer().analyze(bytes: Array(text.utf8)).runs()
        #expect(runs.count == 1)
        return try #require(runs.first)
    }

    private static func findings(_ inputs: [(String, String)]) throws -> [Finding] {
        let analysis = try Analysing.analysis(inputs.map { ($0.0, Array($0.1.utf8)) }) { try? $0.useRules() }
        return try analysis.allFindings()
    }

    /// A report of the system with what it is about.
    private static func report(
        _ members: String, bugType: String = "309", name: String = "Notes",
        header: String = #""bundleID":"com.acme.notes","app_version":"2.1","build_version":"77""#
    ) -> String {
        #"""
        {"app_name":"\#(name)","timestamp":"2026-04-03 10:05:07.00 +0000",\#(header),"bug_type":"\#(bugType)","os_version":"iPhone OS 18.5 (22F76)"}
        {"captureTime":"2026-04-03 10:05:07.9120 +0000","procRole":"Foreground","pid":1290,"procLaunch":"2026-04-03 09:05:00.4400 +0000",
        "procName":"\#(name)","bundleInfo":{"CFBundleIdentifier":"com.acme.notes","CFBundleShortVersionString":"2.1","CFBundleVersion":"77"},
        "faultingThread":0,"usedImages":[{"uuid":"0a1b2c3d-0000-3333-8888-00000000000a","base":4294967296,"size":65536,"name":"\#(name)"},
        {"uuid":"0a1b2c3d-0000-3333-8888-00000000000b","base":6500000000,"size":32768,"name":"UIKitCore"}],
        \#(members)}
        """#
    }

    private static let threads =
        #""threads":[{"id":1,"triggered":true,"frames":[{"imageOffset":512,"symbol":"-[Store save]","imageIndex":0}]}]"#

    // MARK: Who sent the signal

    private static let senders: [(name: String, byProc: String, byPid: Int, trigger: String?)] = [
        ("NotesForEverybodyPro", "NotesForEverybod", 1290, nil),
        ("Notes", "Notes", 1290, nil),
        ("Notes", "exc handler", 1290, nil),
        ("Notes", "launchd", 1, "launchd"),
        // Another process of that beginning.
        ("NotesForEverybodyPro", "Notes", 77, "Notes"),
        // One that was gone before anybody asked for its name.
        ("Notes", "<unknown>", 66, "process 66"), ("Notes", "<unknown>", 1290, nil),
    ]

    @Test(arguments: senders) func `who sends a signal to itself is known by its id, though its name is cut`(
        _ row: (name: String, byProc: String, byPid: Int, trigger: String?)
    ) throws {
        let text = Self.report(
            #""exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"termination":{"flags":0,"code":6,"namespace":"SIGNAL","#
                + #""byProc":"\#(row.byProc)","byPid":\#(row.byPid)},\#(Self.threads)"#, name: row.name)
        #expect(try Self.run(text).ending.detail[.trigger] == row.trigger.map { .string($0) })
        #expect(try Self.findings([("a.ips", text)]).map(\.rule) == (row.trigger == nil ? ["crashed"] : []))
    }

    @Test func `who has an extension abort that takes too long to start says so in the subtype`() throws {
        for sender in ["pkd", "launchd"] {
            let text = Self.report(
                #""exception":{"type":"EXC_CRASH","signal":"SIGABRT","subtype":"LAUNCH_HANG"},"#
                    + #""termination":{"flags":0,"code":6,"namespace":"SIGNAL","byProc":"\#(sender)","byPid":55},\#(Self.threads)"#
            )
            #expect(try Self.endings([("a.ips", text)]) == ["crash.signal certain"])
            #expect(try Self.findings([("a.ips", text)]).map(\.rule) == ["crashed"])
        }
    }

    // MARK: Watchdogs

    private static func watchdog(_ frames: String, reasons: String = "") -> String {
        report(
            #""exception":{"type":"EXC_CRASH","signal":"SIGKILL"},"termination":{"flags":6,"code":2343432205,"#
                + #""namespace":"FRONTBOARD","reasons":["<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:"#
                + #"scene-update watchdog transgression: app<com.acme.notes>:1290 exhausted real (wall clock) time allowance "#
                + #"of 10.00 seconds","WatchdogEvent: scene-update"\#(reasons)," reportType:CrashLog>"]},"#
                + #""threads":[{"id":1,"triggered":true,"queue":"com.apple.main-thread","frames":[\#(frames)]}]"#)
    }

    private static let innermost: [(frames: String, expected: String)] = [
        (
            #"{"imageOffset":512,"imageIndex":0},{"imageOffset":96,"symbol":"UIApplicationMain","imageIndex":1}"#,
            "last in Notes + 512)"
        ),
        (
            #"{"imageOffset":96,"symbol":"mach_msg2_trap","imageIndex":1},{"imageOffset":512,"imageIndex":0}"#,
            "last in mach_msg2_trap)"
        ),
        (#"{"imageOffset":96,"imageIndex":1},{"imageOffset":512,"imageIndex":0}"#, "last in UIKitCore + 96)"),
    ]

    @Test(arguments: innermost) func `a main thread is told to be in its innermost call, named or not`(
        _ row: (frames: String, expected: String)
    ) throws {
        let story = try Self.run(Self.watchdog(row.frames)).story
        #expect(story.contains(row.expected), "\(story)")
    }

    @Test func `the innermost call of a text without names is told by its place`() throws {
        let text = TextReport.make(
            exception: "EXC_CRASH (SIGKILL)",
            """
            Termination Reason: FRONTBOARD 2343432205
            <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.acme.notes>:512 exhausted real (wall clock) time allowance of 10.00 seconds
            WatchdogEvent: scene-update reportType:CrashLog maxTerminationResistance:Interactive>

            Triggered by Thread:  0

            Thread 0 Crashed:
            0   Notes                         \t0x0000000100000020 0x100000000 + 32
            1   UIKitCore                     \t0x0000000180000010 UIApplicationMain + 340

            Binary Images:
            0x100000000 - 0x100003fff Notes arm64  <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa> /private/var/containers/Bundle/Application/A/Notes.app/Notes

            """)
        let story = try Self.run(text).story
        #expect(story.contains("last in Notes + 32)"), "\(story)")
    }

    @Test func `a process that computed is told to be busy, and not that its main thread did not wait`() throws {
        let text = Self.watchdog(
            #"{"imageOffset":96,"symbol":"__psynch_mutexwait","imageIndex":1}"#,
            reasons: #","WatchdogCPUStatistics: (","Elapsed total CPU time (seconds): 12.000 (user 10.0, system 2.0), "#
                + #"30% CPU","Elapsed application CPU time (seconds): 9.800, 24% CPU",")""#)
        let story = try Self.run(text).story
        #expect(story.contains("so it was busy, last in __psynch_mutexwait)"), "\(story)")
    }

    // MARK: The same death, told by others

    private static func bugsnag(_ type: String, _ reason: String, message: String = "Index out of range") -> String {
        #"{"unhandled":true,"severity":"error","severityReason":\#(reason),"app":{"id":"com.acme.notes"},"#
            + #""device":{"id":"d","osName":"iOS","time":"2026-04-03T10:05:07.912Z"},"breadcrumbs":[],"threads":[],"#
            + #""exceptions":[{"errorClass":"\#(type)","message":"\#(message)","type":"cocoa","stacktrace":[]}]}"#
    }

    private static func sentry(_ type: String, _ value: String) -> String {
        #"{"event_id":"9b0c7a2d5c1e4f0f8a7d6c5b4a392817","timestamp":"2026-04-03T10:05:07.912Z","platform":"cocoa","#
            + #""level":"fatal","contexts":{"app":{"app_identifier":"com.acme.notes","in_foreground":true}},"#
            + #""exception":{"values":[{"type":"\#(type)","value":"\#(value)","mechanism":{"type":"mach","handled":false}}]}}"#
    }

    private static let deaths: [(text: String, expected: String)] = [
        (
            report(
                #""exception":{"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},"asi":{"libswiftCore.dylib":["Fatal error: Index out of range"]}"#
            ), "crash.assertion certain"
        ),
        (sentry("EXC_BREAKPOINT", "Fatal error: Index out of range"), "crash.assertion certain"),
        (sentry("EXC_BREAKPOINT", "Exception 6, Code 1"), "crash.signal certain"),
        // What a message says of a fault of memory does not make it an assertion.
        (sentry("EXC_BAD_ACCESS", "fatal error: KERN_INVALID_ADDRESS"), "crash.signal certain"),
        (
            bugsnag("Fatal error", #"{"type":"signal","attributes":{"signalType":"SIGTRAP"}}"#),
            "crash.assertion certain"
        ),
        (bugsnag("Fatal error", #"{"type":"unhandledException"}"#), "crash.assertion likely"),
        (
            bugsnag(
                "EXC_BREAKPOINT", #"{"type":"signal","attributes":{"signalType":"SIGTRAP"}}"#,
                message: "Fatal error: Index out of range"), "crash.assertion certain"
        ),
        (bugsnag("NSRangeException", #"{"type":"unhandledException"}"#), "crash.exception certain"),
        // iOS 26 tells what was thrown, and may leave out where.
        (
            TextReport.make(
                exception: "EXC_CRASH (SIGABRT)",
                "Exception Reason: index 9 beyond bounds [0 .. 3]\n"
                    + "Termination Reason:  Namespace SIGNAL, Code 6, Abort trap: 6\n\nThread 0:\n"),
            "crash.exception certain"
        ),
        (
            TextReport.make(
                exception: "EXC_CRASH (SIGABRT)",
                "Termination Reason:  Namespace SIGNAL, Code 6, Abort trap: 6\n\nThread 0:\n"),
            "crash.signal certain"
        ),
        (bugsnag("Error", #"{"type":"unhandledPromiseRejection"}"#), "stillRunning likely"),
    ]

    @Test(arguments: deaths) func `what Swift gives up with is no exception, whoever tells it`(
        _ row: (text: String, expected: String)
    ) throws {
        let ending = try Self.run(row.text).ending
        #expect("\(ending.cause.rawValue) \(ending.confidence.rawValue)" == row.expected)
    }

    // MARK: Two reports of one death

    private static let segv =
        #""exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"flags":0,"code":11,"namespace":"SIGNAL"},"#
        + threads

    private static func payload(_ time: String, pid: Int = 1290, version: String = "2.1") -> String {
        #"{"timeStampBegin":"\#(time)","timeStampEnd":"\#(time)","crashDiagnostics":[{"version":"1.0.0","diagnosticMetaData":"#
            + #"{"bundleIdentifier":"com.acme.notes","appVersion":"\#(version)","appBuildVersion":"77","pid":\#(pid),"#
            + #""osVersion":"iPhone OS 18.5 (22F76)","exceptionType":1,"exceptionCode":1,"signal":11,"#
            + #""terminationReason":"Namespace SIGNAL, Code 0xb"},"callStackTree":{"callStackPerThread":true,"callStacks":[]}}]}"#
    }

    private static let payloads: [(payload: String, count: Int)] = [
        (payload("2026-04-03 10:06:40"), 1),
        // Told at the next launch, which is in the evening.
        (payload("2026-04-03 21:30:00"), 1),
        (payload("2026-04-03 21:30:00", pid: 1291), 2),
        (payload("2026-04-03 21:30:00", version: "2.2"), 2),
        (payload("2026-04-05 21:30:00"), 2),
    ]

    @Test(arguments: payloads) func `a crash that MetricKit tells at the next launch is the one of the report`(
        _ row: (payload: String, count: Int)
    ) throws {
        let endings = try Self.endings([("a.ips", Self.report(Self.segv)), ("b.json", row.payload)])
        #expect(endings == Array(repeating: "crash.signal certain", count: row.count))
        // What the system's report says of it is said all the same.
        let findings = try Self.findings([("a.ips", Self.report(Self.segv)), ("b.json", row.payload)])
        #expect(findings.map(\.rule) == Array(repeating: "crashed", count: row.count))
        #expect(findings.first?.message.contains("of the app itself was -[Store save]") == true)
    }

    /// A payload as iOS 14 delivers it: of a day, and without a process id.
    private static func daily(
        _ day: String = "2026-04-03", signal: Int = 11, app: String = #""bundleIdentifier":"com.acme.notes","#,
        version: String = "2.1", count: Int = 1
    ) -> String {
        let crashes = (1...count).map { number in
            #"{"version":"1.0.0","diagnosticMetaData":{\#(app)"appVersion":"\#(version)","appBuildVersion":"77","#
                + #""deviceType":"iPhone15,2","osVersion":"iPhone OS 18.5 (22F76)","exceptionType":1,"exceptionCode":1,"signal":\#(signal),"#
                + #""terminationReason":"Namespace SIGNAL, Code 0x\#(String(signal, radix: 16))"},"#
                + #""callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":["#
                + #"{"binaryName":"Notes","address":\#(number),"offsetIntoBinaryTextSegment":\#(number)}]}]}}"#
        }
        return
            #"{"timeStampBegin":"\#(day) 00:00:00 +0000","timeStampEnd":"\#(day) 23:59:00 +0000","crashDiagnostics":[\#(crashes.joined(separator: ","))]}"#
    }

    private static let days: [(payload: String, count: Int)] = [
        (daily(), 1), (daily(app: ""), 1),
        (daily(signal: 10), 2), (daily("2026-04-05"), 2), (daily("2026-04-02"), 2),
        (daily(version: "2.2"), 2), (daily(app: "", version: "2.2"), 2),
        (daily(app: #""bundleIdentifier":"com.acme.other","#), 2),
        // Each tells a crash once: the other one is another.
        (daily(count: 2), 2),
    ]

    @Test(arguments: days) func `a crash that MetricKit tells of a day, without a process id, is the one of the report`(
        _ row: (payload: String, count: Int)
    ) throws {
        let report = Self.report(#""modelCode":"iPhone15,2","# + Self.segv)
        let endings = try Self.endings([("a.ips", report), ("b.json", row.payload)])
        #expect(endings == Array(repeating: "crash.signal certain", count: row.count))
        let findings = try Self.findings([("a.ips", report), ("b.json", row.payload)])
        #expect(findings.count == row.count)
        #expect(findings.contains { $0.message.contains("of the app itself was -[Store save]") })
    }

    @Test func `a death has the signature of the report that tells its cause`() throws {
        let alone = try Self.run(Self.report(Self.segv)).ending.detail[.signature]
        let other =
            #"{"event_id":"9b0c7a2d5c1e4f0f8a7d6c5b4a392817","timestamp":"2026-04-03T10:05:07.900Z","#
            + #""platform":"cocoa","level":"fatal","contexts":{"app":{"app_identifier":"com.acme.notes","app_start_time":"2026-04-03T09:05:00Z"}},"#
            + #""exception":{"values":[{"type":"EXC_BAD_ACCESS","value":"x","mechanism":{"type":"mach","handled":false},"#
            + #""stacktrace":{"frames":[{"function":"-[Other call]","package":"Notes","in_app":true}]}}]}}"#
        let analysis = try Analysing.analysis([
            ("a.ips", Array(Self.report(Self.segv).utf8)), ("b.json", Array(other.utf8)),
        ])
        let runs = try analysis.runs()
        #expect(runs.count == 1 && alone != nil)
        #expect(runs.first?.ending.detail[.signature] == alone)
    }

    @Test(arguments: ["-[Store save]", "-[ZStore save]", "NoteStore.save(_:)"])
    func `of two copies of a report that which names the calls is told, and grouped by`(_ name: String) throws {
        let named = Self.report(
            (#""incident":"9531985D","# + Self.segv).replacing("-[Store save]", with: name))
        let bare = named.replacing(#""symbol":"\#(name)","#, with: "")
        let other = named.replacing("9531985D", with: "11111111")
        #expect(bare != named)
        let signature = try Self.run(named).ending.detail[.signature]
        #expect(try Self.run(bare).ending.detail[.signature] != signature)
        for inputs in [[named, bare], [bare, named], [bare, named, bare]] {
            let files = inputs.enumerated().map { ("\($0.offset).ips", $0.element) }
            let finding = try #require(try Self.findings(files).first)
            #expect(finding.message.contains("of the app itself was \(name)"), "\(finding.message)")
            let analysis = try Analysing.analysis(files.map { ($0.0, Array($0.1.utf8)) })
            #expect(try analysis.runs().map(\.ending.detail[.signature]) == [signature])
        }
        // What is said and what it is grouped by are of one report, too, where they are no copies of one.
        let files = [("a.ips", bare), ("b.ips", other)]
        let message = try #require(try Self.findings(files).first).message
        let analysis = try Analysing.analysis(files.map { ($0.0, Array($0.1.utf8)) })
        let told = try analysis.runs().map(\.ending.detail[.signature])
        #expect(message.contains("of the app itself was \(name)") == (told == [signature]), "\(message)")
    }

    @Test func `a state that a report tells a moment after the end is not told to have lasted`() throws {
        let event = Self.sentry("EXC_BAD_ACCESS", "x").replacing("\n", with: "")
        let session =
            #"{"sid":"s","did":"d","status":"crashed","started":"2026-04-03T09:05:00Z","timestamp":"2026-04-03T10:05:07Z","#
            + #""attrs":{"release":"com.acme.notes@2.1+77"}}"#
        let head = #"{"event_id":"9b0c7a2d5c1e4f0f8a7d6c5b4a392817","sent_at":"2026-04-03T10:10:00Z"}"#
        let text = [head, #"{"type":"event"}"#, event, #"{"type":"session"}"#, session].map { $0 + "\n" }.joined()
        let story = try Self.run(text).story
        #expect(!story.contains("since"), "\(story)")
    }

    @Test func `crashes in different places of one app are told apart where MetricKit tells them`() throws {
        func payload(_ offset: Int) -> String {
            #"{"timeStampBegin":"2026-04-03 10:00:00","timeStampEnd":"2026-04-03 10:00:00","crashDiagnostics":[{"version":"1.0.0","#
                + #""diagnosticMetaData":{"bundleIdentifier":"com.acme.my-notes","pid":\#(offset),"signal":11,"exceptionType":1},"#
                + #""callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"callStackRootFrames":["#
                + #"{"binaryName":"libobjc.A.dylib","address":8000000016,"offsetIntoBinaryTextSegment":16,"subFrames":["#
                + #"{"binaryName":"My Notes","address":\#(4_300_000_000 + offset),"offsetIntoBinaryTextSegment":\#(offset)}]}]}]}}]}"#
        }
        let findings = try Self.findings([("a.json", payload(64)), ("b.json", payload(128))])
        #expect(findings.map(\.rule) == ["crashed", "crashed"])
        #expect(Set(findings.map(\.fingerprint)).count == 2)
        #expect(findings.first?.message.contains("The first call of the app itself was My Notes + 64") == true)
    }

    // MARK: Parts that do not agree

    @Test(arguments: ["298", "288", "210"]) func `a crash is one, whatever the number in front of it says`(
        _ bugType: String
    ) throws {
        #expect(try Self.endings([("a.ips", Self.report(Self.segv, bugType: bugType))]) == ["crash.signal certain"])
    }

    @Test func `a header of another app tells no version`() throws {
        let run = try Self.run(
            Self.report(Self.segv, header: #""bundleID":"com.acme.other","app_version":"9.9","build_version":"9""#))
        #expect(run.app == "com.acme.notes" && run.version == "2.1" && run.build == "77")
    }

    @Test func `a text that was indented, as code is in Markdown, is read`() throws {
        let text = TextReport.make(
            exception: "EXC_BAD_ACCESS (SIGSEGV)", "Termination Reason: SIGNAL 11 Segmentation fault: 11\n\nThread 0:\n"
        )
        let indented = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
        #expect(try Self.endings([("a.crash", indented)]) == (try Self.endings([("a.crash", text)])))
        #expect(try Self.endings([("a.crash", indented)]) == ["crash.signal certain"])
    }
}
