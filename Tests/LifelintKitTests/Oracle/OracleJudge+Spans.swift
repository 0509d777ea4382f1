// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

@testable import LifelintLanguage

extension OracleJudge {
    func judge(_ check: Check.OpenEnd, _ verdicts: inout OracleVerdicts) {
        if check.when == .suspended {
            verdicts.isOpen = true
            return
        }
        for span in run.spans(check.span.text) {
            if span.end != nil, !span.isReplaced {
                verdicts.satisfied += 1
                continue
            }
            switch run.end {
            case .seen(let cause):
                if check.by.map({ $0.causes.contains { $0.rawValue == cause } }) ?? true {
                    verdicts.violate(run.events[span.begin].line)
                } else {
                    verdicts.satisfied += 1
                }
            case .implied where run.state(after: last) == .suspended:
                if check.by != nil { verdicts.isOpen = true }
                verdicts.violate(run.events[span.begin].line)
            case .implied:
                if check.by != nil { verdicts.isOpen = true }
                verdicts.doubt("run-end-unseen")
            case .none:
                verdicts.doubt("run-end-unseen")
            }
        }
    }

    func judge(_ check: Check.EndingCheck, _ verdicts: inout OracleVerdicts) {
        guard case .seen(let cause) = run.end else {
            if run.end == .implied { verdicts.isOpen = true }
            return
        }
        let isNamed = check.by.causes.contains { $0.rawValue == cause }
        let isDuring =
            check.during.isEmpty
            || check.during.contains { run.spans($0.text).contains { $0.isOpen(after: last) } }
        var isSoon = true
        if let within = check.within {
            let wall = TimeLimit(nanoseconds: within.nanoseconds, clock: .wall)
            let before = (0..<last).last { means($0, check.of) }
            isSoon = before.map { !exceeds(wall, from: $0, to: last) } ?? false
        }
        if isNamed, isDuring, isSoon {
            verdicts.violate(run.events[last].line)
        } else {
            verdicts.satisfied += 1
        }
    }

    func judge(_ check: Check.Overlap, _ verdicts: inout OracleVerdicts) {
        // What has been open since before the first line is no state of the app, and nobody tells of it.
        if !run.isStartKnown, spans(of: check).contains(where: { OracleRun.State(rawValue: $0.text) == nil }) {
            verdicts.isOpen = true
        }
        for span in run.spans(check.span.text) {
            let instant = instant(check, span)
            let isCounted =
                instant.map { instant in
                    let isIn = { (selectors: [SpanSelector]) in
                        selectors.contains { run.spans($0.text).contains { $0.isOpen(after: instant) } }
                    }
                    return (check.coveredBy.isEmpty || isIn(check.coveredBy)) && !isIn(check.notCoveredBy)
                } ?? false
            if isCounted {
                verdicts.violate(run.events[span.begin].line)
            } else if span.end == nil, run.end != .none {
                verdicts.isOpen = true
            } else if span.end == nil, instant == nil {
                verdicts.doubt("window-open")
            } else {
                verdicts.satisfied += 1
                if instant != nil, span.end == nil { verdicts.isOpen = true }
            }
        }
    }

    /// The spans beside its own that the check speaks of.
    private func spans(of check: Check.Overlap) -> [SpanSelector] {
        let other =
            switch check.relation {
            case .overlaps(let other), .outlives(let other), .inside(let other): other
            }
        return [other] + check.coveredBy + check.notCoveredBy
    }

    /// The instant at which the relation came to be: the index of the event that brought it about.
    private func instant(_ check: Check.Overlap, _ span: OracleRun.Span) -> Int? {
        switch check.relation {
        case .overlaps(let other):
            let others = run.spans(other.text)
            return (span.begin...last).first { index in
                span.isOpen(after: index) && others.contains { $0.isOpen(after: index) }
            }
        case .outlives(let other):
            return run.spans(other.text).compactMap(\.end).filter { span.begin < $0 && span.isOpen(after: $0) }.min()
        case .inside(let other):
            guard let end = span.end else { return nil }
            let isIn = run.spans(other.text).contains { $0.begin < span.begin && end < ($0.end ?? .max) }
            return isIn ? end : nil
        }
    }

    func judge(_ check: Check.Place, _ verdicts: inout OracleVerdicts) {
        guard check.across == .run else {
            verdicts.isOpen = true
            return
        }
        let isIn = { (index: Int, selectors: [SpanSelector]) in
            selectors.contains { selector in
                run.spans(selector.text).contains { $0.isOpen(after: index) && $0.begin < index }
            }
        }
        let places = run.events.indices.filter { isTrigger($0, check.events) }
        let inside = places.filter { isIn($0, check.onlyDuring) }
        let offences = places.filter { !isIn($0, check.onlyDuring) && isIn($0, check.neverDuring) }
        if !offences.isEmpty || (inside.isEmpty && run.end != .none) {
            verdicts.satisfied += 1
        } else if run.end == .none {
            verdicts.doubt("run-end-unseen")
        } else if !run.isStartKnown {
            verdicts.doubt("start-unseen")
        } else if let line = inside.last.map({ run.events[$0].line }) {
            verdicts.violate(line)
        }
    }
}
