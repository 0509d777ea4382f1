// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LifelintCLI

/// What is wrong in a rule or a configuration is told with its place, its line and a way out, and nothing else happens.
@Suite struct BrokenFileTests {
    /// A folder with something wrong in it, and what is said of it.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var files: [(name: String, text: String)]
        var message: String
        var testDescription: String { name }
    }

    private static func rule(_ id: String, _ check: String, after more: String = "") -> (name: String, text: String) {
        (
            "rules/\(id).yml",
            "id: \(id)\ntitle: Case\nseverity: warning\nmessage: found\nwhy: Why.\nfix: Fix.\n\(check)\n\(more)"
        )
    }

    /// Nine values, each of which is nine of the one before.
    private static func bomb(_ key: String) -> String {
        var text = "\(key): &a0 [x, x, x, x, x, x, x, x, x]\n"
        for number in 1...7 {
            let aliases = Array(repeating: "*a\(number - 1)", count: 9).joined(separator: ", ")
            text += "k\(number): &a\(number) [\(aliases)]\n"
        }
        return text
    }

    static let cases: [Case] = [
        Case(
            name: "a misspelt key", files: [rule("a", "after: memory.warning\nexpct: cache.purge\nwithin: 10s")],
            message: """
                rules/a.yml:8:1: A rule has no key “expct”. Did you mean “expect”?
                    expct: cache.purge
                    ^
                """),
        Case(
            name: "an unknown event", files: [rule("a", "after: memory.warning\nexpect: cache.purgee\nwithin: 10s")],
            message: """
                rules/a.yml:8:9: There is no event “cache.purgee”. Did you mean “cache.purge”?
                    expect: cache.purgee
                            ^
                """),
        Case(
            name: "a type error",
            files: [rule("a", "after: { event: network.end, where: duration > \"5s\" }\nexpect: data.save")],
            message: """
                rules/a.yml:7:48: A duration cannot be compared with text.
                    after: { event: network.end, where: duration > "5s" }
                                                                   ^
                """),
        Case(
            name: "a circle of uses",
            files: [
                rule("a", "uses: b\nafter: rule.b\nexpect: data.save"),
                rule("b", "uses: a\nafter: rule.a\nexpect: data.save"),
            ],
            message: """
                rules/b.yml:7:7: Rules go in a circle: a uses b uses a.
                    uses: a
                          ^
                """),
        Case(
            name: "a circle of subsumes",
            files: [
                rule("a", "after: data.change\nexpect: data.save", after: "subsumes: [b]"),
                rule("b", "after: data.change\nexpect: data.save", after: "subsumes: [a]"),
            ],
            message: """
                rules/b.yml:9:12: Rules go in a circle: a subsumes b subsumes a.
                    subsumes: [a]
                               ^
                """),
        Case(
            name: "aliases that grow without end in a rule", files: [("rules/a.yml", bomb("id"))],
            message: """
                rules/a.yml:6:10: The file has more than 100000 values after its aliases are expanded.
                    k5: &a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]
                             ^
                """),
        Case(
            name: "aliases that grow without end in a configuration",
            files: [(".lifelint.yml", bomb("suppress")), rule("a", "after: data.change\nexpect: data.save")],
            message: """
                .lifelint.yml:6:10: The file has more than 100000 values after its aliases are expanded.
                    k5: &a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]
                             ^
                """),
        Case(
            name: "a misspelt rule in a configuration",
            files: [
                (".lifelint.yml", "rules:\n  slow-lunch: off\n"), rule("a", "after: data.change\nexpect: data.save"),
            ],
            message: """
                .lifelint.yml:2:3: There is no rule “slow-lunch”. Did you mean “slow-launch”?
                      slow-lunch: off
                      ^
                """),
    ]

    @Test("It is told in its place, with status 2, and no report is begun", arguments: cases)
    func analyze(item: Case) throws {
        let lifelint = try Self.folder(item)
        for arguments in [
            "analyze a.lifelog --rules rules", "analyze missing.log --rules rules --strict",
            "analyze a.lifelog --rules rules --report json=report.json --report text",
            "rules coverage a.lifelog --rules rules", "explain slow-launch --rules rules", "config show --rules rules",
        ] {
            let outcome = try lifelint.shell("\"$lifelint\" \(arguments)")
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.output.isEmpty, "\(arguments)")
            #expect(outcome.errors == "lifelint: \(item.message)\n", "\(arguments)")
        }
        #expect(!lifelint.names.contains("report.json"))
    }

    @Test("The tools for rules say the same", arguments: cases)
    func tools(item: Case) throws {
        let lifelint = try Self.folder(item)
        for arguments in ["rules check rules", "rules test rules"] {
            let outcome = try lifelint.shell("\"$lifelint\" \(arguments)")
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.output.isEmpty, "\(arguments)")
            #expect(outcome.errors == "lifelint: \(item.message)\n", "\(arguments)")
        }
    }

    private static func folder(_ item: Case) throws -> BuiltProgram {
        let lifelint = try BuiltProgram()
        #expect(try lifelint.shell("mkdir rules").status == 0)
        try lifelint.write("a.lifelog", "10:00:00 process.launch pid=1\n")
        for file in item.files { try lifelint.write(file.name, file.text) }
        return lifelint
    }
}
