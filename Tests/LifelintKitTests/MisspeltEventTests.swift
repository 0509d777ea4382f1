// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// A name that is not in the vocabulary is one of the app's own, never an error: but who has mistyped one wants to know
/// why rules find nothing.
@Suite struct MisspeltEventTests {
    private static func problems(_ names: [String], json: Bool) throws -> [String] {
        let lines = names.enumerated().map { number, name in
            let time = "2026-03-01T10:00:0\(number)Z"
            return json ? #"{"time":"\#(time)","event":"\#(name)","app":"com.acme.notes","pid":7}"# : "\(time) \(name)"
        }
        let analysis = try Analysing.analysis([("a.log", Array(lines.joined(separator: "\n").utf8))])
        #expect(analysis.header.inputs.map(\.status) == [.read])
        #expect(analysis.header.inputs.map(\.events) == [names.count])
        return analysis.header.problems.filter { $0.code == .unknownEvent }.map { "\($0.line): \($0.message)" }
    }

    @Test(arguments: [true, false]) func `a slip in the name of an event is told once, where it is`(json: Bool) throws {
        let found = try Self.problems(
            ["process.launch", "app.didEnterBackgroud", "backgroundTsk.begin", "app.didEnterBackgroud"], json: json)
        #expect(
            found == [
                "2: No event is called 'app.didEnterBackgroud': it is kept as one of the app's own; "
                    + "did you mean 'app.didEnterBackground'?",
                "3: No event is called 'backgroundTsk.begin': it is kept as one of the app's own; "
                    + "did you mean 'backgroundTask.begin'?",
            ])
    }

    /// What is wrong with a record that tells nothing is not said of the next one.
    @Test func `a slip beside a bad time is told of no other name`() throws {
        let lines = [
            #"{"time":"2026-03-01T10:00:00Z","event":"process.launch","app":"com.acme.notes","pid":7}"#,
            #"{"time":"never","event":"app.didEnterBackgroud","app":"com.acme.notes","pid":7}"#,
            #"{"time":"2026-03-01T10:00:01Z","event":"app.rate.ask","app":"com.acme.notes","pid":7}"#,
            #"{"time":"2026-03-01T10:00:02Z","event":"app.didEnterBackgroud","app":"com.acme.notes","pid":7}"#,
        ]
        let analysis = try Analysing.analysis([("a.log", Array(lines.joined(separator: "\n").utf8))])
        #expect(analysis.header.problems.map { "\($0.line) \($0.code)" } == ["2 badTime", "4 unknownEvent"])
    }

    /// Chunks of a long log have readers of their own.
    @Test(arguments: [1, 2]) func `a slip is told once however many read a log`(jobs: Int) throws {
        let lines = (0..<30_000).map { number in
            let name = number == 0 ? "process.launch" : number % 7 == 0 ? "app.didEnterBackgroud" : "my.event"
            let seconds = number % 60
            return
                #"{"time":"2026-03-01T10:\#(10 + number / 60 % 50):\#(seconds < 10 ? "0" : "")\#(seconds)Z","event":"\#(name)","#
                + #""app":"com.acme.notes","pid":7}"#
        }
        let analysis = try Analysing.analysis([("a.log", Array(lines.joined(separator: "\n").utf8))]) { $0.jobs = jobs }
        let told = analysis.header.problems.filter { $0.code == .unknownEvent }
        #expect(told.map(\.line) == [8])
    }

    @Test(arguments: [true, false]) func `names of an app's own are none`(json: Bool) throws {
        #expect(
            try Self.problems(
                ["process.launch", "app.rate.ask", "sync.began", "player.paused", "scene", "db.open"], json: json
            ).isEmpty)
    }
}
