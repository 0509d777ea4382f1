// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Logs whose clock is too coarse to tell their lines apart, or that have no clock: the lines themselves tell the
/// order, and what is told twice took place twice.
@Suite struct CoarseLogTests {
    private static func line(_ second: String, _ message: String) -> String {
        message.hasPrefix("[")
            ? "Mar  1 10:0\(second) iPhone runningboardd[34] <Notice>: \(message)"
            : "Mar  1 10:0\(second) iPhone Notes[4711] <Notice>: \(message)"
    }

    private static let tag = "[app<com.acme.notes((null))>:4711]"

    static let logs: [(name: String, rows: [String], states: String)] = [
        (
            "flutter.log",
            ["resumed", "inactive", "paused", "inactive", "resumed", "inactive", "paused", "inactive", "resumed"].map {
                "flutter: AppLifecycleState.\($0)"
            },
            "active inactive background inactive active inactive background inactive active"
        ),
        (
            "xcode.log",
            [
                "2026-03-01 10:00:00.000000+0000 Runner[4711:1] Metal API Validation Enabled",
                "flutter: AppLifecycleState.resumed", "flutter: AppLifecycleState.inactive",
                "flutter: AppLifecycleState.resumed", "2026-03-01 10:30:00.000000+0000 Runner[4711:1] hello",
            ], "active inactive active"
        ),
        (
            "capacitor.log",
            ["false", "true"].map { "⚡️  [log] - App state changed. Is active? \($0)" }, "inactive active"
        ),
        (
            "relay.log",
            [
                line("0:00", "applicationDidEnterBackground(_:)"), line("0:05", "\(tag) Suspending task."),
                line("1:05", "\(tag) Resuming task."), line("1:05", "\(tag) Suspending task."),
                line("2:05", "\(tag) Resuming task."), line("2:05", "\(tag) Suspending task."),
                line("2:05", "\(tag) Resuming task."), line("5:00", "applicationDidReceiveMemoryWarning(_:)"),
            ], "background suspended background suspended background suspended background"
        ),
        (
            "relay.log",
            [
                line("0:00", "applicationDidBecomeActive(_:)"), line("0:05", "applicationWillResignActive(_:)"),
                line("0:05", "applicationDidBecomeActive(_:)"), line("0:05", "applicationWillResignActive(_:)"),
                line("0:40", "applicationDidReceiveMemoryWarning(_:)"),
            ], "active inactive active inactive"
        ),
    ]

    private static let life = [
        line("0:00", "application(_:didFinishLaunchingWithOptions:)"), line("0:00", "applicationDidBecomeActive(_:)"),
        line("3:00", "applicationWillResignActive(_:)"), line("3:00", "applicationDidEnterBackground(_:)"),
        line("3:20", "applicationWillEnterForeground(_:)"), line("3:20", "applicationDidBecomeActive(_:)"),
        line("5:00", "applicationWillResignActive(_:)"), line("5:00", "applicationDidEnterBackground(_:)"),
    ]

    static let orders: [(name: String, rows: [String])] = [
        ("as it was written", life), ("sorted", life.sorted()), ("with the newest line first", life.reversed()),
    ]

    @Test(arguments: orders) func `lines of one second whose order cannot be are in another`(
        _ row: (name: String, rows: [String])
    ) throws {
        let states = try Self.told([("relay.log", Array(row.rows.joined(separator: "\n").utf8))])
        #expect(
            states == ["launching active inactive background suspended inactive active inactive background"],
            "\(row.name)")
    }

    private static func told(_ inputs: [(name: String, bytes: [UInt8])]) throws -> [String] {
        try Analysing.runs(inputs) { $0.year = 2026 }.map { run in
            run.states.map(\.state.rawValue).joined(separator: " ")
        }
    }

    /// Thousands of lines in one second are nobody's life cycle, and must not keep anybody waiting.
    @Test func `of very many lines of one second each counts once`() throws {
        let words = ["resumed", "inactive", "paused", "inactive"]
        let rows = (0..<5_000).map { "flutter: AppLifecycleState.\(words[$0 % words.count])" }
        let log = (name: "flutter.log", bytes: Array(rows.joined(separator: "\n").utf8))
        let runs = try Analysing.runs([log])
        #expect(runs.map(\.states.count) == [3])
        let few = (name: "flutter.log", bytes: Array(rows.prefix(400).joined(separator: "\n").utf8))
        #expect(try Analysing.runs([few]).map(\.states.count) == [400])
    }

    @Test(arguments: logs) func `lines keep their order, and none is lost`(
        _ log: (name: String, rows: [String], states: String)
    ) throws {
        let bytes = Array(log.rows.joined(separator: "\n").utf8)
        #expect(try Self.told([(log.name, bytes)]) == [log.states])
        // Told in two files, and by one that has a part of it.
        let part = Array(log.rows.dropLast().joined(separator: "\n").utf8)
        #expect(try Self.told([(log.name, bytes), ("b-" + log.name, bytes)]) == [log.states])
        #expect(try Self.told([("a-" + log.name, part), (log.name, bytes)]) == [log.states])
    }

    /// Who logs and prints at once says each thing twice.
    @Test(arguments: [
        (["@ B", "B", "R"], "BR"), (["@ B", "R", "B"], "BRB"), (["@ B", "B", "R", "B"], "BRB"),
        (["@ B", "@ B", "R"], "BR"), (["@ B", "R", "B", "B"], "BRBB"), (["@ -", "B", "@ B", "R"], "BR"),
        (["@ -", "B", "R", "@ B"], "BRB"),
        // What is printed, and what is logged, may come in a block.
        (["@ B", "@ R", "B", "R"], "BR"), (["@ B", "@ R", "B", "R", "B"], "BRB"),
        (["@ -", "B", "R", "@ B", "@ R"], "BR"),
        (["@ B", "@ R", "R", "B"], "BRB"), (["@ B", "R", "B", "R"], "BRBR"),
    ]) func `lines without a time are copies only of the rows right beside them`(_ row: (lines: [String], told: String))
        throws
    {
        let text = row.lines.map {
            $0.replacing("@", with: "2026-03-01 10:00:00.000000+0000 Notes[4711:1]")
                .replacing("B", with: "applicationDidBecomeActive(_:)")
                .replacing("R", with: "applicationWillResignActive(_:)")
        }.joined(separator: "\n")
        let events = try Analysing.runs([("xcode.log", Array(text.utf8))]).flatMap(\.events).map(\.event)
        #expect(events.map { $0 == "app.didBecomeActive" ? "B" : "R" }.joined() == row.told, "\(row.lines)")
    }

    @Test func `lines of a second that are dealt over files are put together as is legal`() throws {
        let rows = Self.logs[3].rows
        let odd = rows.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: "\n")
        let even = rows.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: "\n")
        let files = [("odd.log", Array(odd.utf8)), ("even.log", Array(even.utf8))]
        #expect(try Self.told(files) == [Self.logs[3].states])
        #expect(try Self.told(files.reversed()) == [Self.logs[3].states])
    }

    /// Nothing tells that two consoles without a time were of one run, or which of them was first.
    @Test func `two logs without any time are two runs`() throws {
        let first = [
            "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
        ]
        let second = ["applicationDidBecomeActive(_:)", "Notes/Store.swift:23: Fatal error: no such note"]
        let last = "Message from debugger: Terminated due to signal 9"
        let files: [(String, [UInt8])] = [("a.txt", first + [last]), ("b.txt", second + [last])].map { name, rows in
            (name, Array((["application(_:didFinishLaunchingWithOptions:)"] + rows).joined(separator: "\n").utf8))
        }
        let told = ["launching active inactive background", "launching active"]
        #expect(try Set(Self.told(files)) == Set(told))
        #expect(try Self.told(files.reversed()) == Self.told(files))
        #expect(try Self.told(files + [("c.txt", files[0].1)]) == Self.told(files))
        let runs = try Analysing.runs(files)
        #expect(Set(runs.map(\.ending.cause.rawValue)) == ["debuggerStop", "crash.assertion"])
        #expect(runs.map(\.anomalies.count) == [0, 0])
        #expect(runs.map(\.launch.after) == [nil, nil])
    }

    @Test func `a row that Console copied twice is one`() throws {
        let rows = [
            ("00.000000", "SpringBoard", "Bootstrapping app<com.acme.notes> with intent foreground-interactive"),
            ("00.100000", "SpringBoard", "[app<com.acme.notes>:4711] Bootstrap success!"),
            ("00.300000", "Notes", "application(_:didFinishLaunchingWithOptions:)"),
            ("00.600000", "Notes", "applicationDidBecomeActive(_:)"),
            ("00.600150", "Notes", "applicationWillResignActive(_:)"),
            ("00.600900", "Notes", "applicationDidBecomeActive(_:)"),
        ]
        let once = rows.map { "default\t10:00:\($0)+0100\t\($1)\t\($2)" }
        // Later by some microseconds, and behind the row that follows.
        let again = rows.map { "default\t10:00:\($0.0.dropLast(2))30+0100\t\($0.1)\t\($0.2)" }
        var doubled = zip(once, again).flatMap { [$0, $1] }
        doubled.swapAt(3, 4)
        let runs = try Analysing.runs([("console.txt", Array(doubled.joined(separator: "\n").utf8))])
        #expect(runs.count == 1)
        #expect(
            runs.first?.events.map(\.event) == [
                "process.launch", "app.didFinishLaunching", "app.didBecomeActive", "app.willResignActive",
                "app.didBecomeActive",
            ])
    }

    /// A device that is started anew within its log has no clock before it has a network.
    @Test(arguments: ["Dec 31 16:00", "Jan  1 00:00", "Jan  1 08:00"])
    func `what is told of a clock that is not set again is of the day that follows`(boot: String) throws {
        let log = """
            Mar  2 09:00:00 iPhone Notes[301] <Notice>: applicationDidFinishLaunching(_:)
            Mar  2 09:00:01 iPhone Notes[301] <Notice>: applicationDidBecomeActive(_:)
            \(boot):04 iPhone kernel[0] <Notice>: boot
            \(boot):40 iPhone Notes[288] <Notice>: applicationDidFinishLaunching(_:)
            \(boot):41 iPhone Notes[288] <Notice>: applicationDidBecomeActive(_:)
            Mar  2 09:13:00 iPhone Notes[288] <Notice>: 3 items
            Mar  2 09:14:00 iPhone Notes[288] <Notice>: *** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'
            """
        let runs = try Analysing.runs([("a.log", Array(log.utf8))]) { $0.year = 2026 }
        #expect(
            runs.map { "\($0.pid ?? 0) \($0.start.time.rfc3339)" } == [
                "301 2026-03-02T09:00:00Z", "288 2026-03-02T09:12:59Z",
            ])
        #expect(runs.last?.stateAtEnd == .active)
    }
}
