// SPDX-License-Identifier: MIT

import LifelintModel

/// A streak as a branch of a rule: what it says of each run of one app on one device.
///
/// The run that completes a streak is violated. A run of which it is not known yet whether its sources could show what
/// is required makes all after it wait.
struct CombinedStreak {
    /// Why a run is not looked at.
    enum Missing {
        /// No later run can show it.
        case forGood(SkippedReason)
        /// A later run may show it: its number among ``LateRequirements``.
        case yet(Int)
    }

    private var state = StreakState()
    private var waiting: [(run: PastRun, missing: Missing?)] = []
    /// The run that completed the streak which is not over yet.
    private var completing: Int?
    private var last: PastRun?
    /// By the number of the run; of others the branch is satisfied.
    private(set) var verdicts: [Int: Outcome.Verdict] = [:]
    /// The finding of each streak, by the number of the run that completed it.
    private(set) var findings: [Int: (draft: DraftFinding, last: PastRun)] = [:]

    /// Takes the next run.
    mutating func take(_ run: PastRun, _ rule: HistoryRule, missing: Missing?) {
        if case .yet? = missing {
            waiting.append((run, missing))
        } else if !waiting.isEmpty {
            waiting.append((run, missing))
        } else {
            judge(run, rule, missing: missing)
        }
    }

    private mutating func judge(_ run: PastRun, _ rule: HistoryRule, missing: Missing?) {
        guard case .streak(_, let each, let ignore) = rule.kind else { return }
        let number = run.place.number
        if case .forGood(let name)? = missing {
            verdicts[number] = .notEvaluated(name)
            return
        }
        let completions = state.completions
        if let judgement = state.take(run, nil, rule) { close(judgement) }
        last = run
        if state.completions > completions {
            verdicts[number] = .violated
            completing = number
        } else if let ignore, run.answers.isYes(ignore.number) {
            return
        } else if let reason = run.answers[each.number].flatMap({ StreakState.doubt($0, of: run, nil) }) {
            verdicts[number] = .inconclusive(reason)
        }
    }

    /// The streak that was complete is over.
    private mutating func close(_ judgement: HistoryJudgement) {
        guard let number = completing, judgement.counts.violated > 0, let last else { return }
        completing = nil
        if let draft = judgement.findings.first { findings[number] = (draft, last) }
    }

    /// No more runs come.
    mutating func finish(_ rule: HistoryRule, _ answers: [LateRequirements.Answer]) {
        for (run, missing) in waiting {
            guard case .yet(let number)? = missing else {
                judge(run, rule, missing: missing)
                continue
            }
            if answers.indices.contains(number), case .missing(let name) = answers[number] {
                judge(run, rule, missing: .forGood(name))
            } else {
                judge(run, rule, missing: nil)
            }
        }
        waiting = []
        guard let last else { return }
        if let judgement = state.finish(rule, facts: last.facts) { close(judgement) }
    }
}
