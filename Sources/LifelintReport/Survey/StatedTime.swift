// SPDX-License-Identifier: MIT

/// A span of time that a sentence states: `9 s`, `1 min 3 s`, `300 ms`.
enum StatedTime {
    private static let units: [Substring: Double] = [
        "ms": 0.001, "s": 1, "min": 60, "h": 3_600, "d": 86_400, "days": 86_400, "day": 86_400,
    ]

    /// Whether two sentences differ first in a span of time, and that of the first is longer.
    static func isLonger(_ text: String, than other: String) -> Bool {
        if text == other { return false }
        let (left, right) = (text.split(separator: " "), other.split(separator: " "))
        let same = zip(left, right).prefix { $0 == $1 }.count
        guard let a = seconds(left[same...]), let b = seconds(right[same...]) else { return false }
        return a > b
    }

    private static func seconds(_ words: ArraySlice<Substring>) -> Double? {
        var sum: Double?
        var words = words
        while let number = words.first.flatMap({ Double($0.replacing(",", with: "")) }), number.isFinite,
            let unit = words.dropFirst().first?.prefix(while: \.isLetter), let factor = units[unit]
        {
            sum = (sum ?? 0) + number * factor
            words = words.dropFirst(2)
        }
        return sum
    }
}
