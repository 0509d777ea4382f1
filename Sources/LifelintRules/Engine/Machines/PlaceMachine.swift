// SPDX-License-Identifier: MIT

import LifelintModel

/// `event: A · only_during: S · never_during: [S …]`: happens only here, and never there.
///
/// With both lists it is a habit, judged over a group of runs: the machine counts, the group judges.
final class PlaceMachine: CheckMachine {
    private let check: Check.Place
    private let events: CompiledSelector
    private let only: [CompiledSpanSelector]
    private let never: [CompiledSpanSelector]
    /// For habits: the last As inside, and how many there were of each.
    private(set) var insides: [SeenEvent] = []
    private(set) var insideCount = 0
    private(set) var offences = 0
    private static let kept = 8

    init(_ check: Check.Place, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.check = check
        events = branch.selector(0, check.events)
        only = branch.spans(0, check.onlyDuring)
        never = branch.spans(1, check.neverDuring)
        super.init(branch, walk)
    }

    /// Its counts are asked for, too.
    override var plainCount: Int32? { insideCount == 0 && offences == 0 ? super.plainCount : nil }

    override func take(_ event: SeenEvent) {
        guard let trigger = trigger(event, events) else { return }
        let isInside = isOpen(only)
        let isOffence = isOpen(never)
        if check.isHabit {
            // What may have ended in a stretch that the log lost, or began in the same instant, is no blame.
            if isInside, !isSurelyOpen(only) || isTied(with: only, event) { return }
            if isInside {
                insideCount += 1
                insides.append(event)
                if insides.count > PlaceMachine.kept { insides.removeFirst() }
            } else if isOffence {
                offences += 1
            }
            return
        }
        let isWrong = only.isEmpty ? isOffence : !isInside
        if isWrong, only.isEmpty ? !isSurelyOpen(never) : only.contains(where: walk.isUnsure) {
            return add(outcome(.inconclusive(.gap), trigger, note: ""))
        }
        if isWrong, only.isEmpty, isTied(with: never, event) {
            return add(outcome(.inconclusive(.orderUntold), trigger, note: ""))
        }
        let outcome = outcome(
            isWrong ? .violated : .satisfied, trigger, note: only.isEmpty ? "not here" : "only elsewhere")
        if isWrong, let span = walk.openSpans.last(where: { span in never.contains { $0.matches(span, walk) } }) {
            outcome.lines.append(beginLine(of: span, "during this"))
            outcome.confidence = min(outcome.confidence, span.confidence)
            outcome.extra["during"] = .string(span.kind)
        }
        add(outcome)
    }

    /// What is wrong in another span than the launch is wrong all the same.
    override func runEndedWithoutLaunch() {
        (insides, insideCount, offences) = ([], 0, 0)
        withdraw { !only.isEmpty || $0.verdict != .violated }
    }

    /// Whether the evidence begins with the run, or at least with its launch.
    var startIsSeen: Bool { walk.facts.run.start.isKnown || walk.showsLaunch }

    private func isOpen(_ selectors: [CompiledSpanSelector]) -> Bool {
        selectors.contains { selector in walk.openSpans.contains { selector.matches($0, walk) } }
    }

    /// Whether all that is open of some spans began in the instant of an event, and may have begun after it.
    private func isTied(with selectors: [CompiledSpanSelector], _ event: SeenEvent) -> Bool {
        walk.openSpans.allSatisfy { span in
            guard selectors.contains(where: { $0.matches(span, walk) }) else { return true }
            return span.beginEvent?.isTied(with: event) ?? false
        }
    }

    private func isSurelyOpen(_ selectors: [CompiledSpanSelector]) -> Bool {
        selectors.contains { selector in
            walk.openSpans.contains { $0.loss == nil && selector.matches($0, walk) }
        }
    }

    /// Whether the log lost something: what it did elsewhere may have been among that.
    var hasLoss: Bool { !walk.gaps.isEmpty }

    override func runEnded() {
        guard check.isHabit, check.across ?? .run == .run else { return }
        if offences > 0 { return satisfyWhole() }
        if walk.end == .running { return add(Outcome(.inconclusive(.runEndUnseen))) }
        if insideCount == 0 { return satisfyWhole() }
        // What was before the first line may have taken the blame away.
        if !startIsSeen { return add(Outcome(.inconclusive(.startUnseen))) }
        if hasLoss { return add(Outcome(.inconclusive(.gap))) }
        guard let last = insides.last else { return }
        let outcome = Outcome(.violated)
        outcome.event = last
        outcome.time = last.moment
        outcome.decided = walk.now
        outcome.count = insideCount
        outcome.lines = insides.reversed().enumerated().map { line($1, $0 == 0 ? "the last time" : "also here") }
        add(outcome)
    }
}

extension Check.Place {
    /// Both lists are given: then As elsewhere take the blame away.
    var isHabit: Bool { !onlyDuring.isEmpty && !neverDuring.isEmpty }
}
