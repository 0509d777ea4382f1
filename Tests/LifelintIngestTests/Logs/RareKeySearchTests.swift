// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest

@Suite struct RareKeySearchTests {
    private static let key = Array("\"eventMessage\"".utf8)

    @Test(arguments: [
        ("\"eventMessage\"", true), ("Message8", true), ("\"message\"", false), ("\"aMb\"", false),
        ("\"aKeyOfMoreThanSixteenBytes\"", false), ("", false),
    ]) func `Only keys with a capital that two words hold are searched for so`(text: String, isSought: Bool) {
        #expect((RareKeySearch(Array(text.utf8)) != nil) == isSought)
    }

    @Test func `It finds what a search of every place finds, up to where the byte is not rare`() throws {
        let search = try #require(RareKeySearch(Self.key))
        var random = SeededGenerator(seed: 3)
        let pieces = [Self.key, Array("\"eventMessag".utf8), Array("M".utf8), Array("eventMessage\"".utf8), [0x20]]
        var whole = 0
        for round in 0..<400 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...200, using: &random) {
                bytes += pieces.randomElement(using: &random) ?? []
                if round % 2 == 0 { bytes += [UInt8](repeating: 0x61, count: 90) }
            }
            let start = Int.random(in: 0...20, using: &random)
            bytes.withView { view in
                var found: [Int] = []
                let rest = search.forEach(in: view, from: start) { found.append($0) }
                let end = rest ?? view.count
                let expected = (start..<max(end, start)).filter {
                    view.bytes($0, $0 + Self.key.count) == Self.key
                }
                #expect(found == expected)
                if rest == nil { whole += 1 }
            }
        }
        #expect(whole >= 200 && whole < 400)
    }

    @Test func `A log in which the byte is not rare is searched in the other way from there on`() {
        let search = LogMessageSearch(keys: ["eventMessage"])
        let row = Array(#"{"a":"MMMMMMMMMMMMMMMM","eventMessage":"x"}"#.utf8) + [0x0A]
        let bytes = (0..<100).flatMap { _ in row }
        var firsts: [Int] = []
        bytes.withView { view in search?.forEach(in: view, from: 0) { first, _ in firsts.append(first) } }
        #expect(firsts == (0..<100).map { $0 * row.count + 39 })
    }
}
