// SPDX-License-Identifier: MIT

import LifelintModel

/// The lines of a finding that are shown where there is no room for all, in their order: of every kind one
/// before a second of any, and of those last the one that the finding merely rests on.
///
/// Why: the third witness of an end tells less than the one line that names who was at work.
struct ShownEvidence {
    /// Those lines.
    let shown: [Finding.Evidence]
    /// How many are left out, with those that were not kept.
    let left: Int

    /// At most so many lines of a finding.
    init(_ finding: Finding, limit: Int) {
        let evidence = finding.evidence
        var met: Set<String> = []
        let firsts = evidence.indices.filter { met.insert(evidence[$0].note).inserted }
        let rest = evidence.indices.filter { !firsts.contains($0) }
        let isGround = { (index: Int) in evidence[index].note == Finding.Evidence.groundNote }
        let order = firsts.filter { !isGround($0) } + firsts.filter(isGround) + rest
        let kept = order.prefix(limit).sorted()
        shown = kept.map { evidence[$0] }
        left = finding.evidenceOmitted.addingReportingOverflow(evidence.count - kept.count).partialValue
    }

    /// `2 more lines`; nil where all are shown.
    var more: String? { left > 0 ? Phrasing.count(left, "more line") : nil }
}
