// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes one finding of what several branches found: the first speaks, all give evidence.
struct CombinedFinding {
    /// As many runs as a finding names.
    private static let runLimit = 8

    private(set) var draft: DraftFinding

    init(_ speaker: DraftFinding) { draft = speaker }

    /// Adds what another branch found.
    mutating func add(_ other: DraftFinding) {
        draft.finding.confidence = min(draft.finding.confidence, other.finding.confidence)
        if draft.finding.decided.nanoseconds < other.finding.decided.nanoseconds {
            draft.finding.decided = other.finding.decided
        }
        draft.finding.evidenceOmitted += other.finding.evidenceOmitted
        for line in other.finding.evidence where !draft.finding.evidence.contains(where: { $0.line == line.line }) {
            if draft.finding.evidence.count < FindingBuilder.evidenceLimit {
                draft.finding.evidence.append(line)
            } else {
                draft.finding.evidenceOmitted += 1
            }
        }
        let runs = other.finding.runs.filter { !draft.finding.runs.contains($0) }
        draft.finding.runs = Array((runs + draft.finding.runs).suffix(CombinedFinding.runLimit))
        draft.runNumbers += other.runNumbers.filter { !draft.runNumbers.contains($0) }
    }

    /// The finding as one of that run, whichever runs its branches looked at.
    func standing(in place: RunPlace, id: String) -> DraftFinding {
        var draft = draft
        draft.place = place
        draft.finding.run = id
        let others = draft.finding.runs.filter { $0 != id }
        draft.finding.runs = Array((others + [id]).suffix(CombinedFinding.runLimit))
        if !draft.runNumbers.contains(place.number) { draft.runNumbers.append(place.number) }
        return draft
    }
}

/// A finding that may still come to nothing, as bytes: there may be one of every run.
struct PackedDraft {
    /// The branch that found it; nil where the run as a whole is the evidence.
    let branch: Int?
    /// The places of the verdicts that it belongs to.
    private(set) var places: [Int]
    private let bytes: [UInt8]

    init(_ draft: DraftFinding, branch: Int?, place: Int) {
        self.branch = branch
        places = [place]
        bytes = FindingPacker.pack(WaitingFinding(source: .run, draft: draft))
    }

    /// Keeps what is alike once.
    static func add(_ draft: DraftFinding, branch: Int?, place: Int, to all: inout [PackedDraft]) {
        let packed = PackedDraft(draft, branch: branch, place: place)
        if let known = all.firstIndex(where: { $0.branch == branch && $0.bytes == packed.bytes }) {
            all[known].places.append(place)
        } else {
            all.append(packed)
        }
    }

    /// - Parameter rules: by their serial numbers.
    func unpacked(_ rules: [CompiledRule]) -> DraftFinding? {
        FindingUnpacker.unpack(bytes[...], rules: rules)?.draft
    }
}
