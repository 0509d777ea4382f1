// SPDX-License-Identifier: MIT

/// Violations of an instant in which something may still come that undoes them, since the clock does not tell what came
/// first.
struct LateOutcomes {
    struct Row {
        var trigger: CheckMachine.Trigger
        /// The event in whose instant it is decided.
        var event: SeenEvent
        var outcome: Outcome
    }

    private var rows: [Row] = []

    var isEmpty: Bool { rows.isEmpty }
    /// More of them are told at once.
    var isFull: Bool { rows.count >= CheckMachine.outcomeLimit }

    /// Whether nothing that comes at an event or later can be of the instant of the first.
    ///
    /// They stand in their order: as long as the first may be of the instant, the others wait with it.
    func isPast(_ event: SeenEvent) -> Bool { rows.first?.event.isPast(event) ?? false }

    mutating func add(_ outcome: Outcome, of trigger: CheckMachine.Trigger, at event: SeenEvent) {
        rows.append(Row(trigger: trigger, event: event, outcome: outcome))
    }

    /// Takes those away that are meant, in their order.
    mutating func take(_ isMeant: (Row) -> Bool) -> [Row] {
        var taken: [Row] = []
        var kept: [Row] = []
        for row in rows { if isMeant(row) { taken.append(row) } else { kept.append(row) } }
        rows = kept
        return taken
    }
}
