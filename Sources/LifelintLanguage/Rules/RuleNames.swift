// SPDX-License-Identifier: MIT

package import LifelintModel

/// What rules may name beside the vocabulary that every rule shares: custom events, spans, other rules.
package struct RuleNames: Sendable {
    /// Names of events outside the vocabulary, declared under `events:` or told by recognisers.
    package var events: Set<String>
    /// Declared spans: name and key, which is nil where a run has one kind of it.
    package var spans: [String: String?]
    /// Ids of the rules that exist; nil where that is not known, and then any id is taken.
    package var rules: Set<String>?
    /// Conditions of rules that were read with these names.
    let conditions = KnownConditions()

    /// The names of a vocabulary, with further events and rules.
    package init(_ vocabulary: Vocabulary, events: Set<String> = [], rules: Set<String>? = nil) {
        self.events = events
        self.rules = rules
        spans = [:]
        for recogniser in vocabulary.recordRecognisers {
            for meaning in recogniser.records.flatMap(\.meanings) where meaning.event == nil {
                self.events.insert(meaning.name)
            }
        }
        for meaning in vocabulary.lineRecognisersAtHand.flatMap(\.lines).flatMap(\.meanings) where meaning.event == nil
        {
            self.events.insert(meaning.name)
        }
        add(vocabulary.spans)
    }

    /// Adds spans, and the custom events that open, describe and close them.
    package mutating func add(_ spans: [SpanDeclaration]) {
        for span in spans {
            self.spans.updateValue(span.key, forKey: span.name)
            for pattern in span.begins + span.describedBy + span.ends where pattern.event == nil {
                events.insert(pattern.name)
            }
        }
    }

    /// States of an app, and of any of its scenes, and what the timeline derives from them.
    package static let derivedSpans = [
        "launching", "active", "inactive", "foreground", "background", "suspended", "running", "scene.connected",
        "scene.active", "scene.inactive", "scene.background", "launch", "preMain", "resume",
    ]

    /// Callbacks: each is a span from its begin to its end.
    package static let callbacks = EventName.declarations.filter { $0.matches == .callback }.map(\.name)

    /// Every name that a span can have, in a fixed order.
    var spanNames: [String] { spans.keys.sorted() + RuleNames.derivedSpans + RuleNames.callbacks }

    /// Whether a span has this name.
    func hasSpan(_ name: String) -> Bool {
        spans[name] != nil || RuleNames.derivedSpans.contains(name) || RuleNames.callbacks.contains(name)
    }
}
