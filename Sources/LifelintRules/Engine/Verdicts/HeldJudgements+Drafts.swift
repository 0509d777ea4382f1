// SPDX-License-Identifier: MIT

extension HeldJudgements {
    /// The findings of several judgements of one run: those that are alike once, with the places of the judgements.
    static func forEachDraft(
        _ judgements: [Rendered], _ body: (DraftFinding, _ places: [Int]) -> Void
    ) {
        for index in 0..<(judgements.lazy.map { $0.findings.count }.max() ?? 0) {
            var drafts: [(draft: DraftFinding, places: [Int])] = []
            for (place, judgement) in judgements.enumerated() where index < judgement.findings.count {
                let draft = judgement.findings[index]
                if let known = drafts.firstIndex(where: { $0.draft.isSame(as: draft) }) {
                    drafts[known].places.append(place)
                } else {
                    drafts.append((draft, [place]))
                }
            }
            for (draft, places) in drafts { body(draft, places) }
        }
    }
}
