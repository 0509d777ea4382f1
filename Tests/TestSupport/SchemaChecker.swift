// SPDX-License-Identifier: MIT

import Foundation

/// Checks JSON against the keywords of JSON Schema that our schemas and SARIF's use; any other keyword is a complaint.
public struct SchemaChecker {
    private let root: [String: Any]
    private static let known: Set<String> = [
        "$schema", "$id", "$ref", "$defs", "title", "description", "type", "enum", "pattern", "required", "properties",
        "additionalProperties", "propertyNames", "items", "prefixItems", "minItems", "maxItems", "minimum", "anyOf",
        // What drafts before call it, what says nothing here, and what is checked as `anyOf`.
        "definitions", "id", "default", "format", "uniqueItems", "maximum", "oneOf", "allOf",
    ]

    /// A checker for documents of that schema.
    public init(schema: String) throws {
        root = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any] ?? [:]
    }

    /// What is wrong with the document; empty if nothing is.
    public func complaints(about document: String) throws -> [String] {
        let value = try JSONSerialization.jsonObject(with: Data(document.utf8), options: [.fragmentsAllowed])
        return check(value, root, "$")
    }

    private func check(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        var complaints = schema.keys.filter { !SchemaChecker.known.contains($0) }.map { "\(path): keyword \($0)" }
        if let reference = schema["$ref"] as? String {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            let definitions = root["$defs"] ?? root["definitions"]
            guard let target = (definitions as? [String: Any])?[name] as? [String: Any] else {
                return complaints + ["\(path): \(reference) does not exist"]
            }
            complaints += check(value, target, path)
        }
        for part in schema["allOf"] as? [[String: Any]] ?? [] { complaints += check(value, part, path) }
        if let choices = (schema["anyOf"] ?? schema["oneOf"]) as? [[String: Any]],
            !choices.contains(where: { check(value, $0, path).isEmpty })
        {
            complaints.append("\(path): \(value) is none of the choices")
        }
        if let type = schema["type"] as? String, !has(value, type) {
            complaints.append("\(path): not \(type): \(value)")
        }
        if let names = schema["enum"] as? [String], !names.contains(value as? String ?? "") {
            complaints.append("\(path): not in enum: \(value)")
        }
        if let pattern = schema["pattern"] as? String, let text = value as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            complaints.append("\(path): \(text) does not match \(pattern)")
        }
        if let minimum = schema["minimum"] as? NSNumber, let number = value as? NSNumber,
            number.compare(minimum) == .orderedAscending
        {
            complaints.append("\(path): \(number) < \(minimum)")
        }
        if let object = value as? [String: Any] { complaints += checkObject(object, schema, path) }
        if let array = value as? [Any] { complaints += checkArray(array, schema, path) }
        return complaints
    }

    private func checkObject(_ object: [String: Any], _ schema: [String: Any], _ path: String) -> [String] {
        var complaints: [String] = []
        for key in schema["required"] as? [String] ?? [] where object[key] == nil {
            complaints.append("\(path): \(key) is missing")
        }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        for (key, value) in object {
            if let names = schema["propertyNames"] as? [String: Any] {
                complaints += check(key, names, path + "." + key)
            }
            if let property = properties[key] {
                complaints += check(value, property, path + "." + key)
            } else if let others = schema["additionalProperties"] as? [String: Any] {
                complaints += check(value, others, path + "." + key)
            } else if schema["additionalProperties"] as? Bool == false {
                complaints.append("\(path): \(key) is not allowed")
            }
        }
        return complaints
    }

    private func checkArray(_ array: [Any], _ schema: [String: Any], _ path: String) -> [String] {
        var complaints: [String] = []
        if let minimum = schema["minItems"] as? Int, array.count < minimum { complaints.append("\(path): too short") }
        if let maximum = schema["maxItems"] as? Int, array.count > maximum { complaints.append("\(path): too long") }
        let prefix = schema["prefixItems"] as? [[String: Any]] ?? []
        for (index, value) in array.enumerated() {
            if index < prefix.count {
                complaints += check(value, prefix[index], "\(path)[\(index)]")
            } else if let items = schema["items"] as? [String: Any] {
                complaints += check(value, items, "\(path)[\(index)]")
            }
        }
        return complaints
    }

    private func has(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "boolean": isBoolean(value)
        case "number": value is NSNumber && !isBoolean(value)
        case "integer":
            !isBoolean(value) && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true
        default: false
        }
    }

    /// Foundation's booleans are numbers too: how they are written back tells them apart, on every platform.
    private func isBoolean(_ value: Any) -> Bool {
        guard value is NSNumber, let bytes = try? JSONSerialization.data(withJSONObject: [value]) else { return false }
        return bytes == Data("[true]".utf8) || bytes == Data("[false]".utf8)
    }
}
