// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintRules

/// The page of a rule: what it finds and why that matters, what to do, what it cannot see, and two traces.
enum RulePage {
    /// The page, for a terminal of that width.
    static func text(_ rule: Rule, width: Int = HelpText.width) -> String {
        var page = "\(rule.id)\n\(HelpText.wrapped(rule.title, indent: 0, width: width))\n"
        page += HelpText.table(facts(rule), width: width)
        for (title, text) in [("Why", rule.why), ("Fix", rule.fix), ("Blind spots", rule.blindSpots)]
        where !text.isEmpty {
            page += "\n\(title)\n" + WrittenProse.wrapped(text, indent: 2, width: width)
        }
        if let test = example(.bad, of: rule) { page += trace("Found here", test) }
        if let test = example(.ok, of: rule) { page += trace("Not found here", test) }
        if !rule.links.isEmpty { page += section("Read more", rule.links.joined(separator: "\n")) }
        return page
    }

    /// The page as Markdown: texts of rules are Markdown already.
    static func markdown(_ rule: Rule) -> String {
        var page = "# \(rule.id)\n\n\(rule.title).\n\n| | |\n|---|---|\n"
        for fact in facts(rule) {
            page += "| \(fact.term) | \(fact.text.replacing("|", with: "\\|").replacing("*", with: "\\*")) |\n"
        }
        for (title, text) in [("Why", rule.why), ("Fix", rule.fix), ("Blind spots", rule.blindSpots)]
        where !text.isEmpty {
            page += "\n## \(title)\n\n\(text)\n"
        }
        if let test = example(.bad, of: rule) { page += fenced("Found here", test) }
        if let test = example(.ok, of: rule) { page += fenced("Not found here", test) }
        if !rule.links.isEmpty { page += "\n## Read more\n\n" + rule.links.map { "- <\($0)>\n" }.joined() }
        return page
    }

    /// The first such test; one that holds for whoever analyses its log, if there is any, with nothing set or declared.
    private static func example(_ expectation: RuleTest.Expectation, of rule: Rule) -> RuleTest? {
        let tests = rule.tests.filter { $0.expectation == expectation }
        return tests.first { assumptions(of: $0).isEmpty } ?? tests.first
    }

    /// What has to be set, or declared, for a test to come out as it does.
    private static func assumptions(of test: RuleTest) -> [String] {
        var assumed = test.parameters.sorted { $0.key < $1.key }.map { "with \($0.key) \($0.value)" }
        if let preset = test.preset { assumed.append("by the preset \(preset.rawValue)") }
        if !test.declaredLogs.isEmpty {
            assumed.append("where the app is declared to log " + test.declaredLogs.joined(separator: ", "))
        }
        if test.configuration != nil { assumed.append("with a configuration of its own") }
        return assumed
    }

    private static func heading(_ title: String, _ test: RuleTest) -> String {
        let assumed = assumptions(of: test)
        return "\(title): \(test.name)" + (assumed.isEmpty ? "" : " (\(assumed.joined(separator: "; ")))")
    }

    private static func fenced(_ title: String, _ test: RuleTest) -> String {
        let logs = [test.log, test.beside].compactMap(\.self).map { log in
            "\n```text\n\(log)\(log.hasSuffix("\n") ? "" : "\n")```\n"
        }
        return "\n## \(heading(title, test))\n" + logs.joined(separator: "\nBeside it:\n")
    }

    private static func facts(_ rule: Rule) -> [(term: String, text: String)] {
        var rows: [(term: String, text: String)] = [("severity", RuleTable.severity(rule) + otherSeverities(of: rule))]
        rows.append(("preset", rule.preset.rawValue + otherPresets(of: rule)))
        if !rule.topic.isEmpty { rows.append(("topic", rule.topic)) }
        if !rule.aliases.isEmpty { rows.append(("also called", rule.aliases.joined(separator: ", "))) }
        let limits = rule.parameters.map { "\($0.name) \($0.text)" }
        if !limits.isEmpty { rows.append(("limits", limits.joined(separator: ", ") + " (set them in .lifelint.yml)")) }
        if let needs = needs(of: rule) { rows.append(("judges", needs)) }
        if !rule.subsumes.isEmpty { rows.append(("stands above", rule.subsumes.joined(separator: ", "))) }
        return rows
    }

    /// What it is instead in some cases.
    private static func otherSeverities(of rule: Rule) -> String {
        let others = RuleTable.otherSeverities(of: rule)
        return others.isEmpty ? "" : "; in some cases " + others.joined(separator: " or ")
    }

    /// Which presets select more of its checks.
    private static func otherPresets(of rule: Rule) -> String {
        let presets = Set((rule.variants.last?.body.branches ?? []).compactMap(\.preset))
        let names = Rule.Preset.allCases.filter { presets.contains($0) }.map(\.rawValue)
        return names.isEmpty ? "" : "; some of its checks only with " + names.joined(separator: " or ")
    }

    /// What logs have to show for it, or for some of the ways to violate it; nil if nothing.
    private static func needs(of rule: Rule) -> String? {
        let needs = rule.variants.flatMap(\.body.branches).map { branch in
            branch.requires.map { $0.map(\.name).joined(separator: " or ") }.joined(separator: ", and ")
        }
        var different: [String] = []
        for need in needs where !need.isEmpty && !different.contains(need) { different.append(need) }
        guard let first = different.first else { return nil }
        if different.count == 1, !needs.contains("") { return "only where the logs show " + first }
        return "some of what violates it only where the logs show " + different.joined(separator: "; some, ")
    }

    /// The text as it was written: it may hold code.
    private static func section(_ title: String, _ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let last = lines.lastIndex(where: { !$0.isEmpty }) else { return "" }
        return "\n\(title)\n" + lines[...last].map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }

    private static func trace(_ title: String, _ test: RuleTest) -> String {
        section(heading(title, test), test.log) + (test.beside.map { section("Beside it", $0) } ?? "")
    }
}
