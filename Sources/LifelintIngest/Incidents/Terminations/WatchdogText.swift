// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads what a watchdog says of the time that it measured, in any of the layouts: lines, bars, quoted lists.
enum WatchdogText {
    /// What the range says; nil if no watchdog speaks in it.
    static func read(_ text: String) -> IncidentWatchdog? { Array(text.utf8).withView { read($0, 0, $0.count) } }

    /// What the range says; nil if no watchdog speaks in it.
    static func read(_ view: ByteView, _ from: Int, _ to: Int) -> IncidentWatchdog? {
        var watchdog = IncidentWatchdog()
        readSentence(view, from, to, into: &watchdog)
        if let event = field("WatchdogEvent:", view, from, to) { watchdog.event = event }
        watchdog.processVisibility = field("ProcessVisibility:", view, from, to)
        watchdog.processState = field("ProcessState:", view, from, to)
        watchdog.watchdogVisibility = field("WatchdogVisibility:", view, from, to)
        let total = processorTime("Elapsed total CPU time (seconds):", view, from, to)
        watchdog.totalProcessorTime = total.time
        watchdog.totalProcessorShare = total.share
        let app = processorTime("Elapsed application CPU time (seconds):", view, from, to)
        watchdog.appProcessorTime = app.time
        watchdog.appProcessorShare = app.share
        watchdog.thermalLevel = field("Thermal Level:", view, from, to).flatMap { Int($0) }
        watchdog.thermalState = field("Thermal State:", view, from, to)
        return watchdog == IncidentWatchdog() ? nil : watchdog
    }

    /// `scene-create watchdog transgression: … exhausted CPU time allowance of 2.32 seconds`, or
    /// `… failed to terminate gracefully after 5.0s`, or `… failed to scene-create in time`.
    private static func readSentence(_ view: ByteView, _ from: Int, _ to: Int, into watchdog: inout IncidentWatchdog) {
        if let sentence = ByteSearch.find(" watchdog transgression", in: view, from: from, to: to) {
            var start = sentence
            while start > from, isWordByte(view[start - 1]) { start -= 1 }
            watchdog.event = IncidentValues.text(view, start, sentence)
        } else if let failed = ByteSearch.find("failed to ", in: view, from: from, to: to),
            let late = ByteSearch.find(" in time", in: view, from: failed, to: to)
        {
            let start = failed + 10
            if (start..<max(start, late)).allSatisfy({ isWordByte(view[$0]) }) {
                watchdog.event = IncidentValues.text(view, start, late)
            }
        }
        if let allowance = ByteSearch.find("time allowance of ", in: view, from: from, to: to) {
            watchdog.allowance = nanoseconds(view, allowance + 18, to)
            let exhausted = ByteSearch.findLast("exhausted ", in: view, from: from, to: allowance) ?? allowance
            watchdog.measuresProcessorTime =
                ByteSearch.find("CPU", in: view, from: exhausted, to: allowance) != nil
        } else if let graceful = ByteSearch.find("terminate gracefully after ", in: view, from: from, to: to) {
            watchdog.allowance = nanoseconds(view, graceful + 27, to)
        }
    }

    /// The value behind a label: to the end of the line, the bar, the quote or the bracket that closes it.
    private static func field(_ label: StaticString, _ view: ByteView, _ from: Int, _ to: Int) -> String? {
        guard let found = ByteSearch.find(label, in: view, from: from, to: to) else { return nil }
        var end = found + label.utf8CodeUnitCount
        let start = end
        while end < to, !endsField(view[end]) { end += 1 }
        return IncidentValues.text(view, start, end)
    }

    /// `29.600 (user 23.300, system 6.300), 48% CPU`: nanoseconds and a share of all cores.
    private static func processorTime(
        _ label: StaticString, _ view: ByteView, _ from: Int, _ to: Int
    ) -> (time: Int64?, share: Double?) {
        guard let found = ByteSearch.find(label, in: view, from: from, to: to) else { return (nil, nil) }
        let start = found + label.utf8CodeUnitCount
        let time = nanoseconds(view, start, to)
        let line = view.firstIndex(of: 0x0A, from: start, to: to) ?? to
        guard let percent = view.firstIndex(of: 0x25, from: start, to: line) else { return (time, nil) }
        var digits = percent
        while digits > start, view[digits - 1].isDigit || view[digits - 1] == 0x2E { digits -= 1 }
        let share = DecimalNumber(view, digits, percent)?.double(view, digits, percent)
        return (time, share.map { $0 / 100 })
    }

    /// Seconds as nanoseconds; nil if none are written there.
    private static func nanoseconds(_ view: ByteView, _ from: Int, _ to: Int) -> Int64? {
        var start = from
        while start < to, view[start] == 0x20 { start += 1 }
        guard let number = DecimalNumber.prefix(view, start, to)?.number, !number.isNegative else { return nil }
        return number.scaled(by: UInt64(InstantParser.second))
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == 0x2D }

    private static func endsField(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == 0x7C || byte == 0x22 || byte == 0x3E || byte == 0x29
    }
}
