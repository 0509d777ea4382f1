// SPDX-License-Identifier: MIT

import Foundation
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// Rules that are made from an example in a log: what is printed loads, and its tests pass.
@Suite struct RuleProposalTests {
    /// A line of a sample at which something went wrong, what should have followed, and what is proposed.
    struct Example: Sendable {
        var log: String
        var at: String
        var expected: String?
        var says: [String]
    }

    static let examples = [
        Example(
            log: "slow-launch/shop.lifelog", at: "app.didFinishLaunching state=inactive duration=6.2s",
            says: ["span: app.didFinishLaunching\nlonger_than: \"{limit}\"", "duration=6200ms state=inactive   # !"]),
        Example(
            log: "leaked-background-task/drafts.lifelog", at: "10:00:05.000 backgroundTask.begin task=7",
            expected: "backgroundTask.end", says: ["same: [task]\n", "10:00:08.000 backgroundTask.end task=7\n"]),
        Example(
            log: "upload-ate-the-draft/notes.jsonl", at: "\"event\":\"backgroundTask.expire\"",
            expected: "backgroundTask.end", says: ["after: backgroundTask.expire", "requires: [backgroundTask.end]"]),
        Example(
            log: "ignored-memory-warning/darkroom.lifelog", at: " memory.warning", expected: "cache.purge",
            says: ["expect: cache.purge", "    logs: [cache.purge]\n", "not_evaluated: |"]),
        Example(
            log: "device-day/mac.log", at: "reported by launchd (1, 7, 9)", says: ["when_run_ends: { by: memoryLimit }"]
        ),
        Example(
            log: "healthy-news/news.lifelog", at: "network.begin", says: ["never_during: background", "ok: |"]),
    ]

    private static func line(of example: Example) throws -> (path: String, line: Int) {
        let path = SampleReportTests.root.appending(path: "samples/\(example.log)").path
        let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        return (path, try #require(lines.firstIndex { $0.contains(example.at) }) + 1)
    }

    @Test(arguments: examples) func `an example becomes a rule whose tests pass`(example: Example) throws {
        var library = try RuleCase.library.get()
        let (path, line) = try Self.line(of: example)
        let text = try RuleProposal.text(
            id: "an-example", path: path, line: line, expected: example.expected, in: library)
        for part in example.says { #expect(text.contains(part), "\(text)") }
        try library.add(ruleFile: "an-example.yml", bytes: Array(text.utf8))
        let rule = try #require(library.rule("an-example"))
        #expect(rule.tests.count >= 2)
        for result in RuleTester.test(rule, in: library) { #expect(result.isPassed, "\(result.description)") }
    }

    /// As in every healthy run: each comes in the state that it leaves, and soon after the step before it.
    @Test(arguments: [
        "08:09:41.200 app.willResignActive", "08:09:47.010 process.suspend", "08:40:12.000 process.resume",
        "08:40:12.020 app.willEnterForeground", "08:40:12.110 app.didBecomeActive", "13:05:44.380 app.didBecomeActive",
    ]) func `when a step of the life cycle comes makes no rule`(step: String) throws {
        let library = try RuleCase.library.get()
        let (path, line) = try Self.line(of: Example(log: "healthy-day/notes.lifelog", at: step, says: []))
        let error = #expect(throws: AnalyzerError.self) {
            try RuleProposal.text(id: "an-example", path: path, line: line, expected: nil, in: library)
        }
        #expect(
            error?.message
                == "nothing about line \(line) tells it from others: say with --expect which event should have followed"
        )
    }

    @Test func `a line without an event, and an event that nothing knows, are refused with a reason`() throws {
        let library = try RuleCase.library.get()
        let (path, line) = try Self.line(of: Self.examples[0])
        let error = #expect(throws: AnalyzerError.self) {
            try RuleProposal.text(id: "an-example", path: path, line: 1, expected: nil, in: library)
        }
        #expect(error?.message.contains("tells no event: name one that does") == true, "\(error?.message ?? "")")
        let names = [
            (
                "no.such",
                "There is no event “no.such”. Events of your own are declared under “events” in .lifelint.yml."
            ),
            ("app.didBecomActive", "There is no event “app.didBecomActive”. Did you mean “app.didBecomeActive”?"),
        ]
        for (name, message) in names {
            let error = #expect(throws: AnalyzerError.self) {
                try RuleProposal.text(id: "an-example", path: path, line: line, expected: name, in: library)
            }
            #expect(error?.message == message)
        }
    }
}
