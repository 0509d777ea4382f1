// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

/// What a rule that combines checks over several runs comes to follows from the evidence alone: not from how it comes.
@Suite struct CombinedOrderTests {
    private static let first: Int64 = 1_772_445_605_000
    private static let day: Int64 = 86_400_000
    private static let works = ["data.save", "ui.refresh", "cache.purge", "memory.warning"]
    private static let exits = [
        #","namespace":"SIGNAL","code":11"#, #","namespace":"SIGNAL","code":11"#, #","namespace":"JETSAM","code":4"#,
        #","namespace":"SIGNAL","code":9"#, "",
    ]
    private static let requirements = [
        "data.save", "cache.purge", "{ event: data.save, in: run }", "{ ended_by: crash.* }", "ui.refresh",
    ]

    /// Branches of every kind, as they stand in a list.
    private static func forms(_ group: String) -> [String] {
        [
            "  - after: memory.warning\n    expect: cache.purge\n    within: 2s\n",
            "  - before: data.save\n    expect: ui.refresh\n",
            "  - runs: [{ ended_by: crash.* }, { launch: foreground, missing: { event: ui.refresh, within: 3s } }]\n"
                + "    within: 20h\n",
            "  - runs: [{ ended_by: crash.* }, { launch: foreground }]\n    within: 20h\n",
            "  - streak: 2\n    each: { ended_by: crash.* }\n    within: 20h\n",
            "  - streak: 2\n    each: { missing: cache.purge }\n    ignore: { saw: data.save }\n    within: 20h\n",
            "  - share: data.save\n    of: [data.save, ui.refresh]\n    more_than: 40%\n    at_least_of: 3\n"
                + "    across: \(group)\n",
            "  - event: data.save\n    only_during: foreground\n    never_during: [background]\n    across: \(group)\n",
            "  - count: data.save\n    more_than: 2\n    per: \(group)\n",
            "  - versions: [{ saw: data.save, min_runs: 1 }, { missing: data.save, min_runs: 1 }]\n",
        ]
    }

    private static func rule(using random: inout SeededGenerator) -> String {
        let forms = forms(Bool.random(using: &random) ? "appVersion" : "all")
        var text = "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: found\nseverity: warning\n"
        if Int.random(in: 0..<5, using: &random) == 0 { text += "evidence: { min_runs: 3 }\n" }
        text += Bool.random(using: &random) ? "all_of:\n" : "none_of:\n"
        for number in 0..<Int.random(in: 2...3, using: &random) {
            // One at least looks over several runs.
            let kinds = number == 0 ? forms[2...] : forms[...]
            text += kinds.randomElement(using: &random) ?? forms[2]
            if Bool.random(using: &random) {
                text += "    requires: [\(requirements.randomElement(using: &random) ?? "data.save")]\n"
            }
        }
        return text
    }

    /// The runs of one device, in milliseconds since its first.
    private static func device(_ number: Int, using random: inout SeededGenerator) -> [(at: Int64, rest: String)] {
        var lines: [(at: Int64, rest: String)] = []
        var time: Int64 = 0
        for run in 0..<Int.random(in: 1...5, using: &random) {
            let identity =
                #""device":"D\#(number)","app":"com.example.app","pid":\#(100 + run),"appVersion":"\#(1 + run / 3).0""#
            func add(_ event: String, _ rest: String = "") {
                lines.append((time, identity + #","event":""# + event + "\"" + rest + "}"))
                time += 1_000
            }
            add("process.launch", #","intent":"foreground""#)
            add("app.didBecomeActive")
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                add(works.randomElement(using: &random) ?? "data.save")
            }
            if Bool.random(using: &random) { add("app.didEnterBackground") }
            time += 10_000
            if Int.random(in: 0..<5, using: &random) > 0 {
                add("process.exit", exits.randomElement(using: &random) ?? "")
            }
            time += 3_600_000
        }
        return lines
    }

    private static func lines(_ devices: [[(at: Int64, rest: String)]], on days: [Int]) -> [String] {
        var lines: [(at: Int64, text: String)] = []
        for (number, (device, place)) in zip(devices, days).enumerated() {
            lines += device.map { line in
                // No two devices tell anything at once: of that no line would be the first.
                let at = first + Int64(place) * day + Int64(7 * number) + line.at
                let time = Timestamp(nanoseconds: at * 1_000_000, digits: 3).rfc3339
                return (at, #"{"time":"\#(time)","# + line.rest)
            }
        }
        return lines.sorted { ($0.at, $0.text) < ($1.at, $1.text) }.map(\.text)
    }

    @Test(arguments: 1...80 as ClosedRange<UInt64>)
    func `neither the order of devices nor the files decide what is combined`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = Self.rule(using: &random)
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        let devices = (0..<3).map { Self.device($0, using: &random) }
        var expected: VerdictCounts?
        for days in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [0, 0, 0]] {
            let lines = Self.lines(devices, on: days)
            let evidence = try Evidence(lines, rules: [rule])
            let report = try evidence.report()
            let counts = report.verdicts["case-rule"]
            if expected == nil { expected = counts }
            #expect(counts == expected, "devices on days \(days)\n\(text)")
            #expect(report.findings.count == counts?.violated, "\(text)")
            let cut = Int.random(in: 0...lines.count, using: &random)
            let dealt = (0..<3).map { part in lines.enumerated().filter { $0.offset % 3 == part }.map(\.element) }
            for parts in [[Array(lines[..<cut]), Array(lines[cut...])], dealt] {
                let difference = try report.difference(from: evidence.report(parts, named: "x.log"))
                #expect(difference == nil, "\(text)")
            }
        }
    }
}
