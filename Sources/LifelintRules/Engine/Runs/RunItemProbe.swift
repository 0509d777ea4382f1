// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What has to be known of a run by itself, so that a check over several runs can be decided: one item of `runs`,
/// `streak`, `versions`, `unless_next` or a share.
///
/// Why a class: every run is asked by all of them.
final class RunItemProbe {
    /// What the run shows, or does not.
    final class Sight {
        let selector: CompiledSelector
        let isMissing: Bool
        let within: TimeLimit?
        let of: CompiledSelector
        let near: CompiledSelector
        let during: [CompiledSpanSelector]

        /// Its time from where it counts; what it has to be near to has a time of its own.
        fileprivate var limit: TimeLimit? { near.isEmpty ? within : nil }

        fileprivate init(_ sight: RunItem.Sight, place: Int, isMissing: Bool, _ branch: CompiledBranch) {
            selector = CompiledSelector(sight.events)
            self.isMissing = isMissing
            within = sight.within
            of = CompiledSelector(sight.of)
            near = CompiledSelector(sight.near)
            during = branch.spans(place + 1, sight.during)
        }
    }

    let number: Int
    let item: RunItem
    /// Fields whose values are kept, to be compared with another run's.
    let same: [String]
    let branch: CompiledBranch
    let sights: [Sight]
    /// What tells that the log lost something, where that may hide what is looked for.
    let loss: CompiledSelector?
    let during: [CompiledSpanSelector]
    /// The same, as far as runs can be asked for them before one walks through them.
    let duringKinds: [CheckTrigger.Span]
    /// What is known of the item's condition before a run is walked through.
    private let foreknown: ForeknownCondition?

    /// - Parameters:
    ///   - takesBack: whether a run that matches it takes back what another one was found to have done.
    ///   - kinds: the kinds of spans that anybody asks for.
    init(
        number: Int, item: RunItem, same: [String], branch: CompiledBranch, takesBack: Bool, kinds: SpanKinds
    ) {
        self.number = number
        self.item = item
        self.same = same
        self.branch = branch
        let gap = EventSelector(names: [.event(.logGap)], text: EventName.logGap.text)
        loss = takesBack && !item.saw.isEmpty ? CompiledSelector([gap]) : nil
        foreknown = item.condition.map { ForeknownCondition($0, bindings: []) }
        sights = (item.saw + item.missing).enumerated().map { place, sight in
            Sight(sight, place: place, isMissing: place >= item.saw.count, branch)
        }
        during = branch.spans(0, item.during)
        duringKinds = during.map { CheckTrigger.Span($0.kind, branch, kinds) }
    }

    /// Whether a run that is over is certainly none of those that are meant, whatever happened in it.
    ///
    /// - Parameters:
    ///   - answer: what launch and ending say of the run, where anybody has asked.
    ///   - present: what the run holds, where all of it is known.
    func isElsewhere(_ answer: UInt8?, _ facts: RunFacts, _ present: Present) -> Bool {
        switch answer.flatMap({ Place(rawValue: $0) }) ?? place(of: facts) {
        case .elsewhere: true
        case .open: false
        case .here:
            !duringKinds.isEmpty && !duringKinds.contains { present.holds($0) }
                || sights.contains { !$0.isMissing && !present.holds($0.selector) }
                    && !(loss.map { present.holds($0) } ?? false)
        }
    }

    /// What launch and ending say of a run.
    private enum Place: UInt8 {
        case elsewhere, open, here
    }

    private func place(of facts: RunFacts) -> Place {
        if !item.launch.isEmpty, !item.launch.contains(facts.run.launch.kind) { return .elsewhere }
        if let foreknown, foreknown.value(facts, { _ in true }) == false { return .elsewhere }
        let ending = item.endedBy.map { RunItemMachine.endedBy($0, facts.run.ending) } ?? .yes
        return switch ending {
        case .no: .elsewhere
        case .unknown(.runEndUnseen): .open
        case .yes, .unknown: .here
        }
    }

    /// The same for all runs that do not differ for it before they are walked through, but for what they hold.
    func answer(_ facts: RunFacts) -> UInt8 { place(of: facts).rawValue }

    /// What is asked of runs before they are walked through.
    var questions: [Condition] { foreknown?.questions ?? [] }
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
    /// What it looks for may have come in what the log lost.
    var mayBeLost = false
    /// How sure the match is.
    var confidence: Confidence
    /// What the sights that were not seen rest on.
    var absences: [Absence]
    /// Values of the `same` fields of the sights that were seen; an empty list is a sight without any.
    var values: [[String?]]
    var lines: [Outcome.Line]
    /// Who told what was seen.
    var classes: Set<SourceClass> = []

    /// How sure a match is whose sights that were not seen could have been.
    var sureness: Confidence {
        absences.contains { !$0.isShownInRun } ? min(confidence, .likely) : confidence
    }

    /// The run is none of those that are meant.
    static var no: RunItemAnswer {
        RunItemAnswer(match: .no, confidence: .certain, absences: [], values: [], lines: [])
    }
}

/// Answers an item for one run.
final class RunItemMachine: CheckMachine {
    /// What was seen of one of the sights.
    private struct Sight {
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
    private(set) var answer = RunItemAnswer.no

    init(_ probe: RunItemProbe, _ walk: RunWalk) {
        self.probe = probe
        sights = probe.sights.map { _ in Sight() }
        super.init(probe.branch, walk)
    }

    /// Its answer is taken before.
    override var plainCount: Int32? { 0 }

    override func take(_ event: SeenEvent) {
        for (index, sight) in probe.sights.enumerated() {
            let isMeant = sight.selector.names(event)
            guard isMeant || sight.near.names(event) || sight.of.names(event),
                sights[index].seen.count < RunItemMachine.kept
            else { continue }
            take(event, sight, &sights[index])
        }
    }

    private func take(_ event: SeenEvent, _ wanted: RunItemProbe.Sight, _ sight: inout Sight) {
        let mark = RunWalk.Mark(moment: event.moment, clocks: walk.clocks)
        if sight.reference == nil, wanted.of.matches(event, walk) { sight.reference = mark }
        if wanted.near.matches(event, walk) {
            sight.lastNear = mark
            let waiting = sight.waiting
            sight.waiting = []
            sight.seen += waiting.filter { isNear($0, mark, wanted) }
        }
        guard wanted.selector.matches(event, walk) else { return }
        let isThere =
            wanted.during.isEmpty
            || walk.openSpans.contains { span in wanted.during.contains { $0.matches(span, walk) } }
        guard isThere else { return }
        let seen = Seen(event: event, clocks: walk.clocks, isBeforeActive: walk.firstActive == nil)
        if wanted.near.isEmpty || sight.lastNear.map({ isNear(seen, $0, wanted) }) ?? false {
            sight.seen.append(seen)
        } else {
            sight.waiting.append(seen)
            if sight.waiting.count > RunItemMachine.kept { sight.waiting.removeFirst() }
        }
    }

    private func isNear(_ seen: Seen, _ mark: RunWalk.Mark, _ sight: RunItemProbe.Sight) -> Bool {
        guard let limit = sight.within else { return true }
        let clock = limit.clock ?? .wall
        let distance = mark.clocks[clock].subtractingClamped(seen.clocks[clock])
        return Int64(clamping: distance.magnitude).subtractingClamped(limit.nanoseconds)
            <= max(seen.event.moment.resolution, mark.moment.resolution)
    }

    override func runEnded() {
        answer.match = judge()
    }

    /// Why what is missing may only be lost.
    private var disturbance: Outcome.Reason? {
        if walk.gaps.isEmpty && walk.clockChanges.isEmpty { return nil }
        let coverage = Coverage(walk)
        return answer.absences.lazy.compactMap { coverage.disturbance(of: $0) }.first
    }

    /// Whether of all such instances that are open the end may be lost.
    private func isDoubtful(_ isMeant: (SpanInstance) -> Bool) -> Bool {
        let spans = walk.openSpans.filter(isMeant)
        return !spans.isEmpty && spans.allSatisfy { $0.loss != nil }
    }

    private func judge() -> RunItemAnswer.Match {
        if !probe.item.launch.isEmpty, !probe.item.launch.contains(walk.facts.run.launch.kind) { return .no }
        if let condition = probe.item.condition, !condition.evaluate(RuleFields(walk: walk)) { return .no }
        var unknown: Outcome.Reason?
        if let by = probe.item.endedBy {
            switch RunItemMachine.endedBy(by, walk.facts.run.ending) {
            case .no: return .no
            case .unknown(let reason): unknown = reason
            case .yes: answer.confidence = min(answer.confidence, walk.facts.run.ending.confidence)
            }
        }
        // How it will be when it ends is not known of a run that goes on.
        if unknown == .runEndUnseen { return .unknown(.runEndUnseen) }
        if !probe.item.stateAtEnd.isEmpty {
            let isUnsure = walk.isStateUnsure
            guard walk.facts.run.stateAtEnd.map({ probe.item.stateAtEnd.contains($0) }) ?? isUnsure else { return .no }
            if isUnsure { unknown = unknown ?? .gap }
        }
        if !probe.during.isEmpty,
            !walk.openSpans.contains(where: { span in probe.during.contains { $0.matches(span, walk) } })
        {
            return .no
        }
        // What is open may have ended in what the log lost.
        if !probe.during.isEmpty, isDoubtful({ span in self.probe.during.contains { $0.matches(span, self.walk) } }) {
            unknown = unknown ?? .gap
        }
        if probe.item.unsaved == true, isDoubtful({ $0.kind == "unsaved" }) { unknown = unknown ?? .gap }
        if let wanted = probe.item.unsaved, wanted != walk.openSpans.contains(where: { $0.kind == "unsaved" }) {
            return .no
        }
        answer.mayBeLost = mayBeLost
        for (wanted, sight) in zip(probe.sights, sights) {
            if !judge(wanted, sight) {
                answer.isRefuted = wanted.isMissing
                if wanted.isMissing { answer.mayBeLost = false }
                return .no
            }
        }
        unknown = unknown ?? disturbance
        return unknown.map { .unknown($0) } ?? .yes
    }

    fileprivate static func endedBy(_ by: CauseSelector, _ ending: Ending) -> RunItemAnswer.Match {
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

    /// Whether anything that is looked for may have come in time in what the log lost.
    private var mayBeLost: Bool {
        guard probe.loss != nil, !walk.gaps.isEmpty else { return false }
        let coverage = Coverage(walk)
        return zip(probe.sights, sights).contains { wanted, sight in
            !wanted.isMissing && coverage.disturbance(of: window(of: wanted, sight)) == .gap
        }
    }

    /// Where a sight is looked for: what comes before the app is active is in time, too.
    private func window(of wanted: RunItemProbe.Sight, _ sight: Sight) -> Absence {
        let reference = reference(of: sight)
        var window = Absence(
            from: wanted.of.isEmpty ? walk.begins.moment : reference.moment, fromClocks: reference.clocks)
        // What its time counts from may be lost as well.
        if let limit = wanted.limit, wanted.of.isEmpty || sight.reference != nil {
            window.clock = limit.clock ?? .wall
            window.limit = limit.nanoseconds
        }
        return window
    }

    private func reference(of sight: Sight) -> RunWalk.Mark { sight.reference ?? walk.firstActive ?? walk.begins }

    /// Whether a sight is as the item wants it.
    private func judge(_ wanted: RunItemProbe.Sight, _ sight: Sight) -> Bool {
        // What counts from an event that did not come has no time.
        if !wanted.of.isEmpty, sight.reference == nil { return false }
        let reference = reference(of: sight)
        let limit = wanted.limit
        let clock = limit?.clock ?? .wall
        let inTime = sight.seen.filter { seen in
            guard let limit else { return true }
            if wanted.of.isEmpty, seen.isBeforeActive, walk.firstActive != nil { return true }
            let distance = seen.clocks[clock].subtractingClamped(reference.clocks[clock])
            return distance.subtractingClamped(limit.nanoseconds)
                <= max(seen.event.moment.resolution, reference.moment.resolution)
        }
        if !wanted.isMissing {
            for seen in inTime {
                answer.values.append(probe.same.map { seen.event.keyText(of: $0) })
                answer.classes.insert(walk.sourceClass(of: seen.event))
            }
            if let first = inTime.first { answer.lines.append(line(first.event, "seen here").kept) }
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
