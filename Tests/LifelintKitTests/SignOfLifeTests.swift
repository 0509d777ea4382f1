// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Lines of an app that nobody recognises tell no event, but show that it runs.
@Suite struct SignOfLifeTests {
    /// How a kind of log writes a message at a minute and a second.
    private static let forms: [(name: String, line: @Sendable (Int, Int, String) -> String)] = [
        (
            "syslog",
            { "Mar  1 10:0\($0):\($1 < 10 ? "0" : "")\($1) iPhone Notes(Notes)[812] <Notice>: \($2)" }
        ),
        ("app log", { "2026-03-01 10:0\($0):\($1 < 10 ? "0" : "")\($1).250 [INFO] app: \($2)" }),
    ]

    private static func log(_ form: Int, writes seconds: [Int]) -> [String] {
        let line = forms[form].line
        return [
            line(0, 0, "AppDelegate: applicationDidFinishLaunching(_:)"),
            line(0, 1, "AppDelegate: applicationDidBecomeActive(_:)"),
            line(0, 30, "AppDelegate: applicationWillResignActive(_:)"),
            line(0, 31, "AppDelegate: applicationDidEnterBackground(_:)"),
        ] + seconds.map { line(1 + $0 / 60, $0 % 60, "track at \($0)") } + [
            line(4, 0, "AppDelegate: applicationWillEnterForeground(_:)"),
            line(4, 1, "AppDelegate: applicationDidBecomeActive(_:)"),
        ]
    }

    private static func states(_ logs: [[String]]) throws -> [String] {
        let inputs = logs.enumerated().map {
            (name: "\($0.offset).log", bytes: Array($0.element.joined(separator: "\n").utf8))
        }
        return try Analysing.runs(inputs).map { run in
            run.states.map {
                ($0.isInferred ? "~" : "") + $0.state.rawValue + " "
                    + String(($0.from.nanoseconds / 1_000_000_000) % 3_600)
            }.joined(separator: " · ")
        }
    }

    private static let before = "launching 0 · active 1 · inactive 30 · background 31"
    private static let after = "inactive 240 · active 241"

    @Test(arguments: forms.indices) func `an app that writes is not suspended`(form: Int) throws {
        let found = try Self.states([Self.log(form, writes: Array(0...178))])
        #expect(found == [Self.before + " · " + Self.after])
    }

    @Test(arguments: forms.indices) func `an app that writes nothing probably is`(form: Int) throws {
        let found = try Self.states([Self.log(form, writes: [])])
        #expect(found == [Self.before + " · ~suspended 36 · " + Self.after])
    }

    @Test(arguments: forms.indices) func `one that writes now and then is woken`(form: Int) throws {
        // From 1:40 to 1:43; a sign counts for its whole second.
        let end = form == 0 ? 108 : 109
        let found = try Self.states([Self.log(form, writes: [40, 41, 43])])
        #expect(
            found == [Self.before + " · ~suspended 36 · ~background 100 · ~suspended \(end) · " + Self.after])
    }

    @Test(arguments: forms.indices) func `in how many files it stands does not matter`(form: Int) throws {
        let log = Self.log(form, writes: [2, 2, 3, 40, 40, 41, 43, 43])
        let whole = try Self.states([log])
        for parts in [2, 3] {
            let split = (0..<parts).map { part in log.indices.filter { $0 % parts == part }.map { log[$0] } }
            #expect(try Self.states(split) == whole)
        }
    }

    @Test func `signs are no events`() throws {
        let log = Self.log(1, writes: Array(0...170))
        let inputs = [(name: "app.log", bytes: Array(log.joined(separator: "\n").utf8))]
        let analysis = try Analysing.analysis(inputs)
        #expect(analysis.header.inputs.map(\.events) == [6])
        #expect(try analysis.runs().map(\.events.count) == [6])
    }

    @Test func `lines of another process say nothing of this one`() throws {
        let others = Self.log(0, writes: Array(0...170)).map {
            $0.contains("track") ? $0.replacing("Notes(Notes)[812]", with: "Radio(Radio)[900]") : $0
        }
        #expect(try Self.states([others]) == [Self.before + " · ~suspended 36 · " + Self.after])
    }

    /// What it is shown to be in, it lived to be in.
    @Test func `a run lasts until what shows it to run`() throws {
        let log = """
            Mar  1 10:00:00 iPhone runningboardd[34] <Notice>: [app<com.acme.notes((null))>:4711] Suspending task.
            Mar  1 10:05:00 iPhone Notes[4711] <Notice>: closed
            """
        let run = try #require(try Analysing.runs([("a.log", Array(log.utf8))]).first)
        #expect(run.states.map(\.state) == [.suspended, .background])
        #expect(run.states.allSatisfy { $0.from <= run.end.time })
        #expect(run.story.contains("10:05:00"))
    }

    @Test func `what the band tells is not doubted`() throws {
        let log = """
            Mar  1 10:00:00 iPhone runningboardd(RunningBoard)[33] <Notice>: Now tracking process: [app<com.acme.notes((null))>:812]
            Mar  1 10:00:01 iPhone Notes(Notes)[812] <Notice>: AppDelegate: applicationDidBecomeActive(_:)
            Mar  1 10:00:31 iPhone Notes(Notes)[812] <Notice>: AppDelegate: applicationDidEnterBackground(_:)
            Mar  1 10:00:32 iPhone runningboardd(RunningBoard)[33] <Notice>: [app<com.acme.notes((null))>:812] Suspending task.
            Mar  1 10:00:32 iPhone Notes(Notes)[812] <Notice>: closed
            """
        let runs = try Analysing.runs([("a.log", Array(log.utf8))])
        #expect(runs.first?.states.last.map { "\($0.state.rawValue) \($0.isInferred)" } == "suspended false")
    }
}
