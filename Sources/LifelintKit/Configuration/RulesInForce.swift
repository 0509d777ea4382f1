// SPDX-License-Identifier: MIT

import LifelintFiles
package import LifelintLanguage
import LifelintModel
package import LifelintRules

/// The rules in force for an analysis: what ships, what the configuration makes of it, and what the command line adds.
package struct RulesInForce: Sendable {
    /// What is in force, with the origin of each value.
    package var effective: EffectiveConfiguration
    /// Everything that is known as data, the user's files included.
    package var library: RuleLibrary

    /// What is doubtful in the rules that are not lifelint's own, and stops nothing.
    package var warnings: [LoadingProblem]

    /// Reads the configuration and all that it names.
    ///
    /// - Parameters:
    ///   - file: the configuration file; nil where there is none.
    ///   - rulePaths: files and folders of rules beside those that the file names.
    ///   - select: what is selected in place of the preset.
    ///   - isBrief: without what an analysis has no use for: the tests of what ships, and its rules that are off where
    ///     nobody says anything about them.
    ///   - begun: the id of a rule that is being written: its file may be empty, as the shell makes it before it is
    ///     written.
    ///   - hands: who reads rules side by side, where nobody says anything.
    package static func load(
        file: String? = nil, rulePaths: [String] = [], select: [String]? = nil, isBrief: Bool = false,
        begun: String? = nil, by hands: (any ReadingHands)? = nil
    ) throws(AnalyzerError) -> RulesInForce {
        var request = ConfigurationRequest()
        request.rulePaths = rulePaths
        request.select = select
        request.begun = begun
        if let file {
            do throws(FileError) {
                request.file = .init(path: file, bytes: try RuleFiles.read(file))
            } catch {
                throw AnalyzerError(message: error.message)
            }
        }
        let isPlain = isBrief && file == nil && rulePaths.isEmpty && select == nil
        let shipped =
            isPlain ? try RuleLibrary.recommendedOnce(by: hands) : try RuleLibrary.shippedOnce(isBrief: isBrief)
        do throws(ConfigurationError) {
            let built = try ConfigurationBuilder.build(request, library: shipped, files: RuleFiles.files)
            if isPlain { return RulesInForce(effective: built.configuration, library: built.library, warnings: []) }
            let own = Set(shipped.rules.map(\.at.file))
            let users = built.library.rules.filter { !own.contains($0.at.file) }
            let untested = users.flatMap { RuleDiagnostics.warnings(of: $0) }.filter { $0.code == .missingTest }
            let others = built.library.warnings.filter { !own.contains($0.file) }
            return RulesInForce(
                effective: built.configuration, library: built.library, warnings: others + untested)
        } catch {
            throw AnalyzerError(message: error.message)
        }
    }

    /// The digest that reports by these rules have, where nothing else that they depend on is said.
    package var digest: String {
        var options = AnalyzerOptions()
        apply(to: &options)
        return options.digest
    }

    /// The options of an analysis by these rules.
    package func apply(to options: inout AnalyzerOptions) {
        options.rules = effective.ruleSet
        options.library = library
        options.configuration.file = effective.file
        options.configuration.preset = effective.preset.value
        options.configuration.digest = effective.digest
        options.configuration.problems = warnings.map { warning in
            Problem(
                file: warning.file, line: warning.line, column: warning.column, offset: warning.offset,
                code: warning.code, message: warning.message)
        }
        for row in effective.rules where row.app == nil && row.isOn {
            guard case .file(let file, let line) = row.origin else { continue }
            options.configuration.places[row.id] = SourceLocation(
                file: file, line: line, column: 1, offset: 0, length: 0)
        }
    }
}
