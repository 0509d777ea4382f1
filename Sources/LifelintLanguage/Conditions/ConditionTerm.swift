// SPDX-License-Identifier: MIT

import LifelintModel

/// A part of a condition while it is parsed: a yes or no, a value, or a pattern over fixed values.
struct ConditionTerm {
    enum Form {
        case condition(Condition)
        case operand(Condition.Operand)
        case pattern(String)
    }

    var form: Form
    /// What it is a value of; `.any` where nothing is known.
    var kind: ConditionField.Kind
    /// Whether it is a bare word: a field, or a fixed value of what stands beside it.
    var isBare = false
    /// Whether it is a name that the rule itself gives; a fixed value of the same spelling goes before it.
    var isBound = false
    /// The word that it is, if it is one, or one in brackets.
    private var word: KnownWord?
    /// What is wrong with it, if it is a word that names no field: an error unless it is a fixed value.
    var unknownField: UnknownField?
    /// Byte offset into the condition's text; 0-based.
    var offset: Int

    /// The fixed values of the field, if it is one that has them.
    var words: [String] { word?.field?.words ?? [] }
    /// Whether nothing else can be its value.
    var isClosed: Bool { word?.field?.isClosed ?? false }
    /// Whether it is a field of the cause of an ending.
    var isCause: Bool { words.contains(EndingCause.stillRunning.rawValue) }
    /// The word, if it is a bare one.
    var bareWord: String? { isBare ? word?.path.text : nil }

    init(_ condition: Condition, offset: Int) {
        form = .condition(condition)
        kind = .bool
        self.offset = offset
    }

    init(_ operand: Condition.Operand, kind: ConditionField.Kind, offset: Int) {
        form = .operand(operand)
        self.kind = kind
        self.offset = offset
    }

    /// A bare word.
    init(_ word: KnownWord, isBound: Bool, offset: Int) {
        form = .operand(.field(word.path))
        kind = word.field?.kind ?? .any
        self.word = word
        self.isBound = isBound
        isBare = true
        self.offset = offset
    }

    init(pattern: String, offset: Int) {
        form = .pattern(pattern)
        kind = .string
        self.offset = offset
    }

    init(literal value: Value, offset: Int) { self.init(.literal(value), kind: value.fieldKind, offset: offset) }
}

extension Value {
    /// The type of the value, as fields are typed.
    var fieldKind: ConditionField.Kind {
        switch self {
        case .string: .string
        case .integer: .integer
        case .number: .number
        case .bool: .bool
        case .duration: .duration
        case .bytes: .bytes
        case .instant: .instant
        }
    }
}

extension ConditionField.Kind {
    /// Kinds of one family compare with each other.
    enum Family { case text, number, bool, duration, bytes, instant, any }

    var family: Family {
        switch self {
        case .string, .version, .key: .text
        case .integer, .number: .number
        case .bool: .bool
        case .duration: .duration
        case .bytes: .bytes
        case .instant: .instant
        case .any: .any
        }
    }

    /// The kind in words for messages.
    var phrase: String {
        switch self {
        case .string: "text"
        case .integer, .number: "a number"
        case .bool: "yes or no"
        case .duration: "a duration"
        case .bytes: "an amount of bytes"
        case .instant: "an instant"
        case .version: "a version"
        case .key: "a key"
        case .any: "a value"
        }
    }
}
