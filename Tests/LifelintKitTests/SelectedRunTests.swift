// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import Testing

/// Analyses that report some of the runs: what is told of these is what is told of them beside all others.
@Suite struct SelectedRunTests {
    /// Of days that differ in one thing: a document is saved, or it is not.
    private static func day(_ number: Int, pid: Int, device: String = "A1", saves: Bool) -> String {
        """
        # app=com.acme.notes device=\(device) date=2026-03-0\(number) pid=\(pid) appVersion=1.0
        10:00:00.000 process.launch intent=foreground
        10:00:00.300 ui.firstFrame
        10:00:01.000 app.didBecomeActive
        10:00:05.000 data.change document=d\(pid)
        \(saves ? "10:00:06.000 data.save document=d\(pid)\n" : "")10:03:00.000 app.willResignActive
        10:04:00.000 app.didEnterBackground duration=20ms
        10:04:10.000 process.suspend
        10:05:36.000 process.exit namespace=JETSAM code=4

        """
    }

    private static let days =
        day(1, pid: 71, saves: true) + day(2, pid: 90, saves: false) + day(3, pid: 91, saves: true)
    private static let devices =
        day(1, pid: 71, saves: true) + day(1, pid: 90, device: "B2", saves: false)
    /// Crashes at launch, one shortly after the other.
    private static let loop =
        (0..<4).map { number in
            """
            # app=com.acme.notes device=A1 date=2026-03-01 pid=\(80 + number) appVersion=1.0
            10:0\(number):00.000 process.launch intent=foreground
            10:0\(number):00.100 app.willFinishLaunching
            10:0\(number):01.000 process.exit signal=11

            """
        }.joined()

    typealias Selection = @Sendable (inout AnalyzerOptions) -> Void
    private static func since(_ text: String) -> Timestamp { Timestamp(nanoseconds: nanoseconds(text), digits: 0) }
    private static func nanoseconds(_ text: String) -> Int64 {
        // `03T10:00` of March 2026.
        let parts = text.split { $0 == "T" || $0 == ":" }.compactMap { Int64($0) }
        return (1_772_323_200 + (parts[0] - 1) * 86_400 + parts[1] * 3_600 + parts[2] * 60) * 1_000_000_000
    }

    private static let cases: [(log: String, select: Selection, runs: Int, rules: Set<String>)] = [
        (
            days,
            {
                $0.since = since("02T00:00"); $0.until = since("03T00:00")
            }, 1, ["unsaved-when-killed"]
        ),
        (days, { $0.since = since("03T00:00") }, 1, []), (days, { $0.until = since("02T00:00") }, 1, []),
        (devices, { $0.device = "B2" }, 1, ["unsaved-when-killed"]), (devices, { $0.device = "A1" }, 1, []),
        (loop, { $0.since = since("01T10:03") }, 1, ["launch-crash-loop"]),
        (loop, { $0.until = since("01T10:01") }, 1, []),
    ]

    private static func analysis(
        _ log: String, _ baseline: Baseline? = nil, _ select: Selection = { _ in }
    ) throws -> Analysis {
        var options = AnalyzerOptions()
        try RulesInForce.load().apply(to: &options)
        options.baseline = baseline
        select(&options)
        return try Analyzer(options).analyze(inputs: [("a.lifelog", Array(log.utf8))])
    }

    @Test(arguments: cases) func `what is told of a run does not depend on whether others are reported`(
        _ row: (log: String, select: Selection, runs: Int, rules: Set<String>)
    ) throws {
        let (all, some) = (try Self.analysis(row.log), try Self.analysis(row.log, nil, row.select))
        let runs = Set(try some.runs().map(\.id))
        #expect(runs.count == row.runs)
        let found = try some.allFindings()
        // What is told once for all runs of a version counts those that are reported.
        let single = found.filter { $0.count == 1 }
        let wanted = try all.allFindings().filter { $0.count == 1 && $0.run.map(runs.contains) ?? false }
        #expect(single.map(\.message).sorted() == wanted.map(\.message).sorted())
        #expect(single.map(\.confidence) == wanted.map(\.confidence))
        #expect(found.allSatisfy { $0.run.map(runs.contains) ?? false })
        #expect(Set(found.map(\.rule)).intersection(["unsaved-when-killed", "launch-crash-loop"]) == row.rules)
    }

    /// What speaks for the crashes of several runs stands in the last of them.
    @Test func `a finding that is left out speaks for none that is told`() throws {
        let all = try Self.analysis(Self.loop).allFindings()
        let loop = try #require(all.first { $0.rule == "launch-crash-loop" })
        #expect(all.contains { $0.relatedTo == loop.fingerprint })
        for until in ["01T10:01", "01T10:02", "01T10:03"] {
            let analysis = try Self.analysis(Self.loop) { $0.until = Self.since(until) }
            let found = try analysis.allFindings()
            #expect(!found.contains { $0.rule == "launch-crash-loop" }, "\(until)")
            #expect(found.contains { $0.severity == .error && $0.relatedTo == nil }, "\(until)")
            let told = Set(found.map(\.fingerprint))
            #expect(found.allSatisfy { $0.relatedTo.map(told.contains) ?? true }, "\(until)")
        }
    }

    /// Of rules that judge each run, what they came to is counted of those that are reported.
    @Test func `verdicts are those of the runs that are reported`() throws {
        let verdicts = try Self.analysis(Self.days) { $0.since = Self.since("03T00:00") }.header.verdicts
        let killed = try #require(verdicts["unsaved-when-killed"])
        #expect(killed.violated == 0 && killed.satisfied == 1 && killed.notEvaluated == 0)
        let all = try #require(try Self.analysis(Self.days).header.verdicts["unsaved-when-killed"])
        #expect(all.violated == 1 && all.satisfied == 2)
    }

    @Test func `what stands in a run that is left out is not fixed, and stays in a baseline`() throws {
        let baseline = try Baseline(accepting: Self.analysis(Self.days))
        #expect(baseline.entries.contains { $0.rule == "unsaved-when-killed" })
        let some = try Self.analysis(Self.days, baseline) { $0.since = Self.since("03T00:00") }
        #expect(some.header.fixed.isEmpty)
        for isStrict in [false, true] {
            let anew = try Baseline(accepting: some, carryingOver: baseline, isStrict: isStrict)
            #expect(anew.entries.map(\.fingerprint) == baseline.entries.map(\.fingerprint))
        }
        // A run that is reported and does it no more fixes it.
        let mended = try Self.analysis(Self.day(2, pid: 90, saves: true), baseline) {
            $0.since = Self.since("02T00:00")
        }
        #expect(mended.header.fixed.map(\.rule).contains("unsaved-when-killed"))
    }
}
