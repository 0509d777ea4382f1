// SPDX-License-Identifier: MIT

import CLibYAML
import LifelintModel

/// Asks libyaml for the events of a file.
///
/// Why unsafe: libyaml is C. Its parser and the bytes it reads live inside two closures, every text is copied before
/// its event is deleted, and no pointer leaves this file.
struct YAMLEventReader {
    private let source: SourceText
    private let limits: YAMLLimits
    private var events: [YAMLEvent] = []
    private var depth = 0
    /// libyaml counts characters: the last position, as characters and as bytes.
    private var seenCharacters = 0
    private var seenBytes = 0

    /// The events of a file, in order.
    static func events(of source: SourceText, limits: YAMLLimits) throws(YAMLError) -> [YAMLEvent] {
        var reader = YAMLEventReader(source: source, limits: limits)
        if let error = reader.readAll() { throw error }
        return reader.events
    }

    private init(source: SourceText, limits: YAMLLimits) {
        self.source = source
        self.limits = limits
    }

    private mutating func readAll() -> YAMLError? {
        var parser = unsafe yaml_parser_t()
        return unsafe withUnsafeMutablePointer(to: &parser) { parser in
            guard unsafe yaml_parser_initialize(parser) == 1 else {
                return source.error(.tooLarge, at: 0, "There is no memory left to read the file.")
            }
            defer { unsafe yaml_parser_delete(parser) }
            return unsafe source.bytes.withUnsafeBufferPointer { bytes in
                unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
                unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
                return unsafe readEvents(parser)
            }
        }
    }

    private mutating func readEvents(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> YAMLError? {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { return unsafe syntaxError(parser) }
            defer { unsafe yaml_event_delete(&event) }
            if unsafe event.type == YAML_STREAM_END_EVENT { return nil }
            if let next = unsafe read(event) { events.append(next) }
            if depth > limits.depth {
                return source.error(
                    .nestingTooDeep, at: events.last?.range.lowerBound ?? 0,
                    "Values are nested more than \(limits.depth) deep.")
            }
            // Every node is one event or two, so this bounds the memory that a file without aliases can ask for.
            if events.count > 2 * limits.nodes + 16 {
                return source.error(
                    .tooLarge, at: events.last?.range.lowerBound ?? 0, "The file has more than \(limits.nodes) values.")
            }
        }
    }

    private mutating func read(_ event: borrowing yaml_event_t) -> YAMLEvent? {
        let start = unsafe byteOffset(ofCharacter: event.start_mark.index)
        let end = unsafe byteOffset(ofCharacter: event.end_mark.index)
        let range = start..<max(start, end)
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT:
            return YAMLEvent(kind: .documentStart, anchor: nil, isTagged: false, range: range)
        case YAML_ALIAS_EVENT:
            let name = unsafe text(event.data.alias.anchor) ?? ""
            return YAMLEvent(kind: .alias(name), anchor: nil, isTagged: false, range: range)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let value = unsafe YAMLScalar(text: text(scalar.value, scalar.length), style: style(scalar.style))
            return unsafe YAMLEvent(
                kind: .scalar(value), anchor: text(scalar.anchor), isTagged: scalar.tag != nil, range: range)
        case YAML_SEQUENCE_START_EVENT:
            depth += 1
            let begin = unsafe event.data.sequence_start
            return unsafe YAMLEvent(
                kind: .sequenceStart, anchor: text(begin.anchor), isTagged: begin.tag != nil, range: range)
        case YAML_MAPPING_START_EVENT:
            depth += 1
            let begin = unsafe event.data.mapping_start
            return unsafe YAMLEvent(
                kind: .mappingStart, anchor: text(begin.anchor), isTagged: begin.tag != nil, range: range)
        case YAML_SEQUENCE_END_EVENT:
            depth -= 1
            return YAMLEvent(kind: .sequenceEnd, anchor: nil, isTagged: false, range: range)
        case YAML_MAPPING_END_EVENT:
            depth -= 1
            return YAMLEvent(kind: .mappingEnd, anchor: nil, isTagged: false, range: range)
        default:
            return nil
        }
    }

    private mutating func syntaxError(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> YAMLError {
        var words = unsafe text(parser.pointee.problem) ?? "the file is no YAML"
        if let context = unsafe text(parser.pointee.context) { words = "\(context), \(words)" }
        if unsafe parser.pointee.error == YAML_READER_ERROR {
            return unsafe source.error(.invalidUTF8, at: Int(clamping: parser.pointee.problem_offset), sentence(words))
        }
        // A mark at the very start says nothing of its own; then the context has the better one.
        var character = unsafe parser.pointee.problem_mark.index
        if character == 0 { character = unsafe parser.pointee.context_mark.index }
        return source.error(.ruleSyntax, at: byteOffset(ofCharacter: character), sentence(words))
    }

    private func sentence(_ words: String) -> String { "This is no YAML: \(words)." }

    /// Turns a count of characters into one of bytes.
    ///
    /// Positions mostly ascend, so the walk goes on from the last one.
    private mutating func byteOffset(ofCharacter index: Int) -> Int {
        if index < seenCharacters {
            seenCharacters = 0
            seenBytes = 0
        }
        while seenCharacters < index, seenBytes < source.bytes.count {
            seenBytes += 1
            while seenBytes < source.bytes.count, source.bytes[seenBytes] & 0xC0 == 0x80 { seenBytes += 1 }
            seenCharacters += 1
        }
        return seenBytes
    }

    private func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?, _ length: Int) -> String {
        guard let pointer = unsafe pointer else { return "" }
        return unsafe String(decoding: UnsafeBufferPointer(start: pointer, count: length), as: UTF8.self)
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }
}
