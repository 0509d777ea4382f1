// SPDX-License-Identifier: MIT

import LifelintModel

extension Finding.Severity: PackedChoice {}
extension Confidence: PackedChoice {}
extension EndingCause: PackedChoice {}
extension AppState: PackedChoice {}
extension Launch.Kind: PackedChoice {}

extension EventName: Packed {
    init(from reader: inout RuleUnpacker) {
        self = EventName(rawValue: UInt16(reader.tag(below: EventName.allCases.count))) ?? .custom
    }

    func pack(into writer: inout RulePacker) { writer.add(number: Int(rawValue)) }
}

extension EventPhase: Packed {
    init(from reader: inout RuleUnpacker) { self = EventPhase(rawValue: UInt8(reader.tag(below: 3))) ?? .missing }
    func pack(into writer: inout RulePacker) { writer.add(number: Int(rawValue)) }
}

extension Glob: Packed {
    init(from reader: inout RuleUnpacker) { self.init(reader.text()) }
    func pack(into writer: inout RulePacker) { writer.add(text: pattern) }
}

extension SourceLocation: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            file: reader.file, line: reader.number(), column: reader.number(), offset: Int64(reader.number()),
            length: reader.number())
    }

    func pack(into writer: inout RulePacker) {
        writer.add(number: line)
        writer.add(number: column)
        writer.add(number: Int(offset))
        writer.add(number: length)
    }
}

extension Value: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 7) {
        case 0: self = .string(reader.text())
        case 1: self = .integer(reader.signed())
        case 2: self = .number(Double(from: &reader))
        case 3: self = .bool(Bool(from: &reader))
        case 4: self = .duration(reader.signed())
        case 5: self = .bytes(reader.signed())
        default: self = .instant(Timestamp(nanoseconds: reader.signed(), digits: UInt8(from: &reader)))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .string(let value): writer.add(tag: 0, value)
        case .integer(let value): writer.add(tag: 1, value)
        case .number(let value): writer.add(tag: 2, value)
        case .bool(let value): writer.add(tag: 3, value)
        case .duration(let value): writer.add(tag: 4, value)
        case .bytes(let value): writer.add(tag: 5, value)
        case .instant(let value): writer.add(tag: 6, value.nanoseconds, value.digits)
        }
    }
}

extension Condition: Packed {
    init(from reader: inout RuleUnpacker) {
        let tag = reader.tag(below: Condition.toldBefore + 1)
        if tag == Condition.toldBefore {
            self = reader.conditionToldBefore()
        } else {
            self.init(from: &reader, tag: tag)
            reader.keep(self)
        }
    }

    /// Written instead of one that stands before it in the same rule: many of its branches ask the same.
    private static let toldBefore = 10

    private init(from reader: inout RuleUnpacker, tag: Int) {
        switch tag {
        case 0: self = .or([Condition](from: &reader))
        case 1: self = .and([Condition](from: &reader))
        case 2: self = .not(Condition(from: &reader))
        case 3: self = .compare(Operand(from: &reader), Comparison(from: &reader), Operand(from: &reader))
        case 4: self = .contained(Operand(from: &reader), [Operand](from: &reader))
        case 5: self = .excluded(Operand(from: &reader), [Operand](from: &reader))
        case 6: self = .matches(Operand(from: &reader), Glob(from: &reader))
        case 7: self = .contains(Operand(from: &reader), Operand(from: &reader))
        case 8: self = .exists(reader.path())
        default: self = .truth(Operand(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        if let place = writer.place(of: self) {
            writer.add(number: Condition.toldBefore)
            writer.add(number: place)
        } else {
            packAnew(into: &writer)
            writer.keep(self)
        }
    }

    private func packAnew(into writer: inout RulePacker) {
        switch self {
        case .or(let parts): writer.add(tag: 0, parts)
        case .and(let parts): writer.add(tag: 1, parts)
        case .not(let part): writer.add(tag: 2, part)
        case .compare(let left, let comparison, let right): writer.add(tag: 3, left, comparison, right)
        case .contained(let operand, let list): writer.add(tag: 4, operand, list)
        case .excluded(let operand, let list): writer.add(tag: 5, operand, list)
        case .matches(let operand, let glob): writer.add(tag: 6, operand, glob)
        case .contains(let operand, let part): writer.add(tag: 7, operand, part)
        case .exists(let path):
            writer.add(number: 8)
            writer.add(shared: path.text)
        case .truth(let operand): writer.add(tag: 9, operand)
        }
    }
}

extension Condition.Comparison: Packed {
    private static let all: [Condition.Comparison] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    init(from reader: inout RuleUnpacker) { self = reader.one(of: Condition.Comparison.all) }

    func pack(into writer: inout RulePacker) {
        writer.add(number: Condition.Comparison.all.firstIndex(of: self) ?? 0)
    }
}

extension Condition.Operand: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 7) {
        case 0: self = .literal(Value(from: &reader))
        case 1: self = .field(reader.path())
        case 2: self = .add(Self(from: &reader), Self(from: &reader))
        case 3: self = .subtract(Self(from: &reader), Self(from: &reader))
        case 4: self = .multiply(Self(from: &reader), Self(from: &reader))
        case 5: self = .divide(Self(from: &reader), Self(from: &reader))
        default: self = .negate(Self(from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .literal(let value): writer.add(tag: 0, value)
        case .field(let path):
            writer.add(number: 1)
            writer.add(shared: path.text)
        case .add(let left, let right): writer.add(tag: 2, left, right)
        case .subtract(let left, let right): writer.add(tag: 3, left, right)
        case .multiply(let left, let right): writer.add(tag: 4, left, right)
        case .divide(let left, let right): writer.add(tag: 5, left, right)
        case .negate(let operand): writer.add(tag: 6, operand)
        }
    }
}
