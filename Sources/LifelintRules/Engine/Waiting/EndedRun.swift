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

    /// What waited alone, as most findings do; nil where there is more, or nothing.
    var only: WaitingFinding? {
        guard waiting.count == 1, let row = waiting.first else { return nil }
        return row.finding.isOverRuns ? row.finding : EndedRun.standing(row.finding, row.rank)
    }

    /// Its own findings.
    var own: [WaitingFinding] { sorted { !$0.isOverRuns }.map { EndedRun.standing($0.finding, $0.rank) } }

    /// A finding of the run as it stands now that no more runs come.
    private static func standing(_ waiting: WaitingFinding, _ rank: Releases.Rank) -> WaitingFinding {
        // Without a next run it stands, but nobody can be sure.
        guard rank.kind == Releases.contestedKind, waiting.draft.finding.confidence > .likely else { return waiting }
        var waiting = waiting
        waiting.draft.finding.confidence = .likely
        return waiting
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
