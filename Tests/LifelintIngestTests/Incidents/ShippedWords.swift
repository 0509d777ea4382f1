// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

@testable import LifelintIngest
@testable import LifelintLanguage

/// The vocabulary that ships: what reports say is worded in it.
enum ShippedWords {
    static let vocabulary: Vocabulary = (try? RuleLibrary.shipped().vocabulary) ?? Vocabulary()
    static let words = CompiledVocabulary(vocabulary)
}

extension IncidentSettings {
    /// Settings with the words that ship.
    static let shipped = IncidentSettings(words: ShippedWords.words)
}

extension IncidentParsers {
    /// The reports of an input, read with the words that ship.
    static func read(_ bytes: [UInt8]) -> IncidentReadout { read(bytes, .shipped) }
}
