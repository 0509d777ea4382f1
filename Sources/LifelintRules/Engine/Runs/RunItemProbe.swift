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

    /// The run is none of those that are meant.
    static let no = RunItemAnswer(match: .no, confidence: .certain, absences: [], values: [], lines: [])
}

/// Answers an item for one run.
final class RunItemMachine: CheckMachine {
    private struct Sight {
        var selector: CompiledSelector
        var sight: RunItem.Sight
        var isMissing: Bool
        var seen: [(event: SeenEvent, clocks: ClockReading, isBeforeActive: Bool)] = []
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
                    selector: probe.branch.selector(place, sight.events), sight: sight,
                    isMissing: place >= probe.item.saw.count)
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
            guard sights[index].selector.match(event, walk) != nil else { continue }
            sights[index].seen.append((event, walk.clocks, walk.firstActive == nil))
        }
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
        let reference = walk.firstActive ?? walk.begins
        let limit = sight.sight.within
        let clock = limit?.clock ?? .wall
        let inTime = sight.seen.filter { seen in
            guard let limit else { return true }
            if seen.isBeforeActive, walk.firstActive != nil { return true }
            let distance = seen.clocks[clock].subtractingClamped(reference.clocks[clock])
            return distance.subtractingClamped(limit.nanoseconds)
                <= max(seen.event.moment.resolution, reference.moment.resolution)
        }
        if !sight.isMissing {
            for seen in inTime { answer.values.append(probe.same.map { seen.event.keyText(of: $0) }) }
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
