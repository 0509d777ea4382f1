// SPDX-License-Identifier: MIT

import LifelintModel

/// `span: S · overlaps / inside / outlives: T · covered_by / not_covered_by: U`: interval against interval.
final class OverlapMachine: CheckMachine {
    private let check: Check.Overlap
    private let selector: CompiledSpanSelector
    private let other: CompiledSpanSelector
    private let covered: [CompiledSpanSelector]
    private let uncovered: [CompiledSpanSelector]
    private var admitted: Set<ObjectIdentifier> = []
    private var decided: Set<ObjectIdentifier> = []
    /// Instances of T that were open when an instance of S began.
    private var around: [ObjectIdentifier: [SpanInstance]] = [:]

    /// What is violated if those instances were open in whose time the log lost something.
    private var waiting: [(outcome: Outcome, span: SpanInstance, lossy: [SpanInstance])] = []

    init(_ check: Check.Overlap, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.check = check
        selector = branch.span(0, check.span)
        other = branch.span(1, check.relation.other)
        covered = branch.spans(2, check.coveredBy)
        uncovered = branch.spans(3, check.notCoveredBy)
        super.init(branch, walk)
    }

    override func spanBegan(_ span: SpanInstance) {
        if selector.matches(span, walk), holds(span), admits(span) {
            admitted.insert(ObjectIdentifier(span))
            let others = walk.openSpans.filter { $0 !== span && isRelated($0, to: span) }
            around[ObjectIdentifier(span)] = others
            if case .overlaps = check.relation, let first = others.first { violate(span, first) }
        }
        guard case .overlaps = check.relation, span.kind == other.kind else { return }
        for mine in openMine where mine !== span && isRelated(span, to: mine) { violate(mine, span) }
    }

    override func spanEnded(_ span: SpanInstance) {
        if case .outlives = check.relation, span.kind == other.kind {
            for mine in openMine where mine !== span && isRelated(span, to: mine) { violate(mine, span) }
        }
        guard admitted.remove(ObjectIdentifier(span)) != nil else { return }
        let others = around.removeValue(forKey: ObjectIdentifier(span)) ?? []
        if case .inside = check.relation, let outer = others.first(where: { $0.end == nil }) { violate(span, outer) }
        if decided.remove(ObjectIdentifier(span)) != nil { return }
        add(outcome(span.loss == nil ? .satisfied : .inconclusive(.gap), span, note: ""))
    }

    override func spanDropped(_ span: SpanInstance) {
        admitted.remove(ObjectIdentifier(span))
        around.removeValue(forKey: ObjectIdentifier(span))
        decided.remove(ObjectIdentifier(span))
    }

    private var openMine: [SpanInstance] {
        walk.openSpans.filter { admitted.contains(ObjectIdentifier($0)) && !decided.contains(ObjectIdentifier($0)) }
    }

    /// Whether an instance is one of T, of the same key where both have one of the rule's key fields.
    private func isRelated(_ span: SpanInstance, to mine: SpanInstance) -> Bool {
        guard other.matches(span, walk) else { return false }
        return selector.kind != other.kind || span !== mine
    }

    private func violate(_ span: SpanInstance, _ other: SpanInstance) {
        guard !decided.contains(ObjectIdentifier(span)) else { return }
        let covers =
            covered.isEmpty ? [] : walk.openSpans.filter { open in covered.contains { $0.matches(open, walk) } }
        if !covered.isEmpty, covers.isEmpty { return }
        if !uncovered.isEmpty, walk.openSpans.contains(where: { open in uncovered.contains { $0.matches(open, walk) } })
        {
            return
        }
        decided.insert(ObjectIdentifier(span))
        // What covers it may have ended, or begun, in what the log lost.
        if covers.first(where: { $0.loss == nil }) == nil, !covers.isEmpty || uncovered.contains(where: walk.isUnsure) {
            return add(self.outcome(.inconclusive(.gap), span, note: ""))
        }
        let outcome = outcome(.violated, span, note: "begun here")
        outcome.confidence = min(span.confidence, other.confidence)
        outcome.lines.append(beginLine(of: other, "and this"))
        outcome.extra["other"] = .string(other.key.isEmpty ? other.kind : other.key)
        let lossy = [span, other].filter { $0.loss != nil }
        if lossy.isEmpty { add(outcome) } else { waiting.append((outcome, span, lossy)) }
    }

    override func runEnded() {
        for (outcome, span, lossy) in waiting {
            // Whose own end was seen was open until then.
            let isDoubtful = lossy.contains { $0.isDoubtful }
            add(isDoubtful ? self.outcome(.inconclusive(.gap), span, note: "") : outcome)
        }
        for span in walk.openSpans where admitted.contains(ObjectIdentifier(span)) {
            if decided.contains(ObjectIdentifier(span)) { continue }
            add(outcome(.inconclusive(openReason), span, note: ""))
        }
    }
}
