// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Somebody recorded a device, stopped, and began anew hours later: what silence in between shows is nothing.
@Suite struct RecordingGapTests {
    private static func log(_ rows: [(clock: String, process: String, message: String)]) -> [UInt8] {
        let rows = rows.map { "2026-05-\($0.clock)+0000  localhost \($0.process): \($0.message)" }
        return Array((["Timestamp                       (process)[PID]    "] + rows).joined(separator: "\n").utf8)
    }

    private static func state(_ pid: Int, _ visibility: String) -> String {
        "Application process state changed for com.acme.notes: <SBApplicationProcessState: 0x10b3f23c; pid: \(pid); "
            + "taskState: Running; visibility: \(visibility)>"
    }

    private static func launch(_ pid: Int, at clock: String) -> [(clock: String, process: String, message: String)] {
        [
            (
                clock + ".621954", "SpringBoard[34]",
                "(FrontBoard) [com.apple.FrontBoard:Process] Bootstrapping app<com.acme.notes((null))> with intent "
                    + "foreground-interactive"
            ),
            (
                clock + ".630000", "runningboardd[33]",
                "(RunningBoard) [com.apple.runningboard:process] Now tracking process: [app<com.acme.notes((null))>:\(pid)]"
            ),
            (clock + ".900000", "SpringBoard[34]", "[com.apple.SpringBoard:Common] " + state(pid, "Foreground")),
        ]
    }

    private static let left = [
        ("11 18:25:40.000000", "SpringBoard[34]", "[com.apple.SpringBoard:Common] " + state(572, "Background")),
        (
            "11 18:25:50.993442", "runningboardd[33]",
            "(RunningBoard) [com.apple.runningboard:process] [app<com.acme.notes((null))>:572] Suspending task."
        ),
    ]

    private static func analysis(_ first: [UInt8], _ second: [UInt8]) throws -> Analysis {
        try Analysing.analysis([("mon.log", first), ("tue.log", second)]) { try? $0.useRules() }
    }

    @Test(arguments: [
        // Hours later, and a few minutes later, as where a log was split.
        ("12 09:24:43", "unknown"), ("11 18:31:43", "reclaimed"),
    ]) func `Between two recordings a suspended app may have been opened`(next: String, cause: String) throws {
        let analysis = try Self.analysis(
            Self.log(Self.launch(572, at: "11 18:24:43") + Self.left), Self.log(Self.launch(672, at: next)))
        let run = try #require(try analysis.runs().first)
        #expect(run.ending.cause.rawValue == cause)
        #expect(run.ending.ruledOut.isEmpty == (cause == "unknown"))
        #expect(run.anomalies.contains { $0.code == .gap } == (cause == "unknown"))
        // Above all what the system does with apps that it has suspended.
        if cause == "unknown" { #expect(run.ending.candidates.first?.cause == .reclaimed) }
    }

    @Test(arguments: [("11 18:58:43", []), ("11 18:27:43", ["foreground-disappearance"])])
    func `Between two recordings an app in front did not disappear`(next: String, rules: [String]) throws {
        let analysis = try Self.analysis(
            Self.log(Self.launch(572, at: "11 18:24:43")), Self.log(Self.launch(672, at: next)))
        #expect(try analysis.allFindings().map(\.rule) == rules)
        let run = try #require(try analysis.runs().first)
        #expect(run.ending.cause == .unknown)
    }

    /// The app's own log goes on as long as the app does.
    @Test func `What the app logs itself is no recording that somebody stops`() throws {
        let own = """
            {"time":"2026-05-11T18:24:44.000Z","event":"app.didFinishLaunching","app":"com.acme.notes","pid":572}
            {"time":"2026-05-11T18:24:44.100Z","event":"app.didBecomeActive","app":"com.acme.notes","pid":572}
            {"time":"2026-05-11T18:25:40.100Z","event":"app.didEnterBackground","app":"com.acme.notes","pid":572}
            {"time":"2026-05-12T09:24:43.950Z","event":"app.didFinishLaunching","app":"com.acme.notes","pid":672}
            """
        let analysis = try Analysing.analysis([
            ("app.jsonl", Array(own.utf8)), ("mon.log", Self.log(Self.launch(572, at: "11 18:24:43") + Self.left)),
            ("tue.log", Self.log(Self.launch(672, at: "12 09:24:43"))),
        ]) { try? $0.useRules() }
        let run = try #require(try analysis.runs().first)
        #expect(run.ending.cause == .reclaimed && !run.anomalies.contains { $0.code == .gap })
    }
}
