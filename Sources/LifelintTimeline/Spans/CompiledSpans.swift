// SPDX-License-Identifier: MIT

import LifelintModel

/// The declared spans, indexed by the events that open and close them.
///
/// Most events touch no span: they cost one look into ``actions``.
struct CompiledSpans: Sendable {
    /// What an event does to a span.
    struct Action: Sendable {
        var span: Int
        var opens: Bool
        var pattern: EventPattern
    }

    let declarations: [SpanDeclaration]
    /// By `EventName.rawValue`; ends before begins, so that one record may close an instance and open the next.
    private let actions: [[Action]]
    private let customActions: [String: [Action]]
    /// Unions that an instance of a span may belong to: (union, condition on the instance).
    let memberships: [[(union: Int, condition: Condition?)]]

    init(_ declarations: [SpanDeclaration]) {
        self.declarations = declarations
        var actions = [[Action]](repeating: [], count: EventName.allCases.count)
        var customActions: [String: [Action]] = [:]
        func add(_ action: Action) {
            if let event = action.pattern.event {
                actions[Int(event.rawValue)].append(action)
            } else {
                customActions[action.pattern.name, default: []].append(action)
            }
        }
        for (number, span) in declarations.enumerated() {
            for pattern in span.ends { add(Action(span: number, opens: false, pattern: pattern)) }
        }
        for (number, span) in declarations.enumerated() {
            for pattern in span.begins { add(Action(span: number, opens: true, pattern: pattern)) }
        }
        var memberships = [[(union: Int, condition: Condition?)]](repeating: [], count: declarations.count)
        let numbers = Dictionary(declarations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        for (number, span) in declarations.enumerated() {
            for member in span.union {
                guard let index = numbers[member.span] else { continue }
                memberships[index].append((number, member.condition))
            }
        }
        self.actions = actions
        self.customActions = customActions
        self.memberships = memberships
    }

    func actions(for record: EventRecord, in batch: EventBatch) -> [Action] {
        if record.name != .custom { return actions[Int(record.name.rawValue)] }
        if customActions.isEmpty { return [] }
        return customActions[batch.name(of: record)] ?? []
    }
}

extension EventPattern {
    /// Whether the record is the half of the pair that the pattern means.
    func meansHalf(of record: EventRecord) -> Bool {
        switch phase {
        case .begin: return record.phase == .begin || (record.phase == .missing && record.hasDuration)
        case .end: return record.phase == .end
        case .missing:
            let matches = event?.declaration?.matches ?? .operation
            switch matches {
            case .callback: return record.phase != .end
            case .operation: return record.phase != .begin
            }
        }
    }
}
