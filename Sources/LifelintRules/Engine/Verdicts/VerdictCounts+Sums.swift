// SPDX-License-Identifier: MIT

import LifelintModel

extension VerdictCounts {
    /// Violations that the next run spoke against are none.
    mutating func contradict(_ count: Int) {
        violated -= count
        inconclusive += count
        reasons[Outcome.Reason.nextRunContradicts.rawValue, default: 0] += count
    }

    /// These counts so many times.
    func times(_ times: Int) -> VerdictCounts {
        if times == 1 { return self }
        var product = VerdictCounts()
        product.violated = violated * times
        product.satisfied = satisfied * times
        product.inconclusive = inconclusive * times
        product.notEvaluated = notEvaluated * times
        if !reasons.isEmpty { product.reasons = reasons.mapValues { $0 * times } }
        return product
    }

    /// Adds other counts.
    mutating func add(_ other: VerdictCounts) {
        violated += other.violated
        satisfied += other.satisfied
        inconclusive += other.inconclusive
        notEvaluated += other.notEvaluated
        for (reason, count) in other.reasons { reasons[reason, default: 0] += count }
    }
}
