// SPDX-License-Identifier: MIT

import LifelintLanguage
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
    /// What was judged in the instant in hand: the spans may yet turn out to have begun, or ended, before it.
    private var pending: [Pending] = []
    private struct Pending {
        let trigger: Trigger
        let outcome: Outcome
        /// Whether one of the spans was open for it.
        let isIn: Bool
        /// The number of the event that ended the last of them.
        var leftBy: Int?
        var isUntold = false
    }
    /// The last of the spans that ended.
    private var lastEnded: SpanInstance?

    init(_ check: Check.Place, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.check = check
        events = branch.selector(0, check.events)
        only = branch.spans(0, check.onlyDuring)
        never = branch.spans(1, check.neverDuring)
        super.init(branch, walk)
    }

    /// Its counts are asked for, too.
    override var plainCount: Int32? { insideCount == 0 && offences == 0 ? super.plainCount : nil }

    /// The spans that decide, where it is no habit.
    private var deciding: [CompiledSpanSelector] { only.isEmpty ? never : only }

    override func take(_ event: SeenEvent) {
        // They stand in their order: as long as the first may be of the instant, the others wait with it.
        if let first = pending.first, first.trigger.event.isPast(event) { settle { $0.isPast(event) } }
        guard let trigger = trigger(event, events) else { return }
        let (inside, offence) = (standing(in: only, trigger.key), standing(in: never, trigger.key))
        let (isInside, isOffence) = (inside != .none, offence != .none)
        if check.isHabit {
            // What may have ended in a stretch that the log lost, began in the same instant, or may be another's, is no
            // blame.
            if isInside, inside == .untold || !isSurelyOpen(only, trigger.key) || isTied(with: only, trigger) { return }
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
        if (only.isEmpty ? offence : inside) == .untold {
            return add(outcome(CheckMachine.missing, trigger, note: ""))
        }
        // In a log that begins in the middle, what is not known to be open may be.
        let isIn = only.isEmpty ? isOffence : isInside
        let before = isIn ? .no : isOpenSinceBefore(deciding, trigger.key)
        if before == .maybe {
            return add(outcome(.inconclusive(.startUnseen), trigger, note: ""))
        }
        if isWrong, only.isEmpty ? !isSurelyOpen(never, trigger.key) : only.contains(where: walk.isUnsure) {
            return add(outcome(.inconclusive(.gap), trigger, note: ""))
        }
        if isIn ? isTied(with: deciding, trigger) : wasLeftTied(trigger) {
            return add(outcome(.inconclusive(.orderUntold), trigger, note: ""))
        }
        let outcome = outcome(
            isWrong ? .violated : .satisfied, trigger, note: only.isEmpty ? "not here" : "only elsewhere")
        if isWrong, before == .hardly { outcome.confidence = .likely }
        if isWrong, let span = walk.openSpans.last(where: { isOpen($0, in: never, trigger.key) }) {
            outcome.lines.append(beginLine(of: span, "during this"))
            outcome.confidence = min(outcome.confidence, span.confidence)
            outcome.extra["during"] = .string(span.kind)
        }
        if check.isHabit || pending.count >= CheckMachine.outcomeLimit { return add(outcome) }
        pending.append(Pending(trigger: trigger, outcome: outcome, isIn: isIn))
    }

    // MARK: What begins or ends in the instant of an event

    private func settle(_ isMeant: (SeenEvent) -> Bool) {
        pending.removeAll { row in
            guard isMeant(row.trigger.event) else { return false }
            let isUntold = row.isUntold || row.leftBy != nil
            add(isUntold ? outcome(.inconclusive(.orderUntold), row.trigger, note: "") : row.outcome)
            return true
        }
    }

    override func spanBegan(_ span: SpanInstance) {
        if pending.isEmpty || check.isHabit { return }
        for place in pending.indices where isOpen(span, in: deciding, pending[place].trigger.key) {
            // What takes the place of the other at once is as good as that.
            if let number = pending[place].leftBy, number == span.beginEvent?.number { pending[place].leftBy = nil }
            if !pending[place].isIn, span.isBeginTied(with: pending[place].trigger.event) {
                pending[place].isUntold = true
            }
        }
    }

    override func spanEnded(_ span: SpanInstance) {
        guard !check.isHabit, let number = span.endEvent?.number, deciding.contains(where: { $0.kind == span.kind })
        else { return }
        lastEnded = span
        for place in pending.indices where pending[place].isIn && pending[place].leftBy == nil {
            let trigger = pending[place].trigger
            guard span.isEndTied(with: trigger.event), isOpen(span, in: deciding, trigger.key),
                !walk.openSpans.contains(where: { $0 !== span && isOpen($0, in: deciding, trigger.key) })
            else { continue }
            pending[place].leftBy = number
        }
    }

    /// Whether one of the spans ended in the instant of an event, and may have ended after it.
    private func wasLeftTied(_ trigger: Trigger) -> Bool {
        guard let lastEnded, lastEnded.isEndTied(with: trigger.event) else { return false }
        return isOpen(lastEnded, in: deciding, trigger.key)
    }

    /// What is wrong in another span than the launch is wrong all the same.
    override func runEndedWithoutLaunch() {
        settle { _ in true }
        (insides, insideCount, offences) = ([], 0, 0)
        withdraw { !only.isEmpty || $0.verdict != .violated }
    }

    /// Whether the evidence begins with the run, or at least with its launch.
    var startIsSeen: Bool { walk.startIsSeen }

    /// Whether any of some spans is open for a key; untold where those that are open have keys and it has none.
    private func standing(in selectors: [CompiledSpanSelector], _ key: ObligationKey) -> SharedKey.Agreement {
        var found = SharedKey.Agreement.none
        var untold = 0
        for span in walk.openSpans where selectors.contains(where: { $0.matches(span, walk) }) {
            switch agreement(of: span, with: key) {
            case .none: continue
            case .full: return .full
            case .untold:
                found = .untold
                if span.kind.hasPrefix("scene.") { untold += 1 }
            }
        }
        // Where all scenes are in it, so is the one that nobody names.
        let isEverywhere = untold > 0 && untold >= walk.scenes.values.count { $0.state != .disconnected }
        return isEverywhere ? .full : found
    }

    private func isOpen(_ span: SpanInstance, in selectors: [CompiledSpanSelector], _ key: ObligationKey) -> Bool {
        selectors.contains { $0.matches(span, walk) } && agreement(of: span, with: key) != .none
    }

    /// Whether all that is open of some spans began in the instant of an event, and may have begun after it, or may not
    /// be open at all.
    private func isTied(with selectors: [CompiledSpanSelector], _ trigger: Trigger) -> Bool {
        walk.openSpans.allSatisfy { span in
            guard isOpen(span, in: selectors, trigger.key) else { return true }
            return span.isBeginUntold || span.beginEvent?.isTied(with: trigger.event) ?? false
        }
    }

    private func isSurelyOpen(_ selectors: [CompiledSpanSelector], _ key: ObligationKey) -> Bool {
        walk.openSpans.contains { $0.loss == nil && isOpen($0, in: selectors, key) }
    }

    /// Whether the log lost something: what it did elsewhere may have been among that.
    var hasLoss: Bool { !walk.gaps.isEmpty }

    override func runEnded() {
        settle { _ in true }
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
