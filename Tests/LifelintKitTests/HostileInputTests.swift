// SPDX-License-Identifier: MIT

import LifelintKit
import TestSupport
import Testing

/// Nothing an input says may trap or hang: what cannot be read is a located problem, the rest is a report.
@Suite struct HostileInputTests {
    private func check(_ bytes: [UInt8], _ comment: String) throws {
        let analysis = try Analyzer().analyze(bytes: bytes, named: "hostile")
        for problem in analysis.header.problems {
            #expect(problem.offset >= 0 && problem.offset <= Int64(bytes.count), "\(comment)")
            #expect(!problem.message.isEmpty, "\(comment)")
        }
        for format in ReportFormats.all {
            let report = try Analysing.report(analysis, format.id)
            // Annotations and telemetry of nothing are nothing.
            if ["github", "otlp"].contains(format.id) { continue }
            #expect(!report.isEmpty, "\(comment) \(format.id)")
        }
    }

    @Test(arguments: UInt64(1)...12) func `a damaged log is read as far as it goes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let trace = RandomTrace(seed: seed, count: 60)
        for round in 0..<12 {
            var bytes = trace.bytes
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                default: bytes[index] = Array("{}[]\",:\\0".utf8).randomElement(using: &random) ?? 0
                }
            }
            if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            try check(bytes, "seed \(seed) round \(round)")
        }
    }

    @Test(arguments: UInt64(1)...8) func `random bytes are no log and no trap`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<4_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        try check(bytes, "seed \(seed)")
    }

    @Test(arguments: [
        #"{"time":-99999999999999999999,"event":"app.didBecomeActive"}"#,
        #"{"time":9223372036854775807,"event":"app.didBecomeActive","duration_ms":9223372036854775807}"#,
        #"{"time":"9999-12-31T23:59:59.999999999Z","event":"process.launch","pid":99999999999999999999}"#,
        #"{"time":"0001-01-01T00:00:00Z","event":"process.exit","code":"0xffffffffffffffff","status":-1}"#,
        #"{"time":1e308,"event":"hang","duration":"999999999999999999999h"}"#,
        #"{"time":"2026-03-02T10:00:00Z","event":"memory.footprint","bytes":"99999999999999GiB"}"#,
        #"{"time":"2026-03-02T10:00:00Z","event":"process.exit","signal":-9223372036854775808}"#,
        #"{"time":"2026-03-02T10:00:00Z","event":"backgroundTask.begin","task":"\u0000\ud800","seq":-9223372036854775808}"#,
        "10:00:00 app.didEnterBackground duration=9223372036854775807s",
        "10:00:00 process.launch intent=foreground pid=-1\n10:00:01 process.exit code=-1 namespace=<0xFFFFFFFFFFFFFFFF>",
    ]) func `absurd numbers are no trap`(line: String) throws {
        try check(Array((line + "\n").utf8), line)
        let context = #"{"time":"2026-03-02T10:00:00Z","event":"app.didEnterBackground"}"# + "\n"
        try check(Array((context + line + "\n" + context + line + "\n").utf8), line)
    }

    @Test func `a line of three megabytes is a problem and no memory`() throws {
        let long = #"{"time":"2026-03-02T10:00:00Z","event":"\#(String(repeating: "x", count: 3 << 20))"}"#
        let ordinary = #"{"time":"2026-03-02T10:00:01Z","event":"app.didBecomeActive"}"#
        let analysis = try Analysing.analysis([("a.jsonl", Array("\(ordinary)\n\(long)\n\(ordinary)\n".utf8))])
        #expect(analysis.header.problems.map(\.code) == [.lineTooLong])
        #expect(analysis.header.problems.first?.line == 2)
        #expect(analysis.header.inputs.first?.events == 3)
    }
}
