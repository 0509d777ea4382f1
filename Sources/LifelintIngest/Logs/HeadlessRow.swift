// SPDX-License-Identifier: MIT

/// The first row of a log without its beginning, as people leave it who copy a part of a log: `tccd[97]: …`, where the
/// rows below begin with their time.
///
/// It may tell what ended a process of which the rows below tell no more than a signal. What is left of it is read as
/// the row below would be with that text behind its own beginning; the process and its id have to stand in what is left.
struct HeadlessRow {
    /// A time, a time zone and the name of a host are words of their own in front of a process.
    private static let mostWords = 4
    /// What is left of a time may stand in front of the process.
    private static let mostRests = 2
    /// Of longer lines the process stands at the beginning, too.
    private static let mostBytes = 64 << 10

    /// The row on that line, in words of a row below it that tells a time; nil where it is none.
    static func row(
        _ view: ByteView, _ line: Range<Int>, above below: LogRecord, of shape: some LogShape,
        _ instants: inout InstantParser
    ) -> LogRow? {
        let stop = min(line.upperBound, line.lowerBound + mostBytes)
        guard mayTellProcess(view, line.lowerBound, stop, above: below) else { return nil }
        var start = line.lowerBound
        for _ in 0...mostRests {
            for prefix in prefixes(view, below) {
                let text = prefix + view.bytes(start, stop)
                let row = text.withView { shape.row($0, 0, text.count, &instants) }
                guard let row, row.time == below.row.time, row.pid != .min, row.isMessage, !row.message.isEmpty,
                    row.process.lowerBound >= prefix.count, !row.process.isEmpty
                else { continue }
                return Shift(prefix: prefix.count, start: start, of: below.start).row(row)
            }
            guard let next = rest(view, start, stop) else { return nil }
            start = next
        }
        return nil
    }

    /// Whether an id in brackets stands in the line: `[97`.
    ///
    /// Some rows tell it in a column in front of the process.
    private static func mayTellProcess(
        _ view: ByteView, _ start: Int, _ stop: Int, above below: LogRecord
    ) -> Bool {
        let limit = min(stop, start + 256)
        let behind = below.row.process.upperBound
        if behind < below.end, view[behind] == 0x3A {
            return view.firstIndex(of: 0x3A, from: start, to: limit) != nil
        }
        guard let bracket = view.firstIndex(of: 0x5B, from: start, to: limit) else { return false }
        return bracket + 1 < limit && view[bracket + 1].isDigit && bracket > start
    }

    /// The first words of a row, each time one more, up to its message.
    private static func prefixes(_ view: ByteView, _ record: LogRecord) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var position = record.start
        let limit = min(record.end, record.row.message.lowerBound)
        while found.count < mostWords, let blank = view.firstIndex(of: 0x20, from: position, to: limit) {
            position = view.skipWhiteSpace(from: blank, to: limit)
            found.append(view.bytes(record.start, position))
        }
        return found
    }

    /// Where the next word begins, if the one in front of it is what is left of a time: `42.830000+0000`.
    private static func rest(_ view: ByteView, _ start: Int, _ stop: Int) -> Int? {
        guard let blank = view.firstIndex(of: 0x20, from: start, to: stop), blank > start else { return nil }
        for position in start..<blank {
            switch view[position] {
            case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x2C, 0x3A, 0x5A: continue
            default: return nil
            }
        }
        return view.skipWhiteSpace(from: blank, to: stop)
    }

    /// Places of a text that is made of the beginning of one row and of the rest of another, as places of the log.
    private struct Shift {
        /// How many bytes are of the other row.
        var prefix: Int
        /// Where the rest begins, and the other row.
        var start: Int
        var of: Int

        func row(_ row: LogRow) -> LogRow {
            var row = row
            row.process = place(row.process)
            row.sender = place(row.sender)
            row.subsystem = place(row.subsystem)
            row.category = place(row.category)
            row.device = place(row.device)
            row.boot = place(row.boot)
            row.path = place(row.path)
            row.message = place(row.message)
            return row
        }

        private func place(_ range: Range<Int>) -> Range<Int> {
            if range.isEmpty { return 0..<0 }
            let offset = range.lowerBound >= prefix ? start - prefix : of
            return (range.lowerBound + offset)..<(range.upperBound + offset)
        }
    }
}
