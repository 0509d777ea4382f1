// SPDX-License-Identifier: MIT

import LifelintModel

/// What attributes say, as ``EventBatch`` gives it.
extension BatchView {
    /// The attribute with that key of the vocabulary.
    ///
    /// Why in line: a record is large, and all of it would be copied for what is handed on of it.
    @inline(__always)
    func attribute(_ key: AttributeKey, of record: borrowing EventRecord) -> Attribute? {
        guard record.attributesCount > 0 else { return nil }
        return attribute(key, from: Int(record.attributesStart), count: Int(record.attributesCount))
    }

    /// The one with that key among so many attributes from there on.
    private func attribute(_ key: AttributeKey, from start: Int, count: Int) -> Attribute? {
        attributes(from: start, count: count).first(key)
    }

    /// The value of an attribute as text, however it was typed.
    @inline(__always)
    func string(_ key: AttributeKey, of record: borrowing EventRecord) -> String? {
        attribute(key, of: record).flatMap { string($0.text) }
    }

    /// The value of a whole-number attribute (also of bytes and durations).
    @inline(__always)
    func integer(_ key: AttributeKey, of record: borrowing EventRecord) -> Int64? {
        attribute(key, of: record).flatMap(\.whole)
    }

    /// The value of a yes-or-no attribute.
    @inline(__always)
    func bool(_ key: AttributeKey, of record: borrowing EventRecord) -> Bool? {
        guard let attribute = attribute(key, of: record), attribute.kind == .bool else { return nil }
        return attribute.bits != 0
    }

    /// An attribute as a value of its own; nil where its text is damaged.
    func value(_ attribute: Attribute) -> Value? {
        switch attribute.kind {
        case .string: string(attribute.text).map(Value.string)
        case .integer: .integer(attribute.bits)
        case .number: .number(attribute.number)
        case .bool: .bool(attribute.bits != 0)
        case .duration: .duration(attribute.bits)
        case .bytes: .bytes(attribute.bits)
        }
    }

    /// The key of an attribute as it is written.
    func key(_ attribute: Attribute) -> String {
        attribute.key == .custom ? string(attribute.keyText) ?? "" : attribute.key.name
    }

    /// What a report tells with an attribute whose key is none of the vocabulary's; nil where it is for rules alone.
    func reportKey(_ attribute: Attribute) -> ReportAttribute? {
        ReportAttribute.byName.first { equals(attribute.keyText, $0.name) }?.key
    }

    /// The name of an event as it is written.
    func name(of record: borrowing EventRecord) -> String {
        record.name == .custom ? string(record.customName) ?? "" : record.name.text
    }
}

extension Attribute {
    /// Its value as a whole number; nil where it is none.
    fileprivate var whole: Int64? {
        switch kind {
        case .integer, .bytes, .duration, .bool: bits
        case .number: Int64(exactly: number.rounded())
        case .string: nil
        }
    }
}

extension ReportAttribute {
    /// All of them, with the bytes of their names.
    fileprivate static let byName = allCases.map { (name: Array($0.rawValue.utf8), key: $0) }
}
