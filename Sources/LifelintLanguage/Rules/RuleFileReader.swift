// SPDX-License-Identifier: MIT

package import LifelintModel
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
    package static func readFile(
        _ file: DeclarationFile, names: RuleNames, settings: RuleSettings, isUsers: Bool = false
    ) throws(LoadingError) -> (rule: Rule, warnings: [LoadingProblem], places: RulePlaces) {
        if settings.isNone, let read = file.packedRule { return (read.rule, [], read.places) }
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
package struct RulePath {
    let file: String
    let isUsers: Bool
    /// The name of the file without its ending.
    package let stem: String
    /// The folder; nil where the file is in none.
    let folder: String?

    package init(_ file: String, isUsers: Bool) {
        self.file = file
        self.isUsers = isUsers
        // Several slashes separate as one does.
        var path = Array(file.utf8)[...]
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { path[($0 + 1)...] } ?? path
        stem = String(decoding: name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name, as: UTF8.self)
        path = slash.map { path[..<$0] } ?? []
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
        folder = path.isEmpty ? nil : String(decoding: path[start...], as: UTF8.self)
    }
}

/// Where the parts of a rule stand that only the whole set of rules can judge.
package struct RulePlaces: Sendable {
    /// What stands there, and where.
    typealias Item = (text: String, at: SourceLocation)

    package var id: SourceLocation
    var uses: [Item] = []
    var subsumes: [Item] = []
    var aliases: [Item] = []
}
