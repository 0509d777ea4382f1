// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

/// Counts of more than anybody keeps in memory.
@Suite struct LongCountTests {
    private static let events = 7_000

    /// A log with an event each tenth of a second.
    private static let log: String = {
        var lines = ["# app=com.example.app device=D1 date=2026-03-02 pid=71", "10:00:00.000 process.launch"]
        for number in 1...events {
            let seconds = number / 10
            let time = "10:\(padded(seconds / 60)):\(padded(seconds % 60)).\(number % 10)00"
            lines.append("\(time) ui.refresh items=2 name=n\(number) half=0.5")
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    struct Case: CustomTestStringConvertible {
        var check: String
        /// How many events are counted where it is passed; nil where it is not.
        var count: Int?
        var verdict: String

        var testDescription: String { "\(check.split(separator: "\n").joined(separator: " · ")): \(verdict)" }
    }

    private static let cases: [Case] = [
        Case(check: "more_than: 3000\nper: run", count: 3_001, verdict: "violated"),
        Case(check: "more_than: 4096\nper: run", count: 4_097, verdict: "violated"),
        Case(check: "more_than: 6999\nper: run", count: 7_000, verdict: "violated"),
        Case(check: "more_than: 7000\nper: run", verdict: "satisfied"),
        Case(check: "more_than: 12000\nper: run\nsum: items", count: 6_001, verdict: "violated"),
        Case(check: "more_than: 3400\nper: run\nsum: half", count: 6_801, verdict: "violated"),
        Case(check: "more_than: 14000\nper: run\nsum: items", verdict: "satisfied"),
        Case(check: "more_than: 6000\nper: run\ndistinct: name", count: 6_001, verdict: "violated"),
        Case(check: "more_than: 7000\nper: run\ndistinct: name", verdict: "satisfied"),
        Case(check: "more_than: 5000\nwithin: 1h", count: 5_001, verdict: "violated"),
        // Of ten minutes there are six thousand.
        Case(check: "more_than: 5500\nwithin: 10min", count: 5_501, verdict: "violated"),
        Case(check: "more_than: 6000\nwithin: 10min", verdict: "satisfied"),
        Case(check: "more_than: 11000\nwithin: 10min\nsum: items", count: 5_501, verdict: "violated"),
        Case(check: "more_than: 12000\nwithin: 10min\nsum: items", verdict: "satisfied"),
        Case(check: "more_than: 3000\nwithin: 10min\nsum: half", verdict: "satisfied"),
        Case(check: "more_than: 2500\nwithin: 10min\nsum: half", count: 5_001, verdict: "violated"),
        Case(check: "more_than: 2000\nwithin: 10min\ndistinct: name", count: 2_001, verdict: "violated"),
    ]

    @Test(arguments: cases)
    func `a limit is passed whatever its size`(row: Case) throws {
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: '{count} of {value}'\nseverity: warning\n"
            + "count: ui.refresh\n\(row.check)\n"
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        let analysis = try RuleCase.analysis([rule], [(name: "a.lifelog", text: Self.log)])
        let counts = try #require(analysis.header.verdicts["case-rule"])
        #expect(counts.violated == (row.verdict == "violated" ? 1 : 0))
        #expect(counts.satisfied == (row.verdict == "satisfied" ? 1 : 0))
        let findings = try analysis.allFindings()
        #expect(findings.map(\.count) == (row.count.map { [$0] } ?? []))
        for finding in findings {
            #expect(finding.evidence.count + finding.evidenceOmitted == finding.count)
            #expect(finding.evidence.first?.line.at.line == finding.count + 2)
            #expect(finding.evidence.dropFirst().first?.line.at.line == 3)
        }
    }
}
