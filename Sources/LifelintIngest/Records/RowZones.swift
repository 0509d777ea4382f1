// SPDX-License-Identifier: MIT

import LifelintModel

/// The zones that rows of a log state, for those of its rows that state none.
///
/// A console shows what the system writes with a zone beside what loggers and scripts write without one. Who writes
/// none keeps to one: such a row is of that of the last one like it, or, as long as none is known, of that of the last
/// row above it that states one; unless only another that was stated, or UTC, brings it near its neighbours, and not
/// before the row above it where the habit has it behind that. Where none does it is assumed, since a zone may have
/// changed: of several habits then the one that brings it nearest. Where a row that another zone brings near may as
/// well have come after a pause, the rows below tell (``RowDoubt``).
struct RowZones {
    /// So far from its neighbours a row may be written: no two zones are closer.
    static let near = 450 * InstantParser.second
    /// So far before the row above it a row may stand that is not out of its order.
    private static let disorder = 10 * InstantParser.second
    /// No row states it: in its place every row is looked at.
    private static let nobodys = Int32.max

    /// The zone that was stated last, while nothing waits for a row; the last one that is not UTC; and the one before
    /// that, if it was another.
    private var zone = ReadInstant.noZone
    private var local = ReadInstant.noZone
    private var other = ReadInstant.noZone
    /// The zone in which the last row without one is known to be; and another of such rows, if several write them.
    private var own = ReadInstant.noZone
    private var second = ReadInstant.noZone
    /// Whether several rows were in the one and in the other: who writes UTC once does not write so ever after.
    private var isKept = false
    private var isSecondKept = false
    /// The last rows that either came after a pause or are of somebody else's.
    private var doubt: RowDoubt?
    /// Such rows of which another row told more: their records are told anew.
    private var settled: RowDoubt?
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

    /// Begins a batch.
    mutating func beginBatch() { doubt?.beginBatch() }

    /// Takes in the time of a row; gives whether records are told anew.
    @inline(__always) mutating func hear(_ instant: ReadInstant) -> Bool {
        guard tracks else { return false }
        if instant.zone != zone { return hearOther(instant) }
        last = instant.nanoseconds
        return false
    }

    @inline(never) private mutating func hearOther(_ instant: ReadInstant) -> Bool {
        guard instant.zone != ReadInstant.noZone else { return false }
        if told == nil { told = zoneOfHead(before: instant) }
        zone = instant.zone
        last = instant.nanoseconds
        settle(last)
        follow()
        return settled != nil
    }

    /// Takes in where the device is.
    private mutating func follow() {
        // Who writes all times as UTC does not say where the device is.
        if zone == local || zone == 0 && local != ReadInstant.noZone { return }
        if local != 0 { other = local }
        // Who writes the time of the device follows it.
        if own == local, own != ReadInstant.noZone { own = zone }
        local = zone
    }

    /// What the first row that states a zone tells of those above it: they are of that zone, unless the nearest of them
    /// would come behind it so, and not in UTC.
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
    /// - Parameters:
    ///   - written: its time as if it were UTC.
    ///   - record: the number that its record will have in the batch.
    mutating func resolve(_ written: Int64, of record: Int) -> (time: Int64, isAssumed: Bool)? {
        guard local != ReadInstant.noZone else { return timeOfHead(written) }
        told?.isMixed = true
        let zone = nearZone(written)
        if let zone, !mayFollowPause(written, unless: zone) {
            let time = RowZones.time(written, in: zone)
            keep(zone, isAnother: time != last)
            last = time
            settle(last)
            return (last, false)
        }
        if let zone {
            open(zone, written)
        } else if !(doubt?.holds(written) ?? false) || doubt?.isOfHabit == true {
            openHabit(written)
        }
        return (doubtedTime(written, of: record), true)
    }

    /// Nothing brings a row near: it is of a habit, unless it came behind a row that follows so, and not in another
    /// zone.
    private mutating func openHabit(_ written: Int64) {
        let habit = habit(written)
        if doubt?.isOfHabit == true, doubt?.far == habit, doubt?.holds(written) == true { return }
        if doubt?.isOfHabit == false { settle(RowZones.time(written, in: habit)) }
        let nearer = [own, second, local, other, 0].first {
            $0 != ReadInstant.noZone && $0 > habit && ahead(written, in: $0) >= -RowZones.near
        }
        doubt = RowDoubt(near: nearer ?? habit, far: habit, last: last, written: written, isOfHabit: true)
        zone = RowZones.nobodys
    }

    /// Of the zones that are habits the one that brings a row nearest behind the last, which it is not written before.
    private func habit(_ written: Int64) -> Int32 {
        var zones: [Int32] = []
        if isKept || own == local { zones.append(own) }
        if isSecondKept { zones.append(second) }
        if zones.isEmpty, own != ReadInstant.noZone { zones = [local, own] }
        let nearest = zones.filter { isInOrder(written, in: $0) }.min {
            ahead(written, in: $0) < ahead(written, in: $1)
        }
        return nearest ?? (isInOrder(written, in: local) ? local : zones.first ?? local)
    }

    /// Takes in the zone in which a row is known to be.
    ///
    /// - Parameter isAnother: whether it is another than the last: bare lines, and all that one row tells, have the
    ///   time of that.
    private mutating func keep(_ zone: Int32, isAnother: Bool) {
        if zone == own {
            if isAnother { isKept = true }
        } else {
            (own, second, isKept, isSecondKept) = (zone, own, zone == second, isKept)
        }
    }

    /// The time of a row above any that states a zone.
    private mutating func timeOfHead(_ written: Int64) -> (time: Int64, isAssumed: Bool)? {
        guard let head else {
            self.written = written
            return nil
        }
        let zone = Int32(clamping: head.offset)
        if tracks, head.isKnown { keep(zone, isAnother: true) }
        return (RowZones.time(written, in: zone), !tracks || !head.isKnown)
    }

    /// The zone that brings a row near its neighbours; nil if none does.
    private func nearZone(_ written: Int64) -> Int32? {
        let zone = [own, second, local, other, 0].first {
            $0 != ReadInstant.noZone && ahead(written, in: $0).magnitude <= RowZones.near.magnitude
        }
        return zone.flatMap { isSetBack(written, in: $0) ? nil : $0 }
    }

    /// Whether a zone brings a row near by setting it back, where the habit has it behind the row above it.
    ///
    /// Rows stand in their order, so it came after a pause nearly as long as the zone is far from the habit. Who is
    /// known to write in both may have kept rows back.
    private func isSetBack(_ written: Int64, in zone: Int32) -> Bool {
        if zone == own || zone == second && isSecondKept || isInOrder(written, in: zone) { return false }
        return isInOrder(written, in: habit(written))
    }

    /// Whether a row does not stand before the one above it, or hardly.
    private func isInOrder(_ written: Int64, in zone: Int32) -> Bool {
        ahead(written, in: zone) >= -RowZones.disorder
    }

    /// Whether a row that a zone brings near its neighbours came after a pause, if it is of the same as those like it.
    ///
    /// A night is as long as many a zone is far from UTC.
    private func mayFollowPause(_ written: Int64, unless zone: Int32) -> Bool {
        if let doubt, doubt.isOfHabit, doubt.far == own, doubt.near == zone, doubt.holds(written) { return true }
        return own != ReadInstant.noZone && (isKept || own == local) && zone != own && zone != second
            && ahead(written, in: own) > RowZones.near
    }

    /// A row may have come after a pause: those that go on with it wait for one that tells.
    private mutating func open(_ zone: Int32, _ written: Int64) {
        if let doubt, doubt.near == zone, doubt.far == own, !doubt.isOfHabit || doubt.holds(written) { return }
        doubt = RowDoubt(near: zone, far: own, last: last, written: written)
        self.zone = RowZones.nobodys
    }

    private mutating func doubtedTime(_ written: Int64, of record: Int) -> Int64 {
        if doubt?.add(written, of: record) == true { settled = doubt }
        return doubt?.time(written) ?? written
    }

    /// Takes in when the next row was written: where rows go on from before the pause, there was none, and somebody
    /// writes in the other zone.
    private mutating func settle(_ known: Int64) {
        guard var doubt else { return }
        doubt.settle(known)
        if doubt.isRefuted, doubt.near != doubt.far, doubt.near != own, doubt.near != second {
            (second, isSecondKept) = (doubt.near, false)
        }
        settled = doubt
        self.doubt = nil
    }

    /// Tells those records anew of which another row told more.
    mutating func tell(_ records: inout [EventRecord]) {
        settled?.tell(&records)
        settled = nil
    }

    /// Whether there are any.
    var tellsAnew: Bool { settled != nil }

    /// How far behind the last row of which that is known a row was written.
    private func ahead(_ written: Int64, in zone: Int32) -> Int64 {
        RowZones.time(written, in: zone).subtractingClamped(last)
    }

    static func time(_ written: Int64, in zone: Int32) -> Int64 {
        written.subtractingClamped(Int64(zone) * InstantParser.second)
    }
}
