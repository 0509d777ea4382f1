// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

/// Evidence that is lost takes verdicts away and never makes any: what is not known is not held against anybody.
@Suite struct EvidenceLossTests {
    /// What less evidence says beside what all of it says.
    private struct Comparison {
        var whole: Analysis
        var part: Analysis
        var comment: String

        /// Checks the promises for rules that look at one run; `rules` are their ids.
        func check(_ rules: Set<String>) throws {
            try checkFindings(rules)
            try checkCauses()
            for rule in rules {
                let before = whole.header.verdicts[rule] ?? VerdictCounts()
                let after = part.header.verdicts[rule] ?? VerdictCounts()
                #expect(after.violated <= before.violated, "\(comment) \(rule)\n\(before)\n\(after)")
                #expect(
                    after.violated + after.satisfied <= before.violated + before.satisfied,
                    "\(comment) \(rule)\n\(before)\n\(after)")
            }
        }

        private func checkFindings(_ rules: Set<String>) throws {
            let before = try whole.allFindings()
            for finding in try part.allFindings() where rules.contains(finding.rule) && finding.severity == .error {
                // Where the tail shows that no suspension was inferred, a stay in a state begins earlier.
                let same = before.first {
                    $0.rule == finding.rule && $0.key == finding.key
                        && ($0.time == finding.time || ($0.time < finding.time && finding.decided <= $0.decided))
                }
                #expect(same?.severity == .error, "\(comment)\n\(finding)")
                if let same { #expect(finding.confidence <= same.confidence, "\(comment)\n\(finding)\n\(same)") }
            }
        }

        private func checkCauses() throws {
            let before = try whole.runs()
            for run in try part.runs() where run.ending.confidence == .certain && run.ending.cause != .stillRunning {
                let same = before.first { $0.id == run.id }
                #expect(same?.ending.cause == run.ending.cause, "\(comment)\n\(run.id) \(run.ending)")
            }
        }
    }

    // MARK: The tail

    @Test(arguments: FindingInvarianceTests.seeds)
    func `cutting the tail takes verdicts away and adds no error`(seed: UInt64) throws {
        for var evidence in try Evidence.all(seed) {
            // Nobody writes on after an update that replaced him.
            evidence.lines.removeAll { $0.contains("app.updated") }
            evidence.lines = Self.withoutLastWords(evidence.lines)
            // Who seemed to end since another app has the process id, and goes on in the tail, is of another device.
            evidence.lines = evidence.lines.map { line in
                line.contains("com.example.app1") ? line.replacing(#""pid":1"#, with: #""pid":2"#) : line
            }
            let whole = try evidence.analysis()
            let step = max(evidence.lines.count / 6, 1)
            for cut in stride(from: evidence.lines.count - 1, to: 0, by: -step) {
                let part = try evidence.analysis([Array(evidence.lines[..<cut])])
                let comparison = Comparison(whole: whole, part: part, comment: "seed \(seed), cut at \(cut):")
                // What tells that a hang was none may stand in the tail, and what launch a run was.
                try comparison.check(
                    evidence.rulesOfOneRun.subtracting(["main-thread-hang", "slow-did-finish-launching"]))
            }
        }
    }

    /// The lines without what an app tells less than a second behind the end of its process: it came before that, and
    /// the tail may have it.
    private static func withoutLastWords(_ lines: [String]) -> [String] {
        var ends: [String: Date] = [:]
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return lines.filter { line in
            guard let record = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let event = record["event"] as? String,
                let time = (record["time"] as? String).flatMap({ try? format.parse($0) })
            else { return true }
            let process = ["device", "app", "pid"].map { "\(record[$0] ?? "-")" }.joined(separator: "/")
            if event == "process.exit" {
                ends[process] = time
                return true
            }
            return ends[process].map { time.timeIntervalSince($0) >= 1 } ?? true
        }
    }

    // MARK: A source

    /// Rules that require whatever could speak for the app, as ``OracleTrace`` writes it; no limit counts running time,
    /// which only the source of suspensions knows.
    private static let careful = [
        "after: data.change\nexpect: data.save\nsame: [document]\nrequires: [data.change, data.save]",
        """
        after: data.change
        expect: data.save
        unless: data.delete
        within: 5s
        clock: wall
        same: [document]
        requires: [data.save, data.delete]
        """,
        "before: data.save\nexpect: data.change\nrequires: [data.change]",
        "before: data.save\nexpect: data.change\nsince: cache.purge\nrequires: [data.change]",
        "between: [data.change, cache.purge]\nexpect: data.save\nrequires: [data.change, data.save, cache.purge]",
        "after: data.change\nforbid: ui.refresh\nuntil: data.save\nrequires: [data.change, data.save]",
        "after: data.change\nforbid: ui.refresh\nwithin: 3s\nclock: wall",
        "count: data.change\nmore_than: 2\nper: run",
        "count: data.change\nwithout: data.save\nmore_than: 2\nwithin: 20s\nclock: wall\nrequires: [data.save]",
        "still_open: network\nrequires: [network.begin, network.end]",
        "span: network\nlonger_than: 4s\nclock: wall\nrequires: [network.end]",
        "sequence: [data.change, { not: data.save }, ui.refresh]\nrequires: [data.change, data.save, ui.refresh]",
    ]

    private static func carefulRules() throws -> [Rule] {
        var rules: [Rule] = []
        for (number, check) in careful.enumerated() {
            let id = "case-rule-\(number)"
            let text = "id: \(id)\ntitle: Case\ntopic: cases\nseverity: error\nmessage: found\n\(check)\n"
            rules.append(try RuleCase.rule(id: id, bytes: Array(text.utf8)))
        }
        let shipped = ["unsaved-when-killed", "memory-warning-ignored"]
        rules += try RuleCase.library.get().rules.filter { shipped.contains($0.id) }
        return rules.sorted { $0.id < $1.id }
    }

    @Test(arguments: FindingInvarianceTests.seeds)
    func `removing one of two sources takes verdicts away and adds no error`(seed: UInt64) throws {
        for number in 0..<8 {
            let seed = seed &* 8 &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var second: Set<String> = []
            for name in [
                "data.change", "data.save", "data.delete", "ui.refresh", "cache.purge", "network.begin", "network.end",
                "memory.footprint",
            ] where Bool.random(using: &random) { second.insert(name) }
            let lines = OracleTrace(seed: seed, isOnGrid: false).dated
            let first = lines.filter { !second.contains($0.event) }.map(\.json)
            let other = lines.filter { second.contains($0.event) }.map(\.text)
            guard !first.isEmpty, !other.isEmpty else { continue }
            let evidence = try Evidence([], rules: Self.carefulRules())
            // Hardly any log tells what was thrown away, so that the rule about unsaved changes does not ask for it:
            // where a log that does is missing, such a change is likely lost.
            let rules = evidence.rulesOfOneRun.subtracting(
                second.contains("data.delete") ? ["unsaved-when-killed"] : [])
            let whole = try evidence.analysis([first, other])
            for (name, part) in [("the second", [first]), ("the first", [other])] {
                let comparison = Comparison(
                    whole: whole, part: try evidence.analysis(part),
                    comment: "seed \(seed) \(second.sorted()), without \(name):")
                try comparison.check(rules)
            }
        }
    }
}
