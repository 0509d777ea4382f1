// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// One analyzer analyses any number of inputs: what it keeps from one analysis may not show in the next.
@Suite struct AnalyzerReuseTests {
    private static let scenarios = [
        "swiped-or-reclaimed", "gone-in-the-morning", "upload-ate-the-draft", "swiped-or-reclaimed", "three-launches",
        "gone-in-the-morning",
    ]

    private static func analyzer(jobs: Int) throws -> Analyzer {
        var options = AnalyzerOptions()
        try RulesInForce.load().apply(to: &options)
        options.jobs = jobs
        return try Analyzer(options)
    }

    @Test(arguments: [1, 3]) func `whatever was analysed before, the report is the same`(jobs: Int) throws {
        let kept = try Self.analyzer(jobs: jobs)
        for scenario in Self.scenarios {
            let sources = try DayVariant.sources(of: scenario)
            let isEqual =
                try Analysing.report(kept.analyze(inputs: sources))
                == Analysing.report(Self.analyzer(jobs: 1).analyze(inputs: sources))
            #expect(isEqual, "\(scenario)")
        }
    }

    @Test func `several analyses at once by one analyzer are what they are one by one`() async throws {
        let kept = try Self.analyzer(jobs: 1)
        let sources = try Self.scenarios.map { try DayVariant.sources(of: $0) }
        let expected = try sources.map { try Analysing.report(kept.analyze(inputs: $0)) }
        let reports = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (place, inputs) in sources.enumerated() {
                group.addTask { (place, try Analysing.report(kept.analyze(inputs: inputs))) }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        for place in sources.indices { #expect(reports[place] == expected[place]) }
    }
}
