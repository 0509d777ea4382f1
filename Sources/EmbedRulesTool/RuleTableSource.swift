// SPDX-License-Identifier: MIT

/// The Swift source of the table in the making.
struct RuleTableSource {
    private var rows = ""
    // FNV-1a with 64 bits: short, the same everywhere, and no secret.
    private var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a file.
    mutating func add(path: String, text: String) {
        // Carriage returns would become line feeds inside a literal, and the digest would not be that of the file.
        let text = text.replacing("\r\n", with: "\n")
        for byte in path.utf8 { mix(byte) }
        mix(0)
        for byte in text.utf8 { mix(byte) }
        mix(0)
        rows += "        (\(literal(path)), \(literal(text))),\n"
    }

    /// The source.
    var text: String {
        let hex = String(digest, radix: 16)
        let padded = String(repeating: "0", count: 16 - hex.count) + hex
        return """
            // SPDX-License-Identifier: MIT

            // Generated from rules/ when the package is built.
            enum EmbeddedRules {
                /// The files below `rules/` by path, in byte order.
                static let files: [(path: String, text: String)] = [
            \(rows)    ]

                /// FNV-1a (64 bits) over every path and text, each followed by a zero byte.
                static let digest = "\(padded)"
            }

            """
    }

    private mutating func mix(_ byte: UInt8) {
        digest ^= UInt64(byte)
        digest = digest &* 0x0000_0100_0000_01B3
    }

    /// A raw string literal on one line, fenced by enough number signs that nothing in the text is read as Swift.
    private func literal(_ text: String) -> String {
        var longest = 0
        var run = 0
        for scalar in text.unicodeScalars {
            run = scalar == "#" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "#", count: longest + 1)
        var literal = "\(fence)\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": literal += "\\\(fence)n"
            case "\r": literal += "\\\(fence)r"
            case "\0": literal += "\\\(fence)0"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\"\(fence)"
    }
}
