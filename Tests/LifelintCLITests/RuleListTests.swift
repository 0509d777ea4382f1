// SPDX-License-Identifier: MIT

import Testing

/// The table of `lifelint rules list`.
@Suite struct RuleListTests {
    @Test(
        "A rule is listed with every severity that its findings may have",
        arguments: [
            ("memory-limit-kill", "warning/error"), ("crashed", "warning/error"), ("killed-for-heat", "info/warning"),
            ("watchdog-kill", "warning/error"), ("pressure-kill-in-foreground", "info/warning/error"),
            ("slow-launch", "info/warning/error"), ("background-task-never-ended", "warning/error"),
        ])
    func severities(rule: String, severities: String) throws {
        let lifelint = try BuiltProgram()
        let row = try lifelint("rules", "list").output.split(separator: "\n").first { $0.hasPrefix(rule + " ") }
        #expect(row?.split(separator: " ").dropFirst().first.map(String.init) == severities)
        let json = try lifelint("rules", "list", "--format", "json").output
        #expect(json.contains(#"{"id":"\#(rule)","severity":"\#(severities)","#))
    }
}
