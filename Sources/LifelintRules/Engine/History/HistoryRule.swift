// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A check that looks over several runs, with the probes that every run answers for it.
final class HistoryRule {
    enum Kind {
        case runs([RunItemProbe], within: TimeLimit)
        case streak(Check.Streak, each: RunItemProbe, ignore: RunItemProbe?)
        case versions([RunItemProbe])
        case share(Check.Share, share: RunItemProbe?, of: RunItemProbe?)
        case count(Check.Count, Check.Place.Group)
        case deviceCount(Check.Count)
        case deviceOrder(Check)
        case place(Check.Place)
    }

    /// What is judged over a group of runs, as it is asked for with every run.
    enum GroupForm {
        case versions, share, count, place
    }

    let rule: CompiledRule
    let variant: Int
    let branchNumber: Int
    let kind: Kind
    /// The items of adjacent runs or of versions, in their order: asked of every run, where all of ``kind`` is big to
    /// copy.
    let items: [RunItemProbe]
    /// The time that may lie between adjacent runs.
    let within: TimeLimit?
    /// What each run of a streak has to answer, and what is passed over.
    let streak: (each: RunItemProbe, ignore: RunItemProbe?)?
    /// Whether it looks at events over the runs of a line: then a line is judged as a whole, not each of its runs.
    let joinsRuns: Bool
    /// What the check requires that only a run itself can show.
    let requiredInRun: [Int]
    /// The branch that it is, and what has to be shown for it.
    let branch: CompiledBranch
    let requirements: [RequirementList]
    /// Of a share of runs: the runs that are counted, and those among which they are.
    let shareOfRuns: (share: RunItemProbe?, of: RunItemProbe?)
    /// Whether the runs that it counts are those that did not show something.
    let asksForMissing: Bool
    /// How it is judged over a group of runs; nil where it is judged otherwise.
    let groupForm: GroupForm?

    /// Whether runs of an app, or of one version of it, are judged together, whatever lies between them.
    var joinsGroups: Bool { groupForm != nil }
    /// Whether its group follows from the app, the version and the classes that tell of a run.
    let joinsByKind: Bool
    /// Whether the run's own ending may do instead of an event that is required.
    let asksForEnding: Bool

    private init(_ rule: CompiledRule, _ variant: Int, _ branchNumber: Int, _ kind: Kind) {
        self.rule = rule
        self.variant = variant
        self.branchNumber = branchNumber
        self.kind = kind
        switch kind {
        case .deviceCount, .deviceOrder: joinsRuns = true
        default: joinsRuns = false
        }
        switch kind {
        case .runs(let items, _), .versions(let items): self.items = items
        default: items = []
        }
        within = if case .runs(_, let within) = kind { within } else { nil }
        streak = if case .streak(_, let each, let ignore) = kind { (each, ignore) } else { nil }
        asksForMissing = if case .share(_, let share?, _) = kind { !share.item.missing.isEmpty } else { false }
        shareOfRuns = if case .share(_, let share, let of) = kind { (share, of) } else { (nil, nil) }
        groupForm =
            switch kind {
            case .versions: .versions
            case .share: .share
            case .count: .count
            case .place: .place
            case .runs, .streak, .deviceCount, .deviceOrder: nil
            }
        requirements = rule.requirements[variant][branchNumber]
        branch = rule.variants[variant][branchNumber]
        asksForEnding = requirements.contains(where: \.asksForEnding)
        requiredInRun = requirements.flatMap(\.requirements).compactMap { requirement in
            if case .event(let number, true, _) = requirement { number } else { nil }
        }
        joinsByKind = requiredInRun.isEmpty && !asksForEnding && branch.branch.forEach != .device
    }

    /// Whether each value of the fields under `same` is judged by itself.
    var isKeyed: Bool { !branch.keys.fields.isEmpty }

    /// Whether what is judged over runs is judged for each device by itself.
    var isPerDevice: Bool { branch.branch.forEach == .device }

    /// Whether its verdicts only count together with those of other branches.
    var isCombined: Bool { rule.isCombinedOverRuns[variant] }

    /// What it looks for: however the last run ended, that stays the same.
    var culprit: String? {
        switch kind {
        case .share(let share, _, _): HistoryRule.name(of: share.share) ?? HistoryRule.name(of: share.of)
        case .count(let count, _), .deviceCount(let count): count.events.first?.text
        case .place(let place): place.events.first?.text
        case .runs(let items, _), .versions(let items): HistoryRule.name(of: items.map(\.item))
        case .streak(_, let each, _): HistoryRule.name(of: [each.item])
        case .deviceOrder: nil
        }
    }

    private static func name(of share: RunShare) -> String? {
        switch share {
        case .events(let events): events.first?.text
        case .span(let span): if case .named(let name) = span.source { name } else { span.text }
        case .run(let item): name(of: [item])
        }
    }

    /// The event that runs show or miss, the last of them first; else how they have to end.
    private static func name(of items: [RunItem]) -> String? {
        let sights = items.reversed().lazy.flatMap { $0.missing + $0.saw }
        return sights.compactMap { $0.events.first?.text }.first
            ?? items.reversed().lazy.compactMap { $0.endedBy?.text }.first
    }

    /// The checks of a rule that look over several runs; those under `any_of` are judged by themselves.
    static func all(of rule: CompiledRule, compiler: inout RuleCompiler) -> [HistoryRule] {
        var found: [HistoryRule] = []
        for (variant, branches) in rule.variants.enumerated() {
            for (number, branch) in branches.enumerated() {
                guard let kind = kind(of: branch.branch, rule.rule, &compiler) else { continue }
                found.append(HistoryRule(rule, variant, number, kind))
            }
        }
        return found
    }

    private static func kind(of branch: RuleBranch, _ rule: Rule, _ compiler: inout RuleCompiler) -> Kind? {
        switch branch.check {
        case .runs(let items, let within):
            return .runs(
                items.map { compiler.compile($0, same: branch.same, of: rule) }, within: within)
        case .streak(let streak):
            return .streak(
                streak, each: compiler.compile(streak.each, same: streak.same, of: rule),
                ignore: streak.ignore.map { compiler.compile($0, same: [], of: rule) })
        case .versions(let items):
            return .versions(items.map { compiler.compile($0, same: [], of: rule) })
        case .share(let share):
            return .share(
                share, share: probe(share.share, rule, &compiler), of: probe(share.of, rule, &compiler))
        case .count(let count):
            if count.isOverDevice { return .deviceCount(count) }
            // As a closure it crashes the optimiser of Swift 6.3.
            guard let group = count.group else { return nil }
            return .count(count, group)
        case .place(let place) where place.isHabit && place.across ?? .run != .run: return .place(place)
        case .onDevice(let check): return .deviceOrder(check)
        default: return nil
        }
    }

    private static func probe(_ share: RunShare, _ rule: Rule, _ compiler: inout RuleCompiler) -> RunItemProbe? {
        guard case .run(let item) = share else { return nil }
        return compiler.compile(item, same: [], of: rule)
    }
}

/// A run that is over, as far as later runs and groups still ask for it.
///
/// Why a class: several keep it.
final class PastRun {
    let place: RunPlace
    let id: String
    let context: RunContext
    let answers: RunAnswers
    /// By number, whether the conditions hold under which branches apply.
    let conditions: [Bool]
    let begin: Moment
    let end: Moment
    let beginLine: Outcome.Line
    let endingLine: Outcome.Line
    /// What its runs are told apart by.
    var line: Lineage

    init(
        place: RunPlace, context: RunContext, result: RunResult, begin: Moment, end: Moment,
        beginLine: Outcome.Line, endingLine: Outcome.Line
    ) {
        let facts = context.facts
        self.place = place
        id = facts.run.id
        self.context = context
        answers = result.answers
        conditions = result.conditions
        self.begin = begin
        self.end = end
        self.beginLine = beginLine
        self.endingLine = endingLine
        line = Lineage(device: facts.deviceLine, app: context.app, host: facts.run.host)
    }

    var facts: RunFacts { context.facts }

    /// Whether its log lost something.
    var hasLoss: Bool { !context.coverage.gaps.isEmpty }

    /// How sure it is that those runs followed each other on one device.
    ///
    /// Only what ends badly leaves a report: between two runs of which nothing else is left, others may have ended well.
    static func sureness(ofRow runs: some Collection<PastRun>) -> Confidence {
        let mayHaveGap = zip(runs, runs.dropFirst()).contains { $0.isToldByReportsAlone && $1.isToldByReportsAlone }
        return areOfOneDevice(runs) && !mayHaveGap ? .certain : .likely
    }

    /// Whether nothing speaks against it.
    ///
    /// Reports of many users may lie together, and not all tell whose they are. What parts those is no name of a
    /// device.
    static func areOfOneDevice(_ runs: some Sequence<PastRun>) -> Bool {
        !runs.contains { $0.facts.run.device == nil && $0.isToldByReportsAlone }
    }

    /// Whether nothing is left of it but reports.
    private var isToldByReportsAlone: Bool { context.classes.allSatisfy { $0.witness == .report } }

    /// Whether it began earlier; of those that began at once, the order does not depend on which came first.
    func precedes(_ other: PastRun) -> Bool {
        begin.order == other.begin.order ? id < other.id : begin.order < other.begin.order
    }

    struct Lineage: Hashable {
        var device: String?
        var app: String
        var host: ProcessHost
        /// Where devices of one name, or of none, are of several models: that, but of the first.
        var model: String?
        /// Where reports that name no device tell of several devices: the number of a run that goes with no other; else
        /// 0.
        var rival = 0
    }
}
