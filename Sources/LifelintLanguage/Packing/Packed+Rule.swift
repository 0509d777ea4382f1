// SPDX-License-Identifier: MIT

import LifelintModel

extension Rule.Preset: PackedChoice {}
extension RuleBody.Combination: PackedChoice {}
extension RuleClock: PackedChoice {}

/// Its source and its tests are left out: the one stands in the program anyway, the others are of no use to an
/// analysis.
extension EventSelector: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            names: [EventSelector.Name](from: &reader), condition: Condition?(from: &reader),
            phase: EventPhase(from: &reader), text: String(from: &reader))
        same = [String](from: &reader)
        captures = (0..<reader.count()).map { _ in (reader.text(), reader.text()) }
    }

    func pack(into writer: inout RulePacker) {
        writer.add(names, condition, phase, text, same)
        writer.add(number: captures.count)
        for capture in captures { writer.add(capture.name, capture.field) }
    }
}

extension SpanSelector: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            source: SpanSelector.Source(from: &reader), condition: Condition?(from: &reader),
            text: String(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(source, condition, text)
    }
}

extension CauseSelector: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            causes: Set<EndingCause>(from: &reader), confidence: Confidence(from: &reader), text: String(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(causes, confidence, text)
    }
}

extension RunItem: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(at: SourceLocation(from: &reader))
        endedBy = CauseSelector?(from: &reader)
        during = [SpanSelector](from: &reader)
        launch = [Launch.Kind](from: &reader)
        saw = [RunItem.Sight](from: &reader)
        missing = [RunItem.Sight](from: &reader)
        stateAtEnd = [AppState](from: &reader)
        unsaved = Bool?(from: &reader)
        condition = Condition?(from: &reader)
        minimumRuns = Int(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(at, endedBy, during, launch, saw, missing, stateAtEnd, unsaved, condition, minimumRuns)
    }
}

extension RunItem.Sight: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(events: [EventSelector](from: &reader), within: TimeLimit?(from: &reader))
        of = [EventSelector](from: &reader)
        during = [SpanSelector](from: &reader)
        near = [EventSelector](from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(events, within, of, during, near)
    }
}

extension TimeLimit: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(nanoseconds: Int64(from: &reader), clock: RuleClock?(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(nanoseconds, clock)
    }
}

extension RuleBody: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(combination: RuleBody.Combination?(from: &reader), branches: [RuleBranch](from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(combination, branches)
    }
}

extension RuleBranch: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(check: Check(from: &reader), at: SourceLocation(from: &reader))
        forEach = ForEach(from: &reader)
        isForEachWritten = Bool(from: &reader)
        same = [String](from: &reader)
        whileOpen = [[SpanSelector]](from: &reader)
        condition = Condition?(from: &reader)
        appliesIf = Condition?(from: &reader)
        requires = [[Requirement]](from: &reader)
        clock = RuleClock(from: &reader)
        preset = Rule.Preset?(from: &reader)
        atMost = Confidence?(from: &reader)
        severity = Finding.Severity?(from: &reader)
        message = MessageTemplate?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(
            check, at, forEach, isForEachWritten, same, whileOpen, condition, appliesIf, requires, clock, preset,
            atMost, severity, message)
    }
}

extension Rule.Variant: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            when: Condition?(from: &reader), body: RuleBody(from: &reader), parameters: [String: Value](from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(when, body, parameters)
    }
}

extension Rule.Parameter: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            name: String(from: &reader), standard: Value(from: &reader), isList: Bool(from: &reader),
            value: Value?(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(name, standard, isList, value)
    }
}

extension Rule.SeverityChoice: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(when: Condition(from: &reader), severity: Finding.Severity?(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(when, severity)
    }
}

extension Rule.Binding: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(name: String(from: &reader), isFirst: Bool(from: &reader), events: [EventSelector](from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(name, isFirst, events)
    }
}

extension Rule.UnlessNext: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(item: RunItem(from: &reader), same: [String](from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(item, same)
    }
}

extension Rule.Usually: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            share: RunShare(from: &reader), of: RunShare(from: &reader), atLeast: Int(from: &reader),
            outOf: Int(from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(share, of, atLeast, outOf)
    }
}

extension Rule: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            id: String(from: &reader), title: String(from: &reader), topic: String(from: &reader),
            message: MessageTemplate(from: &reader), variants: [Rule.Variant](from: &reader),
            at: SourceLocation(from: &reader))
        preset = Rule.Preset(from: &reader)
        severity = Finding.Severity?(from: &reader)
        severityBy = [Rule.SeverityChoice](from: &reader)
        parameters = [Rule.Parameter](from: &reader)
        why = String(from: &reader)
        fix = String(from: &reader)
        blindSpots = String(from: &reader)
        links = [String](from: &reader)
        aliases = [String](from: &reader)
        subsumes = [String](from: &reader)
        culprits = [String](from: &reader)
        bindings = [Rule.Binding](from: &reader)
        minimumRuns = Int(from: &reader)
        unlessNext = Rule.UnlessNext?(from: &reader)
        interruptedBy = [EventSelector](from: &reader)
        usually = Rule.Usually?(from: &reader)
        oncePerVersion = Set<Finding.Severity>(from: &reader)
        uses = [String](from: &reader)
        overrides = Bool(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(
            id, title, topic, message, variants, at, preset, severity, severityBy, parameters, why, fix, blindSpots,
            links, aliases, subsumes, culprits, bindings, minimumRuns, unlessNext, interruptedBy, usually,
            oncePerVersion, uses, overrides)
    }
}

extension MessageTemplate: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init([MessageTemplate.Part](from: &reader))
    }

    func pack(into writer: inout RulePacker) {
        writer.add(parts)
    }
}

extension MessageTemplate.Part: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 3) {
        case 0: self = .text(reader.text())
        case 1: self = .field(reader.text())
        default: self = .optional([MessageTemplate.Part](from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .text(let text): writer.add(tag: 0, text)
        case .field(let path): writer.add(tag: 1, path)
        case .optional(let parts): writer.add(tag: 2, parts)
        }
    }
}

extension ForEach: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 5) {
        case 0: self = .run
        case 1: self = .scene
        case 2: self = .device
        case 3: self = .app
        default: self = .span(reader.text(), key: reader.text())
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .run: writer.add(tag: 0)
        case .scene: writer.add(tag: 1)
        case .device: writer.add(tag: 2)
        case .app: writer.add(tag: 3)
        case .span(let name, let key): writer.add(tag: 4, name, key)
        }
    }
}

extension Requirement: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 2) {
        case 0: self = .event(EventSelector(from: &reader), inRun: Bool(from: &reader), name: reader.text())
        default: self = .endedBy(CauseSelector(from: &reader), name: reader.text())
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .event(let selector, let inRun, let name): writer.add(tag: 0, selector, inRun, name)
        case .endedBy(let causes, let name): writer.add(tag: 1, causes, name)
        }
    }
}

extension EventSelector.Name: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 3) {
        case 0: self = .event(EventName(from: &reader))
        case 1: self = .custom(reader.text())
        default: self = .glob(Glob(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .event(let name): writer.add(tag: 0, name)
        case .custom(let name): writer.add(tag: 1, name)
        case .glob(let glob): writer.add(tag: 2, glob)
        }
    }
}

extension SpanSelector.Source: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 2) {
        case 0: self = .named(reader.text())
        default: self = .between(from: [EventSelector](from: &reader), to: [EventSelector](from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .named(let name): writer.add(tag: 0, name)
        case .between(let from, let to): writer.add(tag: 1, from, to)
        }
    }
}

extension RunShare: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 3) {
        case 0: self = .events([EventSelector](from: &reader))
        case 1: self = .span(SpanSelector(from: &reader))
        default: self = .run(RunItem(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .events(let events): writer.add(tag: 0, events)
        case .span(let span): writer.add(tag: 1, span)
        case .run(let item): writer.add(tag: 2, item)
        }
    }
}

extension RulePlaces: Packed {
    init(from reader: inout RuleUnpacker) {
        func items() -> [Item] {
            (0..<reader.count()).map { _ in (reader.text(), SourceLocation(from: &reader)) }
        }
        self.init(id: SourceLocation(from: &reader))
        uses = items()
        subsumes = items()
        aliases = items()
    }

    func pack(into writer: inout RulePacker) {
        id.pack(into: &writer)
        for items in [uses, subsumes, aliases] {
            writer.add(number: items.count)
            for item in items { writer.add(item.text, item.at) }
        }
    }
}
