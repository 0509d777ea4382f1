// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Launches that RunningBoard was asked for while a process of the app was there.
@Suite struct LaunchRequestTests {
    private static let day = "2026-03-05 10:"
    private static let start = """
        00:00.010 SpringBoard: Bootstrapping app<com.acme.notes((null))> with intent foreground-interactive
        00:00.020 runningboardd: Executing launch request for app<com.acme.notes((null))> (FBApplicationProcess)
        00:00.050 runningboardd: Now tracking process: [app<com.acme.notes((null))>:512]
        00:00.080 SpringBoard: [app<com.acme.notes((null))>:512] Bootstrap success!
        00:26.010 runningboardd: [app<com.acme.notes((null))>:512] Suspending task.
        01:00.000 runningboardd: Executing launch request for app<com.acme.notes((null))> (DAS launch)

        """

    /// Rows of `log show`, compact.
    private static func runs(_ rest: String) throws -> [AppRun] { try runs(of: start + rest) }

    private static func runs(of log: String) throws -> [AppRun] {
        let rows = log.split(separator: "\n").map { row in
            let parts = row.split(separator: " ", maxSplits: 2)
            return "2026-03-05 10:\(parts[0])000+0100 0x1a2b     Default     0x0                  33     0    "
                + "\(parts[1]) (RunningBoard) [com.apple.runningboard:x] \(parts[2])"
        }
        return try Analyzer().analyze(bytes: Array(rows.joined(separator: "\n").utf8)).runs()
    }

    @Test(
        "the process that was there was woken, or nothing came of it",
        arguments: [
            "01:00.100 runningboardd: [app<com.acme.notes((null))>:512] Resuming task.",
            """
            01:00.050 runningboardd: Calculated state for app<com.acme.notes((null))>: running-active (role: Background)
            01:00.100 runningboardd: [app<com.acme.notes((null))>:512] Resuming task.
            03:00.000 runningboardd: Executing launch request for app<com.acme.notes((null))> (DAS launch)
            03:00.100 runningboardd: [app<com.acme.notes((null))>:512] Resuming task.
            """,
            "",
        ])
    func woken(_ rest: String) throws {
        let runs = try Self.runs(rest)
        #expect(runs.count == 1 && runs.first?.pid == 512, "\(runs.map(\.story))")
    }

    /// The app's own log tells its launch by the name that the system's lines have, too.
    @Test("a launch that the app writes down, too, is one", arguments: [".005", ".060", ".200", "1.500"])
    func written(at second: String) throws {
        let rows = Self.start.split(separator: "\n").prefix(5).map { row in
            let parts = row.split(separator: " ", maxSplits: 2)
            return "2026-03-05 10:\(parts[0])000+0000 0x1a2b     Default     0x0                  33     0    "
                + "\(parts[1]) (RunningBoard) [com.apple.runningboard:x] \(parts[2])"
        }
        let at = second.hasPrefix(".") ? "00" + second : "0" + second
        let own = """
            # app=com.acme.notes process=Notes pid=512
            2026-03-05T10:00:\(at)Z process.launch intent=foreground
            2026-03-05T10:00:02.300Z app.didFinishLaunching
            2026-03-05T10:00:02.400Z app.didBecomeActive
            2026-03-05T10:00:19.500Z app.willResignActive
            2026-03-05T10:00:20.000Z app.didEnterBackground

            """
        let analysis = try Analyzer().analyze(inputs: [
            ("system.log", Array(rows.joined(separator: "\n").utf8)), ("own.lifelog", Array(own.utf8)),
        ])
        let runs = try analysis.runs()
        #expect(runs.count == 1 && runs.first?.pid == 512, "\(runs.map(\.story))")
        #expect(runs.first?.anomalies.isEmpty == true, "\(runs.map(\.anomalies))")
        // The app's own log alone may tell of launches that all have the id of its header.
        let again = own.replacing("10:00:20.000Z app.didEnterBackground", with: "10:00:10.000Z process.launch")
        let twice = try Analyzer().analyze(inputs: [("own.lifelog", Array(again.utf8))]).runs()
        #expect(twice.count == 2, "\(twice.map(\.story))")
    }

    /// Which of two logs has the smaller name must not decide whether a launch is told by the same witness again.
    @Test("of two equal launches the one counts that says who saw it", arguments: ["a.lifelog", "z.lifelog"])
    func stated(in name: String) throws {
        let head = "# app=com.acme.notes process=Notes pid=512\n"
        let first = "2026-03-05T10:00:00.000Z process.launch"
        let next =
            "2026-03-05T10:00:01.500Z process.launch class=frontboard\n2026-03-05T10:00:02.300Z app.didFinishLaunching\n"
        let analysis = try Analyzer().analyze(inputs: [
            (name, Array((head + first + " class=frontboard\n").utf8)),
            ("m.lifelog", Array((head + first + "\n").utf8)),
            ("next.lifelog", Array((head + next).utf8)),
        ])
        let runs = try analysis.runs()
        #expect(runs.count == 2, "\(runs.map(\.story))")
    }

    @Test("a request that was put off is no run")
    func putOff() throws {
        let rows = [
            ("09:59:00.000", "Executing launch request for app<com.acme.notes((null))> (DAS Prewarm launch)"),
            ("10:01:00.020", "Executing launch request for app<com.acme.notes((null))> (FBApplicationProcess)"),
            ("10:01:00.050", "Now tracking process: [app<com.acme.notes((null))>:512]"),
            ("10:02:00.050", "[app<com.acme.notes((null))>:512] Suspending task."),
        ]
        let log = rows.map {
            "2026-03-05 \($0.0)000+0100 0x1a2b     Default     0x0                  33     0    "
                + "runningboardd: (RunningBoard) [com.apple.runningboard:x] \($0.1)"
        }
        let runs = try Analyzer().analyze(bytes: Array(log.joined(separator: "\n").utf8)).runs()
        #expect(runs.map(\.pid) == [512], "\(runs.map(\.story))")
    }

    @Test("another process was launched")
    func launched() throws {
        let runs = try Self.runs(
            """
            01:00.050 runningboardd: Now tracking process: [app<com.acme.notes((null))>:733]
            01:00.100 runningboardd: [app<com.acme.notes((null))>:733] Resuming task.
            """)
        #expect(runs.map(\.pid) == [512, 733])
        #expect(runs.last?.id.hasSuffix("@2026-03-05T09:01:00.000000Z") == true, "\(runs.map(\.story))")
    }

    /// Who waits to be opened: one that was prewarmed, or that RunningBoard alone launched.
    @Test(arguments: ["DAS Prewarm launch", "FBApplicationProcess"])
    func `what is launched in the place of a process that waits to be opened begins when it was asked for`(
        request: String
    ) throws {
        let before = """
            00:00.010 runningboardd: Executing launch request for app<com.acme.notes((null))> (\(request))
            00:00.050 runningboardd: Now tracking process: [app<com.acme.notes((null))>:314]
            00:26.010 runningboardd: [app<com.acme.notes((null))>:314] Suspending task.
            06:00.683 SpringBoard: Bootstrapping app<com.acme.notes((null))> with intent foreground-interactive
            06:00.687 runningboardd: Executing launch request for app<com.acme.notes((null))> (FBApplicationProcess)

            """
        func runs(_ rest: String) throws -> [AppRun] { try Self.runs(of: before + rest) }
        let launched = try runs(
            """
            06:00.833 runningboardd: Now tracking process: [app<com.acme.notes((null))>:396]
            06:01.463 SpringBoard: [app<com.acme.notes>:396] Setting process visibility to: Foreground
            """)
        #expect(launched.map(\.pid) == [314, 396], "\(launched.map(\.story))")
        #expect(launched.first?.end.isKnown == false && launched.first?.events.count == 2)
        #expect(launched.last?.id.hasSuffix("@2026-03-05T09:06:00.683000Z") == true, "\(launched.map(\.id))")
        #expect(launched.last?.launch.kind == .foreground)
        // It is there still, or nothing else tells what was opened.
        for rest in ["06:01.463 SpringBoard: [app<com.acme.notes>:314] Setting process visibility to: Foreground", ""] {
            let opened = try runs(rest)
            #expect(opened.map(\.pid) == [314], "\(opened.map(\.story))")
            #expect(opened.first?.events.count == (rest.isEmpty ? 4 : 5), "\(opened.map(\.story))")
        }
        // One that comes long after was launched for something else.
        let later = try runs("40:00.050 runningboardd: Now tracking process: [app<com.acme.notes((null))>:396]")
        #expect(later.last?.id.hasSuffix("@2026-03-05T09:40:00.050000Z") == true, "\(later.map(\.id))")
    }

    @Test("a process that comes long after was not launched by the request")
    func later() throws {
        let runs = try Self.runs("40:00.050 runningboardd: Now tracking process: [app<com.acme.notes((null))>:733]")
        #expect(runs.map(\.pid) == [512, 733])
        #expect(runs.last?.id.hasSuffix("@2026-03-05T09:40:00.050000Z") == true, "\(runs.map(\.story))")
    }
}
