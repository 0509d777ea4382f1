// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import TestSupport
import Testing

@Suite struct OTLPTests {
    private static let formats = InputFormats(words: OTLPSample.words)
    private static let state = OTLPSample.attribute("ios.app.state", "active")

    private static func read(_ text: String, cuts: [Int] = []) throws -> Reading {
        try Reading(text, as: "otlp-json", words: OTLPSample.words, cuts: cuts)
    }

    private static func events(_ text: String) throws -> [String] {
        let reading = try read(text)
        #expect(reading.problems == [])
        return reading.events.map { String($0.replacing(" durability=unknown", with: "")) }
    }

    static let meanings: [(String, String)] = [
        // Where the name and the state may stand.
        (
            #"{\#(OTLPSample.time),"eventName":"device.app.lifecycle","attributes":[\#(state)]}"#,
            "10:00:00.250000000Z app.didBecomeActive ios.app.state:'active'"
        ),
        (
            #"{\#(OTLPSample.time),"attributes":[{"key":"event.name","value":{"stringValue":"device.app.lifecycle"}},{"key":"ios.state","value":{"stringValue":"background"}}]}"#,
            "10:00:00.250000000Z app.didEnterBackground event.name:'device.app.lifecycle' ios.state:'background'"
        ),
        (
            #"{\#(OTLPSample.time),"body":{"kvlistValue":{"values":[{"key":"ios.state","value":{"stringValue":"foreground"}}]}}}"#,
            "10:00:00.250000000Z app.willEnterForeground ios.state:'foreground'"
        ),
        (
            #"{\#(OTLPSample.time),"body":{"stringValue":"device.app.lifecycle"},"attributes":[\#(state)]}"#,
            "10:00:00.250000000Z app.didBecomeActive ios.app.state:'active' body:'device.app.lifecycle'"
        ),
        (
            #"{"time_unix_nano":1772359200250000000,"event_name":"x","attributes":[{"key":"ios.app.state","value":{"string_value":"active"}}]}"#,
            "10:00:00.250000000Z app.didBecomeActive ios.app.state:'active'"
        ),
        // A callback's own name needs no recogniser.
        (
            #"{\#(OTLPSample.time),"eventName":"applicationDidBecomeActive"}"#,
            "10:00:00.250000000Z app.didBecomeActive via=delegate"
        ),
        (
            #"{\#(OTLPSample.time),"body":{"stringValue":"appDidEnterBackground"},"severityNumber":9,"severityText":"INFO"}"#,
            "10:00:00.250000000Z app.didEnterBackground body:'appDidEnterBackground' severityText:'INFO' severityNumber:9"
        ),
        // Times.
        (
            #"{"timeUnixNano":"0","observedTimeUnixNano":"1772359201000000000","attributes":[\#(state)]}"#,
            "10:00:01.000000000Z app.didBecomeActive ios.app.state:'active'"
        ),
        // Kinds of values.
        (
            #"{\#(OTLPSample.time),"attributes":[\#(state),{"key":"b","value":{"boolValue":true}},{"key":"i","value":{"intValue":"-5"}},{"key":"j","value":{"intValue":6}},{"key":"d","value":{"doubleValue":1.5}},{"key":"n","value":{"doubleValue":"NaN"}},{"key":"y","value":{"bytesValue":"0aff"}},{"key":"a","value":{"arrayValue":{"values":[{"intValue":"1"}]}}},{"key":"m","value":{"kvlistValue":{"values":[{"key":"k","value":{"stringValue":"v\"1"}}]}}},{"key":"e","value":{}},{"key":"p","value":"plain"}]}"#,
            "10:00:00.250000000Z app.didBecomeActive ios.app.state:'active' b:true i:-5 j:6 d:1.5# n:'NaN' y:'0aff' "
                + #"a:'[{"intValue":"1"}]' m.k:'v"1' p:'plain'"#
        ),
        // No attribute is time or event, and the vocabulary's own fields are theirs.
        (
            #"{\#(OTLPSample.time),"attributes":[\#(state),{"key":"name","value":{"stringValue":"x"}},{"key":"time","value":{"intValue":"5"}},{"key":"pid","value":{"intValue":"7"}},{"key":"app","value":{"stringValue":"a.b"}}]}"#,
            "10:00:00.250000000Z app.didBecomeActive app=a.b pid=7 ios.app.state:'active' name:'x' time:5"
        ),
    ]

    @Test(arguments: meanings) func `Records mean what their name or their attributes say`(
        record: String, expected: String
    ) throws {
        #expect(try Self.events(OTLPSample.export(record)) == ["2026-03-01T" + expected])
    }

    static let resources: [(String, String)] = [
        (#"{"key":"device.id","value":{"stringValue":"A1"}}"#, "device=A1"),
        (
            [
                OTLPSample.attribute("service.name", "Notes"),
                OTLPSample.attribute("service.namespace", "com.acme.notes"),
                OTLPSample.attribute("service.version", "3.1 (412)"),
            ].joined(separator: ","),
            "app=com.acme.notes process=Notes version=3.1 build=412"
        ),
        (OTLPSample.attribute("service.namespace", "shop"), ""),
        (
            OTLPSample.attribute("os.name", "iOS") + "," + OTLPSample.attribute("os.version", "17.4"), "os=iOS 17.4"
        ),
        (OTLPSample.attribute("os.description", "iOS 17.4 (21E219)"), "os=iOS 17.4 (21E219)"),
        (OTLPSample.attribute("device.model.identifier", "iPhone15,2"), "model=iPhone15,2"),
        (OTLPSample.attribute("session.id", "s1"), "run=s1"),
        // A session is no process: with a process id it is only told.
        (OTLPSample.attribute("session.id", "s1") + #",{"key":"process.pid","value":{"intValue":"41"}}"#, "pid=41"),
    ]

    @Test(arguments: resources) func `The resource says whose the records are`(attributes: String, expected: String)
        throws
    {
        let text = OTLPSample.export(OTLPSample.state("active"), resource: attributes)
        let event = try #require(try Self.events(text).first)
        let end = try #require(event.firstRange(of: " ios.app.state:")).lowerBound
        let own = String(event[..<end]).split(separator: " ").dropFirst(2).joined(separator: " ")
        #expect(own == expected)
    }

    @Test func `A resource counts for its own records, before and behind them`() throws {
        let record = OTLPSample.state("active")
        func entry(_ members: String...) -> String { "{" + members.joined(separator: ",") + "}" }
        func resource(_ device: String) -> String {
            #""resource":{"attributes":[\#(OTLPSample.attribute("device.id", device))]}"#
        }
        let scopes = #""scopeLogs":[{"logRecords":[\#(record)]}]"#
        let entries = [entry(resource("A"), scopes), entry(scopes), entry(scopes, resource("B"))]
        let text = #"{"resourceLogs":[\#(entries.joined(separator: ","))]}"#
        let reading = try Self.read(text)
        #expect(reading.problems == [])
        #expect(reading.batches[0].records.map { reading.batches[0].string($0.device) } == ["A", nil, "B"])
    }

    @Test func `What has no life-cycle meaning is passed over in silence`() throws {
        let text = OTLPSample.export(
            #"{\#(OTLPSample.time),"eventName":"session.start"}"#,
            #"{\#(OTLPSample.time),"body":{"stringValue":"synced"}}"#,
            "{}", #"{"body":null,"attributes":{}}"#,
            #"{\#(OTLPSample.time),"eventName":"note.saved"}"#)
        let reading = try Self.read(text)
        #expect(reading.records == [] && reading.problems == [] && reading.count == 5)
        let iOS = OTLPSample.export(
            #"{\#(OTLPSample.time),"eventName":"note.saved"}"#, resource: OTLPSample.attribute("os.name", "iOS"))
        // Recognisers may ask for the resource, too.
        #expect(try Self.events(iOS).first?.contains("data.save") == true)
    }

    @Test func `Spans of a known name are events`() throws {
        let time = #""startTimeUnixNano":"1772359200250000000""#
        let span = #"{"name":"device.app.lifecycle",\#(time),"attributes":[\#(Self.state)]}"#
        let text = #"{"resourceSpans":[{"scopeSpans":[{"spans":[\#(span),{"name":"GET /"}]}]}]}"#
        #expect(try Self.events(text) == ["2026-03-01T10:00:00.250000000Z app.didBecomeActive ios.app.state:'active'"])
    }

    private static let line = OTLPSample.export(OTLPSample.state("active"), OTLPSample.state("background"))
    private static let pretty = line.replacing("{", with: "{\n  ").replacing(",", with: ",\n  ")

    static let layouts: [String] = [
        line, "\(line)\n", "\(line)\n\(line)\n", "[\(line),\n\(line)]", pretty, "\(pretty)\n\(pretty)",
        "\u{FEFF}\(line)",
        #"{"resourceSpans":[]}"#, #"{"resource_logs":[{"scope_logs":[]}]}"#,
    ]

    @Test(arguments: layouts) func `Exports of every layout are recognised and read the same in pieces`(text: String)
        throws
    {
        let bytes = Array(text.utf8)
        #expect(Self.formats.format(of: InputHead(bytes: bytes, isWhole: true))?.id == "otlp-json")
        let whole = try Self.read(text)
        #expect(whole.problems == [])
        for size in [1, 3, 17, 100] {
            let parts = try Self.read(text, cuts: Array(stride(from: size, to: bytes.count, by: size)))
            #expect(parts.records == whole.records && parts.problems == whole.problems && parts.lines == whole.lines)
        }
    }

    static let others: [String] = [
        #"{"resourceMetrics":[]}"#, #"{"resourceLogs":{}}"#, #"{"logs":{"resourceLogs":[]}}"#, "{}", "[]",
        #"{"time":5,"event":"resourceLogs"}"#,
    ]

    @Test(arguments: others) func `Other JSON is no export`(text: String) {
        #expect(Self.formats.format(of: InputHead(bytes: Array(text.utf8), isWhole: true))?.id != "otlp-json")
    }

    @Test func `The evidence is the record`() throws {
        let text = "{\"resourceLogs\":[]}\n" + Self.line
        let reading = try Self.read(text)
        let bytes = Array(text.utf8)
        for record in reading.batches[0].records {
            let start = Int(record.offset)
            let source = String(decoding: bytes[start..<(start + Int(record.length))], as: UTF8.self)
            #expect(source.hasPrefix("{\"timeUnixNano\"") && source.hasSuffix("}]}"))
            #expect(record.line == 1)
        }
    }

    @Test func `An export that was cut off gives what is whole, and the next line is read`() throws {
        let cut = String(Self.line.dropLast(30))
        let reading = try Self.read(cut + "\n" + Self.line + "\n" + cut)
        #expect(reading.records.count == 4)
        #expect(reading.problems.map { $0.prefix(16) } == ["truncated-line 1", "truncated-line 3"])
    }

    @Test func `Every prefix, and every flipped byte, is read without a trap`() throws {
        let bytes = Array((Self.line + "\n" + Self.pretty).utf8)
        let whole = try Reading(bytes, as: "otlp-json", words: OTLPSample.words)
        for end in 0...bytes.count {
            let reading = try Reading(Array(bytes[..<end]), as: "otlp-json", words: OTLPSample.words, cuts: [end / 2])
            // What was whole before is never taken back.
            #expect(whole.records.starts(with: reading.records))
        }
        for (index, byte) in bytes.enumerated() {
            for flipped in [byte ^ 0x01, byte ^ 0x20, byte ^ 0x80, 0x22, 0x7B, 0x5D] {
                var damaged = bytes
                damaged[index] = flipped
                let reading = try Reading(damaged, as: "otlp-json", words: OTLPSample.words, cuts: [index])
                #expect(reading.records.count <= whole.records.count + 1)
            }
        }
    }
}
