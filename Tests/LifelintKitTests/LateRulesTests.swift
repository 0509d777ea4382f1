// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit

/// The recommended rules, read while inputs are looked at: nothing tells that from rules that were there before.
struct LateRulesTests {
    private static let log = """
        # lifelint 1
        2026-03-01T10:00:00Z process.launch app=com.acme.notes pid=7 intent=foreground
        2026-03-01T10:00:01Z app.didBecomeActive app=com.acme.notes pid=7
        2026-03-01T10:01:00Z process.exit app=com.acme.notes pid=7 signal=11

        """

    @Test(arguments: [1, 2, 3, 4]) func `An analysis comes to the same with rules that are read meanwhile`(
        _ jobs: Int
    ) throws {
        var known = AnalyzerOptions()
        known.jobs = jobs
        var late = known
        late.takesRecommendedRules = true
        try RulesInForce.load(isBrief: true).apply(to: &known)
        for _ in 0..<5 {
            let expected = try Analyzer(known).analyze(bytes: Array(Self.log.utf8))
            let found = try Analyzer(late).analyze(bytes: Array(Self.log.utf8))
            #expect(try found.allFindings().map(\.rule) == expected.allFindings().map(\.rule))
            #expect(try !found.allFindings().isEmpty)
            #expect(found.header.tool == expected.header.tool)
            #expect(found.header.configuration == expected.header.configuration)
            #expect(found.header.verdicts == expected.header.verdicts)
            #expect(found.rulePages.map(\.id) == expected.rulePages.map(\.id))
        }
    }

    @Test(arguments: [1, 3]) func `Whoever comes first reads them, and all get what was read`(_ threads: Int) throws {
        for _ in 0..<10 {
            let pool = WorkPool(count: threads)
            defer { pool.finish() }
            let late = LateRules(pool: pool)
            let tally = Tally()
            for _ in 0..<threads {
                pool.submit {
                    let count = (try? late.asThread().get())?.effective.ruleSet.rules.count ?? -1
                    pool.locked { tally.counts.append(count) }
                    pool.notify()
                }
            }
            let count = try late.asCaller().get().effective.ruleSet.rules.count
            pool.wait { tally.counts.count == threads ? () : nil }
            #expect(count > 50)
            #expect(tally.counts.allSatisfy { $0 == count })
        }
    }

    /// What threads were given; protected by the pool's lock.
    private final class Tally: @unchecked Sendable { var counts: [Int] = [] }
}
