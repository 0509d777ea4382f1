// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

/// Holds the engine to what `Tests/Conformance` says that rules mean.
@Suite struct ConformanceTests {
    @Test func `there are cases for every check`() {
        #expect(ConformanceCase.all.count > 300)
        for item in ConformanceCase.all {
            #expect(!item.rules.isEmpty && !item.logs.isEmpty, "\(item.testDescription)")
        }
    }

    @Test(arguments: ConformanceCase.all)
    func `a rule means what its description says`(_ item: ConformanceCase) throws {
        let ids = Set(item.rules.map(\.id))
        let rules = try item.rules.map { try RuleCase.rule(id: $0.id, bytes: Array($0.text.utf8), ids: ids) }
        let analysis = try RuleCase.analysis(rules, item.logs, declares: item.declares)
        let counts = analysis.header.verdicts["case-rule"] ?? VerdictCounts()
        #expect(counts.violated == item.counts["violated"] ?? 0, "violated")
        #expect(counts.satisfied == item.counts["satisfied"] ?? 0, "satisfied")
        #expect(counts.inconclusive == item.counts["inconclusive"] ?? 0, "inconclusive")
        #expect(counts.notEvaluated == item.counts["notEvaluated"] ?? 0, "not evaluated")
        if let partial = item.counts["partial"] { #expect(counts.partial == partial, "partial") }
        #expect(counts.reasons.filter { $0.value > 0 } == item.reasons)
        guard let expected = item.findings else { return }
        var found: [Finding] = []
        try analysis.forEachFinding { found.append($0) }
        for described in expected {
            let match = found.firstIndex { described.describes($0) }
            #expect(match != nil, "no finding is \(described.fields); left are \(found.map(Self.text))")
            if let match { found.remove(at: match) }
        }
        #expect(found.isEmpty, "not expected: \(found.map(Self.text))")
    }

    private static func text(_ finding: Finding) -> String {
        let line = finding.evidence.first.map { $0.line.at.line - 1 } ?? 0
        return "\(finding.rule) line \(line) \(finding.severity) \(finding.confidence) key \(finding.key ?? "-") "
            + "decided \(finding.decided.rfc3339) count \(finding.count) “\(finding.message)”"
    }
}
