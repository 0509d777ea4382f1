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

    init(_ check: Check.Overlap, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.check = check
        selector = branch.span(0, check.span)
        other = branch.span(1, check.relation.other)
        covered = branch.spans(2, check.coveredBy)
        uncovered = branch.spans(3, check.notCoveredBy)
        super.init(branch, walk)
    }

    override func spanBegan(_ span: SpanInstance) {
        if selector.matches(span, walk), isAllowed, holds(span) {
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
        if decided.remove(ObjectIdentifier(span)) == nil { add(outcome(.satisfied, span, note: "")) }
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
        let isCovered = { (list: [CompiledSpanSelector]) in
            list.contains { selector in self.walk.openSpans.contains { selector.matches($0, self.walk) } }
        }
        if !covered.isEmpty, !isCovered(covered) { return }
        if isCovered(uncovered) { return }
        decided.insert(ObjectIdentifier(span))
        let outcome = outcome(.violated, span, note: "begun here")
        outcome.confidence = min(span.confidence, other.confidence)
        outcome.lines.append(beginLine(of: other, "and this"))
        outcome.extra["other"] = .string(other.key.isEmpty ? other.kind : other.key)
        add(outcome)
    }

    override func runEnded() {
        for span in walk.openSpans where admitted.contains(ObjectIdentifier(span)) {
            if decided.contains(ObjectIdentifier(span)) { continue }
            add(outcome(.inconclusive(openReason), span, note: ""))
        }
    }
}
