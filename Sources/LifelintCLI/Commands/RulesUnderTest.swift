// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel

/// The rules that `rules check` and `rules test` look at, with what is wrong and what is doubtful about them.
struct RulesUnderTest {
    var library: RuleLibrary
    var rules: [Rule]
    /// What makes a rule unfit to be shared.
    var errors: [LoadingProblem]
    var warnings: [LoadingProblem]

    /// The operand of both commands.
    static let operand = CommandSpec.Operand(
        placeholder: "PATH", help: "A rule file, or a folder of them; without one, all rules in force.",
        isRequired: false, isRepeatable: true, completion: .files)

    /// Reads them; without a path, all that ship and that the configuration adds.
    static func load(_ paths: [String], _ arguments: RuleArguments, _ console: Console) throws(UsageError) -> Self {
        do throws(AnalyzerError) {
            let collection = try RuleCollection.load(
                paths: paths, configuration: arguments.file ?? console.surroundings.configurationFile)
            let doubts = collection.warnings
            return RulesUnderTest(
                library: collection.library, rules: collection.rules,
                errors: doubts.filter { $0.code == .missingTest }, warnings: doubts.filter { $0.code != .missingTest })
        } catch {
            throw UsageError(.configuration, error.message)
        }
    }

    /// What is said of them, and the status that follows.
    func tell(_ console: Console) -> ExitStatus {
        for problem in errors { console.print("error: \(problem.description)\n") }
        for problem in warnings { console.print("warning: \(problem.description)\n") }
        return errors.isEmpty ? .success : .usage
    }

    /// A number with its noun.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
