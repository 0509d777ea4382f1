// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// What a line gives an event has to be captured: a name that nothing captures would leave the value out, silently.
extension RecogniserFileReader {
    /// Reports names under `with:` that no `says` of the line captures.
    static func checkCaptures(
        _ values: NamedValues, _ meanings: [LineMeaning], _ says: [TextPattern], _ reader: inout DeclarationReader
    ) {
        let used = meanings.flatMap(\.with).flatMap(\.template.fields)
        if used.isEmpty { return }
        let captured = says.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        guard used.contains(where: { !captured.contains($0) }) else { return }
        let nodes = [values["with"]] + reader.items(values["means"]).map { $0["with"] }
        for node in nodes.compactMap(\.self) {
            for entry in node.mapping ?? [] { check(entry, captured, &reader) }
        }
    }

    private static func check(_ entry: YAMLEntry, _ captured: Set<String>, _ reader: inout DeclarationReader) {
        if let from = entry.value["from"] {
            if let name = from.scalar?.text, !captured.contains(name) { report(name, from, at: 0, captured, &reader) }
            return
        }
        guard let scalar = entry.value.scalar,
            case .success(let template) = TemplateParser.template(scalar, for: entry.key.text)
        else { return }
        for name in template.fields where !captured.contains(name) {
            report(name, entry.value, at: place(of: name, in: scalar.text), captured, &reader)
        }
    }

    private static func report(
        _ name: String, _ node: YAMLNode, at byte: Int, _ captured: Set<String>, _ reader: inout DeclarationReader
    ) {
        let names = captured.sorted()
        let list = names.isEmpty ? "nothing" : names.joined(separator: ", ")
        reader.report(
            .unknownField, at: reader.document.location(inside: node, byte: byte),
            "“says” captures no “\(name)”, but \(list); text that stands for itself is in quotes.",
            suggestion: Suggestion.nearest(to: name, among: names))
    }

    /// The byte at which a name begins in a text with `{names}`; 0 where the text is the name.
    private static func place(of name: String, in text: String) -> Int {
        let (bytes, sought) = (Array(text.utf8), Array("{\(name)}".utf8))
        guard bytes.count >= sought.count else { return 0 }
        return (0...(bytes.count - sought.count)).first { bytes[$0...].starts(with: sought) }.map { $0 + 1 } ?? 0
    }
}

extension ValueTemplate {
    /// The fields, or captures, that it is built of.
    fileprivate var fields: [String] {
        parts.compactMap { if case .field(let name) = $0 { name } else { nil } }
    }
}
