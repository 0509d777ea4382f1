// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `recognisers/*.yml`: what the structured records of an app's own making mean.
package struct RecogniserFileReader {
    package static let declaredKeys: [DeclaredKey] = [
        .init("about", "Whose records they are: the name in messages."), .init("from", "Which sources it reads."),
        .init("witness", "Who speaks."), .init("events", "Custom events that it means."),
        .init("records", "Kinds of structured records, asked in order."), .init("lines", "Kinds of text lines."),
    ]
    package static let declaredPatternKeys: [DeclaredKey] = [
        .init("where", "What holds of the record’s own fields."), .init("means", "The event that it is."),
        .init("with", "Attributes: fields of the record, or texts with {fields}."),
        .init("sample", "A record that must match."), .init("gives", "The event that the sample must give."),
        .init("seen", "Where such a record was seen."),
        .init("proven", "false where no such record was seen; what rests on it is at most likely."),
    ]
    private static let keys = declaredKeys.map(\.name)
    private static let patternKeys = declaredPatternKeys.map(\.name)

    /// What a file says: of records, of lines, or of both.
    package struct Recognisers {
        package var records: RecordRecogniser?
        package var lines: LineRecogniser?
    }

    package static func read(_ reader: inout DeclarationReader) -> Recognisers? {
        guard let root = reader.document.root else {
            let start = SourceLocation(file: reader.document.file, line: 1, column: 1, offset: 0, length: 0)
            reader.report(.badRule, at: start, "The file of a recogniser is empty.")
            return nil
        }
        guard let values = reader.mapping(root, keys: keys, required: ["about"], "A recogniser") else { return nil }
        reader.customEvents.formUnion(reader.texts(values["events"], "An event"))
        if values["lines"] == nil, values["records"] == nil {
            reader.report(.badRule, at: root.at, "A recogniser needs “records” or “lines”.")
        }
        let about = reader.text(values["about"], "What a recogniser is about") ?? ""
        var found = Recognisers()
        found.lines = lines(values, about, &reader)
        if let records = values["records"] {
            let patterns = reader.list(records, "The list of records").compactMap { pattern($0, &reader) }
            var recogniser = RecordRecogniser(about: about, records: patterns)
            readSource(values["from"], into: &recogniser, &reader)
            recogniser.witness = witness(values["witness"], &reader)
            found.records = recogniser
        }
        return found
    }

    private static func readSource(
        _ node: YAMLNode?, into recogniser: inout RecordRecogniser, _ reader: inout DeclarationReader
    ) {
        guard let node, let values = reader.mapping(node, keys: ["format", "app", "any"], "The source of records")
        else {
            return
        }
        for item in reader.items(values["format"]) {
            guard let format = reader.text(item, "A format") else { continue }
            recogniser.formats.append(format)
            recogniser.formatPlaces.append(item.at)
        }
        recogniser.app = reader.text(values["app"], "An app").map(Glob.init)
        _ = reader.bool(values["any"], "any")
    }

    static func witness(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> WitnessClass? {
        guard let node, let name = reader.text(node, "A witness") else { return nil }
        if let witness = WitnessClass(name: name) { return witness }
        let names = WitnessClass.allCases.map(\.name)
        reader.report(
            .badRule, at: node.at, "“\(name)” is no witness. It is one of \(names.joined(separator: ", ")).",
            suggestion: Suggestion.nearest(to: name, among: names))
        return nil
    }

    private static func pattern(_ node: YAMLNode, _ reader: inout DeclarationReader) -> RecordPattern? {
        guard
            let values = reader.mapping(
                node, keys: patternKeys, required: ["where", "means", "sample"], "A kind of record"),
            let condition = reader.condition(values["where"], about: .record)
        else { return nil }
        let sample = reader.text(values["sample"], "A sample")
        var with = templates(values["with"], &reader)
        if reader.bool(values["proven"], "proven") == false {
            with.append(("proven", ValueTemplate(parts: [.literal("false")])))
        }
        var meanings: [RecordMeaning] = []
        for item in reader.items(values["means"]) {
            if let meaning = meaning(item, with: with, &reader) { meanings.append(meaning) }
        }
        _ = reader.text(values["seen"], "Where a record was seen")
        guard let sample else { return nil }
        var pattern = RecordPattern(
            condition: condition, meanings: meanings, sample: sample,
            gives: reader.text(values["gives"], "What a sample gives"), at: node.at)
        pattern.places = places(values, &reader)
        return pattern
    }

    /// Where the parts of a pattern stand that its samples are judged by.
    static func places(_ values: NamedValues, _ reader: inout DeclarationReader) -> PatternPlaces {
        var places = PatternPlaces()
        places.condition = values["where"]?.at
        places.samples = reader.items(values["sample"]).map(\.at)
        places.gives = reader.items(values["gives"]).first?.at
        return places
    }

    /// `data.save`, or `{ event: data.save, with: { … } }`, whose values come after those of the whole record.
    private static func meaning(
        _ node: YAMLNode, with shared: [(key: String, template: ValueTemplate)], _ reader: inout DeclarationReader
    ) -> RecordMeaning? {
        if node.scalar != nil {
            return reader.event(node).map { RecordMeaning(event: $0.event, name: $0.name, with: shared) }
        }
        guard let values = reader.mapping(node, keys: ["event", "with"], required: ["event"], "A meaning"),
            let eventNode = values["event"], let found = reader.event(eventNode)
        else { return nil }
        let own = templates(values["with"], &reader)
        let inherited = shared.filter { row in !own.contains { $0.key == row.key } }
        return RecordMeaning(event: found.event, name: found.name, with: inherited + own)
    }

    static func templates(
        _ node: YAMLNode?, _ reader: inout DeclarationReader
    ) -> [(key: String, template: ValueTemplate)] {
        guard let node else { return [] }
        return reader.entries(node, "What an event is given").compactMap { entry in
            template(entry, &reader).map { (entry.key.text, $0) }
        }
    }

    private static func template(_ entry: YAMLEntry, _ reader: inout DeclarationReader) -> ValueTemplate? {
        if entry.value.scalar == nil, entry.value["from"] != nil || entry.value["map"] != nil {
            return table(entry.value, &reader)
        }
        guard let scalar = entry.value.scalar, !scalar.isNull else {
            reader.report(
                .badRule, at: entry.value.at,
                "The value of “\(entry.key.text)” is a field or text; text with {fields} in it stands in quotes.")
            return nil
        }
        switch TemplateParser.template(scalar, for: entry.key.text) {
        case .success(let template): return template
        case .failure(let error):
            reader.report(
                .ruleSyntax, at: reader.document.location(inside: entry.value, byte: error.offset), error.message)
            return nil
        }
    }

    /// `{ from: name, map: { Running: running } }`: a field's text by a table; what is not in it leaves the value out.
    private static func table(_ node: YAMLNode, _ reader: inout DeclarationReader) -> ValueTemplate? {
        guard let values = reader.mapping(node, keys: ["from", "map"], required: ["from", "map"], "A table"),
            let field = reader.text(values["from"], "The field that a table reads"), let map = values["map"]
        else { return nil }
        var table: [String: String] = [:]
        for entry in reader.entries(map, "A table") {
            table[entry.key.text] = reader.text(entry.value, "What a table gives")
        }
        return ValueTemplate(parts: [.field(field)], table: table)
    }
}
