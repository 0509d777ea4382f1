// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `count: A · for_each: device`: what one run adds to the count over all runs of the app on its device.
///
/// What runs before counted is not known here, so the events that it may still change are handed on as they are. From
/// where it can change nothing any more, the run counts alone.
final class RunCountMachine: CheckMachine {
    /// What the run adds to one key.
    struct Part {
        /// The events whose count what came before may change.
        fileprivate(set) var head: [CountedEvent] = []
        /// What came before matters no more.
        fileprivate(set) var isAlone = false
        /// What the run counted by itself.
        fileprivate(set) var window = CountWindow()
        /// Where it passed the limit while it counted alone.
        fileprivate(set) var excesses: [CountExcess] = []
        /// More of them are not told one by one.
        fileprivate(set) var furtherExcesses = 0
    }

    /// More keys of one run are not told apart.
    private static let keyLimit = 256
    /// More events of a head whose amounts are added up are added to its last.
    fileprivate static let headLimit = 4_096

    private let check: Check.Count
    private let events: CompiledSelector
    private let without: CompiledSelector
    private(set) var parts: [ObligationKey: Part] = [:]
    /// The keys of events that set counts to nothing.
    private(set) var resets: Set<ObligationKey> = []

    init(_ check: Check.Count, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.check = check
        events = branch.selector(0, check.events)
        without = branch.selector(1, check.without)
        super.init(branch, walk)
    }

    /// Its counts are asked for, too.
    override var plainCount: Int32? { parts.isEmpty && resets.isEmpty ? super.plainCount : nil }

    override func take(_ event: SeenEvent) {
        if without.matches(event, walk) { reset(by: event) }
        guard let trigger = trigger(event, events), let measured = check.measure(event, walk) else { return }
        let counted = CountedEvent(
            moment: event.moment, amount: measured.amount, distinct: measured.distinct, evidence: event.evidence,
            extra: trigger.extra)
        if parts[trigger.key] == nil {
            guard parts.count < RunCountMachine.keyLimit else { return }
            parts[trigger.key] = Part()
            if resets.contains(where: { $0.fits(trigger.key) }) { parts[trigger.key]?.isAlone = true }
        }
        parts[trigger.key]?.take(counted, check)
    }

    private func reset(by event: SeenEvent) {
        let key = keys.key(of: event)
        if resets.count < RunCountMachine.keyLimit { resets.insert(key) }
        for known in parts.keys where key.fits(known) { parts[known]?.reset() }
    }
}

extension RunCountMachine.Part {
    /// As many excesses of a run are told one by one.
    private static let keptExcesses = CheckMachine.outcomeLimit

    fileprivate mutating func take(_ event: CountedEvent, _ check: Check.Count) {
        // What was counted before the run began has left by then.
        if let time = check.timeOverRuns, let first = head.first, event.moment.since(first.moment) >= time {
            isAlone = true
        }
        let isNew = event.distinct.map { distinct in !window.events.contains { $0.distinct == distinct } } ?? true
        let excess = window.take(event, check)
        guard !isAlone else {
            guard let excess else { return }
            if excesses.count < Self.keptExcesses { excesses.append(excess) } else { furtherExcesses += 1 }
            return
        }
        if isNew { keep(event, check) }
        // With what came before it is too much as well, until that has left.
        if excess != nil { isAlone = true }
    }

    private mutating func keep(_ event: CountedEvent, _ check: Check.Count) {
        guard check.sum != nil, head.count >= RunCountMachine.headLimit, let last = head.last else {
            return head.append(event)
        }
        var sum = event
        sum.amount += last.amount
        head[head.count - 1] = sum
    }

    fileprivate mutating func reset() {
        window.clear()
        isAlone = true
    }
}
