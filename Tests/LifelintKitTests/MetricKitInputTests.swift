// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What is concluded from MetricKit's payloads, which say of what and how much, but rarely when and to what end.
@Suite struct MetricKitInputTests {
    private static let who =
        #""bundleIdentifier":"com.acme.notes","appVersion":"4.3","osVersion":"iPhone OS 18.5 (22F76)""#
    private static let constant =
        #"{"binaryName":"testBinaryName","address":74565,"offsetIntoBinaryTextSegment":123,"sampleCount":20}"#
    private static let call =
        #"{"binaryName":"Notes","address":7170766264,"offsetIntoBinaryTextSegment":16553,"sampleCount":20}"#

    private static func diagnostic(_ values: String, call: String = call) -> String {
        #"{"version":"1.0.0","callStackTree":{"callStackPerThread":true,"callStacks":[{"threadAttributed":true,"#
            + #""callStackRootFrames":[\#(call)]}]},"diagnosticMetaData":{\#(who),\#(values)}}"#
    }

    private static func findings(_ list: String, _ diagnostics: [String]) throws -> [Finding] {
        let text =
            #"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-20 08:00:00","#
            + #""\#(list)":[\#(diagnostics.joined(separator: ","))]}"#
        let analysis = try Analysing.analysis([("payload.json", Array(text.utf8))]) { try? $0.useRules() }
        #expect(analysis.header.inputs.map(\.format) == ["metrickit"])
        return try analysis.allFindings()
    }

    private static let crash = """
        {"app_name":"Notes","timestamp":"2026-04-20 08:31:46.00 +0000","bundleID":"com.acme.notes","bug_type":"309","os_version":"iPhone OS 18.5 (22F76)"}
        {"captureTime":"2026-04-20 08:31:44.1000 +0000","pid":701,"procLaunch":"2026-04-20 08:11:44.1000 +0000","procName":"Notes",
        "bundleInfo":{"CFBundleIdentifier":"com.acme.notes","CFBundleShortVersionString":"4.3"},
        "exception":{"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},"termination":{"namespace":"SIGNAL","code":5}}
        """

    private static let ofExtension = """
        {"app_name":"Share","timestamp":"2026-04-20 07:31:46.00 +0000","bundleID":"com.acme.notes.share","bug_type":"309","os_version":"iPhone OS 18.5 (22F76)"}
        {"captureTime":"2026-04-20 07:31:44.1000 +0000","pid":702,"procLaunch":"2026-04-20 07:31:24.1000 +0000","procName":"Share",
        "procPath":"/private/var/containers/Bundle/Application/7A5B/Notes.app/PlugIns/Share.appex/Share",
        "bundleInfo":{"CFBundleIdentifier":"com.acme.notes.share","CFBundleShortVersionString":"4.3"},
        "exception":{"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},"termination":{"namespace":"SIGNAL","code":5}}
        """

    /// A payload says of an extension no more than its bundle id: where a report tells what that is, no app crashed.
    @Test func `what a report tells to be an extension is one in payloads`() throws {
        let entry = Self.diagnostic(
            #""exceptionType":1,"signal":11"#, call: Self.call.replacing("Notes", with: "Share")
        ).replacing("com.acme.notes", with: "com.acme.notes.share")
        let payload =
            #"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-20 08:00:00","crashDiagnostics":["#
            + entry + "," + Self.diagnostic(#""exceptionType":1,"signal":11"#) + "]}"
        let report = Array(Self.ofExtension.utf8)
        func hosts(_ inputs: [(String, [UInt8])]) throws -> [String] {
            try Analysing.runs(inputs).map { "\($0.app ?? ""): \($0.host.name ?? "")" }.sorted()
        }
        let told = [
            "com.acme.notes.share: extension", "com.acme.notes.share: extension", "com.acme.notes: app",
        ]
        #expect(try hosts([("a.ips", report), ("b.json", Array(payload.utf8))]) == told)
        #expect(try hosts([("b.ips", report), ("a.json", Array(payload.utf8))]) == told)
        #expect(
            try hosts([("a.json", Array(payload.utf8))]) == [
                "com.acme.notes.share: app", "com.acme.notes: app",
            ])
    }

    /// Neither a time nor an id tells them apart: each entry of a payload is another crash.
    @Test func `two crashes that a payload tells in the same words are two`() throws {
        let entry = #"""
            {"version":"1.0.0","callStackTree":{"callStacks":[]},"diagnosticMetaData":{"appBuildVersion":"7","appVersion":"1.2",
            "bundleIdentifier":"com.acme.notes","osVersion":"iPhone OS 17.4 (21E219)","exceptionType":1,"signal":11}}
            """#
        let payload =
            #"{"timeStampBegin":"2026-03-01 00:00:00","timeStampEnd":"2026-03-01 23:59:00","crashDiagnostics":["#
        let bytes = Array((payload + [entry, entry].joined(separator: ",") + "]}").utf8)
        #expect(try Analyzer().analyze(bytes: bytes).runs().map(\.ending.cause) == [.crashSignal, .crashSignal])
        // The payload is handed over once more.
        let twice = try Analysing.runs([("a.json", bytes), ("b.json", bytes)])
        #expect(twice.count == 2)
        #expect(twice.allSatisfy { $0.end.time < Timestamp(nanoseconds: 1_772_409_600_000_000_000, digits: 0) })
    }

    @Test(arguments: [(constant, [ProblemCode.badValue]), (call, [])])
    func `a payload that Xcode simulates says so, and that nothing in it befell anybody`(
        _ row: (call: String, told: [ProblemCode])
    ) throws {
        let entry = Self.diagnostic(#""exceptionType":1,"signal":11"#, call: row.call)
        let payload =
            #"{"timeStampBegin":"2026-03-01 00:00:00","timeStampEnd":"2026-03-01 23:59:00","crashDiagnostics":["#
        let analysis = try Analyzer().analyze(
            bytes: Array((payload + [entry, entry].joined(separator: ",") + "]}").utf8))
        #expect(analysis.header.problems.map(\.code) == row.told)
        #expect(try analysis.runs().contains { $0.ending.cause == .crashSignal } == row.told.isEmpty)
    }

    @Test func `what two devices counted is counted twice, and what one counted once`() throws {
        func payload(_ device: String) -> [UInt8] {
            Array(
                (#"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-20 08:00:00","metaData":{"#
                    + #"\#(Self.who),"deviceType":"\#(device)"},"applicationExitMetrics":{"foregroundExitData":"#
                    + #"{"cumulativeAppWatchdogExitCount":1}}}"#).utf8)
        }
        func counts(_ devices: String...) throws -> [[String: Int]] {
            let inputs = devices.enumerated().map { (name: "\($0.offset).json", bytes: payload($0.element)) }
            return try Analyzer().analyze(inputs: inputs).header.exitCounts.map(\.counts)
        }
        let one = try counts("iPhone15,3")
        #expect(one.count == 1)
        #expect(try counts("iPhone15,3", "iPhone15,3") == one)
        #expect(try counts("iPhone15,3", "iPad13,4", "iPhone15,3") == one + one)
    }

    /// A payload of a day whose device, time in front and version are told beside its counters.
    private static func counting(_ counters: String, spent: Int = 60, several: Bool = false) -> [UInt8] {
        Array(
            (#"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-20 08:00:00","appVersion":"8.2","#
                + #""includesMultipleApplicationVersions":\#(several),"metaData":{"bundleIdentifier":"com.acme.notes","#
                + #""appVersion":"8.2","appBuildVersion":"82","deviceType":"iPhone15,3"},"applicationTimeMetrics":"#
                + #"{"cumulativeForegroundTime":"\#(spent) sec"},"applicationExitMetrics":{"foregroundExitData":"#
                + #"{\#(counters)}}}"#).utf8)
    }

    private static func counters(_ payloads: [[UInt8]]) throws -> [ExitCounts] {
        let inputs = payloads.enumerated().map { (name: "\($0.offset).json", bytes: $0.element) }
        return try Analyzer().analyze(inputs: inputs).header.exitCounts
    }

    @Test func `payloads of two phones of one model are two, and one payload is one wherever it lies`() throws {
        let (one, other) = (#""cumulativeAppWatchdogExitCount":1"#, #""cumulativeAppWatchdogExitCount":2"#)
        let (first, second) = (Self.counting(one), Self.counting(one, spent: 17))
        #expect(try Self.counters([first, second]).map(\.counts) == [["appWatchdog": 1], ["appWatchdog": 1]])
        let third = Self.counting(other)
        let told = try Self.counters([first, third])
        #expect(told.count == 2)
        #expect(try Self.counters([first, third, first]) == told)
        #expect(try Self.counters([third, first, first]) == told)
        let spaced = String(decoding: first, as: UTF8.self).replacing(",\"", with: ",\n  \"")
        #expect(try Self.counters([first, Array(spaced.utf8)]).count == 1)
    }

    @Test func `counters of several versions are not those of the last one`() throws {
        let counter = #""cumulativeAppWatchdogExitCount":1"#
        #expect(try Self.counters([Self.counting(counter)]).map(\.version) == ["8.2"])
        #expect(try Self.counters([Self.counting(counter, several: true)]).map(\.version) == [nil])
    }

    @Test func `counters that Xcode simulates are left out, with a word`() throws {
        let kinds = ["NormalApp", "MemoryResourceLimit", "BadAccess", "Abnormal", "IllegalInstruction", "AppWatchdog"]
        let ones = (kinds + ["CPUResourceLimit", "MemoryPressure"]).map { "\"cumulative\($0)ExitCount\":1" }
        let simulated = Self.counting(ones.joined(separator: ","))
        let real = Self.counting(#""cumulativeAppWatchdogExitCount":3"#)
        let inputs = [(name: "a.json", bytes: simulated), (name: "b.json", bytes: real)]
        let header = try Analyzer().analyze(inputs: inputs).header
        #expect(header.exitCounts.map(\.counts) == [["appWatchdog": 3]])
        #expect(header.problems.map(\.code) == [.badValue])
    }

    @Test(
        arguments: [
            (nil, nil, 1), (20, nil, 0), (19, nil, 1), (nil, 19, 0), (nil, 20, 1), (19, 20, 1),
        ] as [(Int?, Int?, Int)])
    func `what was counted at other times than are asked for is left out`(since: Int?, until: Int?, windows: Int) throws
    {
        let payload =
            #"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-19 20:00:00","metaData":{"#
            + #"\#(Self.who),"deviceType":"iPhone15,3"},"applicationExitMetrics":{"foregroundExitData":"#
            + #"{"cumulativeAppWatchdogExitCount":1}}}"#
        func midnight(_ day: Int) -> Timestamp {
            Timestamp(nanoseconds: Int64(20_562 + day - 19) * 86_400_000_000_000, digits: 9)
        }
        var options = AnalyzerOptions()
        options.since = since.map(midnight)
        options.until = until.map(midnight)
        let analysis = try Analyzer(options).analyze(inputs: [(name: "a.json", bytes: Array(payload.utf8))])
        #expect(analysis.header.exitCounts.count == windows)
    }

    @Test(arguments: [("2026-04-20 08:31:00", 1), ("2026-04-20 08:30:00", 2)])
    func `times of payloads are cut to the minute`(written: String, runs: Int) throws {
        let payload =
            #"{"timeStampBegin":"\#(written)","timeStampEnd":"\#(written)","crashDiagnostics":["#
            + Self.diagnostic(#""signal":5,"exceptionType":6,"exceptionCode":1"#) + "]}"
        let analysis = try Analyzer().analyze(inputs: [
            (name: "a.ips", bytes: Array(Self.crash.utf8)), (name: "b.json", bytes: Array(payload.utf8)),
        ])
        #expect(try analysis.runs().count == runs)
    }

    /// A day is told up to its last minute, or to the beginning of the next one, which has an hour less or more once a
    /// year.
    @Test(arguments: [
        ("2026-04-20 00:00:00", "2026-04-20 23:59:00", "2026-04-20T23:59:59Z"),
        ("2026-04-20 00:00:00", "2026-04-21 00:00:00", "2026-04-20T23:59:59Z"),
        ("2026-03-28 23:00:00", "2026-03-29 22:00:00", "2026-03-29T21:59:59Z"),
        ("2026-04-20 08:31:00", "2026-04-20 08:31:00", "2026-04-20T08:31:59Z"),
        ("2026-04-20 08:00:00", "2026-04-20 09:00:00", "2026-04-20T09:00:59Z"),
    ])
    func `what a payload tells happened by the last second of its time`(from: String, to: String, last: String) throws {
        let payload =
            #"{"timeStampBegin":"\#(from)","timeStampEnd":"\#(to)","crashDiagnostics":["#
            + Self.diagnostic(#""signal":5,"exceptionType":6,"exceptionCode":1"#) + "]}"
        let runs = try Analysing.runs([("a.json", Array(payload.utf8))])
        #expect(runs.map(\.end.time.rfc3339) == [last])
    }

    /// Who opens the app again at once writes on before the time that the payload tells is over.
    @Test(
        arguments: [
            ("08:31:00", "08:31:00", #","pid":701"#), ("08:31:00", "08:31:00", ""),
            ("00:00:00", "09:00:00", #","pid":701"#),
            ("00:00:00", "09:00:00", ""),
        ])
    func `a crash that a payload tells, too, is one, though the app was opened again`(
        from: String, to: String, pid: String
    ) throws {
        let log = """
            # app=com.acme.notes
            2026-04-20T08:11:44.300Z app.didFinishLaunching pid=701
            2026-04-20T08:11:44.800Z app.didBecomeActive pid=701
            2026-04-20T08:31:50.300Z app.didFinishLaunching pid=702
            2026-04-20T08:31:50.800Z app.didBecomeActive pid=702
            2026-04-20T10:31:50.800Z data.save pid=702
            """
        let payload =
            #"{"timeStampBegin":"2026-04-20 \#(from)","timeStampEnd":"2026-04-20 \#(to)","crashDiagnostics":["#
            + Self.diagnostic(#""signal":5,"exceptionType":6,"exceptionCode":1\#(pid)"#) + "]}"
        let analysis = try Analyzer().analyze(inputs: [
            (name: "a.lifelog", bytes: Array(log.utf8)), (name: "a.ips", bytes: Array(Self.crash.utf8)),
            (name: "b.json", bytes: Array(payload.utf8)),
        ])
        let runs = try analysis.runs()
        #expect(runs.map(\.pid) == [701, 702])
        #expect(runs.map(\.ending.cause) == [.crashSignal, .stillRunning])
    }

    private static let resources: [(list: String, values: String, rule: String)] = [
        ("cpuExceptionDiagnostics", #""totalCPUTime":"50 sec","totalSampledTime":"60 sec""#, "cpu-limit-exceeded"),
        ("diskWriteExceptionDiagnostics", #""writesCaused":"2,000,000 kB""#, "disk-writes-limit-exceeded"),
    ]

    @Test(arguments: resources)
    func `a limit that was exceeded is told, and not whether the app was ended for it`(
        _ row: (list: String, values: String, rule: String)
    ) throws {
        let findings = try Self.findings(row.list, [Self.diagnostic(row.values)])
        #expect(findings.map(\.rule) == [row.rule])
        #expect(findings.allSatisfy { !$0.message.contains("ended") }, "\(findings.map(\.message))")
    }

    @Test(arguments: resources + [("hangDiagnostics", #""hangDuration":"20 sec""#, "main-thread-hang")])
    func `what Xcode simulates leads to no finding`(_ row: (list: String, values: String, rule: String)) throws {
        #expect(try Self.findings(row.list, [Self.diagnostic(row.values, call: Self.constant)]).map(\.rule) == [])
        #expect(try Self.findings(row.list, [Self.diagnostic(row.values)]).map(\.rule) == [row.rule])
    }

    @Test func `a hang counts with the time that it took`() throws {
        let findings = try Self.findings("hangDiagnostics", [Self.diagnostic(#""hangDuration":"9.85 sec","pid":2410"#)])
        #expect(findings.map(\.rule) == ["main-thread-hang"])
        #expect(findings.first?.severity == .error)
        #expect(findings.first?.message.contains("did not respond for 9.9 s") == true, "\(findings.map(\.message))")
    }

    @Test(arguments: ["", #","pid":77"#]) func `of several hangs of a window each is told`(pid: String) throws {
        for lengths in [[1, 9], [9, 1], [3, 9, 4]] {
            let hangs = lengths.map { Self.diagnostic(#""hangDuration":"\#($0) sec"\#(pid)"#) }
            let findings = try Self.findings("hangDiagnostics", hangs)
            #expect(findings.map(\.rule) == lengths.map { _ in "main-thread-hang" })
            #expect(findings.contains { $0.severity == .error && $0.message.contains("9 s") }, "\(lengths)")
        }
    }

    @Test(arguments: [(77, 1), (99, 2)]) func `a hang of another process is not that which a log tells`(
        pid: Int, hangs: Int
    ) throws {
        let log = """
            # app=com.acme.notes appVersion=4.3 pid=77
            2026-04-19T10:00:00.000Z process.launch intent=foreground
            2026-04-19T10:00:00.400Z app.didBecomeActive
            2026-04-19T10:02:00.000Z hang duration=9s
            2026-04-19T10:05:00.000Z ui.refresh
            """
        let payload =
            #"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-20 08:00:00","hangDiagnostics":["#
            + Self.diagnostic(#""hangDuration":"9 sec","pid":\#(pid)"#) + "]}"
        let inputs = [("a.lifelog", Array(log.utf8)), ("b.json", Array(payload.utf8))]
        let findings = try Analysing.analysis(inputs) { try? $0.useRules() }.allFindings()
        #expect(findings.count { $0.rule == "main-thread-hang" } == hangs)
    }

    @Test func `a hang of a day is no later than the end of its run`() throws {
        let payload =
            #"{"timeStampBegin":"2026-04-20 00:00:00","timeStampEnd":"2026-04-21 00:00:00","hangDiagnostics":["#
            + Self.diagnostic(#""hangDuration":"4 sec","pid":701"#) + "]}"
        let runs = try Analysing.runs([("a.ips", Array(Self.crash.utf8)), ("b.json", Array(payload.utf8))])
        let hangs = runs.flatMap(\.spans).filter { $0.kind == "hang" }
        #expect(hangs.map(\.isInferred) == [true])
        #expect(hangs.map(\.to) == runs.map(\.end.time))
    }

    /// A payload is handed over when the process is gone, mostly: a report of its end takes nothing back.
    @Test(arguments: resources + [("hangDiagnostics", #""hangDuration":"20 sec""#, "main-thread-hang")])
    func `what a payload tells of a process is told of it, though its end is told, too`(
        _ row: (list: String, values: String, rule: String)
    ) throws {
        for time in ["2026-04-20 08:40:00", "2026-04-20 23:59:00"] {
            let payload =
                #"{"timeStampBegin":"2026-04-20 00:00:00","timeStampEnd":"\#(time)","\#(row.list)":["#
                + Self.diagnostic(row.values + #","pid":701"#) + "]}"
            let inputs = [("a.ips", Array(Self.crash.utf8)), ("b.json", Array(payload.utf8))]
            let analysis = try Analysing.analysis(inputs) { try? $0.useRules() }
            let runs = try analysis.runs()
            #expect(runs.map(\.pid) == [701])
            #expect(runs.map(\.ending.cause) == [.crashSignal])
            #expect(runs.flatMap(\.anomalies).isEmpty)
            #expect(try analysis.allFindings().map(\.rule).sorted() == ["crashed", row.rule].sorted())
        }
    }

    /// Payloads are handed over at the next launch: it stands before what they tell.
    @Test(
        arguments: resources + [
            ("hangDiagnostics", #""hangDuration":"20 sec""#, "main-thread-hang"),
            ("appLaunchDiagnostics", #""launchDuration":"20 sec""#, ""),
        ])
    func `what a payload tells of a process is told of it, though the app was opened again`(
        _ row: (list: String, values: String, rule: String)
    ) throws {
        let log = """
            # app=com.acme.notes appVersion=4.3
            2026-04-20T08:11:44.300Z process.launch pid=701 intent=foreground
            2026-04-20T08:11:44.800Z app.didBecomeActive pid=701
            2026-04-20T09:31:50.300Z process.launch pid=702 intent=foreground
            2026-04-20T09:31:50.800Z app.didBecomeActive pid=702
            """
        // At the end of the day, and where the app was opened, in the moment in which its last life is not settled yet.
        for (end, hasReport) in [("23:59:00", true), ("23:59:00", false), ("09:31:51", false)] {
            let payload =
                #"{"timeStampBegin":"2026-04-20 00:00:00","timeStampEnd":"2026-04-20 \#(end)","\#(row.list)":["#
                + Self.diagnostic(row.values + #","pid":701"#) + "]}"
            var inputs = [("a.lifelog", Array(log.utf8)), ("b.json", Array(payload.utf8))]
            if hasReport { inputs.append(("c.ips", Array(Self.crash.utf8))) }
            let analysis = try Analysing.analysis(inputs) { try? $0.useRules() }
            let runs = try analysis.runs()
            #expect(runs.map(\.pid) == [701, 702])
            #expect((runs.first?.ending.cause == .crashSignal) == hasReport)
            #expect(runs.last?.ending.cause == .stillRunning)
            if !row.rule.isEmpty { #expect(try analysis.allFindings().map(\.rule).contains(row.rule)) }
        }
    }

    @Test func `crashes at some time of a window are no row of crashes`() throws {
        let crashes = (701...704).map {
            Self.diagnostic(#""signal":6,"exceptionType":10,"exceptionCode":0,"pid":\#($0)"#)
        }
        let rules = try Self.findings("crashDiagnostics", crashes).map(\.rule)
        #expect(rules.contains("crashed") && !rules.contains("crash-loop"), "\(rules)")
    }

    private static func runs(_ lists: [(String, [String])]) throws -> [AppRun] {
        let text = lists.map { list, values in
            #""\#(list)":[\#(values.map { diagnostic($0) }.joined(separator: ","))]"#
        }
        let payload =
            #"{"timeStampBegin":"2026-04-19 08:00:00","timeStampEnd":"2026-04-20 08:00:00",\#(text.joined(separator: ","))}"#
        return try Analysing.runs([("payload.json", Array(payload.utf8))])
    }

    @Test func `who ended a process is no reason`() throws {
        for (behind, explanation) in [("", nil), ("the store is locked\\n", "the store is locked")]
            as [(String, String?)]
        {
            let reason = "Namespace SIGNAL, Code 5 Trace/BPT trap: 5\\n\(behind)Terminating Process: exc handler [1217]"
            let runs = try Self.runs([
                ("crashDiagnostics", [#""signal":5,"exceptionType":6,"terminationReason":"\#(reason)""#])
            ])
            #expect(runs.map(\.ending.cause) == [.crashSignal])
            #expect(runs.first?.ending.detail[.explanation] == explanation.map { .string($0) })
        }
    }

    /// Which of them came first, nothing tells.
    @Test func `what befell processes on one day has no order`() throws {
        let runs = try Self.runs(
            [
                ("hangDiagnostics", [#""hangDuration":"9.85 sec","pid":712"#]),
                (
                    "crashDiagnostics",
                    [
                        #""signal":11,"exceptionType":1,"exceptionCode":0,"pid":712"#,
                        #""signal":9,"exceptionType":10,"terminationReason":"Namespace RUNNINGBOARD, Code 3735883980","pid":713"#,
                    ]
                ),
            ])
        #expect(runs.map(\.pid) == [712, 713])
        #expect(runs.map(\.launch.after) == [nil, nil])
        #expect(runs.allSatisfy { !$0.story.contains("next launch") }, "\(runs.map(\.story))")
    }

    /// Nor does anything tell when of that day it was.
    @Test(arguments: resources + [("appLaunchDiagnostics", #""launchDuration":"30 sec""#, "")])
    func `what is told of a day is no launch and tells of no end`(
        _ row: (list: String, values: String, rule: String)
    ) throws {
        let runs = try Self.runs(
            [
                ("crashDiagnostics", [#""signal":11,"exceptionType":1,"exceptionCode":0,"pid":712"#]),
                (row.list, [row.values + #","pid":713"#]),
            ])
        #expect(runs.map(\.pid) == [712, 713])
        #expect(runs.map(\.launch.after) == [nil, nil])
        #expect(runs.allSatisfy { !$0.story.contains("next launch") }, "\(runs.map(\.story))")
        let story = try #require(runs.last?.story)
        #expect(
            story.hasSuffix("Its last event is some time before 07:59:59, and nothing tells of its end."), "\(story)")
    }

    @Test func `a hang of a day need not be of the run that ended on it`() throws {
        let runs = try Self.runs(
            [
                ("hangDiagnostics", [#""hangDuration":"9.85 sec""#]),
                ("crashDiagnostics", [#""signal":11,"exceptionType":1,"exceptionCode":0"#]),
            ])
        #expect(runs.map(\.ending.cause).sorted { $0.rawValue < $1.rawValue } == [.crashSignal, .stillRunning])
        let story = try #require(runs.first { $0.ending.cause == .stillRunning }?.story)
        #expect(story.contains("some time before") && !story.contains("had not ended"), "\(story)")
    }
}
