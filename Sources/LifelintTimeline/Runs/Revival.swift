// SPDX-License-Identifier: MIT

/// A way in which a process that was taken to be over shows that it lives.
///
/// ``RunMachine/lives(by:as:)`` decides whether an event shows it, and ``RunMachine/revive(as:)`` takes back what
/// rested on the end.
enum Revival: Sendable {
    /// UIKit calls the app back of which nothing but what it printed said that it crashed.
    case refuted
    /// The device told that it ends every process: what comes before its end is their last word.
    case endingWithDevice
    /// It outlived the home screen, with which it was taken to have gone.
    case besideRespring
    /// It goes on beside the process that seemed to be the next one of its app.
    case besideSuccessor
    /// What seemed to be the next process of its app turns out to be an extension of that: no line of its own shows it.
    case besideExtension
    /// It goes on beside the process of another app that got its id: that is one of another device.
    case besideHolder
    /// Only lines of unproven wording, or such without a time, said that it was gone.
    ///
    /// Asked behind all witnesses: what tells a death that is waited for is one, though it was told in unproven words
    /// before.
    case unproven
    /// It is heard of long after it was told to have crashed.
    case pastItsCrash

    /// What is asked of a line before it is taken as a witness, as which a run that has just ended takes whatever is
    /// told.
    ///
    /// Of one run an end that was told and one that was concluded exclude each other; the order decides where a line
    /// fits several runs, and where two of them explain the life of one.
    static let beforeWitnesses: [Revival] = [
        .refuted,
        // Must come before besideHolder: while the device goes down, a word of the process is its last, whoever has its
        // id.
        .endingWithDevice,
        // Must come before besideHolder: what it outlived has to be taken back, or would be told to have ended it.
        .besideRespring,
        .besideSuccessor,
        // Must come last: nothing but an id speaks for it, and a conflict is noted.
        .besideHolder,
    ]

    /// What shows that the run before lives, whatever seems to follow it: the line may be the first that tells of that.
    static let whateverFollows: [Revival] = [.unproven, .besideRespring]

    /// What lines show that nobody recognised: they say no more than that somebody lives.
    static let byUnknownLines: [Revival] = [.pastItsCrash, .besideRespring]
}
