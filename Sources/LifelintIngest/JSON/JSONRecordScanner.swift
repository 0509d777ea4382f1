// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds the keys and values of a JSON record, whatever its shape: escapes, nested values, white space.
///
/// Members of nested objects get dotted keys; arrays, and objects nested deeper than is flattened, stay JSON text.
struct JSONRecordScanner {
    /// What a line turned out to be.
    enum Shape {
        /// A record; its fields are in the builder.
        case record
        /// A document: an object with an array of `events`.
        case document
    }

    /// Reads the object that begins at `start`; returns what it is and where it ends.
    static func scan(
        _ view: ByteView, _ start: Int, _ end: Int, into builder: inout RecordBuilder
    ) throws(JSONFault) -> (shape: Shape, end: Int) {
        builder.fields.removeAll(keepingCapacity: true)
        return try members(view, start, end, prefix: [], depth: 1, into: &builder)
    }

    private static func members(
        _ view: ByteView, _ start: Int, _ end: Int, prefix: [UInt8], depth: Int, into builder: inout RecordBuilder
    ) throws(JSONFault) -> (shape: Shape, end: Int) {
        var listed: RawField?
        var listsRecords = false
        var position = view.skipWhiteSpace(from: start + 1, to: end)
        if position < end, view[position] == 0x7D { return (.record, position + 1) }
        while true {
            let key = try JSONSyntax.key(view, position, end)
            position = key.next
            if position < end, view[position] == 0x7B, depth <= IngestLimits.flattenedDepth {
                let path = prefix + unescaped(view, key.start, key.end, key.hasEscapes) + [0x2E]
                let from = position
                position = try members(view, position, end, prefix: path, depth: depth + 1, into: &builder).end
                // What the key should say is in none of them: it is said to be missing.
                if prefix.isEmpty, let whole = field(view, key, from, position, prefix: prefix, in: &builder),
                    whole.meaning.isMeasure
                {
                    builder.fields.append(whole)
                }
            } else {
                let from = position
                position = try JSONSyntax.value(view, position, end, depth: depth)
                let field = field(view, key, from, position, prefix: prefix, in: &builder)
                if let field {
                    if prefix.isEmpty, field.meaning.field == .events, field.form == .nested {
                        listed = field
                        listsRecords = JSONRecordScanner.listsRecords(view, from, position)
                    } else {
                        builder.fields.append(field)
                    }
                }
            }
            position = view.skipWhiteSpace(from: position, to: end)
            guard position < end else {
                throw JSONFault(position: end, code: .invalidJSON, message: JSONSyntax.unclosed(true))
            }
            if view[position] == 0x7D {
                guard var listed else { return (.record, position + 1) }
                if listsRecords || !isRecord(builder) { return (.document, end) }
                listed.meaning = KeyMeaning()
                builder.fields.append(listed)
                return (.record, position + 1)
            }
            guard view[position] == 0x2C else {
                throw JSONFault(
                    position: position, code: .invalidJSON,
                    message: IngestProblem.expected("a comma or the end of the object", found: view[position]))
            }
            position = view.skipWhiteSpace(from: position + 1, to: end)
        }
    }

    /// Whether an element of an array is an object that says when it was, and what.
    ///
    /// What cannot be read to its end may be one.
    private static func listsRecords(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        var position = view.skipWhiteSpace(from: start + 1, to: end)
        while position < end, view[position] != 0x5D {
            guard let next = try? JSONSyntax.value(view, position, end, depth: 1) else { return true }
            if isRecord(view, position, next) { return true }
            position = view.skipWhiteSpace(from: next, to: end)
            guard position < end, view[position] == 0x2C else { break }
            position = view.skipWhiteSpace(from: position + 1, to: end)
        }
        return position >= end
    }

    /// Whether a value is an object that says when it was, and what.
    static func isRecord(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard view[start] == 0x7B else { return false }
        var position = view.skipWhiteSpace(from: start + 1, to: end)
        var (tellsTime, tellsEvent) = (false, false)
        while position < end, view[position] == 0x22 {
            guard let key = try? JSONSyntax.key(view, position, end),
                let next = try? JSONSyntax.value(view, key.next, end, depth: 2)
            else { return true }
            let name = view.bytes(key.start, key.end)
            tellsTime = tellsTime || timeKeys.contains(name)
            tellsEvent = tellsEvent || eventKeys.contains(name)
            if tellsTime, tellsEvent { return true }
            position = view.skipWhiteSpace(from: next, to: end)
            guard position < end, view[position] == 0x2C else { break }
            position = view.skipWhiteSpace(from: position + 1, to: end)
        }
        return position >= end
    }

    /// How the time of a record is called, and its event.
    static let timeKeys = RecordField.names(of: .time)
    private static let eventKeys = RecordField.names(of: .event)

    /// Whether what was read is a record of its own, whatever `events` it lists: it says when, and names its event.
    private static func isRecord(_ builder: RecordBuilder) -> Bool {
        builder.fields.contains { $0.meaning.field == .time }
            && builder.fields.contains { $0.meaning.field == .event && $0.meaning.rank == 0 }
    }

    /// One key with its value; nil for `null`, which says no more than a missing key.
    private static func field(
        _ view: ByteView, _ key: (start: Int, end: Int, hasEscapes: Bool, next: Int), _ start: Int, _ end: Int,
        prefix: [UInt8], in builder: inout RecordBuilder
    ) -> RawField? {
        guard view[start] != 0x6E else { return nil }
        var field = value(view, start, end, in: &builder)
        if prefix.isEmpty, !key.hasEscapes {
            field.meaning = builder.words.meaning(view, key.start, key.end)
            field.key = Text(offset: UInt32(clamping: key.start), length: UInt32(clamping: key.end - key.start))
        } else {
            let path = prefix + unescaped(view, key.start, key.end, key.hasEscapes)
            // A dotted key is always the app's own: a nested "app" says something of what it is nested in.
            if prefix.isEmpty {
                field.meaning = path.withView { builder.words.meaning($0, 0, $0.count) }
            } else if builder.words.recognisers.hasNestedAnchors {
                field.meaning.anchor = path.withView { builder.words.meaning($0, 0, $0.count).anchor }
            }
            field.key = builder.batch.add(path)
        }
        return field
    }

    /// A value in place, or written anew where it has escapes.
    static func value(_ view: ByteView, _ start: Int, _ end: Int, in builder: inout RecordBuilder) -> RawField {
        var field = RawField(
            key: .missing, value: Text(offset: UInt32(clamping: start), length: UInt32(clamping: end - start)),
            form: .number, meaning: KeyMeaning(), position: start)
        switch view[start] {
        case 0x22:
            field.form = .string
            field.value = Text(offset: UInt32(clamping: start + 1), length: UInt32(clamping: max(end - start - 2, 0)))
            if view.firstIndex(of: 0x5C, from: start, to: end) != nil {
                field.value = builder.batch.add(JSONSyntax.unescaped(view, start + 1, end - 1))
            }
        case 0x74, 0x66: field.form = .truth
        case 0x7B, 0x5B: field.form = .nested
        default: break
        }
        return field
    }

    private static func unescaped(_ view: ByteView, _ start: Int, _ end: Int, _ hasEscapes: Bool) -> [UInt8] {
        hasEscapes ? JSONSyntax.unescaped(view, start, end) : view.bytes(start, end)
    }
}

extension KeyMeaning {
    /// Whether its value is a number, a truth or one of a few words; other keys may well name an object that an app
    /// keeps.
    fileprivate var isMeasure: Bool {
        switch field {
        case .pid, .sequence, .mach, .duration, .phase: true
        // A thread may be an object with a number and a name.
        case .main: rank == 0
        case .attribute:
            switch type {
            case .integer, .number, .bool, .duration, .bytes: !isCustom
            case .string, .any: false
            }
        default: false
        }
    }
}
