// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Rules are checked together") struct RuleSetTests {
    private func file(_ id: String, _ more: String = "", folder: String = "tasks") -> (path: String, bytes: [UInt8]) {
        let text =
            "id: \(id)\ntitle: T\ntopic: tasks\nmessage: M\nseverity: info\n\(more)\nafter: hang\nexpect: data.save\n"
        return ("\(folder)/\(id).yml", Array(text.utf8))
    }

    private func load(_ files: (path: String, bytes: [UInt8])...) throws(LoadingError) -> RuleLibrary {
        try RuleLibrary.load(files: files)
    }

    private func problem(_ files: (path: String, bytes: [UInt8])...) -> LoadingProblem? {
        do throws(LoadingError) {
            _ = try RuleLibrary.load(files: files)
        } catch {
            return error.problems.first
        }
        return nil
    }

    @Test("Rules stand in the order of their ids, with the headlines beside them")
    func order() throws {
        let headlines = ("vocabulary/headlines.yml", Array("- z-rule\n- not-yet\n".utf8))
        let library = try load(file("z-rule", folder: "tasks"), file("a-rule", "aliases: [b-rule]"), headlines)
        #expect(library.rules.map(\.id) == ["a-rule", "z-rule"])
        #expect(library.headlines == ["z-rule", "not-yet"])
        #expect(library.rule("b-rule")?.id == "a-rule")
        #expect(library.names.rules == ["a-rule", "b-rule", "z-rule"])
    }

    @Test("A rule is read again with other settings, also by a former id")
    func again() throws {
        let library = try load(file("a-rule", "aliases: [b-rule]\nparams: {limit: 5s}\nwithin: \"{limit}\""))
        let set = RuleSettings(parameters: ["limit": .value("7s")], severity: .error)
        let rule = try #require(try library.read(rule: "b-rule", with: set))
        #expect(rule.severity == .error)
        #expect(rule.variants[0].parameters == ["limit": .duration(7_000_000_000)])
        #expect(try library.read(rule: "c-rule", with: set) == nil)
    }

    @Test("Unknown rules are errors in uses and warnings in subsumes")
    func unknown() throws {
        let unknown = problem(file("a-rule", "uses: [b-rul]"), file("b-rule"))
        #expect(unknown?.code == .unknownRule && unknown?.line == 6 && unknown?.column == 8)
        #expect(unknown?.suggestion == "b-rule")
        let library = try load(file("a-rule", "subsumes: [b-rule, c-rule]"), file("b-rule"))
        #expect(library.warnings.map(\.code) == [.unknownRule])
        #expect(library.warnings[0].line == 6 && library.warnings[0].column == 20)
        #expect(library.warnings[0].sourceLine == "subsumes: [b-rule, c-rule]")
        #expect(try load(file("a-rule", "subsumes: [c-rule]"), file("b-rule", "aliases: [c-rule]")).warnings.isEmpty)
    }

    @Test("Rules that go in a circle are refused", arguments: ["uses", "subsumes"])
    func cycles(_ word: String) throws {
        let found = problem(
            file("a-rule", "\(word): [b-rule]"), file("b-rule", "\(word): [d-rule, c-rule]"),
            file("c-rule", "\(word): [b-rule]"), file("d-rule"))
        #expect(found?.code == .cycle)
        #expect(found?.message == "Rules go in a circle: b-rule \(word) c-rule \(word) b-rule.")
        #expect(found?.file == "tasks/c-rule.yml" && found?.line == 6)
        #expect(problem(file("a-rule", "\(word): [a-rule]"))?.message.contains("a-rule \(word) a-rule") == true)
    }

    @Test("A rule over several runs cannot be used by another")
    func usedOverRuns() {
        let streak = "id: b-rule\ntitle: T\ntopic: tasks\nmessage: M\nseverity: info\nstreak: 2\n"
        let found = problem(
            file("a-rule", "uses: [b-rule]"),
            ("tasks/b-rule.yml", Array((streak + "each: {ended_by: voip}\nwithin: 1h\n").utf8)))
        #expect(found?.code == .badRule)
        #expect(found?.message == "“b-rule” looks over several runs: its violations are no events of one run.")
        #expect(found?.file == "tasks/a-rule.yml")
    }

    @Test("Ids and former ids are given once")
    func duplicates() throws {
        #expect(problem(file("a-rule"), file("a-rule", folder: "x/tasks"))?.code == .duplicateID)
        #expect(problem(file("a-rule"), file("b-rule", "aliases: [a-rule]"))?.code == .duplicateID)
        #expect(problem(file("a-rule", "aliases: [x-y]"), file("b-rule", "aliases: [x-y]"))?.code == .duplicateID)
    }

    @Test(
        "What takes a name of a rule that ships is told where the user wrote it",
        arguments: [
            ("b-rule", "aliases: [a-old]", 6), ("a-old", "", 1),
        ])
    func takenName(id: String, more: String, line: Int) throws {
        for shipped in ["a-new", "c-new"] {
            var library = try load(file(shipped, "aliases: [a-old]"))
            let error = #expect(throws: LoadingError.self) {
                try library.add(ruleFiles: [file(id, more, folder: "ours")])
            }
            let problem = try #require(error?.problems.first)
            #expect(problem.file == "ours/\(id).yml" && problem.line == line, "\(problem)")
            #expect(problem.message.contains("former id") && problem.message.contains("“\(shipped)”"))
        }
    }

    @Test("A user's rule stands beside those that ship, or replaces one that it overrides")
    func users() throws {
        var library = try load(file("a-rule"))
        let digest = library.digest
        #expect(throws: LoadingError.self) { try library.add(ruleFile: "mine/a-rule.yml", bytes: file("a-rule").bytes) }
        #expect(library.digest == digest && library.rules.count == 1)
        try library.add(ruleFile: "mine/a-rule.yml", bytes: file("a-rule", "overrides: true").bytes)
        #expect(library.rules.map(\.at.file) == ["mine/a-rule.yml"])
        #expect(library.digest != digest && library.warnings.isEmpty)
        try library.add(ruleFile: "mine/a-rul.yml", bytes: file("a-rul", "overrides: true").bytes)
        #expect(library.warnings.map(\.message) == ["There is no rule “a-rul” that this one could replace."])
        #expect(library.warnings.map(\.suggestion) == ["a-rule"])
        library.add(events: ["checkout.begin", "checkout.end"])
        try library.add(
            spansFile: "mine/spans.yml",
            bytes: Array("checkout: { begins: checkout.begin, ends: checkout.end, key: order }".utf8))
        let text = "id: own\ntitle: T\nmessage: M\nseverity: info\nuses: [a-rule]\nstill_open: checkout\n"
        try library.add(ruleFile: "mine/own.yml", bytes: Array(text.utf8))
        #expect(library.rule("own")?.topic == "mine")
        #expect(library.rule("own")?.variants[0].body.branches[0].forEach == .span("checkout", key: "order"))
        #expect(throws: LoadingError.self) {
            try library.add(spansFile: "s.yml", bytes: Array("unsaved: { begins: hang, ends: hang }\nlaunch: 1".utf8))
        }
    }

    @Test("The rules that ship load without warnings")
    func shipped() throws {
        let library = try RuleLibrary.shipped()
        #expect(library.warnings.isEmpty)
        #expect(library.rules.flatMap { RuleDiagnostics.warnings(of: $0, spans: library.vocabulary.spans) }.isEmpty)
    }

    @Test(
        "Headlines are a list of ids, each once",
        arguments: [("a: b", ProblemCode.badRule), ("- A_b", .badRule), ("- a-b\n- a-b", .duplicateID)])
    func headlines(_ text: String, _ code: ProblemCode) {
        #expect(problem(("vocabulary/headlines.yml", Array(text.utf8)))?.code == code)
    }
}
