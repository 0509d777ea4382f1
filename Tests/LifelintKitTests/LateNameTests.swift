// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Rows copied from Console.app name a process and not its id: whose it is may be told at its end only.
@Suite struct LateNameTests {
    private static func row(_ second: String, _ process: String, _ message: String) -> String {
        "default\t10:00:\(second)+0100\t\(process)\t\(message)\n"
    }

    private static let tag = "[app<com.acme.notes((null))>:4711]"
    private static let launched =
        row(
            "00.000000", "runningboardd",
            "Executing launch request for app<com.acme.notes((null))> (FBApplicationProcess)")
        + row("00.020000", "runningboardd", "Now tracking process: \(tag)")
        + row("00.060000", "SpringBoard", "[app<com.acme.notes>:4711] Setting process visibility to: Foreground")

    private static func spoken(_ name: String) -> String {
        row(
            "00.700000", name,
            "Deactivation reason removed: 12; deactivation reasons: 4096 -> 0; animating application lifecycle event: 0"
        )
    }

    private static func killed(_ name: String, pid: Int) -> String {
        row(
            "40.000000", "kernel",
            "1234.567 memorystatus: killing_top_process pid \(pid) [\(name)] (vm-pageshortage 100 12s rf:-) 812345KB - memorystatus_available_pages: 3021"
        )
    }

    static let logs: [(name: String, log: String, runs: [String])] = [
        (
            "the kernel names the process with the id of the app's",
            launched + spoken("Zebra") + killed("Zebra", pid: 4711),
            ["com.acme.notes Zebra launching active"]
        ),
        (
            "it names another one", launched + spoken("Zebra") + killed("Giraffe", pid: 4711),
            ["com.acme.notes Giraffe launching ~active", "- Zebra active"]
        ),
        (
            "nobody tells whose it is", launched + spoken("Zebra"),
            ["com.acme.notes - launching ~active", "- Zebra active"]
        ),
    ]

    @Test(arguments: logs) func `lines of a process are those of the app that turns out to have it`(
        _ row: (name: String, log: String, runs: [String])
    ) throws {
        let runs = try Analysing.runs([("console.log", Array(row.log.utf8))])
        #expect(
            runs.map { run in
                let states = run.states.map { ($0.isInferred ? "~" : "") + $0.state.rawValue }.joined(separator: " ")
                return "\(run.app ?? "-") \(run.process ?? "-") \(states)"
            } == row.runs, "\(row.name)")
    }

    /// What is like a bundle id joins its app until a line tells whose process it is.
    @Test(arguments: [
        ("com.acme.notes", ["com.acme.notes Notes Plus memoryLimit certain"]),
        (
            "com.example.plus",
            ["com.acme.notes - stillRunning likely", "com.example.plus Notes Plus memoryLimit certain"]
        ),
    ])
    func `a process that is merely called alike is that of the app which is told with its id`(
        _ row: (app: String, runs: [String])
    ) throws {
        let log = """
            # app=com.acme.notes date=2026-03-02
            10:00:00 app.didFinishLaunching
            10:00:01 app.didBecomeActive
            """
        let end = """
            # date=2026-03-02
            10:00:40 process.exit class=kernel pid=777 process="Notes Plus" namespace=JETSAM reason=per-process-limit
            10:00:40.1 process.exit class=runningboard pid=777 app=\(row.app) namespace=JETSAM code=7 status=9
            """
        let runs = try Analysing.runs([("app.lifelog", Array(log.utf8)), ("system.lifelog", Array(end.utf8))])
        #expect(
            runs.map { run in
                "\(run.app ?? "-") \(run.process ?? "-") \(run.ending.cause.rawValue) \(run.ending.confidence.rawValue)"
            } == row.runs, "\(row.app)")
    }
}
