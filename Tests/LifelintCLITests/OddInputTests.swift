// SPDX-License-Identifier: MIT

import Testing

/// What odd names, numbers and settings do to what the built program prints.
@Suite struct OddInputTests {
    private static let log = """
        # app=com.acme.notes device=D1 date=2026-03-02 pid=71
        10:00:00.000 process.launch intent=foreground
        10:00:05.000 backgroundTask.begin task=7 name="upload draft"
        10:00:07.000 app.didEnterBackground
        10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9

        """

    @Test("A name of a file is one line of standard error, and moves no cursor there")
    func names() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a\n::error file=x::pwned\n\u{1B}]0;t\u{7}.ips", "")
        let outcome = try lifelint.shell("\"$lifelint\" analyze --report brief ./*.ips")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("unread: a\\n::error file=x::pwned\\n\\u{1b}]0;t\\u{7}.ips"))
        #expect(!outcome.errors.contains("\n::error") && !outcome.errors.contains("\u{1B}"))
    }

    @Test("Numbers beyond reason in a report end nothing", arguments: ["18446744073709551615", "9223372036854775807"])
    func shares(_ share: String) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(
            "a.crash",
            """
            Process:             Notes [71]
            Date/Time:           2026-03-02 10:00:20.100 +0000
            Exception Type:  EXC_CRASH (SIGKILL)
            Termination Reason: FRONTBOARD 2343432205
            scene-create watchdog transgression: exhausted real (wall clock) time allowance of 10.00 seconds
            Elapsed application CPU time (seconds): 8.780, \(share)% CPU

            """)
        #expect(try lifelint("recognise", "a.crash").status == 0)
        try lifelint.write("a.lifelog", Self.log)
        #expect(try lifelint("analyze", "a.lifelog", "--report", "json=r.json").status == 1)
        let report = try lifelint.text("r.json")
        let damaged = report.replacing("\"detail\":{", with: "\"detail\":{\"allowance\":\(share),")
        #expect(damaged != report)
        try lifelint.write("r.json", damaged)
        #expect(try lifelint("convert", "r.json").status == 0)
    }

    @Test("A mistake of which the later report says nothing is not called fixed")
    func notSeen() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        try lifelint.write("b.lifelog", Self.log.replacing("com.acme.notes", with: "com.other.game"))
        try lifelint.write(
            "c.lifelog",
            Self.log.replacing("10:00:07.000 ", with: "10:00:06.000 backgroundTask.end task=7\n10:00:07.000 ")
                .replacing("RUNNINGBOARD code=0x2182bad2", with: "FRONTBOARD code=0xdeadfa11"))
        for name in ["a", "b", "c"] {
            _ = try lifelint("analyze", "\(name).lifelog", "--report", "json=\(name).json", "--fail-on", "never")
        }
        let other = try lifelint("diff", "a.json", "b.json")
        #expect(other.output.contains("0 fixed, 0 unchanged, 1 not seen"), "\(other.output)")
        let mended = try lifelint("diff", "a.json", "c.json")
        #expect(mended.output.contains("1 fixed, 0 unchanged\n"), "\(mended.output)")
        let json = try lifelint("diff", "a.json", "b.json", "--report", "json")
        #expect(json.output.contains("\"notSeen\":[\n"))
    }

    @Test("A baseline of a process without a bundle id is not fixed by what another app does")
    func nameless() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log.replacing("app=com.acme.notes", with: "process=Notes"))
        try lifelint.write("b.lifelog", Self.log.replacing("com.acme.notes", with: "com.other.game"))
        _ = try lifelint("analyze", "a.lifelog", "--write-baseline", "known.json")
        let outcome = try lifelint("analyze", "b.lifelog", "--baseline", "known.json")
        #expect(!outcome.output.contains("Fixed since the baseline:"), "\(outcome.output)")
        _ = try lifelint("analyze", "b.lifelog", "--baseline", "known.json", "--write-baseline", "next.json")
        #expect(try lifelint.text("next.json").contains("\"app\":null"))
    }

    @Test("What is said of an app by its id counts before what is said of a pattern", arguments: [true, false])
    func patterns(_ isPatternFirst: Bool) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let pattern = "  \"com.acme.*\": { rules: { background-task-never-ended: off } }\n"
        let own = "  com.acme.notes: { rules: { background-task-never-ended: on } }\n"
        try lifelint.write("c.yml", "apps:\n" + (isPatternFirst ? pattern + own : own + pattern))
        #expect(try lifelint("analyze", "a.lifelog", "--config", "c.yml").status == 1)
    }
}
