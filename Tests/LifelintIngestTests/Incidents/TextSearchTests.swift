// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest

struct TextSearchTests {
    @Test(arguments: [
        ("abc", "abc", true), ("abc", "bc", true), ("abc", "abcd", false), ("aab", "ab", true), ("", "a", false),
        ("näher", "äh", true), ("na\u{308}her", "n", true), ("na\u{308}her", "na", false), ("a\r\nb", "\n", false),
    ]) func `A text is found as the standard library finds it`(_ text: String, _ part: String, _ isThere: Bool) {
        #expect(text.contains(part) == isThere)
        #expect(TextSearch.contains(text, part) == isThere)
    }

    @Test func `Random texts agree with the standard library`() {
        var generator = SeededGenerator(seed: 9)
        let signs = ["a", "b", " ", "ä", "\u{308}", "\r", "\n", "e"]
        func text(_ count: Int) -> String {
            (0..<Int.random(in: 1...count, using: &generator)).map { _ in
                signs[Int.random(in: 0..<signs.count, using: &generator)]
            }.joined()
        }
        for _ in 0..<2_000 {
            let (all, part) = (text(12), text(3))
            #expect(
                TextSearch.contains(all, part) == all.contains(part), "\(all.debugDescription) \(part.debugDescription)"
            )
        }
    }
}
