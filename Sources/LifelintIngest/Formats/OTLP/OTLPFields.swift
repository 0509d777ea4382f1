// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes the fields of a record from the attributes of OTLP: keys, and values that say their own type.
///
/// Nested lists of attributes get dotted keys; arrays, and what is nested deeper than is flattened, stay JSON text.
struct OTLPFields {
    /// What names of the semantic conventions are in the vocabulary.
    private static let conventions: [(name: StaticString, field: RecordField)] = [
        ("session.id", .run), ("device.id", .device), ("device.model.identifier", .model), ("process.pid", .pid),
        ("process.executable.name", .process), ("app.build_id", .build),
    ]

    private let tape: JSONTape
    /// Where the tape's first byte stands in the view of the chunk.
    private let base: Int

    /// The fields of an object whose bytes begin there.
    init(_ tape: JSONTape, at base: Int) {
        self.tape = tape
        self.base = base
    }

    /// Adds what a list of attributes says.
    func addAttributes(_ list: Int, into builder: inout RecordBuilder) {
        tape.forEachElement(of: list) { element in
            guard let (key, value) = member(element) else { return true }
            let range = tape.range(key)
            if hasEscapes(range) || map(value) != nil {
                addValue(value, key: bytes(key), into: &builder)
            } else if var field = scalar(value, into: &builder) {
                // Nearly all keys stand where they can be pointed at.
                field.meaning = OTLPFields.meaning(tape.view, range.lowerBound, range.upperBound, builder)
                field.key = Text(offset: UInt32(clamping: base + range.lowerBound), length: UInt32(range.count))
                builder.fields.append(field)
            }
            return true
        }
    }

    /// Adds a value under a key, or its members under dotted ones.
    func addValue(_ value: Int, key: [UInt8], depth: Int = 1, into builder: inout RecordBuilder) {
        if let list = map(value), depth < IngestLimits.flattenedDepth {
            tape.forEachElement(of: list) { element in
                if let (name, value) = member(element) {
                    addValue(value, key: key + [0x2E] + bytes(name), depth: depth + 1, into: &builder)
                }
                return true
            }
        } else if var field = scalar(value, into: &builder) {
            field.meaning = key.withView { OTLPFields.meaning($0, 0, $0.count, builder) }
            field.key = builder.batch.add(key)
            builder.fields.append(field)
        }
    }

    /// Key and value of an attribute.
    private func member(_ element: Int) -> (key: Int, value: Int)? {
        guard let key = tape.member("key", of: element), let value = tape.member("value", of: element),
            tape.nodes[key].kind == .string
        else { return nil }
        return (key, value)
    }

    /// The attributes that a value consists of; nil if it is another one.
    func map(_ value: Int) -> Int? {
        guard let map = tape.member("kvlistValue", of: value) ?? tape.member("kvlist_value", of: value) else {
            return nil
        }
        return tape.member("values", of: map)
    }

    /// The text that a value is, or that stands in its place; nil if it is none.
    func text(_ value: Int) -> Int? {
        let text = tape.member("stringValue", of: value) ?? tape.member("string_value", of: value) ?? value
        return tape.holds(text) && tape.nodes[text].kind == .string ? text : nil
    }

    /// A field with the value of one node; nil for what says nothing.
    func scalar(_ value: Int, into builder: inout RecordBuilder) -> RawField? {
        guard tape.holds(value) else { return nil }
        if let map = map(value) { return field(map, .nested, &builder) }
        if let array = tape.member("arrayValue", of: value) ?? tape.member("array_value", of: value) {
            return tape.member("values", of: array).flatMap { field($0, .nested, &builder) }
        }
        for name in ["intValue", "int_value", "doubleValue", "double_value"] as [StaticString] {
            guard let number = tape.member(name, of: value) else { continue }
            // 64 bits are written as text; NaN and the infinities, too, and stay it.
            let range = tape.range(number)
            let isNumber = DecimalNumber(tape.view, range.lowerBound, range.upperBound) != nil
            return field(number, isNumber ? .number : .string, &builder)
        }
        for name in ["stringValue", "string_value", "boolValue", "bool_value", "bytesValue", "bytes_value"]
            as [StaticString]
        {
            if let node = tape.member(name, of: value) { return plain(node, &builder) }
        }
        // Some exporters leave the kind of a value out.
        return plain(value, &builder)
    }

    private func plain(_ node: Int, _ builder: inout RecordBuilder) -> RawField? {
        switch tape.nodes[node].kind {
        case .string: field(node, .string, &builder)
        case .number: field(node, .number, &builder)
        case .truth: field(node, .truth, &builder)
        case .array: field(node, .nested, &builder)
        case .object, .null: nil
        }
    }

    private func field(_ node: Int, _ form: ValueForm, _ builder: inout RecordBuilder) -> RawField {
        let range = tape.range(node)
        var field = RawField(
            key: .missing, value: Text(offset: UInt32(clamping: base + range.lowerBound), length: UInt32(range.count)),
            form: form, meaning: KeyMeaning(), position: base + range.lowerBound)
        if form == .string, hasEscapes(range) { field.value = builder.batch.add(bytes(node)) }
        return field
    }

    private func hasEscapes(_ range: Range<Int>) -> Bool {
        tape.view.firstIndex(of: 0x5C, from: range.lowerBound, to: range.upperBound) != nil
    }

    /// The text of a string.
    func bytes(_ node: Int) -> [UInt8] {
        let range = tape.range(node)
        return hasEscapes(range)
            ? JSONSyntax.unescaped(tape.view, range.lowerBound, range.upperBound)
            : tape.view.bytes(range.lowerBound, range.upperBound)
    }

    /// What a key means: as the conventions name it, else as the vocabulary does, but no attribute is time or event.
    private static func meaning(_ view: ByteView, _ start: Int, _ end: Int, _ builder: RecordBuilder) -> KeyMeaning {
        var meaning = builder.words.meaning(view, start, end)
        if let known = conventions.first(where: { view.matches($0.name, from: start, to: end) }) {
            meaning.field = known.field
            meaning.rank = 0
        }
        switch meaning.field {
        case .time, .event, .events, .witness, .durability: meaning.field = .attribute
        default: break
        }
        return meaning
    }
}
