// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import LifelintTimeline
import Testing

@testable import LifelintKit
@testable import LifelintRules

/// Findings on their way into a report: what is read back, their order, and the runs they name.
@Suite struct FindingStoreTests {
    private static let second: Int64 = 1_000_000_000
    private static let noon = Timestamp(nanoseconds: 1_772_445_600 * second, digits: 3)

    private static func location(_ line: Int) -> LifelintModel.SourceLocation {
        LifelintModel.SourceLocation(file: "a \"b\".log", line: line, column: 3, offset: 1 << 40, length: 17)
    }

    private static func finding(_ rule: String, at seconds: Int64 = 0, key: String? = nil) -> Finding {
        var finding = Finding(
            rule: rule, severity: .warning, confidence: .likely,
            time: Timestamp(nanoseconds: noon.nanoseconds + seconds * second, digits: 3), decided: noon,
            message: "Task “ü” \n took {x}.",
            evidence: [.init(line: EvidenceLine(text: "line\t1", at: location(7)), note: "begun here")],
            fingerprint: "0123")
        finding.key = key
        return finding
    }

    private static var full: Finding {
        var finding = finding("slow-launch", at: 3, key: "7")
        finding.severity = .error
        finding.app = "com.acme.notes"
        finding.run = "com.acme.notes/A1/7@2026-03-02T10:00:00.000Z"
        finding.runs = ["before", "com.acme.notes/A1/7@2026-03-02T10:00:00.000Z"]
        finding.scene = ""
        finding.culprit = "-[NSObject init]"
        finding.count = 12
        finding.evidence.append(.init(line: EvidenceLine(text: "", at: location(0)), note: ""))
        finding.evidenceOmitted = 3
        finding.relatedTo = "abcd"
        finding.suppressed = .init(
            reason: "vendor", by: ".lifelint.yml:7", until: CalendarDay(year: 2027, month: 1, day: 9))
        finding.isInBaseline = true
        return finding
    }

    @Test(arguments: [finding("a"), full]) func `a finding comes back as it was`(_ finding: Finding) {
        var output = OutputBuffer()
        FindingEncoding.encode(finding, into: &output)
        #expect(FindingDecoder.decode(output.bytes[...]) == finding)
    }

    /// Runs of one id and one of another, with findings in no order.
    private static func store(memory: Int, jobs: Int = 1) -> Analysis {
        var options = AnalyzerOptions()
        options.memoryBudget = memory
        options.spoolDirectory = "/tmp"
        options.rules = RuleSet(rules: [], spans: [])
        let pool = jobs > 1 ? WorkPool(count: jobs - 1) : nil
        defer { pool?.finish() }
        var results = AnalysisResults(options: options, pool: pool)
        let collector = RunCollector(options: options, runs: results.runs, judges: nil)
        var counts = ReportHeader.Summary()
        for number in [2, 0, 3, 1] {
            var run = AppRun(
                id: number == 3 ? "other" : "same", start: RunEdge(time: noon, isKnown: true),
                end: RunEdge(time: noon, isKnown: true), ending: Ending(cause: .unknown, confidence: .certain))
            run.device = number == 3 ? "A0" : "A1"
            collector.take(.run(run, number: number, nil), at: number)
            for index in 0..<300 {
                let rule = index % 2 == 0 ? "b-rule" : "a-rule"
                var finding = finding(rule, at: Int64(299 - index) / 2, key: "\(index % 3)")
                finding.run = run.id
                finding.runs = [run.id]
                counts.count(finding)
                results.findings.append(
                    JudgedFinding(
                        finding: finding,
                        place: RunPlace(
                            device: run.device, start: run.start.time, app: nil, pid: nil, process: nil,
                            number: number)))
            }
        }
        _ = collector.endBlock()
        results.add(collector)
        results.count(counts)
        results.finish()
        return Analysis(
            results: results, tool: .init(name: "lifelint", version: "0", rulesDigest: ""),
            configuration: .init(file: nil, preset: "all", digest: "", today: nil, isRedacted: false))
    }

    @Test(arguments: [0, 999, 1_000, 2_100]) func `the worst of a rule is told, however often it is violated`(
        count: Int
    ) throws {
        var log = "# app=com.a pid=1 device=D date=2026-03-01\n10:00:00 app.didBecomeActive\n"
        func time(_ second: Int) -> String {
            let digits = [10 + second / 3_600, second / 60 % 60, second % 60].map { String($0 + 100).suffix(2) }
            return digits.joined(separator: ":")
        }
        for number in 1...max(count, 1) { log += "\(time(number * 5)) hang duration=1200ms\n" }
        log += "\(time(count * 5 + 60)) hang duration=25s\n"
        for number in 1...max(count, 1) { log += "\(time(count * 5 + 100 + number * 5)) hang duration=1200ms\n" }
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) {
            try? $0.useRules(select: ["main-thread-hang"])
        }
        #expect(analysis.header.summary.errors == 1)
        #expect(try analysis.allFindings().count(where: { $0.severity == .error }) == 1)
        let verdicts = try #require(analysis.header.verdicts["main-thread-hang"])
        #expect(verdicts.violated + verdicts.satisfied == 2 * max(count, 1) + 1)
    }

    @Test(arguments: [10, 999, 1_000, 2_100])
    func `one violation among many that are not is one, in rules of several checks`(
        count: Int
    ) throws {
        var log = "# app=com.a pid=1 device=D date=2026-03-01\n10:00:00 app.didBecomeActive\n"
        var second = 0
        func time(_ offset: Int) -> String {
            let digits = [10 + (second + offset) / 3_600, (second + offset) / 60 % 60, (second + offset) % 60]
            return digits.map { String($0 + 100).suffix(2) }.joined(separator: ":")
        }
        for number in 1...count {
            second = number * 10
            log += "\(time(0)) backgroundTask.begin task=\(number)\n\(time(2)) backgroundTask.expire task=\(number)\n"
            log += "\(time(2)).500 backgroundTask.end task=\(number)\n"
        }
        second += 100
        log += "\(time(0)) backgroundTask.begin task=9999\n\(time(30)) backgroundTask.expire task=9999\n"
        log += "\(time(90)) app.willResignActive\n"
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) {
            try? $0.useRules(select: ["background-task-not-ended-at-expiration"])
        }
        #expect(analysis.header.summary.errors == 1)
        #expect(try analysis.allFindings().map(\.key) == ["9999"])
    }

    @Test(arguments: [(64 << 20, 1), (1, 1), (1, 3), (1 << 20, 2)])
    func `findings stand by run, time, rule and key, and name runs as the report does`(memory: Int, jobs: Int) throws {
        let analysis = FindingStoreTests.store(memory: memory, jobs: jobs)
        let findings = try analysis.allFindings()
        #expect(findings.count == 1_200)
        #expect(analysis.header.summary.warnings == 1_200)
        let runs = try analysis.runs().map(\.id)
        #expect(runs == ["other", "same", "same#2", "same#3"])
        for (index, run) in runs.enumerated() {
            let part = findings[(index * 300)..<(index * 300 + 300)]
            #expect(part.allSatisfy { $0.run == run && $0.runs == [run] })
            let isSorted = zip(part, part.dropFirst()).allSatisfy {
                ($0.time, $0.rule, $0.key ?? "") <= ($1.time, $1.rule, $1.key ?? "")
            }
            #expect(isSorted)
        }
    }

    @Test func `what is suppressed, related or known is no count of its own`() {
        var summary = ReportHeader.Summary()
        var related = FindingStoreTests.finding("a")
        related.relatedTo = "x"
        var known = FindingStoreTests.finding("a")
        known.isInBaseline = true
        var suppressed = FindingStoreTests.finding("a")
        suppressed.suppressed = .init(reason: "r", by: "f:1", until: nil)
        for finding in [related, known, suppressed, FindingStoreTests.finding("a")] {
            summary.count(finding)
        }
        #expect(summary.warnings == 1 && summary.related == 1 && summary.suppressed == 1 && summary.baseline == 1)
        // For several reasons it does not count, and is counted once.
        suppressed.isInBaseline = true
        suppressed.relatedTo = "x"
        related.isInBaseline = true
        for finding in [suppressed, related] { summary.count(finding) }
        #expect(summary.warnings == 1 && summary.related == 2 && summary.suppressed == 2 && summary.baseline == 1)
    }

    @Test func `an analysis without rules has no findings`() throws {
        let analysis = try Analyzer().analyze(bytes: Array("# app=a device=d\n10:00:00 process.launch pid=1\n".utf8))
        #expect(try analysis.allFindings().isEmpty)
        let session = try Session()
        session.push("10:00:00 process.launch pid=1")
        _ = session.finish()
        #expect(session.takeFindings().isEmpty && session.verdicts.isEmpty)
    }
}
