// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Finds the rules that a word means: an id, an alias, a pattern over ids, or a topic.
struct RuleNameMatcher {
    private let rules: [Rule]
    private let places: [String: Int]

    init(_ rules: [Rule]) {
        self.rules = rules
        var places: [String: Int] = [:]
        // An id goes before another rule's alias.
        for (index, rule) in rules.enumerated() {
            for alias in rule.aliases where places[alias] == nil { places[alias] = index }
        }
        for (index, rule) in rules.enumerated() { places[rule.id] = index }
        self.places = places
    }

    /// Whether the word is a pattern.
    static func isPattern(_ word: String) -> Bool { word.contains("*") || word.contains("?") }

    /// The rule of that id or alias.
    func rule(_ name: String) -> Rule? { places[name].map { rules[$0] } }

    /// The ids that a word means, in order; empty if there is none.
    func ids(_ word: String, topics: Bool = false) -> [String] {
        if let rule = rule(word) { return [rule.id] }
        if Self.isPattern(word) {
            let glob = Glob(word)
            return rules.filter { glob.matches($0.id) || $0.aliases.contains(where: glob.matches) }.map(\.id)
        }
        return topics ? rules.filter { $0.topic == word }.map(\.id) : []
    }

    /// What was probably meant.
    func suggestion(for word: String, besides others: [String] = []) -> String? {
        Suggestion.nearest(to: word, among: rules.map(\.id) + rules.flatMap(\.aliases) + others)
    }

    /// The topics, in order.
    var topics: [String] { Array(Set(rules.map(\.topic))).sorted() }
}
