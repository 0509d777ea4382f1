// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/phrases.yml`.
package enum PhraseFileReader {
    package static func read(_ reader: inout DeclarationReader) -> Phrases {
        var phrases = Phrases()
        let sections = SectionedKeys<Phrases.Key>()
        let names = sections.names
        guard let root = reader.document.root,
            let values = reader.mapping(root, keys: names, required: names, "The file of phrases")
        else { return phrases }
        phrases.phrases = sections.read(values, &reader, phrase)
        return phrases
    }

    private static func phrase(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> [String]? {
        let keys = ["says", "standing"]
        guard let node, let values = reader.mapping(node, keys: keys, required: keys, "A phrase"),
            reader.choice(values["standing"], "standing", TerminationTable.Standing.self) != nil
        else { return nil }
        return reader.items(values["says"]).compactMap { item -> String? in
            guard let text = reader.text(item, "A phrase") else { return nil }
            // An empty one would be found everywhere.
            if text.isEmpty { reader.report(.badRule, at: item.at, "A phrase is not empty.") }
            return text.isEmpty ? nil : text
        }
    }
}
