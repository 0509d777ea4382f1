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

    /// A node that was made as a whole.
    ///
    /// Why a class: nodes are handed on all the time, and what they hold is large.
    final class Built: Sendable {
        let content: Content
        let at: SourceLocation

        init(content: Content, at: SourceLocation) {
            self.content = content
            self.at = at
        }
    }

    /// Where what it holds is found.
    enum Form: Sendable {
        case built(Built)
        /// The row of a tree; what is below is built when it is asked for.
        case packed(PackedYAMLTree, Int)
    }

    let form: Form

    package init(content: Content, at: SourceLocation) { form = .built(Built(content: content, at: at)) }

    init(_ tree: PackedYAMLTree, _ index: Int) { form = .packed(tree, index) }

    /// What it holds.
    public var content: Content {
        switch form {
        case .built(let node): return node.content
        case .packed(let tree, let index):
            switch tree.rows[index].kind {
            case PackedYAML.sequence: return .sequence(tree.items(index).map { YAMLNode(tree, $0) })
            case PackedYAML.mapping: return .mapping(tree.keys(index).map { YAMLEntry(tree, $0) })
            default: return .scalar(YAMLScalar(tree, index))
            }
        }
    }

    /// Where it stands.
    public var at: SourceLocation {
        switch form {
        case .built(let node): node.at
        case .packed(let tree, let index): tree.location(index)
        }
    }

    /// The scalar, if it is one.
    public var scalar: YAMLScalar? {
        switch form {
        case .built(let node): if case .scalar(let scalar) = node.content { scalar } else { nil }
        case .packed(let tree, let index):
            PackedYAML.styles.indices.contains(tree.rows[index].kind) ? YAMLScalar(tree, index) : nil
        }
    }

    /// The items, if it is a sequence.
    public var sequence: [YAMLNode]? {
        switch form {
        case .built(let node): if case .sequence(let items) = node.content { items } else { nil }
        case .packed(let tree, let index):
            tree.rows[index].kind == PackedYAML.sequence ? tree.items(index).map { YAMLNode(tree, $0) } : nil
        }
    }

    /// The entries in the order of the file, if it is a mapping.
    public var mapping: [YAMLEntry]? {
        switch form {
        case .built(let node): if case .mapping(let entries) = node.content { entries } else { nil }
        case .packed(let tree, let index):
            tree.rows[index].kind == PackedYAML.mapping ? tree.keys(index).map { YAMLEntry(tree, $0) } : nil
        }
    }

    /// The value under that key, if it is a mapping that has it.
    public subscript(key: String) -> YAMLNode? {
        switch form {
        case .built: mapping?.first { $0.key.text == key }?.value
        case .packed(let tree, let index):
            tree.rows[index].kind == PackedYAML.mapping
                ? tree.value(index, under: key).map { YAMLNode(tree, $0) } : nil
        }
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

    init(_ tree: PackedYAMLTree, _ index: Int) {
        key = YAMLKey(tree, index)
        value = YAMLNode(tree, index + 1)
    }
}

/// A key of a mapping.
public struct YAMLKey: Sendable {
    /// Its text.
    public let text: String
    private let node: YAMLNode

    /// Where it stands.
    public var at: SourceLocation { node.at }

    package init(text: String, at: SourceLocation) {
        self.text = text
        node = YAMLNode(content: .scalar(YAMLScalar(text: text, style: .plain)), at: at)
    }

    init(_ tree: PackedYAMLTree, _ index: Int) {
        text = tree.text(index)
        node = YAMLNode(tree, index)
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

    init(_ tree: PackedYAMLTree, _ index: Int) {
        text = tree.text(index)
        style = PackedYAML.styles[tree.rows[index].kind]
    }

    /// Whether it is text by its notation: quoted, or a block.
    public var isQuoted: Bool { style != .plain }
    /// Whether nothing stands there: `key:` alone, `~` or `null`.
    public var isNull: Bool { style == .plain && (text.isEmpty || text == "~" || text == "null") }
}
