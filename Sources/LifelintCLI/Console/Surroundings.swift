// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the process finds around it: asked once, here, so that everything else is a function of its arguments.
///
/// Why unsafe: the system's calls take pointers, none of which outlives its call.
struct Surroundings: Sendable {
    /// Standard output is a terminal.
    var isOutputTerminal = false
    /// Standard error is a terminal.
    var isErrorTerminal = false
    /// Columns of that terminal; nil where unknown.
    var width: Int?
    /// `NO_COLOR` is set to something, or the terminal knows no colours.
    var refusesColor = false
    /// Where temporary files belong.
    var temporaryFolder = "/tmp"
    /// The system's date.
    var today: CalendarDay?
    /// Cores that are there to be used.
    var processors = 1
    /// The nearest configuration file: in the working directory, or above it.
    var configurationFile: String?

    /// Those of this process.
    static func current() -> Surroundings {
        var found = Surroundings()
        found.isOutputTerminal = isatty(1) == 1
        found.isErrorTerminal = isatty(2) == 1
        found.width = columns(of: found.isOutputTerminal ? 1 : 2)
        found.refusesColor = environment("NO_COLOR") != nil || environment("TERM") == "dumb"
        if let folder = environment("TMPDIR") { found.temporaryFolder = folder }
        found.today = today()
        found.configurationFile = NearestFile.path(named: ".lifelint.yml")
        found.processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        return found
    }

    /// Whether something stands at that path.
    static func hasFile(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// A variable of the environment; nil where it is missing or empty.
    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func today() -> CalendarDay? {
        var seconds = time(nil)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        let (year, month, day) = unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday)
        return CalendarDay(year: Int(year) + 1_900, month: Int(month) + 1, day: Int(day))
    }
}
