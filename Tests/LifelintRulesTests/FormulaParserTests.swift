// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Formulas are read") struct FormulaParserTests {
    @Test(
        "Operators bind as the language says",
        arguments: [
            ("not hang or data.save and data.load", "(not hang or (data.save and data.load))"),
            ("hang -> data.save -> data.load", "(hang -> (data.save -> data.load))"),
            ("always hang -> data.save", "(always hang -> data.save)"),
            ("hang until[0s,5s] data.save", "(hang until[0s,5s] data.save)"),
            ("not open(background) since app.didBecomeActive", "(not open background since app.didBecomeActive)"),
            ("historically[1s,2s](once runStart)", "historically[1s,2s] once runStart"),
            ("once[0,3m] runStart", "once[0s,3m] runStart"),
            ("ended(crash.*) or ended(voip)", "(ended(crash.*) or ended(voip))"),
            (
                "forall d in unsaved: data.save(d) where ok == false -> open(d)",
                "forall d in unsaved: (data.save{ok == false}(d) -> open(d))"
            ),
            (
                "data.save where (ok or document == \"a)\") and hang",
                "(data.save{ok or document == \"a)\"} and hang)"
            ),
            ("eventually (data.* )", "eventually glob:data.*"),
        ])
    func binding(_ text: String, _ read: String) throws {
        let quoted = text.replacing("\"", with: "\\\"")
        #expect(try RuleSupport.check("formula: \"\(quoted)\"") == "formula " + read)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let code: ProblemCode
        let column: Int
        var suggestion: String?
        var testDescription: String { text }
    }

    @Test(
        "What is wrong in a formula is shown in place",
        arguments: [
            Fault(text: "always", code: .ruleSyntax, column: 17),
            Fault(text: "always hangg", code: .unknownEvent, column: 18, suggestion: "hang"),
            Fault(text: "hang hang", code: .ruleSyntax, column: 16),
            Fault(text: "(hang", code: .ruleSyntax, column: 16),
            Fault(text: "begin(t)", code: .unknownField, column: 17),
            Fault(text: "forall t in unsavd: begin(t)", code: .unknownSpan, column: 23, suggestion: "unsaved"),
            Fault(text: "forall tt in unsaved: begin(tx)", code: .unknownField, column: 39),
            Fault(text: "open(backgrund)", code: .unknownSpan, column: 16, suggestion: "background"),
            Fault(text: "ended(crashed)", code: .unknownCause, column: 17),
            Fault(text: "once[5s,1s] hang", code: .badRule, column: 15),
            Fault(text: "once[5s,1] hang", code: .typeError, column: 19),
            Fault(text: "always[0s,1s] hang", code: .ruleSyntax, column: 17),
            Fault(text: "hang where duration > \\\"5\\\"", code: .typeError, column: 33),
            Fault(text: "hang where", code: .ruleSyntax, column: 21),
            Fault(text: "hang & hang", code: .ruleSyntax, column: 16, suggestion: "and"),
            Fault(text: "\\\"hang", code: .ruleSyntax, column: 11),
        ])
    func faults(_ fault: Fault) {
        do {
            _ = try RuleSupport.read(whole: RuleSupport.header + "severity: info\nformula: \"\(fault.text)\"")
            Issue.record("This is no formula.")
        } catch {
            let problem = error.problems[0]
            #expect(problem.code == fault.code, "\(error)")
            #expect(problem.line == 6)
            #expect(problem.column == fault.column, "\(error)")
            #expect(problem.suggestion == fault.suggestion)
        }
    }

    @Test("Depth and length have limits")
    func limits() {
        let deep = String(repeating: "(", count: 200) + "hang" + String(repeating: ")", count: 200)
        let nots = String(repeating: "not ", count: 200) + "hang"
        let arrows = String(repeating: "hang -> ", count: 200) + "hang"
        for text in [deep, nots, arrows] {
            #expect(throws: LoadingError.self) { try RuleSupport.read("formula: \(text)") }
        }
        let long = Array(repeating: "hang", count: 400).joined(separator: " or ")
        #expect(throws: LoadingError.self) { try RuleSupport.read("formula: \(long)") }
    }
}
