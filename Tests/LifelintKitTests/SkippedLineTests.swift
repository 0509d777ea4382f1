// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// A line that is too long to be read is missing, and that is known where rules look.
@Suite struct SkippedLineTests {
    @Test(arguments: ["jsonl", "lifelog"]) func `A line that is skipped leaves a gap`(kind: String) throws {
        let blob = String(repeating: "x", count: 3 << 20)
        let long = 1
        let lines = [("14:30:00", "process.launch"), ("14:30:01", "app.didBecomeActive"), ("14:40:00", "hang")]
            .enumerated().map { index, event in
                let rest = index == long ? blob : ""
                return kind == "jsonl"
                    ? #"{"time":"2026-04-20T\#(event.0)Z","event":"\#(event.1)","app":"a.b","pid":7,"blob":"\#(rest)"}"#
                    : "2026-04-20T\(event.0)Z \(event.1) app=a.b pid=7 blob=\"\(rest)\""
            }
        let analysis = try Analysing.analysis([("a", Array((lines.joined(separator: "\n") + "\n").utf8))])
        #expect(analysis.header.problems.map(\.code) == [.lineTooLong])
        let runs = try analysis.runs()
        #expect(runs.count == 1)
        #expect(runs.flatMap(\.anomalies).map { "\($0.code.rawValue) \($0.at.line)" } == ["gap 2"])
    }
}
