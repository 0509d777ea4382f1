// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintKit
@testable import LifelintLanguage

/// What a test inside a rule may set for itself alone.
@Suite struct RuleTestSettingsTests {
    private static let log = "\n      10:00:00 cache.purge\n      10:00:10 memory.warning\n      10:00:18 ui.refresh\n"

    private static func result(_ settings: String) throws -> RuleTestResult {
        let text = """
            id: purge-late
            title: Late
            topic: memory
            severity: warning
            params: { limit: 10s }
            after: memory.warning
            expect: cache.purge
            within: "{limit}"
            requires: [cache.purge]
            message: Late.
            why: Why.
            fix: Fix.
            tests:
              - name: eight seconds
                \(settings)
                bad: |\(log.replacing("      ", with: "      "))
            """
        var library = try RuleCase.library.get()
        try library.add(ruleFile: "mine/memory/purge-late.yml", bytes: Array(text.utf8))
        let rule = try #require(library.rule("purge-late"))
        return try #require(RuleTester.test(rule, in: library).first)
    }

    @Test func `parameters`() throws {
        #expect(try !Self.result("params: { limit: 10s }").isPassed)
        #expect(try Self.result("params: { limit: 5s }").isPassed)
    }

    @Test func `another log beside it`() throws {
        func beside(_ event: String) throws -> RuleTestResult {
            try Self.result(
                """
                beside: |
                      {"ts":"2000-01-01T10:00:12Z","app":"com.example.app","device":"D1","event":"\(event)"}
                    params: { limit: 5s }
                """)
        }
        let alone = try beside("ui.refresh")
        #expect(alone.isPassed, "\(alone.description)")
        // What the other log tells counts …
        #expect(try !beside("cache.purge").isPassed)
        // … and what cannot be read of it is told.
        let fault = try beside("\",\"event\":").faults.first ?? ""
        #expect(fault.hasPrefix("the log beside it cannot be read: "), "\(fault)")
    }

    @Test func `a configuration`() throws {
        #expect(try !Self.result("config: { rules: { purge-late: { limit: 9s } } }").isPassed)
        let result = try Self.result("config: { rules: { purge-late: { limit: 5s, severity: error } } }")
        #expect(result.isPassed, "\(result.description)")
        #expect(result.findings.map(\.severity) == [.error])
    }

    @Test func `a configuration that is wrong is told`() throws {
        let result = try Self.result("config: { rules: { purge-late: { limitt: 5s } } }")
        #expect(result.faults.count == 1)
        let fault = result.faults.first ?? ""
        #expect(fault.hasPrefix("with this “config” the rule cannot be used: "), "\(fault)")
    }

    @Test func `parameters beside a configuration are refused`() throws {
        #expect(throws: LoadingError.self) { try Self.result("params: { limit: 5s }\n    config: { extends: all }") }
    }
}
