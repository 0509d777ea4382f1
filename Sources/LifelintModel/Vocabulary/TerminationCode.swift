// SPDX-License-Identifier: MIT

/// The codes of terminations that are asked for by their numbers, for what the timeline concludes from them beside their
/// meanings.
///
/// They stand here and not in `terminations.yml` alone since reports are asked for them where no vocabulary has been
/// read.
package enum TerminationCode {
    /// What watchdogs of the system end a process with.
    package static let watchdog: UInt64 = 0x8BAD_F00D
    /// What the user's quit ends a process with.
    package static let quit: UInt64 = 0xDEAD_FA11
    /// What an installation, or another request of the system, ends a process with.
    package static let request: UInt64 = 0xDEAD_6502
}
