// SPDX-License-Identifier: MIT

import LifelintModel

/// Judgements of runs in which there is nothing for a rule to look at: they follow from what logs show and from nothing
/// else, so each is found once and then remembered.
struct IdleJudgements {
    /// What such a judgement comes to.
    struct Known {
        var judgement: RuleJudgement
        /// Where a later run may change it: the group of those that are held, and what to add to it.
        var held: HeldRow?
    }

    /// What is added to a group of held judgements.
    struct HeldRow {
        var group: Int
        var now: HeldJudgements.Rendered
        var assuming: [HeldJudgements.Rendered]
    }

    struct Key: Hashable {
        fileprivate var rule: Int
        fileprivate var variant: Int
        fileprivate var branches: UInt64
        fileprivate var circumstances: Int
    }

    private struct Circumstances: Hashable {
        var app: String
        var version: String?
        var classes: [SourceClass]
    }

    /// More are not remembered at once.
    private static let limit = 65_536

    private var known: [Key: Known] = [:]
    private var numbers: [Circumstances: Int] = [:]
    private var revision = 0
    private var current = 0

    /// A run is to be judged: forgets what is no longer true.
    mutating func begin(_ context: RunContext, _ shows: Shows) {
        if shows.revision != revision || known.count > IdleJudgements.limit || numbers.count > IdleJudgements.limit {
            known = [:]
            numbers = [:]
            revision = shows.revision
        }
        let circumstances = Circumstances(
            app: context.app, version: context.facts.run.version, classes: context.classes)
        current = numbers[circumstances] ?? numbers.count
        if current == numbers.count { numbers[circumstances] = current }
    }

    /// Under what the judgement is remembered; nil where more than that decides it.
    func key(_ result: RuleResult, _ judging: RuleJudging) -> Key? {
        guard result.isIdle, let required = result.rule.requiredEvents[result.variant],
            !required.contains(where: { !judging.context.told[$0].isEmpty }), let branches = judging.branchBits
        else { return nil }
        return Key(
            rule: result.rule.serial, variant: result.variant, branches: branches, circumstances: current)
    }

    subscript(key: Key) -> Known? {
        get { known[key] }
        set { known[key] = newValue }
    }
}
