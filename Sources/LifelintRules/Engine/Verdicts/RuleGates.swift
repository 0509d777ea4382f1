// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Guards that only all runs together can answer: `evidence: { min_runs }` and `usually`.
///
/// What is found waits elsewhere, with the number of its guard.
struct RuleGates {
    struct Release {
        var rule: CompiledRule
        var counts: VerdictCounts
        var app: String
        /// The number of the guard.
        var number: Int
        /// Whether it lets findings pass.
        var isOpen: Bool
    }

    private struct Key: Hashable {
        var rule: Int
        var app: String
        var version: String?
    }

    private struct Group {
        var rule: CompiledRule
        var runs = 0
        /// How many of them are reported, and what those came to.
        var reported = 0
        var counts = VerdictCounts()
        var share = 0
        var of = 0
        var number: Int
    }

    private var groups: [Key: Group] = [:]

    /// Takes what runs came to; gives the number of its guard.
    @discardableResult
    mutating func add(
        _ rule: CompiledRule, _ counts: VerdictCounts, runs: Int = 1, app: String, version: String?, isReported: Bool
    ) -> Int {
        let key = Key(rule: rule.serial, app: app, version: version)
        var group = groups[key] ?? Group(rule: rule, number: groups.count)
        // Runs that do not meet what is required do not count as evidence.
        if !counts.lacksRequirement {
            group.runs += runs
            if isReported { group.reported += runs }
        }
        if isReported { group.counts.add(counts) }
        groups[key] = group
        return group.number
    }

    /// Takes what a run adds to the share that `usually` asks for.
    mutating func note(_ rule: CompiledRule, share: Int, of: Int, app: String, version: String?) {
        let key = Key(rule: rule.serial, app: app, version: version)
        var group = groups[key] ?? Group(rule: rule, number: groups.count)
        group.share += share
        group.of += of
        groups[key] = group
    }

    func finish() -> [Release] {
        groups.sorted { $0.value.number < $1.value.number }.map { key, group in
            let rule = group.rule.rule
            var isOpen = group.runs >= rule.minimumRuns
            if let usually = rule.usually {
                isOpen =
                    isOpen && group.of >= usually.outOf
                    && group.share * usually.outOf >= usually.atLeast * group.of
            }
            if isOpen {
                return Release(
                    rule: group.rule, counts: group.counts, app: key.app, number: group.number, isOpen: true)
            }
            var counts = VerdictCounts()
            if group.reported > 0 {
                counts.skip(group.runs < rule.minimumRuns ? .tooFewRuns : .unusual, times: group.reported)
            }
            for (text, count) in group.counts.reasons {
                let reason = SkippedReason(rawValue: text)
                if reason.isRequirement { counts.skip(reason, times: count) }
            }
            return Release(rule: group.rule, counts: counts, app: key.app, number: group.number, isOpen: false)
        }
    }
}

extension Rule {
    /// Whether its verdicts wait for all runs.
    var isGated: Bool {
        (minimumRuns > 0 || usually != nil) && !looksOverRuns
    }
}
