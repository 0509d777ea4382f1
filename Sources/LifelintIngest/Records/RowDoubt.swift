// SPDX-License-Identifier: MIT

import LifelintModel

/// Rows without a zone that one zone brings near the row above them, and that of those like them behind a pause.
///
/// Which it was the rows below tell; until then they are told near, since nobody's rows are written hours behind those
/// that follow them.
struct RowDoubt {
    /// The zone in which there was no pause.
    let near: Int32
    /// The zone in which there was.
    let far: Int32
    /// When the last row in front of them was written of which that is known.
    private let last: Int64
    /// When the first and the last of them were written, as if that were UTC.
    private let first: Int64
    private(set) var tail: Int64
    /// Whether they are told behind a pause.
    private(set) var isFar: Bool
    /// Whether nothing brings them near, and who writes so has the habit of that zone.
    let isOfHabit: Bool
    /// Whether rows below show that there was none.
    private(set) var isRefuted = false
    /// Their records in the batch.
    private var rows: [(record: Int, written: Int64)] = []

    init(near: Int32, far: Int32, last: Int64, written: Int64, isOfHabit: Bool = false) {
        isFar = isOfHabit
        self.isOfHabit = isOfHabit
        self.near = near
        self.far = far
        self.last = last
        first = written
        tail = written
    }

    /// When a row was written that is one of them.
    func time(_ written: Int64) -> Int64 { RowZones.time(written, in: isFar ? far : near) }

    /// Whether a row that nothing brings near goes on with them.
    func holds(_ written: Int64) -> Bool { written >= tail.subtractingClamped(RowZones.near) }

    /// Takes in a row; gives whether those above it are told anew.
    ///
    /// Who goes on for long, and nobody else does, is the one who wrote before.
    mutating func add(_ written: Int64, of record: Int) -> Bool {
        tail = written
        if rows.last?.record == record { rows.removeLast() }
        rows.append((record, written))
        guard !isFar, written.subtractingClamped(first) > RowZones.near else { return false }
        isFar = true
        return true
    }

    /// Takes in when a row below them was written.
    ///
    /// One hours before the end of the pause shows that there was none, one near its end that there was one.
    mutating func settle(_ known: Int64) {
        let behind = known.subtractingClamped(RowZones.time(tail, in: far))
        isRefuted = behind < -RowZones.near
        if behind <= RowZones.near { isFar = !isRefuted }
    }

    /// Forgets the records of a batch that is told.
    mutating func beginBatch() { rows = [] }

    /// Tells their records anew.
    func tell(_ records: inout [EventRecord]) {
        for (index, written) in rows where index < records.count && records[index].isZoneAssumed {
            let (known, told) = (records[index].time, time(written))
            guard known == RowZones.time(written, in: near) || known == RowZones.time(written, in: far) else {
                continue
            }
            records[index].time = told
            records[index].order = records[index].order.addingClamped(told.subtractingClamped(known))
            let isNear = told.subtractingClamped(last).magnitude <= RowZones.near.magnitude
            if isRefuted, isNear { records[index].isZoneAssumed = false }
        }
    }
}
