// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Reports that name neither a device nor a process: what each tells of its own process is told of no other one.
@Suite struct OverlappingReportTests {
    /// A crash of a process that nobody gives an id; with one, it is told.
    private static func crash(
        _ launch: String, _ end: String, version: String = "1.0", model: String = "iPhone17,1", pid: Int? = nil
    ) -> String {
        """
        {"app_name":"Notes","timestamp":"2026-04-20 \(end).00 +0000","app_version":"\(version)","build_version":"1","bundleID":"com.acme.notes","bug_type":"309","os_version":"iPhone OS 26.1 (23B85)"}
        {"captureTime":"2026-04-20 \(end).0000 +0000",\(pid.map { "\"pid\":\($0)," } ?? "")"procLaunch":"2026-04-20 \(launch).0000 +0000",
        "procName":"Notes","modelCode":"\(model)","osVersion":{"train":"iPhone OS 26.1","build":"23B85"},
        "bundleInfo":{"CFBundleIdentifier":"com.acme.notes","CFBundleShortVersionString":"\(version)","CFBundleVersion":"1"},
        "exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"code":11,"namespace":"SIGNAL"},
        "faultingThread":0,"threads":[{"triggered":true,"frames":[{"imageOffset":4096,"symbol":"save()","imageIndex":0}]}],
        "usedImages":[{"source":"P","name":"Notes","path":"/var/containers/Bundle/Application/A/Notes.app/Notes","uuid":"e2db3c65-0b64-46b8-93c7-b977164f9da9","base":4334583312,"size":999999}]}

        """
    }

    /// What Sentry sends of a crash, on one line.
    private static func event(_ id: Int, _ launch: String, _ end: String) -> String {
        #"{"event_id":"0000000000000000000000000000000\#(id)","timestamp":"2026-04-20T\#(end)Z","platform":"cocoa","level":"fatal","#
            + #""contexts":{"app":{"app_identifier":"com.acme.notes","app_version":"1.0","app_build":"1","#
            + #""app_start_time":"2026-04-20T\#(launch)Z"},"device":{"model":"iPhone17,1"},"os":{"name":"iOS","version":"26.1"}},"#
            + #""exception":{"values":[{"type":"EXC_BAD_ACCESS","value":"at 0x18.","#
            + #""mechanism":{"type":"mach","handled":false,"meta":{"signal":{"number":11,"name":"SIGSEGV"}}}}]}}"#
    }

    private static func analysis(_ reports: [String], name: String = "ips") throws -> Analysis {
        let inputs = reports.enumerated().map { ("\($0.offset).\(name)", Array($0.element.utf8)) }
        return try Analysing.analysis(inputs) { try? $0.useRules() }
    }

    /// When it began and ended, of which version, and why.
    private static func lines(_ runs: [AppRun]) -> [String] {
        runs.map { run in
            "\(run.version ?? "-") \(run.start.time.rfc3339.dropFirst(11).prefix(8))"
                + "-\(run.end.time.rfc3339.dropFirst(11).prefix(8)) \(run.ending.cause.rawValue)"
        }
    }

    @Test(arguments: [("10:10:00", "10:20:00"), ("10:20:00", "10:10:00")])
    func `of two processes that overlap each has the end that its report tells`(first: String, second: String) throws {
        let reports = [
            Self.crash("10:00:00", first), Self.crash("10:05:00", second, version: "1.1"),
        ]
        let expected = ["1.0 10:00:00-\(first) crash.signal", "1.1 10:05:00-\(second) crash.signal"]
        for order in [reports, reports.reversed()] {
            let runs = try Self.analysis(order).runs()
            #expect(Self.lines(runs) == expected)
            #expect(runs.map(\.launch.after) == [nil, nil])
        }
    }

    @Test func `of three that overlap in one file, too`() throws {
        let events = [
            Self.event(1, "10:00:00", "10:10:00"), Self.event(2, "10:05:00", "10:20:00"),
            Self.event(3, "10:07:00", "10:15:00"),
        ]
        let files = [
            (events.joined(separator: "\n") + "\n", "jsonl"), ("[" + events.joined(separator: ",") + "]", "json"),
            ("[\n" + events.joined(separator: ",\n") + "\n]\n", "json"),
        ]
        for (text, name) in files {
            #expect(
                Self.lines(try Self.analysis([text], name: name).runs()) == [
                    "1.0 10:00:00-10:10:00 crash.signal", "1.0 10:05:00-10:20:00 crash.signal",
                    "1.0 10:07:00-10:15:00 crash.signal",
                ])
        }
    }

    @Test func `one that begins when the last has crashed follows it`() throws {
        let runs = try Self.analysis([Self.crash("10:00:00", "10:10:00"), Self.crash("10:15:00", "10:20:00")]).runs()
        #expect(runs.map(\.ending.cause) == [.crashSignal, .crashSignal])
        #expect(runs.map(\.launch.after) == [nil, .crashSignal])
    }

    /// Crashes one after the other, each with a process id or without.
    private static func crashes(minutes: Int, models: [String], hasPIDs: Bool) -> [String] {
        (0..<6).map { number in
            let begin = number * 5
            func time(_ minute: Int) -> String { "10:\(minute < 10 ? "0" : "")\(minute):00" }
            return crash(
                time(begin), time(begin + minutes), model: models[number % models.count],
                pid: hasPIDs ? 300 + 40 * number : nil)
        }
    }

    @Test(arguments: [true, false])
    func `nobody is certain of the one device of reports that name none`(hasPIDs: Bool) throws {
        for models in [["iPhone17,1"], ["iPhone17,1", "iPhone14,5"]] {
            let loops = try Self.analysis(Self.crashes(minutes: 2, models: models, hasPIDs: hasPIDs)).allFindings()
                .filter { $0.rule == "crash-loop" }
            #expect(!loops.isEmpty && loops.allSatisfy { $0.confidence == .likely }, "\(models)")
        }
    }

    /// What the app itself saved at each of those minutes.
    private static func saves(minutes: some Sequence<Int>) -> String {
        minutes.map { minute in
            #"{"time":"2026-04-20T10:\#(minute < 10 ? "0" : "")\#(minute):30Z","event":"data.save","app":"com.acme.notes","#
                + #""pid":\#(300 + minute / 5 * 40),"device":"4f1c"}"# + "\n"
        }
        .joined()
    }

    @Test func `between crashes of one device that only reports tell others may have ended well`() throws {
        let crashes = Self.crashes(minutes: 2, models: ["iPhone17,1"], hasPIDs: true).map {
            $0.replacing(#""procName""#, with: #""crashReporterKey":"4f1c","procName""#)
        }
        for (log, confidence) in [(nil, Confidence.likely), (Self.saves(minutes: [1, 6, 11, 16, 21, 26]), .certain)] {
            let inputs = crashes.enumerated().map { ("\($0.offset).ips", Array($0.element.utf8)) }
            let logs = log.map { [("app.jsonl", Array($0.utf8))] } ?? []
            let loops = try Analysing.analysis(inputs + logs) { try? $0.useRules() }.allFindings()
                .filter { $0.rule == "crash-loop" }
            #expect(loops.map(\.confidence) == [confidence], "\(log == nil)")
        }
    }

    @Test(arguments: [true, false]) func `processes that overlap are no row of crashes`(hasPIDs: Bool) throws {
        let analysis = try Self.analysis(Self.crashes(minutes: 8, models: ["iPhone17,1"], hasPIDs: hasPIDs))
        #expect(try analysis.runs().map(\.ending.cause) == [EndingCause](repeating: .crashSignal, count: 6))
        #expect(try !analysis.allFindings().map(\.rule).contains("crash-loop"))
    }
}
