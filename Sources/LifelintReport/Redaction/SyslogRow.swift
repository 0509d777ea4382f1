// SPDX-License-Identifier: MIT

/// A row as syslog writes it: a time, the name of the device, a process with its pid.
///
/// The name is that of a person as often as not, and need not be the id by which the device is known.
enum SyslogRow {
    /// The bytes of the device's name; nil where the text is no such row.
    static func host(of bytes: [UInt8]) -> Range<Int>? {
        guard var index = time(in: bytes) else { return nil }
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

    /// Where the first time of day stands, near the beginning.
    private static func time(in bytes: [UInt8]) -> Int? {
        let pattern = Array("dd:dd:dd".utf8)
        guard bytes.count > 12 else { return nil }
        for start in 0..<min(24, bytes.count - pattern.count) {
            let isTime = pattern.indices.allSatisfy { offset in
                pattern[offset] == 0x3A ? bytes[start + offset] == 0x3A : bytes[start + offset].isDigit
            }
            if isTime { return start }
        }
        return nil
    }

    private static func word(in bytes: [UInt8], from start: Int) -> Range<Int> {
        var begin = start
        while begin < bytes.count, bytes[begin] == 0x20 { begin += 1 }
        var end = begin
        while end < bytes.count, bytes[end] != 0x20 { end += 1 }
        return begin..<end
    }
}
