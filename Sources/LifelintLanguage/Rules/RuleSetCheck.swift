// SPDX-License-Identifier: MIT

import LifelintModel

/// What only the whole set of rules can show: rules that are not there, names given twice, cycles.
package struct RuleSetCheck {
    package private(set) var problems: [LoadingProblem] = []
    package private(set) var warnings: [LoadingProblem] = []
    private let files: [RuleFile]
    /// Ids, and former ids, with the id of their rule.
    private var ids: [String: String] = [:]

    /// Ids of rules that exist and were not read.
    private let unread: Set<String>

    /// Checks rules of different ids, in the order of their ids.
    package init(_ files: [RuleFile], unread: Set<String> = []) {
        self.files = files
        self.unread = unread
        for file in files { ids[file.rule.id] = file.rule.id }
        checkAliases()
        checkNames()
        checkCycle("uses") { $0.uses }
        checkCycle("subsumes") { $0.subsumes }
    }

    private mutating func checkAliases() {
        for file in files {
            for (alias, place) in file.places.aliases {
                if let owner = ids[alias] {
                    // What ships was there first: the user's file is the one to change.
                    if !file.isUsers, let other = files.first(where: { $0.rule.id == owner }), other.isUsers {
                        let own = other.places.aliases.first { $0.text == alias }?.at ?? other.places.id
                        problems.append(
                            other.problem(
                                .duplicateID, at: own, "“\(alias)” is a former id of “\(file.rule.id)”, which ships."))
                        continue
                    }
                    problems.append(
                        file.problem(.duplicateID, at: place, "“\(alias)” is the id, or a former id, of “\(owner)”."))
                } else {
                    ids[alias] = file.rule.id
                }
            }
        }
    }

    private mutating func checkNames() {
        // Sorted where something is wrong: mostly nothing is.
        var known: [String] { ids.keys.sorted() }
        for file in files {
            for (id, place) in file.places.uses {
                guard let target = ids[id] else {
                    problems.append(unknown(id, place, file, known))
                    continue
                }
                if files.contains(where: { $0.rule.id == target && $0.rule.looksOverRuns }) {
                    problems.append(
                        file.problem(
                            .badRule, at: place,
                            "“\(id)” looks over several runs: its violations are no events of one run."))
                }
            }
            for (id, place) in file.places.subsumes where ids[id] == nil && !unread.contains(id) {
                warnings.append(unknown(id, place, file, known))
            }
        }
    }

    private func unknown(_ id: String, _ place: SourceLocation, _ file: RuleFile, _ known: [String]) -> LoadingProblem {
        file.problem(
            .unknownRule, at: place, "There is no rule “\(id)”.", suggestion: Suggestion.nearest(to: id, among: known))
    }

    /// Takes away rules that name none of the rest until only cycles and what leads to them are left.
    private mutating func checkCycle(_ word: String, _ edges: (RulePlaces) -> [RulePlaces.Item]) {
        var rest: [String: [(target: String, at: SourceLocation)]] = [:]
        for file in files where !edges(file.places).isEmpty {
            rest[file.rule.id] = edges(file.places).compactMap { item in ids[item.text].map { ($0, item.at) } }
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (id, targets) in rest where !targets.contains(where: { rest[$0.target] != nil }) {
                rest[id] = nil
                hasChanged = true
            }
        }
        guard var id = rest.keys.min() else { return }
        var path: [String] = []
        var place: SourceLocation?
        while !path.contains(id) {
            path.append(id)
            guard let edge = rest[id]?.first(where: { rest[$0.target] != nil }) else { return }
            (id, place) = (edge.target, edge.at)
        }
        let cycle = path.drop { $0 != id } + [id]
        guard let place, let file = files.first(where: { $0.rule.at.file == place.file }) else { return }
        problems.append(
            file.problem(.cycle, at: place, "Rules go in a circle: \(cycle.joined(separator: " \(word) "))."))
    }
}
