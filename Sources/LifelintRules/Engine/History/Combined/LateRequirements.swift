// SPDX-License-Identifier: MIT

import LifelintModel

/// What branches miss in runs and a later run may show: the same for many runs, so it is kept once for all of a kind.
struct LateRequirements {
    /// What has become of it once all runs are known.
    enum Answer {
        /// Still missing; how `why` names it.
        case missing(SkippedReason)
        /// These classes of the run have shown it: each of them all that was missing, or only together.
        case shown(by: ClassSet, isEach: Bool)
    }

    private struct Key: Hashable {
        var rule: Int
        var variant: Int
        var branch: Int
        /// The lists that were not met, by their place among those of the branch.
        var lists: [Int]
        var app: String
        var version: String?
        var classes: [SourceClass]
    }

    private struct Late {
        var lists: [RequirementList]
        var context: RunContext
    }

    private var numbers: [Key: Int] = [:]
    private var all: [Late] = []

    /// The number of what a branch misses in a run.
    mutating func number(
        of lists: [Int], _ rule: CompiledRule, variant: Int, branch: Int, in context: RunContext
    ) -> Int {
        let key = Key(
            rule: rule.serial, variant: variant, branch: branch, lists: lists, app: context.app,
            version: context.facts.run.version, classes: context.classes)
        if let known = numbers[key] { return known }
        numbers[key] = all.count
        all.append(Late(lists: lists.map { rule.requirements[variant][branch][$0] }, context: context))
        return all.count - 1
    }

    /// By their numbers; asked when no more runs come.
    func answers(_ shows: Shows) -> [Answer] { all.map { LateRequirements.answer($0, shows) } }

    private static func answer(_ late: Late, _ shows: Shows) -> Answer {
        let shown = shows.shown(to: late.context)
        var common = ClassSet(first: late.context.classes.count)
        var any = ClassSet()
        for list in late.lists {
            let classes = RequirementState.showing(list, late.context, shown)
            if classes.isEmpty { return .missing(list.reason) }
            common.formIntersection(classes)
            any.formUnion(classes)
        }
        return common.isEmpty ? .shown(by: any, isEach: false) : .shown(by: common, isEach: true)
    }
}
