// SPDX-License-Identifier: MIT

import LifelintModel

/// Tells what there was too much of by the words of the report.
enum ResourceKind {
    /// By `Event:`; nil if that is about something else.
    static func ofEvent(_ text: String) -> ResourceUse.Kind? {
        if text.hasPrefix("cpu usage") { return .cpu }
        if text.hasPrefix("wakeups") || text.hasPrefix("cpu wakes") { return .wakeups }
        if text.hasPrefix("disk writes") { return .diskWrites }
        return nil
    }

    /// By the number of the kind of report.
    static func ofBugType(_ number: String?) -> ResourceUse.Kind {
        switch number {
        case "202", "206": .cpu
        case "142", "25": .wakeups
        case "145": .diskWrites
        default: .other
        }
    }

    /// Whether an exception's subtype says by its name that the process was ended: `CPU_FATAL`.
    static func isFatal(_ subtype: String?) -> Bool { subtype?.hasPrefix("CPU_FATAL") == true }

    /// By `Exception Subtype:`.
    static func ofSubtype(_ text: String) -> ResourceUse.Kind {
        switch text.split(whereSeparator: { $0 == " " || $0 == "_" }).first {
        case "CPU": .cpu
        case "WAKEUPS": .wakeups
        case "MEMORY": .memory
        case "IO": .diskWrites
        case "THREADS": .threads
        case "PORTS": .ports
        default: .other
        }
    }
}
