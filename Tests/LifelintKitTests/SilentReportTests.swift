// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import TestSupport
import Testing

/// Reports of which little is left, or that are about nobody in particular, are not told as an app's fault.
@Suite struct SilentReportTests {
    private static func analysis(_ text: String) throws -> Analysis {
        try Analysing.analysis([("a.ips", Array(text.utf8))]) { try? $0.useRules() }
    }

    private static func spindump(_ labels: String) -> String {
        """
        Date/Time:        2026-04-20 18:30:02.000 +0200
        End time:         2026-04-20 18:30:12.000 +0200
        OS Version:       iPhone OS 26.1 (Build 23B85)
        Data Source:      Stackshots
        \(labels)
        Duration:         10.00s

        Process:          Acorn [900]
        Identifier:       com.acme.acorn

          Thread 0x5d1    DispatchQueue "com.apple.main-thread"(1)    1000 samples (1-1000)    priority 47 (base 47)
          1000  start + 6000 (dyld + 1234) [0x1]

        Process:          accessoryd [70]

        """
    }

    @Test(arguments: [
        ("Reason:           sysdiagnose", []), ("Reason:           user-requested spindump", []), ("", []),
        ("Event:            none", []), ("Event:            hang", ["report.hang"]),
        ("Reason:           UIKit-runloop-Acorn: timeout 9850ms", ["report.hang"]),
    ]) func `Only a spindump about one process tells of its hang`(labels: String, events: [String]) throws {
        let told = try Self.analysis(Self.spindump(labels)).runs().flatMap(\.events).map(\.event)
        #expect(told == events)
    }

    private static func header(_ bugType: String, _ members: String = "") -> String {
        #"{"bug_type":"\#(bugType)","timestamp":"2026-04-20 19:00:00.00 +0200","os_version":"iPhone OS 26.1 (23B85)"\#(members)}"#
    }

    @Test(arguments: ["202", "228"]) func `A header that names nobody tells of no run`(bugType: String) throws {
        let analysis = try Self.analysis(Self.header(bugType))
        #expect(try analysis.runs().isEmpty && analysis.allFindings().isEmpty)
        #expect(analysis.header.problems.map(\.code) == [.truncatedLine])
    }

    @Test func `A kill for memory of which no time is told is not passed over without a word`() throws {
        let body =
            #"{"pageSize":16384,"processes":[{"name":"Acorn","pid":71,"rpages":900,"states":["frontmost"]\#(Self.reason)}]}"#
        let header = #"{"bug_type":"298","os_version":"iPhone OS 26.1 (23B85)"}"#
        let analysis = try Self.analysis(header + "\n" + body)
        #expect(try analysis.runs().isEmpty)
        #expect(analysis.header.problems.map(\.code) == [.noTime])
    }

    private static let reason = #","reason":"per-process-limit""#

    private static let labels = [
        "Incident Identifier: 11111111-2222-3333-4444-555555555555", "Hardware Model: iPhone14,5",
        "Process: Acorn [900]", "Identifier: com.acme.acorn", "Version: 2.1 (7)", "Code Type: ARM-64 (Native)",
        "Date/Time: 2026-04-20 18:30:02.000 +0200", "OS Version: iPhone OS 26.1 (23B85)", "Report Version: 104",
        "Exception Type: EXC_CRASH (SIGKILL)", "Exception Codes: 0x0, 0x0",
        "Termination Reason: RUNNINGBOARD 0xdead10cc", "Triggered by Thread: 0",
    ]

    @Test(arguments: [
        ("Termination Reason: RUNNINGBOARD 0xdead10cc", "What 0xdead10cc means, lifelint explain 0xdead10cc tells."),
        ("Termination Reason: ACME 0x12345678", "What EXC_CRASH means, lifelint explain EXC_CRASH tells."),
    ]) func `A report without a time names what of it can be explained`(reason: String, told: String) throws {
        let lines = Self.labels.filter { !$0.hasPrefix("Date/Time") && !$0.hasPrefix("Termination") } + [reason]
        let analysis = try Self.analysis(lines.joined(separator: "\n"))
        #expect(try analysis.runs().isEmpty)
        let problem = try #require(analysis.header.problems.first { $0.code == .noTime })
        #expect(problem.message.hasSuffix(told), "\(problem.message)")
    }

    @Test func `A report that was pasted into one line is read by its labels, and no more is claimed`() throws {
        let analysis = try Self.analysis(Self.labels.joined(separator: " "))
        let run = try #require(try analysis.runs().first)
        #expect(run.app == "com.acme.acorn" && run.version == "2.1" && run.pid == 900)
        #expect(run.ending.cause == .fileLock && run.ending.confidence == .certain)
        let problems = analysis.header.problems
        #expect(problems.map(\.code) == [.truncatedLine])
        #expect(problems.first?.message.contains("none of its calls") == true)
        // Without blanks in front of the labels nobody knows where the values end.
        let glued = try Self.analysis(Self.labels.joined()).header.problems
        #expect(glued.map(\.code) == [.truncatedLine])
        #expect(glued.first?.message.contains("are not read") == true)
        // What is merely cut is told as before.
        let cut = try Self.analysis(Self.labels.joined(separator: "\n")).header.problems
        #expect(cut.first?.message.contains("what stands before was read") == true)
    }

    @Test func `What a header alone says of an app is at most likely`() throws {
        let text = Self.header("202", #","bundleID":"com.acme.notes","app_name":"Notes""#)
        let findings = try Self.analysis(text).allFindings()
        #expect(findings.map { "\($0.rule) \($0.confidence.rawValue)" } == ["cpu-limit-exceeded likely"])
    }

    @Test func `Daily analytics are read without a problem`() throws {
        let text = """
            \(Self.header("211"))
            {"_marker":"<metadata>","_preferredUserInterfaceLanguage":"en"}
            {"message":{"Count":1,"appDescription":"com.acme.notes ||| 4.3 (431)"},"name":"AppExit"}
            {"_marker":"<end-of-file>"}

            """
        let header = try Self.analysis(text).header
        #expect(header.inputs.map { "\($0.format) \($0.status.rawValue)" } == ["other-ips read"])
        #expect(header.problems.isEmpty)
    }
}
