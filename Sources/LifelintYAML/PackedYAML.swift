// SPDX-License-Identifier: MIT

/// Writes and reads the value of a YAML file in a form that needs no scanning: what ships is kept in it, since libyaml
/// takes longer for all rules than a short log takes for everything else.
///
/// ```
/// node     = kind place body          kind: 0…4 scalar by style, 5 sequence, 6 mapping
/// place    = offset length line column
/// body     = text | count node… | count (place text node)…
/// text     = count byte…              UTF-8
/// number   = digit… lastDigit         five bits each, the highest first: 0x50…0x6F, and the last one 0x30…0x4F
/// ```
///
/// All of it is printable UTF-8, so that it can be a string literal.
package enum PackedYAML {
    static let lastDigit: UInt8 = 0x30
    static let digit: UInt8 = 0x50
    static let sequence = 5
    static let mapping = 6
    static let styles: [YAMLScalar.Style] = [.plain, .singleQuoted, .doubleQuoted, .literal, .folded]

    /// The value of a document; empty where it has none.
    package static func pack(_ document: YAMLDocument) -> String {
        guard let root = document.root else { return "" }
        var writer = PackedYAMLWriter()
        writer.add(root)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
