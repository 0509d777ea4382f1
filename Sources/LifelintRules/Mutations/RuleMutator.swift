// SPDX-License-Identifier: MIT

package import LifelintLanguage
import LifelintModel
import LifelintYAML

/// Makes a rule wrong in every way that its tests have to notice.
///
/// The check is turned into its opposite, each guard and each part of a condition is dropped, each limit is halved. A
/// change that makes the file no rule is not one: whoever loads the result leaves it out.
package enum RuleMutator {
    /// A value with what was changed inside it.
    struct Change {
        var what: String
        var at: SourceLocation
        var node: YAMLNode
    }

    /// Texts for people, and what only decides how a finding is shown.
    private static let ignored: Set<String> = [
        "id", "title", "topic", "preset", "message", "why", "fix", "blind_spots", "links", "aliases", "culprit",
        "subsumes", "uses", "overrides", "tests", "let", "capture", "naming",
    ]
    /// What a rule is judged by as well without them.
    private static let guards: Set<String> = [
        "same", "while", "where", "applies_if", "requires", "unless", "until", "since", "without", "distinct",
        "only_during", "never_during", "covered_by", "not_covered_by", "on_run_end", "on_silence", "pairs", "during",
        "within", "told_by",
        "evidence", "unless_next", "interrupted_by", "usually", "once_per", "params_by", "severity_by", "clock",
        "phase", "strictly", "launch", "saw", "missing", "state_at_end", "unsaved", "ignore", "confidence", "min_runs",
        "in", "by", "near", "over", "at_most",
    ]
    /// Lists each item of which is a guard, or a branch.
    private static let lists: Set<String> = [
        "requires", alternatives, "any_of", "all_of", "none_of", "params_by", "severity_by", "while", "never_during",
    ]
    /// What stands in brackets under `requires`: any of it is enough.
    private static let alternatives = "an alternative of requires"
    private static let conditions: Set<String> = ["where", "applies_if", "when"]
    private static let checks = Set(RuleKeys.checks.map(\.name))

    /// Every change of a rule, in the order of its file.
    package static func mutations(of rule: Rule) -> [RuleMutation] {
        guard let document = try? YAMLDocument(bytes: Array(rule.source.utf8), file: rule.at.file),
            let root = document.root, let entries = root.mapping
        else { return [] }
        let kept = entries.filter { !untold.contains($0.key.text) }
        let node = YAMLNode(content: .mapping(kept), at: root.at)
        return ([opposite(node)].compactMap(\.self) + changes(of: node, under: "")).map {
            RuleMutation(change: $0.what, at: $0.at, source: NodeText.text($0.node) + "\n")
        }
    }

    /// What has no part in the verdicts.
    private static let untold: Set<String> = ["tests", "why", "fix", "blind_spots", "links", "aliases", "subsumes"]

    /// The rule that holds where the rule is violated, and is violated where it holds.
    private static func opposite(_ node: YAMLNode) -> Change? {
        guard let entries = node.mapping else { return nil }
        let changed: [YAMLEntry]
        if let combined = entries.firstIndex(where: { RuleKeys.combinations.contains($0.key.text) }) {
            let key = entries[combined].key
            let other = key.text == "none_of" ? "any_of" : "none_of"
            var list = entries
            list[combined] = YAMLEntry(key: YAMLKey(text: other, at: key.at), value: entries[combined].value)
            changed = list
        } else {
            let check = entries.filter { checks.contains($0.key.text) || $0.key.text == "where" }
            let branches = YAMLNode(
                content: .sequence([YAMLNode(content: .mapping(check), at: node.at)]), at: node.at)
            changed =
                entries.filter { !checks.contains($0.key.text) && $0.key.text != "where" }
                + [YAMLEntry(key: YAMLKey(text: "none_of", at: node.at), value: branches)]
        }
        return Change(
            what: "the check turned into its opposite", at: node.at,
            node: YAMLNode(content: .mapping(changed), at: node.at))
    }

    /// Every change inside a value that stands under a key; the depth of what was read bounds the recursion.
    private static func changes(of node: YAMLNode, under key: String) -> [Change] {
        switch node.content {
        case .scalar(let scalar):
            texts(of: scalar, under: key).map { text in
                let style: YAMLScalar.Style = scalar.isQuoted ? .doubleQuoted : .plain
                let scalar = YAMLScalar(text: text.text, style: style)
                return Change(what: text.what, at: node.at, node: YAMLNode(content: .scalar(scalar), at: node.at))
            }
        case .sequence(let items): changes(of: items, at: node.at, under: key)
        case .mapping(let entries): changes(of: entries, at: node.at)
        }
    }

    private static func changes(of entries: [YAMLEntry], at place: SourceLocation) -> [Change] {
        var found: [Change] = []
        let isRule = entries.contains { $0.key.text == "id" }
        for (index, entry) in entries.enumerated() {
            // That of a check decides who judges by it, that of the rule only who asks for it.
            let isPreset = entry.key.text == "preset" && !isRule
            if ignored.contains(entry.key.text), !isPreset { continue }
            if isPreset || isGuard(entry), entries.count > 1 {
                var list = entries
                list.remove(at: index)
                found.append(
                    Change(
                        what: "“\(entry.key.text)” dropped", at: entry.key.at,
                        node: YAMLNode(content: .mapping(list), at: place)))
            }
            for change in changes(of: entry.value, under: entry.key.text) {
                var list = entries
                list[index] = YAMLEntry(key: entry.key, value: change.node)
                found.append(
                    Change(what: change.what, at: change.at, node: YAMLNode(content: .mapping(list), at: place)))
            }
        }
        return found
    }

    /// What is written as it would be without being written is none.
    private static func isGuard(_ entry: YAMLEntry) -> Bool {
        if entry.key.text == "clock" { return entry.value.scalar?.text != RuleClock.running.rawValue }
        return guards.contains(entry.key.text)
    }

    private static func changes(of items: [YAMLNode], at place: SourceLocation, under key: String) -> [Change] {
        var found: [Change] = []
        for (index, item) in items.enumerated() {
            if items.count > 1, lists.contains(key) || key == "sequence" && item["not"] != nil {
                var list = items
                list.remove(at: index)
                found.append(
                    Change(
                        what: "item \(index + 1) of \(key == alternatives ? key : "“\(key)”") dropped", at: item.at,
                        node: YAMLNode(content: .sequence(list), at: place)))
            }
            // Of what else is any of these, none is a guard.
            let inner = item.sequence == nil ? key : key == "requires" ? alternatives : ""
            for change in changes(of: item, under: inner) {
                var list = items
                list[index] = change.node
                found.append(
                    Change(what: change.what, at: change.at, node: YAMLNode(content: .sequence(list), at: place)))
            }
        }
        return found
    }

    private static func texts(of scalar: YAMLScalar, under key: String) -> [(what: String, text: String)] {
        if conditions.contains(key) {
            return ConditionMutator.texts(scalar.text) + ConditionMutator.parts(of: scalar.text)
        }
        if ignored.contains(key) { return [] }
        return HalvedNumbers.texts(scalar.text)
    }
}
