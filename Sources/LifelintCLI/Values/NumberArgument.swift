// SPDX-License-Identifier: MIT

/// Counts and sizes as they are typed.
enum NumberArgument {
    /// A whole number within a range.
    static func count(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(.badValue, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A size in bytes: `64MB`, `64M` (10⁶), `64MiB` (2²⁰), or plain bytes.
    static func size(_ text: String) throws(UsageError) -> Int {
        let letters = text.drop { ("0"..."9").contains($0) }
        let units = [
            "": 1, "b": 1, "k": 1_000, "kb": 1_000, "m": 1_000_000, "mb": 1_000_000, "g": 1_000_000_000,
            "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
        ]
        let expected = UsageError(.badValue, "expected a size of at least 1 MB, such as 64MB, 512MiB or 2G")
        guard let number = Int(text.dropLast(letters.count)), let unit = units[letters.lowercased()] else {
            throw expected
        }
        let (bytes, overflowed) = number.multipliedReportingOverflow(by: unit)
        guard !overflowed, bytes >= 1_000_000 else { throw expected }
        return bytes
    }

    /// Text that must not be empty.
    static func text(_ text: String) throws(UsageError) -> String {
        if text.isEmpty { throw UsageError(.badValue, "the value is empty") }
        return text
    }
}
