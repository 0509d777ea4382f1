// SPDX-License-Identifier: MIT

/// Names of signals, by the numbers they have on Apple's systems: others number some of them otherwise.
enum SignalName {
    private static let names = [
        "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGKILL", "SIGBUS",
        "SIGSEGV", "SIGSYS", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGURG", "SIGSTOP", "SIGTSTP", "SIGCONT", "SIGCHLD",
        "SIGTTIN", "SIGTTOU", "SIGIO", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGINFO", "SIGUSR1",
        "SIGUSR2",
    ]

    /// `SIGSEGV (11)`, or `signal 99` for a number without a name.
    static func text(_ number: Int64) -> String {
        name(number).map { "\($0) (\(number))" } ?? "signal \(number)"
    }

    /// `SIGSEGV`; nil for a number without a name.
    static func name(_ number: Int64) -> String? {
        guard number >= 1, number <= Int64(names.count) else { return nil }
        return names[Int(number) - 1]
    }
}
