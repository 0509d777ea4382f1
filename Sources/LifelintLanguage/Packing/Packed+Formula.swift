// SPDX-License-Identifier: MIT

extension Formula: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 19) {
        // Where nothing is left to read, the first case ends it.
        case 0: self = .runStart
        case 1: self = .not(Formula(from: &reader))
        case 2: self = .and(Formula(from: &reader), Formula(from: &reader))
        case 3: self = .or(Formula(from: &reader), Formula(from: &reader))
        case 4: self = .implies(Formula(from: &reader), Formula(from: &reader))
        case 5: self = .always(Formula(from: &reader))
        case 6: self = .eventually(Interval?(from: &reader), Formula(from: &reader))
        case 7: self = .until(Formula(from: &reader), Interval?(from: &reader), Formula(from: &reader))
        case 8: self = .once(Interval?(from: &reader), Formula(from: &reader))
        case 9: self = .historically(Interval?(from: &reader), Formula(from: &reader))
        case 10: self = .since(Formula(from: &reader), Interval?(from: &reader), Formula(from: &reader))
        case 11: self = .event(EventSelector(from: &reader), variable: String?(from: &reader))
        case 12: self = .begin(reader.text())
        case 13: self = .end(reader.text())
        case 14: self = .openSpan(SpanSelector(from: &reader))
        case 15: self = .openInstance(reader.text())
        case 16: self = .forAll(variable: reader.text(), span: reader.text(), Formula(from: &reader))
        case 17: self = .runEnd
        default: self = .ended(CauseSelector(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .forAll(let variable, let span, let inner): writer.add(tag: 16, variable, span, inner)
        case .not(let inner): writer.add(tag: 1, inner)
        case .and(let left, let right): writer.add(tag: 2, left, right)
        case .or(let left, let right): writer.add(tag: 3, left, right)
        case .implies(let left, let right): writer.add(tag: 4, left, right)
        case .always(let inner): writer.add(tag: 5, inner)
        case .eventually(let interval, let inner): writer.add(tag: 6, interval, inner)
        case .until(let left, let interval, let right): writer.add(tag: 7, left, interval, right)
        case .once(let interval, let inner): writer.add(tag: 8, interval, inner)
        case .historically(let interval, let inner): writer.add(tag: 9, interval, inner)
        case .since(let left, let interval, let right): writer.add(tag: 10, left, interval, right)
        case .event(let selector, let variable): writer.add(tag: 11, selector, variable)
        case .begin(let span): writer.add(tag: 12, span)
        case .end(let span): writer.add(tag: 13, span)
        case .openSpan(let selector): writer.add(tag: 14, selector)
        case .openInstance(let variable): writer.add(tag: 15, variable)
        case .runStart: writer.add(tag: 0)
        case .runEnd: writer.add(tag: 17)
        case .ended(let causes): writer.add(tag: 18, causes)
        }
    }
}
