// SPDX-License-Identifier: MIT

/// A row as syslog writes it: a time, the name of the device, a process with its pid.
///
/// The name is that of a person as often as not, and need not be the id by which the device is known.
enum SyslogRow {
    /// The bytes of the device's name; nil where the text is no such row.
    ///
    /// Before the row's time may be that of whoever passed the row on.
    static func host(of bytes: [UInt8]) -> Range<Int>? {
        guard bytes.count > 12 else { return nil }
        var isFirst = true
        for start in 0..<min(128, bytes.count - timeBytes) where isTime(bytes, start) {
            let isRow = isFirst && start < 24 || isBehindDate(bytes, start)
            if isRow, let host = host(of: bytes, behind: start) { return host }
            isFirst = false
        }
        return nil
    }

    private static func host(of bytes: [UInt8], behind time: Int) -> Range<Int>? {
        var index = time
        while index < bytes.count, bytes[index] != 0x20 { index += 1 }
        let host = word(in: bytes, from: index)
        let process = word(in: bytes, from: host.upperBound)
        // Types of lines have one or two letters.
        guard host.count > 2, !bytes[host].contains(0x5B), !bytes[host].elementsEqual("localhost".utf8) else {
            return nil
        }
        guard let bracket = bytes[process].firstIndex(of: 0x5B), bracket > process.lowerBound,
            bracket + 1 < process.upperBound, bytes[bracket + 1].isDigit
        else { return nil }
        return host
    }

    /// How long `dd:dd:dd` is.
    private static let timeBytes = 8

    /// Whether a time of day stands at a place.
    private static func isTime(_ bytes: [UInt8], _ start: Int) -> Bool {
        guard bytes[start].isDigit, bytes[start + 2] == 0x3A, bytes[start + 5] == 0x3A else { return false }
        return [1, 3, 4, 6, 7].allSatisfy { bytes[start + $0].isDigit }
    }

    /// Whether `Mar  2 ` or `2026-03-02 ` stands before a time of day.
    private static func isBehindDate(_ bytes: [UInt8], _ time: Int) -> Bool {
        guard time > 6, bytes[time - 1] == 0x20 || bytes[time - 1] == 0x54, bytes[time - 2].isDigit else {
            return false
        }
        let date = bytes[(time - 7)..<(time - 1)]
        if date.suffix(3).first == 0x2D { return true }
        return date.prefix(3).allSatisfy(\.isLetter)
            && (date.suffix(2).first == 0x20 || date.suffix(2).allSatisfy(\.isDigit))
    }

    private static func word(in bytes: [UInt8], from start: Int) -> Range<Int> {
        var begin = start
        while begin < bytes.count, bytes[begin] == 0x20 { begin += 1 }
        var end = begin
        while end < bytes.count, bytes[end] != 0x20 { end += 1 }
        return begin..<end
    }
}
