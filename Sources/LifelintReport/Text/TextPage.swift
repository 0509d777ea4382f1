// SPDX-License-Identifier: MIT

import LifelintModel

/// A page of text in the making: lines, wrapped paragraphs and colours, for a given width.
struct TextPage {
    /// Effects that stress what the words say already: colour never carries a meaning alone.
    enum Effect: String {
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case yellow = "33"
        case cyan = "36"
    }

    /// What was written so far.
    var output = OutputBuffer()
    /// Columns of a line.
    let width: Int
    /// Whether effects are written.
    let usesColor: Bool

    /// A page; without a width it is 80 columns wide, and very narrow terminals are taken for 40.
    init(width: Int?, usesColor: Bool) {
        self.width = min(max(width ?? 80, 40), 400)
        self.usesColor = usesColor
    }

    /// Ends the line.
    mutating func endLine() { output.append(byte: 0x0A) }

    /// Writes a line as it is: its text is the program's own, or safe.
    mutating func line(_ text: String, indent: Int = 0, _ effect: Effect? = nil) {
        pad(indent)
        output.append(styled(text, effect))
        endLine()
    }

    /// Writes a line that is cut where the page ends.
    mutating func cutLine(_ text: String, indent: Int, _ effect: Effect? = nil) {
        line(TerminalText.cut(TerminalText.safe(text), to: max(width - indent, 20)), indent: indent, effect)
    }

    /// Writes a line of evidence after its place: in one line if it fits, else below its place, cut where the page
    /// ends.
    mutating func evidence(_ place: SourceLocation, _ text: String, indent: Int) {
        let place = TerminalText.safe(Phrasing.place(place))
        let text = TerminalText.safe(text)
        let whole = place + "  " + text
        if indent + TerminalText.width(whole) <= width {
            line(whole, indent: indent, .dim)
        } else {
            line(place, indent: indent, .dim)
            cutLine(text, indent: indent + 2, .dim)
        }
    }

    /// Writes a paragraph, broken between words.
    ///
    /// Words longer than a line stay whole: a path can then be copied.
    ///
    /// - Parameters:
    ///   - text: the words; made safe here.
    ///   - indent: columns before each line.
    ///   - lead: what stands before the first line, in the indent of the others, e.g. a bullet.
    mutating func paragraph(_ text: String, indent: Int, lead: String = "") {
        let leadWidth = TerminalText.width(lead)
        pad(indent)
        output.append(lead)
        var column = indent + leadWidth
        var isLineEmpty = true
        for word in TerminalText.safe(text).split(separator: " ", omittingEmptySubsequences: true) {
            let wordWidth = TerminalText.width(String(word))
            if !isLineEmpty, column + 1 + wordWidth > width {
                endLine()
                pad(indent + leadWidth)
                column = indent + leadWidth
                isLineEmpty = true
            }
            if !isLineEmpty {
                output.append(byte: 0x20)
                column += 1
            }
            output.append(contentsOf: word.utf8)
            column += wordWidth
            isLineEmpty = false
        }
        endLine()
    }

    /// The text with that effect, where effects are written.
    func styled(_ text: String, _ effect: Effect?) -> String {
        guard usesColor, let effect else { return text }
        return "\u{1B}[" + effect.rawValue + "m" + text + "\u{1B}[0m"
    }

    private mutating func pad(_ columns: Int) {
        for _ in 0..<max(columns, 0) { output.append(byte: 0x20) }
    }
}
