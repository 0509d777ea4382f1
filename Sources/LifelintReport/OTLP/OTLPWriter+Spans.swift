// SPDX-License-Identifier: MIT

import LifelintModel

extension OTLPWriter {
    /// Writes a run as a root span, and its states, scenes and spans as children.
    mutating func writeSpans(of run: AppRun) {
        let trace = TraceID.trace(run: run.id)
        let root = TraceID.span(run: run.id, kind: "run", index: 0)
        writeRoot(run, trace, root)
        var parts = OTLPParts(run: run, trace: trace, root: root)
        for state in run.states {
            parts.write("state", "state " + state.state.rawValue, state.from, state.to, to: &self) {
                $0.attribute("lifelint.state", state.state.rawValue)
                $0.attribute("lifelint.inferred", state.isInferred)
            }
        }
        for scene in run.scenes {
            for state in scene.states {
                parts.write("scene", "scene " + state.state.rawValue, state.from, state.to, to: &self) {
                    $0.attribute("lifelint.scene", scene.id)
                    $0.attribute("lifelint.state", state.state.rawValue)
                    $0.attribute("lifelint.inferred", state.isInferred)
                }
            }
        }
        for span in run.spans {
            parts.write("span", span.name.map { span.kind + " " + $0 } ?? span.kind, span.from, span.to, to: &self) {
                $0.attribute("lifelint.span.kind", span.kind)
                $0.attribute("lifelint.span.key", span.key.isEmpty ? nil : span.key)
                $0.attribute("lifelint.span.name", span.name)
                $0.attribute("lifelint.span.ended", span.isEnded)
                $0.attribute("lifelint.span.replaced", span.isReplaced)
                $0.attribute("lifelint.inferred", span.isInferred)
            }
        }
    }

    private mutating func writeRoot(_ run: AppRun, _ trace: String, _ root: String) {
        json.beginObject()
        json.key("traceId")
        json.value(plain: trace)
        json.key("spanId")
        json.value(plain: root)
        json.key("name")
        json.value(plain: "app run")
        json.key("kind")
        json.value(1)
        time("startTimeUnixNano", run.start.time)
        time("endTimeUnixNano", max(run.start.time, run.end.time))
        beginAttributes()
        attribute("lifelint.run.id", run.id)
        attribute("lifelint.launch.kind", run.launch.kind.rawValue)
        attribute("lifelint.launch.confidence", run.launch.confidence?.rawValue)
        attribute("lifelint.launch.reason", run.launch.reason?.rawValue)
        attribute("lifelint.launch.after", run.launch.after?.rawValue)
        attribute("lifelint.start.known", run.start.isKnown)
        attribute("lifelint.end.known", run.end.isKnown)
        attribute("lifelint.stateAtEnd", run.stateAtEnd?.rawValue)
        attribute("lifelint.visible", run.isVisible)
        attribute("lifelint.ending.cause", run.ending.cause.rawValue)
        attribute("lifelint.ending.confidence", run.ending.confidence.rawValue)
        endAttributes()
        json.key("events")
        json.beginArray()
        for event in run.events { write(event) }
        json.endArray()
        json.key("droppedEventsCount")
        json.value(run.eventsOmitted)
        json.key("status")
        json.beginObject()
        if run.ending.page.severity(isVisible: run.isVisible) == .error {
            json.key("code")
            json.value(2)
            json.key("message")
            json.value(run.ending.page.title)
        }
        json.endObject()
        json.endObject()
    }

    private mutating func write(_ event: KeptEvent) {
        json.beginObject()
        time("timeUnixNano", event.time)
        json.key("name")
        json.value(event.event)
        beginAttributes()
        attribute("lifelint.scene", event.scene)
        writePlace(event.at)
        endAttributes()
        json.endObject()
    }

    /// Writes where a line stands, as attributes.
    mutating func writePlace(_ place: SourceLocation) {
        attribute("log.file.path", place.file)
        attribute("lifelint.line", place.line)
    }
}

/// The parts of a run, each a child of its span.
private struct OTLPParts {
    let run: AppRun
    let trace: String
    let root: String
    private var counts: [String: Int] = [:]

    init(run: AppRun, trace: String, root: String) {
        self.run = run
        self.trace = trace
        self.root = root
    }

    /// Writes the next one; what has no end lasts as long as the run.
    mutating func write(
        _ kind: String, _ name: String, _ from: Timestamp, _ to: Timestamp?, to writer: inout OTLPWriter,
        _ attributes: (inout OTLPWriter) -> Void
    ) {
        let index = counts[kind, default: 0]
        counts[kind] = index + 1
        writer.json.beginObject()
        writer.json.key("traceId")
        writer.json.value(plain: trace)
        writer.json.key("spanId")
        writer.json.value(plain: TraceID.span(run: run.id, kind: kind, index: index))
        writer.json.key("parentSpanId")
        writer.json.value(plain: root)
        writer.json.key("name")
        writer.json.value(name)
        writer.json.key("kind")
        writer.json.value(1)
        writer.time("startTimeUnixNano", from)
        writer.time("endTimeUnixNano", max(from, to ?? run.end.time))
        writer.beginAttributes()
        attributes(&writer)
        writer.endAttributes()
        writer.json.endObject()
    }
}
