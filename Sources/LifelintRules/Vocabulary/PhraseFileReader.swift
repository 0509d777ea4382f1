// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads `vocabulary/phrases.yml`.
enum PhraseFileReader {
    static func read(_ reader: inout DeclarationReader) -> Phrases {
        var phrases = Phrases()
        var sections: [(name: String, keys: [(name: String, key: Phrases.Key)])] = []
        for key in Phrases.Key.allCases {
            let parts = key.rawValue.split(separator: ".").map { String($0) }
            guard parts.count == 2 else { continue }
            if sections.last?.name != parts[0] { sections.append((parts[0], [])) }
            sections[sections.count - 1].keys.append((parts[1], key))
        }
        let names = sections.map(\.name)
        guard let root = reader.document.root,
            let values = reader.mapping(root, keys: names, required: names, "The file of phrases")
        else { return phrases }
        for section in sections {
            guard let node = values[section.name] else { continue }
            let keys = section.keys.map(\.name)
            guard let entries = reader.mapping(node, keys: keys, required: keys, "“\(section.name)”") else { continue }
            for key in section.keys { phrases.phrases[key.key] = phrase(entries[key.name], &reader) }
        }
        return phrases
    }

    private static func phrase(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> Phrases.Phrase? {
        let keys = ["says", "standing"]
        guard let node, let values = reader.mapping(node, keys: keys, required: keys, "A phrase"),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        let texts = reader.items(values["says"]).compactMap { item -> String? in
            guard let text = reader.text(item, "A phrase") else { return nil }
            // An empty one would be found everywhere.
            if text.isEmpty { reader.report(.badRule, at: item.at, "A phrase is not empty.") }
            return text.isEmpty ? nil : text
        }
        return Phrases.Phrase(texts, standing: standing)
    }
}
