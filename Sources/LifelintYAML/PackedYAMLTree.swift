// SPDX-License-Identifier: MIT

import LifelintModel

/// The nodes of a packed value in one row, each with where it stands in the bytes: no node is built before somebody
/// asks for it, and nothing is released node by node.
///
/// ```
/// sequence  item …  item …                       each item with all below it
/// mapping   key value …  key value …             a key is a row of its own
/// ```
final class PackedYAMLTree: Sendable {
    /// A node or a key.
    struct Row {
        /// As ``PackedYAML`` numbers kinds, or ``key``.
        let kind: Int
        /// Byte offset of the node in its file.
        let offset: Int
        let length: Int
        let line: Int
        let column: Int
        /// Of a scalar or a key: where its text begins in the bytes.
        let start: Int
        /// Bytes of the text, items, or entries.
        let count: Int
        /// The row behind everything below this one.
        var next: Int
    }

    static let key = 7

    let file: String
    let bytes: [UInt8]
    let rows: [Row]

    init(file: String, bytes: [UInt8], rows: [Row]) {
        self.file = file
        self.bytes = bytes
        self.rows = rows
    }

    func text(_ index: Int) -> String {
        let row = rows[index]
        return String(decoding: bytes[row.start..<(row.start + row.count)], as: UTF8.self)
    }

    func location(_ index: Int) -> SourceLocation {
        let row = rows[index]
        return SourceLocation(
            file: file, line: row.line, column: row.column, offset: Int64(row.offset), length: row.length)
    }

    /// The rows of the items of a sequence.
    func items(_ index: Int) -> [Int] {
        var items: [Int] = []
        items.reserveCapacity(rows[index].count)
        var row = index + 1
        while row < rows[index].next {
            items.append(row)
            row = rows[row].next
        }
        return items
    }

    /// The rows of the keys of a mapping; the value of each stands behind it.
    func keys(_ index: Int) -> [Int] {
        var keys: [Int] = []
        keys.reserveCapacity(rows[index].count)
        var row = index + 1
        while row < rows[index].next {
            keys.append(row)
            row = rows[row + 1].next
        }
        return keys
    }

    /// The value under that key of a mapping.
    func value(_ index: Int, under key: String) -> Int? {
        var row = index + 1
        while row < rows[index].next {
            if isText(row, key) { return row + 1 }
            row = rows[row + 1].next
        }
        return nil
    }

    /// Whether the text of a row is that one, byte for byte.
    func isText(_ index: Int, _ text: String) -> Bool {
        let row = rows[index]
        guard row.count == text.utf8.count else { return false }
        var place = row.start
        for byte in text.utf8 {
            if bytes[place] != byte { return false }
            place += 1
        }
        return true
    }

    /// Whether a scalar says that nothing stands there.
    func isNull(_ index: Int) -> Bool {
        let row = rows[index]
        guard row.kind == 0 else { return false }
        return row.count == 0 || isText(index, "~") || isText(index, "null")
    }

    /// Whether a byte stands in any text at a row or below it.
    func hasByte(_ byte: UInt8, _ index: Int) -> Bool {
        for row in rows[index..<rows[index].next] where row.kind < PackedYAML.sequence || row.kind == Self.key {
            if bytes[row.start..<(row.start + row.count)].contains(byte) { return true }
        }
        return false
    }
}
