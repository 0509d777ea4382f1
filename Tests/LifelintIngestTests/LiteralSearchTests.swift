// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest

@Suite struct LiteralSearchTests {
    private static func found(_ texts: [String], in bytes: [UInt8]) -> [String] {
        let search = LiteralSearch(texts.enumerated().map { (Array($1.utf8), $0) })
        var found: [String] = []
        bytes.withView { view in
            search.forEach(in: view, from: 0, to: view.count) { number, _ in
                found.append(texts[number])
                return nil
            }
        }
        return found
    }

    @Test("Texts are found wherever they stand, in any case, also one in the other")
    func places() {
        let texts = ["suspending", "resuming task", "ending"]
        #expect(
            Self.found(texts, in: Array("Suspending task. Resuming TASK".utf8)) == [
                "suspending", "ending", "resuming task",
            ])
        #expect(Self.found(texts, in: Array("suspendin".utf8)) == [])
        #expect(Self.found(["abcd"], in: Array("abcdabcd".utf8)) == ["abcd", "abcd"])
        #expect(Self.found(["abcd"], in: []) == [])
        #expect(Self.found([], in: Array("abcd".utf8)) == [])
    }

    @Test(
        "The search finds what a search of every place finds, on random bytes of few letters",
        arguments: [4...9, 4...16, 11...14])
    func random(lengths: ClosedRange<Int>) {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let texts = Set(
                (0..<5).map { _ in
                    String(
                        (0..<Int.random(in: lengths, using: &random)).map { _ in
                            (lengths.upperBound > 9 ? "aC" : "abC").randomElement(using: &random) ?? "a"
                        })
                }.map { $0.lowercased() }
            ).sorted()
            let letters = Array((lengths.upperBound > 9 ? "acA" : "abcAB").utf8)
            // Long texts do not stand there by chance.
            let bytes =
                (0..<400).map { _ in letters.randomElement(using: &random) ?? 0 }
                + (texts.randomElement(using: &random) ?? "").utf8
            let lowered = bytes.map { $0 | 0x20 }
            var expected: Set<String> = []
            for text in texts {
                let wanted = Array(text.utf8)
                let starts = 0...(lowered.count - wanted.count)
                if starts.contains(where: { Array(lowered[$0..<($0 + wanted.count)]) == wanted }) {
                    expected.insert(text)
                }
            }
            #expect(Set(Self.found(texts, in: bytes)) == expected)
        }
    }
}
