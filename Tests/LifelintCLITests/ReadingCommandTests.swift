// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintCLI

/// What the commands that read logs print of them.
@Suite struct ReadingCommandTests {
    /// A run from 10:00 to 10:10, and one that is only heard of at 10:20.
    private static let log = """
        # app=com.acme.notes device=D1 date=2026-03-02
        10:00:00.000 process.launch pid=71
        10:10:00.000 process.exit pid=71 signal=9
        10:20:00.000 memory.warning pid=72

        """

    @Test(
        "A run is in a stretch of time from its beginning up to the end of the stretch",
        arguments: [
            ("--until '2026-03-02 10:00'", []), ("--until '2026-03-02 10:00:00.001'", ["71"]),
            ("--until '2026-03-02 10:20'", ["71"]), ("--until 2026-03-02", ["71", "72"]), ("--until 2026-03-01", []),
            ("--since '2026-03-02 10:09:59'", ["71", "72"]), ("--since '2026-03-02 10:10'", ["72"]),
            ("--since '2026-03-02 10:20'", ["72"]), ("--since '2026-03-02 10:20:00.001'", []),
        ])
    func stretch(options: String, pids: [String]) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let outcome = try lifelint.shell("\"$lifelint\" analyze a.lifelog --report json --fail-on never \(options)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let found = outcome.output.matches(of: #/"pid":(\d+)/#).map { String($0.output.1) }
        #expect(found == pids)
    }

    @Test(
        "That nothing is left of what was asked for is told",
        arguments: [
            (
                "--app com.typo",
                "lifelint: warning: --app com.typo left no run; 3 events were read: without --app the report says of which apps\n"
            ),
            ("--app com.acme.notes", ""), ("--device D1", ""),
            (
                "--app com.typo --quiet",
                "lifelint: warning: --app com.typo left no run; 3 events were read: without --app the report says of which apps\n"
            ),
            ("--device nope", "lifelint: warning: --device nope left no run; 3 events were read\n"),
            (
                "--app com.typo --device nope",
                "lifelint: warning: --app com.typo, --device nope left no run; 3 events were read: without --app the report says of which apps\n"
            ),
        ])
    func nothingLeft(options: String, errors: String) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let outcome = try lifelint.shell("\"$lifelint\" analyze a.lifelog --report brief --fail-on never \(options)")
        #expect(outcome.status == 0)
        #expect(outcome.errors == errors)
        let isLeft = errors.isEmpty
        #expect(
            outcome.output.contains("no run is left by --") != isLeft && !outcome.output.contains("nothing to report"))
        for format in ["text", "html", "markdown", "brief"] {
            let report = "--fail-on never --report json=all.json --report \(format)"
            let page = try lifelint.shell("\"$lifelint\" analyze a.lifelog \(report) \(options)").output
            #expect(page.lowercased().contains("no run is left by --") != isLeft, "\(format)")
            if !isLeft {
                #expect(!page.contains("✓") && !page.contains("✅") && !page.contains("lifelint recognise"), "\(format)")
            }
            #expect(try lifelint("convert", "all.json", "--report", format).output == page, "\(format)")
        }
        let drawn = try lifelint.shell("\"$lifelint\" timeline a.lifelog \(options)")
        #expect(drawn.errors == errors)
        let strict = try lifelint.shell(
            "\"$lifelint\" analyze a.lifelog --report brief --fail-on never --strict --select none \(options)")
        #expect(strict.status == (errors.isEmpty ? 0 : 4))
    }

    @Test("That nobody is named as the app that was asked for is told where something is kept all the same")
    func nobodyNamed() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", "10:00:00 app.didBecomeActive\n10:00:09 app.willResignActive\n")
        let outcome = try lifelint("analyze", "a.lifelog", "--app", "com.typo")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == "lifelint: warning: no run tells of com.typo; 1 run that tells of no app is kept\n")
    }

    @Test("Where nothing can be drafted, the drafts are a file that loads, and it is said")
    func noDrafts() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        let drafts = try lifelint.shell("\"$lifelint\" recognise a.lifelog --drafts > ours.yml")
        #expect(drafts.status == 0)
        #expect(drafts.errors.contains("nothing to draft"), "\(drafts.errors)")
        let loaded = try lifelint("analyze", "a.lifelog", "--recognisers", "ours.yml", "--fail-on", "never")
        #expect(loaded.status == 0, "\(loaded.errors)")
    }

    @Test("A draft fits the message that it is of, whatever that holds of the language of patterns")
    func drafts() throws {
        let lifelint = try BuiltProgram()
        let messages =
            ["Saving \"a {b}\" failed (code -34) [retry|no]?", "Really [all]?12 of {3}? [no]", "odd ]? end"] + [
                "Sync took 12.5 s, 40 items", "Footprint 123.4 MiB", "Speed 3.5 MB/s", "from 10:00:05.123 to 2 m",
                "took 12.5s", "done on 2026-03-01, 3rd", "looked at 0x12-3, 0x1f", "1.5 h a day", "ratio 2.25",
                #"{"event":"sync","n":3}"#, "\u{1B}[32mdraft stored for \u{202E}later\u{1B}[0m",
            ]
        let rows = messages.enumerated().map {
            "2026-04-07 21:15:\(10 + $0.offset).100000+0200 Pebble[3321:88] \($0.element)"
        }
        try lifelint.write(
            "app.log",
            "2026-04-07 21:15:00.000000+0200 Pebble[3321:88] applicationDidBecomeActive(_:)\n"
                + rows.joined(separator: "\n"))
        let drafts = try lifelint.shell(
            "\"$lifelint\" recognise app.log --drafts | sed 's/^  #\\([- ] \\)/  \\1/; s/CHOOSE/ui.refresh/' > ours.yml"
        )
        #expect(drafts.status == 0)
        let loaded = try lifelint("recognise", "app.log", "--recognisers", "ours.yml")
        #expect(loaded.output.contains("15 recognised"), "\(loaded.output)\(loaded.errors)")
        // Nothing of it steers a terminal or turns a line.
        #expect(!loaded.output.contains("\u{1B}") && !loaded.output.contains("\u{202E}"))
    }

    @Test("What a log masks is drafted as a value, whichever mask stands there")
    func maskedDrafts() throws {
        let lifelint = try BuiltProgram()
        let rows = ["kept <private> for later", "kept <mask.hash: 'a=='> for later", "a <- b <private"].map {
            "2026-04-07 21:15:10.100000+0200 Pebble[3321:88] \($0)"
        }
        try lifelint.write("app.log", rows.joined(separator: "\n"))
        let drafts = try lifelint("recognise", "app.log", "--drafts")
        let drafted = drafts.output.split(separator: "\n").filter { $0.contains("says: ") }
        #expect(drafted == ["  #- says: \"kept {value} for later\"", "  #- says: \"a <- b <private\""])
    }

    @Test("What the configuration names counts where lines are recognised, too")
    func configured() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(
            "ours.yml",
            """
            about: ours
            from: { process: Pebble }
            lines:
              - says: "pebble {id} was kept"
                means: data.save
                sample: pebble a was kept

            """)
        try lifelint.write("app.log", "2026-04-07 21:15:00.000000+0200 Pebble[3321:88] pebble b was kept\n")
        let before = try lifelint("recognise", "app.log")
        #expect(before.output.contains("0 recognised"), "\(before.output)\(before.errors)")
        try lifelint.write("other.yml", "recognisers: [ours.yml]\n")
        let named = try lifelint("recognise", "app.log", "--config", "other.yml")
        #expect(named.output.contains("1 recognised"), "\(named.output)\(named.errors)")
        try lifelint.write(".lifelint.yml", "recognisers: [ours.yml]\n")
        let found = try lifelint("recognise", "app.log")
        #expect(found.output == named.output, "\(found.output)\(found.errors)")
        try lifelint.write(".lifelint.yml", "recognizers: [ours.yml]\n")
        #expect(try lifelint("recognise", "app.log").status == 2)
    }

    @Test("What has too little text of its own is not drafted")
    func shortDrafts() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("app.log", "2026-04-07 21:15:00.100000+0200 Pebble[3321:88] n=3\n")
        let drafts = try lifelint("recognise", "app.log", "--drafts")
        #expect(drafts.output.hasSuffix("events: []\nlines: []\n"), "\(drafts.output)")
        #expect(drafts.errors.contains("nothing to draft"), "\(drafts.errors)")
    }

    @Test("What could not be opened is not called something that is no log")
    func missing() throws {
        let lifelint = try BuiltProgram()
        let outcome = try lifelint("recognise", "nope")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("lifelint: unread: nope: No such file or directory"), "\(outcome.errors)")
        #expect(!outcome.output.contains("nope"))
    }

    @Test(
        "What is named and not read ends 'recognise' with 2 and the reason; a folder of which something is read does not",
        arguments: [
            ("empty.log", "empty.log: The file is empty."), ("- < plain.txt", "-: No format recognises the file"),
            ("a.lifelog binary", "binary: The file is binary"), ("cut.gz", "cut.gz: truncated gzip input"),
            ("own.json", "own.json: A report of lifelint's own is no evidence."), ("none", "none/plain.txt: No format"),
            ("some", nil), ("some --drafts", nil), ("a.lifelog", nil),
        ] as [(String, String?)])
    func unread(arguments: String, reason: String?) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", Self.log)
        try lifelint.write("plain.txt", "Dear all,\nthis is no log.\n")
        let made = try lifelint.shell(
            """
            : > empty.log; head -c 300 "$lifelint" > binary; head -c 20000 "$lifelint" | gzip | head -c 20 > cut.gz
            mkdir none some; cp plain.txt none; cp plain.txt a.lifelog some
            "$lifelint" analyze a.lifelog --fail-on never --report json=own.json
            """)
        #expect(made.status == 0, "\(made.errors)")
        let outcome = try lifelint.shell("\"$lifelint\" recognise \(arguments)")
        #expect(outcome.status == (reason == nil ? 0 : 2), "\(outcome.errors)")
        if let reason {
            #expect(outcome.errors.hasPrefix("lifelint: unread: \(reason)"), "\(outcome.errors)")
        } else {
            #expect(!outcome.errors.contains("unread"), "\(outcome.errors)")
        }
        #expect(!outcome.output.contains("plain.txt"), "\(outcome.output)")
    }

    @Test("An archive is called in the list of formats as in a report")
    func archives() throws {
        let lifelint = try BuiltProgram()
        let made = try lifelint.shell("head -c 20000 \"$lifelint\" | gzip | head -c 20 > cut.gz")
        #expect(made.status == 0)
        #expect(try lifelint("analyze", "cut.gz", "--report", "json").output.contains("\"format\":\"archive\""))
        #expect(try lifelint("formats").output.contains("\narchive: "))
    }

    @Test("Reports are told as sheets, as many as were asked for; of logs it is counted what is known")
    func reports() throws {
        let lifelint = try BuiltProgram()
        for name in ["a", "b"] {
            try lifelint.write(
                "\(name).crash",
                """
                Process:             Sketch [512]
                Identifier:          com.acme.sketch
                Date/Time:           2026-03-02 10:00:20.100 +0000
                OS Version:          iPhone OS 17.1 (21B74)
                Report Version:      104

                Exception Type:  EXC_CRASH (SIGABRT)

                Thread 0 Crashed:
                0   Sketch   0x0000000100000020 $s6Sketch5StoreV4saveyyF + 16

                Binary Images:
                0x100000000 - 0x100003fff Sketch arm64  <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa> /A/Sketch.app/Sketch

                """)
        }
        let all = try lifelint("recognise", "a.crash", "b.crash")
        #expect(all.status == 0, "\(all.errors)")
        #expect(
            all.output.hasPrefix("a.crash: crash-text\n  Crash, line 1\n    process       Sketch (com.acme.sketch)"))
        #expect(all.output.contains("      0   Sketch                   Sketch.Store.save() -> () + 16\n"))
        #expect(all.output.contains("\nb.crash: crash-text\n  Crash, line 1\n") && !all.output.contains("messages"))
        let one = try lifelint("recognise", "a.crash", "b.crash", "--limit", "1")
        #expect(
            one.output.hasSuffix("b.crash: crash-text\n\n1 more report; '--limit' shows it\n"), "\(one.output)")
        let drafts = try lifelint("recognise", "a.crash", "b.crash", "--drafts")
        #expect(!drafts.output.contains("Sketch"))
        try lifelint.write("x.lifelog", Self.log)
        let both = try lifelint("recognise", "a.crash", "x.lifelog")
        #expect(both.output.contains("\nx.lifelog: lifecycle-text\n\n0 messages: 0 recognised"), "\(both.output)")
        #expect(both.output.contains("'records:' of a recogniser file"), "\(both.output)")
    }

    @Test(
        "Prose of a rule is broken anew, its code is not",
        arguments: [
            ("one two\nthree four five", "  one two three\n  four five\n"),
            ("- one two three four\n- five", "  - one two\n    three four\n  - five\n"),
            ("one\n\n    let a = b + c + d + e\n", "  one\n\n      let a = b + c + d + e\n"),
            ("```swift\nlet a = b + c + d\n```\none", "  ```swift\n  let a = b + c + d\n  ```\n  one\n"),
            ("1. one two three\n   four", "  1. one two\n     three four\n"),
        ])
    func prose(text: String, expected: String) {
        #expect(WrittenProse.wrapped(text, indent: 2, width: 16) == expected)
    }
}
