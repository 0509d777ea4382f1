// SPDX-License-Identifier: MIT

import Foundation
import LifelintFiles
import LifelintKit
import LifelintModel
import TestSupport
import Testing

/// The built program from the outside: statuses, files and signals.
@Suite struct BuiltProgramTests {
    private static let log = """
        # app=com.acme.notes device=A1 date=2026-03-01
        10:00:00.000 process.launch pid=71 intent=foreground
        10:00:00.412 app.didFinishLaunching duration=380ms
        10:00:00.500 app.didBecomeActive
        10:00:05.000 app.willResignActive

        """

    @Test("It states its version")
    func version() throws {
        let outcome = try BuiltProgram()("--version")
        #expect(outcome.status == 0)
        #expect(outcome.output == "lifelint \(ToolVersion.current)\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test("A log gives a report and status 0, with nothing on standard error")
    func analyze() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let outcome = try lifelint("analyze", "a.lifelog")
        #expect(outcome.status == 0)
        #expect(!outcome.output.isEmpty)
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(outcome.errors.isEmpty)
        #expect(lifelint.names == ["a.lifelog"])
    }

    @Test(
        "However many logs overlap, few files are open at a time",
        arguments: [(lines: 5, isReversed: false), (5, true), (80, false), (80, true)])
    func manyOverlapping(_ row: (lines: Int, isReversed: Bool)) throws {
        let lifelint = try BuiltProgram()
        let note = String(repeating: "x", count: 900)
        for number in 0..<50 {
            var lines = (0..<row.lines).map { line in
                let time = "10:0\(line / 60):\(line % 60 < 10 ? "0" : "")\(line % 60)"
                let event = line == 0 ? "process.launch" : "data.change document=\(note)"
                return "2026-03-01T\(time)Z \(event) app=com.acme.notes device=D\(number) pid=\(number + 1)"
            }
            if row.isReversed { lines.reverse() }
            try lifelint.write("\(number).lifelog", lines.joined(separator: "\n") + "\n")
        }
        let few = try lifelint.shell("ulimit -n 45; exec \"$lifelint\" analyze . --select none --report json")
        let many = try lifelint.shell("exec \"$lifelint\" analyze . --select none --report json")
        #expect(few.status == 0, "\(few.errors)")
        #expect(few.errors.isEmpty)
        #expect(many.output.contains("\"runs\":50"))
        #expect(few.output == many.output)
    }

    @Test("Standard input is read, and reports go where they are sent")
    func reports() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let outcome = try lifelint.shell(
            "\"$lifelint\" analyze - --report json=report.json --report brief --report ndjson=runs < a.lifelog")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.output.isEmpty)
        #expect(lifelint.names == ["a.lifelog", "report.json", "runs"])
        #expect(try !lifelint.text("report.json").isEmpty)
    }

    @Test(
        "Standard input is not lost where a file beside it is in no order, and the analysis begins again",
        arguments: ["1", "2", "4"])
    func standardInputBesideDisorder(jobs: String) throws {
        let lifelint = try BuiltProgram()
        let padding = String(repeating: "x", count: 60)
        func lines(_ app: String) -> [String] {
            (0..<3_000).map { second in
                let time = Timestamp(nanoseconds: (1_772_445_600 + Int64(second) * 7) * 1_000_000_000, digits: 0)
                return #"{"time":"\#(time.rfc3339)","event":"step","app":"\#(app)","note":"\#(padding)"}"# + "\n"
            }
        }
        try lifelint.write("a.jsonl", lines("com.example.a").joined())
        try lifelint.write("b.jsonl", lines("com.example.b").reversed().joined())
        let options = "--jobs \(jobs) --report json=report.json"
        let runs = try ["a.jsonl b.jsonl", "- b.jsonl < a.jsonl", "<(cat a.jsonl) b.jsonl"].map { inputs in
            let outcome = try lifelint.shell("\"$lifelint\" analyze \(options) \(inputs)")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let report = try JSONSerialization.jsonObject(with: Data(lifelint.text("report.json").utf8))
            let object = try #require(report as? [String: Any])
            let read = try #require(object["inputs"] as? [[String: Any]])
            #expect(read.compactMap { $0["events"] as? Int } == [3_000, 3_000], "\(inputs)")
            #expect((object["problems"] as? [Any])?.isEmpty == true, "\(inputs)")
            return (object["runs"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        }
        #expect(runs.first??.count == 2)
        #expect(Set(runs).count == 1)
    }

    @Test(
        "An archive is read from a file and from a pipe, and nothing is left where temporary files belong",
        .enabled(if: ArchiveLibrary.installed != nil, "libarchive is not installed"))
    func archive() throws {
        let lifelint = try BuiltProgram()
        // A tar of text is text.
        let members = [ArchiveBytes.Member("logs/a.lifelog", Self.log), ArchiveBytes.Member("README", "Notes\n")]
        try lifelint.write("a.tar", String(decoding: ArchiveBytes.tar(members), as: UTF8.self))
        for script in ["a.tar", "- < a.tar", "--no-spool a.tar"].map({ "\"$lifelint\" analyze --report json \($0)" })
            + [
                "cat a.tar | \"$lifelint\" analyze --report json -"
            ]
        {
            let outcome = try lifelint.shell("export TMPDIR=$PWD; " + script)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("/logs/a.lifelog\",\"format\":\"lifecycle-text\""))
            #expect(lifelint.names == ["a.tar"])
        }
    }

    @Test("What is missing is unread: status 3, a notice, and a report of the rest")
    func unread() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let outcome = try lifelint("analyze", "a.lifelog", "missing.log")
        #expect(outcome.status == 3)
        #expect(!outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("lifelint: unread: missing.log"))
        let quiet = try lifelint("analyze", "a.lifelog", "missing.log", "--quiet")
        #expect(quiet.status == 3)
        // Why the status is 3 is no notice.
        #expect(quiet.errors == "lifelint: unread: missing.log: No such file or directory\n")
        #expect(try lifelint("timeline", "missing.log").status == 2)
        #expect(try lifelint("rules", "coverage", "missing.log").status == 2)
    }

    @Test("A report that cannot be written ends with 2, stronger than unread input")
    func unwritable() throws {
        let lifelint = try BuiltProgram()
        let outcome = try lifelint("analyze", "missing.log", "--report", "json=no/such/folder/report.json")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("no/such/folder/report.json: No such file or directory"))
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let full = try lifelint.shell("\"$lifelint\" explain > /dev/full")
        #expect(full.status == 2)
        #expect(full.errors.contains("No space left on device"))
        #expect(try lifelint("analyze", "missing.log", "--report", "json=/dev/full").status == 2)
    }

    @Test("A closed pipe ends it quietly, with the status that was computed")
    func closedPipe() throws {
        let lifelint = try BuiltProgram()
        // The reader is gone long before the first byte.
        let script = "{ sleep 0.3; \"$lifelint\" COMMAND; echo \"status $?\" >&2; } | true"
        let explain = try lifelint.shell(script.replacingOccurrences(of: "COMMAND", with: "explain"))
        #expect(explain.errors == "status 0\n")
        let analyze = try lifelint.shell(
            script.replacingOccurrences(of: "COMMAND", with: "analyze missing.log --quiet --report json"))
        #expect(analyze.errors == "lifelint: unread: missing.log: No such file or directory\nstatus 3\n")
    }

    @Test(
        "An interruption ends it with 128 and the signal, and leaves the old report as it was",
        arguments: [
            (SIGINT, 130), (SIGTERM, 143),
        ] as [(Int32, Int32)])
    func interruption(signal: Int32, status: Int32) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("report.json", "old")
        // Reading a pipe that nobody fills takes as long as the test needs.
        #expect(try lifelint.shell("mkfifo pipe").status == 0)
        let process = try lifelint.start(["analyze", "pipe", "--report", "json=report.json"])
        let begun = Date().addingTimeInterval(20)
        while lifelint.names.count < 3, Date() < begun { usleep(10_000) }
        #expect(lifelint.names.count == 3)
        #expect(kill(process.processIdentifier, signal) == 0)
        let ended = Date().addingTimeInterval(20)
        while process.isRunning, Date() < ended { usleep(10_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == status)
        #expect(lifelint.names == ["pipe", "report.json"])
        #expect(try lifelint.text("report.json") == "old")
    }

    @Test("Progress is shown only where it is asked for or a terminal is there")
    func progress() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let script = "{ cat a.lifelog; sleep 0.5; cat a.lifelog; } | \"$lifelint\" analyze - --progress "
        #expect(try lifelint.shell(script + "auto").errors.isEmpty)
        let always = try lifelint.shell(script + "always")
        #expect(always.status == 0)
        #expect(try lifelint.shell(script + "always --quiet").errors.isEmpty)
    }
}
