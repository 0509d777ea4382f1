// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads `vocabulary/exit-counters.yml`.
package struct ExitCounterFileReader {
    /// What each counter is called in reports.
    package static func read(_ reader: inout DeclarationReader) -> [String: String] {
        guard let root = reader.document.root else { return [:] }
        var names: [String: String] = [:]
        for entry in reader.entries(root, "The file of exit counters") {
            guard let name = reader.text(entry.value, "The name of a counter") else { continue }
            names[entry.key.text] = name
        }
        return names
    }
}
