// SPDX-License-Identifier: MIT

import Testing

/// `convert` and `diff` of the built program.
@Suite struct ConvertCommandTests {
    private static let log = """
        # app=com.acme.notes device=Annas-iPhone date=2026-03-02 pid=71
        10:00:00.000 process.launch intent=foreground reason=tap
        10:00:05.000 backgroundTask.begin task=7 name="upload draft"
        10:00:07.000 app.didEnterBackground
        10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9

        """

    private static func program() throws -> BuiltProgram {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", log)
        try lifelint.write(
            "quiet.lifelog", "# app=com.acme.notes date=2026-03-03 pid=9\n10:00:00.000 app.didBecomeActive\n")
        _ = try lifelint("analyze", "a.lifelog", "--report", "json=a.json")
        _ = try lifelint("analyze", "quiet.lifelog", "--report", "json=quiet.json")
        return lifelint
    }

    @Test("What analyze prints, convert prints", arguments: ["text", "brief", "json", "ndjson"])
    func convert(report: String) throws {
        let lifelint = try Self.program()
        let expected = try lifelint("analyze", "a.lifelog", "--report", report).output
        let found = try lifelint("convert", "a.json", "--report", report)
        #expect(found.output == expected)
        #expect(found.status == 0 && found.errors.isEmpty)
        let piped = try lifelint.shell("\"$lifelint\" convert - --report \(report) < a.json")
        #expect(piped.output == expected)
        let redacted = try lifelint("convert", "a.json", "--report", report, "--redact").output
        #expect(redacted == (try lifelint("analyze", "a.lifelog", "--report", report, "--redact").output))
    }

    @Test("With a baseline and a named file that is no log, every format is what analyze writes")
    func convertAll() throws {
        let lifelint = try Self.program()
        let formats = [
            "text", "brief", "json", "ndjson", "sarif", "junit", "github", "gitlab", "checkstyle", "otlp", "sql",
            "markdown", "html", "trace",
        ]
        try lifelint.write("other.lifelog", Self.log.replacing("com.acme.notes", with: "com.acme.other"))
        _ = try lifelint("analyze", "a.lifelog", "other.lifelog", "--write-baseline", "known.json")
        try lifelint.write(
            "mended.lifelog",
            Self.log.replacing("10:00:07.000 ", with: "10:00:06.000 backgroundTask.end task=7\n10:00:07.000 ")
                .replacing("RUNNINGBOARD code=0x2182bad2", with: "FRONTBOARD code=0xdeadfa11"))
        try lifelint.write("named.txt", "This is no log.\n")
        func reports(_ prefix: String) -> [String] { formats.flatMap { ["--report", "\($0)=\(prefix).\($0)"] } }
        let analyze = ["analyze", "mended.lifelog", "named.txt", "--baseline", "known.json"] + reports("a")
        #expect(try lifelint.shell("\"$lifelint\" \(analyze.joined(separator: " "))").status == 3)
        let convert = ["convert", "a.json"] + reports("b")
        #expect(try lifelint.shell("\"$lifelint\" \(convert.joined(separator: " "))").status == 0)
        for format in formats {
            #expect(try lifelint.text("a.\(format)") == lifelint.text("b.\(format)"), "\(format)")
        }
        // What is known may be in the file that could not be read.
        #expect(try lifelint.text("b.text").contains("Fixed since the baseline, or not seen in these logs:"))
        #expect(try !lifelint.text("b.text").contains("Fixed since the baseline: "))
        _ = try lifelint("analyze", "mended.lifelog", "--baseline", "known.json", "--report", "json=c.json")
        for format in ["text", "html", "markdown"] {
            #expect(
                try lifelint("convert", "c.json", "--report", format).output.contains("Fixed since the baseline: 1"))
        }
    }

    @Test(
        "With --max-problems, convert lists what analyze lists",
        arguments: ["json", "ndjson", "html", "text", "markdown"])
    func problems(report: String) throws {
        let lifelint = try BuiltProgram()
        let lines = (0..<40).map { "\($0.isMultiple(of: 2) ? "nonsense" : "10:00:\($0).000 memory.warning task")" }
        for name in ["b", "a"] {
            let head = "# app=com.acme.notes date=2026-03-02 pid=71\n"
            try lifelint.write("\(name).lifelog", head + lines.joined(separator: "\n") + "\n")
        }
        _ = try lifelint("analyze", "b.lifelog", "a.lifelog", "zz.lifelog", "--report", "json=all.json")
        for limit in ["0", "3", "25"] {
            let options = ["--report", report, "--max-problems", limit, "--no-redact"].joined(separator: " ")
            let analyzed = try lifelint.shell("\"$lifelint\" analyze b.lifelog a.lifelog zz.lifelog \(options)")
            let converted = try lifelint.shell("\"$lifelint\" convert all.json \(options)")
            #expect(converted.output == analyzed.output, "\(limit)")
        }
    }

    @Test("Several reports are written at once")
    func several() throws {
        let lifelint = try Self.program()
        let outcome = try lifelint("convert", "a.json", "--report", "json=b.json", "--report", "brief=b.txt")
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(try lifelint.text("b.json") == lifelint.text("a.json"))
    }

    @Test("Two reports are compared, and new mistakes fail where that is asked for")
    func diff() throws {
        let lifelint = try Self.program()
        let new = try lifelint("diff", "quiet.json", "a.json")
        #expect(new.status == 0)
        #expect(new.output.hasPrefix("lifelint diff: 1 new, 0 fixed, 0 unchanged\nbase: quiet.json, 1 run\n"))
        #expect(try lifelint("diff", "quiet.json", "a.json", "--fail-on", "error").status == 1)
        #expect(try lifelint("diff", "a.json", "quiet.json", "--fail-on", "error").status == 0)
        #expect(
            try lifelint("diff", "a.json", "a.json").output.hasPrefix("lifelint diff: 0 new, 0 fixed, 1 unchanged\n"))
        let files = try lifelint(
            "diff", "quiet.json", "a.json", "--report", "markdown=d.md", "--report", "html=d.html", "--report",
            "json=d.json")
        #expect(files.status == 0 && files.output.isEmpty)
        #expect(try lifelint.text("d.md").hasPrefix("## lifelint: 1 new, 0 fixed, 0 unchanged\n"))
        #expect(try lifelint.text("d.html").hasPrefix("<!DOCTYPE html>\n"))
        #expect(try lifelint.text("d.json").contains("Annas-iPhone"))
        for file in ["d.md", "d.html"] { #expect(!(try lifelint.text(file)).contains("Annas-iPhone")) }
    }

    @Test(
        "What cannot be read ends with 2 and says why",
        arguments: [
            ("convert none.json", "none.json: No such file or directory"),
            ("convert a.lifelog", "a.lifelog: this is no report of lifelint: "),
            ("convert cut.json", "cut.json:"), ("convert a.json quiet.json", "'convert' takes one REPORT.json"),
            ("convert a.json --report nonsense", "--report 'nonsense': unknown report format"),
            ("convert a.json --report json=no/x.json", "report no/x.json: No such file or directory"),
            ("diff a.json", "'diff' needs two reports: BASE.json HEAD.json"),
            ("diff a.json quiet.json a.json", "'diff' needs two reports"),
            ("diff a.json cut.json", "cut.json:"),
            ("diff a.json quiet.json --report sarif", "--report 'sarif': unknown"),
            ("diff a.json quiet.json --report json=no/x.json", "report no/x.json: No such file or directory"),
            ("diff a.json quiet.json --report json=x --report html=x", "two reports would be written to x"),
        ])
    func unreadable(arguments: String, message: String) throws {
        let lifelint = try Self.program()
        let outcome = try lifelint.shell("head -c 900 a.json > cut.json; \"$lifelint\" \(arguments)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("lifelint: " + message), "\(outcome.errors)")
    }
}
