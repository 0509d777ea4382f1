// SPDX-License-Identifier: MIT

import LifelintModel

/// Concludes the year and the zone of a log's rows from an app's own records that stand in them.
struct RowClockBuilder {
    private static let quarterHour = InstantParser.day / 96
    /// How long after a record its row may be written; whole seconds are early by as much as one.
    private static let tolerance = 2 * InstantParser.second
    /// No zone is further from UTC: 14 hours.
    private static let furthest: Int64 = 14 * 4
    /// What is before was told by a clock that was not set, or counts from something else: no app ran on a phone yet.
    private static let earliest = Int64(CalendarDay(year: 2008, month: 1, day: 1).daysSinceEpoch) * InstantParser.day

    private let firstTime: LogTime
    private var year: Int?
    /// Records that state their zones in rows that state none, and how many of them each zone fits, in quarters of an
    /// hour.
    private var zones: (records: Int, votes: [Int64: Int]) = (0, [:])
    /// What the first row calls its device, and whether others call theirs otherwise.
    private var device: (name: [UInt8], isOne: Bool)?

    /// - Parameter firstTime: that of the first row, from which the others go on.
    init(firstTime: LogTime) { self.firstTime = firstTime }

    /// Whether rows do not state everything themselves.
    var isNeeded: Bool {
        switch firstTime {
        case .instant(let instant): !instant.hasZone
        case .yearless: true
        case .clock, .missing: false
        }
    }

    /// Takes a record and the row that it stands in, or behind.
    ///
    /// - Parameter isOwn: it is the message of that row: both were written at one time.
    mutating func add(_ record: EventRecord, _ row: LogRow, isOwn: Bool) {
        guard record.time >= RowClockBuilder.earliest, let written = row.time.instant(near: record.time) else { return }
        if year == nil { year = yearOfFirst(behind: row.time, written) }
        guard isOwn, !written.hasZone, !record.isZoneAssumed else { return }
        zones.records += 1
        let ahead = written.nanoseconds.subtractingClamped(record.time)
        let quarters = Int64((Double(ahead) / Double(RowClockBuilder.quarterHour)).rounded())
        guard abs(quarters) <= RowClockBuilder.furthest,
            abs(ahead - quarters * RowClockBuilder.quarterHour) <= RowClockBuilder.tolerance
        else { return }
        zones.votes[quarters, default: 0] += 1
    }

    /// Takes what such a row calls its device.
    mutating func add(device name: [UInt8]) {
        guard let known = device else {
            device = (name, true)
            return
        }
        if known.name != name { device?.isOne = false }
    }

    /// What they tell; nil where it is nothing.
    var clock: RowClock? {
        // Some are written late, but not by whole quarters of an hour.
        let zone = zones.votes.first { $0.value * 2 > zones.records }
        var clock = RowClock(year: year, zoneOffset: zone.map { Int($0.key) * 900 })
        if let device, device.isOne, !device.name.isEmpty {
            clock?.device = String(decoding: device.name, as: UTF8.self)
        }
        return clock
    }

    /// The year of the first row, by that of a row behind it: New Year may be between them.
    private func yearOfFirst(behind time: LogTime, _ written: ReadInstant) -> Int? {
        guard case .yearless(let month, _, _) = time, case .yearless(let first, _, _) = firstTime else { return nil }
        let year = CalendarDay(daysSinceEpoch: Int(written.nanoseconds / InstantParser.day)).year
        return first - month > 6 ? year - 1 : month - first > 6 ? year + 1 : year
    }
}
