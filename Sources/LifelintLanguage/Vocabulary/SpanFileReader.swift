// SPDX-License-Identifier: MIT

package import LifelintModel
package import LifelintYAML

/// Reads `vocabulary/spans.yml`.
package struct SpanFileReader {
    package static let declaredKeys: [DeclaredKey] = [
        .init("begins", "The events that open it."), .init("ends", "The events that close it."),
        .init(
            "described_by", "Events that tell of an instance before it begins: the next of its key inherits from them."),
        .init("key", "The attribute that tells its instances apart."),
        .init("unique", "No key is given twice in one run: begin and end with the same key are one pair."),
        .init("while_open", "What a begin does while an instance of its key is open."),
        .init("missing_key", "What an end without the key closes: all (the default), or empty."),
        .init("pairs", "Whether an end closes the oldest instance of its key (in_order) or all of them."),
        .init(
            "outlasts",
            "A span: what begins while an instance of it with its key is open is not closed by what closes that."),
        .init("union", "Open while any of these spans is."),
        .init("keeps_running", "The process is not suspended while it is open."),
        .init("pooled", "Of which beginnings another witness may tell as well, under a key of its own."),
    ]
    private static let keys = declaredKeys.map(\.name)

    /// The spans in the order of the file.
    ///
    /// - Parameter known: names of other spans: a union may name them, and no new span bears them.
    package static func read(_ reader: inout DeclarationReader, known: [String] = []) -> [SpanDeclaration] {
        guard let root = reader.document.root else { return [] }
        return read(root, &reader, known: known)
    }

    /// The spans that a mapping declares.
    package static func read(
        _ node: YAMLNode, _ reader: inout DeclarationReader, known: [String]
    ) -> [SpanDeclaration] {
        let entries = reader.entries(node, "The file of spans")
        let taken = known + RuleNames.derivedSpans
        for entry in entries where taken.contains(entry.key.text) {
            reader.report(.duplicateID, at: entry.key.at, "There is a span “\(entry.key.text)” already.")
        }
        let names = known + entries.map(\.key.text)
        let spans = entries.compactMap { span($0, among: names, &reader) }
        refuseCircles(spans, entries, &reader)
        return spans
    }

    /// A union that names itself, at once or by way of others, would be open because it is.
    private static func refuseCircles(
        _ spans: [SpanDeclaration], _ entries: [YAMLEntry], _ reader: inout DeclarationReader
    ) {
        let members = Dictionary(
            spans.map { ($0.name, $0.union.map(\.span)) }, uniquingKeysWith: { first, _ in first })
        for entry in entries {
            var reached: Set<String> = []
            var open = members[entry.key.text] ?? []
            while let name = open.popLast() {
                if reached.insert(name).inserted { open += members[name] ?? [] }
            }
            if reached.contains(entry.key.text) {
                reader.report(
                    .badRule, at: entry.key.at, "The union “\(entry.key.text)” names itself: nothing would open it.")
            }
        }
    }

    private static func span(
        _ entry: YAMLEntry, among names: [String], _ reader: inout DeclarationReader
    ) -> SpanDeclaration? {
        guard let values = reader.mapping(entry.value, keys: keys, "A span") else { return nil }
        var span = SpanDeclaration(
            name: entry.key.text,
            begins: reader.items(values["begins"]).compactMap { pattern($0, &reader) },
            ends: reader.items(values["ends"]).compactMap { pattern($0, &reader) },
            key: reader.field(values["key"], "The key of a span"))
        span.describedBy = reader.items(values["described_by"]).compactMap { pattern($0, &reader) }
        if let value = reader.bool(values["unique"], "unique") { span.hasUniqueKeys = value }
        if let value = reader.choice(values["while_open"], "while_open", SpanDeclaration.WhileOpen.self) {
            span.whileOpen = value
        }
        if let value = reader.choice(values["missing_key"], "missing_key", MissingKey.self) {
            span.missingKeyEndsAll = value == .all
        }
        if let value = reader.choice(values["pairs"], "pairs", SpanDeclaration.Pairs.self) { span.pairs = value }
        span.outlasts = values["outlasts"].flatMap { name($0, among: names, &reader) }
        if let value = reader.bool(values["keeps_running"], "keeps_running") { span.keepsRunning = value }
        span.pooled = reader.condition(values["pooled"], about: .event)
        span.union = reader.items(values["union"]).compactMap { member($0, among: names, &reader) }
        check(span, values, entry, &reader)
        return span
    }

    private enum MissingKey: String, CaseIterable { case all, empty }

    private static func check(
        _ span: SpanDeclaration, _ values: NamedValues, _ entry: YAMLEntry, _ reader: inout DeclarationReader
    ) {
        if values["union"] != nil {
            let own = [
                "begins", "ends", "described_by", "key", "unique", "while_open", "missing_key", "pairs", "pooled",
                "outlasts",
            ]
            for key in own {
                guard let node = values[key] else { continue }
                reader.report(
                    .badRule, at: node.at, "A union has no events of its own, so “\(key)” means nothing here.")
            }
        } else {
            if span.key == nil, let node = values["described_by"] {
                reader.report(.badRule, at: node.at, "Without “key” nobody knows which instance is described.")
            }
            if span.hasUniqueKeys, span.key == nil, let node = values["unique"] {
                reader.report(.badRule, at: node.at, "Without “key” nothing is unique.")
            }
            for key in ["begins", "ends"] where values[key] == nil {
                reader.report(.badRule, at: entry.key.at, "The span “\(entry.key.text)” needs “\(key)”, or “union”.")
            }
        }
    }

    /// `data.save`, or `{ event: data.save, where: ok != false, phase: end }`.
    private static func pattern(_ node: YAMLNode, _ reader: inout DeclarationReader) -> EventPattern? {
        if node.scalar != nil { return reader.event(node).map { EventPattern(event: $0.event, name: $0.name) } }
        guard
            let values = reader.mapping(
                node, keys: ["event", "where", "phase"], required: ["event"], "An event pattern"),
            let eventNode = values["event"], let found = reader.event(eventNode)
        else { return nil }
        var pattern = EventPattern(event: found.event, name: found.name)
        pattern.condition = reader.condition(values["where"], about: .event)
        switch reader.choice(values["phase"], "phase", Phase.self) {
        case .begin: pattern.phase = .begin
        case .end: pattern.phase = .end
        case nil: break
        }
        return pattern
    }

    private enum Phase: String, CaseIterable { case begin, end }

    /// `call`, or `{ span: activity, where: kind == navigation }`.
    private static func member(
        _ node: YAMLNode, among names: [String], _ reader: inout DeclarationReader
    ) -> SpanPattern? {
        var nameNode = node
        var condition: Condition?
        if node.scalar == nil {
            guard
                let values = reader.mapping(node, keys: ["span", "where"], required: ["span"], "A member of a union"),
                let found = values["span"]
            else { return nil }
            nameNode = found
            // The attributes that an instance gathered are those of its events.
            condition = reader.condition(values["where"], about: .event)
        }
        return name(nameNode, among: names, &reader).map { SpanPattern(span: $0, condition: condition) }
    }

    /// The name of a span that there is.
    private static func name(
        _ node: YAMLNode, among names: [String], _ reader: inout DeclarationReader
    ) -> String? {
        guard let name = reader.text(node, "A span") else { return nil }
        guard names.contains(name) else {
            reader.report(
                .unknownSpan, at: node.at, "There is no span “\(name)”.",
                suggestion: Suggestion.nearest(to: name, among: names))
            return nil
        }
        return name
    }
}
