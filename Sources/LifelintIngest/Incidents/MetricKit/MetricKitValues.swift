// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the values of MetricKit's payloads: measures with units, the time that a payload is about.
enum MetricKitValues {
    /// A measure in the unit that its kind is counted in: seconds, bytes, or a plain number; nil where its unit is
    /// unknown.
    ///
    ///     "20 sec"   "20000 ms"   "2,000 byte"   "100 000 kB"   "20 secs."
    static func measure(_ node: ReportNode?) -> Double? {
        guard let node else { return nil }
        guard let text = node.text else { return node.number }
        let bytes = Array(text.utf8)
        return bytes.withView { view in
            let (digits, end) = digits(view)
            guard let number = decimal(digits) else { return nil }
            let start = skipBlanks(view, end)
            return factor(of: view.string(start, view.count)).map { number * $0 }
        }
    }

    /// What was used of something, in the unit that its kind is counted in: what was not used has no limit that was
    /// passed.
    static func used(_ node: ReportNode?) -> Double? { measure(node).flatMap { $0 > 0 ? $0 : nil } }

    /// The digits that a text begins with, with their points and commas, and where they end.
    ///
    /// Spaces and apostrophes between groups of three are left out.
    private static func digits(_ view: ByteView) -> (digits: [UInt8], end: Int) {
        var digits: [UInt8] = []
        var end = 0
        while end < view.count {
            if isNumberByte(view[end]) {
                digits.append(view[end])
                end += 1
                continue
            }
            let next = afterMark(view, end)
            let isGroup =
                !digits.isEmpty && next > end && next + 3 <= view.count
                && (next..<next + 3).allSatisfy { view[$0].isDigit }
                && (next + 3 == view.count || !view[next + 3].isDigit)
            guard isGroup else { break }
            end = next
        }
        return (digits, end)
    }

    /// What languages write between groups of digits, beside points and commas.
    private static let marks: [[UInt8]] = [" ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "\u{2019}"].map {
        Array($0.utf8)
    }

    private static func afterMark(_ view: ByteView, _ start: Int) -> Int {
        for mark in marks where start + mark.count <= view.count {
            if mark.indices.allSatisfy({ view[start + $0] == mark[$0] }) { return start + mark.count }
        }
        return start
    }

    private static func skipBlanks(_ view: ByteView, _ start: Int) -> Int {
        var position = start
        while position < view.count {
            let next = afterMark(view, position)
            if next == position { break }
            position = next
        }
        return position
    }

    /// A measure of time in nanoseconds; nil if there is none or it is absurd.
    static func nanoseconds(_ node: ReportNode?) -> Int64? {
        guard let seconds = measure(node), seconds >= 0, seconds < 1e9 else { return nil }
        return Int64((seconds * 1e9).rounded())
    }

    /// A measure of memory in bytes.
    static func bytes(_ node: ReportNode?) -> UInt64? {
        guard let bytes = measure(node), bytes >= 0, bytes < 1e18 else { return nil }
        return UInt64(bytes.rounded())
    }

    /// The time that a payload is about; without a zone it is written in UTC.
    static func period(_ payload: ReportNode, into readout: inout IncidentReadout) -> IncidentPeriod? {
        guard let from = payload["timeStampBegin"]?.utcTime(into: &readout),
            let to = payload["timeStampEnd"]?.utcTime(into: &readout)
        else { return nil }
        return IncidentPeriod(from: from, to: to)
    }

    /// Digits with commas: one with exactly three digits behind it groups them, another is the decimal point.
    private static func decimal(_ written: [UInt8]) -> Double? {
        var digits: [UInt8] = []
        for (position, byte) in written.enumerated() {
            guard byte == 0x2C else {
                digits.append(byte)
                continue
            }
            if written[(position + 1)...].prefix(while: { $0.isDigit }).count != 3 { digits.append(0x2E) }
        }
        return digits.withView { DecimalNumber($0, 0, $0.count)?.double($0, 0, $0.count) }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == 0x2E || byte == 0x2C || byte == 0x2D || byte == 0x65 || byte == 0x2B
    }

    /// By how much a unit multiplies; nil for one that is not known, of which a number says nothing.
    private static func factor(of unit: String) -> Double? {
        switch unit {
        case "", "s", "sec", "secs", "sec.", "secs.", "second", "seconds", "Sek.", "с", "сек", "秒", "초": 1
        case "ms", "msec", "мс", "毫秒", "ミリ秒", "밀리초": 1e-3
        case "us", "µs", "μs", "мкс", "微秒": 1e-6
        case "ns": 1e-9
        case "min", "mins", "min.", "mins.", "minutes", "Min.", "мин", "分", "分钟", "분": 60
        case "hr", "h", "hrs", "hr.", "hrs.", "hours", "Std.", "ч", "小时", "時間", "시간": 3_600
        case "B", "byte", "bytes", "Byte", "Bytes", "o", "octets", "Б", "байт", "字节", "バイト", "바이트": 1
        case "kB", "KB", "ko", "Ko", "кБ", "КБ", "千字节": 1e3
        case "MB", "Mo", "МБ", "兆字节": 1e6
        case "GB", "Go", "ГБ", "吉字节": 1e9
        case "KiB": 1_024
        case "MiB": 1_048_576
        case "GiB": 1_073_741_824
        case "kiloinstructions": 1e3
        default: nil
        }
    }
}
