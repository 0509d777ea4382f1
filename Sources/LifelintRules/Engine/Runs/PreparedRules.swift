// SPDX-License-Identifier: MIT

package import LifelintLanguage
import Synchronization

/// Rules that were compiled ahead for whoever judges first.
///
/// Why unchecked: one thread makes them, and hands them on to the one that uses them.
package struct PreparedRules: @unchecked Sendable {
    let compiled: CompiledRules

    /// Compiles rules.
    ///
    /// - Parameter hands: who does that side by side.
    package init(_ rules: RuleSet, by hands: (any ReadingHands)? = nil) {
        compiled = CompiledRules(rules, by: hands ?? OneByOne())
    }

    init(_ compiled: CompiledRules) { self.compiled = compiled }
}

/// Compiled rules that one analysis is done with, for the next one by the same rules.
///
/// What they have come to know since is what follows from the rules for runs of a kind, and no more of it than a limit.
package final class PreparedShelf: Sendable {
    /// As many analyses and threads at once find some here.
    private static let limit = 16

    private let rules = Mutex<[PreparedRules]>([])

    /// An empty one.
    package init() {}

    /// Some that nobody else uses; nil where there are none.
    package func take() -> PreparedRules? { rules.withLock { $0.popLast() } }

    /// Takes what nobody uses any more.
    package func put(_ done: [PreparedRules]) {
        rules.withLock { rules in
            for prepared in done where rules.count < PreparedShelf.limit { rules.append(prepared) }
        }
    }
}
