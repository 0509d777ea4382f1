// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Reports that say less than they seem to.
@Suite struct DoubtfulReportTests {
    /// A report of the system with what it is about.
    private static func report(_ members: String, bugType: String = "309") -> String {
        """
        {"app_name":"Notes","timestamp":"2026-04-03 10:05:07.00 +0000","bundleID":"com.acme.notes","bug_type":"\(bugType)","os_version":"iPhone OS 18.5 (22F76)"}
        {"captureTime":"2026-04-03 10:05:07.9120 +0000","procRole":"Foreground","pid":1290,"procLaunch":"2026-04-03 09:05:00.4400 +0000",
        "procName":"Notes","bundleInfo":{"CFBundleIdentifier":"com.acme.notes"},\(members)}
        """
    }

    private static let segv =
        #""exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"flags":0,"code":11,"namespace":"SIGNAL","indicator":"Segmentation fault: 11"}"#
    private static let warning =
        #""asi":{"UIKitCore":["UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future."]}"#

    @Test(
        "What a report notes beside the end is not the end",
        arguments: [
            (segv + "," + warning, "crash.signal certain"),
            (
                #""exception":{"type":"EXC_GUARD","subtype":"GUARD_TYPE_USER","message":"namespc 7 reason_code 0x9"},"termination":{"namespace":"LIBXPC","code":9,"indicator":"XPC_EXIT_REASON_FAULT"}"#,
                "stillRunning likely"
            ),
            (#""exception":{"type":"EXC_GUARD","subtype":"GUARD_TYPE_FD","signal":"SIGKILL"}"#, "guard likely"),
            (
                #""exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"termination":{"namespace":"SIGNAL","code":11,"byProc":"bash","byPid":77}"#,
                "unknown possible"
            ),
            // Who sent it was gone before its name could be looked up, or was the process itself.
            (
                #""exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"termination":{"namespace":"SIGNAL","code":6,"byProc":"<unknown>","byPid":66}"#,
                "unknown possible"
            ),
            (
                #""exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"termination":{"namespace":"SIGNAL","code":6,"byProc":"<unknown>","byPid":1290}"#,
                "crash.signal certain"
            ),
            (
                #""exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"termination":{"namespace":"SIGNAL","code":6,"byProc":"<unknown>","byPid":0}"#,
                "crash.signal certain"
            ),
            (#""exception":{"type":"EXC_CRASH","signal":"SIGKILL"}"#, "unknown possible"),
        ])
    func notes(members: String, ending: String) throws {
        let run = try #require(try Analyzer().analyze(bytes: Array(Self.report(members).utf8)).runs().first)
        #expect("\(run.ending.cause.rawValue) \(run.ending.confidence.rawValue)" == ending, "\(run.story)")
    }

    @Test(arguments: ["LIBXPC", "LIBSYSTEM", "WEBKIT"])
    func `a fault that a library notes ends nothing, whatever else its report names`(namespace: String) throws {
        let text = Self.report(
            #""exception":{"type":"EXC_GUARD","subtype":"GUARD_TYPE_USER","signal":"SIGKILL","message":"namespc 7 reason_code 0x9"},"#
                + #""termination":{"namespace":"\#(namespace)","code":9,"flags":64}"#, bugType: "385")
        let run = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
        #expect(run.ending.cause == .stillRunning, "\(run.story)")
    }

    @Test func `a fault that a library notes ends nothing in a text that names no kind, either`() throws {
        let text = Self.text(
            "EXC_GUARD (SIGABRT)",
            "Exception Subtype: GUARD_TYPE_USER\nTermination Reason: Namespace LIBSYSTEM, Code 2\nTriggered by Thread:  0\n"
        )
        let run = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
        #expect(run.ending.cause == .stillRunning, "\(run.story)")
    }

    @Test func `a crash report of a kill rules out what the system writes none of`() throws {
        let text = Self.report(#""exception":{"type":"EXC_CRASH","signal":"SIGKILL"}"#)
        let ending = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first).ending
        #expect(ending.candidates.map(\.cause) == [.watchdogOther, .codeSigning, .systemOther])
        #expect(Set(ending.ruledOut.map(\.cause)).isSuperset(of: [.memoryLimit, .systemPressure, .reclaimed]))
        #expect(Set(ending.ruledOut.map(\.cause)).count == ending.ruledOut.count)
    }

    private static func text(_ exception: String, _ rest: String) -> String {
        TextReport.make(
            exception: exception,
            rest + "\nThread 0:\n0   libsystem_kernel.dylib \t0x0000000180000010 mach_msg_trap + 8\n")
    }

    @Test func `who sent a signal stands behind it`() throws {
        let text = Self.text("EXC_CRASH (SIGKILL - CODESIGNING)", "Triggered by Thread:  0\n")
        let run = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
        #expect(run.ending.cause == .codeSigning, "\(run.story)")
    }

    @Test func `all files that were locked are named, where they stand below`() throws {
        let rest = """
            Termination Reason: RUNNINGBOARD 0xdead10cc
            Application Specific Information:
            Notes[512] was suspended with locked system files:
            /private/var/a.sqlite
            /private/var/b.sqlite
            """
        let text = Self.text("EXC_CRASH (SIGKILL)", rest + "\n")
        let run = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
        #expect(run.ending.cause == .fileLock)
        #expect(run.ending.detail[.path] == .string("/private/var/a.sqlite, /private/var/b.sqlite"), "\(run.story)")
    }

    @Test func `a limit that a report without an end tells is found`() throws {
        let text = Self.report(
            #""exception":{"type":"EXC_RESOURCE","subtype":"CPU","message":"(Limit 50%) Observed 60% over 180 secs"}"#,
            bugType: "385")
        let analysis = try ShippedRules.analyzer.get().analyze(bytes: Array(text.utf8))
        var found: [String] = []
        try analysis.forEachFinding { found.append($0.rule) }
        #expect(found == ["cpu-limit-exceeded"])
    }

    /// The beginning of a number is another number.
    @Test(arguments: [
        ("FRONTBOARD 23434", "unknown"), ("FRONTBOARD 0x8badf0", "unknown"),
        ("FRONTBOARD 2343432205", "watchdog.other"),
        ("RUNNINGBOARD 0xdead10cc", "fileLock"), ("CODESIGNING 1", "codeSigning"),
    ]) func `a text that is cut in the middle of a code tells no code`(_ reason: String, _ cause: String) throws {
        let text = Self.text("EXC_CRASH (SIGKILL)", "Termination Reason: \(reason)\n")
        let cut = try #require(text.firstRange(of: reason))
        let runs = try Analyzer().analyze(bytes: Array(text[..<cut.upperBound].utf8)).runs()
        #expect(runs.map(\.ending.cause.rawValue) == [cause], "\(runs.map(\.story))")
        #expect(cause != "unknown" || runs.first?.ending.detail[.code] == nil)
    }

    /// What an exception said stands behind that, and so do the calls that threw it.
    @Test(arguments: [("abort() called", Confidence.likely), ("Fatal error: no draft", .certain)])
    func `a text that is cut behind the note of an abort may be of an exception`(
        _ words: String, _ confidence: Confidence
    ) throws {
        let text = Self.text(
            "EXC_CRASH (SIGABRT)", "Triggered by Thread:  0\n\nApplication Specific Information:\n\(words)\n")
        let cut = try #require(text.firstRange(of: words))
        let runs = try Analyzer().analyze(bytes: Array(text[..<cut.upperBound].utf8)).runs()
        #expect(runs.map(\.ending.confidence) == [confidence], "\(runs.map(\.story))")
        let whole = try Analyzer().analyze(bytes: Array(text.utf8)).runs()
        #expect(whole.map(\.ending.confidence) == [.certain], "\(whole.map(\.story))")
    }

    @Test func `a part of the system without a code had one of its reasons`() throws {
        let text = Self.text("EXC_CRASH (SIGKILL)", "Termination Reason: FRONTBOARD\n")
        let ending = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first).ending
        #expect(ending.cause == .unknown && ending.candidates.contains { $0.cause == .watchdogOther })
        #expect(!ending.candidates.contains { [.memoryLimit, .systemPressure, .userQuit].contains($0.cause) })
        let board = Self.text("EXC_CRASH (SIGKILL)", "Termination Reason: RUNNINGBOARD\n")
        let causes = try #require(try Analyzer().analyze(bytes: Array(board.utf8)).runs().first).ending.candidates
            .map(\.cause)
        #expect(causes.contains(.fileLock) && !causes.contains(.watchdogLaunch), "\(causes)")
    }

    /// A text of which the head is lost, up to the coalition.
    private static func headless(_ sender: String, coalition: String = "com.acme.notes [812]") -> String {
        """
        Coalition:           \(coalition)

        Date/Time:           2026-04-03 10:05:07.9120 +0000
        Launch Time:         2026-04-03 09:05:00.4400 +0000
        OS Version:          iPhone OS 18.5 (22F76)
        Report Version:      104

        Exception Type:  EXC_CRASH (SIGABRT)
        Exception Codes: 0x0000000000000000, 0x0000000000000000
        Termination Reason: SIGNAL 6 Abort trap: 6
        Terminating Process: \(sender) [1290]

        Triggered by Thread:  0

        Thread 0 Crashed:
        0   libsystem_kernel.dylib \t0x0000000180000010 __pthread_kill + 8
        1   NotesForTheKitchen     \t0x0000000104c0a368 Store.save(_:) + 44

        Binary Images:
        0x104c00000 - 0x104cfffff NotesForTheKitchen arm64  <aaaa> /var/Bundle/A/NotesForTheKitchen.app/NotesForTheKitchen
        0x180000000 - 0x1800fffff libsystem_kernel.dylib arm64  <bbbb> /usr/lib/system/libsystem_kernel.dylib

        """
    }

    /// The kernel cuts the names of who sends a signal.
    @Test(arguments: [
        ("NotesForTheKitchen", "com.acme.notes NotesForTheKitchen crash.signal certain"),
        ("NotesForTheKitch", "com.acme.notes NotesForTheKitchen crash.signal certain"),
        ("Other", "- - crash.signal certain"), ("SpringBoard", "- - unknown possible"),
    ]) func `who sent a signal may be the process whose name is lost`(sender: String, expected: String) throws {
        let run = try #require(try Analyzer().analyze(bytes: Array(Self.headless(sender).utf8)).runs().first)
        let told =
            "\(run.app ?? "-") \(run.process ?? "-") \(run.ending.cause.rawValue) \(run.ending.confidence.rawValue)"
        #expect(told == expected, "\(run.story)")
        #expect((run.ending.detail[.trigger] == nil) == (sender != "SpringBoard"))
    }

    /// What would tell a failed check from a fault stands in calls that are lost.
    @Test(arguments: [
        ("EXC_BREAKPOINT (SIGTRAP)", "Thread 0:\n", "likely crash.assertion"),
        ("EXC_BAD_INSTRUCTION (SIGILL)", "Thread 0:\n", "likely crash.assertion"),
        ("EXC_BREAKPOINT (SIGTRAP)", "Thread 7 Crashed:\n", "certain "),
        ("EXC_BAD_ACCESS (SIGSEGV)", "Thread 0:\n", "certain "),
    ]) func `a trap of which the calls are missing may be a failed check`(
        exception: String, thread: String, expected: String
    ) throws {
        let call = "0   libsystem_kernel.dylib \t0x0000000180000010 mach_msg2_trap + 8\n"
        let images =
            "\nBinary Images:\n0x180000000 - 0x1800fffff libsystem_kernel.dylib arm64  <bbbb> /usr/lib/k.dylib\n"
        for end in ["", images] {
            let text = TextReport.make(exception: exception, "Triggered by Thread:  7\n\n" + thread + call + end)
            let analysis = try Analyzer().analyze(bytes: Array(text.utf8))
            let ending = try #require(try analysis.runs().first).ending
            let candidates = ending.candidates.map(\.cause.rawValue).joined(separator: ",")
            #expect(ending.cause == .crashSignal)
            #expect("\(ending.confidence.rawValue) \(candidates)" == expected)
            let isMissing = thread == "Thread 0:\n"
            #expect(analysis.header.problems.map(\.code) == (isMissing || end.isEmpty ? [.truncatedLine] : []))
        }
    }

    private static func event(_ device: String) -> String {
        #"""
        {"exceptions":[{"errorClass":"NSRangeException","message":"index 9","type":"cocoa","stacktrace":[]}],
        "breadcrumbs":[{"timestamp":"2026-03-01T09:59:01.000Z","name":"Bugsnag loaded","type":"state"},
        {"timestamp":"2026-03-01T09:59:09.000Z","name":"Scene Activated","type":"state"}],
        "severity":"error","unhandled":true,"app":{"id":"com.acme.notes","version":"2.1"},
        "device":{\#(device)}}
        """#
    }

    @Test func `a crash without a time is later than what was recorded before it`() throws {
        let whole = Self.event(#""time":"2026-03-01T10:00:00.000Z""#)
        let cut = whole[..<(try #require(whole.firstRange(of: #""device""#)).lowerBound)]
        for (text, isKnown) in [(whole, true), (String(cut), false), (Self.event(""), false)] {
            let run = try #require(try Analyzer().analyze(bytes: Array(text.utf8)).runs().first)
            #expect(run.ending.cause == .crashException, "\(run.story)")
            #expect(run.end.isKnown == isKnown && !run.story.contains("before"), "\(run.story)")
            #expect(run.end.time.nanoseconds >= 1_772_359_149_000_000_000)
        }
    }

    @Test func `what an exception said goes on where the text ends inside of it`() throws {
        let thrown = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9 beyond bounds'"
        let text = Self.text(
            "EXC_CRASH (SIGABRT)", "Triggered by Thread:  0\n\nApplication Specific Information:\n\(thrown)\n")
        let end = try #require(text.firstRange(of: thrown)).upperBound
        for (length, said) in [(0, "index 9 beyond bounds"), (1, "index 9 beyond bounds…"), (8, "index 9 beyond…")] {
            let cut = text[..<text.index(end, offsetBy: -length)]
            let run = try #require(try Analyzer().analyze(bytes: Array(cut.utf8)).runs().first)
            #expect(run.ending.detail[.explanation] == .string(said), "\(run.ending.detail)")
        }
    }
}
