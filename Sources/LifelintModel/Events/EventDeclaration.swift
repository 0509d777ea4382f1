// SPDX-License-Identifier: MIT

/// What the vocabulary says about one canonical event.
public struct EventDeclaration: Sendable {
    /// Whether a pattern that names the event means its beginning or its end, where both are told.
    public enum Matches: String, Sendable {
        /// A callback: matched once, when it begins.
        case callback = "begin"
        /// An operation: matched once, when it ends.
        case operation = "end"
    }

    /// The event.
    public let event: EventName
    /// Its name in logs, rules and reports.
    public let name: String
    /// Which record of a pair an event pattern matches.
    public let matches: Matches
    /// The class of witness that tells it in the native formats, unless the record says otherwise.
    public let witness: WitnessClass
    /// The group it is documented under.
    public let group: String

    init(_ event: EventName, _ name: String, _ matches: Matches, _ witness: WitnessClass, _ group: String) {
        self.event = event
        self.name = name
        self.matches = matches
        self.witness = witness
        self.group = group
    }
}
