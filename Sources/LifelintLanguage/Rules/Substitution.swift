// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// A text in which parameters were replaced by their values, and where each of its bytes was written.
struct Substitution: Sendable {
    /// A replaced name: bytes of the new text, and the byte of the written text at which its braces begin.
    private struct Piece: Sendable {
        var range: Range<Int>
        var writtenStart: Int
        var writtenLength: Int
    }

    /// The text as it was written.
    let node: YAMLNode
    private(set) var text = ""
    private var pieces: [Piece] = []

    /// Replaces every `{name}` for which there is a value.
    ///
    /// - Parameters:
    ///   - text: the written text.
    ///   - node: the value that holds it.
    ///   - value: gives the value of a name that stands at a byte of the text; nil leaves it as it is.
    init(_ text: String, of node: YAMLNode, _ value: (_ name: String, _ offset: Int) -> String?) {
        self.node = node
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var place = 0
        while place < bytes.count {
            guard let end = Substitution.nameEnd(bytes, from: place),
                let value = value(String(decoding: bytes[(place + 1)..<end], as: UTF8.self), place)
            else {
                output.append(bytes[place])
                place += 1
                continue
            }
            let start = output.count
            output += Array(value.utf8)
            pieces.append(
                Piece(range: start..<output.count, writtenStart: place, writtenLength: end + 1 - place))
            place = end + 1
        }
        self.text = String(decoding: output, as: UTF8.self)
    }

    /// Whether anything was replaced.
    var isChange: Bool { !pieces.isEmpty }

    /// The byte of the written text that a byte of the new one stands for.
    func writtenByte(of index: Int) -> Int {
        var shift = 0
        for piece in pieces {
            if index < piece.range.lowerBound { break }
            if index < piece.range.upperBound { return piece.writtenStart }
            shift += piece.writtenLength - piece.range.count
        }
        return index + shift
    }

    /// The closing brace of a name whose opening brace stands at `start`.
    private static func nameEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        guard bytes[start] == 0x7B else { return nil }
        var place = start + 1
        while place < bytes.count, isNameByte(bytes[place], isFirst: place == start + 1) { place += 1 }
        return place < bytes.count && place > start + 1 && bytes[place] == 0x7D ? place : nil
    }

    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
            || (!isFirst && (0x30...0x39).contains(byte))
    }
}
