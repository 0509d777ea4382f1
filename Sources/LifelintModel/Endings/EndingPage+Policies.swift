// SPDX-License-Identifier: MIT

/// Endings by a policy of the system: signing, loading, privacy, sandbox and the like.
extension EndingPage {
    private static let meansTheCode = "Read namespace and code together: the same code means other things elsewhere."

    static let codeSigning = EndingPage(
        title: "Killed over its code signature",
        phrase: "was killed over its code signature",
        summary: "The signature of the program, or of a page of its code, did not hold, and the process was killed.",
        meaning:
            "The kernel checks signed code as it is launched and as its pages are read. The code says what failed: "
            + "observed are an invalid signature, an invalid page and a launch constraint."
    ).listing(
        usuallyBecause: [
            "A provisioning profile or certificate that has expired or does not fit the device.",
            "A bundle changed after it was signed; an embedded framework that was not signed.",
            "An installation that was damaged or interrupted.",
        ],
        whatToDo: [
            "Check profile, certificate and entitlements of exactly this build.",
            "If only some devices show it right after an update, treat it as a problem of distribution.",
        ],
        evidence: ["A report or termination line of the namespace CODESIGNING (3)."],
        beware: [meansTheCode]
    ).weighing(visible: .error, background: .error)

    static let dyld = EndingPage(
        title: "Ended: a library or symbol could not be loaded",
        phrase: "was ended because a library or symbol could not be loaded",
        summary: "The dynamic loader could not put the program together, and the process ended before its first line.",
        meaning: "A library is missing or cannot be loaded, or a symbol is missing in the one that was found. The "
            + "message names both the library and who asked for it."
    ).listing(
        usuallyBecause: [
            "A framework that is linked but not embedded.",
            "A symbol of a newer system that was not linked weakly.", "A library built for another platform.",
        ],
        whatToDo: [
            "Read the message: it names the library and the places that were searched.",
            "Launch the build on the oldest supported system.",
        ],
        evidence: ["A report or termination line of the namespace DYLD (6).", "A dyld error message in the report."],
        beware: ["No code of the app has run: nothing in its own log can explain it."]
    ).weighing(visible: .error, background: .error)

    static let exec = EndingPage(
        title: "Ended because the program could not be executed",
        phrase: "was ended because the program could not be executed",
        summary: "The kernel refused to start the program.",
        meaning: "The image was damaged, could not be decrypted, was built for another platform, or a security policy "
            + "forbade it. The code says which."
    ).listing(
        usuallyBecause: ["A damaged installation or download.", "A build for another platform."],
        whatToDo: ["Install again; if it stays, check the build's platform and distribution."],
        evidence: ["A report or termination line of the namespace EXEC (9)."],
        beware: [meansTheCode]
    ).weighing(visible: .error, background: .warning)

    static let guardViolation = EndingPage(
        title: "Killed for violating a guarded resource",
        phrase: "was killed for violating a guarded resource",
        summary: "The process misused a file descriptor, a port or memory that is guarded, and was killed.",
        meaning: "Frameworks and the kernel guard resources that must not be closed or changed by others. The report "
            + "names the kind of resource and the violation."
    ).listing(
        usuallyBecause: [
            "A file descriptor closed twice, or closed by the one who does not own it.",
            "Mach ports released too often.",
        ],
        whatToDo: ["Look at the crashed thread: it stands in the call that broke the guard."],
        evidence: ["A report with EXC_GUARD, or the namespace GUARD (23)."],
        beware: ["Guards of the kind USER are mostly non-fatal: a report of one need not be an ending."]
    ).weighing(visible: .error, background: .warning)

    static let tcc = EndingPage(
        title: "Killed for touching private data without a usage description",
        phrase: "was killed for touching private data without a usage description",
        summary: "The app asked for data that privacy protects, has no purpose text for it, and was ended.",
        meaning: "Access to camera, microphone, photos, contacts and the like needs a usage description in the "
            + "Info.plist. Without it the first access ends the app. The text names the missing key."
    ).listing(
        usuallyBecause: [
            "A usage description missing in the Info.plist of the app or of an extension.",
            "A library that touches the data on its own account.",
        ],
        whatToDo: ["Add the key that the text names, with an honest purpose, or avoid the access."],
        evidence: ["A report or termination line of the namespace TCC (11), with the key in its text."],
        beware: ["An app that is killed when the user changes a privacy switch is told as settingsChange."]
    ).weighing(visible: .error, background: .error)

    static let sandbox = EndingPage(
        title: "Killed by the sandbox",
        phrase: "was killed by the sandbox",
        summary: "The process did something that its sandbox forbids in a way that ends it.",
        meaning: "Most violations of the sandbox are refused and logged. This one ended the process; the text beside "
            + "the code says what it was, where there is one."
    ).listing(
        usuallyBecause: ["An entitlement that is missing for what the code tries to do."],
        whatToDo: ["Read the sandbox lines of the system log around the end, and compare the entitlements."],
        evidence: ["A report or termination line of the namespace SANDBOX (25)."],
        beware: ["A line that only says that an access was denied is no ending."]
    ).weighing(visible: .error, background: .warning)

    static let libxpc = EndingPage(
        title: "Ended by XPC",
        phrase: "was ended by XPC, the system's inter-process communication",
        summary: "The inter-process library ended the process over a mistake in its use.",
        meaning: "XPC ends processes that break its rules or do not finish in time after being told to end. The code "
            + "says which."
    ).listing(
        usuallyBecause: ["A service or extension that does not answer, or that misuses a connection."],
        whatToDo: ["Look at the thread that stands in libxpc, and at the code."],
        evidence: ["A report or termination line of the namespace LIBXPC (7)."],
        beware: ["Code 9 (a fault) is mostly non-fatal: a report of it need not be an ending.", meansTheCode]
    ).weighing(visible: .error, background: .warning)

    static let objc = EndingPage(
        title: "Ended by the Objective-C runtime",
        phrase: "was ended by the Objective-C runtime",
        summary: "The Objective-C runtime found an error that it cannot go on with.",
        meaning: "Damaged classes or objects, or misuse of the runtime. The text in the report's details says which."
    ).listing(
        usuallyBecause: ["Memory that was overwritten or freed too early.", "Swizzling that went wrong."],
        whatToDo: ["Read the details of the termination reason.", "Run with the Address Sanitizer."],
        evidence: ["A report or termination line of the namespace OBJC (8)."],
        beware: ["An uncaught Objective-C exception is something else: it is told as crash.exception."]
    ).weighing(visible: .error, background: .warning)

    static let portSpace = EndingPage(
        title: "Killed for running out of ports",
        phrase: "was killed for running out of ports",
        summary: "The process held more Mach ports than are allowed, and was killed.",
        meaning: "Each connection to a system service needs ports. A process that keeps opening them without release "
            + "reaches the end of its table."
    ).listing(
        usuallyBecause: ["Connections, sessions or views of other processes made again and again and never released."],
        whatToDo: ["Look for what is created per request or per screen, and is never invalidated."],
        evidence: ["A report or termination line of the namespace PORT_SPACE (30)."],
        beware: ["Resource reports about ports that took no action are no endings."]
    ).weighing(visible: .error, background: .warning)

    static let secureDraw = EndingPage(
        title: "Killed for a security violation of the screen",
        phrase: "was killed for a security violation, mostly drawing while the screen is in a secure mode",
        summary:
            "The app was killed for a security violation: mostly it drew while the screen was in a secure mode, such "
            + "as the lock screen.",
        meaning: "Over the lock screen only certain content may be drawn. The words beside the code say whether it was "
            + "that; without them it is only likely. The exact conditions are not documented."
    ).listing(
        usuallyBecause: ["Showing a window or a layer while the device is locked."],
        whatToDo: ["Look at what the app presented around locking and unlocking."],
        evidence: ["Code 0x2bad45ec in a report or termination line."],
        beware: ["Little about it is documented: what is said here beyond the code is unproven."]
    ).weighing(visible: .error, background: .warning)

    static let systemOther = EndingPage(
        title: "Ended by a part of the system",
        phrase: "was ended by a part of the system",
        summary: "The system ended the process with a namespace and a code that lifelint does not tell apart further.",
        meaning: "Namespace, code and explanation stand in the detail as the evidence gave them. What they mean beyond "
            + "their names is not known to lifelint, and it does not guess."
    ).listing(
        whatToDo: [
            "Search Apple's documentation and forums for the namespace together with the code.",
            "Look at the lines around the end: the part of the system that acted often says more.",
        ],
        evidence: ["A report or termination line with a namespace and a code."],
        beware: [meansTheCode]
    ).weighing(visible: .error, background: .warning)

    static let launchFailed = EndingPage(
        title: "Failed to launch",
        phrase: "failed to launch",
        summary: "The system tried to start the app, and no process came of it.",
        meaning: "The request to launch failed before the program ran: the log shows an error and no process id."
    ).listing(
        usuallyBecause: [
            "A signing, provisioning or installation problem.", "A device that was short of resources.",
            "An app that was being installed, updated or removed.",
        ],
        whatToDo: [
            "Read the error beside the failed request: it usually names the refusing part.",
            "Look for an installation or update at the same time.",
        ],
        evidence: ["A launch request that failed (bootstrap failed, process id -1)."],
        beware: ["No code of the app has run: nothing in its own log can explain it."]
    ).weighing(visible: .error, background: .error)
}
