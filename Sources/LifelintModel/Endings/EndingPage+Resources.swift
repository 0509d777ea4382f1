// SPDX-License-Identifier: MIT

/// Endings over memory, processor, disk and heat.
extension EndingPage {
    static let memoryLimit = EndingPage(
        title: "Killed for exceeding its own memory limit",
        phrase: "was killed for exceeding its own memory limit",
        summary: "The process used more memory than its own limit allows, and was killed.",
        meaning: "Each process has a limit of its own; the kernel kills the process that passes it, whatever else is "
            + "free. Normally no crash report is written. The detail `kind` says whether the limit for active or for "
            + "inactive processes was passed, where the evidence tells."
    ).listing(
        usuallyBecause: [
            "Images, video or other large buffers decoded at full size or kept too long.",
            "Caches without a bound; leaks; retain cycles.",
            "In an extension: code shared with the app that does not know the much smaller limit.",
        ],
        whatToDo: [
            "Look at the course of the footprint and at the memory warnings before the end.",
            "Record the footprint and os_proc_available_memory in the app's log.",
            "Find the growth with the memory graph debugger and the Allocations instrument.",
        ],
        evidence: [
            "A jetsam report whose entry for this process has the reason per-process-limit.",
            "A kernel line \"exceeded mem limit … (fatal)\", or launchd's (1, 7, 9).",
            "A fatal EXC_RESOURCE report about memory.",
            "A debugger's \"Terminated due to memory issue\".",
        ],
        beware: [
            "Limits differ by device, system version and kind of process: use the one that is stated.",
            "Non-fatal and soft limits are warnings, no ending.",
            "An extension is not its app. Names in jetsam reports are cut at 32 characters.",
            "The largest process of a jetsam report is not the victim: the entries with a reason are.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let systemPressure = EndingPage(
        title: "Killed because the system was short of memory",
        phrase: "was killed because the system was short of memory",
        summary: "The system ran short of memory or another resource, and killed the process although it was in use.",
        meaning: "Under pressure the system ends processes from the least to the most important. This one was active, "
            + "or running in the background, when its turn came. The detail `kind` is the reason as the system gave "
            + "it. The process need not be the one that used too much."
    ).listing(
        usuallyBecause: [
            "Another process, or the app itself, took a large share of the device's memory.",
            "Many apps with background work at one time.",
        ],
        whatToDo: [
            "Compare the app's share in the jetsam report with that of the others before you look for a leak.",
            "Answer memory warnings by dropping what can be made again.",
            EndingPage.saveEarly,
        ],
        evidence: [
            "A jetsam report whose entry for this process has a reason other than per-process-limit, in a state that "
                + "is neither suspended nor idle.",
            "A kernel memorystatus line that kills it in the band of a running process.",
        ],
        beware: [
            "highwater means over its soft limit while the system was short, not over its hard limit.",
            "vnode-limit and the reasons about zones and swap do not speak of this process's memory.",
            "An entry without a reason was not killed, and the largest process is not the victim.",
        ]
    ).weighing(
        visible: .warning, background: nil,
        exceptions: "It is an error where the app itself was the largest process, and an info where another one pushed "
            + "it out, or where the reason speaks of files, swap, the disk or the kernel's own memory."
    )

    static let reclaimed = EndingPage(
        title: "Reclaimed by the system while it was not in use",
        phrase: "was reclaimed by the system while it was suspended or idle",
        summary: "The process was suspended or idle, and the system ended it to take its memory back.",
        meaning: "This is the normal end of most runs on iOS. The app gets no callback. It is a defect only if "
            + "something was lost that should have been saved, or if it happens much sooner than to other apps."
    ).listing(
        whatToDo: [
            "Nothing, if the app comes back where the user left it.",
            "Save in the background callbacks: there is no later moment.",
            "Use less memory when suspended, if apps are reclaimed soon after they are left.",
        ],
        evidence: [
            "A jetsam report whose entry for this process is suspended or idle and has a reason other than "
                + "per-process-limit.",
            "Reasons such as idle-exit, long-idle-exit and sustained-memory-pressure.",
            "launchd's (1, code, 9) while suspended, or a kernel line that kills it in the idle band.",
            "Silence after a suspension, and a new launch later: likely at most.",
        ],
        beware: [
            "It is neither a crash nor the app's own memory limit.",
            "Suspended apps are not ended simply oldest first: bands come first, then use, then footprint.",
            "From silence alone the user may as well have quit the app, or the device was updated or started anew.",
        ]
    )

    static let cpuLimit = EndingPage(
        title: "Killed for using too much processor time",
        phrase: "was killed for using too much processor time",
        summary: "The process used more CPU time than is allowed over the window stated, and was killed.",
        meaning: "The system watches the CPU time of processes, above all of those in the background. Most of its "
            + "reports only take notice; this one took action."
    ).listing(
        usuallyBecause: [
            "A loop, a timer or polling that goes on in the background.",
            "Heavy processing in a background task: encoding, indexing, machine learning.",
        ],
        whatToDo: [
            "Read the heaviest stack of the report.", "Stop timers and loops when the app enters the background.",
            "Move heavy work to a processing task whose request says requiresExternalPower = true: it runs while charging, "
                + "and this limit does not hold for it.",
        ],
        evidence: [
            "A CPU resource report with \"Action taken: Process killed\".", "A fatal EXC_RESOURCE report about CPU.",
            "A jetsam line with the CPU limit as its reason.",
        ],
        beware: [
            "The same reports with no action taken are findings, not endings.",
            "Share and window are printed in the report: they are not constants.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let wakeupsLimit = EndingPage(
        title: "Killed for waking the processor too often",
        phrase: "was killed for waking the processor too often",
        summary: "Threads of the process woke the processor more often than is allowed, and it was killed.",
        meaning: "Each wakeup costs energy. The system counts them over a window that the report states. As a rule it "
            + "only takes notice; here the evidence says that it acted."
    ).listing(
        usuallyBecause: [
            "Timers with short intervals, polling, or many threads that hand small pieces of work to each other."
        ],
        whatToDo: ["Read the heaviest stack of the report.", "Batch the work, and give timers a tolerance."],
        evidence: [
            "A wakeups resource report that says the process was killed, or a fatal EXC_RESOURCE about wakeups."
        ],
        beware: ["The same reports with no action taken are findings, not endings."]
    ).weighing(visible: .error, background: .warning)

    static let diskWritesLimit = EndingPage(
        title: "Killed for writing too much to disk",
        phrase: "was killed for writing too much to disk",
        summary: "The process wrote more to disk than is allowed over the window stated, and was killed.",
        meaning: "The system counts the file-backed memory that a process dirties. As a rule its reports only take "
            + "notice; here the evidence says that it acted."
    ).listing(
        usuallyBecause: [
            "Rewriting a whole file or database for small changes.", "Logging without a bound.",
            "Caches that are written again and again.",
        ],
        whatToDo: [
            "Read the heaviest stack of the report.", "Write only what has changed, and in larger batches.",
        ],
        evidence: ["A disk-writes report that says the process was killed, or a fatal EXC_RESOURCE about I/O."],
        beware: ["The same reports with no action taken are findings, not endings."]
    ).weighing(visible: .error, background: .warning)

    static let thermal = EndingPage(
        title: "Killed because the device was too hot",
        phrase: "was killed because the device was too hot",
        summary: "The device was overheating, and the system killed the process to let it cool.",
        meaning: "Under thermal pressure the system ends processes that keep the device busy. The text beside the "
            + "code may give the CPU share, the window and the heat level that decided."
    ).listing(
        usuallyBecause: [
            "Sustained CPU or GPU work of this app.", "Sun, charging or other apps: the heat need not be the app's.",
        ],
        whatToDo: [
            "Look at the CPU share in the text before you look for a defect.",
            "Watch the thermal state, and do less when it rises.",
        ],
        evidence: ["Code 0xc00010ff in a report or termination line."],
        beware: ["The level and the share are as the report prints them: no fixed limits are known."]
    ).weighing(visible: .warning, background: .info)
}
