// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

/// A small file and what it is recognised as.
struct LogSample: Sendable, CustomTestStringConvertible {
    let expected: String
    let text: String

    /// A file of those lines.
    init(_ expected: String, _ lines: String...) {
        self.expected = expected
        text = lines.joined(separator: "\n") + "\n"
    }

    /// A file that ends without a line feed.
    init(_ expected: String, cut text: String) {
        self.expected = expected
        self.text = text
    }

    var testDescription: String { text }

    /// The format, the wrapper and the number of rows of a file; `-` if no format reads it.
    static func describe(_ text: String) -> String {
        let head = InputHead(bytes: Array(text.utf8), isWhole: true)
        guard let format = InputFormats(words: Sample.words).format(of: head) else { return "-" }
        var settings = ReadingSettings(words: Sample.words)
        // Rows are counted one by one only where somebody wants to know of all.
        settings.tally = RecognitionTally(Sample.words)
        var reader = format.makeReader(settings)
        let rows = reader.read(head.bytes, offset: 0, isLast: true).recordCount
        return "\(format.id)\(format.wrapper.map { " in \($0)" } ?? ""), \(rows)"
    }
}
