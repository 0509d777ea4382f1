// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `count: A · more_than: N` within a time, during a span, or per run: too many.
final class CountMachine: CheckMachine {
    private typealias Item = CountTally.Item

    /// What is counted by key.
    private struct Tallies {
        private(set) var byKey: [ObligationKey: CountTally] = [:]
        /// Those of its keys that lack a field: others may be part of them.
        private var looseKeys: Set<ObligationKey> = []
        /// Items that lack a field of the key: they belong to every key, to those as well that come later.
        var loose: [(key: ObligationKey, item: Item)] = []

        /// Whether others say more of what is counted there.
        func isPassedOn(_ key: ObligationKey) -> Bool {
            key.isLoose && byKey.keys.contains { $0.isPart(of: key) }
        }

        /// What a key begins with.
        func beginning(of key: ObligationKey, _ check: Check.Count) -> CountTally {
            let tally = CountTally(check)
            if loose.isEmpty { return tally }
            for row in loose where key.isPart(of: row.key) { tally.add(row.item) }
            // What has been told of all is not told again of one.
            for other in looseKeys where key.isPart(of: other) {
                guard let known = byKey[other], known.wasViolated else { continue }
                tally.wasViolated = true
                tally.isArmed = tally.isArmed && known.isArmed
            }
            return tally
        }

        /// - Parameter clear: sets a tally to nothing.
        mutating func reset(_ key: ObligationKey, _ clear: (CountTally) -> Void) {
            loose.removeAll { key.fits($0.key) }
            guard !key.isLoose else {
                for (known, tally) in byKey where key.fits(known) { clear(tally) }
                return
            }
            if let tally = byKey[key] { clear(tally) }
            for known in looseKeys where key.fits(known) { if let tally = byKey[known] { clear(tally) } }
        }

        mutating func keep(_ tally: CountTally, of key: ObligationKey) {
            byKey[key] = tally
            if key.isLoose { looseKeys.insert(key) }
        }
    }

    private let kept: CompiledCheck<Check.Count>
    private let events: CompiledSelector
    private let without: CompiledSelector
    private let during: CompiledSpanSelector?
    private let open: CompiledSpanSelector?
    private var tallies = Tallies()
    private var bySpan: [ObjectIdentifier: Tallies] = [:]
    /// What may have been counted in an instance as well, since the two began in one instant.
    private var untold: [ObjectIdentifier: Double] = [:]
    /// Instances of which one was too many, while others may begin or end in its instant.
    private var peak: OpenPeak?
    /// What was one too many in the instant in hand: what has to be open may yet turn out to have ended before.
    private var exceeded: [Exceeded] = []
    private struct Exceeded {
        let outcome: Outcome
        let event: SeenEvent
        let tally: CountTally
        /// Whether there had been too many of it before.
        let wasViolated: Bool
    }

    init(_ kept: CompiledCheck<Check.Count>, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        events = branch.selector(0, kept.content.events)
        without = branch.selector(1, kept.content.without)
        open = kept.content.open.map { branch.span(0, $0) }
        if case .during(let span) = kept.content.scope { during = branch.span(1, span) } else { during = nil }
        super.init(branch, walk)
    }

    private var check: Check.Count { kept.content }

    override func take(_ event: SeenEvent) {
        if without.matches(event, walk) { reset(by: event) }
        guard let trigger = trigger(event, events), let item = item(trigger) else { return }
        if let during {
            for span in walk.openSpans where during.matches(span, walk) {
                let agreement = agreement(of: span, with: trigger.key)
                if agreement == .none { continue }
                if span.isBeginTied(with: event) {
                    untold[ObjectIdentifier(span), default: 0] += item.amount
                    continue
                }
                let trigger = agreement == .untold ? Trigger(ofUntoldKey: trigger) : trigger
                count(item, trigger, in: &bySpan[ObjectIdentifier(span), default: Tallies()], span: span)
            }
        } else {
            count(item, trigger, in: &tallies, span: nil)
        }
    }

    private func item(_ trigger: Trigger) -> Item? {
        guard let measured = check.measure(trigger.event, walk) else { return nil }
        return Item(
            event: trigger.event, moment: trigger.event.moment, clock: trigger.clocks[countedClock],
            amount: measured.amount, distinct: measured.distinct,
            trigger: branch.mayDoubt || trigger.doubt != nil ? trigger : nil)
    }

    /// On which clock the time is measured within which events count.
    private var countedClock: RuleClock {
        if case .within(let limit) = check.scope { limit.clock ?? clock } else { clock }
    }

    private func reset(by event: SeenEvent) {
        let key = keys.key(of: event)
        tallies.reset(key) { clear($0, by: event) }
        for span in bySpan.keys { bySpan[span]?.reset(key) { clear($0, by: event) } }
    }

    /// Sets a tally to nothing; what came in the same instant may have come before that, or after.
    private func clear(_ tally: CountTally, by event: SeenEvent) {
        if case .within(let limit) = check.scope {
            tally.drop(until: walk.clocks[countedClock].subtractingClamped(limit.nanoseconds))
        }
        tally.beforeReset = tally.value > 0 ? (event, tally.value) : nil
        if tally.wasViolated, let last = tally.kept.last?.event, last.isTied(with: event),
            Double(tally.kept.count { $0.event?.isTied(with: event) ?? false }) <= check.moreThan
        {
            for outcome in outcomes.reversed() where outcome.verdict == .violated && outcome.event === last {
                outcome.verdict = .inconclusive(.orderUntold)
            }
        }
        tally.clear()
    }

    /// Counts what may have come before something set the count to nothing that stands before it by its name alone.
    private func countBeforeReset(_ item: Item, _ tally: CountTally) {
        guard let before = tally.beforeReset, let event = item.event else { return }
        guard before.event.isTied(with: event) else {
            tally.beforeReset = nil
            return
        }
        tally.beforeReset = (before.event, before.value + item.amount)
        if before.value + item.amount > check.moreThan { tally.untold = .orderUntold }
    }

    private func count(_ item: Item, _ trigger: Trigger, in tallies: inout Tallies, span: SpanInstance?) {
        guard trigger.key.isLoose else { return count(item, trigger, trigger.key, in: &tallies, span: span) }
        let keys = tallies.byKey.keys.filter { $0.isPart(of: trigger.key) && !tallies.isPassedOn($0) }
        if keys.isEmpty { count(item, trigger, trigger.key, in: &tallies, span: span) }
        for key in keys.sorted(by: { ($0.text ?? "") < ($1.text ?? "") }) {
            count(item, trigger, key, in: &tallies, span: span)
        }
        if tallies.loose.count >= CountTally.keptEvents { tallies.loose.removeFirst() }
        tallies.loose.append((trigger.key, item))
    }

    private func count(
        _ item: Item, _ trigger: Trigger, _ key: ObligationKey, in tallies: inout Tallies, span: SpanInstance?
    ) {
        let known = tallies.byKey[key]
        let tally = known ?? tallies.beginning(of: key, check)
        if known == nil { tallies.keep(tally, of: key) }
        tally.span = span
        tally.trigger = tally.trigger ?? trigger
        if trigger.isKeyUntold { tally.isKeyUntold = true }
        if case .within(let limit) = check.scope {
            tally.drop(until: item.clock.subtractingClamped(limit.nanoseconds))
            if tally.value <= check.moreThan { tally.isArmed = true }
        } else if !tally.isArmed {
            // Of a run or a span it is told once.
            return
        }
        tally.add(item)
        if tally.beforeReset != nil { countBeforeReset(item, tally) }
        let value = tally.value
        if value <= check.moreThan {
            // Within a time it may be too many again and again; of a run or a span it is told once.
            if case .within = check.scope { tally.isArmed = true }
        } else if tally.isArmed {
            // What may not count makes nothing too many, and takes nothing away from what does.
            guard tally.sureValue > check.moreThan else {
                tally.untold = tally.untold ?? tally.doubt
                return
            }
            let wasViolated = tally.wasViolated
            tally.isArmed = false
            tally.wasViolated = true
            guard let outcome = violate(tally, trigger, key), branch.mayDoubt else { return }
            exceeded.removeAll { $0.event.isPast(trigger.event) }
            exceeded.append(
                Exceeded(outcome: outcome, event: trigger.event, tally: tally, wasViolated: wasViolated))
        }
    }

    override func doubted(_ trigger: Trigger) {
        exceeded.removeAll { row in
            let (outcome, tally) = (row.outcome, row.tally)
            guard tally.kept.contains(where: { $0.trigger === trigger }) else { return false }
            if tally.sureValue > check.moreThan {
                outcome.verdict = .violated
                return false
            }
            takeBack(outcome)
            tally.untold = tally.untold ?? tally.doubt
            tally.wasViolated = row.wasViolated
            tally.isArmed = true
            return true
        }
    }

    /// Returns the outcome if the limit is certainly passed.
    private func violate(_ tally: CountTally, _ trigger: Trigger, _ key: ObligationKey) -> Outcome? {
        if isDoubtful(tally) {
            let outcome = outcome(.inconclusive(.gap), trigger, note: "")
            outcome.key = key
            add(outcome)
            return nil
        }
        let outcome = outcome(.violated, trigger, note: "one too many")
        outcome.key = key
        if tally.isKeyUntold { outcome.confidence = .likely }
        outcome.confidence = min(outcome.confidence, sureness(of: tally))
        // Of what may not count nothing is said.
        let doubtful = tally.doubt == nil ? 0 : tally.kept.count { $0.doubt != nil }
        outcome.count = tally.count - doubtful
        outcome.value = check.value(tally.sureValue)
        outcome.limit = check.value(check.moreThan)
        let others = tally.kept.filter { $0.event !== trigger.event && $0.doubt == nil }
        for (index, item) in others.enumerated() {
            guard let event = item.event else { break }
            outcome.lines.append(line(event, index == 0 ? "the first" : "another"))
        }
        outcome.omittedLines = tally.count - doubtful - outcome.lines.count
        add(outcome)
        return outcome.verdict == .violated ? outcome : nil
    }

    /// How sure it is that all that is counted came within its time: where silence tells that the process was suspended
    /// meanwhile, it may have run.
    private func sureness(of tally: CountTally) -> Confidence {
        guard case .within(let limit) = check.scope, !walk.suspensions.isEmpty else { return .certain }
        let (items, clock) = (tally.kept, countedClock)
        let (now, wall) = (walk.clocks[clock], walk.clocks.wall)
        return walk.suspensions.sureness { confidence in
            var (start, end) = (items.startIndex, items.endIndex)
            while start < end {
                let middle = (start + end) / 2
                let time = items[middle].moment.since(walk.begins.moment)
                let leftOut = walk.suspensions.leftOut(from: time, to: wall, below: confidence, on: clock)
                let passed = now.subtractingClamped(items[middle].clock).addingClamped(leftOut)
                if passed < limit.nanoseconds { end = middle } else { start = middle + 1 }
            }
            return tally.value(from: start) > check.moreThan
        }
    }

    /// Whether the log lost something since the first that is counted which might have set the count to nothing.
    private func isDoubtful(_ tally: CountTally) -> Bool {
        if tally.span?.loss != nil { return true }
        guard !check.without.isEmpty, let last = walk.lostUntil, let first = tally.kept.first else { return false }
        return last >= first.moment
    }

    // MARK: Instances that are open at once

    override func spanBegan(_ span: SpanInstance) {
        guard let open, open.matches(span, walk), isAllowed(for: keys.key(of: span)), holds(span) else { return }
        let instances = open.open(in: walk)
        // All instances are counted together, whatever their keys.
        let key = ObligationKey(values: [])
        let tally = tallies.byKey[key] ?? CountTally(check)
        if let peak {
            if !peak.isOfInstant(span.begin) {
                settlePeak()
            } else if CountMachine.counts(span) {
                self.peak?.begin(span)
            }
        }
        if Double(instances.count) > check.moreThan, tally.isArmed {
            tally.isArmed = false
            tally.wasViolated = true
            let told = instances.filter { $0.loss == nil }
            let sure = told.filter(CountMachine.counts)
            let isSure = Double(sure.count) > check.moreThan
            let reason: Outcome.Reason = Double(told.count) > check.moreThan ? .orderUntold : .gap
            let outcome = outcome(isSure ? .violated : .inconclusive(reason), span, note: "one too many")
            outcome.count = instances.count
            outcome.value = .integer(Int64(instances.count))
            outcome.limit = .number(check.moreThan)
            for other in instances where other !== span { outcome.lines.append(beginLine(of: other, "open as well")) }
            add(outcome)
            if outcome.verdict == .violated { peak = OpenPeak(outcome, sure) }
        }
        tallies.keep(tally, of: key)
    }

    /// Whether an instance is certainly another than those that ended.
    private static func counts(_ span: SpanInstance) -> Bool { span.loss == nil && !span.isBeginUntold }

    /// The instant of what was one too many is over.
    private func settlePeak() {
        guard let peak else { return }
        self.peak = nil
        guard Double(peak.smallest) <= check.moreThan else { return }
        peak.outcome.verdict = .inconclusive(.orderUntold)
        // That it was one too many is still to be seen.
        for tally in tallies.byKey.values { tally.isArmed = true }
    }

    override func spanEnded(_ span: SpanInstance) {
        if let peak, let end = span.end {
            if peak.isOfInstant(end) { self.peak?.end(span) } else { settlePeak() }
        }
        guard let during, during.matches(span, walk) else { return }
        let found = bySpan.removeValue(forKey: ObjectIdentifier(span)) ?? Tallies()
        doubtViolations(endOf: span)
        if isUntold(span, found) { return add(outcome(.inconclusive(.orderUntold), span, note: "")) }
        if found.byKey.isEmpty { return add(outcome(.satisfied, span, note: "")) }
        for (key, tally) in found.byKey where !tally.wasViolated && !found.isPassedOn(key) {
            add(outcome(tally.untold.map { .inconclusive($0) } ?? .satisfied, span, note: ""))
        }
    }

    /// Whether only what came in the instant in which an instance began would make it too many.
    private func isUntold(_ span: SpanInstance, _ found: Tallies) -> Bool {
        guard !untold.isEmpty, let amount = untold.removeValue(forKey: ObjectIdentifier(span)),
            !found.byKey.values.contains(where: \.wasViolated)
        else { return false }
        return (found.byKey.values.map(\.value).max() ?? 0) + amount > check.moreThan
    }

    /// What was one too many in the instant in which the instance ended need not have come in it.
    private func doubtViolations(endOf span: SpanInstance) {
        for outcome in outcomes.reversed() {
            guard let event = outcome.event, span.isEndTied(with: event) else { break }
            if outcome.verdict == .violated { outcome.verdict = .inconclusive(.orderUntold) }
        }
    }

    override func spanDropped(_ span: SpanInstance) {
        bySpan.removeValue(forKey: ObjectIdentifier(span))
        untold.removeValue(forKey: ObjectIdentifier(span))
    }

    override func runEnded() {
        settlePeak()
        guard let during else {
            let isKeyed = open == nil && !keys.fields.isEmpty
            if tallies.byKey.isEmpty, !isKeyed { return satisfyWhole() }
            for (key, tally) in tallies.byKey where !tally.wasViolated && !tallies.isPassedOn(key) {
                guard let trigger = tally.trigger else {
                    satisfyWhole()
                    continue
                }
                let verdict = tally.untold.map { .inconclusive($0) } ?? Outcome.Verdict.satisfied
                let outcome = outcome(tally.isCut ? CheckMachine.missing : verdict, trigger, note: "")
                outcome.key = key
                add(outcome)
            }
            return
        }
        for span in walk.openSpans where during.matches(span, walk) {
            let found = bySpan[ObjectIdentifier(span)] ?? Tallies()
            if found.byKey.values.contains(where: \.wasViolated) { continue }
            if isUntold(span, found) {
                add(outcome(.inconclusive(.orderUntold), span, note: ""))
                continue
            }
            let verdict = walk.end == .running ? Outcome.Verdict.inconclusive(.windowOpen) : .satisfied
            let untold = found.byKey.values.lazy.compactMap(\.untold).first
            add(outcome(untold.map { .inconclusive($0) } ?? verdict, span, note: ""))
        }
    }
}
