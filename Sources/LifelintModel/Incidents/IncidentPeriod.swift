// SPDX-License-Identifier: MIT

/// The time within which something happened, where a report does not say when.
public struct IncidentPeriod: Sendable, Hashable {
    /// From when.
    public var from: IncidentTime
    /// To when.
    public var to: IncidentTime

    /// A time from one instant to another.
    public init(from: IncidentTime, to: IncidentTime) {
        self.from = from
        self.to = to
    }
}
