// SPDX-License-Identifier: MIT

import Foundation
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
    }

    @Test func `Rules that are compiled ahead are given once, or nobody waits for them`() throws {
        let rules = try RulesInForce.load(select: ["crashed"]).effective.ruleSet
        for _ in 0..<20 {
            let pool = WorkPool(count: 1)
            let spare = SpareRules(pool: pool, shelf: PreparedShelf()) { rules }
            #expect(spare.take() == nil)
            for _ in 0..<2 {
                spare.prepare()
                _ = spare.take()
                #expect(spare.take() == nil)
            }
            pool.finish()
        }
    }

    /// Which hand did how much of what was meant for each; protected by the pool's lock.
    private final class Tally: @unchecked Sendable {
        /// By the hand for which work was meant, the threads that did it.
        var threads: [Int: Set<UInt>] = [:]
        var done = 0
    }

    @Test(arguments: [1, 3]) func `What is meant for one hand is done by it alone`(_ threads: Int) {
        let pool = WorkPool(count: threads)
        defer { pool.finish() }
        let tally = Tally()
        let count = 200 * (threads + 1)
        for number in 0..<count {
            let hand = number % (threads + 1)
            pool.submit(to: hand) {
                pool.locked {
                    tally.threads[hand, default: []].insert(UInt(bitPattern: pthread_self().hashValue))
                    tally.done += 1
                }
                pool.notify()
            }
        }
        pool.waitAndHelp { tally.done == count ? () : nil }
        #expect(tally.threads.count == threads + 1)
        #expect(tally.threads.values.allSatisfy { $0.count == 1 })
        #expect(Set(tally.threads.values).count == threads + 1)
        #expect(tally.threads[pool.callersHand] == [UInt(bitPattern: pthread_self().hashValue)])
    }

    @Test func `Nobody sleeps while there is work, and nobody misses a result`() {
        let pool = WorkPool(count: 3)
        defer { pool.finish() }
        let tally = Tally()
        // Work that makes work, waited for one by one: a lost signal would hang.
        for round in 0..<2_000 {
            pool.submit {
                pool.submit(to: round % 3) {
                    pool.locked { tally.done += 1 }
                    pool.notify()
                }
            }
            pool.waitAndHelp { tally.done > round ? () : nil }
        }
        #expect(pool.locked { tally.done } == 2_000)
    }

    @Test func `A queue gives what came first, and keeps nothing that was taken`() {
        var queue = WorkQueue()
        let taken = Tally()
        #expect(queue.takeFirst() == nil)
        for round in 0..<5 {
            for number in 0..<100 { queue.append { taken.done = round * 100 + number } }
            for number in 0..<100 {
                queue.takeFirst()?()
                #expect(taken.done == round * 100 + number)
            }
            #expect(queue.takeFirst() == nil)
        }
    }
}
