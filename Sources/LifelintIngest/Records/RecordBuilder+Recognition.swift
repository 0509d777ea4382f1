// SPDX-License-Identifier: MIT

import LifelintModel

/// The fields of the record in hand, under the names that it uses itself.
private struct OwnFields: FieldSource {
    let fields: [RawField]
    let view: ByteView
    let batch: BatchBuilder

    func value(of path: FieldPath) -> Value? {
        for raw in fields where raw.isNamed(path.text.utf8, view, batch) { return raw.typedValue(view, batch) }
        return nil
    }
}

extension RecordBuilder {
    /// Whether recognisers have to be asked of a record in which a key with that anchor has that value.
    @inline(__always) func mayBeKnown(_ anchor: UInt16, _ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        asksRecognisers && words.recognisers.mayHold(anchor, view, start, end)
    }

    /// The pattern by which the recognisers know the record; nil if none of them does.
    mutating func recognise(_ view: ByteView) -> CompiledRecognisers.Pattern? {
        let known = words.recognisers
        candidates.removeAll(keepingCapacity: true)
        if asksAlways { candidates.append(contentsOf: known.unanchored) }
        for raw in fields where raw.meaning.anchor != 0 {
            let (copy, start, end) = located(raw.value)
            if copy.isEmpty {
                known.collect(raw.meaning.anchor, view, start, end, into: &candidates)
            } else {
                copy.withView { known.collect(raw.meaning.anchor, $0, 0, $0.count, into: &candidates) }
            }
        }
        guard !candidates.isEmpty else { return nil }
        if candidates.count > 1 { candidates.sort() }
        let own = OwnFields(fields: fields, view: view, batch: batch)
        for number in candidates {
            let pattern = known.patterns[number]
            if isAsked[pattern.recogniser], isOfApp(known.recognisers[pattern.recogniser].app, view),
                pattern.condition.evaluate(own)
            {
                return pattern
            }
        }
        return nil
    }

    private func isOfApp(_ glob: Glob?, _ view: ByteView) -> Bool {
        guard let glob else { return true }
        let index = winners[Int(RecordField.app.rawValue)]
        let app = index >= 0 ? fields[index].value : defaults.record.app
        return app.isPresent && glob.matches(String(decoding: bytes(app, view), as: UTF8.self))
    }

    /// Makes an event of each meaning that the pattern has.
    mutating func addEvents(
        of pattern: CompiledRecognisers.Pattern, _ view: ByteView, _ place: RecordPlace, time given: ReadInstant?
    ) {
        own.removeAll(keepingCapacity: true)
        own.append(contentsOf: fields)
        for (number, meaning) in pattern.meanings.enumerated() {
            if number > 0 {
                fields.removeAll(keepingCapacity: true)
                fields.append(contentsOf: own)
                chooseWinners()
            }
            let name = replaceFields(by: meaning, of: pattern, view)
            chooseWinners()
            let event = SpelledEvent(name: meaning.event ?? .custom, via: .missing)
            // A record may tell of another time than its own.
            let isTimeGiven = meaning.givesTime && winners[Int(RecordField.time.rawValue)] >= 0
            addEvent(
                view, place, time: isTimeGiven ? nil : given, event: (event, name),
                witness: words.recognisers.recognisers[pattern.recogniser].witness)
        }
    }

    /// Replaces keys and values by those that a meaning gives; returns the text of the event's name.
    private mutating func replaceFields(
        by meaning: CompiledMeaning, of pattern: CompiledRecognisers.Pattern, _ view: ByteView
    ) -> Text {
        // The record's own event decided what it means and is spent; its other fields stay.
        let event = winners[Int(RecordField.event.rawValue)]
        if event >= 0 { fields.remove(at: event) }
        // A state that decided it is where the app goes, in its own words: not what it read in the callback of that.
        if meaning.event?.stateRead != nil {
            fields.removeAll { raw in
                raw.meaning.field == .state && pattern.asked.contains { raw.isNamed($0, view, batch) }
            }
        }
        // Nothing else becomes the event now: what could have spelled it is an attribute.
        for index in fields.indices where fields[index].meaning.field == .event {
            fields[index].meaning.field = .attribute
        }
        for template in meaning.with {
            guard var value = value(of: template, view) else { continue }
            value.meaning = template.meaning
            value.key = value.meaning.isCustom ? batch.add(template.key) : .missing
            if value.meaning.field == .attribute {
                fields.removeAll { $0.isNamed(template.key, view, batch) }
            } else {
                fields.removeAll { $0.meaning.field == value.meaning.field }
            }
            fields.append(value)
        }
        return meaning.event == nil ? batch.add(meaning.name) : .missing
    }

    /// The value that a template makes of the record's own fields; nil where one of them is missing.
    private mutating func value(of template: CompiledTemplate, _ view: ByteView) -> RawField? {
        if let path = template.copiedField { return ownField(path, view) }
        var text: [UInt8] = []
        var position = 0
        for part in template.parts {
            switch part {
            case .literal(let literal): text.append(contentsOf: literal)
            case .field(let path):
                guard let raw = ownField(path, view) else { return nil }
                position = raw.position
                text.append(contentsOf: bytes(raw.value, view))
            }
        }
        if let table = template.table {
            guard let replaced = table[text] else { return nil }
            text = replaced
        }
        let value = batch.add(text)
        return RawField(key: .missing, value: value, form: .word, meaning: KeyMeaning(), position: position)
    }

    private func ownField(_ path: [UInt8], _ view: ByteView) -> RawField? {
        own.first { $0.isNamed(path, view, batch) }
    }
}

extension RawField {
    /// Whether the record itself uses that name for the field; without a key it is the event, or what the key means.
    func isNamed(_ name: some Collection<UInt8>, _ view: ByteView, _ batch: BatchBuilder) -> Bool {
        guard key.isPresent else {
            return name.elementsEqual((meaning.field == .event ? "event" : meaning.key.name).utf8)
        }
        guard Int(key.length) == name.count else { return false }
        if Int(key.offset) >= batch.addedStart { return batch.isAdded(key, name) }
        var position = Int(key.offset)
        for byte in name {
            guard view[position] == byte else { return false }
            position &+= 1
        }
        return true
    }

    /// The value, typed by how it is written.
    func typedValue(_ view: ByteView, _ batch: BatchBuilder) -> Value {
        if Int(value.offset) < batch.addedStart {
            return typed(view, Int(value.offset), Int(value.offset) + Int(value.length))
        }
        return batch.withAdded(value) { typed($0, 0, $0.count) }
    }

    private func typed(_ view: ByteView, _ start: Int, _ end: Int) -> Value {
        if form == .string { return .string(view.string(start, end)) }
        return AttributeParser.value(KeyMeaning(), form, view, start, end)
    }
}

extension AttributeParser {
    /// A value of that form under a key, typed by how it is written.
    static func value(_ meaning: KeyMeaning, _ form: ValueForm, _ view: ByteView, _ start: Int, _ end: Int) -> Value {
        let attribute = attribute(meaning, form, view, start, end).attribute
        switch attribute.kind {
        case .string: return .string(view.string(start, end))
        case .integer: return .integer(attribute.bits)
        case .number: return .number(attribute.number)
        case .bool: return .bool(attribute.bits != 0)
        case .duration: return .duration(attribute.bits)
        case .bytes: return .bytes(attribute.bits)
        }
    }
}
