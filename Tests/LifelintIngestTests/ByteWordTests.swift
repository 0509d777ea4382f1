// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest

/// What is read eight bytes at a time is read as byte by byte.
@Suite struct ByteWordTests {
    @Test func `Letters and dots are told from all other bytes, whatever stands around them`() {
        for byte in UInt8.min...UInt8.max {
            let isOne = byte.isLetter || byte == 0x2E
            for other: UInt64 in [0, 0x61, 0x7F, 0x80, 0xFF] {
                for place in 0..<8 {
                    var word: UInt64 = 0
                    for index in 0..<8 { word |= (index == place ? UInt64(byte) : other) << UInt64(index * 8) }
                    let found = ByteSearch.nonLettersOrDots(word) >> UInt64(place * 8) & 0xFF
                    #expect(found == (isOne ? 0 : 0x80), "\(byte) at \(place) of \(other)")
                }
            }
        }
    }

    @Test func `Hexadecimal digits are counted and read as one by one`() {
        var random = SeededGenerator(seed: 29)
        let others: [UInt8] = [0x00, 0x2F, 0x3A, 0x40, 0x47, 0x60, 0x67, 0x20, 0x80, 0xB0, 0xC1, 0xE1, 0xFF]
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for _ in 0..<4_000 {
            let count = Int.random(in: 0...16, using: &random)
            let bytes = (0..<16).map { place in
                (place < count ? digits : place == count ? others : digits + others).randomElement(using: &random) ?? 0
            }
            let (low, high) = bytes.withView { $0.words(at: 0) }
            #expect(ByteSearch.hexDigits(low, high) == count)
            for length in 1...16 where length <= count {
                let text = String(decoding: bytes[..<length], as: UTF8.self)
                #expect(ByteSearch.hexadecimal(low, high, length) == UInt64(text, radix: 16))
            }
        }
    }

    @Test func `Blocks of a text tell its line feeds, and which lines begin with no digit`() {
        var random = SeededGenerator(seed: 31)
        let kinds: [UInt8] = [0x0A, 0x30, 0x39, 0x2F, 0x3A, 0x61, 0x8A, 0xFF]
        for _ in 0..<2_000 {
            let bytes = (0...LineBlock.count).map { _ in
                Int.random(in: 0..<6, using: &random) > 0 ? 0x35 : kinds.randomElement(using: &random) ?? 0
            }
            let feeds = (0..<LineBlock.count).filter { bytes[$0] == 0x0A }
            bytes.withView { view in
                let block = unsafe LineBlock(unchecked: view, at: 0)
                #expect(block.startsOtherLine == feeds.contains { !bytes[$0 + 1].isDigit })
                var tally = SIMD16<UInt8>()
                for _ in 0..<LineBlock.talliedBlocks { block.add(to: &tally) }
                #expect(LineBlock.sum(tally) == feeds.count * LineBlock.talliedBlocks)
            }
        }
    }

    @Test func `Lines are counted up to any places as one by one`() {
        var random = SeededGenerator(seed: 37)
        for round in 0..<300 {
            let rarity = round % 3 == 0 ? 2 : 40
            let bytes = (0..<Int.random(in: 0...(round % 5 == 0 ? 9_000 : 300), using: &random)).map { _ -> UInt8 in
                Int.random(in: 0..<rarity, using: &random) == 0 ? 0x0A : 0x61
            }
            let places = (0..<12).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            bytes.withView { view in
                var counter = LineCounter(view)
                for place in places {
                    counter.advance(to: place)
                    #expect(counter.lines == bytes[..<place].count { $0 == 0x0A })
                    #expect(counter.start == bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
                    // What lies behind is known already.
                    counter.advance(to: place / 2)
                }
                #expect(
                    counter.count(to: bytes.count) == bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                        .count - (bytes.isEmpty || bytes.last == 0x0A ? 1 : 0))
            }
        }
    }

    @Test func `Words of a line end where a space or a tab stands`() {
        var random = SeededGenerator(seed: 11)
        let bytes: [UInt8] = [0x20, 0x09, 0x0B, 0x00, 0x1F, 0x21, 0x61, 0x62, 0x63, 0x7A, 0x80, 0xFF]
        for _ in 0..<2_000 {
            let rare = Bool.random(using: &random) ? 2 : 0
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                bytes[Int.random(in: rare..<bytes.count, using: &random)]
            }
            let start = Int.random(in: 0...text.count, using: &random)
            let end = Int.random(in: start...text.count, using: &random)
            text.withView { view in
                var cursor = LogCursor(view, start, end)
                let stop = (start..<cursor.end).first { text[$0] == 0x20 || text[$0] == 0x09 } ?? cursor.end
                #expect(cursor.word() == (stop > start ? start..<stop : nil))
                #expect(cursor.position == max(stop, start))
            }
        }
    }

    @Test(arguments: [
        "com.apple.UIKit", "com.acme.notes-2_x", "a", "com.acme\u{E9}.x", "com.acme x.y", "a/b.cdefghij",
        "abcdefgh.ij]",
    ]) func `Names of subsystems have letters, digits and some signs`(name: String) throws {
        let line = "2026-03-01 10:00:00.123456+0100  localhost Notes[71]: (UIKit) [\(name):App] text"
        let isName = name.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == 0x2E || $0 == 0x2D || $0 == 0x5F || $0 >= 0x80
        }
        Array(line.utf8).withView { view in
            var instants = InstantParser()
            let row = UnifiedLogSyslogShape().row(view, 0, view.count, &instants)
            let subsystem = row.map { view.string($0.subsystem.lowerBound, $0.subsystem.upperBound) }
            #expect(subsystem == (isName ? name : ""))
        }
    }

    @Test(arguments: [
        "1", "12345678", "123456789012345678901234567890", "0", "-1", "1.5", "1e3", "12x", "x", "", "null", "\"a\"",
        "{\"a\":1}", "[1]",
    ]) func `Values that are plain end where all values end`(value: String) {
        for behind in ["", ",", "}", "]", " ,", ":", "\""] {
            let bytes = Array((value + behind).utf8)
            bytes.withView { view in
                for limit in 0...view.count {
                    let (plain, any) = (LooseJSON(view, plainAt: 0, limit: limit), LooseJSON(view, at: 0, limit: limit))
                    #expect(plain.range == any.range && plain.isWhole == any.isWhole, "\(value)\(behind) to \(limit)")
                }
            }
        }
    }
}
