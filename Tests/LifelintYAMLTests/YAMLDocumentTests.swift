// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintYAML
import TestSupport
import Testing

private func document(_ text: String) throws(YAMLError) -> YAMLDocument {
    try YAMLDocument(bytes: Array(text.utf8), file: "a.yml")
}

@Suite("YAML documents") struct YAMLDocumentTests {
    @Test("A mapping keeps its order, and every node its place")
    func places() throws {
        let root = try #require(try document("b: 1\nä: [x, \"y\"]\n  # nothing\nc:\n  d: e\n").root)
        let entries = try #require(root.mapping)
        #expect(entries.map(\.key.text) == ["b", "ä", "c"])
        #expect(entries.map(\.key.at.line) == [1, 2, 4])
        let items = try #require(entries[1].value.sequence)
        // Columns are in bytes: `ä` is two of them.
        #expect(items.map(\.at.column) == [6, 9])
        #expect(items.map(\.at.offset) == [10, 13])
        #expect(items.map(\.at.length) == [1, 3])
        #expect(items.map { $0.scalar?.isQuoted } == [false, true])
        let inner = try #require(entries[2].value["d"])
        #expect(inner.at == SourceLocation(file: "a.yml", line: 5, column: 6, offset: 38, length: 1))
    }

    @Test(
        "A mark of the byte order is no text, and moves nothing",
        arguments: ["a: 1\nb: 2\n", "# c\na: 1\nb: 2\n", "\na: 1\nb: 2\n"])
    func byteOrderMark(_ text: String) throws {
        let plain = try #require(try document(text).root?.mapping)
        let marked = try #require(try document("\u{FEFF}" + text).root?.mapping)
        #expect(marked.map(\.key.text) == ["a", "b"])
        #expect(marked.map(\.key.at) == plain.map(\.key.at))
    }

    @Test("An empty file has no value", arguments: ["", "\n", "# only a comment\n", "---\n...\n"])
    func empty(_ text: String) throws {
        let root = try document(text).root
        #expect(root == nil || root?.scalar?.isNull == true)
    }

    @Test("Scalars tell how they were written")
    func styles() throws {
        let root = try #require(try document("- a\n- 'b'\n- \"c\"\n- |\n  d\n- >\n  e\n-\n- ~\n").root)
        let scalars = try #require(root.sequence).compactMap(\.scalar)
        #expect(scalars.map(\.style) == [.plain, .singleQuoted, .doubleQuoted, .literal, .folded, .plain, .plain])
        #expect(scalars.map(\.text) == ["a", "b", "c", "d\n", "e\n", "", "~"])
        #expect(scalars.map(\.isNull) == [false, false, false, false, false, true, true])
    }

    @Test("Aliases stand for what their anchors hold")
    func aliases() throws {
        let root = try #require(try document("a: &x [1, 2]\nb: *x\nc: [*x, *x]\n").root)
        #expect(root["b"]?.sequence?.compactMap(\.scalar?.text) == ["1", "2"])
        #expect(root["c"]?.sequence?.count == 2)
        #expect(root["b"]?.at.line == 1)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let code: ProblemCode
        let line: Int
        let column: Int
        let sourceLine: String
        let says: String
        var testDescription: String { text }
    }

    static let faults = [
        Fault(
            text: "a: 1\nb: 2\na: 3\n", code: .ruleSyntax, line: 3, column: 1, sourceLine: "a: 3", says: "in line 1"),
        Fault(text: "a: 1\n b: 2\n", code: .ruleSyntax, line: 2, column: 3, sourceLine: " b: 2", says: "no YAML"),
        Fault(text: "a: [1, 2\nb: 3\n", code: .ruleSyntax, line: 2, column: 2, sourceLine: "b: 3", says: "no YAML"),
        Fault(text: "ä: *none\n", code: .ruleSyntax, line: 1, column: 5, sourceLine: "ä: *none", says: "&none"),
        Fault(text: "a: &a [*a]\n", code: .ruleSyntax, line: 1, column: 8, sourceLine: "a: &a [*a]", says: "&a"),
        Fault(text: "a: !!str 1\n", code: .ruleSyntax, line: 1, column: 4, sourceLine: "a: !!str 1", says: "Tags"),
        Fault(
            text: "a: &x {b: 1}\nc:\n  <<: *x\n", code: .ruleSyntax, line: 3, column: 3, sourceLine: "  <<: *x",
            says: "Merge"),
        Fault(text: "? [a]\n: 1\n", code: .ruleSyntax, line: 1, column: 3, sourceLine: "? [a]", says: "key"),
        Fault(
            text: "a: 1\n---\nb: 1\n", code: .ruleSyntax, line: 2, column: 1, sourceLine: "---", says: "one document"),
        Fault(text: "a: \"x\n", code: .ruleSyntax, line: 2, column: 1, sourceLine: "", says: "no YAML"),
        Fault(text: "a:\n\t- b\n", code: .ruleSyntax, line: 2, column: 1, sourceLine: "\t- b", says: "no YAML"),
    ]

    @Test("What is wrong is said with its place and line", arguments: faults)
    func errors(_ fault: Fault) throws {
        let error = try #require(throws: YAMLError.self) { try document(fault.text) }
        #expect(error.code == fault.code)
        #expect(error.line == fault.line)
        #expect(error.column == fault.column)
        #expect(error.sourceLine == fault.sourceLine)
        #expect(error.message.contains(fault.says), "\(error.message)")
        #expect(error.file == "a.yml")
        #expect(error.description == "a.yml:\(error.line):\(error.column): \(error.message)")
    }

    @Test("Bytes that are no UTF-8 are an error at their place")
    func invalidUTF8() throws {
        let error = try #require(throws: YAMLError.self) {
            try YAMLDocument(bytes: Array("a: 1\nb: x".utf8) + [0xFF, 0x0A], file: "a.yml")
        }
        #expect(error.code == .invalidUTF8)
        #expect(error.line == 2)
        #expect(error.column == 5)
    }

    @Test("Errors are equal if their codes are")
    func equality() throws {
        let first = try #require(throws: YAMLError.self) { try document("a: [") }
        let second = try #require(throws: YAMLError.self) { try document("b: 1\nb: 1") }
        let third = try #require(throws: YAMLError.self) { try document(String(repeating: "[", count: 100)) }
        #expect(first == second)
        #expect(first != third)
    }
}

@Suite("YAML limits") struct YAMLLimitTests {
    @Test("Aliases of aliases are stopped before they fill memory")
    func bomb() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            let aliases = repeatElement("*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let error = try #require(throws: YAMLError.self) { try document(text) }
        #expect(error.code == .aliasLimit)
    }

    @Test("A chain of aliases is stopped where it becomes too deep")
    func deepAliases() throws {
        var text = "a0: &a0 [x]\n"
        for level in 1...80 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
        let error = try #require(throws: YAMLError.self) { try document(text) }
        #expect(error.code == .aliasLimit)
        #expect(error.line == 63)
    }

    @Test("Many aliases of one value are stopped by their number")
    func manyAliases() throws {
        let text = "a: &a x\nb:\n" + String(repeating: "- *a\n", count: 10_001)
        let error = try #require(throws: YAMLError.self) { try document(text) }
        #expect(error.code == .aliasLimit)
        #expect(error.line == 10_003)
    }

    @Test("Nesting is stopped, however it is written", arguments: ["[", "- ", "{a: ", "? "])
    func nesting(_ opening: String) throws {
        for count in [100, 5_000, 100_000] {
            let error = try #require(throws: YAMLError.self) { try document(String(repeating: opening, count: count)) }
            #expect([.nestingTooDeep, .ruleSyntax].contains(error.code))
        }
        #expect(throws: YAMLError.self) { try document(String(repeating: opening, count: 65)) }
    }

    @Test("64 levels are read, 65 are not")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(try document(nested(64)).root != nil)
        let error = try #require(throws: YAMLError.self) { try document(nested(65)) }
        #expect(error.code == .nestingTooDeep)
    }

    @Test("More values than anybody writes are an error, and so is a larger file")
    func size() throws {
        let many = try #require(throws: YAMLError.self) { try document(String(repeating: "- a\n", count: 100_001)) }
        #expect(many.code == .tooLarge)
        let large = try #require(throws: YAMLError.self) {
            try document(String(repeating: "# comment\n", count: 500_000))
        }
        #expect(large.code == .tooLarge)
    }

    @Test("No bytes trap")
    func randomBytes() {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "a", ":", " ", "\n", "- ", "[", "]", "{", "}", "&a ", "*a", "\"", "'", "|", ">", "#", "? ", "!", "\t", "é",
            "\u{2028}", "%", "---\n",
        ]
        for round in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<60, using: &generator) {
                if round % 2 == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &generator))
                } else {
                    bytes += Array((pieces.randomElement(using: &generator) ?? "").utf8)
                }
            }
            guard let document = try? YAMLDocument(bytes: bytes, file: "r.yml"), let root = document.root else {
                continue
            }
            walk(root, in: document)
        }
    }

    private func walk(_ node: YAMLNode, in document: YAMLDocument) {
        #expect(node.at.line >= 1 && node.at.column >= 1)
        if let scalar = node.scalar {
            for byte in 0...scalar.text.utf8.count { _ = document.location(inside: node, byte: byte) }
        }
        for item in node.sequence ?? [] { walk(item, in: document) }
        for entry in node.mapping ?? [] { walk(entry.value, in: document) }
    }

    private func document(_ text: String) throws(YAMLError) -> YAMLDocument {
        try YAMLDocument(bytes: Array(text.utf8), file: "a.yml")
    }
}

@Suite("Places inside YAML scalars") struct ScalarPlaceTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let text: String
        let find: String
        let line: Int
        let column: Int
        var testDescription: String { text }
    }

    static let places = [
        Place(text: "a: one two", find: "two", line: 1, column: 8),
        Place(text: "a: 'one two'", find: "two", line: 1, column: 9),
        Place(text: "a: 'it''s two'", find: "two", line: 1, column: 11),
        Place(text: "a: \"one \\\"x\\\" two\"", find: "two", line: 1, column: 15),
        Place(text: "a: \"\\u00e4\\x41 two\"", find: "two", line: 1, column: 16),
        Place(text: "a: one\n   two", find: "two", line: 2, column: 4),
        Place(text: "a: \"one\n\n   two\"", find: "two", line: 3, column: 4),
        Place(text: "a: |\n  one\n  two\n", find: "two", line: 3, column: 3),
        Place(text: "a: >-\n    one\n    two\n", find: "two", line: 3, column: 5),
        Place(text: "ä: 'ö two'", find: "two", line: 1, column: 9),
    ]

    @Test("A byte of the text is found in the file", arguments: places)
    func place(_ place: Place) throws {
        let document = try YAMLDocument(bytes: Array(place.text.utf8), file: "a.yml")
        let node = try #require(document.root?.mapping?.first?.value)
        let text = try #require(node.scalar).text
        let index = try #require(text.range(of: place.find)).lowerBound
        let location = document.location(inside: node, byte: text.utf8.distance(from: text.startIndex, to: index))
        #expect(location.line == place.line)
        #expect(location.column == place.column)
    }
}
