// SPDX-License-Identifier: MIT

import LifelintModel

/// What attributes say, as ``EventBatch`` gives it.
extension BatchView {
    /// The attribute with that key of the vocabulary.
    func attribute(_ key: AttributeKey, of record: borrowing EventRecord) -> Attribute? {
        guard record.attributesCount > 0 else { return nil }
        for attribute in attributes(of: record) where attribute.key == key { return attribute }
        return nil
    }

    /// The value of an attribute as text, however it was typed.
    func string(_ key: AttributeKey, of record: borrowing EventRecord) -> String? {
        attribute(key, of: record).flatMap { string($0.text) }
    }

    /// The value of a whole-number attribute (also of bytes and durations).
    func integer(_ key: AttributeKey, of record: borrowing EventRecord) -> Int64? {
        guard let attribute = attribute(key, of: record) else { return nil }
        switch attribute.kind {
        case .integer, .bytes, .duration, .bool: return attribute.bits
        case .number: return Int64(exactly: attribute.number.rounded())
        case .string: return nil
        }
    }

    /// The value of a yes-or-no attribute.
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

    /// The name of an event as it is written.
    func name(of record: borrowing EventRecord) -> String {
        record.name == .custom ? string(record.customName) ?? "" : record.name.text
    }
}
