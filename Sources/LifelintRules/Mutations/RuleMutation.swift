// SPDX-License-Identifier: MIT

package import LifelintModel

/// A rule with one thing in it made wrong: its tests should notice.
package struct RuleMutation: Sendable {
    /// What was done, in words: `“where” dropped`.
    package var change: String
    /// Where it was done in the file of the rule.
    package var at: SourceLocation
    /// The changed rule, as a file without its tests.
    package var source: String
}
