// SPDX-License-Identifier: MIT

import LifelintModel

extension EventBatch {
    /// The same events as those of the input with that number.
    func numbered(_ input: UInt32) -> EventBatch {
        guard let first = records.first, first.input != input else { return self }
        var records = records
        for index in records.indices { records[index].input = input }
        return EventBatch(
            bytes: bytes, records: records, attributes: attributes, problems: problems, problemCount: problemCount,
            lineCount: lineCount, recordCount: recordCount, exitCounts: exitCounts, assumesYear: assumesYear,
            isDateAssumed: isDateAssumed, leapYear: leapYear, rowClock: rowClock, rowZone: rowZone,
            unreadable: unreadable)
    }
}
