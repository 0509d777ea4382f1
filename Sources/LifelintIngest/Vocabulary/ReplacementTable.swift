// SPDX-License-Identifier: MIT

import LifelintModel

/// What texts are replaced by.
struct ReplacementTable: Sendable {
    private let texts: [String: [UInt8]]
    /// The numbers of ``values``, by the bytes of the texts.
    private var numbers: ByteTable
    private var values: [[UInt8]] = []

    init(_ table: [String: String]) {
        texts = table.mapValues { Array($0.utf8) }
        numbers = ByteTable(capacity: table.count)
        for (text, value) in texts.sorted(by: { $0.key < $1.key }) {
            numbers.insert(Array(text.utf8), value: UInt32(values.count))
            values.append(value)
        }
    }

    /// What a text is replaced by; nil where the table has none like it.
    subscript(_ text: [UInt8]) -> [UInt8]? {
        let number = text.withView { numbers.find($0, 0, $0.count) }
        if number != ByteTable.missing { return values[Int(number)] }
        // Outside ASCII the same text can be spelled in other bytes.
        guard text.contains(where: { $0 >= 0x80 }) else { return nil }
        return texts[String(decoding: text, as: UTF8.self)]
    }
}
