// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What apps print about their own life cycle, in the words of those who wrote them.
@Suite struct AppWordingTests {
    private static func events(_ message: String) throws -> [String] {
        let row = "2026-03-01 10:00:00.000000+0000  localhost Notes[4711]: \(message)"
        let log = "Timestamp                       (process)[PID]    \n\(row)\n"
        return try Analysing.runs([("a.log", Array(log.utf8))]).flatMap { $0.events.map(\.event) }
    }

    @Test(
        "A callback is known with what people print around it",
        arguments: [
            ("applicationDidBecomeActive(_:) state 0", "app.didBecomeActive"),
            ("applicationDidBecomeActive(_:) - active", "app.didBecomeActive"),
            ("applicationDidBecomeActive - active", "app.didBecomeActive"),
            ("applicationDidBecomeActive | state: active", "app.didBecomeActive"),
            ("applicationDidBecomeActive, state = 0", "app.didBecomeActive"),
            ("applicationWillResignActive!", "app.willResignActive"),
            ("Method applicationDidBecomeActive(_:)", "app.didBecomeActive"),
            ("Received notification: UIApplicationDidEnterBackgroundNotification", "app.didEnterBackground"),
            ("UIApplicationDidReceiveMemoryWarningNotification received", "memory.warning"),
            ("AppDelegate -> applicationWillTerminate(_:)", "app.willTerminate"),
            ("SceneDelegate sceneDidBecomeActive", "scene.didBecomeActive"),
            ("[SceneDelegate] sceneDidDisconnect(_:) session=A1", "scene.didDisconnect"),
            ("---applicationDidBecomeActive(_:)---", "app.didBecomeActive"),
            ("======== applicationDidBecomeActive ========", "app.didBecomeActive"),
            ("🔥🔥 applicationDidBecomeActive", "app.didBecomeActive"),
            ("AppDelegate.swift:21 application(_:didFinishLaunchingWithOptions:) - inactive", "app.didFinishLaunching"),
            ("2. applicationWillEnterForeground", "app.willEnterForeground"),
            ("Application moved from Active to Inactive: applicationWillResignActive", "app.willResignActive"),
            (
                "Application moved from \"Not running\" to \"Inactive\": application(_:didFinishLaunchingWithOptions:)",
                "app.didFinishLaunching"
            ),
            ("Inactive -> Active: applicationDidBecomeActive(_:)", "app.didBecomeActive"),
        ])
    func callbacks(message: String, event: String) throws { #expect(try Self.events(message) == [event]) }

    @Test(
        "A whole message that says what happened is known",
        arguments: [
            ("App became active", "app.didBecomeActive"), ("did enter background", "app.didEnterBackground"),
            ("✅ didEnterBackground", "app.didEnterBackground"), ("AppDelegate: willTerminate", "app.willTerminate"),
            ("[AppDelegate] willTerminate", "app.willTerminate"),
            ("✅ [Lifecycle] didEnterBackground()", "app.didEnterBackground"),
            ("[lifecycle] App will enter foreground.", "app.willEnterForeground"),
            ("The app went to the background", "app.didEnterBackground"), ("Scene disconnected", "scene.didDisconnect"),
            ("[SceneDelegate] Scene became active", "scene.didBecomeActive"),
            ("SceneDelegate: didBecomeActive", "scene.didBecomeActive"),
            ("App moved to foreground!", "process.state"), ("App has come to the foreground!", "process.state"),
            ("⚠️ Memory warning received!", "memory.warning"),
            ("Received memory warning: Available memory - 0", "memory.warning"),
            ("Memory warning received: 412 MB in use", "memory.warning"),
            ("New phase: background", "app.didEnterBackground"),
            ("scenePhase changed to .inactive", "app.willResignActive"),
            ("onChange scenePhase: inactive → active", "app.didBecomeActive"),
            ("scenePhase changed from background to inactive", "app.willEnterForeground"),
            ("scenePhase changed to background (window 3)", "scene.didEnterBackground"),
            ("Window 3F2A scenePhase changed from active to inactive", "scene.willResignActive"),
            ("AppState: inactive → active", "app.didBecomeActive"),
            ("didChangeAppLifecycleState paused", "app.didEnterBackground"),
        ])
    func sentences(message: String, event: String) throws { #expect(try Self.events(message) == [event]) }

    @Test(
        "What is no call, not yet or of something else is none",
        arguments: [
            "Observer added: UIApplicationDidBecomeActiveNotification", "applicationDidBecomeActive was not called",
            "applicationDidBecomeActive(_:) is never called", "Waiting for applicationDidBecomeActive(_:)",
            "swizzled application(_:didFinishLaunchingWithOptions:)",
            "Registering for UIApplicationDidEnterBackgroundNotification",
            "You must call super applicationDidBecomeActive(_:)", "Error in applicationDidEnterBackground(_:)",
            "Method not found: applicationDidBecomeActive(_:)", "Proxy of AppDelegate: applicationWillTerminate(_:)",
            "applicationDidBecomeActive - will be called later", "App is active", "App is in background", "background",
            "foreground", "Current scene phase: active", "Download phase: background", "Moon phase changed to active",
            "The app entered background 5 s ago", "Saving before the app will terminate", "No memory warning received",
            "applicationDidBecomeActive handlers took 3 s", "не applicationDidBecomeActive",
            "didBecomeActive", "Camera.didBecomeActive",
            "Session started: scenePhase active", "previous scenePhase: active, window: 3",
            "no applicationDidEnterBackground(_:)",
            "App launched without applicationDidBecomeActive(_:)",
            "⚡️  TO JS {\"isActive\":true}", "⚡️  TO JS {\"isActive\":false}",
        ])
    func silent(message: String) throws { #expect(try Self.events(message) == []) }

    @Test("What rests on such words alone is at most likely")
    func confidence() throws {
        let log = """
            2026-03-01 10:00:00.100000+0000 Notes[301:9] Application moved from Not running to Inactive: \
            application(_:didFinishLaunchingWithOptions:)
            2026-03-01 10:00:02.100000+0000 Notes[301:9] Application moved from Inactive to Active: \
            applicationDidBecomeActive(_:)
            2026-03-01 10:00:12.100000+0000 Notes[301:9] Application moved from Active to Inactive: \
            applicationWillResignActive(_:)
            2026-03-01 10:00:13.100000+0000 Notes[301:9] Application moved from Inactive to Background: \
            applicationDidEnterBackground(_:)

            """
        let runs = try Analysing.runs([("a.log", Array(log.utf8))])
        #expect(runs.map { $0.states.map(\.state) } == [[.launching, .active, .inactive, .background]])
        #expect(runs.map(\.launch.confidence) == [.likely])
    }

    /// A logger may print the function alone where its message is empty.
    @Test func `a log that goes on in sentences is no lifecycle log, whatever its first line is`() throws {
        let rows = [
            "08:00:00.000 application(_:didFinishLaunchingWithOptions:)", "08:00:00.300 scenePhase changed to active",
            "08:00:10.000 GET /feed 200", "08:05:00.000 scenePhase changed to inactive",
            "08:05:00.500 scenePhase changed to background", "08:05:00.600 Saved 3 notes",
        ]
        let text = rows.map { "2026-03-02T\($0.replacing(" ", with: "Z ", maxReplacements: 1))" }.joined(
            separator: "\n")
        let runs = try Analysing.runs([("app.log", Array(text.utf8))])
        #expect(
            runs.map { $0.states.map(\.state.rawValue) } == [["launching", "active", "inactive", "background"]])
    }

    /// Sentences about callbacks, and those of other things that become active.
    @Test(arguments: [
        "Analytics flushes on applicationWillTerminate(_:)", "Cache policy: purge on applicationDidEnterBackground(_:)",
        "previous session ended at applicationWillTerminate(_:)", "last save: applicationWillTerminate(_:)",
        "plugin Sensors supports applicationDidEnterBackground(_:)", "[CallSession] did become active",
        "[Meeting] will terminate", "[Engine] did finish launching",
        "[CallManager] willTerminate", "[VideoCall] didEnterBackground", "[Map] willEnterForeground()",
        "[SceneManager] Scene became active", "[Multiplayer] Scene disconnected", "[state] did enter background",
        "[State] willTerminate",
    ]) func `what is said of a callback is no callback`(sentence: String) throws {
        let rows = ["application(_:didFinishLaunchingWithOptions:)", "applicationDidBecomeActive(_:)", sentence]
        let text = rows.map { "2026-03-02 08:00:00.100 [INFO] \($0)" }.joined(separator: "\n")
        let runs = try Analysing.runs([("app.log", Array(text.utf8))])
        #expect(runs.map { $0.events.map(\.event) } == [["app.didFinishLaunching", "app.didBecomeActive"]])
    }

    /// A phase of SwiftUI is the app's, and that of a window which the record names.
    @Test func `A record that names a window tells the phase of that window`() throws {
        let log = """
            {"time":"2026-03-01T10:00:00Z","event":"didFinishLaunching","app":"com.acme.notes","pid":71}
            {"time":"2026-03-01T10:00:01Z","event":"scenePhase: active","scene":"A","app":"com.acme.notes","pid":71}
            {"time":"2026-03-01T10:01:00Z","event":"ScenePhase.active","sceneID":"B","app":"com.acme.notes","pid":71}
            {"time":"2026-03-01T10:02:00Z","event":"ScenePhase.inactive","scene":"A","app":"com.acme.notes","pid":71}
            {"time":"2026-03-01T10:02:01Z","event":"ScenePhase.background","scene":"A","app":"com.acme.notes","pid":71}
            {"time":"2026-03-01T10:05:00Z","event":"process.exit","signal":11,"app":"com.acme.notes","pid":71}
            """
        let run = try #require(try Analyzer().analyze(bytes: Array(log.utf8)).runs().first)
        #expect(run.scenes.map(\.id) == ["A", "B"])
        #expect(run.stateAtEnd == .active)
    }

    @Test func `a window that its callbacks name by an id is a scene of its own`() throws {
        let rows = [
            "00.100000+0000 Notes[301:9] [ui] application(_:didFinishLaunchingWithOptions:)",
            "01.100000+0000 Notes[301:9] [ui] sceneDidBecomeActive(_:) [session: 7C3F]",
            "02.100000+0000 Notes[301:9] [ui] sceneDidBecomeActive(_:) [session: 9A21]",
            "03.100000+0000 Notes[301:9] [ui] sceneWillResignActive(_:) [session: 7C3F]",
            "04.100000+0000 Notes[301:9] [ui] sceneDidEnterBackground(_:) [session: 7C3F]",
        ]
        let text = rows.map { "2026-03-01 10:00:\($0)\n" }.joined()
        let runs = try Analysing.runs([("a.log", Array(text.utf8))])
        #expect(runs.map { $0.states.map(\.state) } == [[.launching, .active]])
    }
}
