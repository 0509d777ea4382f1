// SPDX-License-Identifier: MIT

/// The names of signals, as Apple's systems number them.
package enum SignalNames {
    private static let names = [
        "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGKILL", "SIGBUS",
        "SIGSEGV", "SIGSYS", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGURG", "SIGSTOP", "SIGTSTP", "SIGCONT", "SIGCHLD",
        "SIGTTIN", "SIGTTOU", "SIGIO", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGINFO", "SIGUSR1",
        "SIGUSR2",
    ]

    /// The name of a signal; nil for a number that is none.
    package static func name(_ number: Int) -> String? {
        number >= 1 && number <= names.count ? names[number - 1] : nil
    }

    /// Whether others send it to have a process end: no fault of its own brings a hangup, an interrupt, a quit or the
    /// asking to terminate.
    package static func asks(_ number: Int) -> Bool { [1, 2, 3, 15].contains(number) }

    /// Whether it ends a process that does nothing about it: some only stop it or let it go on, and some are ignored.
    package static func ends(_ number: Int) -> Bool {
        name(number) != nil && !(16...23).contains(number) && number != 28 && number != 29
    }

    /// What the kernel sends to a process that has used the processor time which it may.
    package static let processorTime = 24
    /// What a process ends itself with, as it does when nobody catches an exception.
    package static let abort = 6

    /// The number of a signal by its name, `SIGSEGV`.
    package static func number(_ name: String) -> Int? { names.firstIndex(of: name).map { $0 + 1 } }

    /// The number of a signal by its name, with or without the number behind it: `SIGSEGV`, `SIGSEGV(11)`.
    package static func number(told text: String) -> Int? {
        guard text.hasPrefix("SIG") else { return nil }
        return number(String(text.prefix { $0 != "(" }))
    }
}
