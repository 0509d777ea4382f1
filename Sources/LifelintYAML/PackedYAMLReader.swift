// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads nodes in the form that ``PackedYAML`` draws; nil where the bytes are none.
struct PackedYAMLReader {
    private let bytes: [UInt8]
    private let file: String
    private var next = 0

    /// The node that these bytes are.
    static func node(_ bytes: [UInt8], file: String) -> YAMLNode? {
        var reader = PackedYAMLReader(bytes: bytes, file: file)
        guard let node = reader.node(depth: 1), reader.next == bytes.count else { return nil }
        return node
    }

    private init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    private mutating func node(depth: Int) -> YAMLNode? {
        guard depth <= YAMLLimits.standardDepth, let kind = number(), let at = place() else { return nil }
        switch kind {
        case PackedYAML.sequence:
            guard let count = count() else { return nil }
            var items: [YAMLNode] = []
            items.reserveCapacity(count)
            for _ in 0..<count {
                guard let item = node(depth: depth + 1) else { return nil }
                items.append(item)
            }
            return YAMLNode(content: .sequence(items), at: at)
        case PackedYAML.mapping:
            guard let count = count() else { return nil }
            var entries: [YAMLEntry] = []
            entries.reserveCapacity(count)
            for _ in 0..<count {
                guard let keyAt = place(), let key = text(), let value = node(depth: depth + 1) else { return nil }
                entries.append(YAMLEntry(key: YAMLKey(text: key, at: keyAt), value: value))
            }
            return YAMLNode(content: .mapping(entries), at: at)
        default:
            guard PackedYAML.styles.indices.contains(kind), let text = text() else { return nil }
            return YAMLNode(content: .scalar(YAMLScalar(text: text, style: PackedYAML.styles[kind])), at: at)
        }
    }

    private mutating func place() -> SourceLocation? {
        guard let offset = number(), let length = number(), let line = number(), let column = number() else {
            return nil
        }
        return SourceLocation(file: file, line: line, column: column, offset: Int64(offset), length: length)
    }

    private mutating func text() -> String? {
        guard let count = count() else { return nil }
        let text = String(decoding: bytes[next..<(next + count)], as: UTF8.self)
        next += count
        return text
    }

    /// How many things follow, each of which takes a byte at least.
    private mutating func count() -> Int? {
        guard let count = number(), count <= bytes.count - next else { return nil }
        return count
    }

    private mutating func number() -> Int? {
        var value = 0
        while next < bytes.count {
            let byte = bytes[next]
            next += 1
            if byte < PackedYAML.digit {
                guard byte >= PackedYAML.lastDigit else { return nil }
                return value << 5 | Int(byte - PackedYAML.lastDigit)
            }
            guard byte - PackedYAML.digit < 32, value < 1 << 50 else { return nil }
            value = value << 5 | Int(byte - PackedYAML.digit)
        }
        return nil
    }
}
