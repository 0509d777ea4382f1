// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML
import TestSupport
import Testing

@Suite("Packed YAML") struct PackedYAMLTests {
    private static let texts = [
        "", "# nothing\n", "a", "- ''\n- \"\\t\\u00e4\\e\"\n- |\n  x\n  y\n- >-\n  one\n  two\n",
        "b: 1\nä: [x, {y: z}]\nc:\n  d: &e\n    - f\n  g: *e\n", "long: \(String(repeating: "wörd ", count: 3_000))\n",
    ]

    @Test("What was packed is read as it was, every place included", arguments: texts)
    func same(_ text: String) throws {
        let read = try YAMLDocument(bytes: Array(text.utf8), file: "a.yml")
        let packed = YAMLDocument(packed: PackedYAML.pack(read), text: text, file: "a.yml")
        guard let root = read.root else {
            #expect(packed == nil)
            return
        }
        let document = try #require(packed)
        let other = try #require(document.root)
        #expect(outline(other) == outline(root))
        #expect(document.file == read.file)
        for line in 0...10 { #expect(document.line(line) == read.line(line)) }
        for (left, right) in zip(scalars(other), scalars(root)) {
            for byte in [0, 1, 5] {
                #expect(document.location(inside: left, byte: byte) == read.location(inside: right, byte: byte))
            }
        }
    }

    @Test("What is cut or damaged is no packed value, and never traps")
    func damage() throws {
        let text = PackedYAMLTests.texts[4]
        let packed = Array(PackedYAML.pack(try YAMLDocument(bytes: Array(text.utf8), file: "a.yml")).utf8)
        for end in 0..<packed.count {
            let cut = String(decoding: packed[..<end], as: UTF8.self)
            #expect(YAMLDocument(packed: cut, text: text, file: "a.yml") == nil, "\(end)")
        }
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            var bytes = packed
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 1..<0x7F, using: &generator)
            }
            _ = YAMLDocument(packed: String(decoding: bytes, as: UTF8.self), text: text, file: "a.yml")
        }
    }

    @Test("Nodes are found by their keys as in what was read", arguments: texts)
    func search(_ text: String) throws {
        let read = try YAMLDocument(bytes: Array(text.utf8), file: "a.yml")
        guard let root = read.root else { return }
        let packed = try #require(YAMLDocument(packed: PackedYAML.pack(read), text: text, file: "a.yml")?.root)
        for key in ["b", "ä", "c", "d", "g", "y", "f", "long", ""] {
            #expect(packed[key].map(outline) == root[key].map(outline), "\(key)")
            #expect(packed.values(under: key).map(outline) == root.values(under: key).map(outline), "\(key)")
        }
        #expect(packed.values(under: "d").count == (text.contains("&e") ? 1 : 0))
        for (left, right) in zip(scalars(packed), scalars(root)) { #expect(left.isNull == right.isNull) }
    }

    @Test("Only where no text holds a byte, and no braces are a mapping, is it known that nothing does")
    func bytes() throws {
        let rows = [
            ("a: [b, {c: d}]", false), ("a: ['{b}']", true), ("a: {b: }", true), ("a: {b: ~}", true),
            ("a: {b: null}", true), ("a: {b: 'null', c: }", false), ("'{': b", true), ("- x\n- \"\\x7b\"", true),
            ("a:\n  - b: 1", false),
        ]
        for (text, isHeld) in rows {
            let read = try YAMLDocument(bytes: Array(text.utf8), file: "a.yml")
            let packed = YAMLDocument(packed: PackedYAML.pack(read), text: text, file: "a.yml")
            #expect(packed?.root?.mayHold(0x7B) == isHeld, "\(text)")
            #expect(read.root?.mayHold(0x7B) == true, "\(text)")
        }
    }

    /// All that a node holds, with every place.
    private func outline(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): "\(scalar.style) \(scalar.text.debugDescription) \(node.at)"
        case .sequence(let items): "[\(items.map(outline).joined(separator: ", "))] \(node.at)"
        case .mapping(let entries):
            "{\(entries.map { "\($0.key.text) \($0.key.at): \(outline($0.value))" }.joined(separator: ", "))} \(node.at)"
        }
    }

    private func scalars(_ node: YAMLNode) -> [YAMLNode] {
        switch node.content {
        case .scalar: [node]
        case .sequence(let items): items.flatMap(scalars)
        case .mapping(let entries): entries.map(\.value).flatMap(scalars)
        }
    }
}
