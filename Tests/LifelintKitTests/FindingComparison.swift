// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules

/// What rules say of some evidence, without the places at which its lines stand.
struct RuleReport {
    var findings: [Finding]
    var verdicts: [String: VerdictCounts]

    init(_ analysis: Analysis) throws {
        var findings: [Finding] = []
        try analysis.forEachFinding { findings.append($0) }
        self.init(findings, analysis.header.verdicts)
    }

    init(_ findings: [Finding], _ verdicts: [String: VerdictCounts]) {
        self.findings = findings.map(Self.withoutPlaces)
        self.verdicts = verdicts.mapValues { counts in
            var counts = counts
            counts.reasons = counts.reasons.filter { $0.value != 0 }
            return counts
        }
    }

    private static func withoutPlaces(_ finding: Finding) -> Finding {
        var finding = finding
        for index in finding.evidence.indices {
            finding.evidence[index].line.at = SourceLocation(file: "", line: 0, column: 0, offset: 0, length: 0)
        }
        return finding
    }

    /// The first difference, for people; nil where both say the same.
    func difference(from other: RuleReport, inAnyOrder: Bool = false) -> String? {
        for (left, right) in zip(ordered(inAnyOrder), other.ordered(inAnyOrder)) where left != right {
            return "finding\n\(left)\n\(right)"
        }
        if findings.count != other.findings.count {
            return "\(findings.count) findings, \(other.findings.count) findings"
        }
        for rule in Set(verdicts.keys).union(other.verdicts.keys).sorted() where verdicts[rule] != other.verdicts[rule]
        {
            return "\(rule)\n\(String(describing: verdicts[rule]))\n\(String(describing: other.verdicts[rule]))"
        }
        return nil
    }

    private func ordered(_ isAny: Bool) -> [Finding] {
        isAny ? findings.sorted { "\($0)" < "\($1)" } : findings
    }
}

extension VerdictCounts {
    /// Takes away what other evidence brought.
    mutating func subtract(_ other: VerdictCounts) {
        violated -= other.violated
        satisfied -= other.satisfied
        inconclusive -= other.inconclusive
        notEvaluated -= other.notEvaluated
        partial -= other.partial
        for (reason, count) in other.reasons { reasons[reason, default: 0] -= count }
        reasons = reasons.filter { $0.value != 0 }
    }
}
