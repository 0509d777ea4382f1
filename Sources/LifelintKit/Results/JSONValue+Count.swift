// SPDX-License-Identifier: MIT

import LifelintIngest

extension JSONValue {
    /// More than any report counts to, and so little that no file holds as many counts as a sum would need to overflow.
    private static let maximumCount: Int64 = 1 << 40

    /// How many there are of something, as a report that was written before says it; nil if that is no count.
    var count: Int? {
        guard let integer, (0...JSONValue.maximumCount).contains(integer) else { return nil }
        return Int(exactly: integer)
    }
}
