// SPDX-License-Identifier: MIT

import LifelintModel

/// A stretch of an HTML page in the making: markup is the program's own and static, everything else is escaped.
///
/// Why two kinds of parameters: what comes from a log is a `String`, and no `String` can be written unescaped.
struct HTMLPage {
    /// What was written so far.
    private(set) var output = OutputBuffer()

    /// Bytes written so far.
    var count: Int { output.bytes.count }

    /// Writes markup of the program's own.
    mutating func markup(_ markup: StaticString) { output.append(markup) }

    /// Writes text so that it stays text: no character of it can begin markup, end an attribute or reorder a line.
    mutating func text(_ text: String) {
        for byte in TerminalText.safe(text).utf8 {
            switch byte {
            case 0x26: output.append("&amp;")
            case 0x3C: output.append("&lt;")
            case 0x3E: output.append("&gt;")
            case 0x22: output.append("&quot;")
            case 0x27: output.append("&#39;")
            default: output.append(byte: byte)
            }
        }
    }

    /// Writes text that is cut after so many columns.
    mutating func text(_ text: String, limit: Int) { self.text(TerminalText.cut(TerminalText.safe(text), to: limit)) }

    /// Writes text between markup.
    mutating func wrap(_ before: StaticString, _ text: String, _ after: StaticString) {
        markup(before)
        self.text(text)
        markup(after)
    }

    /// Writes text between markup, cut after so many columns.
    mutating func wrap(_ before: StaticString, _ text: String, limit: Int, _ after: StaticString) {
        markup(before)
        self.text(text, limit: limit)
        markup(after)
    }

    /// Writes several lines, each cut after so many columns; only their own breaks break them.
    mutating func lines(_ lines: [String], limit: Int) {
        for (index, line) in lines.enumerated() {
            if index > 0 { output.append(byte: 0x0A) }
            text(line, limit: limit)
        }
    }

    /// Writes a whole number.
    mutating func number(_ number: some BinaryInteger) { output.append(number) }

    /// Writes an attribute with its value, after a space.
    mutating func attribute(_ name: StaticString, _ value: String) {
        output.append(byte: 0x20)
        output.append(name)
        output.append("=\"")
        text(value)
        output.append(byte: 0x22)
    }

    /// Writes a share of the width as an attribute in percent, to the thousandth: enough to zoom into an hour.
    mutating func percent(_ name: StaticString, _ share: Double) {
        output.append(byte: 0x20)
        output.append(name)
        output.append("=\"")
        let bounded = share.isFinite ? min(max(share, 0), 1) : 0
        let (whole, rest) = Int((bounded * 100_000).rounded()).quotientAndRemainder(dividingBy: 1_000)
        output.append(whole)
        if rest != 0 {
            output.append(byte: 0x2E)
            output.append(padded: rest, width: 3)
            while output.bytes.last == 0x30 { output.bytes.removeLast() }
        }
        output.append("%\"")
    }

    /// Writes what another stretch holds.
    mutating func append(_ other: HTMLPage) { output.append(contentsOf: other.output.bytes) }
}
