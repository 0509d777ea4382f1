// SPDX-License-Identifier: MIT

import LifelintModel

/// A word of a condition that names no field: what is wrong with it is worked out only where it is no fixed value
/// either.
///
/// Why a class: terms are copied, and hardly one has it.
final class UnknownField {
    let path: String
    /// What bare names are fields of.
    let noun: ConditionNoun
    /// Names beyond the noun's fields.
    let names: [String: ConditionField.Kind]
    /// Byte offset into the condition's text; 0-based.
    let offset: Int

    init(path: String, noun: ConditionNoun, names: [String: ConditionField.Kind], offset: Int) {
        self.path = path
        self.noun = noun
        self.names = names
        self.offset = offset
    }

    /// What is told of it.
    var error: ConditionError {
        let (owner, name) = ConditionField.split(path, of: noun)
        let names = ConditionField.all(of: owner).map(\.path) + self.names.keys.sorted()
        let prefix = String(path.dropLast(name.count))
        return ConditionError(
            .unknownField, at: offset, "No \(owner.rawValue) has a field “\(name)”.",
            suggestion: Suggestion.nearest(to: name, among: names).map { prefix + $0 })
    }
}
