// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// A boot is the same boot however its id is written.
@Suite struct BootSpellingTests {
    private static let id = "D745A6DD-EC79-4271-904F-6E026FEBA02F"
    private static let spellings = [
        id, id.lowercased(), id.replacing("-", with: ""), id.replacing("-", with: "").lowercased(),
    ]

    private static func records(_ boot: String) -> [UInt8] {
        let events = [
            ("10:00:00", "process.launch"), ("10:00:01", "app.didBecomeActive"), ("10:05:00", "app.willResignActive"),
            ("10:05:01", "app.didEnterBackground"),
        ]
        return Array(
            events.map {
                #"{"time":"2026-04-20T\#($0.0)Z","event":"\#($0.1)","app":"com.acme.notes","pid":71,"device":"A","boot":"\#(boot)"}"#
                    + "\n"
            }.joined().utf8)
    }

    private static func text(_ boot: String) -> [UInt8] {
        Array(
            "# app=com.acme.notes pid=71 device=A boot=\(boot) date=2026-04-20\n10:06:00 data.save ok=true\n10:07:00 app.willEnterForeground\n"
                .utf8)
    }

    private static func rows(_ boot: String) -> [UInt8] {
        Array(
            #"{"timestamp":"2026-04-20 10:08:00.000000+0000","processImagePath":"/usr/libexec/runningboardd","subsystem":"com.apple.runningboard","category":"process","processID":33,"bootUUID":"\#(boot)","machTimestamp":5,"eventType":"logEvent","messageType":"Default","traceID":1,"eventMessage":"[app<com.acme.notes((null))>:71] termination reported by launchd (1, 3, 9)"}"#
                .utf8)
    }

    @Test(arguments: spellings, spellings)
    func `One boot in two spellings is no restart`(first: String, second: String) throws {
        let runs = try Analysing.runs([
            ("a.jsonl", Self.records(first)), ("b.lifelog", Self.text(second)), ("c.ndjson", Self.rows(first)),
            ("d.jsonl", Self.records(second)),
        ])
        #expect(runs.map(\.boot) == [Self.id])
        #expect(runs.map { "\($0.ending.cause.rawValue)" } == ["systemPressure"], "\(runs.map(\.ending))")
    }

    @Test(arguments: ["b1", "D745A6DD-EC79-4271-904F-6E026FEBA02Z", "d745a6dd-ec79-4271-904f-6e026feba02", "ä"])
    func `What is no UUID stays as it is`(boot: String) throws {
        #expect(try Analysing.runs([("a.jsonl", Self.records(boot))]).map(\.boot) == [boot])
    }

    @Test func `Two boots are two`() throws {
        let other = "E745A6DD-EC79-4271-904F-6E026FEBA02F"
        let runs = try Analysing.runs([("a.jsonl", Self.records(Self.id)), ("b.lifelog", Self.text(other))])
        #expect(Set(runs.map(\.boot)) == [Self.id, other])
    }
}
