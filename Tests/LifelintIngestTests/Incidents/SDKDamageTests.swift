// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintIngest

@Suite struct SDKDamageTests {
    private static let samples: [[UInt8]] =
        [
            MetricKitTests.crash, MetricKitTests.metrics, KSCrashTests.crash, BugsnagTests.event, PLCrashTests.text,
            // Where a list of causes is cut, the last of them that is left is not the last that there was.
            SentryTests.event.replacing(#"{"type":"Cause","value":"first"},"#, with: ""),
        ].map { Array($0.utf8) } + [PLCrashTests.binary]

    @Test func `A report that was cut says less, nothing else, and that it was cut`() throws {
        for sample in Self.samples {
            let parser = try #require(IncidentParsers.parser(of: IncidentDocument(sample)))
            let whole = try #require(IncidentParsers.read(sample).reports.first)
            for end in stride(from: 1, to: sample.count - 2, by: 7) {
                var readout = IncidentReadout()
                parser.parse(IncidentDocument(Array(sample[..<end])), .shipped, into: &readout)
                // The last line of a text may be any part of itself.
                guard parser.format != "plcrash-text", let report = readout.reports.first else { continue }
                ReportComparison.expectAgreement(report, whole, "\(parser.format) cut at \(end)")
                guard parser.format != "plcrash-binary" else { continue }
                #expect(report.isPartial && readout.problemCount == 1, "\(parser.format) cut at \(end)")
            }
        }
    }

    @Test func `Flipped, doubled and missing bytes never trap`() throws {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<1_500 {
            var bytes = Self.samples[round % Self.samples.count]
            for _ in 0..<Int.random(in: 1..<8, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[place], at: place)
                default: bytes[place] = Array("{}[]\",:0-9e.\\".utf8).randomElement(using: &generator) ?? 0
                }
            }
            for parser in IncidentParsers.all {
                var readout = IncidentReadout()
                parser.parse(
                    IncidentDocument(bytes), IncidentSettings(zoneOffset: 3_600, words: ShippedWords.words),
                    into: &readout)
                for report in readout.reports {
                    #expect(report.place.offset >= 0 && report.place.offset <= Int64(bytes.count))
                }
            }
        }
    }

    @Test func `Absurd numbers and other types are no values`() {
        let text = #"""
            {"report":{"id":7,"timestamp":-5,"process_name":["x"]},"system":{"process_id":99999999999999999999,"machine":{},
            "app_start_time":"yesterday","application_stats":{"active_time_since_launch":1e300,"application_active":"maybe"}},
            "crash":{"error":{"type":3,"mach":{"exception":1e9,"code":-1},"signal":[]},"threads":{"a":1}}}
            """#
        let readout = IncidentReadout.of(text)
        #expect(readout.lines == ["crash"])
        #expect(readout.problems.map(\.code) == [.badTime, .badTime])
    }
}
