// SPDX-License-Identifier: MIT

import LifelintModel

extension Check: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 17) {
        case 0: self = .response(Response(from: &reader))
        case 1:
            self = .precedence(
                before: [EventSelector](from: &reader), expect: [EventSelector](from: &reader),
                since: [EventSelector](from: &reader))
        case 2:
            self = .between(
                opens: [EventSelector](from: &reader), closes: [EventSelector](from: &reader),
                events: [EventSelector](from: &reader), forbids: Bool(from: &reader))
        case 3:
            self = .window(
                after: [EventSelector](from: &reader), forbid: [EventSelector](from: &reader),
                within: TimeLimit?(from: &reader), until: [EventSelector](from: &reader))
        case 4: self = .count(Count(from: &reader))
        case 5: self = .length(Length(from: &reader))
        case 6: self = .place(Place(from: &reader))
        case 7: self = .openEnd(OpenEnd(from: &reader))
        case 8: self = .ending(EndingCheck(from: &reader))
        case 9: self = .sequence(Sequence(from: &reader))
        case 10: self = .overlap(Overlap(from: &reader))
        case 11: self = .runs(items: [RunItem](from: &reader), within: TimeLimit(from: &reader))
        case 12: self = .share(Share(from: &reader))
        case 13: self = .trend(Trend(from: &reader))
        case 14: self = .versions([RunItem](from: &reader))
        case 15: self = .streak(Streak(from: &reader))
        default:
            self = Bool(from: &reader) ? .onDevice(Check(from: &reader)) : .formula(Formula(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .response(let check): writer.add(tag: 0, check)
        case .precedence(let before, let expect, let since): writer.add(tag: 1, before, expect, since)
        case .between(let opens, let closes, let events, let forbids):
            writer.add(tag: 2, opens, closes, events, forbids)
        case .window(let after, let forbid, let within, let until): writer.add(tag: 3, after, forbid, within, until)
        case .count(let check): writer.add(tag: 4, check)
        case .length(let check): writer.add(tag: 5, check)
        case .place(let check): writer.add(tag: 6, check)
        case .openEnd(let check): writer.add(tag: 7, check)
        case .ending(let check): writer.add(tag: 8, check)
        case .sequence(let check): writer.add(tag: 9, check)
        case .overlap(let check): writer.add(tag: 10, check)
        case .runs(let items, let within): writer.add(tag: 11, items, within)
        case .share(let check): writer.add(tag: 12, check)
        case .trend(let check): writer.add(tag: 13, check)
        case .versions(let items): writer.add(tag: 14, items)
        case .streak(let check): writer.add(tag: 15, check)
        case .formula(let formula): writer.add(tag: 16, false, formula)
        case .onDevice(let check): writer.add(tag: 16, true, check)
        }
    }
}

extension Check.RunEndVerdict: PackedChoice {}
extension Check.SilenceVerdict: PackedChoice {}
extension Check.Place.Group: PackedChoice {}
extension Check.OpenEnd.Moment: PackedChoice {}
extension Check.Count.Unit: PackedChoice {}

extension Check.Response: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            after: [EventSelector](from: &reader), expect: [EventSelector](from: &reader),
            within: TimeLimit?(from: &reader))
        unless = [EventSelector](from: &reader)
        onRunEnd = Check.RunEndVerdict?(from: &reader)
        pairsInOrder = Bool(from: &reader)
        toldBy = [EventSelector](from: &reader)
        onSilence = Check.SilenceVerdict?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(after, expect, within, unless, onRunEnd, pairsInOrder, toldBy, onSilence)
    }
}

extension Check.Count: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            events: [EventSelector](from: &reader), moreThan: Double(from: &reader),
            scope: Check.Count.Scope(from: &reader))
        open = SpanSelector?(from: &reader)
        unit = Check.Count.Unit(from: &reader)
        distinct = String?(from: &reader)
        sum = String?(from: &reader)
        without = [EventSelector](from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(events, moreThan, scope, open, unit, distinct, sum, without)
    }
}

extension Check.GradedLimit: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(severity: Finding.Severity?(from: &reader), limit: TimeLimit(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(severity, limit)
    }
}

extension Check.Length: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(span: SpanSelector(from: &reader))
        longerThan = [Check.GradedLimit](from: &reader)
        shorterThan = TimeLimit?(from: &reader)
        onSilence = Check.SilenceVerdict?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(span, longerThan, shorterThan, onSilence)
    }
}

extension Check.Place: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(events: [EventSelector](from: &reader))
        onlyDuring = [SpanSelector](from: &reader)
        neverDuring = [SpanSelector](from: &reader)
        across = Check.Place.Group?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(events, onlyDuring, neverDuring, across)
    }
}

extension Check.OpenEnd: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(span: SpanSelector(from: &reader))
        when = Check.OpenEnd.Moment(from: &reader)
        by = CauseSelector?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(span, when, by)
    }
}

extension Check.EndingCheck: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(by: CauseSelector(from: &reader))
        during = [SpanSelector](from: &reader)
        within = TimeLimit?(from: &reader)
        of = [EventSelector](from: &reader)
        naming = [SpanSelector](from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(by, during, within, of, naming)
    }
}

extension Check.Sequence: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(steps: [Check.Sequence.Step](from: &reader))
        within = TimeLimit?(from: &reader)
        isStrict = Bool(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(steps, within, isStrict)
    }
}

extension Check.Sequence.Step: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(events: [EventSelector](from: &reader))
        repeats = Int(from: &reader)
        isGreedy = Bool(from: &reader)
        isNot = Bool(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(events, repeats, isGreedy, isNot)
    }
}

extension Check.Overlap: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(span: SpanSelector(from: &reader), relation: Check.Overlap.Relation(from: &reader))
        coveredBy = [SpanSelector](from: &reader)
        notCoveredBy = [SpanSelector](from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(span, relation, coveredBy, notCoveredBy)
    }
}

extension Check.Share: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            share: RunShare(from: &reader), of: RunShare(from: &reader), limit: Check.Share.Limit(from: &reader),
            atLeastOf: Int(from: &reader), across: Check.Place.Group(from: &reader))
        over = Int64?(from: &reader)
        measure = Check.Share.Measure?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(share, of, limit, atLeastOf, across, over, measure)
    }
}

extension Check.Share.Measure: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(field: String(from: &reader), by: String?(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(field, by)
    }
}

extension Check.Trend: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            rising: [EventSelector](from: &reader), field: String(from: &reader), at: [EventSelector](from: &reader),
            times: Int(from: &reader))
        byShare = Double?(from: &reader)
        byAmount = Value?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(rising, field, at, times, byShare, byAmount)
    }
}

extension Check.Streak: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(length: Int(from: &reader), each: RunItem(from: &reader))
        within = TimeLimit?(from: &reader)
        ignore = RunItem?(from: &reader)
        same = [String](from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(length, each, within, ignore, same)
    }
}

extension Formula.Interval: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(from: Int64(from: &reader), to: Int64(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(from, to)
    }
}

extension Check.Count.Scope: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 5) {
        case 0: self = .within(TimeLimit(from: &reader))
        case 1: self = .during(SpanSelector(from: &reader))
        case 2: self = .run
        case 3: self = .group(Check.Place.Group(from: &reader))
        default: self = .device(TimeLimit?(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .within(let limit): writer.add(tag: 0, limit)
        case .during(let span): writer.add(tag: 1, span)
        case .run: writer.add(tag: 2)
        case .group(let group): writer.add(tag: 3, group)
        case .device(let limit): writer.add(tag: 4, limit)
        }
    }
}

extension Check.Overlap.Relation: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 3) {
        case 0: self = .overlaps(SpanSelector(from: &reader))
        case 1: self = .inside(SpanSelector(from: &reader))
        default: self = .outlives(SpanSelector(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .overlaps(let span): writer.add(tag: 0, span)
        case .inside(let span): writer.add(tag: 1, span)
        case .outlives(let span): writer.add(tag: 2, span)
        }
    }
}

extension Check.Share.Limit: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 2) {
        case 0: self = .moreThan(Double(from: &reader))
        default: self = .atLeast(Int(from: &reader), of: Int(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .moreThan(let share): writer.add(tag: 0, share)
        case .atLeast(let count, let total): writer.add(tag: 1, count, total)
        }
    }
}
