// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Guards that a check has no use for: who writes one means something by it, so it is a problem.
extension RuleReader {
    /// What stands beside a check, in its branch or in the rule.
    mutating func refuseIdleGuards(_ check: Check, _ values: Values) {
        if check.hasNoTrigger {
            refuse(
                values["where"], "where",
                check.isOfItems
                    ? "conditions on runs stand in the items, or under “applies_if”"
                    : "conditions stand beside its events, or under “applies_if”")
            refuse(values["while"], "while", "nothing triggers it that something could be open at")
        }
        if case .formula(let formula) = check, let each = values["for_each"], let name = each.scalar?.text,
            name != "run", formula.outermostSpan != name
        {
            refuse(each, "for_each", "a formula names its instances itself, as in “forall t in backgroundTask: …”")
        }
        guard let clock = values["clock"], clock.scalar?.text != RuleClock.wall.rawValue, check.isOfWallTime else {
            return
        }
        refuse(clock, "clock", "a limit over several runs, or before an end, counts wall time")
    }

    /// What only a rule has.
    mutating func refuseIdleGuards(_ body: RuleBody, _ values: Values) {
        guard body.combination == nil, let check = body.branches.first?.check else { return }
        if check.hasNoWindow {
            refuse(values["interrupted_by"], "interrupted_by", "it has no window that something could interrupt")
        }
        if check.looksOverRuns {
            refuse(
                values["usually"], "usually", "it looks over several runs itself; write a share beside it under all_of")
        }
        guard check.isOfItems else { return }
        refuse(values["evidence"], "evidence", "it says itself how many runs it needs")
        refuse(values["let"], "let", "nothing triggers it before which events could be bound")
    }

    private mutating func refuse(_ node: YAMLNode?, _ key: String, _ why: String) {
        guard let node else { return }
        reader.report(.badRule, at: node.at, "“\(key)” has no meaning for this check: \(why).")
    }
}

extension Check {
    /// Whether it is about runs as its items describe them.
    fileprivate var isOfItems: Bool {
        switch self {
        case .runs, .streak, .versions: true
        default: false
        }
    }

    /// Whether no event or span triggers it.
    fileprivate var hasNoTrigger: Bool {
        switch self {
        case .formula: true
        case .share(let share):
            if case .run = share.share, case .run = share.of { true } else { false }
        default: isOfItems
        }
    }

    /// Whether what it finds lies at one moment, or in several runs.
    fileprivate var hasNoWindow: Bool {
        switch self {
        case .place, .ending, .openEnd, .share, .formula: true
        case .count(let count): count.group != nil || count.isOverDevice
        default: isOfItems
        }
    }

    /// Whether its limits count wall time, whatever the clock.
    fileprivate var isOfWallTime: Bool {
        switch self {
        case .runs, .streak, .onDevice: true
        case .count(let count): count.isOverDevice
        case .ending(let ending): ending.within != nil
        default: false
        }
    }
}

extension Formula {
    /// The kind of span whose instances it is asked of one by one.
    fileprivate var outermostSpan: String? { if case .forAll(_, let span, _) = self { span } else { nil } }
}
