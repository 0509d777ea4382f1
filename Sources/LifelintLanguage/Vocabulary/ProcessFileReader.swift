// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/processes.yml`: which processes are the system's, and how the names of others are made.
package enum ProcessFileReader {
    package static func read(_ reader: inout DeclarationReader) -> ProcessWords {
        var words = ProcessWords()
        let names = WitnessClass.allCases.map(\.name)
        guard let root = reader.document.root,
            let values = reader.mapping(
                root, keys: ["apps", "system", "services", "watch", "names", "homes", "witnesses", "daemons"],
                "The list of processes")
        else { return words }
        words.appPaths = reader.texts(values["apps"], "A part of a path")
        words.systemPaths = reader.texts(values["system"], "A part of a path")
        words.services = reader.texts(values["services"], "The beginning of a bundle id")
        words.homes = Set(reader.texts(values["homes"], "A home screen"))
        words.daemons = Set(reader.texts(values["daemons"], "A daemon"))
        if let node = values["witnesses"],
            let witnesses = reader.mapping(node, keys: names, "Which witness processes are")
        {
            for witness in WitnessClass.allCases {
                for name in reader.texts(witnesses[witness.name], "The name of a process") {
                    words.witnesses[name] = witness
                }
            }
        }
        if let node = values["watch"],
            let watch = reader.mapping(node, keys: ["names", "bundles"], "What apps on watches are called")
        {
            words.watchNames = reader.texts(watch["names"], "The end of a name")
            words.watchBundles = reader.texts(watch["bundles"], "The end of a bundle id")
        }
        if let node = values["names"],
            let names = reader.mapping(
                node, keys: ["templates", "common", "endings", "articles", "others", "extensions"], "How names are made"
            )
        {
            words.templates = Set(reader.texts(names["templates"], "The name of a template").map { $0.lowercased() })
            words.commonParts = Set(reader.texts(names["common"], "A part of bundle ids").map { $0.lowercased() })
            words.nameEndings = Set(reader.texts(names["endings"], "The end of a name").map { $0.lowercased() })
            words.nameArticles = Set(reader.texts(names["articles"], "The article of a name").map { $0.lowercased() })
            words.otherWords = Set(reader.texts(names["others"], "A word of a name").map { $0.lowercased() })
            words.extensionEndings = reader.texts(names["extensions"], "The end of an extension's name")
        }
        return words
    }
}
