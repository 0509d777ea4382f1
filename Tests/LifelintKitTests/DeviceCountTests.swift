// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

/// Counts over all runs of a device are those of one list of events, wherever runs begin and end.
@Suite struct DeviceCountTests {
    /// A line of a log that counts, or sets the count to nothing.
    private struct Event {
        var line: Int
        var second: Int
        var url: Int
        var items: Int
        var isReset: Bool
    }

    private struct Form {
        var limit: Int
        var seconds: Int?
        var field: String?
        var resets: Bool

        var text: String {
            var text = "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: \"{value}\"\n"
            text += "severity: warning\ncount: network.begin\nmore_than: \(limit)\nfor_each: device\n"
            if let seconds { text += "within: \(seconds)s\n" }
            if let field { text += "\(field): \(field == "sum" ? "items" : "url")\n" }
            if resets { text += "without: cache.purge\n" }
            return text
        }

        /// What is counted of these events.
        private func value(_ events: some Collection<Event>) -> Int {
            switch field {
            case "sum": events.reduce(0) { $0 + $1.items }
            case "distinct": Set(events.map(\.url)).count
            default: events.count
            }
        }

        /// The lines at which the limit is passed.
        func excesses(_ events: [Event]) -> [Int] {
            var begin = 0
            var found: [Int] = []
            for (place, event) in events.enumerated() {
                if event.isReset {
                    if resets { begin = place + 1 }
                    continue
                }
                let all = events[begin..<place].filter { other in
                    !other.isReset && (seconds.map { event.second - other.second < $0 } ?? true)
                }
                if value(all) <= limit, value(all + [event]) > limit { found.append(event.line) }
            }
            return seconds == nil ? Array(found.prefix(1)) : found
        }
    }

    private static func log(_ random: inout SeededGenerator) -> (text: String, events: [Event]) {
        var lines: [String] = []
        var events: [Event] = []
        var second = 0
        func add(_ event: String) {
            let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            lines.append(clock.joined(separator: ":") + ".000 " + event)
        }
        for run in 0..<Int.random(in: 1...6, using: &random) {
            add("process.launch pid=\(run + 1) intent=foreground")
            for _ in 0..<Int.random(in: 0...9, using: &random) {
                second += Int.random(in: 1...25, using: &random)
                let isReset = Int.random(in: 0..<9, using: &random) == 0
                let (url, items) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0...3, using: &random))
                add(isReset ? "cache.purge" : "network.begin url=u\(url) items=\(items)")
                events.append(
                    Event(line: lines.count, second: second, url: url, items: items, isReset: isReset))
            }
            second += Int.random(in: 1...40, using: &random)
            add("process.exit namespace=SIGNAL code=11")
            second += Int.random(in: 1...40, using: &random)
        }
        return (lines.joined(separator: "\n") + "\n", events)
    }

    @Test(arguments: 1...400 as ClosedRange<UInt64>)
    func `where runs begin and end changes no count`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (text, events) = Self.log(&random)
        let form = Form(
            limit: Int.random(in: 0...6, using: &random),
            seconds: Bool.random(using: &random) ? Int.random(in: 10...200, using: &random) : nil,
            field: [nil, "sum", "distinct"].randomElement(using: &random) ?? nil,
            resets: Bool.random(using: &random))
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(form.text.utf8))
        let log = ConformanceCase.header + text
        let analysis = try RuleCase.analysis([rule], [("log.lifelog", log)], declares: [])
        var lines: [Int] = []
        try analysis.forEachFinding { finding in
            if let evidence = finding.evidence.first { lines.append(evidence.line.at.line - 1) }
        }
        let expected = form.excesses(events)
        #expect(lines.sorted() == expected, "\(form.text)\n\(text)")
        let counts = analysis.header.verdicts["case-rule"] ?? VerdictCounts()
        #expect(counts.violated == expected.count && counts.satisfied == (expected.isEmpty ? 1 : 0))
    }
}
