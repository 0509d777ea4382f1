// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The fields of a run alone: `run.…`, for conditions that are asked of no event.
struct FactsFields: FieldSource {
    let facts: RunFacts

    func value(of path: FieldPath) -> Value? {
        switch path.owner {
        case .run: facts.value(of: path.rest)
        case .device: facts.deviceValue(path.rest)
        default: path.whole.known == .userVisible ? .bool(facts.run.isVisible) : nil
        }
    }
}
