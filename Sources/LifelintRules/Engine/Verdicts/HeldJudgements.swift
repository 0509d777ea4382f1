// SPDX-License-Identifier: MIT

import LifelintModel

/// Judgements that rest on events which no source has shown yet: a later run may show them.
///
/// They are kept as counters and findings by rule, app, version, source classes and what is missing: once as they are
/// now, and once for each way in which a later run may change them.
struct HeldJudgements {
    /// A class is taken to have shown all that some branches miss.
    struct Assumption: Hashable {
        var sourceClass: SourceClass
        var branches: [Int]
    }

    /// What a judgement comes to under an assumption.
    struct Rendered {
        var counts = VerdictCounts()
        var findings: [DraftFinding] = []
    }

    struct Release {
        var rule: CompiledRule
        var counts: VerdictCounts
        var findings: [DraftFinding]
        var context: RunContext
    }

    private struct Key: Hashable {
        var rule: Int
        var variant: Int
        var app: String
        var version: String?
        var classes: [SourceClass]
        var open: [Int: [Int]]
    }

    private struct Group {
        var rule: CompiledRule
        var variant: Int
        var context: RunContext
        var open: [Int: [Int]]
        var now = Rendered()
        var assuming: [Assumption: Rendered] = [:]
    }

    /// Branches whose requirements are assumed to be met one by one; where more miss something, all are or none.
    private static let separateBranches = 3

    private var groups: [Group] = []
    private var numbers: [Key: Int] = [:]

    /// All assumptions that may turn out to be true of branches that miss something.
    static func assumptions(of branches: [Int], _ classes: [SourceClass]) -> [Assumption] {
        var sets = [branches]
        if branches.count <= separateBranches {
            sets = [[]]
            for branch in branches { sets += sets.map { $0 + [branch] } }
            sets.removeFirst()
        }
        return sets.flatMap { set in classes.map { Assumption(sourceClass: $0, branches: set) } }
    }

    /// Adds a judgement; gives the number of the group that it joins.
    @discardableResult
    mutating func add(
        _ rule: CompiledRule, variant: Int, _ context: RunContext, open: [Int: [Int]], now: Rendered,
        assumptions: [(Assumption, Rendered)]
    ) -> Int {
        let key = Key(
            rule: rule.serial, variant: variant, app: context.app, version: context.facts.run.version,
            classes: context.classes, open: open)
        let number = numbers[key] ?? groups.count
        if number == groups.count {
            numbers[key] = number
            groups.append(Group(rule: rule, variant: variant, context: context, open: open))
        }
        add(now: now, assumptions: assumptions, to: number)
        return number
    }

    /// Adds a judgement to a group that is known.
    mutating func add(now: Rendered, assumptions: [(Assumption, Rendered)], to number: Int) {
        HeldJudgements.add(now, to: &groups[number].now)
        for (assumption, rendered) in assumptions {
            HeldJudgements.add(rendered, to: &groups[number].assuming[assumption, default: Rendered()])
        }
    }

    private static func add(_ rendered: Rendered, to total: inout Rendered) {
        total.counts.add(rendered.counts)
        total.findings += rendered.findings
    }

    /// Every judgement as it is now that all runs are known.
    func finish(_ shows: Shows) -> [Release] {
        groups.map { group in
            let chosen = choice(group, shows)
            return Release(
                rule: group.rule, counts: chosen.counts, findings: chosen.findings, context: group.context)
        }
    }

    private func choice(_ group: Group, _ shows: Shows) -> Rendered {
        var met: [Int] = []
        var missing: [Int: Int] = [:]
        var common = Set(group.context.classes)
        var any: Set<SourceClass> = []
        for branch in group.open.keys.sorted() {
            let lists = group.rule.requirements[group.variant][branch]
            let showing = (group.open[branch] ?? []).map { RequirementState.showing(lists[$0], group.context, shows) }
            if let place = showing.firstIndex(where: \.isEmpty) {
                missing[branch] = place
                continue
            }
            met.append(branch)
            for classes in showing {
                common.formIntersection(classes)
                any.formUnion(classes)
            }
        }
        if met.isEmpty { return HeldJudgements.renamed(group.now, group, missing: missing) }
        // In the order in which the run met them: sets have none.
        let candidates = group.context.classes.filter { (common.isEmpty ? any : common).contains($0) }.compactMap {
            group.assuming[Assumption(sourceClass: $0, branches: met)]
        }
        // One class that covers is enough; where none shows all, the more careful judgement counts.
        let chosen = candidates.min { left, right in
            common.isEmpty
                ? left.counts.violated < right.counts.violated : left.counts.inconclusive < right.counts.inconclusive
        }
        return HeldJudgements.renamed(chosen ?? group.now, group, missing: missing)
    }

    /// A judgement that says what is still missing: what was missing at first may have been shown since.
    ///
    /// - Parameter missing: for branches that are not met, which of their open lists is the first without an answer.
    private static func renamed(_ rendered: Rendered, _ group: Group, missing: [Int: Int]) -> Rendered {
        var rendered = rendered
        let requirements = group.rule.requirements[group.variant]
        for (branch, place) in missing.sorted(by: { $0.key < $1.key }) where place > 0 {
            guard let lists = group.open[branch], let first = lists.first else { continue }
            let old = RequirementState.name(of: requirements[branch][first])
            guard let count = rendered.counts.reasons.removeValue(forKey: old) else { continue }
            rendered.counts.reasons[RequirementState.name(of: requirements[branch][lists[place]]), default: 0] += count
        }
        return rendered
    }
}
