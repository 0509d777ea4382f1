// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// One input after the look: what it is, and what is known of it before it is read.
struct PlannedInput {
    var discovered: DiscoveredInput?
    var bytes: [UInt8]?
    /// A member of an archive, where it waits to be read.
    var spooled: (SpoolFile, Range<Int64>)?
    var path: String
    /// nil where it is not read.
    var format: (any InputFormat)?
    var stream: ByteStream?
    var firstOrder: Int64
    var size: Int64?
    var settings: ReadingSettings?
    var summary: InputSummary
    /// Problems that the look has met.
    var problems = 0
    /// Its end is missing.
    var isCut = false
    /// It was named itself: it does not merely lie in a folder or an archive.
    var isNamed = false
    /// The device of those of its records that name none, where others tell it.
    var device: String?
    /// The models that this device has, where some of those records may tell another one.
    var models: Set<String> = []
    /// Whose process it is about, where only a file beside it says that.
    var owner: SessionOwner?
    /// What a log calls the one device that wrote it.
    var host: String?
    /// Others tell the zone of other logs of that device.
    var isZoneOfHost = false
    /// Nobody states of which day its records are, and others are of days that are stated: its runs are apart from
    /// theirs.
    var isUndated = false
    /// Nobody states of which day its records are.
    var isDateAssumed = false
    /// All its records have machine ticks.
    var hasTicks = false
    /// All that it holds, where the look has read it to its end.
    var kept: KeptBatch?

    /// Its bytes, from the first on: of a file, a member of an archive, or standard input.
    func open() throws(FileError) -> ByteStream {
        if let stream { return stream }
        if let bytes { return ByteStream(bytes: bytes, path: path) }
        if let (spool, range) = spooled { return ByteStream(spool: spool, range: range, path: path) }
        if let discovered { return try discovered.open() }
        throw FileError(code: .openFailed, path: path, reason: "it can be read only once: name a file in place of it")
    }

    /// What was assumed of times of day without a date, in words.
    var dateAssumption: String {
        guard let settings, settings.isDateInferred, let date = settings.date else {
            return
                "times without a date are taken as of 2000-01-01, and lines without a time as of its beginning; --date says otherwise"
        }
        let start = Timestamp(nanoseconds: Int64(date.daysSinceEpoch) * 86_400_000_000_000, digits: 0).rfc3339
        return "times without a date are taken as from \(start.prefix(10)) on, which makes them agree with other inputs"
    }

    /// What was assumed of times without a year, in words.
    var yearAssumption: String {
        guard let year = settings?.year else {
            return "times without a year are taken as of 1970; --year says otherwise"
        }
        return "times without a year are taken as of \(year), which brings them closest to other inputs"
    }

    /// What was assumed of times without a year of which the first is of 29 February, in words.
    func leapYearAssumption(_ year: Int) -> String {
        let said = "times without a year are taken as of \(year), since they begin on 29 February"
        guard let stated = settings?.year, settings?.isYearInferred != true else {
            return "\(said); --year says otherwise"
        }
        return "\(said), which \(stated) has not"
    }

    /// What was assumed of times without a zone, in words.
    var zoneAssumption: String {
        if settings?.rowZone != nil {
            return "times without a zone are taken in that of the rows above them; --timezone says otherwise"
        }
        guard let settings, settings.isZoneInferred, let offset = settings.zoneOffset else {
            return "times without a zone are taken as UTC; --timezone says otherwise"
        }
        let sign = offset < 0 ? "-" : "+"
        let hours = abs(offset) / 3_600
        let minutes = abs(offset) / 60 % 60
        let text = sign + (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
        let reason =
            isZoneOfHost ? "as in other logs of the device" : "which makes them agree with other inputs"
        return "times without a zone are taken as \(text), \(reason)"
    }

    /// Small inputs are read whole: they need no open file while they wait.
    static let smallBytes: Int64 = 256 << 10
}

/// What the look has read of an input, until somebody takes it: then nobody else keeps it.
final class KeptBatch {
    private var batch: EventBatch?

    init(_ batch: EventBatch) { self.batch = batch }

    /// The batch, the first time; whoever asks again has to read the input.
    func take() -> EventBatch? {
        defer { batch = nil }
        return batch
    }
}
