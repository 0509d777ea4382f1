// SPDX-License-Identifier: MIT

/// Endings for breaking the rules of the background.
extension EndingPage {
    static let backgroundTask = EndingPage(
        title: "Killed because a background task was not ended",
        phrase: "was killed because a background task was not ended in time",
        summary: "The app held time in the background (an assertion) longer than it was granted, and was killed.",
        meaning: "beginBackgroundTask asks for time; endBackgroundTask gives it back. When the time is used up and a "
            + "task is still open after its expiration handler has run, the system kills the app. The detail `kind` "
            + "tells an expired task from another assertion (`assertion`) and from far too many of them "
            + "(`maxAssertions`)."
    ).listing(
        usuallyBecause: [
            "A path without endBackgroundTask: an early return, an error, a cancelled operation, a lost identifier.",
            "An expiration handler that is missing, or does not end its task.",
            "An identifier overwritten by a second begin, so that the first task is never ended.",
            "A library that begins tasks and does not end them.",
        ],
        whatToDo: [
            "Look at the tasks that were open at the end: their names are in the run's spans.",
            "End each task on every path, and in its expiration handler.",
            "Use a defer, or a type that owns the identifier, so that begin and end cannot be parted.",
            "Give tasks names that say who began them.",
        ],
        evidence: [
            "Code 0x2182bad2 (a background task: observed) or 0x2182baad (an assertion: known from system code) in a "
                + "termination line. Normally there is no crash report for it.",
            "0x8badf00d of the namespace RUNNINGBOARD or ASSERTIOND, or with \"active assertions beyond permitted "
                + "time\" for finishTask, on iOS 12 and earlier.",
            "Code 0xd00d2bad for too much of a key resource (documented), 0xbada5e47 for far too many tasks (known from "
                + "system code).",
            "MetricKit counts it as a background task assertion timeout.",
        ],
        beware: [
            "It does not mean that the main thread was blocked.",
            "An assertion that timed out and led to suspension is no ending.",
            "The length of the time is no contract (documented): read backgroundTimeRemaining. Observed: about 30 "
                + "seconds from iOS 13, longer before.",
            "From the app's own log alone (a task open at the limit, then silence) it is likely at most.",
        ]
    ).weighing(visible: .error, background: .error)

    static let urlSession = EndingPage(
        title: "Killed for not finishing the events of a background URL session",
        phrase: "was killed because it did not finish handling the events of a background URL session",
        summary: "The app was woken for a background URL session, did not call the completion handler in time, and "
            + "was killed.",
        meaning: "handleEventsForBackgroundURLSession hands over a completion handler. It must be called once all "
            + "events of the session have been handled; the app held on to it for longer than it was granted."
    ).listing(
        usuallyBecause: [
            "The handler is stored, and never called from urlSessionDidFinishEvents(forBackgroundURLSession:).",
            "The session is not created again in the new process, so that its events never arrive.",
            "Heavy work on the downloaded files before the handler is called.",
        ],
        whatToDo: [
            "Create the session with the identifier handed over, and keep one handler for each identifier.",
            "Call the handler on the main thread when the session has finished its events, on every path.",
        ],
        evidence: [
            "Code 0x2182bad3 in a termination line or report (documented).",
            "\"active assertions beyond permitted time\" with the reason backgroundDownload, on iOS 12 and earlier.",
            "MetricKit counts it as a background URL session completion timeout.",
        ],
        beware: ["The downloads themselves run outside the app: they are not what timed out."]
    ).weighing(visible: .error, background: .error)

    static let fetch = EndingPage(
        title: "Killed for not finishing a background fetch",
        phrase: "was killed because it did not finish a background fetch or a silent push",
        summary: "The app was woken to fetch, did not report completion in time, and was killed.",
        meaning: "A background fetch, a silent push or an app refresh hands over a completion to call. It was not "
            + "called within the time granted."
    ).listing(
        usuallyBecause: [
            "An error path that does not call the completion handler or setTaskCompleted(success:).",
            "A network request without a timeout that is shorter than the time granted.",
            "An expiration handler that is missing or does nothing.",
        ],
        whatToDo: [
            "Report completion on every path, and when the task expires.",
            "Cancel the requests in the expiration handler.",
        ],
        evidence: [
            "Code 0x2182bad4 in a termination line or report (documented).",
            "\"active assertions beyond permitted time\" with the reason backgroundContentFetching, on iOS 12 and earlier.",
            "MetricKit counts it as a background fetch completion timeout.",
        ],
        beware: ["The time granted is not a constant: read what the evidence states."]
    ).weighing(visible: .error, background: .error)

    static let fileLock = EndingPage(
        title: "Killed for holding a file lock while being suspended",
        phrase: "was killed because it held a file lock while it was being suspended",
        summary: "The app was suspended while it held a lock on a file or a SQLite database, and was killed.",
        meaning: "A suspended process that holds a lock on a shared file blocks every other process that needs it. So "
            + "the system kills the holder when it is suspended (0xdead10cc)."
    ).listing(
        usuallyBecause: [
            "A database transaction in an app group container that is open when the app is suspended.",
            "A write that begins in the background, after a push or a location update, without a background task.",
            "A background task that is ended before the transaction is.",
        ],
        whatToDo: [
            "Look for the file: the detail `path` names it where the evidence does.",
            "Hold a background task around each transaction on a shared file, and end it after the lock is released.",
            "Keep files that no extension needs in the app's own data container.",
        ],
        evidence: [
            "Code 0xdead10cc in a report or termination line.",
            "Log lines with \"suspended with locked system files\": they may name the file.",
            "MetricKit counts it as suspended with locked file.",
        ],
        beware: [
            "Observed: the system looks for locks on files outside of the process's own data container. Most are in an "
                + "app group; some were in the container of a plug-in, or in the bundle of the app itself.",
            "A background task delays the suspension, no more: the lock must still be released.",
            "A lock in the app's own log and silence afterwards make it possible, never certain.",
        ]
    ).weighing(visible: .error, background: .error)

    static let voip = EndingPage(
        title: "Killed for not reporting a call after a VoIP push",
        phrase: "was ended because it did not report a call after a VoIP push",
        summary: "The app received a VoIP push, reported no call, and was ended; or it takes calls and was resumed too "
            + "often, which a code of its own tells.",
        meaning: "A VoIP push must lead to a call that is reported to the system. If it does not, PushKit raises an "
            + "exception that ends the app, or the system kills it. Repeated failures may stop further pushes "
            + "(documented)."
    ).listing(
        usuallyBecause: [
            "A path in didReceiveIncomingPush that returns without reporting: an error, a call that has ended already.",
            "Reporting only after a network answer or the unlocking of the device.",
            "VoIP pushes used for something that is no call.",
            "For code 0xbad22222: pushes that come, or wake the app otherwise, too often, whatever it reports.",
        ],
        whatToDo: [
            "Report a call at once, on every path, and end it afterwards if there is none.",
            "Use other kinds of push for what is no call.",
            "For code 0xbad22222: have the server send fewer, and none for what the app need not know at once.",
        ],
        evidence: [
            "Code 0xbaadca11 in a report or termination line, or 0xbad22222, which says that a VoIP app was resumed "
                + "too often.",
            "PushKit's exception text that the app never posted an incoming call.",
        ],
        beware: [
            "It may appear as an uncaught exception: it is told as voip because of its text.",
            "From iOS 26.4 a push may say that it need not be reported (mustReport is false).",
        ]
    ).weighing(visible: .error, background: .error)

    static let watchBudget = EndingPage(
        title: "Killed for using up its background budget on the watch",
        phrase: "was killed for using up its background budget on the watch",
        summary: "An app on watchOS used more CPU or wall time in the background than it was given, and was killed.",
        meaning: "Background tasks on the watch have a budget of CPU time and of wall time. The code says which of "
            + "them was used up, or that the system was too busy to give enough of it."
    ).listing(
        usuallyBecause: [
            "Too much computing in a background refresh.", "A background task that is not completed after its work.",
        ],
        whatToDo: [
            "Complete each background task as soon as its work is done.", "Do less per wake, or compute on the phone.",
        ],
        evidence: [
            "Documented: code 0xc51bad01 (CPU), 0xc51bad02 (wall time) or 0xc51bad03 (a busy system)."
        ],
        beware: ["0xc51bad03 speaks of a busy system: the app need not have done anything wrong."]
    ).weighing(visible: .error, background: .warning)
}
