// SPDX-License-Identifier: MIT

import LifelintModel

extension EventBatch {
    /// What two readers make of the same lines, in the order of these.
    ///
    /// - Parameter rowClock: what the records of the other tell of the rows of this one.
    func joined(with other: EventBatch, rowClock: RowClock? = nil) -> EventBatch {
        if other.records.isEmpty, other.problemCount == 0 { return self }
        guard bytes.count + other.bytes.count < Int(UInt32.max) else { return self }
        let shift = UInt32(bytes.count)
        func moved(_ text: Text) -> Text {
            text.isPresent ? Text(offset: text.offset &+ shift, length: text.length) : text
        }
        let theirs = other.records.map { record in
            var record = record
            record.changeTexts(moved)
            record.attributesStart &+= UInt32(clamping: attributes.count)
            return record
        }
        let theirAttributes = other.attributes.map { attribute in
            var attribute = attribute
            attribute.text = moved(attribute.text)
            attribute.keyText = moved(attribute.keyText)
            return attribute
        }
        return EventBatch(
            bytes: bytes + other.bytes, records: EventBatch.merged(records, theirs),
            attributes: attributes + theirAttributes,
            problems: Array(
                (problems + other.problems).sorted { $0.offset < $1.offset }
                    .prefix(IngestLimits.keptProblemsPerBatch)),
            problemCount: problemCount + other.problemCount, lineCount: max(lineCount, other.lineCount),
            recordCount: max(recordCount, other.recordCount), exitCounts: exitCounts + other.exitCounts,
            assumesYear: assumesYear || other.assumesYear, isDateAssumed: isDateAssumed || other.isDateAssumed,
            leapYear: leapYear ?? other.leapYear, rowClock: rowClock, rowZone: rowZone)
    }

    /// The batch without some of its records, of each of which is told why it is left out.
    func without(_ why: String, where isLeftOut: (EventRecord) -> Bool) -> EventBatch {
        var (kept, leftOut): ([EventRecord], [EventRecord]) = ([], [])
        for record in records { if isLeftOut(record) { leftOut.append(record) } else { kept.append(record) } }
        if leftOut.isEmpty { return self }
        let told = leftOut.map { record in
            ReadingProblem(
                offset: record.offset, line: Int(record.line), column: Int(record.column), code: .badTime, message: why)
        }
        return EventBatch(
            bytes: bytes, records: kept, attributes: attributes,
            problems: Array(
                (problems + told).sorted { $0.offset < $1.offset }.prefix(IngestLimits.keptProblemsPerBatch)),
            problemCount: problemCount + told.count, lineCount: lineCount, recordCount: recordCount,
            exitCounts: exitCounts, assumesYear: assumesYear, isDateAssumed: isDateAssumed, leapYear: leapYear,
            rowZone: rowZone)
    }

    /// By their places in the input; what one reader found stays in its order.
    private static func merged(_ left: [EventRecord], _ right: [EventRecord]) -> [EventRecord] {
        var merged: [EventRecord] = []
        merged.reserveCapacity(left.count + right.count)
        var (first, second) = (0, 0)
        while first < left.count, second < right.count {
            if left[first].offset <= right[second].offset {
                merged.append(left[first])
                first += 1
            } else {
                merged.append(right[second])
                second += 1
            }
        }
        merged.append(contentsOf: left[first...])
        merged.append(contentsOf: right[second...])
        return merged
    }
}
