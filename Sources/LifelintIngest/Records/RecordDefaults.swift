// SPDX-License-Identifier: MIT

import LifelintModel

/// What a header or a document says for all of its records.
struct RecordDefaults {
    /// One default, with bytes of its own: it outlives the chunk that said it.
    struct Token {
        var key: [UInt8]
        var value: [UInt8]
        var form: ValueForm
        var meaning: KeyMeaning
        /// Where key and value stand in the current batch, once they were needed in it.
        fileprivate var keyText: Text = .missing
        fileprivate var valueText: Text = .missing
    }

    /// The defaults, in the order in which they were said.
    private(set) var tokens: [Token] = []
    /// Whether the defaults changed since ``install(in:base:)``.
    private(set) var isStale = false
    private var byteCount = 0
    /// A record with nothing but the defaults.
    private(set) var record = EventRecord()
    /// The fields that the defaults set.
    private(set) var fields: UInt32 = 0
    /// The attributes among the defaults.
    private(set) var attributes: [Attribute] = []

    /// Adds a default; it replaces an earlier one of the same field or key.
    ///
    /// Returns whether there was room for it.
    mutating func add(key: [UInt8], value: [UInt8], form: ValueForm, meaning: KeyMeaning) -> Bool {
        tokens.removeAll { token in
            guard token.meaning.field == meaning.field, meaning.field != .attribute || token.key == key else {
                return false
            }
            byteCount -= token.key.count + token.value.count
            return true
        }
        isStale = true
        guard tokens.count < IngestLimits.defaultTokens,
            byteCount + key.count + value.count <= IngestLimits.defaultBytes
        else { return false }
        byteCount += key.count + value.count
        tokens.append(Token(key: key, value: value, form: form, meaning: meaning))
        return true
    }

    /// Forgets where texts stand: a new batch begins.
    mutating func beginBatch() {
        for index in tokens.indices {
            tokens[index].keyText = .missing
            tokens[index].valueText = .missing
        }
        isStale = true
    }

    /// Makes ``record`` and ``attributes`` anew on top of a base, with their texts in that batch.
    mutating func install(in batch: inout BatchBuilder, base: EventRecord) {
        isStale = false
        record = base
        fields = 0
        attributes = []
        for index in tokens.indices {
            var token = tokens[index]
            if !token.valueText.isPresent {
                token.valueText = batch.add(token.value)
                if token.meaning.key == .custom { token.keyText = batch.add(token.key) }
                tokens[index] = token
            }
            token.value.withView { view in
                if token.meaning.field == .attribute {
                    var made = AttributeParser.attribute(token.meaning, token.form, view, 0, view.count).attribute
                    made.text = token.valueText
                    made.keyText = token.keyText
                    attributes.append(made)
                    return
                }
                switch FieldParser.set(
                    token.meaning, token.form, view, 0, view.count, text: token.valueText, in: &record)
                {
                case .set: fields |= token.meaning.field.bit
                case .rewritten(let text):
                    FieldParser.setText(token.meaning.field, batch.add(text), in: &record)
                    fields |= token.meaning.field.bit
                case .bad: break
                }
            }
        }
    }

    /// Whether a value is one that the field can have: asked where the default is said, so that the problem has a
    /// place.
    static func accepts(_ meaning: KeyMeaning, _ form: ValueForm, _ value: [UInt8]) -> Bool {
        var record = EventRecord()
        return value.withView { view in
            if meaning.field == .attribute {
                return !AttributeParser.attribute(meaning, form, view, 0, view.count).isBad
            }
            if case .bad = FieldParser.set(meaning, form, view, 0, view.count, text: .missing, in: &record) {
                return false
            }
            return true
        }
    }
}
