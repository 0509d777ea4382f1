// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/spellings.yml`.
package struct SpellingFileReader {
    private static let vias: [(key: String, via: EventVia)] = [
        ("delegate", .delegate), ("notification", .notification), ("swiftui", .swiftui), ("any", .missing),
        (records, .missing),
    ]

    /// The key of the spellings that are some only where a record says nothing else of what happened.
    private static let records = "record"

    /// The spellings in the order of the file.
    package static func read(_ reader: inout DeclarationReader) -> [EventSpelling] {
        guard let root = reader.document.root else { return [] }
        var spellings: [EventSpelling] = []
        var lines: [String: Int] = [:]
        for entry in reader.entries(root, "The file of spellings") {
            guard let event = KnownEvents.byName[entry.key.text] else {
                reader.report(
                    .unknownEvent, at: entry.key.at, "There is no event “\(entry.key.text)”.",
                    suggestion: Suggestion.nearest(to: entry.key.text, among: KnownEvents.names))
                continue
            }
            guard let values = reader.mapping(entry.value, keys: vias.map(\.key), "The spellings of an event") else {
                continue
            }
            for (key, via) in vias {
                for node in reader.items(values[key]) {
                    guard let text = reader.text(node, "A spelling") else { continue }
                    if let line = lines.updateValue(node.at.line, forKey: text.lowercased()) {
                        reader.report(
                            .duplicateID, at: node.at, "“\(text)” is a spelling already, in line \(line).")
                        continue
                    }
                    spellings.append(
                        EventSpelling(text: text, event: event, via: via, isRecordsOnly: key == records))
                }
            }
        }
        return spellings
    }
}
