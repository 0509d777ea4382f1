// SPDX-License-Identifier: MIT

/// Endings by a watchdog: the app did not answer the system in time.
extension EndingPage {
    private static let watchdogReport =
        "A report or log line with code 0x8badf00d in the namespace FRONTBOARD (SPRINGBOARD before iOS 15)"
    private static let statedAllowance =
        "Read the allowance from the report: it differs by device, system version, kind of launch, and by how much of"
        + " it was already used when the watchdog was armed."
    private static let cpuShares =
        "Compare the two CPU lines of the report: the app's own share near zero means that its main thread waited, a"
        + " high one means that it worked, a high total with a low share of the app means that other processes left it"
        + " no time."

    static let watchdogLaunch = EndingPage(
        title: "Killed by the launch watchdog",
        phrase: "was killed by the launch watchdog",
        summary: "The app took longer to launch than the system allows, and was killed.",
        meaning: "The system gives an app a stated time, of wall clock or of CPU, to come up. The app had used it up "
            + "before it was ready. To the user this is an app that opens to a blank screen and disappears. Launches "
            + "in the background have their own allowance, and their kills go unseen."
    ).listing(
        usuallyBecause: [
            "Network requests, locks or inter-process calls that block the main thread during launch.",
            "Migrations or loading of large data on the main thread before the first frame.",
            "Set-up of many libraries, static initialisers and +load methods: they run before didFinishLaunching.",
            "Blocks sent to the main queue during launch: they still run before the first frame.",
        ],
        whatToDo: [
            "Look at what the main thread did last: the log lines before the kill, and thread 0 of the report.",
            cpuShares,
            "Move work that the first frame does not need behind it, and off the main thread.",
            "Test on the oldest supported device without a debugger, and with a slow network.",
        ],
        evidence: [
            watchdogReport + " whose text names the event process-launch.",
            "Log lines with \"process-launch watchdog transgression\".",
            "launchd's (10, 2343432205, 9), which names the watchdog but not the event.",
        ],
        beware: [
            statedAllowance,
            "Observed: reports of launches in the foreground stated allowances from 17 to 29 seconds. Nothing is "
                + "killed for being slower than Apple's target of 400 ms.",
            "Watchdogs do not act under a debugger or in the simulator: a launch that hangs there is not killed.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let watchdogSceneCreate = EndingPage(
        title: "Killed while its scene was being created",
        phrase: "was killed by the watchdog while its scene was being created",
        summary: "The app took longer to create a scene than the system allows, and was killed.",
        meaning: "When the system asks for a window the app has a stated time to connect the scene and draw it. At "
            + "launch that time is shared with the launch itself (observed), so a slow launch can end here."
    ).listing(
        usuallyBecause: [
            "The same as for a slow launch: blocking work on the main thread before the first frame.",
            "Heavy work in scene(_:willConnectTo:options:) or in the first view controllers.",
            "Restoring a large saved state before the scene appears.",
        ],
        whatToDo: [
            "Look at what the main thread did last, and whether the app had been active before in that run.",
            cpuShares,
            "Show a light first screen, and load its contents afterwards.",
        ],
        evidence: [
            watchdogReport + " whose text names the event scene-create.",
            "Up to iOS 9: 0x8badf00d with \"failed to scene-create in time\".",
        ],
        beware: [
            statedAllowance,
            "With an earlier active edge in the same run it is a second scene, not the launch.",
            "The report's ProcessVisibility and WatchdogVisibility may differ: the latter is the policy in force when "
                + "the watchdog was armed.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let watchdogSceneUpdate = EndingPage(
        title: "Killed because a change of its scene took too long",
        phrase: "was killed by the watchdog during a scene update",
        summary: "The app did not finish a change of its scene in time (entering the background, coming back, or "
            + "another update), and was killed.",
        meaning: "Going to the background, coming back and other updates of a scene must be answered within a stated "
            + "time. The main thread was blocked or busy for longer. The detail `direction` says which way the app "
            + "was going, where the report tells."
    ).listing(
        usuallyBecause: [
            "Saving on the main thread in didEnterBackground, or in callbacks beside it.",
            "A wait for a lock, a database, a network answer or another process on the main thread.",
            "A hang that began earlier, and met the change of state.",
        ],
        whatToDo: [
            "Look at the last work on the main thread before the kill: the log lines, and thread 0 of the report.",
            cpuShares,
            "Keep the callbacks short; save small and early, and do the rest in a background task off the main thread.",
        ],
        evidence: [
            watchdogReport + " whose text names the event scene-update.",
            "Reports of older systems that say \"failed to resume in time\" or \"failed to suspend in time\".",
        ],
        beware: [
            statedAllowance,
            "Documented: there are about 5 seconds to return from didEnterBackground. Observed: the kill came when "
                + "the larger allowance in the report was used up.",
            "A background task does not extend this time: the callback itself must return.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let watchdogOther = EndingPage(
        title: "Killed by a watchdog",
        phrase: "was killed by a watchdog",
        summary: "A watchdog of the system killed the app; the evidence does not name an event that lifelint knows.",
        meaning: "The code says that the app did not answer in time. Which request it did not answer is missing from "
            + "the evidence, or is one that has no page of its own."
    ).listing(
        usuallyBecause: ["A main thread that was blocked or busy for longer than the allowance in the report."],
        whatToDo: [
            "Find the crash report with the same process id and time: its text names the event and the allowance.",
            cpuShares,
        ],
        evidence: [
            watchdogReport + " without a known event in its text.",
            "launchd's (10, 2343432205, 9) with nothing beside.",
        ],
        beware: [
            statedAllowance,
            "0x8badf00d of the namespace RUNNINGBOARD or ASSERTIOND speaks of background tasks and is told as "
                + "backgroundTask.",
            "A process can crash while it is being killed: the termination reason outranks the exception type.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let watchdogExit = EndingPage(
        title: "Killed because it did not exit when asked to",
        phrase: "was killed because it did not exit in time when asked to",
        summary: "Somebody asked the app to end, it did not finish in time, and it was killed.",
        meaning: "The end itself was wanted: by the user, an update or the system. That the app had to be killed shows "
            + "that its main thread was blocked or busy when it should have ended, and work in flight may be lost."
    ).listing(
        usuallyBecause: [
            "Slow saving or waiting in applicationWillTerminate.", "A main thread that was already hanging.",
        ],
        whatToDo: [
            "Look at what ran on the main thread when the request came.",
            "Save as the user goes along, so that nothing is left to do at the end.",
        ],
        evidence: [
            "A report or log line \"Failed to terminate gracefully after …\".",
            "A watchdog report whose text names the event process-exit.",
        ],
        beware: [
            "The detail `trigger` says who asked, where the evidence tells. The question is not why the app ended, but "
                + "why it took so long.",
            "The time that was allowed is in the text: read it there.",
        ]
    ).weighing(
        visible: .warning, background: .warning,
        exceptions: "It is an error where something was not saved yet."
    )
}
