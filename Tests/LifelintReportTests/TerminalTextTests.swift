// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintReport

struct TerminalTextTests {
    @Test(
        "Control and reordering characters become escapes, everything else stays",
        arguments: [
            ("plain text", "plain text"), ("ünï 漢字 👩‍👩‍👧 …", "ünï 漢字 👩‍👩‍👧 …"), ("a\tb", "a b"), ("a\nb\r", "a\\nb\\r"),
            ("\u{1B}[31m", "\\u{1b}[31m"), ("\u{7}\u{0}", "\\u{7}\\u{0}"), ("\u{9B}2J", "\\u{9b}2J"),
            ("\u{7F}", "\\u{7f}"),
            ("\u{202E}txt\u{2069}", "\\u{202e}txt\\u{2069}"), ("\u{2028}\u{FEFF}", "\\u{2028}\\u{feff}"),
            ("\u{61C}\u{200F}\u{E0041}", "\\u{61c}\\u{200f}\\u{e0041}"),
        ])
    func safe(text: String, expected: String) {
        #expect(TerminalText.safe(text) == expected)
        #expect(TerminalText.safe(expected) == expected)
    }

    @Test(
        "For those who read it elsewhere only what turns or hides text is written out",
        arguments: [
            ("ünï “漢字” 👩‍👩‍👧 …\t\r\n\u{1B}", "ünï “漢字” 👩‍👩‍👧 …\t\r\n\u{1B}"), ("\u{202E}txt\u{2069}", "\\u{202e}txt\\u{2069}"),
            ("\u{200B}\u{E0041}", "\\u{200b}\\u{e0041}"),
        ])
    func upright(text: String, expected: String) {
        #expect(TerminalText.upright(text) == expected)
    }

    @Test(
        "Columns are counted as a terminal does",
        arguments: [
            ("", 0), ("abc", 3), ("ü", 1), ("u\u{308}", 1), ("漢字", 4), ("…", 1),
        ])
    func width(text: String, columns: Int) {
        #expect(TerminalText.width(text) == columns)
    }

    @Test(
        "A cut text fits and says that it was cut",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("abc", 1, "…"),
            ("abc", 0, ""), ("äöüß", 4, "äöüß"),
        ])
    func cut(text: String, columns: Int, expected: String) {
        #expect(TerminalText.cut(text, to: columns) == expected)
    }
}
