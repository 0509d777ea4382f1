// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Writes a formula as rules write it.
enum FormulaPrinter {
    /// The text; brackets stand wherever a reader might ask.
    ///
    /// Recursion is bounded by the depth to which formulas are read.
    static func text(_ formula: Formula) -> String {
        switch formula {
        case .forAll(let variable, let span, let inner): "forall \(variable) in \(span): \(text(inner))"
        case .not(let inner): "not \(text(inner))"
        case .and(let left, let right): "(\(text(left)) and \(text(right)))"
        case .or(let left, let right): "(\(text(left)) or \(text(right)))"
        case .implies(let left, let right): "(\(text(left)) -> \(text(right)))"
        case .always(let inner): "always \(text(inner))"
        case .eventually(let interval, let inner): "eventually\(text(interval)) \(text(inner))"
        case .until(let left, let interval, let right): "(\(text(left)) until\(text(interval)) \(text(right)))"
        case .once(let interval, let inner): "once\(text(interval)) \(text(inner))"
        case .historically(let interval, let inner): "historically\(text(interval)) \(text(inner))"
        case .since(let left, let interval, let right): "(\(text(left)) since\(text(interval)) \(text(right)))"
        case .event, .begin, .end, .openSpan, .openInstance, .runStart, .runEnd, .ended: atom(formula)
        }
    }

    private static func atom(_ formula: Formula) -> String {
        switch formula {
        case .event(let event, let variable):
            // The selector's own text says the condition, too: it stands behind the variable.
            String(event.text.prefix(upTo: event.text.firstRange(of: " where ")?.lowerBound ?? event.text.endIndex))
                + (variable.map { "(\($0))" } ?? "") + (event.condition.map { " where (\($0))" } ?? "")
        case .begin(let variable): "begin(\(variable))"
        case .end(let variable): "end(\(variable))"
        case .openSpan(let span): "open(\(span.text))"
        case .openInstance(let variable): "open(\(variable))"
        case .runStart: "runStart"
        case .runEnd: "runEnd"
        case .ended(let causes): "ended(\(causes.text))"
        default: ""
        }
    }

    private static func text(_ interval: Formula.Interval?) -> String {
        guard let interval else { return "" }
        return "[\(SettingText.text(.duration(interval.from))),\(SettingText.text(.duration(interval.to)))]"
    }
}
