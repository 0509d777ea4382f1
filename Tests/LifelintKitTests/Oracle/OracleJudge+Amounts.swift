// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules

@testable import LifelintLanguage

extension OracleJudge {
    func judge(_ check: Check.Count, _ verdicts: inout OracleVerdicts) {
        // Between two events a number can only fall, so it passes the limit at an event or not at all.
        var passed = run.events.indices.filter { index in
            value(of: check, at: index, counts: true) > check.moreThan
                && value(of: check, at: index, counts: false) <= check.moreThan
        }
        switch check.scope {
        case .within: break
        case .run: passed = Array(passed.prefix(1))
        case .during, .group, .device: verdicts.isOpen = true
        }
        for index in passed { verdicts.violate(run.events[index].line) }
        if passed.isEmpty { verdicts.satisfied += 1 }
    }

    /// What is counted at the instant of that event, with it or just before it.
    private func value(of check: Check.Count, at index: Int, counts: Bool) -> Double {
        if let open = check.open {
            return Double(run.spans(open.text).count { $0.isOpen(after: counts ? index : index - 1) })
        }
        let begin = (0..<index).last { means($0, check.without) }.map { $0 + 1 } ?? 0
        let counted = (begin..<(counts ? index + 1 : index)).filter { earlier in
            guard isTrigger(earlier, check.events) else { return false }
            if case .within(let limit) = check.scope {
                let time = Int64(run.time(from: earlier, to: index, clock: clock(limit))) * 1_000_000
                return time < limit.nanoseconds
            }
            return true
        }
        if let distinct = check.distinct {
            return Double(Set(counted.compactMap { run.events[$0].attributes[distinct] }).count)
        }
        if let sum = check.sum {
            return counted.reduce(0) { $0 + (run.events[$1].attributes[sum].flatMap { Double($0) } ?? 0) }
        }
        return Double(counted.count)
    }

    func judge(_ check: Check.Length, _ verdicts: inout OracleVerdicts) {
        for span in run.spans(check.span.text) {
            let isLong = check.longerThan.contains { exceeds($0.limit, from: span.begin, to: span.end ?? last) }
            let isShort =
                if let limit = check.shorterThan, let end = span.end {
                    Int64(run.time(from: span.begin, to: end, clock: clock(limit))) * 1_000_000 < limit.nanoseconds
                } else {
                    false
                }
            if isLong, span.end == nil, run.end == .none, !speaks(of: span, check.longerThan.map(\.limit)) {
                verdicts.doubt("window-open")
            } else if isLong || isShort {
                verdicts.violate(run.events[span.begin].line)
            } else if span.end == nil {
                verdicts.cut(by: run)
            } else {
                verdicts.satisfied += 1
            }
        }
    }

    /// Whether the source that began what is open tells anything once one of the limits is over.
    private func speaks(of span: OracleRun.Span, _ limits: [TimeLimit]) -> Bool {
        let isSystem = run.events[span.begin].name.hasPrefix("process.")
        let last = run.events.indices.last { run.events[$0].name.hasPrefix("process.") == isSystem } ?? span.begin
        return limits.contains { limit in
            Int64(run.time(from: span.begin, to: last, clock: clock(limit))) * 1_000_000 >= limit.nanoseconds
        }
    }

    /// Values rise strictly; what comes after a violation, and runs without an end, are left open.
    func judge(_ check: Check.Trend, _ verdicts: inout OracleVerdicts) {
        guard run.end != .none, let share = check.byShare else {
            verdicts.isOpen = true
            return
        }
        var rise: [(value: Double, line: Int)] = []
        var isViolated = false
        for index in run.events.indices where means(index, check.at) {
            guard let told = (0..<index).last(where: { means($0, check.rising) }),
                let value = run.events[told].attributes[check.field].flatMap({ Double($0) })
            else { continue }
            if isViolated || rise.last?.value == value {
                verdicts.isOpen = true
                return
            }
            if let last = rise.last, value < last.value { rise = [] }
            rise.append((value, run.events[told].line))
            guard let first = rise.first, rise.count > check.times else { continue }
            let growth = (value - first.value) / first.value
            if abs(growth - share) < 0.001 { verdicts.isOpen = true }
            if growth >= share {
                verdicts.violate(first.line)
                isViolated = true
            }
        }
        if !isViolated { verdicts.satisfied += 1 }
    }
}
