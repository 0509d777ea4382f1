// SPDX-License-Identifier: MIT

import LifelintModel

/// Says the same of every run in which a check has nothing to look at: one serves all of them.
///
/// It outlives the run that it was made for, which it therefore never asks.
final class SettledMachine: CheckMachine {
    /// A machine that says the check is satisfied.
    override init(_ branch: CompiledBranch, _ walk: RunWalk) {
        super.init(branch, walk)
        add(Outcome(.satisfied))
    }
}
