// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the values of MetricKit's payloads: measures with units, the time that a payload is about.
enum MetricKitValues {
    /// A measure in the unit that its kind is counted in: seconds, bytes, or a plain number.
    ///
    ///     "20 sec"   "20000 ms"   "2,000 byte"   "100000 kB"   "20 secs."
    static func measure(_ node: ReportNode?) -> Double? {
        guard let node else { return nil }
        guard let text = node.text else { return node.number }
        let bytes = Array(text.utf8)
        return bytes.withView { view in
            var end = 0
            while end < view.count, isNumberByte(view[end]) { end += 1 }
            guard let number = decimal(view, 0, end) else { return nil }
            let start = view.skipWhiteSpace(from: end, to: view.count)
            return number * factor(of: view.string(start, view.count))
        }
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
    private static func decimal(_ view: ByteView, _ start: Int, _ end: Int) -> Double? {
        var digits: [UInt8] = []
        for position in start..<end {
            let byte = view[position]
            guard byte == 0x2C else {
                digits.append(byte)
                continue
            }
            var stop = position + 1
            while stop < end, view[stop].isDigit { stop += 1 }
            if stop - position != 4 { digits.append(0x2E) }
        }
        return digits.withView { DecimalNumber($0, 0, $0.count)?.double($0, 0, $0.count) }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == 0x2E || byte == 0x2C || byte == 0x2D || byte == 0x65 || byte == 0x2B
    }

    private static func factor(of unit: String) -> Double {
        switch unit {
        case "ms", "msec": 1e-3
        case "us", "µs", "μs": 1e-6
        case "ns": 1e-9
        case "min": 60
        case "hr", "h": 3_600
        case "kB", "KB": 1e3
        case "MB": 1e6
        case "GB": 1e9
        case "KiB": 1_024
        case "MiB": 1_048_576
        case "kiloinstructions": 1e3
        default: 1
        }
    }
}
