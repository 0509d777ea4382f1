// SPDX-License-Identifier: MIT

import LifelintModel

/// Where the times of an input go back by more than events may be late: its clock was set back, or it is several logs.
struct ClockSteps {
    /// Who sets a clock back at the end of summer time does so by an hour at most; more is another log.
    private static let longest: Int64 = 3_600_000_000_000
    /// More of them are those of a log in no order.
    private static let most = 2

    private var count = 0
    private var last: Int64?
    private var first: (line: Int, offset: Int64, step: Int64)?

    /// Takes the next events of the input as they stand in it.
    mutating func take(_ batch: EventBatch, lineBase: Int) {
        for record in batch.records {
            defer { last = record.time }
            guard let last, record.time < last else { continue }
            let step = last.subtractingClamped(record.time)
            guard step > ReorderBuffer.window else { continue }
            count += 1
            if first == nil { first = (lineBase + Int(record.line), record.offset, step) }
        }
    }

    /// What is said of it, where it may be a clock that was set back.
    func problem(in path: String) -> Problem? {
        guard let first, count <= ClockSteps.most, first.step <= ClockSteps.longest else { return nil }
        let seconds = first.step / 1_000_000_000
        let length = seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min"
        return Problem(
            file: path, line: first.line + 1, column: 1, offset: first.offset, code: .outOfOrder,
            message: """
                times go back here by \(length), and events are told in the order of their times; if the clock was set back, \
                put what follows into a file of its own and read it by itself, with its own --timezone
                """)
    }
}
