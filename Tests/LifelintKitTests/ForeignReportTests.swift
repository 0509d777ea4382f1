// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// A report below the rows of a log: it is not read there, and that is said.
@Suite struct ForeignReportTests {
    private static let payload = """
        {
          "timeStampBegin" : "2026-03-01 00:00:00 +0000",
          "timeStampEnd" : "2026-03-02 00:00:00 +0000",
          "crashDiagnostics" : [
            {
              "version" : "1.0.0",
              "diagnosticMetaData" : { "signal" : 11, "bundleIdentifier" : "com.acme.notes" }
            }
          ]
        }
        """
    private static let kscrash = """
        {
          "binary_images": [],
          "crash": { "error": { "type": "mach" } },
          "report": { "id": "A" }
        }
        """
    private static let sentry = #"""
        {"event_id":"ab","platform":"cocoa","timestamp":"2026-03-01T10:00:00Z","exception":{"values":[{"type":"SIGSEGV"}]}}
        """#
    private static let bugsnag = #"""
        {"payloadVersion":"4","notifier":{"name":"Bugsnag"},"events":[{"exceptions":[{"errorClass":"E"}]}]}
        """#

    private static func joined(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    private static let reports: [(report: String, format: String)] = [
        (payload, "metrickit"), (joined(payload), "metrickit"), ("[" + joined(payload) + "]", "metrickit"),
        (kscrash, "kscrash"), (joined(kscrash), "kscrash"), (sentry, "sentry"), (bugsnag, "bugsnag"),
    ]

    private static let words = "[application<com.acme.notes>:432] Setting process visibility to: Foreground"
    private static let logs: [(name: String, begin: String, behind: String)] = [
        ("Console", "default\t08:00:", ".059594-0600\tSpringBoard\t"),
        ("syslog", "Nov 12 12:24:", " iPad SpringBoard(FrontBoard)[510] <Notice>: "),
        (
            "default", "2026-03-01 10:00:",
            ".000000+0000 0x1a2b     Default     0x0                  33     0    "
                + "SpringBoard: (FrontBoard) [com.apple.FrontBoard:Process] "
        ),
    ]

    private static func row(_ number: Int, of log: Int) -> String {
        "\(logs[log].begin)\(number + 10)\(logs[log].behind)\(words)\n"
    }

    private static func rows(of log: Int) -> String { (0..<20).map { row($0, of: log) }.joined() }

    private static func messages(_ text: String) throws -> [String] {
        try Analyzer().analyze(inputs: [(name: "a.log", bytes: Array(text.utf8))]).header.problems
            .filter { $0.code == .notALog }.map(\.message)
    }

    @Test(arguments: logs.indices, reports.indices) func `it is told by its format`(log: Int, report: Int) throws {
        let (text, format) = Self.reports[report]
        let messages = try Self.messages(Self.rows(of: log) + text + "\n")
        #expect(messages.count == 1 && messages.allSatisfy { $0.contains("report (\(format))") }, "\(messages)")
    }

    /// Apps print objects, too.
    @Test(arguments: [
        #"{"event_id":"ab","sdk":"analytics"}"#, #"{"timestamp":1,"name":"tap","metaData":{}}"#,
        "{\n  \"version\": 1\n}", #"[{"id":"a"}]"#,
    ]) func `an object of an app is none`(_ text: String) throws {
        for log in Self.logs.indices { #expect(try Self.messages(Self.rows(of: log) + text + "\n").isEmpty) }
    }

    @Test(arguments: ["", "  ", "\t", "        "]) func `a row behind a report is told, however far it stands in`(
        _ blanks: String
    ) throws {
        let text = TextReport.make(
            exception: "EXC_BAD_ACCESS (SIGSEGV)",
            """
            Triggered by Thread:  0

            Thread 0 Crashed:
            0   Notes                  \t0x0000000104c0a368 Store.save(_:) + 44

            Binary Images:
                0x104c00000 - 0x104cfffff Notes arm64  <aaaa0000aaaa0000aaaa0000aaaa0000> /var/Notes.app/Notes

            """)
        for log in Self.logs.indices {
            let messages = try Self.messages(text + "\n" + blanks + Self.row(1, of: log))
            #expect(messages.count == 1, "\(Self.logs[log].name) \(messages)")
        }
        #expect(try Self.messages(text).isEmpty)
    }
}
