// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines of the log that installd keeps in a file: `Mon Mar  2 08:30:03 2026 [89] <notice> (0x16f2c1000) message`.
///
/// Times are those of the device's own zone. The process id is installd's, of which nothing is told.
struct InstallationLogShape: LogShape {
    static var isUnmistakable: Bool { true }

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        var cursor = LogCursor(view, start, end)
        guard let instant = LogStamp.weekdayAndYear(&cursor), cursor.take(" ["), cursor.pid() != nil,
            cursor.take("] <"), let word = cursor.letters(), cursor.take("> ")
        else { return nil }
        var row = LogRow()
        row.time = .instant(instant)
        row.level = LogLevel(view, word) ?? .notice
        row.message = cursor.rest
        return row
    }
}

/// What installd keeps of installations, as a sysdiagnose holds it.
enum InstallationLogFormat {
    static let format = TextLogFormat(
        "installation-log", InstallationLogShape(), title: "Log of installations (mobile_installation.log)",
        recognisedBy: "Lines of a weekday, a date with its year, a process id in brackets and a level.",
        tells: "Which apps were installed, updated and taken off; nothing of what they did.", durability: .immediate,
        traits: .systemLog
    ) { view, head in
        let shape = InstallationLogShape()
        return head.fits(shape, view) ? shape : nil
    }
}
