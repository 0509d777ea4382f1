// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest

@Suite struct RepeatedTimeTests {
    /// The time at the beginning of a text, and where it ends.
    private static func read(_ text: [UInt8], _ instants: inout InstantParser) -> (ReadInstant?, Int) {
        text.withView { view in
            var cursor = LogCursor(view, 0, view.count)
            let instant = LogStamp.dated(&cursor, &instants)
            return (instant, cursor.position)
        }
    }

    @Test func `A time of the day and zone that were read before is read as if it were the first`() {
        var random = SeededGenerator(seed: 3)
        var times = 0
        for _ in 0..<20_000 {
            var instants = InstantParser()
            let first = "2026-03-01 10:00:00.123456+0100 x"
            _ = Self.read(Array(first.utf8), &instants)
            _ = Self.read(Array(first.utf8), &instants)
            var text = Array(
                [
                    first, "2026-03-01 23:59:59.999999+0100", "2026-03-01 10:00:00.000001-0730 ",
                    "2026-03-01 10:00:00.123456 Df", "2026-03-01 10:00:00.123Z ", "2026-03-01 10:00:60.654321+01:00 a",
                ].randomElement(using: &random)?.utf8 ?? first.utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                let byte = "0123456789:+-. Zx".utf8.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text[place] = byte
                case 1: text.insert(byte, at: place)
                default: text.remove(at: place)
                }
            }
            var fresh = InstantParser()
            let (expected, end) = Self.read(text, &fresh)
            let (instant, place) = Self.read(text, &instants)
            #expect(instant == expected && place == end, "\(String(decoding: text, as: UTF8.self))")
            if expected != nil { times += 1 }
        }
        #expect(times > 5_000)
    }
}
