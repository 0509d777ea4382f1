// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads the values that a recogniser gives to an event.
///
/// `"{duration_ms}ms"` is built around fields; other text in quotes stands for itself. Without quotes, `true`, `false`,
/// a number (with its unit), `begin`, `end`, and what the key has among its fixed values stand for themselves; every
/// other word copies the record's field of that name.
enum TemplateParser {
    struct Failure: Error {
        let offset: Int
        let message: String
    }

    static func template(_ scalar: YAMLScalar, for key: String) -> Result<ValueTemplate, Failure> {
        if !scalar.isQuoted, !scalar.text.contains("{") {
            let part: ValueTemplate.Part =
                standsForItself(scalar.text, for: key) ? .literal(scalar.text) : .field(scalar.text)
            return .success(ValueTemplate(parts: [part]))
        }
        return parts(of: Array(scalar.text.utf8)).map { ValueTemplate(parts: $0) }
    }

    private static func standsForItself(_ text: String, for key: String) -> Bool {
        if ["true", "false", "begin", "end"].contains(text) { return true }
        if let first = text.utf8.first(where: { $0 != 0x2D }), (0x30...0x39).contains(first) { return true }
        return ConditionField.named(key, of: .event)?.words.contains(text) ?? false
    }

    private static func parts(of bytes: [UInt8]) -> Result<[ValueTemplate.Part], Failure> {
        var parts: [ValueTemplate.Part] = []
        var literal: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            let isDoubled = place + 1 < bytes.count && bytes[place + 1] == byte
            if byte == 0x7B || byte == 0x7D, isDoubled {
                literal.append(byte)
                place += 2
            } else if byte == 0x7B {
                guard let close = bytes[place...].firstIndex(of: 0x7D) else {
                    return .failure(Failure(offset: place, message: "The brace that opens here is not closed."))
                }
                let name = String(decoding: bytes[(place + 1)..<close], as: UTF8.self)
                guard !name.isEmpty, !name.contains("{") else {
                    return .failure(Failure(offset: place, message: "Between braces stands the name of a field."))
                }
                if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
                literal = []
                parts.append(.field(name))
                place = close + 1
            } else if byte == 0x7D {
                return .failure(
                    Failure(offset: place, message: "No brace opens before this one; write }} for a brace."))
            } else {
                literal.append(byte)
                place += 1
            }
        }
        if !literal.isEmpty || parts.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        return .success(parts)
    }
}
