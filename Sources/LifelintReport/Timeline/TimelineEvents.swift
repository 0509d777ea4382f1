// SPDX-License-Identifier: MIT

import LifelintModel

/// What happened in a run, in order: its events and what they are about, the states they led to, what was open at the
/// end, and what no legal sequence explains.
struct TimelineEvents {
    /// A line of the list.
    private struct Entry {
        let time: Timestamp
        var text: String
        var place = ""
    }

    /// The run.
    let run: AppRun
    /// What its spans add.
    let spans: SpanReading

    private static let maximumStates = 200
    private static let maximumOpenSpans = 20
    private static let maximumAnomalies = 20
    /// A scene's key is a UUID: so much of it tells a few scenes apart.
    private static let sceneCharacters = 8

    /// Writes the list.
    func write(to page: inout TextPage) {
        let places = EventPlaces(run.events)
        let entries = makeEntries(places)
        if entries.isEmpty, run.anomalies.isEmpty, run.eventsOmitted == 0 { return }
        if let file = places.file { page.line("Lines of " + TerminalText.safe(file), .dim) }
        let offsets = entries.map { offset(of: $0.time) }
        let width = min(offsets.map(\.count).max() ?? 0, 16)
        for (entry, offset) in zip(entries, offsets) {
            let lead = String(repeating: " ", count: max(width - offset.count, 0)) + offset + "  "
            page.line(lead + fitted(entry, to: page.width - lead.count))
        }
        if run.eventsOmitted > 0 { page.line("… and \(Phrasing.count(run.eventsOmitted, "event")) not listed") }
        for anomaly in run.anomalies.prefix(TimelineEvents.maximumAnomalies) {
            let place = places.text(anomaly.at)
            page.line(
                page.styled("! " + anomaly.code.rawValue, .yellow)
                    + fitted(
                        Entry(time: anomaly.time, text: ": " + anomaly.message, place: place),
                        to: page.width - 2 - anomaly.code.rawValue.count))
        }
        let left = run.anomalies.count - TimelineEvents.maximumAnomalies
        if left > 0 { page.line("… and \(left) more anomalies") }
        page.endLine()
    }

    /// Events and states by time; a state stands in the line of the event that began it.
    private func makeEntries(_ places: EventPlaces) -> [Entry] {
        var entries: [Entry] = []
        let steps = StateSteps(run, limit: TimelineEvents.maximumStates)
        let scenes = shortScenes
        for (index, event) in run.events.enumerated() {
            for state in steps.between[index] ?? [] { entries.append(Entry(time: state.from, text: words(for: state))) }
            var text = event.event
            if let subject = spans.subject(of: event) { text += " " + subject }
            if let scene = event.scene, !scene.isEmpty { text += " [" + (scenes[scene] ?? scene) + "]" }
            for state in steps.led[index] ?? [] { text += " " + words(for: state) }
            entries.append(Entry(time: event.time, text: text, place: places.text(event.at)))
        }
        for state in steps.between[run.events.count] ?? [] {
            entries.append(Entry(time: state.from, text: words(for: state)))
        }
        return entries + openEntries
    }

    /// What was open when the run, or the evidence, ended.
    private var openEntries: [Entry] {
        let open = spans.openSpans
        var entries = open.prefix(TimelineEvents.maximumOpenSpans).map { span in
            let label = [span.kind, SpanReading.label(span)].filter { !$0.isEmpty }.joined(separator: " ")
            return Entry(time: run.end.time, text: "▶ open since \(offset(of: span.from)): \(label)")
        }
        let left = open.count - entries.count
        if left > 0 { entries.append(Entry(time: run.end.time, text: "▶ and \(Phrasing.grouped(left)) more")) }
        return entries
    }

    private func words(for state: StateInterval) -> String {
        (state.isInferred ? "~> " : "-> ") + state.state.rawValue + (state.isInferred ? " (inferred)" : "")
    }

    /// The beginnings of scene keys, where they tell the scenes of the run apart.
    private var shortScenes: [String: String] {
        let keys = Set(run.events.compactMap(\.scene))
        let count = TimelineEvents.sceneCharacters
        guard Set(keys.map { $0.prefix(count) }).count == keys.count else { return [:] }
        return Dictionary(
            keys.lazy.filter { $0.count > count * 2 }.map { ($0, $0.prefix(count) + "…") },
            uniquingKeysWith: { first, _ in first })
    }

    /// Text and place in so many columns: the place is what a reader needs to go on, so the text is cut.
    private func fitted(_ entry: Entry, to columns: Int) -> String {
        let text = TerminalText.safe(entry.text)
        if entry.place.isEmpty { return TerminalText.cut(text, to: max(columns, 20)) }
        let place = "  (" + TerminalText.cut(TerminalText.safe(entry.place), to: max(columns - 24, 12)) + ")"
        return TerminalText.cut(text, to: max(columns - TerminalText.width(place), 20)) + place
    }

    private func offset(of time: Timestamp) -> String { TimelineOffset(start: run.start.time).text(time) }
}
