// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

@Suite("The configuration decides which rules run, and with which values") struct ConfigurationTests {
    // MARK: What wins

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        var others: [String: String] = [:]
        var select: [String]?
        /// `rule[.parameter]` of all apps, or `app/rule[.parameter]`, and its value with its origin.
        let expected: [String: String]
        var testDescription: String { text }
    }

    static let cases = [
        Case(
            text: "",
            expected: [
                "late-answer": "on, default", "late-answer.limit": "10s, default", "slow-callback": "off, default",
                "preset": "recommended, default",
            ]),
        Case(
            text: "extends: strict",
            expected: ["slow-callback": "on, c.yml:1", "slow-callback.warning": "1s, default"]),
        Case(text: "extends: none", expected: ["late-answer": "off, c.yml:1"]),
        Case(
            text: "extends: [none, strict]", expected: ["late-answer": "on, c.yml:1", "preset": "strict, c.yml:1"]),
        Case(
            text: "rules:\n  slow-callback: { warning: 800ms, info: off }",
            expected: [
                "slow-callback": "on, c.yml:2", "slow-callback.warning": "800ms, c.yml:2",
                "slow-callback.info": "off, c.yml:2", "slow-callback.error": "5s, default",
            ]),
        Case(text: "rules:\n  \"slow-*\": { error: 9s }", expected: ["slow-callback": "off, default"]),
        Case(text: "rules:\n  \"slow-*\": on", expected: ["slow-callback": "on, c.yml:2"]),
        Case(text: "rules:\n  \"slow-*\": true", expected: ["slow-callback": "on, c.yml:2"]),
        Case(
            text: "rules:\n  late-answer: { severity: error }",
            expected: ["late-answer": "on, default", "late-answer.severity": "error, c.yml:2"]),
        Case(text: "rules:\n  tardy: off", expected: ["late-answer": "off, c.yml:2"]),
        Case(
            text: "extends: [strict, base.yml]\nrules:\n  late-answer: { limit: 5s }",
            others: ["base.yml": "rules:\n  late-answer: { limit: 20s, severity: info }\n  slow-callback: off"],
            expected: [
                "late-answer.limit": "5s, c.yml:3", "late-answer.severity": "info, base.yml:2",
                "slow-callback": "off, base.yml:3",
            ]),
        Case(
            text: "extends: [base.yml, strict]", others: ["base.yml": "extends: none"],
            expected: ["preset": "strict, c.yml:1"]),
        Case(
            text: "rules:\n  late-answer: off\napps:\n  com.acme.*:\n    rules: { late-answer: { limit: 1s } }",
            expected: [
                "late-answer": "off, c.yml:2", "com.acme.*/late-answer": "on, c.yml:5",
                "com.acme.*/late-answer.limit": "1s, c.yml:5",
            ]),
        Case(
            text: "rules:\n  late-answer: { limit: 3s }\napps:\n  com.acme.notes:\n    rules: { late-answer: off }",
            expected: ["late-answer.limit": "3s, c.yml:2", "com.acme.notes/late-answer": "off, c.yml:5"]),
        Case(
            text: "rules:\n  late-answer: off", select: ["late-answer"],
            expected: ["late-answer": "on, --select", "slow-callback": "off, --select"]),
        Case(
            text: "", select: ["launch"], expected: ["slow-callback": "on, --select", "late-answer": "off, --select"]),
        Case(text: "", select: ["s*"], expected: ["slow-callback": "on, --select", "late-answer": "off, --select"]),
        Case(
            text: "", select: ["tardy", "all"],
            expected: ["slow-callback": "on, --select", "preset": "tardy,all, --select"]),
        Case(text: "", select: ["none"], expected: ["late-answer": "off, --select"]),
    ]

    @Test("Later wins, and every value keeps its origin", arguments: cases)
    func precedence(item: Case) throws {
        let configuration = try build(item.text, item.others, select: item.select).configuration
        var values = ["preset": "\(configuration.preset.value), \(configuration.preset.origin)"]
        for row in configuration.rules {
            let name = (row.app.map { $0 + "/" } ?? "") + row.id
            values[name] = "\(row.isOn ? "on" : "off"), \(row.origin)"
            for setting in row.settings { values[name + "." + setting.name] = "\(setting.value), \(setting.origin)" }
        }
        for (name, value) in item.expected { #expect(values[name] == value, "\(name)") }
    }

    // MARK: What the engine gets

    @Test("The engine gets the rules that are on, with their values, and what apps have of their own")
    func selected() throws {
        let text = """
            extends: strict
            rules: { late-answer: { limit: 3s }, slow-callback: off }
            apps:
              com.acme.notes: { rules: { late-answer: off } }
              com.acme.*: { rules: { late-answer: { limit: 1s } } }
            """
        let rules = try build(text).configuration.ruleSet.rules
        #expect(rules.map(\.rule.id) == ["late-answer"])
        let selected = try #require(rules.first)
        #expect(selected.rule.parameters.map(\.value) == [.duration(3_000_000_000)])
        #expect(selected.apps.map(\.app.pattern) == ["com.acme.notes", "com.acme.*"])
        #expect(selected.apps.map { $0.rule?.parameters.first?.value } == [nil, .duration(1_000_000_000)])
    }

    @Test(
        "A check with a preset of its own is judged where that preset is chosen, or its rule is named",
        arguments: [
            ("", nil, 1), ("extends: strict", nil, 2), ("extends: all", nil, 3),
            ("rules: { graded: { limit: 3s } }", nil, 1), ("extends: none\nrules: { graded: on }", nil, 1),
            ("", ["recommended"], 1), ("", ["strict"], 2), ("", ["graded"], 3), ("", ["memory"], 3),
            ("", ["recommended", "grad*"], 3), ("extends: all", ["strict"], 2),
        ] as [(String, [String]?, Int)])
    func presetsOfChecks(text: String, select: [String]?, count: Int) throws {
        let graded = """
            id: graded
            title: Graded
            topic: memory
            severity: info
            params: { limit: 5s }
            any_of:
              - { after: memory.warning, expect: cache.purge, within: "{limit}" }
              - { preset: strict, count: memory.warning, more_than: 3, per: run }
              - { preset: all, count: memory.warning, more_than: 1, per: run }
            message: Too late.
            """
        let built = try build(
            "rule_paths: [r]\n" + text, ["r/graded.yml": graded], select: select)
        let rule = try #require(built.configuration.ruleSet.rules.first { $0.rule.id == "graded" }?.rule)
        #expect(rule.variants.map(\.body.branches.count) == [count])
    }

    @Test("A rule that is on for some apps only is off for all others")
    func onForSome() throws {
        let text = "rules: { late-answer: off }\napps: { com.acme.notes: { rules: { late-answer: on } } }"
        let selected = try #require(try build(text).configuration.ruleSet.rules.first)
        #expect(selected.apps.map(\.app.pattern) == ["com.acme.notes", "*"])
        #expect(selected.apps.map { $0.rule?.id } == ["late-answer", nil])
    }

    @Test("Apps declare what they log, and suppressions keep their place, reason and end")
    func declarations() throws {
        let text = """
            events: [checkout.begin, checkout.end]
            spans: { checkout: { begins: checkout.begin, ends: checkout.end, key: order } }
            apps:
              com.acme.*: { logs: [data.save, "cache.*", checkout.end], durability: buffered }
            suppress:
              - rule: tardy
                app: com.acme.notes
                where: bytes > 50MB
                reason: ticket 4711
                until: 2027-01-31
            """
        let built = try build(text)
        let set = built.configuration.ruleSet
        #expect(set.declarations.map(\.app.pattern) == ["com.acme.*"])
        #expect(set.declarations.first?.logs.map(\.text) == ["data.save", "cache.*", "checkout.end"])
        #expect(set.declarations.first?.durability == .buffered)
        #expect(set.spans.contains { $0.name == "checkout" && $0.key == "order" })
        let suppression = try #require(set.suppressions.first)
        #expect(suppression.rule == "late-answer")
        #expect(suppression.app?.pattern == "com.acme.notes")
        #expect(suppression.condition?.description == "bytes > 50MB")
        #expect(suppression.reason == "ticket 4711")
        #expect(suppression.until == CalendarDay(year: 2027, month: 1, day: 31))
        #expect(suppression.at.line == 6)
    }

    @Test("Rules of the user's are read with their folder, and the command line selects those that it names")
    func userRules() throws {
        let rule = Self.lateAnswer.replacing("late-answer", with: "my-rule").replacing("aliases: [tardy]\n", with: "")
            .replacing("topic: memory\n", with: "")
        let files = [
            "lint/rules/my-rule.yml": rule, "lint/rules/vocabulary/spans.yml": "shop: { begins: hang, ends: hang }",
        ]
        let named = try build("rule_paths: [rules]", files, file: "lint/c.yml")
        #expect(named.configuration.rules.contains { $0.id == "my-rule" && $0.isOn })
        #expect(named.configuration.ruleSet.spans.contains { $0.name == "shop" })
        let requested = try build("extends: none", files, paths: ["lint/rules"]).configuration
        #expect(requested.rules.filter(\.isOn).map { "\($0.id), \($0.origin)" } == ["my-rule, --rules"])
    }

    @Test("The digest changes with what is in force, and with nothing else")
    func digest() throws {
        let plain = try build("").configuration.digest
        #expect(plain.count == 16)
        #expect(try build("# a comment\nextends: recommended").configuration.digest == plain)
        #expect(try build("rules: { late-answer: { limit: 10s } }").configuration.digest == plain)
        let changes = [
            "extends: strict", "rules: { late-answer: off }", "rules: { late-answer: { limit: 9s } }",
            "apps: { a.b: { logs: [data.save] } }", "events: [a.b]", "suppress: [{ rule: late-answer, reason: x }]",
            "spans: { checkout: { begins: hang, ends: hang } }", "apps: { a.b: { rules: { late-answer: off } } }",
        ]
        let digests = try changes.map { try build($0).configuration.digest }
        #expect(Set(digests + [plain]).count == changes.count + 1)
    }

    // MARK: What is wrong

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let code: ProblemCode
        let line: Int
        let column: Int
        let words: String
        var suggestion: String?
        var testDescription: String { text }
    }

    static let faults = [
        Fault(text: "rule: {}", code: .unknownKey, line: 1, column: 1, words: "no key “rule”", suggestion: "rules"),
        Fault(text: "[a]", code: .badRule, line: 1, column: 1, words: "is a mapping, not a list"),
        Fault(text: "rules: [", code: .ruleSyntax, line: 1, column: 9, words: ""),
        Fault(
            text: "extends: recomended", code: .badRule, line: 1, column: 10, words: "no preset",
            suggestion: "recommended"),
        Fault(
            text: "extends: more.yml", code: .unreadable, line: 1, column: 10, words: "more.yml cannot be read: gone"),
        Fault(text: "extends: c.yml", code: .cycle, line: 1, column: 10, words: "c.yml → c.yml"),
        Fault(
            text: "rules:\n  late-anser: off", code: .unknownRule, line: 2, column: 3, words: "no rule “late-anser”",
            suggestion: "late-answer"),
        Fault(text: "rules:\n  \"x-*\": off", code: .unknownRule, line: 2, column: 3, words: "No rule matches"),
        Fault(text: "rules:\n  late-answer: of", code: .badRule, line: 2, column: 16, words: "is “off”, “on”, or"),
        Fault(
            text: "rules:\n  late-answer: { limt: 5s }", code: .unknownKey, line: 2, column: 18,
            words: "no parameter “limt”. It has limit, and “severity”", suggestion: "limit"),
        Fault(
            text: "rules:\n  late-answer: { limit: 5 }", code: .typeError, line: 2, column: 25,
            words: "“limit” of “late-answer” is a duration, such as 800ms"),
        Fault(
            text: "rules:\n  late-answer: { severity: fatal }", code: .badRule, line: 2, column: 28,
            words: "“fatal” is no severity"),
        Fault(
            text: "apps:\n  com.acme.notes: { log: [] }", code: .unknownKey, line: 2, column: 21,
            words: "no key “log”", suggestion: "logs"),
        Fault(
            text: "apps:\n  com.acme.notes: { logs: [data.sve] }", code: .unknownEvent, line: 2, column: 28,
            words: "no event “data.sve”", suggestion: "data.save"),
        Fault(
            text: "apps: { a.b: { logs: [\"nothing.*\"] } }", code: .unknownEvent, line: 1, column: 23,
            words: "matches no event"),
        Fault(
            text: "apps: { a.b: { durability: bufered } }", code: .badRule, line: 1, column: 28,
            words: "no durability", suggestion: "buffered"),
        Fault(
            text: "apps: { a.b: { rules: { late: off } } }", code: .unknownRule, line: 1, column: 25, words: "no rule"),
        Fault(text: "rule_paths: [lint]", code: .unreadable, line: 1, column: 14, words: "lint cannot be read: gone"),
        Fault(
            text: "spans: { a: { begins: hnag, ends: hang } }", code: .unknownEvent, line: 1, column: 23,
            words: "no event “hnag”", suggestion: "hang"),
        Fault(
            text: "recognisers: [x.yml]", code: .unreadable, line: 1, column: 15, words: "x.yml cannot be read: gone"),
        Fault(text: "suppress: { rule: tardy }", code: .badRule, line: 1, column: 11, words: "is a list"),
        Fault(
            text: "suppress:\n  - rule: tardy", code: .badRule, line: 2, column: 5, words: "needs a “reason”"),
        Fault(
            text: "suppress:\n  - { rule: tardy, reason: \" \" }", code: .badRule, line: 2, column: 28,
            words: "needs a “reason”"),
        Fault(
            text: "suppress: [{ rule: tady, reason: x }]", code: .unknownRule, line: 1, column: 20,
            words: "no rule “tady”",
            suggestion: "tardy"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, until: 2027-02-30 }]", code: .badRule, line: 1, column: 45,
            words: "is no day"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: duration > \"5\" }]", code: .typeError, line: 1,
            column: 56, words: ""),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: severity != eror }]", code: .badRule, line: 1,
            column: 57, words: "none of its values", suggestion: "error"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: \"confidence in [certian]\" }]", code: .badRule, line: 1,
            column: 61, words: "none of its values", suggestion: "certain"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: severty != \"error\" }]", code: .unknownField, line: 1,
            column: 45, words: "No finding has a field “severty”; a field of the app's own is written “event.severty”",
            suggestion: "severity"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: nme != \"upload\" }]", code: .unknownField, line: 1,
            column: 45, words: "No finding has a field “nme”; a field of the app's own is written “event.nme”",
            suggestion: "name"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: not (nme matches \"upload*\") }]", code: .unknownField,
            line: 1, column: 45, words: "No finding has a field “nme”", suggestion: "name"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: rn.host != \"app\" }]", code: .unknownField, line: 1,
            column: 45, words: "No finding has a field “rn.host”", suggestion: "run.host"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: evnt.name != \"x\" }]", code: .unknownField, line: 1,
            column: 45, words: "No finding has a field “evnt.name”", suggestion: "event.name"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: finding.key != \"x\" }]", code: .unknownField, line: 1,
            column: 45, words: "The fields of a finding stand alone: “key”", suggestion: "key"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: owner != team }]", code: .unknownField, line: 1,
            column: 45, words: "“team” is the name of a field here: text stands in quotes"),
        Fault(
            text: "suppress: [{ rule: tardy, reason: x, where: severity >= warning }]", code: .typeError, line: 1,
            column: 45, words: "not more or less"),
    ]

    @Test("What is wrong is told in its place, with what was probably meant", arguments: faults)
    func wrong(fault: Fault) throws {
        let error = try #require(throws: ConfigurationError.self) { _ = try build(fault.text) }
        let problem = try #require(error.problems.first)
        #expect(problem.code == fault.code)
        #expect([problem.line, problem.column] == [fault.line, fault.column], "\(error.message)")
        #expect(problem.message.contains(fault.words) || fault.words.isEmpty, "\(problem.message)")
        #expect(problem.suggestion == fault.suggestion)
        #expect(error.problems.count == 1, "\(error.message)")
        #expect(error.message.hasPrefix("c.yml:\(fault.line):\(fault.column): "))
    }

    @Test("One look at a file shows all that is wrong with it")
    func several() throws {
        let error = try #require(throws: ConfigurationError.self) {
            _ = try build("rules:\n  late: off\n  slow-callback: { warnig: 1s }\nsuppress:\n  - rule: tardy\nx: 1")
        }
        #expect(error.problems.map(\.line) == [2, 3, 5, 6])
    }

    @Test("A selection that matches nothing is refused, with what was probably meant")
    func wrongSelection() throws {
        let error = try #require(throws: ConfigurationError.self) { _ = try build("", select: ["late-anser"]) }
        #expect(error.message.hasSuffix("is called so; did you mean 'late-answer'?"))
    }

    @Test("A broken rule is shown in its own file, and mentions of it are not called misspelt")
    func brokenRule() throws {
        let error = try #require(throws: ConfigurationError.self) {
            _ = try build("rule_paths: [lint]\nrules: { my-rule: off }", ["lint/my-rule.yml": "id: my-rule\nx: 1"])
        }
        #expect(error.problems.allSatisfy { $0.file == "lint/my-rule.yml" })
    }

    // MARK: Support

    static let lateAnswer = """
        id: late-answer
        title: Late answer
        topic: memory
        severity: warning
        aliases: [tardy]
        params: { limit: 10s }
        after: memory.warning
        expect: cache.purge
        within: "{limit}"
        requires: [cache.purge]
        message: "Nothing was purged within {limit}[ by {event.name}]?."
        why: It matters.
        fix: Purge.
        """

    static let slowCallback = """
        id: slow-callback
        title: Slow callback
        topic: launch
        preset: strict
        span: app.didFinishLaunching
        longer_than: { info: 400ms, warning: 1s, error: 5s }
        message: "It took {value}."
        why: It matters.
        fix: Do less.
        """

    private func build(
        _ text: String, _ others: [String: String] = [:], file: String = "c.yml", select: [String]? = nil,
        paths: [String] = []
    ) throws(ConfigurationError) -> (configuration: EffectiveConfiguration, library: RuleLibrary) {
        var files = others
        files[file] = text
        let known = files
        var request = ConfigurationRequest()
        request.file = .init(path: file, bytes: Array(text.utf8))
        request.select = select
        request.rulePaths = paths
        let access = ConfigurationFiles(
            read: { path throws(ConfigurationFiles.Unreadable) in
                guard let text = known[path] else { throw ConfigurationFiles.Unreadable(reason: "gone") }
                return Array(text.utf8)
            },
            list: { path throws(ConfigurationFiles.Unreadable) in
                let found = known.keys.filter { $0.hasPrefix(path + "/") }.sorted()
                if found.isEmpty { throw ConfigurationFiles.Unreadable(reason: "gone") }
                return found
            })
        return try ConfigurationBuilder.build(request, library: try Self.library(), files: access)
    }

    /// Rules as they ship, but few and known.
    private static func library() throws(ConfigurationError) -> RuleLibrary {
        do throws(LoadingError) {
            var library = try RuleLibrary.load(files: [])
            try library.add(ruleFile: "memory/late-answer.yml", bytes: Array(lateAnswer.utf8))
            try library.add(ruleFile: "launch/slow-callback.yml", bytes: Array(slowCallback.utf8))
            return library
        } catch {
            throw ConfigurationError(problems: error.problems)
        }
    }
}
