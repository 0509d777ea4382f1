// SPDX-License-Identifier: MIT

/// Endings by a mistake in the program itself.
extension EndingPage {
    static let crashException = EndingPage(
        title: "Crashed with an uncaught exception",
        phrase: "crashed with an uncaught exception",
        summary: "An Objective-C or C++ exception was thrown that nobody caught, and the process aborted.",
        meaning: "Frameworks throw exceptions for mistakes of the caller. Name and reason of the exception say which "
            + "one; the backtrace of the exception, not that of the abort, says where."
    ).listing(
        usuallyBecause: [
            "An index out of range, an unknown selector, a nil where none is allowed.",
            "User interface touched off the main thread; a table or collection updated inconsistently.",
            "A handler for a scheduled task (BGTaskScheduler) registered too late, or twice.",
        ],
        whatToDo: [
            "Read the reason, then the first frame of the app itself in the exception's backtrace.",
            "Look at what the run did just before: state changes and events stand in its timeline.",
        ],
        evidence: [
            "A report with SIGABRT and a last exception backtrace.",
            "A console line \"Terminating app due to uncaught exception\".", "launchd's (2, 6, 6) beside such a line.",
        ],
        beware: [
            "PushKit's exception about a call that was never reported is told as voip.",
            "The text about apps without scenes is told as crash.assertion with the detail `sceneMandate`.",
            "Which framework threw again says nothing about whose mistake it was.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let crashAssertion = EndingPage(
        title: "Crashed on a failed assertion",
        phrase: "crashed on a failed assertion",
        summary: "The program found itself in a state that it declares impossible, and stopped on purpose.",
        meaning: "A Swift trap with a message (fatalError, precondition, a forced unwrap, an index out of range) or an "
            + "abort with a message. The message is the finding."
    ).listing(
        usuallyBecause: [
            "Forced unwraps, forced casts and forced tries on data that can fail.",
            "Data or state restored from an older version.",
            "With the detail `sceneMandate`: an app built with an SDK that requires scenes, and without them.",
        ],
        whatToDo: [
            "Read the message, then the first frame of the app itself.",
            "With `sceneMandate`: adopt the scene life cycle (Apple's technote TN3187).",
        ],
        evidence: [
            "A report with SIGTRAP or SIGABRT and \"Fatal error:\", or an abort with a message.",
            "The same message in the console.",
        ],
        beware: [
            "Without a message the same signals are told as crash.signal.",
            "Documented: built with the iOS 27 SDK an app without scenes fails to launch; before that it is a warning.",
        ]
    ).weighing(visible: .error, background: .warning)

    static let crashSignal = EndingPage(
        title: "Crashed with a fatal signal",
        phrase: "crashed with a fatal signal",
        summary: "The process did something that the processor or the kernel does not allow, and ended by a signal.",
        meaning: "SIGSEGV and SIGBUS speak of bad memory, SIGILL and SIGTRAP of an instruction that stops the program, "
            + "SIGABRT without a message of an abort. Signals that others send are not told here: SIGKILL, those that ask "
            + "a process to end (SIGHUP, SIGINT, SIGQUIT, SIGTERM), and SIGXCPU."
    ).listing(
        usuallyBecause: [
            "Use of memory after it was freed; a data race; a wrong pointer in C, C++ or unsafe Swift.",
            "A stack that overflowed by recursion.", "A Swift trap whose message was not recorded.",
        ],
        whatToDo: [
            "Read the crashed thread from the top to the first frame of the app itself.",
            "Run with the Address Sanitizer and the Thread Sanitizer.",
        ],
        evidence: ["A crash report with the signal.", "launchd's (2, N, N) with N none of 1, 2, 3, 9, 15 and 24."],
        beware: [
            "A signal sent by another process (the report names it as terminating process) is not the app's mistake.",
            "SIGKILL is no crash: without a label its reason is unknown.",
            "A process can crash while it is being killed: then the termination reason decides, not the signal.",
        ]
    ).weighing(visible: .error, background: .warning)
}
