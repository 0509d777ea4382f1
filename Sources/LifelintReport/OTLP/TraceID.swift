// SPDX-License-Identifier: MIT

import LifelintModel

/// Identifiers of OpenTelemetry that follow from what they stand for: the same run has the same ones in every analysis.
///
/// The digest of the parts, stirred; never all zeros, which would mean none.
enum TraceID {
    /// 32 hexadecimal digits for a run.
    static func trace(run: String) -> String {
        ByteDigest.text(of: hash([run], seed: 1)) + ByteDigest.text(of: hash([run], seed: 2))
    }

    /// 16 hexadecimal digits for a part of a run.
    static func span(run: String, kind: String, index: Int) -> String {
        ByteDigest.text(of: hash([run, kind, String(index)], seed: 3))
    }

    private static func hash(_ parts: [String], seed: UInt64) -> UInt64 {
        var digest = ByteDigest(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        for part in parts { digest.add(part: part.utf8) }
        var value = digest.value
        value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        value ^= value >> 33
        return value == 0 ? 1 : value
    }
}
