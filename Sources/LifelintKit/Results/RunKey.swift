// SPDX-License-Identifier: MIT

import LifelintModel

/// The place of a run in a report, as bytes that sort: device, start, app, pid, process; what is missing comes first.
enum RunKey {
    private static let numberBytes = 8

    /// Appends the key of a run; equal ones are told apart by the number, which is the order in which runs ended.
    static func append(_ run: AppRun, number: Int, to key: inout [UInt8]) {
        append(run.device, to: &key)
        append(run.start.time.nanoseconds, to: &key)
        append(run.app, to: &key)
        if let pid = run.pid {
            key.append(1)
            append(Int64(pid), to: &key)
        } else {
            key.append(0)
        }
        append(run.process, to: &key)
        append(Int64(number), to: &key)
    }

    /// The key as far as reports know it.
    static func withoutNumber(_ key: ArraySlice<UInt8>) -> ArraySlice<UInt8> { key.dropLast(numberBytes) }

    private static func append(_ text: String?, to key: inout [UInt8]) {
        guard let text else {
            key.append(0)
            return
        }
        key.append(1)
        // A zero byte ends the text; one inside it is written so that it still sorts before everything else.
        for byte in text.utf8 {
            key.append(byte)
            if byte == 0 { key.append(0xFF) }
        }
        key.append(0)
        key.append(0)
    }

    private static func append(_ number: Int64, to key: inout [UInt8]) {
        let shifted = UInt64(bitPattern: number) ^ (1 << 63)
        for shift in stride(from: 56, through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: shifted >> UInt64(shift)))
        }
    }
}
