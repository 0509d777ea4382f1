// SPDX-License-Identifier: MIT

/// A launch that the system was asked for while a process of that app was there, as far as anything told.
///
/// RunningBoard writes the request down before it looks whether there is a process: what is told next shows whether one
/// was launched, or the old one was woken, or nothing came of it.
struct HeldRequest {
    /// The run that is there.
    let run: RunMachine
    let event: HeldEvent
}
