// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the single values of reports: texts that stand for none, numbers of either base, times.
enum IncidentValues {
    /// A text as it is meant: without the white space around it; nil where it only stands for a missing one.
    static func text(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let utf8 = text.utf8
        guard let first = utf8.first, let last = utf8.last else { return nil }
        let trimmed = isBlank(first) || isBlank(last) ? trim(text) : text
        return isPlaceholder(trimmed) ? nil : trimmed
    }

    /// The text that a range is, without the white space around it; nil where it only stands for a missing one.
    static func text(_ view: ByteView, _ from: Int, _ to: Int) -> String? {
        meant(view, from, to).map { view.string($0.lowerBound, $0.upperBound) }
    }

    /// Where the text of a range stands without the white space around it; nil where it only stands for a missing one.
    ///
    /// No text is made to tell that, but of the few that may stand for a missing one.
    static func meant(_ view: ByteView, _ from: Int, _ to: Int) -> Range<Int>? {
        var start = from
        var end = to
        while start < end, isBlank(view[start]) { start += 1 }
        while end > start, isBlank(view[end - 1]) {
            end -= 1
            // Names in columns have many blanks behind them.
            while end &- start > 8 {
                let blanks = (view.word(at: end &- 8) ^ eightBlanks).leadingZeroBitCount &>> 3
                end &-= blanks
                if blanks < 8 { break }
            }
        }
        guard start < end else { return nil }
        let initial = view[start]
        let mayBeMissing =
            end - start > 11 ? end - start >= 32 && (initial == 0x30 || initial == 0x2D) : beginsPlaceholder(initial)
        return mayBeMissing && isPlaceholder(view.string(start, end)) ? nil : start..<end
    }

    private static let eightBlanks: UInt64 = 0x2020_2020_2020_2020

    /// Texts with which writers say that they do not know.
    static func isPlaceholder(_ text: String) -> Bool {
        let length = text.utf8.count
        // None of them is longer, and nearly every text is.
        if length > 11 { return length >= 32 && isZeroUUID(text) }
        if let initial = text.utf8.first, !beginsPlaceholder(initial) { return false }
        switch text {
        case "", "?", "??", "???", "<none>", "<unknown>", "Unknown", "unknown", "Unspecified", "unspecified", "(null)",
            "null",
            "N/A", "TODO", "TBD":
            return true
        default: return false
        }
    }

    /// Whether one of the short texts that stand for a missing one begins like this.
    private static func beginsPlaceholder(_ initial: UInt8) -> Bool {
        switch initial {
        case 0x28, 0x3C, 0x3F, 0x4E, 0x54, 0x55, 0x6E, 0x75: true
        default: false
        }
    }

    /// A UUID of nothing but zeros: what redaction leaves.
    static func isZeroUUID(_ text: String) -> Bool {
        let utf8 = text.utf8
        return (32...36).contains(utf8.count) && utf8.allSatisfy { $0 == 0x30 || $0 == 0x2D }
    }

    /// The number that the whole range spells: decimal digits, or hexadecimal ones behind `0x`.
    static func unsigned(_ view: ByteView, _ start: Int, _ end: Int) -> UInt64? {
        guard start < end else { return nil }
        if view[start] == 0x30, view[start + 1] | 0x20 == 0x78 {
            return hexadecimal(view, start + 2, end)
        }
        guard end - start <= 20 else { return nil }
        var value: UInt64 = 0
        for position in start..<end {
            let byte = view[position]
            guard byte.isDigit else { return nil }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(byte &- 0x30))
            guard !isTooLarge, !overflows else { return nil }
            value = sum
        }
        return value
    }

    /// The number that hexadecimal digits without a mark spell; at most 16 of them behind leading zeros.
    static func hexadecimal(_ view: ByteView, _ start: Int, _ end: Int) -> UInt64? {
        guard start < end else { return nil }
        var value: UInt64 = 0
        for position in start..<end {
            guard let digit = view[position].hexDigit, value >> 60 == 0 else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    /// The number that a text spells.
    static func unsigned(_ text: String) -> UInt64? {
        text.withView { unsigned($0, 0, $0.count) }
    }

    /// A process id.
    static func pid(_ value: Int64?) -> Int32? { value.flatMap { Int32(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// The time that a range is; white space around it does not count.
    static func time(
        _ view: ByteView, _ range: Range<Int>, at place: IncidentPlace, _ settings: IncidentSettings
    ) -> IncidentTime? {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isBlank(view[start]) { start += 1 }
        while end > start, isBlank(view[end - 1]) { end -= 1 }
        var parser = InstantParser()
        guard let instant = parser.dated(view, start, end) else { return nil }
        var nanoseconds = instant.nanoseconds
        if !instant.hasZone, let offset = settings.zoneOffset {
            let shift = Int64(offset).multipliedReportingOverflow(by: InstantParser.second)
            let moved = nanoseconds.subtractingReportingOverflow(shift.partialValue)
            if !shift.overflow, !moved.overflow { nanoseconds = moved.partialValue }
        }
        return IncidentTime(
            Timestamp(nanoseconds: nanoseconds, digits: instant.digits), isZoneAssumed: !instant.hasZone, at: place)
    }

    /// The system and its build out of `iPhone OS 26.3 (23D127)`.
    static func system(_ text: String?) -> (system: String?, build: String?) {
        text.map { $0.withView { system($0, 0, $0.count) } } ?? (nil, nil)
    }

    /// The system and its build out of the text of a range.
    static func system(_ view: ByteView, _ from: Int, _ to: Int) -> (system: String?, build: String?) {
        guard let range = meant(view, from, to) else { return (nil, nil) }
        let end = range.upperBound
        guard view[end - 1] == 0x29, let open = view.lastIndex(of: 0x28, from: range.lowerBound, to: end) else {
            return (view.string(range.lowerBound, end), nil)
        }
        return (text(view, range.lowerBound, open), text(view, open + 1, end - 1))
    }

    /// Whether crashes of that system have the build of the app before its version: `34 (1.0)`, from iOS 7 up to iOS
    /// 14, and up to watchOS 7.
    static func writesBuildFirst(_ system: String?) -> Bool {
        guard let (isWatch, major) = release(system) else { return false }
        return isWatch ? major <= 7 : major >= 7 && major <= 14
    }

    /// Whether a system is older than reports of guarded resources that end nothing: up to iOS 10.
    static func isBeforeNotes(_ system: String?) -> Bool {
        guard let (isWatch, major) = release(system) else { return false }
        return isWatch ? major <= 3 : major <= 10
    }

    /// Whether the kernel of a system knows of no state of a process but that it is in front: up to iOS 4.
    static func knowsFrontAlone(_ system: String?) -> Bool {
        guard let (isWatch, major) = release(system) else { return false }
        return !isWatch && major <= 4
    }

    /// The release of a system of iPhones, iPads or watches: the first number of its version.
    private static func release(_ system: String?) -> (isWatch: Bool, major: UInt64)? {
        guard let system, let family = DeviceFamily(system: system), family == .watch || family == .phone else {
            return nil
        }
        return system.withView { view in
            let start = view.lastIndex(of: 0x20, from: 0, to: view.count).map { $0 + 1 } ?? 0
            let dot = view.firstIndex(of: 0x2E, from: start, to: view.count) ?? view.count
            return unsigned(view, start, dot).map { (family == .watch, $0) }
        }
    }

    /// A name and the number in the brackets behind it: `launchd [1]`.
    static func named(_ text: String) -> (name: String?, number: Int64?) { text.withView { named($0, 0..<$0.count) } }

    /// A name and the number behind it, out of a range that begins and ends with no white space.
    static func named(_ view: ByteView, _ range: Range<Int>) -> (name: String?, number: Int64?) {
        let end = range.upperBound
        guard view[end - 1] == 0x5D, let open = view.lastIndex(of: 0x5B, from: range.lowerBound, to: end) else {
            return (text(view, range.lowerBound, end), nil)
        }
        return (text(view, range.lowerBound, open), number(view, open + 1, end - 1))
    }

    /// The number that a range spells in decimal digits, maybe behind a sign.
    private static func number(_ view: ByteView, _ from: Int, _ to: Int) -> Int64? {
        // Hardly one has a sign, and of the others no text need be made.
        if view[from].isDigit, view[from + 1] | 0x20 != 0x78, let number = unsigned(view, from, to) {
            return Int64(exactly: number)
        }
        return Int64(view.string(from, to))
    }

    /// White space and line ends.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

    /// A text without the white space around it.
    static func trim(_ text: String) -> String {
        var slice = Substring(text).utf8
        while let first = slice.first, isBlank(first) { slice = slice.dropFirst() }
        while let last = slice.last, isBlank(last) { slice = slice.dropLast() }
        return String(Substring(slice))
    }
}
