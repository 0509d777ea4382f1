// SPDX-License-Identifier: MIT

import LifelintModel

@testable import LifelintIngest

/// A row as text that compares: only what it says.
enum RowDescription {
    static func describe(_ shape: some LogShape, _ text: String) -> String {
        describe(shape, Array(text.utf8))
    }

    /// The row on the first line of the bytes; of shapes whose rows span lines, of all of them.
    static func describe(_ shape: some LogShape, _ bytes: [UInt8]) -> String {
        bytes.withView { view in
            var instants = InstantParser()
            let feed = view.firstIndex(of: 0x0A, from: 0, to: view.count)
            let end = shape.spansLines ? view.count : feed ?? view.count
            return shape.row(view, 0, end, &instants).map { describe($0, view) } ?? "-"
        }
    }

    private static func describe(_ row: LogRow, _ view: ByteView) -> String {
        var parts = [describe(row.time)]
        func add(_ key: String, _ range: Range<Int>) {
            if !range.isEmpty { parts.append("\(key)=\(view.string(range.lowerBound, range.upperBound))") }
        }
        add("process", row.process)
        if row.pid != .min { parts.append("pid=\(row.pid)") }
        add("sender", row.sender)
        add("subsystem", row.subsystem)
        add("category", row.category)
        if row.level != .missing { parts.append("\(row.level)") }
        add("device", row.device)
        add("boot", row.boot)
        if row.mach != .max { parts.append("mach=\(row.mach)") }
        add("path", row.path)
        if !row.isMessage { parts.append("marker") }
        return parts.joined(separator: " ") + " | " + view.string(row.message.lowerBound, row.message.upperBound)
    }

    private static func describe(_ time: LogTime) -> String {
        switch time {
        case .instant(let instant): text(instant, day: true) + (instant.hasZone ? "" : "?")
        case .clock(let instant, let zone): text(instant, day: false) + (zone.map { " zone \($0)" } ?? "")
        case .yearless(let month, let day, let instant): "\(month)/\(day) " + text(instant, day: false)
        case .missing: "no time"
        }
    }

    private static func text(_ instant: ReadInstant, day: Bool) -> String {
        let text = Timestamp(nanoseconds: instant.nanoseconds, digits: instant.digits).rfc3339
        return day ? text : String(text.dropFirst(11).dropLast())
    }
}
