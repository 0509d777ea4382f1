// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

extension EventSelector {
    /// An event that an app declares to log, by its name or a pattern.
    package init(declared name: String) {
        let meaning: Name =
            if RuleNameMatcher.isPattern(name) {
                .glob(Glob(name))
            } else {
                KnownEvents.byName[name].map { .event($0) } ?? .custom(name)
            }
        self.init(names: [meaning], text: name)
    }
}
