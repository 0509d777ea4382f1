// SPDX-License-Identifier: MIT

/// Where the parts of a pattern stand in its file, for messages; what is not written has no place.
public struct PatternPlaces: Sendable {
    /// The recogniser that decides before it.
    public var after: SourceLocation?
    /// Each of the formats of its source.
    public var formats: [SourceLocation] = []
    /// What holds beyond the text.
    public var condition: SourceLocation?
    /// Each of its samples.
    public var samples: [SourceLocation] = []
    /// What the first sample gives.
    public var gives: SourceLocation?

    /// No place at all.
    public init() {}
}
