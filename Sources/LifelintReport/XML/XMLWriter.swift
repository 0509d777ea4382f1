// SPDX-License-Identifier: MIT

import LifelintModel

/// Writes XML 1.0, indented: elements, attributes, escapes, and nothing about what they mean.
///
/// Characters that XML 1.0 cannot hold are replaced by U+FFFD, and those that turn or hide text are written out: a log
/// may have any.
struct XMLWriter {
    /// What was written so far.
    var output = OutputBuffer(capacity: 65_536)
    private var open: [String] = []

    init() { output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }

    /// Opens an element.
    mutating func begin(_ name: String, _ attributes: [(String, String)] = []) {
        start(name, attributes)
        output.append(">\n")
        open.append(name)
    }

    /// Closes the element that was opened last.
    mutating func end() {
        guard let name = open.popLast() else { return }
        indent()
        output.append("</")
        output.append(name)
        output.append(">\n")
    }

    /// Writes an element with text, or with nothing, in it.
    mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String = "") {
        start(name, attributes)
        if text.isEmpty {
            output.append("/>\n")
            return
        }
        output.append(byte: 0x3E)
        escape(text, isAttribute: false)
        output.append("</")
        output.append(name)
        output.append(">\n")
    }

    private mutating func start(_ name: String, _ attributes: [(String, String)]) {
        indent()
        output.append(byte: 0x3C)
        output.append(name)
        for (name, value) in attributes {
            output.append(byte: 0x20)
            output.append(name)
            output.append("=\"")
            escape(value, isAttribute: true)
            output.append(byte: 0x22)
        }
    }

    private mutating func indent() {
        for _ in open { output.append("  ") }
    }

    private mutating func escape(_ text: String, isAttribute: Bool) {
        for scalar in TerminalText.upright(text).unicodeScalars {
            switch scalar {
            case "&": output.append("&amp;")
            case "<": output.append("&lt;")
            case ">": output.append("&gt;")
            case "\"": output.append("&quot;")
            case "'": output.append("&#39;")
            // A reader makes spaces of bare ones in attributes, and line feeds of carriage returns everywhere.
            case "\r": output.append("&#13;")
            case "\n": if isAttribute { output.append("&#10;") } else { output.append(byte: 0x0A) }
            case "\t": if isAttribute { output.append("&#9;") } else { output.append(byte: 0x09) }
            default:
                let bytes = UTF8.encode(XMLWriter.allowed(scalar))
                output.append(contentsOf: bytes ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    private static func allowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: scalar
        default: "\u{FFFD}"
        }
    }
}
