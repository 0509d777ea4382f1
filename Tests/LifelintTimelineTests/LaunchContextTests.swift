// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// What a launch follows, what it was for, and what it did before anybody looked.
@Suite struct LaunchContextTests {
    static let unlocks: [(name: String, log: String, isBefore: Bool)] = [
        ("an app that is active was unlocked", "10:00:01 app.didBecomeActive boot=B2 pid=1", false),
        (
            "however long it took to be active",
            "12:00:01 app.didFinishLaunching boot=B2 pid=1\n12:00:15 app.didBecomeActive boot=B2 pid=1", false
        ),
        (
            "an unlock that tells its boot",
            "11:30:00 screen.unlock boot=B2\n12:00:01 process.launch intent=background boot=B2 pid=1", false
        ),
        ("none was told", "12:00:01 process.launch intent=background boot=B2 pid=1", true),
        (
            "opened after a launch before it",
            "12:00:01 process.launch intent=background boot=B2 pid=1\n12:10:00 app.didBecomeActive boot=B2 pid=1", true
        ),
    ]

    @Test(arguments: unlocks) func `a launch before the first unlock is one that nobody could look at`(
        _ row: (name: String, log: String, isBefore: Bool)
    ) {
        let runs = timeline("10:00:00 app.didBecomeActive boot=B1 pid=1\n" + row.log)
        #expect(runs.count == 2 && runs.last?.launch.isAfterBoot == true, "\(row.name)\n\(runs.summary)")
        #expect(runs.last?.launch.isBeforeFirstUnlock == row.isBefore, "\(row.name)\n\(runs.summary)")
    }

    static let others: [(line: String, isBefore: Bool)] = [
        ("frontApp.changed app=com.apple.mobilesafari", false), ("frontApp.changed", true),
        ("process.state app=com.apple.mobilesafari pid=60 visibility=foreground", false),
        ("process.state app=com.apple.mobilesafari pid=60 visibility=background", true),
        ("process.state app=com.acme.photos.widget pid=60 host=extension visibility=foreground", true),
        ("app.willEnterForeground app=com.acme.photos pid=60", false),
        ("app.didBecomeActive app=com.acme.photos pid=60", false),
        ("app.didEnterBackground app=com.acme.photos pid=60", true),
    ]

    @Test(arguments: others) func `whoever looks at another app has unlocked the device`(
        _ row: (line: String, isBefore: Bool)
    ) {
        for apps in [[], [Glob("com.acme.notes")]] {
            var settings = Shipped.settings
            settings.apps = apps
            let runs = timeline(
                """
                10:02:00 device.boot
                10:02:30 \(row.line)
                10:05:00 process.launch app=com.acme.notes pid=73 intent=background reason=push
                """, headers: "# device=A1", settings: settings)
            #expect(runs.last?.launch.isBeforeFirstUnlock == row.isBefore, "\(row.line)\n\(runs.summary)")
        }
    }

    @Test(arguments: ["report.panic", "device.shutdown", "device.boot"])
    func `what is launched after the end of a boot is launched in another`(end: String) {
        let runs = timeline(
            """
            10:00:00 process.launch pid=71 intent=foreground
            10:00:01 app.didBecomeActive pid=71
            10:00:02 \(end)
            10:03:10 process.launch pid=72 intent=background
            10:04:10 process.exit pid=72 namespace=JETSAM code=9
            10:05:10 process.launch pid=73 intent=foreground
            """)
        #expect(runs.map(\.launch.after) == [nil, .reboot, .reclaimed], "\(runs.summary)")
        #expect(runs.map(\.launch.isAfterBoot) == [false, true, false], "\(runs.summary)")
        #expect(runs.map(\.launch.isBeforeFirstUnlock) == [false, end != "report.panic", false], "\(runs.summary)")
    }

    @Test func `a report of a panic that is written late does not lock the device`() {
        let runs = timeline(
            """
            10:02:00 device.boot
            10:02:20 screen.unlock
            10:02:40 report.panic
            10:05:00 process.launch pid=73 intent=background reason=push
            """)
        #expect(runs.map(\.launch.isAfterBoot) == [true] && runs.map(\.launch.isBeforeFirstUnlock) == [false])
    }

    static let taps: [(log: String, reason: Launch.Reason?)] = [
        ("10:00:00 notification.tapped\n10:00:00.2 process.launch intent=foreground", .notification),
        ("10:00:00 process.launch intent=foreground\n10:00:00.2 notification.tapped", .notification),
        (
            "10:00:00 notification.tapped reason=notificationAction\n10:00:00.2 process.launch intent=foreground",
            .notificationAction
        ),
        ("10:00:00 process.launch intent=foreground reason=url\n10:00:00.2 notification.tapped", .url),
        ("10:00:00 process.launch intent=background\n10:00:00.2 notification.tapped", nil),
        ("10:00:00 process.launch\n10:00:00.2 push.receive\n10:00:00.4 notification.tapped", .push),
        // It was there before.
        ("10:00:00 app.didBecomeActive\n10:00:01 notification.tapped", nil),
        (
            "10:00:00 process.launch intent=foreground\n10:00:01 app.didBecomeActive\n10:00:02 notification.tapped",
            nil
        ),
        // It had long finished launching.
        (
            "10:00:00 process.launch intent=foreground\n10:00:00.3 app.didFinishLaunching\n10:00:08 notification.tapped",
            nil
        ),
        (
            "10:00:00 process.launch intent=foreground\n10:00:00.3 app.didFinishLaunching\n10:00:00.5 notification.tapped",
            .notification
        ),
    ]

    @Test(arguments: taps) func `a notification that is tapped before the app is in front is what launches it`(
        _ row: (log: String, reason: Launch.Reason?)
    ) {
        let runs = timeline(row.log)
        #expect(runs.count == 1 && runs.first?.launch.reason == row.reason, "\(row.log)\n\(runs.summary)")
    }

    @Test func `an app that is installed anew is not updated`() {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=1
            10:10:00 app.uninstalled class=system
            10:20:00 app.installed class=system
            10:30:00 process.launch intent=foreground pid=2
            """)
        #expect(runs.last?.launch.isFirstEver == true && runs.last?.launch.isAfterUpdate == false, "\(runs.summary)")
    }

    @Test func `an app that ran before and was not removed is not there for the first time`() {
        let log = """
            10:00:00 process.launch intent=foreground pid=1
            10:20:00 app.installed class=system
            10:30:00 process.launch intent=foreground pid=2
            """
        let launch = timeline(log).last?.launch
        #expect(launch?.isFirstEver == false && launch?.isAfterUpdate == true)
        // Nor is it where another app was installed.
        #expect(timeline("# app=com.b device=A1\n" + log).last?.launch.isFirstEver == false)
    }

    static let works: [(line: String, reason: Launch.Reason?)] = [
        ("scheduledTask.start task=a kind=continued", .continuedProcessing),
        ("scheduledTask.start task=a kind=processing", .processing),
        ("scheduledTask.start task=a kind=refresh", .fetch), ("scheduledTask.start task=a", nil),
        ("push.receive", .push),
    ]

    @Test(arguments: works) func `the reason is what the work tells`(_ row: (line: String, reason: Launch.Reason?)) {
        let run = timeline("10:00:00 app.didFinishLaunching\n10:00:01 " + row.line).first
        #expect(run?.launchLine == "background likely")
        #expect(run?.launch.reason == row.reason)
    }

    static let quits: [(line: String, isRuledOut: Bool)] = [
        ("push.receive silent=true", true), ("push.receive", true), ("push.receive silent=false", false),
        ("scheduledTask.start task=a", true), ("scheduledTask.start task=a kind=processing", true),
        ("location.update", false), ("voip.receive", false),
    ]

    @Test(arguments: quits) func `work that a user's quit forbids rules it out`(_ row: (line: String, isRuledOut: Bool))
    {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=1
            10:00:01 app.didBecomeActive pid=1
            10:00:05 app.willTerminate pid=1
            10:00:06 process.exit pid=1 namespace=0 code=0 status=0
            11:00:00 app.didFinishLaunching pid=2
            11:00:01 \(row.line) pid=2
            """)
        #expect(runs.first?.ruledOut.contains(.userQuit) == row.isRuledOut, "\(row.line)\n\(runs.summary)")
    }

    static let chains: [(name: String, launches: [String], isRuledOut: Bool)] = [
        ("a location, then a push", ["location.update", "push.receive"], true),
        ("two of them, then a task", ["location.update", "voip.receive", "scheduledTask.start task=a"], true),
        ("nothing but locations", ["location.update", "location.update"], false),
        ("a location, the user, a push", ["location.update", "app.didBecomeActive", "push.receive"], false),
        ("a location, another boot, a push", ["location.update", "BOOT push.receive"], false),
    ]

    @Test(arguments: chains) func `what says nothing of a user's quit leaves it to the next launch`(
        _ row: (name: String, launches: [String], isRuledOut: Bool)
    ) {
        var log = """
            10:00:00 process.launch intent=foreground pid=1
            10:00:01 app.didBecomeActive pid=1
            10:00:05 app.willTerminate pid=1
            10:00:06 process.exit pid=1 namespace=0 code=0 status=0

            """
        for (number, launch) in row.launches.enumerated() {
            let (hour, pid) = (11 + number, 2 + number)
            if launch.hasPrefix("BOOT") { log += "\(hour - 1):30:00 device.boot\n" }
            log += "\(hour):00:00 app.didFinishLaunching pid=\(pid)\n"
            log += "\(hour):00:01 \(launch.hasPrefix("BOOT") ? String(launch.dropFirst(5)) : launch) pid=\(pid)\n"
            log += "\(hour):00:30 process.exit pid=\(pid) namespace=JETSAM code=9\n"
        }
        let runs = timeline(log)
        #expect(runs.count == row.launches.count + 1, "\(row.name)\n\(runs.summary)")
        #expect(runs.first?.ruledOut.contains(.userQuit) == row.isRuledOut, "\(row.name)\n\(runs.summary)")
        if row.isRuledOut {
            // The launch that tells it is the last one, and quoted.
            let reason = runs[0].ending.ruledOut.first { $0.cause == .userQuit }?.because
            #expect(reason?.hasPrefix("a later launch was in the background") == true, "\(reason ?? "")")
            let time = "\(10 + row.launches.count):00:00 "
            #expect(runs[0].ending.because.contains { $0.text.hasPrefix(time) }, "\(row.name)\n\(runs.summary)")
        }
        #expect(runs[1].launch.after == (row.isRuledOut ? .systemRequest : .userQuit), "\(row.name)")
        #expect(runs[1].launch.isAfterForceQuit != row.isRuledOut, "\(row.name)")
    }

    static let unseen: [(name: String, launches: String, isRuledOut: Bool)] = [
        ("a location, then a download", location + download, true),
        ("prewarmed, then a download", "10:10:00 process.launch pid=2 intent=prewarm\n" + download, true),
        ("nothing but a location", location, false),
        (
            "the user opens what a location launched", location + "10:12:00 app.didBecomeActive pid=2\n" + download,
            false
        ),
        ("a download after the device was started again", location + "10:15:00 device.boot\n" + download, false),
        (
            "the user opens what was prewarmed",
            "10:10:00 process.launch pid=2 intent=prewarm\n10:12:00 app.didBecomeActive pid=2\n" + download, false
        ),
    ]
    private static let location = "10:10:00 process.launch pid=2 intent=background reason=location\n"
    private static let download = "10:20:00 process.launch pid=3 intent=background reason=urlSession\n"

    @Test(arguments: unseen) func `an end of which nothing is told waits for what rules a user's quit out, too`(
        _ row: (name: String, launches: String, isRuledOut: Bool)
    ) {
        let before = """
            10:00:00 process.launch intent=foreground pid=1
            10:00:01 app.didBecomeActive pid=1
            10:00:05 app.willResignActive pid=1
            10:00:06 app.didEnterBackground pid=1

            """
        for end in ["10:00:08 process.suspend pid=1\n", "10:00:08 process.exit pid=1 signal=9\n"] {
            let runs = timeline(before + end + row.launches)
            #expect(
                runs.first?.ruledOut.contains(.userQuit) == row.isRuledOut, "\(row.name) \(end)\n\(runs.summary)")
        }
    }

    static let behind: [(name: String, log: String, states: String)] = [
        (
            "as its callbacks read",
            "10:00:00 app.didFinishLaunching state=background\n10:30:00 app.willEnterForeground",
            "background 10:00:00 · ~suspended 10:00:05 · inactive 10:30:00"
        ),
        (
            "as it took to come to the front",
            "10:00:00 app.didFinishLaunching\n10:30:00 app.willEnterForeground",
            "background 10:00:00 · ~suspended 10:00:05 · inactive 10:30:00"
        ),
        (
            "as its callbacks read, and another launch",
            "10:00:00 app.didFinishLaunching state=background pid=1\n10:30:00 app.didFinishLaunching pid=2",
            "background 10:00:00 · ~suspended 10:00:00"
        ),
        (
            "a slow launch is none",
            "10:00:00 app.didFinishLaunching\n10:00:08 app.didBecomeActive",
            "launching 10:00:00 · active 10:00:08"
        ),
        (
            "one with scenes reads the same in front",
            "10:00:00 app.didFinishLaunching state=background\n10:00:08 scene.didBecomeActive scene=s",
            "launching 10:00:00 · active 10:00:08"
        ),
    ]

    @Test(arguments: behind) func `a launch that was one in the background is suspended like one`(
        _ row: (name: String, log: String, states: String)
    ) {
        let runs = timeline(row.log)
        #expect(runs.first?.stateLine == row.states, "\(row.name)\n\(runs.summary)")
    }

    @Test func `a launch ends where the callback began of which only the end is told`() {
        let runs = timeline(
            "10:00:00 process.launch intent=foreground\n10:00:04 app.didBecomeActive phase=end duration=3s")
        #expect(runs.first?.spanLine("launch") == "10:00:00–10:00:01", "\(runs.summary)")
    }
}
