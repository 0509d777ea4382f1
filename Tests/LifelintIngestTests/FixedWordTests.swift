// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

/// Values of which the vocabulary knows all are read whatever their case; what cannot be read is counted.
@Suite struct FixedWordTests {
    private static func text(_ line: String) throws -> Reading {
        try Reading("# app=a date=2026-03-01\n10:00:00 \(line)\n", as: "lifecycle-text")
    }

    private static func json(_ members: String) throws -> Reading {
        try Reading("{\"time\":\"2026-03-01T10:00:00Z\",\(members)}\n", as: "lifecycle-jsonl")
    }

    @Test(arguments: [
        ("process.launch intent=Foreground", "intent:'foreground'"),
        ("process.launch intent=PREWARM reason=URLSession", "intent:'prewarm' reason:'urlSession'"),
        ("process.state task=Suspended visibility=Background", "task=suspended"),
        ("process.state task=notrunning", "task=notRunning"),
        ("process.state visibility=Foreground", "visibility:'foreground'"),
        ("activity.start name=film kind=Video", "kind:'video'"),
        ("activity.start name=film kind=Sculpture", "kind:'Sculpture'"),
    ]) func `capitals do not matter`(line: String, holds: String) throws {
        let reading = try Self.text(line)
        #expect(reading.problems == [])
        for part in holds.split(separator: " ") {
            #expect(reading.events.first?.contains(part) == true, "\(reading.events)")
        }
    }

    @Test func `both native formats read them alike`() throws {
        let json = try Self.json(
            #""event":"process.launch","app":"a","intent":"Background","reason":"Push""#)
        #expect(json.problems == [])
        #expect(json.events == (try Self.text("process.launch intent=Background reason=Push")).events)
        let nested = try Self.json(
            #""event":"process.state","app":"a","task":"Suspended","visibility":"BACKGROUND","note":{"x":1}"#)
        #expect(nested.problems == [])
        #expect(nested.events.first?.contains("task=suspended") == true)
        #expect(nested.events.first?.contains("visibility:'background'") == true)
    }

    @Test(arguments: [
        "process.launch intent=nonsense", "process.launch reason=because", "process.state task=asleep",
        "process.state visibility=behind",
    ]) func `what is none of the words is a problem`(line: String) throws {
        let reading = try Self.text(line)
        #expect(reading.problems.map { $0.prefix(11) } == ["bad-value 2"])
        #expect(reading.events.count == 1)
    }

    @Test func `an event of the app's own may give a value any name`() throws {
        let reading = try Self.text("checkout.begin intent=Buy visibility=Hidden reason=Sale task=Pay kind=Video")
        #expect(reading.problems == [])
        #expect(reading.events.first?.contains("intent:'Buy'") == true)
        #expect(reading.events.first?.contains("kind:'Video'") == true)
    }

    @Test(arguments: [
        #""duration":{"seconds":2,"attoseconds":0}"#, #""duration":[2,0]"#, #""pid":{"value":71}"#,
        #""phase":{"name":"begin"}"#, #""main":{"is":true}"#, #""mach":{"ticks":1}"#, #""ok":{"value":true}"#,
        #""bytes":{"count":1}"#,
    ]) func `an object where a number or a word stands is a problem`(member: String) throws {
        let reading = try Self.json("\"event\":\"data.save\",\(member)")
        #expect(reading.problems.map { $0.prefix(11) } == ["bad-value 1"])
        #expect(reading.events.count == 1)
    }

    @Test(arguments: [
        #""device":{"model":"iPhone14,2"}"#, #""thread":{"number":1}"#, #""app":{"state":"x"}"#, #""extra":{"x":1}"#,
    ]) func `an object that an app keeps under another key is none`(member: String) throws {
        let reading = try Self.json("\"event\":\"data.save\",\(member)")
        #expect(reading.problems == [])
        #expect(reading.events.count == 1)
    }
}
