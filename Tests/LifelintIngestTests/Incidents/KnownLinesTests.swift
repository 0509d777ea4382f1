// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest

/// Where lines begin is known of all lines, although those that begin with a digit are mostly not kept.
struct KnownLinesTests {
    /// Where lines begin, one byte after the other.
    private static func starts(_ bytes: [UInt8]) -> [Int] {
        [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    private static func known(_ bytes: [UInt8], upTo ends: [Int]) -> KnownLines {
        var lines = KnownLines()
        bytes.withView { view in for end in ends { lines.find(in: view, to: end) } }
        return lines
    }

    private static func compare(_ bytes: [UInt8], upTo ends: [Int], at positions: [Int]) {
        let all = starts(bytes)
        let lines = known(bytes, upTo: ends)
        let end = min(ends.max() ?? 0, bytes.count)
        let expected = all.filter { $0 <= end }
        #expect(lines.count == expected.count)
        for line in lines.kept { #expect(all[Int(line.number)] == Int(line.start)) }
        // What begins with no digit is kept, and so is what stands behind it: the ends of these lines are known.
        let kept = Set(lines.kept.map { Int($0.number) })
        for (number, start) in expected.enumerated() where start >= bytes.count || !bytes[start].isDigit {
            #expect(kept.contains(number))
            #expect(kept.contains(number + 1) || number + 1 == expected.count)
        }
        bytes.withView { view in
            for position in positions where position <= end {
                let number = (expected.lastIndex { $0 <= position }) ?? 0
                let line = lines.line(at: position, in: view)
                #expect(line.number == number && line.start == expected[number])
            }
        }
    }

    /// A text of lines that mostly begin with a digit, as long as they happen to be.
    static func text(_ random: inout SeededGenerator, lines: Int) -> [UInt8] {
        var text: [UInt8] = []
        for _ in 0..<lines {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: break
            case 1: text += Array("Thread \(Int.random(in: 0..<20, using: &random)):".utf8)
            case 2: text += Array("   x0: 0x1".utf8)
            case 3: text += Array("\u{E9}: \r".utf8)
            default: text += Array("7   image 0x0000000180001000 wait + 8".utf8)
            }
            text += Array(repeating: 0x61, count: Int.random(in: 0..<90, using: &random) & ~7)
            text.append(0x0A)
        }
        return text
    }

    @Test func `Of any text every line is known by its number and its start`() {
        var random = SeededGenerator(seed: 3)
        for round in 0..<120 {
            var text = Self.text(&random, lines: round)
            if round % 3 == 0 { text += Array("7 ends here".utf8) }
            let positions = (0..<40).map { _ in Int.random(in: 0...text.count, using: &random) } + [0, text.count]
            Self.compare(text, upTo: [text.count], at: positions)
            let ends = (0..<3).map { _ in Int.random(in: 0...text.count, using: &random) }.sorted()
            Self.compare(text, upTo: ends, at: positions)
        }
    }

    @Test(arguments: [
        "", "\n", "7", "7\n", "a", "a\n7", "{\"a\":1}\n7\n8", "{\n\"a\":1}\n7\n", "[1,\n2,\n3]", "\u{FEFF}7\n8\n9",
    ])
    func `Short texts and values are known, too`(text: String) {
        let bytes = Array(text.utf8)
        Self.compare(bytes, upTo: [bytes.count], at: Array(0...bytes.count))
        for end in 0...bytes.count { Self.compare(bytes, upTo: [end], at: Array(0...end)) }
    }

    /// A line of a long stretch is found from one that is kept near by: who counts from the first takes too long.
    @Test func `Of many lines with digits one is kept now and then`() {
        let text = Array("Thread 0:\n".utf8) + Array(repeatElement(Array("7 wait\n".utf8), count: 60_000).joined())
        let lines = Self.known(text, upTo: [text.count])
        #expect(lines.count == 60_002)
        #expect(lines.kept.count > 4 && lines.kept.count < 20)
        Self.compare(text, upTo: [text.count], at: [9, 10, 11, 200_000, 400_000, text.count])
    }

    /// Rows of logs stand beside reports: those at an end of lines that begin with a digit are looked at, and all others.
    @Test func `Of the first and the last lines all are handed on that may be rows`() {
        var random = SeededGenerator(seed: 41)
        for round in 0..<200 {
            var text = Self.text(&random, lines: round)
            if round % 3 == 0 { text += Array("7 ends here".utf8) }
            let all = Self.starts(text)
            let reach = Int.random(in: 1...(round + 1), using: &random)
            var taken: [Int] = []
            let lines = Self.known(text, upTo: [text.count])
            text.withView { view in lines.forEachOutermost(in: view, within: reach) { taken.append($0) } }
            #expect(taken == Set(taken).sorted())
            #expect(Set(taken).isSubset(of: all))
            let digits = all.map { $0 < text.count && text[$0].isDigit }
            for (number, start) in all.enumerated() where number < reach || number >= all.count - reach {
                let isAmongDigits =
                    digits[number] && number > 0 && digits[number - 1] && number + 1 < all.count && digits[number + 1]
                #expect(taken.contains(start) || isAmongDigits)
            }
        }
    }

    @Test func `Lines are stepped over as if all were kept`() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<150 {
            let text = Self.text(&random, lines: round % 30 + 1)
            let start = Int.random(in: 0...text.count, using: &random)
            let end = Int.random(in: start...text.count, using: &random)
            let steps = Self.steps(text, start..<end)
            var expected: [Range<Int>] = []
            var position = start
            while position < end {
                let feed = text[position..<end].firstIndex(of: 0x0A) ?? end
                // Behind a line that was told, those that begin with a digit are passed over.
                if expected.isEmpty || !text[position].isDigit { expected.append(position..<feed) }
                position = feed + 1
            }
            #expect(steps.told == expected)
            #expect(steps.passed.allSatisfy { text[$0.lowerBound].isDigit })
            #expect(steps.told.map(\.count).reduce(0, +) + steps.passed.map(\.count).reduce(0, +) <= end - start)
            #expect(
                Self.steps(text, start..<end, passes: false).told.map(\.lowerBound) == Self.lines(text, start..<end))
        }
    }

    private static func lines(_ text: [UInt8], _ range: Range<Int>) -> [Int] {
        guard !range.isEmpty else { return [] }
        return [range.lowerBound] + range.filter { text[$0] == 0x0A && $0 + 1 < range.upperBound }.map { $0 + 1 }
    }

    private static func steps(
        _ text: [UInt8], _ range: Range<Int>, passes: Bool = true
    ) -> (told: [Range<Int>], passed: [Range<Int>]) {
        let source = IncidentSource(text)
        return text.withView { view in
            var lines = LineSteps(source, view, range)
            var told: [Range<Int>] = []
            var passed: [Range<Int>] = []
            while let line = lines.next() {
                told.append(line)
                if !passes { continue }
                let entries = lines.passEntries()
                if !entries.isEmpty { passed.append(entries) }
            }
            return (told, passed)
        }
    }
}
