// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `when_run_ends: { by: […], during: S, within: T of A, naming: S }`: how it died, and in the middle of what.
final class EndingMachine: CheckMachine {
    /// Every event of the run belongs to its end.
    private static let wholeRun = ObligationKey(values: [])

    private let wanted: CompiledEnding
    private let during: [CompiledSpanSelector]
    private let naming: [CompiledSpanSelector]
    private let of: CompiledSelector
    /// Whether the condition is known to hold, and rests on nothing but fields of the run.
    private let holds: Bool
    private var lastOf: SeenEvent?

    init(_ wanted: CompiledEnding, _ branch: CompiledBranch, holds: Bool, _ walk: RunWalk) {
        self.wanted = wanted
        self.holds = holds
        during = branch.spans(0, wanted.check.during)
        naming = branch.spans(1, wanted.check.naming)
        of = branch.selector(0, wanted.check.of)
        super.init(branch, walk)
    }

    /// What there is to do for a branch with that condition.
    ///
    /// Most rules speak of endings, and each run has one: where it is another one, what the branch comes to is mostly
    /// known before the run is walked through.
    static func work(
        _ wanted: CompiledEnding, _ branch: CompiledBranch, _ condition: ForeknownCondition?, _ facts: RunFacts,
        _ present: Present
    ) -> Present.Work {
        // What another rule says is not known yet.
        guard branch.rule.uses.isEmpty else { return .some }
        let ending = facts.run.ending
        if ending.cause == .stillRunning || !present.allows(branch) { return .none }
        var isKnown = branch.whileOpen.isEmpty
        if let condition {
            switch condition.value(facts, { !present.holds(branch.bindings[$0].selector) }) {
            case false: return .none
            case true: break
            case nil: isKnown = false
            }
        }
        return isKnown && canOnlySatisfy(wanted, branch, facts, present) ? .satisfied : .some
    }

    /// Whether nothing can be wrong, whatever was open and whatever the branch's condition comes to.
    static func canOnlySatisfy(
        _ wanted: CompiledEnding, _ branch: CompiledBranch, _ facts: RunFacts, _ present: Present
    ) -> Bool {
        guard branch.rule.uses.isEmpty else { return false }
        let ending = facts.run.ending
        return isElsewhere(wanted, ending) || isAlone(wanted, branch, ending, present)
    }

    /// All that ``work(_:_:_:_:_:)`` asks of an ending: runs for which it is the same are the same to the branch.
    static func answer(_ wanted: CompiledEnding, _ ending: Ending) -> UInt8 {
        (wanted.check.by.causes.contains(ending.cause) ? 1 : 0) | (isOpen(wanted, ending) ? 2 : 0)
            | (ending.confidence >= wanted.check.by.confidence ? 4 : 0) | (ending.cause == .stillRunning ? 8 : 0)
    }

    /// Whether the ending is certainly none of those that are meant.
    private static func isElsewhere(_ wanted: CompiledEnding, _ ending: Ending) -> Bool {
        !wanted.check.by.causes.contains(ending.cause) && !isOpen(wanted, ending)
    }

    /// Whether it is one of those that are meant, and the run never holds what would have to be open, or come before.
    private static func isAlone(
        _ wanted: CompiledEnding, _ branch: CompiledBranch, _ ending: Ending, _ present: Present
    ) -> Bool {
        guard wanted.check.by.causes.contains(ending.cause), ending.confidence >= wanted.check.by.confidence else {
            return false
        }
        if wanted.check.during.isEmpty, !wanted.check.of.isEmpty,
            !present.holds(branch.selector(0, wanted.check.of))
        {
            return true
        }
        // Not every source can show the launch.
        return !branch.duringKinds.isEmpty && !branch.asksForLaunch
            && !branch.duringKinds.contains { present.holds($0) }
    }

    /// Whether the ending may be one of those that are meant.
    private static func isOpen(_ wanted: CompiledEnding, _ ending: Ending) -> Bool {
        ending.cause == .unknown && ending.candidates.contains { wanted.check.by.causes.contains($0.cause) }
    }

    override func take(_ event: SeenEvent) {
        guard of.names(event) else { return }
        // What `let` binds is what came before it: what came since does not tell how it was then.
        let bound = of.asksForTrigger ? bound(for: EndingMachine.wholeRun) : .none
        if of.match(event, walk, bound: bound) != nil { lastOf = event }
    }

    /// Another ending is another ending, whatever was open.
    override func runEndedWithoutLaunch() { runEnded() }

    override func runEnded() {
        guard walk.facts.run.ending.cause != .stillRunning else { return }
        guard isAllowed(for: EndingMachine.wholeRun) else { return }
        let bound = bound(for: EndingMachine.wholeRun)
        var doubt: Outcome.Reason?
        if !holds, let condition = branch.branch.condition {
            let fields = RuleFields(walk: walk, bound: bound)
            guard condition.evaluate(fields) else { return }
            switch orders(condition, fields) {
            case .none: return
            case .some: doubt = .orderUntold
            case .all: doubt = restsOnLoss(condition, fields) ? .gap : nil
            }
        }
        let ending = walk.facts.run.ending
        guard wanted.check.by.causes.contains(ending.cause) else {
            if EndingMachine.isOpen(wanted, ending) { return add(Outcome(.inconclusive(.endingUnknown))) }
            return satisfyWhole()
        }
        if ending.confidence < wanted.check.by.confidence { return add(Outcome(.inconclusive(.endingUnknown))) }
        let spans = walk.openSpans.filter { span in during.contains { $0.matches(span, walk) } }
        if !during.isEmpty, spans.isEmpty {
            let isUnknown = branch.asksForLaunch && !walk.showsLaunch
            return isUnknown ? add(Outcome(.notEvaluated(.valueMissing))) : satisfyWhole()
        }
        // It may have ended in what the log lost.
        if !spans.isEmpty, spans.allSatisfy({ $0.loss != nil && $0.statedDuration == nil }) {
            return add(Outcome(.inconclusive(.gap)))
        }
        var isSoon = Confidence.certain
        if !wanted.check.of.isEmpty {
            guard let sureness = lastOf.flatMap(sureness(thatSoonAfter:)) else { return satisfyWhole() }
            isSoon = sureness
        }
        if let doubt { return add(Outcome(.inconclusive(doubt))) }
        let outcome = violation(ending, during.isEmpty ? named : spans)
        outcome.confidence = min(outcome.confidence, isSoon)
        outcome.bound = bound
        add(outcome)
    }

    /// What the finding may speak of, and that was open for certain.
    private var named: [SpanInstance] {
        if naming.isEmpty { return [] }
        return walk.openSpans.filter { span in span.loss == nil && naming.contains { $0.matches(span, walk) } }
    }

    /// How sure it is that the end came in time after an event; nil where it did not, as far as the clocks tell.
    private func sureness(thatSoonAfter event: SeenEvent) -> Confidence? {
        guard let limit = wanted.check.within else { return .certain }
        let end = walk.told.stretch.end
        let distance = end.since(event.moment)
        if distance > limit.nanoseconds { return nil }
        // What coarse clocks tell may have been further apart.
        let step = max(event.moment.resolution, end.resolution)
        return distance.addingClamped(step) > limit.nanoseconds ? .likely : .certain
    }

    /// More are counted.
    private static let namedSpans = 8

    /// For how long an instance was open at the end, of which the step of the clock that told its beginning takes away.
    private func openFor(_ span: SpanInstance) -> Value? {
        guard case .duration(let length)? = SpanFields(span: span, now: walk.clocks).value(of: EndingMachine.duration)
        else { return nil }
        let isStated = !span.isOpenAtEnd && span.statedDuration != nil
        return .duration(isStated ? length : SpanInstance.least(of: length, step: span.begin.resolution))
    }

    private static let duration = FieldName("duration")

    /// What else was open, by name.
    private static func names(of spans: ArraySlice<SpanInstance>) -> String? {
        if spans.isEmpty { return nil }
        var names = spans.prefix(namedSpans).map { span in
            guard case .string(let name)? = span.attributes["name"] else { return span.key.isEmpty ? "one" : span.key }
            return span.key.isEmpty ? "“\(name)”" : "“\(name)” (\(span.key))"
        }
        if spans.count > namedSpans { names.append("\(spans.count - namedSpans) more") }
        return names.joined(separator: ", ")
    }

    /// What was open of that which is named, by its name or key; nil where none of it has one.
    private static func quoted(_ spans: [SpanInstance]) -> String? {
        let names = spans.prefix(namedSpans).compactMap { span -> String? in
            guard case .string(let name)? = span.attributes["name"] else { return span.key.isEmpty ? nil : span.key }
            return name
        }
        return names.isEmpty ? nil : names.map { "“\($0)”" }.joined(separator: ", ")
    }

    /// What a further line is to the ending that rests on it: not each tells of the end.
    private func note(of line: EvidenceLine) -> String {
        let stretch = walk.told.stretch
        let record = stretch.events.records.first { record in
            record.offset == line.at.offset && Int(record.input) < stretch.files.count
                && stretch.files[Int(record.input)] == line.at.file
        }
        return switch record?.name {
        case .processExit, .reportCrash, .reportJetsam, .reportResource: Finding.Evidence.endNote
        case .memoryWarning: "warned here"
        // The launch that shows it, or a limit that was exceeded.
        default: Finding.Evidence.groundNote
        }
    }

    private func violation(_ ending: Ending, _ spans: [SpanInstance]) -> Outcome {
        let outcome = Outcome(.violated)
        outcome.confidence = ending.confidence
        outcome.isOfEnd = true
        if !during.isEmpty { for span in spans { outcome.confidence = min(outcome.confidence, sureness(of: span)) } }
        outcome.time = walk.told.stretch.end
        outcome.decided = walk.told.stretch.end
        outcome.span = spans.first
        outcome.event = spans.first?.beginEvent
        let because = ending.because.isEmpty ? [walk.told.stretch.endEvidence ?? walk.beginEvidence] : ending.because
        // The line at the end's time first: it is the one that tells the end.
        let told = walk.told.stretch.endEvidence
        let places = because.indices.filter { because[$0] == told }
        outcome.lines.reserveCapacity(because.count + spans.count)
        for place in places {
            outcome.lines.append(.init(evidence: because[place], moment: nil, note: Finding.Evidence.endNote))
        }
        for place in because.indices where places.isEmpty || !places.contains(place) {
            outcome.lines.append(.init(evidence: because[place], moment: nil, note: note(of: because[place])))
        }
        // When it ended is not told: what was open then may have been so for longer.
        if walk.end != .seen { outcome.extra["atLeast"] = .string("at least") }
        if let span = spans.first { outcome.extra["openFor"] = openFor(span) }
        if let others = EndingMachine.names(of: spans.dropFirst()) { outcome.extra["others"] = .string(others) }
        if !naming.isEmpty { outcome.extra["named"] = EndingMachine.quoted(spans).map { .string($0) } }
        for span in spans { outcome.lines.append(beginLine(of: span, "open since here")) }
        if let lastOf, !wanted.check.of.isEmpty {
            outcome.lines.append(line(lastOf, "shortly before"))
            if of.captures { outcome.bind(of.match(lastOf, walk)?.captured(from: lastOf) ?? [:]) }
        }
        return outcome
    }
}
