// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// The check that is written as a formula.
extension RuleReader {
    mutating func formula(_ node: YAMLNode?) -> Check? {
        guard let node, let text = reader.text(node, "A formula") else { return nil }
        do {
            return .formula(try FormulaParser.parse(text, names: self))
        } catch {
            reader.report(error, in: node)
            return nil
        }
    }
}
