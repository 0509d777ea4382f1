// SPDX-License-Identifier: MIT

import LifelintModel

/// A list of requirements that nothing has met.
struct MissingRequirement {
    /// Its place among those of the branch.
    var place: Int
    var reason: SkippedReason

    /// The one that the rule names first.
    static func first(_ left: MissingRequirement?, _ right: MissingRequirement) -> MissingRequirement {
        left.map { $0.place <= right.place ? $0 : right } ?? right
    }
}

/// Which runs of a line may turn out to count: those that miss what a later run may be the first to show.
///
/// Runs that miss the same, of one version and told by the same classes, turn out alike. A few kinds of them are told
/// apart, all further ones count only where all of them do.
struct OpenQuestions {
    private struct Kind {
        /// A run of the kind.
        var context: RunContext
        /// The classes of its runs, by their numbers among all.
        var classes: [Int]
        /// The lists that are not met, by their places among those of the branch; none where the kind counts.
        var lists: [Int]
        var runs = 1
        /// That of ``Shows`` for which the lists hold.
        var revision: Int

        func isSame(as other: Kind) -> Bool {
            lists == other.lists && classes == other.classes
                && context.facts.run.version == other.context.facts.run.version
        }
    }

    /// As many kinds are told apart.
    private static let separateKinds = 5

    /// By question: the kinds that it asks for.
    private var questions: [[Kind]] = []

    var isEmpty: Bool { questions.isEmpty }

    /// Takes a run that misses something; gives the number of its question.
    mutating func add(_ context: RunContext, lists: [Int], _ shows: Shows) -> (number: Int, isNew: Bool) {
        let kind = Kind(
            context: context, classes: context.numbers.sorted(), lists: lists,
            revision: shows.revision(for: context))
        for number in questions.indices {
            guard let place = questions[number].firstIndex(where: { $0.isSame(as: kind) }) else { continue }
            questions[number][place].runs += 1
            return (number, false)
        }
        if questions.count <= OpenQuestions.separateKinds {
            questions.append([kind])
            return (questions.count - 1, true)
        }
        questions[questions.count - 1].append(kind)
        return (questions.count - 1, false)
    }

    /// Asks again what is missing; tells whether anything changed.
    mutating func ask(_ requirements: [RequirementList], _ shows: Shows) -> Bool {
        var hasChanged = false
        for number in questions.indices {
            for place in questions[number].indices {
                let kind = questions[number][place]
                let revision = shows.revision(for: kind.context)
                guard kind.revision != revision else { continue }
                let state = RequirementState(requirements, in: kind.context, shows.shown(to: kind.context))
                questions[number][place].revision = revision
                questions[number][place].lists = state.unmetLists
                hasChanged = hasChanged || state.unmetLists != kind.lists
            }
        }
        return hasChanged
    }

    /// Forgets a question of which all kinds count, if there is one; gives its number.
    mutating func takeAnswered() -> Int? {
        guard let number = questions.firstIndex(where: { $0.allSatisfy(\.lists.isEmpty) }) else { return nil }
        questions.remove(at: number)
        return number
    }

    /// Makes one of two questions whose kinds have come to miss the same; gives their numbers, the one that stays
    /// first.
    mutating func takeMerged() -> (kept: Int, merged: Int)? {
        for merged in questions.indices.reversed() {
            for kept in questions.indices where kept < merged {
                let all = questions[kept] + questions[merged]
                guard let first = all.first, all.allSatisfy({ $0.isSame(as: first) }) else { continue }
                var one = first
                one.runs = all.reduce(0) { $0 + $1.runs }
                questions[kept] = [one]
                questions.remove(at: merged)
                return (kept, merged)
            }
        }
        return nil
    }

    /// What runs miss now that no more come, and how many miss it.
    func unmet(_ requirements: [RequirementList], _ shows: Shows) -> [(missing: MissingRequirement, runs: Int)] {
        questions.flatMap { kinds in
            let missing = kinds.map { kind -> MissingRequirement? in
                let state = RequirementState(requirements, in: kind.context, shows.shown(to: kind.context))
                guard let place = state.unmetPlace, let name = state.unmet else { return nil }
                return MissingRequirement(place: place, reason: name)
            }
            // What is met and was not told apart goes with the rest.
            let first = missing.compactMap(\.self).min { $0.place < $1.place }
            return zip(kinds, missing).compactMap { kind, own in (own ?? first).map { ($0, kind.runs) } }
        }
    }
}
