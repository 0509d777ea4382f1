// SPDX-License-Identifier: MIT

import LifelintModel

/// What short reports say of the configuration's suppressions: that one expired, or matches nothing.
///
/// Elsewhere they are problems among others; who is told of findings alone would never hear of them.
struct SuppressionNotes {
    /// Those that no longer hold, so that what they suppressed counts again.
    let expired: [Problem]
    /// Those that match no finding.
    let unused: [Problem]

    private static let maximumLines = 4

    /// Those of a report.
    init(_ header: ReportHeader) {
        expired = header.problems.filter { $0.code == .suppressionExpired }
        unused = header.problems.filter { $0.code == .suppressionUnused }
    }

    /// A line for each, the expired ones first, and how many there are beside them.
    var lines: [String] {
        let all = expired + unused
        let left = all.count - Self.maximumLines
        return all.prefix(Self.maximumLines).map { "\($0.file):\($0.line): \($0.message)" }
            + (left > 0 ? ["… and " + Phrasing.count(left, "more suppression") + " that expired or match nothing"] : [])
    }
}
