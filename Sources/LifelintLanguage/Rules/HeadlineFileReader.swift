// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads `vocabulary/headlines.yml`: the rules that speak of an ending, the first of which is told.
package enum HeadlineFileReader {
    /// The ids in their order; rules that do not ship yet may be among them.
    package static func read(_ reader: inout DeclarationReader) -> [String] {
        guard let root = reader.document.root else { return [] }
        var ids: [String] = []
        for item in reader.list(root, "The file of headlines") {
            guard let id = reader.text(item, "The id of a rule") else { continue }
            if !RuleReader.isKebabCase(id) {
                reader.report(.badRule, at: item.at, "“\(id)” is no id of a rule: ids are in kebab-case.")
            } else if ids.contains(id) {
                reader.report(.duplicateID, at: item.at, "“\(id)” stands here twice.")
            } else {
                ids.append(id)
            }
        }
        return ids
    }
}
