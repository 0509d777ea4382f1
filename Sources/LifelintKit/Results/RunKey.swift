// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

/// The place of a run in a report, as bytes that sort: device, start, app, pid, process; what is missing comes first.
enum RunKey {
    /// How long numbers are.
    static let numberBytes = 8

    /// Appends the key of a run; equal ones are told apart by the number, which is the order in which runs began.
    static func append(_ run: AppRun, number: Int, to key: inout [UInt8]) {
        append(run.device, run.start.time, run.app, run.pid, run.process, number, to: &key)
    }

    /// Appends the key that a place follows from.
    static func append(_ place: RunPlace, to key: inout [UInt8]) {
        append(place.device, place.start, place.app, place.pid, place.process, place.number, to: &key)
    }

    private static func append(
        _ device: String?, _ start: Timestamp, _ app: String?, _ pid: Int?, _ process: String?, _ number: Int,
        to key: inout [UInt8]
    ) {
        append(device, to: &key)
        append(start.nanoseconds, to: &key)
        append(app, to: &key)
        if let pid {
            key.append(1)
            append(Int64(pid), to: &key)
        } else {
            key.append(0)
        }
        append(process, to: &key)
        append(Int64(number), to: &key)
    }

    /// The key as far as reports know it.
    static func withoutNumber(_ key: ArraySlice<UInt8>) -> ArraySlice<UInt8> { key.dropLast(numberBytes) }

    /// The number that a key ends with.
    static func number(_ key: ArraySlice<UInt8>) -> Int {
        let shifted = key.suffix(numberBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(truncatingIfNeeded: Int64(bitPattern: shifted ^ (1 << 63)))
    }

    /// Why unsafe: the buffer stays within its call.
    static func append(_ text: String?, to key: inout [UInt8]) {
        guard var text else {
            key.append(0)
            return
        }
        key.append(1)
        // A zero byte ends the text; one inside it is written so that it still sorts before everything else.
        text.withUTF8 { bytes in
            guard unsafe bytes.contains(0) else { return unsafe key.append(contentsOf: bytes) }
            for index in bytes.indices {
                unsafe key.append(bytes[index])
                if unsafe bytes[index] == 0 { key.append(0xFF) }
            }
        }
        key.append(0)
        key.append(0)
    }

    /// Why unsafe: the bytes of a number in their order, within the call.
    static func append(_ number: Int64, to key: inout [UInt8]) {
        let shifted = (UInt64(bitPattern: number) ^ (1 << 63)).bigEndian
        unsafe withUnsafeBytes(of: shifted) { unsafe key.append(contentsOf: $0) }
    }
}
