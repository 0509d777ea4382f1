// SPDX-License-Identifier: MIT

import LifelintModel

/// A piece of a JSON Schema: JSON with its keys in the order in which they were written.
indirect enum SchemaNode {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([SchemaNode])
    case object([(key: String, value: SchemaNode)])

    /// The piece as indented JSON; lists of plain values stay on their line.
    var json: String {
        var writer = JSONWriter()
        write(to: &writer, depth: 0)
        writer.output.append(byte: 0x0A)
        return writer.output.string
    }

    private func write(to writer: inout JSONWriter, depth: Int) {
        switch self {
        case .text(let text): writer.value(text)
        case .number(let number): writer.value(number)
        case .flag(let flag): writer.value(flag)
        case .list(let items):
            writer.beginArray()
            for item in items { item.write(to: &writer, depth: depth) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.breakLine()
                SchemaNode.indent(&writer, depth + 1)
                writer.key(named: member.key)
                writer.output.append(byte: 0x20)
                member.value.write(to: &writer, depth: depth + 1)
            }
            if !members.isEmpty {
                writer.output.append(byte: 0x0A)
                SchemaNode.indent(&writer, depth)
            }
            writer.endObject()
        }
    }

    private static func indent(_ writer: inout JSONWriter, _ depth: Int) {
        for _ in 0..<depth { writer.output.append("  ") }
    }
}

extension SchemaNode {
    /// An object in which each of the properties stands, and nothing else.
    static func record(_ properties: [(key: String, value: SchemaNode)], _ description: String = "") -> SchemaNode {
        described(
            [
                ("type", .text("object")), ("required", .list(properties.map { .text($0.key) })),
                ("additionalProperties", .flag(false)), ("properties", .object(properties)),
            ], description)
    }

    /// An object in which some of the properties stand, and nothing else.
    static func partial(_ properties: [(key: String, value: SchemaNode)], _ description: String) -> SchemaNode {
        described(
            [
                ("type", .text("object")), ("additionalProperties", .flag(false)), ("properties", .object(properties)),
            ], description)
    }

    /// An object with names of any kind, or of those that `names` allows.
    static func map(of value: SchemaNode, names: SchemaNode? = nil, _ description: String) -> SchemaNode {
        var members: [(key: String, value: SchemaNode)] = [("type", .text("object"))]
        if let names { members.append(("propertyNames", names)) }
        members.append(("additionalProperties", value))
        return described(members, description)
    }

    /// A list.
    static func array(of item: SchemaNode, maximum: Int? = nil, _ description: String = "") -> SchemaNode {
        var members: [(key: String, value: SchemaNode)] = [("type", .text("array")), ("items", item)]
        if let maximum { members.append(("maxItems", .number(maximum))) }
        return described(members, description)
    }

    /// A string.
    static func string(_ description: String = "", pattern: String? = nil) -> SchemaNode {
        var members: [(key: String, value: SchemaNode)] = [("type", .text("string"))]
        if let pattern { members.append(("pattern", .text(pattern))) }
        return described(members, description)
    }

    /// One of the names.
    static func name(of names: [String], _ description: String = "") -> SchemaNode {
        described([("type", .text("string")), ("enum", .list(names.map { .text($0) }))], description)
    }

    /// `true` or `false`.
    static func boolean(_ description: String = "") -> SchemaNode {
        described([("type", .text("boolean"))], description)
    }

    /// A number.
    static func real(_ description: String) -> SchemaNode { described([("type", .text("number"))], description) }

    /// A whole number.
    static func integer(_ description: String = "", minimum: Int? = nil) -> SchemaNode {
        var members: [(key: String, value: SchemaNode)] = [("type", .text("integer"))]
        if let minimum { members.append(("minimum", .number(minimum))) }
        return described(members, description)
    }

    /// How often.
    static func count(_ description: String = "") -> SchemaNode { integer(description, minimum: 0) }

    /// One of the definitions of the document.
    static func reference(_ name: String) -> SchemaNode { .object([("$ref", .text("#/$defs/" + name))]) }

    /// That, or null where it is unknown.
    static func nullable(_ node: SchemaNode, _ description: String = "") -> SchemaNode {
        described([("anyOf", .list([node, .object([("type", .text("null"))])]))], description)
    }

    private static func described(
        _ members: [(key: String, value: SchemaNode)], _ description: String
    ) -> SchemaNode {
        description.isEmpty ? .object(members) : .object(members + [("description", .text(description))])
    }
}
