// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/termination-words.yml`.
package enum TerminationWordReader {
    package static func read(_ reader: inout DeclarationReader) -> TerminationWords {
        var words = TerminationWords()
        let sections = SectionedKeys<TerminationWords.Key>()
        let names = sections.names + ["beginnings", "guesses", "directions"]
        guard let root = reader.document.root,
            let values = reader.mapping(root, keys: names, required: names, "The file of words of terminations")
        else { return words }
        words.wordings = sections.read(values, &reader, wording)
        for node in reader.list(values["beginnings"], "The list of what runs apps") {
            if let beginning = beginning(node, &reader) { words.beginnings.append(beginning) }
        }
        for node in reader.list(values["guesses"], "The list of guesses") {
            if let guess = guess(node, &reader) { words.guesses.append(guess) }
        }
        for node in reader.list(values["directions"], "The list of directions") {
            if let direction = direction(node, &reader) { words.directions.append(direction) }
        }
        return words
    }

    private static func wording(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> TerminationWords.Wording? {
        let keys = ["says", "standing"]
        guard let node, let values = reader.mapping(node, keys: keys, required: keys, "A wording"),
            let text = words(values["says"], &reader),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        return TerminationWords.Wording(text, standing: standing)
    }

    private static func beginning(_ node: YAMLNode, _ reader: inout DeclarationReader) -> String? {
        let keys = ["image", "standing"]
        guard let values = reader.mapping(node, keys: keys, required: keys, "What runs apps"),
            let image = words(values["image"], &reader),
            reader.choice(values["standing"], "standing", TerminationTable.Standing.self) != nil
        else { return nil }
        return image
    }

    private static func guess(_ node: YAMLNode, _ reader: inout DeclarationReader) -> TerminationWords.Guess? {
        let keys = ["says", "causes", "standing"]
        guard let values = reader.mapping(node, keys: keys, required: keys, "A guess"),
            let text = words(values["says"], &reader),
            reader.choice(values["standing"], "standing", TerminationTable.Standing.self) != nil
        else { return nil }
        let causes = reader.items(values["causes"]).compactMap { reader.choice($0, "causes", EndingCause.self) }
        return TerminationWords.Guess(text: text, causes: causes)
    }

    private static func direction(
        _ node: YAMLNode, _ reader: inout DeclarationReader
    ) -> TerminationWords.Direction? {
        let required = ["says", "direction", "standing"]
        guard let values = reader.mapping(node, keys: required + ["and"], required: required, "A direction"),
            let direction = words(values["direction"], &reader),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        let texts = reader.items(values["says"]).compactMap { words($0, &reader) }
        let others = reader.items(values["and"]).compactMap { words($0, &reader) }
        return TerminationWords.Direction(texts: texts, and: others, direction: direction, standing: standing)
    }

    /// Words: none would be found everywhere.
    private static func words(_ node: YAMLNode?, _ reader: inout DeclarationReader) -> String? {
        guard let node, let text = reader.text(node, "A wording") else { return nil }
        if !text.isEmpty { return text }
        reader.report(.badRule, at: node.at, "A wording is not empty.")
        return nil
    }
}
