// SPDX-License-Identifier: MIT

/// Reads nodes in the form that ``PackedYAML`` draws; nil where the bytes are none.
struct PackedYAMLReader {
    private let bytes: [UInt8]
    private var next = 0
    private var rows: [PackedYAMLTree.Row] = []

    /// The node that these bytes are.
    static func node(_ bytes: [UInt8], file: String) -> YAMLNode? {
        var reader = PackedYAMLReader(bytes: bytes)
        // A row takes some bytes, and texts take most.
        reader.rows.reserveCapacity(bytes.count / 20)
        guard reader.readNode(depth: 1), reader.next == bytes.count else { return nil }
        return YAMLNode(PackedYAMLTree(file: file, bytes: bytes, rows: reader.rows), 0)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Adds the rows of a node and of all below it; the depth bounds the recursion.
    private mutating func readNode(depth: Int) -> Bool {
        guard depth <= YAMLLimits.standardDepth, let kind = number(), kind <= PackedYAML.mapping else { return false }
        let index = rows.count
        guard let count = readRow(kind) else { return false }
        if kind < PackedYAML.sequence { return true }
        for _ in 0..<count {
            if kind == PackedYAML.mapping, readRow(PackedYAMLTree.key) == nil { return false }
            guard readNode(depth: depth + 1) else { return false }
        }
        rows[index].next = rows.count
        return true
    }

    /// Adds one row; gives how many bytes or things it holds.
    private mutating func readRow(_ kind: Int) -> Int? {
        guard let offset = number(), let length = number(), let line = number(), let column = number(),
            let count = count()
        else { return nil }
        rows.append(
            PackedYAMLTree.Row(
                kind: kind, offset: offset, length: length, line: line, column: column, start: next, count: count,
                next: rows.count + 1))
        if kind < PackedYAML.sequence || kind == PackedYAMLTree.key { next += count }
        return count
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
