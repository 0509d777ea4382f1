// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("No rule file makes the loader trap") struct RuleRobustnessTests {
    private static let pieces = [
        "{", "}", "[", "]", "\"", "'", ":", " ", "\n", "-", "*", "?", "{limit}", "0x", "-1", "99999999999999999999s",
        "1e999", "%", " of ", "not ", "any_of: ", "by: []", "~", "last ", "]?", "{{", "é", "\u{0}", "rule.",
        "anomaly.*",
        "9223372036854775807", "-9223372036854775808d", "3+", "+", "forall x in unsaved: ", "&a ", "*a",
    ]

    @Test("Whatever is changed in a rule, it is read or refused")
    func mutations() {
        var generator = SeededGenerator(seed: 71)
        let header = "id: a-rule\ntitle: T\ntopic: tasks\nmessage: \"{limit} [ {name} ]?\"\n"
        for form in RuleCheckFormTests.forms {
            let written =
                header + "severity: info\nparams: { limit: 5s }\nparams_by: [{ when: debugger, times: 9e18 }]\n"
                + form.written
            let text = Array(written.utf8)
            for _ in 0..<25 {
                var mutated = text
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<max(mutated.count, 1), using: &generator)
                    let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)]
                    let end = min(place + Int.random(in: 0...6, using: &generator), mutated.count)
                    mutated.replaceSubrange(place..<end, with: Array(piece.utf8))
                }
                let settings = RuleSettings(
                    parameters: ["limit": .value("9223372036s"), "error": .off], severity: .error)
                let rule = try? RuleFileReader.read(
                    path: "tasks/a-rule.yml", bytes: mutated, names: RuleSupport.names, settings: settings)
                if let rule { _ = RuleDiagnostics.warnings(of: rule) }
            }
        }
    }

    @Test("What grows with a file has limits")
    func limits() {
        let choices = Array(repeating: "{ when: debugger, times: 2 }", count: 40).joined(separator: ", ")
        let message = String(repeating: "[", count: 100_000)
        for text in ["params_by: [\(choices)]\nafter: hang\nexpect: data.save", "let: {}\nstill_open: unsaved"] {
            let header =
                text.hasPrefix("let")
                ? "id: a-rule\ntitle: T\ntopic: tasks\nmessage: '\(message)'\n" : RuleSupport.header
            do throws(LoadingError) {
                _ = try RuleSupport.read(whole: header + "severity: info\n" + text)
                Issue.record("This loads.")
            } catch {
                #expect(error.problems.map(\.code) == [.tooLarge])
            }
        }
    }
}
