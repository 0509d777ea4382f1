// SPDX-License-Identifier: MIT

import LifelintModel

/// Which states the events of a run led to, so that each state stands in the line of the event that began it.
///
/// Of several events of one instant each has the states that it can begin, and the last one what is left.
struct StateSteps {
    /// The states that an event led to, by its index.
    private(set) var led: [Int: [StateInterval]] = [:]
    /// States that began at an instant of which no event is listed, by the index of the next event; behind the last
    /// event by their number.
    private(set) var between: [Int: [StateInterval]] = [:]

    /// The steps of a run; of very many states only the first are told.
    init(_ run: AppRun, limit: Int = .max) {
        var states = run.states.prefix(limit)
        for (index, event) in run.events.enumerated() {
            while let state = states.first, state.from < event.time {
                between[index, default: []].append(state)
                states.removeFirst()
            }
            let isLast =
                index + 1 == run.events.count || run.events[index + 1].time.nanoseconds != event.time.nanoseconds
            while let state = states.first, state.from.nanoseconds == event.time.nanoseconds,
                isLast || StateSteps.begins(event.event, state.state)
            {
                led[index, default: []].append(state)
                states.removeFirst()
            }
        }
        if !states.isEmpty { between[run.events.count] = Array(states) }
    }

    /// Whether an event of that name can lead into a state.
    private static func begins(_ event: String, _ state: AppState) -> Bool {
        if event == "process.state" || event == "process.deactivation" { return true }
        return switch state {
        case .launching: launchSteps.contains(event)
        case .active: event.hasSuffix(".didBecomeActive")
        case .inactive: event.hasSuffix(".willResignActive") || event.hasSuffix(".willEnterForeground")
        case .background:
            event.hasSuffix(".didEnterBackground") || event == "process.resume" || launchSteps.contains(event)
        case .suspended: event == "process.suspend"
        case .notRunning: false
        }
    }

    /// What a launch is told by.
    private static let launchSteps: Set = [
        "process.launch", "process.main", "app.willFinishLaunching", "app.didFinishLaunching",
    ]
}
