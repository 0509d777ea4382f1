// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

@Suite struct TelemetryInputTests {
    /// A line as the Collector writes it: states with the second at which they were recorded.
    private static func export(_ states: [(second: Int, state: String)], pid: Int) -> String {
        let records = states.map { second, state in
            #"{"timeUnixNano":"\#(1_772_359_200 + second)000000000","eventName":"device.app.lifecycle","#
                + #""attributes":[{"key":"ios.app.state","value":{"stringValue":"\#(state)"}}]}"#
        }
        return #"{"resourceLogs":[{"resource":{"attributes":["#
            + #"{"key":"service.namespace","value":{"stringValue":"com.acme.notes"}},{"key":"device.id","value":{"stringValue":"A1"}},{"key":"process.pid","value":{"intValue":"\#(pid)"}}]},"#
            + #""scopeLogs":[{"logRecords":[\#(records.joined(separator: ","))]}]}]}"# + "\n"
    }

    @Test func `an OpenTelemetry export gives runs with states`() throws {
        let text =
            Self.export([(0, "foreground"), (1, "active")], pid: 7)
            + Self.export([(60, "inactive"), (61, "background")], pid: 7) + Self.export([(900, "active")], pid: 9)
        let analysis = try Analysing.analysis([("export.jsonl", Array(text.utf8))])
        #expect(analysis.header.inputs.map { "\($0.format) \($0.records)" } == ["otlp-json 5"])
        #expect(analysis.header.problems.isEmpty)
        let runs = try analysis.runs()
        #expect(runs.map(\.pid) == [7, 9])
        #expect(runs.map(\.app) == ["com.acme.notes", "com.acme.notes"])
        #expect(runs.first?.states.map(\.state) == [.inactive, .active, .inactive, .background, .suspended])
    }

    /// Hosts of its SDK write the flag as they write any property.
    @Test(arguments: [("false", "true"), (#""false""#, #""true""#), ("0", "1"), (#""0""#, #""1""#)], [true, false])
    func `the events of Segment tell launches and returns however the flag is spelled`(
        spelled: (no: String, yes: String), isNested: Bool
    ) throws {
        func event(_ name: String, at minute: Int, _ flag: String?) -> String {
            let field = flag.map { #""from_background":\#($0)"# }
            let stated = field.map { isNested ? #","properties":{\#($0)}"# : "," + $0 } ?? ""
            return
                #"{"timestamp":"2026-03-01T10:0\#(minute):00.000Z","type":"track","event":"Application \#(name)"\#(stated)}"#
        }
        let rows = [
            event("Opened", at: 0, spelled.no), event("Backgrounded", at: 1, nil), event("Opened", at: 5, spelled.yes),
        ]
        let runs = try Analysing.runs([("a.jsonl", Array(rows.joined(separator: "\n").utf8))])
        #expect(runs.map { $0.states.map(\.state) } == [[.launching, .background, .suspended, .active]])
    }

    private static func crash(_ event: String, at second: Int, resource: String = "") -> String {
        #"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.namespace","value":{"stringValue":"com.acme.notes"}},"#
            + #"{"key":"device.id","value":{"stringValue":"A1"}}\#(resource)]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"#
            + #""\#(1_772_359_200 + second)000000000","attributes":[\#(event)]}]}]}]}"# + "\n"
    }

    private static func named(_ key: String, _ name: String) -> String {
        #"{"key":"\#(key)","value":{"stringValue":"\#(name)"}}"#
    }

    /// Whoever tells a crash is mostly the next process, which may not know its time.
    @Test(arguments: [
        named("event.name", "device.crash"), named("event.name", "app.crash"),
        named("emb.type", "sys.ios.crash") + "," + named("emb.state", "foreground"),
    ])
    func `a crash that is told ended a process, and nothing tells of what`(event: String) throws {
        let states = Self.export([(0, "foreground"), (1, "active")], pid: 7)
            .replacing(#",{"key":"process.pid","value":{"intValue":"7"}}"#, with: "")
        let text = states + Self.crash(event, at: 40)
        let runs = try Analysing.analysis([("export.jsonl", Array(text.utf8))]).runs()
        #expect(runs.map(\.ending.cause) == [.unknown])
        #expect(runs.first?.ending.candidates.map(\.cause).starts(with: [.crashSignal, .crashException]) == true)
    }

    @Test(arguments: [
        "," + named("os.name", "Android"), "," + named("telemetry.sdk.language", "webjs"),
        #",{"key":"process.pid","value":{"intValue":"9"}}"#,
    ])
    func `a crash of another system, or told by a process that is named, ends nothing`(resource: String) throws {
        let text = Self.crash(Self.named("event.name", "device.crash"), at: 40, resource: resource)
        let runs = try Analysing.analysis([("export.jsonl", Array(text.utf8))]).runs()
        #expect(!runs.contains { $0.ending.cause != .stillRunning })
    }

    @Test func `states of Flutter are those of the app`() throws {
        let states = [(0, "resumed"), (60, "inactive"), (61, "hidden"), (62, "paused")]
        let text = Self.export(states, pid: 7).replacing("ios.app.state", with: "flutter.app.state")
        let runs = try Analysing.runs([("export.jsonl", Array(text.utf8))])
        #expect(runs.first?.states.map(\.state).prefix(3) == [.active, .inactive, .background])
    }

    /// Session spans of Embrace: from when to when, in seconds, and more attributes.
    private static func sessions(_ sessions: [(from: Int, to: Int, more: [(String, String)])]) -> String {
        let spans = sessions.map { from, to, more in
            let attributes = more.map { named($0.0, $0.1) }.joined(separator: ",")
            return
                #"{"name":"emb-session","startTimeUnixNano":"\#(1_772_359_200 + from)000000000","#
                + #""endTimeUnixNano":"\#(1_772_359_200 + to)000000000","attributes":[\#(attributes)]}"#
        }
        return #"{"resourceSpans":[{"resource":{"attributes":[\#(named("service.namespace", "com.acme.notes")),"#
            + #"\#(named("device.id", "A1"))]},"#
            + #""scopeSpans":[{"spans":[\#(spans.joined(separator: ","))]}]}]}"# + "\n"
    }

    @Test func `a session of Embrace that was cut off ended with its process`() throws {
        let text =
            Self.sessions([(0, 300, [("emb.state", "foreground"), ("emb.clean_exit", "false")])])
            + Self.sessions([(4_000, 4_100, [("emb.state", "foreground"), ("emb.clean_exit", "true")])])
        let runs = try Analysing.runs([("export.jsonl", Array(text.utf8))])
        #expect(runs.map(\.ending.cause) == [.unknown, .stillRunning])
        #expect(runs.first?.end.isKnown == false)
        #expect(runs.first?.end.time.rfc3339.hasPrefix("2026-03-01T10:05:00") == true)
        #expect(runs.first?.ending.candidates.isEmpty == false)
    }

    /// An event of Segment as it is sent.
    private static func segment(_ event: String, at time: String, device: String, more: String = "") -> String {
        #"{"type":"track","event":"\#(event)","timestamp":"2026-03-02T\#(time)Z","properties":{\#(more)},"#
            + #""context":{"app":{"namespace":"com.acme.notes","version":"2.4.0"},"device":{"id":"\#(device)"}}}"#
            + "\n"
    }

    @Test func `events of Segment are of the device and the app in their context`() throws {
        let opened = #""from_background":false"#
        let text =
            Self.segment("Application Opened", at: "13:00:01", device: "A", more: opened)
            + Self.segment("Application Opened", at: "13:01:01", device: "B", more: opened)
            + Self.segment("Application Backgrounded", at: "13:02:00", device: "A")
            + Self.segment("Application Backgrounded", at: "13:06:00", device: "B")
        let runs = try Analysing.runs([("segment.jsonl", Array(text.utf8))])
        #expect(runs.map(\.device) == ["A", "B"])
        #expect(runs.map(\.app) == ["com.acme.notes", "com.acme.notes"])
        #expect(runs.map(\.version) == ["2.4.0", "2.4.0"])
        #expect(runs.map(\.ending.cause) == [.stillRunning, .stillRunning])
    }

    /// Of who comes back most versions tell only that it is about to.
    @Test func `who came back by Segment's word is in front`() throws {
        let text =
            Self.segment("Application Backgrounded", at: "13:02:00", device: "A")
            + Self.segment("Application Opened", at: "13:04:00", device: "A", more: #""from_background":true"#)
        let run = try #require(try Analysing.runs([("segment.jsonl", Array(text.utf8))]).first)
        #expect(run.states.last?.state == .active && run.states.last?.isInferred == true, "\(run.story)")
    }

    /// Older SDKs tell by it that the app has become active.
    @Test func `who is in the foreground by Sentry's word is in front, alone as in a report`() throws {
        let crumbs =
            #"[{"timestamp":"2026-03-01T10:00:01Z","type":"navigation","category":"app.lifecycle","#
            + #""level":"info","data":{"state":"foreground"}}]"#
        let event = #"{"event_id":"a","platform":"cocoa","timestamp":"2026-03-01T10:06:00Z","breadcrumbs":\#(crumbs)}"#
        for (text, isInferred) in [(crumbs, true), (event, false)] {
            let run = try #require(try Analysing.runs([("crumbs.json", Array(text.utf8))]).first)
            #expect(run.states.map(\.state) == [.active], "\(run.story)")
            #expect(run.states.map(\.isInferred) == [isInferred])
        }
    }

    @Test func `breadcrumbs of Sentry in a document are one run`() throws {
        func crumb(_ second: Int, _ state: String) -> String {
            #"{"timestamp":\#(1_772_359_200 + second),"type":"navigation","category":"app.lifecycle","level":"info","#
                + #""data":{"state":"\#(state)"}}"#
        }
        let crumbs = [crumb(0, "active"), crumb(60, "inactive"), crumb(61, "background")].joined(separator: ",\n")
        let text = #"{"app":"com.acme.notes","breadcrumbs":{"values":["# + crumbs + "]}}"
        let analysis = try Analysing.analysis([("crumbs.json", Array(text.utf8))])
        #expect(analysis.header.inputs.map { "\($0.format) \($0.records)" } == ["sdk-breadcrumbs 3"])
        let runs = try analysis.runs()
        #expect(runs.map(\.app) == ["com.acme.notes"])
        #expect(runs.first?.states.map(\.state).prefix(3) == [.active, .inactive, .background])
    }
}
