// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintKit

/// Keys sort as what they are made of.
@Suite struct RunKeyTests {
    private static func key(_ text: String?, _ number: Int64) -> [UInt8] {
        var key: [UInt8] = []
        RunKey.append(text, to: &key)
        RunKey.append(number, to: &key)
        return key
    }

    @Test func `what is missing comes first, then texts by their bytes, then numbers by their size`() {
        let sorted: [(String?, Int64)] = [
            (nil, 5), ("", .min), ("", -1), ("", 0), ("", .max), ("\u{0}", 0), ("\u{0}\u{0}", 0), ("\u{0}a", 0),
            ("\u{1}", 0), ("a", -7), ("a", 7), ("a\u{0}", -7), ("a\u{0}b", 0), ("ab", 0), ("b", 0), ("ä", 0),
        ]
        let keys = sorted.map { Self.key($0.0, $0.1) }
        for (first, second) in zip(keys, keys.dropFirst()) {
            #expect(first.lexicographicallyPrecedes(second), "\(first) \(second)")
        }
    }

    @Test(arguments: [0, 1, 255, 256, 1_234_567, Int(Int32.max), Int.max]) func `the number is read back`(_ number: Int)
    {
        #expect(RunKey.number(Self.key("a", Int64(number))[...]) == number)
    }
}
