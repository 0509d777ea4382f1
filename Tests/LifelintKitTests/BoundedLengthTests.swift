// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Lengths between two lines whose clocks do not tell them exactly.
@Suite struct BoundedLengthTests {
    private static func launches(_ inputs: [(name: String, text: String)]) throws -> [Finding] {
        try Analysing.analysis(inputs.map { ($0.name, Array($0.text.utf8)) }) { options in
            options.year = 2026
            try? options.useRules(select: ["slow-launch"])
        }.allFindings()
    }

    private static func own(_ time: String) -> String {
        #"{"time":"2026-03-01T\#(time)Z","app":"com.acme.notes","pid":4711,"event":"app.didBecomeActive"}"# + "\n"
    }

    static let lines: [(begin: String, end: String, message: String)] = [
        ("10:00:00", "10:00:02.800", "took at least 1.8 s"), ("10:00:00", "10:00:12.800", "took 12.8 s"),
        ("10:00:00", "10:00:03", "took 3 s"), ("10:00:00.200", "10:00:03", "took at least 2.8 s"),
    ]

    @Test(arguments: lines) func `a length of which one end is coarse is told as a bound`(
        _ row: (begin: String, end: String, message: String)
    ) throws {
        let log = """
            # app=com.acme.notes pid=4711 date=2026-03-01
            \(row.begin) process.launch intent=foreground
            \(row.end) app.didBecomeActive
            10:05:00.000 app.willResignActive
            """
        let findings = try Self.launches([("a.lifelog", log)])
        #expect(findings.count == 1)
        #expect(findings.first?.message.contains(row.message) == true, "\(findings.map(\.message))")
    }

    @Test(
        arguments: [
            ("10:00:00.000", "10:00:00.650", Confidence.likely), ("10:00:00.000", "10:00:04.000", .certain),
            // What is known is 63 ms more than the limit.
            ("10:00:00", "10:00:01.463", .likely),
        ])
    func `what may be the distance of two clocks is likely at most`(
        begin: String, end: String, confidence: Confidence
    ) throws {
        let who = "app=com.acme.notes pid=4711"
        let launch = "2026-03-01T\(begin)Z process.launch intent=foreground \(who)\n"
        let apart = try Self.launches([("system.lifelog", launch), ("app.jsonl", Self.own(end))])
        #expect(apart.map(\.confidence) == [confidence])
        let active = "2026-03-01T\(end)Z app.didBecomeActive \(who)\n"
        let together = try Self.launches([("both.lifelog", launch + active)])
        #expect(together.map(\.confidence) == [.certain])
    }
}
