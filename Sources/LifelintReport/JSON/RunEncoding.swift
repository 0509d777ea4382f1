// SPDX-License-Identifier: MIT

public import LifelintModel

/// A run as the JSON object that stands in `runs[]`: every key, in the documented order, without white space.
public enum RunEncoding {
    /// Appends the object.
    public static func encode(_ run: AppRun, into output: inout OutputBuffer) {
        var writer = JSONWriter()
        swap(&writer.output, &output)
        writer.write(run)
        swap(&writer.output, &output)
    }
}

extension JSONWriter {
    mutating func write(_ run: AppRun) {
        beginObject()
        writeIdentity(run)
        key("start")
        write(run.start)
        key("end")
        write(run.end)
        key("launch")
        write(run.launch)
        key("stateAtEnd")
        value(run.stateAtEnd?.rawValue)
        key("visible")
        value(run.isVisible)
        key("ending")
        write(run.ending)
        key("states")
        writeStates(run.states)
        key("scenes")
        writeScenes(run.scenes)
        key("spans")
        writeSpans(run.spans)
        key("events")
        writeEvents(run.events)
        key("eventsOmitted")
        value(run.eventsOmitted)
        key("counters")
        writeCounters(run.counters)
        key("anomalies")
        writeAnomalies(run.anomalies)
        key("story")
        value(run.story)
        endObject()
    }

    private mutating func writeIdentity(_ run: AppRun) {
        key("id")
        value(run.id)
        key("app")
        value(run.app)
        key("process")
        value(run.process)
        key("host")
        value(run.host.name)
        key("version")
        value(run.version)
        key("build")
        value(run.build)
        key("os")
        value(run.os)
        key("model")
        value(run.model)
        key("device")
        value(run.device)
        key("boot")
        value(run.boot)
        key("pid")
        if let pid = run.pid { value(pid) } else { null() }
        key("debugger")
        value(run.isDebugged)
        key("harness")
        value(run.isHarnessed)
        key("simulator")
        value(run.isSimulated)
    }

    private mutating func write(_ edge: RunEdge) {
        beginObject()
        key("time")
        value(edge.time)
        key("known")
        value(edge.isKnown)
        endObject()
    }

    private mutating func write(_ launch: Launch) {
        beginObject()
        key("kind")
        value(plain: launch.kind.rawValue)
        key("reason")
        value(launch.reason?.rawValue)
        key("after")
        value(launch.after?.rawValue)
        key("confidence")
        value(launch.confidence?.rawValue)
        key("afterUpdate")
        value(launch.isAfterUpdate)
        key("afterBoot")
        value(launch.isAfterBoot)
        key("beforeFirstUnlock")
        value(launch.isBeforeFirstUnlock)
        key("firstEver")
        value(launch.isFirstEver)
        key("afterForceQuit")
        value(launch.isAfterForceQuit)
        endObject()
    }

    private mutating func writeStates(_ states: [StateInterval]) {
        beginArray()
        for state in states {
            writeStretch(state.state.rawValue, from: state.from, to: state.to, isInferred: state.isInferred)
        }
        endArray()
    }

    private mutating func writeScenes(_ scenes: [SceneTimeline]) {
        beginArray()
        for scene in scenes {
            beginObject()
            key("id")
            value(scene.id)
            key("states")
            beginArray()
            for state in scene.states {
                writeStretch(state.state.rawValue, from: state.from, to: state.to, isInferred: state.isInferred)
            }
            endArray()
            endObject()
        }
        endArray()
    }

    private mutating func writeStretch(_ state: String, from: Timestamp, to: Timestamp?, isInferred: Bool) {
        beginObject()
        key("state")
        value(plain: state)
        key("from")
        value(from)
        key("to")
        value(to)
        key("inferred")
        value(isInferred)
        endObject()
    }

    private mutating func writeSpans(_ spans: [SpanInterval]) {
        beginArray()
        for span in spans {
            beginObject()
            key("kind")
            value(span.kind)
            key("key")
            value(span.key)
            key("name")
            value(span.name)
            key("from")
            value(span.from)
            key("to")
            value(span.to)
            key("inferred")
            value(span.isInferred)
            key("replaced")
            value(span.isReplaced)
            endObject()
        }
        endArray()
    }

    private mutating func writeEvents(_ events: [KeptEvent]) {
        beginArray()
        for event in events {
            beginObject()
            key("time")
            value(event.time)
            key("event")
            value(event.event)
            key("scene")
            value(event.scene)
            key("at")
            write(event.at)
            endObject()
        }
        endArray()
    }

    private mutating func writeCounters(_ counters: [Counter]) {
        beginArray()
        for counter in counters {
            beginObject()
            key("name")
            value(counter.name)
            key("unit")
            value(counter.unit)
            key("samples")
            beginArray()
            for sample in counter.samples {
                beginArray()
                value(sample.time)
                value(sample.value)
                endArray()
            }
            endArray()
            endObject()
        }
        endArray()
    }

    private mutating func writeAnomalies(_ anomalies: [Anomaly]) {
        beginArray()
        for anomaly in anomalies {
            beginObject()
            key("code")
            value(plain: anomaly.code.rawValue)
            key("message")
            value(anomaly.message)
            key("at")
            write(anomaly.at)
            endObject()
        }
        endArray()
    }

    mutating func write(_ place: SourceLocation) {
        beginObject()
        writePlace(place)
        endObject()
    }

    /// The keys of a place, into the object that is open.
    mutating func writePlace(_ place: SourceLocation) {
        key("file")
        value(place.file)
        key("line")
        value(place.line)
        key("column")
        value(place.column)
        key("offset")
        value(place.offset)
        key("length")
        value(place.length)
    }
}
