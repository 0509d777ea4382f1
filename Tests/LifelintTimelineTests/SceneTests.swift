// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// One scene's machine as a table, and how the app's state follows from several scenes.
@Suite struct SceneTests {
    /// What leads into each state of the scene `s`.
    static let preludes: [(state: String, log: String)] = [
        ("-", "10:00:01 process.launch intent=foreground pid=7"),
        ("unattached", connect),
        ("inactive", connect + foreground),
        ("active", connect + foreground + active),
        ("background", connect + foreground + active + background),
        ("disconnected", connect + foreground + active + background + "\n10:00:07 scene.didDisconnect scene=s"),
    ]
    private static let connect = "10:00:01 process.launch intent=foreground pid=7\n10:00:02 scene.willConnect scene=s"
    private static let foreground = "\n10:00:03 scene.willEnterForeground scene=s"
    private static let active = "\n10:00:04 scene.didBecomeActive scene=s"
    private static let background =
        "\n10:00:05 scene.willResignActive scene=s\n10:00:06 scene.didEnterBackground scene=s"

    /// Event at 10:00:10, and the scene's state after it by the state before, with the anomalies.
    static let table: [(event: String, outcomes: [String])] = [
        ("scene.willConnect", ["unattached", "unattached", "inactive", "active", "background", "unattached"]),
        (
            "scene.willEnterForeground",
            [
                "inactive", "inactive", "inactive", "inactive !unexpected-foreground-edge", "inactive", "inactive",
            ]
        ),
        (
            "scene.didBecomeActive",
            ["active", "active", "active", "active", "active !background-to-active", "active"]
        ),
        ("scene.willResignActive", ["inactive", "inactive", "inactive", "inactive", "inactive", "inactive"]),
        (
            "scene.didEnterBackground",
            [
                "background", "background", "background", "background !background-without-resign", "background",
                "background",
            ]
        ),
        (
            "scene.didDisconnect",
            ["disconnected", "disconnected", "disconnected", "disconnected", "disconnected", "disconnected"]
        ),
        (
            "scene.didDiscard",
            ["disconnected", "disconnected", "disconnected", "disconnected", "disconnected", "disconnected"]
        ),
        (
            "app.didBecomeActive",
            ["-", "unattached", "inactive", "active", "background", "disconnected !background-to-active"]
        ),
        ("app.didEnterBackground", ["-", "unattached", "inactive", "active", "background", "disconnected"]),
    ]

    @Test(arguments: table) func `an event leads a scene to the state of the table`(
        _ row: (event: String, outcomes: [String])
    ) {
        for (prelude, expected) in zip(SceneTests.preludes, row.outcomes) {
            let runs = timeline(prelude.log + "\n10:00:10 \(row.event) scene=s")
            let scene = runs.first?.scenes.first?.states.last?.state.rawValue ?? "-"
            let anomalies = runs.first?.anomalyCodes ?? ""
            #expect(
                scene + (anomalies.isEmpty ? "" : " !" + anomalies) == expected,
                "\(row.event) from \(prelude.state)\n\(runs.summary)")
        }
    }

    @Test func `the table has every state and every event of a scene`() {
        #expect(Set(SceneTests.preludes.map(\.state)) == Set(SceneState.allCases.map(\.rawValue)).union(["-"]))
        let told = Set(SceneTests.table.map(\.event))
        for declaration in EventName.declarations where declaration.name.hasPrefix("scene.") {
            #expect(told.contains(declaration.name) || declaration.event == .sceneLifecycleMissing)
        }
    }

    @Test func `the app is active while any window is`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willEnterForeground scene=left
            10:00:02 scene.didBecomeActive scene=left
            10:00:03 scene.willEnterForeground scene=right
            10:00:04 scene.didBecomeActive scene=right
            10:00:05 scene.willResignActive scene=left
            10:00:06 scene.didEnterBackground scene=left
            10:00:07 scene.willResignActive scene=right
            10:00:08 scene.didEnterBackground scene=right
            """)
        #expect(
            runs.first?.stateLine
                == "launching 10:00:00 · active 10:00:02 · inactive 10:00:07 · background 10:00:08", "\(runs.summary)")
        #expect(runs.first?.scenes.map(\.id) == ["left", "right"])
    }

    @Test func `callbacks and notifications of the app move nothing while a scene is connected`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willEnterForeground scene=s
            10:00:02 scene.didBecomeActive scene=s
            10:00:02.1 app.didBecomeActive via=notification
            10:00:05 app.willResignActive via=notification
            10:00:06 app.didEnterBackground via=notification
            """)
        #expect(runs.first?.stateNames == "launching active", "\(runs.summary)")
        #expect(runs.first?.anomalies.isEmpty == true)
        #expect(runs.first?.events.count == 6)
    }

    @Test func `callbacks of the app count again when all scenes are disconnected`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willEnterForeground scene=s
            10:00:02 scene.didBecomeActive scene=s
            10:00:05 scene.willResignActive scene=s
            10:00:06 scene.didEnterBackground scene=s
            10:00:07 scene.didDisconnect scene=s
            10:00:09 app.willEnterForeground
            10:00:10 app.didBecomeActive
            """)
        #expect(runs.first?.stateNames == "launching active inactive background inactive active", "\(runs.summary)")
    }

    @Test func `without a state callback of a scene the app callbacks move the app`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect scene=s
            10:00:02 app.didBecomeActive
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground
            """)
        #expect(runs.first?.stateNames == "launching active inactive background", "\(runs.summary)")
    }

    @Test func `scenes of other roles do not count for the app`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect scene=s role=UIWindowSceneSessionRoleApplication
            10:00:01 scene.willConnect scene=car role=CPTemplateApplicationSceneSessionRoleApplication
            10:00:02 scene.didBecomeActive scene=s
            10:00:02 scene.didBecomeActive scene=car
            10:00:05 scene.willResignActive scene=s
            10:00:06 scene.didEnterBackground scene=s
            """)
        #expect(runs.first?.stateNames == "launching active inactive background", "\(runs.summary)")
    }

    @Test func `a state callback of a scene that never connected is an anomaly where connections are logged`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect scene=a
            10:00:02 scene.didBecomeActive scene=a
            10:00:03 scene.didBecomeActive scene=b
            """)
        #expect(runs.first?.anomalyCodes == "scene-not-connected", "\(runs.summary)")
    }

    @Test func `what the app says of itself shows that it runs, though it moves no scene`() {
        let runs = timeline(
            SceneTests.connect + SceneTests.foreground + SceneTests.active + SceneTests.background
                + "\n10:02:40 app.didBecomeActive\n10:02:42 process.exit namespace=JETSAM code=4")
        #expect(runs.first?.stateAtEnd == .background, "\(runs.summary)")
        #expect(runs.first?.ending.cause == .systemPressure, "\(runs.summary)")
        // Where the scene follows at once there is nothing in between.
        let returned = timeline(
            SceneTests.connect + SceneTests.foreground + SceneTests.active + SceneTests.background
                + "\n10:02:40 app.willEnterForeground via=notification\n10:02:40.01 scene.willEnterForeground scene=s")
        #expect(returned.first?.stateNames.hasSuffix("background ~suspended inactive") == true, "\(returned.summary)")
    }

    @Test func `background without a resign is silent when the device was locked, be it told before or after`() {
        for lock in ["10:00:04.500 screen.lock", "10:00:06.500 screen.lock"] {
            let runs = timeline(
                """
                10:00:00 process.launch intent=foreground pid=7
                10:00:02 app.didBecomeActive
                10:00:05 app.didEnterBackground
                \(lock)
                """)
            #expect(runs.first?.anomalies.isEmpty == true, "\(lock)\n\(runs.summary)")
        }
    }
}
