// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

/// What a rule over several runs comes to does not depend on which device's runs come first.
@Suite struct HistoryOrderTests {
    private static let first: Int64 = 1_772_445_605_000
    private static let day: Int64 = 86_400_000
    private static let works = ["data.save", "ui.refresh", "cache.purge", "restoration.restore"]
    private static let exits = [
        #","namespace":"SIGNAL","code":11"#, #","namespace":"JETSAM","code":4"#, #","namespace":"SIGNAL","code":9"#,
        "",
    ]

    private static let pair = "runs: [{ ended_by: crash.* }, { launch: foreground"
    private static let requirements = [
        "data.save", "cache.purge", "{ event: data.save, in: run }", "{ event: ui.refresh, in: run }",
        "{ ended_by: crash.* }", "restoration.restore",
    ]
    private static let streaks = [
        "  - streak: 2\n    each: { ended_by: [crash.*, memoryLimit] }\n    within: 20h\n",
        "  - streak: 2\n    each: { launch: foreground }\n    ignore: { ended_by: crash.* }\n    within: 3h\n",
        "  - streak: 2\n    each: { saw: data.save }\n",
        "  - count: [data.save, cache.purge]\n    more_than: 2\n    for_each: device\n",
        "  - count: [data.save, ui.refresh]\n    more_than: 1\n    within: 2h\n    for_each: device\n"
            + "    without: restoration.restore\n",
        "  - after: data.save\n    expect: ui.refresh\n    within: 5h\n    for_each: device\n",
        "  - after: data.save\n    forbid: cache.purge\n    within: 5h\n    for_each: device\n",
        "  - before: ui.refresh\n    expect: data.save\n    since: cache.purge\n    for_each: device\n",
        "  - between: [data.save, ui.refresh]\n    expect: cache.purge\n    for_each: device\n",
        "  - sequence: [data.save, { not: cache.purge }, ui.refresh]\n    within: 9h\n    for_each: device\n",
    ]

    /// A rule over several runs whose branches require different things.
    private static func rule(_ seed: UInt64, using random: inout SeededGenerator) -> String {
        func requires() -> String {
            let items = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
                let one = requirements.randomElement(using: &random) ?? "data.save"
                let other = requirements.randomElement(using: &random) ?? "data.save"
                return Int.random(in: 0..<4, using: &random) == 0 ? "[\(one), \(other)]" : one
            }
            return "    requires: [\(items.joined(separator: ", "))]\n"
        }
        let group = Bool.random(using: &random) ? "appVersion" : "all"
        let forms = [
            "  - \(pair) }]\n    within: 20h\n", "  - \(pair), missing: restoration.restore }]\n    within: 20h\n",
            "  - \(pair), missing: { event: ui.refresh, within: 3s } }]\n    within: 20h\n",
            "  - share: data.save\n    of: [data.save, ui.refresh]\n    more_than: 40%\n    at_least_of: 3\n"
                + "    across: \(group)\n",
            "  - event: data.save\n    only_during: foreground\n    never_during: [background]\n    across: \(group)\n",
            "  - versions: [{ saw: data.save, min_runs: 1 }, { missing: data.save, min_runs: 1 }]\n",
        ]
        // Every other rule judges lines of runs alone.
        let isOfLines = seed.isMultiple(of: 2)
        var text = "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: found\nseverity: warning\n"
        text += "any_of:\n"
        for _ in 0..<2 {
            text += ((isOfLines ? streaks : forms).randomElement(using: &random) ?? forms[0]) + requires()
        }
        return text
    }

    /// The runs of one device, in milliseconds since its first.
    private static func device(
        _ number: Int, versions: Int, using random: inout SeededGenerator
    ) -> [(at: Int64, rest: String)] {
        var lines: [(at: Int64, rest: String)] = []
        var time: Int64 = 0
        for run in 0..<Int.random(in: 1...2 * versions, using: &random) {
            let version = "\(versions == 2 ? run / 2 + 1 : Int.random(in: 1...versions, using: &random)).0"
            let identity =
                #""device":"D\#(number)","app":"com.example.app","pid":\#(100 + run),"appVersion":"\#(version)","event":"#
            func add(_ event: String, _ rest: String = "") {
                lines.append((time, identity + "\"\(event)\"" + rest + "}"))
                time += 1_000
            }
            add("process.launch", #","intent":"foreground""#)
            add("app.didBecomeActive")
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                add(works.randomElement(using: &random) ?? "data.save")
            }
            if Bool.random(using: &random) {
                add("app.didEnterBackground")
                if Bool.random(using: &random) { add("data.save") }
            }
            time += 10_000
            if Int.random(in: 0..<4, using: &random) > 0 {
                add("process.exit", exits.randomElement(using: &random) ?? "")
            }
            time += 3_600_000
        }
        return lines
    }

    /// What a finding says, whatever day it was.
    private static func text(_ finding: Finding) -> String {
        let lines = finding.evidence.map { evidence in
            evidence.note + " " + evidence.line.text.drop { $0 != "," }
        }
        return "\(finding.severity) \(finding.confidence) \(finding.count) \(finding.evidenceOmitted) \(lines)"
    }

    @Test(arguments: 1...240 as ClosedRange<UInt64>)
    func `which device comes first changes no verdict`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = Self.rule(seed, using: &random)
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        // Of each version, and of what its runs miss, there is one kind: lines tell six apart.
        let versions = seed.isMultiple(of: 4) ? 3 : 2
        let devices = (0..<3).map { Self.device($0, versions: versions, using: &random) }
        var expected: VerdictCounts?
        var expectedFindings: [String]?
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [0, 0, 0]] {
            var lines: [(at: Int64, text: String)] = []
            for (device, place) in zip(devices, order) {
                lines += device.map { line in
                    let at = Self.first + Int64(place) * Self.day + line.at
                    let time = Timestamp(nanoseconds: at * 1_000_000, digits: 3).rfc3339
                    return (at, #"{"time":"\#(time)","# + line.rest)
                }
            }
            lines.sort { ($0.at, $0.text) < ($1.at, $1.text) }
            let report = try Evidence(lines.map(\.text), rules: [rule]).report()
            let counts = report.verdicts["case-rule"]
            if expected == nil { expected = counts }
            #expect(counts == expected, "devices on days \(order)\n\(text)")
            guard seed.isMultiple(of: 2) else { continue }
            let findings = report.findings.map(Self.text).sorted()
            if expectedFindings == nil { expectedFindings = findings }
            #expect(findings == expectedFindings, "devices on days \(order)\n\(text)")
        }
    }
}
