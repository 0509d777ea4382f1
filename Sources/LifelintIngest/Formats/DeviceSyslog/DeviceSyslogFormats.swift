// SPDX-License-Identifier: MIT

import LifelintModel

/// The log of a device or simulator as relays and syslogd write it: with levels it is a device's.
enum DeviceSyslogFormats {
    static let device = TextLogFormat(
        "device-syslog", DeviceSyslogShape(), title: "idevicesyslog and other relays of a device's log",
        recognisedBy: "Lines of a time without a year, a device or none, process[pid] and <Level>; also in cells.",
        tells: "What every process of the device said, with its pid; times have no year.", durability: .immediate,
        traits: .systemLog
    ) { view, head in sniff(view, head, hasLevels: true) }

    static let system = TextLogFormat(
        "system-log", DeviceSyslogShape(), title: "system.log of a simulator",
        recognisedBy: "Lines of a time without a year, a host and process[pid], without levels.",
        tells: "What every process of the simulator said, with its pid; times have no year.", durability: .immediate,
        traits: [.systemLog, .passesLinesOver]
    ) { view, head in sniff(view, head, hasLevels: false) }

    private static func sniff(_ view: ByteView, _ head: LogHead, hasLevels: Bool) -> DeviceSyslogShape? {
        if head.passesRowsOn { return nil }
        var shape = DeviceSyslogShape()
        shape.namesDevices = !head.lines.contains { DeviceSyslogShape.hasNoDevice(view, $0) }
        guard head.fits(shape, view) else { return nil }
        var instants = InstantParser()
        let isLevelled = head.lines.contains { line in
            guard let row = shape.row(view, line.lowerBound, line.upperBound, &instants) else { return false }
            return row.level != .missing
        }
        return isLevelled == hasLevels ? shape : nil
    }
}
