// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What a formula may pass over: events that it names nowhere, where they make no difference to it.
///
/// Why a class: the machines of all runs share it.
final class FormulaReach {
    /// The events that it names.
    let names: CompiledSelector
    /// Where nothing happens that it names, one position in this time shows that so much has passed: half of the
    /// shortest time for which it looks back; nil where it never does for some time.
    let step: Int64?
    /// The longest time for which it looks back.
    let longest: Int64

    private static let shortestStep: Int64 = .milliseconds(100)

    /// nil where any event may make a difference.
    init?(_ formula: Formula) {
        guard formula.passesOverOthers else { return nil }
        names = CompiledSelector(formula.events.flatMap(\.self))
        let looks = formula.looksBack
        step = looks.min().map { max($0 / 2, FormulaReach.shortestStep) }
        longest = looks.max() ?? 0
    }
}

extension Formula {
    /// Whether what it comes to, where it is asked, is the same without the events that it names nowhere.
    fileprivate var passesOverOthers: Bool {
        switch self {
        case .event, .begin, .end, .openSpan, .openInstance, .runStart, .runEnd, .ended: true
        case .not(let inner), .forAll(_, _, let inner): inner.passesOverOthers
        case .and(let left, let right), .or(let left, let right), .implies(let left, let right):
            left.passesOverOthers && right.passesOverOthers
        case .always(let inner), .historically(_, let inner): inner.holdsAtOthers && inner.passesOverOthers
        case .eventually(_, let inner), .once(_, let inner): inner.failsAtOthers && inner.passesOverOthers
        case .until(let left, _, let right), .since(let left, _, let right):
            left.holdsAtOthers && right.failsAtOthers && left.passesOverOthers && right.passesOverOthers
        }
    }

    /// Whether it is false at every event that it does not name.
    private var failsAtOthers: Bool {
        switch self {
        case .event, .begin, .end, .runStart, .runEnd, .ended: true
        case .and(let left, let right): left.failsAtOthers || right.failsAtOthers
        case .or(let left, let right): left.failsAtOthers && right.failsAtOthers
        case .implies(let left, let right): left.holdsAtOthers && right.failsAtOthers
        case .not(let inner): inner.holdsAtOthers
        default: false
        }
    }

    /// Whether it is true at every event that it does not name.
    private var holdsAtOthers: Bool {
        switch self {
        case .and(let left, let right): left.holdsAtOthers && right.holdsAtOthers
        case .or(let left, let right): left.holdsAtOthers || right.holdsAtOthers
        case .implies(let left, let right): left.failsAtOthers || right.holdsAtOthers
        case .not(let inner): inner.failsAtOthers
        default: false
        }
    }

    /// The times for which it looks back.
    fileprivate var looksBack: [Int64] {
        switch self {
        case .event, .begin, .end, .openSpan, .openInstance, .runStart, .runEnd, .ended: []
        case .not(let inner), .forAll(_, _, let inner), .always(let inner), .eventually(_, let inner): inner.looksBack
        case .once(let interval, let inner), .historically(let interval, let inner):
            [interval?.to].compactMap(\.self) + inner.looksBack
        case .and(let left, let right), .or(let left, let right), .implies(let left, let right),
            .until(let left, _, let right):
            left.looksBack + right.looksBack
        case .since(let left, let interval, let right):
            left.looksBack + [interval?.to].compactMap(\.self) + right.looksBack
        }
    }
}
