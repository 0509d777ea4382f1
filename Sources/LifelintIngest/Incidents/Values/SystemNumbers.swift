// SPDX-License-Identifier: MIT

import LifelintModel

/// The names of the numbers that reports write instead: of the kernel's exceptions and of signals.
enum SystemNumbers {
    private static let exceptions = [
        "EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC", "EXC_EMULATION", "EXC_SOFTWARE", "EXC_BREAKPOINT",
        "EXC_SYSCALL", "EXC_MACH_SYSCALL", "EXC_RPC_ALERT", "EXC_CRASH", "EXC_RESOURCE", "EXC_GUARD",
        "EXC_CORPSE_NOTIFY",
    ]

    /// The kernel's name of an exception; nil for a number that it does not use.
    static func exception(_ number: Int?) -> String? { name(number, exceptions) }

    /// The name of a signal, as Apple's systems number them.
    static func signal(_ number: Int?) -> String? { number.flatMap(SignalNames.name) }

    /// The number of a signal.
    static func signalNumber(_ name: String?) -> Int? { name.flatMap { SignalNames.number($0) } }

    private static func name(_ number: Int?, _ names: [String]) -> String? {
        guard let number, number >= 1, number <= names.count else { return nil }
        return names[number - 1]
    }
}
