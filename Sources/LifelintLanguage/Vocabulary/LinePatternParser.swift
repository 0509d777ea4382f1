// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads `says:` — literal text with typed captures — into a pattern that is matched without guessing.
struct LinePatternParser {
    struct Failure: Error {
        let offset: Int
        let message: String
    }

    /// Optional parts inside optional parts that are read; real lines need one level.
    private static let nesting = 4

    private let bytes: [UInt8]
    private var place = 0
    private var names: Set<String> = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func pattern(_ text: String) -> Result<TextPattern, Failure> {
        var parser = LinePatternParser(Array(text.utf8))
        do throws(Failure) {
            let parts = try parser.parts(until: parser.bytes.count, depth: 0)
            return .success(TextPattern(text: text, parts: parts))
        } catch {
            return .failure(error)
        }
    }

    private mutating func parts(until end: Int, depth: Int) throws(Failure) -> [TextPattern.Part] {
        var parts: [TextPattern.Part] = []
        var literal: [UInt8] = []
        func flush(_ parts: inout [TextPattern.Part], _ literal: inout [UInt8]) {
            if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
            literal = []
        }
        while place < end {
            let byte = bytes[place]
            let isDoubled = place + 1 < end && bytes[place + 1] == byte
            if byte == 0x7B || byte == 0x7D, isDoubled {
                literal.append(byte)
                place += 2
            } else if byte == 0x7B {
                flush(&parts, &literal)
                let capture = try capture(until: end)
                if case .capture = capture, case .capture(_, let kind)? = parts.last, kind.isOpen, capture.isOpen {
                    throw Failure(
                        offset: place - 1,
                        message: "Between two captures of any text stands nothing: nobody could tell where one ends.")
                }
                parts.append(capture)
            } else if byte == 0x7D {
                throw Failure(offset: place, message: "No brace opens before this one; write }} for a brace.")
            } else if byte == 0x5B, let close = optionalEnd(from: place, until: end) {
                guard depth < LinePatternParser.nesting else {
                    throw Failure(offset: place, message: "Optional parts are nested too deep.")
                }
                flush(&parts, &literal)
                place += 1
                parts.append(.optional(try self.parts(until: close, depth: depth + 1)))
                place = close + 2
            } else {
                let next = plainEnd(until: end)
                literal += bytes[place..<next]
                place = next
            }
        }
        flush(&parts, &literal)
        return parts
    }

    /// Where the text ends that begins with the byte at this place and means itself.
    private func plainEnd(until end: Int) -> Int {
        var next = place + 1
        while next < end, bytes[next] != 0x7B, bytes[next] != 0x7D, bytes[next] != 0x5B { next += 1 }
        return next
    }

    /// Where the bracket that opens here closes, if a question mark follows: only then is it an optional part.
    private func optionalEnd(from start: Int, until end: Int) -> Int? {
        var depth = 0
        var index = start
        while index < end {
            switch bytes[index] {
            case 0x5B: depth += 1
            case 0x5D:
                depth -= 1
                if depth == 0 { return index + 1 < end && bytes[index + 1] == 0x3F ? index : nil }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// `{name}`, `{name:kind}`, `{_}`, `{a|b}`, `{name=a|b}`.
    private mutating func capture(until end: Int) throws(Failure) -> TextPattern.Part {
        let start = place
        guard let close = bytes[place..<end].firstIndex(of: 0x7D) else {
            throw Failure(offset: start, message: "The brace that opens here is not closed.")
        }
        let body = String(decoding: bytes[(place + 1)..<close], as: UTF8.self)
        place = close + 1
        if body.utf8.contains(0x7C) { return try choice(body, at: start) }
        if body == "_" { return .capture(name: nil, .anything) }
        let pieces = body.utf8.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        let name = pieces[0]
        guard LinePatternParser.isName(name) else {
            throw Failure(offset: start + 1, message: "“\(name)” is no name of a capture: letters, digits and dots.")
        }
        guard pieces.count > 1 else { return .capture(name: try own(name, at: start), .text) }
        guard let kind = CaptureKind(rawValue: pieces[1]), kind != .text, kind != .anything else {
            let nearest = Suggestion.nearest(to: pieces[1], among: CaptureKind.allCases.map(\.rawValue))
            throw Failure(
                offset: start + name.utf8.count + 2,
                message: "“\(pieces[1])” is no kind of capture."
                    + (nearest.map { " Did you mean “\($0)”?" } ?? ""))
        }
        if name == "_" { return .capture(name: nil, kind) }
        return .capture(name: try own(name, at: start), kind)
    }

    private mutating func choice(_ body: String, at start: Int) throws(Failure) -> TextPattern.Part {
        var texts = body
        var name: String?
        if let equals = body.utf8.firstIndex(of: 0x3D), LinePatternParser.isName(String(body[..<equals])) {
            name = try own(String(body[..<equals]), at: start)
            texts = String(body[body.index(after: equals)...])
        }
        let options = texts.utf8.split(separator: 0x7C, omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard options.allSatisfy({ !$0.isEmpty }) else {
            throw Failure(offset: start, message: "A choice has an empty text; an optional part is written [text]?.")
        }
        return .choice(name: name, options)
    }

    /// A name may be given once: of two captures nobody could tell which one counts.
    private mutating func own(_ name: String, at start: Int) throws(Failure) -> String {
        guard names.insert(name).inserted else {
            throw Failure(offset: start + 1, message: "“\(name)” is captured twice.")
        }
        return name
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x5F || byte == 0x2E
            }
    }
}

extension CaptureKind {
    /// Whether only what follows tells where it ends.
    fileprivate var isOpen: Bool {
        switch self {
        case .text, .anything, .rest, .path, .calls: true
        case .int, .hex, .duration, .bytes, .word, .quoted, .state, .mark, .tag, .callback, .signature: false
        }
    }
}

extension TextPattern.Part {
    fileprivate var isOpen: Bool {
        if case .capture(_, let kind) = self { return kind.isOpen }
        return false
    }
}
