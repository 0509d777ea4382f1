// SPDX-License-Identifier: MIT

/// A finding that waits for the end of all runs, with what decides whether it counts then.
struct WaitingFinding {
    /// On what it waits.
    enum Source {
        /// On what findings over several runs say of its run.
        case run
        /// On the next run, which never came.
        case contested
        /// On a guard that all runs answer together.
        case gate(Int)
        /// On events that no source had shown: it counts where its group is decided for one of these places.
        case held(group: Int, places: [Int])
        /// It looks over several runs; the last are those that were known only when no more runs came.
        case overRuns(isLast: Bool)
        /// It looks over several runs, and waits on events that no source had shown.
        case heldOverRuns(group: Int, places: [Int])
        /// It looks over several runs, and counts where one of these assumptions about them turns out true.
        case assumed([Int])
    }

    var source: Source
    /// It stands in another run, and is here only to speak for findings of this one.
    var onlySpeaks = false
    /// The version of the run's app.
    var version: String?
    var draft: DraftFinding

    /// Whether it looks over several runs.
    var isOverRuns: Bool {
        switch source {
        case .overRuns, .heldOverRuns, .assumed: true
        case .run, .contested, .gate, .held: false
        }
    }
}

/// What is known of waiting findings once no more runs come.
struct Releases {
    /// What a group of held judgements is decided for.
    struct Held {
        /// The place among its judgements.
        var place: Int
        /// The guard that its findings have to pass, too.
        var gate: Int?
        /// The first run of the group.
        var facts: RunFacts
    }

    var held: [Held] = []
    var heldOverRuns: [Held] = []
    /// The guards that let findings pass.
    var openGates: Set<Int> = []
    /// The assumptions about lines of runs that turned out true.
    var trueAssumptions: Set<Int> = []

    /// The order among the findings of one run: by what they waited on, then by its number.
    typealias Rank = (kind: Int, number: Int)

    /// The kind of what a next run could have taken back.
    static let contestedKind = 3

    /// Where a finding stands among those of its run; nil where it does not count.
    ///
    /// - Parameter takesBack: whether its rule lets the next run take findings back.
    func rank(_ source: WaitingFinding.Source, takesBack: Bool) -> Rank? {
        switch source {
        case .run: return (0, 0)
        case .contested: return (Releases.contestedKind, -1)
        case .gate(let number): return openGates.contains(number) ? (2, number) : nil
        case .held(let group, let places):
            guard held.indices.contains(group), places.contains(held[group].place) else { return nil }
            if let gate = held[group].gate { return openGates.contains(gate) ? (2, gate) : nil }
            return (takesBack ? Releases.contestedKind : 1, group)
        case .overRuns(let isLast): return (isLast ? 2 : 0, 0)
        case .heldOverRuns(let group, let places):
            guard heldOverRuns.indices.contains(group), places.contains(heldOverRuns[group].place) else { return nil }
            return (1, group)
        case .assumed(let numbers): return trueAssumptions.isDisjoint(with: numbers) ? nil : (0, 0)
        }
    }
}
