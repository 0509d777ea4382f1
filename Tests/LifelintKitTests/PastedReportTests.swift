// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Reports as trackers, chats and pages show them, with something around them or on each line.
@Suite struct PastedReportTests {
    private static let text = TextReport.make(
        exception: "EXC_CRASH (SIGKILL)",
        """
        Termination Reason: Namespace <0xF>, Code 0xdead10cc
        Triggered by Thread:  0

        Thread 0 Crashed:
        0   libsystem_kernel.dylib \t0x0000000180000010 mach_msg_trap + 8
        1   Notes                  \t0x0000000104c0a368 Store.save(_:) + 44 (Store.swift:31)

        Binary Images:
        0x104c00000 - 0x104cfffff Notes arm64  <aaaa0000aaaa0000aaaa0000aaaa0000> /private/var/containers/Bundle/Application/A/Notes.app/Notes
        """)
    private static let json = """
        {"app_name":"Notes","timestamp":"2026-04-03 10:05:07.00 +0000","bundleID":"com.acme.notes","bug_type":"309","os_version":"iPhone OS 18.5 (22F76)"}
        {"captureTime":"2026-04-03 10:05:07.9120 +0000","pid":1290,"procLaunch":"2026-04-03 09:05:00.4400 +0000",
        "procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},
        "exception":{"type":"EXC_CRASH","signal":"SIGKILL"},"termination":{"namespace":"RUNNINGBOARD","code":3735883980,"flags":6}}
        """

    private static let header =
        #"{"app_name":"Notes","timestamp":"2026-03-02 10:00:20.00 +0000","bundleID":"com.acme.notes","bug_type":"309"}"#
        + "\n"

    private static func mapped(_ text: String, _ change: (Int, Substring) -> String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { change($0.offset, $0.element) }
            .joined(separator: "\n")
    }

    private static func marked(_ text: String, _ mark: String) -> String {
        mapped(text) { _, line in mark + String(line) }
    }

    private static func numbered(_ text: String, _ gap: String) -> String {
        mapped(text) { number, line in padded(number + 1) + gap + String(line) }
    }

    private static func padded(_ number: Int) -> String {
        String(repeating: " ", count: max(4 - String(number).count, 0)) + String(number)
    }

    private static func escaped(_ text: String, marks: Bool) -> String {
        let text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return marks ? text.replacing("\"", with: "&quot;") : text
    }

    private static let pasted: [(name: String, text: String)] = [
        ("quoted twice", marked(text, "> > ")), ("quoted without a blank", marked(text, ">> ")),
        ("numbered", numbered(text, "  ")), ("numbered by cat", numbered(text, "\t")),
        ("in Jira's code", "{code}\n" + text + "\n{code}\n"),
        ("in Jira's code of a kind", "{code:none}\n" + text + "\n{code}\n"),
        ("not formatted", "{noformat}\n" + text + "\n{noformat}\n"), ("of a page", escaped(text, marks: false)),
        ("fenced in a quotation", marked("```\n" + text + "\n```", "> ")),
        ("quoted JSON", marked(json, "> > ")), ("JSON of a page", escaped(json, marks: true)),
        ("indented behind a header", marked(header + text, "    ")), ("indented JSON", marked(json, "    ")),
        ("JSON in code", "{code:json}\n" + json + "\n{code}\n"),
    ]

    @Test(arguments: pasted)
    func `what is around a report does not hide it`(_ row: (name: String, text: String)) throws {
        let analysis = try Analyzer().analyze(bytes: Array(row.text.utf8))
        let run = try #require(try analysis.runs().first, "\(row.name)")
        #expect(run.ending.cause == .fileLock && run.ending.confidence == .certain, "\(row.name): \(run.story)")
        #expect(run.app == "com.acme.notes")
        #expect(analysis.header.problems.isEmpty, "\(analysis.header.problems)")
    }

    @Test func `what is around a report is taken off in UTF-16, too`() throws {
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in Self.marked(Self.text, "> ").utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let run = try #require(try Analyzer().analyze(bytes: bytes).runs().first)
        #expect(run.ending.cause == .fileLock && run.ending.confidence == .certain)
    }

    @Test func `what a report itself writes like a page stays`() throws {
        let said = Self.json.replacing(
            "\"flags\":6", with: "\"flags\":6,\"details\":[\"<b> &lt;a&gt; \\\"&quot;x&quot;\\\"\"]")
        let run = try #require(try Analyzer().analyze(bytes: Array(said.utf8)).runs().first)
        #expect(run.ending.detail[.explanation] == .string("<b> &lt;a&gt; \"&quot;x&quot;\""))
    }

    @Test func `a stackshot that is text is not passed over without a word`() throws {
        let text = """
            {"os_version":"iPhone OS 8.1 (12B410)","bug_type":"188"}
            Incident Identifier: 11111111-2222-3333-4444-555555555555
            OS Version:          iPhone OS 8.1 (12B410)
            Date:                2016-05-04 20:57:43 -0600
            Exception Code:      0x8badf00d
            Reason:              com.acme.notes failed to launch in time

            """
        let analysis = try Analyzer().analyze(bytes: Array(text.utf8))
        #expect(analysis.header.problems.map(\.code) == [.unknownReportType])
        #expect(analysis.header.problems.first?.line == 5)
    }
}
