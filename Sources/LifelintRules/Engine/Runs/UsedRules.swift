// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Violations of rules as the events that they are to rules which use them.
struct UsedRules {
    /// In their order.
    private let ids: [String]
    /// By id, what writes the findings of those that were asked of the run.
    private var builders: [String: FindingBuilder] = [:]

    /// Rules of these ids.
    init(_ ids: [String]) { self.ids = Set(ids).sorted() }

    /// Takes the rules that have been judged on a walk.
    mutating func note(_ rules: [RuleResult], _ walk: RunWalk) {
        for result in rules where ids.contains(result.rule.rule.id) {
            builders[result.rule.rule.id] = FindingBuilder(walk: walk, rule: result.rule, variant: result.variant)
        }
    }

    /// The events that their violations in the run are.
    func events(_ judgements: [String: RuleJudgement], _ told: ToldStretch, _ place: RunPlace) -> [SeenEvent] {
        var events: [SeenEvent] = []
        for id in ids {
            for draft in judgements[id]?.drafts ?? [] {
                let outcome = draft.outcome
                events.append(
                    SyntheticEvent.make(
                        "rule.\(id)", values(of: draft, id, place), at: outcome.decided ?? told.stretch.end,
                        from: told, event: outcome.event?.number ?? -1))
            }
        }
        return events.sorted { $0.moment < $1.moment }
    }

    /// What the finding says, and what tells keys apart.
    private func values(of draft: Draft, _ id: String, _ place: RunPlace) -> [(key: String, value: Value)] {
        let outcome = draft.outcome
        var values: [(key: String, value: Value)] = [("id", .string(id))]
        if let event = outcome.event {
            for name in ["task", "scene", "name", "document"] {
                if let text = event.keyText(of: name) { values.append((name, .string(text))) }
            }
        }
        values.append(("confidence", .string(draft.confidence.rawValue)))
        values.append(("count", .integer(Int64(outcome.count))))
        if let value = outcome.value { values.append(("value", value)) }
        if let limit = outcome.limit { values.append(("limit", limit)) }
        // Where `severity_by` says that it is none, there is no finding that says more.
        guard let finding = builders[id]?.build(draft, place: place, isAlone: true)?.finding else {
            if let key = outcome.key?.text { values.append(("key", .string(key))) }
            return values
        }
        if let key = finding.key { values.append(("key", .string(key))) }
        values.append(("severity", .string(finding.severity.rawValue)))
        if let culprit = finding.culprit { values.append(("culprit", .string(culprit))) }
        values.append(("message", .string(finding.message)))
        return values
    }
}
