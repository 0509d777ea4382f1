// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// The stretches of a log's runs, in the order in which they are handed on.
func stretches(files: [String]) -> [RunStretch] {
    var inputs = InputNames()
    var records: [(record: EventRecord, batch: EventBatch)] = []
    for (number, file) in files.enumerated() {
        _ = inputs.add("file\(number).lifelog", format: "lifecycle-text")
        let batch = Shipped.events("# app=com.acme.notes device=A1\n" + file, input: UInt32(number))
        records += batch.records.map { ($0, batch) }
    }
    let sorted = records.enumerated().sorted {
        ($0.element.record.order, $0.offset) < ($1.element.record.order, $1.offset)
    }
    return stretches(of: sorted.map(\.element), inputs: inputs)
}

/// The stretches of events, given in their order.
func stretches(
    of events: [(record: EventRecord, batch: EventBatch)], inputs: InputNames = InputNames(["file0.lifelog"])
) -> [RunStretch] {
    var settings = Shipped.settings
    settings.tellsStretches = true
    let engine = TimelineEngine(settings: settings, inputs: inputs)
    var stretches: [RunStretch] = []
    func take(_ output: TimelineOutput) {
        switch output {
        case .run(_, _, let stretch): if let stretch { stretches.append(stretch) }
        case .stretch(let stretch): stretches.append(stretch)
        }
    }
    for (record, batch) in events { engine.add(record, in: batch, take) }
    engine.finish(take)
    return stretches
}

/// The stretches of one log.
func stretches(_ log: String) -> [RunStretch] { stretches(files: [log]) }

extension RunStretch {
    /// The run as rules walk through it: `·event` for events, `→state` for edges of the app, `scene→state` for those of
    /// scenes, `(span` and `span)` for spans; `~` before what no event told, `?` behind what is possible only.
    func trace(spans kinds: Set<String> = []) -> String {
        var words: [String] = []
        for position in firstEvent...(firstEvent + events.records.count) {
            words += edgeWords(at: position, kinds)
            let index = position - firstEvent
            if index < events.records.count { words.append("·" + events.name(of: events.records[index])) }
        }
        return words.joined(separator: " ")
    }

    private func edgeWords(at position: Int, _ kinds: Set<String>) -> [String] {
        var words: [String] = []
        for span in spans where kinds.contains(span.kind) && span.endPosition == position {
            words.append((span.endEvent < 0 ? "~" : "") + span.kind + span.key + ")" + (span.isReplaced ? "!" : ""))
        }
        for edge in states where edge.position == position {
            words.append(
                (edge.event < 0 ? "~" : "") + "→" + edge.state.rawValue + (edge.confidence == .possible ? "?" : ""))
        }
        for edge in scenes where edge.position == position {
            words.append((edge.event < 0 ? "~" : "") + edge.scene + "→" + edge.state.rawValue)
        }
        for span in spans where kinds.contains(span.kind) && span.beginPosition == position {
            words.append("(" + span.kind + span.key)
        }
        for mark in anomalies where mark.position == position { words.append("#" + mark.code.rawValue) }
        return words
    }

    /// The line of an event as evidence.
    func line(_ number: Int) -> String? {
        let index = number - firstEvent
        return events.records.indices.contains(index) ? events.string(events.records[index].source) : nil
    }
}
