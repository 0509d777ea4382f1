// SPDX-License-Identifier: MIT

import LifelintRules

@testable import LifelintLanguage

extension OracleJudge {
    func judge(_ check: Check.Response, _ verdicts: inout OracleVerdicts) {
        let triggers = run.events.indices.filter { isTrigger($0, check.after) }
        var answered: Set<Int> = []
        if check.pairsInOrder {
            for index in run.events.indices where means(index, check.expect) {
                let waiting = triggers.first { trigger in
                    trigger < index && !answered.contains(trigger) && answers(index, check.expect, to: trigger)
                        && !isOver(check, trigger, at: index)
                        && !(trigger + 1..<index).contains { answers($0, check.unless, to: trigger) }
                }
                if let waiting { answered.insert(waiting) }
            }
        }
        for trigger in triggers {
            let answer = later(than: trigger).first { index in
                isOver(check, trigger, at: index)
                    || answers(index, check.unless, to: trigger)
                    || (!check.pairsInOrder && answers(index, check.expect, to: trigger))
            }
            if answered.contains(trigger) {
                verdicts.satisfied += 1
            } else if let answer {
                if isOver(check, trigger, at: answer) {
                    verdicts.violate(run.events[trigger].line)
                } else {
                    verdicts.satisfied += 1
                }
            } else if run.isSeen, check.within == nil || check.onRunEnd == .violated {
                verdicts.violate(run.events[trigger].line)
            } else if run.isSeen, check.onRunEnd == .satisfied {
                verdicts.satisfied += 1
            } else {
                verdicts.cut(by: run)
            }
        }
    }

    private func isOver(_ check: Check.Response, _ trigger: Int, at index: Int) -> Bool {
        guard let within = check.within else { return false }
        return exceeds(within, from: trigger, to: index)
    }

    func judgePrecedence(
        before: [EventSelector], expect: [EventSelector], since: [EventSelector], _ verdicts: inout OracleVerdicts
    ) {
        for trigger in run.events.indices where isTrigger(trigger, before) {
            let anew = (0..<trigger).last { answers($0, since, to: trigger) }
            let range = (anew.map { $0 + 1 } ?? 0)..<trigger
            if range.contains(where: { answers($0, expect, to: trigger) }) {
                verdicts.satisfied += 1
            } else if anew == nil, !run.isStartKnown {
                verdicts.doubt("start-unseen")
            } else {
                verdicts.violate(run.events[trigger].line)
            }
        }
    }

    func judgeBetween(
        opens: [EventSelector], closes: [EventSelector], events: [EventSelector], forbids: Bool,
        _ verdicts: inout OracleVerdicts
    ) {
        var covered: [(open: Int, close: Int)] = []
        for open in run.events.indices where isTrigger(open, opens) {
            let key = keyFields.map { run.events[open].attributes[$0] }
            let isInside = covered.contains { pair in
                pair.open < open && open < pair.close
                    && keyFields.map { run.events[pair.open].attributes[$0] } == key
            }
            if isInside { continue }
            guard let close = later(than: open).first(where: { answers($0, closes, to: open) }) else {
                covered.append((open, .max))
                verdicts.cut(by: run)
                continue
            }
            covered.append((open, close))
            let seen = (open + 1..<close).first { answers($0, events, to: open) }
            switch (seen, forbids) {
            case (nil, false): verdicts.violate(run.events[open].line)
            case (let seen?, true): verdicts.violate(run.events[seen].line)
            default: verdicts.satisfied += 1
            }
        }
    }

    func judgeWindow(
        after: [EventSelector], forbid: [EventSelector], within: TimeLimit?, until: [EventSelector],
        _ verdicts: inout OracleVerdicts
    ) {
        for trigger in run.events.indices where isTrigger(trigger, after) {
            let decisive = later(than: trigger).first { index in
                within.map { exceeds($0, from: trigger, to: index) } == true
                    || answers(index, until, to: trigger)
                    || answers(index, forbid, to: trigger)
                        && within.map { isReached($0, from: trigger, to: index) } != true
            }
            guard let decisive else {
                if run.isSeen { verdicts.satisfied += 1 } else { verdicts.doubt("window-open") }
                continue
            }
            let isOver = within.map { exceeds($0, from: trigger, to: decisive) } == true
            if !isOver, !answers(decisive, until, to: trigger), answers(decisive, forbid, to: trigger) {
                verdicts.violate(run.events[decisive].line)
            } else {
                verdicts.satisfied += 1
            }
        }
    }

    /// The earliest match: of those that are complete first the one that began first.
    func judge(_ check: Check.Sequence, _ verdicts: inout OracleVerdicts) {
        var from = 0
        var isComplete = false
        while from < run.events.count {
            let ends = (from..<run.events.count).lazy.compactMap { end in
                match(check.steps[...], from: from, to: end, neighbour: nil).map { (first: $0, end: end) }
            }
            guard let match = ends.first else { break }
            isComplete = true
            verdicts.violate(run.events[match.first].line)
            from = match.end + 1
        }
        if !isComplete { verdicts.satisfied += 1 }
        if check.within != nil || check.isStrict { verdicts.isOpen = true }
    }

    /// The first event of a match that ends exactly at `end`; `neighbour` is the event of the step before.
    private func match(_ steps: ArraySlice<Check.Sequence.Step>, from: Int, to end: Int, neighbour: Int?) -> Int? {
        guard let step = steps.first else { return neighbour == end ? end : nil }
        if step.isNot {
            let rest = steps.dropFirst()
            guard let next = rest.first else { return nil }
            for index in from..<(end + 1) {
                if means(index, next.events),
                    match(rest.dropFirst(), from: index + 1, to: end, neighbour: index) != nil
                {
                    return index
                }
                if means(index, step.events) { return nil }
            }
            return nil
        }
        guard from <= end else { return nil }
        for index in from...end where means(index, step.events) {
            if match(steps.dropFirst(), from: index + 1, to: end, neighbour: index) != nil { return index }
        }
        return nil
    }
}
