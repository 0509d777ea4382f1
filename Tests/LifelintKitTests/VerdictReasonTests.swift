// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintKit

@Suite struct VerdictReasonTests {
    private static let first = [
        #"{"time":"2026-03-01T10:00:00Z","event":"app.willFinishLaunching","app":"com.a","pid":10,"device":"D0"}"#,
        #"{"time":"2026-03-01T10:00:00Z","event":"backgroundTask.end","app":"com.a","pid":10,"device":"D1","task":"1"}"#,
    ]
    private static let rest = [
        #"{"time":"2026-03-01T10:37:36Z","event":"audio.play","app":"com.a","pid":10,"device":"D0"}"#,
        #"{"time":"2026-03-01T10:52:25Z","event":"audio.pause","app":"com.a","pid":10,"device":"D0"}"#,
    ]

    /// Two branches miss `audio.play` at first, one of them as silence.
    @Test func `why several branches were not judged does not depend on which run comes first`() throws {
        for lines in [Self.first, Self.first.reversed()] {
            let log = (lines + Self.rest).joined(separator: "\n") + "\n"
            let analysis = try Analysing.analysis([("a.jsonl", Array(log.utf8))]) {
                try? $0.useRules(select: ["silent-audio-keepalive"])
            }
            let counts = try #require(analysis.header.verdicts["silent-audio-keepalive"])
            #expect(counts.reasons == ["requires audio.play where exists silent or exists bytes": 2])
        }
    }

    /// The log shows the events, and not what these rules ask of them.
    @Test(arguments: [
        ("background-task-without-expiration-handler", "backgroundTask.begin where exists handler"),
        ("blocking-work-on-main-thread", "network.end where main"),
        ("background-save-uncovered", "data.save with its duration"),
    ]) func `what is not shown is told with what is asked of it`(rule: String, name: String) throws {
        let log = """
            # app=com.example.notes device=A1 pid=7 date=2026-03-02
            10:00:00.000 process.launch
            10:00:01.000 app.didBecomeActive
            10:00:02.000 network.begin url=a
            10:00:03.000 network.end url=a
            10:00:04.000 backgroundTask.begin task=1
            10:00:05.000 data.save document=d
            10:00:06.000 backgroundTask.end task=1
            """
        let analysis = try Analysing.analysis([("a.lifelog", Array((log + "\n").utf8))]) {
            try? $0.useRules(select: [rule])
        }
        let counts = try #require(analysis.header.verdicts[rule])
        #expect(counts.reasons == ["requires " + name: 1])
    }
}
