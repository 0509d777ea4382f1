// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `span: S · overlaps / inside / outlives: T · covered_by / not_covered_by: U`: interval against interval.
final class OverlapMachine: CheckMachine {
    private let kept: CompiledCheck<Check.Overlap>
    private let selector: CompiledSpanSelector
    private let other: CompiledSpanSelector
    private let covered: [CompiledSpanSelector]
    private let uncovered: [CompiledSpanSelector]
    private var admitted = InstanceSet()
    private var decided = InstanceSet()
    /// Instances of T that were open when an instance of S began, where it has to lie inside one.
    private var around: [ObjectIdentifier: [SpanInstance]] = [:]

    /// Why instances that nothing was seen of may overlap all the same.
    private var doubts: [ObjectIdentifier: Outcome.Reason] = [:]
    /// What is violated unless something of the same instant came first.
    private var late: [Late] = []
    private struct Late {
        let outcome: Outcome
        let span: SpanInstance
        let other: SpanInstance
        /// The event in whose instant it is decided.
        let event: SeenEvent
    }
    /// The last that ended of what takes the blame away.
    private var lastUncovered: SpanInstance?
    /// What is violated if those instances were open in whose time the log lost something.
    private var waiting: [(outcome: Outcome, span: SpanInstance, lossy: [SpanInstance])] = []

    init(_ kept: CompiledCheck<Check.Overlap>, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.kept = kept
        selector = branch.span(0, kept.content.span)
        other = branch.span(1, kept.content.relation.other)
        covered = branch.spans(2, kept.content.coveredBy)
        uncovered = branch.spans(3, kept.content.notCoveredBy)
        super.init(branch, walk)
    }

    private var check: Check.Overlap { kept.content }

    override func spanBegan(_ span: SpanInstance) {
        if !late.isEmpty {
            settleLate { !span.isOfInstant(of: $0.event) }
            if uncovered.contains(where: { $0.matches(span, walk) }) { excuse(by: span) }
        }
        if selector.matches(span, walk), holds(span), admits(span) {
            admitted.insert(span)
            let related = walk.openSpans.filter { isRelated($0, to: span) }
            if related.isEmpty, let doubt = doubt(of: span) { doubts[ObjectIdentifier(span)] = doubt }
            switch check.relation {
            case .inside: around[ObjectIdentifier(span)] = related
            case .overlaps: if let first = related.first { violate(span, first, at: span.beginEvent) }
            case .outlives: break
            }
        }
        guard case .overlaps = check.relation, span.kind == other.kind else { return }
        for mine in openMine where mine !== span && isRelated(span, to: mine) {
            violate(mine, span, at: span.beginEvent)
        }
    }

    override func spanEnded(_ span: SpanInstance) {
        if !late.isEmpty { doubtLate(endOf: span) }
        if uncovered.contains(where: { $0.matches(span, walk) }) { lastUncovered = span }
        if case .outlives = check.relation, span.kind == other.kind {
            for mine in openMine where mine !== span && isRelated(span, to: mine) {
                violate(mine, span, at: span.endEvent)
            }
        }
        guard admitted.remove(span) else { return }
        if case .inside = check.relation {
            let others = around.removeValue(forKey: ObjectIdentifier(span)) ?? []
            if let outer = others.first(where: { $0.end == nil }) { violate(span, outer, at: span.endEvent) }
        }
        let doubt = doubts.isEmpty ? nil : doubts.removeValue(forKey: ObjectIdentifier(span))
        if decided.remove(span) { return }
        let reason = span.loss == nil ? doubt : .gap
        add(outcome(reason.map { .inconclusive($0) } ?? .satisfied, span, note: ""))
    }

    override func spanDropped(_ span: SpanInstance) {
        admitted.remove(span)
        around.removeValue(forKey: ObjectIdentifier(span))
        doubts.removeValue(forKey: ObjectIdentifier(span))
        decided.remove(span)
    }

    /// Why T may be open though nothing that is known is.
    private func doubt(of span: SpanInstance) -> Outcome.Reason? {
        if isOpenSinceBefore([other], span) == .maybe { return .startUnseen }
        return walk.isUnsure(other) ? .gap : nil
    }

    private func isOpenSinceBefore(_ selectors: [CompiledSpanSelector], _ span: SpanInstance) -> RunWalk.Before {
        walk.startIsSeen ? .no : isOpenSinceBefore(selectors, keys.key(of: span))
    }

    private var openMine: [SpanInstance] {
        admitted.isEmpty ? [] : walk.openSpans.filter { admitted.contains($0) && !decided.contains($0) }
    }

    /// Whether an instance is one of T, of the same key where both have one of the rule's key fields.
    private func isRelated(_ span: SpanInstance, to mine: SpanInstance) -> Bool {
        guard other.matches(span, walk), span !== mine else { return false }
        return agreement(of: span, with: mine) != .none
    }

    private func agreement(of span: SpanInstance, with mine: SpanInstance) -> SharedKey.Agreement {
        branch.sharedKey.isEmpty ? .full : agreement(of: span, with: keys.key(of: mine))
    }

    /// The open instances of any of some spans that concern one of S.
    private func open(_ selectors: [CompiledSpanSelector], with mine: SpanInstance) -> [SpanInstance] {
        if selectors.isEmpty { return [] }
        return walk.openSpans.filter { open in
            selectors.contains { $0.matches(open, walk) } && agreement(of: open, with: mine) != .none
        }
    }

    // MARK: What begins or ends in the instant in which it is decided

    private func settleLate(_ isMeant: (Late) -> Bool) {
        late.removeAll { row in
            guard isMeant(row) else { return false }
            tell(row.outcome, row.span, row.other)
            return true
        }
    }

    /// What takes the blame away and begins in the same instant was open in it.
    private func excuse(by span: SpanInstance) {
        late.removeAll { row in
            guard span.touches(row.event), agreement(of: span, with: row.span) != .none else { return false }
            if decided.remove(row.span), admitted.contains(row.span) { return true }
            add(outcome(.satisfied, row.span, note: ""))
            return true
        }
    }

    /// One of the two, or what covers them, may have ended before the other began.
    private func doubtLate(endOf span: SpanInstance) {
        late.removeAll { row in
            guard span === row.span || span === row.other || covered.contains(where: { $0.matches(span, walk) }),
                span.endsBeside(row.event)
            else { return false }
            add(outcome(.inconclusive(.orderUntold), row.span, note: ""))
            return true
        }
    }

    /// Whether the two need not have been open together, or not one within the other.
    private func isUntold(_ span: SpanInstance, _ other: SpanInstance, _ covers: [SpanInstance], at event: SeenEvent)
        -> Bool
    {
        if other.isBeginUntold { return true }
        if !covers.isEmpty, covers.allSatisfy({ $0.isBeginUntold || $0.beginsBeside(event) }) { return true }
        switch check.relation {
        case .overlaps: return false
        case .outlives: return span.beginsBeside(event)
        case .inside: return span.beginEvent.map { other.beginsBeside($0) } ?? false
        }
    }

    /// - Parameter event: in whose instant it is decided.
    private func violate(_ span: SpanInstance, _ other: SpanInstance, at event: SeenEvent?) {
        guard !decided.contains(span) else { return }
        let covers = open(covered, with: span)
        if !open(uncovered, with: span).isEmpty { return }
        if let event, let lastUncovered, lastUncovered.touches(event),
            agreement(of: lastUncovered, with: span) != .none
        {
            return
        }
        if !covered.isEmpty, covers.isEmpty {
            if isOpenSinceBefore(covered, span) == .maybe { doubts[ObjectIdentifier(span)] = .startUnseen }
            return
        }
        decided.insert(span)
        let before = isOpenSinceBefore(uncovered, span)
        if before == .maybe {
            return add(self.outcome(.inconclusive(.startUnseen), span, note: ""))
        }
        // What covers it may have ended, or begun, in what the log lost.
        if covers.first(where: { $0.loss == nil }) == nil, !covers.isEmpty || uncovered.contains(where: walk.isUnsure) {
            return add(self.outcome(.inconclusive(.gap), span, note: ""))
        }
        if let event, isUntold(span, other, covers, at: event) {
            return add(self.outcome(.inconclusive(.orderUntold), span, note: ""))
        }
        let outcome = outcome(.violated, span, note: "begun here")
        outcome.confidence = min(outcome.confidence, other.confidence)
        if before == .hardly { outcome.confidence = min(outcome.confidence, .likely) }
        let isOwn = agreement(of: other, with: span) == .full
        if !isOwn || !covers.isEmpty && !covers.contains(where: { agreement(of: $0, with: span) == .full }) {
            outcome.confidence = min(outcome.confidence, .likely)
        }
        outcome.lines.append(beginLine(of: other, "and this"))
        outcome.other = other
        if let event, late.count < CheckMachine.outcomeLimit {
            late.append(Late(outcome: outcome, span: span, other: other, event: event))
        } else {
            tell(outcome, span, other)
        }
    }

    private func tell(_ outcome: Outcome, _ span: SpanInstance, _ other: SpanInstance) {
        let lossy = [span, other].filter { $0.loss != nil }
        if lossy.isEmpty { add(outcome) } else { waiting.append((outcome, span, lossy)) }
    }

    override func runEnded() {
        settleLate { _ in true }
        for (outcome, span, lossy) in waiting {
            // Whose own end was seen was open until then.
            let isDoubtful = lossy.contains { $0.isDoubtful }
            add(isDoubtful ? self.outcome(.inconclusive(.gap), span, note: "") : outcome)
        }
        if admitted.isEmpty { return }
        for span in walk.openSpans where admitted.contains(span) {
            if decided.contains(span) { continue }
            add(outcome(.inconclusive(openReason), span, note: ""))
        }
    }
}
