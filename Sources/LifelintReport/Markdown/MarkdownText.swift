// SPDX-License-Identifier: MIT

import LifelintModel

/// Text from logs, made safe for Markdown as GitHub reads it: it can become no markup, link, mention or table cell.
enum MarkdownText {
    /// The text for running prose and for cells of tables.
    ///
    /// Entities and escapes begin no structure. An empty comment parts what would be read as a mention, a reference or
    /// an address only after Markdown has been read.
    static func prose(_ text: String) -> String {
        var output = OutputBuffer()
        let bytes = Array(TerminalText.safe(text).utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x26: output.append("&amp;")
            case 0x3C: output.append("&lt;")
            case 0x3E: output.append("&gt;")
            case 0x7C: output.append("&#124;")
            case 0x60: output.append("&#96;")
            case 0x24: output.append("&#36;")
            case 0x5C, 0x2A, 0x5F, 0x5B, 0x5D, 0x7E:
                output.append(byte: 0x5C)
                output.append(byte: byte)
            case 0x40: output.append("@<!-- -->")
            case 0x23: output.append("#<!-- -->")
            case 0x3A where index + 2 < bytes.count && bytes[index + 1] == 0x2F && bytes[index + 2] == 0x2F:
                output.append(":<!-- -->")
            case 0x2E where endsWithWWW(bytes[..<index]): output.append(".<!-- -->")
            // What may begin a list, a heading's underline or a quote at the start of a line.
            case 0x2B where index == 0, 0x2D where index == 0, 0x3D where index == 0:
                output.append(byte: 0x5C)
                output.append(byte: byte)
            case 0x2E, 0x29:
                if (1...9).contains(index), bytes[..<index].allSatisfy({ (0x30...0x39).contains($0) }) {
                    output.append(byte: 0x5C)
                }
                output.append(byte: byte)
            default: output.append(byte: byte)
            }
        }
        return output.string
    }

    /// The text as code within a line, between as many backticks as it takes; never for cells of tables.
    static func code(_ text: String, limit: Int) -> String {
        let text = TerminalText.cut(TerminalText.safe(text), to: limit)
        if text.allSatisfy({ $0 == " " }) { return "` `" }
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == 0x60 ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        let needsRoom = text.hasPrefix("`") || text.hasSuffix("`") || (text.hasPrefix(" ") && text.hasSuffix(" "))
        return needsRoom ? fence + " " + text + " " + fence : fence + text + fence
    }

    /// The text as a name in a chart of Mermaid, whose language has many signs and no escapes: letters, digits and a
    /// few signs stay, everything else becomes a space.
    static func chart(_ text: String, limit: Int) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isPlain: Bool
            switch scalar {
            case "-", ".", "_", "/", "(", ")": isPlain = true
            default: isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            }
            if isPlain { result.unicodeScalars.append(scalar) } else if result.last != " " { result.append(" ") }
        }
        return TerminalText.cut(result, to: limit)
    }

    private static func endsWithWWW(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.suffix(3).count == 3 && bytes.suffix(3).allSatisfy { $0 == 0x77 || $0 == 0x57 }
    }
}
