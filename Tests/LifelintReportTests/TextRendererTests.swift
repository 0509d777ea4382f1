// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

struct TextRendererTests {
    /// A run that ended unknown after it was suspended.
    private var unknown: AppRun {
        var run = AppRun.killedInBackground
        run.ending = Ending(cause: .unknown, confidence: .possible)
        run.ending.candidates = [
            .init(cause: .reclaimed, likelihood: .likely), .init(cause: .userQuit, likelihood: .possible),
        ]
        run.ending.because = [EvidenceLine(text: "10:00:20.000 data.save", at: place(12))]
        run.stateAtEnd = .suspended
        run.end.isKnown = false
        run.story = "Nothing says why. It could be: reclaimed (likely), userQuit (possible). Unsaved since 10:00:01: a."
        return run
    }

    @Test("Nothing to report is said plainly")
    func nothing() throws {
        #expect(
            try SampleReport().rendered(as: TextRenderer()) == """
                lifelint 0.1.0: no input was given

                Nothing to report: no run of an app was found in what was read.

                """)
        let input = InputSummary(path: "empty.jsonl", format: "lifecycle-jsonl", status: .read, isExpected: true)
        #expect(try SampleReport(inputs: [input]).rendered(as: TextRenderer()).contains("no run in 1 input (0 events)"))
    }

    @Test("A run that ended as runs do is one line")
    func ordinary() throws {
        #expect(
            try SampleReport(runs: [.bare(.reclaimed)]).rendered(as: TextRenderer()) == """
                lifelint 0.1.0: 1 run on 1 device
                on 2026-03-01 at 10:00:00.000 UTC

                How the runs ended
                  1  Reclaimed by the system while it was not in use (ordinary)

                No ending is out of the ordinary.

                """)
    }

    @Test("A run that goes on, where an end is more likely, is read with the endings that nothing explains")
    func outweighed() throws {
        var run = AppRun.bare(.stillRunning, confidence: .possible)
        run.ending.candidates = [.init(cause: .watchdogSceneCreate, likelihood: .likely)]
        let text = try SampleReport(runs: [run]).rendered(as: TextRenderer())
        #expect(text.contains("Still running when the evidence ends (possible)"))
        #expect(text.contains("Could also be:") && !text.contains("ordinary"))
        run.ending.candidates[0].likelihood = .possible
        #expect(try SampleReport(runs: [run]).rendered(as: TextRenderer()).contains("(ordinary, possible)"))
    }

    @Test("A kill that is told as ordinary, and whose it was nobody says, is told with what else it may have been")
    func doubted() throws {
        var run = AppRun.bare(.debuggerStop, confidence: .likely)
        run.ending.candidates = [
            .init(cause: .userQuit, likelihood: .possible), .init(cause: .memoryLimit, likelihood: .possible),
        ]
        let doubt = "Could also be: Killed for exceeding its own memory limit (memoryLimit)"
        func text() throws -> String {
            try SampleReport(runs: [run]).rendered(as: TextRenderer(), options: RenderOptions(width: 200))
        }
        // What is concluded from silence has candidates as well.
        #expect(try !text().contains("Could also be"))
        run.ending.detail[.signal] = .integer(9)
        #expect(try text().contains("(ordinary, likely)\n     \(doubt)\n"))
        #expect(try text().hasSuffix("\nNo ending is known to be out of the ordinary.\n"))
        let report = SampleReport(runs: [run])
        let title = "Stopped from Xcode or another tool"
        let brief = try report.rendered(as: BriefRenderer())
        #expect(
            brief.contains(
                "; no ending known to be out of the ordinary\n1 run: \(title) (ordinary, likely). \(doubt)\n"))
        let summary = try report.rendered(as: MarkdownRenderer())
        #expect(summary.hasPrefix("# ⚠️ lifelint: 0 errors"))
        #expect(summary.contains("| ✓ | 1 | \(title) | ordinary, likely. \(doubt) |"))
        let page = try report.rendered(as: HTMLRenderer())
        #expect(page.contains("✓ No ending is known to be out of the ordinary") && page.contains(doubt))
        run.ending.confidence = .certain
        #expect(try !text().contains("Could also be"))
    }

    @Test("Where nothing tells whether the user saw an end, it is not called ordinary")
    func untold() throws {
        let report = SampleReport(runs: [.bare(.systemPressure)])
        #expect(try report.rendered(as: TextRenderer()).contains("No ending is known to be out of the ordinary."))
        #expect(try report.rendered(as: BriefRenderer()).contains("no ending known to be out of the ordinary"))
        #expect(try report.rendered(as: HTMLRenderer()).contains("No ending is known to be out of the ordinary"))
    }

    @Test("What is told of nobody is told of no app")
    func unnamed() throws {
        var crash = AppRun.bare(.crashSignal)
        crash.id = "-/-/-@2026-03-01T10:02:00.000Z"
        var finding = Finding.sample()
        finding.rule = "crashed"
        (finding.app, finding.run, finding.runs, finding.culprit) = (nil, crash.id, [crash.id], nil)
        let report = SampleReport(runs: [.killedInBackground, crash], findings: [finding])
        let head = "2 runs of com.acme.notes and an unnamed process on at least 1 device"
        for renderer in [TextRenderer(), BriefRenderer(), MarkdownRenderer()] as [any ReportRenderer] {
            let text = try report.rendered(as: renderer)
            #expect(text.contains(head), "\(renderer.id)")
        }
        #expect(
            try report.rendered(as: TextRenderer()).contains("  error: crashed (certain) in an unnamed process\n"))
        let several = SampleReport(runs: [.killedInBackground, crash, crash], findings: [.sample()])
        let text = try several.rendered(as: TextRenderer())
        #expect(text.contains("3 runs of com.acme.notes and unnamed processes on"))
        #expect(text.contains("background-task-never-ended (certain) in com.acme.notes\n"))
        #expect(!(try SampleReport(runs: [crash]).rendered(as: TextRenderer()).contains("unnamed processes")))
    }

    @Test("Who ended alike but in another version is told so, and who ended in another state did not end alike")
    func alike() throws {
        func crash(_ pid: Int, _ state: AppState, _ version: String?) -> AppRun {
            var run = AppRun.crashed
            (run.id, run.pid, run.version) = ("com.acme.notes/A1/\(pid)@2026-03-01T10:01:00.000Z", pid, version)
            run.stateAtEnd = state
            if version == nil { run.build = nil }
            return run
        }
        let runs = [
            crash(1, .active, "1.2"), crash(2, .active, "1.3"), crash(3, .active, "1.2"), crash(4, .active, nil),
            crash(5, .launching, "1.2"),
        ]
        let options = RenderOptions(width: 400)
        let text = try SampleReport(runs: runs).rendered(as: TextRenderer(), options: options)
        let time = "10:01:01.000"
        #expect(
            text.contains(
                "3 more runs ended like this: \(time) (pid 2, 1.3 (34)), \(time) (pid 3), \(time) (pid 4, version unknown)\n"
            ), "\(text)")
        #expect(text.contains("pid 5, device A1\n"), "\(text)")
    }

    @Test("What does not count is told in brief, too")
    func notCountedInBrief() throws {
        var report = SampleReport(runs: [.killedInBackground])
        report.header.summary.baseline = 4
        for renderer in [TextRenderer(), BriefRenderer(), MarkdownRenderer()] as [any ReportRenderer] {
            #expect(try report.rendered(as: renderer).contains("not counted: 4 in the baseline"), "\(renderer.id)")
        }
    }

    @Test("Where an input is unread, what is short does not look as if all was well")
    func unreadInBrief() throws {
        let missing = InputSummary(path: "missing.ips", format: "unknown", status: .unread, isExpected: true)
        let problem = Problem(file: "missing.ips", code: .unreadable, message: "No such file or directory")
        let nothing = SampleReport(inputs: [missing], problems: [problem])
        #expect(
            try nothing.rendered(as: BriefRenderer()) == """
                lifelint 0.1.0: no run in 1 input (0 events); 0 errors, 0 warnings, 0 info; 1 input not read
                unread: missing.ips: No such file or directory

                """)
        #expect(
            try nothing.rendered(as: MarkdownRenderer()).hasPrefix(
                "# ⚠️ lifelint: 0 errors, 0 warnings, 0 info, 1 input not read\n"))
        let html = try nothing.rendered(as: HTMLRenderer())
        #expect(!html.contains("headline ok") && html.contains("▲ 1 input not read. "))
        let rest = SampleReport(runs: [.bare(.reclaimed)], inputs: [missing], problems: [problem])
        #expect(try rest.rendered(as: BriefRenderer()).contains("no ending out of the ordinary; 1 input not read\n"))
        let note = InputSummary(path: "README.md", format: "unknown", status: .unread, isExpected: false)
        #expect(try SampleReport(inputs: [note]).rendered(as: BriefRenderer()).contains("; nothing to report\n"))
        #expect(try SampleReport(inputs: [note]).rendered(as: MarkdownRenderer()).hasPrefix("# ✅ lifelint: "))
    }

    @Test("Several runs: findings first, then endings, the worst first, with what they rest on")
    func several() throws {
        var input = InputSummary(path: "bad.jsonl", format: "lifecycle-jsonl", status: .partly, isExpected: true)
        input.problems = 12
        let note = InputSummary(path: "README.md", format: "unknown", status: .unread, isExpected: false)
        var related = Finding.sample("eeeeeeeeeeeeeeee")
        related.relatedTo = "0123456789abcdef"
        related.rule = "unsaved-when-killed"
        related.message = "draft-12 was unsaved."
        let report = SampleReport(
            runs: [unknown, .killedInBackground, .killedInBackground, .crashed, .bare(.reclaimed)],
            findings: [.sample(), related, .sample("ffffffffffffffff", severity: .info)], inputs: [input, note],
            problems: [Problem(file: "bad.jsonl", line: 3, column: 17, offset: 99, code: .badTime, message: "no time")])
        #expect(
            try report.rendered(as: TextRenderer(), options: RenderOptions(width: 90)) == """
                lifelint 0.1.0: 5 runs of com.acme.notes and an unnamed process on at least 1 device
                on 2026-03-01 from 10:00:00.000 to 10:01:01.000 UTC

                How the runs ended
                  1  Crashed with an uncaught exception (likely)
                  2  Killed because a background task was not ended
                  1  Ended, and the evidence does not say why (not seen)
                  1  Reclaimed by the system while it was not in use (ordinary)

                Findings: 1 error, 0 warnings, 1 info
                  error: background-task-never-ended (certain) in com.acme.notes
                    Background task 7 was begun and never ended.
                    to blame: upload draft
                    notes.lifelog:4  begun here: 10:00:05.000 backgroundTask.begin task=7
                    + unsaved-when-killed: draft-12 was unsaved.
                  info: background-task-never-ended (certain) in com.acme.notes
                    Background task 7 was begun and never ended.
                    to blame: upload draft
                    notes.lifelog:4  begun here: 10:00:05.000 backgroundTask.begin task=7

                Endings worth reading
                  1. Crashed with an uncaught exception (likely, inferred)
                     com.acme.notes 1.2 (34); 10:01:01.000; in use (active); seen by the user; pid 99,
                     device A1
                     Detail: exception NSRangeException
                     Could also be:
                       - Crashed with a fatal signal (crash.signal, possible)
                  2. Killed because a background task was not ended (certain)
                     com.acme.notes 1.2 (34); 10:00:36.000; in the background; out of the user's sight;
                     pid 71, device A1
                     Detail: kind expired, code 0x2182bad2 of RUNNINGBOARD, SIGKILL (9)
                     The app (pid 71) went to the background at 10:00:07 with background task 7 "upload
                     draft" open since 10:00:05; it was not ended, and RunningBoard killed the app at
                     10:00:36 (0x2182bad2).
                     notes.lifelog:9
                       10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 signal=9
                     Ruled out:
                       - Quit by the user (userQuit): the termination names another reason
                     1 more run ended like this: 10:00:36.000 (pid 71)
                  … and 1 run that ended out of the user's sight, and the evidence does not say why; the
                    first: notes.lifelog:12

                Not read, or not wholly
                  partly  bad.jsonl (lifecycle-jsonl, 12 problems)
                  1 file in a folder is no log

                Problems: 12
                  bad.jsonl:3:17: bad-time: no time
                  … and 11 more

                What an ending means: lifelint explain crash.exception
                What a finding means: lifelint explain background-task-never-ended

                """)
    }

    @Test("Of findings that are as bad, the one that tells how a run ended comes first")
    func endFirst() throws {
        var hang = Finding.sample("aaaaaaaaaaaaaaaa")
        hang.rule = "main-thread-hang"
        var crash = Finding.sample("bbbbbbbbbbbbbbbb")
        crash.rule = "crashed"
        crash.confidence = .likely
        crash.evidence[0].note = "the end"
        let report = SampleReport(runs: [.killedInBackground], findings: [hang, crash, hang, hang])
        for text in [
            try report.rendered(as: TextRenderer()), try report.rendered(as: BriefRenderer()),
            try report.rendered(as: MarkdownRenderer()), try report.rendered(as: GitHubRenderer()),
        ] {
            let first = try #require(text.ranges(of: "crashed").first?.lowerBound)
            let second = try #require(text.ranges(of: "main-thread-hang").first?.lowerBound)
            #expect(first < second)
        }
    }

    @Test("How many endings are not certain is told where they are counted")
    func sureness() throws {
        var possible = AppRun.killedInBackground
        possible.ending.confidence = .possible
        var likely = AppRun.killedInBackground
        likely.ending.confidence = .likely
        let report = SampleReport(
            runs: [.killedInBackground, likely, likely, possible, .bare(.reclaimed, confidence: .likely)])
        let title = "Killed because a background task was not ended"
        let text = try report.rendered(as: TextRenderer(), options: RenderOptions(width: 200))
        #expect(text.contains("\n  4  \(title) (2 of them likely, 1 possible)\n"))
        #expect(text.contains("\n  1  Reclaimed by the system while it was not in use (ordinary, likely)\n"))
        // Those that are as sure stand together.
        #expect(text.contains(". \(title) (likely, inferred)\n") && text.contains("1 more run ended like this"))
        #expect(text.contains(". \(title) (certain)\n") && text.contains(". \(title) (possible, inferred)\n"))
        let page = try report.rendered(as: HTMLRenderer())
        #expect(page.contains("(2 of them likely, 1 possible)"))
        let summary = try report.rendered(as: MarkdownRenderer())
        #expect(summary.contains("| \(title) | worth reading, 2 of them likely, 1 possible |"))
        let difference = try ReportDifference(base: SampleReport(), named: "a", head: report, named: "b")
        for renderer in DifferenceFormats.all where renderer.id != "json" {
            let text = String(decoding: renderer.render(difference, options: RenderOptions()), as: UTF8.self)
            #expect(text.replacing("\\", with: "").contains("now: 2 of them likely, 1 possible)"), "\(renderer.id)")
        }
    }

    @Test("A culprit as long as a log likes is cut")
    func longCulprit() throws {
        var finding = Finding.sample()
        finding.culprit = String(repeating: "L", count: 5_000)
        let text = try SampleReport(runs: [.killedInBackground], findings: [finding]).rendered(as: TextRenderer())
        #expect(text.contains("    to blame:\n    " + String(repeating: "L", count: 199) + "…\n"))
        finding.message = "It was “" + String(repeating: "L", count: 300) + "…”."
        let named = try SampleReport(runs: [.killedInBackground], findings: [finding]).rendered(as: TextRenderer())
        #expect(!named.contains("to blame"))
    }

    @Test("Many different endings are cut to ten, and the rest is counted")
    func many() throws {
        var runs: [AppRun] = []
        for index in 0..<2_000 {
            var run = AppRun.crashed
            run.ending.detail[.signature] = .string("frame \(index % 100)")
            runs.append(run)
        }
        runs.append(.killedInBackground)
        var severe = AppRun.crashed
        severe.ending.detail[.signature] = .string("frame 7")
        runs.append(severe)
        let text = try SampleReport(runs: runs).rendered(as: TextRenderer())
        #expect(text.contains("  2,001  Crashed with an uncaught exception (likely)\n"))
        #expect(text.contains("\n  10. Crashed"))
        #expect(!text.contains("\n  11. "))
        #expect(text.contains("Detail: signature frame 7, exception NSRangeException\n"))
        #expect(
            text.contains(
                "     20 more runs ended like this: 10:01:01.000 (pid 99), 10:01:01.000 (pid 99),\n"
                    + "     10:01:01.000 (pid 99), 10:01:01.000 (pid 99) and 16 more\n"))
        #expect(text.contains("  … and 1,801 more runs of other kinds: --report json has all\n"))
        #expect(text.split(separator: "\n").count < 100)
    }

    @Test("Endings that nobody saw and nothing explains are shown where there is little else")
    func unseen() throws {
        let text = try SampleReport(runs: [unknown, unknown, .bare(.reclaimed)]).rendered(as: TextRenderer())
        #expect(text.contains("\n  2  Ended, and the evidence does not say why (not seen)\n"))
        #expect(text.contains("\nEndings that the evidence does not explain\n  1. Ended, and the evidence"))
        #expect(
            text.contains(
                """
                     Nothing says why. Unsaved since 10:00:01: a.
                     notes.lifelog:12  10:00:20.000 data.save
                     Could be:
                       - Reclaimed by the system while it was not in use (reclaimed, likely)
                       - Quit by the user (userQuit, possible)
                     1 more run ended like this: 10:00:36.000 (pid 71)

                """))
        #expect(text.hasSuffix("\nWhat an ending means: lifelint explain unknown\n"))
    }

    @Test("An unknown ending that the user saw ranks above those that nobody saw")
    func seenUnknown() throws {
        var seen = unknown
        seen.isVisible = true
        seen.stateAtEnd = .active
        let text = try SampleReport(runs: [unknown, seen])
            .rendered(as: TextRenderer(), options: RenderOptions(width: 200))
        #expect(text.contains("\nEndings worth reading\n  1. Ended, and the evidence does not say why\n"))
        let first = try #require(text.ranges(of: "seen by the user").first)
        let second = try #require(text.ranges(of: "out of the user's sight").first)
        #expect(first.lowerBound < second.lowerBound)
    }

    @Test("Several days are told with each time, with three fractional digits at most")
    func days() throws {
        var later = AppRun.crashed
        later.end.time = Timestamp(nanoseconds: instant(90_000_000).nanoseconds + 123_456_789, digits: 9)
        let text = try SampleReport(runs: [.killedInBackground, later]).rendered(as: TextRenderer())
        #expect(text.contains("\nfrom 2026-03-01 10:00:00.000 to 2026-03-02 11:00:00.123 UTC\n"))
        #expect(text.contains("; 2026-03-02 11:00:00.123;"))
        #expect(text.contains("; 2026-03-01 10:00:36.000;"))
    }

    @Test("What is to be done is said once for a rule, and who is to blame where the message does not")
    func fixes() throws {
        var first = Finding.sample("aaaaaaaaaaaaaaaa")
        first.culprit = "upload draft"
        var second = Finding.sample("bbbbbbbbbbbbbbbb")
        second.culprit = nil
        var minor = Finding.sample("cccccccccccccccc", severity: .info)
        minor.rule = "slow-launch"
        minor.culprit = nil
        var report = SampleReport(runs: [.killedInBackground], findings: [first, second, minor])
        var page = RulePageText(id: first.rule, title: "")
        page.fix = "End it on\nevery path.\n\n- more"
        var other = RulePageText(id: minor.rule, title: "")
        other.fix = "Measure."
        report.rulePages = [page, other]
        let text = try report.rendered(as: TextRenderer())
        #expect(text.split(separator: "\n    fix: End it on every path.\n").count == 2)
        #expect(text.split(separator: "\n    to blame: upload draft\n").count == 2)
        #expect(!text.contains("Measure."))
    }

    @Test("Files that merely lie in a folder are counted, and their problems are not listed")
    func notes() throws {
        var note = InputSummary(path: "logs/cat.png", format: "unknown", status: .unread, isExpected: false)
        note.problems = 1
        let read = InputSummary(path: "logs/a.jsonl", format: "lifecycle-jsonl", status: .read, isExpected: true)
        let problem = Problem(file: "logs/cat.png", code: .notALog, message: "No format recognises the file.")
        let text = try SampleReport(runs: [.bare()], inputs: [note, read], problems: [problem])
            .rendered(as: TextRenderer())
        #expect(text.contains("\n\n1 file in a folder is no log\n\n"))
        #expect(!text.contains("cat.png") && !text.contains("Problems") && !text.contains("Not read"))

        note.isExpected = true
        let named = try SampleReport(runs: [.bare()], inputs: [note, read], problems: [problem])
            .rendered(as: TextRenderer())
        #expect(named.contains("\nNot read, or not wholly\n  unread  logs/cat.png (1 problem)\n"))
        #expect(named.contains("\nProblems: 1\n  logs/cat.png: not-a-log: No format recognises the file.\n"))
    }

    @Test("Without a width no line of a report for people is wider than 80 columns", arguments: EndingCause.allCases)
    func width(cause: EndingCause) throws {
        var run = AppRun.killedInBackground
        run.ending.cause = cause
        run.ending.candidates = [.init(cause: .urlSession, likelihood: .possible)]
        run.ending.ruledOut = [.init(cause: .systemOther, because: "the termination names another reason")]
        for isVisible in [true, false] {
            run.isVisible = isVisible
            for line in try SampleReport(runs: [run, run]).rendered(as: TextRenderer()).split(separator: "\n") {
                #expect(TerminalText.width(String(line)) <= 80, "\(line)")
            }
        }
    }

    @Test("A worse ending displaces milder ones, however late it comes")
    func displacement() throws {
        var runs: [AppRun] = (0..<70).map { index in
            var run = AppRun.killedInBackground
            run.ending.detail[.kind] = .string("kind \(index)")
            return run
        }
        runs.append(.crashed)
        let text = try SampleReport(runs: runs).rendered(as: TextRenderer())
        #expect(text.contains("\n  1. Crashed with an uncaught exception"))
        #expect(text.contains("\n  2. Killed because a background task was not ended"))
        #expect(text.contains("  … and 61 more runs of other kinds"))
    }

    @Test("A finding that was made several times says when")
    func repeated() throws {
        var later = Finding.sample()
        later.time = instant(20_000)
        let text = try SampleReport(runs: [.killedInBackground], findings: [.sample(), later])
            .rendered(as: TextRenderer())
        #expect(text.contains("background-task-never-ended (certain, 2 times)\n"))
        #expect(text.contains("\n    also at 10:00:20.000\n"))
    }

    @Test("What is suppressed or in the baseline is counted, not shown")
    func notCounted() throws {
        var suppressed = Finding.sample()
        suppressed.suppressed = .init(reason: "known", by: ".lifelint.yml:3", until: nil)
        var old = Finding.sample()
        old.isInBaseline = true
        let text = try SampleReport(runs: [.bare()], findings: [suppressed, old]).rendered(as: TextRenderer())
        #expect(
            text.contains("Findings: 0 errors, 0 warnings, 0 info\n  not counted: 1 suppressed, 1 in the baseline\n"))
    }

    @Test("Colour adds to the words and takes nothing away")
    func colour() throws {
        let report = SampleReport(runs: [.crashed, .killedInBackground], findings: [.sample()])
        let plain = try report.rendered(as: TextRenderer())
        let coloured = try report.rendered(as: TextRenderer(), options: RenderOptions(usesColor: true))
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.contains("\u{1B}[1;31mCrashed with an uncaught exception (likely, inferred)\u{1B}[0m"))
        var stripped = coloured
        for code in ["1", "2", "1;31", "33", "36", "0"] {
            stripped = stripped.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
        }
        #expect(stripped == plain)
    }

    @Test("No control character of a log reaches the terminal", arguments: 0..<40 as Range<UInt64>)
    func hostile(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        let report = random.report()
        var texts = [
            try report.rendered(as: TextRenderer(), options: RenderOptions(width: Int(seed) * 9)),
            try report.rendered(as: BriefRenderer(), options: RenderOptions(usesColor: true)),
        ]
        var output = OutputBuffer()
        for run in report.runs { TimelineDrawing().draw(run, options: RenderOptions(), into: &output) }
        texts.append(output.string)
        for text in texts {
            let bad = text.unicodeScalars.filter { scalar in
                (scalar.value < 0x20 && scalar != "\n") || (0x7F...0x9F).contains(scalar.value)
                    || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                    || scalar.value >= 0xE0000
            }
            #expect(bad.isEmpty)
        }
    }

    @Test("The brief rendering takes a few lines for each finding and ending")
    func brief() throws {
        let report = SampleReport(runs: [unknown, .crashed, .killedInBackground], findings: [.sample()])
        #expect(
            try report.rendered(as: BriefRenderer()) == """
                lifelint 0.1.0: 3 runs of com.acme.notes on 1 device; 1 error, 0 warnings, 0 info; 2 endings worth reading, 1 unexplained, not seen

                [error] background-task-never-ended (certain), 1 time
                Background task 7 was begun and never ended.
                run: com.acme.notes/A1/71@2026-03-01T10:00:00.000Z
                at: notes.lifelog:4  10:00:05.000 backgroundTask.begin task=7
                more: lifelint explain background-task-never-ended

                [ending] crash.exception: Crashed with an uncaught exception (likely, inferred), 1 run, seen by the user
                run: com.acme.notes/A1/99@2026-03-01T10:01:00.000Z
                The app crashed with an uncaught exception.
                could be: crash.signal (possible)

                [ending] backgroundTask: Killed because a background task was not ended (certain), 1 run, out of the user's sight
                run: com.acme.notes/A1/71@2026-03-01T10:00:00.000Z
                The app (pid 71) went to the background at 10:00:07 with background task 7 "upload draft" open since 10:00:05; it was not ended, and RunningBoard killed the app at 10:00:36 (0x2182bad2).
                at: notes.lifelog:9  10:00:36.000 process.exit namespace=RUNNINGBOARD code=0x2182bad2 signal=9
                more: lifelint explain backgroundTask

                [ending] unknown: Ended, and the evidence does not say why, 1 run, out of the user's sight
                run: com.acme.notes/A1/71@2026-03-01T10:00:00.000Z
                Nothing says why. Unsaved since 10:00:01: a.
                at: notes.lifelog:12  10:00:20.000 data.save
                could be: reclaimed (likely), userQuit (possible)

                """)
    }

    @Test(
        "A run without a device may be of any, and adds one only where its model is of none of the named",
        arguments: [
            ([nil], ["iPhone15,4"], "on 1 device"), (["A1", "A1"], [nil, nil], "on 1 device"),
            (["A1", "A2"], ["iPhone15,4", "iPhone15,4"], "on 2 devices"),
            ([nil, nil], [nil, nil], "on at least 1 device"),
            ([nil, nil], ["iPhone15,4", "iPhone15,4"], "on at least 1 device"),
            ([nil, nil], ["iPhone15,4", "iPad13,4"], "on at least 2 devices"),
            ([nil, nil], ["iPhone15,4", "arm64"], "on at least 1 device"),
            ([nil, nil, nil], ["iPhone15,4", "iPhone 15", "i\u{0}Phone1,"], "on at least 1 device"),
            ([nil, "A1"], ["iPhone15,4", "iPhone15,4"], "on at least 1 device"),
            ([nil, "A1"], ["iPhone15,4", "iPad13,4"], "on at least 2 devices"),
            ([nil, "A1", "A1"], ["iPhone15,4", nil, "iPad13,4"], "on at least 2 devices"),
            // What is not told of the model of one may be either.
            ([nil, nil, "A1", "A1"], ["iPhone15,4", "iPad13,4", nil, nil], "on at least 2 devices"),
            ([nil, nil, "A1", "A2"], ["iPhone15,4", "iPad13,4", nil, "iPad13,4"], "on at least 2 devices"),
        ] as [([String?], [String?], String)])
    func devices(names: [String?], models: [String?], told: String) throws {
        let runs = zip(names, models).map { name, model in
            var run = AppRun.crashed
            (run.device, run.model) = (name, model)
            return run
        }
        let first = try SampleReport(runs: runs).rendered(as: BriefRenderer()).split(separator: ";").first
        #expect(first.map { $0.hasSuffix(told) } == true)
    }

    @Test(
        "A device that only reports tell of may be one that only logs tell of, by another name",
        arguments: [
            ([("A1", "log"), ("k1", "report")], "on at least 1 device"),
            ([("A1", "log"), ("k1", "report"), ("k2", "report")], "on at least 2 devices"),
            ([("A1", "log"), ("A2", "log")], "on 2 devices"), ([("k1", "report"), ("k2", "report")], "on 2 devices"),
            // A log tells of the one, too.
            ([("A1", "log"), ("A1", "report"), ("k1", "report")], "on 2 devices"),
        ] as [([(device: String, teller: String)], String)])
    func devicesOfTellers(_ rows: [(device: String, teller: String)], _ told: String) throws {
        try expectDevices(rows.map { ($0.device, $0.teller, nil) }, told)
    }

    @Test(
        "A device that only reports tell of is none that only logs tell of where they are of two models",
        arguments: [
            ([("A1", "log", "iPhone14,7"), ("k1", "report", "iPhone16,1")], "on 2 devices"),
            ([("A1", "log", "iPhone16,1"), ("k1", "report", "iPhone16,1")], "on at least 1 device"),
            ([("A1", "log", nil), ("k1", "report", "iPhone16,1")], "on at least 1 device"),
            // What was built for another device may run on a Mac.
            ([("A1", "log", "Mac14,2"), ("k1", "report", "iPad13,4")], "on at least 1 device"),
            (
                [("A1", "log", "iPhone14,7"), ("A2", "log", nil), ("k1", "report", "iPhone16,1")],
                "on at least 2 devices"
            ),
            (
                [
                    ("A1", "log", "iPhone14,7"), ("A2", "log", nil), ("k1", "report", "iPhone14,7"),
                    ("k2", "report", "iPhone16,1"), ("k3", "report", "iPhone16,2"),
                ], "on at least 3 devices"
            ),
        ] as [([(device: String, teller: String, model: String?)], String)])
    func devicesOfModels(_ rows: [(device: String, teller: String, model: String?)], _ told: String) throws {
        try expectDevices(rows, told)
    }

    private func expectDevices(_ rows: [(device: String, teller: String, model: String?)], _ told: String) throws {
        let runs = rows.map { device, teller, model in
            var run = AppRun.crashed
            (run.device, run.model) = (device, model)
            if teller == "report" {
                for index in run.events.indices where run.events[index].event != "process.launch" {
                    run.events[index].event = "report.crash"
                }
            }
            return run
        }
        let first = try SampleReport(runs: runs).rendered(as: BriefRenderer()).split(separator: ";").first
        #expect(first.map { $0.hasSuffix(told) } == true, "\(first ?? "")")
    }
}
