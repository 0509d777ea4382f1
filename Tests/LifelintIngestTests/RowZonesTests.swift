// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

/// The zones of rows that state none, as the rows around them tell them.
@Suite struct RowZonesTests {
    private static func instant(_ text: some StringProtocol) throws -> ReadInstant {
        var instants = InstantParser()
        return try #require(Array("2026-03-\(text)".utf8).withView { instants.instant($0, 0, $0.count) }, "\(text)")
    }

    /// Rows of a log, and by UTC the times of those that state no zone; with a mark where it is assumed.
    private static let logs: [([String], [String])] = [
        // Who wrote UTC before writes it behind a pause, too, of ten minutes, and of an hour, as long as the zone is.
        (
            ["01 04:00:00.0-0500", "01 09:00:06.0", "01 09:10:10.0", "01 04:10:12.0-0500", "01 09:10:16.0"],
            ["01 09:00:06.0", "01 09:10:10.0?", "01 09:10:16.0"]
        ),
        (
            [
                "01 10:00:00.0+0100", "01 09:00:04.0", "01 09:00:05.0", "01 10:00:10.0", "01 10:00:11.0",
                "01 11:00:20.0+0100", "01 10:00:25.0",
            ], ["01 09:00:04.0", "01 09:00:05.0", "01 10:00:10.0?", "01 10:00:11.0?", "01 10:00:25.0"]
        ),
        // Who wrote the time of the device goes on with that.
        (
            ["01 17:00:00.0-0500", "01 17:00:06.0", "01 22:01:10.0", "01 22:01:12.0-0500", "01 22:01:15.0"],
            ["01 22:00:06.0", "02 03:01:10.0?", "02 03:01:15.0"]
        ),
        // A change of the zone that the log tells is followed, to the east and to the west.
        (
            ["01 10:00:00.0-0500", "01 10:00:01.0", "01 16:00:05.0+0100", "01 16:00:06.0"],
            ["01 15:00:01.0", "01 15:00:06.0"]
        ),
        (
            ["01 16:00:00.0+0100", "01 16:00:01.0", "01 10:00:05.0-0500", "01 10:20:06.0"],
            ["01 15:00:01.0", "01 15:20:06.0?"]
        ),
        // Two write without a zone. No row is written an hour before the one above it; else the next row shows it.
        (
            ["01 10:00:00.0+0100", "01 10:00:01.0", "01 09:00:02.0", "01 10:00:03.0", "01 09:00:04.0"],
            ["01 09:00:01.0", "01 09:00:02.0", "01 09:00:03.0", "01 09:00:04.0"]
        ),
        (
            [
                "01 10:00:00.0+0100", "01 09:00:01.0", "01 09:00:02.0", "01 10:00:03.0", "01 09:00:04.0",
                "01 10:00:05.0", "01 09:00:06.0",
            ],
            ["01 09:00:01.0", "01 09:00:02.0", "01 09:00:03.0", "01 09:00:04.0", "01 09:00:05.0", "01 09:00:06.0"]
        ),
        // The next row shows that there was no pause, and so that another writes UTC; without one none is told.
        (
            [
                "01 10:00:00.0-0500", "01 10:00:00.2", "01 15:00:03.1", "01 15:00:03.3", "01 10:00:05.0-0500",
                "01 10:00:06.2", "01 15:00:08.0",
            ], ["01 15:00:00.2", "01 15:00:03.1", "01 15:00:03.3", "01 15:00:06.2", "01 15:00:08.0"]
        ),
        (
            ["01 10:00:00.0-0500", "01 10:00:00.2", "01 15:00:03.1", "01 10:20:00.0"],
            ["01 15:00:00.2", "01 15:00:03.1", "01 15:20:00.0?"]
        ),
        (["01 10:00:00.0-0500", "01 10:00:00.2", "01 15:00:03.1"], ["01 15:00:00.2", "01 15:00:03.1?"]),
        (
            ["01 10:00:00.0-0500", "01 10:00:00.2", "01 15:00:03.1", "01 16:00:00.0-0500"],
            ["01 15:00:00.2", "01 15:00:03.1?"]
        ),
        // Who alone goes on for long is the one who wrote before, unless a row shows that there was no pause.
        (
            ["01 17:00:00.0-0500", "01 17:00:06.0", "01 22:01:10.0", "01 22:08:00.0", "01 22:15:00.0"],
            ["01 22:00:06.0", "02 03:01:10.0?", "02 03:08:00.0?", "02 03:15:00.0?"]
        ),
        (
            [
                "01 17:00:00.0-0500", "01 17:00:06.0", "01 22:01:10.0", "01 22:08:00.0", "01 22:15:00.0",
                "01 17:16:00.0-0500",
            ], ["01 22:00:06.0", "01 22:01:10.0", "01 22:08:00.0?", "01 22:15:00.0?"]
        ),
        // One row of UTC is no habit.
        (["01 10:00:00.0+0100", "01 09:00:01.0", "01 10:00:03.0"], ["01 09:00:01.0", "01 09:00:03.0"]),
        (["01 05:00:00.0-0500", "01 10:00:01.0", "01 05:10:10.0"], ["01 10:00:01.0", "01 10:10:10.0?"]),
        (
            ["01 10:00:00.0+0100", "01 10:00:01.0", "01 10:00:03.0", "01 09:00:03.4", "01 10:20:08.0"],
            ["01 09:00:01.0", "01 09:00:03.0", "01 09:00:03.4", "01 09:20:08.0?"]
        ),
        // Nor are several events of it, or bare lines below.
        (
            ["01 05:00:00.0-0500", "01 10:00:01.0", "01 10:00:01.0", "01 05:10:10.0"],
            ["01 10:00:01.0", "01 10:00:01.0", "01 10:10:10.0?"]
        ),
        // No row stands behind those that follow it, if another zone has it before them.
        (
            ["01 10:00:00.0-0500", "01 15:20:08.0", "01 15:20:09.0", "01 10:20:10.0-0500", "01 15:20:11.0"],
            ["01 15:20:08.0?", "01 15:20:09.0?", "01 15:20:11.0"]
        ),
        // Nor does one stand before the row above it where the habit has it behind that, as after a pause nearly as
        // long as the zone is far from UTC, be that of the one who wrote the time of the device or of one who wrote UTC.
        (
            ["01 22:00:00.1-0500", "01 22:00:00.3", "01 22:00:06.3", "02 02:56:00.3", "02 03:05:00.3"],
            ["02 03:00:00.3", "02 03:00:06.3", "02 07:56:00.3?", "02 08:05:00.3?"]
        ),
        (
            ["01 10:00:00.1+0100", "01 09:00:00.3", "01 09:00:05.3", "01 09:58:00.3", "01 09:58:01.3"],
            ["01 09:00:00.3", "01 09:00:05.3", "01 09:58:00.3?", "01 09:58:01.3?"]
        ),
        (["01 22:00:00.1-0500", "02 02:56:00.3"], ["02 07:56:00.3?"]),
        // A row that states its zone may follow long after; where it shows that there was no pause, rows were kept back.
        (
            ["01 22:00:00.1-0500", "01 22:00:06.3", "02 02:56:00.3", "02 03:05:00.3-0500"],
            ["02 03:00:06.3", "02 07:56:00.3?"]
        ),
        (
            ["01 22:00:00.1-0500", "01 22:00:06.3", "02 02:56:00.3", "01 22:00:10.0-0500"],
            ["02 03:00:06.3", "02 02:56:00.3"]
        ),
        // Of two habits that is taken which leaves the shorter pause.
        (
            [
                "01 10:00:00.0+0100", "01 10:00:01.0", "01 10:00:02.0", "01 09:00:03.0", "01 09:00:04.0",
                "01 10:20:08.0",
            ], ["01 09:00:01.0", "01 09:00:02.0", "01 09:00:03.0", "01 09:00:04.0", "01 09:20:08.0?"]
        ),
    ]

    @Test(arguments: logs)
    func `Who writes no zone keeps to one, and what may be a pause is told by the rows below`(
        rows: [String], told: [String]
    ) throws {
        var batch = BatchBuilder()
        for row in rows {
            let instant = try Self.instant(row)
            batch.hear(instant)
            if instant.hasZone { continue }
            let resolved = batch.resolve(instant.nanoseconds)
            var record = EventRecord()
            (record.time, record.isZoneAssumed) = try #require(resolved)
            record.order = record.time
            batch.records.append(record)
        }
        #expect(batch.records.map(\.isZoneAssumed) == told.map { $0.hasSuffix("?") })
        #expect(try batch.records.map(\.time) == told.map { try Self.instant($0.prefix { $0 != "?" }).nanoseconds })
        #expect(batch.records.allSatisfy { $0.order == $0.time })
    }

    @Test func `Rows above the first that states a zone tell that of those below it`() throws {
        var zones = RowZones(RowZone(offset: 0, isMixed: true, isKnown: true))
        let above = try Self.instant("01 14:42:10.0").nanoseconds
        let known = zones.resolve(above, of: 0)
        #expect(known?.time == above && known?.isAssumed == false)
        let isAnew = zones.hear(try Self.instant("01 09:42:19.0-0500"))
        #expect(!isAnew)
        let below = try Self.instant("01 14:55:00.0").nanoseconds
        let assumed = zones.resolve(below, of: 1)
        #expect(assumed?.time == below && assumed?.isAssumed == true)
    }
}
