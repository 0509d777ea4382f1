// SPDX-License-Identifier: MIT

/// Rules that were compiled ahead for whoever judges first.
///
/// Why unchecked: one thread makes them, and hands them on to the one that uses them.
package struct PreparedRules: @unchecked Sendable {
    let compiled: CompiledRules

    /// Compiles rules.
    package init(_ rules: RuleSet) { compiled = CompiledRules(rules) }
}
