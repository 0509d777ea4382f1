// SPDX-License-Identifier: MIT

import LifelintModel

/// How inputs without a device that are of different devices all the same are told apart: by a name that stands for
/// none.
///
/// It begins with a zero byte, which no device has in its name, and is never told to anybody.
package enum NamelessDevice {
    /// The name that stands for the unknown device of a group of inputs.
    package static func name(of group: String) -> String { "\u{0}" + group }

    /// What comes before the name of a device, or before none, where inputs are of a day that nobody states: nothing
    /// that is told of another day joins what they tell.
    package static let undated = "\u{0}\u{0}"

    /// Whether a name stands for a device that nobody names, or of which nobody knows when it did what is told.
    static func isMeant(by name: String) -> Bool { name.utf8.first == 0 }

    /// Whether nobody knows when a device did what is told of it.
    static func isUndated(_ name: String) -> Bool { name.utf8.starts(with: undated.utf8) }

    /// The name of a device that people know; nil where there is none.
    static func shown(_ name: String) -> String? {
        guard isMeant(by: name) else { return name }
        guard isUndated(name), name.utf8.count > undated.utf8.count else { return nil }
        return String(decoding: name.utf8.dropFirst(undated.utf8.count), as: UTF8.self)
    }

    /// Whether the device of a record is one that nobody names.
    static func isMeant(by record: EventRecord, in batch: BatchView) -> Bool {
        batch.string(record.device).map { isMeant(by: $0) } ?? false
    }
}
