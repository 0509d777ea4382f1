// SPDX-License-Identifier: MIT

/// What the rows of a log that state their zone tell of those that state none.
public struct RowZone: Sendable, Equatable {
    /// The zone of the first row that states one: seconds east of UTC.
    public var offset: Int
    /// When that row was written: nanoseconds since the Unix epoch.
    public var time: Int64
    /// Whether other rows state none.
    public var isMixed: Bool

    /// The zone of the first row that states one.
    public init(offset: Int, time: Int64, isMixed: Bool) {
        self.offset = offset
        self.time = time
        self.isMixed = isMixed
    }
}
