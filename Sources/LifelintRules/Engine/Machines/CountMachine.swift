// SPDX-License-Identifier: MIT

import LifelintModel

/// `count: A · more_than: N` within a time, during a span, or per run: too many.
final class CountMachine: CheckMachine {
    private struct Item {
        var event: SeenEvent
        var clocks: ClockReading
        var amount: Double
        var distinct: String?
    }

    /// What is counted for one key (and one instance of the span, where there is one).
    private struct Tally {
        var items: [Item] = []
        /// Items that are counted, kept or not.
        var total = 0.0
        var isArmed = true
        var wasViolated = false
        var span: SpanInstance?
        var trigger: Trigger?
    }

    /// What is counted by key.
    private struct Tallies {
        private(set) var byKey: [ObligationKey: Tally] = [:]
        /// Those of its keys that lack a field: others may be part of them.
        private var looseKeys: Set<ObligationKey> = []
        /// Items that lack a field of the key: they belong to every key, to those as well that come later.
        var loose: [(key: ObligationKey, item: Item)] = []

        /// Whether others say more of what is counted there.
        func isPassedOn(_ key: ObligationKey) -> Bool {
            key.isLoose && byKey.keys.contains { $0.isPart(of: key) }
        }

        /// What a key begins with.
        func beginning(of key: ObligationKey) -> Tally {
            var tally = Tally()
            if loose.isEmpty { return tally }
            tally.items = loose.filter { key.isPart(of: $0.key) }.map(\.item)
            // What has been told of all is not told again of one.
            for other in looseKeys where key.isPart(of: other) {
                guard let known = byKey[other], known.wasViolated else { continue }
                tally.wasViolated = true
                tally.isArmed = tally.isArmed && known.isArmed
            }
            return tally
        }

        mutating func reset(_ key: ObligationKey) {
            loose.removeAll { key.fits($0.key) }
            guard !key.isLoose else {
                for known in byKey.keys where key.fits(known) { byKey[known]?.items = [] }
                return
            }
            byKey[key]?.items = []
            for known in looseKeys where key.fits(known) { byKey[known]?.items = [] }
        }

        mutating func keep(_ tally: Tally, of key: ObligationKey) {
            byKey[key] = tally
            if key.isLoose { looseKeys.insert(key) }
        }
    }

    /// More items than a limit needs are added up without being kept.
    private static let keptItems = 4_096

    private let kept: CompiledCheck<Check.Count>
    private let events: CompiledSelector
    private let without: CompiledSelector
    private let during: CompiledSpanSelector?
    private let open: CompiledSpanSelector?
    private var tallies = Tallies()
    private var bySpan: [ObjectIdentifier: Tallies] = [:]

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
                count(item, trigger, in: &bySpan[ObjectIdentifier(span), default: Tallies()], span: span)
            }
        } else {
            count(item, trigger, in: &tallies, span: nil)
        }
    }

    private func item(_ trigger: Trigger) -> Item? {
        guard let measured = check.measure(trigger.event, walk) else { return nil }
        return Item(
            event: trigger.event, clocks: trigger.clocks, amount: measured.amount, distinct: measured.distinct)
    }

    private func reset(by event: SeenEvent) {
        let key = keys.key(of: event)
        tallies.reset(key)
        for span in bySpan.keys { bySpan[span]?.reset(key) }
    }

    private func count(_ item: Item, _ trigger: Trigger, in tallies: inout Tallies, span: SpanInstance?) {
        guard trigger.key.isLoose else { return count(item, trigger, trigger.key, in: &tallies, span: span) }
        let keys = tallies.byKey.keys.filter { $0.isPart(of: trigger.key) && !tallies.isPassedOn($0) }
        if keys.isEmpty { count(item, trigger, trigger.key, in: &tallies, span: span) }
        for key in keys.sorted(by: { ($0.text ?? "") < ($1.text ?? "") }) {
            count(item, trigger, key, in: &tallies, span: span)
        }
        if tallies.loose.count >= CountMachine.keptItems { tallies.loose.removeFirst() }
        tallies.loose.append((trigger.key, item))
    }

    private func count(
        _ item: Item, _ trigger: Trigger, _ key: ObligationKey, in tallies: inout Tallies, span: SpanInstance?
    ) {
        var tally = tallies.byKey[key] ?? tallies.beginning(of: key)
        tally.span = span
        tally.trigger = tally.trigger ?? trigger
        if case .within(let limit) = check.scope {
            let from = item.clocks[limit.clock ?? clock].subtractingClamped(limit.nanoseconds)
            tally.items.removeAll { $0.clocks[limit.clock ?? clock] <= from }
            if self.value(of: tally) <= check.moreThan { tally.isArmed = true }
        }
        if tally.items.count >= CountMachine.keptItems { tally.items.removeFirst() }
        tally.items.append(item)
        let value = value(of: tally)
        if value <= check.moreThan {
            // Within a time it may be too many again and again; of a run or a span it is told once.
            if case .within = check.scope { tally.isArmed = true }
        } else if tally.isArmed {
            tally.isArmed = false
            tally.wasViolated = true
            violate(tally, trigger, key, value)
        }
        tallies.keep(tally, of: key)
    }

    private func value(of tally: Tally) -> Double {
        if check.distinct != nil { return Double(Set(tally.items.compactMap(\.distinct)).count) }
        return tally.items.reduce(0) { $0 + $1.amount }
    }

    private func violate(_ tally: Tally, _ trigger: Trigger, _ key: ObligationKey, _ value: Double) {
        if isDoubtful(tally) {
            let outcome = outcome(.inconclusive(.gap), trigger, note: "")
            outcome.key = key
            return add(outcome)
        }
        let outcome = outcome(.violated, trigger, note: "one too many")
        outcome.key = key
        outcome.count = tally.items.count
        outcome.value = check.value(value)
        outcome.limit = check.value(check.moreThan)
        for (index, item) in tally.items.dropLast().enumerated() {
            outcome.lines.append(line(item.event, index == 0 ? "the first" : "another"))
        }
        add(outcome)
    }

    /// Whether the log lost something since the first that is counted which might have set the count to nothing.
    private func isDoubtful(_ tally: Tally) -> Bool {
        if tally.span?.loss != nil { return true }
        guard !check.without.isEmpty, let last = walk.gaps.last, let first = tally.items.first else { return false }
        return last.moment >= first.event.moment
    }

    // MARK: Instances that are open at once

    override func spanBegan(_ span: SpanInstance) {
        guard let open, open.matches(span, walk), isAllowed, holds(span) else { return }
        let instances = open.open(in: walk)
        // All instances are counted together, whatever their keys.
        let key = ObligationKey(values: [])
        var tally = tallies.byKey[key] ?? Tally()
        if Double(instances.count) > check.moreThan, tally.isArmed {
            tally.isArmed = false
            tally.wasViolated = true
            let sure = instances.count { $0.loss == nil }
            let isSure = Double(sure) > check.moreThan
            let outcome = outcome(isSure ? .violated : .inconclusive(.gap), span, note: "one too many")
            outcome.count = instances.count
            outcome.value = .integer(Int64(instances.count))
            outcome.limit = .number(check.moreThan)
            for other in instances where other !== span { outcome.lines.append(beginLine(of: other, "open as well")) }
            add(outcome)
        }
        tallies.keep(tally, of: key)
    }

    override func spanEnded(_ span: SpanInstance) {
        guard let during, during.matches(span, walk) else { return }
        let found = bySpan.removeValue(forKey: ObjectIdentifier(span)) ?? Tallies()
        if found.byKey.isEmpty { return add(outcome(.satisfied, span, note: "")) }
        for (key, tally) in found.byKey where !tally.wasViolated && !found.isPassedOn(key) {
            add(outcome(.satisfied, span, note: ""))
        }
    }

    override func spanDropped(_ span: SpanInstance) { bySpan.removeValue(forKey: ObjectIdentifier(span)) }

    override func runEnded() {
        guard let during else {
            let isKeyed = open == nil && !keys.fields.isEmpty
            if tallies.byKey.isEmpty, !isKeyed { return satisfyWhole() }
            for (key, tally) in tallies.byKey where !tally.wasViolated && !tallies.isPassedOn(key) {
                guard let trigger = tally.trigger else {
                    satisfyWhole()
                    continue
                }
                let outcome = outcome(.satisfied, trigger, note: "")
                outcome.key = key
                add(outcome)
            }
            return
        }
        for span in walk.openSpans where during.matches(span, walk) {
            let found = bySpan[ObjectIdentifier(span)]?.byKey ?? [:]
            if found.values.contains(where: \.wasViolated) { continue }
            let isOver = walk.end != .running
            add(outcome(isOver ? .satisfied : .inconclusive(.windowOpen), span, note: ""))
        }
    }
}
