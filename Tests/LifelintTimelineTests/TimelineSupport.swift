// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import LifelintRules
import LifelintTimeline

@testable import LifelintLanguage

/// The vocabulary that ships, and readers and engines made with it.
enum Shipped {
    static let vocabulary: Vocabulary = (try? RuleLibrary.shipped().vocabulary) ?? Vocabulary()
    static let words = CompiledVocabulary(vocabulary)
    static let settings = TimelineSettings(vocabulary: vocabulary)
    static let formats = InputFormats(words: words)

    /// The events of a log in text notation, on 2026-03-02 in UTC unless it says otherwise.
    static func events(_ log: String, input: UInt32 = 0, zone: Int? = 0) -> EventBatch {
        let settings = ReadingSettings(
            words: words, input: input, zoneOffset: zone, date: CalendarDay(year: 2026, month: 3, day: 2))
        var reader = LifecycleTextFormat(words: words).makeReader(settings)
        return reader.read(Array(log.utf8), offset: 0, isLast: true)
    }
}

/// The runs of a log, by their start.
///
/// Lines of `headers` stand before it.
func timeline(
    _ log: String, headers: String = "# app=com.acme.notes device=A1", settings: TimelineSettings = Shipped.settings,
    assumedDevice: String? = nil
) -> [AppRun] {
    timeline(files: [headers + "\n" + log], settings: settings, assumedDevice: assumedDevice)
}

/// The runs of several logs read together.
func timeline(
    files: [String], settings: TimelineSettings = Shipped.settings, assumedDevice: String? = nil,
    isReversed: Bool = false
) -> [AppRun] {
    var inputs = InputNames()
    var records: [(record: EventRecord, batch: EventBatch)] = []
    for (number, file) in files.enumerated() {
        _ = inputs.add("file\(number).lifelog")
        let batch = Shipped.events(file, input: UInt32(number))
        records += batch.records.map { ($0, batch) }
    }
    if isReversed { records.reverse() }
    let sorted = records.enumerated().sorted {
        ($0.element.record.order, $0.offset) < ($1.element.record.order, $1.offset)
    }
    return runs(of: sorted.map(\.element), settings: settings, inputs: inputs, assumedDevice: assumedDevice)
}

/// The runs of events, given in their order.
func runs(
    of events: [(record: EventRecord, batch: EventBatch)], settings: TimelineSettings = Shipped.settings,
    inputs: InputNames = InputNames(["file0.lifelog"]), assumedDevice: String? = nil
) -> [AppRun] {
    let engine = TimelineEngine(settings: settings, inputs: inputs, assumedDevice: assumedDevice)
    var runs: [AppRun] = []
    func take(_ output: TimelineOutput) {
        if case .run(let run, _, _) = output { runs.append(run) }
    }
    for (record, batch) in events { engine.add(record, in: batch, take) }
    engine.finish(take)
    return runs.sorted {
        ($0.device ?? "", $0.start.time.nanoseconds, $0.app ?? "", $0.pid ?? -2)
            < ($1.device ?? "", $1.start.time.nanoseconds, $1.app ?? "", $1.pid ?? -2)
    }
}

extension AppRun {
    /// Its states as one line: `launching 10:00:00.000 · ~suspended 10:00:07.000`, `~` for what was concluded.
    var stateLine: String {
        states.map { ($0.isInferred ? "~" : "") + $0.state.rawValue + " " + $0.from.clockTime }.joined(separator: " · ")
    }

    /// The names of its states in order, `~` before what was concluded.
    var stateNames: String { states.map { ($0.isInferred ? "~" : "") + $0.state.rawValue }.joined(separator: " ") }

    /// Its anomalies in order.
    var anomalyCodes: String { anomalies.map(\.code.rawValue).joined(separator: " ") }

    /// Its ending: `cause confidence kind`.
    var endingLine: String {
        var line = "\(ending.cause.rawValue) \(ending.confidence.rawValue)"
        if case .string(let kind)? = ending.detail[.kind] { line += " kind=\(kind)" }
        return line
    }

    /// Its launch: `kind confidence`.
    var launchLine: String { launch.kind.rawValue + (launch.confidence.map { " \($0.rawValue)" } ?? "") }

    /// Its remaining candidates: `reclaimed likely, userQuit possible`.
    var candidateLine: String {
        ending.candidates.map { "\($0.cause.rawValue) \($0.likelihood.rawValue)" }.joined(separator: ", ")
    }

    /// What is ruled out, by cause.
    var ruledOut: Set<EndingCause> { Set(ending.ruledOut.map(\.cause)) }

    /// One of its spans as `from–to` in clock times, `…` for an open end, in order.
    func spanLine(_ kind: String) -> String {
        spans.filter { $0.kind == kind }.map { span in
            (span.key.isEmpty ? "" : span.key + " ") + span.from.clockTime + "–" + (span.to?.clockTime ?? "…")
                + (span.isReplaced ? " replaced" : "")
        }.joined(separator: ", ")
    }

    /// Everything a failing expectation should show.
    var summary: String {
        """
        \(id) \(launchLine)
          states: \(stateLine)
          scenes: \(scenes.map { scene in "\(scene.id): " + scene.states.map { "\($0.state.rawValue) \($0.from.clockTime)" }.joined(separator: " · ") })
          end: \(end.time.clockTime) known=\(end.isKnown) in \(stateAtEnd?.rawValue ?? "-"): \(endingLine)
          candidates: \(candidateLine)
          anomalies: \(anomalies.map(\.message))
          story: \(story)
        """
    }
}

extension [AppRun] {
    /// All of them, for a failing expectation.
    var summary: String { map(\.summary).joined(separator: "\n") }
}
