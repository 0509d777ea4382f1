// SPDX-License-Identifier: MIT

import LifelintFiles
package import LifelintLanguage

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
    /// A folder with a vocabulary of its own (the `rules/` of lifelint itself) takes the place of what ships, also
    /// where paths are within it.
    package static func load(paths: [String], configuration: String?) throws(AnalyzerError) -> RuleCollection {
        if let collection = try whole(of: paths) { return collection }
        var named: Set<String> = []
        for path in paths { named.formUnion(try list(path)) }
        let library = try RulesInForce.load(file: configuration, rulePaths: paths).library
        let rules = library.rules.filter { paths.isEmpty || named.contains($0.at.file) }
        return RuleCollection(library: library, rules: rules)
    }

    private static func list(_ path: String) throws(AnalyzerError) -> [String] {
        do throws(FileError) {
            return try RuleFiles.list(path)
        } catch {
            throw AnalyzerError(message: error.message)
        }
    }

    private init(library: RuleLibrary, rules: [Rule]) {
        self.library = library
        self.rules = rules
        let files = Set(rules.map(\.at.file))
        warnings =
            library.warnings.filter { files.contains($0.file) }
            + rules.flatMap { RuleDiagnostics.warnings(of: $0, spans: library.vocabulary.spans) }
    }

    /// Rules of a folder with a vocabulary of its own: those below these paths, among all of it.
    private static func whole(of paths: [String]) throws(AnalyzerError) -> RuleCollection? {
        guard let path = paths.first, let folder = folder(above: path) else { return nil }
        var named: Set<String> = []
        for path in paths {
            guard let other = self.folder(above: path), other.prefix == folder.prefix else { return nil }
            named.formUnion(try list(other.prefix + other.rest))
        }
        let whole = try whole(folder.prefix)
        let rules = whole.library.rules.filter { named.contains(whole.start + $0.at.file) }
        return RuleCollection(library: whole.library, rules: rules)
    }

    /// What every vocabulary that is whole has.
    private static let marks = ["terminations", "spans", "headlines"]

    /// The nearest folder with a vocabulary of its own, and the path within it.
    private static func folder(above path: String) -> (prefix: String, rest: String)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for count in stride(from: parts.count, through: path.hasPrefix("/") ? 1 : 0, by: -1) {
            if count < parts.count, parts[count] == ".." { return nil }
            let folder = count == 0 ? "." : parts.prefix(count).joined(separator: "/")
            let prefix = folder.hasSuffix("/") ? folder : folder + "/"
            if marks.allSatisfy({ (try? RuleFiles.read("\(prefix)vocabulary/\($0).yml")) != nil }) {
                return (prefix, parts.dropFirst(count).joined(separator: "/"))
            }
        }
        return nil
    }

    /// All of such a folder, and how its paths begin.
    private static func whole(_ folder: String) throws(AnalyzerError) -> (library: RuleLibrary, start: String) {
        do {
            let paths = try RuleFiles.list(folder)
            let start = paths.first { $0.hasSuffix("/vocabulary/terminations.yml") } ?? ""
            let length = max(start.utf8.count - "vocabulary/terminations.yml".utf8.count, 0)
            var files: [(path: String, bytes: [UInt8])] = []
            for path in paths {
                files.append((String(decoding: path.utf8.dropFirst(length), as: UTF8.self), try RuleFiles.read(path)))
            }
            let library = try RuleLibrary.load(files: files)
            let unknown = library.unknownNames(formats: InputFormatCatalogue.traits)
            if !unknown.isEmpty { throw AnalyzerError(message: unknown.joined(separator: "\n")) }
            return (library, String(decoding: start.utf8.prefix(length), as: UTF8.self))
        } catch let error as FileError {
            throw AnalyzerError(message: error.message)
        } catch let error as LoadingError {
            throw AnalyzerError(message: error.description)
        } catch let error as AnalyzerError {
            throw error
        } catch {
            throw AnalyzerError(message: "\(folder): \(error)")
        }
    }
}
