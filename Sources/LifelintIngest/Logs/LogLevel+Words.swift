// SPDX-License-Identifier: MIT

extension LogLevel {
    /// The words by which containers name levels; the logs of the system call `notice` the default one.
    private static let words: [(StaticString, LogLevel)] = [
        ("default", .notice), ("notice", .notice), ("standard", .notice), ("user_action", .notice), ("log", .notice),
        ("info", .info), ("information", .info), ("debug", .debug), ("trace", .debug), ("verbose", .debug),
        ("warning", .warning), ("warn", .warning), ("error", .error), ("fehler", .error), ("err", .error),
        ("fault", .fault), ("critical", .fault), ("alert", .fault), ("emergency", .fault),
    ]

    /// The level that a word names, whatever its case; nil if it names none.
    init?(_ view: ByteView, _ range: Range<Int>) {
        for (word, level) in LogLevel.words
        where view.matchesIgnoringCase(word, from: range.lowerBound, to: range.upperBound) {
            self = level
            return
        }
        return nil
    }

    /// The level by the first letter of its name: what the compact style writes, `Df` and `Db` being told apart by the
    /// second.
    init(letter: UInt8, next: UInt8) {
        self =
            switch letter {
            case 0x44: next == 0x62 ? .debug : .notice
            case 0x49: .info
            case 0x45: .error
            case 0x46: .fault
            default: .missing
            }
    }
}
