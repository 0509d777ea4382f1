// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintLanguage

/// Holds the engine to the oracle over thousands of random rules and traces.
@Suite struct OracleTests {
    @Test(arguments: 0..<30)
    func `analyses agree with a slow and obvious reading of the rules`(block: Int) throws {
        var compared = 0
        for number in 0..<100 {
            let seed = UInt64(block * 100 + number)
            let rule = OracleRule(seed: seed)
            let trace = OracleTrace(seed: seed, isOnGrid: rule.needsGrid)
            let read = try RuleCase.rule(id: "case-rule", bytes: Array(rule.text.utf8))
            guard let branch = read.variants.first?.body.branches.first else { continue }
            var expected = Oracle(branch: branch, runs: trace.runs).verdicts()
            if expected.isOpen { continue }
            compared += 1
            expected.lines.sort()
            let analysis = try RuleCase.analysis([read], [("log.lifelog", trace.log)])
            let found = try OracleVerdicts(analysis, rule: "case-rule")
            #expect(
                found == expected,
                "seed \(seed)\n\(rule.text)\n\(trace.log)\nexpected \(expected)\nfound    \(found)")
        }
        #expect(compared > 40)
    }
}

extension OracleVerdicts {
    init(_ analysis: Analysis, rule: String) throws {
        let counts = analysis.header.verdicts[rule] ?? VerdictCounts()
        violated = counts.violated
        satisfied = counts.satisfied
        inconclusive = counts.inconclusive
        notEvaluated = counts.notEvaluated
        reasons = counts.reasons.filter { $0.value > 0 }
        var found: [Int] = []
        try analysis.forEachFinding { finding in
            if let first = finding.evidence.first { found.append(first.line.at.line) }
        }
        lines = found.sorted()
    }
}
