// SPDX-License-Identifier: MIT

/// What a process said of its end, as findings are told apart by it.
package enum SaidWords {
    /// What stands in place of a number.
    package static let number = "<n>"

    /// Of what a process said last, what it says of the same end each time: its first line, without numbers and addresses,
    /// and with the name of a source file instead of its path; the line in that file stays.
    package static func withoutNumbers(_ text: String) -> String {
        let line = Array(text.utf8.prefix { $0 != 0x0A }.prefix(longest))
        var bytes = line[...]
        if bytes.first == 0x2F, let end = line.indices.first(where: { line[$0...].starts(with: swiftLine) }) {
            bytes = bytes[(line[..<end].lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)...]
        }
        var output: [UInt8] = []
        while let first = bytes.first {
            let length = length(ofNumberIn: bytes, behind: output)
            if length > 0 { output.append(contentsOf: number.utf8) } else { output.append(first) }
            bytes = bytes.dropFirst(max(length, 1))
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// No more of a text tells it apart.
    private static let longest = 240
    private static let swiftLine = Array(".swift:".utf8)

    /// How long the number is that a text begins with; 0 where it is none, or is part of a name, or a line of a file.
    private static func length(ofNumberIn bytes: ArraySlice<UInt8>, behind output: [UInt8]) -> Int {
        guard let first = bytes.first, first >= 0x30, first <= 0x39, !(output.last.map(isWord) ?? false) else {
            return 0
        }
        if output.last == 0x3A, output.count > 1, isLetter(output[output.count - 2]) { return 0 }
        if bytes.starts(with: "0x".utf8) { return 2 + bytes.dropFirst(2).prefix(while: isHex).count }
        return bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == 0x5F || (byte >= 0x30 && byte <= 0x39) || byte >= 0x80
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

    private static func isHex(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
    }
}
