// SPDX-License-Identifier: MIT

/// Text from logs, made safe for a terminal: nothing in a log may move the cursor, change colours or reorder a line.
public enum TerminalText {
    /// The text with control characters and those that reorder or hide text written as escapes; tabs become spaces.
    public static func safe(_ text: String) -> String {
        guard text.utf8.contains(where: isSuspicious) else { return text }
        var result = String.UnicodeScalarView()
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                result.append(" ")
            } else if isHarmful(scalar) {
                result.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text for those who read it elsewhere than in a terminal: what would turn or hide a part of a line beside it
    /// is written as an escape, all else stays.
    static func upright(_ text: String) -> String {
        guard text.utf8.contains(where: isSuspicious) else { return text }
        var result = String.UnicodeScalarView()
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if isTurning(scalar) {
                result.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The number of columns the text takes: combining marks take none, wide East Asian characters and emoji two.
    public static func width(_ text: String) -> Int {
        var columns = 0
        for scalar in text.unicodeScalars {
            if scalar.value < 0x300 { columns += 1 } else { columns += width(of: scalar) }
        }
        return columns
    }

    /// The text cut to so many columns; the cut is marked.
    public static func cut(_ text: String, to columns: Int) -> String {
        // Why the count of bytes: no text is wider than it has bytes, and counting columns of every line is slow.
        if text.utf8.count <= columns || width(text) <= columns { return text }
        guard columns > 1 else { return columns == 1 ? "…" : "" }
        var result = String.UnicodeScalarView()
        var used = 0
        for scalar in text.unicodeScalars {
            let next = scalar.value < 0x300 ? 1 : width(of: scalar)
            if used + next > columns - 1 { break }
            used += next
            result.append(scalar)
        }
        return String(result) + "…"
    }

    /// Whether a byte may begin something that needs a closer look: controls, C1, and the planes of format characters.
    private static func isSuspicious(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF || byte == 0xF3
    }

    /// Whether a character moves the cursor, or reorders or hides text.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || isTurning(scalar)
    }

    /// Whether a character reorders or hides text.
    private static func isTurning(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Marks, embeddings, overrides and isolates of bidirectional text; separators of lines and paragraphs.
        case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        // Tags: invisible text.
        case 0xE0000...0xE007F: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        default: "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.isGraphemeExtend ? 0 : 1
        }
    }
}
