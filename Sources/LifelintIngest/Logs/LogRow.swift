// SPDX-License-Identifier: MIT

import LifelintModel

/// One message of a log as its container wrote it: who wrote it when, and the text, all as places in the chunk.
///
/// A range that is empty says nothing. Of containers that escape (JSON, vis), texts are places of the escaped bytes;
/// the reader undoes the escapes of those few rows that a recogniser asks for.
struct LogRow {
    /// When it was written.
    var time = LogTime.missing
    /// The name of the process that wrote it.
    var process = 0..<0
    /// Whether that is the bundle id of an app.
    var isProcessApp = false
    /// Its process id; `Int32.min` where none is written.
    var pid: Int32 = .min
    /// The image inside the process that called the log.
    var sender = 0..<0
    /// Whether that is all that tells who wrote it, and a library of the system's: what it says of its own process is
    /// nobody's.
    var isOfLibrary = false
    var subsystem = 0..<0
    var category = 0..<0
    /// Whether the category stands where a text of the app's own may begin: a word in brackets before the message.
    var isCategoryInText = false
    /// How grave it is.
    var level = LogLevel.missing
    /// The device that the row names.
    var device = 0..<0
    /// The boot session that the row names.
    var boot = 0..<0
    /// Mach ticks since boot; `UInt64.max` if missing.
    var mach = UInt64.max
    /// Where the process's program lies, which tells apps from daemons.
    var path = 0..<0
    /// Whether rows of this form are seen in a debugger's console only.
    var showsDebugger = false
    /// Whether the row is a message; markers of the log itself (activities, counts, signposts) are none.
    var isMessage = true
    /// The text of the message on the row's own lines; what follows on lines without a prefix belongs to it, too.
    var message = 0..<0

    init() {}

    /// Whether it does not say who wrote it.
    var isNobodys: Bool { process.isEmpty && pid == .min }

    /// Whether nobody is named, and the time is such as servers that run builds stamp lines with.
    ///
    /// It is told in UTC, and to a ten-millionth of a second or closer, or without the level that loggers write. In the
    /// log of a build whatever ran there may have written the row.
    var isStampedByServer: Bool {
        guard isNobodys, case .instant(let instant) = time else { return false }
        return instant.hasZone && (instant.digits == 7 || instant.digits == 9 || level == .missing)
    }
}

/// The time of a row, as much of it as is written.
enum LogTime: Equatable {
    /// Date and time, with a zone or without one.
    case instant(ReadInstant)
    /// A time of day alone; `nanoseconds` since midnight. The zone where one is written: seconds east of UTC.
    case clock(ReadInstant, zone: Int?)
    /// Month, day and a time of day, without a year and a zone.
    case yearless(month: Int, day: Int, ReadInstant)
    case missing

    /// The instant, where its date is written; without a year, that next to a moment before it.
    func instant(near moment: Int64) -> ReadInstant? {
        switch self {
        case .instant(let instant): return instant
        case .yearless(let month, let day, let clock):
            // Half a year before the moment is the next year's; New Year's Eve may be that of a zone further west.
            let own = CalendarDay(daysSinceEpoch: Int(moment / InstantParser.day)).year
            for year in [own - 1, own, own + 1, own + 4] {
                let furthest = year < own ? InstantParser.day : 183 * InstantParser.day
                let date = CalendarDay(year: year, month: month, day: day)
                guard date.exists, (1678...2261).contains(year) else { continue }
                var instant = clock
                instant.nanoseconds = Int64(date.daysSinceEpoch) * InstantParser.day + clock.nanoseconds
                if instant.nanoseconds >= moment.subtractingClamped(furthest) { return instant }
            }
            return nil
        case .clock, .missing: return nil
        }
    }
}

/// How grave a message is.
enum LogLevel: UInt8, Sendable {
    case missing, debug, info, notice, warning, error, fault
}
