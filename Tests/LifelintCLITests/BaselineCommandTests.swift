// SPDX-License-Identifier: MIT

import Testing

/// Baselines and redaction on the command line of the built program.
@Suite struct BaselineCommandTests {
    private static let log = """
        # app=com.acme.notes device=Annas-iPhone date=2026-03-02 pid=71
        10:00:00.000 process.launch intent=foreground reason=tap
        10:00:05.000 backgroundTask.begin task=7 name="upload draft"
        10:00:07.000 app.didEnterBackground
        10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9

        """
    private static let quiet = log.replacing(
        "10:00:07.000 ", with: "10:00:06.000 backgroundTask.end task=7\n10:00:07.000 "
    ).replacing("RUNNINGBOARD code=0x2182bad2", with: "FRONTBOARD code=0xdeadfa11")
    private static let silent =
        "# app=com.acme.notes device=B date=2026-03-03 pid=9\n10:00:00.000 app.didBecomeActive\n"

    private static func program() throws -> BuiltProgram {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", log)
        try lifelint.write("quiet.lifelog", quiet)
        return lifelint
    }

    @Test("Only new findings fail; fixed ones are told, and fail where that is asked for")
    func lifeOfABaseline() throws {
        let lifelint = try Self.program()
        // What is known today.
        #expect(try lifelint("analyze", "a.lifelog", "--write-baseline", "known.json").status == 1)
        let known = try lifelint.text("known.json")
        #expect(known.hasPrefix("{\"schema\":\"lifelint.baseline/1\",\"findings\":[\n{\"rule\":\""))
        // Nothing new.
        let same = try lifelint("analyze", "a.lifelog", "--baseline", "known.json", "--strict-baseline")
        #expect(same.status == 0, "\(same.output)")
        #expect(same.output.contains("in the baseline"))
        // Something new.
        try lifelint.write(
            "b.lifelog", Self.log.replacing("upload draft", with: "sync").replacing("03-02", with: "03-04"))
        #expect(try lifelint("analyze", "a.lifelog", "b.lifelog", "--baseline", "known.json").status == 1)
        // Fixed.
        let fixed = try lifelint("analyze", "quiet.lifelog", "--baseline", "known.json")
        #expect(fixed.status == 0)
        #expect(
            fixed.output.contains("Fixed since the baseline: 1\n  background-task-never-ended: upload draft (com.acme"))
        let brief = try lifelint("analyze", "quiet.lifelog", "--baseline", "known.json", "--report", "brief")
        #expect(
            brief.output.contains("\nfixed since the baseline: background-task-never-ended: upload draft (com.acme"))
        let strict = try lifelint("analyze", "quiet.lifelog", "--baseline", "known.json", "--strict-baseline")
        #expect(strict.status == 1)
        #expect(
            strict.errors
                == "lifelint: the baseline still lists 1 finding that is no longer found (--strict-baseline)\n"
        )
        let told = "--strict-baseline: the baseline still lists 1 finding that is no longer found: "
        for format in ["github", "junit", "sarif"] {
            let options = ["--baseline", "known.json", "--report", format]
            let gate = try lifelint.shell(
                "\"$lifelint\" analyze quiet.lifelog --strict-baseline \(options.joined(separator: " "))")
            #expect(gate.status == 1)
            #expect(
                gate.output.contains(told + "background-task-never-ended: upload draft (com.acme"), "\(gate.output)")
            let lenient = try lifelint.shell("\"$lifelint\" analyze quiet.lifelog \(options.joined(separator: " "))")
            #expect(lenient.status == 0 && !lenient.output.contains("--strict-baseline"))
        }
        // Logs that say nothing of it do not mend it.
        try lifelint.write("silent.lifelog", Self.silent)
        let silent = try lifelint("analyze", "silent.lifelog", "--baseline", "known.json")
        #expect(silent.status == 0)
        let unseen = "Fixed since the baseline, or not seen in these logs:\nbackground-task-never-ended: upload draft"
        #expect(silent.output.contains(unseen))
        #expect(!silent.output.contains("Fixed since the baseline:") && !silent.output.contains("--write-baseline"))
        // The file has to shrink: what nothing shows leaves it.
        let shrinking = ["analyze", "silent.lifelog", "--baseline", "known.json", "--strict-baseline"]
        #expect(try lifelint.shell("\"$lifelint\" \(shrinking.joined(separator: " "))").status == 1)
        let kept = shrinking.dropLast() + ["--write-baseline", "kept.json"]
        #expect(try lifelint.shell("\"$lifelint\" \(kept.joined(separator: " "))").status == 0)
        #expect(try lifelint.text("kept.json") == known)
        let shrunk = shrinking + ["--write-baseline", "shrunk.json"]
        #expect(try lifelint.shell("\"$lifelint\" \(shrunk.joined(separator: " "))").status == 1)
        #expect(try lifelint.text("shrunk.json") == "{\"schema\":\"lifelint.baseline/1\",\"findings\":[\n]}\n")
        // Written anew, the file is smaller.
        let anew = ["analyze", "quiet.lifelog", "--baseline", "known.json", "--write-baseline", "known.json"]
        #expect(try lifelint.shell("\"$lifelint\" \(anew.joined(separator: " "))").status == 0)
        #expect(try lifelint.text("known.json") == "{\"schema\":\"lifelint.baseline/1\",\"findings\":[\n]}\n")
    }

    @Test("With --redact culprits of the baseline are masked, and it knows what it knew")
    func redacted() throws {
        let lifelint = try Self.program()
        let log = Self.log.replacing("upload draft", with: "sync /Users/anna/drafts")
        try lifelint.write("a.lifelog", log)
        _ = try lifelint("analyze", "a.lifelog", "--write-baseline", "plain.json")
        _ = try lifelint("analyze", "a.lifelog", "--write-baseline", "masked.json", "--redact")
        let plain = try lifelint.text("plain.json")
        #expect(plain.contains(#""culprit":"sync /Users/anna/drafts""#))
        #expect(try lifelint.text("masked.json") == plain.replacing("anna", with: "user-1"))
        #expect(try lifelint("analyze", "a.lifelog", "--baseline", "masked.json", "--strict-baseline").status == 0)
        _ = try lifelint("analyze", "a.lifelog", "--baseline", "plain.json", "--write-baseline", "b.json", "--redact")
        #expect(try lifelint.text("b.json") == lifelint.text("masked.json"))
    }

    @Test("The first time, the file that is read and written need not be there")
    func firstTime() throws {
        let lifelint = try Self.program()
        let first = try lifelint("analyze", "a.lifelog", "--baseline", "new.json", "--write-baseline", "new.json")
        #expect(first.status == 1)
        #expect(try lifelint("analyze", "a.lifelog", "--baseline", "new.json").status == 0)
    }

    @Test(
        "Baselines that cannot be used end with 2, and nothing is written",
        arguments: [
            (
                "--baseline none.json",
                "baseline none.json: No such file or directory\nlifelint: '--write-baseline none.json' writes it."
            ),
            ("--strict-baseline", "--strict-baseline needs --baseline FILE"),
            ("--baseline a.lifelog", "a.lifelog:1: expected one entry a line, as JSON"),
            ("--write-baseline r.json --report json=r.json", "a report and the baseline would be written to r.json"),
            ("--write-baseline nowhere/b.json", "baseline nowhere/b.json: No such file or directory"),
            ("--baseline", "--baseline needs a value: --baseline FILE"),
        ])
    func unusable(arguments: String, message: String) throws {
        let lifelint = try Self.program()
        let outcome = try lifelint.shell("\"$lifelint\" analyze a.lifelog \(arguments)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("lifelint: " + message), "\(outcome.errors)")
        #expect(lifelint.names == ["a.lifelog", "quiet.lifelog"])
    }

    @Test("Redaction is said, or left to the format; the last word counts")
    func redaction() throws {
        let lifelint = try Self.program()
        for report in ["text", "brief", "json", "ndjson"] {
            let plain = try lifelint("analyze", "a.lifelog", "--report", report)
            #expect(plain.output.contains("Annas-iPhone"), "\(report)")
            let redacted = try lifelint("analyze", "a.lifelog", "--report", report, "--redact")
            #expect(!redacted.output.contains("Annas-iPhone"), "\(report)")
            #expect(redacted.output.contains("device-1"), "\(report)")
            let last = try lifelint("analyze", "a.lifelog", "--report", report, "--redact", "--no-redact")
            #expect(last.output == plain.output, "\(report)")
        }
    }
}
