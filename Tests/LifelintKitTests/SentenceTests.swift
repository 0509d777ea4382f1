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

    @Test("what is written in the notation is read as before")
    func notation() throws {
        let analysis = try Self.analysis("10:00:05 app.willResignActive oops\n10:00:06 app.didEnterBackground")
        #expect(try analysis.runs().first?.stateAtEnd == .background)
        #expect(analysis.header.problems.contains { $0.code == .badValue })
    }
}
