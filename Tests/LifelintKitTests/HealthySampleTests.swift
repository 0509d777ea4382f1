// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// Days of apps that do everything right: the preset that everybody gets must not say a word about them.
@Suite struct HealthySampleTests {
    static let scenarios = SampleReportTests.scenarios.filter { $0.hasPrefix("healthy-") }

    @Test func `there is a day for each kind of app`() {
        let kinds = [
            "camera", "day", "document-editor", "game", "messenger", "music", "navigation", "news",
            "notification-extension",
        ]
        #expect(Self.scenarios == kinds.map { "healthy-\($0)" })
    }

    @Test(arguments: scenarios) func `nothing is found by the rules that are recommended`(scenario: String) throws {
        let analysis = try SampleReportTests.analysis(of: scenario, byRules: true)
        let findings = try analysis.allFindings().map { "\($0.rule): \($0.message)" }
        #expect(findings.isEmpty, "\(findings)")
        // Silence says something only of rules that had something to judge.
        let judged = analysis.header.verdicts.values.count { $0.satisfied > 0 }
        #expect(judged >= 8, "\(judged)")
        #expect(analysis.header.problems.isEmpty, "\(analysis.header.problems.map(\.message))")
    }
}
