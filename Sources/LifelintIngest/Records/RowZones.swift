// SPDX-License-Identifier: MIT

import LifelintModel

/// The zones that rows of a log state, for those of its rows that state none.
///
/// A console shows what the system writes with a zone beside what loggers and scripts write without one. Such a row is of
/// the zone of the last row above it that states one, else of the first below. Where that brings it close to its
/// neighbours, it is known; where it does not, it is assumed.
struct RowZones {
    /// So far from its neighbours a row may be written: no two zones are closer.
    private static let near = 450 * InstantParser.second

    /// The zone that was stated last, and the one before it that was another.
    private var zone = ReadInstant.noZone
    private var other = ReadInstant.noZone
    /// What rows without a zone are read in.
    private var chosen = ReadInstant.noZone
    /// Whether one of them stood close to its neighbours so.
    private var isShown = false
    /// When the last row was written of which that is known.
    private var last: Int64 = 0
    /// Whether rows come in their order, all of them.
    private let tracks: Bool
    /// Whether a row stated no zone before any did.
    private(set) var lacksZone = false
    /// What the rows have told so far.
    private(set) var told: RowZone?

    /// - Parameters:
    ///   - known: what the beginning of the log told.
    ///   - tracks: whether rows come in their order; else no more is known than what the beginning told.
    init(_ known: RowZone? = nil, tracks: Bool = true) {
        self.tracks = tracks
        guard let known else { return }
        told = known
        zone = Int32(clamping: known.offset)
        chosen = zone
        last = known.time
    }

    /// Takes in the time of a row.
    @inline(__always) mutating func hear(_ instant: ReadInstant) {
        guard tracks else { return }
        if instant.zone == zone { last = instant.nanoseconds } else { hearOther(instant) }
    }

    @inline(never) private mutating func hearOther(_ instant: ReadInstant) {
        guard instant.zone != ReadInstant.noZone else { return }
        if told == nil {
            told = RowZone(offset: Int(instant.zone), time: instant.nanoseconds, isMixed: lacksZone)
        }
        // Who writes all times as UTC does not say where the device is.
        if chosen == ReadInstant.noZone || chosen == zone && instant.zone != 0 && instant.zone != other {
            chosen = instant.zone
        }
        other = zone
        zone = instant.zone
        last = instant.nanoseconds
    }

    /// The time of a row that states no zone, and whether that is merely assumed; nil where no row has stated one.
    ///
    /// - Parameter written: its time as if it were UTC.
    mutating func resolve(_ written: Int64) -> (time: Int64, isAssumed: Bool)? {
        guard zone != ReadInstant.noZone else {
            lacksZone = true
            return nil
        }
        if tracks { told?.isMixed = true }
        // No row is written before the one above it: what seems so was written in another zone.
        for candidate in [chosen, zone, other, 0] where candidate != ReadInstant.noZone {
            let time = RowZones.time(written, in: candidate)
            let ahead = time.subtractingClamped(last)
            if ahead > RowZones.near { break }
            guard ahead >= -RowZones.near else { continue }
            if tracks {
                chosen = candidate
                isShown = true
                last = time
            }
            return (time, false)
        }
        return (RowZones.time(written, in: chosen), !isShown)
    }

    private static func time(_ written: Int64, in zone: Int32) -> Int64 {
        written.subtractingClamped(Int64(zone) * InstantParser.second)
    }
}
