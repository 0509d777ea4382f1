// SPDX-License-Identifier: MIT

import LifelintModel

/// What occurs in a run at all: rules about anything else need no machine.
struct Present {
    /// What there is to do for a check.
    enum Work {
        case some, none
        /// It is satisfied, and that is all.
        case satisfied
    }

    /// By `EventName.rawValue`.
    private(set) var events = NumberSet(below: EventName.allCases.count)
    private var custom: [CustomName] = []
    /// By the number of the kind.
    private(set) var kinds: NumberSet
    let isStillRunning: Bool

    /// More names of custom events are not told apart: then any of them may be there.
    private static let nameLimit = 32
    private var hasAnyCustom = false

    init(_ stretch: RunStretch, _ listeners: Listeners) {
        let wanted = listeners.kinds
        kinds = NumberSet(below: wanted.count)
        isStillRunning = stretch.isStillRunning
        note(wanted.running)
        let records = stretch.events.records
        for index in records.indices {
            events.insert(Int(records[index].name.rawValue))
            if records[index].name == .custom, !hasAnyCustom {
                note(listeners.customNames.name(stretch.events.name(of: records[index])))
            }
        }
        for index in stretch.spans.indices { note(wanted.number(of: stretch.spans[index].kind)) }
        var isForeground = false
        for edge in stretch.states {
            note(wanted.number(of: edge.state))
            isForeground = isForeground || edge.state == .active || edge.state == .inactive
        }
        if isForeground { note(wanted.foreground) }
        for edge in stretch.scenes {
            note(wanted.number(of: "scene.connected"))
            note(wanted.number(of: "scene.\(edge.state.rawValue)"))
        }
        for mark in stretch.anomalies { note(listeners.name(of: mark.code)) }
        for row in wanted.callbacks where events.contains(row.event) { kinds.insert(row.kind) }
    }

    private mutating func note(_ kind: Int?) { if let kind { kinds.insert(kind) } }

    private mutating func note(_ name: CustomName) {
        guard let number = name.number, custom.count < Present.nameLimit else {
            hasAnyCustom = true
            return
        }
        if !custom.contains(where: { $0.number == number }) { custom.append(name) }
    }

    /// Whether any event of the run may be meant.
    func holds(_ selector: CompiledSelector) -> Bool {
        holdsCustom(selector) || selector.namesAny(of: events)
    }

    /// Whether any custom event of the run may be meant.
    func holdsCustom(_ selector: CompiledSelector) -> Bool {
        selector.meansCustom && (hasAnyCustom || custom.contains { selector.names($0) })
    }

    func holds(_ span: CheckTrigger.Span) -> Bool {
        if let opens = span.opens { return holds(opens) }
        return span.number.map { kinds.contains($0) } ?? false
    }

    /// Whether what has to be open can be.
    func allows(_ branch: CompiledBranch) -> Bool {
        branch.openKinds.allSatisfy { list in list.contains { holds($0) } }
    }

    /// What there is to do for a check; its verdict is known where the run holds nothing that it speaks of.
    func work(for branch: CompiledBranch) -> Work {
        switch branch.trigger {
        case .always: return .some
        case .events(let selector): return holds(selector) && allows(branch) ? .some : .none
        case .span(let span): return holds(span) && allows(branch) ? .some : .none
        case .satisfiedWithout(let selector): return holds(selector) || isStillRunning ? .some : .satisfied
        case .satisfiedWithoutSpan(let span): return holds(span) ? .some : .satisfied
        case .any(let selectors, let spans):
            return selectors.contains { holds($0) } || spans.contains { holds($0) } ? .some : .none
        }
    }
}
