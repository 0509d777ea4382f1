// SPDX-License-Identifier: MIT

import LifelintModel

/// What happened in a run, in order: its events, the states they led to, and what no legal sequence explains.
struct TimelineEvents {
    /// A line of the list.
    private struct Entry {
        let time: Timestamp
        var text: String
        let place: String
    }

    /// The run.
    let run: AppRun

    private static let maximumStates = 200
    private static let maximumAnomalies = 20

    /// Writes the list.
    func write(to page: inout TextPage) {
        let entries = makeEntries()
        if entries.isEmpty, run.anomalies.isEmpty, run.eventsOmitted == 0 { return }
        let offsets = entries.map { offset(of: $0.time) }
        let width = min(offsets.map(\.count).max() ?? 0, 16)
        for (entry, offset) in zip(entries, offsets) {
            let lead = String(repeating: " ", count: max(width - offset.count, 0)) + offset
            let place = entry.place.isEmpty ? "" : "  (" + entry.place + ")"
            page.cutLine(lead + "  " + entry.text + place, indent: 0)
        }
        if run.eventsOmitted > 0 { page.line("… and \(Phrasing.count(run.eventsOmitted, "event")) not listed") }
        for anomaly in run.anomalies.prefix(TimelineEvents.maximumAnomalies) {
            page.cutLine(
                "! \(anomaly.code.rawValue): \(anomaly.message)  (\(Phrasing.place(anomaly.at)))", indent: 0, .yellow)
        }
        let left = run.anomalies.count - TimelineEvents.maximumAnomalies
        if left > 0 { page.line("… and \(left) more anomalies") }
        page.endLine()
    }

    /// Events and states by time; a state stands in the line of the event that began it.
    private func makeEntries() -> [Entry] {
        var entries: [Entry] = []
        var states = run.states.prefix(TimelineEvents.maximumStates)
        for event in run.events {
            while let state = states.first, state.from < event.time {
                entries.append(Entry(time: state.from, text: words(for: state), place: ""))
                states.removeFirst()
            }
            var text = event.event
            if let scene = event.scene { text += " [" + scene + "]" }
            while let state = states.first, state.from.nanoseconds == event.time.nanoseconds {
                text += " " + words(for: state)
                states.removeFirst()
            }
            entries.append(Entry(time: event.time, text: text, place: Phrasing.place(event.at)))
        }
        for state in states { entries.append(Entry(time: state.from, text: words(for: state), place: "")) }
        return entries
    }

    private func words(for state: StateInterval) -> String {
        (state.isInferred ? "~> " : "-> ") + state.state.rawValue + (state.isInferred ? " (inferred)" : "")
    }

    private func offset(of time: Timestamp) -> String {
        let (length, isTooLong) = time.nanoseconds.subtractingReportingOverflow(run.start.time.nanoseconds)
        if isTooLong { return Phrasing.time(time) }
        return (length < 0 ? "" : "+") + Phrasing.duration(length)
    }
}
