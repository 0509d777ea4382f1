// SPDX-License-Identifier: MIT

import LifelintModel

/// What the resource of an export says of all of its records: which app, process, device and system.
struct OTLPResource {
    /// One field, with bytes of its own: a resource outlives the chunk that holds it.
    private struct Entry {
        var key: [UInt8]
        var value: [UInt8]
        var form: ValueForm
        var meaning: KeyMeaning
    }

    private var entries: [Entry] = []
    /// The fields, with their texts in the batch for which ``install(in:)`` was called.
    private(set) var fields: [RawField] = []

    /// Reads the object in that range.
    init(_ view: ByteView, _ start: Int, _ end: Int, in builder: inout RecordBuilder) {
        builder.fields.removeAll(keepingCapacity: true)
        JSONDocument(view.bytes(start, end)).withTape { tape in
            guard let list = tape.member("attributes", of: 0) else { return }
            OTLPFields(tape, at: start).addAttributes(list, into: &builder)
        }
        var size = 0
        for field in builder.fields.prefix(IngestLimits.defaultTokens) {
            let entry = Entry(
                key: builder.bytes(field.key, view), value: builder.bytes(field.value, view), form: field.form,
                meaning: field.meaning)
            size += entry.key.count + entry.value.count
            guard size <= IngestLimits.defaultBytes else { break }
            entries.append(entry)
        }
        builder.fields.removeAll(keepingCapacity: true)
        conclude()
    }

    /// Puts the texts into the batch in hand.
    mutating func install(in batch: inout BatchBuilder) {
        fields = entries.map { entry in
            RawField(
                key: batch.add(entry.key), value: batch.add(entry.value), form: entry.form, meaning: entry.meaning,
                position: -1)
        }
    }

    /// Adds what the service says of the app: its name, its namespace and its version, as SDKs for Apple platforms fill
    /// them in.
    private mutating func conclude() {
        // The system is its name and version, else how it is described.
        let system = [text("os.name"), text("os.version")].compactMap(\.self)
        if text("os.version") != nil {
            add(.os, Array(system.joined(separator: [0x20])))
        } else if let description = text("os.description") ?? text("os.name") {
            add(.os, description)
        }
        if let version = text("service.version") { addVersion(version) }
        // The namespace is the bundle id there; elsewhere it is a team or a product.
        if let namespace = text("service.namespace"), isBundle(namespace) { add(.app, namespace) }
        // Without a process or an app, services of one export would be one.
        if let name = text("service.name") { add(.process, name) }
    }

    /// `3.1 (412)` is version and build.
    private mutating func addVersion(_ text: [UInt8]) {
        guard text.last == 0x29, let open = text.lastIndex(of: 0x28), open > 1, text[open - 1] == 0x20,
            open + 2 < text.count
        else { return add(.version, text) }
        add(.version, Array(text[..<(open - 1)]))
        add(.build, Array(text[(open + 1)..<(text.count - 1)]))
    }

    /// Letters, digits and dashes, with dots between them.
    private func isBundle(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D } }
    }

    private func text(_ key: String) -> [UInt8]? {
        entries.first { $0.key.elementsEqual(key.utf8) && $0.form == .string && !$0.value.isEmpty }?.value
    }

    /// Adds a field unless an attribute is that field.
    private mutating func add(_ field: RecordField, _ value: [UInt8]) {
        guard !entries.contains(where: { $0.meaning.field == field }) else { return }
        entries.append(
            Entry(key: Array("\(field)".utf8), value: value, form: .string, meaning: KeyMeaning(field: field)))
    }
}
