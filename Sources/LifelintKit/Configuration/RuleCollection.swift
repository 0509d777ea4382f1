// SPDX-License-Identifier: MIT

import LifelintFiles
package import LifelintRules

/// Rules that somebody works on: some files, or all in force.
package struct RuleCollection: Sendable {
    /// Everything that is known, those rules included.
    package var library: RuleLibrary
    /// Those that are meant, by id.
    package var rules: [Rule]
    /// What is doubtful in them.
    package var warnings: [LoadingProblem]

    /// Reads the rules below these paths beside those that ship and those of the configuration; without paths, all.
    ///
    /// A folder with a vocabulary of its own (the `rules/` of lifelint itself) takes the place of what ships.
    package static func load(paths: [String], configuration: String?) throws(AnalyzerError) -> RuleCollection {
        if let path = paths.first, paths.count == 1, let whole = try whole(path) {
            return RuleCollection(library: whole, rules: whole.rules)
        }
        var named: Set<String> = []
        for path in paths {
            do throws(FileError) {
                named.formUnion(try RuleFolder.list(path))
            } catch {
                throw AnalyzerError(message: error.message)
            }
        }
        let library = try RulesInForce.load(file: configuration, rulePaths: paths).library
        let rules = library.rules.filter { paths.isEmpty || named.contains($0.at.file) }
        return RuleCollection(library: library, rules: rules)
    }

    private init(library: RuleLibrary, rules: [Rule]) {
        self.library = library
        self.rules = rules
        let files = Set(rules.map(\.at.file))
        warnings =
            library.warnings.filter { files.contains($0.file) } + rules.flatMap { RuleDiagnostics.warnings(of: $0) }
    }

    private static func whole(_ folder: String) throws(AnalyzerError) -> RuleLibrary? {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        guard (try? RuleFolder.read(prefix + "vocabulary/terminations.yml")) != nil else { return nil }
        do {
            let paths = try RuleFolder.list(folder)
            let start = paths.first { $0.hasSuffix("/vocabulary/terminations.yml") } ?? ""
            let length = start.utf8.count - "vocabulary/terminations.yml".utf8.count
            var files: [(path: String, bytes: [UInt8])] = []
            for path in paths {
                files.append(
                    (String(decoding: path.utf8.dropFirst(max(length, 0)), as: UTF8.self), try RuleFolder.read(path)))
            }
            return try RuleLibrary.load(files: files)
        } catch let error as FileError {
            throw AnalyzerError(message: error.message)
        } catch let error as LoadingError {
            throw AnalyzerError(message: error.description)
        } catch {
            throw AnalyzerError(message: "\(folder): \(error)")
        }
    }
}
