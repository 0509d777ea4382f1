// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

extension RuleBody.Combination {
    /// What several checks come to together, each nil where it looked at nothing; nil where that is nothing.
    func verdict(of verdicts: [Outcome.Verdict?]) -> Outcome.Verdict? {
        var isViolated = false
        var isSatisfied = false
        var isComplete = true
        var inconclusive: Outcome.Verdict?
        var notEvaluated: Outcome.Verdict?
        for verdict in verdicts {
            switch verdict {
            case nil: isComplete = false
            case .violated?: isViolated = true
            case .satisfied?: isSatisfied = true
            case .inconclusive?: if inconclusive == nil { inconclusive = verdict }
            case .notEvaluated?: if notEvaluated == nil { notEvaluated = verdict }
            }
        }
        switch self {
        case .anyOf:
            return isViolated ? .violated : inconclusive ?? (isSatisfied ? .satisfied : notEvaluated)
        case .allOf:
            if isSatisfied { return .satisfied }
            return notEvaluated ?? inconclusive ?? (isViolated && isComplete ? .violated : nil)
        case .noneOf:
            if isViolated { return .satisfied }
            return inconclusive ?? notEvaluated ?? (isSatisfied && isComplete ? .violated : nil)
        }
    }
}

extension Outcome.Verdict {
    /// Which of several verdicts about one thing counts: the highest.
    static func rank(_ verdict: Outcome.Verdict?) -> Int {
        switch verdict {
        case nil: 0
        case .notEvaluated: 1
        case .satisfied: 2
        case .inconclusive: 3
        case .violated: 4
        }
    }

    /// The verdict that all counts together come to; nil where nothing was counted.
    init?(_ counts: VerdictCounts) {
        if counts.violated > 0 {
            self = .violated
        } else if counts.inconclusive > 0 {
            let reasons = counts.reasons.keys.sorted().compactMap { Outcome.Reason(rawValue: $0) }
            self = .inconclusive(reasons.first ?? .windowOpen)
        } else if counts.satisfied > 0 {
            self = .satisfied
        } else if counts.notEvaluated > 0 {
            self = .notEvaluated(SkippedReason(rawValue: counts.reasons.keys.min() ?? ""))
        } else {
            return nil
        }
    }
}

extension VerdictCounts {
    /// So many verdicts of one kind.
    init(_ verdict: Outcome.Verdict, times: Int = 1) {
        var judgement = RuleJudgement()
        judgement.count(verdict, times: times)
        self = judgement.counts
    }
}
