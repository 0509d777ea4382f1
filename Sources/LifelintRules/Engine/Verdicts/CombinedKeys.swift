// SPDX-License-Identifier: MIT

/// What several checks together come to for each key of a run; most tell nothing apart.
struct CombinedKeys {
    /// What they come to for one key.
    struct Verdicts {
        /// By branch; nil where it looked at nothing with that key.
        var verdicts: [Outcome.Verdict?]
        /// In the order of the branches, as they are taken.
        private(set) var drafts: [Draft] = []

        fileprivate init(places: Int) { verdicts = Array(filledWith: nil, count: places) }

        fileprivate mutating func take(_ verdict: Outcome.Verdict, _ draft: Draft?, at place: Int) {
            if Outcome.Verdict.rank(verdict) > Outcome.Verdict.rank(verdicts[place]) { verdicts[place] = verdict }
            if let draft { drafts.append(draft) }
        }
    }

    private let places: Int
    /// That of what has no key.
    private var common: Verdicts?
    private var byKey: [String: Verdicts] = [:]

    /// Nothing is said yet by so many branches.
    init(places: Int) { self.places = places }

    var isEmpty: Bool { common == nil && byKey.isEmpty }

    /// Takes what a branch says of a key.
    mutating func take(_ verdict: Outcome.Verdict, _ draft: Draft?, key: String, place: Int) {
        guard key.isEmpty else { return byKey[key, default: Verdicts(places: places)].take(verdict, draft, at: place) }
        if common == nil { common = Verdicts(places: places) }
        common?.take(verdict, draft, at: place)
    }

    /// Goes through all keys, by their texts.
    consuming func forEach(_ body: (inout Verdicts) -> Void) {
        if var all = common.take() { body(&all) }
        if byKey.isEmpty { return }
        for key in byKey.keys.sorted() { if var verdicts = byKey[key] { body(&verdicts) } }
    }
}
