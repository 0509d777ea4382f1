// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads messages: text with `{fields}` in it, and `[ … ]?` around what is dropped where a field in it is missing.
struct MessageParser {
    /// Brackets inside each other.
    private static let depthLimit = 8
    /// Bytes of a message: more than anybody reads, and brackets are sought from each other.
    private static let lengthLimit = 4_000

    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0
    /// The fields, with the byte at which each name begins.
    private(set) var fields: [(path: String, offset: Int)] = []

    /// The message in a text, and the fields it names.
    static func parse(
        _ text: String
    ) throws(ConditionError) -> (message: MessageTemplate, fields: [(path: String, offset: Int)]) {
        var parser = MessageParser(bytes: Array(text.utf8))
        if parser.bytes.count > lengthLimit {
            throw ConditionError(.tooLarge, at: 0, "A message has at most \(lengthLimit) bytes.")
        }
        let parts = try parser.parts()
        return (MessageTemplate(parts), parser.fields)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func parts() throws(ConditionError) -> [MessageTemplate.Part] {
        var parts: [MessageTemplate.Part] = []
        var text: [UInt8] = []
        func flush() {
            if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0x7B {
                if peek(1) == 0x7B {
                    text.append(byte)
                    place += 2
                    continue
                }
                flush()
                parts.append(.field(try field()))
            } else if byte == 0x7D, peek(1) == 0x7D {
                text.append(byte)
                place += 2
            } else if byte == 0x5B, optionalEnd != nil {
                flush()
                parts.append(try optional())
            } else if byte == 0x5D, depth > 0, peek(1) == 0x3F {
                break
            } else {
                let end = plainEnd
                text += bytes[place..<end]
                place = end
            }
        }
        flush()
        return parts
    }

    /// Where the text ends that begins with the byte at this place and means itself.
    private var plainEnd: Int {
        var end = place + 1
        while end < bytes.count {
            switch bytes[end] {
            case 0x7B, 0x7D, 0x5B, 0x5D: return end
            default: end += 1
            }
        }
        return end
    }

    private func peek(_ ahead: Int) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }

    /// Where the `]?` stands that belongs to the bracket at this place; nil where the bracket is just text.
    private var optionalEnd: Int? {
        var open = 0
        var index = place
        while index < bytes.count {
            if bytes[index] == 0x5B { open += 1 }
            if bytes[index] == 0x5D {
                open -= 1
                if open == 0 { return index + 1 < bytes.count && bytes[index + 1] == 0x3F ? index : nil }
            }
            index += 1
        }
        return nil
    }

    private mutating func optional() throws(ConditionError) -> MessageTemplate.Part {
        let start = place
        depth += 1
        defer { depth -= 1 }
        if depth > Self.depthLimit {
            throw ConditionError(
                .nestingTooDeep, at: start, "Brackets of a message are nested more than \(Self.depthLimit) deep.")
        }
        let fieldsBefore = fields.count
        place += 1
        let parts = try parts()
        place = min(place + 2, bytes.count)
        if fields.count == fieldsBefore {
            throw ConditionError(
                .ruleSyntax, at: start, "Between “[” and “]?” stands at least one {field} that can be missing.")
        }
        return .optional(parts)
    }

    private mutating func field() throws(ConditionError) -> String {
        let start = place
        guard let end = bytes[place...].firstIndex(of: 0x7D) else {
            throw ConditionError(.ruleSyntax, at: start, "The “{” that stands here is not closed; “{{” is a brace.")
        }
        let path = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        let isName = !path.isEmpty && path.utf8.allSatisfy(MessageParser.isNameByte)
        guard isName else {
            throw ConditionError(.ruleSyntax, at: start, "Between braces stands the name of a field; “{{” is a brace.")
        }
        fields.append((path, start + 1))
        place = end + 1
        return path == "user_visible" ? "run.visible" : path
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
            || byte == 0x2E || byte >= 0x80
    }
}
