// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import TestSupport
import Testing

/// Keys do not mind each other: what is said of one beside a dozen others, which are found another way than a few are,
/// is what is said of it alone.
@Suite struct ManyKeysTests {
    private static let keys = 12
    /// The log goes on for longer than any limit.
    private static let tail = "10:05:00.000 ui.refresh\n"
    private static let head = "# app=com.example.app device=D1 date=2026-03-02 pid=71\n10:00:00.000 process.launch\n"

    private static let checks = [
        "sequence: [data.change, memory.warning, data.save]",
        "sequence: [data.change, { not: data.save }, memory.warning]",
        "sequence: [data.change, { event: data.load, repeat: 2+ }, data.save]",
        "sequence: [{ event: data.change, repeat: 2+ }, { not: [data.save, memory.warning] }, data.load]",
        "sequence: [data.change, { not: { event: data.save, same: [task] } }, { event: data.load, same: [task] }]",
        "sequence: [{ event: data.change, capture: { x: task } }, { event: data.save, where: task == x }, data.load]",
        "sequence: [data.change, data.load, { not: data.save }]\nwithin: 5s",
        "sequence: [data.change, data.load, data.save]\nwithin: 4s",
        "before: data.save\nexpect: data.change\nsince: data.load",
        "before: data.save\nexpect: [data.change, memory.warning]\nsince: [data.load, cache.purge]",
        "before: data.save\nexpect: { event: data.change, same: [task] }\nsince: { event: data.load, same: [task] }",
    ]

    /// Lines of many keys, each with the key that it names.
    private static func lines(_ random: inout SeededGenerator) -> [(key: Int?, text: String)] {
        (0..<300).map { number in
            let seconds = number / 10
            let time = "10:0\(seconds / 60 + 1):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60).\(number % 10)00"
            if Int.random(in: 0..<40, using: &random) == 0 {
                let event = ["memory.warning", "cache.purge"].randomElement(using: &random) ?? ""
                return (nil, "\(time) \(event)")
            }
            // First many begin.
            let events = number < 10 ? ["data.change"] : ["data.change", "data.load", "data.save"]
            let key = number < 10 ? number : Int.random(in: 0..<keys, using: &random)
            let task = Int.random(in: 0..<3, using: &random)
            let event = events.randomElement(using: &random) ?? ""
            return (key, "\(time) \(event) document=d\(key)" + (task == 0 ? "" : " task=\(task)"))
        }
    }

    @Test(arguments: checks, UInt64(0)..<2) func `what is said of a key alone is said of it among many`(
        check: String, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: M\nseverity: warning\n"
            + "for_each: run\nsame: [document]\n\(check)\n"
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        let lines = Self.lines(&random)
        func findings(_ isMeant: (Int?) -> Bool) throws -> [[String]] {
            let log = Self.head + lines.filter { isMeant($0.key) }.map { "\($0.text)\n" }.joined() + Self.tail
            return try RuleCase.analysis([rule], [(name: "a.lifelog", text: log)]).allFindings()
                .map { $0.evidence.map(\.line.text) }
        }
        let together = try findings { _ in true }
        let alone = try (0..<Self.keys).flatMap { key in try findings { $0 == nil || $0 == key } }
        #expect(!together.isEmpty)
        #expect(
            together.sorted { $0.lexicographicallyPrecedes($1) } == alone.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test func `an event without a key completes the sequences of all keys`() throws {
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: M\nseverity: warning\n"
            + "for_each: run\nsame: [document]\nsequence: [data.change, memory.warning]\n"
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        for count in [1, 2, 20] {
            let begun = (0..<count).map { "10:00:\($0 + 10).000 data.change document=d\($0)\n" }.joined()
            let log = "\(Self.head)\(begun)10:01:00.000 memory.warning\n"
            let analysis = try RuleCase.analysis([rule], [(name: "a.lifelog", text: log)])
            #expect(analysis.header.verdicts["case-rule"]?.violated == count)
        }
    }

    @Test func `what another key begins anew does not take away an answer without a key`() throws {
        let text =
            "id: case-rule\ntitle: Case\ntopic: cases\nwhy: Why.\nfix: Fix.\nmessage: M\nseverity: warning\n"
            + "for_each: run\nsame: [document]\nbefore: data.save\nexpect: memory.warning\nsince: data.load\n"
        let rule = try RuleCase.rule(id: "case-rule", bytes: Array(text.utf8))
        for count in [1, 20] {
            let begun = (0..<count).map { "10:00:\($0 + 20).000 data.load document=d\($0)\n" }.joined()
            let log =
                "\(Self.head)10:00:10.000 memory.warning\n\(begun)10:01:00.000 data.save document=other\n"
                + "10:01:01.000 data.save document=d0\n"
            let counts = try RuleCase.analysis([rule], [(name: "a.lifelog", text: log)]).header.verdicts["case-rule"]
            #expect(counts?.satisfied == 1)
            #expect(counts?.violated == 1)
        }
    }
}
