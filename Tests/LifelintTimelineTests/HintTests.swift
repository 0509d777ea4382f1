// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Lines that tell of an end which another line has to tell: what it was asked for, and what was left of it.
@Suite struct HintTests {
    private static let quit = #"ending=asked namespace=10 code=0xdeadfa11 explanation="killed from app switcher""#

    static let ends: [(before: String, hint: String, exit: String, expected: String)] = [
        (SeenEndingTests.suspended, quit, "10:00:20.1 process.exit pid=7 status=9", "userQuit certain"),
        // Who is asked to end may take some seconds for it.
        (SeenEndingTests.suspended, quit, "10:00:25 process.exit pid=7 status=0 code=0", "userQuit certain"),
        // Whoever asked long before was refused.
        (SeenEndingTests.suspended, quit, "10:00:40 process.exit pid=7 signal=9", "unknown possible"),
        // Its clock may be a little behind.
        (SeenEndingTests.suspended, quit, "10:00:19 process.exit pid=7 signal=9", "userQuit certain"),
        // Words alone say what for.
        (
            SeenEndingTests.inBackground, #"ending=asked explanation="killed from app switcher""#,
            "10:00:20.1 process.exit pid=7 namespace=0 code=0 status=0", "userQuit certain"
        ),
        (
            SeenEndingTests.inBackground, #"ending=asked explanation="uninstalling app""#,
            "10:00:20.1 process.exit pid=7 namespace=2 code=9", "uninstalled certain"
        ),
        (
            SeenEndingTests.inBackground, #"ending=asked explanation="nobody knows these words""#,
            "10:00:20.1 process.exit pid=7 signal=9", "unknown possible"
        ),
        // Asked to end, it crashed before it did.
        (
            SeenEndingTests.inBackground, quit, "10:00:20.1 process.exit pid=7 namespace=2 code=11 status=11",
            "crash.signal certain"
        ),
        // It took too long about it.
        (
            SeenEndingTests.inBackground, quit,
            #"10:00:25.1 process.exit pid=7 namespace=10 code=0x8badf00d explanation="Failed to terminate gracefully after 5.0s""#,
            "watchdog.exit certain"
        ),
        (SeenEndingTests.inFront, "ending=corpse", "10:00:20.1 process.exit pid=7 signal=11", "crash.signal certain"),
    ]

    @Test(arguments: ends) func `a hint explains the end that others tell`(
        _ row: (before: String, hint: String, exit: String, expected: String)
    ) {
        let hint = "10:00:20 process.state pid=7 class=runningboard " + row.hint
        let lines = [hint, row.exit].sorted().joined(separator: "\n")
        let runs = timeline(row.before + lines)
        #expect(runs.map(\.endingLine) == [row.expected], "\(row)\n\(runs.summary)")
        #expect(runs.map(\.end.isKnown) == [true])
        #expect(runs.first.map { row.exit.hasPrefix(String($0.end.time.clockTime.prefix(8))) } == true)
    }

    /// SpringBoard says it in words, and nobody tells a code of it.
    @Test(
        arguments: [
            ("killed from app switcher", "userQuit"), ("uninstalling app", "uninstall"),
            ("nobody knows these words", nil),
        ] as [(String, String?)]) func `who asked for an end that came too late is told by what was asked`(
            words: String, trigger: String?
        )
    {
        for time in ["10:00:21.5", "10:00:25.1"] {
            let run = timeline(
                SeenEndingTests.active
                    + "10:00:20 process.state pid=7 class=frontboard ending=asked explanation=\"\(words)\"\n"
                    + "\(time) process.exit pid=7 class=runningboard namespace=10 code=0x8badf00d "
                    + #"explanation="Failed to terminate gracefully after 5.0s""#
            ).first
            #expect(run?.ending.cause == .watchdogExit, "\(run?.summary ?? "")")
            #expect(run?.ending.detail[.trigger] == trigger.map(Value.string), "\(run?.summary ?? "")")
        }
    }

    @Test(arguments: ["ending=corpse class=kernel", quit + " class=runningboard"])
    func `a process of which more is told lives on`(_ hint: String) {
        let runs = timeline(
            SeenEndingTests.inFront + "10:00:20 process.state pid=7 \(hint)\n10:05:10 app.willResignActive pid=7\n"
                + "10:05:11 app.didEnterBackground pid=7\n10:05:16 process.suspend pid=7")
        #expect(runs.map(\.endingLine) == ["stillRunning likely"], "\(runs.summary)")
        #expect(runs.map(\.anomalyCodes) == [""])
        #expect(runs.map(\.stateAtEnd) == [.suspended])
    }

    @Test(arguments: [
        ("ending=corpse class=kernel", "crash.signal possible, crash.exception possible"),
        (quit + " class=runningboard", "userQuit likely"),
    ]) func `that it goes on is doubtful where a hint is its last word`(hint: String, candidates: String) {
        let runs = timeline(SeenEndingTests.inFront + "10:00:20 process.state pid=7 " + hint)
        #expect(runs.map(\.endingLine) == ["stillRunning possible"], "\(runs.summary)")
        #expect(runs.map(\.candidateLine) == [candidates])
    }

    @Test(arguments: [
        ("", "stillRunning possible", "memoryLimit likely"),
        ("10:00:21 process.state pid=7\n", "stillRunning possible", "memoryLimit likely"),
        // The debugger let it go on.
        ("10:00:21 app.willResignActive pid=7\n", "stillRunning likely", ""),
        ("10:00:40 data.save pid=7\n", "stillRunning likely", ""),
    ]) func `that it goes on is doubtful where a debugger stopped it for its memory`(
        after: String, ending: String, candidates: String
    ) {
        let stop = "10:00:20 memory.limitExceeded pid=7 limit=1450MB debugger=true\n"
        let runs = timeline(SeenEndingTests.inFront + stop + after)
        #expect(runs.map(\.endingLine) == [ending], "\(runs.summary)")
        #expect(runs.map(\.candidateLine) == [candidates])
        #expect(runs.first?.story.contains("had not ended") == (candidates.isEmpty))
    }

    @Test(arguments: [
        ("process.state pid=7 ending=corpse class=kernel", 0),
        (#"process.state ending=asked class=frontboard explanation="killed from app switcher""#, 0),
        ("process.state pid=7 class=runningboard " + quit, 1),
    ]) func `a hint begins a run only where it shows that the process is there`(line: String, count: Int) {
        #expect(timeline("10:00:20 " + line).count == count)
    }
}
