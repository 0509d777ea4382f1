// SPDX-License-Identifier: MIT

/// What really happened in one run, as simply as it can be said: the oracle judges this, and nothing else.
struct OracleRun {
    /// An event, with the number of its line.
    struct Event {
        /// Milliseconds.
        var time: Int
        var name: String
        var attributes: [String: String] = [:]
        var line: Int
    }

    /// How the run ended.
    enum End: Equatable {
        /// The last event told it.
        case seen(cause: String)
        /// A successor tells that it is over.
        case implied
        case none
    }

    /// A state and what it lasted.
    enum State: String {
        case launching, active, inactive, background, suspended
    }

    var events: [Event] = []
    var end = End.none
    var isStartKnown = true
    /// The unit of the last digit of its times, in milliseconds.
    var resolution = 1

    var isSeen: Bool { if case .seen = end { true } else { false } }

    /// The state after the event of that index.
    func state(after index: Int) -> State {
        var state = State.launching
        for event in events[...index] { state = OracleRun.state(after: event.name) ?? state }
        return state
    }

    private static func state(after name: String) -> State? {
        switch name {
        case "process.launch": .launching
        case "app.didBecomeActive": .active
        case "app.willResignActive", "app.willEnterForeground": .inactive
        case "app.didEnterBackground", "process.resume": .background
        case "process.suspend": .suspended
        default: nil
        }
    }

    /// Milliseconds from one event to a later one on a clock.
    func time(from first: Int, to last: Int, clock: String) -> Int {
        var sum = 0
        for index in first..<max(first, last) {
            let state = state(after: index)
            let counts =
                switch clock {
                case "wall": true
                case "background": state == .background
                case "active": state == .active
                default: state != .suspended
                }
            if counts { sum += events[index + 1].time - events[index].time }
        }
        return sum
    }

    /// Instances of a span: a state, or `backgroundTask` or `network`.
    func spans(_ name: String) -> [Span] {
        switch name {
        case "backgroundTask": pairs("backgroundTask.begin", "backgroundTask.end", key: "task", replaces: true)
        case "network": pairs("network.begin", "network.end", key: "url", replaces: false)
        default: states(name)
        }
    }

    /// An interval between two events of the run.
    struct Span {
        var key: String
        var begin: Int
        /// Nil while it is open.
        var end: Int?
        var isReplaced = false

        /// Whether it is open after the event of that index.
        func isOpen(after index: Int) -> Bool { begin <= index && index < (end ?? .max) }
    }

    private func pairs(_ begins: String, _ ends: String, key: String, replaces: Bool) -> [Span] {
        var spans: [Span] = []
        for (index, event) in events.enumerated() {
            if event.name == begins {
                let value = event.attributes[key] ?? ""
                if replaces {
                    for older in spans.indices where spans[older].end == nil && spans[older].key == value {
                        spans[older].end = index
                        spans[older].isReplaced = true
                    }
                }
                spans.append(Span(key: value, begin: index))
            } else if event.name == ends {
                let value = event.attributes[key]
                let open = spans.indices.filter { spans[$0].end == nil && (value == nil || spans[$0].key == value) }
                for closed in value == nil ? open : Array(open.prefix(1)) { spans[closed].end = index }
            }
        }
        return spans
    }

    private func states(_ name: String) -> [Span] {
        var spans: [Span] = []
        for index in events.indices {
            let isIn = state(after: index).rawValue == name
            let isOpen = spans.last.map { $0.end == nil } ?? false
            if isIn, !isOpen { spans.append(Span(key: "", begin: index)) }
            if !isIn, isOpen { spans[spans.count - 1].end = index }
        }
        return spans
    }
}
