// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// The app's machine as a table: every state and every event of the life cycle and the process.
@Suite struct AppTransitionTests {
    /// What leads into each state, up to 10:00:09.
    static let preludes: [(state: String, log: String)] = [
        ("-", "10:00:08.9 data.load"),
        ("launching", launch),
        ("active", launch + active),
        ("inactive", launch + active + resign),
        ("background", launch + active + resign + background),
        ("suspended", launch + active + resign + background + "\n10:00:09 process.suspend"),
    ]
    private static let launch = "10:00:01 process.launch intent=foreground pid=7"
    private static let active = "\n10:00:02 app.didBecomeActive"
    private static let resign = "\n10:00:08 app.willResignActive"
    private static let background = "\n10:00:08.5 app.didEnterBackground"

    /// Event at 10:00:10, and by the state before: the state at the end (`~` concluded, `end` if that run is over),
    /// and the anomalies.
    static let table: [(event: String, outcomes: [String])] = [
        (
            "app.willFinishLaunching",
            [
                "launching", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "app.didFinishLaunching",
            [
                "launching", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        ("app.didBecomeActive", ["active", "active", "active", "active", "active !background-to-active", "active"]),
        (
            "app.willResignActive",
            [
                "inactive", "launching", "inactive", "inactive", "inactive", "inactive !callback-while-suspended",
            ]
        ),
        (
            "app.didEnterBackground",
            [
                "background", "background", "background !background-without-resign", "background", "background",
                "background !callback-while-suspended",
            ]
        ),
        (
            "app.willEnterForeground",
            [
                "inactive", "launching", "inactive !unexpected-foreground-edge", "inactive", "inactive", "inactive",
            ]
        ),
        (
            "app.willTerminate",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "app.configurationForConnecting",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "app.didDiscardSceneSessions",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "app.protectedDataWillBecomeUnavailable",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "app.protectedDataDidBecomeAvailable",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "app.openURL",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "app.significantTimeChange",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "process.launch pid=7",
            [
                "launching", "launching end | launching !second-launch", "active end | launching !second-launch",
                "inactive end | launching !second-launch", "background end | launching !second-launch",
                "suspended end | launching !second-launch",
            ]
        ),
        (
            "process.launch pid=8",
            [
                "launching", "launching end | launching", "active end | launching", "inactive end | launching",
                "background end | launching", "suspended end | launching",
            ]
        ),
        ("process.main", ["launching", "launching", "active", "inactive", "background", "suspended"]),
        ("process.exit", ["- end", "launching end", "active end", "inactive end", "background end", "suspended end"]),
        ("process.suspend", ["suspended", "suspended", "suspended", "suspended", "suspended", "suspended"]),
        ("process.resume", ["background", "launching", "active", "inactive", "background", "background"]),
        ("process.state task=running", ["-", "launching", "active", "inactive", "background", "background"]),
        (
            "process.state task=suspended",
            [
                "suspended", "suspended", "suspended", "suspended", "suspended", "suspended",
            ]
        ),
        (
            "process.state task=notRunning",
            [
                "- end", "launching end", "active end", "inactive end", "background end", "suspended end",
            ]
        ),
        ("process.state visibility=foreground", ["active~", "active~", "active", "inactive", "active~", "active~"]),
        (
            "process.state visibility=background",
            [
                "background", "background", "background", "background", "background", "suspended",
            ]
        ),
        ("process.deactivation mask=0", ["active", "active", "active", "active", "active", "active"]),
        ("process.deactivation mask=1", ["inactive", "launching", "inactive", "inactive", "inactive", "inactive"]),
        (
            "process.deactivation mask=2048",
            [
                "background", "background", "background", "background", "background", "background",
            ]
        ),
        ("process.deactivation reasons=none", ["active", "active", "active", "active", "active", "active"]),
        (
            "process.deactivation reasons=call",
            [
                "inactive", "launching", "inactive", "inactive", "inactive", "inactive",
            ]
        ),
        (
            "process.deactivation reasons=switcher,background",
            [
                "background", "background", "background", "background", "background", "background",
            ]
        ),
        ("watchdog.warning kind=scene-update", ["-", "launching", "active", "inactive", "background", "suspended"]),
        (
            "scene.willConnect scene=s",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "scene.willEnterForeground scene=s",
            [
                "inactive", "launching", "inactive", "inactive", "inactive", "inactive",
            ]
        ),
        ("scene.didBecomeActive scene=s", ["active", "active", "active", "active", "active", "active"]),
        (
            "scene.willResignActive scene=s",
            [
                "inactive", "launching", "inactive", "inactive", "inactive", "inactive !callback-while-suspended",
            ]
        ),
        (
            "scene.didEnterBackground scene=s",
            [
                "background", "background", "background", "background", "background",
                "background !callback-while-suspended",
            ]
        ),
        (
            "scene.didDisconnect scene=s",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        (
            "scene.didDiscard scene=s",
            [
                "-", "launching", "active", "inactive", "background", "suspended !callback-while-suspended",
            ]
        ),
        ("scene.lifecycleMissing fatal=false", ["-", "launching", "active", "inactive", "background", "suspended"]),
        ("data.save", ["-", "launching", "active", "inactive", "background", "suspended"]),
    ]

    @Test(arguments: table) func `an event leads to the state of the table`(_ row: (event: String, outcomes: [String]))
    {
        for (prelude, expected) in zip(AppTransitionTests.preludes, row.outcomes) {
            let runs = timeline(prelude.log + "\n10:00:10 " + row.event)
            #expect(outcome(runs) == expected, "\(row.event) from \(prelude.state)\n\(runs.summary)")
        }
    }

    @Test func `the table has every state, and every event of the life cycle and the process`() {
        #expect(
            Set(AppTransitionTests.preludes.map(\.state))
                == Set(AppState.allCases.map(\.rawValue)).subtracting(["notRunning"])
                .union(["-"]))
        for row in AppTransitionTests.table {
            #expect(row.outcomes.count == AppTransitionTests.preludes.count, "\(row.event)")
        }
        let told = Set(AppTransitionTests.table.compactMap { $0.event.split(separator: " ").first.map(String.init) })
        let groups = [
            "the life cycle proper", "what UIKit says of the app's scenes", "the process, as the system saw it",
        ]
        for declaration in EventName.declarations where groups.contains(declaration.group) {
            #expect(told.contains(declaration.name), "no row for \(declaration.name)")
        }
    }

    private func outcome(_ runs: [AppRun]) -> String {
        let states = runs.map { run in
            (run.stateAtEnd?.rawValue ?? "-") + (run.states.last?.isInferred == true ? "~" : "")
                + (run.ending.cause == .stillRunning ? "" : " end")
        }
        let anomalies = runs.flatMap { $0.anomalies.map(\.code.rawValue) }
        return states.joined(separator: " | ") + (anomalies.isEmpty ? "" : " !" + anomalies.joined(separator: " "))
    }
}
