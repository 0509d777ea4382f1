// SPDX-License-Identifier: MIT

public import LifelintModel

/// One value of a YAML file with its place.
///
/// Aliases are expanded: a node that stands for an alias has the place of its anchor, where its text can be shown.
public struct YAMLNode: Sendable {
    /// What a node holds.
    public enum Content: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
    }

    /// What it holds.
    public let content: Content
    /// Where it stands.
    public let at: SourceLocation

    package init(content: Content, at: SourceLocation) {
        self.content = content
        self.at = at
    }

    /// The scalar, if it is one.
    public var scalar: YAMLScalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The items, if it is a sequence.
    public var sequence: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// The entries in the order of the file, if it is a mapping.
    public var mapping: [YAMLEntry]? {
        if case .mapping(let entries) = content { entries } else { nil }
    }

    /// The value under that key, if it is a mapping that has it.
    public subscript(key: String) -> YAMLNode? {
        mapping?.first { $0.key.text == key }?.value
    }

    /// What it is, in words for messages.
    public var kind: String {
        switch content {
        case .scalar(let scalar): scalar.isNull ? "nothing" : "a single value"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
    /// The key: always a scalar.
    public let key: YAMLKey
    /// Its value.
    public let value: YAMLNode

    package init(key: YAMLKey, value: YAMLNode) {
        self.key = key
        self.value = value
    }
}

/// A key of a mapping.
public struct YAMLKey: Sendable {
    /// Its text.
    public let text: String
    /// Where it stands.
    public let at: SourceLocation

    package init(text: String, at: SourceLocation) {
        self.text = text
        self.at = at
    }
}

/// A single value: its text and how it was written.
///
/// It has no type: YAML 1.1's guesses (`no` is false, `1:30` is 90) surprise, so readers say what they expect.
public struct YAMLScalar: Sendable, Hashable {
    /// How a scalar was written.
    public enum Style: Sendable {
        case plain, singleQuoted, doubleQuoted, literal, folded
    }

    /// The text, unquoted and unfolded.
    public let text: String
    /// How it was written.
    public let style: Style

    package init(text: String, style: Style) {
        self.text = text
        self.style = style
    }

    /// Whether it is text by its notation: quoted, or a block.
    public var isQuoted: Bool { style != .plain }
    /// Whether nothing stands there: `key:` alone, `~` or `null`.
    public var isNull: Bool { style == .plain && (text.isEmpty || text == "~" || text == "null") }
}
