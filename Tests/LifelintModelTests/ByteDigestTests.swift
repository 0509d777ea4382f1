// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Fingerprints in baselines of years rest on it: it is what others call FNV-1a.
@Suite struct ByteDigestTests {
    @Test(arguments: [
        ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
    func isTheOneThatOthersKnow(text: String, digits: String) {
        var digest = ByteDigest()
        digest.add(text.utf8)
        #expect(digest.text == digits)
    }

    @Test func tellsWherePartsEnd() {
        var (one, other, zero) = (ByteDigest(), ByteDigest(), ByteDigest())
        for part in ["ab", "c"] { one.add(part: part.utf8) }
        for part in ["a", "bc"] { other.add(part: part.utf8) }
        zero.add(Array("ab".utf8) + [0] + Array("c".utf8) + [0])
        #expect(one.text != other.text)
        #expect(one.text == zero.text)
    }

    @Test(arguments: [(UInt64(0), "0000000000000000"), (0x1F, "000000000000001f"), (.max, "ffffffffffffffff")])
    func writesAllDigits(value: UInt64, digits: String) { #expect(ByteDigest.text(of: value) == digits) }
}
