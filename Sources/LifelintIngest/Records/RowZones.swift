// SPDX-License-Identifier: MIT

import LifelintModel

/// The zones that rows of a log state, for those of its rows that state none.
///
/// A console shows what the system writes with a zone beside what loggers and scripts write without one. Who writes none
/// keeps to one: such a row is of that of the last one like it, or, as long as none is known, of that of the last row above
/// it that states one; unless only another that was stated, or UTC, brings it near its neighbours. Where none does it is
/// assumed, since a zone may have changed; and so it is where a row that another zone brings near may as well have come
/// after a pause.
struct RowZones {
    /// So far from its neighbours a row may be written: no two zones are closer.
    private static let near = 450 * InstantParser.second

    /// The zone that was stated last; the last one that is not UTC; and the one before that, if it was another.
    private var zone = ReadInstant.noZone
    private var local = ReadInstant.noZone
    private var other = ReadInstant.noZone
    /// The zone in which the last row without one is known to be; and another of such rows, if several write them.
    private var own = ReadInstant.noZone
    private var second = ReadInstant.noZone
    /// Whether two such rows one behind the other were in it: who writes UTC once does not write so ever after.
    private var isKept = false
    /// What was left open of the last row that either came after a pause or is of somebody else's.
    private var doubt: Doubt?
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
        // Who writes the time of the device follows it.
        if own == local, own != ReadInstant.noZone { own = zone }
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
        guard local != ReadInstant.noZone else { return timeOfHead(written) }
        told?.isMixed = true
        settleDoubt()
        if let zone = nearZone(written), !mayFollowPause(written, unless: zone) {
            isKept = zone == own
            if !isKept { (own, second) = (zone, own) }
            last = RowZones.time(written, in: zone)
            return (last, false)
        }
        // No row is written hours before the one above it.
        let zones = [own, local].filter { $0 != ReadInstant.noZone }
        return (RowZones.time(written, in: zones.first { ahead(written, in: $0) >= -RowZones.near } ?? zones[0]), true)
    }

    /// The time of a row above any that states a zone.
    private mutating func timeOfHead(_ written: Int64) -> (time: Int64, isAssumed: Bool)? {
        guard let head else {
            self.written = written
            return nil
        }
        let zone = Int32(clamping: head.offset)
        if tracks, head.isKnown { (own, isKept) = (zone, zone == own) }
        return (RowZones.time(written, in: zone), !tracks || !head.isKnown)
    }

    /// The zone that brings a row near its neighbours; nil if none does.
    private func nearZone(_ written: Int64) -> Int32? {
        [own, second, local, other, 0].first {
            $0 != ReadInstant.noZone && ahead(written, in: $0).magnitude <= RowZones.near.magnitude
        }
    }

    /// Whether a row that a zone brings near its neighbours came after a pause, if it is of the same as those like it.
    ///
    /// A night is as long as many a zone is far from UTC.
    private mutating func mayFollowPause(_ written: Int64, unless zone: Int32) -> Bool {
        guard own != ReadInstant.noZone, isKept || own == local, zone != own, zone != second,
            ahead(written, in: own) > RowZones.near
        else { return false }
        doubt = Doubt(zone: zone, last: last, end: RowZones.time(written, in: own))
        return true
    }

    /// Where rows go on from before the pause, there was none, and somebody writes in the other zone.
    private mutating func settleDoubt() {
        guard let doubt, last != doubt.last else { return }
        if last < doubt.end.subtractingClamped(RowZones.near) { second = doubt.zone }
        self.doubt = nil
    }

    /// How far behind the last row of which that is known a row was written.
    private func ahead(_ written: Int64, in zone: Int32) -> Int64 {
        RowZones.time(written, in: zone).subtractingClamped(last)
    }

    private static func time(_ written: Int64, in zone: Int32) -> Int64 {
        written.subtractingClamped(Int64(zone) * InstantParser.second)
    }

    /// A row of which it is not known whether a pause was in front of it.
    private struct Doubt {
        /// The zone in which there was none.
        let zone: Int32
        /// When the last row in front of it was written.
        let last: Int64
        /// When the pause ended, if there was one.
        let end: Int64
    }
}
