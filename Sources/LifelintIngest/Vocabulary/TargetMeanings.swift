// SPDX-License-Identifier: MIT

/// What names mean under which a recogniser gives a value; a value of its own, so that what is compiled later need not
/// hold the vocabulary.
struct TargetMeanings: Sendable {
    private let byName: [String: KeyMeaning]

    /// - Parameter byName: every key that fields and attributes have.
    init(_ byName: [String: KeyMeaning]) { self.byName = byName }

    /// A field is given by its own name only; what has none is an attribute.
    subscript(name: String) -> KeyMeaning {
        var meaning = byName[name] ?? KeyMeaning()
        if meaning.rank > 0 || meaning.field == .event || meaning.field == .events { meaning.field = .attribute }
        return meaning
    }
}
