// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads what a watchdog says of the time that it measured, in any of the layouts: lines, bars, quoted lists.
///
/// A class, since it is handed around and has a text for each of its words.
final class WatchdogText: Sendable {
    private let words: WatchdogWords

    init(_ words: TerminationWords) { self.words = WatchdogWords(words) }

    /// What the range says; nil if no watchdog speaks in it.
    func read(_ text: String) -> IncidentWatchdog? { Array(text.utf8).withView { read($0, 0, $0.count) } }

    /// What the range says; nil if no watchdog speaks in it.
    func read(_ view: ByteView, _ from: Int, _ to: Int) -> IncidentWatchdog? {
        var watchdog = IncidentWatchdog()
        readSentence(view, from, to, into: &watchdog)
        if let event = field(words.event, view, from, to) { watchdog.event = event }
        watchdog.processVisibility = field(words.processVisibility, view, from, to)
        watchdog.processState = field(words.processState, view, from, to)
        watchdog.watchdogVisibility = field(words.watchdogVisibility, view, from, to)
        let total = processorTime(words.totalProcessorTime, view, from, to)
        watchdog.totalProcessorTime = total.time
        watchdog.totalProcessorShare = total.share
        let app = processorTime(words.appProcessorTime, view, from, to)
        watchdog.appProcessorTime = app.time
        watchdog.appProcessorShare = app.share
        watchdog.statedShare = share(behind: words.share, view, from, to)
        watchdog.thermalLevel = field(words.thermalLevel, view, from, to).flatMap { Int($0) }
        watchdog.thermalState = field(words.thermalState, view, from, to)
        return watchdog == IncidentWatchdog() ? nil : watchdog
    }

    /// The process that it ended: `… watchdog transgression: application<com.acme.notes>:815 exhausted …`, up to iOS 12
    /// by its bundle id alone, or `com.acme.notes failed to launch in time`, or
    /// `[application<com.acme.notes>:815] failed to terminate gracefully after 5.0s`.
    func process(in text: String) -> (bundle: String, pid: Int32?)? {
        Array(text.utf8).withView { view in
            guard var start = words.transgression.find(in: view, from: 0, to: view.count) else {
                guard let failed = words.failed.find(in: view, from: 0, to: view.count) else { return nil }
                let end = failed > 0 && view[failed - 1] == 0x20 ? failed - 1 : failed
                var first = end
                while first > 0, !IncidentValues.isBlank(view[first - 1]) { first -= 1 }
                if let tag = tag(view, first, end) { return named(by: tag, view) }
                return bundle(view, first, end).map { ($0, nil) }
            }
            start += words.transgression.count
            while start < view.count, view[start] == 0x3A || view[start] == 0x20 { start += 1 }
            if let tag = ProcessTag(view, start, view.count) { return named(by: tag, view) }
            return words.exhausted.find(in: view, from: start, to: view.count).flatMap { exhausted in
                bundle(view, start, exhausted).map { ($0, nil) }
            }
        }
    }

    /// The tag that ends a word: a label may stand in front of it, as in `explanation:[application<com.acme.notes>:815]`.
    private func tag(_ view: ByteView, _ from: Int, _ to: Int) -> ProcessTag? {
        for start in from..<max(from, to) where start == from || view[start] == 0x5B || view[start - 1] == 0x3A {
            if let tag = ProcessTag(view, start, to), tag.end == to { return tag }
        }
        return nil
    }

    private func named(by tag: ProcessTag, _ view: ByteView) -> (bundle: String, pid: Int32?)? {
        guard tag.host == .app, !tag.app.isEmpty else { return nil }
        return (view.string(tag.app.lowerBound, tag.app.upperBound), tag.pid.flatMap { $0 > 0 ? $0 : nil })
    }

    /// The bundle id that a range is, with blanks around it; nil if it is something else.
    private func bundle(_ view: ByteView, _ from: Int, _ to: Int) -> String? {
        guard let text = IncidentValues.text(view, from, to) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isBundle =
            parts.count > 1 && text.utf8.first?.isLetter == true
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { isWordByte($0) || $0 == 0x5F }
            }
        return isBundle ? text : nil
    }

    /// `scene-create watchdog transgression: … exhausted CPU time allowance of 2.32 seconds`, or
    /// `… failed to terminate gracefully after 5.0s`, or `… failed to scene-create in time`, or
    /// `… failed to scene-create after 18.20s (launch took 1.80s of total time limit 20.00s)`.
    private func readSentence(_ view: ByteView, _ from: Int, _ to: Int, into watchdog: inout IncidentWatchdog) {
        if let sentence = words.transgression.find(in: view, from: from, to: to) {
            var start = sentence
            while start > from, isWordByte(view[start - 1]) { start -= 1 }
            watchdog.event = IncidentValues.text(view, start, sentence)
        } else if let failed = words.failed.find(in: view, from: from, to: to),
            let late = [words.inTime, words.after].compactMap({ $0.find(in: view, from: failed, to: to) }).min()
        {
            let start = failed + words.failed.count
            if (start..<max(start, late)).allSatisfy({ isWordByte(view[$0]) }) {
                watchdog.event = IncidentValues.text(view, start, late)
            }
        }
        if let allowance = words.allowance.find(in: view, from: from, to: to) {
            watchdog.allowance = nanoseconds(view, allowance + words.allowance.count, to)
            let exhausted = words.exhausted.findLast(in: view, from: from, to: allowance) ?? allowance
            watchdog.measuresProcessorTime =
                words.processor.find(in: view, from: exhausted, to: allowance) != nil
        } else if let graceful = words.graceful.find(in: view, from: from, to: to) {
            watchdog.allowance = nanoseconds(view, graceful + words.graceful.count, to)
        } else if let limit = words.limit.find(in: view, from: from, to: to) {
            watchdog.allowance = nanoseconds(view, limit + words.limit.count, to)
        }
    }

    /// The value behind a label: to the end of the line, the bar, the quote or the bracket that closes it.
    private func field(_ label: SoughtText, _ view: ByteView, _ from: Int, _ to: Int) -> String? {
        guard let found = label.find(in: view, from: from, to: to) else { return nil }
        var end = found + label.count
        let start = end
        while end < to, !endsField(view[end]) { end += 1 }
        // Behind the last field of a context stands what is done about it, which nothing closes off.
        end = words.contextEnd.find(in: view, from: start, to: end) ?? end
        return IncidentValues.text(view, start, end)
    }

    /// `29.600 (user 23.300, system 6.300), 48% CPU`: nanoseconds and a share of all cores.
    private func processorTime(
        _ label: SoughtText, _ view: ByteView, _ from: Int, _ to: Int
    ) -> (time: Int64?, share: Double?) {
        guard let found = label.find(in: view, from: from, to: to) else { return (nil, nil) }
        let start = found + label.count
        let time = nanoseconds(view, start, to)
        let line = view.firstIndex(of: 0x0A, from: start, to: to) ?? to
        guard let percent = view.firstIndex(of: 0x25, from: start, to: line) else { return (time, nil) }
        var digits = percent
        while digits > start, view[digits - 1].isDigit || view[digits - 1] == 0x2E { digits -= 1 }
        let share = DecimalNumber(view, digits, percent)?.double(view, digits, percent)
        return (time, share.map { $0 / 100 })
    }

    /// `41.92%` behind a label: a share of one core.
    private func share(behind label: SoughtText, _ view: ByteView, _ from: Int, _ to: Int) -> Double? {
        guard let found = label.find(in: view, from: from, to: to) else { return nil }
        var start = found + label.count
        while start < to, view[start] == 0x20 { start += 1 }
        guard let (number, end) = DecimalNumber.prefix(view, start, to), view[end] == 0x25 else { return nil }
        return number.double(view, start, end).map { $0 / 100 }
    }

    /// Seconds as nanoseconds; nil if none are written there.
    private func nanoseconds(_ view: ByteView, _ from: Int, _ to: Int) -> Int64? {
        var start = from
        while start < to, view[start] == 0x20 { start += 1 }
        guard let (number, end) = DecimalNumber.prefix(view, start, to), !number.isNegative else { return nil }
        if end < to, view[end] == 0x2C, end + 1 < to, view[end + 1].isDigit { return behindComma(view, start, end, to) }
        return number.scaled(by: UInt64(InstantParser.second))
    }

    /// Seconds with a comma before their fraction; nil where it may as well part thousands.
    private func behindComma(_ view: ByteView, _ start: Int, _ comma: Int, _ to: Int) -> Int64? {
        var end = comma + 1
        while end < to, view[end].isDigit { end += 1 }
        let isPlain = (start..<comma).allSatisfy { view[$0].isDigit }
        guard isPlain, end - comma != 4, end == to || view[end] != 0x2C else { return nil }
        let text = view.bytes(start, comma) + [0x2E] + view.bytes(comma + 1, end)
        return text.withView { DecimalNumber($0, 0, $0.count)?.scaled(by: UInt64(InstantParser.second)) }
    }

    private func isWordByte(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == 0x2D }

    private func endsField(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == 0x7C || byte == 0x22 || byte == 0x3E || byte == 0x29
    }
}
