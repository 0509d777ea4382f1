// SPDX-License-Identifier: MIT

/// The signals of Darwin by their names.
public enum DarwinSignal {
    private static let names = [
        "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "EMT", "FPE", "KILL", "BUS", "SEGV", "SYS", "PIPE", "ALRM", "TERM",
        "URG", "STOP", "TSTP", "CONT", "CHLD", "TTIN", "TTOU", "IO", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "INFO",
        "USR1", "USR2",
    ]

    /// The number of a signal such as `SIGSEGV`; nil if there is none of that name.
    public static func number(_ name: String) -> Int? {
        guard name.hasPrefix("SIG"), let index = names.firstIndex(of: String(name.dropFirst(3))) else { return nil }
        return index + 1
    }

    /// The name of a signal; nil if there is none of that number.
    public static func name(_ number: Int) -> String? {
        names.indices.contains(number - 1) ? "SIG" + names[number - 1] : nil
    }
}
