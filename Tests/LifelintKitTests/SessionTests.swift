// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// A session is the same machine, fed by somebody else.
@Suite struct SessionTests {
    @Test(arguments: EvidenceInvarianceTests.seeds) func `pushing lines one by one gives the runs of the batch`(
        seed: UInt64
    ) throws {
        let trace = RandomTrace(seed: seed, count: 120, staysDead: true)
        let batch = RunComparison.withoutPlaces(try Analysing.runs([("-", trace.bytes)]))
        let session = try Session()
        var runs: [AppRun] = []
        for line in trace.lines {
            session.push(line)
            runs.append(contentsOf: session.takeRuns())
        }
        runs.append(contentsOf: session.finish())
        var pushed = RunComparison.withoutPlaces(runs).sorted { $0.id < $1.id }
        // A session cannot know whether a run's end was handed on before its witness came: it says so.
        for index in pushed.indices { pushed[index].anomalies.removeAll { $0.code == .lateWitness } }
        #expect(RunComparison.difference(batch.sorted { $0.id < $1.id }, pushed) == nil)
    }

    @Test func `a run is given once its end cannot change any more`() throws {
        let session = try Session()
        session.push("# app=com.example.app device=D1 date=2026-03-02")
        session.push("10:00:00.000 process.launch pid=71 intent=foreground")
        session.push("10:00:00.400 app.didBecomeActive pid=71")
        session.push("10:00:05.000 process.exit pid=71 namespace=SIGNAL code=11")
        #expect(session.takeRuns().isEmpty)
        session.push("10:00:30.000 process.launch pid=72 intent=foreground")
        session.push("10:00:31.000 app.didBecomeActive pid=72")
        session.advance(to: Timestamp(nanoseconds: 1_772_445_700_000_000_000))
        let runs = session.takeRuns()
        #expect(runs.map(\.pid) == [71])
        #expect(runs.first?.ending.cause == .crashSignal)
        let rest = session.finish()
        #expect(rest.map(\.pid) == [72])
        #expect(rest.first?.ending.cause == .stillRunning)
        #expect(rest.first?.launch.after == .crashSignal)
    }

    @Test func `what cannot be read is a problem with its line`() throws {
        let session = try Session(name: "pushed")
        session.push(#"{"time":"2026-03-02T10:00:00Z","event":"app.didBecomeActive"}"#)
        session.push(#"{"time":"2026-03-02T10:00:01Z","event":"#)
        #expect(session.problemCount == 1)
        #expect(session.problems.first?.file == "pushed")
        #expect(session.problems.first?.line == 2)
        #expect(session.finish().count == 1)
        session.push("10:00:00 app.didBecomeActive")
        #expect(session.finish().isEmpty)
    }
}
