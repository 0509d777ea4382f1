// SPDX-License-Identifier: MIT

/// Identifiers of OpenTelemetry that follow from what they stand for: the same run has the same ones in every analysis.
///
/// FNV-1a (64 bits) over the parts, each followed by a zero byte, and stirred; never all zeros, which would mean none.
enum TraceID {
    /// 32 hexadecimal digits for a run.
    static func trace(run: String) -> String { hex(hash([run], seed: 1)) + hex(hash([run], seed: 2)) }

    /// 16 hexadecimal digits for a part of a run.
    static func span(run: String, kind: String, index: Int) -> String {
        hex(hash([run, kind, String(index)], seed: 3))
    }

    private static func hash(_ parts: [String], seed: UInt64) -> UInt64 {
        var value = 0xCBF2_9CE4_8422_2325 ^ (seed &* 0x9E37_79B9_7F4A_7C15)
        for part in parts {
            for byte in part.utf8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            value = value &* 0x0000_0100_0000_01B3
        }
        value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        value ^= value >> 33
        return value == 0 ? 1 : value
    }

    private static func hex(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
