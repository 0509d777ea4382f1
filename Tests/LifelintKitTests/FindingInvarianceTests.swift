// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

/// The same evidence gives the same findings and verdicts, however it is spread over files.
@Suite struct FindingInvarianceTests {
    static let seeds: [UInt64] = Array(1...8) + [51, 57, 87, 110]

    private func check(_ expected: RuleReport, _ found: RuleReport, _ seed: UInt64, _ comment: String) {
        let difference = expected.difference(from: found)
        #expect(difference == nil, "seed \(seed), \(comment): \(difference ?? "")")
    }

    @Test func `the evidence makes rules speak`() throws {
        var total = VerdictCounts()
        var speaking: Set<String> = []
        for seed in Self.seeds {
            for evidence in try Evidence.all(seed) {
                let report = try evidence.report()
                for (rule, counts) in report.verdicts {
                    if counts.violated > 0 { speaking.insert(rule) }
                    total.violated += counts.violated
                    total.satisfied += counts.satisfied
                    total.inconclusive += counts.inconclusive
                    total.notEvaluated += counts.notEvaluated
                }
            }
        }
        for counted in [total.violated, total.satisfied, total.inconclusive, total.notEvaluated] {
            #expect(counted > 100, "\(total)")
        }
        #expect(speaking.contains("unsaved-when-killed") && speaking.contains("slow-launch"), "\(speaking)")
    }

    @Test(arguments: seeds) func `cutting a log at lines changes no finding`(seed: UInt64) throws {
        for evidence in try Evidence.all(seed) {
            let whole = try evidence.report()
            let size = max(evidence.lines.count / 4, 1)
            for cut in stride(from: 1 + Int(seed % 5), to: evidence.lines.count, by: size) {
                let parts = [Array(evidence.lines[..<cut]), Array(evidence.lines[cut...])]
                check(whole, try evidence.report(parts), seed, "cut at \(cut)")
            }
            let all = stride(from: 0, to: evidence.lines.count, by: size).map {
                Array(evidence.lines[$0..<min($0 + size, evidence.lines.count)])
            }
            check(whole, try evidence.report(all), seed, "cut into \(all.count)")
        }
    }

    @Test(arguments: seeds) func `dealing lines over files changes no finding`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 1_000)
        for evidence in try Evidence.all(seed) {
            let whole = try evidence.report()
            for count in [2, 3, 7] {
                var hands = [[String]](repeating: [], count: count)
                for line in evidence.lines { hands[Int.random(in: 0..<count, using: &random)].append(line) }
                check(whole, try evidence.report(hands.filter { !$0.isEmpty }), seed, "dealt to \(count)")
            }
        }
    }

    @Test(arguments: seeds) func `a file given twice changes no finding`(seed: UInt64) throws {
        for evidence in try Evidence.all(seed) {
            let twice = try evidence.report([evidence.lines, evidence.lines])
            check(try evidence.report(), twice, seed, "twice")
            let half = Array(evidence.lines[(evidence.lines.count / 3)...])
            check(try evidence.report(), try evidence.report([evidence.lines, half]), seed, "a part twice")
        }
    }

    @Test(arguments: seeds) func `the lines of a file in any order give the same findings`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for evidence in try Evidence.all(seed) {
            let shuffled = try evidence.report([evidence.lines.shuffled(using: &random)])
            check(try evidence.report(), shuffled, seed, "shuffled")
        }
    }

    @Test(arguments: seeds) func `another device's log in between changes no finding`(seed: UInt64) throws {
        for evidence in try Evidence.all(seed) {
            // Another app's: what one app's log shows on one device, it could have shown on another.
            let others = RandomTrace(seed: seed &+ 77, count: 60).lines.map {
                $0.replacing(#""device":"D"#, with: #""device":"X"#).replacing("com.example", with: "com.other")
            }
            let alone = try evidence.report()
            var mixed = try evidence.report([evidence.lines, others])
            mixed.findings.removeAll { $0.run?.contains("/X") != false }
            let theirs = try evidence.report([others])
            for (rule, counts) in theirs.verdicts { mixed.verdicts[rule]?.subtract(counts) }
            check(alone, mixed, seed, "with another device")
        }
    }

    @Test(arguments: seeds) func `a session gives the findings of the batch`(seed: UInt64) throws {
        for evidence in try Evidence.all(seed) where evidence.isPushable {
            let batch = try evidence.report(named: "-")
            let session = try Session(evidence.options)
            var findings: [Finding] = []
            for line in evidence.lines {
                session.push(line)
                findings += session.takeFindings()
            }
            _ = session.finish()
            findings += session.takeFindings()
            let difference = batch.difference(from: RuleReport(findings, session.verdicts), inAnyOrder: true)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
        }
    }
}
