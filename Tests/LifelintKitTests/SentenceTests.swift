// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Logs of events between which an app writes sentences.
@Suite struct SentenceTests {
    private static let start = """
        10:00:00.000 applicationDidFinishLaunching
        10:00:00.300 applicationDidBecomeActive

        """

    private static func analysis(_ rest: String) throws -> Analysis {
        try Analyzer().analyze(bytes: Array((start + rest).utf8))
    }

    @Test(
        "a sentence that recognisers know tells what it does in any log",
        arguments: [
            (
                "10:05:21.000 *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7'",
                EndingCause.crashException
            ),
            ("10:05:21.000 Fatal error: Index out of range: file Notes/NoteList.swift, line 71", .crashAssertion),
        ])
    func known(_ line: String, _ cause: EndingCause) throws {
        let analysis = try Self.analysis(line)
        #expect(analysis.header.inputs.first?.format == "lifecycle-text")
        #expect(try analysis.runs().map(\.ending.cause) == [cause])
        #expect(analysis.header.problems.filter { $0.code == .badValue }.isEmpty)
    }

    @Test(
        "the name of a callback in a sentence is no callback",
        arguments: [
            "10:00:01.000 didEnterBackgroundNotification observer added",
            "10:00:01.000 applicationWillTerminate observer installed by AnalyticsKit",
            "10:00:01.000 hang detector started",
        ])
    func named(_ line: String) throws {
        let run = try #require(try Self.analysis(line + "\n10:00:09.000 sync done=true").runs().first)
        #expect(run.stateAtEnd == .active)
        #expect(!run.events.contains { ["app.didEnterBackground", "app.willTerminate", "hang"].contains($0.event) })
    }

    @Test("of a run that goes on over midnight each time is told with its day")
    func overMidnight() throws {
        let log = """
            # app=com.acme.journal pid=9
            2026-03-02T21:00:00.000Z process.launch intent=foreground
            2026-03-02T21:00:00.300Z app.didBecomeActive
            2026-03-02T21:05:00.000Z data.save document=other ok=true
            2026-03-02T21:10:00.000Z data.change document=entry-7
            2026-03-02T21:11:00.000Z app.willResignActive
            2026-03-02T21:11:00.500Z app.didEnterBackground
            2026-03-02T21:11:05.000Z process.suspend
            2026-03-05T20:00:00.000Z process.exit namespace=JETSAM code=1 reason=vm-pageshortage
            """
        let analysis = try BaselineTests.analysis([("a.lifelog", Array(log.utf8))])
        let story = try #require(try analysis.runs().first?.story)
        #expect(story.contains("was launched in the foreground at 2026-03-02 21:00:00.000."), "\(story)")
        #expect(story.contains("was suspended at 2026-03-02 21:11:05.000. At 2026-03-05 20:00:00.000 it"), "\(story)")
        let finding = try #require(try analysis.allFindings().first { $0.rule == "unsaved-when-killed" })
        #expect(finding.message.contains("not saved since 2026-03-02 21:10:00.000"), "\(finding.message)")
    }

    @Test("what is written in the notation is read as before")
    func notation() throws {
        let analysis = try Self.analysis("10:00:05 app.willResignActive oops\n10:00:06 app.didEnterBackground")
        #expect(try analysis.runs().first?.stateAtEnd == .background)
        #expect(analysis.header.problems.contains { $0.code == .badValue })
    }

    private static let exception =
        #"*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index \"7\" beyond'"#

    @Test(
        "the message of a record is asked of the recognisers where its event is none that is known",
        arguments: [
            #"{"time":"2026-03-01T10:00:05.400Z","event":"log","message":"MESSAGE","app":"com.example.notes","pid":418}"#,
            #"{"time":"2026-03-01T10:00:05.400Z","event":"log","app":"com.example.notes","pid":418,"msg":"MESSAGE"}"#,
            #"{"time":"2026-03-01T10:00:05.400Z","level":"error","message":"MESSAGE","app":"com.example.notes","pid":418}"#,
            #"{"message":"MESSAGE","time":"2026-03-01T10:00:05.400Z","level":7,"more":{"a":[]},"pid":418,"app":"com.example.notes"}"#,
        ])
    func message(_ record: String) throws {
        let lines = [
            #"{"time":"2026-03-01T10:00:00.000Z","event":"process.launch","app":"com.example.notes","pid":418}"#,
            #"{"time":"2026-03-01T10:00:00.400Z","event":"app.didBecomeActive","app":"com.example.notes","pid":418}"#,
            record.replacing("MESSAGE", with: Self.exception),
        ]
        for text in [lines.joined(separator: "\n"), "[" + lines.joined(separator: ",\n") + "]"] {
            let analysis = try Analyzer().analyze(bytes: Array(text.utf8))
            let runs = try analysis.runs()
            #expect(runs.map(\.ending.cause) == [.crashException])
            #expect(runs.first?.ending.detail[.exception] == .string("NSRangeException"))
            #expect(runs.first?.ending.because.contains { $0.text.contains("index") } == true)
            #expect(runs.first?.app == "com.example.notes")
            #expect(analysis.header.problems.isEmpty)
            // What the record itself says stays.
            let isNamed = record.contains(#""event""#)
            #expect(analysis.header.inputs.map(\.events) == [isNamed ? 4 : 3])
        }
    }

    @Test("a record with a message that nobody knows is what it was")
    func unknownMessage() throws {
        let text = """
            {"time":"2026-03-01T10:00:00.000Z","event":"process.launch","pid":418}
            {"time":"2026-03-01T10:00:01.000Z","event":"note","message":"Terminating the upload","pid":418}
            {"time":"2026-03-01T10:00:02.000Z","message":"Terminating the upload","pid":418}
            """
        let analysis = try Analyzer().analyze(bytes: Array(text.utf8))
        #expect(try analysis.runs().map(\.ending.cause) == [.stillRunning])
        #expect(analysis.header.problems.map(\.code) == [.noEvent])
    }

    @Test("an event that is known says what happened, whatever its message")
    func knownEvent() throws {
        let text = """
            {"time":"2026-03-01T10:00:00.000Z","event":"process.launch","pid":418}
            {"time":"2026-03-01T10:00:01.000Z","event":"error","message":"\(Self.exception)","pid":418}
            {"time":"2026-03-01T10:00:01.000Z","event":"memory.warning","message":"\(Self.exception)","pid":418}
            """
        let known = text.split(separator: "\n").enumerated().filter { $0.offset != 1 }.map(\.element)
        let analysis = try Analyzer().analyze(bytes: Array(known.joined(separator: "\n").utf8))
        #expect(try analysis.runs().map(\.ending.cause) == [.stillRunning])
    }

    @Test("what the runtime prints without a time was printed after the line before")
    func timeless() throws {
        let analysis = try Self.analysis(
            "10:05:21.000 sync done=true\n*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'"
        )
        let run = try #require(try analysis.runs().first)
        #expect(run.ending.cause == .crashException)
        #expect(analysis.header.problems.isEmpty)
        let loose = try Self.analysis("10:05:21.000 sync done=true\nnobody knows this")
        #expect(loose.header.problems.map(\.code) == [.noTime])
    }

    @Test("what a test runner logs of itself is no log of an app")
    func runner() throws {
        let line =
            #"{"name":"runner","hostname":"ci.example.com","pid":2303,"level":20,"event":"EXEC_CMD","msg":"xcrun simctl terminate","time":"2026-03-01T18:37:32.701Z","v":0}"#
        let analysis = try Analyzer().analyze(bytes: Array((line + "\n" + line).utf8))
        #expect(try analysis.runs().isEmpty)
        #expect(analysis.header.problems.map(\.code) == [.notALog])
        // An app may log through such a logger, too: then its events are known.
        let known = line.replacing("EXEC_CMD", with: "app.didBecomeActive")
        #expect(try Analyzer().analyze(bytes: Array(known.utf8)).runs().count == 1)
    }
}
