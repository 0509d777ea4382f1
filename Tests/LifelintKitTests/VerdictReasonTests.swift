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
            #expect(counts.reasons == ["requires audio.play": 2])
        }
    }
}
