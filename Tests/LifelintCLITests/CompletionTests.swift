// SPDX-License-Identifier: MIT

import Foundation
import LifelintRules
import Testing

@testable import LifelintCLI
@testable import LifelintLanguage

@Suite struct CompletionTests {
    @Test("Every option of every command is offered", arguments: CompletionScript.allCases)
    func complete(script: CompletionScript) {
        let specs = Commands.all.map(\.spec)
        let text = script.text(for: specs)
        for spec in specs {
            for option in spec.options {
                #expect(text.contains(script == .fish ? "-l \(option.name) " : option.flag), "\(option.name)")
            }
        }
    }

    @Test("Every rule that ships is offered", arguments: CompletionScript.allCases)
    func rules(script: CompletionScript) throws {
        let text = script.text(for: Commands.all.map(\.spec))
        let ids = try RuleLibrary.shipped().rules.map(\.id)
        #expect(RuleLibrary.shippedIds == ids.sorted())
        for id in ids { #expect(text.contains(id), "\(id)") }
    }

    @Test("Shells that are there accept their script", arguments: CompletionScript.allCases)
    func syntax(script: CompletionScript) throws {
        let lifelint = try BuiltProgram()
        let check = script == .fish ? "--no-execute" : "-n"
        // bash is always there; the others are checked where they are installed.
        let outcome = try lifelint.shell(
            """
            shell=$(command -v \(script.rawValue)) || { [ \(script.rawValue) != bash ] && exit 0; }
            "$lifelint" completion \(script.rawValue) > script && "$shell" \(check) script
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
    }

    @Test(
        "bash completes commands, options and values",
        arguments: [
            ("lifelint", "ana", "analyze"),
            ("lifelint rules", "sch", "schema"),
            ("lifelint analyze", "--time", "--timezone"),
            ("lifelint analyze --fail-on", "w", "warning"),
            ("lifelint analyze --color =", "n", "never"),
            ("lifelint explain", "reclai", "reclaimed\nreclaimed-too-soon"),
            ("lifelint explain", "slow-la", "slow-launch"),
            ("lifelint analyze --select", "unsaved-when-k", "unsaved-when-killed"),
            ("lifelint completion", "z", "zsh"),
            ("lifelint analyze", "a.li", "a.lifelog"),
        ])
    func bash(before: String, word: String, expected: String) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", "")
        let words = before.split(separator: " ").map(String.init)
        let outcome = try lifelint.shell(
            """
            source <("$lifelint" completion bash)
            COMP_WORDS=(\((words + ["'\(word)'"]).joined(separator: " "))) COMP_CWORD=\(words.count)
            _lifelint
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        #expect(outcome.output == expected + "\n", "\(outcome.errors)")
    }
}
