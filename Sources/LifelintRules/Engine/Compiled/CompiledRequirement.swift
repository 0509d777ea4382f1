// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// An item of `requires:` with its number in the table.
enum CompiledRequirement {
    case event(Int, inRun: Bool, name: String)
    case endedBy(CauseSelector, name: String)

    var name: String {
        switch self {
        case .event(_, _, let name), .endedBy(_, let name): name
        }
    }

    /// The number of the event that a later run may show; nil where only the run itself can.
    var laterNumber: Int? { if case .event(let number, false, _) = self { number } else { nil } }
}

/// Requirements of which one has to be met.
///
/// Why a class: it is looked at for each branch of each rule that is judged.
final class RequirementList {
    let requirements: [CompiledRequirement]
    /// What `why` says where none is met.
    let reason: SkippedReason
    /// A later run may meet it.
    let canBeMetLater: Bool
    /// The events that later runs may show: unmet lists with the same are met together.
    let numbers: [Int]
    /// The events, each with whether the run itself has to show it.
    let events: [(number: Int, inRun: Bool)]
    /// Whether the run's own ending may do.
    let asksForEnding: Bool

    init(_ requirements: [CompiledRequirement]) {
        self.requirements = requirements
        reason = .requires(requirements.map(\.name))
        canBeMetLater = requirements.contains { if case .event(_, false, _) = $0 { true } else { false } }
        numbers = Set(requirements.compactMap(\.laterNumber)).sorted()
        events = requirements.compactMap { requirement in
            if case .event(let number, let inRun, _) = requirement { (number, inRun) } else { nil }
        }
        asksForEnding = events.count < requirements.count
    }
}
