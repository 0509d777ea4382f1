// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads `vocabulary/processes.yml`: which processes are the system's.
enum ProcessFileReader {
    static func read(_ reader: inout DeclarationReader) -> ProcessWords {
        var words = ProcessWords()
        guard let root = reader.document.root,
            let values = reader.mapping(root, keys: ["apps", "system", "services", "daemons"], "The list of processes")
        else { return words }
        words.appPaths = reader.texts(values["apps"], "A part of a path")
        words.systemPaths = reader.texts(values["system"], "A part of a path")
        words.services = reader.texts(values["services"], "The beginning of a bundle id")
        words.daemons = Set(reader.texts(values["daemons"], "A daemon"))
        return words
    }
}
