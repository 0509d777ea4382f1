// SPDX-License-Identifier: MIT

package import LifelintModel

extension Rule {
    /// Whether its checks, or what it requires, name the cause of an ending.
    package func names(_ cause: EndingCause) -> Bool {
        variants.contains { variant in
            variant.body.branches.contains { branch in
                selectors(of: branch).contains { $0.causes.contains(cause) }
            }
        }
    }

    private func selectors(of branch: RuleBranch) -> [CauseSelector] {
        var selectors: [CauseSelector] = []
        for requirement in branch.requires.joined() {
            if case .endedBy(let causes, _) = requirement { selectors.append(causes) }
        }
        switch branch.check {
        case .ending(let check): selectors.append(check.by)
        case .openEnd(let check): selectors += [check.by].compactMap { $0 }
        case .runs(let items, _), .versions(let items): selectors += items.compactMap(\.endedBy)
        case .streak(let check): selectors += [check.each.endedBy].compactMap { $0 }
        default: break
        }
        return selectors
    }
}
