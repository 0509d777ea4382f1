// SPDX-License-Identifier: MIT

package import LifelintModel

/// A piece of a condition's text.
package struct ConditionToken {
    /// What it is: which keyword and which sign, too, so that the parser compares no text.
    enum Kind: UInt8 {
        /// A path, or a fixed value.
        case word
        /// A path with `*` in it: a pattern over fixed values.
        case pattern
        case literal
        case or, and, not, `in`, matches, contains, exists, `true`, `false`
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case plus, minus, times, over
        case open, close, openList, closeList, comma
        case end
    }

    let kind: Kind
    /// Byte offset into the condition's text; 0-based.
    let offset: Int
    /// As it is written; empty for a literal and the end.
    var spelling = ""
    /// What a literal means.
    package var value: Value?

    /// The token in words for messages.
    var text: String {
        if let value { return value.conditionText }
        return kind == .end ? "the end" : "“\(spelling)”"
    }
}

extension ConditionToken.Kind {
    /// Whether it is written with letters.
    var isWord: Bool {
        switch self {
        case .word, .or, .and, .not, .in, .matches, .contains, .exists, .true, .false: true
        default: false
        }
    }

    /// What it compares, if it does.
    var comparison: Condition.Comparison? {
        switch self {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        default: nil
        }
    }
}
