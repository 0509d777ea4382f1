// SPDX-License-Identifier: MIT

/// A row of another log than the one that is read: people put several into one file.
///
/// Only rows whose prefix nothing else has are told: an app may print much that begins with a time.
enum ForeignRow {
    /// The format of a line that is no row of its own log; nil where it is none of another one either.
    static func format(
        _ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser
    ) -> String? {
        // The shortest of them has more before its message.
        guard end - start > 24 else { return nil }
        if view[start].isDigit {
            guard view[start + 4] == 0x2D, view[start + 7] == 0x2D else { return nil }
            if UnifiedLogTextShape().row(view, start, end, &instants) != nil { return "unified-log-text" }
            if UnifiedLogSyslogShape().row(view, start, end, &instants) != nil { return "unified-log-syslog" }
            if UnifiedLogCompactShape().row(view, start, end, &instants) != nil { return "unified-log-compact" }
            if PyMobileDeviceShape().row(view, start, end, &instants) != nil { return "pymobiledevice3" }
            return nil
        }
        guard view[start].isLetter, let row = DeviceSyslogShape().row(view, start, end, &instants) else { return nil }
        return row.level == .missing ? "system-log" : "device-syslog"
    }
}
