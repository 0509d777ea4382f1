// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// A crash of which no call of the app is known is told apart by what was said: a baseline must not take a new one for
/// one that it knows.
@Suite struct CrashCulpritTests {
    private static func log(_ words: String, at second: Int = 5) -> [UInt8] {
        let row = "2026-03-01 10:00:0"
        return Array(
            """
            \(row)1.000 Notes[4711:88123] applicationDidBecomeActive(_:)
            \(row)2.000 Notes[4711:88123] 3 items
            \(words)
            """.utf8)
    }

    private static func crash(_ words: String) throws -> Finding {
        let findings = try Analysing.analysis([("a.log", log(words))]) { try? $0.useRules() }.allFindings()
        return try #require(findings.first { $0.rule == "crashed" }, "\(words)")
    }

    @Test(arguments: [
        (
            "Notes/Editor.swift:42: Fatal error: Index out of range",
            "Notes/Sync.swift:9: Fatal error: Unexpectedly found nil while unwrapping an Optional value"
        ),
        (
            "Notes/Editor.swift:42: Fatal error: Index out of range",
            "Notes/Editor.swift:57: Fatal error: Index out of range"
        ),
        (
            "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'",
            "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'no such key'"
        ),
    ]) func `crashes that say different things are two`(one: String, other: String) throws {
        #expect(try Self.crash(one).fingerprint != Self.crash(other).fingerprint)
    }

    @Test(arguments: [
        (
            "Notes/Editor.swift:42: Fatal error: Index 7 out of range",
            "Notes/Editor.swift:42: Fatal error: Index 12 out of range",
            "Notes/Editor.swift:42: Fatal error: Index <n> out of range"
        ),
        (
            "/Users/me/Notes/Editor.swift:42: Fatal error: no",
            "/Users/ann/Notes/Editor.swift:42: Fatal error: no",
            "Editor.swift:42: Fatal error: no"
        ),
        (
            "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[A b]: unrecognized selector sent to instance 0x600001a2'",
            "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[A b]: unrecognized selector sent to instance 0x7fa0'",
            "-[A b]: unrecognized selector sent to instance <n>"
        ),
    ]) func `numbers, addresses and folders make no crash another one`(
        one: String, other: String, culprit: String
    ) throws {
        let found = try [one, other].map { try Self.crash($0) }
        #expect(Set(found.map(\.fingerprint)).count == 1)
        #expect(found.map(\.culprit) == [culprit, culprit])
    }

    @Test func `the place of a Swift trap is told`() throws {
        let message = try Self.crash("Notes/Editor.swift:42: Fatal error: Index out of range").message
        #expect(message.contains("“Notes/Editor.swift:42: Fatal error: Index out of range”"))
    }
}
