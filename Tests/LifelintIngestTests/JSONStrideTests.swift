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

    /// What stands behind a value, so that all of it is far enough from the end for the quickest way.
    private static let more = Array(repeating: UInt8(0x2C), count: 2 * JSONStride.margin)

    @Test(arguments: values) func `A value as it should be is stepped over`(_ text: String) throws {
        let bytes = Array((text + ",x").utf8)
        bytes.withView { view in
            let start = view.skipWhiteSpace(from: 0, to: view.count)
            var stride = JSONStride()
            #expect(stride.container(view, start, depth: 0) == bytes.count - 2)
        }
    }

    @Test(arguments: wrong) func `What is no value is left to the strict step`(_ text: String) {
        #expect(step(Array(text.utf8)) == nil)
    }

    @Test func `Values nested too deep are left to the strict step`() {
        let text = String(repeating: "[", count: 80) + String(repeating: "]", count: 80)
        #expect(step(Array(text.utf8)) == nil)
        let fitting = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
        Array(fitting.utf8).withView { view in
            var stride = JSONStride()
            #expect(stride.container(view, 0, depth: IngestLimits.nesting - 20) == 40)
            #expect(stride.container(view, 0, depth: IngestLimits.nesting - 19) == nil)
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
            if round.isMultiple(of: 2) { bytes += Self.more }
            bytes.withView { view in
                var stride = JSONStride()
                let quick = stride.container(view, 0, depth: 0)
                let strict = try? JSONSyntax.value(view, 0, view.count)
                #expect(quick == strict, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    /// Lists of objects that resemble each other, as those do whose keys are remembered.
    private static let lists = [
        #"[{"a":1,"b":"x"},{"a":12,"b":"y"},{"a":3},{"a":4,"b":{"c":5}},{"a":6,"b":[7]},{"a":8,"b":true}]"#,
        #"[{"value":0},{"value":10},{"value":-1},{"value":01},{"value":1.5},{"value":null}]"#,
        #"{"x":[{"value":1},{"value":2}],"lr":{"value":3},"fp":{"value":4},"sp":{"value":5},"e":{"value":6,"d":" A"}}"#,
        #"{"a":{"k":1},"b":{"k":2},"c":{"k":3,"l":[{"k":4},{"k":5}]},"d":{"k":6}}"#,
        #"[[{"k":1},{"k":2}],{"k":3},[{"k":4}],{"k":5},{"k":{"k":6}},{"k":7},{"k":[{"k":8},{"k":9}]}]"#,
        #"[{"a long key of many letters":1,"another":2},{"a long key of many letters":3,"another":4}]"#,
        #"[{ "k" : 1, "l" : 2 }, { "k" : 3, "l" : 4 }, { "k" : 5, "m" : 6 }]"#,
    ]

    @Test(arguments: lists) func `What is remembered of objects changes nothing`(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(step(bytes) == strictStep(bytes))
        #expect(step(bytes + Self.more) == strictStep(bytes))
        // Stepped over again with what was learnt, and cut anywhere.
        var stride = JSONStride()
        for end in (1...bytes.count).reversed() {
            for part in [Array(bytes[..<end]), bytes[..<end] + Self.more] {
                part.withView { view in
                    let strict = try? JSONSyntax.value(view, 0, view.count)
                    #expect(stride.container(view, 0, depth: 0) == strict, "\(end)")
                }
            }
        }
    }

    @Test func `Lists damaged at random are stepped over as strictly, whatever was learnt before`() {
        var generator = SeededGenerator(seed: 7)
        let signs = Array("{}[]\",:\\01k \n\u{0}ä".utf8)
        var stride = JSONStride()
        for round in 0..<30_000 {
            var bytes = Array(Self.lists[round % Self.lists.count].utf8)
            for _ in 0..<Int.random(in: 0..<3, using: &generator) {
                let place = Int.random(in: 1..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = signs[Int.random(in: 0..<signs.count, using: &generator)]
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                default:
                    let from = Int.random(in: 1..<bytes.count, using: &generator)
                    bytes.insert(contentsOf: bytes[from..<min(from + 12, bytes.count)], at: place)
                }
            }
            if round.isMultiple(of: 3) { bytes += Self.more }
            bytes.withView { view in
                let strict = try? JSONSyntax.value(view, 0, view.count)
                // The strict step goes on to what follows the white space.
                let quick = stride.container(view, 0, depth: 0).map { view.skipWhiteSpace(from: $0, to: view.count) }
                #expect(quick == strict, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test func `Elements are found one by one`() {
        let bytes = Array(#" [ 1 , "a,]" ,{"b":[2]}, [] ,true]x"#.utf8)
        var found: [String] = []
        bytes.withView { view in
            var stride = JSONStride()
            var next = JSONStride.element(view, behind: 1)
            while let start = next, let end = stride.value(view, start) {
                found.append(view.string(start, end))
                next = JSONStride.element(view, behind: end)
            }
        }
        #expect(found == ["1", #""a,]""#, #"{"b":[2]}"#, "[]", "true"])
    }

    @Test func `Where elements begin is noted, whatever was learnt before`() {
        var generator = SeededGenerator(seed: 9)
        let lists =
            Self.lists.filter { $0.hasPrefix("[") } + [
                #"[{"id":1,"state":{"x":[1]},"frames":[{"k":1},{"k":2}]},{"id":2,"frames":[]},[[3],4],"x",null]"#,
                "[\n  {\n    \"source\" : \"P\",\n    \"arch\" : \"a\"\n  },\n  {\n    \"source\" : \"A\"\n  }\n]",
            ]
        var stride = JSONStride()
        for round in 0..<10_000 {
            var bytes = Array(lists[round % lists.count].utf8)
            for _ in 0..<Int.random(in: 0..<2, using: &generator) {
                let place = Int.random(in: 1..<bytes.count, using: &generator)
                let from = Int.random(in: 1..<bytes.count, using: &generator)
                bytes.insert(contentsOf: bytes[from..<min(from + 24, bytes.count)], at: place)
            }
            let document = JSONDocument(bytes)
            let expected = document.fault == nil ? document.withTape(Self.starts) : nil
            bytes += Self.more
            bytes.withView { view in
                let noted = stride.array(view, 0, depth: 0)
                guard let expected else { return }
                #expect(noted?.elements == expected, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    /// Where the elements of a list begin, and as complements the arrays directly in them.
    private static func starts(_ tape: JSONTape) -> [Int] {
        tape.children(of: 0).flatMap { element in
            let start = tape.range(element).lowerBound - (tape.nodes[element].kind == .string ? 1 : 0)
            let inner = tape.children(of: element).filter { tape.nodes[$0].kind == .array }
            return [start] + inner.map { ~tape.range($0).lowerBound }
        }
    }

    private func step(_ bytes: [UInt8]) -> Int? {
        bytes.withView { view in
            var stride = JSONStride()
            return stride.container(view, 0, depth: 0)
        }
    }

    private func strictStep(_ bytes: [UInt8]) -> Int? {
        bytes.withView { try? JSONSyntax.value($0, 0, $0.count) }
    }
}
