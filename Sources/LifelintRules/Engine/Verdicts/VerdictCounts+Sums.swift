// SPDX-License-Identifier: MIT

import LifelintModel

extension VerdictCounts {
    /// Whether nothing was counted; reasons stand only beside what they are the reasons of.
    var isNothing: Bool {
        violated == 0 && satisfied == 0 && inconclusive == 0 && notEvaluated == 0 && reasons.isEmpty
    }

    /// Violations that the next run spoke against, or may have, are none.
    mutating func contradict(_ count: Int, because reason: Outcome.Reason) {
        violated -= count
        inconclusive += count
        reasons[reason.rawValue, default: 0] += count
    }

    /// These counts so many times.
    func times(_ times: Int) -> VerdictCounts {
        if times == 1 { return self }
        var product = VerdictCounts()
        product.violated = violated * times
        product.satisfied = satisfied * times
        product.inconclusive = inconclusive * times
        product.notEvaluated = notEvaluated * times
        product.partial = partial * times
        if !reasons.isEmpty { product.reasons = reasons.mapValues { $0 * times } }
        return product
    }

    /// Adds other counts, so many times.
    mutating func add(_ other: VerdictCounts, times: Int = 1) {
        guard times > 0 else { return }
        violated += other.violated * times
        satisfied += other.satisfied * times
        inconclusive += other.inconclusive * times
        notEvaluated += other.notEvaluated * times
        partial += other.partial * times
        if other.reasons.isEmpty { return }
        for (reason, count) in other.reasons { reasons[reason, default: 0] += count * times }
    }
}
