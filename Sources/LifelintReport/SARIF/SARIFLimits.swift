// SPDX-License-Identifier: MIT

/// What GitHub takes of a SARIF file: more would be rejected, or dropped without a word.
enum SARIFLimits {
    /// Results of a run: it takes five times as many, and shows these.
    static let results = 5_000
    /// Rules of a tool.
    static let rules = 25_000
    /// Places of a result, those beside it included.
    static let locations = 1_000
    /// Steps of a thread flow.
    static let steps = 1_000
    /// Tags of a rule.
    static let tags = 10
    /// Characters of a rule's id.
    static let ruleID = 255
    /// Characters of a short or a full description.
    static let description = 1_024
    /// Characters of a message, and of what is told of a line.
    static let message = 4_000
    /// Characters of a rule's help.
    static let help = 30_000
    /// What could not be read and is told; all are counted.
    static let notifications = 100

    /// The text cut to so many characters; the cut is marked.
    static func cut(_ text: String, to count: Int) -> String {
        if text.utf8.count <= count { return text }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count - 1, limitedBy: scalars.endIndex),
            end < scalars.endIndex, scalars.index(after: end) < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }
}
