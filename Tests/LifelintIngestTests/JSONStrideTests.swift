// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintIngest

/// The quick step over a value takes what the strict one takes, and nothing else.
struct JSONStrideTests {
    private static let values = [
        "{}", "[]", "[[],{}]", "{ \"a\" : [ 1 , -2.5e+3 , 0 , 0.5 ] }", #"["a\n\u00e4\"]","",{"k\\":null}]"#,
        "[true,false,null]", "\n[\n  {\"long long key\": 12345678901234567890},\t1]",
        #"{"ä":"ö","b":{"c":[{"d":"é"}]}}"#,
        "[1234567,12345678,123456789]",
    ]
    private static let wrong = [
        "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[01]", "[1 2]", "[\"\n\"]", "[\"\\x\"]", "[tru]", "[}",
        "{]",
        "[", "{", "[\"", "[1", "{\"a\":1", "[-]", "[1.]", "[1a]", "{1:2}", "[\u{0}]",
    ]

    @Test(arguments: values) func `A value as it should be is stepped over`(_ text: String) throws {
        let bytes = Array((text + ",x").utf8)
        bytes.withView { view in
            let start = view.skipWhiteSpace(from: 0, to: view.count)
            #expect(JSONStride.container(view, start, depth: 0) == bytes.count - 2)
        }
    }

    @Test(arguments: wrong) func `What is no value is left to the strict step`(_ text: String) {
        Array(text.utf8).withView { #expect(JSONStride.container($0, 0, depth: 0) == nil) }
    }

    @Test func `Values nested too deep are left to the strict step`() {
        let text = String(repeating: "[", count: 80) + String(repeating: "]", count: 80)
        Array(text.utf8).withView { #expect(JSONStride.container($0, 0, depth: 0) == nil) }
        let fitting = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
        Array(fitting.utf8).withView { view in
            #expect(JSONStride.container(view, 0, depth: IngestLimits.nesting - 20) == 40)
            #expect(JSONStride.container(view, 0, depth: IngestLimits.nesting - 19) == nil)
        }
    }

    @Test func `Damaged at random, both steps agree`() {
        var generator = SeededGenerator(seed: 5)
        let signs = Array("{}[]\",:\\0123456789-+.eEtrufalsn \n\u{1}ä".utf8)
        for round in 0..<20_000 {
            var bytes = Array(Self.values[round % Self.values.count].utf8)
            for _ in 0..<Int.random(in: 0..<3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = signs[Int.random(in: 0..<signs.count, using: &generator)]
            }
            guard bytes[0] == 0x7B || bytes[0] == 0x5B else { continue }
            bytes.withView { view in
                let quick = JSONStride.container(view, 0, depth: 0)
                let strict = try? JSONSyntax.value(view, 0, view.count)
                #expect(quick == strict, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
