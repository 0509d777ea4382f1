// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/sayings.yml`.
package struct SayingFileReader {
    private static let keys = [
        "words", "says", "and", "event", "about", "meaning", "usually", "causes", "rules", "see", "links", "standing",
    ]

    package static func read(_ reader: inout DeclarationReader) -> Sayings {
        var sayings = Sayings()
        guard let root = reader.document.root,
            let parts = reader.mapping(root, keys: ["leads", "sayings"], "The file of sayings")
        else { return sayings }
        if let leads = parts["leads"],
            let values = reader.mapping(leads, keys: ["namespace", "jetsam"], "The words in front of names")
        {
            sayings.namespaceLeads = reader.texts(values["namespace"], "A word in front of a namespace")
            sayings.jetsamLeads = reader.texts(values["jetsam"], "A word beside a jetsam reason")
        }
        var lines: [String: Int] = [:]
        for node in reader.list(parts["sayings"], "The list of sayings") {
            guard let saying = saying(node, &reader) else { continue }
            for word in saying.words {
                let folded = WordText.folded(word)
                if folded.isEmpty { reader.report(.badRule, at: node.at, "“\(word)” has neither letters nor digits.") }
                if let line = lines.updateValue(node.at.line, forKey: folded) {
                    reader.report(.duplicateID, at: node.at, "“\(word)” is explained already, in line \(line).")
                }
            }
            sayings.sayings.append(saying)
        }
        return sayings
    }

    private static func saying(_ node: YAMLNode, _ reader: inout DeclarationReader) -> Sayings.Saying? {
        guard let values = reader.mapping(node, keys: keys, required: ["about", "meaning"], "A saying"),
            let about = reader.text(values["about"], "What a saying is about")
        else { return nil }
        var saying = Sayings.Saying(about: about, meanings: reader.texts(values["meaning"], "A meaning"))
        saying.words = reader.texts(values["words"], "A word")
        saying.texts = reader.texts(values["says"], "What a line says")
        saying.otherTexts = reader.texts(values["and"], "What a line says")
        if let event = values["event"] { saying.event = reader.event(event)?.event }
        if saying.words.isEmpty, saying.texts.isEmpty, saying.event == nil {
            reader.report(.badRule, at: node.at, "A saying needs “words”, “says” or “event”.")
        }
        saying.usually = reader.texts(values["usually"], "What usually leads to it")
        for item in reader.items(values["causes"]) {
            if let cause = reader.choice(item, "cause", EndingCause.self, code: .unknownCause) {
                saying.causes.append(cause)
            }
        }
        saying.rules = reader.texts(values["rules"], "The id of a rule")
        saying.see = reader.texts(values["see"], "A word that says more")
        saying.links = reader.texts(values["links"], "A link")
        saying.standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        return saying
    }
}
