// SPDX-License-Identifier: MIT

/// What one branch says of one run, as far as it is known when the run is over.
enum BranchSaying: Hashable {
    /// The branch does not speak of such runs.
    case elsewhere
    /// Nil: it looked at nothing.
    case decided(Outcome.Verdict?)
    /// Something required is missing: what it comes to where each class of the run shows that later.
    case held([Outcome.Verdict?], missing: Int)
    /// Its group says it.
    case ofGroup
    /// The streak says it to which the run belongs.
    case ofStreak

    /// Whether it may still turn out to be that verdict.
    func canBe(_ verdict: Outcome.Verdict) -> Bool {
        switch self {
        case .elsewhere, .ofGroup, .ofStreak: true
        case .decided(let own): own == verdict
        case .held(let assuming, _): assuming.contains(verdict)
        }
    }

    /// What it comes to once all runs are known, where the run alone decides; the place says which of its findings
    /// counts: 0 is the one without an assumption, then one for each class.
    func decided(_ answers: [LateRequirements.Answer]) -> (verdict: Outcome.Verdict?, place: Int) {
        switch self {
        case .elsewhere, .ofGroup, .ofStreak: return (nil, 0)
        case .decided(let verdict): return (verdict, 0)
        case .held(let assuming, let missing):
            guard answers.indices.contains(missing) else { return (nil, 0) }
            switch answers[missing] {
            case .missing(let name): return (.notEvaluated(name), 0)
            case .shown(let classes, let isEach):
                let places = assuming.indices.filter { classes.contains($0) }
                guard let first = places.first else { return (nil, 0) }
                // One class that covers is enough; where none shows all, the more careful verdict counts.
                let careful = places.first { isEach ? !assuming[$0].isInconclusive : assuming[$0] != .violated }
                let place = careful ?? first
                return (assuming[place], place + 1)
            }
        }
    }
}

extension Outcome.Verdict? {
    fileprivate var isInconclusive: Bool { if case .inconclusive? = self { true } else { false } }
}
