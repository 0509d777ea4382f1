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
        let rule: CompiledRule
        /// How often it was found again since it was last counted.
        fileprivate(set) var repetitions = 0

        init(_ rule: CompiledRule, judgement: RuleJudgement, held: HeldRow?) {
            self.rule = rule
            self.judgement = judgement
            self.held = held
        }
    }

    /// What is added to a group of held judgements.
    struct HeldRow {
        var group: Int
        var now: VerdictCounts
        var assuming: [VerdictCounts]
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

    /// A run is to be judged: forgets what is no longer true, once it is counted.
    mutating func begin(_ context: RunContext, _ shows: Shows, _ count: (Known, _ times: Int) -> Void) {
        if shows.revision != revision || known.count > IdleJudgements.limit || numbers.count > IdleJudgements.limit {
            takeRepetitions(count)
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
        guard result.isIdle, !result.rule.isGated, let required = result.rule.requiredEvents[result.variant],
            !required.contains(where: { !judging.context.told[$0].isEmpty }), let branches = judging.branchBits
        else { return nil }
        return Key(
            rule: result.rule.serial, variant: result.variant, branches: branches, circumstances: current)
    }

    /// Gives what is remembered; that it was found again is counted later, together with others like it.
    mutating func repeated(_ key: Key) -> RuleJudgement? {
        guard let index = known.index(forKey: key) else { return nil }
        known.values[index].repetitions += 1
        return known.values[index].judgement
    }

    /// Remembers what was found for the first time, and counted.
    mutating func remember(_ found: Known, as key: Key) { known[key] = found }

    /// Gives what was found again since this was last asked, and how often.
    mutating func takeRepetitions(_ count: (Known, _ times: Int) -> Void) {
        var index = known.values.startIndex
        while index < known.values.endIndex {
            let times = known.values[index].repetitions
            if times > 0 {
                count(known.values[index], times)
                known.values[index].repetitions = 0
            }
            known.values.formIndex(after: &index)
        }
    }
}
