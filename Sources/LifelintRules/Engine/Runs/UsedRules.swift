// SPDX-License-Identifier: MIT

import LifelintModel

/// Violations of rules as the events that they are to rules which use them.
enum UsedRules {
    /// The events of the rules of these ids, in their order.
    static func events(
        _ ids: [String], _ judgements: [String: RuleJudgement], _ told: ToldStretch
    ) -> [SeenEvent] {
        var events: [SeenEvent] = []
        for id in Set(ids).sorted() {
            for draft in judgements[id]?.drafts ?? [] {
                let outcome = draft.outcome
                var values: [(key: String, value: String)] = [("id", id)]
                if let key = outcome.key?.text { values.append(("key", key)) }
                if let event = outcome.event {
                    for name in ["task", "scene", "name", "document"] {
                        if let text = event.keyText(of: name) { values.append((name, text)) }
                    }
                }
                events.append(
                    SyntheticEvent.make(
                        "rule.\(id)", values, at: outcome.decided ?? told.stretch.end, from: told,
                        event: outcome.event?.number ?? -1))
            }
        }
        return events.sorted { $0.moment < $1.moment }
    }
}
