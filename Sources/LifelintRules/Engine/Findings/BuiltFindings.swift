// SPDX-License-Identifier: MIT

import LifelintModel

/// The findings of outcomes of one rule in one run: under most assumptions an outcome comes to the same finding.
struct BuiltFindings {
    private var known: [(outcome: Outcome, confidence: Confidence, finding: DraftFinding?)] = []

    /// The finding of a violation, made once for each outcome and how sure it is.
    mutating func finding(of draft: Draft, _ build: () -> DraftFinding?) -> DraftFinding? {
        for row in known where row.outcome === draft.outcome && row.confidence == draft.confidence {
            return row.finding
        }
        let finding = build()
        // More would be looked through for longer than they take to be made.
        if known.count < 16 { known.append((draft.outcome, draft.confidence, finding)) }
        return finding
    }
}
