// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What a combined rule came to in one unit, or in several of which the same was said.
struct CombinedJudgement {
    let rule: CompiledRule
    let app: String
    let version: String?
    let counts: VerdictCounts
    var finding: DraftFinding?
}

/// Combines what branches say of each unit, once all of it is known.
struct CombinedEnd {
    private struct RunKey: Hashable {
        var rule: Int
        var branch: Int
        /// The number of the run.
        var run: Int
    }

    /// What several runs together decide.
    private struct Gate {
        var runs = 0
        /// Why nothing is said of them; nil where something is.
        var reason: SkippedReason?
    }

    let answers: [LateRequirements.Answer]
    /// By their serial numbers.
    let rules: [CompiledRule]
    let suppressions: Suppressions
    private var streakVerdicts: [RunKey: Outcome.Verdict] = [:]
    private var streakFindings: [RunKey: DraftFinding] = [:]
    private var gates: [CombinedRuns.Scope: Gate] = [:]

    init(answers: [LateRequirements.Answer], rules: [CompiledRule], suppressions: Suppressions) {
        self.answers = answers
        self.rules = rules
        self.suppressions = suppressions
    }

    /// Takes what a streak says of the runs of one app on one device.
    mutating func take(_ streak: CombinedStreak, rule: Int, branch: Int) {
        for (run, verdict) in streak.verdicts {
            streakVerdicts[RunKey(rule: rule, branch: branch, run: run)] = verdict
        }
        for (run, (found, last)) in streak.findings {
            var draft = found
            draft.finding.suppressed = suppressions.suppression(
                of: draft.finding, rule: draft.rule.rule, FactsFields(facts: last.facts))
            streakFindings[RunKey(rule: rule, branch: branch, run: run)] = draft
        }
    }

    /// Judges every unit.
    mutating func judge(_ runs: CombinedRuns, _ sink: (CombinedJudgement) -> Void) {
        closeGates(runs)
        for (pattern, count) in runs.patterns where count > 0 {
            judge(verdict(runs, pattern, run: nil), pattern.scope, runs, times: count, sink)
        }
        for entry in runs.entries {
            let pattern = runs.patterns[entry.pattern].pattern
            let verdict = verdict(runs, pattern, run: entry.place.number)
            judge(verdict, pattern.scope, runs, sink) { finding(runs, pattern, entry) }
        }
        let scopes = runs.scopes.filter { runs.rules[$0.key.rule].unit != .run }
        let keys = CombinedEnd.keys(runs)
        for (scope, facts) in scopes.sorted(by: { CombinedEnd.precedes($0.key, $1.key) }) {
            for same in keys[scope]?.sorted() ?? [] {
                judge(verdict(runs, scope, facts, same), scope, runs, sink) { finding(runs, scope, facts, same) }
            }
            if keys[scope] == nil {
                judge(verdict(runs, scope, facts, nil), scope, runs, sink) { finding(runs, scope, facts, nil) }
            }
        }
    }

    /// By scope: the values under `same` of which groups speak.
    private static func keys(_ runs: CombinedRuns) -> [CombinedRuns.Scope: Set<String>] {
        var keys: [CombinedRuns.Scope: Set<String>] = [:]
        for key in runs.groups.keys {
            let rule = runs.rules[key.scope.rule]
            // Of the app as a whole is said beside what is said of its versions.
            guard let same = key.same, rule.history[key.branch]?.unit == rule.unit else { continue }
            keys[key.scope, default: []].insert(same)
        }
        return keys
    }

    private static func precedes(_ left: CombinedRuns.Scope, _ right: CombinedRuns.Scope) -> Bool {
        (left.rule, left.app, left.version ?? "") < (right.rule, right.app, right.version ?? "")
    }

    private func judge(
        _ verdict: Outcome.Verdict?, _ scope: CombinedRuns.Scope, _ runs: CombinedRuns, times: Int = 1,
        _ sink: (CombinedJudgement) -> Void, finding: () -> DraftFinding? = { nil }
    ) {
        var verdict = verdict
        if let reason = gates[scope]?.reason, !CombinedEnd.lacksRequirement(verdict) {
            verdict = .notEvaluated(reason)
        }
        guard let verdict else { return }
        sink(
            CombinedJudgement(
                rule: runs.rules[scope.rule].rule, app: scope.app, version: scope.version,
                counts: VerdictCounts(verdict, times: times), finding: verdict == .violated ? finding() : nil))
    }

    // MARK: Guards that all runs answer

    /// `min_runs` of a version, where runs are judged one by one, and `usually`.
    private mutating func closeGates(_ runs: CombinedRuns) {
        for (scope, facts) in runs.scopes {
            let rule = runs.rules[scope.rule].rule.rule
            if let usually = rule.usually,
                facts.of < usually.outOf
                    || Double(facts.share) * Double(usually.outOf) < Double(usually.atLeast) * Double(facts.of)
            {
                gates[scope] = Gate(reason: .unusual)
            }
        }
        for (pattern, count) in runs.patterns where isCounted(runs, pattern) {
            if CombinedEnd.lacksRequirement(verdict(runs, pattern, run: nil)) { continue }
            gates[pattern.scope, default: Gate()].runs += count
        }
        for entry in runs.entries {
            let pattern = runs.patterns[entry.pattern].pattern
            guard isCounted(runs, pattern) else { continue }
            if CombinedEnd.lacksRequirement(verdict(runs, pattern, run: entry.place.number)) { continue }
            gates[pattern.scope, default: Gate()].runs += 1
        }
        for (scope, gate) in gates where gate.runs < runs.rules[scope.rule].rule.rule.minimumRuns {
            if runs.rules[scope.rule].unit == .run { gates[scope]?.reason = .tooFewRuns }
        }
    }

    private func isCounted(_ runs: CombinedRuns, _ pattern: CombinedRuns.Pattern) -> Bool {
        runs.rules[pattern.scope.rule].rule.rule.minimumRuns > 0
    }

    private static func lacksRequirement(_ verdict: Outcome.Verdict?) -> Bool {
        if case .notEvaluated(let reason)? = verdict { reason.isRequirement } else { false }
    }

    // MARK: Units that are runs

    private func verdict(_ runs: CombinedRuns, _ pattern: CombinedRuns.Pattern, run: Int?) -> Outcome.Verdict? {
        let verdicts = pattern.sayings.enumerated().filter { $0.element != .elsewhere }.map { branch, saying in
            verdict(runs, pattern.scope, branch, saying, run)
        }
        return runs.rules[pattern.scope.rule].combination.verdict(of: verdicts)
    }

    private func verdict(
        _ runs: CombinedRuns, _ scope: CombinedRuns.Scope, _ branch: Int, _ saying: BranchSaying, _ run: Int?
    ) -> Outcome.Verdict? {
        switch saying {
        case .elsewhere, .decided, .held: return saying.decided(answers).verdict
        case .ofGroup: return group(runs, scope, branch)?.verdict
        case .ofStreak:
            guard let run else { return nil }
            return streakVerdicts[RunKey(rule: scope.rule, branch: branch, run: run)] ?? .satisfied
        }
    }

    /// What is said of the group that holds a scope.
    private func group(
        _ runs: CombinedRuns, _ scope: CombinedRuns.Scope, _ branch: Int, _ same: String? = nil
    ) -> CombinedRuns.GroupSaying? {
        var scope = scope
        if runs.rules[scope.rule].history[branch]?.unit == .app { scope.version = nil }
        let all = runs.groups[CombinedRuns.GroupKey(scope: scope, branch: branch)]
        // What has no value belongs to every one.
        return same.flatMap { runs.groups[CombinedRuns.GroupKey(scope: scope, branch: branch, same: $0)] } ?? all
    }

    private func finding(
        _ runs: CombinedRuns, _ pattern: CombinedRuns.Pattern, _ entry: CombinedRuns.Entry
    ) -> DraftFinding? {
        if runs.rules[pattern.scope.rule].combination == .noneOf {
            return entry.drafts.first?.unpacked(rules)?.standing(in: entry)
        }
        let found = pattern.sayings.enumerated().filter { $0.element != .elsewhere }.map { branch, saying in
            drafts(runs, pattern.scope, branch, saying, entry)
        }
        return CombinedEnd.joined(found)?.standing(in: entry)
    }

    private func drafts(
        _ runs: CombinedRuns, _ scope: CombinedRuns.Scope, _ branch: Int, _ saying: BranchSaying,
        _ entry: CombinedRuns.Entry
    ) -> [DraftFinding] {
        switch saying {
        case .elsewhere: return []
        case .decided, .held:
            let place = saying.decided(answers).place
            let packed = entry.drafts.first { $0.branch == branch && $0.places.contains(place) }
            return packed?.unpacked(rules).map { [$0] } ?? []
        case .ofGroup: return group(runs, scope, branch)?.drafts ?? []
        case .ofStreak:
            let key = RunKey(rule: scope.rule, branch: branch, run: entry.place.number)
            return streakFindings[key].map { [$0] } ?? []
        }
    }

    // MARK: Units that are groups

    private func verdict(
        _ runs: CombinedRuns, _ scope: CombinedRuns.Scope, _ facts: CombinedRuns.ScopeFacts, _ same: String?
    ) -> Outcome.Verdict? {
        let branches = facts.applies.indices.filter { facts.applies[$0] }
        return runs.rules[scope.rule].combination.verdict(
            of: branches.map { group(runs, scope, $0, same)?.verdict })
    }

    private func finding(
        _ runs: CombinedRuns, _ scope: CombinedRuns.Scope, _ facts: CombinedRuns.ScopeFacts, _ same: String?
    ) -> DraftFinding? {
        let rule = runs.rules[scope.rule]
        let branches = facts.applies.indices.filter { facts.applies[$0] }
        if rule.combination == .noneOf {
            return branches.first.flatMap { rule.history[$0] }.flatMap { noneFinding($0, facts.last) }
        }
        return CombinedEnd.joined(branches.map { group(runs, scope, $0, same)?.drafts ?? [] })
    }

    /// Nothing of what was asked for was wrong: the last run is the evidence.
    private func noneFinding(_ speaker: HistoryRule, _ last: PastRun) -> DraftFinding? {
        let finding = HistoryFinding(
            rule: speaker, runs: [last], confidence: .likely, lines: [last.beginLine], time: last.begin)
        guard var draft = finding.build(decided: last.end, count: 1) else { return nil }
        draft.finding.suppressed = suppressions.suppression(
            of: draft.finding, rule: draft.rule.rule, FactsFields(facts: last.facts))
        return draft
    }

    /// One finding of those of several branches; nil where the first has none.
    private static func joined(_ found: [[DraftFinding]]) -> DraftFinding? {
        guard let speaker = found.first?.first else { return nil }
        var combined = CombinedFinding(speaker)
        for other in found.joined().dropFirst() { combined.add(other) }
        return combined.draft
    }
}

extension DraftFinding {
    /// The finding as one of the run that is judged.
    fileprivate func standing(in entry: CombinedRuns.Entry) -> DraftFinding {
        CombinedFinding(self).standing(in: entry.place, id: entry.id)
    }
}
