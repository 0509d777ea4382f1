// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// The rules of the library: those that ship, and the user's.
extension RuleLibrary {
    /// The rules as they are written, in the order of their ids.
    package var rules: [Rule] { ruleFiles.map(\.rule) }

    /// What rules may name.
    package var names: RuleNames {
        RuleNames(vocabulary, events: customEvents, rules: Set(ruleFiles.flatMap { [$0.rule.id] + $0.rule.aliases }))
    }

    /// The rule of an id, or of a former id.
    package func rule(_ id: String) -> Rule? { file(of: id)?.rule }

    private func file(of id: String) -> RuleFile? {
        ruleFiles.first { $0.rule.id == id } ?? ruleFiles.first { $0.rule.aliases.contains(id) }
    }

    /// A rule with other settings; nil where there is none of that id, or former id.
    package func read(rule id: String, with settings: RuleSettings) throws(LoadingError) -> Rule? {
        guard let file = file(of: id) else { return nil }
        return try RuleFileReader.readFile(
            file.content, names: ruleFileNames, settings: settings, isUsers: file.isUsers
        ).rule
    }

    /// The library with another text in the place of a rule's file.
    package func replacing(rule id: String, with text: String) throws(LoadingError) -> RuleLibrary {
        guard let index = ruleFiles.firstIndex(where: { $0.rule.id == id }) else { return self }
        let file = ruleFiles[index]
        let content = DeclarationFile(path: file.path, bytes: Array(text.utf8))
        let read = try RuleFileReader.readFile(
            content, names: ruleFileNames, settings: RuleSettings(), isUsers: file.isUsers)
        var library = self
        library.ruleFiles[index] = RuleFile(
            content: content, isUsers: file.isUsers, rule: read.rule, places: read.places)
        return library
    }

    /// Adds names of custom events that rules and spans may use.
    package mutating func add(events: [String]) { customEvents.formUnion(events) }

    /// Adds spans of the user's.
    ///
    /// - Parameters:
    ///   - path: what the file is called in messages.
    ///   - bytes: what it holds, written as `vocabulary/spans.yml` is.
    package mutating func add(spansFile path: String, bytes: [UInt8]) throws(LoadingError) {
        var reader = try DeclarationReader(bytes: bytes, file: path)
        reader.customEvents = names.events
        let spans = SpanFileReader.read(&reader, known: vocabulary.spans.map(\.name))
        if !reader.problems.isEmpty { throw LoadingError(reader.problems) }
        add(spans: spans)
        mix(bytes)
    }

    /// Adds a rule of the user's.
    ///
    /// Rules that use each other are added together: ``add(ruleFiles:)``.
    package mutating func add(ruleFile path: String, bytes: [UInt8]) throws(LoadingError) {
        try add(ruleFiles: [(path, bytes)])
    }

    /// Adds rules of the user's: one that says `overrides: true` replaces the rule of its id.
    package mutating func add(ruleFiles files: [(path: String, bytes: [UInt8])]) throws(LoadingError) {
        try readRules(files.map { DeclarationFile(path: $0.path, bytes: $0.bytes) }, isUsers: true)
        for file in files { mix(file.bytes) }
    }

    /// Names of rules are checked when all rules are there.
    private var ruleFileNames: RuleNames { RuleNames(vocabulary, events: customEvents) }

    package mutating func readRules(
        _ files: [DeclarationFile], isUsers: Bool, by hands: any ReadingHands = OneByOne()
    ) throws(LoadingError) {
        if files.isEmpty { return }
        let names = ruleFileNames
        var problems: [LoadingProblem] = []
        var warnings: [LoadingProblem] = []
        var byID = Dictionary(uniqueKeysWithValues: ruleFiles.map { ($0.rule.id, $0) })
        let results = hands.map(files.count) { index in
            Box(
                Result { () throws(LoadingError) in
                    try RuleFileReader.readFile(files[index], names: names, settings: RuleSettings(), isUsers: isUsers)
                })
        }
        for (content, result) in zip(files, results) {
            do {
                let read = try result.value.get()
                let file = RuleFile(content: content, isUsers: isUsers, rule: read.rule, places: read.places)
                warnings += read.warnings
                warnings += doubt(about: file, beside: byID)
                problems += RuleLibrary.put(file, into: &byID)
            } catch {
                problems += error.problems
            }
        }
        let ids = byID.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let sorted = ids.compactMap { byID[$0] }
        if problems.isEmpty {
            let check = RuleSetCheck(sorted, unread: unread)
            problems = check.problems
            setWarnings = check.warnings
        }
        if !problems.isEmpty { throw LoadingError(problems) }
        ruleFiles = sorted
        fileWarnings += warnings
    }

    /// That a rule replaces none: the one that is meant still judges beside it.
    private func doubt(about file: RuleFile, beside byID: [String: RuleFile]) -> [LoadingProblem] {
        let id = file.rule.id
        guard file.rule.overrides, byID[id] == nil, !unread.contains(id) else { return [] }
        let meant = Suggestion.nearest(to: id, among: unread.union(byID.keys).sorted())
        return [
            file.problem(
                .unknownRule, at: file.places.id, "There is no rule “\(id)” that this one could replace.",
                suggestion: meant)
        ]
    }

    /// Puts a rule among the others; what may not stand beside one of the same id is a problem.
    private static func put(_ file: RuleFile, into byID: inout [String: RuleFile]) -> [LoadingProblem] {
        if let other = byID[file.rule.id], !file.rule.overrides {
            let advice = other.isUsers ? "" : " Say “overrides: true” to replace it."
            return [
                file.problem(
                    .duplicateID, at: file.places.id,
                    "There is a rule “\(file.rule.id)” already, in \(other.path).\(advice)")
            ]
        }
        byID[file.rule.id] = file
        return []
    }
}
