// SPDX-License-Identifier: MIT

/// Whether a walk over JSON, byte by byte, is inside of a string.
struct JSONStringState {
    private(set) var isInside = false
    /// Whether the byte before masks the next one.
    private(set) var isEscaped = false

    /// Goes on behind that byte; says whether it was of a string, its closing quote included and its opening one not.
    @inline(__always) mutating func step(_ byte: UInt8) -> Bool {
        guard isInside else {
            isInside = byte == 0x22
            return false
        }
        if isEscaped {
            isEscaped = false
        } else if byte == 0x5C {
            isEscaped = true
        } else if byte == 0x22 {
            isInside = false
        }
        return true
    }
}
