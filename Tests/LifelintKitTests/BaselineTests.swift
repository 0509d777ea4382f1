// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

/// What is known does not count, what is gone is told, and the file is made to be reviewed and merged.
@Suite struct BaselineTests {
    /// Two runs: one whose background task is never ended, one whose launch is slow.
    static let log = """
        # app=com.acme.notes device=A1 date=2026-03-02 pid=71
        10:00:00.000 process.launch intent=foreground reason=tap
        10:00:01.400 ui.firstFrame
        10:00:05.000 backgroundTask.begin task=7 name="upload draft"
        10:00:07.000 app.didEnterBackground
        10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9
        11:00:00.000 process.launch pid=72 intent=foreground reason=tap
        11:00:01.500 ui.firstFrame pid=72

        """

    static func analyzer(_ baseline: Baseline? = nil, select: [String]? = nil) throws -> Analyzer {
        guard let select else { return try ShippedRules.analyzer.get().judging(against: baseline) }
        var options = AnalyzerOptions()
        try RulesInForce.load(select: select).apply(to: &options)
        options.baseline = baseline
        return try Analyzer(options)
    }

    static func analysis(
        _ inputs: [(name: String, bytes: [UInt8])], _ baseline: Baseline? = nil, select: [String]? = nil
    ) throws -> Analysis {
        try analyzer(baseline, select: select).analyze(inputs: inputs)
    }

    static func analysis(
        _ log: String = log, named name: String = "a.lifelog", _ baseline: Baseline? = nil, select: [String]? = nil
    ) throws -> Analysis {
        try analysis([(name, Array(log.utf8))], baseline, select: select)
    }

    /// The files of a sample, in memory: to read them from disk is slow where nothing is optimised.
    static func sample(_ scenario: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = SampleReportTests.root.appending(path: "samples/\(scenario)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { $0 != "README.md" && $0 != "expected" && !$0.hasSuffix(".yml") }.map { name in
            (name, Array(try Data(contentsOf: folder.appending(path: name))))
        }
    }

    // MARK: What counts

    @Test func `what is accepted does not count and is marked`() throws {
        let first = try Self.analysis()
        #expect(first.header.summary.errors > 0)
        let baseline = try Baseline(accepting: first)
        let second = try Self.analysis(Self.log, named: "a.lifelog", baseline)
        let summary = second.header.summary
        #expect((summary.errors, summary.warnings, summary.infos) == (0, 0, 0))
        #expect(summary.baseline == (try second.allFindings().count { $0.relatedTo == nil }))
        #expect(second.header.fixed.isEmpty)
        for finding in try second.allFindings() where finding.relatedTo == nil {
            #expect(finding.isInBaseline, "\(finding.rule)")
        }
    }

    @Test func `a new mistake counts beside known ones`() throws {
        let baseline = try Baseline(accepting: Self.analysis())
        let log = Self.log.replacing("upload draft", with: "sync all")
        let second = try Self.analysis(log, named: "a.lifelog", baseline)
        #expect(second.header.summary.errors == 1)
        #expect(second.header.summary.baseline > 0)
        #expect(second.header.fixed.map(\.culprit) == ["upload draft"])
    }

    /// A log in which the system told of a task's expiry, which stands under the task that was never ended.
    private static let expired = log.replacing(
        "10:00:36.000 process.exit", with: "10:00:33.000 backgroundTask.expire task=7\n10:00:36.000 process.exit")

    @Test func `what stands under another finding is known once that one is mended`() throws {
        let analysis = try Self.analysis(Self.expired)
        let related = try analysis.allFindings().filter { $0.relatedTo != nil }
        #expect(related.map(\.rule) == ["background-task-not-ended-at-expiration"])
        let baseline = try Baseline(accepting: analysis)
        #expect(related.allSatisfy { baseline.contains($0.fingerprint) })
        let alone = try Self.analysis(
            Self.expired, named: "a.lifelog", baseline, select: related.map(\.rule))
        #expect(try alone.allFindings().map(\.isInBaseline) == [true])
        let summary = alone.header.summary
        #expect((summary.errors, summary.warnings, summary.infos) == (0, 0, 0))
    }

    @Test func `what is not known does not stand under what is`() throws {
        let baseline = try Baseline(accepting: Self.analysis())
        let second = try Self.analysis(Self.expired, named: "a.lifelog", baseline)
        let new = try second.allFindings().filter { !$0.isInBaseline }
        #expect(new.map(\.rule) == ["background-task-not-ended-at-expiration"])
        #expect(new.allSatisfy { $0.relatedTo == nil })
        let summary = second.header.summary
        #expect(summary.errors + summary.warnings + summary.infos == 1)
    }

    @Test func `nothing is fixed where an input could not be read`() throws {
        let baseline = try Baseline(accepting: Self.analysis())
        let torn: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
        // Read to where it breaks off.
        let cut = ArchiveBytes.gzip(Array(Archived.log("D9", lines: 4_000).utf8)).prefix(100_000)
        for (name, bytes) in [("torn.jsonl.gz", torn), ("cut.lifelog.gz", Array(cut))] {
            for isStrict in [false, true] {
                let report = try Self.analysis([("a.lifelog", Array(Self.mended.utf8)), (name, bytes)], baseline)
                #expect(report.header.inputs.contains { $0.isIncomplete })
                #expect(!report.header.fixed.isEmpty && report.header.mended.isEmpty)
                let written = try Baseline(accepting: report, carryingOver: baseline, isStrict: isStrict)
                #expect(written.entries == baseline.entries)
            }
        }
        let whole = try Self.analysis(Self.mended, named: "a.lifelog", baseline)
        #expect(!whole.header.mended.isEmpty)
    }

    @Test func `what is suppressed leaves the file`() throws {
        let analysis = try Self.analysis()
        let baseline = try Baseline(accepting: analysis)
        var report = SuppressedReport(header: analysis.header, findings: try analysis.allFindings())
        let kept = try Baseline(accepting: report, carryingOver: baseline)
        #expect(kept.entries == baseline.entries)
        let all = Set(baseline.entries.map(\.fingerprint))
        let one = try #require(all.min())
        report.suppress { $0.fingerprint == one }
        let left = try Baseline(accepting: report, carryingOver: baseline)
        #expect(Set(left.entries.map(\.fingerprint)) == all.subtracting([one]))
    }

    /// A report some of whose findings are suppressed.
    private struct SuppressedReport: ReportContents {
        var header: ReportHeader
        var findings: [Finding]
        mutating func suppress(_ isMeant: (Finding) -> Bool) {
            for index in findings.indices where isMeant(findings[index]) {
                findings[index].suppressed = .init(reason: "r", by: "x.yml:1", until: nil)
            }
        }
        func forEachRun(_ body: (AppRun) throws -> Void) throws {}
        func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws {}
        func forEachFinding(_ body: (Finding) throws -> Void) throws { for finding in findings { try body(finding) } }
        func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {}
    }

    /// The same app without its mistakes.
    private static let mended = """
        # app=com.acme.notes device=A1 date=2026-03-03 pid=9
        10:00:00.000 process.launch intent=foreground reason=tap
        10:00:00.300 ui.firstFrame
        10:00:05.000 backgroundTask.begin task=7 name="upload draft"
        10:00:06.000 backgroundTask.end task=7
        10:00:07.000 app.didEnterBackground
        10:00:36.000 process.exit namespace=FRONTBOARD code=0xdeadfa11 status=9

        """

    @Test(arguments: [
        "", "# app=com.acme.notes device=A1 date=2026-03-03 pid=9\n10:00:00.000 app.didBecomeActive\n",
        mended.replacing("com.acme.notes", with: "com.acme.other"),
    ]) func `what nothing was judged of is not seen, and stays unless the file is to shrink`(log: String) throws {
        let baseline = try Baseline(accepting: Self.analysis())
        let analysis = try Self.analysis(log, named: "b.lifelog", baseline)
        #expect(analysis.header.fixed == baseline.entries && analysis.header.mended.isEmpty)
        #expect(analysis.header.notSeen == baseline.entries)
        let known = Set(baseline.entries.map(\.fingerprint))
        let kept = try Baseline(accepting: analysis, carryingOver: baseline)
        #expect(kept.entries.count { known.contains($0.fingerprint) } == known.count)
        let strict = try Baseline(accepting: analysis, carryingOver: baseline, isStrict: true)
        // Of a file in which nothing stands nobody knows what it should have been.
        #expect(strict.entries.contains { known.contains($0.fingerprint) } == log.isEmpty)
    }

    @Test func `what is no longer found is fixed, as far as its rule is judged and its app reported`() throws {
        let baseline = try Baseline(accepting: Self.analysis())
        let quiet = Self.mended
        let all = try Self.analysis(quiet, named: "b.lifelog", baseline)
        #expect(all.header.fixed == baseline.entries && all.header.notSeen.isEmpty)
        let some = try Self.analysis(quiet, named: "b.lifelog", baseline, select: ["slow-launch"])
        #expect(some.header.fixed.map(\.rule) == ["slow-launch"] && some.header.notSeen.isEmpty)
        var others = AnalyzerOptions()
        try RulesInForce.load().apply(to: &others)
        others.baseline = baseline
        others.apps = ["com.other.*"]
        let analysis = try Analyzer(others).analyze(bytes: Array(quiet.utf8), named: "b.lifelog")
        #expect(analysis.header.fixed.isEmpty)
    }

    /// A launch that waits for a database, and then for a request.
    private static func launch(_ request: String) -> String {
        """
        # app=com.example.shop device=D4 date=2026-03-05 pid=588
        08:14:02.000 process.launch intent=foreground reason=tap
        08:14:02.340 app.didFinishLaunching state=inactive phase=begin
        08:14:02.400 database.begin name=orders main=true
        08:14:04.310 database.end name=orders main=true
        08:14:04.370 network.begin url=https://shop.example.com/catalogue main=true
        \(request)

        """
    }

    @Test func `a request that now never returns is not fixed: nothing shows how long requests last`() throws {
        let select = ["blocking-work-during-launch"]
        let slow = """
            08:14:08.480 network.end url=https://shop.example.com/catalogue main=true
            08:14:08.500 app.didFinishLaunching state=inactive phase=end
            08:14:08.900 ui.firstFrame
            """
        let baseline = try Baseline(accepting: Self.analysis(Self.launch(slow), select: select))
        let culprits = baseline.entries.compactMap(\.culprit)
        #expect(culprits.count == 2 && culprits.contains { $0.contains("catalogue") })
        let killed = Self.launch("08:14:22.010 process.exit namespace=FRONTBOARD code=0x8badf00d status=9")
        let analysis = try Self.analysis(killed, named: "b.lifelog", baseline, select: select)
        #expect(analysis.header.mended.isEmpty)
        #expect(analysis.header.notSeen.compactMap(\.culprit) == culprits.filter { $0.contains("catalogue") })
        let counts = try #require(analysis.header.verdicts[select[0]])
        #expect(counts.violated == 1 && counts.partial == 1)
        let kept = try Baseline(accepting: analysis, carryingOver: baseline)
        #expect(kept.entries.compactMap(\.culprit) == culprits)
        let local = Self.launch("08:14:04.380 ui.firstFrame").split(separator: "\n").filter { !$0.contains("network") }
        let gone = try Self.analysis(local.joined(separator: "\n"), named: "b.lifelog", baseline, select: select)
        #expect(gone.header.mended.count == 1 && gone.header.notSeen.isEmpty)
    }

    private static func killed(_ process: String) -> String {
        """
        # process=\(process) device=A1 date=2026-03-02 pid=71
        10:00:00.000 process.launch intent=foreground
        10:00:00.300 app.didBecomeActive
        10:00:40.000 process.exit namespace=FRONTBOARD code=0x8badf00d

        """
    }

    @Test func `processes without a bundle id are told apart by their names, and where the file names none`() throws {
        let baseline = try Baseline(accepting: Self.analysis(Self.killed("Bistro")))
        #expect(baseline.entries.map(\.app) == [nil] && baseline.entries.map(\.process) == ["Bistro"])
        var entry = try #require(baseline.entries.first)
        entry.process = nil
        let healthy = Self.killed("Bistro").replacing("FRONTBOARD code=0x8badf00d", with: "FRONTBOARD code=0xdeadfa11")
        for old in [baseline, Baseline([entry])] {
            let other = try Self.analysis(Self.killed("Other"), named: "b.lifelog", old)
            #expect(other.header.mended.isEmpty && other.header.notSeen.count == 1)
            let kept = try Baseline(accepting: other, carryingOver: old)
            #expect(kept.entries.map(\.process) == [old.entries[0].process, "Other"])
            let same = try Self.analysis(healthy, named: "b.lifelog", old)
            #expect(same.header.mended.map(\.process) == ["Bistro"] && same.header.notSeen.isEmpty)
        }
        // Masked, the culprit no longer tells with which name its fingerprint was taken.
        entry.culprit = "device-1"
        let masked = try Self.analysis(healthy, named: "b.lifelog", Baseline([entry]))
        #expect(masked.header.mended.isEmpty && masked.header.notSeen.count == 1)
    }

    @Test func `what is written anew keeps what was not judged and loses what is fixed`() throws {
        let old = try Baseline(accepting: Self.analysis())
        let analysis = try Self.analysis(Self.mended, named: "b.lifelog", old, select: ["slow-launch"])
        let new = try Baseline(accepting: analysis, carryingOver: old)
        #expect(new.entries == old.entries.filter { $0.rule != "slow-launch" })
    }

    @Test func `a session marks what is known`() throws {
        let baseline = try Baseline(accepting: Self.analysis(Self.log, named: "-"))
        var options = AnalyzerOptions()
        try RulesInForce.load().apply(to: &options)
        options.baseline = baseline
        let session = try Session(options)
        session.push(Self.log)
        _ = session.finish()
        let counted = session.takeFindings().filter { $0.relatedTo == nil && $0.suppressed == nil }
        #expect(!counted.isEmpty)
        #expect(counted.allSatisfy { $0.isInBaseline })
    }

    // MARK: What fingerprints survive

    @Test(
        arguments: [
            ("", "", "deep/folder/of/ci/other.log"), ("2026-03-02", "2027-11-23", "a.lifelog"),
            ("\n10:", "\n09:", "a.lifelog"), ("pid=71", "pid=40711", "a.lifelog"), ("pid=72", "pid=9", "a.lifelog"),
            ("device=A1", "device=B-77", "a.lifelog"), ("task=7 ", "task=8812 ", "a.lifelog"),
            ("pid=71\n", "pid=71 version=9.1 build=77\n", "a.lifelog"),
        ])
    func `fingerprints survive moved files, other days, times, pids, devices, keys and versions`(
        old: String, new: String, name: String
    ) throws {
        let baseline = try Baseline(accepting: Self.analysis())
        let log = old.isEmpty ? Self.log : Self.log.replacing(old, with: new)
        #expect(log != Self.log || name != "a.lifelog")
        let second = try Self.analysis(log, named: name, baseline)
        let summary = second.header.summary
        #expect((summary.errors, summary.warnings, summary.infos) == (0, 0, 0))
        #expect(second.header.fixed.isEmpty)
    }

    @Test func `fingerprints survive reordered and split inputs`() throws {
        let baseline = try Baseline(accepting: Self.analysis())
        let lines = Self.log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let head = lines[0] + "\n"
        let parts = [lines[1...3], lines[4...5], lines[6...7]].map {
            Array((head + $0.joined(separator: "\n") + "\n").utf8)
        }
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let inputs = zip(["x.log", "y.log", "z.log"], order).map { (name: $0, bytes: parts[$1]) }
            let summary = try Self.analysis(inputs, baseline).header.summary
            #expect((summary.errors, summary.warnings, summary.infos) == (0, 0, 0), "\(order)")
        }
    }

    @Test(
        arguments: [
            "leaked-background-task", "device-day", "crash-loop-at-launch", "jetsam-frontmost", "metrickit",
            "file-lock",
        ])
    func `a sample's findings are all in its own baseline`(
        scenario: String
    ) throws {
        let inputs = try Self.sample(scenario)
        let first = try Self.analysis(inputs)
        let baseline = try Baseline(accepting: first)
        let second = try Self.analysis(inputs, baseline)
        let summary = second.header.summary
        #expect((summary.errors, summary.warnings, summary.infos) == (0, 0, 0))
        #expect(second.header.fixed.isEmpty)
        let bytes = BaselineFile.bytes(of: baseline)
        #expect(try BaselineFile.baseline(bytes, path: "b") == baseline)
    }
}

/// An analyzer by the rules that ship, compiled once for many tests.
enum ShippedRules {
    static let analyzer: Result<Analyzer, any Error> = Result {
        var options = AnalyzerOptions()
        try RulesInForce.load().apply(to: &options)
        return try Analyzer(options)
    }
}
