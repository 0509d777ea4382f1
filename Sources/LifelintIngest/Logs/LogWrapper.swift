// SPDX-License-Identifier: MIT

import LifelintModel

/// What another tool or a person has put around each line of a log, or around the whole of it.
///
/// Lines that go on with a message are wrapped like those that begin it.
struct LogWrapper: Sendable, Equatable {
    /// How lines are wrapped.
    enum Kind: Sendable, Equatable {
        /// `[IOSSimulatorLog] [IOS_SYSLOG_ROW] …`, `[IOSDeviceLog] …`; all other lines are the server's own.
        case appium
        /// `flutter: …` from print, `[log] …` from the developer's log; the system's lines stand as they are.
        case flutter
        /// `[ +350 ms] …`, `[ ] …`: how long after the line before, as `flutter run -v` tells; in front of a row of the
        /// system's log, too, `[ +350 ms] [DEVICE LOG] …`, which it prints again without time and process if it is the
        /// app's own.
        case flutterVerbose
        /// `2026-03-01 10:00:00.123 [info][tid:com.facebook.react.JavaScript] …`, which the console's shape reads.
        case reactNative
        /// ` LOG …`, ` (NOBRIDGE) WARN …`, as the bundler of React Native prints what scripts log, and ` BUNDLE …` of
        /// its own.
        case metro
        /// `⚡️  [log] - …`, and calls between the page and the app.
        case capacitor
        /// `[05:58:00] dbug: …`, as XHarness passes on what mlaunch and the app print.
        case xharness
        /// `[Xcode] …`: what Appium passes on of the tests that it runs.
        case xcode
        /// `> …`, as a letter or an issue quotes.
        case quote
        /// `2026-03-01T10:00:00.1234567Z …`, as a server stamps the lines of a log that it runs; these have times of
        /// their own.
        case stamp
        /// The same of a server that runs builds and tests: most lines have no time of their own, and all are of that of
        /// the stamp.
        ///
        /// Where the lines themselves show that they are of a build, stamps count that others write, too.
        case serverStamp(ofBuild: Bool)
        /// `[10:00:00]: …`, `INFO [2026-03-01 10:00:00.12]: …`: what fastlane prints, and behind `▸ ` what it passes on of
        /// the tools that it runs.
        case fastlane
        /// Lines between two rows of backticks.
        case codeFence
        /// White space that is so many columns wide: spaces, or the tabs of who quotes in columns.
        case indentation(Int)
    }

    let kind: Kind

    /// The name in reports.
    var name: String {
        switch kind {
        case .appium: "appium"
        case .flutter, .flutterVerbose: "flutter"
        case .reactNative, .metro: "react-native"
        case .capacitor: "capacitor"
        case .xharness: "xharness"
        case .xcode: "appium"
        case .fastlane: "fastlane"
        case .quote: "quote"
        case .stamp, .serverStamp: "stamp"
        case .codeFence: "code-fence"
        case .indentation: "indentation"
        }
    }

    /// Whether what it wraps is the console of an app, whatever the lines themselves look like.
    var isConsole: Bool {
        switch kind {
        case .flutter, .flutterVerbose, .reactNative, .metro, .capacitor, .xharness, .xcode: true
        default: false
        }
    }

    /// Where the content of a line begins; nil if the line is none of the log's.
    func content(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        switch kind {
        case .appium: LogWrapper.appiumContent(view, start, end)
        case .flutter: LogWrapper.behind(["flutter: ", "[log] "], view, start, end) ?? start
        case .flutterVerbose: LogWrapper.flutterContent(view, start, end)
        case .reactNative: start
        case .metro:
            LogWrapper.behind(
                LogWrapper.metroLevels, view,
                LogWrapper.behind([" (NOBRIDGE)"], view, start, end) ?? start, end) ?? start
        case .capacitor: LogWrapper.behind(["⚡️  [log] - ", "⚡️  "], view, start, end) ?? start
        case .xharness: LogWrapper.behindHarness(view, start, end) ?? start
        case .xcode: LogWrapper.behind(["[Xcode] "], view, start, end) ?? start
        case .quote: LogWrapper.behind(["> ", ">"], view, start, end) ?? start
        case .stamp: LogWrapper.behindStamp(view, start, end) ?? start
        case .serverStamp(let ofBuild): LogWrapper.behindServerStamp(view, start, end, ofBuild: ofBuild) ?? start
        case .fastlane: LogWrapper.behindFastlane(view, start, end) ?? start
        case .codeFence: LogWrapper.isFence(view, start, end) ? nil : start
        case .indentation(let count): LogWrapper.indented(view, start, end, count).position
        }
    }

    /// Whether the line is wrapped so.
    func wraps(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        switch kind {
        case .reactNative:
            ByteSearch.find("][tid:com.facebook.react", in: view, from: start, to: min(end, start + 64)) != nil
        case .codeFence: content(view, start, end) == nil
        case .flutterVerbose: LogWrapper.behindElapsed(view, start, end) != nil
        case .indentation(let count): LogWrapper.indented(view, start, end, count).columns >= count
        default: content(view, start, end).map { $0 > start } ?? false
        }
    }

    /// Whether a server stamps the lines with a date of its own.
    var stampsDays: Bool { kind == .appium || kind == .stamp || stampsTimes }

    /// Whether lines are of the time of a server's stamp.
    var stampsTimes: Bool { if case .serverStamp = kind { true } else { false } }

    /// The day that a server stamped the line with: `2026-03-01 10:00:00:123 - …`; nil where it did not.
    static func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? {
        let start = view[start] == 0x5B ? start + 1 : start
        guard end - start > 19, view[start + 4] == 0x2D, view[start + 13] == 0x3A else { return nil }
        var instants = InstantParser()
        guard let stamp = instants.dated(view, start, start + 19)?.nanoseconds else { return nil }
        let (days, rest) = stamp.quotientAndRemainder(dividingBy: InstantParser.day)
        return CalendarDay(daysSinceEpoch: Int(rest < 0 ? days - 1 : days))
    }

    private static func behind(
        _ prefixes: [StaticString], _ view: ByteView, _ start: Int, _ end: Int
    ) -> Int? {
        for prefix in prefixes where view.starts(prefix, at: start, to: end) {
            return start + prefix.utf8CodeUnitCount
        }
        return nil
    }

    /// What the bundler begins its lines with.
    private static let metroLevels: [StaticString] = [
        " LOG  ", " WARN  ", " ERROR  ", " INFO  ", " DEBUG  ", " BUNDLE  ",
    ]

    /// What the first versions of the server begin their lines with.
    private static let appiumLevels: [StaticString] = ["info: ", "debug: ", "warn: ", "error: "]

    /// The mark stands behind the name of the log, and perhaps behind a time of the server.
    private static func appiumContent(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        guard view[start] == 0x5B || view[start].isDigit || behind(appiumLevels, view, start, end) != nil else {
            return nil
        }
        let marks: [StaticString] = [
            "[IOS_SYSLOG_ROW] ", "[IOS_SYSLOG_ROW ] ", "[IOS_SYSLOG_ROW]", "[IOSDeviceLog] ", "[IOSSimulatorLog] ",
        ]
        for mark in marks {
            if let found = ByteSearch.find(mark, in: view, from: start, to: min(end, start + 96)) {
                return found + mark.utf8CodeUnitCount
            }
        }
        return nil
    }

    /// Whether a row of backticks begins or ends code there, or a line that is nothing but a mark of Markdown's, Jira's
    /// or a page's.
    static func isFence(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        switch view[start] {
        case 0x60: view.starts("```", at: start, to: end)
        case 0x7E, 0x7B, 0x3C: fences.contains { isLine($0, view, start, end) }
        default: false
        }
    }

    private static let fences: [StaticString] = ["~~~", "{noformat}", "{code}", "<pre>", "</pre>", "</code></pre>"]

    /// Whether the line is that text and nothing else.
    private static func isLine(_ text: StaticString, _ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard view.starts(text, at: start, to: end) else { return false }
        return view.skipWhiteSpace(from: start + text.utf8CodeUnitCount, to: end) == end
    }

    /// Where the content of a line begins that has the time before it that passed since the one before.
    private static func behindElapsed(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        guard view[start] == 0x5B, end - start > 10 else { return nil }
        var position = start + 1
        while view[position] == 0x20 { position += 1 }
        if view[position] == 0x2B {
            position += 1
            let digits = position
            while view[position].isDigit { position += 1 }
            guard position > digits, view.starts(" ms", at: position, to: end) else { return nil }
            position += 3
        }
        return position - start >= 9 && view.starts("] ", at: position, to: end) ? position + 2 : nil
    }

    private static let device: StaticString = "[DEVICE LOG] "
    /// So many lines above its copy, and no further, a row of the device stands.
    ///
    /// The tool reads and prints side by side, and many rows may come in one piece; but each line that may be a copy
    /// looks as far.
    private static let copyLines = 128
    private static let copyReach = 16 << 10
    /// So many lines below a row all that equals it is its copy; further away only what no other line has answered.
    private static let nearLines = 16
    /// So near the beginning of its line the mark of such a row stands.
    private static let elapsedReach = 64

    /// Of what `flutter run -v` tells, rows of the device and what is no copy of one.
    private static func flutterContent(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        let content = behindElapsed(view, start, end) ?? start
        if let row = behind([device], view, content, end) { return row }
        return isCopy(view, start, content, end) ? nil : content
    }

    /// Whether a row of the device not far above ends with what a line holds, and is not copied between the two.
    private static func isCopy(_ view: ByteView, _ start: Int, _ content: Int, _ end: Int) -> Bool {
        let last = trimmed(view, content, end)
        guard last > content else { return false }
        let copy = view.part(content, last)
        let first = max(0, start - copyReach)
        var next = start
        var open = 1
        for number in 0..<copyLines where next > first {
            let line = view.lineStart(around: next - 1, from: first)
            let stop = trimmed(view, line, next)
            next = line
            let begin = stop - copy.count
            guard begin >= line, view.holds(copy, at: begin..<stop) else { continue }
            if begin > line, view[begin - 1] == 0x20,
                ByteSearch.find(device, in: view, from: line, to: min(begin, line + elapsedReach)) != nil
            {
                open -= 1
                if open == 0 || number < nearLines { return true }
            } else if (behindElapsed(view, line, stop) ?? line) == begin {
                open += 1
            }
        }
        return false
    }

    private static func trimmed(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, view[end - 1] <= 0x20 { end -= 1 }
        return end
    }

    /// Where the content of a line begins that has a time and a level of XHarness before it.
    private static func behindHarness(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        guard end - start > 17, view[start] == 0x5B, view[start + 9] == 0x5D,
            InstantParser.clockTime(view, start + 1, start + 9) != nil
        else { return nil }
        return behind([" dbug: ", " info: ", " warn: ", " fail: "], view, start + 10, end)
    }

    /// Where the content of a line begins that has a stamp in UTC before it.
    private static func behindStamp(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        guard let stop = stampEnd(view, start, end), stop < end, view[stop] == 0x20 else { return nil }
        return stop + 1
    }

    /// Where the content of a line begins that has a stamp before it as only servers write one: with seven digits of a
    /// second, or nine, `2026-03-01T10:00:00.1234567Z …`, or with the number and the letter of a stream behind it,
    /// `2026-03-01T10:00:00.123456Z 01E …`.
    ///
    /// In front of the lines of a build any stamp is a server's: `[2026-03-01T10:00:00.123Z] …`, as Jenkins writes it,
    /// too.
    private static func behindServerStamp(_ view: ByteView, _ start: Int, _ end: Int, ofBuild: Bool) -> Int? {
        if ofBuild, view[start] == 0x5B {
            guard let stop = stampEnd(view, start + 1, end), view[stop] == 0x5D else { return nil }
            return min(stop + 2, end)
        }
        guard let stop = stampEnd(view, start, end) else { return nil }
        // A line with nothing on it may have lost the blank.
        if stop == end { return ofBuild || isServers(stop - start) ? end : nil }
        guard view[stop] == 0x20 else { return nil }
        if isServers(stop - start) { return stop + 1 }
        if stop + 4 <= end, view[stop + 1].hexDigit != nil, view[stop + 2].hexDigit != nil,
            view[stop + 3] == 0x4F || view[stop + 3] == 0x45
        {
            return min(stop + 5, end)
        }
        return ofBuild ? stop + 1 : nil
    }

    /// Where the content of a line begins that fastlane has put a time before.
    private static func behindFastlane(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        var position = behind(fastlaneLevels, view, start, end) ?? start
        guard position < end, view[position] == 0x5B else { return nil }
        // Its plain form has the time alone, that behind a level the day, and hundredths of a second.
        let clock = position == start ? position + 1 : position + 12
        guard clock + 10 < end, InstantParser.clockTime(view, clock, clock + 8) != nil else { return nil }
        position = clock + 8
        if view[position] == 0x2E {
            position += 1
            while position < end, view[position].isDigit { position += 1 }
        }
        guard view.starts("]: ", at: position, to: end) else { return nil }
        position += 3
        position = behind(["Running Tests: "], view, position, end) ?? position
        return behind(["▸ "], view, position, end) ?? position
    }

    private static let fastlaneLevels: [StaticString] = ["INFO ", "DEBUG ", "WARN ", "ERROR "]

    /// Whether a stamp of that length has seven or nine digits behind the second.
    private static func isServers(_ length: Int) -> Bool { length == 28 || length == 30 }

    /// Where a stamp in UTC ends that stands there.
    private static func stampEnd(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        guard end - start > 19, view[start + 10] == 0x54, view[start + 4] == 0x2D else { return nil }
        var stop = start + 19
        guard InstantParser.clockTime(view, start + 11, stop) != nil else { return nil }
        if view[stop] == 0x2E {
            stop += 1
            while stop < end, view[stop].isDigit { stop += 1 }
        }
        return stop < end && view[stop] == 0x5A ? stop + 1 : nil
    }

    /// Behind as much white space as so many columns hold, and how many it takes.
    private static func indented(
        _ view: ByteView, _ start: Int, _ end: Int, _ count: Int
    ) -> (position: Int, columns: Int) {
        var (position, columns) = (start, 0)
        while position < end, columns < count {
            switch view[position] {
            case 0x20: columns += 1
            case 0x09: columns += tabColumns - columns % tabColumns
            default: return (position, columns)
            }
            position += 1
        }
        return (position, columns)
    }

    /// Who quotes with spaces takes four of them, so that where tabs and spaces are mixed they reach as far.
    private static let tabColumns = 4
}

extension LogWrapper {
    static let appium = LogWrapper(kind: .appium)

    /// What a server that runs builds has put before lines.
    static func serverStamp(ofBuild: Bool) -> LogWrapper { LogWrapper(kind: .serverStamp(ofBuild: ofBuild)) }

    /// Whether a server's log holds rows of a device: its own lines, of which it begins with many, are passed over.
    static func isServers(_ view: ByteView, to end: Int) -> Bool {
        ByteSearch.find("[IOS_SYSLOG_ROW", in: view, from: 0, to: end) != nil
            || ByteSearch.find(" - [IOSDeviceLog] ", in: view, from: 0, to: end) != nil
    }

    /// The wrapper of the first lines; nil if they stand for themselves.
    static func find(_ view: ByteView, in lines: [Range<Int>]) -> LogWrapper? {
        guard let first = lines.first else { return nil }
        let fence = LogWrapper(kind: .codeFence)
        // Elsewhere than at the start it is a text that quotes a log.
        if fence.wraps(view, first.lowerBound, first.upperBound) { return fence }
        if isStamped(view, lines) { return LogWrapper(kind: .stamp) }
        let kinds: [Kind] = [
            .flutterVerbose, .flutter, .reactNative, .metro, .capacitor, .xharness, .xcode, .fastlane, .quote,
        ]
        for wrapper in kinds.map(LogWrapper.init(kind:)) {
            let wrapped = lines.count { wrapper.wraps(view, $0.lowerBound, $0.upperBound) }
            // Consoles mix what the framework prints with what the system says.
            if wrapped * (wrapper.isConsole ? 4 : 2) >= lines.count, wrapped > 0 { return wrapper }
        }
        return indentation(view, lines)
    }

    /// Whether nearly all lines have a stamp, and a fourth of them, of which many may be bare, a time of their own
    /// behind it.
    private static func isStamped(_ view: ByteView, _ lines: [Range<Int>]) -> Bool {
        var instants = InstantParser()
        var stamped = 0
        var timed = 0
        for line in lines {
            guard let content = behindStamp(view, line.lowerBound, line.upperBound) else { continue }
            stamped += 1
            var cursor = LogCursor(view, content, line.upperBound)
            _ = cursor.take(0x5B)
            if LogStamp.dated(&cursor, &instants) != nil || LogStamp.yearless(&cursor) != nil { timed += 1 }
        }
        return timed > 0 && stamped * 10 >= lines.count * 9 && timed * 4 >= stamped
    }

    /// The white space that the first line begins with, if no line has less.
    private static func indentation(_ view: ByteView, _ lines: [Range<Int>]) -> LogWrapper? {
        let brace = view.skipWhiteSpace(from: lines[0].lowerBound, to: lines[0].upperBound)
        // Readers of JSON pass over white space themselves; a bracket may stand around a time, too.
        let isTime = view[brace + 5] == 0x2D || view[brace + 3] == 0x3A
        if view[brace] == 0x7B || view[brace] == 0x5B && !view[brace + 1].isLetter && !isTime { return nil }
        let most = 16
        let least = lines.reduce(most) { least, line in
            min(least, indented(view, line.lowerBound, line.upperBound, least).columns)
        }
        guard least >= 2 else { return nil }
        return LogWrapper(kind: .indentation(least))
    }
}
