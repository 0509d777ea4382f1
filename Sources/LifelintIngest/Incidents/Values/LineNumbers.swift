// SPDX-License-Identifier: MIT

/// The numbers that a page or a program put in front of each line of a text: `   12  text`.
struct LineNumbers {
    /// Whether a tab stands behind each, and not blanks.
    private let hasTab: Bool
    /// How many bytes stand between a number and the text, at most.
    private let gap: Int

    /// So many lines are looked at to see whether they are counted.
    private static let sampledLines = 8

    /// The numbers of lines from the one that begins there on; nil if they have none.
    init?(_ view: ByteView, _ start: Int) {
        var position = start
        var expected: UInt64?
        var gap = 0
        var hasTab = false
        for line in 0..<LineNumbers.sampledLines {
            guard position < view.count else { return nil }
            let end = view.firstIndex(of: 0x0A, from: position, to: view.count) ?? view.count
            guard let digits = LineNumbers.digits(view, position, end),
                let number = IncidentValues.unsigned(view, digits.lowerBound, digits.upperBound),
                number == expected ?? number
            else { return nil }
            expected = number &+ 1
            if line == 0 {
                // The first line has a text: what stands in front of that is no part of it.
                var text = digits.upperBound
                while text < end, view[text] == 0x20 || view[text] == 0x09 { text += 1 }
                gap = text - digits.upperBound
                hasTab = view[digits.upperBound] == 0x09
                guard text < end, gap > 0 else { return nil }
            }
            position = end + 1
        }
        self.gap = hasTab ? 1 : gap
        self.hasTab = hasTab
    }

    private static func digits(_ view: ByteView, _ start: Int, _ end: Int) -> Range<Int>? {
        var first = start
        while first < end, view[first] == 0x20 || view[first] == 0x09 { first += 1 }
        var last = first
        while last < end, view[last].isDigit { last += 1 }
        let isWord = last == end || view[last] <= 0x20
        return last > first && last - first < 7 && isWord ? first..<last : nil
    }

    /// What stands behind the number of a line; nil if it has none.
    func text(in view: ByteView, _ line: Range<Int>) -> Range<Int>? {
        guard let digits = LineNumbers.digits(view, line.lowerBound, line.upperBound) else { return nil }
        var start = digits.upperBound
        while start < line.upperBound, start - digits.upperBound < gap, view[start] == (hasTab ? 0x09 : 0x20) {
            start += 1
        }
        return start..<line.upperBound
    }
}
