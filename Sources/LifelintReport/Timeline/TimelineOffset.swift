// SPDX-License-Identifier: MIT

import LifelintModel

/// Times since the start of a run, as drawings write them: `+352 ms`, `+84.0 s`, `+21:32.1`, `+1:15:02.5`.
struct TimelineOffset {
    /// When the run started.
    let start: Timestamp

    /// The time since the start; the date where they are further apart than can be counted.
    func text(_ time: Timestamp) -> String {
        let (length, isTooLong) = time.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
        if isTooLong { return ReportClock.dated(time) }
        if length < 1_000_000_000 { return (length < 0 ? "" : "+") + Phrasing.duration(length) }
        let (seconds, tenth) = (min(length, .max - 50_000_000) + 50_000_000).quotientAndRemainder(
            dividingBy: 1_000_000_000)
        let tenths = tenth / 100_000_000
        if seconds < 600 { return "+\(seconds).\(tenths) s" }
        var output = OutputBuffer()
        output.append(byte: 0x2B)
        if seconds >= 3_600 {
            output.append(seconds / 3_600)
            output.append(byte: 0x3A)
        }
        output.append(padded: Int(seconds / 60 % 60), width: 2)
        output.append(byte: 0x3A)
        output.append(padded: Int(seconds % 60), width: 2)
        return output.string + ".\(tenths)"
    }
}
