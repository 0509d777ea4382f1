// SPDX-License-Identifier: MIT

import LifelintModel

/// Times that the timeline waits or judges by, in nanoseconds; each is part of the contract, none is a system limit.
enum TimelineWindows {
    // MARK: What is told twice, or late

    /// Two witnesses of one edge.
    static let sameEdge: Int64 = .seconds(1)
    /// Memory warnings of one process within it are one warning.
    static let memoryWarnings: Int64 = .seconds(1)
    /// Within this a launch step of one launch may be told again.
    static let toldTwice: Int64 = .seconds(2)
    /// By how much the clock of a host that logs a device may be off: no process id is used again so soon.
    static let otherClock: Int64 = .seconds(5)
    /// A report of a process that was seen to end is about that end.
    static let report: Int64 = .minutes(1)

    // MARK: Launches

    /// Steps of one launch.
    static let oneLaunch: Int64 = .seconds(30)
    /// No launch goes on for that long: where nothing tells its end, the evidence shows no states.
    static let longestLaunch: Int64 = .minutes(1)
    /// What has shown a screen for that long is launched, whether or not anything tells that it is active.
    static let shownLaunch: Int64 = .seconds(5)
    /// Within this of its launch an SDK tells what it concludes about the run before.
    static let concluding: Int64 = .minutes(1)
    /// For so long an app that was seen to end is hardly launched again without anything being told of it.
    static let concluded: Int64 = .hours(24)
    /// An extension that has nothing to do is hardly kept for longer where another process of it is started.
    static let idleExtension: Int64 = .minutes(30)
    /// Whoever has the id of a process that ended longer ago is another one.
    static let reusedID: Int64 = .hours(1)

    /// What is told so long before a launch may be told of its process.
    static func beforeLaunch(_ told: Moment, _ launch: Moment) -> Int64 {
        toldTwice.addingClamped(max(told.resolution, launch.resolution))
    }

    // MARK: Ends

    /// Other threads go on for as long while one dies of a fault.
    static let lastBreath: Int64 = .milliseconds(100)
    /// Lines about a run after its end are witnesses of the end.
    static let afterEnd: Int64 = .seconds(2)
    /// How long before an exit a willTerminate explains it.
    static let termination: Int64 = .seconds(6)
    /// How long a process may take to end when asked to, before a watchdog says so.
    static let dying: Int64 = .seconds(10)
    /// Who dies of what nobody caught, its crash reporter at work, is not heard of for longer.
    static let lastWords: Int64 = .seconds(10)
    /// How long before an exit something in front of the user may explain it.
    static let inFront: Int64 = .seconds(10)
    /// The watchdog of a scene update waits for ten seconds; its kill is told a little later.
    static let sceneUpdate: Int64 = .seconds(20)
    /// Life shortly before a reboot or an update that makes them its certain cause.
    static let shortlyBefore: Int64 = .minutes(1)
    /// For longer nobody says how much memory an app uses.
    static let freshFootprint: Int64 = .minutes(3)

    // MARK: Silence, and the background

    /// Silence in the background after which the running clock stops.
    static let quiet: Int64 = .seconds(5)
    /// Silence after which even an ordinary line speaks for a suspension.
    static let longQuiet: Int64 = .minutes(1)
    /// An app that says nothing for so long is hardly in front all the while.
    static let longUse: Int64 = .hours(1)
    /// A device mostly locks itself sooner than an app is inactive, and silent, for so long.
    static let longInactive: Int64 = .minutes(5)
    /// The time of a background task is hardly over sooner.
    static let shortestTask: Int64 = .seconds(20)
    /// No system has ever let a background task run on for longer.
    static let longestTask: Int64 = .minutes(10)

    /// A device whose log is recorded is not silent for longer: where another recording begins then, nobody recorded it
    /// meanwhile.
    static let unrecorded: Int64 = .minutes(10)
    /// What was lost for longer may hold all that befell a process.
    static let longLoss: Int64 = .minutes(1)

    // MARK: The device

    /// For longer no device sleeps while an app that is in use later keeps its process.
    static let longestSleep: Int64 = .hours(12)
    /// For so long after its start a device is mostly locked, where nobody tells of its unlocks.
    static let stillLocked: Int64 = .minutes(30)
    /// How long the processes of a device may take to end when it shuts down: it does not start again sooner.
    static let shutdown: Int64 = .minutes(1)
    /// A device that shuts down is silent after so long.
    static let shuttingDown: Int64 = .minutes(2)
}
