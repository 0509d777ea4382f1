// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

extension RecogniserFileReader {
    package static let declaredLineKeys: [DeclaredKey] = [
        .init("says", "The text of the message, with {captures}."), .init("from", "Whose lines, where not the file’s."),
        .init("witness", "Who speaks, where not as the file says."),
        .init("where", "What holds of the captures."), .init("means", "The event that it is."),
        .init("with", "Attributes: captures under other names, texts with {captures}, or tables."),
        .init("sample", "A message that must match."), .init("gives", "The event that the sample must give."),
        .init("seen", "On which systems such a line was seen."),
        .init("proven", "false where the wording was not seen; what rests on it is at most likely."),
        .init("after", "The recogniser that decides first where both know a line."),
    ]
    package static let declaredSourceKeys: [DeclaredKey] = [
        .init("process", "Names of the processes that write it."), .init("subsystem", "The subsystem, * for any text."),
        .init("category", "The category, or several."), .init("sender", "The image that calls the log."),
        .init("format", "Ids of formats."), .init("app", "Bundle ids of the process."), .init("any", "Any source."),
        .init("bare", "Whether only of lines that no process is told to have written."),
    ]

    private static let lineKeys = declaredLineKeys.map(\.name)
    private static let sourceKeys = declaredSourceKeys.map(\.name)

    /// The lines of a file; nil where it has none.
    static func lines(_ values: NamedValues, _ about: String, _ reader: inout DeclarationReader)
        -> LineRecogniser?
    {
        guard let node = values["lines"] else { return nil }
        let shared = source(values["from"], &reader)
        let speaker = witness(values["witness"], &reader)
        let patterns = reader.list(node, "The list of lines").compactMap {
            line($0, shared, values["from"], speaker, &reader)
        }
        return LineRecogniser(about: about, lines: patterns)
    }

    private static func line(
        _ node: YAMLNode, _ shared: LineSource, _ from: YAMLNode?, _ speaker: WitnessClass?,
        _ reader: inout DeclarationReader
    ) -> LinePattern? {
        guard
            let values = reader.mapping(
                node, keys: lineKeys, required: ["says", "means", "sample"], "A kind of line")
        else { return nil }
        let says = reader.items(values["says"]).compactMap { pattern($0, &reader) }
        let with = templates(values["with"], &reader)
        let meanings = reader.items(values["means"]).compactMap { lineMeaning($0, with: with, &reader) }
        guard !says.isEmpty, !meanings.isEmpty else { return nil }
        if says.count == reader.items(values["says"]).count { checkCaptures(values, meanings, says, &reader) }
        var line = LinePattern(says: says, source: shared, meanings: meanings, at: node.at)
        if let own = values["from"] { line.source = source(own, &reader) }
        line.witness = values["witness"].flatMap { witness($0, &reader) } ?? speaker
        if let condition = values["where"] { line.condition = reader.condition(condition, about: .record) }
        line.samples = reader.texts(values["sample"], "A sample")
        line.gives = reader.texts(values["gives"], "What a sample gives")
        line.isProven = reader.bool(values["proven"], "proven") ?? true
        line.after = reader.text(values["after"], "The recogniser that decides first")
        line.places = places(values, &reader)
        line.places.after = values["after"]?.at
        line.places.formats = reader.items((values["from"] ?? from)?["format"]).map(\.at)
        line.seen = reader.text(values["seen"], "Where a line was seen") ?? ""
        checkCallbacks(line, node, &reader)
        return line
    }

    /// A callback is named by the line that captures one, and by no other.
    private static func checkCallbacks(_ line: LinePattern, _ node: YAMLNode, _ reader: inout DeclarationReader) {
        let needsOne = line.meanings.contains(where: \.isCallback)
        for pattern in line.says where needsOne != pattern.hasCallback {
            reader.report(
                .badRule, at: node.at,
                needsOne
                    ? "“means: callback” needs a {name:callback} in “says”."
                    : "A captured callback needs “means: callback”.")
        }
    }

    private static func pattern(_ node: YAMLNode, _ reader: inout DeclarationReader) -> TextPattern? {
        guard let text = reader.text(node, "What a line says") else { return nil }
        switch LinePatternParser.pattern(text) {
        case .success(let pattern):
            // What has no text of its own would have to be tried on every line of every log.
            if !pattern.hasCallback, pattern.anchors.allSatisfy({ $0.utf8.count < 4 }) {
                reader.report(
                    .badRule, at: node.at,
                    "A pattern needs four bytes of text in a row that stand in every line that it matches.")
                return nil
            }
            return pattern
        case .failure(let error):
            reader.report(.ruleSyntax, at: reader.document.location(inside: node, byte: error.offset), error.message)
            return nil
        }
    }

    private static func lineMeaning(
        _ node: YAMLNode, with shared: [(key: String, template: ValueTemplate)], _ reader: inout DeclarationReader
    ) -> LineMeaning? {
        if node.scalar?.text == "callback" {
            return LineMeaning(event: nil, name: "callback", isCallback: true, with: shared)
        }
        if node.scalar != nil {
            return reader.event(node).map { LineMeaning(event: $0.event, name: $0.name, with: shared) }
        }
        guard let values = reader.mapping(node, keys: ["event", "with"], required: ["event"], "A meaning"),
            let event = values["event"]
        else { return nil }
        let own = templates(values["with"], &reader)
        let inherited = shared.filter { row in !own.contains { $0.key == row.key } }
        if event.scalar?.text == "callback" {
            return LineMeaning(event: nil, name: "callback", isCallback: true, with: inherited + own)
        }
        return reader.event(event).map { LineMeaning(event: $0.event, name: $0.name, with: inherited + own) }
    }

    private static func source(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> LineSource {
        var source = LineSource()
        guard let node,
            let values = reader.mapping(node, keys: sourceKeys, "The source of lines")
        else { return source }
        source.processes = reader.texts(values["process"], "A process")
        source.formats = reader.texts(values["format"], "A format")
        source.subsystem = reader.text(values["subsystem"], "A subsystem").map(Glob.init)
        source.categories = reader.texts(values["category"], "A category").map(Glob.init)
        source.sender = reader.text(values["sender"], "A sender").map(Glob.init)
        source.app = reader.text(values["app"], "An app").map(Glob.init)
        source.isBare = reader.bool(values["bare"], "bare") ?? false
        _ = reader.bool(values["any"], "any")
        return source
    }
}
