// SPDX-License-Identifier: MIT

import LifelintModel

/// In which second each process of a log was heard of last: one sign of life a second is enough.
///
/// Which line of a second is taken does not matter, since it counts for the whole second: a log in two files tells the
/// same.
struct SignsOfLife {
    /// More processes do not write within a few seconds; beyond them some are told twice.
    private static let most = 1_024

    private var seconds: [UInt64: Int64] = [:]

    /// Whether the row is the first of its process within its second.
    mutating func isFirst(_ row: LogRow, _ view: ByteView, at time: ReadInstant) -> Bool {
        // A row without a time stands at the one before, and shows nothing new.
        guard row.time != .missing else { return false }
        var process = UInt64(truncatingIfNeeded: row.pid)
        for index in row.process { process = (process ^ UInt64(view[index])) &* 0x100_0000_01B3 }
        let (second, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: InstantParser.second)
        let floor = rest < 0 ? second - 1 : second
        guard seconds[process] != floor else { return false }
        if seconds.count >= SignsOfLife.most { seconds.removeAll(keepingCapacity: true) }
        seconds[process] = floor
        return true
    }
}
