// SPDX-License-Identifier: MIT

/// Endings that somebody wanted: the user, the app itself, the system.
extension EndingPage {
    static let systemRequest = EndingPage(
        title: "Ended at the system's request",
        phrase: "was ended at the request of the system",
        summary: "The system ended the app for a reason of its own: not for anything the app did.",
        meaning: "Examples are a change of the language, making room on the disk, and clearing all apps at once. The "
            + "detail `kind` says which, where the evidence tells."
    ).listing(
        whatToDo: ["Nothing, if the app comes back where the user left it."],
        evidence: [
            "Code 0xdead6502 (the default request), 0x5bc1ea41, 0x5bc1ea44 or 0x5bc1ea45 (language, clear the board) in "
                + "a termination line: known from system code.",
            "Code 0xbaddd15c (making room on the disk): documented.",
        ],
        beware: [
            "An installation, update or removal beside 0xdead6502 names the cause instead.",
            "Normally no report is written: only system logs show it.",
        ]
    )

    static let settingsChange = EndingPage(
        title: "Ended because the user changed a setting",
        phrase: "was ended because the user changed one of its settings",
        summary: "The user changed a privacy switch in Settings, and the system ended the app.",
        meaning: "It is widely reported, and not proven by a document, that changing a permission in Settings ends the "
            + "app with a plain SIGKILL, so that it starts again with the new permission."
    ).listing(
        whatToDo: ["Restore the screen the user left: to them the app was only in the background."],
        evidence: ["A SIGKILL with Settings in front, or a line of the privacy daemon about the change."],
        beware: ["Without a line about the change it is likely at most.", "A plain SIGKILL alone does not say so."]
    )

    static let userQuit = EndingPage(
        title: "Quit by the user",
        phrase: "was quit by the user",
        summary: "The user closed the app in the app switcher, or the app ended after being asked to.",
        meaning: "A wish, and no defect. Documented: after it no silent push, fetch or scheduled task launches the app "
            + "until the user opens it or the device is started anew. If users do it while the app hangs, the hang is "
            + "the defect: see the detail `duringHang`."
    ).listing(
        whatToDo: ["Nothing; look at the detail `duringHang`, and at what was unsaved."],
        evidence: [
            "Code 0xdeadfa11 in a termination line (known from system code), or a line of the app switcher.",
            "Code 0xdeadfa11 in a report of an older system (documented): the user held the power button until its slider "
                + "appeared, and then the home button. The detail `kind` is then `forced`.",
            "willTerminate followed by exit status 0: likely.",
        ],
        beware: [
            "Normally no report is written.",
            "Documented: willTerminate is never called for a suspended app, and generally not when the user merely "
                + "leaves an app that supports running in the background, which goes there. Swiped away in the app "
                + "switcher, an app whose code runs may be told, and need not be. Its absence proves nothing.",
            "A later launch by a silent push, fetch, scheduled task or URL session, without a restart and before the "
                + "user's next launch, rules it out; a launch by location or VoIP says nothing.",
        ]
    )

    static let cleanExit = EndingPage(
        title: "Exited by itself",
        phrase: "exited by itself with status 0",
        summary: "The process called exit(0) or returned from main.",
        meaning: "iOS apps do not exit by themselves: to the user it looks like a crash. Extensions and command-line "
            + "tools do."
    ).listing(
        usuallyBecause: ["A call of exit in an error path or a library.", "A jailbreak or licence check."],
        whatToDo: ["Search for exit( in the app and its libraries; abort( ends with SIGABRT and is told as a crash."],
        evidence: ["A voluntary exit in the system log: launchd's (0, 0, 0)."],
        beware: ["With willTerminate in the seconds before it is told as userQuit."]
    ).weighing(visible: .warning, background: nil)

    static let exitCode = EndingPage(
        title: "Exited by itself with an error status",
        phrase: "exited by itself with an error status",
        summary: "The process called exit with a status other than 0.",
        meaning: "The program gave up on its own. The detail `exitStatus` is what it said."
    ).listing(
        usuallyBecause: ["A call of exit in an error path or a library."],
        whatToDo: ["Search for exit( in the app and its libraries, and for that status."],
        evidence: ["launchd's (0, 0, status), or an exit event with a status."],
        beware: ["The raw status of wait holds the exit status in its upper byte: 65280 is exit(255)."]
    ).weighing(visible: .warning, background: nil)

    static let debuggerStop = EndingPage(
        title: "Stopped from Xcode or another tool",
        phrase: "was stopped from Xcode or another tool of its developers",
        summary: "The app was stopped from Xcode or another tool of the developer.",
        meaning: "The end of a debugging session. Under a debugger there are no watchdogs, no suspension and no expiry "
            + "of background tasks, so the run says little about real use."
    ).listing(
        whatToDo: ["Nothing. Repeat without a debugger what you want to know about kills."],
        evidence: [
            "Code 0xfbfbfbfb (a force quit by a tool), or a SIGKILL with a debugger attached.", "A debugger's console.",
        ],
        beware: [
            "\"Terminated due to memory issue\" in the console is the memory limit, not a stop.",
            "\"Terminated due to signal 9\" is written, too, when the app is swiped out of the app switcher.",
        ]
    )

    static let harnessStop = EndingPage(
        title: "Stopped by the test driver",
        phrase: "was stopped by the test driver",
        summary: "A UI test ended the app.",
        meaning: "The end of a test, or the beginning of the next one."
    ).listing(
        whatToDo: ["Nothing."],
        evidence: ["A SIGKILL or a request to end with a test driver attached."],
        beware: ["A crash during a test is told as a crash."]
    )

    static let extensionEnd = EndingPage(
        title: "Ended as extensions do",
        phrase: "ended as extensions do",
        summary: "An extension had done its work, and its process ended.",
        meaning: "The system starts and ends the processes of extensions as it needs them."
    ).listing(
        whatToDo: ["Nothing."],
        evidence: ["An ordinary end of a process whose host is an extension or a widget."],
        beware: ["An extension that is killed at its time limit is not ordinary."]
    )
}
