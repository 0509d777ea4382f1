// SPDX-License-Identifier: MIT

import LifelintModel

/// The fields of the record in hand, under the names that it uses itself.
private struct OwnFields: FieldSource {
    let values: [(key: String, value: Value)]

    func value(of path: String) -> Value? { values.first { $0.key == path }?.value }
}

extension RecordBuilder {
    /// What the record means by the recognisers; nil if none of them knows it.
    func recognise(_ view: ByteView) -> (meanings: [RecordMeaning], witness: WitnessClass?)? {
        let own = OwnFields(values: fields.map { (name(of: $0, view), value(of: $0, view)) })
        let app = winners[Int(RecordField.app.rawValue)]
        let appText = app >= 0 ? fields[app].value : defaults.record.app
        for recogniser in recognisers {
            if let glob = recogniser.app {
                guard appText.isPresent, glob.matches(String(decoding: bytes(appText, view), as: UTF8.self)) else {
                    continue
                }
            }
            for pattern in recogniser.records where pattern.condition.evaluate(own) {
                return (pattern.meanings, recogniser.witness)
            }
        }
        return nil
    }

    /// Replaces keys and values by those that a meaning gives; returns the text of the event's name.
    mutating func replaceFields(by meaning: RecordMeaning, _ view: ByteView) -> Text {
        // The record's own event decided what it means and is spent; its other fields stay.
        let event = winners[Int(RecordField.event.rawValue)]
        let own = fields
        if event >= 0 { fields.remove(at: event) }
        // Nothing else becomes the event now: what could have spelled it is an attribute.
        for index in fields.indices where fields[index].meaning.field == .event {
            fields[index].meaning.field = .attribute
        }
        for (key, template) in meaning.with {
            guard var value = value(of: template, own, view) else { continue }
            value.meaning = words.target(named: key)
            value.key = value.meaning.key == .custom ? batch.add(Array(key.utf8)) : .missing
            let others = fields.filter { raw in
                value.meaning.field == .attribute
                    ? name(of: raw, view) != key
                    : raw.meaning.field != value.meaning.field
            }
            fields = others
            fields.append(value)
        }
        return meaning.event == nil ? batch.add(Array(meaning.name.utf8)) : .missing
    }

    /// The value that a template makes of the record's fields; nil where one of them is missing.
    private mutating func value(of template: ValueTemplate, _ own: [RawField], _ view: ByteView) -> RawField? {
        func field(_ path: String) -> RawField? { own.first { name(of: $0, view) == path } }
        if template.parts.count == 1, case .field(let path) = template.parts[0] { return field(path) }
        var text: [UInt8] = []
        var position = 0
        for part in template.parts {
            switch part {
            case .literal(let literal): text.append(contentsOf: literal.utf8)
            case .field(let path):
                guard let raw = field(path) else { return nil }
                position = raw.position
                text.append(contentsOf: bytes(raw.value, view))
            }
        }
        let value = batch.add(text)
        return RawField(key: .missing, value: value, form: .word, meaning: KeyMeaning(), position: position)
    }

    private func name(of raw: RawField, _ view: ByteView) -> String {
        guard raw.key.isPresent else { return raw.meaning.field == .event ? "event" : raw.meaning.key.name }
        return String(decoding: bytes(raw.key, view), as: UTF8.self)
    }

    private func value(of raw: RawField, _ view: ByteView) -> Value {
        let text = bytes(raw.value, view)
        let untyped = KeyMeaning()
        let attribute = text.withView { AttributeParser.attribute(untyped, raw.form, $0, 0, $0.count).attribute }
        switch attribute.kind {
        case .string: return .string(String(decoding: text, as: UTF8.self))
        case .integer: return .integer(attribute.bits)
        case .number: return .number(attribute.number)
        case .bool: return .bool(attribute.bits != 0)
        case .duration: return .duration(attribute.bits)
        case .bytes: return .bytes(attribute.bits)
        }
    }
}
