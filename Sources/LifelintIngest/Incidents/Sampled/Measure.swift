// SPDX-License-Identifier: MIT

/// A number with a unit, as texts about sampled processes write it: `150.41s`, `9850ms`, `1073.74 MB`, `60%`.
struct Measure {
    let number: Double
    /// The unit in lower case; empty if there is none.
    let unit: String
    /// Where it ends.
    let end: Int

    /// The measure that a range begins with; nil if it begins with no number.
    init?(_ view: ByteView, _ start: Int, _ limit: Int) {
        guard let (decimal, numberEnd) = DecimalNumber.prefix(view, start, limit),
            let number = decimal.double(view, start, numberEnd)
        else { return nil }
        var position = numberEnd
        while position < limit, view[position] == 0x20 { position += 1 }
        let unitStart = position
        if view[position] == 0x25, position < limit { position += 1 }
        while position < limit, view[position].isLetter { position += 1 }
        self.number = number
        unit = view.string(unitStart, position).lowercased()
        end = position
    }

    /// As nanoseconds; nil if it is no duration, or an absurd one.
    var nanoseconds: Int64? {
        let factor: Double
        switch unit {
        case "s", "sec", "secs", "second", "seconds", "": factor = 1e9
        case "ms", "msec": factor = 1e6
        case "us", "usec": factor = 1e3
        case "ns": factor = 1
        case "m", "min": factor = 60e9
        default: return nil
        }
        let product = number * factor
        return product >= 0 && product < 9e18 ? Int64(product.rounded()) : nil
    }

    /// As seconds, wakeups or bytes.
    ///
    /// Sizes are of powers of ten: the limit of 1 GiB is written as 1073.74 MB.
    var amount: Double? {
        switch unit {
        case "kb": number * 1e3
        case "mb": number * 1e6
        case "gb": number * 1e9
        case "tb": number * 1e12
        case "ms": number / 1e3
        case "kib": number * 0x1p10
        case "mib": number * 0x1p20
        case "gib": number * 0x1p30
        case "tib": number * 0x1p40
        default: number
        }
    }

    /// As bytes of memory; nil where the unit is none of them.
    ///
    /// The kernel counts memory in powers of two, and calls them MB.
    var memory: Double? {
        switch unit {
        case "b", "byte", "bytes": number
        case "kb", "kib": number * 0x1p10
        case "mb", "mib": number * 0x1p20
        case "gb", "gib": number * 0x1p30
        case "tb", "tib": number * 0x1p40
        default: nil
        }
    }
}
