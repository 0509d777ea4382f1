// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What is judged over all runs of an app, or of one version of it: habits, counts, shares, and what an update lost.
///
/// State is counters and eight lines a group. Runs are counted by what their sources could show, so that a requirement
/// which only a later run meets still decides about them.
struct HistoryGroups {
    private struct Key: Hashable {
        var rule: Int
        /// The number of the app, the version and the classes that tell of it.
        var kind: Int
        /// Where each device is judged by itself.
        var device: String?
        /// What only a run itself can show, of what the rule requires: whatever else it tells is known of its sources.
        var told: [Int]
        /// Which of the endings that the rule may require instead the run has.
        var endings: [Bool]
        /// Who could have shown what the run did not; nil where nobody asks.
        var reach: RunReach?
        /// The values of the fields under `same`; nil where the rule has none, or the run none of them.
        var same: ObligationKey?
    }

    /// In the order in which they came up.
    private var parts: [HistoryPart] = []
    private var keys: [Key] = []
    private var numbers: [Key: Int] = [:]
    /// By the number of the kind of runs, then by that of the rule: the part that all join of which nothing else has to
    /// be known; -1 where there is none yet.
    private var plain: [Int32] = []
    /// The rules that are judged so, each with its number among all that look over several runs.
    private let rules: [(number: Int, rule: HistoryRule)]
    /// How many look over several runs in all.
    private let ruleCount: Int

    init(_ history: [HistoryRule]) {
        ruleCount = history.count
        rules = history.indices.filter { history[$0].joinsGroups }.map { ($0, history[$0]) }
    }

    mutating func take(_ run: PastRun, _ results: RunResults, _ mine: CompiledRules.AppRules) {
        for place in rules.indices where mine.contains(rules[place].rule.rule) {
            let (number, rule) = rules[place]
            guard RunHistory.applies(rule, run) else { continue }
            let machine = results.machine(of: rule.branch, rule.rule)
            let share = machine.flatMap { $0 as? ShareMachine }
            if let share, rule.isKeyed, !share.tallies.isEmpty {
                let key = HistoryGroups.key(number, rule, run)
                for (same, tally) in share.tallies {
                    var key = key
                    key.same = same
                    let part = parts[self.place(of: key, run)]
                    part.take(run)
                    HistoryGroups.add(run, machine, tally, rule, to: part)
                }
                // Nobody knows of which key that was which was lost.
                if run.hasLoss { HistoryGroups.addLoss(run, to: parts[self.place(number, rule, run)]) }
                continue
            }
            let part = parts[self.place(number, rule, run)]
            part.take(run)
            HistoryGroups.add(run, machine, share?.tallies.values.first, rule, to: part)
            if run.hasLoss { HistoryGroups.addLoss(run, to: part) }
        }
    }

    private static func addLoss(_ run: PastRun, to part: HistoryPart) {
        part.lostStretches += run.context.coverage.gaps.count
    }

    private static func key(_ number: Int, _ rule: HistoryRule, _ run: PastRun) -> Key {
        Key(
            rule: number, kind: run.context.kind, device: rule.isPerDevice ? run.line.device : nil,
            told: rule.requiredInRun.filter { !run.context.told[$0].isEmpty },
            endings: HistoryGroups.endings(of: rule, run), reach: RunReach(run, rule))
    }

    /// The part that a run joins as it is.
    private mutating func place(_ number: Int, _ rule: HistoryRule, _ run: PastRun) -> Int {
        guard rule.joinsByKind, !rule.asksForMissing else {
            return place(of: HistoryGroups.key(number, rule, run), run)
        }
        let row = run.context.kind * ruleCount + number
        while plain.count <= row { plain.append(-1) }
        if plain[row] < 0 {
            plain[row] = Int32(truncatingIfNeeded: place(of: HistoryGroups.key(number, rule, run), run))
        }
        return Int(plain[row])
    }

    private mutating func place(of key: Key, _ run: PastRun) -> Int {
        if let known = numbers[key] { return known }
        numbers[key] = parts.count
        keys.append(key)
        parts.append(HistoryPart(run, same: key.same, reach: key.reach))
        return parts.count - 1
    }

    private static func endings(of rule: HistoryRule, _ run: PastRun) -> [Bool] {
        guard rule.asksForEnding else { return [] }
        let ending = run.facts.run.ending
        return rule.requirements.flatMap(\.requirements).compactMap { requirement in
            guard case .endedBy(let causes, _) = requirement else { return nil }
            return causes.causes.contains(ending.cause) && ending.confidence >= causes.confidence
        }
    }

    private static func add(
        _ run: PastRun, _ machine: CheckMachine?, _ tally: ShareMachine.Tally?, _ rule: HistoryRule,
        to part: HistoryPart
    ) {
        // Of most runs versions learn nothing, and shares and counts of events without a machine neither: what the rule
        // asks for is big to copy.
        switch rule.groupForm {
        case .versions: if !rule.items.contains(where: { run.answers.isTold($0.number) }) { return }
        case .share: return add(run, tally, rule.shareOfRuns, to: part)
        case .count: if tally == nil { return }
        case .place:
            if machine == nil {
                if run.hasLoss { part.lossyRuns += 1 }
                return
            }
        case nil: return
        }
        switch rule.kind {
        case .place:
            guard let place = machine as? PlaceMachine else { return }
            part.offences += place.offences
            // Of a log that begins in the middle nobody knows what else was done.
            guard place.startIsSeen else { return part.cutRuns += 1 }
            guard !place.hasLoss else { return part.lossyRuns += 1 }
            part.insides += place.insideCount
            part.keep(place.insides.map { place.line($0, "here") }, of: run)
        case .count(let count, _):
            guard let tally else { return }
            part.add(tally, upTo: count.moreThan)
            part.keep(tally.lines, of: run)
        case .versions(let items):
            for item in items where run.answers.isTold(item.number) {
                guard let answer = run.answers[item.number] else { continue }
                if answer.isRefuted { part.refuted[item.number, default: 0] += 1 }
                if answer.match == .yes { part.match(item.number, run) }
                part.shownBy[item.number, default: []].formUnion(answer.classes)
            }
        case .share, .runs, .streak, .deviceCount, .deviceOrder: break
        }
    }

    private static func add(
        _ run: PastRun, _ tally: ShareMachine.Tally?, _ runs: (share: RunItemProbe?, of: RunItemProbe?),
        to part: HistoryPart
    ) {
        if let tally {
            part.add(tally)
            part.keep(tally.lines, of: run)
        }
        if let of = runs.of, run.answers.isYes(of.number) { part.of += 1 }
        if let share = runs.share, run.answers.isYes(share.number) {
            part.share += 1
            part.unsure.add(run.answers[share.number]?.sureness ?? .certain)
            part.keep([run.endingLine], of: run)
        }
    }

    func finish(_ shows: Shows, _ compiled: CompiledRules, _ sink: (HistoryRule, HistoryJudgement) -> Void) {
        var places = [[Int]](repeating: [], count: compiled.history.count)
        for (place, key) in keys.enumerated() { places[key.rule].append(place) }
        for (number, rule) in compiled.history.enumerated() where !places[number].isEmpty {
            let mine = places[number].sorted { parts[$0].first.precedes(parts[$1].first) }.map {
                (key: keys[$0], value: parts[$0])
            }
            let judging = HabitJudging(rule: rule, shows: shows)
            func take(_ judgement: HistoryJudgement) { sink(rule, judgement) }
            switch rule.kind {
            case .place(let place):
                for group in HistoryGroups.grouped(mine, place.across ?? .run) { judging.place(group.parts).map(take) }
            case .count(let count, let across):
                for group in HistoryGroups.grouped(mine, across) { judging.count(group.parts, count).map(take) }
            case .share(let share, _, _):
                for group in HistoryGroups.grouped(mine, share.across) {
                    judging.share(group.parts, share, unkeyed: group.unkeyed).map(take)
                }
            case .versions(let items):
                for group in HistoryGroups.grouped(mine, .all) {
                    judging.versions(VersionGroup.ordered(group.parts), items).forEach(take)
                }
            case .runs, .streak, .deviceCount, .deviceOrder: continue
            }
        }
    }

    /// What is judged together, and beside what has a key what has none.
    private static func grouped(
        _ parts: [(key: Key, value: HistoryPart)], _ across: Check.Place.Group
    ) -> [(parts: [HistoryPart], unkeyed: [HistoryPart])] {
        var groups: [String: [String: [HistoryPart]]] = [:]
        for (key, part) in parts {
            let (app, version) = (part.context.app, part.context.facts.run.version)
            let whole = "\(app)\u{0}\(key.device ?? "")"
            let name = across == .all ? whole : "\(whole)\u{0}\(version ?? "\u{0}")"
            groups[name, default: [:]][key.same?.text ?? "", default: []].append(part)
        }
        return groups.sorted { $0.key < $1.key }.flatMap { _, keyed in
            // Runs without any key say nothing beside those that have one.
            keyed.sorted { $0.key < $1.key }.filter { $0.key != "" || keyed.count == 1 }.map {
                (parts: $0.value, unkeyed: $0.key == "" ? [] : keyed[""] ?? [])
            }
        }
    }
}
