// SPDX-License-Identifier: MIT

/// FNV-1a with 64 bits: short, the same on every machine, and no secret.
///
/// Fingerprints, signatures, identifiers and digests in reports are made of it, so it stays what it is.
public struct ByteDigest: Sendable {
    @usableFromInline var state: UInt64

    /// What it has come to.
    @inlinable public var value: UInt64 { state }

    /// The digest of nothing; with another seed, all digests differ.
    public init(seed: UInt64 = 0) { state = 0xCBF2_9CE4_8422_2325 ^ seed }

    /// Takes in bytes.
    @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) {
        var value = state
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state = value
    }

    /// Takes in a part, and the zero byte that tells where it ends.
    @inlinable public mutating func add(part: some Sequence<UInt8>) {
        add(part)
        state = state &* 0x0000_0100_0000_01B3
    }

    /// 16 hexadecimal digits.
    public var text: String { ByteDigest.text(of: value) }

    /// 16 hexadecimal digits of a number.
    ///
    /// Why unsafe: the digits are written where the text has its room, and there are as many of them.
    public static func text(of value: UInt64) -> String {
        unsafe String(unsafeUninitializedCapacity: 16) { digits in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 0xF
                unsafe digits[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
            }
            return 16
        }
    }
}
