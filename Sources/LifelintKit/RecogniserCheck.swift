// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// Every sample of a recogniser is a test: it must match, by this recogniser alone, and yield what `gives` says.
enum RecogniserCheck {
    /// What is wrong with the samples of a recogniser: one sentence each, with its place.
    static func problems(of recogniser: RecordRecogniser, in vocabulary: Vocabulary) -> [String] {
        var alone = vocabulary
        alone.recordRecognisers = [recogniser]
        // A sample stands for the records of the apps that the recogniser is for, whether it names one or not.
        alone.recordRecognisers[0].app = nil
        // Nor does it have to be written in the notation of one of its formats.
        alone.recordRecognisers[0].formats = []
        let reading = SampleReading(words: CompiledVocabulary(alone))
        return recogniser.records.compactMap { pattern in
            problem(of: pattern, reading).map { message($0.text, at: $0.at ?? pattern.at) }
        }
    }

    /// A sentence with its place.
    static func message(_ text: String, at place: SourceLocation) -> String {
        "\(place.file):\(place.line):\(place.column): \(text)"
    }

    /// What is wrong, and where.
    typealias Fault = (text: String, at: SourceLocation?)

    private static func problem(of pattern: RecordPattern, _ reading: SampleReading) -> Fault? {
        let (places, at) = (pattern.places, pattern.places.samples.first)
        let sample = reading.record(pattern.sample)
        guard sample.problemCount == 0 else {
            return ("the sample cannot be read: \(sample.problems.first?.message ?? "it is no record")", at)
        }
        let names = sample.records.map { sample.name(of: $0) }
        guard names == pattern.meanings.map(\.name) else {
            // A record that the condition does not hold of means what it says by itself.
            let means = names.isEmpty ? "does not match" : "means \(names.joined(separator: ", "))"
            return ("the sample \(means): “where” does not hold of it", places.condition)
        }
        guard let gives = pattern.gives else { return nil }
        let expected = reading.text(gives)
        guard expected.problemCount == 0, !expected.records.isEmpty else {
            return ("gives cannot be read", places.gives)
        }
        guard expected.records.count == sample.records.count else {
            return ("the sample gives \(sample.records.count) events, not \(expected.records.count)", places.gives)
        }
        for (wanted, found) in zip(expected.records, sample.records) {
            if let difference = difference(expected, wanted, sample, found) { return (difference, places.gives) }
        }
        return nil
    }

    /// The first thing that `gives` says and the sample does not.
    static func difference(
        _ expected: EventBatch, _ wanted: EventRecord, _ sample: EventBatch, _ found: EventRecord
    ) -> String? {
        func compare(_ key: String, _ left: String?, _ right: String?) -> String? {
            guard let left, left != right else { return nil }
            return "gives says \(key)=\(left), the sample gives \(right ?? "none")"
        }
        let wantedPhase = wanted.phase == .missing ? nil : "\(wanted.phase)"
        let checks = [
            compare("event", expected.name(of: wanted), sample.name(of: found)),
            // Rows tell times; of a message only one that tells its own says one.
            compare("time", wanted.time == 0 ? nil : instant(wanted.time), instant(found.time)),
            compare("phase", wantedPhase, "\(found.phase)"),
            compare(
                "duration", wanted.hasDuration ? length(wanted.duration) : nil,
                found.hasDuration ? length(found.duration) : nil),
            compare("scene", expected.string(wanted.scene), sample.string(found.scene)),
            compare("task", expected.string(wanted.task), sample.string(found.task)),
            compare("app", expected.string(wanted.app), sample.string(found.app)),
            compare("process", expected.string(wanted.process), sample.string(found.process)),
            compare("device", expected.string(wanted.device), sample.string(found.device)),
            compare("pid", wanted.hasPID ? String(wanted.pid) : nil, found.hasPID ? String(found.pid) : nil),
            compare("host", wanted.host.name, found.host.name),
            compare("via", wanted.via.name, found.via.name),
            compare("state", wanted.state == .missing ? nil : "\(wanted.state)", "\(found.state)"),
            compare("main", truth(wanted.main), truth(found.main)),
            compare("class", wanted.isWitnessAssumed ? nil : wanted.witness.name, found.witness.name),
            compare("version", expected.string(wanted.version), sample.string(found.version)),
            compare("build", expected.string(wanted.build), sample.string(found.build)),
            compare("os", expected.string(wanted.os), sample.string(found.os)),
            compare("model", expected.string(wanted.model), sample.string(found.model)),
            compare("boot", expected.string(wanted.boot), sample.string(found.boot)),
            compare("run", expected.string(wanted.run), sample.string(found.run)),
            compare(
                "seq", wanted.hasSequence ? String(wanted.sequence) : nil,
                found.hasSequence ? String(found.sequence) : nil),
            compare("mach", wanted.hasMach ? String(wanted.mach) : nil, found.hasMach ? String(found.mach) : nil),
        ]
        if let first = checks.compactMap(\.self).first { return first }
        for attribute in expected.attributes(of: wanted) {
            let key = expected.key(attribute)
            let same = sample.attributes(of: found).first { sample.key($0) == key }
            let value = same.flatMap { sample.value($0) }
            if value != expected.value(attribute) {
                if case .string(let text) = value, text == expected.string(attribute.text) {
                    return "gives says \(key)=\(text), and the sample gives that as text: write \(key)=\"\(text)\""
                }
                return "gives says \(key)=\(expected.string(attribute.text) ?? ""), the sample gives "
                    + (same.flatMap { sample.string($0.text) } ?? "none")
            }
        }
        return nil
    }

    private static func truth(_ value: Ternary) -> String? {
        switch value {
        case .missing: nil
        case .yes: "true"
        case .no: "false"
        }
    }

    private static func instant(_ nanoseconds: Int64) -> String {
        Timestamp(nanoseconds: nanoseconds, digits: 9).rfc3339
    }

    /// A duration as it would be written, in its largest whole unit.
    private static func length(_ nanoseconds: Int64) -> String {
        for (unit, size) in [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)] as [(String, Int64)]
        where nanoseconds % size == 0 {
            return "\(nanoseconds / size)\(unit)"
        }
        return "\(nanoseconds)ns"
    }
}

/// Reads samples, and what they should give, as logs of one record.
struct SampleReading {
    let formats: InputFormats
    let settings: ReadingSettings

    init(words: CompiledVocabulary) {
        formats = InputFormats(words: words)
        settings = ReadingSettings(words: words, zoneOffset: 0)
    }

    func record(_ sample: String) -> EventBatch {
        guard sample.hasPrefix("{") else { return read(sample, as: "lifecycle-text") }
        return read(sample, as: sample.hasPrefix("{\"resource") ? "otlp-json" : "lifecycle-jsonl")
    }

    func text(_ lines: String) -> EventBatch { read(lines, as: "lifecycle-text") }

    private func read(_ text: String, as format: String) -> EventBatch {
        guard var reader = formats.format(id: format)?.makeReader(settings) else {
            return EventBatch(bytes: [], records: [], attributes: [], problemCount: 1)
        }
        return reader.read(Array((text + "\n").utf8), offset: 0, isLast: true)
    }
}
