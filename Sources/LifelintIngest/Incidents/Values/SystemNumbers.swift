// SPDX-License-Identifier: MIT

import LifelintModel

/// The names of the numbers that reports write instead: of the kernel's exceptions and of signals.
enum SystemNumbers {
    private static let exceptions = [
        "EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC", "EXC_EMULATION", "EXC_SOFTWARE", "EXC_BREAKPOINT",
        "EXC_SYSCALL", "EXC_MACH_SYSCALL", "EXC_RPC_ALERT", "EXC_CRASH", "EXC_RESOURCE", "EXC_GUARD",
        "EXC_CORPSE_NOTIFY",
    ]

    private static let signals = [
        "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGKILL", "SIGBUS",
        "SIGSEGV", "SIGSYS", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGURG", "SIGSTOP", "SIGTSTP", "SIGCONT", "SIGCHLD",
        "SIGTTIN", "SIGTTOU", "SIGIO", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGINFO", "SIGUSR1",
        "SIGUSR2",
    ]

    /// The kernel's name of an exception; nil for a number that it does not use.
    static func exception(_ number: Int?) -> String? { name(number, exceptions) }

    /// The name of a signal, as Apple's systems number them.
    static func signal(_ number: Int?) -> String? { name(number, signals) }

    /// The number of a signal.
    static func signalNumber(_ name: String?) -> Int? {
        name.flatMap { signals.firstIndex(of: $0) }.map { $0 + 1 }
    }

    private static func name(_ number: Int?, _ names: [String]) -> String? {
        guard let number, number >= 1, number <= names.count else { return nil }
        return names[number - 1]
    }
}
