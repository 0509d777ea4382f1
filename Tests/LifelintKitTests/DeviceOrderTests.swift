// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

/// What follows what over all runs of a device is judged as over one list of events, as far as its runs cover it.
///
/// The judge here looks at the whole list for every trigger, and knows nothing of machines.
@Suite struct DeviceOrderTests {
    private struct Event {
        var line: Int
        var second: Int
        var name: Character
        var run: Int
    }

    private struct Run {
        var begin = 0
        var end = 0
        var startIsSeen = true
        var endIsSeen = true
        /// The last second in which the app told anything.
        var last: Int?
    }

    private struct Trace {
        var text = ""
        var events: [Event] = []
        var runs: [Run] = []
    }

    private struct Verdict: Hashable {
        var text: String
        /// Of a violation.
        var line = 0
        var isCertain = false
    }

    private enum Form: CaseIterable {
        case response, inOrder, window, until, precedence, since, expected, forbidden, steps, broken
    }

    private static let names: [Character: String] = [
        "a": "data.change", "b": "data.save", "c": "cache.purge", "d": "data.load",
    ]

    // MARK: A trace

    private static func trace(_ random: inout SeededGenerator) -> Trace {
        var trace = Trace()
        var lines: [String] = []
        var second = 0
        func add(_ event: String) {
            let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            lines.append(clock.joined(separator: ":") + ".000 " + event)
        }
        for number in 0..<Int.random(in: 1...6, using: &random) {
            var run = Run(begin: second)
            run.startIsSeen = Int.random(in: 0..<6, using: &random) > 0
            run.endIsSeen = Int.random(in: 0..<6, using: &random) > 0
            if run.startIsSeen { add("process.launch pid=\(number + 1) intent=foreground") }
            var count = Int.random(in: 0...6, using: &random)
            // Without its start a run begins with what the app tells of it.
            if !run.startIsSeen { count = max(count, 1) }
            for place in 0..<count {
                if place > 0 || run.startIsSeen { second += Int.random(in: 1...25, using: &random) }
                let name = names.keys.sorted().randomElement(using: &random) ?? "a"
                add("\(names[name] ?? "") pid=\(number + 1)")
                trace.events.append(Event(line: lines.count, second: second, name: name, run: number))
                run.last = second
            }
            run.end = second
            if run.endIsSeen {
                second += Int.random(in: 1...40, using: &random)
                add("process.exit pid=\(number + 1) namespace=SIGNAL code=11")
                run.end = second
            }
            second += Int.random(in: 1...40, using: &random)
            trace.runs.append(run)
        }
        trace.text = lines.joined(separator: "\n") + "\n"
        return trace
    }

    // MARK: The judge

    /// Whether nothing was overlooked from an event on, until a second in a run.
    private static func covers(_ trace: Trace, from event: Event, to second: Int, in last: Int) -> Bool {
        for number in event.run...last {
            let run = trace.runs[number]
            if number > event.run, !run.startIsSeen { return false }
            if number > event.run, number == last, second < run.begin { continue }
            guard let told = run.last else { return false }
            if number == last, told >= second { continue }
            if !run.endIsSeen { return false }
        }
        return true
    }

    /// What it comes to that something did not come.
    private static func missed(
        _ trace: Trace, _ trigger: Event, to second: Int, in run: Int, expects name: Character?, from: Event? = nil
    ) -> Verdict {
        let from = from ?? trigger
        guard covers(trace, from: from, to: second, in: run) else { return Verdict(text: "inconclusive") }
        let isShown = trace.events.contains { $0.run == run && $0.name == name }
        let isCertain = isShown && from.run == run && (trace.runs[run].last ?? 0) >= second
        return Verdict(text: "violated", line: trigger.line, isCertain: isCertain)
    }

    private static func spared(_ trace: Trace, _ trigger: Event, to second: Int, in run: Int) -> Verdict {
        Verdict(text: covers(trace, from: trigger, to: second, in: run) ? "satisfied" : "inconclusive")
    }

    /// The first run in which more time has passed.
    private static func over(_ trace: Trace, _ trigger: Event, _ seconds: Int) -> Int? {
        trace.runs.indices.first { $0 >= trigger.run && trace.runs[$0].end > trigger.second + seconds }
    }

    private static func judge(_ trace: Trace, _ form: Form, _ seconds: Int) -> [Verdict] {
        let all = trace.events
        func places(_ name: Character) -> [Int] { all.indices.filter { all[$0].name == name } }
        func after(_ place: Int, _ name: Character) -> Int? { all.indices.first { $0 > place && all[$0].name == name } }
        switch form {
        case .response, .inOrder:
            var used: Set<Int> = []
            return places("a").map { place in
                let trigger = all[place]
                let answer = all.indices.first { other in
                    other > place && all[other].name == "b" && !used.contains(other)
                        && all[other].second - trigger.second <= seconds
                }
                if let answer {
                    if form == .inOrder { used.insert(answer) }
                    return Verdict(text: "satisfied")
                }
                guard let run = over(trace, trigger, seconds) else { return Verdict(text: "inconclusive") }
                return missed(trace, trigger, to: trigger.second + seconds, in: run, expects: "b")
            }
        case .window, .until:
            return places("a").map { place in
                let trigger = all[place]
                let end = form == .until ? after(place, "d") : nil
                let hit = after(place, "c").flatMap { hit -> Int? in
                    if let end, end < hit { return nil }
                    return all[hit].second - trigger.second <= seconds ? hit : nil
                }
                if let hit { return Verdict(text: "violated", line: all[hit].line, isCertain: true) }
                if let end, all[end].second - trigger.second <= seconds {
                    return spared(trace, trigger, to: all[end].second, in: all[end].run)
                }
                guard let run = over(trace, trigger, seconds) else { return Verdict(text: "inconclusive") }
                return spared(trace, trigger, to: trigger.second + seconds, in: run)
            }
        case .precedence, .since:
            return places("b").map { place in
                let reset = form == .since ? all.indices.last { $0 < place && all[$0].name == "c" } : nil
                if all.indices.contains(where: { $0 < place && $0 > reset ?? -1 && all[$0].name == "a" }) {
                    return Verdict(text: "satisfied")
                }
                guard let reset else { return Verdict(text: "inconclusive") }
                return missed(
                    trace, all[place], to: all[place].second, in: all[place].run, expects: "a", from: all[reset])
            }
        case .expected, .forbidden: return judgePairs(trace, forbids: form == .forbidden)
        case .steps, .broken: return judgeSteps(trace, isBroken: form == .broken)
        }
    }

    private static func judgePairs(_ trace: Trace, forbids: Bool) -> [Verdict] {
        var verdicts: [Verdict] = []
        var open: Event?
        var found: Event?
        for event in trace.events {
            switch (event.name, open) {
            case ("a", nil): (open, found) = (event, nil)
            case ("c", _?): found = found ?? event
            case ("b", let begin?):
                if let found {
                    let violated = Verdict(text: "violated", line: found.line, isCertain: true)
                    verdicts.append(forbids ? violated : Verdict(text: "satisfied"))
                } else if forbids {
                    verdicts.append(spared(trace, begin, to: event.second, in: event.run))
                } else {
                    verdicts.append(missed(trace, begin, to: event.second, in: event.run, expects: "c"))
                }
                open = nil
            default: break
            }
        }
        return verdicts + (open == nil ? [] : [Verdict(text: "inconclusive")])
    }

    /// a, then b, without c between where that breaks it.
    private static func judgeSteps(_ trace: Trace, isBroken: Bool) -> [Verdict] {
        var verdicts: [Verdict] = []
        var open: Event?
        for event in trace.events {
            if isBroken, event.name == "c" { open = nil }
            if event.name == "a", open == nil { open = event }
            guard event.name == "b", let begin = open else { continue }
            open = nil
            if isBroken {
                verdicts.append(missed(trace, begin, to: event.second, in: event.run, expects: nil))
            } else {
                verdicts.append(Verdict(text: "violated", line: begin.line, isCertain: true))
            }
        }
        return verdicts.isEmpty ? [Verdict(text: "satisfied")] : verdicts
    }

    // MARK: The rule

    private static func rule(_ form: Form, _ seconds: Int) -> String {
        var text = "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: found\n"
        text += "severity: warning\nfor_each: device\n"
        switch form {
        case .response: text += "after: data.change\nexpect: data.save\nwithin: \(seconds)s\n"
        case .inOrder: text += "after: data.change\nexpect: data.save\nwithin: \(seconds)s\npairs: in_order\n"
        case .window: text += "after: data.change\nforbid: cache.purge\nwithin: \(seconds)s\n"
        case .until: text += "after: data.change\nforbid: cache.purge\nwithin: \(seconds)s\nuntil: data.load\n"
        case .precedence: text += "before: data.save\nexpect: data.change\n"
        case .since: text += "before: data.save\nexpect: data.change\nsince: cache.purge\n"
        case .expected: text += "between: [data.change, data.save]\nexpect: cache.purge\n"
        case .forbidden: text += "between: [data.change, data.save]\nforbid: cache.purge\n"
        case .steps: text += "sequence: [data.change, data.save]\n"
        case .broken: text += "sequence: [data.change, { not: cache.purge }, data.save]\n"
        }
        return text
    }

    @Test(arguments: 1...1_000 as ClosedRange<UInt64>)
    func `runs of a device are judged as one list of events`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let trace = Self.trace(&random)
        let form = Form.allCases[Int(seed) % Form.allCases.count]
        let seconds = Int.random(in: 5...120, using: &random)
        let text = Self.rule(form, seconds)
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        let log = ConformanceCase.header + trace.text
        let analysis = try RuleCase.analysis([rule], [("log.lifelog", log)], declares: [])
        var found: [Verdict] = []
        try analysis.forEachFinding { finding in
            let line = (finding.evidence.first?.line.at.line ?? 0) - 1
            found.append(Verdict(text: "violated", line: line, isCertain: finding.confidence == .certain))
        }
        let expected = Self.judge(trace, form, seconds)
        let violated = expected.filter { $0.text == "violated" }
        #expect(
            found.sorted(by: { $0.line < $1.line }) == violated.sorted(by: { $0.line < $1.line }), "\(text)\n\(log)")
        let counts = analysis.header.verdicts["case-rule"] ?? VerdictCounts()
        #expect(counts.violated == violated.count, "\(text)\n\(log)")
        #expect(counts.satisfied == expected.count { $0.text == "satisfied" }, "\(text)\n\(log)")
        #expect(counts.inconclusive == expected.count { $0.text == "inconclusive" }, "\(text)\n\(log)")
    }
}
