// SPDX-License-Identifier: MIT

import LifelintModel

/// Judgements that rest on events which no source has shown yet: a later run may show them.
///
/// They are kept as counters by rule, app, version, source classes and what is missing: once as they are now, and once
/// for each way in which a later run may change them. Their findings wait elsewhere, with the number of the group.
struct HeldJudgements {
    /// A branch that misses something.
    struct OpenBranch: Hashable {
        var branch: Int
        /// The lists that are not met, by their place among those of the branch.
        var lists: [Int]
        /// The first branch that misses the same: they are met together, or not at all.
        var kind: Int

        /// A branch that alone misses something.
        init(branch: Int, lists: [Int]) {
            self.branch = branch
            self.lists = lists
            kind = branch
        }

        /// A branch beside others.
        init(branch: Int, lists: [Int], _ requirements: [[RequirementList]], beside others: [OpenBranch]) {
            self.init(branch: branch, lists: lists)
            let missing = lists.map { requirements[branch][$0].numbers }
            let first = others.first { other in
                other.lists.map { requirements[other.branch][$0].numbers } == missing
            }
            if let first { kind = first.kind }
        }
    }

    /// A class of the run is taken to have shown all that some branches miss.
    struct Assumption {
        /// The place of the class.
        var sourceClass: Int
        var branches: [Int]
    }

    /// What a judgement comes to under an assumption.
    struct Rendered {
        var counts = VerdictCounts()
        var findings: [DraftFinding] = []
    }

    /// What a group is decided for once all runs are known.
    struct Release {
        var rule: CompiledRule
        /// What so many of the runs came to, mostly all of them.
        var counts: VerdictCounts
        var times = 1
        /// The judgement that counts: 0 is the one without an assumption, then they come in the order of those.
        var place: Int
        var context: RunContext
        /// How many runs they are.
        var runs: Int
    }

    /// What a variant of a rule misses.
    private struct Lack: Hashable {
        var rule: Int
        var variant: Int
        var open: [OpenBranch]
    }

    /// Why not what is missed itself: it is looked for in each kind of runs, for each rule that misses anything.
    private struct Key: Hashable {
        /// The number of what is missed.
        var lack: Int
        /// The number of the app, version and classes.
        var kind: Int
    }

    private struct Group {
        var rule: CompiledRule
        var variant: Int
        var context: RunContext
        var open: [OpenBranch]
        /// What the first run came to, as it is now and then under each assumption: most others come to the same.
        let first: [VerdictCounts]
        /// How many came to that.
        var firstRuns = 0
        /// What the others came to; empty where there are none.
        var others: [VerdictCounts] = []
        var runs = 0

        mutating func add(_ counts: [VerdictCounts], runs count: Int) {
            runs += count
            if counts == first {
                firstRuns += count
                return
            }
            if others.isEmpty { others = Array(repeating: VerdictCounts(), count: first.count) }
            for (place, counts) in counts.enumerated() { others[place].add(counts.times(count)) }
        }

        /// What it comes to at a place: as the judgements are now, or under an assumption.
        func counts(at place: Int) -> VerdictCounts {
            var counts = first[place].times(firstRuns)
            if !others.isEmpty { counts.add(others[place]) }
            return counts
        }

        func violated(at place: Int) -> Int {
            first[place].violated * firstRuns + (others.isEmpty ? 0 : others[place].violated)
        }

        func inconclusive(at place: Int) -> Int {
            first[place].inconclusive * firstRuns + (others.isEmpty ? 0 : others[place].inconclusive)
        }
    }

    /// So many different things are assumed to be shown one by one; where branches miss more, all are shown or none.
    private static let separateKinds = 6

    private var lacks: [Lack: Int] = [:]
    private var numbers: [Key: Int] = [:]
    /// In the order in which they came up.
    private var groups: [Group] = []

    /// Windows that do not begin as a rule says, in runs of one kind.
    private struct Unbegun: Hashable {
        var rule: Int
        var variant: Int
        var branch: Int
        var kind: Int
        var lists: [Int]
    }

    /// The group that they join, and what each comes to.
    private var unbegun: [Unbegun: (group: Int, counts: [VerdictCounts])] = [:]

    /// All assumptions that may turn out to be true of branches that miss something.
    static func assumptions(of open: [OpenBranch], classes: Int) -> [Assumption] {
        sets(of: open).flatMap { set in
            (0..<classes).map { Assumption(sourceClass: $0, branches: set) }
        }
    }

    /// The branches that may turn out to be met together.
    private static func sets(of open: [OpenBranch]) -> [[Int]] {
        let kinds = open.filter { $0.kind == $0.branch }.map(\.kind)
        if kinds.count > separateKinds { return [open.map(\.branch)] }
        // The sets of kinds as bits, in the order of their numbers.
        return (1..<max(1 << kinds.count, 1)).map { set in
            open.filter { row in kinds.firstIndex(of: row.kind).map { set & 1 << $0 != 0 } ?? false }.map(\.branch)
        }
    }

    /// The number of what a variant of a rule misses.
    mutating func lack(of rule: CompiledRule, variant: Int, open: [OpenBranch]) -> Int {
        let lack = Lack(rule: rule.serial, variant: variant, open: open)
        if let known = lacks[lack] { return known }
        let number = lacks.count
        lacks[lack] = number
        return number
    }

    /// Takes a judgement as it is now, and as it is under each assumption; gives the number of the group that it joins.
    ///
    /// - Parameter lack: the number of what it misses, where it is known.
    @discardableResult
    mutating func add(
        _ rule: CompiledRule, variant: Int, _ context: RunContext, open: [OpenBranch], lack: Int? = nil,
        _ counts: [VerdictCounts]
    ) -> Int {
        let key = Key(lack: lack ?? self.lack(of: rule, variant: variant, open: open), kind: context.kind)
        let number = numbers[key] ?? groups.count
        if number == groups.count {
            numbers[key] = number
            groups.append(Group(rule: rule, variant: variant, context: context, open: open, first: counts))
        }
        add(counts, runs: 1, to: number)
        return number
    }

    /// Takes a window that does not begin as its rule says: whatever later runs show, nothing comes of it.
    ///
    /// - Returns: the group that it joins, and what it and all others like it come to.
    mutating func addUnbegun(
        _ rule: CompiledRule, variant: Int, branch: Int, lists: [Int], _ context: RunContext,
        _ counts: () -> VerdictCounts
    ) -> (group: Int, counts: [VerdictCounts]) {
        let key = Unbegun(rule: rule.serial, variant: variant, branch: branch, kind: context.kind, lists: lists)
        if let known = unbegun[key] {
            add(known.counts, runs: 1, to: known.group)
            return known
        }
        let open = [OpenBranch(branch: branch, lists: lists)]
        // It misses one thing, which each class may show.
        let all = [counts()] + Array(repeating: VerdictCounts(), count: context.classes.count)
        let new = (group: add(rule, variant: variant, context, open: open, all), counts: all)
        unbegun[key] = new
        return new
    }

    /// Adds the judgements of so many runs to a group that is known.
    mutating func add(_ counts: [VerdictCounts], runs: Int, to number: Int) {
        groups[number].add(counts, runs: runs)
    }

    /// Every judgement as it is now that all runs are known.
    func finish(_ shows: Shows) -> [Release] {
        // To runs of one kind the same is shown.
        var shownByKind: [Int: [ClassSet]] = [:]
        var latest: (kind: Int, shown: [ClassSet])?
        return groups.indices.map { number in
            let group = groups[number]
            let kind = group.context.kind
            let shown: [ClassSet]
            if let latest, latest.kind == kind {
                shown = latest.shown
            } else {
                shown = shownByKind[kind] ?? shows.shown(to: group.context)
                shownByKind[kind] = shown
                latest = (kind, shown)
            }
            // Of most, nothing that they miss was ever shown.
            if HeldJudgements.lacksFirst(group, shown) {
                let isSame = group.others.isEmpty
                return Release(
                    rule: group.rule, counts: isSame ? group.first[0] : group.counts(at: 0),
                    times: isSame ? group.firstRuns : 1, place: 0, context: group.context, runs: group.runs)
            }
            let (place, missing) = HeldJudgements.choice(group, shown)
            return Release(
                rule: group.rule, counts: HeldJudgements.renamed(group.counts(at: place), group, missing: missing),
                place: place, context: group.context, runs: group.runs)
        }
    }

    /// Whether of each open branch the first list that was not met has no answer yet: then all is as it was.
    private static func lacksFirst(_ group: Group, _ shown: [ClassSet]) -> Bool {
        group.open.allSatisfy { row in
            guard let first = row.lists.first else { return false }
            let list = group.rule.requirements[group.variant][row.branch][first]
            return RequirementState.showing(list, group.context, shown).isEmpty
        }
    }

    /// An open branch that is not met, with which of its open lists is the first without an answer.
    private typealias Missing = (branch: Int, place: Int)

    /// The judgement that counts, and the branches that are not met.
    private static func choice(_ group: Group, _ shown: [ClassSet]) -> (place: Int, missing: [Missing]) {
        var met: [Int] = []
        var missing: [Missing] = []
        var common = ClassSet(first: group.context.classes.count)
        var any = ClassSet()
        for row in group.open {
            let lists = group.rule.requirements[group.variant][row.branch]
            let showing = row.lists.map { RequirementState.showing(lists[$0], group.context, shown) }
            if let place = showing.firstIndex(where: \.isEmpty) {
                missing.append((row.branch, place))
                continue
            }
            met.append(row.branch)
            for classes in showing {
                common.formIntersection(classes)
                any.formUnion(classes)
            }
        }
        if met.isEmpty { return (0, missing) }
        let candidates = candidates(group, met, common.isEmpty ? any : common)
        // One class that covers is enough; where none shows all, the more careful judgement counts.
        let chosen = candidates.min { left, right in
            common.isEmpty
                ? group.violated(at: left) < group.violated(at: right)
                : group.inconclusive(at: left) < group.inconclusive(at: right)
        }
        return (chosen ?? 0, missing)
    }

    /// What the judgement comes to where one of these classes shows what some branches miss, in the order in which the
    /// run met the classes.
    private static func candidates(_ group: Group, _ met: [Int], _ classes: ClassSet) -> [Int] {
        let count = group.context.classes.count
        guard let set = sets(of: group.open).firstIndex(of: met) else { return [] }
        return (0..<count).filter { classes.contains($0) }.map { set * count + $0 + 1 }
    }

    /// Counts that say what is still missing: what was missing at first may have been shown since.
    ///
    /// Of branches that missed the same at first, the reason is that of the first one.
    private static func renamed(_ counts: VerdictCounts, _ group: Group, missing: [Missing]) -> VerdictCounts {
        let requirements = group.rule.requirements[group.variant]
        var names: [String: String] = [:]
        for (branch, place) in missing {
            guard let lists = group.open.first(where: { $0.branch == branch })?.lists, let first = lists.first else {
                continue
            }
            let old = requirements[branch][first].reason.rawValue
            if names[old] == nil { names[old] = requirements[branch][lists[place]].reason.rawValue }
        }
        if names.allSatisfy({ $0.key == $0.value }) { return counts }
        var renamed = counts
        renamed.reasons = [:]
        for (reason, count) in counts.reasons { renamed.reasons[names[reason] ?? reason, default: 0] += count }
        return renamed
    }
}
