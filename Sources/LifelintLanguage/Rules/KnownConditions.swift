// SPDX-License-Identifier: MIT

import LifelintModel
import Synchronization

/// Conditions that were read, by their text: half of those of all rules are written elsewhere, too.
final class KnownConditions: Sendable {
    private let conditions = Mutex<[String: Condition]>([:])

    /// The condition of that text about a noun, if it was read before.
    subscript(text: String, noun: ConditionNoun) -> Condition? {
        let key = KnownConditions.key(text, noun)
        return conditions.withLock { $0[key] }
    }

    func add(_ condition: Condition, text: String, about noun: ConditionNoun) {
        let key = KnownConditions.key(text, noun)
        conditions.withLock { $0[key] = condition }
    }

    private static func key(_ text: String, _ noun: ConditionNoun) -> String { noun.rawValue + " " + text }
}
