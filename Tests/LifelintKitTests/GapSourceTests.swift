// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What one log lost is not lost in another.
@Suite struct GapSourceTests {
    private static let app = [
        ("00.000", #""event":"app.didFinishLaunching""#), ("01.000", #""event":"app.didBecomeActive""#),
        ("02.000", #""event":"backgroundTask.begin","task":6"#), ("03.000", #""event":"backgroundTask.end","task":6"#),
        ("06.000", #""event":"app.willResignActive""#), ("07.000", #""event":"app.didEnterBackground""#),
        ("07.100", #""event":"backgroundTask.begin","task":7"#),
        ("35.000", #""event":"backgroundTask.expire","task":7"#), ("38.000", #""event":"ui.refresh""#),
    ].map { time, event in
        #"{"time":"2026-03-01T10:00:\#(time)Z","app":"com.acme.notes","device":"A1","pid":71,\#(event)}"#
    }

    private static func row(_ time: String, _ message: String, type: String = "logEvent") -> String {
        #"{"eventType":"\#(type)","timestamp":"2026-03-01 10:00:\#(time)+0000","processImagePath":"/usr/libexec/"#
            + #"runningboardd","processID":34,"subsystem":"com.apple.runningboard","category":"process","#
            + #""eventMessage":"\#(message)"}"#
    }

    private static let lost = row(
        "35.200000",
        "lost >=50 unreliable messages from 2026-03-01 10:00:35.100000+0000 to 2026-03-01 10:00:35.200000+0000",
        type: "lossEvent")
    private static let suspended = row("40.000000", "[app<com.acme.notes((null))>:71] Suspending task.")
    private static let killed = row(
        "41.000000", "[app<com.acme.notes((null))>:71] termination reported by launchd (15, 562215634, 9)")

    private static func analysis(_ app: [String], _ system: [String], _ rule: String) throws -> Analysis {
        try Analysing.analysis([
            ("app.jsonl", Array(app.joined(separator: "\n").utf8)),
            ("system.ndjson", Array(system.joined(separator: "\n").utf8)),
        ]) { options in
            options.device = "A1"
            try? options.useRules(select: [rule])
        }
    }

    @Test func `what the log of the system lost is nothing that the app tells in its own`() throws {
        let system = [Self.lost, Self.killed]
        for rule in ["background-task-not-ended-at-expiration", "background-task-never-ended"] {
            let whole = try Self.analysis(Self.app, [Self.killed], rule)
            let lossy = try Self.analysis(Self.app, system, rule)
            let counts = try #require(lossy.header.verdicts[rule])
            #expect(counts.violated == 1 && counts.reasons.isEmpty, "\(rule) \(counts)")
            #expect(try lossy.allFindings().map(\.confidence) == whole.allFindings().map(\.confidence))
            #expect(try lossy.runs().map(\.story) == whole.runs().map(\.story))
        }
    }

    @Test func `what a log lost that tells of suspensions may be one`() throws {
        let rule = "background-task-not-ended-at-expiration"
        let analysis = try Self.analysis(Self.app, [Self.lost, Self.suspended, Self.killed], rule)
        #expect(analysis.header.verdicts[rule]?.reasons == ["gap": 1])
    }

    private static let unsaved = [
        ("00.000", #""event":"app.didFinishLaunching""#), ("01.000", #""event":"app.didBecomeActive""#),
        ("02.000", #""event":"data.change","document":"a""#), ("03.000", #""event":"data.save","document":"a""#),
        ("04.000", #""event":"data.change","document":"a""#), ("38.000", #""event":"ui.refresh""#),
    ].map { time, event in
        #"{"time":"2026-03-01T10:00:\#(time)Z","app":"com.acme.notes","device":"A1","pid":71,\#(event)}"#
    }

    @Test func `what another log lost is no save of the app`() throws {
        let rule = "unsaved-when-killed"
        let end = Self.row(
            "41.000000", "[app<com.acme.notes((null))>:71] termination reported by launchd (10, 2343432205, 9)")
        let analysis = try Self.analysis(Self.unsaved, [Self.lost, end], rule)
        #expect(analysis.header.verdicts[rule]?.violated == 1)
        var own = Self.unsaved
        own.insert(#"{"time":"2026-03-01T10:00:36"#, at: 5)
        #expect(try Self.analysis(own, [end], rule).header.verdicts[rule]?.reasons == ["gap": 1])
    }

    @Test func `what the app's own log lost may be the end of what it told to begin`() throws {
        var app = Self.app
        app.insert(#"{"time":"2026-03-01T10:00:36"#, at: 8)
        let rule = "background-task-not-ended-at-expiration"
        let analysis = try Self.analysis(app, [Self.killed], rule)
        #expect(analysis.header.verdicts[rule]?.reasons == ["gap": 1])
        #expect(try analysis.runs().first?.story.contains("the log lost something after that") == true)
    }
}
