// SPDX-License-Identifier: MIT

/// What the rows of a log that state their zone tell of those that state none.
public struct RowZone: Sendable, Equatable {
    /// The zone of rows above the first one that states one: seconds east of UTC.
    public var offset: Int
    /// Whether other rows state none.
    public var isMixed: Bool
    /// Whether a row above the first one that states a zone stood near it so.
    public var isKnown: Bool

    /// That zone, and how it is known.
    public init(offset: Int, isMixed: Bool, isKnown: Bool) {
        self.offset = offset
        self.isMixed = isMixed
        self.isKnown = isKnown
    }
}
