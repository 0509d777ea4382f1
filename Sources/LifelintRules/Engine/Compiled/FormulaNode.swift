// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A formula with those inside it, ready to be asked at each event of every run.
///
/// Why a class: what is known of it is found by its number, and the machines of all runs share it.
final class FormulaNode {
    let formula: Formula
    /// The formulas directly inside.
    let parts: [FormulaNode]
    /// Its place among all of the whole formula.
    let number: Int
    /// The event that it is, if it is one.
    let event: CompiledSelector?
    /// The spans of which it says that one is open, if it does.
    let span: CompiledSpanSelector?
    /// The events that it names.
    let names: [CompiledSelector]
    /// Whether it is asked more than once at one event, and says the same each time.
    let isAskedOften: Bool

    convenience init(_ formula: Formula, _ branch: CompiledBranch) {
        var count = 0
        self.init(formula, branch, depth: 0, &count)
    }

    /// - Parameters:
    ///   - depth: how many of the formulas around it look from one event at others.
    ///   - count: how many stand before it.
    private init(_ formula: Formula, _ branch: CompiledBranch, depth: Int, _ count: inout Int) {
        self.formula = formula
        number = count
        count += 1
        let inner = formula.looksAtOthers ? depth + 1 : depth
        // Recursion is bounded by the depth to which formulas are read.
        var parts: [FormulaNode] = []
        for part in formula.parts { parts.append(FormulaNode(part, branch, depth: inner, &count)) }
        self.parts = parts
        event = if case .event(let selector, _) = formula { CompiledSelector([selector]) } else { nil }
        span = if case .openSpan(let selector) = formula { branch.compile(selector) } else { nil }
        names = formula.events.joined().map { CompiledSelector([$0]) }
        isAskedOften = depth > 1 && !formula.asksForVariable && !formula.isEdge
    }
}

extension Formula {
    /// Whether it asks what is inside it at other events than its own.
    fileprivate var looksAtOthers: Bool {
        switch self {
        case .always, .eventually, .until, .once, .historically, .since: true
        default: false
        }
    }

    /// Whether it says something of the instance of a `forall`.
    fileprivate var asksForVariable: Bool {
        switch self {
        case .begin, .end, .openInstance, .forAll: true
        case .event(_, let variable): variable != nil
        default: parts.contains { $0.asksForVariable }
        }
    }

    /// Whether it asks for the start or the end of the run: nothing is spared where that is known.
    fileprivate var isEdge: Bool {
        switch self {
        case .runStart, .runEnd: true
        default: false
        }
    }
}
