// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `share: A · of: B`, and counts over several runs: counts both in one run; the group judges.
final class ShareMachine: CheckMachine {
    /// What one run adds to a group.
    struct Tally {
        var share = 0
        /// How many of them are less than certain.
        var unsure = UnsureCounts()
        var of = 0
        /// What was added up, and the values that were told apart, where a count asks for that.
        var amount = 0.0
        var distinct: Set<String> = []
        /// When the first and the last of B was.
        var first: Moment?
        var last: Moment?
        var lines: [Outcome.Line] = []
        /// The measured values of A; by what they are told apart.
        var values: [(by: String?, value: Value)] = []
    }

    private static let kept = 8
    /// More keys, and more values, of one run are not told apart.
    private static let keyLimit = 256
    private static let valueLimit = 1_000

    private let kept: CompiledShare
    private let shareEvents: CompiledSelector
    private let ofEvents: CompiledSelector
    private let shareSpan: CompiledSpanSelector?
    private let ofSpan: CompiledSpanSelector?
    /// By the values of the fields under `same`.
    private(set) var tallies: [ObligationKey: Tally] = [:]

    init(_ kept: CompiledShare, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        shareEvents = branch.selector(0, kept.check.share.events.first ?? [])
        ofEvents = branch.selector(1, kept.check.of.events.first ?? [])
        shareSpan = kept.check.share.spans.first.map { branch.span(0, $0) }
        ofSpan = kept.check.of.spans.first.map { branch.span(1, $0) }
        super.init(branch, walk)
    }

    private var check: Check.Share { kept.check }
    /// The count over several runs for which it counts, if it does.
    private var counting: Check.Count? { kept.counting }

    /// All keys together.
    var tally: Tally {
        tallies.values.reduce(into: Tally()) { sum, tally in
            sum.share += tally.share
            sum.of += tally.of
        }
    }

    /// Its counts are asked for, too.
    override var plainCount: Int32? { tallies.isEmpty ? super.plainCount : nil }

    override func take(_ event: SeenEvent) {
        guard shareEvents.names(event) || ofEvents.names(event), isAllowed(for: keys.key(of: event)) else { return }
        let bound = branch.bindings.isEmpty ? .none : bound(for: keys.key(of: event))
        let isShare = shareEvents.match(event, walk, bound: bound) != nil
        let isOf = ofEvents.match(event, walk, bound: bound) != nil
        guard isShare || isOf, holds(event) else { return }
        let key = keys.key(of: event)
        if isOf { note(key, event.moment) }
        guard isShare, isMeasured(event, key) else { return }
        count(key, line(event, "one of them")) { fields in fields.event = event }
    }

    /// Takes the field of an event that a count asks for; tells whether it has it.
    private func isMeasured(_ event: SeenEvent, _ key: ObligationKey) -> Bool {
        guard let counting, counting.distinct != nil || counting.sum != nil else { return true }
        guard let measured = counting.measure(event, walk) else { return false }
        change(key) { tally in
            tally.amount += measured.amount
            if let value = measured.distinct { tally.distinct.insert(value, upTo: counting.moreThan) }
        }
        return true
    }

    /// Whether the condition of the branch holds of an event.
    private func holds(_ event: SeenEvent) -> Bool {
        guard let condition = branch.branch.condition else { return true }
        return condition.evaluate(RuleFields(walk: walk, event: event))
    }

    override func spanEnded(_ span: SpanInstance) { take(span) }

    /// What is still open ends with its run, unless that goes on.
    override func runEnded() {
        guard walk.end != .running else { return }
        for span in walk.openSpans { take(span) }
    }

    private func take(_ span: SpanInstance) {
        let isShare = shareSpan?.matches(span, walk) ?? false
        let isOf = ofSpan?.matches(span, walk) ?? false
        guard isShare || isOf else { return }
        let key = keys.key(of: span)
        if isOf { note(key, span.begin) }
        if isShare {
            count(key, beginLine(of: span, "one of them"), span.confidence) { fields in fields.span = span }
        }
    }

    /// Changes the counts of a key, as long as there are not too many.
    private func change(_ key: ObligationKey, _ body: (inout Tally) -> Void) {
        guard tallies[key] != nil || tallies.count < ShareMachine.keyLimit else { return }
        body(&tallies[key, default: Tally()])
    }

    private func note(_ key: ObligationKey, _ moment: Moment) {
        change(key) { tally in
            tally.of += 1
            tally.first = tally.first.map { min($0, moment) } ?? moment
            tally.last = tally.last.map { max($0, moment) } ?? moment
        }
    }

    private func count(
        _ key: ObligationKey, _ line: Outcome.Line, _ confidence: Confidence = .certain,
        _ about: (inout RuleFields) -> Void
    ) {
        let value = value(key, about)
        change(key) { tally in
            tally.share += 1
            tally.unsure.add(confidence)
            tally.lines.append(line)
            if tally.lines.count > ShareMachine.kept { tally.lines.removeFirst() }
            if let value, tally.values.count < ShareMachine.valueLimit { tally.values.append(value) }
        }
    }

    /// What is measured of one of A.
    private func value(_ key: ObligationKey, _ about: (inout RuleFields) -> Void) -> (by: String?, value: Value)? {
        guard let measure = check.measure else { return nil }
        var fields = RuleFields(walk: walk)
        about(&fields)
        fields.bound = bound(for: key)
        guard let value = fields.value(at: measure.field), value.amount != nil else { return nil }
        return (measure.by.map { fields.value(at: $0)?.printed ?? "" }, value)
    }
}

extension Set<String> {
    /// Adds a value as long as there are not more than a limit: more of them do not change what is too many.
    mutating func insert(_ value: String, upTo limit: Double) {
        if Double(count) <= limit { insert(value) }
    }
}
