// SPDX-License-Identifier: MIT

import LifelintRules
import Testing

@testable import LifelintKit

struct WorkPoolTests {
    @Test(arguments: [0, 1, 3], [0, 1, 2, 500]) func `What is done side by side stands in its order`(
        _ threads: Int, _ count: Int
    ) {
        let pool = WorkPool(count: threads)
        defer { pool.finish() }
        for _ in 0..<20 {
            #expect(pool.map(count) { $0 * $0 } == (0..<count).map { $0 * $0 })
        }
        #expect(WorkPool.map(count, on: nil) { -$0 } == (0..<count).map { -$0 })
    }

    @Test func `Rules that are compiled ahead are given once, or nobody waits for them`() throws {
        let rules = try RulesInForce.load(select: ["crashed"]).effective.ruleSet
        for _ in 0..<20 {
            let pool = WorkPool(count: 1)
            let spare = SpareRules(rules, pool: pool)
            _ = spare.take()
            #expect(spare.take() == nil)
            pool.finish()
        }
    }
}
