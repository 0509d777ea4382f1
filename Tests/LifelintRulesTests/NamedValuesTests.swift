// SPDX-License-Identifier: MIT

import LifelintYAML
import Testing

@testable import LifelintLanguage
@testable import LifelintModel
@testable import LifelintRules

/// What readers ask for many names must answer as a dictionary would.
struct NamedValuesTests {
    private static let names = RuleKeys.rule + RuleKeys.branchKeys + ["", "a", "ä", "not a key", "limit"]

    private func node(_ text: String) -> YAMLNode {
        YAMLNode(
            content: .scalar(YAMLScalar(text: text, style: .plain)),
            at: SourceLocation(file: "a.yml", line: 1, column: 1, offset: 0, length: 0))
    }

    @Test func `Values are found by their names, whichever others are there`() {
        for count in 0...NamedValuesTests.names.count {
            var values = NamedValues()
            var expected: [String: String] = [:]
            for name in NamedValuesTests.names[..<count] {
                values[name] = node(name + "!")
                expected[name] = name + "!"
            }
            for name in NamedValuesTests.names { #expect(values[name]?.scalar?.text == expected[name]) }
            #expect(Set(values.names) == Set(expected.keys) && values.names.count == expected.count)
        }
    }

    @Test func `A value is replaced where it stands, and is gone when it is taken away`() {
        var values = NamedValues()
        for name in ["b", "a", "c"] { values[name] = node(name) }
        values["a"] = node("other")
        #expect(values.names == ["b", "a", "c"])
        values["b"] = nil
        values["none"] = nil
        #expect(values.names == ["a", "c"] && values["b"] == nil)
        values["b"] = node("again")
        #expect(values.names == ["a", "c", "b"] && values["b"]?.scalar?.text == "again")
        let mapped = values.mapValues { name, _ in name == "a" ? node("mapped") : nil }
        #expect(mapped["a"]?.scalar?.text == "mapped" && mapped["c"]?.scalar?.text == "c")
        #expect(mapped.filter { $0.scalar?.text == "c" }.names == ["c"])
    }

    @Test func `A table of names holds its names and no others`() {
        let table = NameTable(RuleKeys.branchKeys)
        for name in NamedValuesTests.names { #expect(table.contains(name) == RuleKeys.branchKeys.contains(name)) }
        #expect(!NameTable([]).contains("a"))
    }

    @Test(arguments: [
        ("tasks/a-b.yml", "a-b", "tasks"), ("/x/y/c.d.yaml", "c.d", "y"), ("e.yml", "e", nil), ("/f.yml", "f", nil),
        ("g//h", "h", "g"), ("", "", nil),
    ]) func `A path tells the name of its file and its folder`(_ path: String, _ stem: String, _ folder: String?) {
        let path = RulePath(path, isUsers: false)
        #expect(path.stem == stem && path.folder == folder)
    }
}
