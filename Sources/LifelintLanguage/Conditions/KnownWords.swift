// SPDX-License-Identifier: MIT

import LifelintModel
import Synchronization

/// A word of a condition, and the field that it names.
///
/// Why a class: terms are copied on their way up.
final class KnownWord: Sendable {
    let path: FieldPath
    /// Nil where it names none.
    let field: ConditionField?

    init(path: FieldPath, field: ConditionField?) {
        self.path = path
        self.field = field
    }
}

/// Words that conditions have named: the same few hundred stand in all of them, and each is taken apart once.
final class KnownWords: Sendable {
    static let shared = KnownWords()

    /// More than all that ships names; whoever parses conditions of others for long shall not gather their words.
    private static let limit = 2_048

    /// By noun, in the order of their declaration, and path.
    private let words = Mutex<[[String: KnownWord]]>(Array(repeating: [:], count: ConditionNoun.allCases.count))

    /// The word in a condition about a noun.
    func word(_ path: String, about noun: ConditionNoun) -> KnownWord {
        let place = KnownWords.place(of: noun)
        return words.withLock { words in
            if let known = words[place][path] { return known }
            let word = KnownWord(path: FieldPath(path), field: ConditionField.named(path, of: noun))
            if words[place].count < KnownWords.limit { words[place][path] = word }
            return word
        }
    }

    /// Why no dictionary: a noun would be hashed as the text that it stands for.
    private static func place(of noun: ConditionNoun) -> Int {
        switch noun {
        case .event: 0
        case .span: 1
        case .run: 2
        case .scene: 3
        case .device: 4
        case .rule: 5
        case .record: 6
        }
    }
}
