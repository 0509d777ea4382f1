// SPDX-License-Identifier: MIT

/// A rendering that its readers would reject: nothing of it is written.
public struct ReportRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with it, for people.
    public var description: String

    /// A refusal.
    public init(_ description: String) { self.description = description }
}
