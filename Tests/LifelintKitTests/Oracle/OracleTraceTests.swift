// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What the oracle believes of a trace is what the timeline makes of it: otherwise the two would judge different lives.
@Suite struct OracleTraceTests {
    @Test(arguments: 0..<10)
    func `a timeline sees in a random trace what the oracle sees`(block: Int) throws {
        for number in 0..<40 {
            let seed = UInt64(block * 40 + number)
            let trace = OracleTrace(seed: seed, isOnGrid: number % 2 == 0)
            let runs = try Analyzer().analyze(bytes: Array(trace.log.utf8), named: "log.lifelog").runs()
            #expect(runs.count == trace.runs.count, "seed \(seed)\n\(trace.log)")
            for (run, expected) in zip(runs, trace.runs) {
                #expect(run.start.isKnown == expected.isStartKnown, "seed \(seed)\n\(trace.log)")
                switch expected.end {
                case .seen(let cause): #expect(run.ending.cause.rawValue == cause, "seed \(seed)\n\(trace.log)")
                case .implied: #expect(!run.end.isKnown && run.ending.cause != .stillRunning, "seed \(seed)")
                case .none: #expect(run.ending.cause == .stillRunning, "seed \(seed)")
                }
                for name in ["backgroundTask", "network"] {
                    #expect(
                        run.spans.count { $0.kind == name } == expected.spans(name).count,
                        "seed \(seed) \(name)\n\(trace.log)")
                }
                for state in [AppState.active, .background, .suspended] {
                    let spans = expected.spans(state.rawValue)
                    let stays = run.states.filter { $0.state == state }
                    #expect(stays.count == spans.count, "seed \(seed) \(state)\n\(trace.log)")
                    #expect(stays.allSatisfy { !$0.isInferred }, "seed \(seed) \(state)\n\(trace.log)")
                }
            }
        }
    }
}
