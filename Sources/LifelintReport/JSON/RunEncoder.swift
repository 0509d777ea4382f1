// SPDX-License-Identifier: MIT

public import LifelintModel

/// Encodes runs as the JSON objects that stand in `runs[]`: every key, in the documented order, without white space.
///
/// One encodes run after run, each in the room of the one before.
public struct RunEncoder: ~Copyable {
    private var json = JSONStretch()
    /// The file of the place before, quoted: nearly all places of a run have the same.
    private var file = ""
    private var fileText: [UInt8] = [0x22, 0x22]

    /// An encoder.
    public init() {}

    /// Appends the run's object.
    public mutating func encode(_ run: AppRun, into output: inout OutputBuffer) {
        json.removeAll()
        addIdentity(run)
        addLife(run)
        add(run.ending)
        json.add(",\"states\":")
        addList(run.states) { $0.addStretch($1.state.rawValue, from: $1.from, to: $1.to, isInferred: $1.isInferred) }
        json.add(",\"scenes\":")
        addList(run.scenes) { $0.add($1) }
        json.add(",\"spans\":")
        addList(run.spans) { $0.add($1) }
        json.add(",\"events\":")
        addList(run.events) { $0.add($1) }
        json.add(",\"eventsOmitted\":")
        json.add(Int64(run.eventsOmitted))
        json.add(",\"counters\":")
        addList(run.counters) { $0.add($1) }
        json.add(",\"anomalies\":")
        addList(run.anomalies) { encoder, anomaly in
            encoder.json.add("{\"code\":")
            encoder.json.add(quoted: anomaly.code.rawValue)
            encoder.json.add(",\"message\":")
            encoder.json.add(quoted: anomaly.message)
            encoder.json.add(",\"at\":")
            encoder.add(anomaly.at)
            encoder.json.add("}")
        }
        json.add(",\"story\":")
        json.add(quoted: run.story)
        json.add("}")
        json.write(to: &output)
    }

    @inline(__always) private mutating func addList<Item>(_ items: [Item], _ add: (inout RunEncoder, Item) -> Void) {
        json.add("[")
        var isFirst = true
        for item in items {
            if isFirst { isFirst = false } else { json.add(",") }
            add(&self, item)
        }
        json.add("]")
    }

    private mutating func addIdentity(_ run: AppRun) {
        json.add("{\"id\":")
        json.add(quoted: run.id)
        json.add(",\"app\":")
        json.add(quoted: run.app)
        json.add(",\"process\":")
        json.add(quoted: run.process)
        json.add(",\"host\":")
        json.add(quoted: run.host.name)
        json.add(",\"version\":")
        json.add(quoted: run.version)
        json.add(",\"build\":")
        json.add(quoted: run.build)
        json.add(",\"os\":")
        json.add(quoted: run.os)
        json.add(",\"model\":")
        json.add(quoted: run.model)
        json.add(",\"device\":")
        json.add(quoted: run.device)
        json.add(",\"boot\":")
        json.add(quoted: run.boot)
        json.add(",\"pid\":")
        if let pid = run.pid { json.add(Int64(pid)) } else { json.add("null") }
        json.add(",\"debugger\":")
        json.add(run.isDebugged)
        json.add(",\"harness\":")
        json.add(run.isHarnessed)
        json.add(",\"simulator\":")
        json.add(run.isSimulated)
    }

    /// From the start of the run to its state at the end.
    private mutating func addLife(_ run: AppRun) {
        json.add(",\"start\":{\"time\":")
        json.add(run.start.time)
        json.add(",\"known\":")
        json.add(run.start.isKnown)
        json.add("},\"end\":{\"time\":")
        json.add(run.end.time)
        json.add(",\"known\":")
        json.add(run.end.isKnown)
        json.add("},\"launch\":{\"kind\":")
        json.add(quoted: run.launch.kind.rawValue)
        json.add(",\"reason\":")
        json.add(quoted: run.launch.reason?.rawValue)
        json.add(",\"after\":")
        json.add(quoted: run.launch.after?.rawValue)
        json.add(",\"confidence\":")
        json.add(quoted: run.launch.confidence?.rawValue)
        json.add(",\"afterUpdate\":")
        json.add(run.launch.isAfterUpdate)
        json.add(",\"afterBoot\":")
        json.add(run.launch.isAfterBoot)
        json.add(",\"beforeFirstUnlock\":")
        json.add(run.launch.isBeforeFirstUnlock)
        json.add(",\"firstEver\":")
        json.add(run.launch.isFirstEver)
        json.add(",\"afterForceQuit\":")
        json.add(run.launch.isAfterForceQuit)
        json.add("},\"stateAtEnd\":")
        json.add(quoted: run.stateAtEnd?.rawValue)
        json.add(",\"visible\":")
        json.add(run.isVisible)
    }

    private mutating func add(_ ending: Ending) {
        json.add(",\"ending\":{\"cause\":")
        json.add(quoted: ending.cause.rawValue)
        json.add(",\"confidence\":")
        json.add(quoted: ending.confidence.rawValue)
        json.add(",\"detail\":")
        json.add(ending.detail)
        json.add(",\"because\":")
        addList(ending.because) { encoder, line in
            encoder.json.add("{\"text\":")
            encoder.json.add(quoted: line.text)
            encoder.json.add(",\"at\":")
            encoder.add(line.at)
            encoder.json.add("}")
        }
        json.add(",\"ruledOut\":")
        addList(ending.ruledOut) { encoder, excluded in
            encoder.json.add("{\"cause\":")
            encoder.json.add(quoted: excluded.cause.rawValue)
            encoder.json.add(",\"because\":")
            encoder.json.add(quoted: excluded.because)
            encoder.json.add("}")
        }
        json.add(",\"candidates\":")
        addList(ending.candidates) { encoder, candidate in
            encoder.json.add("{\"cause\":")
            encoder.json.add(quoted: candidate.cause.rawValue)
            encoder.json.add(",\"likelihood\":")
            encoder.json.add(quoted: candidate.likelihood.rawValue)
            encoder.json.add("}")
        }
        json.add("}")
    }

    private mutating func addStretch(_ state: String, from: Timestamp, to: Timestamp?, isInferred: Bool) {
        json.add("{\"state\":")
        json.add(quoted: state)
        json.add(",\"from\":")
        json.add(from)
        json.add(",\"to\":")
        json.add(to)
        json.add(",\"inferred\":")
        json.add(isInferred)
        json.add("}")
    }

    private mutating func add(_ scene: SceneTimeline) {
        json.add("{\"id\":")
        json.add(quoted: scene.id)
        json.add(",\"states\":")
        addList(scene.states) { $0.addStretch($1.state.rawValue, from: $1.from, to: $1.to, isInferred: $1.isInferred) }
        json.add("}")
    }

    private mutating func add(_ span: SpanInterval) {
        json.add("{\"kind\":")
        json.add(quoted: span.kind)
        json.add(",\"key\":")
        json.add(quoted: span.key)
        json.add(",\"name\":")
        json.add(quoted: span.name)
        json.add(",\"from\":")
        json.add(span.from)
        json.add(",\"to\":")
        json.add(span.to)
        json.add(",\"inferred\":")
        json.add(span.isInferred)
        json.add(",\"replaced\":")
        json.add(span.isReplaced)
        json.add(",\"ended\":")
        json.add(span.isEnded)
        json.add("}")
    }

    private mutating func add(_ event: KeptEvent) {
        json.add("{\"time\":")
        json.add(event.time)
        json.add(",\"event\":")
        json.add(quoted: event.event)
        json.add(",\"scene\":")
        json.add(quoted: event.scene)
        json.add(",\"at\":")
        add(event.at)
        json.add(",\"text\":")
        json.add(quoted: event.text)
        json.add("}")
    }

    private mutating func add(_ counter: Counter) {
        json.add("{\"name\":")
        json.add(quoted: counter.name)
        json.add(",\"unit\":")
        json.add(quoted: counter.unit)
        json.add(",\"samples\":")
        addList(counter.samples) { encoder, sample in
            encoder.json.add("[")
            encoder.json.add(sample.time)
            encoder.json.add(",")
            encoder.json.add(sample.value)
            encoder.json.add("]")
        }
        json.add("}")
    }

    private mutating func add(_ place: SourceLocation) {
        if place.file != file {
            file = place.file
            var writer = JSONWriter()
            writer.value(file)
            fileText = writer.output.bytes
        }
        json.add("{\"file\":")
        json.add(raw: fileText)
        json.add(positionOf: place)
        json.add("}")
    }
}
