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
                "inactive", "inactive", "inactive", "inactive !unexpected-foreground-edge", "inactive",
                "inactive !scene-not-connected",
            ]
        ),
        (
            "scene.didBecomeActive",
            [
                "active", "active", "active", "active", "active !background-to-active", "active !scene-not-connected",
            ]
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

    /// Windows whose lines name no scene, the app's states, and how many windows there are.
    static let unnamed: [(name: String, log: String, states: String, windows: Int)] = [
        (
            "what is in front is not connected once more: it is another window",
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect pid=7
            10:00:02 scene.willEnterForeground pid=7
            10:00:03 scene.didBecomeActive pid=7
            10:01:01 scene.willConnect pid=7
            10:01:02 scene.willEnterForeground pid=7
            10:01:03 scene.didBecomeActive pid=7
            10:02:00 scene.willResignActive pid=7
            10:02:01 scene.didEnterBackground pid=7
            10:02:02 scene.didDisconnect pid=7
            10:09:00 scene.willResignActive pid=7
            10:09:01 scene.didEnterBackground pid=7
            """, "launching 10:00:00 · active 10:00:03 · inactive 10:09:00 · background 10:09:01", 2
        ),
        (
            "a delegate and a notification tell of one window",
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect pid=7
            10:00:01.004 scene.willConnect pid=7 via=notification
            10:00:02 scene.willEnterForeground pid=7
            10:00:02.004 scene.willEnterForeground pid=7 via=notification
            10:00:03 scene.didBecomeActive pid=7
            10:00:03.004 scene.didBecomeActive pid=7 via=notification
            10:09:00 scene.willResignActive pid=7
            10:09:01 scene.didEnterBackground pid=7
            """, "launching 10:00:00 · active 10:00:03 · inactive 10:09:00 · background 10:09:01", 1
        ),
        (
            "both tell of each of two windows",
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect pid=7
            10:00:02 scene.willEnterForeground pid=7
            10:00:03 scene.didBecomeActive pid=7
            10:01:01 scene.willConnect pid=7
            10:01:01.004 scene.willConnect pid=7 via=notification
            10:01:02 scene.willEnterForeground pid=7
            10:01:02.004 scene.willEnterForeground pid=7 via=notification
            10:01:03 scene.didBecomeActive pid=7
            10:01:03.004 scene.didBecomeActive pid=7 via=notification
            10:02:00 scene.willResignActive pid=7
            10:02:00.004 scene.willResignActive pid=7 via=notification
            10:02:01 scene.didEnterBackground pid=7
            10:02:01.004 scene.didEnterBackground pid=7 via=notification
            10:09:00 scene.willResignActive pid=7
            10:09:01 scene.didEnterBackground pid=7
            """, "launching 10:00:00 · active 10:00:03 · inactive 10:09:00 · background 10:09:01", 2
        ),
        (
            "a window behind may have been disconnected without a line",
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect pid=7
            10:00:02 scene.willEnterForeground pid=7
            10:00:03 scene.didBecomeActive pid=7
            10:00:30 scene.willResignActive pid=7
            10:00:31 scene.didEnterBackground pid=7
            10:00:32 scene.willConnect pid=7
            10:00:33 scene.willEnterForeground pid=7
            10:00:34 scene.didBecomeActive pid=7
            """,
            "launching 10:00:00 · active 10:00:03 · inactive 10:00:30 · background 10:00:31 · inactive 10:00:33"
                + " · active 10:00:34", 1
        ),
        (
            "two windows leave and come back together",
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect pid=7
            10:00:02 scene.willEnterForeground pid=7
            10:00:03 scene.didBecomeActive pid=7
            10:01:01 scene.willConnect pid=7
            10:01:02 scene.willEnterForeground pid=7
            10:01:03 scene.didBecomeActive pid=7
            10:02:00 scene.willResignActive pid=7
            10:02:01 scene.willResignActive pid=7
            10:02:02 scene.didEnterBackground pid=7
            10:02:03 scene.didEnterBackground pid=7
            10:02:04 scene.willEnterForeground pid=7
            10:02:05 scene.willEnterForeground pid=7
            10:02:06 scene.didBecomeActive pid=7
            10:02:07 scene.didBecomeActive pid=7
            """,
            "launching 10:00:00 · active 10:00:03 · inactive 10:02:01 · background 10:02:03 · inactive 10:02:04"
                + " · active 10:02:06", 2
        ),
        (
            "where nothing tells of the process it may be another one",
            """
            10:00:01 scene.willConnect
            10:00:02 scene.willEnterForeground
            10:00:03 scene.didBecomeActive
            10:04:01 scene.willConnect
            10:04:02 scene.willEnterForeground
            10:04:03 scene.didBecomeActive
            10:05:00 scene.willResignActive
            10:05:01 scene.didEnterBackground
            """, "", 1
        ),
    ]

    @Test(arguments: unnamed) func `windows without names are told apart by what cannot be one window's`(
        _ row: (name: String, log: String, states: String, windows: Int)
    ) {
        let runs = timeline(row.log)
        let run = runs.first
        if !row.states.isEmpty {
            #expect(run?.stateLine.hasPrefix(row.states) == true, "\(row.name)\n\(runs.summary)")
            #expect(run?.anomalies.isEmpty == true, "\(row.name)\n\(runs.summary)")
        }
        #expect(run?.scenes.count == row.windows, "\(row.name)\n\(runs.summary)")
        if row.windows > 1 { #expect(runs.count == 1) }
    }

    private static let shown =
        "10:00:00 process.launch intent=foreground pid=7\n10:00:01 scene.didBecomeActive scene=s\n"

    /// Windows whose lines do not tell every way, the app's states, and those of the first window.
    static let untold: [(name: String, log: String, states: String, scene: String)] = [
        (
            "who was suspended comes back to the front",
            shown + "10:01:00 process.suspend\n10:05:00 scene.didBecomeActive scene=s",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · active 10:05:00",
            "active ~background active"
        ),
        (
            "so does who was not visible",
            shown + "10:01:00 process.state visibility=background\n10:05:00 scene.didBecomeActive scene=s",
            "launching 10:00:00 · active 10:00:01 · background 10:01:00 · ~suspended 10:01:05 · active 10:05:00",
            "active ~background active"
        ),
        (
            "it is on its way there",
            shown + "10:00:50 scene.willResignActive scene=s\n10:01:00 process.suspend\n10:05:00 process.resume\n"
                + "10:05:01 scene.willEnterForeground scene=s",
            "launching 10:00:00 · active 10:00:01 · inactive 10:00:50 · suspended 10:01:00 · background 10:05:00"
                + " · inactive 10:05:01", "active inactive ~background inactive"
        ),
        (
            "willEnterForeground out of a suspension is none while active",
            shown + "10:01:00 process.suspend\n10:05:00 scene.willEnterForeground scene=s",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · inactive 10:05:00",
            "active ~background inactive"
        ),
        (
            "of two windows one comes back: the other was left, too",
            shown + "10:00:02 scene.didBecomeActive scene=t\n10:01:00 process.suspend\n"
                + "10:05:00 scene.willEnterForeground scene=t\n10:05:01 scene.didEnterBackground scene=t",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · inactive 10:05:00 · background 10:05:01",
            "active ~background"
        ),
        (
            "one that goes to the background late brings no other to the front",
            shown + "10:00:02 scene.didBecomeActive scene=t\n10:01:00 process.suspend\n10:05:00 process.resume\n"
                + "10:05:01 scene.didEnterBackground scene=t",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · background 10:05:00", "active"
        ),
        (
            "a window tells late that it left",
            shown + "10:01:00 process.state visibility=background\n10:01:02 scene.willResignActive scene=s\n"
                + "10:01:03 scene.didEnterBackground scene=s",
            "launching 10:00:00 · active 10:00:01 · background 10:01:00 · inactive 10:01:02 · background 10:01:03",
            "active inactive background"
        ),
        (
            "a window that was resigning when it left resigns again: it had come back",
            shown + "10:00:50 scene.willResignActive scene=s\n10:01:00 process.suspend\n"
                + "10:05:00 scene.willResignActive scene=s",
            "launching 10:00:00 · active 10:00:01 · inactive 10:00:50 · suspended 10:01:00 · inactive 10:05:00",
            "active inactive ~background inactive"
        ),
        (
            "who resigns was active, as only what is visible tells",
            "10:00:00 process.launch intent=foreground pid=7\n10:00:01 scene.willEnterForeground scene=s\n"
                + "10:00:02 process.state visibility=foreground\n10:00:09 scene.willResignActive scene=s",
            "launching 10:00:00 · ~active 10:00:02 · inactive 10:00:09", "inactive ~active inactive"
        ),
        (
            "a window that goes does not lead an app away that is back by another's word",
            shown + "10:00:02 scene.didBecomeActive scene=t\n10:01:00 process.suspend\n10:05:00 process.resume\n"
                + "10:05:01 scene.didEnterBackground scene=t\n10:05:10 process.state visibility=foreground class=frontboard\n"
                + "10:05:20 scene.didDisconnect scene=t",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · background 10:05:00 · ~active 10:05:10",
            "active ~background"
        ),
        (
            "the one window that is there leaves the front to which the app came back by another's word",
            shown + "10:00:02 scene.didBecomeActive scene=t\n10:00:20 scene.willResignActive scene=t\n"
                + "10:00:21 scene.didEnterBackground scene=t\n10:01:00 process.suspend\n10:05:00 process.resume\n"
                + "10:05:01 scene.didDisconnect scene=t\n10:05:02 process.state visibility=foreground\n"
                + "10:06:00 scene.didEnterBackground scene=s",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · background 10:05:00 · ~active 10:05:02"
                + " · background 10:06:00", "active ~background ~active background"
        ),
        (
            "so does a window that left untold when another one came",
            shown + "10:01:00 process.suspend\n10:05:00 process.resume\n10:05:01 scene.didBecomeActive scene=t\n"
                + "10:05:03 scene.willResignActive scene=t\n10:05:03.1 scene.didEnterBackground scene=t\n"
                + "10:05:10 process.state visibility=foreground\n10:06:00 scene.didEnterBackground scene=s",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · background 10:05:00 · active 10:05:01"
                + " · inactive 10:05:03 · background 10:05:03.1 · ~active 10:05:10 · background 10:06:00",
            "active ~background ~active background"
        ),
        (
            "beside another window in front it had not come back",
            shown + "10:00:02 scene.didBecomeActive scene=t\n10:01:00 process.suspend\n10:05:00 process.resume\n"
                + "10:05:01 scene.didBecomeActive scene=t\n10:06:00 scene.didEnterBackground scene=s",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00 · background 10:05:00 · active 10:05:01",
            "active background"
        ),
        (
            "a suspension that waits for a better witness is one all the same",
            shown + "10:00:02 scene.didBecomeActive scene=t\n10:01:00 process.suspend class=system\n"
                + "10:01:00.3 scene.didEnterBackground scene=t",
            "launching 10:00:00 · active 10:00:01 · suspended 10:01:00", "active"
        ),
        (
            "what one window tells late is no older than what the other told meanwhile",
            shown + "10:00:02 scene.didBecomeActive scene=t\n10:00:10 scene.willResignActive scene=t phase=begin\n"
                + "10:00:12 scene.willResignActive scene=s\n10:00:14 scene.didBecomeActive scene=s\n"
                + "10:00:16 scene.willResignActive scene=s\n10:00:18 scene.didBecomeActive scene=t",
            "launching 10:00:00 · active 10:00:01 · inactive 10:00:16 · active 10:00:18",
            "active inactive active inactive"
        ),
    ]

    @Test(arguments: untold) func `what others tell of the app holds for windows that do not tell it`(
        _ row: (name: String, log: String, states: String, scene: String)
    ) {
        let runs = timeline(row.log)
        #expect(runs.first?.stateLine == row.states, "\(row.name)\n\(runs.summary)")
        let states = runs.first?.scenes.first?.states ?? []
        let scene = states.map { ($0.isInferred ? "~" : "") + $0.state.rawValue }.joined(separator: " ")
        #expect(scene == row.scene, "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.anomalyCodes.contains("unexpected-foreground-edge") == false, "\(row.name)")
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

    @Test(arguments: ["UIWindowSceneSessionRoleVolumetricApplication", "UISceneSessionRoleImmersiveSpaceApplication"])
    func `volumes and immersive spaces count for the app`(_ role: String) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 scene.willConnect scene=s role=UIWindowSceneSessionRoleApplication
            10:00:01 scene.willConnect scene=v role=\(role)
            10:00:02 scene.didBecomeActive scene=s
            10:00:02 scene.didBecomeActive scene=v
            10:00:05 scene.willResignActive scene=s
            10:00:06 scene.didEnterBackground scene=s
            """)
        #expect(runs.first?.stateNames == "launching active", "\(runs.summary)")
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

    private static let car = "CPTemplateApplicationSceneSessionRoleApplication"

    @Test func `what the app says of itself moves nothing while it is shown in a car alone`() {
        let log = """
            10:00:00 process.launch pid=7
            10:00:01 scene.willConnect scene=car role=\(Self.car)
            10:00:02 scene.didBecomeActive scene=car
            10:00:02.1 app.didBecomeActive via=notification
            10:00:03 scene.willConnect scene=s role=UIWindowSceneSessionRoleApplication
            10:05:00 process.exit reason=voluntary
            """
        let runs = timeline(log)
        #expect(runs.first?.stateNames == "launching background", "\(runs.summary)")
        #expect(runs.map(\.endingLine) == ["cleanExit possible"], "\(runs.summary)")
    }

    /// What the app says of itself beside a scene on the screen of a car that became active at 10:00:04, and its
    /// states.
    static let besideCar: [(before: String, after: String, states: String)] = [
        (
            "app.didBecomeActive", "10:05:00 app.willResignActive\n10:05:01 app.didEnterBackground",
            "launching active inactive background"
        ),
        (
            "app.didBecomeActive via=notification",
            "10:05:00 app.willResignActive via=notification\n10:05:01 app.didEnterBackground via=notification",
            "launching active inactive background"
        ),
        // Whatever the scene in the car does meanwhile.
        (
            "app.didBecomeActive via=notification", "10:00:04.5 app.didEnterBackground via=notification",
            "launching active background"
        ),
        (
            "data.load",
            "10:05:00 app.willEnterForeground via=notification\n10:05:01 app.didBecomeActive via=notification",
            "launching background inactive active"
        ),
        ("data.load", "10:05:00 app.didBecomeActive via=notification", "launching background active"),
        // What comes with the scene in the car is of that.
        ("data.load", "10:00:04.9 app.didBecomeActive via=notification", "launching background"),
        (
            "data.load",
            "10:05:00 scene.willResignActive scene=car\n10:05:00.1 app.willResignActive via=notification",
            "launching background"
        ),
    ]

    @Test(arguments: besideCar) func `a scene in a car does not hide what the app says of itself`(
        _ row: (before: String, after: String, states: String)
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 \(row.before)
            10:00:03 scene.willConnect scene=car role=\(Self.car)
            10:00:04 scene.didBecomeActive scene=car
            \(row.after)
            10:05:30 process.exit signal=9
            """)
        #expect(runs.first?.stateNames == row.states, "\(row)\n\(runs.summary)")
        #expect(runs.first?.anomalyCodes.isEmpty == true, "\(row)\n\(runs.summary)")
    }

    /// Nobody knows which of the two is told first.
    @Test(arguments: [("05:06.01 scene.didBecomeActive scene=car", true), ("", true)])
    func `what may be of a scene in a car that is about to come to the front is not sure`(
        _ row: (after: String, isInferred: Bool)
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=background pid=7
            10:00:03 scene.willConnect scene=car role=\(Self.car)
            10:00:04 scene.didBecomeActive scene=car
            10:05:00 scene.willResignActive scene=car
            10:05:06 app.didBecomeActive via=notification
            \(row.after.isEmpty ? "" : "10:" + row.after)
            """)
        let front = runs.first?.states.first { $0.state == .active }
        #expect(front?.isInferred == row.isInferred, "\(runs.summary)")
    }

    @Test func `whichever line of a scene tells its role`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:02 scene.didBecomeActive scene=s role=UIWindowSceneSessionRoleApplication
            10:00:02.1 scene.didBecomeActive scene=car role=\(Self.car)
            10:00:05 scene.willResignActive scene=s role=UIWindowSceneSessionRoleApplication
            10:00:06 scene.didEnterBackground scene=s role=UIWindowSceneSessionRoleApplication
            """)
        #expect(runs.first?.stateNames == "launching active inactive background", "\(runs.summary)")
    }

    @Test func `the role of a scene is told by what the app is asked about it, before it connects or after`() {
        let asked = "app.configurationForConnecting scene=car role=\(Self.car)"
        for (before, after) in [("10:00:03 \(asked)", ""), ("", "10:00:04.5 \(asked)")] {
            let runs = timeline(
                """
                10:00:00 process.launch intent=foreground pid=7
                10:00:01 app.configurationForConnecting scene=s role=UIWindowSceneSessionRoleApplication
                10:00:01 scene.willConnect scene=s
                10:00:02 scene.didBecomeActive scene=s
                \(before)
                10:00:04 scene.willConnect scene=car
                \(after)
                10:00:05 scene.didBecomeActive scene=car
                10:00:06 scene.willResignActive scene=s
                10:00:07 scene.didEnterBackground scene=s
                10:00:09 scene.didEnterBackground scene=car
                """)
            #expect(runs.first?.stateNames == "launching active inactive background", "\(runs.summary)")
            #expect(runs.first?.spanLine("carplay").hasSuffix("–10:00:09") == true, "\(runs.summary)")
            #expect(runs.first?.scenes.count == 2)
        }
    }

    /// What is asked before the scene connects that names itself nowhere, and the state in which it is shown.
    @Test(arguments: [
        ("10:00:01 app.configurationForConnecting role=\(car)", "launching background"),
        ("10:00:01 app.configurationForConnecting role=UIWindowSceneSessionRoleApplication", "launching active"),
        ("10:00:01 app.configurationForConnecting", "launching active"),
        // Which of the two connects is not told.
        (
            "10:00:01 app.configurationForConnecting role=\(car)\n"
                + "10:00:01.1 app.configurationForConnecting role=UIWindowSceneSessionRoleApplication",
            "launching active"
        ),
    ])
    func `the role that is told of a scene without a name is that of the next one to connect`(
        _ row: (asked: String, states: String)
    ) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground reason=carplay pid=7
            \(row.asked)
            10:00:02 scene.willConnect
            10:00:02.1 scene.willEnterForeground
            10:00:03 scene.didBecomeActive
            """)
        #expect(runs.first?.stateNames == row.states, "\(row)\n\(runs.summary)")
        #expect(runs.first?.scenes.count == 1, "\(row)\n\(runs.summary)")
    }

    @Test func `a scene that the app is asked about and that never connects is none`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:01 app.configurationForConnecting scene=car role=\(Self.car)
            10:00:02 app.didBecomeActive
            """)
        #expect(runs.first?.scenes.isEmpty == true && runs.first?.stateNames == "launching active", "\(runs.summary)")
    }

    @Test func `a launch for the screen of a car alone is over when its scene is active`() {
        let log = """
            10:00:00 process.launch intent=foreground reason=carplay pid=7
            10:00:01 scene.willConnect scene=car role=\(Self.car)
            10:00:02 scene.didBecomeActive scene=car
            """
        #expect(timeline(log).first?.stateNames == "launching background")
        // A window that connects may still come to the front.
        let both = log.replacing("10:00:01", with: "10:00:00.9 scene.willConnect scene=s\n10:00:01")
        #expect(timeline(both).first?.stateNames == "launching")
    }

    static let cars: [(lines: String, span: String)] = [
        ("10:00:03 scene.willConnect scene=car role=\(car)", "10:00:03–10:00:11"),
        ("10:00:03 scene.willConnect scene=car role=carplay", "10:00:03–10:00:11"),
        (
            "10:00:03 scene.didBecomeActive scene=car role=\(car)\n10:00:04 scene.didEnterBackground scene=car",
            "10:00:03–10:00:04"
        ),
        (
            "10:00:03 scene.willConnect scene=car role=\(car)\n10:00:03 scene.willConnect scene=d role=\(car)\n"
                + "10:00:04 scene.didDisconnect scene=d\n10:00:05 scene.didDisconnect scene=car", "10:00:03–10:00:05"
        ),
        // The app's own word says more.
        (
            "10:00:03 scene.didBecomeActive scene=car role=\(car)\n10:00:03.1 carplay.connect\n"
                + "10:00:04 scene.didEnterBackground scene=car\n10:00:09 carplay.disconnect", "10:00:03–10:00:09"
        ),
        // What the delegate of the car's scene alone is told is such a word, whatever its class is called.
        (
            "10:00:03 templateApplicationScene(_:didConnect:)\n10:00:05 "
                + "-[CarPlaySceneDelegate templateApplicationScene:didDisconnectInterfaceController:]",
            "10:00:03–10:00:05"
        ),
        (
            "10:00:03 CarPlaySceneDelegate.templateApplicationScene(_:didConnect:to:)\n10:00:05 "
                + "SceneDelegate.templateApplicationScene(_:didDisconnect:from:)", "10:00:03–10:00:05"
        ),
        ("10:00:03 scene.willConnect scene=tv role=UIWindowSceneSessionRoleExternalDisplayNonInteractive", ""),
    ]

    @Test(arguments: cars) func `a scene on the screen of a car tells of CarPlay`(_ row: (lines: String, span: String))
    {
        let runs = timeline(
            "10:00:00 process.launch intent=foreground pid=7\n10:00:01 scene.didBecomeActive scene=s\n" + row.lines
                + "\n10:00:10 scene.willResignActive scene=s\n10:00:11 process.exit signal=11")
        #expect(runs.first?.spanLine("carplay") == row.span, "\(runs.summary)")
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

    @Test(
        "A scene is not connected only where a log tells connections, and tells none of this one",
        arguments: [
            ("scene.didBecomeActive scene=a", "scene.didBecomeActive scene=b", ""),
            ("scene.didDisconnect scene=a", "scene.willEnterForeground scene=a", ""),
            ("scene.willConnect scene=a", "scene.willEnterForeground scene=a", ""),
            (
                "scene.willConnect scene=a\n10:00:02 scene.didDisconnect scene=a", "scene.didEnterBackground scene=a",
                ""
            ),
            (
                "scene.willConnect scene=a\n10:00:02 scene.didDisconnect scene=a", "scene.willEnterForeground scene=a",
                "scene-not-connected"
            ),
            (
                "scene.willConnect scene=a\n10:00:02 scene.didDisconnect scene=a\n10:00:03 scene.willConnect scene=a",
                "scene.didBecomeActive scene=a", ""
            ),
            (
                "scene.willConnect scene=a\n10:00:02 log.gap duration=5s", "scene.willResignActive scene=b", "gap"
            ),
            (
                "log.gap duration=100ms\n10:00:02 scene.willConnect scene=b\n10:00:03 scene.didDisconnect scene=b",
                "scene.willEnterForeground scene=b", "gap scene-not-connected"
            ),
            // Of windows without names it may be another one.
            ("scene.willConnect\n10:00:02 scene.didDisconnect", "scene.willEnterForeground", ""),
        ])
    func connections(before: String, event: String, anomalies: String) {
        let runs = timeline("10:00:00 process.launch intent=foreground pid=7\n10:00:01 \(before)\n10:00:09 \(event)")
        #expect(runs.first?.anomalyCodes == anomalies, "\(runs.summary)")
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
