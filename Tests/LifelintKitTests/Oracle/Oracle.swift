// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

@testable import LifelintLanguage

/// Says what a check must find in some runs by looking at all of each run, again and again, for every question.
///
/// It follows the description of the rule language word by word and is as slow as that is. Conditions, gaps, clock
/// changes and inferred states are beyond it.
struct Oracle {
    let branch: RuleBranch
    let runs: [OracleRun]

    func verdicts() -> OracleVerdicts {
        var verdicts = OracleVerdicts()
        for run in runs {
            if let unmet = branch.requires.first(where: { !isMet($0) }), let name = unmet.first?.name {
                verdicts.skip("requires " + name)
                continue
            }
            OracleJudge(branch: branch, run: run).judge(&verdicts)
        }
        return verdicts
    }

    /// All sources of the traces are one class, so what any run shows covers all.
    private func isMet(_ item: [Requirement]) -> Bool {
        item.contains { requirement in
            guard case .event(let selector, _, _) = requirement else { return false }
            return runs.contains { run in run.events.contains { selector.matches($0) } }
        }
    }
}

/// Judges one run.
struct OracleJudge {
    let branch: RuleBranch
    let run: OracleRun

    func judge(_ verdicts: inout OracleVerdicts) {
        switch branch.check {
        case .response(let check): judge(check, &verdicts)
        case .precedence(let before, let expect, let since):
            judgePrecedence(before: before, expect: expect, since: since, &verdicts)
        case .between(let opens, let closes, let events, let forbids):
            judgeBetween(opens: opens, closes: closes, events: events, forbids: forbids, &verdicts)
        case .window(let after, let forbid, let within, let until):
            judgeWindow(after: after, forbid: forbid, within: within, until: until, &verdicts)
        case .count(let check): judge(check, &verdicts)
        case .length(let check): judge(check, &verdicts)
        case .openEnd(let check): judge(check, &verdicts)
        case .ending(let check): judge(check, &verdicts)
        case .sequence(let check): judge(check, &verdicts)
        case .overlap(let check): judge(check, &verdicts)
        case .place(let check): judge(check, &verdicts)
        case .trend(let check): judge(check, &verdicts)
        default: verdicts.isOpen = true
        }
    }

    // MARK: Words of the description

    func clock(_ limit: TimeLimit) -> String { (limit.clock ?? branch.clock).rawValue }

    /// Whether the time between two events exceeds a limit: by more than the resolution.
    func exceeds(_ limit: TimeLimit, from first: Int, to last: Int) -> Bool {
        let time = Int64(run.time(from: first, to: last, clock: clock(limit))) * 1_000_000
        return time > limit.nanoseconds + Int64(run.resolution) * 1_000_000
    }

    /// Whether more time lies between two events than a limit, as far as their clocks tell.
    func isReached(_ limit: TimeLimit, from first: Int, to last: Int) -> Bool {
        Int64(run.time(from: first, to: last, clock: clock(limit))) * 1_000_000 > limit.nanoseconds
    }

    /// Whether an event belongs to the key of a trigger: it lacks a field of the key, or has an equal one.
    func belongs(_ event: Int, to trigger: Int) -> Bool {
        keyFields.allSatisfy { field in
            guard let value = run.events[event].attributes[field] else { return true }
            return value == run.events[trigger].attributes[field]
        }
    }

    var keyFields: [String] {
        switch branch.forEach {
        case .span(_, let key): [key] + branch.same
        default: branch.same
        }
    }

    func isTrigger(_ index: Int, _ selectors: [EventSelector]) -> Bool {
        guard means(index, selectors) else { return false }
        return branch.whileOpen.allSatisfy { spans in
            spans.contains { span in index > 0 && run.spans(span.text).contains { $0.isOpen(after: index - 1) } }
        }
    }

    /// Whether an event is one of those, of the key of a trigger, and has what each of them asks of the trigger.
    func answers(_ index: Int, _ selectors: [EventSelector], to trigger: Int) -> Bool {
        belongs(index, to: trigger)
            && selectors.contains { selector in
                let (its, mine) = (run.events[index].attributes, run.events[trigger].attributes)
                return selector.matches(run.events[index])
                    && selector.same.allSatisfy { its[$0] == nil || mine[$0] == nil || its[$0] == mine[$0] }
                    && (selector.condition == nil || its["document"] != nil && its["document"] == mine["document"])
            }
    }

    func means(_ index: Int, _ selectors: [EventSelector]) -> Bool {
        selectors.contains { $0.matches(run.events[index]) }
    }

    /// The events after one of its key.
    func later(than trigger: Int) -> Range<Int> { (trigger + 1)..<run.events.count }

    /// The event that told the end, or the last.
    var last: Int { run.events.count - 1 }
}

extension EventSelector {
    /// Whether it means that event, by its name alone.
    func matches(_ event: OracleRun.Event) -> Bool {
        names.contains { name in
            switch name {
            case .event(let known): known.text == event.name
            case .custom(let own): own == event.name
            case .glob(let glob): glob.matches(event.name)
            }
        }
    }
}
