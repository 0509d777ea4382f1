// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest

@Suite struct LogMessageSearchTests {
    private static let shape = LogObjectShape(keys: UnifiedLogFormats.keys, layout: .lines)

    private static let search = shape.makeMessageSearch()

    /// Where messages begin and end that are found by their key.
    private static func found(_ view: ByteView) -> [(first: Int, end: Int)] {
        var found: [(first: Int, end: Int)] = []
        search?.forEach(in: view, from: 0) { first, end in found.append((first, end)) }
        return found
    }

    @Test(arguments: [
        (#"{"eventMessage":"a b"}"#, ["\"a b"]), (#"{"eventMessage" : "a"}"#, ["\"a"]),
        (#"{"eventMessage":"a \"b\" c","x":1}"#, [#""a \"b\" c"#]), (#"{"eventMessage":7}"#, ["7}"]),
        (#"{"eventMessages":"a","x":"eventMessage","y":"\"eventMessage\":\"z\""}"#, []),
        ("{\"eventMessage\":\"a\n{\"eventMessage\":\"b\"}", ["\"a\n{", "\"b"]), (#"{"eventMessage":"#, [""]), ("", []),
    ]) func `Messages are found by their key`(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        bytes.withView { view in #expect(Self.found(view).map { view.string($0.first, $0.end) } == expected) }
    }

    @Test func `Whatever is damaged, the message that a row has is found`() {
        var random = SeededGenerator(seed: 7)
        let line = Array(LogObjectTests.event.utf8) + [0x0A]
        let pieces = [#"""#, "\\", "\n", "{", "}", ":", #""eventMessage":"#, #""eventMessage" : "x""#, "\r", ","]
        var rows = 0
        for _ in 0..<4_000 {
            var bytes = line + line
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes.remove(at: place)
                } else {
                    bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
                }
            }
            bytes.withView { view in
                var instants = InstantParser()
                let found = Self.found(view)
                var start = 0
                while start < view.count {
                    let end = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
                    if let row = Self.shape.row(view, start, end, &instants), !row.message.isEmpty {
                        rows += 1
                        let holds = found.contains { range in
                            let isString = view[range.first] == 0x22
                            return range.first + (isString ? 1 : 0) == row.message.lowerBound
                                && range.end >= row.message.upperBound
                        }
                        #expect(holds, "\(view.string(start, end))")
                    }
                    start = end + 1
                }
            }
        }
        #expect(rows > 4_000)
    }
}
