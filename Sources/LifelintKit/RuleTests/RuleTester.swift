// SPDX-License-Identifier: MIT

import LifelintModel
package import LifelintRules

/// Runs the tests inside rules: each log is analysed with that rule alone, and those it uses.
package struct RuleTester {
    /// What stands before every log: what a test need not say.
    static let header = "# app=com.example.app device=D1\n"

    /// The tests of a rule, in the order of its file.
    package static func test(_ rule: Rule, in library: RuleLibrary) -> [RuleTestResult] {
        rule.tests.map { test($0, of: rule, in: library) }
    }

    private static func test(_ test: RuleTest, of rule: Rule, in library: RuleLibrary) -> RuleTestResult {
        var result = RuleTestResult(rule: rule.id, test: test, faults: [], findings: [], verdicts: VerdictCounts())
        do {
            let analysis = try Analyzer(try options(test, of: rule, in: library)).analyze(
                bytes: Array((header + test.log).utf8), named: test.at.file)
            result.verdicts = analysis.header.verdicts[rule.id] ?? VerdictCounts()
            try analysis.forEachFinding { finding in
                if finding.rule == rule.id { result.findings.append(shifted(finding)) }
            }
            result.faults = unreadable(analysis.header, test) + unknownEvents(test, library)
            if analysis.header.summary.runs == 0 { result.faults.append("no line of the log tells anything of a run.") }
            result.faults += RuleTestJudge.faults(of: test, findings: result.findings, verdicts: result.verdicts)
        } catch let error as LoadingError {
            result.faults = error.problems.map { "with these “params” the rule cannot be used: \($0.message)" }
        } catch let error as AnalyzerError {
            result.faults = [error.message]
        } catch {
            result.faults = ["the log could not be analysed: \(error)"]
        }
        return result
    }

    private static func options(
        _ test: RuleTest, of rule: Rule, in library: RuleLibrary
    ) throws(LoadingError) -> AnalyzerOptions {
        var rule = rule
        if !test.parameters.isEmpty {
            let parameters = test.parameters.mapValues { $0 == "off" ? ParameterSetting.off : .value($0) }
            rule = try library.read(rule: rule.id, with: RuleSettings(parameters: parameters)) ?? rule
        }
        var selected = [RuleSet.Selected(rule: rule)]
        var wanted = rule.uses
        while let id = wanted.popLast() {
            // What is selected already is not taken again, so that a circle ends.
            guard !selected.contains(where: { $0.rule.id == id }),
                let used = library.rules.first(where: { $0.id == id })
            else { continue }
            selected.append(RuleSet.Selected(rule: used))
            wanted += used.uses
        }
        selected.sort { $0.rule.id.utf8.lexicographicallyPrecedes($1.rule.id.utf8) }
        var rules = RuleSet(rules: selected, spans: library.vocabulary.spans)
        rules.headlines = library.headlines
        if !test.declaredLogs.isEmpty {
            var declaration = RuleSet.AppDeclaration(app: Glob("com.example.app"))
            declaration.logs = test.declaredLogs.map { EventSelector(declared: $0) }
            rules.declarations = [declaration]
        }
        var options = AnalyzerOptions()
        options.rules = rules
        options.library = library
        return options
    }

    /// The finding with the lines of the test's log: the header before it is not the rule's.
    private static func shifted(_ finding: Finding) -> Finding {
        var finding = finding
        for index in finding.evidence.indices {
            finding.evidence[index].line.at.line -= 1
            finding.evidence[index].line.at.offset -= Int64(header.utf8.count)
        }
        return finding
    }

    /// Lines that were meant to say something and could not be read: the log is not what its writer thinks.
    private static func unreadable(_ header: ReportHeader, _ test: RuleTest) -> [String] {
        let codes: Set<ProblemCode> = [
            .noTime, .noEvent, .badTime, .badValue, .truncatedLine, .invalidJSON, .invalidUTF8, .outOfOrder, .notALog,
            .empty, .unreadable,
        ]
        let offset = max(test.at.line - 2, 0)
        return header.problems.filter { codes.contains($0.code) }.prefix(5).map { problem in
            problem.line > 1
                ? "line \(problem.line + offset) of the log cannot be read: \(problem.message)"
                : "the log cannot be read: \(problem.message)"
        }
    }

    /// Names in the log that nobody knows: most are misspelt, and then the test is about something else.
    private static func unknownEvents(_ test: RuleTest, _ library: RuleLibrary) -> [String] {
        let lines = test.log.split(separator: "\n", omittingEmptySubsequences: false)
        let known = library.eventNames
        return lines.enumerated().compactMap { number, line in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            // Comments, and records in JSON, which may come from any format.
            guard words.count > 1, let first = words[0].first, first != "#", first != "{" else { return nil }
            let name = String(words[1])
            if known.contains(name) || name.contains("=") { return nil }
            let nearest = Suggestion.nearest(to: name, among: Array(known)).map { " Did you mean “\($0)”?" } ?? ""
            return "line \(number + test.at.line) says “\(name)”, which is no event that lifelint knows, nor one that "
                + "“events:” of the configuration declares.\(nearest)"
        }
    }
}
