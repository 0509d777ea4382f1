// SPDX-License-Identifier: MIT

import LifelintModel

/// What is judged over all runs of an app, or of one version of it: habits, shares, and what an update lost.
///
/// State is counters and eight lines a group. Runs are counted by what their sources could show, so that a requirement
/// which only a later run meets still decides about them.
struct HistoryGroups {
    /// Runs of one version that can show the same.
    fileprivate struct Part {
        var context: RunContext
        var runs = 0
        var endsUnseen = 0
        var insides = 0
        var offences = 0
        var share = 0
        var of = 0
        /// By item: how many runs showed it.
        var matches: [Int: Int] = [:]
        /// By item: how many runs showed what should be missing.
        var refuted: [Int: Int] = [:]
        var lines: [Outcome.Line] = []
        var kept: [PastRun] = []
        var matchLines: [Int: Outcome.Line] = [:]
        var start: Moment
        var number: Int
        /// The first run, for evidence of a version.
        var first: PastRun
    }

    private struct Key: Hashable {
        var rule: Int
        var app: String
        var version: String?
        var classes: [SourceClass]
        var told: [Int]
    }

    private static let keptLines = 8

    private var parts: [Key: Part] = [:]
    private var count = 0

    mutating func take(
        _ run: PastRun, _ results: [RuleResult], _ compiled: CompiledRules, _ mine: Set<Int>
    ) {
        for (number, rule) in compiled.history.enumerated() where mine.contains(rule.rule.serial) {
            switch rule.kind {
            case .runs, .streak: continue
            case .versions, .share, .place: break
            }
            guard RunHistory.applies(rule, run) else { continue }
            let key = Key(
                rule: number, app: run.context.app, version: run.facts.run.version, classes: run.context.classes,
                told: run.context.told.indices.filter { !run.context.told[$0].isEmpty })
            var part = parts[key] ?? Part(context: run.context, start: run.begin, number: count, first: run)
            if parts[key] == nil { count += 1 }
            add(run, results, rule, to: &part)
            parts[key] = part
        }
    }

    private func add(_ run: PastRun, _ results: [RuleResult], _ rule: HistoryRule, to part: inout Part) {
        part.runs += 1
        part.start = min(part.start, run.begin)
        let result = results.first { $0.rule.serial == rule.rule.serial }
        let machine = result.flatMap { $0.machine(of: $0.branches[rule.branchNumber]) }
        var lines: [Outcome.Line] = []
        switch rule.kind {
        case .place:
            guard let place = machine as? PlaceMachine else { return }
            part.insides += place.insideCount
            part.offences += place.offences
            lines = place.insides.map { place.line($0, "here") }
        case .share(_, let share, let of):
            let tally = (machine as? ShareMachine)?.tally ?? ShareMachine.Tally()
            part.share += share.map { run.answers[$0.number]?.match == .yes ? 1 : 0 } ?? tally.share
            part.of += of.map { run.answers[$0.number]?.match == .yes ? 1 : 0 } ?? tally.of
            lines = tally.lines
            if let share, run.answers[share.number]?.match == .yes { lines = [run.endingLine] }
        case .versions(let items):
            for item in items where run.answers[item.number]?.isRefuted == true {
                part.refuted[item.number, default: 0] += 1
            }
            for item in items where run.answers[item.number]?.match == .yes {
                part.matches[item.number, default: 0] += 1
                part.matchLines[item.number] =
                    part.matchLines[item.number] ?? run.answers[item.number]?.lines.first ?? run.beginLine
            }
        case .runs, .streak: return
        }
        guard !lines.isEmpty else { return }
        part.lines += lines
        if part.lines.count > HistoryGroups.keptLines {
            part.lines.removeFirst(part.lines.count - HistoryGroups.keptLines)
        }
        part.kept.append(run)
        if part.kept.count > HistoryGroups.keptLines { part.kept.removeFirst() }
    }

    func finish(_ shows: Shows, _ compiled: CompiledRules, _ sink: (CompiledRule, HistoryJudgement) -> Void) {
        for (number, rule) in compiled.history.enumerated() {
            let mine = parts.filter { $0.key.rule == number }.sorted { $0.value.number < $1.value.number }
            guard !mine.isEmpty else { continue }
            switch rule.kind {
            case .place(let place):
                for group in HistoryGroups.grouped(mine, place.across ?? .run) {
                    sink(rule.rule, HabitJudging(rule: rule, shows: shows).place(group))
                }
            case .share(let share, _, _):
                for group in HistoryGroups.grouped(mine, share.across) {
                    sink(rule.rule, HabitJudging(rule: rule, shows: shows).share(group, share))
                }
            case .versions(let items):
                for app in Dictionary(grouping: mine, by: { $0.key.app }).sorted(by: { $0.key < $1.key }) {
                    let versions = VersionGroup.ordered(app.value.map(\.value))
                    HabitJudging(rule: rule, shows: shows).versions(versions, items).forEach { sink(rule.rule, $0) }
                }
            case .runs, .streak: continue
            }
        }
    }

    private static func grouped(
        _ parts: [(key: Key, value: Part)], _ across: Check.Place.Group
    ) -> [[Part]] {
        var groups: [String: [Part]] = [:]
        for (key, part) in parts {
            let name = across == .all ? key.app : "\(key.app)\u{0}\(key.version ?? "\u{0}")"
            groups[name, default: []].append(part)
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// The runs of one version.
struct VersionGroup {
    fileprivate var parts: [HistoryGroups.Part]
    var version: String?

    fileprivate var start: Moment { parts.map(\.start).min() ?? Moment(time: 0, order: 0, digits: 9) }

    fileprivate static func ordered(_ parts: [HistoryGroups.Part]) -> [VersionGroup] {
        var groups: [VersionGroup] = []
        for part in parts {
            let version = part.context.facts.run.version
            if let index = groups.firstIndex(where: { $0.version == version }) {
                groups[index].parts.append(part)
            } else {
                groups.append(VersionGroup(parts: [part], version: version))
            }
        }
        return groups.sorted { left, right in
            if let first = left.version.flatMap({ VersionNumber($0) }),
                let second = right.version.flatMap({ VersionNumber($0) }), first != second
            {
                return first < second
            }
            return left.start < right.start
        }
    }
}

/// Judges groups of runs.
struct HabitJudging {
    let rule: HistoryRule
    let shows: Shows

    private struct Met {
        var parts: [HistoryGroups.Part] = []
        var unmet: String?
        var runs: Int { parts.reduce(0) { $0 + $1.runs } }
    }

    /// The parts of a group whose sources could show what is required.
    private func met(_ parts: [HistoryGroups.Part]) -> Met {
        var met = Met()
        for part in parts {
            let state = RequirementState(rule.requirements, in: part.context, shows.shown(to: part.context))
            if let unmet = state.unmet { met.unmet = met.unmet ?? unmet } else { met.parts.append(part) }
        }
        return met
    }

    /// Why a group is not judged; nil where it is.
    private func refusal(_ met: Met, _ parts: [HistoryGroups.Part]) -> HistoryJudgement? {
        guard let facts = parts.last?.context.facts else { return nil }
        var reason: String?
        if met.parts.isEmpty {
            reason = met.unmet
        } else if met.runs < rule.rule.rule.minimumRuns {
            reason = "min_runs"
        }
        guard let reason else { return nil }
        var judgement = HistoryJudgement(facts: facts)
        judgement.counts.notEvaluated = 1
        judgement.counts.reasons = [reason: 1]
        return judgement
    }

    fileprivate func place(_ parts: [HistoryGroups.Part]) -> HistoryJudgement {
        let met = met(parts)
        if let refusal = refusal(met, parts) { return refusal }
        var judgement = HistoryJudgement(facts: parts[parts.count - 1].context.facts)
        let insides = met.parts.reduce(0) { $0 + $1.insides }
        let offences = met.parts.reduce(0) { $0 + $1.offences }
        guard insides > 0, offences == 0 else {
            judgement.counts.satisfied = 1
            return judgement
        }
        judgement.counts.violated = 1
        judgement.findings = finding(met.parts, count: insides).map { [$0] } ?? []
        return judgement
    }

    fileprivate func share(_ parts: [HistoryGroups.Part], _ share: Check.Share) -> HistoryJudgement {
        let met = met(parts)
        if let refusal = refusal(met, parts) { return refusal }
        var judgement = HistoryJudgement(facts: parts[parts.count - 1].context.facts)
        let part = met.parts.reduce(0) { $0 + $1.share }
        let whole = met.parts.reduce(0) { $0 + $1.of }
        guard whole >= share.atLeastOf, whole > 0 else {
            judgement.counts.notEvaluated = 1
            judgement.counts.reasons = ["min_runs": 1]
            return judgement
        }
        let isExceeded =
            switch share.limit {
            case .moreThan(let limit): Double(part) > limit * Double(whole)
            case .atLeast(let count, let of): part * of >= count * whole
            }
        guard isExceeded else {
            judgement.counts.satisfied = 1
            return judgement
        }
        judgement.counts.violated = 1
        judgement.findings = finding(met.parts, count: part).map { [$0] } ?? []
        return judgement
    }

    /// The finding of a group: its last line first.
    private func finding(_ parts: [HistoryGroups.Part], count: Int) -> DraftFinding? {
        let runs = parts.flatMap(\.kept).sorted { $0.begin < $1.begin }
        let lines = parts.flatMap(\.lines).sorted { ($0.moment ?? runs[0].begin) > ($1.moment ?? runs[0].begin) }
        guard let last = runs.last, let first = lines.first else { return nil }
        return HistoryFinding(
            rule: rule, runs: runs, confidence: .certain, lines: lines, time: first.moment ?? last.begin
        ).build(decided: last.end, count: count)
    }

    fileprivate func versions(_ groups: [VersionGroup], _ items: [RunItemProbe]) -> [HistoryJudgement] {
        guard !items.isEmpty else { return [] }
        guard groups.count >= items.count else {
            guard let facts = groups.last?.parts.last?.context.facts else { return [] }
            var judgement = HistoryJudgement(facts: facts)
            judgement.counts.notEvaluated = 1
            judgement.counts.reasons = ["min_runs": 1]
            return [judgement]
        }
        return (0...(groups.count - items.count)).compactMap { start in
            versions(Array(groups[start..<(start + items.count)]), items, last: groups[start + items.count - 1])
        }
    }

    private func versions(
        _ window: [VersionGroup], _ items: [RunItemProbe], last: VersionGroup
    ) -> HistoryJudgement? {
        guard let facts = last.parts.last?.context.facts,
            let run = last.parts.map(\.first).min(by: { $0.begin < $1.begin })
        else { return nil }
        var judgement = HistoryJudgement(facts: facts)
        var reason: String?
        var isMatch = true
        var lines: [Outcome.Line] = []
        for (item, group) in zip(items, window) {
            let met = met(group.parts)
            if met.parts.isEmpty { reason = reason ?? met.unmet }
            if met.runs < item.item.minimumRuns, !met.parts.isEmpty { reason = reason ?? "min_runs" }
            let matches = met.parts.reduce(0) { $0 + ($1.matches[item.number] ?? 0) }
            // What is missing must be missing in every run of the version that the item speaks of.
            let isRefuted = met.parts.contains { ($0.refuted[item.number] ?? 0) > 0 }
            if matches < item.item.minimumRuns || isRefuted { isMatch = false }
            lines += met.parts.compactMap { $0.matchLines[item.number] }.prefix(1)
        }
        if let reason {
            judgement.counts.notEvaluated = 1
            judgement.counts.reasons = [reason: 1]
            return judgement
        }
        guard isMatch else {
            judgement.counts.satisfied = 1
            return judgement
        }
        judgement.counts.violated = 1
        let finding = HistoryFinding(
            rule: rule, runs: [run], confidence: .likely, lines: [run.beginLine] + lines, time: run.begin)
        if let built = finding.build(decided: run.end, count: 1) { judgement.findings = [built] }
        return judgement
    }
}
