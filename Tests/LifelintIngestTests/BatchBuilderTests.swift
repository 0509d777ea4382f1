// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct BatchBuilderTests {
    static let texts: [(text: String, limit: Int, kept: String)] = [
        ("", 4, ""), ("abc", 4, "abc"), ("abcd", 4, "abcd"), ("abcde", 4, "abcd"),
        // No character is cut in two.
        ("abcé", 4, "abc"), ("abé", 4, "abé"), ("abéx", 4, "abé"), ("ab€", 4, "ab"), ("a€x", 4, "a€"), ("😀x", 4, "😀"),
        ("😀", 3, ""), ("abc", 0, ""),
    ]

    @Test(arguments: texts) func `Of a long text its beginning is kept`(text: String, limit: Int, kept: String) {
        var builder = BatchBuilder()
        builder.begin(chunkCount: 7)
        let before = builder.add(Array("before".utf8))
        let added = builder.add(text, limit: limit)
        #expect(String(decoding: builder.addedBytes(added), as: UTF8.self) == kept)
        #expect(added.offset == before.offset + before.length && Int(added.length) == kept.utf8.count)
    }

    @Test(arguments: [0, 7, -7, 10, 1_234_567_890, .max, .min]) func `Numbers are written in digits`(number: Int) {
        var builder = BatchBuilder()
        builder.begin(chunkCount: 0)
        let added = builder.add(decimal: number)
        #expect(String(decoding: builder.addedBytes(added), as: UTF8.self) == String(number))
    }
}
