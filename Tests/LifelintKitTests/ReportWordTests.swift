// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What reports say in words of their own, each in a place where others say nothing.
@Suite struct ReportWordTests {
    /// A report of the system with what it is about.
    private static func report(_ members: String, bugType: String = "309") -> String {
        """
        {"app_name":"Notes","timestamp":"2026-04-03 10:05:07.00 +0000","bundleID":"com.acme.notes","bug_type":"\(bugType)","os_version":"iPhone OS 18.5 (22F76)"}
        {"captureTime":"2026-04-03 10:05:07.9120 +0000","procRole":"Foreground","pid":1290,"procLaunch":"2026-04-03 09:05:00.4400 +0000",
        "procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},\(members)}
        """
    }

    private static func text(_ exception: String, _ rest: String) -> String {
        TextReport.make(
            exception: exception,
            rest + "\nThread 0:\n0   libsystem_kernel.dylib \t0x0000000180000010 mach_msg_trap + 8\n")
    }

    private static func run(_ text: String) throws -> AppRun {
        try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
    }

    private static func findings(_ text: String) throws -> [Finding] {
        try Analysing.analysis([("report", Array(text.utf8))]) { try? $0.useRules() }.allFindings()
    }

    /// The backtrace of what a script threw, with React Native beside the program, or linked into it.
    private static func rethrown(by image: String, own: String = "") -> String {
        func call(_ place: Int, _ offset: Int, _ symbol: String) -> String {
            "\(place)   \(image)  0x\(image == "Notes" ? "104a" : "1060")00\(offset) \(symbol) + 12"
        }
        return """
            Incident Identifier: 6156848E-344E-4D9E-84E0-87AFD0D0AE7B
            Process:             Notes [4711]
            Path:                /private/var/containers/Bundle/Application/4F2A/Notes.app/Notes
            Identifier:          com.acme.notes
            Date/Time:           2026-03-01 10:00:00.0000 +0000
            OS Version:          iPhone OS 26.5 (23F77)
            Report Version:      104

            Exception Type:  EXC_CRASH (SIGABRT)
            Triggered by Thread:  0

            Last Exception Backtrace:
            0   CoreFoundation  0x180000100 __exceptionPreprocess + 12
            \(call(1, 100, "RCTFatal"))
            \(call(2, 200, "-[RCTExceptionsManager reportException:]"))
            \(call(3, 300, "invocation function for block in facebook::react::ObjCTurboModule::performVoidMethodInvocation()"))
            4   libdispatch.dylib  0x181000100 _dispatch_call_block_and_release + 12\(own)

            Thread 0 Crashed:
            0   libsystem_kernel.dylib  0x182000100 __pthread_kill + 8

            Binary Images:
            0x104a00000 - 0x104afffff Notes arm64 <11111111222222223333333344444444> /private/var/containers/Bundle/Application/4F2A/Notes.app/Notes
            0x106000000 - 0x1060fffff React arm64 <21111111222222223333333344444444> /private/var/containers/Bundle/Application/4F2A/Notes.app/Frameworks/React.framework/React
            0x180000000 - 0x1800fffff CoreFoundation arm64 <31111111222222223333333344444444> /System/Library/Frameworks/CoreFoundation.framework/CoreFoundation
            0x181000000 - 0x1810fffff libdispatch.dylib arm64 <41111111222222223333333344444444> /usr/lib/system/libdispatch.dylib
            0x182000000 - 0x1820fffff libsystem_kernel.dylib arm64 <51111111222222223333333344444444> /usr/lib/system/libsystem_kernel.dylib

            """
    }

    @Test(
        "What an app carries along is not its own, and told where no call is its own",
        arguments: [("React", "RCTFatal of React"), ("Notes", "RCTFatal")])
    func carried(_ image: String, _ carried: String) throws {
        let message = try #require(try Self.findings(Self.rethrown(by: image)).first { $0.rule == "crashed" }?.message)
        #expect(
            message.contains("None of the calls is the app's own; the first of what it carries along was \(carried).")
                && !message.contains("The first call of the app itself"), "\(message)")
        #expect(try Self.run(Self.rethrown(by: image)).ending.detail[.signature] == nil)
        let own = Self.rethrown(by: image, own: "\n5   Notes  0x104a00900 -[Store save] + 12")
        let told = try #require(try Self.findings(own).first { $0.rule == "crashed" }?.message)
        #expect(
            told.contains("The first call of the app itself was -[Store save].") && !told.contains("carries along"),
            "\(told)")
        #expect(try Self.run(own).ending.detail[.signature] != nil)
    }

    @Test(
        "The name of an exception is told once",
        arguments: [
            ("NSRangeException", "index 9 beyond bounds", "index 9 beyond bounds"),
            ("Lost.Error", "Lost.Error: it is gone", "it is gone"),
            ("Lost.Error", "Lost.Errors: it is gone", "Lost.Errors: it is gone"),
        ])
    func named(_ name: String, _ reason: String, _ told: String) throws {
        let report = Self.text(
            "EXC_CRASH (SIGABRT)",
            "Application Specific Information:\n*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'\n"
        )
        let ending = try Self.run(report).ending
        #expect(ending.detail[.exception] == .string(name) && ending.detail[.explanation] == .string(told), "\(ending)")
    }

    private static let library =
        "DYLD, Library not loaded: @rpath/Foo.framework/Foo | Referenced from: /var/x | Reason: image not found"

    @Test(
        "Who ended the process is named by a description, too",
        arguments: [
            ("EXC_CRASH (SIGABRT)", "Termination Description: \(library)", "dyld certain", "Library not loaded"),
            ("EXC_CRASH (SIGKILL)", "Termination Description: \(library)", "dyld certain", "Library not loaded"),
            (
                "EXC_CRASH (SIGABRT)",
                "Termination Description: TCC, This app has crashed because it attempted to access data without a usage description",
                "tcc certain", "This app has crashed"
            ),
            (
                "EXC_CRASH (SIGKILL)",
                "Termination Reason: TCC, This app has crashed because it must contain an NSCameraUsageDescription key",
                "tcc certain", "NSCameraUsageDescription"
            ),
            (
                "EXC_CRASH (SIGABRT)",
                "Termination Reason: DYLD, [0x1] Library missing\nTermination Description: " + library,
                "dyld certain", "Library not loaded"
            ),
            // Who copies a report may lose a line, or put one in.
            (
                "EXC_CRASH (SIGABRT)",
                "Termination Reason: TCC 0\n\nThis app has crashed because it attempted to access data without a usage "
                    + "description",
                "tcc certain", "This app has crashed"
            ),
            (
                "EXC_CRASH (SIGKILL)",
                "Termination Reason: FRONTBOARD 0x8badf00d scene-create watchdog transgression: app<com.example.notes>:744 "
                    + "exhausted real (wall clock) time allowance of 19.97 seconds", "watchdog.sceneCreate certain",
                "19.97"
            ),
            // A sentence that begins with a capital names nobody.
            (
                "EXC_BAD_ACCESS (SIGSEGV)", "Termination Description: Something, somewhere", "crash.signal certain",
                "Something"
            ),
        ])
    func descriptions(_ exception: String, _ line: String, _ ending: String, _ explanation: String) throws {
        let run = try Self.run(Self.text(exception, line))
        #expect("\(run.ending.cause.rawValue) \(run.ending.confidence.rawValue)" == ending, "\(run.story)")
        guard case .string(let told)? = run.ending.detail[.explanation] else {
            Issue.record("no explanation: \(run.ending.detail)")
            return
        }
        #expect(told.contains(explanation), "\(told)")
    }

    @Test func `a report that somebody asked for ends nothing`() throws {
        let members =
            #""exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"code":11,"namespace":"SIGNAL"}"#
        #expect(try Self.run(Self.report(members)).ending.cause == .crashSignal)
        let asked = try Self.run(Self.report(members + #","simulatedCaller":"watchdogd [12]""#))
        #expect(asked.ending.cause == .stillRunning, "\(asked.story)")
    }

    @Test(
        "The memory that was allowed stands in the message, or in the subtype",
        arguments: [
            #""exception":{"type":"EXC_RESOURCE","signal":"SIGKILL","subtype":"MEMORY","message":"(Limit 1450 MB) Crossed High Water Mark (fatal)"}"#,
            #""exception":{"type":"EXC_RESOURCE","signal":"SIGKILL","subtype":"MEMORY (limit=1450 MB, unused=0x0)"}"#,
        ])
    func limits(members: String) throws {
        let run = try Self.run(Self.report(members, bugType: "385"))
        #expect(run.ending.cause == .memoryLimit, "\(run.story)")
        guard case .bytes(let limit)? = run.ending.detail[.limit] else {
            Issue.record("no limit: \(run.ending.detail)")
            return
        }
        #expect(limit == 1_450 << 20)
    }

    @Test(
        "Limits of memory are of powers of two, and in a unit that nobody knows none is told",
        arguments: [
            ("50 MB", 50 << 20), ("50 MiB", 50 << 20), ("51200 KB", 50 << 20), ("51200 KiB", 50 << 20),
            ("52428800 bytes", 50 << 20), ("1.5 GB", 1_536 << 20), ("3200 pages", nil), ("50", nil),
        ] as [(String, Int64?)])
    func units(stated: String, limit: Int64?) throws {
        let exception = #""exception":{"type":"EXC_RESOURCE","signal":"SIGKILL","subtype":"MEMORY","#
        let run = try Self.run(
            Self.report(exception + #""message":"(Limit \#(stated)) Crossed High Water Mark"}"#, bugType: "385"))
        #expect(run.ending.cause == .memoryLimit, "\(run.story)")
        #expect(run.ending.detail[.limit] == limit.map { .bytes($0) })
    }

    @Test(
        "How hot it was is told as a level, as a word, or as both",
        arguments: [
            (#""ThermalInfo: (","\"Thermal Level:   12\",",")""#, "level 12"),
            (#""ThermalInfo: (","\"Thermal Level:   12\",","\"Thermal State:   nominal\"",")""#, "nominal"),
            (#""ThermalInfo: (","\"Thermal State:   critical\"",")""#, "critical"),
        ])
    func heat(lines: String, thermal: String) throws {
        let run = try Self.run(
            Self.report(
                #""exception":{"type":"EXC_CRASH","signal":"SIGKILL"},"termination":{"code":3221229823,"flags":6,"namespace":"FRONTBOARD","reasons":["<RBSTerminateContext| domain:10 code:0xC00010FF explanation:%CPU: 41.92% (sampled for 10.0 s)",\#(lines)]}"#
            ))
        #expect(run.ending.cause == .thermal)
        #expect(run.ending.detail[.thermal] == .string(thermal))
        #expect(run.ending.detail[.cpuShare] == .number(0.4192))
    }

    @Test(
        "Watchdogs of the oldest systems state no allowance: the share of all cores tells what it can",
        arguments: [
            ("0.036, 0% CPU", "12.400 (user 9.100, system 3.300), 40% CPU", "blocked"),
            ("0.036, 0% CPU", "39.900 (user 30.100, system 9.800), 98% CPU", "starved"),
            ("18.000, 90% CPU", "19.000 (user 19.000, system 0.000), 95% CPU", "busy"),
            ("4.000, 20% CPU", "12.400 (user 9.100, system 3.300), 40% CPU", nil),
        ] as [(String, String, String?)])
    func loads(app: String, total: String, load: String?) throws {
        let run = try Self.run(
            TextReport.make(
                exception: "00000020",
                """
                Exception Codes: 0x000000008badf00d
                Highlighted Thread:  0

                Application Specific Information:
                com.acme.notes failed to scene-create in time

                Elapsed total CPU time (seconds): \(total)
                Elapsed application CPU time (seconds): \(app)

                Thread 0:
                0   libsystem_kernel.dylib \t0x0000000180000010 semaphore_wait_trap + 8

                """))
        #expect(run.ending.cause == .watchdogSceneCreate, "\(run.story)")
        #expect(run.ending.detail[.load] == load.map { .string($0) })
        // Where no share is told, nothing follows from it.
        #expect(
            run.story.contains("so it was") == (run.ending.detail[.cpuShare] != nil && load != nil && load != "starved")
        )
    }

    @Test func `a tag of memory that does not fit is a crash`() throws {
        let run = try Self.run(
            Self.text(
                "EXC_BAD_ACCESS (SIGKILL)",
                "Exception Subtype: EXC_ARM_MTE_TAGCHECK_FAIL at 0x0000000280000010\nTermination Reason: Namespace MTE_FAIL, Code 262"
            ))
        #expect(run.ending.cause == .crashSignal, "\(run.story)")
        #expect(run.ending.detail[.namespace] == .string("MTE_FAIL"))
        #expect(run.ending.detail[.kind] == .string("memoryTagging"))
    }

    @Test func `a crash is told with its thread and the first call of the app itself`() throws {
        let findings = try Self.findings(
            TextReport.make(
                exception: "EXC_BAD_ACCESS (SIGSEGV)",
                """
                Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010
                Triggered by Thread:  1

                Thread 0:
                0   libsystem_kernel.dylib \t0x0000000180000010 mach_msg_trap + 8

                Thread 1 Crashed:
                0   libobjc.A.dylib \t0x0000000181000020 objc_msgSend + 32
                1   Notes \t0x0000000100000e10 SearchIndex.postings(for:) + 208
                2   Notes \t0x0000000100000f00 SearchIndex.find(_:) + 16

                Binary Images:
                0x100000000 - 0x100003fff Notes arm64  <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa> /private/var/containers/Bundle/Application/A/Notes.app/Notes

                """))
        let message = try #require(findings.first { $0.rule == "crashed" }?.message)
        #expect(message.contains("signal 11, EXC_BAD_ACCESS, KERN_INVALID_ADDRESS at 0x0000000000000010"), "\(message)")
        #expect(
            message.contains("The first call of the app itself was SearchIndex.postings(for:). That was on thread 1"),
            "\(message)"
        )
    }

    private static let thrown: [(words: String, found: [String])] = [
        (
            "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'No launch handler "
                + "registered for task with identifier com.acme.sync'", ["scheduled-task-no-handler certain"]
        ),
        // Where the exception is not named, its words are.
        (
            "No launch handler registered for task with identifier com.acme.sync",
            ["scheduled-task-no-handler certain"]
        ),
        (
            "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', "
                + "reason: 'All launch handlers must be registered before application finishes launching'",
            ["scheduled-task-registered-late certain"]
        ),
        ("Launch handler for task with identifier com.acme.sync has already been registered", []),
        ("No launch handler", []),
    ]

    @Test(arguments: thrown) func `what the scheduler of tasks threw is found in a report, too`(
        words: String, found: [String]
    ) throws {
        let findings = try Self.findings(
            Self.text("EXC_CRASH (SIGABRT)", "\nApplication Specific Information:\n\(words)\nabort() called\n"))
        let told = findings.filter { $0.rule.hasPrefix("scheduled-task") }
        #expect(told.map { "\($0.rule) \($0.confidence.rawValue)" } == found, "\(findings.map(\.message))")
        if found.first?.hasPrefix("scheduled-task-no") == true {
            #expect(told.first?.message.contains("com.acme.sync") == true)
        }
    }

    // MARK: Who was largest

    private static func jetsam(_ reason: String, largest: String) -> String {
        """
        {"bug_type":"298","timestamp":"2026-04-03 10:05:07.00 +0000","os_version":"iPhone OS 18.5 (22F76)"}
        {"crashReporterKey":"868012a1","product":"iPhone15,2","date":"2026-04-03 10:05:07.00 +0000","build":"iPhone OS 18.5 (22F76)",
        "memoryStatus":{"pageSize":16384},"largestProcess":"\(largest)","processes":[{"name":"Notes","pid":1290,"rpages":20000,"states":["frontmost"],"reason":"\(reason)","killDelta":2400000},
        {"name":"Other","pid":1300,"rpages":20001,"states":["background"]}]}
        """
    }

    @Test(
        "Who had most memory matters where memory was short",
        arguments: [
            ("vm-pageshortage", true), ("highwater", true), ("vnode-limit", false), ("disk-space-shortage", false),
            ("low-swap", false), ("zone-map-exhaustion", false), ("idle-exit", false),
        ])
    func largest(reason: String, isVictim: Bool) throws {
        let run = try #require(
            try Analyzer().analyze(bytes: Array(Self.jetsam(reason, largest: "Other").utf8)).runs().first {
                $0.pid == 1290
            })
        #expect((run.ending.detail[.victimOf] != nil) == isVictim, "\(run.story)")
    }

    @Test(arguments: [("frontmost", 100), ("accessory", 120), ("resume", 100)])
    func `where the words of a jetsam report say no state of an app, its band does`(state: String, band: Int) throws {
        let text = Self.jetsam("vm-pageshortage", largest: "Other").replacing(
            #""states":["frontmost"]"#, with: #""states":["\#(state)"],"priority":\#(band)"#)
        let run = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first { $0.pid == 1290 })
        #expect(run.ending.cause == .systemPressure, "\(run.story)")
        #expect(run.ending.confidence == (state == "frontmost" ? .certain : .likely))
    }

    @Test func `the largest process is called that, and no more`() throws {
        let messages = try Self.findings(Self.jetsam("vm-pageshortage", largest: "Other")).map(\.message)
        #expect(messages.contains { $0.contains("the largest process was Other") }, "\(messages)")
        #expect(messages.allSatisfy { !$0.contains("most of it") }, "\(messages)")
    }

    // MARK: What is pasted

    @Test(
        "A report that somebody pasted is read",
        arguments: [
            { "# A crash\n\nHello!\n\n```json\n" + $0 + "\n```\n" },
            { $0.split(separator: "\n").map { "> " + $0 }.joined(separator: "\n") },
            { $0.split(separator: "\n").map { "`" + $0 + "`" }.joined(separator: "\n") },
        ] as [@Sendable (String) -> String])
    func pasted(_ paste: @Sendable (String) -> String) throws {
        let members =
            #""exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"code":11,"namespace":"SIGNAL"}"#
        for report in [Self.report(members), Self.text("EXC_BAD_ACCESS (SIGSEGV)", "Triggered by Thread:  0")] {
            let run = try Self.run(paste(report))
            #expect(run.ending.cause == .crashSignal, "\(run.story)")
        }
    }

    @Test func `a page that shows a report among other things is none`() throws {
        let prose = String(repeating: "How to read such a report is told below.\n", count: 60)
        let page = "# Reports\n\n```\n" + Self.report(#""exception":{"signal":"SIGSEGV"}"#) + "\n```\n" + prose
        let analysis = try Analyzer().analyze(bytes: Array(page.utf8))
        #expect(try analysis.runs().isEmpty)
    }

    // MARK: SDKs and counters

    @Test func `what crashed before anybody opened it was prewarmed`() throws {
        func report(_ state: String) -> String {
            #"""
            {"report":{"id":"A","type":"standard","version":"3.3.0","timestamp":"2026-04-03T10:00:05Z","process_name":"Notes"},
            "system":{"CFBundleIdentifier":"com.acme.notes","process_id":71,"app_start_time":"2026-04-03T10:00:00Z",
            "application_stats":{"application_active":false,"application_in_foreground":false,"app_transition_state":"\#(state)"}},
            "crash":{"error":{"type":"mach","mach":{"exception":1,"exception_name":"EXC_BAD_ACCESS"},"signal":{"signal":11,"name":"SIGSEGV"}},"threads":[]}}
            """#
        }
        #expect(try Self.run(report("prewarm")).launch.kind == .prewarmed)
        #expect(try Self.run(report("startup")).launch.kind == .unknown)
    }

    @Test func `the counters of the newer MetricKit are told under the same words`() throws {
        let text =
            #"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-20 08:00:00","metaData":{"bundleIdentifier":"com.acme.notes"},"foregroundTermination":{"memoryLimitTerminationCount":2,"watchdogTerminationCount":0},"backgroundTermination":{"taskTimeoutTerminationCount":3}}"#
        let analysis = try Analysing.analysis([("payload.json", Array(text.utf8))])
        #expect(analysis.header.inputs.map(\.format) == ["metrickit"])
        let counts = analysis.header.exitCounts.map { $0.counts.filter { $0.value > 0 } }
        #expect(counts == [["backgroundTask": 3], ["memoryLimit": 2]])
    }

    // MARK: Reports about it

    @Test func `a baseline without personal data has no piece of an id either`() throws {
        let log = """
            # app=com.acme.notes device=00008110-001A2B3C4D5E801E pid=71 date=2026-03-01
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:00:05 app.didEnterBackground
            10:00:05 backgroundTask.begin task=7 name="upload 00008110-001A2B3C4D5E801E"
            10:00:36 process.exit namespace=RUNNINGBOARD code=0x2182bad2

            """
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) { try? $0.useRules() }
        let culprits = try Baseline(accepting: analysis).redacted(for: analysis).entries.compactMap(\.culprit)
        #expect(culprits.contains { $0.contains("upload") })
        #expect(culprits.allSatisfy { !$0.contains("001A2B3C4D5E801E") }, "\(culprits)")
    }

    @Test func `a crash without a signature has how it ended as its culprit, and not the launch it fell into`() throws {
        let log = """
            # app=com.acme.notes device=A1 pid=71 date=2026-03-01
            10:00:00 process.launch intent=foreground
            10:00:01 app.willFinishLaunching
            10:00:02 process.exit namespace=SIGNAL code=11 signal=11

            """
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) { try? $0.useRules() }
        let entries = try Baseline(accepting: analysis).entries
        #expect(entries.map(\.rule) == ["crashed", "crashed-during-launch"])
        #expect(entries.map(\.culprit) == ["crash.signal", "crash.signal"])
    }

    /// Two tasks without a name are two defects.
    @Test(arguments: [("upload-photos", "upload-photos"), ("7", "backgroundTask.begin")])
    func `what was open at the end is known by its key, where that is a name`(key: String, culprit: String) throws {
        let log = """
            # app=com.acme.notes device=A1 pid=71 date=2026-03-01
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:00:02 backgroundTask.begin task=index-notes
            10:00:03 backgroundTask.end task=index-notes
            10:00:05 backgroundTask.begin task=\(key)
            10:00:07 app.didEnterBackground
            10:00:36 process.exit namespace=RUNNINGBOARD code=0x2182bad2

            """
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) { try? $0.useRules() }
        let entry = try Baseline(accepting: analysis).entries.first { $0.rule == "background-task-never-ended" }
        #expect(entry?.culprit == culprit)
    }

    @Test func `the short report names the rules whose findings stand under another`() throws {
        let analysis = try SampleReportTests.analysis(of: "leaked-background-task", byRules: true)
        let brief = try Analysing.report(analysis, "brief")
        #expect(brief.contains("more: lifelint explain background-task-never-ended; related: "), "\(brief)")
        #expect(brief.contains("background-task-not-ended-at-expiration"), "\(brief)")
    }
}
