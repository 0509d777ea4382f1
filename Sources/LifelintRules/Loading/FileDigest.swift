// SPDX-License-Identifier: MIT

/// FNV-1a (64 bits) over every path and text, each followed by a zero byte: the digest that the embedded table carries.
struct FileDigest {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(path: String, bytes: [UInt8]) {
        for byte in path.utf8 { mix(byte) }
        mix(0)
        for byte in bytes { mix(byte) }
        mix(0)
    }

    /// 16 hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func mix(_ byte: UInt8) {
        value ^= UInt64(byte)
        value = value &* 0x0000_0100_0000_01B3
    }
}
