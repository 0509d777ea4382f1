// SPDX-License-Identifier: MIT

import LifelintModel

/// One run as events of a trace.
struct TraceRun {
    /// The run.
    let run: AppRun
    /// Its number in the trace: process ids are given again, so they cannot tell runs apart.
    let number: Int

    /// Threads that every run has; lanes come after them.
    private static let eventThread = 1
    private static let findingThread = 2
    private static let firstLane = 3
    private static let maximumLanes = 1_000

    /// Writes all that the run shows.
    func write(to writer: inout JSONWriter) {
        let pid = run.pid.map { " (pid \($0))" } ?? ""
        writeName("process_name", thread: nil, TerminalText.safe((run.app ?? run.process ?? "unnamed") + pid), &writer)
        writeLabels(&writer)
        writeName("thread_name", thread: TraceRun.eventThread, "events", &writer)
        writeEvents(&writer)
        let lanes = FigureLane.lanes(of: run, SpanReading(run)).prefix(TraceRun.maximumLanes)
        for (index, lane) in lanes.enumerated() {
            let thread = TraceRun.firstLane + index
            writeName("thread_name", thread: thread, TerminalText.safe(lane.name), &writer)
            writeOrder(thread, &writer)
            for stretch in lane.stretches { write(stretch, thread: thread, &writer) }
        }
        for counter in run.counters { write(counter, &writer) }
        writeEnd(&writer)
    }

    /// Writes a finding as an instant of the process it stands in.
    static func write(_ finding: Finding, process: Int, to writer: inout JSONWriter) {
        begin("i", finding.rule, process: process, thread: findingThread, &writer)
        writer.key("ts")
        writer.value(microseconds: finding.time)
        writer.key("s")
        writer.value(plain: "p")
        writer.key("cat")
        writer.value(plain: "finding," + finding.severity.rawValue)
        writer.key("args")
        writer.beginObject()
        writer.key("message")
        writer.value(finding.message)
        writer.key("culprit")
        writer.value(finding.culprit)
        writer.key("confidence")
        writer.value(plain: finding.confidence.rawValue)
        writer.key("relatedTo")
        writer.value(finding.relatedTo)
        if finding.isInBaseline {
            writer.key("baseline")
            writer.value(true)
        }
        writer.key("at")
        writer.value(finding.evidence.first.map { Phrasing.place($0.line.at) })
        writer.endObject()
        writer.endObject()
    }

    // MARK: Names

    private func writeName(_ kind: String, thread: Int?, _ name: String, _ writer: inout JSONWriter) {
        TraceRun.begin("M", kind, process: number, thread: thread ?? 0, &writer)
        writer.key("args")
        writer.beginObject()
        writer.key("name")
        writer.value(name)
        writer.endObject()
        writer.endObject()
    }

    private func writeLabels(_ writer: inout JSONWriter) {
        TraceRun.begin("M", "process_labels", process: number, thread: 0, &writer)
        writer.key("args")
        writer.beginObject()
        writer.key("labels")
        writer.value(Phrasing.ending(run.ending))
        writer.endObject()
        writer.endObject()
        writeName("thread_name", thread: TraceRun.findingThread, "findings and end", &writer)
    }

    /// Lanes stand in the order in which every drawing has them.
    private func writeOrder(_ thread: Int, _ writer: inout JSONWriter) {
        TraceRun.begin("M", "thread_sort_index", process: number, thread: thread, &writer)
        writer.key("args")
        writer.beginObject()
        writer.key("sort_index")
        writer.value(thread)
        writer.endObject()
        writer.endObject()
    }

    // MARK: Slices, instants, counters

    private func write(_ stretch: FigureLane.Stretch, thread: Int, _ writer: inout JSONWriter) {
        let end = max(stretch.to ?? run.end.time, stretch.from)
        let (length, isTooLong) = end.nanoseconds.subtractingReportingOverflow(stretch.from.nanoseconds)
        TraceRun.begin("X", stretch.name, process: number, thread: thread, &writer)
        writer.key("ts")
        writer.value(microseconds: stretch.from)
        writer.key("dur")
        writer.value(microseconds: Timestamp(nanoseconds: isTooLong ? .max : length))
        if stretch.label != stretch.name {
            writer.key("args")
            writer.beginObject()
            writer.key("label")
            writer.value(stretch.label)
            writer.endObject()
        }
        writer.endObject()
    }

    private func writeEvents(_ writer: inout JSONWriter) {
        for event in run.events {
            TraceRun.begin("i", event.event, process: number, thread: TraceRun.eventThread, &writer)
            writer.key("ts")
            writer.value(microseconds: event.time)
            writer.key("s")
            writer.value(plain: "t")
            writer.key("args")
            writer.beginObject()
            writer.key("at")
            writer.value(Phrasing.place(event.at))
            writer.key("scene")
            writer.value(event.scene)
            writer.endObject()
            writer.endObject()
        }
    }

    private func write(_ counter: Counter, _ writer: inout JSONWriter) {
        for sample in counter.samples {
            TraceRun.begin("C", counter.name, process: number, thread: 0, &writer)
            writer.key("ts")
            writer.value(microseconds: sample.time)
            writer.key("args")
            writer.beginObject()
            writer.key(named: counter.unit.isEmpty ? "value" : counter.unit)
            writer.value(sample.value)
            writer.endObject()
            writer.endObject()
        }
    }

    private func writeEnd(_ writer: inout JSONWriter) {
        if run.ending.cause == .stillRunning { return }
        TraceRun.begin(
            "i", run.ending.page.title, process: number, thread: TraceRun.findingThread, &writer)
        writer.key("ts")
        writer.value(microseconds: run.end.time)
        writer.key("s")
        writer.value(plain: "p")
        writer.key("cat")
        writer.value(plain: "ending")
        writer.key("args")
        writer.beginObject()
        writer.key("cause")
        writer.value(plain: run.ending.cause.rawValue)
        writer.key("confidence")
        writer.value(plain: run.ending.confidence.rawValue)
        writer.key("story")
        writer.value(run.story)
        writer.endObject()
        writer.endObject()
    }

    private static func begin(
        _ phase: String, _ name: String, process: Int, thread: Int, _ writer: inout JSONWriter
    ) {
        writer.breakLine()
        writer.beginObject()
        writer.key("ph")
        writer.value(plain: phase)
        writer.key("pid")
        writer.value(process)
        writer.key("tid")
        writer.value(thread)
        writer.key("name")
        writer.value(name)
    }
}

extension JSONWriter {
    /// Writes an instant, or a length, in microseconds with up to three fractional digits.
    fileprivate mutating func value(microseconds time: Timestamp) {
        let (whole, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000)
        if rest == 0 {
            value(whole)
            return
        }
        var digits = OutputBuffer()
        if rest < 0, whole == 0 { digits.append(byte: 0x2D) }
        digits.append(whole)
        digits.append(byte: 0x2E)
        digits.append(padded: Int(rest.magnitude), width: 3)
        while digits.bytes.last == 0x30 { digits.bytes.removeLast() }
        raw(digits.bytes)
    }
}
