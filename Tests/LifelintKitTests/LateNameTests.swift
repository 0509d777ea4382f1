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
}
