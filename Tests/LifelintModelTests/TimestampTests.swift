// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (Int64(0), UInt8(0), "1970-01-01T00:00:00Z"),
        (1_772_445_605_123_000_000, 3, "2026-03-02T10:00:05.123Z"),
        (1_772_445_605_123_456_789, 9, "2026-03-02T10:00:05.123456789Z"),
        (-1, 9, "1969-12-31T23:59:59.999999999Z"),
        (951_782_400_000_000_000, 0, "2000-02-29T00:00:00Z"),
    ]) func `instants are written in UTC with the digits that are known`(time: Int64, digits: UInt8, text: String) {
        #expect(Timestamp(nanoseconds: time, digits: digits).rfc3339 == text)
    }

    @Test func `the extremes of time are written without a trap`() {
        #expect(!Timestamp(nanoseconds: .min).rfc3339.isEmpty)
        #expect(!Timestamp(nanoseconds: .max).rfc3339.isEmpty)
    }

    @Test func `days and their numbers are inverse to each other`() {
        for number in stride(from: -200_000, to: 200_000, by: 37) {
            let day = CalendarDay(daysSinceEpoch: number)
            #expect(day.exists == (1...9999).contains(day.year))
            #expect(day.daysSinceEpoch == number)
        }
    }

    @Test(arguments: [(2026, 2, 29), (2026, 13, 1), (2026, 4, 31), (0, 1, 1), (1900, 2, 29)])
    func `days that no calendar has do not exist`(year: Int, month: Int, day: Int) {
        #expect(!CalendarDay(year: year, month: month, day: day).exists)
    }
}

@Suite struct WordingTests {
    @Test(arguments: [
        (Int64(380_000_000), "380 ms"), (1_600_000_000, "1.6 s"), (2_000_000_000, "2 s"), (59_940_000_000, "59.9 s"),
        (125_000_000_000, "2 min 5 s"), (120_000_000_000, "2 min"), (3_840_000_000_000, "1 h 4 min"),
        (7_200_000_000_000, "2 h"), (-1_600_000_000, "-1.6 s"),
    ]) func `durations are short`(nanoseconds: Int64, text: String) {
        #expect(Wording.duration(nanoseconds) == text)
    }

    @Test(arguments: [
        (Int64(19_970_000_000), "19.97 s"), (10_000_000_000, "10 s"), (5_500_000_000, "5.5 s"),
        (2_050_000_000, "2.05 s"), (300_000_000, "300 ms"), (19_971_234_000, "20 s"),
    ]) func `a stated duration is told as it was stated`(nanoseconds: Int64, text: String) {
        #expect(Wording.stated(nanoseconds) == text)
    }

    @Test func `no duration is too long to print`() {
        #expect(Wording.duration(.max).hasSuffix("min"))
        #expect(Wording.duration(.min).hasPrefix("-"))
    }

    @Test(arguments: [
        (Int64(900_000_000), "900 MB"), (4_500_000, "4.5 MB"), (5_000_000, "5 MB"), (2_098_000_000, "2098 MB"),
        (2_000, "2 kB"), (1_500, "1.5 kB"), (-1_500, "-1.5 kB"), (9_949, "9.9 kB"), (9_960, "10 kB"), (49_900, "50 kB"),
        (50_000, "0.1 MB"), (900, "900 B"), (-900, "-900 B"), (0, "0 MB"),
    ]) func `memory is told in megabytes`(bytes: Int64, text: String) {
        #expect(Wording.bytes(bytes) == text)
    }
}

@Suite struct GlobTests {
    @Test(arguments: [
        ("com.acme.*", "com.acme.notes", true), ("com.acme.*", "com.acme.", false), ("*", "", false), ("*", "x", true),
        ("a?c", "abc", true), ("a?c", "ac", false), ("*a*b", "xaxb", true), ("*a*b", "ab", false), ("a", "A", false),
        ("**", "x", false), ("**", "xy", true), ("*.x", "a.b.x", true),
    ]) func `a star is at least one character`(pattern: String, text: String, expected: Bool) {
        #expect(Glob(pattern).matches(text) == expected)
    }

    @Test func `agrees with an obvious matcher`() {
        func obvious(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            let rest = pattern.dropFirst()
            if first == "*" { return text.indices.contains { obvious(rest, text[($0 + 1)...]) } }
            guard let head = text.first, first == "?" || first == head else { return false }
            return obvious(rest, text.dropFirst())
        }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<4_000 {
            let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                "ab*?".randomElement(using: &random) ?? "a"
            }
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in "ab".randomElement(using: &random) ?? "a"
            }
            #expect(
                Glob(String(pattern)).matches(String(text)) == obvious(pattern[...], text[...]),
                "\(String(pattern)) on \(String(text))")
        }
    }
}
