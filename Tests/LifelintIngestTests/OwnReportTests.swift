// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest

/// Reports of lifelint's own are told from everything else that is JSON, and from what only speaks of them.
struct OwnReportTests {
    private static let own = [
        #"{"schema":"lifelint.report/1"}"#, " \n{\"tool\":1,\"schema\":\"lifelint.report/1\",\"cut",
        "\u{FEFF}{\"schema\":\"lifelint.report/1\"}",
        // However it is spelled.
        #"{"schema":"lif\u0065lint.report/1","tool":"lifelint"}"#,
        #"{"sch\u0065ma":"lif\u0065lint.report/1"}"# + "\nlifelint",
        #"{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"lifelint","version":"1"}}]}]}"#,
        #"{"resourceLogs":[]}"# + "\n" + #"{"scope":{"name":"lifelint","version":"1"}}"#,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>lifelint: 1 run of Notes</title>\n",
    ]
    private static let other = [
        "", "lifelint", #"["lifelint.report/1"]"#, #"{"schema":"report/1"}"#, #"{"note":"lifelint.report/1"}"#,
        #"{"a":{"schema":"lifelint.report/1"}}"#, #"{"schema":"other"}"# + "\n" + #"{"schema":"lifelint.report/1"}"#,
        #"{"resourceSpans":[{"scope":{"name":"other","version":"lifelint"}}]}"#,
        #" {"resourceSpans":[{"scope":{"name":"lifelint","version":"1"}}]}"#,
        "<!DOCTYPE html>\n<title>Notes</title>\nlifelint: ", "<title>lifelint: 1 run of Notes</title>",
    ]

    @Test(arguments: own) func `A report is known`(_ text: String) {
        #expect(OwnReportFormat().recognises(InputHead(bytes: Array(text.utf8), isWhole: true)))
    }

    @Test(arguments: other) func `What is none is left to others`(_ text: String) {
        #expect(!OwnReportFormat().recognises(InputHead(bytes: Array(text.utf8), isWhole: true)))
    }

    @Test func `Only the beginning is looked at`() {
        let text = "{\"a\":\"" + String(repeating: "a", count: 16 << 10) + "\",\"schema\":\"lifelint.report/1\"}"
        #expect(!OwnReportFormat().recognises(InputHead(bytes: Array(text.utf8), isWhole: true)))
    }
}
