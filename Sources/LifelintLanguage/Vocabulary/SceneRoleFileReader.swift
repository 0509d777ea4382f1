// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/scene-roles.yml`.
package enum SceneRoleFileReader {
    package static func read(_ reader: inout DeclarationReader) -> SceneRoleWords {
        var words = SceneRoleWords()
        guard let root = reader.document.root,
            let values = reader.mapping(
                root, keys: ["windows", "windowsContain", "carsContain"], "The roles of scenes")
        else { return words }
        words.windows = Set(reader.texts(values["windows"], "A role").map { $0.lowercased() })
        words.partsOfWindows = reader.texts(values["windowsContain"], "A part of a role").map { $0.lowercased() }
        words.partsOfCars = reader.texts(values["carsContain"], "A part of a role").map { $0.lowercased() }
        return words
    }
}
