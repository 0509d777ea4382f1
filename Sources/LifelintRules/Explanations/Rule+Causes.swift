// SPDX-License-Identifier: MIT

import LifelintLanguage
package import LifelintModel

extension Rule {
    /// Whether it judges ends by that cause: not where it only requires one, nor where nearly any would do.
    package func isAbout(_ cause: EndingCause) -> Bool {
        variants.contains { variant in
            variant.body.branches.contains { branch in
                selectors(of: branch.check).contains { $0.causes.contains(cause) }
            }
        }
    }

    /// The endings that a check judges.
    ///
    /// Where nearly any would do, it is what was left open that is judged, or that runs ended at all.
    private func selectors(of check: Check) -> [CauseSelector] {
        switch check {
        case .ending(let check): [check.by]
        case .openEnd(let check): [check.by].compactMap { $0 }.filter { $0.causes.count < 3 }
        case .runs(let items, _), .versions(let items): items.compactMap(\.endedBy).filter { $0.causes.count < 8 }
        case .streak(let check): [check.each.endedBy].compactMap { $0 }.filter { $0.causes.count < 8 }
        default: []
        }
    }
}
