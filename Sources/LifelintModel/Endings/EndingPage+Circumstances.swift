// SPDX-License-Identifier: MIT

/// Endings by circumstances: the device, an update, or evidence that does not tell.
extension EndingPage {
    private static let provenBy =
        "It proves dead by then. It is certain only if the process showed life within the "
        + "last minute before, or a line names its process id."
    private static let besideIt =
        "After a long suspension the process may have been reclaimed before: then that "
        + "stands beside it as a candidate."

    static let reboot = EndingPage(
        title: "Ended by a restart of the device",
        phrase: "ended because the device was restarted",
        summary: "The device was restarted, shut down or panicked while the app was alive.",
        meaning: "Every process ends with its boot. The cause of the restart may stand in a panic or reset report."
    ).listing(
        whatToDo: ["Nothing in the app; look for a panic report if it happens often."],
        evidence: ["A shutdown or boot marker, a new boot session, or a panic or forced-reset report."],
        beware: [provenBy, besideIt, "There is no evidence that iOS kills single apps for a low battery."]
    )

    static let osUpdate = EndingPage(
        title: "Ended by an update of the system",
        phrase: "ended because the system was updated",
        summary: "The system was updated while the app was alive.",
        meaning: "The next run reports another system build. An update restarts the device and ends everything."
    ).listing(
        whatToDo: ["Nothing."],
        evidence: ["A change of the system build between two runs, or an update marker."],
        beware: [provenBy, besideIt]
    )

    static let appUpdate = EndingPage(
        title: "Ended by an update of the app",
        phrase: "was ended by an update of the app",
        summary: "The app was updated or installed again, which ends the running process.",
        meaning: "The installer ends the old process before it replaces the app."
    ).listing(
        whatToDo: ["Check that what the old version left behind can be read by the new one."],
        evidence: ["An installer line, or a change of version or build between two runs."],
        beware: [provenBy, besideIt]
    )

    static let uninstalled = EndingPage(
        title: "Ended because the app was removed",
        phrase: "was ended because the app was removed",
        summary: "The user or the system removed the app.",
        meaning: "The installer ends the process before it removes the app."
    ).listing(
        whatToDo: ["Nothing."],
        evidence: ["An installer line about the removal."],
        beware: [provenBy]
    )

    static let springboardRestart = EndingPage(
        title: "Ended by a restart of the home screen",
        phrase: "ended because the home screen (SpringBoard) was restarted",
        summary: "SpringBoard was restarted, and took the apps with it.",
        meaning: "A respring ends the apps that it manages; the device goes on without a boot."
    ).listing(
        whatToDo: ["Nothing."],
        evidence: ["A respring marker, or a new SpringBoard process within the same boot."],
        beware: [provenBy, besideIt]
    )

    static let prewarmDiscarded = EndingPage(
        title: "Prewarmed and never opened",
        phrase: "was prewarmed, never opened, and discarded",
        summary: "The system started the app ahead of time, the user did not open it, and it was ended.",
        meaning: "Prewarming runs part of the launch in advance, so that opening the app is faster."
    ).listing(
        whatToDo: ["Do nothing at launch that assumes a user: no counting of sessions, no network."],
        evidence: ["A launch marked as prewarming, no foreground edge, and an ordinary end."],
        beware: [
            "Observed: how far a prewarmed launch runs differs by system version; didFinishLaunching may be called.",
            "Protected data may not be available then.",
        ]
    )

    static let unknownEnding = EndingPage(
        title: "Ended, and the evidence does not say why",
        phrase: "ended for a reason that the evidence does not show",
        summary: "The run ended, and nothing in the evidence names the cause.",
        meaning: "Unknown is a result. Nothing is called a crash or a memory kill for want of a better word. The "
            + "candidates that remain are listed with the run, most likely first, and so is what was ruled out."
    ).listing(
        usuallyBecause: ["Logs of the app alone: most kills give the app no chance to write."],
        whatToDo: [
            "Add evidence of the same time: crash and jetsam reports, a sysdiagnose, or the system log.",
            "Write the app's log so that it survives a kill.", "Look at the candidates and at what would decide.",
        ],
        evidence: ["A SIGKILL without a label, an SDK's guess, or nothing at all."],
        beware: [
            "\"Out of memory\", \"watchdog termination\" and the like from an SDK are its guess: candidates, never a "
                + "cause.",
            "A buffered log loses its last seconds at a kill: silence there is no evidence.",
        ]
    ).weighing(visible: .warning, background: nil)

    static let stillRunning = EndingPage(
        title: "Still running when the evidence ends",
        phrase: "was still running when the evidence ends",
        summary: "The evidence ends before the run does.",
        meaning: "Nothing says that the process has ended. What happened afterwards is not in these files."
    ).listing(
        whatToDo: ["Add later logs, or the reports of the next days, if you expect an end."],
        evidence: ["No exit, no report, no successor and no new boot after the last event."],
        beware: ["The end of one file is not the end of the run."]
    )
}
