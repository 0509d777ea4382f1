// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import Testing

@testable import LifelintCLI

/// The exit status of the built program for whatever can be true of one analysis at once.
@Suite struct StatusPairTests {
    /// What can be true of an analysis, with the status that it brings; the strongest first.
    enum Fact: Int32, CaseIterable {
        case unwritable = 2
        case unread = 3
        case findings = 1
        case undecided = 4

        var input: String {
            switch self {
            case .unwritable: "--report json=no/such/folder.json"
            case .unread: "missing.log"
            case .findings: "slow.lifelog"
            case .undecided: "cut.lifelog --strict"
            }
        }
    }

    /// All sets of facts, pairs among them.
    static let sets: [[Fact]] = (0..<16).map { bits in
        Fact.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element)
    }

    @Test("2, then 3, 1, 4 and 0, in whatever company", arguments: sets)
    func status(facts: [Fact]) throws {
        let lifelint = try Self.folder()
        let arguments = "analyze quick.lifelog --select slow-did-finish-launching --quiet --report brief "
        let outcome = try lifelint.shell(
            "\"$lifelint\" \(arguments)" + facts.map(\.input).joined(separator: " "))
        #expect(outcome.status == facts.first?.rawValue ?? 0, "\(facts): \(outcome.errors)")
    }

    @Test(
        "A threshold turns findings into none, and strictness counts what is undecided",
        arguments: [
            ("slow.lifelog --fail-on never", 0), ("slow.lifelog --fail-on error", 1), ("mild.lifelog", 0),
            ("mild.lifelog --fail-on warning", 1), ("mild.lifelog --fail-on error --strict", 0),
            ("slow.lifelog cut.lifelog --fail-on never --strict", 4), ("cut.lifelog", 0),
            ("missing.log --fail-on never", 3), ("slow.lifelog --fail-on sometimes", 2),
        ] as [(String, Int32)])
    func threshold(arguments: String, status: Int32) throws {
        let lifelint = try Self.folder()
        let outcome = try lifelint.shell(
            "\"$lifelint\" analyze --select slow-did-finish-launching --quiet \(arguments)")
        #expect(outcome.status == status, "\(outcome.errors)")
    }

    @Test("Tests of rules end with 1 where one fails, and with 2 where a rule cannot be read")
    func ruleTests() throws {
        let lifelint = try BuiltProgram()
        let draft = try lifelint("rules", "new", "my-rule").output
        try lifelint.write("my-rule.yml", draft)
        #expect(try lifelint("rules", "test", "my-rule.yml").status == 0)
        try lifelint.write("my-rule.yml", draft.replacingOccurrences(of: "            # !", with: ""))
        #expect(try lifelint("rules", "test", "my-rule.yml").status == 0)
        try lifelint.write(
            "my-rule.yml", draft.replacingOccurrences(of: "10:00:03 cache.purge\n      10:01", with: "10:01"))
        #expect(try lifelint("rules", "test", "my-rule.yml").status == 1)
        try lifelint.write("other-rule.yml", "id: other-rule\ntitel: Other\n")
        #expect(try lifelint("rules", "test", "my-rule.yml", "other-rule.yml").status == 2)
    }

    private static func folder() throws -> BuiltProgram {
        let lifelint = try BuiltProgram()
        for (number, (name, callback)) in [
            ("quick", "duration=120ms"), ("slow", "duration=6.2s"), ("mild", "duration=1.5s"), ("cut", "phase=begin"),
        ].enumerated() {
            let rest = "10:00:09.000 app.didBecomeActive\n10:01:00 process.exit status=0 code=0\n"
            try lifelint.write(
                "\(name).lifelog",
                """
                # app=com.acme.notes device=A\(number) pid=7\(number) date=2026-03-01
                10:00:00.000 process.launch intent=foreground
                10:00:00.300 app.didFinishLaunching state=inactive \(callback)
                \(name == "cut" ? "" : rest)
                """)
        }
        return lifelint
    }
}
