// SPDX-License-Identifier: MIT

import LifelintModel

/// The names of events.
extension RuleLibrary {
    /// The event that somebody meant who wrote a name that nothing has; nil for names of events, and for others' own.
    package func nearestEvent(to name: String) -> String? {
        // Almost every name is that of an event.
        if KnownEvents.byName[name] != nil { return nil }
        let own = RuleNames(vocabulary, events: customEvents).events
        if own.contains(name) { return nil }
        let folded = name.lowercased()
        if vocabulary.spellings.contains(where: { $0.text.lowercased() == folded }) { return nil }
        return Suggestion.nearest(to: name, among: KnownEvents.names + own.sorted())
    }
}
