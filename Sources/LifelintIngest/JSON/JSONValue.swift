// SPDX-License-Identifier: MIT

/// One value of a ``JSONDocument``: a place on its tape, read when asked.
public struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var node: JSONDocument.Node { document.nodes[index] }

    /// The bytes of the document that it takes, quotes of a string left out.
    public var byteRange: Range<Int> { Int(node.start)..<max(Int(node.start), Int(node.end)) }

    /// Whether it is `null`.
    public var isNull: Bool { node.kind == .null }
    /// Whether it is an object.
    public var isObject: Bool { node.kind == .object }
    /// Whether it is an array.
    public var isArray: Bool { node.kind == .array }

    /// The text of a string; nil if it is none.
    public var string: String? {
        guard node.kind == .string else { return nil }
        let range = byteRange
        let text = document.bytes.withView { view in
            view.firstIndex(of: 0x5C, from: range.lowerBound, to: range.upperBound) == nil
                ? view.bytes(range.lowerBound, range.upperBound)
                : JSONSyntax.unescaped(view, range.lowerBound, range.upperBound)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A number without fraction; nil if it is none or too large.
    public var integer: Int64? {
        guard node.kind == .number else { return nil }
        return document.bytes.withView { DecimalNumber($0, byteRange.lowerBound, byteRange.upperBound)?.integer }
    }

    /// A number; nil if it is none.
    public var number: Double? {
        guard node.kind == .number else { return nil }
        let range = byteRange
        return document.bytes.withView { view in
            DecimalNumber(view, range.lowerBound, range.upperBound)?.double(view, range.lowerBound, range.upperBound)
        }
    }

    /// `true` or `false`; nil if it is neither.
    public var bool: Bool? { node.kind == .truth ? document.bytes[Int(node.start)] == 0x74 : nil }

    /// The values of an array, in order; empty if it is none.
    public var elements: [JSONValue] {
        guard node.kind == .array else { return [] }
        var elements: [JSONValue] = []
        var child = index + 1
        while child < Int(node.next) {
            elements.append(JSONValue(document: document, index: child))
            child = Int(document.nodes[child].next)
        }
        return elements
    }

    /// The members of an object, in order; empty if it is none.
    public var members: [(key: String, value: JSONValue)] {
        guard node.kind == .object else { return [] }
        var members: [(key: String, value: JSONValue)] = []
        var child = index + 1
        while child + 1 < Int(node.next) {
            members.append(
                (
                    JSONValue(document: document, index: child).string ?? "",
                    JSONValue(document: document, index: child + 1)
                ))
            child = Int(document.nodes[child + 1].next)
        }
        return members
    }

    /// The value of a member; nil if this is no object or has none of that name.
    public subscript(key: String) -> JSONValue? {
        guard node.kind == .object else { return nil }
        var child = index + 1
        while child + 1 < Int(node.next) {
            if JSONValue(document: document, index: child).string == key {
                return JSONValue(document: document, index: child + 1)
            }
            child = Int(document.nodes[child + 1].next)
        }
        return nil
    }
}
