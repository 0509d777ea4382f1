// SPDX-License-Identifier: MIT

import LifelintModel

/// The sentences in which reading tells what is wrong.
enum IngestProblem {
    static let noTime = "The record has no time (time, ts, timestamp, date or @timestamp)."
    static let noEvent = "The record names no event (event, eventName, kind, name or type)."
    static let endOfAnyone =
        "A process ended here that is not named: in the log of a build it may be any tool's; no app was heard of before."
    static let tooManyAttributes =
        "The record has more than \(IngestLimits.attributesPerEvent) attributes; the rest are left out."
    static let headlessRow =
        "This row has lost its beginning, and with it its time; it is read as of the time of the first whole row below."
    static let invalidUTF8 = "These bytes are no UTF-8; they are shown as replacement characters."
    static let lineTooLong = "The line is longer than \(IngestLimits.lineBytes >> 20) MiB and is skipped."
    static let recordTooLong = "The record is longer than \(IngestLimits.lineBytes >> 20) MiB and is skipped."
    static let nestingTooDeep = "Values are nested more than \(IngestLimits.nesting) deep."
    static let truncatedLine = "The input ends inside this record: the last line was not written to its end."
    static let truncatedDocument = "The input ends inside this document; the records before its end were read."
    static let chunkTooLarge = "The input has too long a stretch without a line end and is not read further."
    static let incidentTooLarge =
        "The report is larger than \(IngestLimits.incidentBytes >> 20) MiB; what lies beyond is not read."
    static let lateDefault =
        "This value comes too far behind the records of its document to apply to those already read."
    static let tooManyDefaults = "There is no room for another default: this one is left out."
    static let earlierRecord =
        "The record tells of a time long before its line was written: an earlier session's, it seems, which the app sends; left out."

    static let wrappedLines =
        "The rows from this one on are wrapped, as letters wrap lines: messages in pieces are not recognised, and what they "
        + "tell is missing. Attach the log as a file instead."
    static let unreadDay =
        "This line tells a day in words that are not known: what stands below it may be of a later day than is told."

    static func unknownEvent(_ name: [UInt8], _ meant: String) -> String {
        "No event is called '\(shown(name))': it is kept as one of the app's own; did you mean '\(meant)'?"
    }

    static func badTime(_ text: [UInt8]) -> String { "'\(shown(text))' is no time that can be read." }

    static func badValue(_ key: [UInt8], _ value: [UInt8], _ meaning: KeyMeaning) -> String {
        badValue(key, value, takes: wanted(meaning))
    }

    static func badValue(_ key: [UInt8], _ value: [UInt8], takes wanted: String) -> String {
        "'\(shown(value))' is no value for '\(shown(key))': it takes \(wanted)."
    }

    static func notAnObject(_ found: UInt8) -> String {
        "The line is no JSON object: it begins with \(character(found))."
    }

    static func expected(_ what: String, found: UInt8) -> String { "Expected \(what), found \(character(found))." }

    static func unclosed(_ what: String) -> String { "\(what) is not closed." }

    /// A text as messages show it: short, on one line.
    static func shown(_ text: [UInt8]) -> String {
        var short = text.prefix(60).map { $0 < 0x20 ? 0x20 : $0 }
        if text.count > 60 { short.append(contentsOf: "…".utf8) }
        return String(decoding: short, as: UTF8.self)
    }

    private static func character(_ byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: "a space"
        case 0x0A, 0x0D: "the end of the line"
        default: "byte 0x\(String(byte, radix: 16, uppercase: true))"
        }
    }

    private static func wanted(_ meaning: KeyMeaning) -> String {
        switch meaning.field {
        case .pid, .sequence: "a whole number"
        case .mach: "a whole number of ticks"
        case .duration: "a duration such as 380ms"
        case .phase: "begin or end"
        case .main: "true or false"
        case .host: "app, extension, widget, watch or system"
        case .via: "delegate, notification or swiftui"
        case .witness: WitnessClass.allCases.map(\.name).joined(separator: ", ")
        case .durability: "immediate, buffered or unknown"
        case .attribute where meaning.key == .code: "a whole number, in decimal or after 0x, or a name"
        case .attribute where meaning.key == .signal: "a whole number, or a name such as SIGSEGV"
        case .attribute, .time, .event, .events: wanted(meaning.type)
        default: "a single value"
        }
    }

    private static func wanted(_ type: ValueType) -> String {
        switch type {
        case .integer: "a whole number"
        case .number: "a number"
        case .bool: "true or false"
        case .duration: "a duration such as 380ms"
        case .bytes: "a size such as 50MB"
        case .string, .any: "a single value"
        }
    }
}
