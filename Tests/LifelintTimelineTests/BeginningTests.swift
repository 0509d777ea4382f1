// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Where runs begin: at their launch, and not at what happened to be told before.
@Suite struct BeginningTests {
    static let rows: [(name: String, log: String, expected: [String])] = [
        (
            "a line before the launch is none of it",
            "10:00:00 data.load ok=true\n10:00:29 process.launch intent=foreground\n10:00:29.3 app.didBecomeActive",
            ["10:00:00 false", "10:00:29 true"]
        ),
        (
            "what stands a moment before is",
            "10:00:28.5 data.load ok=true\n10:00:29.0 process.launch intent=foreground\n10:00:29.3 app.didBecomeActive",
            ["10:00:28 true"]
        ),
        (
            "what an app does before its callback is",
            "10:00:00 sdk.init\n10:00:03 app.didFinishLaunching\n10:00:03.3 app.didBecomeActive", ["10:00:00 false"]
        ),
    ]

    @Test(arguments: rows.indices, ["", " pid=71"])
    func `a run begins with its launch`(_ index: Int, _ keys: String) {
        let row = Self.rows[index]
        let runs = timeline(row.log, headers: "# app=com.acme.notes device=A1" + keys)
        #expect(
            runs.map { "\($0.start.time.clockTime.prefix(8)) \($0.start.isKnown)" } == row.expected,
            "\(row.name)\n\(runs.summary)")
    }

    @Test func `a launch lasts from its first step`() {
        let runs = timeline(
            "10:01:04 data.change document=a\n10:01:09 app.didFinishLaunching\n10:01:09.3 app.didBecomeActive")
        #expect(runs.map { $0.spanLine("launch") } == ["10:01:09–10:01:09.3"], "\(runs.summary)")
    }

    /// What is running can end, and cannot be launched.
    @Test(arguments: [
        ("", "10:05:01 app.didFinishLaunching\n10:05:01 app.didBecomeActive"),
        (" pid=71", "10:05:01 process.launch intent=foreground\n10:05:01 app.didBecomeActive"),
    ]) func `of an end and a launch in one instant the end comes first`(_ row: (keys: String, next: String)) {
        let log = "10:00:00 process.launch intent=foreground\n10:00:00.3 app.didBecomeActive\n"
        let runs = timeline(
            log + row.next + "\n10:05:01 process.exit signal=11 namespace=2 code=11",
            headers: "# app=com.acme.notes device=A1" + row.keys)
        #expect(runs.map(\.ending.cause) == [.crashSignal, .stillRunning], "\(runs.summary)")
        #expect(
            runs.map(\.stateAtEnd) == [.active, .active] && runs.last?.launch.after == .crashSignal, "\(runs.summary)")
    }

    @Test(
        "what the app tells less than a second before the system tells its launch, by another clock, came after it",
        arguments: [
            (" pid=7", "10:00:00.050", 1), ("", "10:00:00.050", 1), (" pid=7", "09:59:59.300", 1),
            (" pid=7", "09:59:58.500", 2), (" process=Notes pid=7", "10:00:00.050", 1),
        ])
    func ahead(_ keys: String, _ at: String, _ count: Int) {
        let app = keys.contains("process") ? "" : " app=com.acme.notes"
        let own = "# device=A1\(app)\(keys)\n\(at) app.didBecomeActive\n10:05:00 app.didEnterBackground"
        let system = """
            # app=com.acme.notes device=A1
            10:00:00.100 process.launch intent=foreground
            10:00:00.109 process.state class=runningboard task=running pid=7
            """
        let runs = timeline(files: [own, system])
        #expect(runs.count == count && runs.last?.pid == 7, "\(runs.summary)")
        #expect(runs.last?.launchLine == "foreground certain", "\(runs.summary)")
        let launches = runs.map { $0.spanLine("launch") }
        #expect(launches.joined().isEmpty, "\(runs.summary)")
    }

    @Test(
        "the system's lines of one second may tell a process before its launch",
        arguments: [
            ("10:00:00 process.resume pid=7\n10:00:00 process.launch intent=foreground", 1),
            (
                """
                10:00:00 process.resume pid=7
                10:00:00 process.launch class=runningboard
                10:00:00 process.launch intent=foreground
                """, 1
            ),
            ("10:00:00.000 process.resume pid=7\n10:00:00.100 process.launch intent=foreground", 2),
        ])
    func oneSecond(_ log: String, _ count: Int) {
        let runs = timeline(log)
        #expect(runs.count == count, "\(runs.summary)")
        #expect(runs.contains { $0.launchLine == "foreground certain" }, "\(runs.summary)")
    }
}
