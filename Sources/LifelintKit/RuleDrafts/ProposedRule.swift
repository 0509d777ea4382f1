// SPDX-License-Identifier: MIT

import LifelintModel

/// A check that an example suggests, with the logs that show it.
struct ProposedRule {
    /// A test: its kind, what it is called, and its log.
    struct Test {
        var kind: String
        var name: String
        var log: String
        /// Lines beside the log, such as `logs: [data.save]`.
        var more = ""
    }

    var check: String
    var message: String
    var tests: [Test]

    /// Every check that fits what is there, the most telling first.
    static func all(_ log: ExampleLog) -> [ProposedRule?] { [ending(log), length(log), place(log), window(log)] }

    /// It ended so.
    private static func ending(_ log: ExampleLog) -> ProposedRule? {
        let text = ExampleText.log(log.events)
        guard log.events[log.index].name == "process.exit",
            let run = try? Analyzer(AnalyzerOptions()).analyze(bytes: Array((RuleTester.header + "\n" + text).utf8))
                .runs().last,
            run.ending.cause != .reclaimed, run.ending.cause != .stillRunning
        else { return nil }
        var other = log.events
        other[log.index].more = " namespace=JETSAM code=4 status=9 reason=vm-pageshortage"
        return ProposedRule(
            check: "when_run_ends: { by: \(run.ending.cause.rawValue) }",
            message: "The app ended by {run.ending.cause}[ (its state was {run.stateAtEnd})]?.",
            tests: [
                Test(kind: "bad", name: "as it was seen", log: ExampleText.log(log.events, mark: log.index)),
                Test(kind: "ok", name: "the system takes its memory", log: ExampleText.log(other)),
            ])
    }

    /// It took too long.
    private static func length(_ log: ExampleLog) -> ProposedRule? {
        let event = log.events[log.index]
        guard let duration = event.duration, duration >= 4_000_000 else { return nil }
        var quick = log.events
        quick[log.index].duration = duration / 8 * 3
        return ProposedRule(
            check: """
                params: { limit: \(ExampleText.length(duration / 2)) }
                span: \(event.name)
                longer_than: "{limit}"
                """,
            message: "\(event.name) took {value}; it should take less than {limit}.",
            tests: [
                Test(kind: "bad", name: "as it was seen", log: ExampleText.log(log.events, mark: log.index)),
                Test(kind: "ok", name: "the same in less than half the time", log: ExampleText.log(quick)),
            ])
    }

    /// It happened where it does not belong.
    ///
    /// A step of the life cycle comes in the state that it leaves, and behind the step before it: when it comes is the
    /// system's choice, and as it is in every healthy run.
    private static func place(_ log: ExampleLog) -> ProposedRule? {
        let event = log.events[log.index]
        guard !event.isStep, let state = state(log), state != "active" else { return nil }
        let second: Int64 = 1_000_000_000
        let start = ExampleLog.Event(
            line: 0, time: event.time - 10 * second, name: "process.launch", pid: event.pid, more: " intent=foreground")
        var active = start
        active.time = event.time - 9 * second
        active.name = "app.didBecomeActive"
        active.more = ""
        return ProposedRule(
            check: "event: \(event.name)\nnever_during: \(state)",
            message: "\(event.name) happened while the app was \(state == "background" ? "in the background" : state).",
            tests: [
                Test(kind: "bad", name: "as it was seen", log: ExampleText.log(log.events, mark: log.index)),
                Test(
                    kind: "ok", name: "the same while the app is active", log: ExampleText.log([start, active, event])),
            ])
    }

    /// It came too soon after what was before it.
    private static func window(_ log: ExampleLog) -> ProposedRule? {
        guard log.index > 0 else { return nil }
        let (before, event) = (log.events[log.index - 1], log.events[log.index])
        let gap = event.time - before.time
        guard gap > 0, before.name != event.name, !event.isStep else { return nil }
        let limit = max(gap * 2, 1_000_000_000)
        var later = Array(log.events[...log.index])
        later[log.index].time = before.time + limit * 2
        return ProposedRule(
            check: """
                params: { limit: \(ExampleText.length(limit)) }
                after: \(before.name)
                forbid: \(event.name)
                within: "{limit}"
                """,
            message: "\(event.name) came within {limit} of \(before.name).",
            tests: [
                Test(kind: "bad", name: "as it was seen", log: ExampleText.log(log.events, mark: log.index)),
                Test(kind: "ok", name: "the same, later", log: ExampleText.log(later)),
            ])
    }

    /// Something should have followed.
    static func response(_ log: ExampleLog, expected: String) -> ProposedRule? {
        let event = log.events[log.index]
        var events = log.events
        if (events.last?.time ?? 0) - event.time < 2_000_000_000, !events.contains(where: { $0.name == "process.exit" })
        {
            // Where the log stops at once, nobody can say what did not follow: the test goes on for a while.
            events.append(
                ExampleLog.Event(
                    line: 0, time: event.time + 10_000_000_000, name: "ui.refresh", pid: event.pid, more: ""))
        }
        let rest = events[(log.index + 1)...]
        let same = sharedKeys(event, among: events.filter { $0.name == expected })
        let end =
            rest.first { other in
                other.name == expected && same.allSatisfy { other.value(of: $0) == event.value(of: $0) }
            }?
            .time ?? rest.last?.time ?? event.time
        let limit = min(5_000_000_000, (end - event.time) / 2)
        guard limit > 0 else { return nil }
        var answered = events
        // Later than half of the limit: half of it would be too short.
        let answer = ExampleLog.Event(
            line: 0, time: event.time + limit / 5 * 3, name: expected, pid: event.pid,
            more: same.map { " \($0)=\(event.value(of: $0) ?? "")" }.joined())
        answered.insert(answer, at: answered.firstIndex { $0.time > answer.time } ?? answered.count)
        let silent = events.filter { $0.name != expected }
        let isShown = silent.count < events.count
        return ProposedRule(
            check: """
                params: { limit: \(ExampleText.length(limit)) }
                after: \(event.name)
                expect: \(expected)
                within: "{limit}"
                clock: running\(same.isEmpty ? "" : "\nsame: [\(same.joined(separator: ", "))]")
                # That something is missing is known only where the log could have shown it.
                requires: [\(expected)]
                """,
            message: "\(event.name) was not followed by \(expected) within {limit}.",
            tests: [
                Test(
                    kind: "bad", name: "as it was seen", log: ExampleText.log(events, mark: log.index),
                    more: isShown ? "" : "    logs: [\(expected)]\n"),
                Test(kind: "ok", name: "the same, answered in time", log: ExampleText.log(answered)),
                Test(kind: "not_evaluated", name: "a log that never shows \(expected)", log: ExampleText.log(silent)),
            ])
    }

    /// What tells whose answer an event is: keys that the event has, and those that are expected, too, where there are
    /// any.
    private static func sharedKeys(_ event: ExampleLog.Event, among others: [ExampleLog.Event]) -> [String] {
        ["task", "scene"].filter { key in
            event.value(of: key) != nil && (others.isEmpty || others.contains { $0.value(of: key) != nil })
        }
    }

    /// The state that the last edge before the example left the app in; nil where none is told.
    private static func state(_ log: ExampleLog) -> String? {
        for event in log.events[..<log.index].reversed() {
            switch event.name {
            case "app.didBecomeActive", "scene.didBecomeActive": return "active"
            case "app.willResignActive", "scene.willResignActive": return "inactive"
            case "app.willEnterForeground", "scene.willEnterForeground": return "inactive"
            case "app.didEnterBackground", "scene.didEnterBackground", "process.resume": return "background"
            case "process.suspend": return "suspended"
            case "process.launch", "app.didFinishLaunching", "app.willFinishLaunching": return "launching"
            default: continue
            }
        }
        return nil
    }

    /// The file of the rule.
    func text(id: String) -> String {
        let words = id.split(separator: "-").joined(separator: " ")
        var text = """
            # A rule of lifelint, proposed from an example: read it, name what is wrong, and widen its tests.
            id: \(id)
            title: \(words.prefix(1).uppercased() + words.dropFirst())
            severity: warning
            \(check)
            message: "\(message)"
            why: |
              What goes wrong for the user, and why.
            fix: |
              What to change in the app.
            tests:

            """
        for test in tests {
            text += "  - name: \(test.name)\n\(test.more)    \(test.kind): |\n"
            for line in test.log.split(separator: "\n") { text += "      \(line)\n" }
        }
        return text
    }
}
