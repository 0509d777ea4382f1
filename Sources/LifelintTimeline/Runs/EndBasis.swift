// SPDX-License-Identifier: MIT

/// What the end of a run rests on, where no line tells it of just this process.
///
/// A run that turns out to live has none: its end is told anew.
struct EndBasis: OptionSet {
    let rawValue: UInt8

    /// A report that tells no more of the time than a window is taken to tell it.
    static let window = EndBasis(rawValue: 1 << 0)
    /// Nothing but a name that many apps have says that a report of it is about this run.
    static let name = EndBasis(rawValue: 1 << 1)
    /// Nothing but its process id says that the kernel's word of it is about this run: it is called otherwise there.
    static let otherName = EndBasis(rawValue: 1 << 2)
    /// It is nobody's, and may be that of a process that was seen to end.
    static let nobody = EndBasis(rawValue: 1 << 3)
    /// Nothing but the beginning of another process says that it is over.
    static let successor = EndBasis(rawValue: 1 << 4)
    /// Nothing but another app's process with its id says that it is over.
    static let holder = EndBasis(rawValue: 1 << 5)

    /// What may be the end of another process: why this one ended is at most likely.
    static let doubtful: EndBasis = [.window, .name, .otherName, .nobody]
}
