// SPDX-License-Identifier: MIT

import LifelintModel

/// The zones that rows of a log state, for those of its rows that state none.
///
/// A console shows what the system writes with a zone beside what loggers and scripts write without one. Such a row is of
/// the zone of the last row above it that states one, unless another that was stated, or UTC, brings it near its neighbours
/// and that one does not. Where none does it is assumed, since a zone may have changed.
struct RowZones {
    /// So far from its neighbours a row may be written: no two zones are closer.
    private static let near = 450 * InstantParser.second

    /// The zone that was stated last; the last one that is not UTC; and the one before that, if it was another.
    private var zone = ReadInstant.noZone
    private var local = ReadInstant.noZone
    private var other = ReadInstant.noZone
    /// When the last row was written of which that is known.
    private var last: Int64 = 0
    /// When the last row above any that states a zone was written, as if that were UTC.
    private var written: Int64?
    /// Whether a row stated no zone before any did.
    var lacksZone: Bool { written != nil }
    /// What the beginning of the log told of the rows above the first that states a zone.
    private let head: RowZone?
    /// Whether rows come in their order, all of them.
    private let tracks: Bool
    /// What the rows have told so far.
    private(set) var told: RowZone?

    /// - Parameters:
    ///   - known: what the beginning of the log told.
    ///   - tracks: whether rows come in their order; else no more is known than what the beginning told.
    init(_ known: RowZone? = nil, tracks: Bool = true) {
        self.tracks = tracks
        head = known
        told = known
    }

    /// Takes in the time of a row.
    @inline(__always) mutating func hear(_ instant: ReadInstant) {
        guard tracks else { return }
        if instant.zone == zone { last = instant.nanoseconds } else { hearOther(instant) }
    }

    @inline(never) private mutating func hearOther(_ instant: ReadInstant) {
        guard instant.zone != ReadInstant.noZone else { return }
        if told == nil { told = zoneOfHead(before: instant) }
        zone = instant.zone
        last = instant.nanoseconds
        // Who writes all times as UTC does not say where the device is.
        if zone == local || zone == 0 && local != ReadInstant.noZone { return }
        if local != 0 { other = local }
        local = zone
    }

    /// What the first row that states a zone tells of those above it: they are of that zone, unless the nearest of them would come
    /// behind it so, and not in UTC.
    private func zoneOfHead(before first: ReadInstant) -> RowZone {
        guard let written else { return RowZone(offset: Int(first.zone), isMixed: false, isKnown: true) }
        func ahead(in zone: Int32) -> Int64 { RowZones.time(written, in: zone).subtractingClamped(first.nanoseconds) }
        let isBehind = ahead(in: first.zone) > RowZones.near
        let zone = isBehind && ahead(in: 0).magnitude <= RowZones.near.magnitude ? 0 : first.zone
        return RowZone(
            offset: Int(zone), isMixed: true, isKnown: ahead(in: zone).magnitude <= RowZones.near.magnitude)
    }

    /// The time of a row that states no zone, and whether that is merely assumed; nil where no row has stated one.
    ///
    /// - Parameter written: its time as if it were UTC.
    mutating func resolve(_ written: Int64) -> (time: Int64, isAssumed: Bool)? {
        guard local != ReadInstant.noZone else {
            if let head {
                return (RowZones.time(written, in: Int32(clamping: head.offset)), !tracks || !head.isKnown)
            }
            self.written = written
            return nil
        }
        told?.isMixed = true
        for candidate in [local, other, 0] where candidate != ReadInstant.noZone {
            let time = RowZones.time(written, in: candidate)
            if time.subtractingClamped(last).magnitude <= RowZones.near.magnitude {
                last = time
                return (time, false)
            }
        }
        return (RowZones.time(written, in: local), true)
    }

    private static func time(_ written: Int64, in zone: Int32) -> Int64 {
        written.subtractingClamped(Int64(zone) * InstantParser.second)
    }
}
