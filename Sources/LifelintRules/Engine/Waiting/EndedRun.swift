// SPDX-License-Identifier: MIT

import LifelintModel

/// What waited of one run, once all runs are known.
struct EndedRun {
    private var waiting: [(finding: WaitingFinding, rank: Releases.Rank, order: Int)] = []
    let number: Int?

    init(number: Int? = nil) { self.number = number }

    mutating func add(_ finding: WaitingFinding, _ rank: Releases.Rank) {
        waiting.append((finding, rank, waiting.count))
    }

    /// Its own findings.
    var own: [WaitingFinding] {
        sorted { !$0.isOverRuns }.map { row in
            var finding = row.finding
            // Without a next run it stands, but nobody can be sure.
            if row.rank.kind == Releases.contestedKind {
                finding.draft.finding.confidence = min(finding.draft.finding.confidence, .likely)
            }
            return finding
        }
    }

    /// Findings over several runs of which it is one.
    var overRuns: [WaitingFinding] { sorted { $0.isOverRuns }.map(\.finding) }

    private func sorted(
        _ isWanted: (WaitingFinding) -> Bool
    ) -> [(finding: WaitingFinding, rank: Releases.Rank, order: Int)] {
        waiting.filter { isWanted($0.finding) }.sorted {
            ($0.rank.kind, $0.rank.number, $0.order) < ($1.rank.kind, $1.rank.number, $1.order)
        }
    }
}
