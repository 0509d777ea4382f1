// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A piece of a JSON Schema; keys stand in the order in which they were written.
indirect enum SchemaValue {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([SchemaValue])
    case object([(key: String, value: SchemaValue)])

    /// The piece as indented JSON; lists of plain values stay on their line.
    func json(depth: Int = 0) -> String {
        switch self {
        case .text(let text): return text.quoted
        case .number(let number): return String(number)
        case .flag(let flag): return flag ? "true" : "false"
        case .list(let items):
            return "[" + items.map { $0.json(depth: depth) }.joined(separator: ", ") + "]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let indent = String(repeating: "  ", count: depth + 1)
            let lines = members.map { "\(indent)\($0.key.quoted): \($0.value.json(depth: depth + 1))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + String(repeating: "  ", count: depth) + "}"
        }
    }
}

extension SchemaValue {
    static func string(pattern: String? = nil) -> SchemaValue {
        .object([("type", .text("string"))] + (pattern.map { [("pattern", .text($0))] } ?? []))
    }

    static var boolean: SchemaValue { .object([("type", .text("boolean"))]) }

    /// A number, or a text such as `"{limit}"`.
    static var number: SchemaValue { .object([("type", .list([.text("number"), .text("string")]))]) }

    /// A whole number, or the parameter that has one: `"{min_runs}"`.
    static func integer(atLeast least: Int) -> SchemaValue {
        .any([
            .object([("type", .text("integer")), ("minimum", .number(least))]), .string(pattern: "^\\{[a-z_]+\\}$"),
        ])
    }

    /// A text, a number or a truth.
    static var scalar: SchemaValue {
        .object([("type", .list([.text("string"), .text("number"), .text("boolean")]))])
    }

    /// The value, or nothing: a key whose entries are all commented out.
    static func orNothing(_ value: SchemaValue) -> SchemaValue { .any([value, .object([("type", .text("null"))])]) }

    static func name(of names: [String]) -> SchemaValue {
        .object([("type", .text("string")), ("enum", .list(names.map { .text($0) }))])
    }

    static func list(of item: SchemaValue, atLeast least: Int = 0) -> SchemaValue {
        .object(
            [("type", .text("array")), ("items", item)] + (least > 0 ? [("minItems", .number(least))] : []))
    }

    static func oneOrMore(_ item: SchemaValue) -> SchemaValue { .any([item, .list(of: item, atLeast: 1)]) }

    static func any(_ choices: [SchemaValue]) -> SchemaValue { .object([("anyOf", .list(choices))]) }

    static func reference(_ name: String) -> SchemaValue {
        .object([("$ref", .text("#/definitions/\(name)"))])
    }

    /// A mapping whose keys are free.
    static func map(of value: SchemaValue) -> SchemaValue {
        .object([("type", .text("object")), ("additionalProperties", value)])
    }

    /// A mapping with these keys and no others.
    static func record(
        _ keys: [DeclaredKey], required: [String] = [], _ type: (String) -> SchemaValue
    ) -> SchemaValue {
        var members: [(key: String, value: SchemaValue)] = [
            ("type", .text("object")), ("additionalProperties", .flag(false)),
        ]
        if !required.isEmpty { members.append(("required", .list(required.map { .text($0) }))) }
        let properties = keys.map { ($0.name, type($0.name).described($0.meaning)) }
        return .object(members + [("properties", .object(properties))])
    }

    /// The piece with what it means; beside `$ref` a description would not be seen, so that goes one level down.
    func described(_ meaning: String) -> SchemaValue {
        guard case .object(let members) = self, !meaning.isEmpty else { return self }
        if members.first?.key == "$ref" {
            return .object([("description", .text(meaning)), ("allOf", .list([self]))])
        }
        return .object([("description", .text(meaning))] + members)
    }
}
