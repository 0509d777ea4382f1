// SPDX-License-Identifier: MIT

/// What records of an app's own tell of the rows of a log that hold them, where those state less.
///
/// A record that stands in a row was written when the row was: what it states of the time, that row and its log need
/// not.
public struct RowClock: Sendable, Equatable {
    /// The year of the first row; nil where rows state theirs.
    public var year: Int?
    /// The zone: seconds east of UTC; nil where rows state theirs, or the records do not agree in one.
    public var zoneOffset: Int?
    /// What the rows call the device that wrote them; nil where they name none, or several.
    public var device: String?

    /// A clock; nil where nothing is told.
    public init?(year: Int?, zoneOffset: Int?) {
        if year == nil, zoneOffset == nil { return nil }
        self.year = year
        self.zoneOffset = zoneOffset
    }
}
