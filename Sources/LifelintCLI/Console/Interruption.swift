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

/// What happens on Ctrl-C and its like: unfinished files are removed, and the process ends at once with 128 and the
/// signal's number.
///
/// Why unsafe: handlers are C functions, and may only make calls that are safe inside a signal.
enum Interruption {
    /// Installs the handlers.
    ///
    /// A signal that the caller chose to ignore stays ignored, as under `nohup`.
    static func prepare() {
        UnfinishedFiles.prepare()
        // A closed pipe is told by the write that meets it.
        signal(SIGPIPE, SIG_IGN)
        let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let previous = signal(number) { number in
                UnfinishedFiles.removeAll()
                _exit(128 &+ number)
            }
            if unsafe unsafeBitCast(previous, to: Int.self) == ignoring { signal(number, SIG_IGN) }
            // Whoever starts this process from a thread that blocks signals hands that down: without this, nothing but
            // SIGKILL would end it.
            var unblocked = sigset_t()
            unsafe sigemptyset(&unblocked)
            unsafe sigaddset(&unblocked, number)
            unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
        }
    }
}
