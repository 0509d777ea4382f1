// SPDX-License-Identifier: MIT

package import LifelintModel

/// Which events are meant: one way of writing an event in a rule.
///
/// A list of them means any of.
package struct EventSelector: Sendable {
    /// A name as a rule writes it.
    package enum Name: Sendable, Hashable {
        case event(EventName)
        /// Declared under `events:`, or `rule.<id>` of a used rule, or `anomaly.<code>`.
        case custom(String)
        /// Any event of which the whole name matches.
        case glob(Glob)
    }

    package var names: [Name]
    package var condition: Condition?
    /// Which half of a pair; missing means what the vocabulary declares.
    package var phase = EventPhase.missing
    /// Fields whose values must be those of the trigger.
    package var same: [String] = []
    /// Values that messages and conditions of the rule may use: name and the event's field.
    package var captures: [(name: String, field: String)] = []
    /// As the rule writes it.
    package var text: String

    package init(names: [Name], condition: Condition? = nil, phase: EventPhase = .missing, text: String) {
        self.names = names
        self.condition = condition
        self.phase = phase
        self.text = text
    }
}

/// Which instances of a span are meant.
package struct SpanSelector: Sendable {
    package enum Source: Sendable {
        /// A declared or derived span, or a callback by its event's name.
        case named(String)
        /// From one event to another of the rule's own choosing.
        case between(from: [EventSelector], to: [EventSelector])
    }

    package var source: Source
    package var condition: Condition?
    /// As the rule writes it.
    package var text: String

    package init(source: Source, condition: Condition? = nil, text: String) {
        self.source = source
        self.condition = condition
        self.text = text
    }
}

/// Which endings are meant.
package struct CauseSelector: Sendable, Hashable {
    package var causes: Set<EndingCause>
    /// The least confidence that counts.
    package var confidence = Confidence.possible
    /// As the rule writes it.
    package var text: String

    package init(causes: Set<EndingCause>, confidence: Confidence = .possible, text: String) {
        self.causes = causes
        self.confidence = confidence
        self.text = text
    }
}

/// What must hold of one run, in `runs`, `streak`, `versions`, `unless_next` and shares.
package struct RunItem: Sendable {
    /// An event that the run shows, or does not.
    package struct Sight: Sendable {
        package var events: [EventSelector]
        /// Counted from the run's first active edge, else its start; nil is the whole run.
        package var within: TimeLimit?
        /// Counted from the first of these events instead.
        package var of: [EventSelector] = []
        /// Only while one of these is open.
        package var during: [SpanSelector] = []
        /// Only where one of these events lies within the time, before or after.
        package var near: [EventSelector] = []

        package init(events: [EventSelector], within: TimeLimit?) {
            self.events = events
            self.within = within
        }
    }

    package var endedBy: CauseSelector?
    /// Spans one of which must be open at the run's end.
    package var during: [SpanSelector] = []
    package var launch: [Launch.Kind] = []
    package var saw: [Sight] = []
    package var missing: [Sight] = []
    package var stateAtEnd: [AppState] = []
    /// Whether data was unsaved at its end.
    package var unsaved: Bool?
    package var condition: Condition?
    /// `versions`: how many runs of a version must show it.
    package var minimumRuns = 1
    package var at: SourceLocation

    package init(at: SourceLocation) { self.at = at }
}

/// What a share counts: events, instances of a span, or runs.
package enum RunShare: Sendable {
    case events([EventSelector])
    case span(SpanSelector)
    case run(RunItem)
}
