// SPDX-License-Identifier: MIT

import LifelintModel

/// Judgements of runs in which a rule found nothing: they follow from the routine and from what logs can show, so each
/// is found once and then remembered.
///
/// What it comes to is remembered for all runs to whose logs the same has been shown; how often it was found, and with
/// which others it is held, for each app and version.
struct IdleJudgements {
    /// What such a judgement comes to.
    ///
    /// Why a class: it is looked through for each rule of each run.
    final class Known {
        let rule: CompiledRule
        let routine: Routine
        let judgement: RuleJudgement
        /// Where a later run may change it: what it misses, and what it comes to.
        let held: Held?

        init(_ rule: CompiledRule, _ routine: Routine, judgement: RuleJudgement, held: Held?) {
            self.rule = rule
            self.routine = routine
            self.judgement = judgement
            self.held = held
        }
    }

    /// A judgement that is held.
    struct Held {
        var open: [HeldJudgements.OpenBranch]
        /// The number of that.
        var lack: Int
        /// As it is now, then under each assumption.
        var counts: [VerdictCounts]
    }

    /// Runs of one kind in which it was found since they were last counted.
    struct Found {
        let known: Known
        /// The group of those that are held together.
        let group: Int?
        let app: String
        let version: String?
        let isReported: Bool
        let runs: Int
    }

    /// The same as it is kept, of every rule and kind of runs: small, since there are many.
    private struct Count {
        /// The place of what is known.
        let known: Int32
        /// -1 for none.
        let group: Int32
        let kind: Int32
        var runs = 0
    }

    /// What runs have in common to which the same judgements are remembered.
    private struct Situation: Hashable {
        var classes: [SourceClass]
        var shown: [ClassSet]
        var declared: Set<Int>
    }

    /// The same, as it is told apart quickly, and by what runs are counted.
    private struct Kind: Hashable {
        /// That of the run's context: its app, version and classes.
        var context: Int
        var revision: Int
    }

    /// One kind of runs, by its number.
    private struct Place {
        var kind: Int
        var situation: Int
        var shown: [ClassSet]
    }

    /// Rules that have nothing to look at in runs of one kind: they are counted together.
    private struct Group {
        struct Key: Hashable {
            var kind: Int
            var rules: ObjectIdentifier
        }

        /// Kept, so that no other takes its place.
        let rules: DormantRules
        /// Where each was found.
        let places: [Int32]
        /// How many runs there were since they were last counted.
        var runs = 0
    }

    private var groups: [Group] = []
    private var groupNumbers: [Group.Key: Int] = [:]

    /// More are not remembered at once.
    private static let limit = 65_536
    /// What is known of a rule holds for all runs to which the same is shown, so that looking for it is worth more.
    private static let knownRoutines = 64
    private static let foundRoutines = 16

    private var situations: [Situation: Int] = [:]
    private var places: [Kind: Place] = [:]
    /// App and version of each kind, and whether it is reported.
    private var kinds: [(app: String, version: String?, isReported: Bool)] = []
    private var known: RoutineTable<Known>
    /// By the place of what is known: what it is known of, since who compares asks for nothing else.
    private var routines: [Routine] = []
    private var found: RoutineTable<Count>
    private var latest: Kind?
    private var current = Place(kind: 0, situation: 0, shown: [])

    /// Nothing is remembered yet of so many rules.
    init(ruleCount: Int) {
        known = RoutineTable(ruleCount: ruleCount, chain: IdleJudgements.knownRoutines)
        found = RoutineTable(ruleCount: ruleCount, chain: IdleJudgements.foundRoutines)
    }

    /// What has been shown to the logs of the run that is to be judged.
    var shown: [ClassSet] { current.shown }

    /// Changes whenever what is shown to runs of the present kind does.
    var revision: Int { latest?.revision ?? 0 }

    /// A run is to be judged.
    mutating func begin(_ context: RunContext, _ shows: Shows, _ count: (Found) -> Void) {
        let kind = Kind(context: context.kind, revision: shows.revision(for: context))
        if kind == latest { return }
        if known.count + found.count + places.count + 8 * groups.count > IdleJudgements.limit { forget(count) }
        latest = kind
        if let place = places[kind] {
            current = place
            return
        }
        let shown = shows.shown(to: context)
        let situation = Situation(classes: context.classes, shown: shown, declared: context.declared)
        let number = situations[situation] ?? situations.count
        if number == situations.count {
            situations[situation] = number
            known.addSection()
        }
        current = Place(kind: kinds.count, situation: number, shown: shown)
        places[kind] = current
        kinds.append((context.app, context.facts.run.version, context.isReported))
        found.addSection()
    }

    private mutating func forget(_ count: (Found) -> Void) {
        takeFound(count)
        situations = [:]
        places = [:]
        kinds = []
        groups = []
        groupNumbers = [:]
        known.removeAll()
        routines = []
        found.removeAll()
    }

    /// Notes that it was found again, and where that is counted; nil where it was not found before in a run of this
    /// kind.
    ///
    /// It is counted later, together with others like it.
    ///
    /// - Parameter rule: its serial number.
    mutating func repeated(rule: Int, _ routine: Routine) -> Int? {
        let place = found.index(current.kind, rule: rule) { routines[Int($0.known)] == routine }
        if let place { found.entries[place].value.runs += 1 }
        return place
    }

    /// Notes what was found again of the rules of a run; of all others there is more to say, or was not said before.
    ///
    /// - Parameters:
    ///   - rules: those that may have come to the same as before, by their serial numbers, as far as ``routines`` tell.
    ///   - others: takes the places of the others.
    mutating func takeRepeated(
        _ rules: [RuleNumber], _ routines: [Routine?], of repeats: [Bool], others: inout [Int]
    ) {
        for place in rules.indices {
            let serial = rules[place].serial
            guard repeats[serial],
                let counted = found.index(
                    current.kind, rule: serial, where: { routines[place].isSame(as: self.routines[Int($0.known)]) })
            else {
                others.append(place)
                continue
            }
            found.entries[counted].value.runs += 1
        }
    }

    /// What was found where it is counted.
    func judgement(at place: Int) -> RuleJudgement {
        known.entries[Int(found.entries[place].value.known)].value.judgement
    }

    /// Notes that all of these were found again; false where they were not found before in a run of this kind.
    mutating func repeated(_ dormant: DormantRules) -> Bool {
        let key = Group.Key(kind: current.kind, rules: ObjectIdentifier(dormant))
        guard let index = groupNumbers[key] else { return false }
        groups[index].runs += 1
        return true
    }

    /// Remembers that all of these were found in a run of this kind, and were judged one by one.
    ///
    /// - Parameter places: where each of them is counted.
    mutating func remember(_ dormant: DormantRules, at places: [Int32]) {
        // Of those for which there was no room, nobody would know how often.
        guard places.count == dormant.rules.count else { return }
        groupNumbers[Group.Key(kind: current.kind, rules: ObjectIdentifier(dormant))] = groups.count
        groups.append(Group(rules: dormant, places: places))
    }

    /// What is known of it from runs of other kinds, and its place.
    ///
    /// Why mutating: who asks a struct that is kept by a class copies all of it first.
    mutating func known(_ rule: CompiledRule, _ routine: Routine) -> (Known, place: Int?)? {
        let place = known.index(current.situation, rule: rule.serial) { $0.routine == routine }
        return place.map { (known.entries[$0].value, $0) }
    }

    /// Remembers what it comes to; gives its place, nil where there is no room.
    mutating func learn(_ new: Known) -> Int? {
        let place = known.add(new, current.situation, rule: new.rule.serial)
        if place != nil { routines.append(new.routine) }
        return place
    }

    /// Remembers that what is known at a place was found in a run of this kind, which is counted already.
    ///
    /// - Returns: where it will be counted; nil where there is no room.
    mutating func remember(_ rule: CompiledRule, place: Int, group: Int?) -> Int? {
        found.add(
            Count(known: Int32(place), group: Int32(group ?? -1), kind: Int32(current.kind)), current.kind,
            rule: rule.serial)
    }

    /// Gives what was found again since this was last asked.
    mutating func takeFound(_ count: (Found) -> Void) {
        for number in groups.indices where groups[number].runs > 0 {
            for place in groups[number].places { found.entries[Int(place)].value.runs += groups[number].runs }
            groups[number].runs = 0
        }
        for index in found.entries.indices where found.entries[index].value.runs > 0 {
            let entry = found.entries[index].value
            let kind = kinds[Int(entry.kind)]
            count(
                Found(
                    known: known.entries[Int(entry.known)].value, group: entry.group < 0 ? nil : Int(entry.group),
                    app: kind.app, version: kind.version, isReported: kind.isReported, runs: entry.runs))
            found.entries[index].value.runs = 0
        }
    }
}
