// SPDX-License-Identifier: MIT

package import LifelintLanguage
import LifelintModel
import LifelintRules

/// Runs the tests inside rules: each log is analysed with that rule alone, and those it uses.
package struct RuleTester {
    /// What stands before every log: what a test need not say.
    static let header = "# app=com.example.app device=D1"

    /// The tests of a rule, in the order of its file.
    package static func test(_ rule: Rule, in library: RuleLibrary) -> [RuleTestResult] {
        rule.tests.map { test($0, of: rule, in: library) }
    }

    /// Whether all of them pass; those after the first that fails are not run.
    static func arePassed(_ rule: Rule, in library: RuleLibrary) -> Bool {
        rule.tests.allSatisfy { test($0, of: rule, in: library).isPassed }
    }

    private static func test(_ test: RuleTest, of rule: Rule, in library: RuleLibrary) -> RuleTestResult {
        var result = RuleTestResult(rule: rule.id, test: test, faults: [], findings: [], verdicts: VerdictCounts())
        do {
            let analyzer = try Analyzer(try options(test, of: rule, in: library))
            let analysis = try analyzer.analyze(inputs: inputs(of: test))
            result.verdicts = analysis.header.verdicts[rule.id] ?? VerdictCounts()
            try analysis.forEachFinding { finding in
                if finding.rule == rule.id { result.findings.append(shifted(finding, test)) }
            }
            result.faults = unreadable(analysis.header, test) + misspelt(test, library)
            if analysis.header.summary.runs == 0 { result.faults.append("no line of the log tells anything of a run.") }
            result.faults += RuleTestJudge.faults(of: test, findings: result.findings, verdicts: result.verdicts)
            for kind in test.exempt {
                let analysis = try analyzer.analyze(inputs: inputs(of: test, as: kind))
                var isFound = false
                try analysis.forEachFinding { isFound = isFound || $0.rule == rule.id }
                if isFound { result.faults.append("with “\(kind.attribute)” on every line there is a violation, too.") }
            }
        } catch let error as LoadingError {
            result.faults = error.problems.map { "with these “params” the rule cannot be used: \($0.message)" }
        } catch let error as ConfigurationError {
            result.faults = error.problems.map { "with this “config” the rule cannot be used: \($0.message)" }
            if error.problems.isEmpty { result.faults = [error.message] }
        } catch let error as AnalyzerError {
            result.faults = [error.message]
        } catch {
            result.faults = ["the log could not be analysed: \(error)"]
        }
        return result
    }

    private static func inputs(
        of test: RuleTest, as kind: RuleTest.Exemption? = nil
    ) -> [(name: String, bytes: [UInt8])] {
        let log = header + (kind.map { " " + $0.attribute } ?? "") + "\n" + test.log
        let beside = test.beside.map { [(name: besideName(test), bytes: Array($0.utf8))] } ?? []
        return [(name: test.at.file, bytes: Array(log.utf8))] + beside
    }

    /// What the log beside the test's own is called.
    private static func besideName(_ test: RuleTest) -> String { test.at.file + " (beside)" }

    private static func options(
        _ test: RuleTest, of rule: Rule, in library: RuleLibrary
    ) throws -> AnalyzerOptions {
        if let configuration = test.configuration {
            return try options(configuration, test, of: rule, in: library)
        }
        var rule = rule
        if !test.parameters.isEmpty {
            let parameters = test.parameters.mapValues { $0 == "off" ? ParameterSetting.off : .value($0) }
            rule = try library.read(rule: rule.id, with: RuleSettings(parameters: parameters)) ?? rule
        }
        rule = rule.narrowed(to: preset(of: test, in: rule))
        var selected = [RuleSet.Selected(rule: rule)]
        var wanted = rule.uses
        while let id = wanted.popLast() {
            // What is selected already is not taken again, so that a circle ends.
            guard let used = library.rule(id), !selected.contains(where: { $0.rule.id == used.id }) else { continue }
            var silent = RuleSet.Selected(rule: used)
            silent.isSilent = true
            selected.append(silent)
            wanted += used.uses
        }
        selected.sort { $0.rule.id.utf8.lexicographicallyPrecedes($1.rule.id.utf8) }
        var rules = RuleSet(rules: selected, spans: library.vocabulary.spans)
        rules.headlines = library.headlines
        declareLogs(of: test, in: &rules)
        var options = AnalyzerOptions()
        options.rules = rules
        options.library = library
        return options
    }

    private static func preset(of test: RuleTest, in rule: Rule) -> Rule.Preset {
        test.preset?.union(rule.preset) ?? rule.preset
    }

    /// What the test's own configuration makes of the rule.
    private static func options(
        _ configuration: String, _ test: RuleTest, of rule: Rule, in library: RuleLibrary
    ) throws(ConfigurationError) -> AnalyzerOptions {
        var request = ConfigurationRequest()
        request.file = .init(path: test.at.file, bytes: Array(configuration.utf8))
        request.select = [rule.id]
        let built = try ConfigurationBuilder.build(request, library: library, files: RuleFiles.files)
        var options = AnalyzerOptions()
        var rules = built.configuration.ruleSet
        // Who names a rule wants all of it, and a test that of its preset.
        let preset = preset(of: test, in: rule)
        for index in rules.rules.indices {
            rules.rules[index].rule = rules.rules[index].rule.narrowed(to: preset)
            for place in rules.rules[index].apps.indices {
                rules.rules[index].apps[place].rule = rules.rules[index].apps[place].rule?.narrowed(to: preset)
            }
        }
        declareLogs(of: test, in: &rules)
        options.rules = rules
        options.library = built.library
        return options
    }

    private static func declareLogs(of test: RuleTest, in rules: inout RuleSet) {
        if test.declaredLogs.isEmpty { return }
        var declaration = RuleSet.AppDeclaration(app: Glob("com.example.app"))
        declaration.logs = test.declaredLogs.map { EventSelector(declared: $0) }
        rules.declarations.append(declaration)
    }

    /// The finding with the lines of the test's log: the header before it is not the rule's.
    private static func shifted(_ finding: Finding, _ test: RuleTest) -> Finding {
        var finding = finding
        for index in finding.evidence.indices {
            if finding.evidence[index].line.at.file == besideName(test) {
                // No line of the test's log.
                finding.evidence[index].line.at.line = 0
                continue
            }
            finding.evidence[index].line.at.line -= 1
            finding.evidence[index].line.at.offset -= Int64(header.utf8.count + 1)
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
            if problem.file == besideName(test) {
                let place = problem.line > 0 ? "line \(problem.line) of the log" : "the log"
                return "\(place) beside it cannot be read: \(problem.message)"
            }
            return problem.line > 1
                ? "line \(problem.line + offset) of the log cannot be read: \(problem.message)"
                : "the log cannot be read: \(problem.message)"
        }
    }

    /// Names in the log that are almost those of events: they are misspelt, and the test is about something else.
    private static func misspelt(_ test: RuleTest, _ library: RuleLibrary) -> [String] {
        let lines = test.log.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { number, line in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            // Comments, and records in JSON.
            guard words.count > 1, let first = words[0].first, first != "#", first != "{",
                let meant = library.nearestEvent(to: String(words[1]))
            else { return nil }
            return "line \(number + test.at.line) says “\(words[1])”, which is no event. Did you mean “\(meant)”?"
        }
    }
}
