// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Judges groups of runs.
struct HabitJudging {
    let rule: HistoryRule
    let shows: Shows

    private struct Met {
        var parts: [HistoryPart] = []
        /// Those of which nobody could have shown what their runs did not.
        var doubtful: [HistoryPart] = []
        /// Of the lists that are not met, the first that the rule names.
        var unmet: (place: Int, reason: SkippedReason)?
        var runs: Int { parts.reduce(0) { $0 + $1.runs } }

        func sum(_ count: (HistoryPart) -> Int) -> Int { parts.reduce(0) { $0 + count($1) } }
    }

    /// The parts of a group whose sources could show what is required.
    private func met(_ parts: [HistoryPart]) -> Met {
        var met = Met()
        for part in parts {
            let state = RequirementState(rule.requirements, in: part.context, shows.shown(to: part.context))
            if let place = state.unmetPlace, let name = state.unmet {
                if met.unmet.map({ place < $0.place }) ?? true { met.unmet = (place, name) }
            } else {
                met.parts.append(part)
                if let reach = part.reach, !reach.isCovered(state.items ?? [], part.context) {
                    met.doubtful.append(part)
                }
            }
        }
        return met
    }

    // MARK: Verdicts

    private func satisfied(_ parts: [HistoryPart]) -> HistoryJudgement? {
        guard let facts = parts.last?.context.facts else { return nil }
        var judgement = HistoryJudgement(facts: facts, same: parts.first?.same)
        judgement.counts.satisfied = 1
        return judgement
    }

    private func notEvaluated(_ reason: SkippedReason, _ parts: [HistoryPart]) -> HistoryJudgement? {
        guard let facts = parts.last?.context.facts else { return nil }
        var judgement = HistoryJudgement(facts: facts, same: parts.first?.same)
        judgement.counts.skip(reason)
        return judgement
    }

    private func inconclusive(_ reason: Outcome.Reason, _ parts: [HistoryPart]) -> HistoryJudgement? {
        guard let facts = parts.last?.context.facts else { return nil }
        var judgement = HistoryJudgement(facts: facts, same: parts.first?.same)
        judgement.counts = VerdictCounts(.inconclusive(reason))
        return judgement
    }

    /// The finding of a group: its last line first.
    private func violated(
        _ parts: [HistoryPart], count: Int, _ confidence: Confidence = .certain, _ extra: [String: Value] = [:]
    ) -> HistoryJudgement? {
        let runs = parts.flatMap(\.kept).sorted { $0.precedes($1) }
        guard let last = runs.last else { return nil }
        let lines = parts.flatMap(\.lines).sorted { ($0.moment ?? last.begin) > ($1.moment ?? last.begin) }
        guard let first = lines.first else { return nil }
        var finding = HistoryFinding(
            rule: rule, runs: runs, confidence: confidence, lines: lines, time: first.moment ?? last.begin)
        finding.omittedLines = count - lines.count
        finding.extra = extra
        for (field, value) in zip(rule.branch.keys.fields, parts.first?.same?.values ?? []) {
            finding.extra[field] = value.map { .string($0) }
        }
        var judgement = HistoryJudgement(facts: last.facts, same: parts.first?.same)
        judgement.counts.violated = 1
        judgement.findings = finding.build(decided: last.end, count: count).map { [$0] } ?? []
        return judgement
    }

    /// Why a group is not judged; nil where it is.
    private func refusal(_ met: Met) -> SkippedReason? {
        if met.parts.isEmpty { return met.unmet?.reason }
        return met.runs < rule.rule.rule.minimumRuns ? .tooFewRuns : nil
    }

    // MARK: Checks

    func place(_ parts: [HistoryPart]) -> HistoryJudgement? {
        let met = met(parts)
        if let reason = refusal(met) { return notEvaluated(reason, parts) }
        let insides = met.sum(\.insides)
        if met.sum(\.offences) > 0 { return satisfied(parts) }
        let (cut, lossy) = (met.sum(\.cutRuns), met.sum(\.lossyRuns))
        if cut + lossy > 0, met.runs - cut - lossy < max(1, rule.rule.rule.minimumRuns) {
            return inconclusive(cut > 0 ? .startUnseen : .gap, parts)
        }
        guard insides > 0 else { return satisfied(parts) }
        // That it never happened elsewhere nobody knows where something was lost.
        if lossy > 0 { return inconclusive(.gap, parts) }
        return violated(met.parts, count: insides)
    }

    func count(_ parts: [HistoryPart], _ check: Check.Count) -> HistoryJudgement? {
        let met = met(parts)
        if let reason = refusal(met) { return notEvaluated(reason, parts) }
        let count = met.sum(\.share)
        var value = Double(count)
        var extra: [String: Value] = [:]
        if check.distinct != nil {
            value = Double(met.parts.reduce(into: Set<String>()) { $0.formUnion($1.distinct) }.count)
            extra["value"] = .integer(Int64(value))
        } else if check.sum != nil {
            value = met.parts.reduce(0) { $0 + $1.amount }
            extra["value"] = .number(value)
        }
        guard value > check.moreThan else { return satisfied(parts) }
        return violated(met.parts, count: count, .certain, extra)
    }

    /// - Parameter unkeyed: runs that are not told apart by the key of the group: what they lost may be of it.
    func share(_ parts: [HistoryPart], _ share: Check.Share, unkeyed: [HistoryPart]) -> HistoryJudgement? {
        let met = met(parts)
        if let reason = refusal(met) { return notEvaluated(reason, parts) }
        let sure = met.parts.filter { part in !met.doubtful.contains { $0 === part } }
        let (part, whole) = (sure.reduce(0) { $0 + $1.share }, met.sum(\.of))
        guard whole >= share.atLeastOf, whole > 0, isLongEnough(met.parts, share) else {
            return notEvaluated(.tooFewRuns, parts)
        }
        guard share.isExceeded(by: part, of: whole) else {
            let doubtful = met.doubtful.reduce(0) { $0 + $1.share }
            guard doubtful > 0, share.isExceeded(by: part + doubtful, of: whole), let reach = met.doubtful.first?.reach
            else { return satisfied(parts) }
            return inconclusive(reach.reason, parts)
        }
        if !share.isExceeded(by: part, of: whole + lost(share, met.parts, unkeyed)) { return inconclusive(.gap, parts) }
        let unsure = sure.reduce(into: UnsureCounts()) { $0.add($1.unsure) }
        let confidence = Confidence.allCases.last { least in
            share.isExceeded(by: part - unsure.count(below: least), of: whole)
        }
        var extra = HabitJudging.measured(sure, share)
        extra["total"] = .integer(Int64(whole))
        extra["share"] = .string(HabitJudging.percent(part, of: whole))
        return violated(sure, count: part, confidence ?? .possible, extra)
    }

    /// How many of those among which is counted may be lost: one in each stretch that a log lost.
    private func lost(_ share: Check.Share, _ parts: [HistoryPart], _ unkeyed: [HistoryPart]) -> Int {
        // A run is there, whatever was lost of it.
        if case .run = share.of { return 0 }
        let others = unkeyed.isEmpty ? [] : met(unkeyed).parts
        return (parts + others).reduce(0) { $0 + $1.lostStretches }
    }

    /// Whether what is counted among is told for as long as the rule wants.
    private func isLongEnough(_ parts: [HistoryPart], _ share: Check.Share) -> Bool {
        guard let over = share.over else { return true }
        guard let first = parts.compactMap(\.firstOf).min(), let last = parts.compactMap(\.lastOf).max() else {
            return false
        }
        return last.since(first) >= over
    }

    private static func percent(_ part: Int, of whole: Int) -> String {
        let percent = (Double(part) / Double(whole) * 100).rounded()
        return "\(Int64(exactly: percent) ?? .max)%"
    }

    /// The median of what was measured; several where it is told apart by a field.
    private static func measured(_ parts: [HistoryPart], _ share: Check.Share) -> [String: Value] {
        guard share.measure != nil else { return [:] }
        var values = MeasuredGroups()
        for part in parts { values.add(part.values) }
        let groups = values.sorted
        let medians = groups.compactMap { by, values -> String? in
            guard let median = values.median else { return nil }
            if by.isEmpty { return groups.count == 1 ? median : "\(median) (not told)" }
            return "\(median) (\(by))"
        }
        return medians.isEmpty ? [:] : ["value.median": .string(medians.joined(separator: ", "))]
    }

    // MARK: Versions

    func versions(_ groups: [VersionGroup], _ items: [RunItemProbe]) -> [HistoryJudgement] {
        guard !items.isEmpty else { return [] }
        guard groups.count >= items.count else {
            return [notEvaluated(.tooFewRuns, groups.last?.parts ?? [])].compactMap(\.self)
        }
        return (0...(groups.count - items.count)).compactMap { start in
            versions(Array(groups[start..<(start + items.count)]), items)
        }
    }

    private func versions(_ window: [VersionGroup], _ items: [RunItemProbe]) -> HistoryJudgement? {
        guard let last = window.last, let run = last.parts.map(\.first).min(by: { $0.precedes($1) }) else { return nil }
        // Runs that do not tell their version may be of that beside them.
        var reason: SkippedReason? = window.contains { $0.version == nil } ? .valueMissing : nil
        var isMatch = true
        var lines: [Outcome.Line] = []
        var shownBy: Set<SourceClass> = []
        for (item, group) in zip(items, window) {
            let met = met(group.parts)
            if met.parts.isEmpty { reason = reason ?? met.unmet?.reason }
            let parts = met.parts.filter { HabitJudging.couldShow(item, $0, shownBy) }
            if parts.isEmpty, !met.parts.isEmpty {
                reason = reason ?? item.item.missing.first?.events.first.map { .requires([$0.text]) }
            }
            let runs = parts.reduce(0) { $0 + $1.runs }
            if runs < item.item.minimumRuns, !parts.isEmpty { reason = reason ?? .tooFewRuns }
            let matches = parts.reduce(0) { $0 + ($1.matches[item.number] ?? 0) }
            // What is missing must be missing in every run of the version that the item speaks of.
            let isRefuted = met.parts.contains { ($0.refuted[item.number] ?? 0) > 0 }
            if matches < item.item.minimumRuns || isRefuted { isMatch = false }
            lines +=
                parts.compactMap { $0.matchLines[item.number] }.min { $0.run.precedes($1.run) }.map { [$0.line] } ?? []
            for part in parts { shownBy.formUnion(part.shownBy[item.number] ?? []) }
        }
        if let reason { return notEvaluated(reason, last.parts) }
        guard isMatch else { return satisfied(last.parts) }
        let finding = HistoryFinding(
            rule: rule, runs: [run], confidence: .likely, lines: [run.beginLine] + lines, time: run.begin)
        var judgement = HistoryJudgement(facts: run.facts)
        judgement.counts.violated = 1
        judgement.findings = finding.build(decided: run.end, count: 1).map { [$0] } ?? []
        return judgement
    }

    /// Whether a source that told what versions before did speaks of these runs: else nothing can be missing from them.
    private static func couldShow(_ item: RunItemProbe, _ part: HistoryPart, _ shownBy: Set<SourceClass>) -> Bool {
        item.item.missing.isEmpty || shownBy.isEmpty || part.context.classes.contains { shownBy.contains($0) }
    }
}

extension Check.Share {
    /// Whether so many of so many are too many.
    fileprivate func isExceeded(by part: Int, of whole: Int) -> Bool {
        switch limit {
        case .moreThan(let limit): Double(part) > limit * Double(whole)
        case .atLeast(let count, let of): Double(part) * Double(of) >= Double(count) * Double(whole)
        }
    }
}
