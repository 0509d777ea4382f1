// SPDX-License-Identifier: MIT

/// How values are printed for people: one wording for stories, messages and reports.
public enum Wording {
    /// A duration: `380 ms`; below 60 s `1.6 s`, trailing zero cut; below 1 h `2 min 5 s`; else `1 h 4 min`.
    public static func duration(_ nanoseconds: Int64) -> String {
        if nanoseconds < 0 { return "-" + duration(nanoseconds == .min ? .max : -nanoseconds) }
        // Rounding adds at most half a minute: what a log states may be as long as it likes.
        let nanoseconds = min(nanoseconds, .max - 60_000_000_000)
        let milliseconds = (nanoseconds + 500_000) / 1_000_000
        if milliseconds < 1_000 { return "\(milliseconds) ms" }
        let tenths = (nanoseconds + 50_000_000) / 100_000_000
        if tenths < 600 { return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s" }
        let seconds = (nanoseconds + 500_000_000) / 1_000_000_000
        if seconds < 3_600 {
            return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
        }
        let minutes = (nanoseconds + 30_000_000_000) / 60_000_000_000
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// A duration as somebody stated it, such as `19.97 s`: not rounded to what is easily read.
    public static func stated(_ nanoseconds: Int64) -> String {
        guard nanoseconds >= 1_000_000_000, nanoseconds < 3_600_000_000_000, nanoseconds % 10_000_000 == 0 else {
            return duration(nanoseconds)
        }
        let hundredths = nanoseconds / 10_000_000
        if hundredths % 100 == 0 { return "\(hundredths / 100) s" }
        let fraction = hundredths % 100
        return fraction % 10 == 0
            ? "\(hundredths / 100).\(fraction / 10) s" : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
    }

    /// An amount of memory: `900 MB` (10⁶; one decimal below 10, as for what is counted in kB); what is whole in units
    /// of 2²⁰, as the kernel states its limits, is said in them: `24 MiB`.
    public static func bytes(_ count: Int64) -> String {
        if isInUnits(count) { return "\(count >> 20) MiB" }
        let megabytes = Double(count) / 1_000_000
        if abs(megabytes) >= 10 { return "\(Int64(megabytes.rounded())) MB" }
        let tenths = Int64((megabytes * 10).rounded())
        // Less than a twentieth of one is no amount of them.
        if tenths == 0, count != 0 {
            if abs(count) < 1_000 { return "\(count) B" }
            let kilobytes = Double(count) / 1_000
            return abs(kilobytes) >= 10
                ? "\(Int64(kilobytes.rounded())) kB" : "\(decimal(tenths: Int64((kilobytes * 10).rounded()))) kB"
        }
        return "\(decimal(tenths: tenths)) MB"
    }

    /// The same in units of 2²⁰, for an amount beside one that is whole in them: what is equal has to read so.
    public static func bytesInUnits(_ count: Int64) -> String {
        let units = Double(count) / Double(1 << 20)
        if abs(units) >= 10 { return "\(Int64(units.rounded())) MiB" }
        let tenths = Int64((units * 10).rounded())
        return tenths == 0 ? bytes(count) : "\(decimal(tenths: tenths)) MiB"
    }

    /// Whether an amount is said in units of 2²⁰.
    public static func isInUnits(_ count: Int64) -> Bool {
        let unit: Int64 = 1 << 20
        return count >= unit && count % unit == 0 && count % 1_000_000 != 0
    }

    private static func decimal(tenths: Int64) -> String {
        if tenths % 10 == 0 { return "\(tenths / 10)" }
        return "\(tenths < 0 ? "-" : "")\(abs(tenths / 10)).\(abs(tenths % 10))"
    }

    /// A whole number as it stands in termination reasons: `0x2182bad2`.
    public static func code(_ value: UInt64) -> String {
        value < 0x1_0000 ? String(value) : "0x" + String(value, radix: 16)
    }
}
