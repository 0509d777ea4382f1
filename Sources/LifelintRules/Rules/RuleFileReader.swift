// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Reads a rule file: YAML that becomes a checked rule, or everything that is wrong with it.
package enum RuleFileReader {
    /// The rule in a file.
    ///
    /// - Parameters:
    ///   - path: what the file is called: its stem is the rule's id, its folder the topic of a rule that ships.
    ///   - bytes: what it holds.
    ///   - names: what the rule may name.
    ///   - settings: what configuration, or a test, sets.
    package static func read(
        path: String, bytes: [UInt8], names: RuleNames, settings: RuleSettings = RuleSettings()
    ) throws(LoadingError) -> Rule {
        try readFile(DeclarationFile(path: path, bytes: bytes), names: names, settings: settings).rule
    }

    /// The rule with what does not keep it from working.
    static func readFile(
        _ file: DeclarationFile, names: RuleNames, settings: RuleSettings, isUsers: Bool = false
    ) throws(LoadingError) -> (rule: Rule, warnings: [LoadingProblem], places: RulePlaces) {
        var rule = RuleReader(try DeclarationReader(file), names: names, settings: settings)
        let read = rule.rule(path: RulePath(file.path, isUsers: isUsers), source: file.text)
        // Checks are read once for each set of parameters, and are wrong in the same way each time.
        var seen: Set<LoadingProblem> = []
        let problems = rule.reader.problems.filter { seen.insert($0).inserted }
        guard problems.isEmpty, let read else { throw LoadingError(problems) }
        seen = []
        return (read.rule, rule.warnings.filter { seen.insert($0).inserted }, read.places)
    }
}

/// What the place of a rule file says about its rule.
struct RulePath {
    let file: String
    let isUsers: Bool

    private let parts: [Substring]

    init(_ file: String, isUsers: Bool) {
        self.file = file
        self.isUsers = isUsers
        parts = file.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// The name of the file without its ending.
    var stem: String {
        let name = parts.last ?? ""
        return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
    }

    /// The folder; nil where the file is in none.
    var folder: String? { parts.dropLast().last.map(String.init) }
}

/// Where the parts of a rule stand that only the whole set of rules can judge.
struct RulePlaces: Sendable {
    /// What stands there, and where.
    typealias Item = (text: String, at: SourceLocation)

    var id: SourceLocation
    var uses: [Item] = []
    var subsumes: [Item] = []
    var aliases: [Item] = []
}
