// SPDX-License-Identifier: MIT

import LifelintModel

/// What has to be known of a run by itself, so that a check over several runs can be decided: one item of `runs`,
/// `streak`, `versions`, `unless_next` or a share.
struct RunItemProbe {
    let number: Int
    let item: RunItem
    /// Fields whose values are kept, to be compared with another run's.
    let same: [String]
    let branch: CompiledBranch
    let requires: [RequirementList]
}

/// What a run says to an item.
struct RunItemAnswer {
    enum Match: Equatable {
        case yes, no
        case unknown(Outcome.Reason)
    }

    var match: Match
    /// It would match, but for something that should be missing and was seen.
    var isRefuted = false
    /// How sure the match is.
    var confidence: Confidence
    /// What the sights that were not seen rest on.
    var absences: [Absence]
    /// Values of the `same` fields of the sights that were seen; an empty list is a sight without any.
    var values: [[String?]]
    var lines: [Outcome.Line]
    /// Who told what was seen.
    var classes: Set<SourceClass> = []

    /// The run is none of those that are meant.
    static let no = RunItemAnswer(match: .no, confidence: .certain, absences: [], values: [], lines: [])
}

/// Answers an item for one run.
final class RunItemMachine: CheckMachine {
    private struct Sight {
        var selector: CompiledSelector
        var sight: RunItem.Sight
        var isMissing: Bool
        var of: CompiledSelector
        var near: CompiledSelector
        var during: [CompiledSpanSelector]
        var seen: [Seen] = []
        /// From when its time counts, where the rule says so.
        var reference: RunWalk.Mark?
        /// The last of those that it has to be near to.
        var lastNear: RunWalk.Mark?
        /// Seen, and near to nothing yet.
        var waiting: [Seen] = []
    }

    private struct Seen {
        var event: SeenEvent
        var clocks: ClockReading
        var isBeforeActive: Bool
    }

    private static let kept = 64

    let probe: RunItemProbe
    private var sights: [Sight]
    private let during: [CompiledSpanSelector]
    private(set) var answer = RunItemAnswer.no

    init(_ probe: RunItemProbe, _ walk: RunWalk) {
        self.probe = probe
        sights =
            (probe.item.saw + probe.item.missing).enumerated().map { place, sight in
                Sight(
                    selector: probe.branch.selector(3 * place, sight.events), sight: sight,
                    isMissing: place >= probe.item.saw.count, of: probe.branch.selector(3 * place + 1, sight.of),
                    near: probe.branch.selector(3 * place + 2, sight.near),
                    during: probe.branch.spans(place + 1, sight.during))
            }
        during = probe.branch.spans(0, probe.item.during)
        super.init(probe.branch, walk)
    }

    /// Its answer is taken before.
    override var plainCount: Int32? { 0 }

    /// Whether a run that is over is certainly none of those that are meant, whatever happened in it.
    static func isElsewhere(_ item: RunItem, _ facts: RunFacts) -> Bool {
        if !item.launch.isEmpty, !item.launch.contains(facts.run.launch.kind) { return true }
        return item.endedBy.map { endedBy($0, facts.run.ending) == .no } ?? false
    }

    override func take(_ event: SeenEvent) {
        for index in sights.indices where sights[index].seen.count < RunItemMachine.kept {
            take(event, &sights[index])
        }
    }

    private func take(_ event: SeenEvent, _ sight: inout Sight) {
        guard sight.selector.names(event) || sight.near.names(event) || sight.of.names(event) else { return }
        let mark = RunWalk.Mark(moment: event.moment, clocks: walk.clocks)
        if sight.reference == nil, sight.of.match(event, walk) != nil { sight.reference = mark }
        if sight.near.match(event, walk) != nil {
            sight.lastNear = mark
            let waiting = sight.waiting
            sight.waiting = []
            sight.seen += waiting.filter { isNear($0, mark, sight.sight) }
        }
        guard sight.selector.match(event, walk) != nil else { return }
        let isThere =
            sight.during.isEmpty || walk.openSpans.contains { span in sight.during.contains { $0.matches(span, walk) } }
        guard isThere else { return }
        let seen = Seen(event: event, clocks: walk.clocks, isBeforeActive: walk.firstActive == nil)
        if sight.near.isEmpty || sight.lastNear.map({ isNear(seen, $0, sight.sight) }) ?? false {
            sight.seen.append(seen)
        } else {
            sight.waiting.append(seen)
            if sight.waiting.count > RunItemMachine.kept { sight.waiting.removeFirst() }
        }
    }

    private func isNear(_ seen: Seen, _ mark: RunWalk.Mark, _ sight: RunItem.Sight) -> Bool {
        guard let limit = sight.within else { return true }
        let clock = limit.clock ?? .wall
        let distance = mark.clocks[clock].subtractingClamped(seen.clocks[clock])
        return abs(distance).subtractingClamped(limit.nanoseconds)
            <= max(seen.event.moment.resolution, mark.moment.resolution)
    }

    override func runEnded() {
        answer.match = judge()
    }

    private func judge() -> RunItemAnswer.Match {
        let item = probe.item
        if !item.launch.isEmpty, !item.launch.contains(walk.facts.run.launch.kind) { return .no }
        if let condition = item.condition, !condition.evaluate(RuleFields(walk: walk)) { return .no }
        var unknown: Outcome.Reason?
        if let by = item.endedBy {
            switch RunItemMachine.endedBy(by, walk.facts.run.ending) {
            case .no: return .no
            case .unknown(let reason): unknown = reason
            case .yes: answer.confidence = min(answer.confidence, walk.facts.run.ending.confidence)
            }
        }
        // How it will be when it ends is not known of a run that goes on.
        if unknown == .runEndUnseen { return .unknown(.runEndUnseen) }
        if !item.stateAtEnd.isEmpty {
            guard let state = walk.facts.run.stateAtEnd, item.stateAtEnd.contains(state) else { return .no }
        }
        if !during.isEmpty, !walk.openSpans.contains(where: { span in during.contains { $0.matches(span, walk) } }) {
            return .no
        }
        if let wanted = item.unsaved, wanted != walk.openSpans.contains(where: { $0.kind == "unsaved" }) { return .no }
        for sight in sights {
            if !judge(sight) {
                answer.isRefuted = sight.isMissing
                return .no
            }
        }
        return unknown.map { .unknown($0) } ?? .yes
    }

    private static func endedBy(_ by: CauseSelector, _ ending: Ending) -> RunItemAnswer.Match {
        if by.causes.contains(ending.cause) {
            return ending.confidence >= by.confidence ? .yes : .unknown(.endingUnknown)
        }
        switch ending.cause {
        case .stillRunning: return .unknown(.runEndUnseen)
        case .unknown where ending.candidates.contains(where: { by.causes.contains($0.cause) }):
            return .unknown(.endingUnknown)
        default: return .no
        }
    }

    /// Whether a sight is as the item wants it.
    private func judge(_ sight: Sight) -> Bool {
        // What counts from an event that did not come has no time.
        if !sight.of.isEmpty, sight.reference == nil { return false }
        let reference = sight.reference ?? walk.firstActive ?? walk.begins
        let limit = sight.near.isEmpty ? sight.sight.within : nil
        let clock = limit?.clock ?? .wall
        let inTime = sight.seen.filter { seen in
            guard let limit else { return true }
            if sight.of.isEmpty, seen.isBeforeActive, walk.firstActive != nil { return true }
            let distance = seen.clocks[clock].subtractingClamped(reference.clocks[clock])
            return distance.subtractingClamped(limit.nanoseconds)
                <= max(seen.event.moment.resolution, reference.moment.resolution)
        }
        if !sight.isMissing {
            for seen in inTime {
                answer.values.append(probe.same.map { seen.event.keyText(of: $0) })
                answer.classes.insert(walk.sourceClass(of: seen.event))
            }
            if let first = inTime.first { answer.lines.append(line(first.event, "seen here")) }
            return !inTime.isEmpty
        }
        guard inTime.isEmpty else { return false }
        var absence = Absence(from: reference.moment, fromClocks: reference.clocks)
        absence.clock = clock
        absence.limit = limit?.nanoseconds
        absence.isShownInRun = !sight.seen.isEmpty
        answer.absences.append(absence)
        return true
    }
}
