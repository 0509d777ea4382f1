// SPDX-License-Identifier: MIT

import LifelintModel

/// How inputs without a device that are of different devices all the same are told apart: by a name that stands for none.
///
/// It begins with a zero byte, which no device has in its name, and is never told to anybody.
package enum NamelessDevice {
    /// The name that stands for the unknown device of a group of inputs.
    package static func name(of group: String) -> String { "\u{0}" + group }

    /// Whether a name stands for a device that nobody names.
    static func isMeant(by name: String) -> Bool { name.utf8.first == 0 }

    /// Whether the device of a record is one that nobody names.
    static func isMeant(by record: EventRecord, in batch: BatchView) -> Bool {
        batch.string(record.device).map { isMeant(by: $0) } ?? false
    }
}
