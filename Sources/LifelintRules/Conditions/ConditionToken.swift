// SPDX-License-Identifier: MIT

import LifelintModel

/// A piece of a condition's text.
struct ConditionToken {
    enum Kind: Equatable {
        /// A keyword, a path, or a fixed value.
        case word(String)
        /// A path with `*` in it: a pattern over fixed values.
        case pattern(String)
        case literal(Value)
        /// An operator, a bracket or a comma.
        case symbol(String)
        case end
    }

    let kind: Kind
    /// Byte offset into the condition's text; 0-based.
    let offset: Int

    /// The token in words for messages.
    var text: String {
        switch kind {
        case .word(let text), .pattern(let text), .symbol(let text): "“\(text)”"
        case .literal(let value): value.conditionText
        case .end: "the end"
        }
    }
}
