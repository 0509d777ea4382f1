// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

/// The place of a finding in a report, as bytes that sort: its run's place, time, rule, key.
enum FindingKey {
    /// Appends the key of a finding; equal ones are told apart by the number, which is the order in which they came.
    static func append(_ item: JudgedFinding, number: Int, to key: inout [UInt8]) {
        RunKey.append(item.place, to: &key)
        RunKey.append(item.finding.time.nanoseconds, to: &key)
        RunKey.append(item.finding.rule, to: &key)
        RunKey.append(item.finding.key, to: &key)
        RunKey.append(Int64(number), to: &key)
        // Once more, where it is found without reading the rest; it decides nothing.
        RunKey.append(Int64(item.place.number), to: &key)
    }

    /// The number of the finding's run.
    static func run(_ key: ArraySlice<UInt8>) -> Int { RunKey.number(key) }
}
