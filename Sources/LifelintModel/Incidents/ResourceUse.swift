// SPDX-License-Identifier: MIT

/// A limit that was exceeded.
public struct ResourceUse: Sendable, Hashable {
    /// What there was too much of.
    public enum Kind: String, Sendable, CaseIterable {
        case cpu, wakeups, diskWrites, memory, threads, ports, other
    }

    /// What there was too much of.
    public var kind: Kind
    /// Whether the process was ended for it; nil where the report does not say.
    public var isFatal: Bool?
    /// What was done about it, in the report's words.
    public var action: String?
    /// What was used: seconds, wakeups or bytes.
    public var used: Double?
    /// Over that time, in nanoseconds.
    public var usedOver: Int64?
    /// What is allowed: seconds, wakeups or bytes.
    public var limit: Double?
    /// Over that time, in nanoseconds.
    public var limitOver: Int64?
    /// The report's own sentence about it.
    public var sentence: String?
    /// Whether it was frontmost when it was sampled.
    public var wasFrontmost: Bool?
    /// What the samples say it mostly did: `Frontmost App, User mode, Effective Thread QoS …`.
    public var primaryState: String?
    /// Whether the user was there while it was sampled.
    public var userActivity: String?
    /// What else is told of the device: free disk space, low power mode, advisory levels …, by the report's labels.
    public var conditions: [String: String] = [:]
    /// Where it stands.
    public var place: IncidentPlace

    /// A limit of that kind.
    public init(_ kind: Kind, at place: IncidentPlace) {
        self.kind = kind
        self.place = place
    }
}
