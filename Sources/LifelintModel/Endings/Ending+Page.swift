// SPDX-License-Identifier: MIT

extension Ending {
    /// What people are told about it: the page of its cause, in the words of its kind where that is about something
    /// else.
    ///
    /// Why: the system ends processes for want of files, too, and of memory that no app uses.
    public var page: EndingPage {
        guard case .string(let kind)? = detail[.kind] else { return cause.page }
        switch cause {
        case .systemPressure: return Ending.pressurePages[kind] ?? cause.page
        case .backgroundTask:
            return detail[.code] == .integer(0xD00D_2BAD)
                ? Ending.resourcePage : Ending.assertionPages[kind] ?? cause.page
        case .watchBudget: return kind == "busy" ? Ending.busyPage : cause.page
        case .voip: return kind == "resumes" ? Ending.resumesPage : cause.page
        case .userQuit: return kind == "forced" ? Ending.forcedPage : cause.page
        default: return cause.page
        }
    }

    private static let resumesPage: EndingPage = {
        var page = EndingCause.voip.page
        page.title = "Killed because it was resumed too often"
        page.phrase = "was ended because it was resumed too often"
        page.summary = "The system ended an app that takes calls since it was resumed too often."
        page.meaning =
            "It says nothing of a call that was not reported: what is counted is how often the app was woken."
        page.usuallyBecause = ["Pushes, or a connection that is kept alive, wake the app again and again."]
        page.whatToDo = ["Find what wakes the app, and let it wake it less: pushes that are no calls come as others."]
        return page
    }()

    private static let busyPage: EndingPage = {
        var page = EndingCause.watchBudget.page.weighing(visible: .warning, background: .info)
        page.title = "Killed because the whole watch was too busy for its work in the background"
        page.phrase = "was killed because the whole watch was too busy for its work in the background"
        page.summary =
            "An app on watchOS did not finish a background task in time since the whole system was busy, and was killed."
        page.meaning =
            "No budget was used up: the app got too little of the processor. As Apple says, it need not have done "
            + "anything wrong."
        page.usuallyBecause = ["The load of the whole system."]
        page.whatToDo = ["Do less in a background task: that may avoid it."]
        return page
    }()

    private static let forcedPage: EndingPage = {
        var page = EndingCause.userQuit.page.weighing(visible: .warning, background: .info)
        page.title = "Forced to quit by the user"
        page.phrase = "was forced to quit by the user"
        page.summary =
            "The user held the power button until its slider appeared, and then the home button: that ends the "
            + "app in front."
        page.meaning =
            "It is what users do with an app that does not answer any more. That is likely and not certain, as "
            + "Apple says: it can be done to any app. The calls of the main thread show what it was doing then."
        page.usuallyBecause = ["A main thread that is blocked or busy, so that the app seems frozen."]
        page.whatToDo = ["Look at what the main thread was doing, and at the detail `duringHang`."]
        return page
    }()

    private static let assertionPages: [String: EndingPage] = [
        "assertion": assertionPage(
            title: "Killed because what kept it running was not given back",
            phrase: "was killed because an assertion that kept it running was not given back in time"),
        "maxAssertions": assertionPage(
            title: "Killed because it held too many assertions at once",
            phrase: "was killed because it held too many assertions, such as background tasks, at once"),
    ]

    /// Documented is the resource; that it is assertions only the name of the code says.
    private static let resourcePage = assertionPage(
        title: "Killed for using too much of a key resource of the system",
        phrase:
            "was killed for using too much of a key resource of the system; by the name of the code it held too many "
            + "assertions, such as background tasks, at once")

    private static func assertionPage(title: String, phrase: String) -> EndingPage {
        var page = EndingCause.backgroundTask.page
        page.title = title
        page.phrase = phrase
        return page
    }

    private static let pressurePages: [String: EndingPage] = [
        "vnode-limit": pressurePage(
            title: "Killed because too many files were open in the whole system",
            phrase: "was killed because too many files were open in the whole system",
            summary: "The whole system had too many files open, and killed the process although it was in use.",
            meaning: "The kernel keeps an object for each file that is open or was used, for all processes together. "
                + "When they run out it ends processes from the least to the most important. This says nothing about "
                + "the memory of the process, and the process need not be the one that had many files open.",
            usuallyBecause: ["A process, not necessarily this one, that opens many files and does not close them."],
            whatToDo: [
                "See whether the app opens files that it does not close: the report may tell the number of its "
                    + "descriptors.", EndingPage.saveEarly,
            ]),
        "zone-map-exhaustion": pressurePage(
            title: "Killed because the kernel had used up the memory for its own objects",
            phrase: "was killed because the kernel had used up the memory for its own objects",
            summary: "The kernel had no memory left for its own objects, and killed the process although it was in "
                + "use.",
            meaning: "The kernel keeps its own objects, such as ports, sockets and descriptions of memory, in memory "
                + "of its own. When that is used up it ends processes. This says nothing about the memory of the process "
                + "itself.",
            usuallyBecause: ["A process, not necessarily this one, that lets the kernel make many objects."],
            whatToDo: [
                "See whether the app leaks what the kernel keeps for it: ports, connections, mapped memory.",
                EndingPage.saveEarly,
            ]),
        "disk-space-shortage": pressurePage(
            title: "Killed because the device had too little space on its disk",
            phrase: "was killed because the device had too little space on its disk",
            summary:
                "The device had too little space on its disk, and the system killed the process although it was in "
                + "use.",
            meaning:
                "When the disk is nearly full the kernel ends every process that it had frozen, to get back the space "
                + "that their memory took there. This says nothing about the memory of the process.",
            usuallyBecause: ["A disk that is full: whatever fills it, it need not be this app."],
            whatToDo: [
                "See how much the app keeps on the disk, and keep what can be made again in the caches folder.",
                EndingPage.saveEarly,
            ]),
        "proc-thrashing": pressurePage(
            title: "Killed because idle daemons were launched as fast as they were ended",
            phrase: "was killed because idle daemons were launched as fast as they were ended",
            summary: "Idle daemons were launched again as fast as they were ended, and the kernel killed the process "
                + "although it was in use.",
            meaning: "When memory is short and only daemons are left to end that come back within seconds, the kernel "
                + "also ends what is more important, hoping to end whoever keeps them busy. This says nothing about the "
                + "memory of the process itself.",
            usuallyBecause: [
                "Daemons of the system that work without telling so; the process may be one they work for."
            ],
            whatToDo: [EndingPage.saveEarly]),
        "low-swap": pressurePage(
            title: "Killed because space to swap memory out to ran short",
            phrase: "was killed because space to swap memory out to ran short",
            summary:
                "The system had no more space to swap memory out to, or, where the process was suspended, little of it.",
            meaning:
                "What is not used is written out to make room in memory. When space for it runs short the system ends "
                + "what is suspended, and when there is none left, what is in use, too. This says nothing about the memory of the process itself.",
            usuallyBecause: ["Many processes with much memory that is not used, or a disk that is nearly full."],
            whatToDo: [EndingPage.saveEarly]),
    ]

    private static func pressurePage(
        title: String, phrase: String, summary: String, meaning: String, usuallyBecause: [String], whatToDo: [String]
    ) -> EndingPage {
        var page = EndingCause.systemPressure.page
        page.title = title
        page.phrase = phrase
        page.summary = summary
        page.meaning = meaning
        page.usuallyBecause = usuallyBecause
        page.whatToDo = whatToDo
        return page
    }
}
