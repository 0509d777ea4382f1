// SPDX-License-Identifier: MIT

import LifelintModel

/// The log of a device or simulator as relays and syslogd write it: with levels it is a device's.
enum DeviceSyslogFormats {
    /// Lines with levels, recognised with that vocabulary.
    static func device(_ words: CompiledVocabulary) -> TextLogFormat<DeviceSyslogShape> {
        TextLogFormat(
            "device-syslog", DeviceSyslogShape(), title: "idevicesyslog and other relays of a device's log",
            recognisedBy: "Lines of a time without a year, a device or none, process[pid] and <Level>; also in cells.",
            tells: "What every process of the device said, with its pid; times have no year.", durability: .immediate,
            traits: .systemLog
        ) { view, head in sniff(view, head, words, hasLevels: true) }
    }

    /// Lines without levels, recognised with that vocabulary.
    static func system(_ words: CompiledVocabulary) -> TextLogFormat<DeviceSyslogShape> {
        TextLogFormat(
            "system-log", DeviceSyslogShape(), title: "system.log of a simulator",
            recognisedBy: "Lines of a time without a year, a host and process[pid], without levels.",
            tells: "What every process of the simulator said, with its pid; times have no year.",
            durability: .immediate,
            traits: [.systemLog, .passesLinesOver]
        ) { view, head in sniff(view, head, words, hasLevels: false) }
    }

    private static func sniff(
        _ view: ByteView, _ head: LogHead, _ words: CompiledVocabulary, hasLevels: Bool
    ) -> DeviceSyslogShape? {
        if head.passesRowsOn { return nil }
        var shape = DeviceSyslogShape()
        shape.namesDevices = !head.lines.contains { DeviceSyslogShape.hasNoDevice(view, $0) }
        guard head.fits(shape, view) || endsWithKnownRow(view, head, shape, words) else { return nil }
        var instants = InstantParser()
        let isLevelled = head.lines.contains { line in
            guard let row = shape.row(view, line.lowerBound, line.upperBound, &instants) else { return false }
            return row.level != .missing
        }
        return isLevelled == hasLevels ? shape : nil
    }

    /// Whether a few lines of a tool stand above rows of which one is what the system is known to say: people paste what
    /// they see, and the only row of a log may be the last line of it.
    private static func endsWithKnownRow(
        _ view: ByteView, _ head: LogHead, _ shape: DeviceSyslogShape, _ words: CompiledVocabulary
    ) -> Bool {
        guard head.isWhole, !head.isProse, head.lines.count <= shortPaste, let last = head.lines.last else {
            return false
        }
        var instants = InstantParser()
        guard let row = shape.row(view, last.lowerBound, last.upperBound, &instants) else { return false }
        return BareLines.isSystems(view.string(row.message.lowerBound, row.message.upperBound), LineProbe(words))
    }

    /// Of more lines than these, one row at the end does not tell what the others are.
    private static let shortPaste = 12
}
