// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

/// UIKit's reasons for not being active in a launch: the one for the background is among them, wherever it leads.
@Suite struct InitialLaunchTests {
    /// What UIKit writes until the app has finished launching.
    static let begun = """
        10:00:01.00 process.deactivation pid=7 added=10 was=0 mask=1024
        10:00:01.05 process.deactivation pid=7 added=5 was=1024 mask=1056
        10:00:01.06 process.deactivation pid=7 added=11 was=1056 mask=3104
        10:00:01.30 app.didFinishLaunching pid=7

        """
    /// What it writes next, and on the way to the front.
    static let front = """
        10:00:03.00 process.deactivation pid=7 removed=10 was=3104 mask=2080
        10:00:03.10 process.deactivation pid=7 added=12 was=2080 mask=6176
        10:00:03.20 process.deactivation pid=7 removed=11 was=6176 mask=4128
        10:00:03.30 process.deactivation pid=7 removed=5 was=4128 mask=4096
        10:00:03.40 process.deactivation pid=7 removed=12 was=4096 mask=0

        """
    static let behind = """
        10:00:01.40 process.deactivation pid=7 removed=10 was=3104 mask=2080
        10:00:01.50 process.deactivation pid=7 removed=5 was=2080 mask=2048

        """
    static let launched = "10:00:00.90 process.launch pid=7\n"

    static let stories: [(name: String, log: String, kind: String, states: String)] = [
        ("to the front", begun + front, "foreground certain", "launching 10:00:01.00 · active 10:00:03.40"),
        (
            "to the front, and the system tells the launch", launched + begun + front, "foreground certain",
            "launching 10:00:00.90 · active 10:00:03.40"
        ),
        (
            "to the front, as only the app tells",
            begun
                + """
                10:00:03.00 process.deactivation pid=7 removed=10 was=3104 mask=2080
                10:00:06.00 app.didBecomeActive pid=7
                """, "foreground certain", "launching 10:00:01.00 · active 10:00:06.00"
        ),
        (
            "to the front, as only a scene tells",
            begun
                + """
                10:00:03.00 process.deactivation pid=7 removed=10 was=3104 mask=2080
                10:00:06.00 scene.willEnterForeground scene=s pid=7
                10:00:15.00 scene.didBecomeActive scene=s pid=7
                """, "foreground certain", "launching 10:00:01.00 · active 10:00:15.00"
        ),
        (
            "to the front, as only its leaving tells",
            begun + "10:00:06.00 app.willResignActive pid=7\n10:00:06.50 app.didEnterBackground pid=7", "unknown",
            "launching 10:00:01.00 · background 10:00:06.50"
        ),
        (
            "to the front, after a long launch",
            begun
                + """
                10:00:13.00 process.deactivation pid=7 removed=10 was=3104 mask=2080
                10:00:13.20 process.deactivation pid=7 removed=11 was=2080 mask=32
                10:00:13.40 process.deactivation pid=7 removed=5 was=32 mask=0
                """, "unknown", "launching 10:00:01.00 · active 10:00:13.40"
        ),
        (
            "told from its middle on", begun.split(separator: "\n").dropFirst(2).joined(separator: "\n") + "\n" + front,
            "foreground certain", "launching 10:00:01.06 · active 10:00:03.40"
        ),
        (
            "to the front, and away later",
            begun + front
                + """
                10:00:08.0 process.deactivation pid=7 added=12 was=0 mask=4096
                10:00:08.5 process.deactivation pid=7 added=11 was=4096 mask=6144
                10:00:09.0 data.save pid=7
                """, "foreground certain",
            "launching 10:00:01.00 · active 10:00:03.40 · inactive 10:00:08.0 · background 10:00:08.5"
        ),
        (
            "a crash in it", begun + "10:00:01.50 process.exit pid=7 namespace=SIGNAL code=6", "unknown",
            "launching 10:00:01.00"
        ),
        (
            "a crash when it was hardly over",
            begun
                + """
                10:00:03.00 process.deactivation pid=7 removed=10 was=3104 mask=2080
                10:00:03.05 process.exit pid=7 namespace=SIGNAL code=6
                """, "unknown", "launching 10:00:01.00"
        ),
        (
            "to the background, as was asked for",
            "10:00:00.90 process.launch pid=7 intent=background\n" + begun + behind + "10:00:05 data.save pid=7",
            "background certain", "background 10:00:00.90"
        ),
        (
            "to the background, by what it does there",
            begun + behind + "10:00:01.60 push.receive pid=7\n10:00:05 data.save pid=7", "background likely",
            "background 10:00:01.00"
        ),
        (
            "to the background, by what it reads there",
            "10:00:00.90 app.willFinishLaunching pid=7 state=background\n" + begun + behind
                + "10:00:20 data.save pid=7",
            "background likely", "background 10:00:00.90"
        ),
        (
            "to the background, and nothing tells what for", launched + begun + behind + "10:00:12 data.save pid=7",
            "unknown", "launching 10:00:00.90 · background 10:00:01.40"
        ),
        (
            "to the background, and that it is over is lost", launched + begun + "10:00:30 data.save pid=7",
            "unknown", "launching 10:00:00.90 · ~background 10:00:01.06"
        ),
        (
            "to the background, and opened later",
            launched + begun + behind
                + """
                10:05:00.0 process.deactivation pid=7 removed=11 was=2048 mask=0
                """, "background possible",
            "background 10:00:00.90 · ~suspended 10:00:06.50 · active 10:05:00.0"
        ),
        (
            "to the background, as the system tells soon",
            launched + begun + behind + "10:00:02 process.state pid=7 class=frontboard visibility=background\n"
                + "10:00:05 process.suspend pid=7",
            "unknown", "launching 10:00:00.90 · background 10:00:02 · suspended 10:00:05"
        ),
    ]

    @Test(arguments: stories)
    func `a launch leads to the background only where nothing brings it to the front`(
        _ story: (name: String, log: String, kind: String, states: String)
    ) throws {
        let runs = timeline(story.log)
        let run = try #require(runs.first)
        #expect(runs.count == 1, "\(story.name)\n\(runs.summary)")
        let kind = [run.launch.kind.rawValue, run.launch.confidence?.rawValue].compactMap(\.self).joined(separator: " ")
        #expect(kind == story.kind, "\(story.name)\n\(runs.summary)")
        #expect(run.stateLine == story.states, "\(story.name)\n\(runs.summary)")
        #expect(run.anomalies.isEmpty, "\(story.name)\n\(runs.summary)")
    }

    @Test func `clocks that are cut to seconds tell the same launch`() {
        let lines = (Self.begun + Self.front).split(separator: "\n").map { line in
            let words = line.split(separator: " ", maxSplits: 1)
            return "2026-03-02T\(words[0].prefix(8))Z \(words[1])"
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<30 {
            let shuffled = lines.shuffled(using: &generator).sorted { $0.prefix(20) < $1.prefix(20) }
            let runs = timeline(shuffled.joined(separator: "\n"))
            #expect(runs.map(\.stateNames) == ["launching active"], "\(runs.summary)")
            #expect(runs.first?.launch.kind == .foreground, "\(runs.summary)")
        }
    }
}
