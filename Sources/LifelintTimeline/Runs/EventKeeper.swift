// SPDX-License-Identifier: MIT

import LifelintModel

/// The events of a run that its report shows: those that moved something, the first and the last of them.
///
/// The end of a run is where its evidence lies, so most places belong to the last ones.
struct EventKeeper {
    /// An event; strings are made when the run is reduced.
    private struct Kept {
        var moment: Moment
        var name: EventName
        /// Index into `customNames`, or −1.
        var custom: Int32
        /// Index into the run's scenes, or −1.
        var scene: Int32
        var input: UInt32
        var line: UInt32
        var column: UInt32
        var length: UInt32
        var offset: Int64
        /// Where its text begins in `texts`.
        var textStart: UInt32
        var textLength: UInt16
        var isTextCut: Bool

        var text: Range<Int> { Int(textStart)..<(Int(textStart) + Int(textLength)) }
    }

    private static let firstPlaces = RunLimits.keptEvents / 4

    private var kept: [Kept] = []
    /// The beginnings of the lines, one behind the other.
    private var texts: [UInt8] = []
    private var customNames: [String] = []
    private(set) var total = 0

    /// Keeps an event.
    mutating func keep(_ event: EventView, scene: Int) {
        if kept.count >= RunLimits.keptEvents * 2 { compact() }
        var custom: Int32 = -1
        if event.name == .custom {
            let name = event.text
            if let known = customNames.firstIndex(of: name) {
                custom = Int32(known)
            } else if customNames.count < RunLimits.keptEvents * 4 {
                customNames.append(name)
                custom = Int32(customNames.count - 1)
            } else {
                return
            }
        }
        let source = event.source(limit: RunLimits.eventText)
        // Room for what one report tells.
        if kept.isEmpty { kept.reserveCapacity(2) }
        let start = texts.count
        event.batch.append(source, to: &texts)
        kept.append(
            Kept(
                moment: event.moment, name: event.name, custom: custom, scene: Int32(truncatingIfNeeded: scene),
                input: event.record.input, line: event.line, column: event.record.column,
                length: event.record.length, offset: event.record.offset,
                textStart: UInt32(truncatingIfNeeded: start), textLength: UInt16(truncatingIfNeeded: source.count),
                isTextCut: source.count < event.record.source.range.count))
    }

    /// Counts an event of the run, kept or not.
    mutating func count() { total += 1 }

    /// The events for the report, in order.
    mutating func events(scenes: [String], inputs: InputNames) -> [KeptEvent] {
        if kept.count > RunLimits.keptEvents { compact() }
        return kept.map { event in
            KeptEvent(
                time: event.moment.timestamp,
                event: event.custom >= 0 ? customNames[Int(event.custom)] : event.name.text,
                scene: event.scene >= 0 && Int(event.scene) < scenes.count ? scenes[Int(event.scene)] : nil,
                at: SourceLocation(
                    file: inputs[event.input], line: Int(event.line) + 1, column: Int(event.column) + 1,
                    offset: event.offset, length: Int(event.length)),
                text: EventView.evidenceText(texts[event.text], isCut: event.isTextCut))
        }
    }

    private mutating func compact() {
        guard kept.count > RunLimits.keptEvents else { return }
        kept.removeSubrange(EventKeeper.firstPlaces..<(kept.count - RunLimits.keptEvents + EventKeeper.firstPlaces))
        var shown: [UInt8] = []
        for index in kept.indices {
            let text = kept[index].text
            kept[index].textStart = UInt32(truncatingIfNeeded: shown.count)
            shown.append(contentsOf: texts[text])
        }
        texts = shown
    }
}
