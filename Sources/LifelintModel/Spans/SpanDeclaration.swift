// SPDX-License-Identifier: MIT

/// A span: an interval with a key inside one run, opened and closed by events.
public struct SpanDeclaration: Sendable {
    /// What a beginning does while an instance with its key is open.
    public enum WhileOpen: String, CaseIterable, Sendable {
        /// The older instance closes there and counts as left open.
        case replace
        /// The older instance goes on.
        case ignore
        /// Both are open.
        case nest
    }

    /// Which open instances an end closes.
    public enum Pairs: String, CaseIterable, Sendable {
        /// The oldest of its key.
        case inOrder = "in_order"
        /// All of its key.
        case all
    }

    /// Its name.
    public var name: String
    /// What opens it.
    public var begins: [EventPattern]
    /// What closes it.
    public var ends: [EventPattern]
    /// What tells of an instance before it begins: the next one of its key inherits the attributes.
    public var describedBy: [EventPattern] = []
    /// Which attribute tells its instances apart; nil where a run has at most one kind of it.
    public var key: String?
    /// No key is given twice in one run: a begin and an end that bear the same one are of one instance, whatever lies
    /// between them.
    public var hasUniqueKeys = false
    /// What a beginning does while an instance with its key is open.
    public var whileOpen: WhileOpen = .replace
    /// An end without the key closes every open instance.
    public var missingKeyEndsAll = true
    /// What begins while an instance of this span with its key is open is not closed by what closes that.
    public var outlasts: String?
    /// Which open instances an end closes.
    public var pairs: Pairs = .inOrder
    /// It is open while any of these spans is (each with a condition on the instance); it has no events of its own.
    public var union: [SpanPattern] = []
    /// While it is open the process is not suspended: it keeps the app running in the background.
    public var keepsRunning = false
    /// Of which beginnings it holds that they tell of an instance as another witness sees it, under a key of its own.
    public var pooled: Condition?

    /// A span.
    public init(name: String, begins: [EventPattern], ends: [EventPattern], key: String? = nil) {
        self.name = name
        self.begins = begins
        self.ends = ends
        self.key = key
    }
}

/// Events that a span, a rule or a recogniser names.
public struct EventPattern: Sendable {
    /// A canonical event, or nil for a custom one.
    public var event: EventName?
    /// The name as written.
    public var name: String
    /// What must hold of it.
    public var condition: Condition?
    /// Which half of a pair, where the pattern says so.
    public var phase: EventPhase

    /// A pattern.
    public init(event: EventName?, name: String, condition: Condition? = nil, phase: EventPhase = .missing) {
        self.event = event
        self.name = name
        self.condition = condition
        self.phase = phase
    }
}

/// Instances of a span that a union names.
public struct SpanPattern: Sendable {
    /// The span.
    public var span: String
    /// What must hold of the instance's attributes.
    public var condition: Condition?

    /// A pattern.
    public init(span: String, condition: Condition? = nil) {
        self.span = span
        self.condition = condition
    }
}
