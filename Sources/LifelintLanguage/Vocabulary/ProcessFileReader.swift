// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/processes.yml`: which processes are the system's, and how the names of others are made.
package enum ProcessFileReader {
    package static func read(_ reader: inout DeclarationReader) -> ProcessWords {
        var words = ProcessWords()
        guard let root = reader.document.root,
            let values = reader.mapping(
                root,
                keys: [
                    "apps", "system", "services", "watch", "names", "homes", "witnesses", "subsystems", "libraries",
                    "debuggers", "simulators", "settings", "daemons",
                ], "The list of processes")
        else { return words }
        words.appPaths = reader.texts(values["apps"], "A part of a path")
        words.systemPaths = reader.texts(values["system"], "A part of a path")
        words.services = reader.texts(values["services"], "The beginning of a bundle id")
        words.homes = Set(reader.texts(values["homes"], "A home screen"))
        words.daemons = Set(reader.texts(values["daemons"], "A daemon"))
        words.settingsApps = Set(reader.texts(values["settings"], "A bundle id"))
        for (name, witness) in witnessed(values["witnesses"], "The name of a process", &reader) {
            words.witnesses[name] = witness
        }
        words.subsystems = witnessed(values["subsystems"], "The beginning of a subsystem", &reader)
            .map { (beginning: $0.text, witness: $0.witness) }
        for (name, witness) in witnessed(values["libraries"], "The name of a library", &reader) {
            words.libraries[name] = witness
        }
        if let node = values["debuggers"],
            let debuggers = reader.mapping(node, keys: ["parents"], "What shows a debugger")
        {
            words.debuggerParents = Set(reader.texts(debuggers["parents"], "The name of a process"))
        }
        if let node = values["simulators"],
            let simulators = reader.mapping(node, keys: ["parents", "coalitions"], "What shows a simulator")
        {
            words.simulatorParents = Set(reader.texts(simulators["parents"], "The name of a process"))
            words.simulatorCoalitions = reader.texts(simulators["coalitions"], "The beginning of a coalition")
        }
        if let node = values["watch"],
            let watch = reader.mapping(
                node, keys: ["names", "bundles", "extensions"], "What apps on watches are called")
        {
            words.watchNames = reader.texts(watch["names"], "The end of a name")
            words.watchBundles = reader.texts(watch["bundles"], "The end of a bundle id")
            words.watchExtensions = reader.texts(watch["extensions"], "The end of a bundle id")
        }
        if let node = values["names"],
            let names = reader.mapping(
                node, keys: ["templates", "common", "endings", "articles", "others", "extensions", "masks"],
                "How names are made")
        {
            words.templates = Set(reader.texts(names["templates"], "The name of a template").map { $0.lowercased() })
            words.commonParts = Set(reader.texts(names["common"], "A part of bundle ids").map { $0.lowercased() })
            words.nameEndings = Set(reader.texts(names["endings"], "The end of a name").map { $0.lowercased() })
            words.nameArticles = Set(reader.texts(names["articles"], "The article of a name").map { $0.lowercased() })
            words.otherWords = Set(reader.texts(names["others"], "A word of a name").map { $0.lowercased() })
            words.masks = Set(reader.texts(names["masks"], "What stands in place of a name").map { $0.lowercased() })
            words.extensionEndings = reader.texts(names["extensions"], "The end of an extension's name")
        }
        return words
    }

    /// Texts by the witness that they stand for, in the order of the witnesses.
    private static func witnessed(
        _ node: YAMLNode?, _ what: String, _ reader: inout DeclarationReader
    ) -> [(text: String, witness: WitnessClass)] {
        let names = WitnessClass.allCases.map(\.name)
        guard let node, let witnesses = reader.mapping(node, keys: names, "Which witness processes are") else {
            return []
        }
        return WitnessClass.allCases.flatMap { witness in
            reader.texts(witnesses[witness.name], what).map { (text: $0, witness: witness) }
        }
    }
}
